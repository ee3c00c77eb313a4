//! Positions of the plain board without closed squares: the free lines in four words.

#![allow(clippy::inline_always, reason = "what is not inlined is compiled without popcnt")]

use super::bound::{Nearest, SCALE};
use super::position::{Position, Settled, squares_of};
use crate::board::Square;
use crate::random::Random;
use crate::sets::Word;

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
    /// By the number of queens placed.
    missing: Vec<Missing>,
}

#[derive(Clone, Copy, Debug)]
struct Lines {
    rows: u64,
    columns: u64,
    /// By `row + column`.
    anti: u128,
    /// By `column - row + n - 1`.
    diag: u128,
    /// The queen with which this position differs from the one below.
    queen: Option<Square>,
    /// The line taken and its squares not yet tried.
    taken: Option<(usize, u64)>,
}

/// What is known of the missing queens.
#[derive(Clone, Copy, Debug)]
struct Missing {
    /// The sums of `row + column - (n - 1)` and of `column - row`.
    sums: [i32; 2],
    /// The sum of the squares of both.
    squares: i32,
    /// Where to look for the least sums of squares.
    nearest: [Nearest; 2],
}

/// Missing queens at which [`Masks::prune`] is worth its price: nearer the leaves a node costs less.
const MIN_MISSING: i32 = 12;

impl Lines {
    /// The empty board.
    fn new(n: u32) -> Self {
        let lines = u64::ones(n);
        let all = u128::MAX >> (129 - 2 * n.max(1));
        Self { rows: lines, columns: lines, anti: all, diag: all, queen: None, taken: None }
    }

