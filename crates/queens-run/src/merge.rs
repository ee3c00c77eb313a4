//! Merging: from the parts to the certificate.

use std::collections::BTreeSet;
use std::fs;
use std::io;

use queens::{Error, ErrorKind};
use serde::Serialize;

use crate::certificate::Certificate;
use crate::error::writing;
use crate::file::{as_text, quoted, write_whole};
use crate::part::{Part, Parts};
use crate::plan::Run;

/// The result of a merge.
#[derive(Clone, PartialEq, Debug)]
pub struct Merged {
    /// The certificate that was written.
    pub certificate: Certificate,
    /// What differs from attempt to attempt.
    pub report: Report,
}

/// What differs from attempt to attempt: `report.json`.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.report/2")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    run: String,
    n: u32,
    /// Attempts at shards.
    pub attempts: usize,
    /// Ranges that were counted more than once, with the same result.
    pub duplicates: u64,
    /// Damaged lines, which were not used.
    pub damaged: u64,
    /// Files that are not parts of the run, with reasons.
    pub foreign: Vec<(String, String)>,
    /// Nodes of all counted ranges, repeated ones included. They depend on the kernel.
    #[serde(serialize_with = "as_text")]
    #[cfg_attr(feature = "schema", schemars(with = "String", regex(pattern = "^[0-9]+$")))]
    pub nodes: u128,
    /// Seconds of all counted ranges, repeated ones included.
    pub range_seconds: f64,
    /// When the first attempt began, in seconds since 1970.
    pub first: Option<u64>,
    /// When the last range was done, in seconds since 1970.
    pub last: Option<u64>,
    /// The kernels that counted.
    pub backends: BTreeSet<String>,
    /// The machines.
    pub hosts: BTreeSet<String>,
    /// The versions of the program.
    pub versions: BTreeSet<String>,
    /// Why there is no certificate although every range is there.
    pub refused: Option<String>,
    /// Ranges with two results.
    pub conflicts: Vec<Conflict>,
    parts: Vec<PartReport>,
}

/// A range with two results.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Conflict {
    /// The range.
    pub range: u64,
    /// The file of each result, and the solutions.
    pub results: [(String, String); 2],
}

#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PartReport {
    file: String,
    host: Option<String>,
    backend: Option<String>,
    version: Option<String>,
    threads: Option<usize>,
    started: Option<u64>,
    ended: Option<String>,
    ranges: u64,
    damaged: u64,
    range_seconds: f64,
}

/// The ranges that all parts together have.
pub(crate) struct Gathered {
    /// The solutions of each range; `None` if it is missing.
    pub(crate) solutions: Vec<Option<u128>>,
    pub(crate) report: Report,
}

impl Gathered {
    /// An error if a range has two results.
    pub(crate) fn consistent(self, run: &Run) -> Result<Self, Error> {
        let Some(Conflict { range, results }) = self.report.conflicts.first() else {
            return Ok(self);
        };
        let path = |file: &str| run.parts_dir().join(file).display().to_string();
        let more = match self.report.conflicts.len() - 1 {
            0 => String::new(),
            others => format!("; so have {others} more"),
        };
        Err(Error::new(
            ErrorKind::Contradiction,
            format!(
                "range {range} has two results, in {} and in {}{more}",
                path(&results[0].0),
                path(&results[1].0)
            ),
            "recount the range elsewhere; move the wrong file out of parts/, and trust \
             nothing else from that machine",
        ))
    }
}

/// Reads all parts.
pub(crate) fn gather(run: &Run) -> Result<Gathered, Error> {
    let ranges = run.plan().ranges() as usize;
    let mut solutions = vec![None; ranges];
    // The number of the part that each came from.
    let mut sources = vec![0_u32; ranges];
    let mut files: Vec<String> = Vec::new();
    let (mut duplicates, mut conflicts) = (0, Vec::new());
    let parts = Parts::read(run, |part, number, line| {
        files.resize(number + 1, String::new());
        files[number].clone_from(&part.file);
        let range = line.range as usize;
        let found = line.tally.solutions;
        match solutions[range] {
            None => {
                solutions[range] = Some(found);
                sources[range] = number as u32;
            }
            Some(other) if other == found => duplicates += 1,
            Some(other) => {
                let first = files[sources[range] as usize].clone();
                let results = [(first, other.to_string()), (part.file.clone(), found.to_string())];
                conflicts.push(Conflict { range: line.range, results });
            }
        }
        Ok(())
    })?;
    let report = Report { conflicts, ..report(run, parts, duplicates) };
    Ok(Gathered { solutions, report })
}

