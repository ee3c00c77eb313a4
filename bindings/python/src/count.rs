//! Counting.

use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use queens::{Completer, Counter, Kernel, Method, Options, SymmetryClasses, known as published};

use crate::arguments::{Natural, Size};
use crate::board::Problem;
use crate::raise::Raise;
use crate::wait::wait;

/// Boards up to this size are counted faster than a thread starts.
const BRIEF_N: u32 = 11;

/// Options with this number of threads, if it is given.
pub(crate) fn on(threads: Option<Natural>) -> Result<Options<'static>, Raise> {
    match threads.map(Natural::size) {
        Some(0) => Err(Raise::input("no threads do no work", "give 1 thread or more")),
        threads => Ok(Options::new().threads(threads.unwrap_or(0))),
    }
}

/// The kernel of this name, if one is given.
pub(crate) fn kernel(name: Option<&str>) -> Result<Option<Kernel>, Raise> {
    Ok(name.map(str::parse::<Kernel>).transpose()?)
}

/// Counts the plain board: total, nodes, method, backend, threads, seconds.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "a tuple that Python takes apart at once")]
pub(crate) fn count(
    py: Python<'_>,
    n: Size,
    method: Option<&str>,
    backend: Option<&str>,
    threads: Option<Natural>,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<(u128, u128, &'static str, &'static str, usize, f64), Raise> {
    let mut counter = Counter::new(n.0);
    if let Some(name) = method {
        counter = counter.method(name.parse::<Method>()?);
    }
    if let Some(kernel) = kernel(backend)? {
        counter = counter.kernel(kernel);
    }
    let work = move |options: &Options<'_>| {
        let start = Instant::now();
        let report = counter.options(options).run()?;
        Ok::<_, queens::Error>((report, start.elapsed().as_secs_f64()))
    };
    let options = on(threads)?;
    let (report, seconds) = if n.0 <= BRIEF_N && progress.is_none() {
        py.detach(|| work(&options))?
    } else {
        wait(py, options, progress, work)?
    };
    let (method, backend) = (report.method.name(), report.kernel.name());
    Ok((report.total, report.nodes, method, backend, report.threads.get(), seconds))
}

/// Counts the completions of a problem: total, nodes.
#[pyfunction]
pub(crate) fn count_problem(
    py: Python<'_>,
    problem: &Bound<'_, Problem>,
    threads: Option<Natural>,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<(u128, u128), Raise> {
    let problem = problem.get().0.clone();
    let count = wait(py, on(threads)?, progress, move |options| {
        Completer::new(&problem).options(options).count()
    })?;
    Ok((count.total, count.nodes))
}

/// Counts the placements of every number of queens on a problem: queens, placements, maximal ones.
#[pyfunction]
pub(crate) fn count_partial(
    py: Python<'_>,
    problem: &Bound<'_, Problem>,
    threads: Option<Natural>,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<Vec<(u32, u128, u128)>, Raise> {
    let problem = problem.get().0.clone();
    let counts = wait(py, on(threads)?, progress, move |options| {
        Completer::new(&problem).options(options).count_partial()
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
) -> Result<(u128, u128, [u128; 4], u128), Raise> {
    let work = move |options: &Options<'_>| SymmetryClasses::of(n.0, total, options);
    let classes = if n.0 <= BRIEF_N {
        py.detach(|| work(&Options::new()))?
    } else {
        wait(py, Options::new(), None, work)?
    };
    let orbits = queens::Multiplicity::ALL.map(|multiplicity| classes.orbits(multiplicity));
    Ok((classes.half_turn, classes.quarter_turn, orbits, classes.fundamental()))
}

/// The backends: name, and why it is not available, or none if it is.
#[pyfunction]
pub(crate) fn backends() -> Vec<(&'static str, Option<&'static str>)> {
    Kernel::ALL.into_iter().map(|kernel| (kernel.name(), kernel.missing())).collect()
}

/// The published values: by the number of the sequence in the OEIS, a dictionary from n.
#[pyfunction]
pub(crate) fn known(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    use published::{FUNDAMENTAL, HALF_TURN, MAXIMAL, NODES, QUARTER_TURN, SUPERQUEENS};
    use published::{TESTS_TO_FIRST, TORUS, TOTAL};

    let all = PyDict::new(py);
    for sequence in [TOTAL, FUNDAMENTAL, HALF_TURN, QUARTER_TURN] {
        all.set_item(sequence.oeis, values(py, &sequence)?)?;
    }
    for sequence in [NODES, TESTS_TO_FIRST, TORUS, SUPERQUEENS, MAXIMAL] {
        all.set_item(sequence.oeis, values(py, &sequence)?)?;
    }
    Ok(all)
}

fn values<'py, T: Copy + IntoPyObject<'py>>(
    py: Python<'py>,
    sequence: &published::Sequence<T>,
) -> PyResult<Bound<'py, PyDict>> {
    sequence.iter().into_py_dict(py)
}
