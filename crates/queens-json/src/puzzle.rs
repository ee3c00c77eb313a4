//! Region puzzles: `queens puzzle`. Each is one line.

use queens_puzzle::{Rating, Step};
use serde::Serialize;

/// A solved puzzle: `queens puzzle solve`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.solve/1")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleSolve {
    /// Size of the board.
    pub n: u32,
    /// The column of the queen in each row, from 1; null if there is no solution.
    pub columns: Option<Vec<u32>>,
}

/// Whether a puzzle has exactly one solution: `queens puzzle check`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.check/1")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleCheck {
    /// Size of the board.
    pub n: u32,
    /// Whether it has.
    pub unique: bool,
    /// At most two solutions, each as the column of the queen in each row.
    pub solutions: Vec<Vec<u32>>,
}

/// How difficult a puzzle is: `queens puzzle rate`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.puzzle.rate/1")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleHint {
    /// The number of the puzzle, from 1.
    pub puzzle: usize,
    /// The squares whose queen or cross is wrong.
    pub wrong: Vec<String>,
    /// The hint in words.
    pub sentence: String,
}
