//! All solutions, found as you ask for them.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use queens::{Completer, Completions, Options, StopFlag};

use crate::arguments::{Natural, Size};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::raise::{QueensError, Raise, Result};
use crate::show::array;
use crate::wait::wait;

/// Steps of the list between two looks at the clock, where no solution is near: some ten microseconds.
const STEPS: u64 = 1 << 12;

/// The time that a search may take before signals are looked at and what it has found is handed out.
const PAUSE: Duration = Duration::from_millis(10);

/// Solutions that are found ahead, at most: enough to spare a release of the lock for each.
const AHEAD: usize = 256;

/// The solutions of a board in lexicographic order, each found when you ask for it, or up to 256 ahead.
///
/// Made by `solutions`. An iterator of `Placement`; `array` takes many at once.
#[pyclass(module = "queens_engine")]
#[derive(Debug)]
pub(crate) struct Solutions {
    n: u32,
    source: Source,
    /// Whether solutions that are not the first of their orbit are skipped.
    fundamental: bool,
    ready: VecDeque<queens::Placement>,
    /// How many to find ahead next time: only one at first, so that the first one comes at once.
    want: usize,
}

#[derive(Debug)]
enum Source {
    /// The plain board: a search that can be left at any step.
    List(Box<queens::Solutions>),
    /// Any problem: a search that looks ahead and cannot. None once it was interrupted.
    Completions { list: Option<Completions>, stop: StopFlag },
}

#[pymethods]
impl Solutions {
    /// The solutions of the plain board, or of a problem.
    #[staticmethod]
    fn _of(n: Option<Size>, problem: Option<&Problem>, fundamental: bool) -> Result<Self> {
        let (n, source) = match (n, problem) {
            (Some(Size(n)), None) => (n, Source::List(Box::new(queens::solutions(n)?))),
            (None, Some(Problem(problem))) => {
                let stop = StopFlag::new();
                let list = Completer::new(problem).options(&Options::new().stop(&stop)).list()?;
                (problem.n(), Source::Completions { list: Some(list), stop })
            }
            _ => return Err(Raise::input("a size or a problem is needed", "give one of the two")),
        };
        Ok(Self { n, source, fundamental, ready: VecDeque::new(), want: 1 })
    }

    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> Result<Option<Placement>> {
        if self.ready.is_empty() {
            self.refill(py, AHEAD)?;
        }
        Ok(self.ready.pop_front().map(Placement))
    }

    /// The next `rows` solutions, or all that are left, as an array of NumPy: a solution a row, int8, the
    /// column of each queen counted from 0. Fewer rows, or none, when there are no more. If it is interrupted,
    /// the solutions that it had taken are lost.
    ///
    /// >>> from queens_engine import solutions
    /// >>> solutions(6).array()
    /// array([[1, 3, 5, 0, 2, 4],
    ///        [2, 5, 1, 4, 0, 3],
    ///        [3, 0, 4, 1, 5, 2],
    ///        [4, 2, 0, 5, 3, 1]], dtype=int8)
    #[pyo3(signature = (rows = None))]
    fn array(&mut self, py: Python<'_>, rows: Option<Natural>) -> Result<Py<PyAny>> {
        // Without NumPy nothing should be lost.
        py.import("numpy")?;
        let rows = rows.map_or(usize::MAX, Natural::size);
        let mut bytes = Vec::new();
        let mut taken = 0;
        while taken < rows {
            if self.ready.is_empty() {
                self.refill(py, 16 * AHEAD)?;
            }
            let Some(placement) = self.ready.pop_front() else { break };
            bytes.extend(placement.columns().iter().map(|&column| column as u8));
            taken += 1;
        }
        Ok(array(py, &bytes, "i1", (taken, self.n))?)
    }
}

impl Solutions {
    /// Finds at least one more solution, if there is any, and at most as many as wanted.
    fn refill(&mut self, py: Python<'_>, most: usize) -> Result<()> {
        let (want, fundamental) = (self.want.min(most), self.fundamental);
        let ready = &mut self.ready;
        let mut ended = false;
        while ready.is_empty() && !ended {
            let start = Instant::now();
            match &mut self.source {
                Source::List(list) => {
                    ended = py.detach(|| {
                        while ready.len() < want && start.elapsed() < PAUSE {
                            match list.next_within(STEPS) {
                                ControlFlow::Break(Some(found)) => {
                                    if !fundamental || found.is_canonical() {
                                        ready.push_back(found);
                                    }
                                }
                                ControlFlow::Break(None) => return true,
                                ControlFlow::Continue(()) => {}
                            }
                        }
                        false
                    });
                }
                Source::Completions { list, stop } => {
                    let mut steps = list.take().ok_or_else(|| {
                        Raise::new::<QueensError>(
                            "the list was interrupted and cannot go on",
                            "list the problem again; it begins with the first solution",
                        )
                    })?;
                    let (steps, found) = wait(py, Options::new().stop(stop), None, move |_| {
                        let mut found = Vec::new();
                        // What stops it has raised an exception.
                        while let Some(Ok(placement)) = steps.next() {
                            found.push(placement);
                            if found.len() == want || start.elapsed() >= PAUSE {
                                break;
                            }
                        }
                        Ok::<_, Raise>((steps, found))
                    })?;
                    *list = Some(steps);
                    ended = found.is_empty();
                    ready.extend(found);
                }
            }
            // Where solutions are near each other, none is waited for.
            py.check_signals()?;
        }
        self.want = (2 * self.want).min(most);
        Ok(())
    }
}
