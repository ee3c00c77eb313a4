//! The plan of a run: what is counted, and in which pieces.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};

use queens::engine::Partition;
use queens::engine::search::MAX_N;
use queens::{Error, Method};
use serde::{Deserialize, Serialize};

use crate::error::{Reading, failed, reading, writing};
use crate::file::{json, quoted, read_regular, write_whole};

const SCHEMA: &str = "queens.plan/2";

/// The smallest n of a run.
pub const MIN_N: u32 = 4;

/// The most ranges of a run.
pub const MAX_RANGES: u64 = 1 << 20;

/// The most shards: as many array elements as the largest Slurm installations allow.
pub(crate) const MAX_SHARDS: u32 = 1_000_000;

/// The most patterns; n = 32 has fewer.
const MAX_PATTERNS: u64 = 1 << 32;

/// The longest plan, in bytes. The largest real one has a million ends of ten digits.
const MAX_BYTES: usize = 1 << 24;

/// What names a run: the BLAKE3 hash of its plan's bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunName(pub(crate) blake3::Hash);

impl RunName {
    /// The first twelve digits, for people.
    pub fn short(&self) -> String {
        self.0.to_hex()[..12].to_owned()
    }
}

impl fmt::Display for RunName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_hex())
    }
}

/// What a run is expected to cost, on a processor with AVX2.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Forecast {
    /// Seconds of one core.
    pub core_seconds: u64,
    /// Bytes that each thread needs.
    pub memory: u64,
}

/// What is counted and how it is cut. A plan never changes.
///
/// ```
/// use queens_run::Plan;
///
/// let plan = Plan::new(8, Some(10), 3)?;
/// assert_eq!((plan.patterns(), plan.ranges()), (23, 10));
/// assert_eq!(plan.range(9).end, 23);
/// assert_eq!(plan.shard_of(7), 1);
/// assert_eq!(Plan::read(&plan.text())?, plan);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan(pub(crate) PlanDocument);

/// The content of `plan.json`. The order of the keys is part of the format.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanDocument {
    schema: String,
    n: u32,
    patterns: u64,
    patterns_hash: String,
    /// Where the ranges end.
    ranges: Vec<u64>,
    shards: u32,
    forecast: Forecast,
    version: String,
}

impl Plan {
    /// Plans a count in at most this many ranges of row patterns. Range k belongs to shard k mod `shards`.
    ///
    /// Without a number, a range takes about 30 seconds by the forecast, but there are at least 64 ranges
    /// and four for each shard, if the patterns allow it, and at most 65,536 unless more shards need more.
    ///
    /// # Errors
    ///
    /// If n is too small or too large, or there are no ranges, no shards, or more shards than ranges.
    pub fn new(n: u32, ranges: Option<u64>, shards: u32) -> Result<Self, Error> {
        if n < MIN_N {
            return Err(failed(
                format!("n = {n} is too small for a run"),
                format!("use `queens count {n}`; runs begin at n = {MIN_N}"),
            ));
        }
        let partition = Partition::new(n, Method::Color)?;
        let patterns = partition.len();
        let seconds = partition.work(&(0..patterns)) * 1e-9;
        let wanted = ranges.unwrap_or_else(|| {
            let by_time = ((seconds / 30.0) as u64).clamp(64, 1 << 16);
            by_time.max(4 * u64::from(shards)).min(MAX_RANGES)
        });
        if !(1..=MAX_RANGES).contains(&wanted) {
            return Err(failed(
                format!("a run cannot have {wanted} ranges"),
                format!("choose from 1 to {MAX_RANGES}"),
            ));
        }
        let mut ends: Vec<u64> =
            partition.pieces(wanted as usize).into_iter().map(|piece| piece.end).collect();
        // Patterns without work may be left over at the end.
        ends.truncate(wanted as usize - 1);
        if ends.last() != Some(&patterns) {
            ends.push(patterns);
        }
        let ranges = ends.len() as u64;
        if shards == 0 || u64::from(shards) > ranges || shards > MAX_SHARDS {
            let most = ranges.min(u64::from(MAX_SHARDS));
            return Err(failed(
                format!("{shards} shards are not possible with {ranges} ranges"),
                format!("choose from 1 to {most} shards, or more ranges"),
            ));
        }
        Ok(Self(PlanDocument {
            schema: SCHEMA.to_owned(),
            n,
            patterns,
            patterns_hash: hash(&partition),
            ranges: ends,
            shards,
            forecast: Forecast { core_seconds: seconds.ceil() as u64, memory: partition.memory() },
            version: env!("CARGO_PKG_VERSION").into(),
        }))
    }

