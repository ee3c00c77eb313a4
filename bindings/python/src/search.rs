//! One solution, a completion, an estimate.

use std::time::{Duration, Instant};

use pyo3::prelude::*;
use queens::StopFlag;
use queens::estimate::MAX_PROBES;
use queens::{Completer, Estimate, Estimator, Options, Progress};

use crate::arguments::{Natural, Size};
use crate::board::{Placement, Problem};
use crate::count::threads;
use crate::raise::Raise;
use crate::wait::{Meter, wait};

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
    let stop = StopFlag::new();
    let found = match seed {
        _ if first => {
            let options = Options::new().stop(&stop);
            let first = move |_: &Meter| queens::find::first(size, &options, &mut |_, _| ());
            wait(py, None, &stop, first)??.placement
        }
        None if size <= BRIEF_N => py.detach(|| queens::find(size))?,
        None => wait(py, None, &stop, move |_| queens::find(size))??,
        Some(Natural(seed)) => {
            let raised = stop.clone();
            wait(py, None, &stop, move |_| queens::find::random(size, seed, &raised))??
        }
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
    let stop = StopFlag::new();
    let options = Options::new().stop(&stop);
    let find = move |_: &Meter| Completer::new(&problem).options(&options).find();
    let found = wait(py, None, &stop, find)??;
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
    let stop = StopFlag::new();
    let options = Options::new().threads(self::threads(threads)?).stop(&stop);
    let estimate = wait(py, progress, &stop, move |meter: &Meter| {
        let start = Instant::now();
        let enough = |so_far: &Estimate| {
            let (done, expected) = match limit {
                Some(limit) => (start.elapsed().min(limit).as_millis(), limit.as_millis()),
                None => (so_far.probes.min(probes).into(), probes.into()),
            };
            meter.note(Progress { done, expected });
            limit.is_some_and(|limit| start.elapsed() >= limit)
        };
        let estimator = Estimator::new(n.0).probes(probes).seed(seed.0);
        estimator.options(&options).enough(&enough).run()
    })?;
    let Estimate { mean, std_error, probes, exact, .. } = estimate?;
    Ok((mean, std_error, probes, exact))
}