fn report(run: &Run, parts: Parts, duplicates: u64) -> Report {
    let starts = || parts.parts.iter().filter_map(|part| part.start.as_ref());
    Report {
        run: run.name().to_string(),
        n: run.plan().size(),
        attempts: parts.parts.len(),
        duplicates,
        damaged: parts.damaged(),
        nodes: parts.parts.iter().fold(0, |nodes: u128, part| nodes.saturating_add(part.nodes)),
        range_seconds: parts.parts.iter().map(|part| part.seconds).sum(),
        first: starts().map(|start| start.at).min(),
        last: parts.parts.iter().filter_map(|part| part.last).max(),
        backends: starts().map(|start| start.backend.clone()).collect(),
        hosts: starts().map(|start| start.host.clone()).collect(),
        versions: starts().map(|start| start.version.clone()).collect(),
        refused: None,
        conflicts: Vec::new(),
        parts: parts.parts.iter().map(part_report).collect(),
        foreign: parts.foreign,
    }
}

fn part_report(part: &Part) -> PartReport {
    let start = part.start.as_ref();
    PartReport {
        file: part.file.clone(),
        host: start.map(|start| start.host.clone()),
        backend: start.map(|start| start.backend.clone()),
        version: start.map(|start| start.version.clone()),
        threads: start.map(|start| start.threads),
        started: start.map(|start| start.at),
        ended: part.end.as_ref().map(|end| end.end.clone()),
        ranges: part.ranges,
        damaged: part.damaged,
        range_seconds: part.seconds,
    }
}

/// Adds up the parts of a run and, if every range is there, writes `certificate.json` and `report.json`.
///
/// What cannot be right is no certificate: `report.json` says why, with all ranges that have two results, and a total
/// that contradicts others is in `refused-certificate.json`, to be verified.
///
/// The certificate depends on the plan and the counts alone, byte for byte, whatever was interrupted,
/// repeated or damaged on the way.
///
/// # Errors
///
/// [`ErrorKind::Incomplete`] while ranges are missing; [`ErrorKind::Contradiction`] if a range has two results or the total
/// contradicts the symmetric solutions; otherwise if a file cannot be read or written.
///
/// # Examples
///
/// ```
/// use queens_run::{Shard, Worker, merge};
///
#[doc = example_run!()]
/// // `run` is one of n = 8 in three ranges.
/// let error = merge(&run).unwrap_err();
/// assert!(error.to_string().starts_with("the run is not complete: 3 of 3 ranges are missing"));
/// Worker::new(&run)?.work(Shard::All, &Default::default())?;
/// assert_eq!(merge(&run)?.certificate.total, 92);
/// assert!(run.certificate_path().exists() && run.report_path().exists());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn merge(run: &Run) -> Result<Merged, Error> {
    // A version with other patterns must not certify these.
    run.plan().partition()?;
    let gathered = gather(run)?;
    let mut report = gathered.report.clone();
    let Gathered { solutions, .. } =
        gathered.consistent(run).map_err(|error| refuse(run, &mut report, error))?;
    let Some(all) = solutions.iter().copied().collect() else {
        return Err(incomplete(run, &solutions));
    };
    let certificate =
        Certificate::new(run.plan(), all).map_err(|error| refuse(run, &mut report, error))?;
    if let Err(error) = certificate.check() {
        certificate.save(&run.refused_path())?;
        return Err(refuse(run, &mut report, error));
    }
    certificate.save(&run.certificate_path())?;
    match fs::remove_file(run.refused_path()) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(writing(&run.refused_path(), &error));
        }
        _ => {}
    }
    save(run, &report)?;
    Ok(Merged { certificate, report })
}

fn save(run: &Run, report: &Report) -> Result<(), Error> {
    write_whole(&run.report_path(), |out| {
        serde_json::to_writer_pretty(&mut *out, report)?;
        std::io::Write::write_all(out, b"\n")
    })
}

/// The error, once the report says it.
fn refuse(run: &Run, report: &mut Report, error: Error) -> Error {
    report.refused = Some(error.to_string());
    save(run, report).err().unwrap_or(error)
}

fn incomplete(run: &Run, solutions: &[Option<u128>]) -> Error {
    let missing = (0..).zip(solutions).filter(|(_, solutions)| solutions.is_none());
    let missing: Vec<u64> = missing.map(|(range, _)| range).collect();
    let shards: BTreeSet<u32> = missing.iter().map(|range| run.plan().shard_of(*range)).collect();
    let some: Vec<String> = shards.iter().take(8).map(ToString::to_string).collect();
    let more = if shards.len() > 8 { ", ..." } else { "" };
    let noun = if shards.len() == 1 { "shard" } else { "shards" };
    let verb = if missing.len() == 1 { "is" } else { "are" };
    let what = format!(
        "the run is not complete: {} of {} ranges {verb} missing, in {noun} {}{more}",
        missing.len(),
        solutions.len(),
        some.join(", ")
    );
    let advice = format!("continue it: `queens run work {}`", quoted(run.dir()));
    Error::new(ErrorKind::Incomplete, what, advice)
}
