//! The classic algorithms.

use std::ops::ControlFlow;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyTuple};
use queens::{Options, Progress, StopFlag};
use queens_gallery::compare::{Cell, Comparison};
use queens_gallery::{Counters, Member, Observer, Step};

use crate::arguments::{Natural, Size};
use crate::board::{names, record};
use crate::raise::{Class, Raise};
use crate::wait::wait;

/// The description of each algorithm: its fields as a dictionary.
#[pyfunction]
pub(crate) fn gallery_members(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let fields = |member: &Member| {
        let about = member.about();
        let fields = PyDict::new(py);
        fields.set_item("name", about.name)?;
        fields.set_item("title", about.title)?;
        fields.set_item("idea", about.idea)?;
        fields.set_item("cost", about.cost)?;
        fields.set_item("code", about.code.join("\n"))?;
        fields.set_item("test", about.test)?;
        fields.set_item("max_n", about.max_n)?;
        fields.set_item("articles", PyTuple::new(py, about.articles)?)?;
        Ok(fields)
    };
    Member::ALL.iter().map(fields).collect()
}

/// Counts the steps of a search until a flag is raised.
struct Watched<'a> {
    counters: Counters,
    stop: &'a StopFlag,
    found: Option<&'a mut Vec<Vec<u32>>>,
    limit: u64,
}

impl<'a> Watched<'a> {
    fn new(options: &'a Options<'_>, found: Option<&'a mut Vec<Vec<u32>>>, limit: u64) -> Self {
        Self { counters: Counters::START, stop: options.stop_flag(), found, limit }
    }
}

impl Observer for Watched<'_> {
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        if let Some(found) = &mut self.found {
            found.push(columns.to_vec());
        }
        if self.counters.solutions >= self.limit {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn step(&mut self, step: impl FnOnce() -> Step) -> ControlFlow<()> {
        self.counters.add(step().event);
        if self.stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Runs an algorithm to its end and counts what it does.
#[pyfunction]
pub(crate) fn gallery_run<'py>(
    py: Python<'py>,
    name: &str,
    n: Size,
) -> Result<Bound<'py, PyAny>, Raise> {
    let member: Member = name.parse()?;
    let counters = wait(py, Options::new(), None, move |options| {
        let mut watched = Watched::new(options, None, u64::MAX);
        member.run(n.0, &mut watched).map(|_| watched.counters)
    })?;
    let Counters { nodes, tests, solutions } = counters;
    record(py, "gallery", "Counters", (member.name(), n.0, solutions, nodes, tests))
}

/// The first solutions that an algorithm finds, in its own order: columns from 0.
#[pyfunction]
pub(crate) fn gallery_solutions(
    py: Python<'_>,
    name: &str,
    n: Size,
    limit: Option<Natural>,
) -> Result<Vec<Vec<u32>>, Raise> {
    let member: Member = name.parse()?;
    let limit = limit.map_or(u64::MAX, |Natural(limit)| limit);
    if limit == 0 {
        return Ok(Vec::new());
    }
    wait(py, Options::new(), None, move |options| {
        let mut found = Vec::new();
        let mut watched = Watched::new(options, Some(&mut found), limit);
        member.run(n.0, &mut watched).map(|_| found)
    })
}

/// Measures algorithms side by side. The seconds of a cell that was left out are those predicted.
#[pyfunction]
pub(crate) fn gallery_compare<'py>(
    py: Python<'py>,
    names: Vec<String>,
    sizes: Vec<Size>,
    budget: f64,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<Vec<Bound<'py, PyAny>>, Raise> {
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
        return Err(Raise::new(Class::Conflict, what, advice));
    }
    let row = |(member, n, cell): (Member, u32, &Cell)| {
        let (state, measured, seconds) = match *cell {
            Cell::Measured(measured) => ("measured", Some(measured), Some(measured.seconds)),
            Cell::LeftOut(seconds) => ("left_out", None, Some(seconds).filter(|s| s.is_finite())),
            Cell::Stopped => ("stopped", None, None),
            Cell::TooLarge => ("too_large", None, None),
        };
        let solutions = measured.map(|measured| measured.solutions);
        let counters = measured.map(|measured| measured.counters);
        let (nodes, tests) = (counters.map(|all| all.nodes), counters.map(|all| all.tests));
        let runs = measured.map(|measured| measured.runs);
        let fields = (member.name(), n, state, solutions, nodes, tests, seconds, runs);
        record(py, "gallery", "Measurement", fields)
    };
    compared.cells().map(row).collect()
}

/// The steps of a search, made as you ask for them.
#[pyclass(module = "queens_engine._engine")]
#[derive(Debug)]
pub(crate) struct Trace(queens_gallery::Trace);

#[pymethods]
impl Trace {
    #[new]
    fn new(name: &str, n: Size) -> Result<Self, Raise> {
        Ok(Self(queens_gallery::Trace::new(name.parse()?, n.0)?))
    }

    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> Result<Option<Bound<'py, PyAny>>, Raise> {
        let trace = &mut self.0;
        let next = py.detach(|| trace.next());
        let Some(Step { event, square, line, masks }) = next else { return Ok(None) };
        let Counters { nodes, tests, solutions } = trace.counters();
        let strings = trace.strings().into_iter().map(|string| (string.name, string.digits));
        let masks = masks.map(|_| strings.into_py_dict(py)).transpose()?;
        let (number, event) = (trace.number(), event.name());
        let square = square.map(|square| square.to_string());
        let queens = names(py, trace.placed().iter().copied())?;
        let fields = (number, event, square, queens, line, masks, nodes, tests, solutions);
        record(py, "gallery", "Step", fields).map(Some)
    }
}
