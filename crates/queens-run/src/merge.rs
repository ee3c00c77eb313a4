//! Merging: from the parts to the certificate.

use std::collections::BTreeSet;
use std::fs;
use std::io;

use queens::{Error, ErrorKind};
use serde::Serialize;

use crate::certificate::Certificate;
use crate::error::writing;
use crate::file::{as_text, quoted, unless, write_whole};
use crate::part::{Part, Parts, RangeLine, Start};
use crate::plan::Run;
use crate::shard::Shard;

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
    pub nodes: u128,
    /// Seconds of all counted ranges, repeated ones included.
    pub range_seconds: f64,
    /// When the first attempt began, in seconds since 1970.
    pub first: Option<u64>,
    /// When the last range was done, in seconds since 1970.
    pub last: Option<u64>,
    /// The kernels that counted.
    pub kernels: BTreeSet<String>,
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
pub struct Conflict {
    /// The range.
    pub range: u64,
    /// The file of each result, and the solutions.
    pub results: [(String, String); 2],
}

#[derive(Clone, PartialEq, Serialize, Debug)]
struct PartReport {
    file: String,
    host: Option<String>,
    kernel: Option<String>,
    version: Option<String>,
    threads: Option<usize>,
    started: Option<u64>,
    ended: Option<String>,
    ranges: u64,
    damaged: u64,
    range_seconds: f64,
}

/// The result of a range that was read first.
#[derive(Clone, Copy)]
pub(crate) struct Counted {
    solutions: u128,
    /// When it was done, in seconds since 1970.
    pub(crate) at: u64,
    /// The number of the part that it is in.
    part: u32,
}

/// What all parts together have.
pub(crate) struct Gathered {
    /// The result of each range; `None` if it is missing.
    pub(crate) ranges: Vec<Option<Counted>>,
    /// Other results of ranges that are equal to the first.
    pub(crate) duplicates: u64,
    pub(crate) conflicts: Vec<Conflict>,
    pub(crate) parts: Parts,
}

impl Gathered {
    pub(crate) fn read(run: &Run) -> Result<Self, Error> {
        let mut ranges: Vec<Option<Counted>> = vec![None; run.plan().ranges() as usize];
        let (mut duplicates, mut conflicts) = (0, Vec::new());
        let parts = Parts::read(run, Shard::All, |part, line| {
            let RangeLine { range, solutions, at, .. } = line;
            let found = Counted { solutions, at, part: part as u32 };
            match ranges[range as usize] {
                None => ranges[range as usize] = Some(found),
                Some(first) if first.solutions == solutions => duplicates += 1,
                Some(first) => conflicts.push((range, [first, found])),
            }
        })?;
        let result = |counted: Counted| {
            (parts.parts[counted.part as usize].file.clone(), counted.solutions.to_string())
        };
        let conflict =
            |(range, two): (u64, [Counted; 2])| Conflict { range, results: two.map(result) };
        let conflicts = conflicts.into_iter().map(conflict).collect();
        Ok(Self { ranges, duplicates, conflicts, parts })
    }

    /// The solutions of each range; `None` if some are missing, an error if one has two results.
    pub(crate) fn solutions(&self, run: &Run) -> Result<Option<Vec<u128>>, Error> {
        let Some(Conflict { range, results }) = self.conflicts.first() else {
            return Ok(self.ranges.iter().map(|counted| Some((*counted)?.solutions)).collect());
        };
        let path = |(file, _): &(String, String)| run.parts_dir().join(file).display().to_string();
        let [one, other] = results.each_ref().map(path);
        let more = match self.conflicts.len() - 1 {
            0 => String::new(),
            others => format!("; so have {others} more"),
        };
        Err(Error::new(
            ErrorKind::Contradiction,
            format!("range {range} has two results, in {one} and in {other}{more}"),
            "recount the range elsewhere; move the wrong file out of parts/, and trust \
             nothing else from that machine",
        ))
    }

    pub(crate) fn missing(&self) -> Vec<u64> {
        let missing = (0..).zip(&self.ranges).filter(|(_, counted)| counted.is_none());
        missing.map(|(range, _)| range).collect()
    }

