//! Positions of a region puzzle: all open squares in one set of bits.

#![allow(clippy::inline_always, reason = "what is not inlined is compiled without popcnt")]

use std::sync::Arc;

use super::position::{Complete, Order, Position, Settled};
use crate::board::cells::Cells;
use crate::board::lines::Lines;
use crate::board::problem::Problem;
use crate::board::{Square, squares};
use crate::random::Random;

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
        self.top().open.and(self.lines.squares(line))
    }
}

impl<const K: usize> Complete for RegionBoard<K> {
    fn new(problem: &Problem) -> Self {
        let regions = problem.regions().expect("the problem has regions");
        let lines = Arc::new(Lines::new(regions));
        let n = lines.n();
        let mut start = (0..n).fold(Cells::EMPTY, |all, row| all.or(lines.squares(row)));
        if !problem.is_bare() {
            let closed = squares(regions.n()).filter(|&square| !problem.is_open(square));
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
        self.lines.n() - self.queens.len()
    }

    fn first_open(&self) -> Option<Square> {
        let row = self.top().empty.trailing_zeros() as usize;
        (row < self.lines.n()).then(|| self.squares(row).next())?
    }
}

impl<const K: usize> Position for RegionBoard<K> {
    fn clear(&mut self) {
        let empty = u128::MAX >> (128 - 3 * self.lines.n());
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
    fn n(&self) -> u32 {
        self.lines.n() as u32
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
                let cells = open.and(self.lines.squares(line));
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
        let (closed, [row, column, region]) =
            (self.lines.closed_by(number), self.lines.lines_of(number));
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
