//! The search method's part of [`Partition`](crate::engine::Partition): the sub-problems of the plain board by number.

use std::ops::Range;

use super::board::Board;
use super::subproblem::{MAX_N, Subproblem, too_large};
use crate::board::problem::Problem;
use crate::count::method::Kernel;
use crate::count::tally::Tally;
use crate::error::Error;
use crate::parallel::StopFlag;

/// All sub-problems of a size with this many rows filled, in the order of their classes.
#[derive(Clone, Debug)]
pub(crate) struct Units {
    board: Board,
    /// The nodes that led to the sub-problems.
    pub(crate) nodes: u128,
    /// By number, the work of all sub-problems before it.
    work: Vec<f64>,
}

/// From this size on a forecast is worth the milliseconds it takes.
const FORECAST_N: u32 = 16;

/// The rows that hold queens in the sub-problems: enough of these for many cores, few enough to hold in memory at
/// any n (130,000 of 150 bytes at n = 32), each large enough to fill the lanes of a vector kernel (0.4 million nodes
/// at n = 16, some 4 million at 17, in the mean).
const fn rows(n: u32) -> u32 {
    match n {
        // Starting a thread and dealing out work takes longer than the whole count.
        0..10 => 0,
        10..=17 => 2,
        18..=19 => 3,
        _ => 4,
    }
}

/// Random probes for the forecast of all sub-problems: more where the count takes longer.
fn probes(n: u32) -> u32 {
    match n {
        0..=16 => 1 << 11,
        17 => 1 << 14,
        _ => 1 << 16,
    }
}

impl Units {
    /// Fills rows until `rows` of them hold queens. Classes that begin with more are left as they are.
    pub(crate) fn new(n: u32) -> Result<Self, Error> {
        let mut board = Board::from_problem(&Problem::new(n)).ok_or_else(|| too_large(n))?;
        if board.parts.is_empty() {
            // A count has units, also where there is no solution: a row without an open square.
            board.parts.push(Subproblem { weight: 1, rows: 1, cols: 0, open: [0; MAX_N as usize] });
        }
        let (mut nodes, open) = (board.parts.len() as u128, n - rows(n));
        while board.parts.iter().any(|part| part.rows.count_ones() > open) {
            let before = board.parts.iter().filter(|part| part.rows.count_ones() <= open).count();
            board.fill_a_row(open);
            nodes += (board.parts.len() - before) as u128;
        }
        let probes = probes(n).div_ceil(board.parts.len().max(1) as u32);
        let (mut work, mut sum) = (vec![0.0], 0.0);
        for part in &board.parts {
            let nodes = || 1.0 + board.rules.nodes(&[*part], probes);
            sum += if n < FORECAST_N { 1.0 } else { nodes() };
            work.push(sum);
        }
        Ok(Self { board, nodes, work })
    }

    pub(crate) fn len(&self) -> u64 {
        self.work.len() as u64 - 1
    }

    /// The nodes forecast for these units.
    pub(crate) fn work(&self, units: &Range<u64>) -> f64 {
        self.work[units.end as usize] - self.work[units.start as usize]
    }

    /// The sub-problems of these units.
    pub(crate) fn sub_problems(&self, units: Range<u64>) -> &[Subproblem] {
        &self.board.parts[units.start as usize..units.end as usize]
    }

    /// Counts these units, and tells of their work as it is done.
    pub(crate) fn count(
        &self,
        units: Range<u64>,
        kernel: Kernel,
        stop: &StopFlag,
        worked: &mut dyn FnMut(f64),
    ) -> Result<Tally, Error> {
        let mut sum = Tally::ZERO;
        for unit in units {
            sum += self.board.count(kernel, &self.board.parts[unit as usize], stop)?;
            worked(self.work(&(unit..unit + 1)));
        }
        Ok(sum)
    }
}