    pub(crate) fn kernels(&self) -> BTreeSet<String> {
        self.starts().map(|start| start.kernel.clone()).collect()
    }

    fn starts(&self) -> impl Iterator<Item = &Start> {
        self.parts.parts.iter().filter_map(|part| part.start.as_ref())
    }

    fn report(&self, run: &Run) -> Report {
        let Parts { parts, foreign } = &self.parts;
        Report {
            run: run.name().to_string(),
            n: run.plan().n(),
            attempts: parts.len(),
            duplicates: self.duplicates,
            damaged: self.parts.damaged(),
            nodes: parts.iter().fold(0, |nodes: u128, part| nodes.saturating_add(part.nodes)),
            range_seconds: parts.iter().map(|part| part.seconds).sum(),
            first: self.starts().map(|start| start.at).min(),
            last: parts.iter().filter_map(|part| part.last).max(),
            kernels: self.kernels(),
            hosts: self.starts().map(|start| start.host.clone()).collect(),
            versions: self.starts().map(|start| start.version.clone()).collect(),
            refused: None,
            conflicts: self.conflicts.clone(),
            parts: parts.iter().map(part_report).collect(),
            foreign: foreign.clone(),
        }
    }
}

fn part_report(part: &Part) -> PartReport {
    let start = part.start.as_ref();
    PartReport {
        file: part.file.clone(),
        host: start.map(|start| start.host.clone()),
        kernel: start.map(|start| start.kernel.clone()),
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
/// let certificate = merge(&run)?.certificate;
/// assert_eq!((certificate.total, certificate.fundamental()), (92, 12));
/// assert!(run.certificate_path().exists() && run.report_path().exists());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn merge(run: &Run) -> Result<Merged, Error> {
    // A version with other patterns must not certify these.
    run.plan().partition()?;
    let gathered = Gathered::read(run)?;
    let mut report = gathered.report(run);
    let certified = certify(run, gathered);
    if let Err(error) = &certified {
        // A run in progress has nothing to report yet.
        if error.kind() == ErrorKind::Incomplete {
            return Err(error.clone());
        }
        report.refused = Some(error.to_string());
    }
    let saved = save(run, &report);
    let certificate = certified?;
    saved?;
    Ok(Merged { certificate, report })
}

/// Writes the certificate, or says why there is none.
fn certify(run: &Run, gathered: Gathered) -> Result<Certificate, Error> {
    let Some(solutions) = gathered.solutions(run)? else {
        return Err(incomplete(run, &gathered.missing()));
    };
    // A run may have a million ranges.
    drop(gathered);
    let certificate = Certificate::new(run.plan(), solutions)?;
    if let Err(error) = certificate.check() {
        write_whole(&run.refused_path(), |out| certificate.write(out))?;
        return Err(error);
    }
    write_whole(&run.certificate_path(), |out| certificate.write(out))?;
    let refused = run.refused_path();
    unless(io::ErrorKind::NotFound, fs::remove_file(&refused))
        .map_err(|error| writing(&refused, &error))?;
    Ok(certificate)
}

fn save(run: &Run, report: &Report) -> Result<(), Error> {
    write_whole(&run.report_path(), |out| {
        serde_json::to_writer_pretty(&mut *out, report)?;
        std::io::Write::write_all(out, b"\n")
    })
}

fn incomplete(run: &Run, missing: &[u64]) -> Error {
    let shards: BTreeSet<u32> = missing.iter().map(|range| run.plan().shard_of(*range)).collect();
    let some: Vec<String> = shards.iter().take(8).map(ToString::to_string).collect();
    let more = if shards.len() > 8 { ", ..." } else { "" };
    let noun = if shards.len() == 1 { "shard" } else { "shards" };
    let verb = if missing.len() == 1 { "is" } else { "are" };
    let (missing, all, some) = (missing.len(), run.plan().ranges(), some.join(", "));
    let what = format!(
        "the run is not complete: {missing} of {all} ranges {verb} missing, in {noun} {some}{more}"
    );
    let advice = format!("continue it: `queens run work {}`", quoted(run.dir()));
    Error::new(ErrorKind::Incomplete, what, advice)
}
