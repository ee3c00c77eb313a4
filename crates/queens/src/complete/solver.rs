//! The search: the tightest line first, and what follows from it at once.

use std::sync::Arc;

use super::word::Word;
use crate::backend::StopFlag;
use crate::board::Square;
use crate::problem::{Pieces, Problem, Topology};
use crate::random::split_mix;

/// Why a search ended before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Interrupt {
    /// The flag was raised.
    Stopped,
    /// The nodes granted are used up.
    Spent,
}

/// What is known about a position once all that follows from it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Settled {
    /// Some line has no open square left.
    Dead,
    /// All queens stand.
    Solved,
    /// This line has the fewest open squares: two at least. Rows come first, columns after them.
    Open(usize),
}

/// A problem, cut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Cut {
    /// It has so many solutions, as every queen without a choice shows.
    Counted(u64),
    /// The queens of each part.
    Parts(Vec<Vec<Square>>),
}

/// What queens attack, for all positions of one board.
#[derive(Debug)]
pub(super) struct Attacks<W> {
    n: usize,
    /// For each square c of a line, what a queen there attacks on the line at distance d, for d
    /// from -(n - 1) to n - 1: rows and columns alike, by symmetry.
    words: Vec<W>,
}

impl<W: Word> Attacks<W> {
    pub(super) fn new(problem: &Problem) -> Self {
        let n = problem.size();
        let full = full::<W>(n);
        let wraps = problem.topology() == Topology::Torus;
        let mut words = Vec::with_capacity((n * (2 * n).saturating_sub(1)) as usize);
        for c in 0..n {
            let bit = W::ONE << c;
            for d in (1..n).rev().chain(0..n) {
                // Shifted by n and more, a word of exactly n bits would overflow: d is below n.
                let mut attacked = bit | bit << d | bit >> d;
                if wraps && d > 0 {
                    attacked = attacked | bit << (n - d) | bit >> (n - d);
                }
                // A knight leaps one line and two squares or two lines and one square, either way;
                // around the edge that is n less as many.
                for (lines, squares) in [(1, 2), (2, 1)] {
                    let leaps = d == lines || wraps && d > 0 && d + lines == n;
                    if problem.pieces() == Pieces::Superqueens && leaps {
                        attacked = attacked | bit << squares | bit >> squares;
                        if wraps {
                            attacked = attacked | bit << (n - squares) | bit >> (n - squares);
                        }
                    }
                }
                words.push(attacked & full);
            }
        }
        Self { n: n as usize, words }
    }

    /// What a queen on `square` of line `line` attacks on lines 0 to n - 1 of the same direction.
    #[inline]
    fn of(&self, line: usize, square: usize) -> &[W] {
        let start = square * (2 * self.n - 1) + self.n - 1 - line;
        &self.words[start..start + self.n]
    }

    /// Takes what a queen attacks, and its square, from the squares of all rows.
    pub(super) fn take(&self, rows: &mut [W], queen: Square) {
        let attacks = self.of(queen.row as usize, queen.column as usize);
        for (open, &attacked) in rows.iter_mut().zip(attacks) {
            *open = *open & !attacked;
        }
    }
}

fn full<W: Word>(n: u32) -> W {
    if n == 0 { W::ZERO } else { !W::ZERO >> (W::BITS - n) }
}

/// A depth-first search over positions of one problem.
///
/// A position is, for each row and each column, the word of its open squares. It is settled by
/// placing queens on lines with a single open square until there is none; a line without any is a
/// proof that the position has no solution. Then the line with the fewest open squares is taken,
/// row or column: a queen goes on one of them, or else that square is closed, and so on.
#[derive(Clone, Debug)]
pub(super) struct Solver<W> {
    attacks: Arc<Attacks<W>>,
    n: usize,
    stop: StopFlag,
    /// A word of ones for each line with a queen, of zeros for each without; rows, then columns.
    filled: Vec<W>,
    /// The problem's own position, its fixed queens not yet placed.
    start: Vec<W>,
    /// A position for each depth: 2n words, ones where the line has a queen. Each has a queen more
    /// than the one before it, but for the copy that [`Solver::solution`] makes.
    positions: Vec<W>,
    /// The queens of the current position.
    queens: Vec<Square>,
    /// The place of each line in the order in which equally tight lines are taken.
    rank: Vec<u32>,
    /// The line at each place of that order.
    ranked: Vec<usize>,
    /// Queens placed by choice.
    pub(super) nodes: u64,
    /// Searches given up and begun anew.
    pub(super) restarts: u64,
    /// The nodes at which to give up.
    limit: u64,
}

/// Nodes granted to the first search for a solution.
const FIRST_GRANT: u64 = 1 << 12;

/// How often a search looks at the flag, in nodes.
pub(super) const PATIENCE: u64 = 1 << 10;

