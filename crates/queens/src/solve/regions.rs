//! Positions of a region puzzle: all open squares in one set of bits.

#![allow(clippy::inline_always, reason = "what is not inlined is compiled without popcnt")]

use std::sync::Arc;

use super::position::{Complete, Order, Position, Settled};
use crate::board::cells::Cells;
use crate::board::problem::Problem;
use crate::board::regions::Regions;
use crate::board::{Square, squares};

/// What is the same in all positions of a puzzle.
#[derive(Debug)]
struct Shape<const K: usize> {
    n: usize,
    regions: Regions,
    /// The squares of each line: rows, columns, regions.
    lines: Vec<Cells<K>>,
    /// The problem's own position, its fixed queens not yet placed.
    start: Cells<K>,
}

/// The open squares of a puzzle with regions, and the lines without a queen.
///
/// Lines are the rows from 0, the columns from n, the regions from 2n on. A place on a line is the number of open
/// squares before it, so that regions, which have more squares than a word has bits, are lines like others: the
/// tightest line has n open squares at most.
#[derive(Clone, Debug)]
pub(crate) struct RegionBoard<const K: usize> {
    shape: Arc<Shape<K>>,
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
        self.top().open.and(&self.shape.lines[line])
    }

    #[inline(always)]
    fn index(&self, square: Square) -> usize {
        square.row as usize * self.shape.n + square.column as usize
    }

    #[inline(always)]
    fn at(&self, index: usize) -> Square {
        let (index, n) = (index as u32, self.shape.n as u32);
        Square { row: index / n, column: index % n }
    }

    fn bottom(&self) -> Level<K> {
        let lines = 3 * self.shape.n;
        Level { open: self.shape.start, empty: u128::MAX >> (128 - lines), below: 0 }
    }

    /// What is open once a queen stands on a square.
    #[inline(always)]
    fn after(&self, open: Cells<K>, queen: Square) -> Cells<K> {
        let Shape { n, lines, regions, .. } = &*self.shape;
        let (row, column) = (queen.row as usize, queen.column as usize);
        let region = regions.at(queen) as usize;
        let mut open =
            open.without(&lines[row]).without(&lines[n + column]).without(&lines[2 * n + region]);
        // What it touches along its row and column is closed already.
        let index = row * n + column;
        if row > 0 {
            if column > 0 {
                open.remove(index - n - 1);
            }
            if column + 1 < *n {
                open.remove(index - n + 1);
            }
        }
        if row + 1 < *n {
            if column > 0 {
                open.remove(index + n - 1);
            }
            if column + 1 < *n {
                open.remove(index + n + 1);
            }
        }
        open
    }
}

impl<const K: usize> Complete for RegionBoard<K> {
    fn new(problem: &Problem) -> Self {
        let regions = problem.regions().expect("the problem has regions").clone();
        let n = regions.size() as usize;
        let mut lines = vec![Cells::EMPTY; 3 * n];
        let mut start = Cells::EMPTY;
        for (index, square) in squares(regions.size()).enumerate() {
            lines[square.row as usize].insert(index);
            lines[n + square.column as usize].insert(index);
            lines[2 * n + regions.at(square) as usize].insert(index);
            start.insert(index);
        }
        if !problem.is_bare() {
            for (index, square) in squares(regions.size()).enumerate() {
                if !problem.is_open(square) {
                    start.remove(index);
                }
            }
        }
        let shape = Arc::new(Shape { n, regions, lines, start });
        let mut board = Self {
            shape,
            levels: Vec::with_capacity(n + 2),
            queens: Vec::with_capacity(n),
            order: Order::new((0..3 * n).collect()),
        };
        board.levels.push(board.bottom());
        problem.queens().for_each(|queen| board.place(queen));
        board
    }

    fn order(&mut self) -> &mut Order {
        &mut self.order
    }

    fn missing(&self) -> usize {
        self.shape.n - self.queens.len()
    }

    fn first_open(&self) -> Option<Square> {
        let row = self.top().empty.trailing_zeros() as usize;
        let first = (row < self.shape.n).then(|| self.cells(row))?.iter().next()?;
        Some(self.at(first))
    }

    #[inline(always)]
    fn least_constraining(&self, line: usize) -> Square {
        let open = self.top().open;
        let squares = self.cells(line).iter().map(|index| self.at(index));
        let left = |square: &Square| self.after(open, *square).count();
        squares.max_by_key(left).expect("an open line has open squares")
    }
}

impl<const K: usize> Position for RegionBoard<K> {
    type Word = u32;

    fn clear(&mut self) {
        self.levels.clear();
        self.levels.push(self.bottom());
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
    fn open(&self, line: usize) -> u32 {
        u32::MAX.checked_shr(32 - self.cells(line).count()).unwrap_or(0)
    }

    #[inline(always)]
    fn size(&self) -> u32 {
        self.shape.n as u32
    }

    #[inline(always)]
    fn square(&self, line: usize, at: u32) -> Square {
        self.at(self.cells(line).select(at))
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
                let cells = open.and(&self.shape.lines[line]);
                match cells.count() {
                    0 => return Settled::Dead,
                    1 => {
                        self.place(self.at(cells.select(0)));
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
        let level = Level { below: self.queens.len(), ..*self.top() };
        self.levels.push(level);
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
        let n = self.shape.n;
        let region = self.shape.regions.at(queen) as usize;
        let open = self.after(self.top().open, queen);
        let level = self.levels.last_mut().expect("there is always a position");
        level.open = open;
        level.empty &= !(1 << queen.row | 1 << (n + queen.column as usize) | 1 << (2 * n + region));
        self.queens.push(queen);
    }

    #[inline(always)]
    fn close(&mut self, square: Square) {
        let index = self.index(square);
        self.levels.last_mut().expect("there is always a position").open.remove(index);
    }
}
