//! How far a run is.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::error::RunError;
use crate::part::Parts;
use crate::plan::Run;
use crate::shard::Shard;
use crate::work::{FORECAST_BLOCKS, now};

/// The rate is that of the last ten minutes.
const WINDOW: u64 = 600;

/// How far a run is.
///
/// ```
/// use queens_run::{Shard, Worker, status};
///
#[doc = example_run!()]
/// // `run` has three shards of a block each.
/// Worker::new(&run)?.work(Shard::Number(1), &Default::default(), &|_| ())?;
/// let status = status(&run)?;
/// assert_eq!((status.done, status.blocks), (1, 3));
/// assert!(0.0 < status.fraction && status.fraction < 1.0);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Status {
    /// Blocks that are counted.
    pub done: u64,
    /// Blocks in all.
    pub blocks: u64,
    /// The part of the work that is done, from 0 to 1.
    pub fraction: f64,
    /// Whether `fraction` is of the work forecast; otherwise it is of the number of blocks, because
    /// there are too many to forecast.
    pub forecast: bool,
    /// Blocks counted in the last ten minutes, or since the first attempt began if that is less, by
    /// the second.
    pub blocks_per_second: f64,
    /// The seconds left at that rate; none while nobody works.
    pub seconds_left: Option<f64>,
    /// Blocks counted more than once.
    pub duplicates: u64,
    /// Lines that do not prove themselves.
    pub damaged: u64,
    /// Files that are not parts of the run, with reasons.
    pub foreign: Vec<(String, String)>,
    /// Whether there is a certificate.
    pub certificate: bool,
    /// By shard; at the end attempts at all shards together, if there are any.
    pub shards: Vec<ShardStatus>,
}

/// How far a shard is.
///
/// ```
/// use queens_run::{Shard, Worker, status};
///
#[doc = example_run!()]
/// // `run` has three shards of a block each.
/// Worker::new(&run)?.work(Shard::Number(1), &Default::default(), &|_| ())?;
/// let shards = status(&run)?.shards;
/// assert_eq!((shards[0].attempts, shards[0].done), (0, 0));
/// assert_eq!((shards[1].attempts, shards[1].done), (1, 1));
/// assert_eq!(shards[1].ended.as_deref(), Some("complete"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShardStatus {
    /// The shard.
    pub shard: Shard,
    /// Its blocks that are counted, by whatever attempt.
    pub done: u64,
    /// Its blocks.
    pub blocks: u64,
    /// Attempts at it.
    pub attempts: u32,
    /// Attempts that did not come to an orderly end: at work, or killed.
    pub open: u32,
    /// The seconds since the last of these was heard of.
    pub silent: Option<u64>,
    /// How the last attempt ended, if it did: `complete`, `stopped` or `until`.
    pub ended: Option<String>,
    /// Lines of its parts that do not prove themselves.
    pub damaged: u64,
}

/// A [`Status`] as JSON, schema `queens.run.status/1`: what programs are told, on whatever way they ask.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct StatusDocument {
    schema: &'static str,
    run: String,
    n: u32,
    method: &'static str,
    blocks: u64,
    done: u64,
    fraction: f64,
    /// `work` or `blocks`.
    fraction_of: &'static str,
    blocks_per_second: f64,
    seconds_left: Option<f64>,
    duplicates: u64,
    damaged: u64,
    foreign: Vec<ForeignDocument>,
    certificate: bool,
    shards: Vec<ShardDocument>,
}

#[derive(Clone, PartialEq, Serialize, Debug)]
struct ForeignDocument {
    file: String,
    reason: String,
}

#[derive(Clone, PartialEq, Serialize, Debug)]
struct ShardDocument {
    shard: String,
    blocks: u64,
    done: u64,
    attempts: u32,
    open: u32,
    silent_seconds: Option<u64>,
    ended: Option<String>,
    damaged: u64,
}

impl StatusDocument {
    /// What there is to tell about this run.
    #[must_use]
    pub fn new(run: &Run, status: Status) -> Self {
        let foreign = |(file, reason)| ForeignDocument { file, reason };
        let shard = |shard: ShardStatus| ShardDocument {
            shard: shard.shard.to_string(),
            blocks: shard.blocks,
            done: shard.done,
            attempts: shard.attempts,
            open: shard.open,
            silent_seconds: shard.silent,
            ended: shard.ended,
            damaged: shard.damaged,
        };
        Self {
            schema: "queens.run.status/1",
            run: run.name().to_string(),
            n: run.plan().size(),
            method: run.plan().cut().method().name(),
            blocks: status.blocks,
            done: status.done,
            fraction: status.fraction,
            fraction_of: if status.forecast { "work" } else { "blocks" },
            blocks_per_second: status.blocks_per_second,
            seconds_left: status.seconds_left,
            duplicates: status.duplicates,
            damaged: status.damaged,
            foreign: status.foreign.into_iter().map(foreign).collect(),
            certificate: status.certificate,
            shards: status.shards.into_iter().map(shard).collect(),
        }
    }

