//! One solution, a completion, an estimate.

use std::time::{Duration, Instant};

use pyo3::prelude::*;
use queens::estimate::MAX_PROBES;
use queens::{Completer, Estimate, Estimator, Options, Progress};

use crate::arguments::{Natural, Size};
use crate::board::{Placement, Problem};
use crate::count::on;
use crate::raise::Raise;
use crate::wait::wait;

/// Constructions up to this size take less time than starting a thread.
const BRIEF_N: u32 = 1 << 14;

/// One solution of the plain board: constructed, random from a seed, or the first.
#[pyfunction]
pub(crate) fn find(
    py: Python<'_>,
    n: Size,
    seed: Option<Natural>,
    first: bool,
) -> Result<Option<Placement>, Raise> {
    let size = n.0;
    let found = match seed {
        _ if first => {
            let first =
                move |options: &Options<'_>| queens::find::first(size, options, &mut |_, _| ());
            wait(py, Options::new(), None, first)?.placement
        }
        None if size <= BRIEF_N => py.detach(|| queens::find(size))?,
        None => wait(py, Options::new(), None, move |_| queens::find(size))?,
        Some(Natural(seed)) => wait(py, Options::new(), None, move |options| {
            queens::find::random(size, seed, options.stop_flag())
        })?,
    };
    Ok(found.map(Placement))
}

/// A solution of a problem, or `None` if there is provably none; nodes, restarts.
#[pyfunction]
pub(crate) fn complete(
    py: Python<'_>,
    problem: &Bound<'_, Problem>,
) -> Result<(Option<Placement>, u64, u64), Raise> {
    let problem = problem.get().0.clone();
    let find = move |options: &Options<'_>| Completer::new(&problem).options(options).find();
    let found = wait(py, Options::new(), None, find)?;
    Ok((found.placement.map(Placement), found.nodes, found.restarts))
}

/// Estimates Q(n): mean, standard error, probes, whether it is exact.
#[pyfunction]
pub(crate) fn estimate(
    py: Python<'_>,
    n: Size,
    probes: Option<Natural>,
    seconds: Option<f64>,
    seed: Natural,
    threads: Option<Natural>,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<(f64, f64, u64, bool), Raise> {
    let limit = seconds.map(Duration::try_from_secs_f64).transpose().map_err(|_| {
        Raise::input("the seconds are not a length of time", "give a number such as 60 or 0.5")
    })?;
    let most = if limit.is_some() { MAX_PROBES } else { 1 << 20 };
    let probes = probes.map_or(most, |Natural(probes)| probes);
    let estimate = wait(py, on(threads)?, progress, move |options| {
        let start = Instant::now();
        let enough = |so_far: &Estimate| {
            let (done, expected) = match limit {
                Some(limit) => (start.elapsed().min(limit).as_millis(), limit.as_millis()),
                None => (so_far.probes.min(probes).into(), probes.into()),
            };
            options.note(Progress { done, expected });
            limit.is_some_and(|limit| start.elapsed() >= limit)
        };
        let estimator = Estimator::new(n.0).probes(probes).seed(seed.0);
        estimator.options(options).enough(&enough).run()
    })?;
    let Estimate { mean, std_error, probes, exact, .. } = estimate;
    Ok((mean, std_error, probes, exact))
}
