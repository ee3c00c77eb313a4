//! How long work would take, from as much of it as fits a few seconds: `--dry-run`.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use queens::engine::Partition;
use queens::{
    CompletionMethod, CountPlan, Counter, Error, Kernel, Method, Options, Progress, StopFlag,
};
use queens_json::joined;
use serde_json::{Value, json};

use crate::outcome::{Exit, Failure, Result};
use crate::output::{self, Documents, Format};
use crate::progress;

/// The sample ends after this time.
const SAMPLED: Duration = Duration::from_secs(4);

const TICK: Duration = Duration::from_millis(20);

pub(crate) enum Sample {
    /// On these threads, and of one core.
    Seconds(Times),
    /// No part was done; this much work was expected.
    NothingDone(u128),
}

/// Seconds of time and of the processor.
type Times = [f64; 2];

/// Does some of the work, with these threads and until their flag is raised.
pub(crate) fn sample(
    work: impl FnOnce(&Options<'_>) -> Result<(), Error>,
    options: &Options<'_>,
) -> Result<Sample> {
    let outer = options.stop_flag();
    let (start, cores) = (Instant::now(), processor_time(false));
    let times = || [start.elapsed().as_secs_f64(), cores().as_secs_f64()];
    // When the first part began, how far the work is, and when it was.
    let seen: Mutex<Option<(Times, Times, Progress)>> = Mutex::new(None);
    let watch = |progress: Progress| {
        let now = times();
        let mut seen = seen.lock().expect("no thread panics while it notes");
        let first = seen.map_or(now, |(first, ..)| first);
        *seen = Some((first, now, progress));
    };
    let work = |stop: &StopFlag| work(&options.clone().stop(stop).progress(&watch));
    let done = within(SAMPLED, outer, work).map_err(|error| {
        let what = format_args!("no thread could be started to measure the time: {error}");
        Failure::new(what, "allow more processes, such as with `ulimit -u`")
    })?;
    match done {
        Ok(()) => return Ok(Sample::Seconds(times())),
        Err(error) if outer.is_raised() || !error.is_stopped() => return Err(error.into()),
        Err(_) => {}
    }
    Ok(match seen.into_inner().expect("no thread panics while it notes") {
        Some((first, last, progress)) if progress.done > 0 => {
            let whole = |i: usize| first[i] + (last[i] - first[i]) / progress.fraction();
            Sample::Seconds([0, 1].map(whole))
        }
        seen => Sample::NothingDone(seen.map_or(0, |(.., progress)| progress.expected)),
    })
}

/// Does some work with a flag that is raised when the outer one is, or when the time is over. An error if no thread can be
/// started for the clock.
pub(crate) fn within<T>(
    time: Duration,
    outer: &StopFlag,
    work: impl FnOnce(&StopFlag) -> T,
) -> io::Result<T> {
    let (start, stop) = (Instant::now(), StopFlag::new());
    thread::scope(|scope| {
        let clock = thread::Builder::new().spawn_scoped(scope, || {
            while !stop.is_raised() {
                if outer.is_raised() || start.elapsed() > time {
                    stop.raise();
                }
                thread::park_timeout(TICK);
            }
        })?;
        let done = work(&stop);
        stop.raise();
        clock.thread().unpark();
        Ok(done)
    })
}

/// A watch that shows the processor time since now, of this thread or of all. Other work on the machine does not
/// count, except where there are no such clocks: there it shows the time that passes.
fn processor_time(of_thread: bool) -> impl Fn() -> Duration {
    #[cfg(unix)]
    let now = move || {
        use rustix::time::{ClockId, clock_gettime};
        let clock = if of_thread { ClockId::ThreadCPUTime } else { ClockId::ProcessCPUTime };
        let time = clock_gettime(clock);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    };
    #[cfg(not(unix))]
    let now = {
        let _ = of_thread;
        let start = Instant::now();
        move || start.elapsed()
    };
    let start = now();
    move || now().saturating_sub(start)
}

pub(crate) struct Cost {
    pub(crate) core_seconds: f64,
    /// It is probably wrong by less than this factor.
    pub(crate) factor: f64,
    from: String,
}

impl Cost {
    /// For people: the time on so many threads.
    pub(crate) fn text(&self, threads: usize) -> String {
        let seconds = self.core_seconds / threads as f64;
        let time = |seconds| progress::duration(Duration::from_secs_f64(seconds));
        let Self { factor, from, .. } = self;
        if *factor <= SURE {
            format!("about {}, {from}", time(seconds))
        } else {
            format!("between {} and {}, {from}", time(seconds / factor), time(seconds * factor))
        }
    }
}

/// The factor of samples that see a good part of the work.
const SURE: f64 = 1.2;

/// Core-seconds of a count by color from which on parts are timed here and there. Its first pieces take longer for their work
/// than the others.
const MEDIUM: f64 = 10.0;

/// A count by color of up to so many core-seconds (n = 21) is cut into so many pieces, of which some are timed whole: their
/// beginnings alone take up to twice as long for their work.
const PIECES: (f64, usize) = (150.0, 64);

/// Core-seconds of a count by color that is forecast from whole patterns. Within seconds, only the short ones of
/// many that are begun at once would end.
const LONG: f64 = 5e4;

/// The processor times between which the beginning of a piece is watched: before, a thread gets its memory.
const BEGUN: [Duration; 2] = [Duration::from_millis(150), Duration::from_millis(550)];

/// No thread begins another range of patterns after this processor time, if so many are done; nor if one that takes as
/// long as the last one would end after this time.
const ENOUGH: Duration = Duration::from_secs(5);
const RANGES: usize = 24;
const DRAWING: Duration = Duration::from_secs(11);

/// The paces of single ranges spread at least so much: a few that are alike by chance do not say that all are.
const SPREAD: f64 = 0.5;

/// Reports within this time are of what was done together.
const AT_ONCE: Duration = Duration::from_millis(1);

/// The forecast nanoseconds of a range, and its patterns: a few at least, because neighbors share a part of their work,
/// as in a count.
const RANGE: f64 = 1e9;
const PATTERNS: (u64, u64) = (4, 256);

/// The largest forecast of a pattern that is worth the wait, in nanoseconds.
const LONGEST_PATTERN: f64 = 1.5e9;

/// What this count would take, in processor time. Measured in seconds: the work of a
/// count by search or of a short one by color, and whole patterns of a long one, or of the largest board for which time
/// and memory are enough.
pub(crate) fn cost(counter: &Counter<'_>, options: &Options<'_>) -> Result<Cost> {
    let counter = counter.clone().options(options);
    let CountPlan { n, method, kernel, threads, .. } = counter.plan()?;
    let mut partition = Partition::new(n, method)?;
    let core_seconds = partition.work(&(0..partition.len())) / 1e9;
    if method == Method::Search || core_seconds <= MEDIUM {
        let count = |options: &Options<'_>| counter.clone().options(options).run().map(drop);
        return Ok(match sample(count, options)? {
            Sample::Seconds([_, sampled]) => {
                let from = "from a sample of the work".into();
                Cost { core_seconds: sampled, factor: SURE, from }
            }
            // Nodes take about a nanosecond each, and the color method forecasts nanoseconds.
            Sample::NothingDone(expected) => Cost {
                core_seconds: expected as f64 / 1e9,
                factor: 10.0,
                from: "by the cost model: none of the parts ended within seconds".into(),
            },
        });
    }
    let free = queens_run::available_memory().unwrap_or(4 << 30) / 2;
    for size in (0..=n).rev() {
        if size < n {
            partition = Partition::new(size, Method::Color)?;
        }
        let pattern = partition.work(&(0..partition.len())) / partition.len() as f64;
        let threads = threads.get().min((free / partition.memory().max(1)) as usize);
        if pattern > LONGEST_PATTERN || threads == 0 {
            continue;
        }
        let part = match core_seconds {
            short if short <= PIECES.0 => Part::Piece,
            long if long > LONG => Part::Patterns,
            _ => Part::Beginning,
        };
        let paces = paces(&partition, kernel, threads, part, ENOUGH, options.stop_flag())?;
        let parts = paces.len();
        let mean = paces.iter().sum::<f64>() / parts as f64;
        let squares: f64 = paces.iter().map(|pace| (pace / mean - 1.0).powi(2)).sum();
        let spread = (squares / parts as f64).sqrt().max(SPREAD);
        let error = 0.1 + 2.0 * spread / (parts as f64).sqrt();
        let factor = (1.0 + error) * STEP.powi((n - size) as i32);
        let from = match size {
            size if size == n && part == Part::Patterns => {
                format!("from {parts} ranges of patterns")
            }
            size if size == n => format!("from {parts} pieces of the work"),
            size => format!("extrapolated by the cost model from patterns of n = {size}"),
        };
        return Ok(Cost { core_seconds: core_seconds * mean, factor, from });
    }
    Err(Failure::new(
        format_args!("there is not enough memory to try patterns of n = {n}"),
        "end other programs",
    ))
}

/// By what factor the paces of two sizes after each other differ at most (n = 24 to 28).
const STEP: f64 = 2.0;

/// What is timed of a count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Piece,
    /// The beginning of a piece.
    Beginning,
    /// A range of patterns.
    Patterns,
}

