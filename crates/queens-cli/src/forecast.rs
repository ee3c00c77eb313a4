//! How long work would take, from as much of it as fits a few seconds: `--dry-run`.

use std::io::Write;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use queens::{Error, Options, Progress, StopFlag};
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
