//! Runs: counts that survive interruptions. All functions take a directory, so Python keeps no state.

use std::path::PathBuf;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use queens::Options;
use queens_run::{Check, Merged, Plan, Run, Shard, ShardStatus, Verifier, Worker, next_shard};

use crate::arguments::{Natural, Size};
use crate::raise::{Raise, Result};
use crate::show::record;
use crate::verbs::on;
use crate::wait::wait;

/// Waits for work on a run, whose failures are about its files.
fn wait_of_run<T: Send + 'static>(
    py: Python<'_>,
    options: Options<'static>,
    watch: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Options<'_>) -> Result<T, queens::Error> + Send + 'static,
) -> Result<T> {
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
) -> Result<()> {
    let ranges = ranges.map(|Natural(ranges)| ranges);
    // Larger numbers are refused like this one.
    let shards = u32::try_from(shards.0).unwrap_or(u32::MAX);
    wait_of_run(py, Options::new(), None, move |_| {
        Run::create(&dir, Plan::new(n.0, ranges, shards)?).map(drop)
    })
}

/// Opens the run in a directory: name, n, ranges, shards.
#[pyfunction]
pub(crate) fn run_open(dir: PathBuf) -> Result<(String, u32, u64, u32)> {
    let run = Run::open(&dir).map_err(Raise::of_run)?;
    let plan = run.plan();
    Ok((run.name().to_string(), plan.n(), plan.ranges(), plan.shards()))
}

/// Counts the missing ranges of a shard: how it ended, ranges counted, ranges missing.
#[pyfunction]
pub(crate) fn run_work(
    py: Python<'_>,
    dir: PathBuf,
    shard: Option<&str>,
    threads: Option<Natural>,
    kernel: Option<&str>,
    seconds: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<Py<PyAny>> {
    let shard = shard.map(|name| if name == "auto" { Shard::auto() } else { name.parse() });
    let shard = shard.transpose().map_err(Raise::of_run)?;
    let kernel = kernel.map(str::parse).transpose()?;
    let options = on(threads.or(Some(Natural(1))))?;
    let until = seconds.map(Duration::try_from_secs_f64).transpose().map_err(|_| {
        Raise::input("the seconds are not a length of time", "give a number such as 3600 or 0.5")
    })?;
    let report = wait_of_run(py, options, progress, move |options| {
        let run = Run::open(&dir)?;
        let shard = match shard {
            Some(shard) => shard,
            None => next_shard(&run)?.map_or(Shard::All, Shard::Number),
        };
        // After an interruption, nothing may continue in the background.
        let worker = Worker::new(&run)?.grace(Duration::ZERO);
        worker.kernel(kernel)?.until(until).work(shard, options)
    })?;
    let fields = (report.reason.name(), report.counted, report.missing);
    record(py, "_results", "WorkReport", fields)
}

/// Tells how far a run is.
#[pyfunction]
pub(crate) fn run_status(py: Python<'_>, dir: PathBuf) -> Result<Py<PyAny>> {
    let status =
        wait_of_run(py, Options::new(), None, move |_| queens_run::status(&Run::open(&dir)?))?;
    let shard = |shard: ShardStatus| {
        let name = shard.shard.to_string();
        let ShardStatus { done, ranges, attempts, open, silent, ended, damaged, .. } = shard;
        let fields = (name, done, ranges, attempts, open, silent, ended, damaged);
        record(py, "_results", "ShardStatus", fields)
    };
    let shards = status.shards.into_iter().map(shard).collect::<Result<Vec<_>>>()?;
    let fields = (
        status.done,
        status.ranges,
        status.fraction,
        status.ranges_per_second,
        status.seconds_left,
        status.duplicates,
        status.damaged,
        PyTuple::new(py, status.foreign)?,
        status.certificate,
        PyTuple::new(py, shards)?,
    );
    record(py, "_results", "Status", fields)
}

/// Adds a run up and writes its certificate.
#[pyfunction]
pub(crate) fn run_merge(py: Python<'_>, dir: PathBuf) -> Result<Py<PyAny>> {
    let (path, Merged { certificate, report }) =
        wait_of_run(py, Options::new(), None, move |_| {
            let run = Run::open(&dir)?;
            Ok((run.certificate_path(), queens_run::merge(&run)?))
        })?;
    let fields = (
        certificate.plan.n(),
        certificate.total,
        certificate.fundamental(),
        certificate.half_turn,
        certificate.quarter_turn,
        certificate.root,
        path,
        report.attempts,
        report.duplicates,
        report.damaged,
    );
    record(py, "_results", "Certificate", fields)
}

/// Verifies a run's directory or a certificate.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "all are named where users see them, in Python")]
pub(crate) fn verify(
    py: Python<'_>,
    path: PathBuf,
    sample: f64,
    seed: Option<Natural>,
    patterns: Option<Natural>,
    kernel: Option<&str>,
    threads: Option<Natural>,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<Py<PyAny>> {
    if !(0.0..=100.0).contains(&sample) {
        let what = format!("a sample of {sample} % is not possible");
        return Err(Raise::input(what, "give a percentage from 0 to 100"));
    }
    let seed = seed.map(|Natural(seed)| seed);
    let patterns = patterns.map(|Natural(patterns)| patterns);
    let kernel = kernel.map(str::parse).transpose()?;
    let verifier = Verifier { sample, seed, patterns, kernel };
    let verified = wait_of_run(py, on(threads)?, progress, move |options| {
        queens_run::verify(&path, &verifier, options)
    })?;
    let check = |check: Check| record(py, "_results", "Check", (check.name, check.fault));
    let checks = verified.checks.into_iter().map(check).collect::<Result<Vec<_>>>()?;
    let fields = (
        verified.path,
        verified.n,
        verified.total,
        PyTuple::new(py, checks)?,
        verified.ranges,
        PyTuple::new(py, verified.sample)?,
        PyTuple::new(py, verified.patterns)?,
        verified.kernel.name(),
        PyTuple::new(py, verified.counted_by)?,
    );
    record(py, "_results", "Verification", fields)
}
