//! Positions of the plain board without closed squares: the free lines in four words.

#![allow(clippy::inline_always, reason = "what is not inlined is compiled without popcnt")]

use super::position::{Position, Settled};
use super::word::Word;
use crate::board::Square;

/// The free rows, columns and diagonals of a board up to n = 64.
///
/// Where nothing but queens closes squares, these tell the open squares of every line. A position is
/// copied in a few instructions, where a [`Table`](super::table::Table) copies and changes 2n words. But a
/// single square cannot be closed in it: so a line once taken is taken again until its squares are tried.
#[derive(Clone, Debug)]
pub(crate) struct Masks {
    n: u32,
    /// The current position is the last; there is always one.
    positions: Vec<Lines>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    pub(super) rows: u64,
    pub(super) columns: u64,
    /// By `row + column`.
    pub(super) anti: u128,
    /// By `column - row + n - 1`.
    pub(super) diag: u128,
    /// The queen with which this position differs from the one below.
    pub(super) queen: Option<Square>,
    /// The line taken and its squares not yet tried.
    taken: Option<(usize, u64)>,
}

impl Lines {
    #[inline(always)]
    pub(super) fn row(self, n: u32, row: u32) -> u64 {
        self.columns & window(self.anti, row) & window(self.diag, n - 1 - row)
    }

    #[inline(always)]
    fn with_queen(self, n: u32, queen: Square) -> Self {
        let Square { row, column } = queen;
        Self {
            rows: self.rows & !(1 << row),
            columns: self.columns & !(1 << column),
            anti: self.anti & !(1 << (row + column)),
            diag: self.diag & !(1 << (column + n - 1 - row)),
            queen: Some(queen),
            taken: None,
        }
    }

    /// The row or column with the fewest open squares, and these.
    #[inline(always)]
    fn tightest(self, n: u32) -> (usize, u64) {
        let mut tightest = (0, 0);
        let mut fewest = u32::MAX;
        for row in self.rows.squares() {
            let open = self.row(n, row);
            let count = open.count_ones();
            if count < fewest {
                (tightest, fewest) = ((row as usize, open), count);
                if count == 0 {
                    return tightest;
                }
            }
        }
        // By `row - column + n - 1`, so that the squares of a column are a window, too.
        let reversed = self.diag.reverse_bits() >> (129 - 2 * n);
        for column in self.columns.squares() {
            let open = self.rows & window(self.anti, column) & window(reversed, n - 1 - column);
            let count = open.count_ones();
            if count < fewest {
                (tightest, fewest) = (((n + column) as usize, open), count);
                if count == 0 {
                    return tightest;
                }
            }
        }
        tightest
    }
}

impl Masks {
    pub(crate) fn new(n: u32) -> Self {
        let lines = u64::MAX.checked_shr(64 - n).unwrap_or(0);
        let all = u128::MAX >> (129 - 2 * n.max(1));
        let (rows, columns, anti, diag) = (lines, lines, all, all);
        Self { n, positions: vec![Lines { rows, columns, anti, diag, queen: None, taken: None }] }
    }

    /// The open squares of a row.
    pub(crate) fn row(&self, row: u32) -> impl Iterator<Item = Square> + use<> {
        self.lines().row(self.n, row).squares().map(move |column| Square { row, column })
    }

    #[inline(always)]
    pub(super) fn lines(&self) -> &Lines {
        self.positions.last().expect("there is always one")
    }

    #[inline(always)]
    pub(super) fn lines_mut(&mut self) -> &mut Lines {
        self.positions.last_mut().expect("there is always one")
    }
}

impl Position for Masks {
    type Word = u64;

    fn clear(&mut self) {
        *self = Self::new(self.n);
    }

    fn queens(&self) -> Vec<Square> {
        self.positions.iter().filter_map(|lines| lines.queen).collect()
    }

    #[inline(always)]
    fn depth(&self) -> usize {
        self.positions.len() - 1
    }

    #[inline(always)]
    fn open(&self, line: usize) -> u64 {
        let (taken, open) = self.lines().taken.expect("the position is settled");
        debug_assert_eq!(line, taken, "only the line taken is asked for");
        open
    }

    #[inline(always)]
    fn size(&self) -> u32 {
        self.n
    }

    #[inline(always)]
    fn settle(&mut self) -> Settled {
        let n = self.n;
        let lines = self.lines_mut();
        if lines.rows == 0 {
            return Settled::Solved;
        }
        let (line, open) = match lines.taken {
            Some(taken) => taken,
            None => lines.tightest(n),
        };
        lines.taken = Some((line, open));
        if open == 0 { Settled::Dead } else { Settled::Open(line) }
    }

    #[inline(always)]
    fn push(&mut self) {
        self.positions.push(Lines { queen: None, ..*self.lines() });
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Square> {
        self.positions.pop().and_then(|lines| lines.queen)
    }

    #[inline(always)]
    fn place(&mut self, queen: Square) {
        *self.lines_mut() = self.lines().with_queen(self.n, queen);
    }

    #[inline(always)]
    fn choose(&mut self, queen: Square) {
        self.positions.push(self.lines().with_queen(self.n, queen));
    }

    #[inline(always)]
    fn close(&mut self, square: Square) {
        let n = self.n as usize;
        if let Some((line, open)) = &mut self.lines_mut().taken {
            *open &= !(1 << if *line < n { square.column } else { square.row });
        }
    }
}

/// The 64 bits of a word from this one on, at most 63.
#[inline(always)]
fn window(lines: u128, from: u32) -> u64 {
    let (low, high) = (lines as u64, (lines >> 64) as u64);
    low >> (from & 63) | (high << 1) << (!from & 63)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::squares;
    use crate::random::Random;

    /// The tightest line and its open squares, by the definition of an attack, down to the last queen that fits.
    #[test]
    fn the_tightest_line_is_that_of_the_board() {
        let mut random = Random::new(1);
        for n in [1, 2, 8, 31, 32, 33, 40, 63, 64] {
            let mut masks = Masks::new(n);
            loop {
                let queens = masks.queens();
                let open: Vec<Square> = squares(n)
                    .filter(|&at| !queens.iter().any(|&queen| queen == at || queen.attacks(at)))
                    .collect();
                let on = |line: usize| {
                    let line = line as u32;
                    let holds = move |at: &&Square| at.row == line || n + at.column == line;
                    open.iter().filter(holds).copied()
                };
                for row in masks.lines().rows.squares() {
                    assert!(masks.row(row).eq(on(row as usize)), "n = {n}, {queens:?}");
                }
                let lines = masks.lines().rows.squares();
                let columns = masks.lines().columns.squares().map(|column| n + column);
                let fewest = lines.chain(columns).map(|line| on(line as usize).count()).min();
                let Settled::Open(line) = masks.settle() else {
                    assert!(fewest.is_none_or(|fewest| fewest == 0), "n = {n}, {queens:?}");
                    break;
                };
                let tightest: Vec<Square> = on(line).collect();
                assert_eq!(Some(tightest.len()), fewest, "n = {n}, {queens:?}");
                let found = masks.open(line).squares().map(|at| masks.square(line, at));
                assert!(found.eq(tightest.iter().copied()), "n = {n}, {queens:?}");
                masks.choose(tightest[random.below(tightest.len() as u32) as usize]);
            }
        }
    }
}
