//! Positions of a region puzzle: all open squares in one set of bits.

#![allow(clippy::inline_always, reason = "what is not inlined is compiled without popcnt")]

use std::sync::Arc;

use super::position::{Complete, Order, Position, Settled};
use crate::board::cells::Cells;
use crate::board::problem::Problem;
use crate::board::regions::Regions;
use crate::board::{Square, squares};
use crate::random::Random;

/// The lines of a board with regions, and what a queen closes on them. Squares are numbers, row by row.
#[derive(Clone, Debug)]
pub struct Lines<const K: usize> {
    /// The size of the board.
    pub n: usize,
    /// The squares of each line: rows from 0, columns from n, regions from 2n.
    pub squares: Vec<Cells<K>>,
    /// The row, the column and the region of each square.
    pub of: Vec<[usize; 3]>,
    /// What a queen on each square closes in any regions: its row, its column, and the squares it touches.
    reached: Vec<Cells<K>>,
}

impl<const K: usize> Lines<K> {
    /// The lines of a board with these regions, which has no more squares than a set.
    pub fn new(regions: &Regions) -> Self {
        let n = regions.size() as usize;
        let mut lines = vec![Cells::EMPTY; 3 * n];
        let line_of = |square: Square| {
            let region = regions.at(square) as usize;
            [square.row as usize, n + square.column as usize, 2 * n + region]
        };
        let of: Vec<[usize; 3]> = squares(regions.size()).map(line_of).collect();
        for (square, of) in of.iter().enumerate() {
            for &line in of {
                lines[line].insert(square);
            }
        }
        let reached = |square: usize| {
            let (row, column) = (square / n, square % n);
            let mut closed = lines[row].or(&lines[n + column]);
            for near in [row.wrapping_sub(1), row + 1] {
                for beside in [column.wrapping_sub(1), column + 1] {
                    if near < n && beside < n {
                        closed.insert(near * n + beside);
                    }
                }
            }
            closed
        };
        let reached = (0..n * n).map(reached).collect();
        Self { n, squares: lines, of, reached }
    }

    /// What a queen closes: its lines, and the squares it touches; its own square, too.
    #[inline(always)]
    pub fn closed_by(&self, queen: usize) -> Cells<K> {
        self.reached[queen].or(&self.squares[self.of[queen][2]])
    }

    /// Gives a square to another region.
    pub fn set_region(&mut self, square: usize, region: usize) {
        let line = &mut self.of[square][2];
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

/// The open squares of a puzzle with regions, and the lines without a queen.
///
/// Lines are the rows from 0, the columns from n, the regions from 2n on.
#[derive(Clone, Debug)]
pub(crate) struct RegionBoard<const K: usize> {
    lines: Arc<Lines<K>>,
    /// The problem's open squares, its fixed queens not yet placed.
    start: Cells<K>,
    /// The current position is the last; there is always one.
    levels: Vec<Level<K>>,
    queens: Vec<Square>,
    /// That of equally tight lines.
    order: Order,
}

#[derive(Clone, Copy, Debug)]
struct Level<const K: usize> {
    open: Cells<K>,
    /// A bit for each line without a queen.
    empty: u128,
    /// The queens of the position below.
    below: usize,
}

impl<const K: usize> RegionBoard<K> {
    #[inline(always)]
    fn top(&self) -> &Level<K> {
        self.levels.last().expect("there is always a position")
    }

    #[inline(always)]
    fn cells(&self, line: usize) -> Cells<K> {
        self.top().open.and(&self.lines.squares[line])
    }
}

impl<const K: usize> Complete for RegionBoard<K> {
    fn new(problem: &Problem) -> Self {
        let regions = problem.regions().expect("the problem has regions");
        let lines = Arc::new(Lines::new(regions));
        let n = lines.n;
        let mut start = lines.squares[..n].iter().fold(Cells::EMPTY, Cells::or);
        if !problem.is_bare() {
            let closed = squares(regions.size()).filter(|&square| !problem.is_open(square));
            closed.for_each(|square| start.remove(lines.number(square)));
        }
        let mut board = Self {
            lines,
            start,
            levels: Vec::with_capacity(n + 2),
            queens: Vec::with_capacity(n),
            order: Order::new((0..3 * n).collect()),
        };
        board.clear();
        problem.queens().for_each(|queen| board.place(queen));
        board
    }

    fn order(&mut self) -> &mut Order {
        &mut self.order
    }

    fn missing(&self) -> usize {
        self.lines.n - self.queens.len()
    }

    fn first_open(&self) -> Option<Square> {
        let row = self.top().empty.trailing_zeros() as usize;
        (row < self.lines.n).then(|| self.squares(row).next())?
    }
}

impl<const K: usize> Position for RegionBoard<K> {
    fn clear(&mut self) {
        let empty = u128::MAX >> (128 - 3 * self.lines.n);
        self.levels.clear();
        self.levels.push(Level { open: self.start, empty, below: 0 });
        self.queens.clear();
    }

    fn queens(&self) -> Vec<Square> {
        self.queens.clone()
    }

    #[inline(always)]
    fn depth(&self) -> usize {
        self.levels.len() - 1
    }

    #[inline(always)]
    fn size(&self) -> u32 {
        self.lines.n as u32
    }

    #[inline(always)]
    fn squares(&self, line: usize) -> impl Iterator<Item = Square> {
        self.cells(line).iter().map(|number| self.lines.square(number))
    }

    /// The one that attacks the fewest open squares.
    #[inline(always)]
    fn promising(&self, line: usize, _: &mut Random) -> Square {
        let open = self.top().open;
        let left = |square: &usize| open.without(&self.lines.closed_by(*square)).count();
        let square = self.cells(line).iter().max_by_key(left);
        self.lines.square(square.expect("an open line has open squares"))
    }

    #[inline(always)]
    fn settle(&mut self) -> Settled {
        'placed: loop {
            let Level { open, mut empty, .. } = *self.top();
            if empty == 0 {
                return Settled::Solved;
            }
            let mut tightest = u32::MAX;
            while empty != 0 {
                let line = empty.trailing_zeros() as usize;
                empty &= empty - 1;
                let cells = open.and(&self.lines.squares[line]);
                match cells.count() {
                    0 => return Settled::Dead,
                    1 => {
                        let queen = cells.iter().next().expect("it has one open square");
                        self.place(self.lines.square(queen));
                        continue 'placed;
                    }
                    count => tightest = tightest.min(count << 16 | self.order.places[line]),
                }
            }
            return Settled::Open(self.order.lines[(tightest & 0xffff) as usize]);
        }
    }

    #[inline(always)]
    fn push(&mut self) {
        self.levels.push(Level { below: self.queens.len(), ..*self.top() });
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Square> {
        let below = self.levels.pop().expect("there is a position below").below;
        let first = self.queens.get(below).copied();
        self.queens.truncate(below);
        first
    }

    #[inline(always)]
    fn place(&mut self, queen: Square) {
        let number = self.lines.number(queen);
        let (closed, [row, column, region]) = (self.lines.closed_by(number), self.lines.of[number]);
        let level = self.levels.last_mut().expect("there is always a position");
        level.open = level.open.without(&closed);
        level.empty &= !(1 << row | 1 << column | 1 << region);
        self.queens.push(queen);
    }

    #[inline(always)]
    fn close(&mut self, square: Square) {
        let number = self.lines.number(square);
        self.levels.last_mut().expect("there is always a position").open.remove(number);
    }
}
