//! Backtracking with flags: the test of a square in constant time.
//!
//! "Bitwise Optimization of N-Queens" calls it caching; "Let's Backtrack And Save Some Queens" has it
//! too. Remember for each column and each diagonal whether a queen stands on it, instead of
//! looking for the queen. Going down along a `\` diagonal, row and column both grow by one, so
//! `row - column` names the diagonal; along a `/` diagonal one grows and the other shrinks, so
//! `row + column` does.
//!
//! The Python program keeps dictionaries; arrays do, with n added to `row - column` so that it
//! is never negative.
//!
//! # Cost
//!
//! The tree and the tests of `backtrack_scan`, each test in O(1) instead of O(n).

use std::ops::ControlFlow;

use queens::Square;

use crate::about::About;
use crate::article;
use crate::step::{Event, Observer, Step};

pub(crate) const ABOUT: About = About {
    name: "backtrack_flags",
    title: "one queen in each row, tested by a flag for every line",
    articles: &[article::BITWISE_OPTIMIZATION, article::SAVE_SOME_QUEENS],
    idea: "Remember for every column and every diagonal whether a queen stands on it. \
           The squares of a diagonal share row - column, those of an anti-diagonal share \
           row + column, so three look-ups tell whether a square is safe.",
    cost: "n tests at each legal partial placement, O(1) work each",
    code: &[
        "place_queen(row):",
        "    if row = n: SOLUTION",
        "    for each column of the row:",
        "        if not (cols[column] or diag[row - column] or anti[row + column]):",
        "            set the three flags",
        "            place_queen(row + 1)",
        "            clear the three flags",
        "        else: reject the square",
    ],
    lines: [3, 7, 4, 6, 1],
    test: "a square, by three flags",
    max_n: 17,
};

pub(crate) fn search<O: Observer>(n: u32, observer: &mut O) -> ControlFlow<()> {
    let lines = 2 * n as usize;
    let mut board = Board {
        n,
        columns: Vec::with_capacity(n as usize),
        cols: vec![false; n as usize],
        diag: vec![false; lines],
        anti: vec![false; lines],
    };
    board.place_queen(observer)
}

struct Board {
    n: u32,
    /// The column of each queen placed.
    columns: Vec<u32>,
    /// Whether column i holds a queen.
    cols: Vec<bool>,
    /// Whether the `\` line with row - column = i - n holds a queen.
    diag: Vec<bool>,
    /// Whether the `/` line with row + column = i holds a queen.
    anti: Vec<bool>,
}

impl Board {
    fn place_queen<O: Observer>(&mut self, observer: &mut O) -> ControlFlow<()> {
        let row = self.columns.len() as u32;
        if row == self.n {
            observer.step(|| Step { event: Event::Solution, square: None, masks: None })?;
            return observer.solution(&self.columns);
        }
        for column in 0..self.n {
            let square = Square { row, column };
            let step = |event| Step { event, square: Some(square), masks: None };
            observer.step(|| step(Event::Try))?;
            if self.safe(square) {
                self.columns.push(column);
                self.set_flags(square, true);
                observer.step(|| step(Event::Place))?;
                self.place_queen(observer)?;
                self.set_flags(square, false);
                self.columns.pop();
                observer.step(|| step(Event::Remove))?;
            } else {
                observer.step(|| step(Event::Reject))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn safe(&self, square: Square) -> bool {
        !(self.cols[square.column as usize]
            || self.diag[(square.row + self.n - square.column) as usize]
            || self.anti[square.anti() as usize])
    }

    fn set_flags(&mut self, square: Square, value: bool) {
        self.cols[square.column as usize] = value;
        self.diag[(square.row + self.n - square.column) as usize] = value;
        self.anti[square.anti() as usize] = value;
    }
}
