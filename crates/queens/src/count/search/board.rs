//! The sub-problems of a problem: its symmetry, and the side from which its rows are filled.
//!
//! - **All eight symmetries** (superqueens, and boards whose closed squares have them): the classes around the middle,
//!   as on the plain board. They need nothing but that queens attack along rows, columns and diagonals.
//! - **Mirror, flip, half turn**, as far as the board has them: the queens of two rows that they map to themselves or to
//!   each other; of the pairs of columns that they map to each other one is counted, with their number as its weight.
//! - **The torus without closed squares**: all squares are equivalent, so a queen stands on the first; for queens,
//!   [`torus::second_queens`] are the columns of the next one.

use std::collections::BTreeSet;

use super::classes::{Start, starts};
use super::kernel::count_one;
use super::subproblem::{MAX_N, Rules, Subproblem};
use crate::board::problem::Problem;
use crate::board::symmetry::Symmetry;
use crate::board::{Square, squares};
use crate::count::method::Kernel;
use crate::count::tally::Tally;
use crate::parallel::{StopFlag, Stopped};
use crate::sets::Word;
use crate::solve::torus;
use crate::tuning::search::{
    AVX2, AVX512, DEEP, FEWEST_ROWS, LARGE, MOST_PARTS, PORTABLE, PROBES, REGIONS,
};

/// A problem as the search sees it.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) rules: Rules,
    /// The solutions of all sub-problems, each times its weight, are those of the problem.
    pub(crate) parts: Vec<Subproblem>,
    /// An estimate of the nodes.
    nodes: f64,
}

/// Open squares, and the region of each.
#[derive(Clone)]
struct OpenSquares {
    part: Subproblem,
    /// Row by row; empty without regions.
    regions: Vec<u32>,
}

impl Board {
    /// The sub-problems of a problem; none if it is too large.
    pub(crate) fn from_problem(problem: &Problem) -> Option<Self> {
        let n = problem.n();
        if n > MAX_N {
            return None;
        }
        let mut rules = Rules::from_problem(problem);
        let OpenSquares { part, regions } = OpenSquares::from_problem(problem);
        rules.set_regions(&regions);
        let part = rules.with_queens(&part, problem.queens());
        // From here on a line has open squares or a queen.
        let is_alive = |part: &Subproblem| {
            let columns = part.open.iter().fold(0, |all: u32, open| all | open);
            let mut rows = part.rows.members();
            rows.all(|row| part.open[row as usize] != 0) && columns | part.cols == u32::ones(n)
        };
        let Some(part) = part.filter(is_alive) else {
            return Some(Self { rules, parts: vec![], nodes: 0.0 });
        };
        let start = OpenSquares { part, regions }.turned_to_the_narrow_side(n);
        rules.set_regions(&start.regions);
        let parts = start.parts(&rules, problem);
        let mut board = Self { rules, parts, nodes: 0.0 };
        if board.rules.around && board.rules.knights {
            // What the queens of the first two rows attack around the edge is closed before the search.
            while board.parts.iter().any(|part| part.rows & 3 != 0) {
                board.fill_a_row(0);
            }
        }
        board.nodes = board.rules.nodes(&board.parts, PROBES);
        Some(board)
    }

    /// An estimate of the time of its count on one thread.
    pub(crate) fn nanoseconds(&self, kernel: Kernel) -> f64 {
        let Rules { n, around, ref regions, .. } = self.rules;
        let [narrow, wide] = match kernel {
            Kernel::Avx512 => AVX512,
            Kernel::Avx2 => AVX2,
            _ => PORTABLE,
        };
        let node = if n > if around { 16 } else { 18 } { wide } else { narrow };
        if regions.is_some() { REGIONS * node * self.nodes } else { node * self.nodes }
    }

    /// Cuts the sub-problems into more if they are large: enough for many cores to end at about the same time. That does not
    /// depend on the number of threads.
    pub(crate) fn cut(&mut self) {
        let least = (self.nodes / LARGE) as usize;
        while self.parts.len() < least.min(MOST_PARTS)
            && self.parts.iter().any(|part| part.rows.count_ones() > FEWEST_ROWS)
        {
            self.fill_a_row(FEWEST_ROWS);
        }
    }

