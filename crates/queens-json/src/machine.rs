//! What the program can do on this machine, and how fast.

use serde::Serialize;

use crate::Digits;

/// What a reader needs to know about a machine to compare its times with those of another.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Machine {
    pub cpu: String,
    pub os: String,
}

/// This version on this machine: `queens info`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.info/1")]
pub struct Info {
    pub version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<&'static str>,
    pub target: String,
    #[serde(flatten)]
    pub machine: Machine,
    pub threads: usize,
    pub cpu_features: Vec<CpuFeature>,
    pub kernels: Vec<KernelStatus>,
    pub limits: Largest,
}

/// An instruction set.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct CpuFeature {
    pub name: &'static str,
    pub present: bool,
}

/// A kernel that counts.
#[derive(Clone, Serialize, Debug)]
pub struct KernelStatus {
    pub name: &'static str,
    pub available: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

/// The largest n of each verb.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct Largest {
    pub count: u32,
    pub list: u32,
    pub complete: u32,
    pub draw: u32,
}

/// Times of kernels: `queens bench`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.bench/1")]
pub struct Bench {
    pub version: &'static str,
    #[serde(flatten)]
    pub machine: Machine,
    pub rows: Vec<BenchRow>,
}

/// The times of a kernel on one size.
#[derive(Clone, Serialize, Debug)]
pub struct BenchRow {
    pub n: u32,
    pub name: String,
    pub threads: usize,
    pub total: Digits,
    pub nodes: Option<Digits>,
    pub seconds: Vec<f64>,
}