/// Counts parts of a count on all threads, and has the pace of each: its time as a multiple of what the partition forecasts.
///
/// A part is drawn with the chance that its forecast has in the whole, so the mean of their paces is that of the
/// whole. Every part that was begun counts: those that take longer than the rest are among them.
fn paces(
    partition: &Partition,
    kernel: Kernel,
    threads: usize,
    part: Part,
    enough: Duration,
    stop: &StopFlag,
) -> Result<Vec<f64>, Error> {
    let pieces = match part {
        Part::Piece => partition.pieces(PIECES.1),
        _ => partition.pieces_for(NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN)),
    };
    let len = partition.len();
    let all = partition.work(&(0..len));
    let patterns = ((RANGE * len as f64 / all) as u64).clamp(PATTERNS.0, PATTERNS.1);
    let start = Instant::now();
    let next = AtomicU32::new(0);
    let paces = Mutex::new(Vec::new());
    let count = || -> Result<(), Error> {
        let mut counter = partition.counter(kernel)?;
        let used = processor_time(true);
        let drawn = || paces.lock().expect("no thread panics while it notes").len();
        let mut taken = Duration::ZERO;
        while start.elapsed() + taken < DRAWING && (used() < enough || drawn() < RANGES) {
            let before = start.elapsed();
            // Multiples of the golden ratio are spread evenly, however many there are.
            let turn = f64::from(next.fetch_add(1, Ordering::Relaxed)) + 0.5;
            let at = all * (turn * 0.618_033_988_749_895).fract();
            let unit = first_past(partition, at);
            let units = if part == Part::Patterns {
                unit / patterns * patterns..(unit / patterns * patterns + patterns).min(len)
            } else {
                pieces[pieces.partition_point(|piece| piece.end <= unit)].clone()
            };
            let expected = partition.work(&units);
            let (begun, quick) = (processor_time(true), StopFlag::new());
            // When the watch began, when the last report was, and the work between them. What many patterns report at once
            // when it begins was done before.
            let (mut first, mut last, mut done) = (Duration::ZERO, Duration::ZERO, 0.0);
            let ends = if part == Part::Beginning { &quick } else { stop };
            let counted = counter.count(units, ends, &mut |work| {
                last = begun();
                if first < BEGUN[0] {
                    first = last;
                } else if last > first + AT_ONCE {
                    done += work;
                }
                if last > BEGUN[1] || stop.is_raised() {
                    quick.raise();
                }
            });
            let (seconds, work) = match counted {
                Ok(_) => (begun().as_secs_f64(), expected),
                Err(_) if !stop.is_raised() => (last.saturating_sub(first).as_secs_f64(), done),
                Err(error) => return Err(error),
            };
            if work > 0.0 {
                let pace = seconds * 1e9 / work;
                paces.lock().expect("no thread panics while it notes").push(pace);
            }
            taken = start.elapsed().saturating_sub(before);
        }
        Ok(())
    };
    thread::scope(|scope| {
        // Fewer, if so many cannot be started.
        let start = |_| thread::Builder::new().spawn_scoped(scope, count).ok();
        let threads: Vec<_> = (1..threads).filter_map(start).collect();
        count()?;
        threads.into_iter().try_for_each(|thread| thread.join().expect("counting does not panic"))
    })?;
    Ok(paces.into_inner().expect("no thread panics while it notes"))
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