    /// The solutions of a sub-problem, times its weight, and its nodes.
    pub(crate) fn count(
        &self,
        kernel: Kernel,
        part: &Subproblem,
        stop: &StopFlag,
    ) -> Result<Tally, Stopped> {
        let Tally { solutions, nodes } = count_one(kernel, &self.rules, part, stop)?;
        let solutions = solutions.checked_mul(part.weight.into());
        Ok(Tally {
            solutions: solutions.expect("solutions that can be counted fit 128 bits"),
            nodes,
        })
    }

    /// Fills the first row of all sub-problems with more rows than these.
    pub(super) fn fill_a_row(&mut self, rows: u32) {
        let children = |part: &Subproblem| {
            if part.rows.count_ones() > rows {
                self.rules.children(part).collect()
            } else {
                vec![*part]
            }
        };
        self.parts = self.parts.iter().flat_map(children).collect();
    }
}

impl Rules {
    fn set_regions(&mut self, of: &[u32]) {
        let of_row = |row: &[u32]| {
            let numbers: BTreeSet<u32> = row.iter().copied().collect();
            let squares = |number| {
                let is_in = |column: &u32| row[*column as usize] == number;
                (0..self.n).filter(is_in).fold(0, |squares, column| squares | 1 << column)
            };
            numbers.into_iter().map(|number| (number, squares(number))).collect()
        };
        let rows = of.chunks(self.n.max(1) as usize).map(of_row);
        self.regions = (!of.is_empty()).then(|| rows.collect());
    }
}

/// The symmetries of the square that map a problem to itself; only the identity for more than [`MAX_N`] rows.
pub(crate) fn symmetries(problem: &Problem) -> Vec<Symmetry> {
    let n = problem.n();
    if n == 0 || n > MAX_N {
        return vec![Symmetry::Identity];
    }
    let squares = OpenSquares::from_problem(problem);
    let queens = |symmetry: &Symmetry| -> BTreeSet<Square> {
        problem.queens().map(|queen| symmetry.square(queen, n)).collect()
    };
    let mut all = Symmetry::ALL.to_vec();
    all.retain(|symmetry| squares.is_fixed_by(*symmetry, n));
    all.retain(|symmetry| queens(symmetry) == queens(&Symmetry::Identity));
    all
}

impl OpenSquares {
    /// The open squares of a problem, before its queens close any.
    fn from_problem(problem: &Problem) -> Self {
        let n = problem.n();
        let regions = problem.regions();
        let regions = regions.map_or(vec![], |of| squares(n).map(|square| of.at(square)).collect());
        let mut open = [0; MAX_N as usize];
        for square in squares(n).filter(|&square| problem.is_open(square)) {
            open[square.row as usize] |= 1 << square.column;
        }
        Self { part: Subproblem { weight: 1, rows: u32::ones(n), cols: 0, open }, regions }
    }

    /// The board that this symmetry makes of it.
    fn turned(&self, symmetry: Symmetry, n: u32) -> Self {
        let Self { part, regions } = self;
        let mut turned = Self {
            part: Subproblem { rows: 0, cols: 0, open: [0; MAX_N as usize], ..*part },
            regions: vec![0; regions.len()],
        };
        for square in squares(n) {
            let at = symmetry.square(square, n);
            if !regions.is_empty() {
                turned.regions[(n * at.row + at.column) as usize] =
                    regions[(n * square.row + square.column) as usize];
            }
            let open = part.open[square.row as usize] >> square.column & 1;
            turned.part.open[at.row as usize] |= open << at.column;
        }
        let Subproblem { rows, cols, open, .. } = &mut turned.part;
        *rows = (0..n).filter(|&row| open[row as usize] != 0).fold(0, |rows, row| rows | 1 << row);
        *cols = u32::ones(n) & !open.iter().fold(0, |all, open| all | open);
        turned
    }

