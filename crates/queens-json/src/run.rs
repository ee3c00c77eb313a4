//! Long counts: `queens run`. queens-run has the types of a run's files, of its status and of its checks.

use serde::Serialize;

use crate::Digits;

/// A run that was planned: `queens run plan`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.run.plan/2")]
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
