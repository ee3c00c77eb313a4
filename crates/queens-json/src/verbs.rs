//! Counts, lists, finds, completions, estimates.

use queens::{Multiplicity, Problem, SymmetryClasses};
use serde::Serialize;

use crate::Digits;

/// A count: `queens count`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.count/1")]
pub struct Count {
    /// Size of the board.
    pub n: u32,
    /// Q(n).
    pub total: Digits,
    /// The solutions by symmetry, if requested.
    #[serde(flatten)]
    pub classes: Option<Classes>,
    /// Visited nodes; by color, placements.
    pub nodes: Digits,
    /// Time.
    pub seconds: f64,
    /// `search` or `color`.
    pub method: &'static str,
    /// The kernel that counted.
    pub kernel: &'static str,
    /// Threads that counted.
    pub threads: usize,
}

impl Count {
    /// The document of a count that took this long.
    pub fn new(
        report: &queens::CountReport,
        classes: Option<&SymmetryClasses>,
        seconds: f64,
    ) -> Self {
        Self {
            n: report.n,
            total: report.total.into(),
            classes: classes.map(Classes::from),
            nodes: report.nodes.into(),
            seconds,
            method: report.method.name(),
            kernel: report.kernel.name(),
            threads: report.threads.get(),
        }
    }
}

/// Solutions by symmetry.
#[derive(Clone, Serialize, Debug)]
pub struct Classes {
    /// Solutions that differ up to symmetry.
    pub fundamental: Digits,
    /// Solutions that a half turn maps to themselves.
    pub half_turn: Digits,
    /// Solutions that a quarter turn maps to themselves.
    pub quarter_turn: Digits,
    /// Orbits by their sizes: 1, 2, 4, 8.
    pub orbits: Vec<Orbits>,
}

/// The number of orbits of one size.
#[derive(Clone, Serialize, Debug)]
pub struct Orbits {
    /// Solutions in each.
    pub size: u32,
    /// How many there are.
    pub count: Digits,
}

impl From<&SymmetryClasses> for Classes {
    fn from(classes: &SymmetryClasses) -> Self {
        let orbits = |m: Multiplicity| Orbits { size: m.get(), count: classes.orbits(m).into() };
        Self {
            fundamental: classes.fundamental().into(),
            half_turn: classes.half_turn.into(),
            quarter_turn: classes.quarter_turn.into(),
            orbits: Multiplicity::ALL.map(orbits).into(),
        }
    }
}

/// A count of the solutions with one symmetry: `queens count --half-turn`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.count.symmetric/1")]
pub struct SymmetricCount {
    /// Size of the board.
    pub n: u32,
    /// Solutions that a half turn maps to themselves, if these were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_turn: Option<Digits>,
    /// Solutions that a quarter turn maps to themselves, if these were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quarter_turn: Option<Digits>,
    /// Time.
    pub seconds: f64,
}

/// The solutions with white queens in some rows: `queens count --white-rows`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.count.white_rows/1")]
pub struct WhiteRowsCount {
    /// Size of the board.
    pub n: u32,
    /// The rows, from 0.
    pub rows: Vec<u32>,
    /// Solutions whose queens on white squares stand in exactly these rows.
    pub solutions: Digits,
    /// Solutions that belong to this row pattern, as certificates count them.
    pub belonging: Digits,
    /// Time.
    pub seconds: f64,
    /// `search` or `color`.
    pub method: &'static str,
    /// Threads that counted.
    pub threads: usize,
}

/// The time that a count would take, where nothing else is to be decided: `queens count --half-turn --dry-run`.
#[derive(Clone, Copy, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.forecast/1")]
pub struct Forecast {
    /// Size of the board.
    pub n: u32,
    /// How the completions of a board would be counted: `search`, `color` or `solver`; missing for other counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<&'static str>,
    /// Threads that would count.
    pub threads: usize,
    /// Forecast of the time, from a sample of the work; null if no part of it was done within seconds.
    pub seconds: Option<f64>,
}

/// What a count would do: `queens count --dry-run`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.count.plan/1")]
pub struct CountPlan {
    /// Size of the board.
    pub n: u32,
    /// `search` or `color`.
    pub method: &'static str,
    /// The kernel that would count.
    pub kernel: &'static str,
    /// Threads that would count.
    pub threads: usize,
    /// Memory in bytes.
    pub memory: Digits,
    /// Forecast of the time.
    pub seconds: f64,
    /// It is probably wrong by less than this factor.
    pub factor: f64,
}

/// All solutions in lexicographic order: `queens list`, written piece by piece.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.list/1")]
pub struct List {
    /// Size of the board.
    pub n: u32,
    /// Whether these are the first solutions of each orbit only.
    pub fundamental: bool,
    /// Of each solution, the column of each row's queen, from 1.
    pub placements: Vec<Vec<u32>>,
    /// False if there may be more: the list was limited or interrupted.
    pub whole: bool,
}

/// One solution of several, on a line of its own.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.placement/1")]
pub struct PlacementLine {
    /// Size of the board.
    pub n: u32,
    /// The column of each row's queen, from 1.
    pub columns: Vec<u32>,
}

