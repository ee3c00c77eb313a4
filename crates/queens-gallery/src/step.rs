//! What a search reports while it runs: its steps, its solutions, its counters.

use std::ops::ControlFlow;

use queens::Square;

/// What happened in a [`Step`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A square, or a whole board where the step has no square, is looked at.
    Try,
    /// What was tried last cannot stand.
    Reject,
    /// A queen is put down.
    Place,
    /// The queen put down last is taken away.
    Remove,
    /// The queens on the board solve the problem.
    Solution,
}

queens::named!(Event {
    Try "try"
    Reject "reject"
    Place "place"
    Remove "remove"
    Solution "solution"
});

/// The bit strings of a bitwise algorithm, as it holds them at a step.
///
/// Written with n digits they lie under the board's columns: the leftmost column is the highest
/// bit, n - 1, as in the articles. What a set bit means is the algorithm's own affair: an attacked
/// square in `bitwise` and `mirror`, a square not attacked in `flipped`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Masks {
    /// The columns that hold a queen.
    pub cols: u32,
    /// The squares of this row on a diagonal that runs down to the right from a queen above.
    pub ld: u32,
    /// The squares of this row on a diagonal that runs down to the left from a queen above.
    pub rd: u32,
    /// The columns of this row where a queen may stand and has not been tried yet. Always a set
    /// bit for a free column.
    pub free: u32,
    /// The isolated bit: the column being tried, or 0.
    pub bit: u32,
    /// The columns left out of this row because their mirror images are searched, in `mirror` only.
    pub excl: Option<u32>,
}

/// One step of a search.
///
/// Queens come and go in order, last in, first out: a viewer that keeps a stack of squares can
/// follow the steps forwards and backwards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// What happened.
    pub event: Event,
    /// The square it happened on; none where a whole board is meant.
    pub square: Option<Square>,
    /// The bit strings, if the algorithm has any.
    pub masks: Option<Masks>,
}

/// Follows a search, and may stop it.
///
/// The searches are generic over their observer. One that ignores the steps costs nothing: the
/// closure that would make the step is never called, and the compiler removes it.
///
/// ```
/// use std::ops::ControlFlow;
/// use queens_gallery::{Event, Member, Observer, Step};
///
/// /// Counts the squares rejected before the first solution.
/// struct Rejected(u32);
///
/// impl Observer for Rejected {
///     fn solution(&mut self, _: &[u32]) -> ControlFlow<()> {
///         ControlFlow::Break(())
///     }
///
///     fn step(&mut self, step: impl FnOnce() -> Step) -> ControlFlow<()> {
///         self.0 += u32::from(step().event == Event::Reject);
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut rejected = Rejected(0);
/// assert!(Member::BacktrackScan.run(8, &mut rejected)?.is_break());
/// assert_eq!(rejected.0, 763);
/// # Ok::<_, queens::Error>(())
/// ```
pub trait Observer {
    /// Hears of a solution: the column of the queen of each row, from 0.
    ///
    /// `ControlFlow::Break` ends the search.
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()>;

    /// Hears of a step, if it cares to call `step`.
    ///
    /// `ControlFlow::Break` ends the search.
    #[inline]
    fn step(&mut self, step: impl FnOnce() -> Step) -> ControlFlow<()> {
        let _ = step;
        ControlFlow::Continue(())
    }
}

/// A closure over solutions is an observer that ignores the steps.
impl<F: FnMut(&[u32]) -> ControlFlow<()>> Observer for F {
    #[inline]
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        self(columns)
    }
}

/// A closure over steps is an observer that ignores the solutions.
pub(crate) struct Steps<F>(pub(crate) F);

impl<F: FnMut(Step) -> ControlFlow<()>> Observer for Steps<F> {
    fn solution(&mut self, _: &[u32]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline]
    fn step(&mut self, step: impl FnOnce() -> Step) -> ControlFlow<()> {
        (self.0)(step())
    }
}

/// What a search did, in numbers whose meaning is the same for every algorithm.
///
/// The tree of plain backtracking on 8 rows has 2057 nodes (OEIS A319283), whatever the test that
/// each of its squares goes through.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Counters {
    /// Boards held: the empty one, and one for each time a queen was put down. For a backtracking
    /// search these are the legal partial placements it visits.
    pub nodes: u64,
    /// Questions asked: squares looked at, or whole boards where the algorithm tests only whole
    /// boards.
    pub tests: u64,
    /// Solutions found.
    pub solutions: u64,
}

impl Counters {
    /// The counters before the first step: the empty board is held.
    pub const START: Self = Self { nodes: 1, tests: 0, solutions: 0 };

    /// Adds a step that happens.
    pub fn add(&mut self, event: Event) {
        if let Some(counter) = self.counter(event) {
            *counter += 1;
        }
    }

    /// What counts the event, if anything does.
    pub(crate) fn counter(&mut self, event: Event) -> Option<&mut u64> {
        match event {
            Event::Try => Some(&mut self.tests),
            Event::Place => Some(&mut self.nodes),
            Event::Solution => Some(&mut self.solutions),
            Event::Reject | Event::Remove => None,
        }
    }
}