    /// The size of the board.
    pub fn n(&self) -> u32 {
        self.0.n
    }

    /// The number of row patterns.
    pub fn patterns(&self) -> u64 {
        self.0.patterns
    }

    /// The number of ranges.
    pub fn ranges(&self) -> u64 {
        self.0.ranges.len() as u64
    }

    /// The patterns of a range.
    ///
    /// # Panics
    ///
    /// If there is no such range.
    pub fn range(&self, range: u64) -> Range<u64> {
        let index = range as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.0.ranges[before]);
        start..self.0.ranges[index]
    }

    pub(crate) fn range_of(&self, pattern: u64) -> u64 {
        self.0.ranges.partition_point(|end| *end <= pattern) as u64
    }

    /// The number of shards.
    pub fn shards(&self) -> u32 {
        self.0.shards
    }

    /// The shard that a range belongs to.
    pub fn shard_of(&self, range: u64) -> u32 {
        (range % u64::from(self.shards())) as u32
    }

    /// The expected cost of the whole run.
    pub fn forecast(&self) -> Forecast {
        self.0.forecast
    }

    /// How many shards would take about an hour each on one core, if the run takes so long; or as many as there can be.
    pub fn suggested_shards(&self, core_seconds: u64) -> u64 {
        let most = self.ranges().min(u64::from(MAX_SHARDS));
        core_seconds.div_ceil(3600).clamp(1, most)
    }

    /// A time limit for a shard on this many threads, in seconds: five times the forecast, and ten minutes. The forecast
    /// is for an idle Zen 4 core with AVX2, and other processors took up to three times as long.
    pub fn shard_seconds(&self, threads: NonZeroUsize) -> u64 {
        // In each round every thread counts a range; in the last one some may have none.
        let largest = self.ranges().div_ceil(u64::from(self.shards()));
        let rounds = largest.div_ceil(threads.get() as u64) as f64;
        let seconds = self.forecast().core_seconds as f64 * rounds / self.ranges() as f64;
        (5.0 * seconds).ceil() as u64 + 600
    }

    /// The row patterns, compared with those that the plan was made for.
    ///
    /// # Errors
    ///
    /// If this version of the program numbers other patterns than the one that made the plan.
    pub fn partition(&self) -> Result<Partition, Error> {
        let partition = Partition::new(self.n(), Method::Color)?;
        if partition.len() == self.patterns() && hash(&partition) == self.0.patterns_hash {
            return Ok(partition);
        }
        let (this, that) = (env!("CARGO_PKG_VERSION"), self.0.version.escape_debug());
        Err(failed(
            format!("queens {this} has other row patterns for n = {} than the plan", self.n()),
            format!("continue with queens {that}, which made the plan, or plan a new run"),
        ))
    }

    /// The content of `plan.json`, the same bytes for the same plan.
    pub fn text(&self) -> String {
        json(&self.0) + "\n"
    }

    /// What names a run of this plan.
    pub fn name(&self) -> RunName {
        RunName(blake3::hash(self.text().as_bytes()))
    }

    /// Reads a plan. Only the exact text that [`text`](Self::text) writes is accepted.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    pub fn read(text: &str) -> Result<Self, Error> {
        const READING: Reading = Reading {
            what: "the plan cannot be used",
            advice: "restore plan.json from a copy; without it the run's parts are useless",
        };
        let bad = |what: String| READING.refused(&what);
        if text.len() > MAX_BYTES {
            return Err(bad(format!("it is longer than {MAX_BYTES} bytes")));
        }
        let document = READING.document(text.as_bytes(), SCHEMA)?;
        let plan = Self::from_document(document).map_err(bad)?;
        if plan.text() != text {
            return Err(bad("it was edited: a plan is written differently".to_owned()));
        }
        Ok(plan)
    }

    /// The plan of a document, or what is wrong with it.
    pub(crate) fn from_document(document: PlanDocument) -> Result<Self, String> {
        let PlanDocument { schema, n, patterns, ranges, shards, .. } = &document;
        if schema != SCHEMA {
            return Err(format!("its schema is `{}`, not `{SCHEMA}`", schema.escape_debug()));
        }
        if !(MIN_N..=MAX_N).contains(n) {
            return Err(format!("n = {n} is not from {MIN_N} to {MAX_N}"));
        }
        let ascending = ranges.first() > Some(&0) && ranges.is_sorted_by(|a, b| a < b);
        if !ascending || ranges.last() != Some(patterns) || *patterns > MAX_PATTERNS {
            return Err(format!("its ranges are no ranges of {patterns} patterns"));
        }
        let count = ranges.len() as u64;
        if count > MAX_RANGES {
            return Err(format!("{count} ranges are too many"));
        }
        if *shards == 0 || u64::from(*shards) > count || *shards > MAX_SHARDS {
            return Err(format!("{count} ranges cannot be divided among {shards} shards"));
        }
        Ok(Self(document))
    }
}

