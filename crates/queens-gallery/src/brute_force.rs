//! Brute force: choose n of the n² squares, test each choice.
//!
//! The first method of "Let's Backtrack And Save Some Queens". Nothing is known about the board but its definition: a choice of n squares solves the problem if
//! no two of them attack each other. The choices are made in order, each next queen on a later
//! square than the last, so that every set of squares comes up once. No choice is tested before it
//! is complete. That is the whole lesson: two queens side by side on the first row doom every board
//! that contains them, and brute force looks at all of those boards.
//!
//! # Cost
//!
//! There are C(n², n) choices: 1820 for n = 4, 1 947 792 for n = 6, and for n = 8 the article's
//! "around 4.5 billion", exactly 4 426 165 368. Each is tested pair by pair, until two queens
//! attack each other.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use queens::engine::for_each;
use queens::{Error, Square};

use crate::about::About;
use crate::article;
use crate::step::{Event, Observer, Step};

pub(crate) const ABOUT: About = About {
    name: "brute_force",
    title: "choose n of the n x n squares, test each choice",
    articles: &[article::SAVE_SOME_QUEENS],
    idea: "Put n queens on any n squares and see whether two of them attack each other. \
           Do so for every choice of squares.",
    cost: "C(n^2, n) boards, each tested pair by pair: 4 426 165 368 boards for n = 8",
    code: &[
        "choose(queens, first):",
        "    if queens = n: test the board, pair by pair",
        "        no two attack each other: SOLUTION",
        "        else: reject the board",
        "    for each square from first on:",
        "        put a queen on the square",
        "        choose(queens + 1, the next square)",
        "        take the queen away",
    ],
    lines: [1, 3, 5, 7, 2],
    test: "a whole board of n queens",
    max_n: 8,
};

pub(crate) fn search<O: Observer>(n: u32, observer: &mut O) -> ControlFlow<()> {
    choose(n, 0, &mut Vec::with_capacity(n as usize), observer)
}

/// Counts the solutions on several threads: no choice depends on another, so that those with a given first
/// square are a piece of their own.
///
/// # Errors
///
/// [`ErrorKind::TooLarge`](queens::ErrorKind::TooLarge) for n above 8.
///
/// ```
/// use std::num::NonZeroUsize;
/// use queens_gallery::brute_force;
///
/// let two = NonZeroUsize::new(2).expect("it is not zero");
/// assert_eq!(brute_force::count_on(two, 5)?, 10);
/// # Ok::<_, queens::Error>(())
/// ```
pub fn count_on(threads: NonZeroUsize, n: u32) -> Result<u64, Error> {
    ABOUT.accepts(n)?;
    if n == 0 {
        return Ok(1);
    }
    let mut solutions = 0;
    let first_squares = (n * n - n + 1) as usize;
    let worker = || {
        |number: usize| {
            let number = number as u32;
            let mut found = 0;
            let mut queens = vec![Square { row: number / n, column: number % n }];
            let _ = choose(n, number + 1, &mut queens, &mut |_: &[u32]| {
                found += 1;
                ControlFlow::Continue(())
            });
            Ok(found)
        }
    };
    for_each(first_squares, threads, worker, |found: u64| {
        solutions += found;
        Ok::<_, Error>(())
    })?;
    Ok(solutions)
}

/// Completes `queens` with squares from number `first` on, in every possible way.
fn choose<O: Observer>(
    n: u32,
    first: u32,
    queens: &mut Vec<Square>,
    observer: &mut O,
) -> ControlFlow<()> {
    let step = |event, square| Step { event, square, masks: None };
    if queens.len() == n as usize {
        observer.step(|| step(Event::Try, None))?;
        if !peaceful(queens) {
            return observer.step(|| step(Event::Reject, None));
        }
        observer.step(|| step(Event::Solution, None))?;
        // There is one queen in each row, and they were chosen row by row.
        let columns: Vec<u32> = queens.iter().map(|queen| queen.column).collect();
        return observer.solution(&columns);
    }
    // The queens still to come need a square each.
    let last = n * n - (n - queens.len() as u32);
    for number in first..=last {
        let square = Square { row: number / n, column: number % n };
        queens.push(square);
        observer.step(|| step(Event::Place, Some(square)))?;
        choose(n, number + 1, queens, observer)?;
        queens.pop();
        observer.step(|| step(Event::Remove, Some(square)))?;
    }
    ControlFlow::Continue(())
}

/// The definition: no two queens attack each other.
fn peaceful(queens: &[Square]) -> bool {
    queens.iter().enumerate().all(|(i, queen)| !queens[..i].iter().any(|q| q.attacks(*queen)))
}