    /// The board turned so that the first rows have few open squares.
    fn turned_to_the_narrow_side(self, n: u32) -> Self {
        let width = |start: &Self| {
            let rows = start.part.rows.members();
            let rows = rows.take((DEEP * f64::from(start.part.rows.count_ones())) as usize);
            rows.map(|row| f64::from(start.part.open[row as usize].count_ones()).ln()).sum::<f64>()
        };
        let sides =
            [Symmetry::Identity, Symmetry::Flip, Symmetry::Transpose, Symmetry::QuarterTurn];
        let sides = sides.map(|symmetry| self.turned(symmetry, n));
        // The first of equal ones.
        let narrowest = sides.into_iter().min_by(|a, b| width(a).total_cmp(&width(b)));
        narrowest.unwrap_or(self)
    }

    /// Whether a symmetry of the square maps the board to itself.
    fn is_fixed_by(&self, symmetry: Symmetry, n: u32) -> bool {
        let turned = self.turned(symmetry, n);
        // Regions by the first square of each.
        let first = |of: &[u32]| -> Vec<Option<usize>> {
            of.iter().map(|region| of.iter().position(|other| other == region)).collect()
        };
        turned.part.open == self.part.open && first(&turned.regions) == first(&self.regions)
    }

    fn parts(&self, rules: &Rules, problem: &Problem) -> Vec<Subproblem> {
        let (n, part) = (rules.n, &self.part);
        let square = |row, column| Square { row, column };
        let with = |part: &Subproblem, weight: u32, queens: &[Square]| {
            let part = rules.with_queens(part, queens.iter().copied())?;
            Some(Subproblem { weight: weight.into(), ..part })
        };
        if rules.around && problem.is_bare() && n > 0 {
            let first = square(0, 0);
            if rules.knights || n == 1 {
                return with(part, n, &[first]).into_iter().collect();
            }
            let with_second =
                |(column, columns)| with(part, n * columns, &[first, square(1, column)]);
            return torus::second_queens(n).into_iter().filter_map(with_second).collect();
        }
        let mut fixed = Symmetry::ALL.to_vec();
        fixed.retain(|&symmetry| self.is_fixed_by(symmetry, n));
        let is_whole = part.rows == u32::ones(n) && rules.regions.is_none() && n >= 4;
        if fixed.len() == Symmetry::ALL.len() && is_whole {
            let with_start = |Start { weight, queens, allowed }: &Start| {
                let mut part = *part;
                for (open, allowed) in part.open.iter_mut().zip(allowed) {
                    *open &= allowed;
                }
                with(&part, *weight, queens)
            };
            return starts(n).iter().filter_map(with_start).collect();
        }
        // The rows that these map to themselves or to each other: those nearest to the middle, if all do.
        fixed.retain(|symmetry| {
            use Symmetry::{Flip, HalfTurn, Identity, Mirror};
            matches!(symmetry, Identity | Mirror | Flip | HalfTurn)
        });
        let rows: Vec<u32> = part.rows.members().collect();
        let keeps_rows = fixed.iter().all(|&s| matches!(s, Symmetry::Identity | Symmetry::Mirror));
        let above = rows.partition_point(|row| 2 * row + 1 < n);
        let pair = match (keeps_rows, above) {
            (true, _) => rows.first().zip(rows.get(1)),
            (false, 0) => None,
            (false, _) => Some((&rows[above - 1], &rows[rows.len() - above])),
        };
        let Some((&upper, &lower)) = pair.filter(|_| fixed.len() > 1) else { return vec![*part] };
        let mut parts = Vec::new();
        for x in 0..n {
            for y in 0..n {
                let queens = [square(upper, x), square(lower, y)];
                let images: BTreeSet<[Square; 2]> = fixed
                    .iter()
                    .map(|symmetry| {
                        let mut image = queens.map(|queen| symmetry.square(queen, n));
                        image.sort_unstable();
                        image
                    })
                    .collect();
                if images.first() == Some(&queens) {
                    parts.extend(with(part, images.len() as u32, &queens));
                }
            }
        }
        parts
    }
}
