//! What the program can do on this machine, and how fast.

use serde::Serialize;

use crate::Digits;

/// What a reader needs to know about a machine to compare its times with those of another.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Machine {
    /// The processor's name for itself, or its architecture.
    pub cpu: String,
    /// The operating system and the architecture.
    pub os: String,
}

/// This version on this machine: `queens info`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.info/1")]
pub struct Info {
    /// The version of the program.
    pub version: &'static str,
    /// The commit that a released program was built from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<&'static str>,
    /// What the program was compiled for: processor, system, C library.
    pub target: String,
    /// The machine.
    #[serde(flatten)]
    pub machine: Machine,
    /// Cores.
    pub threads: usize,
    /// Instruction sets that kernels use.
    pub cpu_features: Vec<CpuFeature>,
    /// Kernels that count.
    pub kernels: Vec<KernelStatus>,
    /// The largest n of each verb.
    pub limits: Largest,
}

/// An instruction set.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct CpuFeature {
    /// Its name.
    pub name: &'static str,
    /// Whether the processor has it.
    pub present: bool,
}

/// A kernel that counts.
#[derive(Clone, Serialize, Debug)]
pub struct KernelStatus {
    /// Its name.
    pub name: &'static str,
    /// Whether it can be used.
    pub available: bool,
    /// Why it cannot be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

/// The largest n of each verb.
#[derive(Clone, Copy, Serialize, Debug)]
#[expect(missing_docs, reason = "verbs of the command line")]
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
    /// The version of the program.
    pub version: &'static str,
    /// The machine.
    #[serde(flatten)]
    pub machine: Machine,
    /// One entry for each kernel, size and number of threads.
    pub rows: Vec<BenchRow>,
}

/// The times of a kernel on one size.
#[derive(Clone, Serialize, Debug)]
pub struct BenchRow {
    /// Size of the board.
    pub n: u32,
    /// The kernel, with its method unless that is search, or the algorithm of the gallery.
    pub name: String,
    /// Threads.
    pub threads: usize,
    /// Q(n).
    pub total: Digits,
    /// Visited nodes, if they were counted.
    pub nodes: Option<Digits>,
    /// The time of each round, in order.
    pub seconds: Vec<f64>,
}
