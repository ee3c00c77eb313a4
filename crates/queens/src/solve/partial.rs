//! Fewer queens than lines: placements of k queens, and those to which none can be added.

use std::sync::Arc;

use super::search::{Interrupt, STOP_INTERVAL};
use super::table::Attacks;
use super::word::Word;
use crate::board::problem::Problem;
use crate::board::{Square, squares};
use crate::parallel::StopFlag;

/// The number of placements of k queens; see
/// [`Completer::count_partial`](crate::Completer::count_partial).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartialCount {
    /// The queens on the board, k.
    pub queens: u32,
    /// The ways to place them so that none attacks another.
    pub placements: u128,
    /// The placements that leave no square for another queen.
    pub maximal: u128,
}

/// All placements with the same first rows.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The queens that are not fixed.
    queens: Vec<Square>,
    /// The rows left empty.
    empty: Vec<usize>,
    /// The number of rows decided.
    rows: usize,
}

/// A walk through all placements, row by row: a line that may stay empty proves nothing, so the tightest line is
/// no better than the next one. A position is the word of the open squares of every row, also of the rows
/// left empty: a placement is maximal if all of their squares are attacked at the end.
#[derive(Clone, Debug)]
pub(crate) struct Counter<W> {
    attacks: Arc<Attacks<W>>,
    n: usize,
    /// The rows of fixed queens.
    fixed: Vec<bool>,
    /// A position for each number of queens added, n words each.
    positions: Vec<W>,
    /// The rows left empty.
    empty: Vec<usize>,
    /// The placements, all and the maximal ones, by the number of queens added.
    counts: Vec<(u64, u64)>,
    nodes: u64,
    stop: StopFlag,
}

impl<W: Word> Counter<W> {
    pub(crate) fn new(problem: &Problem, stop: &StopFlag) -> Self {
        let n = problem.size() as usize;
        let attacks = Arc::new(Attacks::new(problem));
        let mut positions = vec![W::ZERO; n * (n + 1)];
        for square in squares(problem.size()).filter(|&square| problem.is_open(square)) {
            positions[square.row as usize] |= W::ONE << square.column;
        }
        let mut fixed = vec![false; n];
        for queen in problem.queens() {
            fixed[queen.row as usize] = true;
            attacks.take(&mut positions[..n], queen);
        }
        Self {
            attacks,
            n,
            fixed,
            positions,
            empty: Vec::with_capacity(n),
            counts: vec![(0, 0); n + 1],
            nodes: 0,
            stop: stop.clone(),
        }
    }

    /// Splits all placements into `least` parts or more, unless there are fewer.
    pub(crate) fn split(&self, least: usize) -> Vec<Part> {
        let mut counter = self.clone();
        let mut parts = vec![Part { queens: Vec::new(), empty: Vec::new(), rows: 0 }];
        for row in (0..self.n).filter(|&row| !self.fixed[row]) {
            if parts.len() >= least {
                break;
            }
            for part in std::mem::take(&mut parts) {
                counter.begin(&part);
                for column in counter.positions[self.n * part.queens.len() + row].squares() {
                    let mut more = Part { rows: row + 1, ..part.clone() };
                    more.queens.push(Square { row: row as u32, column });
                    parts.push(more);
                }
                let mut fewer = Part { rows: row + 1, ..part };
                fewer.empty.push(row);
                parts.push(fewer);
            }
        }
        parts
    }

    /// Places the queens of a part.
    fn begin(&mut self, part: &Part) {
        for (queens, &queen) in part.queens.iter().enumerate() {
            self.descend(queens, queen);
        }
        self.empty.clone_from(&part.empty);
    }

    /// Counts the placements of a part, all and the maximal ones, by the number of queens added.
    pub(crate) fn count(&mut self, part: &Part) -> Result<Vec<(u64, u64)>, Interrupt> {
        self.begin(part);
        self.counts.fill((0, 0));
        self.count_from(part.rows, part.queens.len())?;
        Ok(self.counts.clone())
    }

    /// Copies the position with this many queens added to the next, and adds one.
    fn descend(&mut self, queens: usize, queen: Square) {
        let n = self.n;
        self.positions.copy_within(n * queens..n * (queens + 1), n * (queens + 1));
        self.attacks.take(&mut self.positions[n * (queens + 1)..n * (queens + 2)], queen);
    }

    /// Counts the placements that agree with the current position above this row.
    fn count_from(&mut self, row: usize, queens: usize) -> Result<(), Interrupt> {
        if row == self.n {
            let position = &self.positions[self.n * queens..];
            let (placements, maximal) = &mut self.counts[queens];
            *placements += 1;
            *maximal += u64::from(self.empty.iter().all(|&row| position[row] == W::ZERO));
            return Ok(());
        }
        if self.fixed[row] {
            return self.count_from(row + 1, queens);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_INTERVAL) && self.stop.is_raised() {
            return Err(Interrupt::Stopped);
        }
        for column in self.positions[self.n * queens + row].squares() {
            self.descend(queens, Square { row: row as u32, column });
            self.count_from(row + 1, queens + 1)?;
        }
        self.empty.push(row);
        self.count_from(row + 1, queens)?;
        self.empty.pop();
        Ok(())
    }
}
