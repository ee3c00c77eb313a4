//! How long work would take, from as much of it as fits a few seconds: `--dry-run`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use queens::engine::Partition;
use queens::{Error, Kernel, Method, Options, Progress, StopFlag};
use queens_json::Forecast;

use crate::outcome::Failure;
use crate::output::{self, Format};
use crate::progress;

/// The sample ends after this time and a few hundred parts, or after the longer one.
const SHORT: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_secs(4);

/// How often to check whether the sample should end.
const TICK: Duration = Duration::from_millis(20);

/// What a sample says.
pub(crate) enum Sample {
    Seconds(f64),
    /// No part was done; this much work was expected.
    NothingDone(u128),
    /// A signal came first.
    Stopped,
}

/// Does some of the work, with these threads and until their flag is raised.
pub(crate) fn sample(
    work: impl FnOnce(&Options<'_>) -> Result<(), Error>,
    options: &Options<'_>,
) -> Result<Sample, Failure> {
    let (outer, stop) = (options.stop_flag(), StopFlag::new());
    let start = Instant::now();
    // When the first part began, how far the work is, and when it was.
    let seen: Mutex<Option<(Instant, Instant, Progress, u32)>> = Mutex::new(None);
    let watch = |progress: Progress| {
        let now = Instant::now();
        let mut seen = seen.lock().expect("no thread panics while it notes");
        let (first, .., parts) = seen.unwrap_or((now, now, progress, 0));
        *seen = Some((first, now, progress, parts + 1));
        if now - first > SHORT && parts > 200 {
            stop.raise();
        }
    };
    let done = thread::scope(|scope| {
        // Parts of a large board take longer than the sample.
        let clock = scope.spawn(|| {
            while !stop.is_raised() {
                if outer.is_raised() || start.elapsed() > LONGEST {
                    stop.raise();
                }
                thread::park_timeout(TICK);
            }
        });
        let done = work(&options.clone().stop(&stop).progress(&watch));
        stop.raise();
        clock.thread().unpark();
        done
    });
    match done {
        Ok(()) => return Ok(Sample::Seconds(start.elapsed().as_secs_f64())),
        Err(error) if error.is_stopped() => {}
        Err(error) => return Err(error.into()),
    }
    if outer.is_raised() {
        return Ok(Sample::Stopped);
    }
    Ok(match seen.into_inner().expect("no thread panics while it notes") {
        Some((first, last, progress, _)) if progress.done > 0 => {
            let seconds = (last - first).as_secs_f64() / progress.fraction();
            Sample::Seconds((first - start).as_secs_f64() + seconds)
        }
        seen => Sample::NothingDone(seen.map_or(0, |(_, _, progress, _)| progress.expected)),
    })
}

/// Core-seconds of a count by color that is forecast from whole patterns. Within seconds, only the short ones of
/// many that are begun at once would end.
pub(crate) const LONG: f64 = 5e4;

/// After this time no thread begins another block of patterns.
const DRAWING: Duration = Duration::from_secs(6);

/// The forecast nanoseconds of a block, if one pattern does not take longer.
const BLOCK: f64 = 1e8;

/// The largest forecast of a pattern that is worth the wait, in nanoseconds.
const LONGEST_PATTERN: f64 = 2e9;

/// How long patterns take, as a multiple of what the partition forecasts.
pub(crate) struct Pace {
    /// The board of the patterns: a smaller one, where one of the board itself takes too long.
    pub(crate) size: u32,
    pub(crate) mean: f64,
    /// It is probably wrong by less than this factor.
    pub(crate) factor: f64,
    pub(crate) blocks: usize,
}

/// The pace at which patterns of this size are counted, or of the largest size that time and memory allow;
/// none if the flag was raised.
pub(crate) fn pace(
    mut partition: Partition,
    kernel: Kernel,
    threads: NonZeroUsize,
    stop: &StopFlag,
) -> Result<Option<Pace>, Failure> {
    let free = queens_run::available_memory().unwrap_or(4 << 30) / 2;
    let n = partition.n();
    for size in (0..=n).rev() {
        if size < n {
            partition = Partition::new(size, Method::Color)?;
        }
        let pattern = partition.work(&(0..partition.len())) / partition.len() as f64;
        let threads = threads.get().min((free / partition.memory().max(1)) as usize);
        if pattern > LONGEST_PATTERN || threads == 0 {
            continue;
        }
        let Some(paces) = paces(&partition, kernel, threads, stop)? else { return Ok(None) };
        let blocks = paces.len();
        let mean = paces.iter().sum::<f64>() / blocks as f64;
        let squares: f64 = paces.iter().map(|pace| (pace / mean - 1.0).powi(2)).sum();
        // Of few blocks, the spread is not known well.
        let spread = (squares / blocks as f64).sqrt().max(0.3);
        let error = 0.1 + 2.0 * spread / (blocks as f64).sqrt();
        // The paces of two sizes after each other differed by up to a factor of two (n = 25 to 28).
        let factor = (1.0 + error) * 2_f64.powi((n - size) as i32);
        return Ok(Some(Pace { size, mean, factor, blocks }));
    }
    Err(Failure::new(
        format_args!("there is not enough memory to try patterns of n = {n}"),
        "end other programs",
    ))
}

/// Counts blocks of patterns on all threads, and has the pace of each.
///
/// A block is drawn with the chance that its forecast has in the whole, so the mean of their paces is that of the
/// whole. Every block that was begun counts: those that take longer than the rest are among them.
fn paces(
    partition: &Partition,
    kernel: Kernel,
    threads: usize,
    stop: &StopFlag,
) -> Result<Option<Vec<f64>>, Failure> {
    let len = partition.len();
    let all = partition.work(&(0..len));
    let block = ((BLOCK * len as f64 / all) as u64).clamp(1, 256);
    let start = Instant::now();
    let next = AtomicU32::new(0);
    let paces = Mutex::new(Vec::new());
    let count = || -> Result<(), Error> {
        let mut counter = partition.counter(kernel)?;
        while start.elapsed() < DRAWING {
            // Multiples of the golden ratio are spread evenly, however many there are.
            let turn = f64::from(next.fetch_add(1, Ordering::Relaxed)) + 0.5;
            let at = all * (turn * 0.618_033_988_749_895).fract();
            let unit = first_past(partition, at) / block * block;
            let units = unit..(unit + block).min(len);
            let expected = partition.work(&units);
            let begun = Instant::now();
            counter.count(units, stop, &mut |_| ())?;
            let pace = begun.elapsed().as_secs_f64() * 1e9 / expected;
            paces.lock().expect("no thread panics while it notes").push(pace);
        }
        Ok(())
    };
    let done: Result<(), Error> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(count)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("counting does not panic"))
    });
    match done {
        Err(error) if error.is_stopped() => Ok(None),
        Err(error) => Err(error.into()),
        Ok(()) => Ok(Some(paces.into_inner().expect("no thread panics while it notes"))),
    }
}

