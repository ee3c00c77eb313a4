//! How far a run is.

use std::collections::BTreeMap;

use queens::Error;
use serde::{Serialize, Serializer};

use crate::file::as_text;
use crate::merge::{Counted, Gathered};
use crate::part::Parts;
use crate::plan::Run;
use crate::shard::Shard;
use crate::work::unix_seconds;

/// The rate is that of the last ten minutes, and an attempt that was silent for longer was probably killed.
const WINDOW: u64 = 600;

/// How far a run is. As JSON, schema `queens.run.status/2`.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.run.status/2")]
pub struct Status {
    /// Name of the run: the hash of its plan.
    pub run: String,
    /// Size of the board.
    pub n: u32,
    /// All ranges.
    pub ranges: u64,
    /// Ranges that are counted.
    pub done: u64,
    /// The part of the forecast work that is done, from 0 to 1.
    pub fraction: f64,
    /// Ranges counted per second in the last ten minutes, or since the first attempt began that counted in them.
    pub ranges_per_second: f64,
    /// The seconds left at the rate of these minutes; `None` if no range was counted in them.
    pub seconds_left: Option<f64>,
    /// Ranges counted more than once.
    pub duplicates: u64,
    /// Results of ranges that have another one, too.
    pub conflicts: u64,
    /// Whether a merge found every range, and a total that cannot be right.
    pub refused: bool,
    /// Damaged lines.
    pub damaged: u64,
    /// Files that are not parts of the run, with reasons.
    #[serde(serialize_with = "with_names")]
    pub foreign: Vec<(String, String)>,
    /// Whether there is a certificate.
    pub certificate: bool,
    /// Each shard; at the end attempts at all shards together, if there are any.
    pub shards: Vec<ShardStatus>,
}

/// How far a shard is.
#[derive(Clone, PartialEq, Eq, Serialize, Default, Debug)]
pub struct ShardStatus {
    /// The shard: its number, or `all`.
    #[serde(serialize_with = "as_text")]
    pub shard: Shard,
    /// Its ranges.
    pub ranges: u64,
    /// Its ranges that are counted, by any attempt.
    pub done: u64,
    /// Attempts at it.
    pub attempts: u32,
    /// Attempts without an end: running, or killed.
    pub open: u32,
    /// The seconds since the last of these wrote a line.
    #[serde(rename = "silent_seconds")]
    pub silent: Option<u64>,
    /// How the last attempt ended, if it did: `complete`, `stopped`, `until` or `failed`.
    pub ended: Option<String>,
    /// Damaged lines in its parts.
    pub damaged: u64,
}

#[derive(Serialize)]
struct Foreign<'a> {
    file: &'a str,
    reason: &'a str,
}

fn with_names<S: Serializer>(
    foreign: &[(String, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(foreign.iter().map(|(file, reason)| Foreign { file, reason }))
}

impl Status {
    /// What cannot be right, and what to do about it; `None` if nothing is known to be wrong.
    pub fn faults(&self) -> Option<&'static str> {
        match (self.conflicts, self.refused) {
            (0, false) => None,
            (0, true) => Some(
                "the total cannot be right; `queens run verify` of refused-certificate.json with \
                 `--sample 100` finds the wrong ranges, and a merge after they are mended replaces it",
            ),
            _ => Some(
                "ranges have two results; `queens run merge` lists them in report.json: recount \
                 them, and move the wrong files out of parts/",
            ),
        }
    }

    /// Whether all ranges are counted and there is a certificate, so that nothing will change.
    pub fn is_merged(&self) -> bool {
        self.done == self.ranges && self.certificate && self.faults().is_none()
    }
}

/// Reads how far a run is.
///
/// # Errors
///
/// If a part cannot be read, or the plan is of another version.
///
/// # Examples
///
/// ```
/// use queens_run::{Shard, Worker, next_shard, status};
///
#[doc = example_run!()]
/// // `run` has three shards of one range each.
/// Worker::new(&run)?.work(Shard::Number(0), &Default::default())?;
/// let status = status(&run)?;
/// assert_eq!((status.done, status.ranges), (1, 3));
/// assert!(0.0 < status.fraction && status.fraction < 1.0);
/// assert_eq!(status.shards[0].ended.as_deref(), Some("complete"));
/// assert_eq!(next_shard(&run)?, Some(1));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn status(run: &Run) -> Result<Status, Error> {
    let plan = run.plan();
    let partition = plan.partition()?;
    let Gathered { ranges, duplicates, conflicts, parts } = Gathered::read(run)?;
    let work = |range| partition.work(&plan.range(range));
    let counted = || (0..).zip(&ranges).filter_map(|(range, counted)| Some((range, (*counted)?)));
    let all = partition.work(&(0..plan.patterns()));
    // An empty sum of floats is -0.
    let done_work = counted().map(|(range, _)| work(range)).sum::<f64>().abs();
    let done = counted().count() as u64;

    let now = unix_seconds();
    let attempts =
        parts.parts.iter().filter_map(|part| Some((part.start.as_ref()?.at, part.last?)));
    let since = measured_since(attempts, now);
    let seconds = now.saturating_sub(since).max(1) as f64;
    let recent = || counted().filter(|(_, counted)| counted.at >= since);
    let rate = recent().map(|(range, _)| work(range)).sum::<f64>() / seconds;
    let complete = done == plan.ranges();

    Ok(Status {
        run: run.name().to_string(),
        n: plan.n(),
        ranges: plan.ranges(),
        done,
        fraction: if complete { 1.0 } else { done_work / all },
        ranges_per_second: recent().count() as f64 / seconds,
        seconds_left: (rate > 0.0 && !complete).then(|| (all - done_work) / rate),
        duplicates: duplicates + conflicts.len() as u64,
        conflicts: conflicts.len() as u64,
        // While ranges are missing, someone is mending it.
        refused: complete && run.refused_path().exists(),
        damaged: parts.damaged(),
        certificate: run.certificate_path().exists(),
        shards: shards(run, &parts, &ranges, now),
        foreign: parts.foreign,
    })
}

