//! Runs: counts that survive interruptions. All functions take a directory, so Python keeps no state.

use std::path::{Path, PathBuf};
use std::time::Duration;

use pyo3::prelude::*;
use queens::Options;
use queens_run::{Plan, Run, Shard, Verifier, Worker, next_shard};

use crate::arguments::{Natural, Size};
use crate::count::{kernel, on};
use crate::raise::Raise;
use crate::wait::wait;

/// A run: name, n, ranges, shards.
type About = (String, u32, u64, u32);

fn about(run: &Run) -> About {
    let plan = run.plan();
    (run.name().to_string(), plan.size(), plan.ranges(), plan.shards())
}

/// Waits for work on a run, whose failures are about its files.
fn wait_of_run<T: Send + 'static>(
    py: Python<'_>,
    options: Options<'static>,
    watch: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Options<'_>) -> Result<T, queens::Error> + Send + 'static,
) -> Result<T, Raise> {
    wait(py, options, watch, |options| work(options).map_err(Raise::of_run))
}

/// Plans a run in a directory.
#[pyfunction]
pub(crate) fn run_create(
    py: Python<'_>,
    dir: PathBuf,
    n: Size,
    ranges: Option<Natural>,
    shards: Natural,
) -> Result<About, Raise> {
    let ranges = ranges.map(|Natural(ranges)| ranges);
    // Larger numbers are refused like this one.
    let shards = u32::try_from(shards.0).unwrap_or(u32::MAX);
    wait_of_run(py, Options::new(), None, move |_| {
        let plan = Plan::new(n.0, ranges, shards)?;
        Ok(about(&Run::create(&dir, plan)?))
    })
}

/// Opens the run in a directory.
#[pyfunction]
pub(crate) fn run_open(dir: PathBuf) -> Result<About, Raise> {
    Run::open(&dir).map(|run| about(&run)).map_err(Raise::of_run)
}

/// Counts the missing ranges of a shard: how it ended, ranges counted, ranges missing.
#[pyfunction]
pub(crate) fn run_work(
    py: Python<'_>,
    dir: PathBuf,
    shard: Option<&str>,
    threads: Option<Natural>,
    backend: Option<&str>,
    seconds: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<(&'static str, u64, u64), Raise> {
    let shard = match shard {
        None => None,
        Some("auto") => Some(Shard::auto().map_err(Raise::of_run)?),
        Some(shard) => Some(shard.parse().map_err(Raise::of_run)?),
    };
    let kernel = kernel(backend)?;
    let options = on(threads.or(Some(Natural(1))))?;
    let until = seconds.map(Duration::try_from_secs_f64).transpose().map_err(|_| {
        Raise::input("the seconds are not a length of time", "give a number such as 3600 or 0.5")
    })?;
    wait_of_run(py, options, progress, move |options| {
        let run = Run::open(&dir)?;
        let shard = match shard {
            Some(shard) => shard,
            None => next_shard(&run)?.map_or(Shard::All, Shard::Number),
        };
        // After an interruption, nothing may continue in the background.
        let mut worker = Worker::new(&run)?.grace(Duration::ZERO);
        if let Some(kernel) = kernel {
            worker = worker.kernel(kernel)?;
        }
        if let Some(until) = until {
            worker = worker.until(until);
        }
        let report = worker.work(shard, options)?;
        Ok((report.reason.name(), report.counted, report.missing))
    })
}

/// A shard: its number or `all`, done, ranges, attempts, open attempts, seconds of silence, how the last
/// ended, damaged lines.
type ShardRow = (String, u64, u64, u32, u32, Option<u64>, Option<String>, u64);

/// How far a run is: done, ranges, fraction, ranges a second, seconds left, duplicates, damaged
/// lines, foreign files, certificate, shards.
type StatusRow =
    (u64, u64, f64, f64, Option<f64>, u64, u64, Vec<(String, String)>, bool, Vec<ShardRow>);

/// Tells how far a run is.
#[pyfunction]
pub(crate) fn run_status(py: Python<'_>, dir: PathBuf) -> Result<StatusRow, Raise> {
    wait_of_run(py, Options::new(), None, move |_| {
        let status = queens_run::status(&Run::open(&dir)?)?;
        let shards = status.shards.into_iter().map(|shard| {
            let name = shard.shard.to_string();
            let queens_run::ShardStatus { done, ranges, attempts, open, silent, .. } = shard;
            (name, done, ranges, attempts, open, silent, shard.ended, shard.damaged)
        });
        Ok((
            status.done,
            status.ranges,
            status.fraction,
            status.ranges_per_second,
            status.seconds_left,
            status.duplicates,
            status.damaged,
            status.foreign,
            status.certificate,
            shards.collect(),
        ))
    })
}

/// The result of merging: total, fundamental, half turn, quarter turn, Merkle root, path of the certificate,
/// attempts, duplicates, damaged lines.
type MergeRow = (u128, u128, u128, u128, String, PathBuf, usize, u64, u64);

/// Adds a run up and writes its certificate.
#[pyfunction]
pub(crate) fn run_merge(py: Python<'_>, dir: PathBuf) -> Result<MergeRow, Raise> {
    wait_of_run(py, Options::new(), None, move |_| {
        let run = Run::open(&dir)?;
        let queens_run::Merged { certificate, report } = queens_run::merge(&run)?;
        Ok((
            certificate.total,
            certificate.fundamental(),
            certificate.symmetric.half_turn,
            certificate.symmetric.quarter_turn,
            certificate.root.clone(),
            run.certificate_path(),
            report.attempts,
            report.duplicates,
            report.damaged,
        ))
    })
}

/// The result of verifying: path, n, total, checks with what is wrong, ranges, sample, patterns, kernel,
/// kernels that had counted.
type VerifyRow = (
    PathBuf,
    u32,
    u128,
    Vec<(String, Option<String>)>,
    u64,
    Vec<u64>,
    Vec<u64>,
    &'static str,
    Vec<String>,
);

/// Verifies a run's directory or a certificate.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "all are named where users see them, in Python")]
pub(crate) fn verify(
    py: Python<'_>,
    path: PathBuf,
    sample: f64,
    seed: Option<Natural>,
    patterns: Option<Natural>,
    backend: Option<&str>,
    threads: Option<Natural>,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<VerifyRow, Raise> {
    if !(0.0..=100.0).contains(&sample) {
        let what = format!("a sample of {sample} % is not possible");
        return Err(Raise::input(what, "give a percentage from 0 to 100"));
    }
    let seed = seed.map(|Natural(seed)| seed);
    let patterns = patterns.map(|Natural(patterns)| patterns);
    let verifier = Verifier { sample, seed, patterns, kernel: kernel(backend)? };
    let verified = wait_of_run(py, on(threads)?, progress, move |options| {
        queens_run::verify(Path::new(&path), &verifier, options)
    })?;
    Ok((
        verified.path,
        verified.size,
        verified.total,
        verified.checks.into_iter().map(|check| (check.name, check.fault)).collect(),
        verified.ranges,
        verified.sample,
        verified.patterns,
        verified.kernel.name(),
        verified.counted_by.into_iter().collect(),
    ))
}
