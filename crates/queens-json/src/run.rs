//! Long counts: `queens run`. queens-run has the types of a run's files, of its status and of its checks.

use serde::Serialize;

use crate::Digits;

/// A run that was planned: `queens run plan`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.run.plan/2")]
pub struct RunPlan {
    pub dir: String,
    pub run: String,
    pub n: u32,
    pub patterns: u64,
    pub ranges: u64,
    pub shards: u32,
    pub core_seconds: u64,
    pub factor: f64,
    pub memory: Digits,
    pub suggested_shards: u64,
    pub shard_seconds: u64,
}

/// A run that was merged: `queens run merge`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.run.merge/2")]
pub struct RunMerge {
    pub run: String,
    pub n: u32,
    pub total: Digits,
    pub fundamental: Digits,
    pub ranges: u64,
    pub merkle_root: String,
    pub certificate: String,
    pub attempts: usize,
    pub duplicates: u64,
    pub damaged: u64,
    pub foreign: usize,
}
