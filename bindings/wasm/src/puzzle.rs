//! Region puzzles. Every call but [`puzzle_read`] and [`puzzle_recognize`] takes the text of one puzzle, in any form that
//! `queens_puzzle::parse` reads. A square is the letter of its column and the number of its row:
//! `a1` is top left.

use std::collections::BTreeSet;

use queens::{Placement, Square, Uniqueness};
use queens_puzzle::{Format, Generator, Hint, Level, Outcome, Puzzle, Step};
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

fn names(squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// A puzzle, perhaps with a player's marks.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Puzzle"))]
pub(crate) struct PuzzleView {
    n: u32,
    /// A letter for each square, row by row.
    regions: Vec<String>,
    queens: Vec<String>,
    crosses: Vec<String>,
    /// The regions on one line: `8x1.` and their letters.
    compact: String,
    /// Regions and marks in Star Battle Notation; null if a region is in several pieces.
    sbn: Option<String>,
}

impl From<&Puzzle> for PuzzleView {
    fn from(puzzle: &Puzzle) -> Self {
        let line = |format: Format| Some(format.write(puzzle).ok()?.trim_end().to_owned());
        Self {
            n: puzzle.size(),
            regions: puzzle.regions().to_string().lines().map(str::to_owned).collect(),
            queens: names(puzzle.queens()),
            crosses: names(puzzle.crosses()),
            compact: line(Format::Compact).expect("every puzzle has this form"),
            sbn: line(Format::Sbn),
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
    json(&PuzzleView::from(&queens_puzzle::recognize(width, height, rgba)?))
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Solutions {
    /// None, the only one, or two of several: the column of each row's queen.
    solutions: Vec<Vec<u32>>,
}

fn columns(placement: &Placement) -> Vec<u32> {
    placement.columns().to_vec()
}

/// Solves a puzzle, and proves that its solution is the only one or shows a second.
#[wasm_bindgen]
pub fn puzzle_solve(text: &str) -> Result<String, CallError> {
    let solutions = match one(text)?.problem().uniqueness()? {
        Uniqueness::None => Vec::new(),
        Uniqueness::One(only) => vec![columns(&only)],
        Uniqueness::Several(two) => two.iter().map(columns).collect(),
    };
    json(&Solutions { solutions })
}

/// Counts the solutions of a puzzle.
#[wasm_bindgen]
pub fn puzzle_count(text: &str) -> Result<String, CallError> {
    count(one(text)?.problem())
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Check {
    /// Whether all queens are placed and no two of them are in conflict.
    solved: bool,
    conflicts: Vec<Conflict>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Conflict {
    first: String,
    second: String,
    /// What the two queens share; or they touch.
    rule: Rule,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
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
    let mut conflicts = Vec::new();
    for &first in &placed {
        for &second in placed.range(first..).skip(1) {
            if let Some(rule) = broken_rule(&puzzle, first, second) {
                let (first, second) = (first.to_string(), second.to_string());
                conflicts.push(Conflict { first, second, rule });
            }
        }
    }
    let solved = conflicts.is_empty() && placed.len() == puzzle.size() as usize;
    json(&Check { solved, conflicts })
}

fn broken_rule(puzzle: &Puzzle, first: Square, second: Square) -> Option<Rule> {
    let regions = puzzle.regions();
    let rules = [
        (first.row == second.row, Rule::Row),
        (first.column == second.column, Rule::Column),
        (regions.at(first) == regions.at(second), Rule::Region),
        // Only squares that touch are left.
        (puzzle.problem().attacks(first, second), Rule::Touch),
    ];
    rules.into_iter().find_map(|(is_broken, rule)| is_broken.then_some(rule))
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Explanation"))]
pub(crate) struct ExplanationView {
    /// The steps, as far as they lead: to the solution, if there is just one.
    steps: Vec<Step>,
    /// None, the only one, or two of several: the column of each row's queen.
    solutions: Vec<Vec<u32>>,
    /// What shows that there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    reason: Option<String>,
}

/// Solves a puzzle as a person would, step by step, from the marks that are on it.
#[wasm_bindgen]
pub fn puzzle_explain(text: &str) -> Result<String, CallError> {
    let explanation = queens_puzzle::explain(&one(text)?);
    let (solutions, reason) = match explanation.outcome {
        Outcome::Solved(only) => (vec![columns(&only)], None),
        Outcome::NoSolution(reason) => (Vec::new(), Some(reason)),
        Outcome::Several(two) => (two.iter().map(columns).collect(), None),
    };
    json(&ExplanationView { steps: explanation.steps, solutions, reason })
}

/// The next step, or why there is none: some marks are wrong, the puzzle is solved, the puzzle itself has no solution or
/// has several.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Hint"))]
pub(crate) enum HintView {
    Step {
        step: Step,
    },
    Wrong {
        /// These marks contradict the only solution.
        squares: Vec<String>,
    },
    Solved,
    None,
    Several {
        /// Two of them.
        solutions: Vec<Vec<u32>>,
    },
}

/// The next step from the marks on a puzzle, or which of them are wrong.
#[wasm_bindgen]
pub fn puzzle_hint(text: &str) -> Result<String, CallError> {
    json(&match queens_puzzle::hint(&one(text)?) {
        Hint::Step(step) => HintView::Step { step },
        Hint::Wrong(squares) => HintView::Wrong { squares: names(squares) },
        Hint::Solved => HintView::Solved,
        Hint::NoSolution => HintView::None,
        Hint::Several(two) => HintView::Several { solutions: two.iter().map(columns).collect() },
    })
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
