//! Sub-problems: partly filled boards, as the open squares of each row after all that their queens attack is closed.
//!
//! Queens of a problem, of a class of symmetry, of an outer column and of the work of a thread are all put in the same
//! way, so the search knows only rows that are open, with gaps between them, and their open squares.

use crate::board::Square;
use crate::board::problem::{Pieces, Problem, Topology};
use crate::error::Error;
use crate::random::Random;
use crate::sets::Word;

/// The largest n of the search: a row is a word of 32 bits.
pub const MAX_N: u32 = 32;

/// The error for a board of more than [`MAX_N`] rows.
pub(crate) fn too_large(n: u32) -> Error {
    Error::too_large(n, "count", format!("counts go up to n = {MAX_N}; the record is n = 27"))
}

/// What queens attack on this board. It shares nothing with the solver's table.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(super) n: u32,
    /// Diagonals continue at the opposite edge.
    pub(super) around: bool,
    /// Queens attack as knights, too.
    pub(super) knights: bool,
    /// Queens attack their region and what they touch, and not along diagonals: by row, the number of each region in
    /// it, and its squares.
    pub(super) regions: Option<Vec<Vec<(u32, u32)>>>,
}

/// Rows without a queen, and their open squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Subproblem {
    /// The solutions of the board that each one found here stands for.
    pub(crate) weight: u64,
    /// The open rows, as bits.
    pub(super) rows: u32,
    /// The columns with a queen, as bits.
    pub(super) cols: u32,
    /// The open squares of each row; none where it has a queen.
    pub(super) open: [u32; MAX_N as usize],
}

impl Rules {
    /// The rules of a problem, regions aside.
    pub(super) fn from_problem(problem: &Problem) -> Self {
        Self {
            n: problem.n(),
            around: problem.topology() == Topology::Torus,
            knights: problem.pieces() == Pieces::Superqueens,
            regions: None,
        }
    }

    /// The regions in a row: the number of each, and its squares.
    pub(super) fn regions_of(&self, row: u32) -> &[(u32, u32)] {
        self.regions.as_ref().map_or(&[], |of_rows| &of_rows[row as usize])
    }

    /// What a queen on this column attacks at this distance, its region aside.
    fn attacked(&self, column: u32, distance: u32) -> u32 {
        let n = self.n;
        let queen = 1_u64 << column;
        let reach = if self.regions.is_some() && distance > 1 { 0 } else { distance };
        let mut attacked = queen | queen << reach | queen >> reach;
        let leap = |distance: u32| [0, 2, 1].get(distance as usize).copied().unwrap_or(0);
        if self.knights {
            attacked |= queen << leap(distance) | queen >> leap(distance);
        }
        if self.around {
            // The other way round.
            let distance = n - distance;
            attacked |= queen << distance | queen >> distance;
            if self.knights {
                for leap in [leap(distance), leap(n - distance)] {
                    let beyond = n - leap;
                    attacked |= queen << leap | queen >> leap | queen << beyond | queen >> beyond;
                }
            }
        }
        attacked as u32 & u32::ones(n)
    }

    /// The sub-problem with one queen more, on an open square; none if that leaves a row without one.
    pub(super) fn put(&self, part: &Subproblem, queen: Square) -> Option<Subproblem> {
        let part = self.put_anyway(part, queen);
        let mut rows = part.rows.members();
        rows.all(|row| part.open[row as usize] != 0).then_some(part)
    }

    /// The sub-problem with one queen more, even if a row is left without an open square.
    fn put_anyway(&self, part: &Subproblem, queen: Square) -> Subproblem {
        let Square { row, column } = queen;
        let mut part =
            Subproblem { rows: part.rows & !(1 << row), cols: part.cols | 1 << column, ..*part };
        part.open[row as usize] = 0;
        let region = self.regions.as_ref().and_then(|of_rows| {
            of_rows[row as usize].iter().find(|(_, squares)| squares >> column & 1 == 1)
        });
        for other in part.rows.members() {
            let mut attacked = self.attacked(column, other.abs_diff(row));
            if let (Some(of_rows), Some((region, _))) = (&self.regions, region) {
                let same = of_rows[other as usize].iter().find(|(number, _)| number == region);
                attacked |= same.map_or(0, |(_, squares)| *squares);
            }
            part.open[other as usize] &= !attacked;
        }
        part
    }

    /// The sub-problem with these queens more; none if one of them has no open square, or if a row is left without one.
    pub(super) fn with_queens(
        &self,
        part: &Subproblem,
        queens: impl IntoIterator<Item = Square>,
    ) -> Option<Subproblem> {
        queens.into_iter().try_fold(*part, |part, queen| {
            let is_open = part.open[queen.row as usize] >> queen.column & 1 == 1;
            if is_open { self.put(&part, queen) } else { None }
        })
    }

    /// All ways to fill the first open row.
    pub(super) fn children(&self, part: &Subproblem) -> impl Iterator<Item = Subproblem> {
        let row = part.rows.trailing_zeros();
        let open = part.open.get(row as usize).copied().unwrap_or(0);
        open.members().filter_map(move |column| self.put(part, Square { row, column }))
    }

    /// Estimates the nodes of a search in these sub-problems, row by row, by so many random probes (Knuth 1975).
    pub(crate) fn nodes(&self, parts: &[Subproblem], probes: u32) -> f64 {
        // A fixed seed: the estimate is the same in every run.
        let mut random = Random::new(1);
        let mut nodes = 0.0;
        let probes = if parts.is_empty() { 0 } else { probes };
        for _ in 0..probes {
            let mut part = parts[random.below(parts.len() as u32) as usize];
            let mut width = 1.0;
            while part.rows != 0 {
                let row = part.rows.trailing_zeros();
                let open = part.open[row as usize];
                width *= f64::from(open.count_ones());
                nodes += width;
                let chosen = open.members().nth(random.below(open.count_ones()) as usize);
                let Some(column) = chosen else { break };
                part = self.put_anyway(&part, Square { row, column });
            }
        }
        nodes * parts.len() as f64 / f64::from(probes.max(1))
    }
}

impl Subproblem {
    /// See [`Partition::describe`](crate::engine::Partition::describe).
    pub(crate) fn describe(&self, n: u32, sink: &mut dyn FnMut(&[u8])) {
        for word in [self.weight as u32, n, self.rows, self.cols] {
            sink(&word.to_le_bytes());
        }
        for open in &self.open[..n as usize] {
            sink(&open.to_le_bytes());
        }
    }
}
