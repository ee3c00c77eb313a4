//! The classic algorithms.

use std::ops::ControlFlow;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyTuple};
use queens::{Options, Progress, StopFlag};
use queens_gallery::compare::{Cell, Comparison};
use queens_gallery::{About, Counters, Member, Observer, Step};

use crate::arguments::{Natural, Size};
use crate::raise::{ConflictError, Raise, Result};
use crate::show::{names, record};
use crate::wait::wait;

/// The description of each algorithm.
#[pyfunction]
pub(crate) fn gallery_members(py: Python<'_>) -> Result<Vec<Py<PyAny>>> {
    let describe = |member: &Member| {
        let About { name, title, idea, cost, code, test, max_n, articles, .. } = *member.about();
        let (code, articles) = (code.join("\n"), PyTuple::new(py, articles)?);
        record(py, "gallery", "Member", (name, title, idea, cost, code, test, max_n, articles))
    };
    Member::ALL.iter().map(describe).collect()
}

fn break_if(ended: bool) -> ControlFlow<()> {
    if ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Runs an algorithm to its end and counts what it does.
#[pyfunction]
pub(crate) fn gallery_run(py: Python<'_>, name: &str, n: Size) -> Result<Py<PyAny>> {
    let member: Member = name.parse()?;
    let counters = wait(py, Options::new(), None, move |options| {
        let mut counters = Counters::START;
        let count = |step: Step| {
            counters.add(step.event);
            break_if(options.stop_flag().is_raised())
        };
        member.steps(n.0, count).map(|_| counters)
    })?;
    let Counters { nodes, tests, solutions } = counters;
    record(py, "gallery", "Counters", (member.name(), n.0, solutions, nodes, tests))
}

/// Keeps the first solutions of a search, until there are enough or a flag is raised.
struct First<'a> {
    found: Vec<Vec<u32>>,
    limit: usize,
    stop: &'a StopFlag,
}

impl Observer for First<'_> {
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        self.found.push(columns.to_vec());
        break_if(self.found.len() >= self.limit)
    }

    fn step(&mut self, _: impl FnOnce() -> Step) -> ControlFlow<()> {
        break_if(self.stop.is_raised())
    }
}

/// The first solutions that an algorithm finds, in its own order: columns from 0.
#[pyfunction]
pub(crate) fn gallery_solutions(
    py: Python<'_>,
    name: &str,
    n: Size,
    limit: Option<Natural>,
) -> Result<Vec<Vec<u32>>> {
    let member: Member = name.parse()?;
    let limit = limit.map_or(usize::MAX, Natural::size);
    if limit == 0 {
        return Ok(Vec::new());
    }
    wait(py, Options::new(), None, move |options| {
        let mut first = First { found: Vec::new(), limit, stop: options.stop_flag() };
        member.run(n.0, &mut first).map(|_| first.found)
    })
}

/// Measures algorithms side by side. The seconds of a cell that was left out are those predicted.
#[pyfunction]
pub(crate) fn gallery_compare(
    py: Python<'_>,
    names: Vec<String>,
    sizes: Vec<Size>,
    budget: f64,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<Vec<Py<PyAny>>> {
    let members = names.iter().map(|name| name.parse()).collect::<Result<Vec<Member>, _>>()?;
    let sizes: Vec<u32> = sizes.into_iter().map(|n| n.0).collect();
    let budget = Duration::try_from_secs_f64(budget).map_err(|_| {
        Raise::input("the budget is not a length of time", "give seconds such as 2 or 0.5")
    })?;
    let compared = wait(py, Options::new(), progress, move |options| {
        let expected = (members.len() * sizes.len()) as u128;
        let mut done = 0;
        let stop = options.stop_flag();
        let compared = Comparison::measure(&members, &sizes, budget, stop, |_, _| {
            options.note(Progress { done, expected });
            done += 1;
        });
        options.note(Progress { done, expected });
        // If the flag was raised, an exception was raised too.
        compared.map_err(queens::Error::from)
    })?;
    if let Some(what) = compared.disagreement() {
        let advice = "one of them is wrong: please report it, with what you called";
        return Err(Raise::new::<ConflictError>(what, advice));
    }
    let row = |(member, n, cell): (Member, u32, Cell)| {
        let (state, measured, seconds) = match cell {
            Cell::Measured(measured) => ("measured", Some(measured), Some(measured.seconds)),
            Cell::LeftOut(seconds) => ("left_out", None, Some(seconds).filter(|s| s.is_finite())),
            Cell::Stopped => ("stopped", None, None),
            Cell::TooLarge => ("too_large", None, None),
        };
        let solutions = measured.map(|measured| measured.solutions);
        let nodes = measured.map(|measured| measured.counters.nodes);
        let tests = measured.map(|measured| measured.counters.tests);
        let runs = measured.map(|measured| measured.runs);
        let fields = (member.name(), n, state, solutions, nodes, tests, seconds, runs);
        record(py, "gallery", "Measurement", fields)
    };
    compared.cells.into_iter().map(row).collect()
}

/// The steps of a search, made as you ask for them.
#[pyclass(module = "queens_engine._engine")]
#[derive(Debug)]
pub(crate) struct Trace(queens_gallery::Trace);

#[pymethods]
impl Trace {
    #[new]
    fn new(name: &str, n: Size) -> Result<Self> {
        Ok(Self(queens_gallery::Trace::new(name.parse()?, n.0)?))
    }

    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> Result<Option<Py<PyAny>>> {
        let trace = &mut self.0;
        let next = py.detach(|| trace.next());
        let Some(Step { event, square, masks }) = next else { return Ok(None) };
        let Counters { nodes, tests, solutions } = trace.counters();
        let strings = trace.strings().into_iter().map(|string| (string.name, string.digits));
        let masks = masks.map(|_| strings.into_py_dict(py)).transpose()?;
        let (number, event) = (trace.number(), event.name());
        let (line, square) = (trace.line(), square.map(|square| square.to_string()));
        let queens = names(py, trace.placed().iter().copied())?;
        let fields = (number, event, square, queens, line, masks, nodes, tests, solutions);
        record(py, "gallery", "Step", fields).map(Some)
    }
}
