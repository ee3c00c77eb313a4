//! What a search works on.

#![allow(clippy::inline_always, reason = "what is not inlined is compiled without popcnt")]

use crate::board::Square;
use crate::board::placement::Placement;
use crate::board::problem::Problem;
use crate::random::Random;
use crate::sets::Word;

/// A board on which a search places queens: a stack of positions, of which the top one is current.
///
/// Lines are the rows from 0 to n - 1, then the columns from n on, then the regions if there are any.
pub(crate) trait Position: Clone + Send + Sync {
    /// Starts again with a position without queens, the fixed ones of a problem included.
    fn clear(&mut self);

    fn queens(&self) -> Vec<Square>;

    /// The queens of the current position, which is solved.
    fn placement(&self) -> Placement {
        Placement::of_queens(self.n(), self.queens())
    }

    /// The positions below the current one.
    fn depth(&self) -> usize;

    fn n(&self) -> u32;

    /// The open squares of a line.
    fn squares(&self, line: usize) -> impl Iterator<Item = Square>;

    /// The square of an open line with which a search for one solution begins.
    fn promising(&self, line: usize, random: &mut Random) -> Square;

    /// Closes squares that no solution uses. Returns `false` if the position has no solution. A search calls
    /// this for every queen that it places.
    #[inline(always)]
    fn prune(&mut self) -> bool {
        true
    }

    /// Looks for the tightest line. May place queens that have no choice.
    fn settle(&mut self) -> Settled;

    /// Puts a copy of the current position on top of it.
    fn push(&mut self);

    /// Drops the current position, and returns the first queen that was placed in it.
    fn pop(&mut self) -> Option<Square>;

    fn place(&mut self, queen: Square);

    /// Puts a position with one more queen on top of the current one.
    #[inline(always)]
    fn choose(&mut self, queen: Square) {
        self.push();
        self.place(queen);
    }

    /// Closes a square of the line that [`Position::settle`] returned.
    fn close(&mut self, square: Square);
}

/// The squares of a line that is no region, whose places are these bits.
#[inline(always)]
pub(super) fn squares_of(n: u32, line: usize, open: impl Word) -> impl Iterator<Item = Square> {
    open.members().map(move |at| match (line as u32).checked_sub(n) {
        None => Square { row: line as u32, column: at },
        Some(column) => Square { row: at, column },
    })
}

/// A position of a problem, for all that completes boards.
pub(crate) trait Complete: Position + 'static {
    /// The position that the problem begins with, its fixed queens placed.
    fn new(problem: &Problem) -> Self;

    /// The order in which equally tight lines are taken.
    fn order(&mut self) -> &mut Order;

    /// The number of rows without a queen.
    fn missing(&self) -> usize;

    /// The first open square of the first row without a queen.
    fn first_open(&self) -> Option<Square>;
}

/// An order of lines.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(super) lines: Vec<usize>,
    /// By line, its place in the order.
    pub(super) places: Vec<u32>,
}

impl Order {
    pub(super) fn new(lines: Vec<usize>) -> Self {
        let mut places = vec![0; lines.len()];
        for (place, &line) in (0..).zip(&lines) {
            places[line] = place;
        }
        Self { lines, places }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Settled {
    /// It has no solution.
    Dead,
    /// All queens are placed.
    Solved,
    /// No line has fewer open squares than this one.
    Open(usize),
}
