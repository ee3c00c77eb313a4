//! The rows, columns and regions of a board with regions, as sets of squares.

#![allow(clippy::inline_always, reason = "what is not inlined is compiled without popcnt")]

use super::cells::Cells;
use super::regions::Regions;
use super::square::{Square, squares};

/// The lines of a board with regions: its rows, columns and regions; and what a queen closes. Squares have numbers, row by
/// row. Lines have numbers: rows from 0, columns from n, regions from 2n.
#[derive(Clone, Debug)]
pub struct Lines<const K: usize> {
    n: usize,
    /// The squares of each line.
    squares: Vec<Cells<K>>,
    /// The lines of each square.
    by_square: Vec<[usize; 3]>,
    /// By square, what a queen there closes besides its region: its row, its column, and the squares that it touches.
    closed: Vec<Cells<K>>,
}

impl<const K: usize> Lines<K> {
    /// The lines of a board with these regions, which has no more squares than a set.
    pub fn new(regions: &Regions) -> Self {
        let n = regions.n() as usize;
        let mut squares_of = vec![Cells::EMPTY; 3 * n];
        let lines_of = |square: Square| {
            let region = regions.at(square) as usize;
            [square.row as usize, n + square.column as usize, 2 * n + region]
        };
        let by_square: Vec<[usize; 3]> = squares(regions.n()).map(lines_of).collect();
        for (square, of) in by_square.iter().enumerate() {
            for &line in of {
                squares_of[line].insert(square);
            }
        }
        let closed = |square: usize| {
            let (row, column) = (square / n, square % n);
            let mut closed = squares_of[row].or(&squares_of[n + column]);
            for near in [row.wrapping_sub(1), row + 1] {
                for beside in [column.wrapping_sub(1), column + 1] {
                    if near < n && beside < n {
                        closed.insert(near * n + beside);
                    }
                }
            }
            closed
        };
        let closed = (0..n * n).map(closed).collect();
        Self { n, squares: squares_of, by_square, closed }
    }

    /// The size of the board.
    #[inline(always)]
    pub const fn n(&self) -> usize {
        self.n
    }

    /// The squares of a line.
    #[inline(always)]
    pub fn squares(&self, line: usize) -> &Cells<K> {
        &self.squares[line]
    }

    /// The row, the column and the region of a square.
    #[inline(always)]
    pub fn lines_of(&self, square: usize) -> [usize; 3] {
        self.by_square[square]
    }

    /// What a queen closes: its lines with its own square, and the squares that it touches.
    #[inline(always)]
    pub fn closed_by(&self, queen: usize) -> Cells<K> {
        self.closed[queen].or(&self.squares[self.by_square[queen][2]])
    }

    /// Gives a square to another region.
    pub fn set_region(&mut self, square: usize, region: usize) {
        let line = &mut self.by_square[square][2];
        self.squares[*line].remove(square);
        *line = 2 * self.n + region;
        self.squares[*line].insert(square);
    }

    /// The number of a square.
    #[inline(always)]
    pub fn number(&self, square: Square) -> usize {
        square.row as usize * self.n + square.column as usize
    }

    /// The square of a number.
    #[inline(always)]
    pub fn square(&self, number: usize) -> Square {
        Square { row: (number / self.n) as u32, column: (number % self.n) as u32 }
    }
}
