//! Positions of any problem: the open squares of every line, kept up by a table of attacks.

#![allow(clippy::inline_always, reason = "what is not inlined is compiled without popcnt")]

use std::sync::Arc;

use super::position::{Complete, Order, Position, Settled, squares_of};
use crate::board::problem::{Pieces, Problem, Topology};
use crate::board::{Square, squares};
use crate::random::Random;
use crate::sets::Word;

/// What queens attack, for all positions of one board without regions.
#[derive(Debug)]
struct Attacks<W> {
    n: usize,
    /// For each square c of a line, what a queen there attacks on the line at distance d, for d
    /// from -(n - 1) to n - 1: rows and columns alike, by symmetry.
    words: Vec<W>,
}

impl<W: Word> Attacks<W> {
    fn new(problem: &Problem) -> Self {
        let n = problem.n();
        let full = W::ones(n);
        let wraps = problem.topology() == Topology::Torus;
        let mut words = Vec::with_capacity((n * (2 * n).saturating_sub(1)) as usize);
        for c in 0..n {
            let bit = W::ONE << c;
            for d in (1..n).rev().chain(0..n) {
                // Shifted by n and more, a word of exactly n bits would overflow: d is below n.
                let mut attacked = bit | bit << d | bit >> d;
                if wraps && d > 0 {
                    attacked |= bit << (n - d) | bit >> (n - d);
                }
                // A knight leaps one line and two squares or two lines and one square, either way;
                // around the edge that is n less as many.
                for (lines, squares) in [(1, 2), (2, 1)] {
                    let leaps = d == lines || wraps && d > 0 && d + lines == n;
                    if problem.pieces() == Pieces::Superqueens && leaps {
                        attacked |= bit << squares | bit >> squares;
                        if wraps {
                            attacked |= bit << (n - squares) | bit >> (n - squares);
                        }
                    }
                }
                words.push(attacked & full);
            }
        }
        Self { n: n as usize, words }
    }

    /// What a queen on `square` of line `line` attacks on lines 0 to n - 1 of the same direction.
    #[inline(always)]
    fn of(&self, line: usize, square: usize) -> &[W] {
        let start = square * (2 * self.n - 1) + self.n - 1 - line;
        &self.words[start..start + self.n]
    }
}

/// For each row and each column, the word of its open squares.
///
/// A line with a single open square gets its queen at once, and one without any is a proof that the
/// position has no solution.
#[derive(Clone, Debug)]
pub(crate) struct Table<W> {
    attacks: Arc<Attacks<W>>,
    n: usize,
    /// A word of ones for each line with a queen, of zeros for each without; rows, then columns.
    filled: Vec<W>,
    /// The problem's own position, its fixed queens not yet placed.
    start: Vec<W>,
    /// The current position, after those below it: 2n words each, ones where the line has a queen.
    positions: Vec<W>,
    queens: Vec<Square>,
    /// The number of queens in each of the positions below the current one.
    below: Vec<usize>,
    /// That of equally tight lines.
    order: Order,
}

impl<W: Word> Table<W> {
    #[inline(always)]
    fn lines(&self) -> &[W] {
        let start = 2 * self.n * self.below.len();
        &self.positions[start..start + 2 * self.n]
    }

    /// Takes queens back until this many are left.
    #[inline(always)]
    fn take_back(&mut self, left: usize) {
        for queen in self.queens.drain(left..) {
            self.filled[queen.row as usize] = W::ZERO;
            self.filled[self.n + queen.column as usize] = W::ZERO;
        }
    }
}

impl<W: Word> Complete for Table<W> {
    fn new(problem: &Problem) -> Self {
        let n = problem.n() as usize;
        let mut start = vec![W::ZERO; 2 * n];
        for square in squares(problem.n()).filter(|&square| problem.is_open(square)) {
            start[square.row as usize] |= W::ONE << square.column;
            start[n + square.column as usize] |= W::ONE << square.row;
        }
        // From the middle: its lines are crossed by the longest diagonals.
        let mut order: Vec<usize> = (0..2 * n).collect();
        order.sort_by_key(|&line| (2 * (line % n) + 1).abs_diff(n));
        let mut table = Self {
            attacks: Arc::new(Attacks::new(problem)),
            n,
            filled: vec![W::ZERO; 2 * n],
            start,
            // Each but the first has a queen more than the one below it, or is a copy of it that a search
            // for one solution starts from.
            positions: vec![W::ZERO; 2 * n * (n + 2)],
            queens: Vec::with_capacity(n),
            below: Vec::with_capacity(n + 1),
            order: Order::new(order),
        };
        table.clear();
        problem.queens().for_each(|queen| table.place(queen));
        table
    }

