//! Backtracking with a scan: one queen in each row, each square checked against all queens placed.
//!
//! Two articles begin with it: "Bitwise Optimization of N-Queens" and "Let's Backtrack And Save Some
//! Queens". A row is filled by a call of its own, from top to bottom. The call tries the squares
//! from left to right, calls itself for the next row after each queen that it can place, and takes
//! the queen back afterwards. Two queens that attack each other are never on the board, so all
//! boards that contain the two are skipped at once. To find out whether a square is safe, look at
//! every queen placed so far.
//!
//! # Cost
//!
//! One node for every legal placement of queens on the first k rows, k = 0..n (OEIS A319283: 2057
//! for n = 8), n squares tested at each that is not full, and O(n) work for each test.

use std::ops::ControlFlow;

use queens::Square;

use crate::about::About;
use crate::article;
use crate::step::{Event, Observer, Step};

pub(crate) const ABOUT: About = About {
    name: "backtrack_scan",
    title: "one queen in each row, tested against all queens placed",
    articles: &[article::BITWISE_OPTIMIZATION, article::SAVE_SOME_QUEENS],
    idea: "Put a queen on the first safe square of the row, go on to the next row, and come \
           back when there is none left. A square is safe if none of the queens above \
           attacks it; look at each of them.",
    cost: "n tests at each legal partial placement, O(n) work each",
    code: &[
        "place_queen(row):",
        "    if row = n: SOLUTION",
        "    for each column of the row:",
        "        if no queen above attacks the square:",
        "            put a queen on the square",
        "            place_queen(row + 1)",
        "            take the queen away",
        "        else: reject the square",
    ],
    lines: [3, 7, 4, 6, 1],
    test: "a square, against every queen above",
    max_n: 16,
};

pub(crate) fn search<O: Observer>(n: u32, observer: &mut O) -> ControlFlow<()> {
    place_queen(n, &mut Vec::with_capacity(n as usize), observer)
}

/// Completes the board whose queens stand at `columns` in the first rows.
fn place_queen<O: Observer>(n: u32, columns: &mut Vec<u32>, observer: &mut O) -> ControlFlow<()> {
    let row = columns.len() as u32;
    if row == n {
        observer.step(|| Step { event: Event::Solution, square: None, masks: None })?;
        return observer.solution(columns);
    }
    for column in 0..n {
        let square = Square { row, column };
        let step = |event| Step { event, square: Some(square), masks: None };
        observer.step(|| step(Event::Try))?;
        if safe(columns, square) {
            columns.push(column);
            observer.step(|| step(Event::Place))?;
            place_queen(n, columns, observer)?;
            columns.pop();
            observer.step(|| step(Event::Remove))?;
        } else {
            observer.step(|| step(Event::Reject))?;
        }
    }
    ControlFlow::Continue(())
}

/// Tells whether none of the queens above attacks the square.
fn safe(columns: &[u32], square: Square) -> bool {
    (0..).zip(columns).all(|(row, &column)| !Square { row, column }.attacks(square))
}