/// Forecasts work from a sample, or if that has nothing by a cost model where there is one (seconds of one thread); also in lines for people.
pub(crate) fn of_sample(
    n: u32,
    model: Option<(CompletionMethod, f64)>,
    work: impl FnOnce(&Options<'_>) -> Result<(), Error>,
    options: &Options<'_>,
) -> Result<(Value, String)> {
    let threads = options.thread_count().get();
    // What the solver takes is only known to be more.
    let known = model.filter(|(method, _)| *method != CompletionMethod::Solver);
    let (seconds, from) = match (sample(work, options)?, known) {
        (Sample::Seconds([seconds, _]), _) => (Some(seconds), "from a sample of the work"),
        (_, Some((_, seconds))) => (Some(seconds / threads as f64), "by the cost model"),
        _ => (None, "none of the parts was done within seconds"),
    };
    let time = seconds.map_or("unknown".to_owned(), |seconds| {
        format!("about {}", progress::duration(Duration::from_secs_f64(seconds)))
    });
    let method = model.map(|(method, _)| method.name());
    let by = method.map_or(String::new(), |method| format!("method   {method}\n"));
    let lines = format!("n        {n}\n{by}threads  {threads}\ntime     {time}, {from}\n");
    let document = joined([
        json!({ "schema": "queens.forecast/1", "n": n }),
        method.map_or(Value::Null, |method| json!({ "method": method })),
        json!({ "threads": threads, "seconds": seconds }),
    ]);
    Ok((document, lines))
}

/// Writes forecasts, each as a document or in lines for people.
pub(crate) fn write(
    format: Format,
    forecasts: impl ExactSizeIterator<Item = Result<(Value, String)>>,
) -> Result<Exit> {
    if matches!(format, Format::Csv | Format::Bfile) {
        return Err(Failure::new(
            "--dry-run counts nothing, so there are no values for a table or a b-file",
            "choose --format human, json or jsonl",
        ));
    }
    let mut out = output::stdout();
    let mut documents = Documents::new(format, forecasts.len());
    for forecast in forecasts {
        let (document, lines) = forecast?;
        if format == Format::Human {
            write!(out, "{lines}")?;
        } else {
            documents.add(&mut out, &document)?;
        }
        out.flush()?;
    }
    documents.end(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Drawn evenly over the work, the ranges have the chance that is claimed, and every one that is begun is kept.
    #[test]
    fn ranges_are_drawn_by_their_work_and_all_are_kept() {
        let partition = Partition::new(12, Method::Color).unwrap();
        let all = partition.work(&(0..partition.len()));
        for part in 0..100 {
            let at = all * f64::from(part) / 100.0;
            let unit = first_past(&partition, at);
            assert!(partition.work(&(0..unit)) <= at && at < partition.work(&(0..unit + 1)) + 1.0);
        }
        let (kernel, short) = (Kernel::fastest(Method::Color), Duration::from_millis(500));
        let paces = paces(&partition, kernel, 2, Part::Patterns, short, &StopFlag::new()).unwrap();
        // A clock that ticks may show nothing for a range of a millisecond.
        assert!(paces.len() > 2 && paces.iter().sum::<f64>() > 0.0, "{paces:?}");
        assert!(paces.iter().all(|pace| pace.is_finite() && *pace >= 0.0), "{paces:?}");
        let stop = StopFlag::new();
        stop.raise();
        assert!(
            super::paces(&partition, kernel, 2, Part::Patterns, short, &stop)
                .unwrap_err()
                .is_stopped()
        );
    }

    /// From n = 20 on, where colors with many queens are searched, three sizes on, a count takes more than eight times as long,
    /// so a factor of two for each step that is extrapolated leaves the forecasts in order.
    #[test]
    fn the_cost_model_grows_with_the_board() {
        let mut last = 0.0;
        for n in (20..=queens::engine::search::MAX_N).step_by(3) {
            let partition = Partition::new(n, Method::Color).unwrap();
            let work = partition.work(&(0..partition.len()));
            assert!(work > STEP.powi(3) * last, "n = {n}: {work} after {last}");
            last = work;
        }
    }

    /// What a count took is what was forecast, and a forecast that was not measured says so.
    #[test]
    fn a_short_count_is_forecast_by_counting_it() {
        let options = Options::new().threads(2);
        let short = cost(&Counter::new(12).method(Method::Color), &options).unwrap();
        assert!(short.core_seconds > 0.0 && short.core_seconds < 60.0);
        let long = cost(&Counter::new(32).method(Method::Search), &options).unwrap();
        assert!(long.text(2).starts_with("between "), "{}", long.text(2));
        let stop = StopFlag::new();
        stop.raise();
        let stopped = cost(&Counter::new(20), &options.stop(&stop));
        assert!(matches!(stopped, Err(Failure::Stopped(_))));
    }
}