    fn order(&mut self) -> &mut Order {
        &mut self.order
    }

    fn missing(&self) -> usize {
        self.n - self.queens.len()
    }

    fn first_open(&self) -> Option<Square> {
        let row = self.filled[..self.n].iter().position(|&filled| filled == W::ZERO)?;
        self.squares(row).next()
    }
}

impl<W: Word> Position for Table<W> {
    fn clear(&mut self) {
        self.take_back(0);
        self.below.clear();
        self.positions[..2 * self.n].copy_from_slice(&self.start);
    }

    fn queens(&self) -> Vec<Square> {
        self.queens.clone()
    }

    #[inline(always)]
    fn depth(&self) -> usize {
        self.below.len()
    }

    #[inline(always)]
    fn n(&self) -> u32 {
        self.n as u32
    }

    #[inline(always)]
    fn squares(&self, line: usize) -> impl Iterator<Item = Square> {
        squares_of(self.n(), line, self.lines()[line])
    }

    /// The one that attacks the fewest open squares.
    #[inline(always)]
    fn promising(&self, line: usize, _: &mut Random) -> Square {
        let rows = &self.lines()[..self.n];
        let cost = |square: &Square| {
            let attacks = self.attacks.of(square.row as usize, square.column as usize);
            let attacked =
                |((&open, &filled), &attacked): ((&W, &W), &W)| (open & attacked & !filled).count();
            rows.iter().zip(&self.filled).zip(attacks).map(attacked).sum::<u32>()
        };
        self.squares(line).min_by_key(cost).expect("an open line has open squares")
    }

    #[inline(always)]
    fn settle(&mut self) -> Settled {
        while self.queens.len() < self.n {
            let lines = self.lines();
            let key = |(open, rank): (&W, &u32)| open.count() << 16 | rank;
            let tightest = lines.iter().zip(&self.order.places).map(key).min().unwrap_or(0);
            let line = self.order.lines[(tightest & 0xffff) as usize];
            match tightest >> 16 {
                0 => return Settled::Dead,
                1 => {
                    let queen = self.squares(line).next();
                    self.place(queen.expect("it has one open square"));
                }
                _ => return Settled::Open(line),
            }
        }
        Settled::Solved
    }

    #[inline(always)]
    fn push(&mut self) {
        let (width, depth) = (2 * self.n, self.below.len());
        self.positions.copy_within(width * depth..width * (depth + 1), width * (depth + 1));
        self.below.push(self.queens.len());
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Square> {
        let left = self.below.pop().expect("there is a position below");
        let first = self.queens.get(left).copied();
        self.take_back(left);
        first
    }

    #[inline(always)]
    fn place(&mut self, queen: Square) {
        let n = self.n;
        let (row, column) = (queen.row as usize, queen.column as usize);
        self.queens.push(queen);
        self.filled[row] = !W::ZERO;
        self.filled[n + column] = !W::ZERO;
        let start = 2 * n * self.below.len();
        let (rows, columns) = self.positions[start..start + 2 * n].split_at_mut(n);
        let (filled_rows, filled_columns) = self.filled.split_at(n);
        for (lines, filled, attacks) in [
            (rows, filled_rows, self.attacks.of(row, column)),
            (columns, filled_columns, self.attacks.of(column, row)),
        ] {
            for ((open, &filled), &attacked) in lines.iter_mut().zip(filled).zip(attacks) {
                *open = *open & !attacked | filled;
            }
        }
    }

    #[inline(always)]
    fn close(&mut self, square: Square) {
        let start = 2 * self.n * self.below.len();
        let lines = &mut self.positions[start..start + 2 * self.n];
        lines[square.row as usize] &= !(W::ONE << square.column);
        lines[self.n + square.column as usize] &= !(W::ONE << square.row);
    }
}