/// The unit at which the work of all before passes this.
fn first_past(partition: &Partition, work: f64) -> u64 {
    let (mut low, mut high) = (0, partition.len());
    while high - low > 1 {
        let middle = low.midpoint(high);
        if partition.work(&(0..middle)) <= work { low = middle } else { high = middle }
    }
    low
}

/// The forecast of work that has no other; none if a signal came first.
pub(crate) fn forecast(
    n: u32,
    work: impl FnOnce(&Options<'_>) -> Result<(), Error>,
    options: &Options<'_>,
) -> Result<Option<Forecast>, Failure> {
    let seconds = match sample(work, options)? {
        Sample::Seconds(seconds) => Some(seconds),
        Sample::NothingDone(_) => None,
        Sample::Stopped => return Ok(None),
    };
    Ok(Some(Forecast { n, threads: options.thread_count().get(), seconds }))
}

/// Writes a forecast: JSON on one line, on several, or lines for people.
pub(crate) fn write(
    out: &mut impl Write,
    format: Format,
    forecast: &Forecast,
) -> Result<(), Failure> {
    match format {
        Format::Json => return output::json(out, forecast),
        Format::Jsonl => return output::json_line(out, forecast),
        Format::Human => {}
        Format::Csv | Format::Bfile => return Err(no_table()),
    }
    let Forecast { n, threads, seconds } = forecast;
    writeln!(out, "n        {n}")?;
    writeln!(out, "threads  {threads}")?;
    let time = seconds.map(|seconds| progress::duration(Duration::from_secs_f64(seconds)));
    match time {
        Some(time) => writeln!(out, "time     about {time}, from a sample of the work")?,
        None => writeln!(out, "time     unknown: none of the parts was done within seconds")?,
    }
    Ok(())
}

/// A dry run has nothing for a table.
pub(crate) fn no_table() -> Failure {
    Failure::new(
        "--dry-run counts nothing, so there are no values for a table or a b-file",
        "choose --format human, json or jsonl",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Drawn evenly over the work, the blocks have the chance that is claimed, and every one that is begun is kept.
    #[test]
    fn blocks_are_drawn_by_their_work_and_all_are_kept() {
        let partition = Partition::new(12, Method::Color).unwrap();
        let all = partition.work(&(0..partition.len()));
        for part in 0..100 {
            let at = all * f64::from(part) / 100.0;
            let unit = first_past(&partition, at);
            assert!(partition.work(&(0..unit)) <= at && at < partition.work(&(0..unit + 1)) + 1.0);
        }
        let kernel = Kernel::fastest(Method::Color);
        let paces = paces(&partition, kernel, 2, &StopFlag::new()).unwrap().unwrap();
        assert!(paces.len() > 2 && paces.iter().all(|pace| *pace > 0.0));
        let stop = StopFlag::new();
        stop.raise();
        assert!(super::paces(&partition, kernel, 2, &stop).unwrap().is_none());
    }
}