    /// Whether all blocks are counted, and there is a certificate: nothing will change any more.
    pub fn is_merged(&self) -> bool {
        self.done == self.blocks && self.certificate
    }
}

/// Tells how far a run is. Reads every line once.
///
/// # Errors
///
/// If a part cannot be read, or the plan is of another version.
///
/// # Examples
///
/// ```
/// use queens_run::status;
///
#[doc = example_run!()]
/// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default(), &|_| ())?;
/// // The blocks of `run` are counted, and nobody has merged them.
/// let status = status(&run)?;
/// assert_eq!((status.fraction, status.seconds_left), (1.0, None));
/// assert!(!status.certificate);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn status(run: &Run) -> Result<Status, RunError> {
    let plan = run.plan();
    let list = plan.list()?;
    let mut counted = vec![false; plan.blocks() as usize];
    let mut times = Vec::new();
    let mut duplicates = 0;
    let parts = Parts::read(run, |_, _, line| {
        let before = std::mem::replace(&mut counted[line.block as usize], true);
        if before {
            duplicates += 1;
        } else {
            times.push((line.at, line.block));
        }
        Ok(())
    })?;
    let forecast = plan.blocks() <= FORECAST_BLOCKS;
    let work = |block: u64| if forecast { list.expected(block).max(1.0) } else { 1.0 };
    let all: f64 = (0..plan.blocks()).map(work).sum();
    // An empty sum of floats is -0.
    let done_work = times.iter().map(|(_, block)| work(*block)).sum::<f64>().abs();
    let done = times.len() as u64;

    let now = now();
    let first = parts.parts.iter().filter_map(|part| Some(part.start.as_ref()?.at)).min();
    let since = now.saturating_sub(WINDOW).max(first.unwrap_or(now));
    let seconds = now.saturating_sub(since).max(1) as f64;
    let recent: Vec<u64> =
        times.iter().filter(|(at, _)| *at >= since).map(|(_, block)| *block).collect();
    let rate = recent.iter().map(|block| work(*block)).sum::<f64>() / seconds;
    let left = all - done_work;
    let seconds_left = (rate > 0.0 && done < plan.blocks()).then(|| left / rate);

    Ok(Status {
        done,
        blocks: plan.blocks(),
        fraction: if done == plan.blocks() { 1.0 } else { done_work / all },
        forecast,
        blocks_per_second: recent.len() as f64 / seconds,
        seconds_left,
        duplicates,
        damaged: parts.damaged(),
        certificate: run.certificate_path().exists(),
        shards: shards(run, &parts, &counted, now),
        foreign: parts.foreign,
    })
}

fn shards(run: &Run, parts: &Parts, counted: &[bool], now: u64) -> Vec<ShardStatus> {
    let plan = run.plan();
    let empty = |shard| ShardStatus {
        shard,
        done: 0,
        blocks: 0,
        attempts: 0,
        open: 0,
        silent: None,
        ended: None,
        damaged: 0,
    };
    let numbers = (0..plan.shards()).map(Shard::Number);
    let mut shards: BTreeMap<Shard, ShardStatus> = numbers.map(|s| (s, empty(s))).collect();
    for (block, counted) in (0..).zip(counted) {
        let shard = shards.get_mut(&Shard::Number(plan.shard_of(block))).expect("all are there");
        shard.blocks += 1;
        shard.done += u64::from(*counted);
    }
    for part in &parts.parts {
        let shard = shards.entry(part.shard).or_insert_with(|| ShardStatus {
            done: counted.iter().filter(|counted| **counted).count() as u64,
            blocks: plan.blocks(),
            ..empty(part.shard)
        });
        shard.attempts += 1;
        shard.damaged += part.damaged;
        shard.ended = part.end.as_ref().map(|end| end.end.clone());
        if part.end.is_none() {
            shard.open += 1;
            let heard = part.last.or(part.start.as_ref().map(|start| start.at));
            let silent = heard.map(|at| now.saturating_sub(at));
            shard.silent = [shard.silent, silent].into_iter().flatten().min();
        }
    }
    shards.into_values().collect()
}