/// The hash of the description of all patterns.
fn hash(partition: &Partition) -> String {
    let mut hasher = blake3::Hasher::new();
    partition.describe(0..partition.len(), &mut |bytes| {
        hasher.update(bytes);
    });
    hasher.finalize().to_hex().to_string()
}

/// A run: a directory with its plan.
#[derive(Clone, Debug)]
pub struct Run {
    dir: PathBuf,
    plan: Plan,
    name: RunName,
}

impl Run {
    /// Creates a run in a directory that does not exist or is empty.
    ///
    /// # Errors
    ///
    /// If something is there already, or the directory cannot be written.
    pub fn create(dir: &Path, plan: Plan) -> Result<Self, Error> {
        let (shown, word) = (dir.display(), quoted(dir));
        let writing = |error: io::Error| writing(dir, &error);
        if Self::is_at(dir) {
            return Err(failed(
                format!("there is a run in {shown} already"),
                format!("continue it: `queens run work {word}`; or choose another directory"),
            ));
        }
        match fs::read_dir(dir).map(|mut entries| entries.next().is_some()) {
            Ok(true) => {
                return Err(failed(
                    format!("{shown} is not empty and contains no run"),
                    "choose a directory that does not exist yet",
                ));
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(writing(error)),
            _ => {}
        }
        fs::create_dir_all(dir).map_err(writing)?;
        let parts = dir.join("parts");
        // Of several that plan here at the same time, one makes this folder.
        fs::create_dir(&parts).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => failed(
                format!("another process is planning a run in {shown}"),
                "use that one, or choose another directory",
            ),
            _ => writing(error),
        })?;
        write_whole(&plan_path(dir), |out| out.write_all(plan.text().as_bytes())).inspect_err(
            // So that it can be tried again. Nothing is left to do if that fails too.
            |_| drop(fs::remove_dir(&parts)),
        )?;
        Ok(Self { dir: dir.to_owned(), name: plan.name(), plan })
    }

    /// Opens the run in a directory.
    ///
    /// # Errors
    ///
    /// If there is none, or its plan is damaged or of another version.
    pub fn open(dir: &Path) -> Result<Self, Error> {
        let path = plan_path(dir);
        let bytes = read_regular(&path, MAX_BYTES + 1).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => failed(
                format!("there is no run in {}", dir.display()),
                format!("`queens run plan N --dir {}` makes one", quoted(dir)),
            ),
            _ => reading(&path, &error),
        })?;
        let plan = Plan::read(&String::from_utf8_lossy(&bytes))
            .map_err(|error| error.within(path.display()))?;
        Ok(Self { dir: dir.to_owned(), name: plan.name(), plan })
    }

    /// Whether there is a run in a directory.
    pub fn is_at(dir: &Path) -> bool {
        plan_path(dir).exists()
    }

    /// An error if its plan is no longer what it was.
    pub(crate) fn is_in_place(&self) -> Result<(), Error> {
        let path = plan_path(&self.dir);
        let what = match read_regular(&path, MAX_BYTES) {
            Ok(text) if RunName(blake3::hash(&text)) == self.name => return Ok(()),
            Ok(_) => "changed",
            Err(_) => "removed",
        };
        Err(failed(
            format!("{} was {what} while the run was counted", path.display()),
            "restore it from a copy: the ranges are of use only with it",
        ))
    }

    /// Its directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Its plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Its name.
    pub fn name(&self) -> RunName {
        self.name
    }

    /// Where the parts are.
    pub fn parts_dir(&self) -> PathBuf {
        self.dir.join("parts")
    }

    /// Where [`merge`](crate::merge()) writes the certificate.
    pub fn certificate_path(&self) -> PathBuf {
        self.dir.join("certificate.json")
    }

    /// Where [`merge`](crate::merge()) writes what it refuses to certify.
    pub fn refused_path(&self) -> PathBuf {
        self.dir.join("refused-certificate.json")
    }

    /// Where [`merge`](crate::merge()) writes the report.
    pub fn report_path(&self) -> PathBuf {
        self.dir.join("report.json")
    }
}

fn plan_path(dir: &Path) -> PathBuf {
    dir.join("plan.json")
}
