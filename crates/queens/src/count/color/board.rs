//! What is counted: the board, in two colors.
//!
//! Closed squares only remove placements. A row or column without open squares of one color holds a queen of the other one,
//! so fixed queens leave fewer patterns of rows and of columns. But such a board has no symmetry that could be used:
//! all of its patterns are counted, with all columns.

use super::pattern::{Allowed, Pattern, Pruning};
use super::squares::{Color, all_open, colors};
use crate::board::Square;
use crate::board::problem::{Pieces, Problem, Topology};
use crate::count::search::MAX_N;
use crate::sets::Word;
use crate::tuning::color::FIRST_SEARCHED;

/// A board in two colors.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    /// Whether all squares are open.
    has_no_closed_squares: bool,
    /// White and black.
    pub(crate) colors: [Color; 2],
    pub(crate) pruning: Pruning,
    /// The even and the odd rows of white queens.
    pub(crate) rows: [Allowed; 2],
    /// The even and the odd columns of white queens.
    pub(crate) columns: [Allowed; 2],
}

impl Board {
    /// The board without closed squares, up to symmetry; n from 2 to 32.
    pub(crate) fn plain(n: u32) -> Self {
        let any = [n.div_ceil(2), n / 2].map(Allowed::any);
        let pruning = Pruning { n, without_symmetry: false };
        Self {
            has_no_closed_squares: true,
            colors: colors(n, &all_open),
            pruning,
            rows: any,
            columns: any,
        }
    }

    /// The board without closed squares, whose white queens are to stand in these rows and in any columns.
    pub(crate) fn with_white_rows(n: u32, rows: Pattern) -> Self {
        let exactly = |set, any: Allowed| Allowed { may: set, must: set, ..any };
        let plain = Self::plain(n);
        let [even, odd] = plain.rows;
        let rows = [exactly(rows.even, even), exactly(rows.odd, odd)];
        Self { pruning: Pruning { n, without_symmetry: true }, rows, ..plain }
    }

    /// Whether one color of its patterns may be searched: all squares are open, and a count takes long enough to weigh it.
    pub(crate) fn may_search_a_color(&self) -> bool {
        self.pruning.n >= FIRST_SEARCHED && self.has_no_closed_squares
    }

    /// The board of a problem; none if the method cannot count it.
    pub(crate) fn from_problem(problem: &Problem) -> Option<Self> {
        let n = problem.n();
        let is_chess = problem.topology() == Topology::Plain
            && problem.pieces() == Pieces::Queens
            && problem.regions().is_none();
        if !is_chess || !(2..=MAX_N).contains(&n) {
            return None;
        }
        if problem.is_plain() {
            return Some(Self::plain(n));
        }
        let queens: Vec<Square> = problem.queens().collect();
        let is_open = |row, column| {
            let square = Square { row, column };
            let is_free = |&queen: &Square| queen == square || !queen.attacks(square);
            problem.is_open(square) && queens.iter().all(is_free)
        };
        let of_lines = |is_open: &dyn Fn(u32, u32) -> bool| {
            [(0, n.div_ceil(2)), (1, n / 2)].map(|(first, width)| {
                // The lines with an open square of a color: 0 is white, 1 black.
                let with_open = |color: u32| {
                    let has_open = |index: &u32| {
                        let line = 2 * index + first;
                        (0..n).any(|other| (line + other) % 2 == color && is_open(line, other))
                    };
                    (0..width).filter(has_open).fold(0, |set, index| set | 1 << index)
                };
                Allowed { width, may: with_open(0), must: u32::ones(width) & !with_open(1) }
            })
        };
        Some(Self {
            has_no_closed_squares: false,
            colors: colors(n, &is_open),
            pruning: Pruning { n, without_symmetry: true },
            rows: of_lines(&is_open),
            columns: of_lines(&|column, row| is_open(row, column)),
        })
    }
}
