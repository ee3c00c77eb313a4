//! Merging: from the parts to the certificate.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::certificate::Certificate;
use crate::error::{Kind, RunError};
use crate::file::write_whole;
use crate::part::{Part, Parts};
use crate::plan::Run;
use crate::tallies::Tallies;

/// What merging gave.
///
/// ```
/// use queens_run::{Merged, merge};
///
#[doc = example_run!()]
/// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default(), &|_| ())?;
/// // `run` is one of n = 8, and one attempt has counted its blocks.
/// let Merged { certificate, report } = merge(&run)?;
/// assert_eq!((certificate.total, report.attempts), (92, 1));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Merged {
    /// The certificate that was written.
    pub certificate: Certificate,
    /// What differs from attempt to attempt.
    pub report: Report,
}

/// What differs from attempt to attempt: `report.json`.
///
/// ```
/// use queens_run::merge;
///
#[doc = example_run!()]
/// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default(), &|_| ())?;
/// // One attempt has counted all blocks of `run`.
/// let report = merge(&run)?.report;
/// assert_eq!((report.attempts, report.duplicates, report.damaged), (1, 0, 0));
/// assert_eq!((report.hosts.len(), report.backends.len()), (1, 1));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct Report {
    schema: &'static str,
    run: String,
    n: u32,
    /// Attempts at shards.
    pub attempts: usize,
    /// Blocks that were counted more than once, with the same result.
    pub duplicates: u64,
    /// Lines that were not used because they do not prove themselves.
    pub damaged: u64,
    /// Files that are not parts of the run, with reasons.
    pub foreign: Vec<(String, String)>,
    /// Nodes of all counted blocks, repeated ones included. They depend on the backend.
    #[serde(serialize_with = "as_text")]
    pub nodes: u128,
    /// Seconds of all counted blocks, repeated ones included.
    pub block_seconds: f64,
    /// When the first attempt began, in seconds since 1970.
    pub first: Option<u64>,
    /// When the last block was done, in seconds since 1970.
    pub last: Option<u64>,
    /// The backends that counted.
    pub backends: BTreeSet<String>,
    /// The machines.
    pub hosts: BTreeSet<String>,
    /// The versions of the program.
    pub versions: BTreeSet<String>,
    parts: Vec<PartReport>,
}

fn as_text<S: serde::Serializer>(value: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

#[derive(Clone, PartialEq, Serialize, Debug)]
struct PartReport {
    file: String,
    host: Option<String>,
    backend: Option<String>,
    version: Option<String>,
    threads: Option<usize>,
    started: Option<u64>,
    ended: Option<String>,
    blocks: u64,
    damaged: u64,
    block_seconds: f64,
}

/// The blocks that all parts together have.
pub(crate) struct Gathered {
    pub(crate) tallies: Tallies,
    pub(crate) report: Report,
}

/// Reads all parts, and stops at a contradiction.
pub(crate) fn gather(run: &Run) -> Result<Gathered, RunError> {
    let blocks = run.plan().blocks();
    let mut tallies = Tallies::new(blocks);
    // By block, the part that it came from.
    let mut sources = vec![0_u32; blocks as usize];
    let mut files: Vec<String> = Vec::new();
    let mut duplicates = 0;
    let parts = Parts::read(run, |part, number, line| {
        files.resize(number + 1, String::new());
        files[number].clone_from(&part.file);
        let block = line.block;
        match tallies.get(block) {
            None => {
                tallies.set(block, &line.tally.sums);
                sources[block as usize] = number as u32;
            }
            Some(sums) if sums == line.tally.sums => duplicates += 1,
            Some(_) => {
                let path = |file: &str| run.parts_dir().join(file).display().to_string();
                let other = path(&files[sources[block as usize] as usize]);
                return Err(RunError::of(
                    Kind::Conflict,
                    format!(
                        "block {block} has two results, in {other} and in {}",
                        path(&part.file)
                    ),
                    "recount the block elsewhere; move the file that is wrong out of parts/, and \
                     trust nothing else of that machine",
                ));
            }
        }
        Ok(())
    })?;
    Ok(Gathered { tallies, report: report(run, parts, duplicates) })
}

fn report(run: &Run, parts: Parts, duplicates: u64) -> Report {
    let starts = || parts.parts.iter().filter_map(|part| part.start.as_ref());
    Report {
        schema: "queens.report/1",
        run: run.name().to_string(),
        n: run.plan().size(),
        attempts: parts.parts.len(),
        duplicates,
        damaged: parts.damaged(),
        nodes: parts.parts.iter().fold(0, |nodes: u128, part| nodes.saturating_add(part.nodes)),
        block_seconds: parts.parts.iter().map(|part| part.seconds).sum(),
        first: starts().map(|start| start.at).min(),
        last: parts.parts.iter().filter_map(|part| part.last).max(),
        backends: starts().map(|start| start.backend.clone()).collect(),
        hosts: starts().map(|start| start.host.clone()).collect(),
        versions: starts().map(|start| start.version.clone()).collect(),
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
        blocks: part.blocks,
        damaged: part.damaged,
        block_seconds: part.seconds,
    }
}

/// Adds up the parts of a run and, if every block is there, writes `certificate.json` and
/// `report.json`.
///
/// Reads every line once; memory grows with the number of blocks, by some 60 bytes each. The
/// certificate depends on the plan and the tallies alone: whatever was interrupted, repeated or
/// damaged on the way, it is the same byte for byte.
///
/// # Errors
///
/// [`Kind::No`] while blocks are missing; [`Kind::Conflict`] if a block has two results or the total
/// contradicts the symmetric solutions; otherwise if a file cannot be read or written.
///
/// # Examples
///
/// ```
/// use queens_run::{Shard, Worker, merge};
///
#[doc = example_run!()]
/// // `run` is one of n = 8 in three blocks.
/// let error = merge(&run).unwrap_err();
/// assert!(error.to_string().starts_with("the run is not complete: 3 of 3 blocks are missing"));
/// Worker::new(&run)?.work(Shard::All, &Default::default(), &|_| ())?;
/// assert_eq!(merge(&run)?.certificate.total, 92);
/// assert!(run.certificate_path().exists() && run.report_path().exists());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn merge(run: &Run) -> Result<Merged, RunError> {
    // A version that cuts otherwise must not vouch for blocks that it does not know.
    run.plan().list()?;
    let Gathered { tallies, report } = gather(run)?;
    if tallies.missing() > 0 {
        return Err(incomplete(run, &tallies));
    }
    let certificate = Certificate::new(run.plan(), tallies)?;
    certificate.save(&run.certificate_path())?;
    write_whole(&run.report_path(), |out| {
        serde_json::to_writer_pretty(&mut *out, &report)?;
        std::io::Write::write_all(out, b"\n")
    })?;
    Ok(Merged { certificate, report })
}

fn incomplete(run: &Run, tallies: &Tallies) -> RunError {
    let blocks = tallies.len();
    let missing = (0..blocks).filter(|block| tallies.get(*block).is_none());
    let shards: BTreeSet<u32> = missing.map(|block| run.plan().shard_of(block)).collect();
    let some: Vec<String> = shards.iter().take(8).map(ToString::to_string).collect();
    let more = if shards.len() > 8 { ", ..." } else { "" };
    let noun = if shards.len() == 1 { "shard" } else { "shards" };
    let what = format!(
        "the run is not complete: {} of {blocks} blocks are missing, in {noun} {}{more}",
        tallies.missing(),
        some.join(", ")
    );
    let advice = format!("work on it: `queens run work {} SHARD`", run.dir().display());
    RunError::of(Kind::No, what, advice)
}