/// When the rate's time begins, for attempts with the times of their starts and last ranges: a run that goes on after
/// a break would have the rate of the break.
fn measured_since(attempts: impl Iterator<Item = (u64, u64)>, now: u64) -> u64 {
    let window = now.saturating_sub(WINDOW);
    let first = attempts.filter(|&(_, last)| last >= window).map(|(start, _)| start).min();
    window.max(first.unwrap_or(now))
}

/// The shard that a worker should take next: the first one with missing ranges on which no attempt has written
/// anything in the last ten minutes, or else the one with missing ranges that has been silent for longest. `None` if the run is
/// complete.
///
/// # Errors
///
/// As [`status`].
pub fn next_shard(run: &Run) -> Result<Option<u32>, Error> {
    let silence = |shard: &ShardStatus| shard.silent.map_or(0, |s| WINDOW.saturating_sub(s));
    let open = open_shards(run)?.into_iter().map(|(number, shard)| (silence(&shard), number));
    Ok(open.min().map(|(_, number)| number))
}

/// The shards that lack ranges, with their numbers.
pub(crate) fn open_shards(run: &Run) -> Result<Vec<(u32, ShardStatus)>, Error> {
    let open = status(run)?.shards.into_iter().filter(|shard| shard.done < shard.ranges);
    let numbered = open.filter_map(|shard| match shard.shard {
        Shard::Number(number) => Some((number, shard)),
        Shard::All => None,
    });
    Ok(numbered.collect())
}

fn shards(run: &Run, parts: &Parts, ranges: &[Option<Counted>], now: u64) -> Vec<ShardStatus> {
    let plan = run.plan();
    let empty = |shard| ShardStatus { shard, ..ShardStatus::default() };
    let mut shards = BTreeMap::new();
    for (range, counted) in (0..).zip(ranges) {
        let number = Shard::Number(plan.shard_of(range));
        let shard = shards.entry(number).or_insert_with(|| empty(number));
        shard.ranges += 1;
        shard.done += u64::from(counted.is_some());
    }
    for part in &parts.parts {
        let shard = shards.entry(part.shard).or_insert_with(|| ShardStatus {
            done: ranges.iter().flatten().count() as u64,
            ranges: plan.ranges(),
            ..empty(part.shard)
        });
        shard.attempts += 1;
        shard.damaged += part.damaged;
        shard.ended = part.end.as_ref().map(|end| end.end.clone());
        if part.end.is_none() {
            shard.open += 1;
            let last = part.last.or(part.start.as_ref().map(|start| start.at));
            let silent = last.map(|at| now.saturating_sub(at));
            shard.silent = [shard.silent, silent].into_iter().flatten().min();
        }
    }
    shards.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_break_does_not_count_for_the_rate() {
        let since = |attempts: &[(u64, u64)]| measured_since(attempts.iter().copied(), 10_000);
        assert_eq!(since(&[]), 10_000);
        assert_eq!(since(&[(1000, 2000), (9900, 9950)]), 9900);
        assert_eq!(since(&[(1000, 9500), (9900, 9950)]), 10_000 - WINDOW);
        assert_eq!(since(&[(9700, 9800), (9900, 9950)]), 9700);
    }
}