/// One solution: `queens find`, written piece by piece.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.find/1")]
pub struct Find {
    /// Size of the board.
    pub n: u32,
    /// `construction`, `random` or `first`.
    pub method: &'static str,
    /// Seed of a random solution.
    pub seed: Option<u64>,
    /// The column of each row's queen, from 1; null if there is no solution.
    pub columns: Option<Vec<u32>>,
    /// False if an interruption cut the columns off.
    pub whole: bool,
    /// For the first solution: the earlier prefixes that have no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead: Option<Vec<DeadPrefix>>,
}

/// A prefix with which no solution begins.
#[derive(Clone, Serialize, Debug)]
pub struct DeadPrefix {
    /// The columns of the first rows' queens, from 1.
    pub columns: Vec<u32>,
    /// Nodes of the proof.
    pub nodes: Digits,
}

/// A completion, or the proof that there is none: `queens complete`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.complete/1")]
pub struct Completion {
    /// The board that was completed.
    pub problem: Problem,
    /// Whether there is a completion.
    pub solvable: bool,
    /// The column of each row's queen, from 1.
    pub columns: Option<Vec<u32>>,
    /// Visited nodes.
    pub nodes: Digits,
    /// Times that the search started again.
    pub restarts: Digits,
    /// Time.
    pub seconds: f64,
}

impl Completion {
    /// The document of a completion that took this long.
    pub fn new(problem: &Problem, completion: &queens::Completion, seconds: f64) -> Self {
        Self {
            problem: problem.clone(),
            solvable: completion.placement.is_some(),
            columns: completion.placement.as_ref().map(from_one),
            nodes: completion.nodes.into(),
            restarts: completion.restarts.into(),
            seconds,
        }
    }
}

/// How many completions there are: `queens complete --count`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.complete.count/1")]
pub struct CompletionCount {
    /// The board.
    pub problem: Problem,
    /// Its completions.
    pub total: Digits,
    /// Visited nodes.
    pub nodes: Digits,
    /// Time.
    pub seconds: f64,
}

impl CompletionCount {
    /// The document of a count that took this long.
    pub fn new(problem: &Problem, count: &queens::CompletionCount, seconds: f64) -> Self {
        let problem = problem.clone();
        Self { problem, total: count.total.into(), nodes: count.nodes.into(), seconds }
    }
}

/// Completions in lexicographic order: `queens complete --list`, written piece by piece.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.complete.list/1")]
pub struct CompletionList {
    /// The board.
    pub problem: Problem,
    /// Of each completion, the column of each row's queen, from 1.
    pub placements: Vec<Vec<u32>>,
    /// False if there may be more: the list was limited or interrupted.
    pub whole: bool,
    /// From a server: time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// Placements of every number of queens: `queens complete --partial`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.complete.partial/1")]
pub struct PartialCounts {
    /// The board.
    pub problem: Problem,
    /// One entry for each number of queens.
    pub counts: Vec<PartialRow>,
    /// Time.
    pub seconds: f64,
}

impl PartialCounts {
    /// The document of a count that took this long.
    pub fn new(problem: &Problem, counts: &[queens::PartialCount], seconds: f64) -> Self {
        let row = |count: &queens::PartialCount| PartialRow {
            queens: count.queens,
            placements: count.placements.into(),
            maximal: count.maximal.into(),
        };
        Self { problem: problem.clone(), counts: counts.iter().map(row).collect(), seconds }
    }
}

/// Placements of one number of queens.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct PartialRow {
    /// The number of queens.
    pub queens: u32,
    /// Ways to place them.
    pub placements: Digits,
    /// Those to which no queen can be added.
    pub maximal: Digits,
}

/// An estimate: `queens estimate`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.estimate/1")]
pub struct Estimate {
    /// Size of the board.
    pub n: u32,
    /// Estimate of Q(n), in decimal digits, perhaps with a fraction.
    pub mean: String,
    /// Its standard error, likewise.
    pub std_error: String,
    /// Standard error divided by mean.
    pub relative_error: f64,
    /// Logarithm of the mean; null for 0.
    pub log10_mean: Option<f64>,
    /// Whether the probes visited every solution.
    pub exact: bool,
    /// Probes.
    pub probes: u64,
    /// Seed.
    pub seed: u64,
    /// Time.
    pub seconds: f64,
}

impl Estimate {
    /// The document of an estimate that took this long.
    pub fn new(estimate: &queens::Estimate, seconds: f64) -> Self {
        Self {
            n: estimate.n,
            mean: queens::estimate::decimal(estimate.mean),
            std_error: queens::estimate::decimal(estimate.std_error),
            relative_error: estimate.relative_error(),
            log10_mean: (estimate.mean > 0.0).then(|| estimate.mean.log10()),
            exact: estimate.exact,
            probes: estimate.probes,
            seed: estimate.seed,
            seconds,
        }
    }
}

/// The column of each row's queen, from 1.
pub fn from_one(placement: &queens::Placement) -> Vec<u32> {
    placement.columns().iter().map(|column| column + 1).collect()
}
