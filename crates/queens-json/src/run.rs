//! Long counts: `queens run`. queens-run has the types of a run's files and of its status.

use serde::Serialize;

use crate::Digits;

/// A run that was planned: `queens run plan`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.run.plan/2")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunPlan {
    /// Directory of the run.
    pub dir: String,
    /// Name of the run: the hash of its plan.
    pub run: String,
    /// Size of the board.
    pub n: u32,
    /// Row patterns.
    pub patterns: u64,
    /// Ranges of them.
    pub ranges: u64,
    /// Shards.
    pub shards: u32,
    /// Forecast of the work on this machine.
    pub core_seconds: u64,
    /// It is probably wrong by less than this factor.
    pub factor: f64,
    /// Bytes of a thread.
    pub memory: Digits,
    /// Shards that would take an hour each.
    pub suggested_shards: u64,
    /// Time limit of a shard on one thread.
    pub shard_seconds: u64,
}

/// A run that was merged: `queens run merge`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.run.merge/2")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunMerge {
    /// Name of the run.
    pub run: String,
    /// Size of the board.
    pub n: u32,
    /// Q(n).
    pub total: Digits,
    /// Solutions that differ up to symmetry.
    pub fundamental: Digits,
    /// Ranges.
    pub ranges: u64,
    /// The root of the hash tree over the ranges.
    pub merkle_root: String,
    /// Path of the certificate.
    pub certificate: String,
    /// Attempts at shards.
    pub attempts: usize,
    /// Ranges counted more than once.
    pub duplicates: u64,
    /// Damaged lines.
    pub damaged: u64,
    /// Files that are not parts of the run.
    pub foreign: usize,
}

/// A certificate that was checked: `queens run verify`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.run.verify/2")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunVerify {
    /// Path of the certificate.
    pub certificate: String,
    /// Size of the board.
    pub n: u32,
    /// Its Q(n).
    pub total: Digits,
    /// Whether all checks hold.
    pub holds: bool,
    /// The checks.
    pub checks: Vec<Check>,
    /// Ranges.
    pub ranges: u64,
    /// The ranges that were counted again.
    pub sample: Vec<u64>,
    /// The patterns that were counted by search.
    pub patterns: Vec<u64>,
    /// The kernel that counted.
    pub backend: &'static str,
    /// The kernels of the run, if its report is there.
    pub counted_by: Vec<String>,
}

/// One check.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Check {
    /// What was checked.
    pub name: String,
    /// Whether it holds.
    pub holds: bool,
    /// Why it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// One pattern, counted by two methods: `queens run verify --white-rows`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.run.pattern/2")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunPattern {
    /// Size of the board.
    pub n: u32,
    /// Rows with white queens, from 0.
    pub rows: Vec<u32>,
    /// The number of the pattern.
    pub pattern: u64,
    /// Its range.
    pub range: u64,
    /// Solutions, by color.
    pub by_color: Digits,
    /// Solutions, by search.
    pub by_search: Digits,
    /// Whether the two agree.
    pub holds: bool,
    /// The kernel that counted by color.
    pub backend: &'static str,
}