impl<W: Word> Solver<W> {
    /// A search from the problem's own position.
    pub(super) fn new(problem: &Problem, stop: &StopFlag) -> Self {
        let n = problem.size() as usize;
        let mut start = vec![W::ZERO; 2 * n];
        for square in squares(problem.size()).filter(|&square| problem.is_open(square)) {
            let (row, column) = (square.row as usize, square.column as usize);
            start[row] = start[row] | W::ONE << square.column;
            start[n + column] = start[n + column] | W::ONE << square.row;
        }
        // From the middle: its lines are crossed by the longest diagonals.
        let mut ranked: Vec<usize> = (0..2 * n).collect();
        ranked.sort_by_key(|&line| (2 * (line % n) + 1).abs_diff(n));
        let mut solver = Self {
            attacks: Arc::new(Attacks::new(problem)),
            n,
            stop: stop.clone(),
            filled: vec![W::ZERO; 2 * n],
            start,
            positions: vec![W::ZERO; 2 * n * (n + 2)],
            queens: Vec::with_capacity(n),
            rank: vec![0; 2 * n],
            ranked: Vec::new(),
            nodes: 0,
            restarts: 0,
            limit: u64::MAX,
        };
        solver.prefer(ranked);
        solver.begin(problem.queens());
        solver
    }

    /// Begins anew with these queens on the board, which do not attack each other.
    pub(super) fn begin(&mut self, queens: impl IntoIterator<Item = Square>) {
        self.take_back(0);
        self.positions[..2 * self.n].copy_from_slice(&self.start);
        for queen in queens {
            self.place(0, queen);
        }
    }

    /// Takes equally tight lines in this order.
    fn prefer(&mut self, ranked: Vec<usize>) {
        for (place, &line) in (0..).zip(&ranked) {
            self.rank[line] = place;
        }
        self.ranked = ranked;
    }

    /// The queens of the current position.
    pub(super) fn queens(&self) -> &[Square] {
        &self.queens
    }

    fn position(&self, depth: usize) -> &[W] {
        &self.positions[2 * self.n * depth..2 * self.n * (depth + 1)]
    }

    fn position_mut(&mut self, depth: usize) -> &mut [W] {
        &mut self.positions[2 * self.n * depth..2 * self.n * (depth + 1)]
    }

    /// The open squares of a line: of rows, then of columns.
    fn open(&self, depth: usize, line: usize) -> W {
        self.position(depth)[line]
    }

    /// The first open square of the first row without a queen.
    pub(super) fn first_open(&self, depth: usize) -> Option<Square> {
        let row = self.filled[..self.n].iter().position(|&filled| filled == W::ZERO)?;
        self.open(depth, row).squares().next().map(|at| self.square(row, at))
    }

    /// The square at a place of a line.
    fn square(&self, line: usize, at: u32) -> Square {
        if line < self.n {
            Square { row: line as u32, column: at }
        } else {
            Square { row: at, column: (line - self.n) as u32 }
        }
    }

