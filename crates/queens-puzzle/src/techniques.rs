//! What a person does: a ladder of techniques, each a function that finds all it can in a position.
//!
//! None of them guesses what the solution is, and none knows that there is just one. Each of them finds at least
//! as much when more squares are crossed out. So the techniques that a puzzle needs do not depend on the order in
//! which their conclusions are drawn.

mod assumption;
mod groups;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use assumption::{Link, Refutation};
use queens::board::{Cells, Lines};
use serde::{Deserialize, Serialize};

use crate::state::State;

/// A technique, from the simplest to the last resort.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Technique {
    /// A queen closes its row, its column, its region and the squares it touches.
    Neighbors,
    /// The last open square of a row, column or region takes its queen.
    LastSquare,
    /// A region is left in one row or column, or a row or column in one region: the rest of the other is closed.
    Inside,
    /// Two regions within two rows or columns, or the converse; or two rows within two columns.
    Pairs,
    /// A queen on the square would leave some row, column or region without an open square.
    Starved,
    /// As pairs, with three lines or more.
    Groups,
    /// A queen on the square, and last squares alone, lead to a contradiction.
    Assumption,
    /// A queen on the square leads to a contradiction with the help of further assumptions, one at a time.
    TwoAssumptions,
    /// None of these helps: the queen is found by a search.
    Search,
}

queens::named!(Technique {
    Neighbors "neighbors of a queen"
    LastSquare "last square"
    Inside "inside one line"
    Pairs "pairs"
    Starved "starved line"
    Groups "groups"
    Assumption "assumption"
    TwoAssumptions "two assumptions"
    Search "search"
});

impl Technique {
    /// All that the technique concludes from a position. A search is not made here.
    pub(crate) fn find<const K: usize>(
        self,
        board: &Lines<K>,
        state: &State<K>,
    ) -> Vec<Deduction<K>> {
        match self {
            Self::Neighbors => neighbors(board, state),
            Self::LastSquare => last_square(board, state),
            Self::Inside => groups::inside(board, state),
            Self::Pairs => groups::pairs(board, state),
            Self::Starved => starved(board, state),
            Self::Groups => groups::groups(board, state),
            Self::Assumption => assumption::one(board, state),
            Self::TwoAssumptions => assumption::two(board, state),
            Self::Search => Vec::new(),
        }
    }
}

/// What a technique concludes, and why.
#[derive(Clone, Debug)]
pub(crate) struct Deduction<const K: usize> {
    pub(crate) queens: Cells<K>,
    pub(crate) crosses: Cells<K>,
    pub(crate) reason: Reason,
    /// Of several deductions by one technique, the one with the least effort is shown first.
    pub(crate) effort: u32,
}

impl<const K: usize> Deduction<K> {
    /// Squares that are crossed out, if there are any.
    fn crosses(crosses: Cells<K>, reason: Reason, effort: u32) -> Option<Self> {
        (!crosses.is_empty()).then_some(Self { queens: Cells::EMPTY, crosses, reason, effort })
    }

    pub(crate) fn apply(&self, board: &Lines<K>, state: &mut State<K>) {
        self.queens.iter().for_each(|queen| state.place(board, queen));
        state.open = state.open.without(&self.crosses);
    }
}

/// Why squares are decided.
#[derive(Clone, Debug)]
pub(crate) enum Reason {
    /// The queen closes them.
    Queen(usize),
    /// It is the last open square of the line.
    Last(usize),
    /// The open squares of the lines in the first set lie within as many lines, the second set.
    Within(u128, u128),
    /// A queen there would leave this line without an open square.
    Starves(usize),
    /// A queen there leads to a contradiction.
    Refuted(usize, Refutation),
    /// A search found them.
    Search,
}

fn neighbors<const K: usize>(board: &Lines<K>, state: &State<K>) -> Vec<Deduction<K>> {
    let closed = |queen: usize| {
        let crosses = state.open.and(&board.closed_by(queen));
        Deduction::crosses(crosses, Reason::Queen(queen), 0)
    };
    state.queens.iter().filter_map(closed).collect()
}

fn last_square<const K: usize>(board: &Lines<K>, state: &State<K>) -> Vec<Deduction<K>> {
    let last = |line: usize| {
        let (queens, crosses) = (state.line(board, line), Cells::EMPTY);
        let deduction = Deduction { queens, crosses, reason: Reason::Last(line), effort: 0 };
        (queens.count() == 1).then_some(deduction)
    };
    state.empty_lines().filter_map(last).collect()
}

/// A queen closes some squares. If these are all open squares of another line, it cannot stand there.
fn starved<const K: usize>(board: &Lines<K>, state: &State<K>) -> Vec<Deduction<K>> {
    let starving = |line: usize| {
        let open = state.line(board, line);
        let all = |crosses: Cells<K>, index: usize| {
            let mut crosses = crosses.and(&board.closed_by(index));
            crosses.remove(index);
            (!crosses.is_empty()).then_some(crosses)
        };
        let crosses = open.iter().try_fold(state.open, all)?;
        Deduction::crosses(crosses, Reason::Starves(line), open.count())
            .filter(|_| !open.is_empty())
    };
    state.empty_lines().filter_map(starving).collect()
}
