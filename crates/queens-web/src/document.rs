//! What the API reads and writes; openapi.json describes it, and the tests compare the two.
//!
//! Numbers that may exceed 2^53 are strings of decimal digits; times are seconds.

use queens_run::Status;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::api_error::ApiError;

/// This server.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.serve.info/1")]
pub(crate) struct InfoDocument {
    pub(crate) version: &'static str,
    /// The processor.
    pub(crate) cpu: String,
    /// The operating system and the architecture.
    pub(crate) os: String,
    /// The cores.
    pub(crate) threads: usize,
    pub(crate) backends: Vec<BackendDocument>,
    pub(crate) methods: Vec<&'static str>,
    pub(crate) limits: LimitsDocument,
    /// Folders in which runs can be made.
    pub(crate) folders: Vec<String>,
}

/// A kernel that counts.
#[derive(Clone, Serialize, Debug)]
pub(crate) struct BackendDocument {
    pub(crate) name: &'static str,
    pub(crate) available: bool,
    /// Why it is not available.
    pub(crate) reason: Option<&'static str>,
}

/// The limits of this server.
#[derive(Clone, Serialize, Debug)]
pub(crate) struct LimitsDocument {
    /// The largest n of a count.
    pub(crate) count_n: u32,
    /// The largest n of a new run.
    pub(crate) run_n: u32,
    /// The largest n of an estimate.
    pub(crate) estimate_n: u32,
    /// The largest n of a completion.
    pub(crate) complete_n: u32,
    /// The time limit of a job, except work on a run.
    pub(crate) seconds: f64,
    /// The memory of a job, in bytes.
    pub(crate) memory: String,
    /// The threads of a job.
    pub(crate) threads: usize,
    /// The jobs that run at once.
    pub(crate) jobs: usize,
    /// The ended jobs that are kept.
    pub(crate) kept: usize,
    /// The completions listed.
    pub(crate) list: usize,
    /// The length of a request's content.
    pub(crate) body_bytes: usize,
}

/// A request for a count.
#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct CountRequest {
    /// Size of the board.
    pub(crate) n: u32,
    /// `search` or `color`; by default the faster one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) method: Option<String>,
    /// Kernel; by default the fastest one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) backend: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) threads: Option<usize>,
    /// Count by symmetry too.
    #[serde(default)]
    pub(crate) fundamental: bool,
    /// The job fails when it is not done by then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
}

/// A request for an estimate: `seconds` or `probes`, or neither for ten seconds.
#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct EstimateRequest {
    /// Size of the board.
    pub(crate) n: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) probes: Option<u64>,
    /// The same probes and seed give the same estimate.
    #[serde(default)]
    pub(crate) seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) threads: Option<usize>,
}

/// A question about a partly filled board.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Answer {
    /// A completion, or the proof that there is none.
    #[default]
    Find,
    /// How many there are.
    Count,
    /// Which they are, in lexicographic order.
    List,
}

/// A request for a completion.
#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompletionRequest {
    pub(crate) problem: queens::Problem,
    #[serde(default)]
    pub(crate) answer: Answer,
    /// List at most this many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) threads: Option<usize>,
    /// The job fails when it is not done by then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
}

/// A request for work on a run.
#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkRequest {
    /// A shard's number from 0, or `all`, the default.
    #[serde(default = "all")]
    pub(crate) shard: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) threads: Option<usize>,
    /// Kernel; by default the fastest one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) backend: Option<String>,
    /// End within this many seconds; without it, when the shard is complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
}

fn all() -> String {
    "all".to_owned()
}

/// A request for a new run.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanRequest {
    /// Name of the directory: letters, digits, `-`, `_` and `.`.
    pub(crate) name: String,
    /// Size of the board.
    pub(crate) n: u32,
    /// How many processes can share the work; 1 by default.
    pub(crate) shards: Option<u32>,
    /// One of the folders that `api/info` names; optional if there is only one.
    pub(crate) folder: Option<String>,
}

/// What kind of work a job is.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JobKind {
    Count,
    Estimate,
    Completion,
    Work,
}

/// The state of a job.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JobState {
    Running,
    Done,
    /// It was asked to stop, by a client or by the server.
    Stopped,
    Failed,
}

/// A job.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.job/1")]
pub(crate) struct JobDocument {
    pub(crate) id: String,
    pub(crate) kind: JobKind,
    pub(crate) state: JobState,
    /// What was asked for; of work on a run with its name.
    pub(crate) request: Box<RawValue>,
    /// When it began, in seconds since 1970.
    pub(crate) created: f64,
    /// How long it has been running, or ran.
    pub(crate) seconds: f64,
    /// Its progress, if that is known.
    pub(crate) progress: Option<ProgressDocument>,
    pub(crate) result: Option<Box<RawValue>>,
    pub(crate) failure: Option<ApiError>,
}

/// How far a job is.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub(crate) struct ProgressDocument {
    /// The share of the work that is done, from 0 to 1.
    pub(crate) fraction: f64,
    /// The work that is done.
    pub(crate) done: String,
    /// The total work, by the forecast.
    pub(crate) expected: Option<String>,
    /// What the work is measured in.
    pub(crate) unit: Unit,
    pub(crate) per_second: Option<f64>,
    pub(crate) seconds_left: Option<f64>,
}

/// What work is measured in.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Unit {
    Nodes,
    Nanoseconds,
    Probes,
}

/// All jobs that are known.
#[derive(Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.jobs/1")]
pub(crate) struct JobsDocument {
    /// The newest first.
    pub(crate) jobs: Vec<JobDocument>,
}

/// The result of work on a run.
#[derive(Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.serve.work/1")]
pub(crate) struct WorkDocument {
    pub(crate) run: String,
    pub(crate) shard: String,
    /// `complete`, `stopped` or `until`.
    pub(crate) ended: &'static str,
    /// Ranges counted by this job.
    pub(crate) counted: u64,
    /// Ranges of the shard that are missing.
    pub(crate) missing: u64,
    /// Q(n), after work on all shards that completed the run.
    pub(crate) total: Option<String>,
}

/// The runs that this server knows.
#[derive(Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.serve.runs/2")]
pub(crate) struct RunsDocument {
    pub(crate) runs: Vec<RunEntry>,
    /// Directories whose plan cannot be used.
    pub(crate) unusable: Vec<UnusableRun>,
}

/// A run, as its plan describes it.
#[derive(Serialize, Debug)]
pub(crate) struct RunEntry {
    /// Its name in this API: that of its directory, or `FOLDER:DIRECTORY`.
    pub(crate) name: String,
    /// Its own name: the hash of its plan.
    pub(crate) run: String,
    pub(crate) n: u32,
    pub(crate) ranges: u64,
    pub(crate) shards: u32,
    /// Whether there is a certificate: the run is complete and merged.
    pub(crate) certificate: bool,
    /// The job that works on it.
    pub(crate) job: Option<String>,
}

/// A run that cannot be used.
#[derive(Serialize, Debug)]
pub(crate) struct UnusableRun {
    pub(crate) name: String,
    pub(crate) what: String,
    pub(crate) advice: String,
}

/// How far a run is.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.serve.run/2")]
pub(crate) struct RunDocument {
    pub(crate) name: String,
    pub(crate) status: Status,
    /// Q(n), of the certificate.
    pub(crate) total: Option<String>,
    /// The job that works on it.
    pub(crate) job: Option<String>,
    /// The time of this state, in seconds since 1970.
    pub(crate) at: f64,
}
