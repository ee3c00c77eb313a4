//! A puzzle being solved: which squares are still open, which lines want a queen.

use queens::board::{Cells, Lines};

use crate::puzzle::Puzzle;

/// A position. Squares are open, or hold a queen, or are crossed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State<const K: usize> {
    pub(crate) open: Cells<K>,
    pub(crate) queens: Cells<K>,
    /// A bit for each line without a queen.
    pub(crate) empty: u128,
}

impl<const K: usize> State<K> {
    /// The position without a mark.
    pub(crate) fn bare(lines: &Lines<K>) -> Self {
        let open = (0..lines.n()).fold(Cells::EMPTY, |all, row| all.or(lines.squares(row)));
        Self { open, queens: Cells::EMPTY, empty: u128::MAX >> (128 - 3 * lines.n()) }
    }

    /// The position that a puzzle begins with, before anything is concluded from its queens.
    pub(crate) fn start(lines: &Lines<K>, puzzle: &Puzzle) -> Self {
        let mut state = Self::bare(lines);
        puzzle.crosses().for_each(|square| state.open.remove(lines.number(square)));
        puzzle.queens().for_each(|square| state.place(lines, lines.number(square)));
        state
    }

    /// Places a queen, and crosses nothing out.
    #[inline]
    pub(crate) fn place(&mut self, board: &Lines<K>, index: usize) {
        self.open.remove(index);
        self.queens.insert(index);
        for line in board.lines_of(index) {
            self.empty &= !(1 << line);
        }
    }

    /// Places a queen, and crosses out what it closes.
    #[inline]
    pub(crate) fn place_and_close(&mut self, board: &Lines<K>, index: usize) {
        self.place(board, index);
        self.open = self.open.without(&board.closed_by(index));
    }

    /// The open squares of a line.
    #[inline]
    pub(crate) fn line(&self, board: &Lines<K>, line: usize) -> Cells<K> {
        self.open.and(board.squares(line))
    }

    #[inline]
    pub(crate) fn empty_lines(&self) -> impl Iterator<Item = usize> + use<K> {
        bits(self.empty)
    }

    /// A line without a queen or an open square: a proof that there is no solution.
    #[inline]
    pub(crate) fn dead_line(&self, board: &Lines<K>) -> Option<usize> {
        self.empty_lines().find(|&line| self.line(board, line).is_empty())
    }
}

/// The bits that are set, from the lowest.
#[inline]
pub(crate) fn bits(mut word: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}