    #[inline(always)]
    fn row(self, n: u32, row: u32) -> u64 {
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
        for row in self.rows.members() {
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
        for column in self.columns.members() {
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
        let edge = n as i32 - 1;
        // The sum of 2 (line - edge / 2)^2 over all rows and all columns.
        let squares = (0..n as i32).map(|line| (2 * line - edge).pow(2)).sum();
        let all = Missing { sums: [0; 2], squares, nearest: [Nearest::new(n); 2] };
        Self { n, positions: vec![Lines::new(n)], missing: vec![all; n as usize + 1] }
    }

    /// The open squares of a row.
    pub(crate) fn row(&self, row: u32) -> impl Iterator<Item = Square> + use<> {
        self.lines().row(self.n, row).members().map(move |column| Square { row, column })
    }

    #[inline(always)]
    fn lines(&self) -> &Lines {
        self.positions.last().expect("there is always one")
    }

    #[inline(always)]
    fn lines_mut(&mut self) -> &mut Lines {
        self.positions.last_mut().expect("there is always one")
    }
}

impl Position for Masks {
    fn clear(&mut self) {
        self.positions.clear();
        self.positions.push(Lines::new(self.n));
    }

    fn queens(&self) -> Vec<Square> {
        self.positions.iter().filter_map(|lines| lines.queen).collect()
    }

    #[inline(always)]
    fn depth(&self) -> usize {
        self.positions.len() - 1
    }

    #[inline(always)]
    fn n(&self) -> u32 {
        self.n
    }

    #[inline(always)]
    fn squares(&self, line: usize) -> impl Iterator<Item = Square> {
        let (taken, open) = self.lines().taken.expect("the position is settled");
        debug_assert_eq!(line, taken, "only the line taken is asked for");
        squares_of(self.n, line, open)
    }

    /// Any one.
    #[inline(always)]
    fn promising(&self, line: usize, random: &mut Random) -> Square {
        let count = self.squares(line).count();
        let drawn = random.below(count as u32) as usize;
        self.squares(line).nth(drawn).expect("there are more")
    }

    /// Closes squares by a lower bound on the sum of the squares of the diagonals' numbers.
    ///
    /// Count rows and columns from the center; then for every queen
    /// (column + row)^2 + (column - row)^2 = 2 row^2 + 2 column^2, and summed over the m missing queens
    /// the right side is known, because the rows and columns without a queen are. So are the sums of
    /// column + row and of column - row. But these are m different numbers each, of
    /// diagonals that are still free, so the sum of their squares has a certain minimum. The first
    /// queens of the lexicographic order crowd around the main diagonal, which leaves the missing ones only
    /// the diagonals far from it, and often more than the sum allows.
    #[inline(always)]
    fn prune(&mut self) -> bool {
        let (n, lines) = (self.n, *self.lines());
        let (m, edge) = (lines.rows.count_ones() as i32, n as i32 - 1);
        if m < MIN_MISSING {
            return true;
        }
        let placed = (n as i32 - m) as usize;
        if let Some(Square { row, column }) = lines.queen {
            let (anti, diag) = ((row + column) as i32 - edge, column as i32 - row as i32);
            let Missing { sums, squares, nearest } = self.missing[placed - 1];
            self.missing[placed] = Missing {
                sums: [sums[0] - anti, sums[1] - diag],
                squares: squares - anti * anti - diag * diag,
                nearest,
            };
        }
        let missing = &mut self.missing[placed];
        let (mut anti, mut diag) = (0_u128, 0_u128);
        for row in lines.rows.members() {
            let open = lines.row(n, row);
            if open == 0 {
                return false;
            }
            anti |= u128::from(open) << row;
            diag |= u128::from(open) << (n - 1 - row);
        }
        let [mut a, mut d] = missing.nearest;
        let Some(least_anti) = a.least(anti, edge, m, missing.sums[0]) else { return false };
        let Some(least_diag) = d.least(diag, edge, m, missing.sums[1]) else { return false };
        let slack = SCALE * SCALE * missing.squares - least_anti - least_diag;
        if slack < 0 {
            return false;
        }
        missing.nearest = [a, d];
        let lines = self.lines_mut();
        (lines.anti, lines.diag) = (a.within(anti, slack, edge), d.within(diag, slack, edge));
        true
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
                for row in masks.lines().rows.members() {
                    assert!(masks.row(row).eq(on(row as usize)), "n = {n}, {queens:?}");
                }
                let lines = masks.lines().rows.members();
                let columns = masks.lines().columns.members().map(|column| n + column);
                let fewest = lines.chain(columns).map(|line| on(line as usize).count()).min();
                let Settled::Open(line) = masks.settle() else {
                    assert!(fewest.is_none_or(|fewest| fewest == 0), "n = {n}, {queens:?}");
                    break;
                };
                let tightest: Vec<Square> = on(line).collect();
                assert_eq!(Some(tightest.len()), fewest, "n = {n}, {queens:?}");
                assert!(masks.squares(line).eq(tightest.iter().copied()), "n = {n}, {queens:?}");
                masks.choose(tightest[random.below(tightest.len() as u32) as usize]);
            }
        }
    }

    /// On the way to a solution no position is given up, and no square of it is closed: with the queens row by row, where
    /// the lexicographically first solutions leave the bound little room, and in any other order.
    #[test]
    fn no_solution_is_given_up() {
        let mut random = Random::new(5);
        for n in 13..=40 {
            let first = (n <= 29).then(|| crate::find_first(n));
            let some = [6, 7].map(|seed| crate::find_random(n, seed));
            for solution in first.into_iter().chain(some) {
                let solution = solution.expect("it is in range").expect("a solution");
                let mut queens: Vec<Square> = solution.queens().collect();
                for _ in 0..4 {
                    let mut position = Masks::new(n);
                    for (placed, &queen) in queens.iter().enumerate() {
                        assert!(position.prune(), "n = {n}, {placed} queens of {queens:?}");
                        for queen in &queens[placed..] {
                            let is_open = position.row(queen.row).any(|open| open == *queen);
                            assert!(is_open, "n = {n}, {queen} after {placed} of {queens:?}");
                        }
                        position.choose(queen);
                    }
                    random.shuffle(&mut queens);
                }
            }
        }
    }
}
