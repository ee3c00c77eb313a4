//! Region puzzles. Every call but [`puzzle_read`] and [`puzzle_recognize`] takes the text of one puzzle, in any form that
//! `queens_puzzle::parse` reads. A square is the letter of its column and the number of its row:
//! `a1` is top left.

use std::collections::BTreeSet;

use queens::{Options, Square};
use queens_puzzle::{Format, Generator, Hint, Level, Puzzle};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::solve::count;
use crate::{CallError, json};

/// The only puzzle in a text.
fn one(text: &str) -> Result<Puzzle, CallError> {
    let [puzzle] = queens_puzzle::parse(text)?.try_into().map_err(|puzzles: Vec<Puzzle>| {
        let message = format!("the text has {} puzzles", puzzles.len());
        CallError::new(message, "give one at a time")
    })?;
    Ok(puzzle)
}

/// A puzzle, perhaps with a player's marks.
#[derive(Serialize)]
pub(crate) struct PuzzleView {
    n: u32,
    regions: Vec<String>,
    queens: Vec<Square>,
    crosses: Vec<Square>,
    compact: String,
    sbn: Option<String>,
    puzzlink: Option<String>,
}

impl From<&Puzzle> for PuzzleView {
    fn from(puzzle: &Puzzle) -> Self {
        let line = |format: Format| Some(format.write(puzzle).ok()?.trim_end().to_owned());
        Self {
            n: puzzle.n(),
            regions: puzzle.regions().to_string().lines().map(str::to_owned).collect(),
            queens: puzzle.queens().collect(),
            crosses: puzzle.crosses().collect(),
            compact: line(Format::Compact).expect("every puzzle has this form"),
            sbn: line(Format::Sbn),
            puzzlink: line(Format::Puzzlink),
        }
    }
}

/// All puzzles in a text.
#[wasm_bindgen]
pub fn puzzle_read(text: &str) -> Result<String, CallError> {
    json(&queens_puzzle::parse(text)?.iter().map(PuzzleView::from).collect::<Vec<_>>())
}

/// The board in a picture: red, green, blue and opacity of each pixel, row by row.
#[wasm_bindgen]
pub fn puzzle_recognize(width: u32, height: u32, rgba: &[u8]) -> Result<String, CallError> {
    json(&PuzzleView::from(&queens_puzzle::recognize(width, height, rgba, &Options::new())?))
}

#[derive(Serialize)]
pub(crate) struct Solutions {
    solutions: Vec<Vec<u32>>,
}

/// Solves a puzzle, and proves that its solution is the only one or shows a second.
#[wasm_bindgen]
pub fn puzzle_solve(text: &str) -> Result<String, CallError> {
    let uniqueness = one(text)?.problem().uniqueness()?;
    let solutions = uniqueness.solutions().iter();
    json(&Solutions { solutions: solutions.map(|solution| solution.columns().to_vec()).collect() })
}

/// Counts the solutions of a puzzle.
#[wasm_bindgen]
pub fn puzzle_count(text: &str) -> Result<String, CallError> {
    count(one(text)?.problem())
}

#[derive(Serialize)]
pub(crate) struct Check {
    solved: bool,
    conflicts: Vec<Conflict>,
}

#[derive(Serialize)]
struct Conflict {
    first: Square,
    second: Square,
    rule: Rule,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Rule {
    Row,
    Column,
    Region,
    Touch,
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
                (first.row == second.row, Rule::Row),
                (first.column == second.column, Rule::Column),
                (regions.at(first) == regions.at(second), Rule::Region),
                // Only squares that touch are left.
                (puzzle.problem().attacks(first, second), Rule::Touch),
            ];
            let broken = rules.into_iter().find(|(is_broken, _)| *is_broken);
            conflicts.extend(broken.map(|(_, rule)| Conflict { first, second, rule }));
        }
    }
    let solved = conflicts.is_empty() && placed.len() == puzzle.n() as usize;
    json(&Check { solved, conflicts })
}

/// Solves a puzzle as a person would, step by step, from the marks that are on it.
#[wasm_bindgen]
pub fn puzzle_explain(text: &str) -> Result<String, CallError> {
    json(&queens_puzzle::explain(&one(text)?))
}

/// The next step from the marks on a puzzle, or which of them to take back.
#[wasm_bindgen]
pub fn puzzle_hint(text: &str) -> Result<String, CallError> {
    match one(text) {
        Ok(puzzle) => json(&queens_puzzle::hint(&puzzle)),
        Err(CallError(error)) => json(&Hint::of_error(&error).ok_or(CallError(error))?),
    }
}

/// How difficult a puzzle is.
#[wasm_bindgen]
pub fn puzzle_rate(text: &str) -> Result<String, CallError> {
    json(&queens_puzzle::rate(&one(text)?)?)
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
    json(&PuzzleView::from(&made))
}
