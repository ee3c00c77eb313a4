//! Steps one after the other, and what each of them took.

use std::fs::OpenOptions;
use std::io::Write;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::needs::target;

/// A check that passes or fails, by its name.
pub(crate) type Step = (&'static str, fn(&Shell) -> Result<()>);

/// Lies in the target folder; a line for each step of each run of any tier.
const TIMES: &str = "times.csv";
const COLUMNS: &str = "began,commit,tier,step,verdict,seconds,processor_seconds";

/// Runs steps up to the first that fails, then lists what each took. After a single one, what it prints stands last.
pub(crate) fn run(sh: &Shell, tier: &str, steps: &[Step]) -> Result<()> {
    if let [step] = steps {
        return timed(sh, tier, *step).0;
    }
    let mut summary = Vec::new();
    let (mut seconds, mut processor) = (0.0, 0.0);
    let mut result = Ok(());
    let mut line = |name: &str, verdict: &str, seconds: f64, processor: f64| {
        summary.push(format!("{name:<14} {verdict:<7} {seconds:>7.1} s {processor:>7.1} s"));
    };
    for (number, step) in (1..).zip(steps) {
        let name = step.0;
        if result.is_err() {
            line(name, "not run", 0.0, 0.0);
            continue;
        }
        eprintln!("\n=== {number}/{} {name} ===", steps.len());
        let took;
        (result, took) = timed(sh, tier, *step);
        let verdict = verdict(&result);
        eprintln!("{name} {verdict} in {:.1} s", took.wall.as_secs_f64());
        line(name, verdict, took.wall.as_secs_f64(), took.processor.as_secs_f64());
        seconds += took.wall.as_secs_f64();
        processor += took.processor.as_secs_f64();
    }
    line("all", "", seconds, processor);
    eprintln!("\n=== summary: time, and time of all processors ===\n{}", summary.join("\n"));
    result
}

fn verdict(result: &Result<()>) -> &'static str {
    if result.is_ok() { "passed" } else { "FAILED" }
}

struct Took {
    wall: Duration,
    /// Of all processors, by the processes that the step started and that have ended.
    processor: Duration,
}

fn timed(sh: &Shell, tier: &str, (name, step): Step) -> (Result<()>, Took) {
    let (began, start, before) = (SystemTime::now(), Instant::now(), processor());
    let result = step(sh).context(name);
    let took = Took { wall: start.elapsed(), processor: processor().saturating_sub(before) };
    if let Err(error) = note(sh, began, &[tier, name, verdict(&result)], &took) {
        eprintln!("note: the times of {name} were not kept: {error:#}");
    }
    (result, took)
}

/// Appends a line to the file of times.
fn note(sh: &Shell, began: SystemTime, words: &[&str], took: &Took) -> Result<()> {
    let path = target(sh).join(TIMES);
    let is_new = !path.exists();
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    if is_new {
        writeln!(file, "{COLUMNS}")?;
    }
    // Where there is no git, the times are still worth keeping.
    let commit = cmd!(sh, "git rev-parse --short=8 HEAD").quiet().ignore_stderr().read();
    let commit = commit.unwrap_or_default();
    let (wall, processor) = (took.wall.as_secs_f64(), took.processor.as_secs_f64());
    let began = humantime::format_rfc3339_seconds(began);
    Ok(writeln!(file, "{began},{commit},{},{wall:.1},{processor:.1}", words.join(","))?)
}

/// What the processes took that this one started and that have ended; nothing where the system does not tell.
fn processor() -> Duration {
    #[cfg(unix)]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        use nix::sys::time::TimeValLike;
        let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return Duration::ZERO };
        let times = [usage.user_time(), usage.system_time()];
        Duration::from_micros(times.iter().map(TimeValLike::num_microseconds).sum::<i64>() as u64)
    }
    #[cfg(not(unix))]
    Duration::ZERO
}
