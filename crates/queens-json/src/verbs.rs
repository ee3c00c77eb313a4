//! Counts, lists, finds, completions, estimates.

use queens::{Multiplicity, Problem, SymmetryClasses};
use serde::Serialize;

use crate::Digits;

/// A count: `queens count`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.count/1")]
pub struct Count {
    pub n: u32,
    pub total: Digits,
    /// The solutions by symmetry, if requested.
    #[serde(flatten)]
    pub classes: Option<Classes>,
    pub nodes: Digits,
    pub seconds: f64,
    pub method: &'static str,
    pub kernel: &'static str,
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
    pub fundamental: Digits,
    pub half_turn: Digits,
    pub quarter_turn: Digits,
    pub orbits: Vec<Orbits>,
}

/// The number of orbits of one size.
#[derive(Clone, Serialize, Debug)]
pub struct Orbits {
    pub size: u32,
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
    pub n: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_turn: Option<Digits>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quarter_turn: Option<Digits>,
    pub seconds: f64,
}

/// The solutions with white queens in some rows: `queens count --white-rows`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.count.white_rows/1")]
pub struct WhiteRowsCount {
    pub n: u32,
    pub rows: Vec<u32>,
    pub solutions: Digits,
    pub belonging: Digits,
    pub seconds: f64,
    pub method: &'static str,
    pub threads: usize,
}

/// The time that a count would take, where nothing else is to be decided: `queens count --half-turn --dry-run`.
#[derive(Clone, Copy, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.forecast/1")]
pub struct Forecast {
    pub n: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<&'static str>,
    pub threads: usize,
    pub seconds: Option<f64>,
}

/// What a count would do: `queens count --dry-run`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.count.plan/1")]
pub struct CountPlan {
    pub n: u32,
    pub method: &'static str,
    pub kernel: &'static str,
    pub threads: usize,
    pub memory: Digits,
    pub seconds: f64,
    pub factor: f64,
}

/// One solution of several, on a line of its own.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.placement/1")]
pub struct PlacementLine {
    pub n: u32,
    pub columns: Vec<u32>,
}

/// One solution: `queens find`, written piece by piece.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.find/1")]
pub struct Find {
    pub n: u32,
    pub method: &'static str,
    pub seed: Option<u64>,
    pub columns: Option<Vec<u32>>,
    pub whole: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead: Option<Vec<DeadPrefix>>,
}

/// A prefix with which no solution begins.
#[derive(Clone, Serialize, Debug)]
pub struct DeadPrefix {
    pub columns: Vec<u32>,
    pub nodes: Digits,
}

/// A completion, or the proof that there is none: `queens complete`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.complete/1")]
pub struct Completion {
    pub problem: Problem,
    pub solvable: bool,
    pub columns: Option<Vec<u32>>,
    pub nodes: Digits,
    pub restarts: Digits,
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
    pub problem: Problem,
    pub total: Digits,
    pub nodes: Digits,
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
    pub problem: Problem,
    pub placements: Vec<Vec<u32>>,
    pub whole: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// Placements of every number of queens: `queens complete --partial`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.complete.partial/1")]
pub struct PartialCounts {
    pub problem: Problem,
    pub counts: Vec<PartialRow>,
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
    pub queens: u32,
    pub placements: Digits,
    pub maximal: Digits,
}

/// An estimate: `queens estimate`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.estimate/1")]
pub struct Estimate {
    pub n: u32,
    pub mean: String,
    pub std_error: String,
    pub relative_error: f64,
    pub log10_mean: Option<f64>,
    pub exact: bool,
    pub probes: u64,
    pub seed: u64,
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
