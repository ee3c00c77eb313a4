//! Region puzzles. Every call but [`puzzle_read`] and [`puzzle_recognize`] takes the text of one puzzle, in any form that
//! `queens_puzzle::parse` reads. A square is the letter of its column and the number of its row:
//! `a1` is top left.

use std::collections::BTreeSet;

use queens::{Options, Placement};
use queens_puzzle::{Format, Generator, Hint, Level, Puzzle};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::solve::count;
use crate::{CallError, answer};

/// The only puzzle in a text.
fn one(text: &str) -> Result<Puzzle, CallError> {
    let [puzzle] = queens_puzzle::parse(text)?.try_into().map_err(|puzzles: Vec<Puzzle>| {
        let message = format!("the text has {} puzzles", puzzles.len());
        CallError::new(message, "give one at a time")
    })?;
    Ok(puzzle)
}

/// A puzzle, perhaps with a player's marks.
fn view(puzzle: &Puzzle) -> Value {
    let line = |format: Format| Some(format.write(puzzle).ok()?.trim_end().to_owned());
    json!({
        "compact": line(Format::Compact),
        "crosses": puzzle.crosses().collect::<Vec<_>>(),
        "n": puzzle.n(),
        "puzzlink": line(Format::Puzzlink),
        "queens": puzzle.queens().collect::<Vec<_>>(),
        "regions": puzzle.regions(),
        "sbn": line(Format::Sbn),
    })
}

/// All puzzles in a text.
#[wasm_bindgen]
pub fn puzzle_read(text: &str) -> Result<String, CallError> {
    answer(&queens_puzzle::parse(text)?.iter().map(view).collect::<Vec<_>>())
}

/// The board in a picture: red, green, blue and opacity of each pixel, row by row.
#[wasm_bindgen]
pub fn puzzle_recognize(width: u32, height: u32, rgba: &[u8]) -> Result<String, CallError> {
    answer(&view(&queens_puzzle::recognize(width, height, rgba, &Options::new())?))
}

/// Solves a puzzle, and proves that its solution is the only one or shows a second.
#[wasm_bindgen]
pub fn puzzle_solve(text: &str) -> Result<String, CallError> {
    let uniqueness = one(text)?.problem().uniqueness()?;
    let solutions: Vec<_> = uniqueness.solutions().iter().map(Placement::columns).collect();
    answer(&json!({ "solutions": solutions }))
}

/// Counts the solutions of a puzzle.
#[wasm_bindgen]
pub fn puzzle_count(text: &str) -> Result<String, CallError> {
    count(one(text)?.problem())
}

/// Compares a player's queens, names with spaces between them, with the rules. Marks of the text do not
/// count.
#[wasm_bindgen]
pub fn puzzle_check(text: &str, queens: &str) -> Result<String, CallError> {
    let puzzle = one(text)?.bare();
    // In reading order, each once.
    let mut placed = BTreeSet::new();
    for name in queens.split_whitespace() {
        let square = name.parse()?;
        // The board's own words for a square outside it.
        puzzle.clone().with_queen(square)?;
        placed.insert(square);
    }
    let (regions, mut conflicts) = (puzzle.regions(), Vec::new());
    for &first in &placed {
        for &second in placed.range(first..).skip(1) {
            let rules = [
                (first.row == second.row, "row"),
                (first.column == second.column, "column"),
                (regions.at(first) == regions.at(second), "region"),
                // Only squares that touch are left.
                (puzzle.problem().attacks(first, second), "touch"),
            ];
            if let Some((_, rule)) = rules.into_iter().find(|(is_broken, _)| *is_broken) {
                conflicts.push(json!({ "first": first, "rule": rule, "second": second }));
            }
        }
    }
    let solved = conflicts.is_empty() && placed.len() == puzzle.n() as usize;
    answer(&json!({ "conflicts": conflicts, "solved": solved }))
}

/// Solves a puzzle as a person would, step by step, from the marks that are on it.
#[wasm_bindgen]
pub fn puzzle_explain(text: &str) -> Result<String, CallError> {
    answer(&queens_puzzle::explain(&one(text)?))
}

/// The next step from the marks on a puzzle, or which of them to take back.
#[wasm_bindgen]
pub fn puzzle_hint(text: &str) -> Result<String, CallError> {
    match one(text) {
        Ok(puzzle) => answer(&queens_puzzle::hint(&puzzle)),
        Err(CallError(error)) => answer(&Hint::of_error(&error).ok_or(CallError(error))?),
    }
}

/// How difficult a puzzle is.
#[wasm_bindgen]
pub fn puzzle_rate(text: &str) -> Result<String, CallError> {
    answer(&queens_puzzle::rate(&one(text)?)?)
}

/// Makes a puzzle with exactly one solution: of a level, or of any if that is empty; perhaps one that a half
/// turn maps to itself.
#[wasm_bindgen]
pub fn puzzle_generate(
    n: u32,
    seed: u64,
    level: &str,
    symmetric: bool,
) -> Result<String, CallError> {
    let level = if level.is_empty() { None } else { Some(level.parse::<Level>()?) };
    let made = Generator::new(n).seed(seed).level(level).symmetric(symmetric).generate()?;
    answer(&view(&made))
}
