//! Region puzzles: `queens puzzle`. Each is one line.

use queens_puzzle::{Rating, Step};
use serde::Serialize;

/// A solved puzzle: `queens puzzle solve`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.solve/1")]
pub struct PuzzleSolve {
    pub n: u32,
    pub columns: Option<Vec<u32>>,
    pub unique: bool,
}

/// Whether a puzzle has exactly one solution: `queens puzzle check`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.check/1")]
pub struct PuzzleCheck {
    pub n: u32,
    pub unique: bool,
    pub solutions: Vec<Vec<u32>>,
    pub total: String,
    pub whole: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_pieces: Option<Vec<String>>,
}

/// A made puzzle: `queens puzzle new --format jsonl`. Every command reads it as a puzzle.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.new/1")]
pub struct PuzzleNew {
    pub n: u32,
    pub seed: u64,
    pub generator: u32,
    /// The difficulty.
    #[serde(flatten)]
    pub rating: Rating,
    pub regions: Vec<String>,
}

/// A puzzle that could not be read: every command of `queens puzzle` that answers in lines of JSON.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.error/1")]
pub struct PuzzleError {
    pub puzzle: usize,
    pub error: String,
    pub help: String,
}

/// How difficult a puzzle is: `queens puzzle rate`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.rate/1")]
pub struct PuzzleRate {
    pub n: u32,
    /// The difficulty.
    #[serde(flatten)]
    pub rating: Rating,
}

/// A step of a solution: `queens puzzle explain`, `queens puzzle hint`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.step/1")]
pub struct PuzzleStep<'a> {
    pub puzzle: usize,
    pub step: usize,
    /// The step.
    #[serde(flatten)]
    pub shown: &'a Step,
}

/// The end of an explanation: `queens puzzle explain`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.end/1")]
pub struct PuzzleEnd {
    pub puzzle: usize,
    pub steps: usize,
    pub solutions: Vec<Vec<u32>>,
    pub sentence: String,
}

/// A hint where there is no next step: `queens puzzle hint`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.hint/1")]
pub struct PuzzleHint {
    pub puzzle: usize,
    pub wrong: Vec<String>,
    pub sentence: String,
}
