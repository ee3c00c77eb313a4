//! Permutations: every solution is a permutation of the column subscripts.
//!
//! From "Let's Backtrack And Save Some Queens". A solution has one queen in each row and one in each
//! column, so it names every column once. Each row has one column fewer to choose from than
//! the row above.
//!
//! `board[row]` is the column of the row's queen. The columns not yet used stand in
//! `board[row..]`; swapping each of them into `board[row]` in turn gives every permutation once, so
//! that rows and columns need no test. The two diagonals do, and as in the article a flag for each
//! diagonal answers in constant time. A column that fails the test is not followed further, so of
//! the n! permutations only a few are ever completed.
//!
//! The article calls its test's helper `is_cell_safe`, and puts the columns back in order by
//! rotating them; swapping back does the same with less work.
//!
//! # Cost
//!
//! The same tree of partial placements as backtracking (2057 nodes for n = 8), but only the columns
//! still unused are tested: 5508 squares instead of 15 720. The article counts 8! = 40 320 complete
//! permutations; that is what the method would cost without testing before they are complete.

use std::ops::ControlFlow;

use queens::Square;

use crate::about::About;
use crate::article;
use crate::step::{Event, Observer, Step};

pub(crate) const ABOUT: About = About {
    name: "permutations",
    title: "permute the columns, test the diagonals",
    articles: &[article::SAVE_SOME_QUEENS],
    idea: "A solution has one queen on every row and every column, so it is a permutation of \
           the columns. Swap each unused column into the row in turn and test only the \
           two diagonals.",
    cost: "the nodes of backtracking; in row r only the n - r unused columns are tested",
    code: &[
        "permute(row):",
        "    if row = n: SOLUTION",
        "    for i from row to n - 1:",
        "        swap board[row] and board[i]",
        "        if both diagonals of (row, board[row]) are free:",
        "            mark both diagonals",
        "            permute(row + 1)",
        "            unmark both diagonals",
        "        else: reject the square",
        "        swap board[row] and board[i] back",
    ],
    lines: [4, 8, 5, 7, 1],
    test: "a square of an unused column, by its two diagonals",
    max_n: 17,
};

pub(crate) fn search<O: Observer>(n: u32, observer: &mut O) -> ControlFlow<()> {
    let diagonals = 2 * n as usize;
    let mut board = Board {
        columns: (0..n).collect(),
        diag: vec![false; diagonals],
        anti: vec![false; diagonals],
    };
    board.permute(0, observer)
}

struct Board {
    /// The columns of the rows above, then those still unused.
    columns: Vec<u32>,
    /// Whether the `\` line with row - column = i - n holds a queen.
    diag: Vec<bool>,
    /// Whether the `/` line with row + column = i holds a queen.
    anti: Vec<bool>,
}

impl Board {
    fn permute<O: Observer>(&mut self, row: usize, observer: &mut O) -> ControlFlow<()> {
        let n = self.columns.len();
        if row == n {
            observer.step(|| Step { event: Event::Solution, square: None, masks: None })?;
            return observer.solution(&self.columns);
        }
        for i in row..n {
            self.columns.swap(row, i);
            let column = self.columns[row];
            let square = Some(Square { row: row as u32, column });
            let step = |event| Step { event, square, masks: None };
            let (diag, anti) = (row + n - column as usize, row + column as usize);
            observer.step(|| step(Event::Try))?;
            if self.diag[diag] || self.anti[anti] {
                observer.step(|| step(Event::Reject))?;
            } else {
                (self.diag[diag], self.anti[anti]) = (true, true);
                observer.step(|| step(Event::Place))?;
                self.permute(row + 1, observer)?;
                (self.diag[diag], self.anti[anti]) = (false, false);
                observer.step(|| step(Event::Remove))?;
            }
            self.columns.swap(row, i);
        }
        ControlFlow::Continue(())
    }
}
