//! Counting, one solution, a completion, an estimate: what `_verbs.py` calls.

use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use queens::estimate::MAX_PROBES;
use queens::{Completer, Counter, Estimate, Estimator, Kernel, Method, Options, Progress};
use queens::{SymmetryClasses, known as published};

use crate::arguments::{Natural, Size};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::raise::{Raise, Result};
use crate::wait::wait;

/// Boards up to this size are counted faster than a thread starts.
const BRIEF_COUNT: u32 = 11;

/// Constructions up to this size take less time than starting a thread.
const BRIEF_FIND: u32 = 1 << 14;

/// Options with this number of threads, if it is given.
pub(crate) fn on(threads: Option<Natural>) -> Result<Options<'static>> {
    match threads.map(Natural::size) {
        Some(0) => Err(Raise::input("no threads do no work", "give 1 thread or more")),
        threads => Ok(Options::new().threads(threads.unwrap_or(0))),
    }
}

/// Counts the plain board: total, nodes, method, kernel, threads, seconds.
#[pyfunction]
pub(crate) fn count(
    py: Python<'_>,
    n: Size,
    method: Option<&str>,
    kernel: Option<&str>,
    threads: Option<Natural>,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<(u128, u128, &'static str, &'static str, usize, f64)> {
    let method = method.map(str::parse::<Method>).transpose()?;
    let kernel = kernel.map(str::parse::<Kernel>).transpose()?;
    let counter = Counter::new(n.0).method(method).kernel(kernel);
    let work = move |options: &Options<'_>| {
        let start = Instant::now();
        let report = counter.options(options).run()?;
        Ok::<_, queens::Error>((report, start.elapsed().as_secs_f64()))
    };
    let options = on(threads)?;
    let (report, seconds) = if n.0 <= BRIEF_COUNT && progress.is_none() {
        py.detach(|| work(&options))?
    } else {
        wait(py, options, progress, work)?
    };
    let (method, kernel) = (report.method.name(), report.kernel.name());
    Ok((report.total, report.nodes, method, kernel, report.threads.get(), seconds))
}

/// Counts the completions of a problem.
#[pyfunction]
pub(crate) fn count_problem(
    py: Python<'_>,
    problem: Problem,
    threads: Option<Natural>,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<u128> {
    let count = wait(py, on(threads)?, progress, move |options| {
        Completer::new(&problem.0).options(options).count()
    })?;
    Ok(count.total)
}

/// Counts the placements of every number of queens on a problem: queens, placements, maximal ones.
#[pyfunction]
pub(crate) fn count_partial(
    py: Python<'_>,
    problem: Problem,
    threads: Option<Natural>,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<Vec<(u32, u128, u128)>> {
    let counts = wait(py, on(threads)?, progress, move |options| {
        Completer::new(&problem.0).options(options).count_partial()
    })?;
    Ok(counts.iter().map(|count| (count.queens, count.placements, count.maximal)).collect())
}

/// The solutions of a known total by symmetry: half turn, quarter turn, orbits of 1, 2, 4 and 8,
/// fundamental.
#[pyfunction]
pub(crate) fn classes(
    py: Python<'_>,
    n: Size,
    total: u128,
) -> Result<(u128, u128, [u128; 4], u128)> {
    let work = move |options: &Options<'_>| SymmetryClasses::of(n.0, total, options);
    let classes = if n.0 <= BRIEF_COUNT {
        py.detach(|| work(&Options::new()))?
    } else {
        wait(py, Options::new(), None, work)?
    };
    let orbits = queens::Multiplicity::ALL.map(|multiplicity| classes.orbits(multiplicity));
    Ok((classes.half_turn, classes.quarter_turn, orbits, classes.fundamental()))
}

/// One solution of the plain board: constructed, random from a seed, or the first.
#[pyfunction]
pub(crate) fn find(
    py: Python<'_>,
    n: Size,
    seed: Option<Natural>,
    first: bool,
) -> Result<Option<Placement>> {
    let n = n.0;
    let found = match seed {
        _ if first => {
            let first =
                move |options: &Options<'_>| queens::find::first(n, options, &mut |_, _| ());
            wait(py, Options::new(), None, first)?.placement
        }
        None if n <= BRIEF_FIND => py.detach(|| queens::find(n))?,
        None => wait(py, Options::new(), None, move |_| queens::find(n))?,
        Some(Natural(seed)) => {
            wait(py, Options::new(), None, move |options| queens::find::random(n, seed, options))?
        }
    };
    Ok(found.map(Placement))
}

/// A solution of a problem, or `None` if there is provably none.
#[pyfunction]
pub(crate) fn complete(py: Python<'_>, problem: Problem) -> Result<Option<Placement>> {
    let find = move |options: &Options<'_>| Completer::new(&problem.0).options(options).find();
    Ok(wait(py, Options::new(), None, find)?.placement.map(Placement))
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
) -> Result<(f64, f64, u64, bool)> {
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
    Ok((estimate.mean, estimate.std_error, estimate.probes, estimate.exact))
}

/// The kernels: name, and why it is not available, or none if it is.
#[pyfunction]
pub(crate) fn kernels() -> Vec<(&'static str, Option<&'static str>)> {
    Kernel::ALL.into_iter().map(|kernel| (kernel.name(), kernel.missing())).collect()
}

/// The published values: by the number of the sequence in the OEIS, a dictionary from n.
#[pyfunction]
pub(crate) fn known(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    use published::{FUNDAMENTAL, HALF_TURN, MAXIMAL, NODES, QUARTER_TURN, SUPERQUEENS};
    use published::{TESTS_TO_FIRST, TORUS, TOTAL};

    let all = PyDict::new(py);
    for sequence in [TOTAL, FUNDAMENTAL, HALF_TURN, QUARTER_TURN] {
        all.set_item(sequence.oeis, sequence.iter().into_py_dict(py)?)?;
    }
    for sequence in [NODES, TESTS_TO_FIRST, TORUS, SUPERQUEENS, MAXIMAL] {
        all.set_item(sequence.oeis, sequence.iter().into_py_dict(py)?)?;
    }
    Ok(all)
}
