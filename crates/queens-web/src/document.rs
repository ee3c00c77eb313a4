//! What the API reads and writes; openapi.json describes every key, and the tests compare the two.
//!
//! Numbers that may exceed 2^53 are strings of decimal digits; times are seconds.

use queens_json::Machine;
use queens_run::Status;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::api_error::ApiError;

#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.serve.info/1")]
pub(crate) struct InfoDocument {
    pub(crate) version: &'static str,
    #[serde(flatten)]
    pub(crate) machine: Machine,
    pub(crate) threads: usize,
    pub(crate) backends: Vec<BackendDocument>,
    pub(crate) methods: Vec<&'static str>,
    pub(crate) limits: LimitsDocument,
    pub(crate) folders: Vec<String>,
}

#[derive(Clone, Serialize, Debug)]
pub(crate) struct BackendDocument {
    pub(crate) name: &'static str,
    pub(crate) available: bool,
    pub(crate) reason: Option<&'static str>,
}

#[derive(Clone, Serialize, Debug)]
pub(crate) struct LimitsDocument {
    pub(crate) count_n: u32,
    pub(crate) run_n: u32,
    pub(crate) estimate_n: u32,
    pub(crate) complete_n: u32,
    pub(crate) seconds: f64,
    pub(crate) memory: String,
    pub(crate) threads: usize,
    pub(crate) jobs: usize,
    pub(crate) kept: usize,
    pub(crate) list: usize,
    pub(crate) body_bytes: usize,
}

#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct CountRequest {
    pub(crate) n: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) method: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) backend: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) threads: Option<usize>,
    #[serde(default)]
    pub(crate) fundamental: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
}

#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct EstimateRequest {
    pub(crate) n: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) probes: Option<u64>,
    #[serde(default)]
    pub(crate) seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) threads: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Answer {
    #[default]
    Find,
    Count,
    List,
}

#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompletionRequest {
    pub(crate) problem: queens::Problem,
    #[serde(default)]
    pub(crate) answer: Answer,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) threads: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
}

#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkRequest {
    /// From the address.
    #[serde(skip_deserializing)]
    pub(crate) run: String,
    #[serde(default = "all")]
    pub(crate) shard: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) threads: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) backend: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
}

fn all() -> String {
    "all".to_owned()
}

#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanRequest {
    pub(crate) name: String,
    pub(crate) n: u32,
    pub(crate) shards: Option<u32>,
    pub(crate) folder: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JobState {
    Running,
    Done,
    Stopped,
    Failed,
}

#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.job/1")]
pub(crate) struct JobDocument {
    /// Grows with every change.
    #[serde(skip)]
    pub(crate) version: u64,
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) state: JobState,
    pub(crate) request: Box<RawValue>,
    pub(crate) created: f64,
    pub(crate) seconds: f64,
    pub(crate) progress: Option<ProgressDocument>,
    pub(crate) result: Option<Box<RawValue>>,
    pub(crate) failure: Option<ApiError>,
}

impl JobDocument {
    pub(crate) fn is_end(&self) -> bool {
        self.state != JobState::Running
    }
}

#[derive(Clone, PartialEq, Serialize, Debug)]
pub(crate) struct ProgressDocument {
    pub(crate) fraction: f64,
    pub(crate) done: String,
    pub(crate) expected: Option<String>,
    pub(crate) unit: &'static str,
    pub(crate) per_second: Option<f64>,
    pub(crate) seconds_left: Option<f64>,
}

#[derive(Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.jobs/1")]
pub(crate) struct JobsDocument {
    pub(crate) jobs: Vec<JobDocument>,
}

#[derive(Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.serve.work/1")]
pub(crate) struct WorkDocument {
    pub(crate) run: String,
    pub(crate) shard: String,
    pub(crate) ended: &'static str,
    pub(crate) counted: u64,
    pub(crate) missing: u64,
    pub(crate) total: Option<String>,
}

#[derive(Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.serve.runs/2")]
pub(crate) struct RunsDocument {
    pub(crate) runs: Vec<RunEntry>,
    pub(crate) unusable: Vec<UnusableRun>,
}

#[derive(Serialize, Debug)]
pub(crate) struct RunEntry {
    pub(crate) name: String,
    pub(crate) run: String,
    pub(crate) n: u32,
    pub(crate) ranges: u64,
    pub(crate) shards: u32,
    pub(crate) certificate: bool,
    pub(crate) job: Option<String>,
}

#[derive(Serialize, Debug)]
pub(crate) struct UnusableRun {
    pub(crate) name: String,
    pub(crate) what: String,
    pub(crate) advice: String,
}

#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.serve.run/2")]
pub(crate) struct RunDocument {
    pub(crate) name: String,
    pub(crate) status: Status,
    pub(crate) total: Option<String>,
    pub(crate) job: Option<String>,
    pub(crate) at: f64,
}
