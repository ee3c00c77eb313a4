//! The JSON documents that both the command line and the server write, and what goes into those of one of them alone.
//!
//! Each document names its form and version in `schema`, which comes first. The forms are docs/schemas, which say what each
//! key means; the tests of queens-cli hold everything that the commands print against them, and those of queens-web every
//! answer against openapi.json. So there are no types beside the schemas: a document is written out where its values are.
//! Counts are strings of decimal digits, because they may outgrow the numbers of JavaScript.

#![forbid(unsafe_code)]

use queens::{
    Completion, CompletionCount, CountReport, Estimate, Multiplicity, Placement, Problem,
    SymmetryClasses,
};
use serde::Serialize;
use serde_json::{Value, json};

/// What a reader needs to know about a machine to compare its times with those of another.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Machine {
    /// The processor.
    pub cpu: String,
    /// The operating system and the architecture.
    pub os: String,
}

/// The members of some objects, in one. Null has none.
pub fn joined<const N: usize>(objects: [Value; N]) -> Value {
    let members = objects.into_iter().filter_map(|object| match object {
        Value::Object(members) => Some(members),
        _ => None,
    });
    Value::Object(members.flatten().collect())
}

/// The column of each row's queen, from 1.
pub fn from_one(placement: &Placement) -> Vec<u32> {
    placement.columns().iter().map(|column| column + 1).collect()
}

/// A count that took this long.
pub fn count(report: &CountReport, by_symmetry: Option<&SymmetryClasses>, seconds: f64) -> Value {
    let CountReport { n, total, nodes, method, kernel, threads } = report;
    joined([
        json!({ "schema": "queens.count/1", "n": n, "total": total.to_string() }),
        by_symmetry.map_or(Value::Null, classes),
        json!({
            "nodes": nodes.to_string(),
            "seconds": seconds,
            "method": method.name(),
            "kernel": kernel.name(),
            "threads": threads,
        }),
    ])
}

/// Solutions by symmetry, without their total.
fn classes(classes: &SymmetryClasses) -> Value {
    let orbits =
        |m: Multiplicity| json!({ "size": m.get(), "count": classes.orbits(m).to_string() });
    json!({
        "fundamental": classes.fundamental().to_string(),
        "half_turn": classes.half_turn.to_string(),
        "quarter_turn": classes.quarter_turn.to_string(),
        "orbits": Multiplicity::ALL.map(orbits),
    })
}

/// A completion that took this long, or the proof that there is none.
pub fn completion(problem: &Problem, completion: &Completion, seconds: f64) -> Value {
    let Completion { placement, nodes, restarts } = completion;
    json!({
        "schema": "queens.complete/1",
        "problem": problem,
        "solvable": placement.is_some(),
        "columns": placement.as_ref().map(from_one),
        "nodes": nodes.to_string(),
        "restarts": restarts.to_string(),
        "seconds": seconds,
    })
}

/// A count of completions that took this long.
pub fn completion_count(problem: &Problem, count: &CompletionCount, seconds: f64) -> Value {
    json!({
        "schema": "queens.complete.count/1",
        "problem": problem,
        "total": count.total.to_string(),
        "nodes": count.nodes.to_string(),
        "seconds": seconds,
    })
}

/// An estimate that took this long.
pub fn estimate(estimate: &Estimate, seconds: f64) -> Value {
    let Estimate { n, mean, std_error, probes, seed, exact } = *estimate;
    json!({
        "schema": "queens.estimate/1",
        "n": n,
        "mean": queens::estimate::decimal(mean),
        "std_error": queens::estimate::decimal(std_error),
        "relative_error": estimate.relative_error(),
        "log10_mean": (mean > 0.0).then(|| mean.log10()),
        "exact": exact,
        "probes": probes,
        "seed": seed,
        "seconds": seconds,
    })
}
