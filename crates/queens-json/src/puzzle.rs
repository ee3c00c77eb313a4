//! Region puzzles: `queens puzzle`. Each is one line.

use queens_puzzle::{Rating, Step};
use serde::Serialize;

/// A solved puzzle: `queens puzzle solve`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.solve/1")]
pub struct PuzzleSolve {
    /// Size of the board.
    pub n: u32,
    /// The column of the queen in each row, from 1; null if there is no solution.
    pub columns: Option<Vec<u32>>,
    /// Whether it is the only solution.
    pub unique: bool,
}

/// Whether a puzzle has exactly one solution: `queens puzzle check`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.check/1")]
pub struct PuzzleCheck {
    /// Size of the board.
    pub n: u32,
    /// Whether it has.
    pub unique: bool,
    /// At most two solutions, each as the column of the queen in each row.
    pub solutions: Vec<Vec<u32>>,
    /// The number of solutions that were found.
    pub total: String,
    /// Whether these are all; false if there may be more.
    pub whole: bool,
    /// The letters of regions in several pieces; left out if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_pieces: Option<Vec<String>>,
}

/// A made puzzle: `queens puzzle new --format jsonl`. Every command reads it as a puzzle.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.new/1")]
pub struct PuzzleNew {
    /// Size of the board.
    pub n: u32,
    /// The seed.
    pub seed: u64,
    /// The version of the generator: the same version makes the same puzzle of a seed.
    pub generator: u32,
    /// The difficulty.
    #[serde(flatten)]
    pub rating: Rating,
    /// A letter for each square, row by row.
    pub regions: Vec<String>,
}

/// A puzzle that could not be read: every command of `queens puzzle` that answers in lines of JSON.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.error/1")]
pub struct PuzzleError {
    /// The number of the puzzle, from 1.
    pub puzzle: usize,
    /// The file, the line, and what is wrong there.
    pub error: String,
    /// What to do.
    pub help: String,
}

/// How difficult a puzzle is: `queens puzzle rate`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.rate/1")]
pub struct PuzzleRate {
    /// Size of the board.
    pub n: u32,
    /// The difficulty.
    #[serde(flatten)]
    pub rating: Rating,
}

/// A step of a solution: `queens puzzle explain`, `queens puzzle hint`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.step/1")]
pub struct PuzzleStep<'a> {
    /// The number of the puzzle, from 1.
    pub puzzle: usize,
    /// The number of the step, from 1.
    pub step: usize,
    /// The step.
    #[serde(flatten)]
    pub shown: &'a Step,
}

/// The end of an explanation: `queens puzzle explain`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.end/1")]
pub struct PuzzleEnd {
    /// The number of the puzzle, from 1.
    pub puzzle: usize,
    /// The number of steps.
    pub steps: usize,
    /// At most two solutions, each as the column of the queen in each row.
    pub solutions: Vec<Vec<u32>>,
    /// The end in words.
    pub sentence: String,
}

/// A hint where there is no next step: `queens puzzle hint`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.hint/1")]
pub struct PuzzleHint {
    /// The number of the puzzle, from 1.
    pub puzzle: usize,
    /// The squares whose queen or cross is wrong.
    pub wrong: Vec<String>,
    /// The hint in words.
    pub sentence: String,
}
