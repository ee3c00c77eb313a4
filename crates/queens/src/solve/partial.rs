//! Fewer queens than lines: placements of k queens, and those to which none can be added.

use std::sync::Arc;

use super::search::STOP_INTERVAL;
use super::table::Attacks;
use super::word::Word;
use crate::board::problem::Problem;
use crate::board::{Square, squares};
use crate::parallel::{StopFlag, Stopped};

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

/// All placements with the same first rows, those of fixed queens aside: the column of the queen of each, or none if
/// the row is left empty.
pub(crate) type Part = Vec<Option<u32>>;

/// A walk through all placements, row by row: a line that may stay empty proves nothing, so the tightest line is
/// no better than the next one. A position is the word of the open squares of every row, also of the rows
/// left empty: a placement is maximal if all of their squares are attacked at the end.
#[derive(Clone, Debug)]
pub(crate) struct Counter<W> {
    attacks: Arc<Attacks<W>>,
    n: usize,
    /// The rows without a fixed queen.
    rows: Vec<usize>,
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
        let mut rows: Vec<usize> = (0..n).collect();
        for queen in problem.queens() {
            rows.retain(|&row| row != queen.row as usize);
            attacks.take(&mut positions[..n], queen);
        }
        Self {
            attacks,
            n,
            rows,
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
        let mut parts = vec![Part::new()];
        for &row in &self.rows {
            if parts.len() >= least {
                break;
            }
            for part in std::mem::take(&mut parts) {
                let queens = counter.begin(&part);
                let columns = counter.positions[self.n * queens + row].squares();
                let choices = columns.map(Some).chain([None]);
                parts.extend(choices.map(|choice| [&part[..], &[choice]].concat()));
            }
        }
        parts
    }

    /// Places the queens of a part, and has their number.
    fn begin(&mut self, part: &[Option<u32>]) -> usize {
        self.empty.clear();
        let mut queens = 0;
        for (place, &choice) in part.iter().enumerate() {
            let row = self.rows[place];
            if let Some(column) = choice {
                self.descend(queens, Square { row: row as u32, column });
                queens += 1;
            } else {
                self.empty.push(row);
            }
        }
        queens
    }

    /// Counts the placements of a part, all and the maximal ones, by the number of queens added.
    pub(crate) fn count(&mut self, part: &[Option<u32>]) -> Result<Vec<(u64, u64)>, Stopped> {
        let queens = self.begin(part);
        self.counts.fill((0, 0));
        self.count_from(part.len(), queens)?;
        Ok(self.counts.clone())
    }

    /// Copies the position with this many queens added to the next, and adds one.
    fn descend(&mut self, queens: usize, queen: Square) {
        let n = self.n;
        self.positions.copy_within(n * queens..n * (queens + 1), n * (queens + 1));
        self.attacks.take(&mut self.positions[n * (queens + 1)..n * (queens + 2)], queen);
    }

    /// Counts the placements that agree with the current position, in which this many rows are decided.
    fn count_from(&mut self, decided: usize, queens: usize) -> Result<(), Stopped> {
        let Some(&row) = self.rows.get(decided) else {
            let position = &self.positions[self.n * queens..];
            let (placements, maximal) = &mut self.counts[queens];
            *placements += 1;
            *maximal += u64::from(self.empty.iter().all(|&row| position[row] == W::ZERO));
            return Ok(());
        };
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_INTERVAL) && self.stop.is_raised() {
            return Err(Stopped);
        }
        for column in self.positions[self.n * queens + row].squares() {
            self.descend(queens, Square { row: row as u32, column });
            self.count_from(decided + 1, queens + 1)?;
        }
        self.empty.push(row);
        self.count_from(decided + 1, queens)?;
        self.empty.pop();
        Ok(())
    }
}
