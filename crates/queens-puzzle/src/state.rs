//! A puzzle being solved: which squares are still open, which lines want a queen.

use queens::board::squares;
use queens::engine::Cells;
use queens::{Regions, Square};

use crate::puzzle::Puzzle;

/// What is the same all the while: the lines of the board, and what a queen closes.
#[derive(Debug)]
pub(crate) struct Board<const K: usize> {
    pub(crate) n: usize,
    /// The squares of each line: rows from 0, columns from n, regions from 2n.
    pub(crate) lines: Vec<Cells<K>>,
    /// What a queen on each square closes in any regions: its row, its column, and the squares it touches; its own square, too.
    reached: Vec<Cells<K>>,
    /// The row, the column and the region of each square.
    pub(crate) lines_of: Vec<[usize; 3]>,
}

impl<const K: usize> Board<K> {
    pub(crate) fn new(regions: &Regions) -> Self {
        let n = regions.size() as usize;
        let mut lines = vec![Cells::EMPTY; 3 * n];
        let mut lines_of = Vec::with_capacity(n * n);
        for (index, square) in squares(regions.size()).enumerate() {
            let of = [
                square.row as usize,
                n + square.column as usize,
                2 * n + regions.at(square) as usize,
            ];
            for line in of {
                lines[line].insert(index);
            }
            lines_of.push(of);
        }
        let reached = (0..n * n)
            .map(|index| {
                let [row, column, _] = lines_of[index];
                let mut closed = lines[row].or(&lines[column]);
                let (row, column) = (index / n, index % n);
                for near in [row.wrapping_sub(1), row + 1] {
                    for beside in [column.wrapping_sub(1), column + 1] {
                        if near < n && beside < n {
                            closed.insert(near * n + beside);
                        }
                    }
                }
                closed
            })
            .collect();
        Self { n, lines, reached, lines_of }
    }

    /// What a queen closes: its lines, and the squares it touches; not its own square.
    #[inline]
    pub(crate) fn closes(&self, index: usize) -> Cells<K> {
        let mut closed = self.reached[index].or(&self.lines[self.lines_of[index][2]]);
        closed.remove(index);
        closed
    }

    /// The region of a square.
    pub(crate) fn region(&self, index: usize) -> usize {
        self.lines_of[index][2] - 2 * self.n
    }

    /// Gives a square to another region.
    pub(crate) fn set_region(&mut self, index: usize, region: usize) {
        let line = &mut self.lines_of[index][2];
        self.lines[*line].remove(index);
        *line = 2 * self.n + region;
        self.lines[*line].insert(index);
    }

    pub(crate) fn square(&self, index: usize) -> Square {
        Square { row: (index / self.n) as u32, column: (index % self.n) as u32 }
    }

    pub(crate) fn index(&self, square: Square) -> usize {
        square.row as usize * self.n + square.column as usize
    }

    /// The position that a puzzle begins with, before anything is concluded from its queens.
    pub(crate) fn start(&self, puzzle: &Puzzle) -> State<K> {
        let mut state = self.bare();
        puzzle.crosses().for_each(|square| state.open.remove(self.index(square)));
        puzzle.queens().for_each(|square| state.place(self, self.index(square)));
        state
    }

    /// The position without a mark.
    pub(crate) fn bare(&self) -> State<K> {
        let open = self.lines[..self.n].iter().fold(Cells::EMPTY, Cells::or);
        State { open, queens: Cells::EMPTY, empty: u128::MAX >> (128 - 3 * self.n) }
    }
}

/// A position. Squares are open, or hold a queen, or are crossed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State<const K: usize> {
    pub(crate) open: Cells<K>,
    pub(crate) queens: Cells<K>,
    /// A bit for each line without a queen.
    pub(crate) empty: u128,
}

impl<const K: usize> State<K> {
    /// Places a queen, and crosses nothing out.
    #[inline]
    pub(crate) fn place(&mut self, board: &Board<K>, index: usize) {
        self.open.remove(index);
        self.queens.insert(index);
        for line in board.lines_of[index] {
            self.empty &= !(1 << line);
        }
    }

    /// Places a queen, and crosses out what it closes.
    #[inline]
    pub(crate) fn place_and_close(&mut self, board: &Board<K>, index: usize) {
        self.place(board, index);
        self.open = self.open.without(&board.closes(index));
    }

    /// The open squares of a line.
    #[inline]
    pub(crate) fn line(&self, board: &Board<K>, line: usize) -> Cells<K> {
        self.open.and(&board.lines[line])
    }

    /// The lines without a queen.
    #[inline]
    pub(crate) fn empty_lines(&self) -> impl Iterator<Item = usize> + use<K> {
        bits(self.empty)
    }

    /// A line without a queen or an open square: a proof that there is no solution.
    #[inline]
    pub(crate) fn dead_line(&self, board: &Board<K>) -> Option<usize> {
        self.empty_lines().find(|&line| self.line(board, line).is_empty())
    }
}

/// The bits that are set, from the lowest.
#[inline]
pub(crate) fn bits(mut word: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}
