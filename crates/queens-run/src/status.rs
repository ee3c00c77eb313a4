//! How far a run is.

use std::collections::BTreeMap;

use crate::error::RunError;
use crate::part::Parts;
use crate::plan::Run;
use crate::shard::Shard;
use crate::work::{FORECAST_BLOCKS, now};

/// The rate is that of the last ten minutes.
const WINDOW: u64 = 600;

/// How far a run is.
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

/// Tells how far a run is. Reads every line once.
///
/// # Errors
///
/// If a part cannot be read, or the plan is of another version.
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