    /// Places a queen in the position at this depth.
    fn place(&mut self, depth: usize, queen: Square) {
        let n = self.n;
        let (row, column) = (queen.row as usize, queen.column as usize);
        self.queens.push(queen);
        self.filled[row] = !W::ZERO;
        self.filled[n + column] = !W::ZERO;
        let (rows, columns) = self.positions[2 * n * depth..2 * n * (depth + 1)].split_at_mut(n);
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

    /// Copies the position at this depth to the next, and places a queen there.
    pub(super) fn descend(&mut self, depth: usize, queen: Square) {
        self.copy(depth);
        self.place(depth + 1, queen);
    }

    /// Copies the position at this depth to the next.
    fn copy(&mut self, depth: usize) {
        let width = 2 * self.n;
        self.positions.copy_within(width * depth..width * (depth + 1), width * (depth + 1));
    }

    /// Closes a square in the position at this depth.
    pub(super) fn close(&mut self, depth: usize, square: Square) {
        let n = self.n;
        let lines = self.position_mut(depth);
        let (row, column) = (square.row as usize, n + square.column as usize);
        lines[row] = lines[row] & !(W::ONE << square.column);
        lines[column] = lines[column] & !(W::ONE << square.row);
    }

    /// Takes queens back until so many are left.
    pub(super) fn take_back(&mut self, left: usize) {
        for queen in self.queens.drain(left..) {
            self.filled[queen.row as usize] = W::ZERO;
            self.filled[self.n + queen.column as usize] = W::ZERO;
        }
    }

    /// Places the queens that have no choice.
    pub(super) fn settle(&mut self, depth: usize) -> Settled {
        while self.queens.len() < self.n {
            let lines = self.position(depth);
            let key = |(open, rank): (&W, &u32)| open.count() << 16 | rank;
            let tightest = lines.iter().zip(&self.rank).map(key).min().unwrap_or(0);
            let line = self.ranked[(tightest & 0xffff) as usize];
            match tightest >> 16 {
                0 => return Settled::Dead,
                1 => {
                    let at = lines[line].lowest();
                    self.place(depth, self.square(line, at));
                }
                _ => return Settled::Open(line),
            }
        }
        Settled::Solved
    }

    /// The open square of a line that attacks the fewest open squares.
    fn mildest(&self, depth: usize, line: usize) -> Square {
        let (rows, _) = self.position(depth).split_at(self.n);
        let cost = |square: &Square| {
            let attacks = self.attacks.of(square.row as usize, square.column as usize);
            let attacked =
                |((&open, &filled), &attacked): ((&W, &W), &W)| (open & attacked & !filled).count();
            rows.iter().zip(&self.filled).zip(attacks).map(attacked).sum::<u32>()
        };
        let squares = self.open(depth, line).squares().map(|at| self.square(line, at));
        squares.min_by_key(cost).expect("an open line has open squares")
    }

    /// Cuts the problem with these queens on the board into parts that share no solution, or counts
    /// its solutions if it needs no choice.
    pub(super) fn cut(&mut self, queens: &[Square]) -> Cut {
        self.begin(queens.iter().copied());
        match self.settle(0) {
            Settled::Dead => Cut::Counted(0),
            Settled::Solved => Cut::Counted(1),
            Settled::Open(line) => {
                let squares = self.open(0, line).squares();
                let part = |at| [&self.queens[..], &[self.square(line, at)]].concat();
                Cut::Parts(squares.map(part).collect())
            }
        }
    }

    fn enter_node(&mut self) -> Result<(), Interrupt> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) && self.stop.is_raised() {
            return Err(Interrupt::Stopped);
        }
        if self.nodes > self.limit { Err(Interrupt::Spent) } else { Ok(()) }
    }

    /// Looks for a solution of the position at this depth; its queens then stand.
    fn find(&mut self, depth: usize) -> Result<bool, Interrupt> {
        let before = self.queens.len();
        loop {
            match self.settle(depth) {
                Settled::Dead => break,
                Settled::Solved => return Ok(true),
                Settled::Open(line) => {
                    self.enter_node()?;
                    let queen = self.mildest(depth, line);
                    let here = self.queens.len();
                    self.descend(depth, queen);
                    if self.find(depth + 1)? {
                        return Ok(true);
                    }
                    self.take_back(here);
                    self.close(depth, queen);
                }
            }
        }
        self.take_back(before);
        Ok(false)
    }

    /// The solution of the position at this depth that the search finds, if there is one. The
    /// position stays as it is.
    ///
    /// A search that meets an early mistake may take for ever to come back to it, so one that takes
    /// long is begun anew with equally tight lines in another order, drawn from a fixed seed
    /// (Gomes, Selman and Kautz 1998). Twice the nodes are granted each time: a proof that there is
    /// none costs no more than twice that of its last run.
    pub(super) fn solution(&mut self, depth: usize) -> Result<Option<Vec<Square>>, Interrupt> {
        let before = self.queens.len();
        let order = self.ranked.clone();
        let mut grant = FIRST_GRANT;
        let mut random = 0x5eed;
        let result = loop {
            self.limit = self.nodes.saturating_add(grant);
            self.copy(depth);
            let result = self.find(depth + 1);
            let queens = self.queens.clone();
            self.take_back(before);
            match result {
                Err(Interrupt::Spent) => {
                    grant = grant.saturating_mul(2);
                    self.restarts += 1;
                    let mut ranked = self.ranked.clone();
                    for i in (1..ranked.len()).rev() {
                        ranked.swap(i, (split_mix(&mut random) % (i as u64 + 1)) as usize);
                    }
                    self.prefer(ranked);
                }
                Err(stopped) => break Err(stopped),
                Ok(found) => break Ok(found.then_some(queens)),
            }
        };
        self.limit = u64::MAX;
        self.prefer(order);
        result
    }

    /// Counts the solutions of the position at this depth, one by one.
    pub(super) fn count(&mut self, depth: usize) -> Result<u64, Interrupt> {
        let before = self.queens.len();
        let mut total = 0;
        loop {
            match self.settle(depth) {
                Settled::Dead => break,
                Settled::Solved => {
                    total += 1;
                    break;
                }
                Settled::Open(line) => {
                    self.enter_node()?;
                    let queen = self.square(line, self.open(depth, line).lowest());
                    let here = self.queens.len();
                    self.descend(depth, queen);
                    total += self.count(depth + 1)?;
                    self.take_back(here);
                    self.close(depth, queen);
                }
            }
        }
        self.take_back(before);
        Ok(total)
    }
}
