//! Parts: what the attempts at the shards have written.
//!
//! A part is a text file. Each line is a JSON object, a space, and a checksum that binds it to the
//! run's plan, so that a line proves itself whatever file it stands in and whatever happened to its
//! neighbours. Whatever does not prove itself is counted and not used.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use queens::blocks::{BlockTally, MODULI, Middle};
use serde::{Deserialize, Serialize};

use crate::error::RunError;
use crate::file::{json, sync_folder};
use crate::plan::{Plan, Run, RunName};
use crate::shard::Shard;

/// The schema of a part.
const SCHEMA: &str = "queens.part/1";

/// Longer lines are damaged: a block has a few hundred sums at most, of some thirty characters.
const LONGEST_LINE: u64 = 1 << 16;

/// A line of a part.
///
/// ```
/// use queens::{blocks::Cut};
/// use queens_run::{End, Line, Plan, read_line, write_line};
///
/// let plan = Plan::new(8, Cut::Color { group: 1 }, 1)?;
/// let line = Line::End(End { end: "complete".to_owned(), at: 1_800_000_000 });
/// let text = write_line(&line, plan.name());
/// assert_eq!(read_line(text.trim_end().as_bytes(), &plan, plan.name()), Some(line));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Line {
    /// The first one: who works.
    Start(Start),
    /// A block that is counted.
    Block(BlockLine),
    /// The last one, if the attempt came to an orderly end.
    End(End),
}

/// Who works on what.
///
/// ```
/// use queens_run::Parts;
///
#[doc = example_run!()]
/// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default(), &|_| ())?;
/// // One attempt at all shards has worked on `run`.
/// let parts = Parts::read(&run, |_, _, _| Ok(()))?.parts;
/// let start = parts[0].start.as_ref().expect("its first line is there");
/// assert_eq!((start.shard.as_str(), start.attempt), ("all", 1));
/// assert_eq!(start.plan, run.name().to_string());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Start {
    pub(crate) schema: String,
    /// The name of the run.
    pub plan: String,
    /// The shard: a number or `all`.
    pub shard: String,
    /// The number of the attempt at the shard, from 1.
    pub attempt: u32,
    /// The backend that counts.
    pub backend: String,
    /// The threads that count.
    pub threads: usize,
    /// The machine's name.
    pub host: String,
    /// The version of the program.
    pub version: String,
    /// When, in seconds since 1970.
    pub at: u64,
}

/// A counted block.
///
/// ```
/// use queens::engine::backend::best;
/// use queens::StopFlag;
/// use queens::{blocks::{Cut, Way}};
/// use queens_run::{BlockLine, Line, Plan, read_line, write_line};
///
/// let plan = Plan::new(8, Cut::Color { group: 1 }, 1)?;
/// let tally = plan.list()?.count(0, Way::Direct, &*best(), &StopFlag::new())?;
/// let line = Line::Block(BlockLine { block: 0, tally, seconds: 0.25, at: 1_800_000_000 });
/// let text = write_line(&line, plan.name());
/// assert_eq!(read_line(text.trim_end().as_bytes(), &plan, plan.name()), Some(line));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct BlockLine {
    /// The number of the block.
    pub block: u64,
    /// What was counted.
    pub tally: BlockTally,
    /// How long it took.
    pub seconds: f64,
    /// When it was done, in seconds since 1970.
    pub at: u64,
}

/// How an attempt ended.
///
/// ```
/// use queens_run::Parts;
///
#[doc = example_run!()]
/// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default(), &|_| ())?;
/// // One attempt has counted all blocks of `run`.
/// let parts = Parts::read(&run, |_, _, _| Ok(()))?.parts;
/// assert_eq!(parts[0].end.as_ref().map(|end| end.end.as_str()), Some("complete"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct End {
    /// `complete`, `stopped` by a signal, or `until`: its time was over.
    pub end: String,
    /// When, in seconds since 1970.
    pub at: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "lowercase")]
enum Record {
    Start(Start),
    Block {
        block: u64,
        solutions: String,
        sums: Vec<(String, String)>,
        residues: [u32; 2],
        nodes: String,
        seconds: f64,
        at: u64,
    },
    End(End),
}

/// Writes a line of a part, its end included; [`read_line`] undoes it.
///
/// ```
/// use queens::{blocks::Cut};
/// use queens_run::{End, Line, Plan, write_line};
///
/// let plan = Plan::new(8, Cut::Color { group: 1 }, 1)?;
/// let line = Line::End(End { end: "until".to_owned(), at: 1_800_000_000 });
/// let text = write_line(&line, plan.name());
/// assert!(text.starts_with(r#"{"line":"end","end":"until","at":1800000000} "#));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn write_line(line: &Line, name: RunName) -> String {
    let record = match line.clone() {
        Line::Start(start) => Record::Start(start),
        Line::End(end) => Record::End(end),
        Line::Block(BlockLine { block, tally, seconds, at }) => Record::Block {
            block,
            solutions: tally.total.to_string(),
            sums: tally.sums.iter().map(|(m, sum)| (m.to_string(), sum.to_string())).collect(),
            residues: tally.residues,
            nodes: tally.nodes.to_string(),
            seconds,
            at,
        },
    };
    let json = json(&record);
    let checksum = checksum(&json, &name.to_string());
    format!("{json} {checksum}\n")
}

/// Reads a line of a part, without its end; none if it does not prove itself.
///
/// ```
/// use queens::{blocks::Cut};
/// use queens_run::{End, Line, Plan, read_line, write_line};
///
/// let plan = Plan::new(8, Cut::Color { group: 1 }, 1)?;
/// let line = Line::End(End { end: "until".to_owned(), at: 1_800_000_000 });
/// let damaged = write_line(&line, plan.name()).replace("18", "19");
/// assert_eq!(read_line(damaged.trim_end().as_bytes(), &plan, plan.name()), None);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn read_line(line: &[u8], plan: &Plan, name: RunName) -> Option<Line> {
    match unseal(line, &name.to_string())? {
        Record::Start(start) => (start.schema == SCHEMA).then_some(Line::Start(start)),
        Record::End(end) => Some(Line::End(end)),
        Record::Block { block, solutions, sums, residues, nodes, seconds, at } => {
            let total = number(&solutions)?;
            let sums =
                read_sums(sums.iter().map(|(m, sum)| (m.as_str(), sum.as_str())), plan.size())?;
            let nodes = number(&nodes)?;
            let tally = BlockTally { total, sums, residues, nodes };
            let time = seconds.is_finite() && seconds >= 0.0;
            let holds = block < plan.blocks() && agrees_with_itself(&tally) && time;
            holds.then_some(Line::Block(BlockLine { block, tally, seconds, at }))
        }
    }
}

/// The record of a line whose checksum is right.
fn unseal(line: &[u8], name: &str) -> Option<Record> {
    let text = std::str::from_utf8(line).ok()?;
    let (json, sum) = text.rsplit_once(' ')?;
    if checksum(json, name) != sum {
        return None;
    }
    serde_json::from_str(json).ok()
}

/// The first 32 digits of the BLAKE3 hash of the run's name, a line end, and the record.
fn checksum(json: &str, name: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(name.as_bytes()).update(b"\n").update(json.as_bytes());
    hasher.finalize().to_hex()[..32].to_owned()
}

/// A decimal number as we write it: digits, no leading zero.
pub(crate) fn number(text: &str) -> Option<u128> {
    let plain = text == "0" || (!text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit()));
    if plain { text.parse().ok() } else { None }
}

/// Sums by the middle lines in ascending order, none of them zero.
pub(crate) fn read_sums<'a>(
    sums: impl Iterator<Item = (&'a str, &'a str)>,
    size: u32,
) -> Option<Vec<(Middle, u128)>> {
    let one = |(middle, sum): (&str, &str)| {
        let middle: Middle = middle.parse().ok()?;
        let sum = number(sum)?;
        (middle.fits(size) && sum > 0).then_some((middle, sum))
    };
    let sums = sums.map(one).collect::<Option<Vec<_>>>()?;
    sums.is_sorted_by(|a, b| a.0 < b.0).then_some(sums)
}

/// What adding up some sums gives, unless it exceeds 128 bits.
pub(crate) fn add_up(sums: &[(Middle, u128)]) -> Option<u128> {
    sums.iter().try_fold(0_u128, |total, (_, sum)| total.checked_add(*sum))
}

fn agrees_with_itself(tally: &BlockTally) -> bool {
    let residue = |modulus: u32| (tally.total % u128::from(modulus)) as u32;
    add_up(&tally.sums) == Some(tally.total) && MODULI.map(residue) == tally.residues
}

/// A part being written by its attempt.
#[derive(Debug)]
pub(crate) struct PartWriter {
    file: File,
    path: PathBuf,
    name: RunName,
}

impl PartWriter {
    /// Creates the file of the next attempt at a shard, which nobody else has.
    pub(crate) fn create(
        run: &Run,
        shard: Shard,
        start: impl FnOnce(String, u32) -> Start,
    ) -> Result<Self, RunError> {
        let dir = run.parts_dir();
        let last = names(run)?.into_iter().filter(|(name, _)| *name == Some(shard));
        let mut attempt = last.map(|(_, attempt)| attempt).max().unwrap_or(0);
        loop {
            attempt = attempt.checked_add(1).ok_or_else(|| {
                RunError::new(
                    format!("{} has too many attempts at shard {shard}", dir.display()),
                    "remove the empty ones",
                )
            })?;
            let path = dir.join(format!("{shard}.{attempt}"));
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                Ok(file) => {
                    let mut part = Self { file, path, name: run.name() };
                    part.append(&Line::Start(start(shard.to_string(), attempt)))?;
                    sync_folder(&dir).map_err(|error| RunError::writing(&dir, &error))?;
                    return Ok(part);
                }
                // Another process was faster; the next number may be free.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(RunError::writing(&path, &error)),
            }
        }
    }

    /// Appends a line and brings it to the disk.
    pub(crate) fn append(&mut self, line: &Line) -> Result<(), RunError> {
        let text = write_line(line, self.name);
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(|error| RunError::writing(&self.path, &error))
    }
}

pub(crate) fn start(
    run: &Run,
    shard: String,
    attempt: u32,
    backend: String,
    threads: usize,
    at: u64,
) -> Start {
    Start {
        schema: SCHEMA.to_owned(),
        plan: run.name().to_string(),
        shard,
        attempt,
        backend,
        threads,
        host: gethostname::gethostname().to_string_lossy().into_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        at,
    }
}

/// A part that was read.
///
/// ```
/// use queens_run::Parts;
///
#[doc = example_run!()]
/// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default(), &|_| ())?;
/// // One attempt at all shards has counted the three blocks of `run`.
/// let part = Parts::read(&run, |_, _, _| Ok(()))?.parts.remove(0);
/// assert_eq!((part.file.as_str(), part.blocks, part.damaged), ("all.1", 3, 0));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// Its file's name in `parts/`.
    pub file: String,
    /// The shard, by the file's name.
    pub shard: Shard,
    /// The attempt, by the file's name.
    pub attempt: u32,
    /// Who worked; none if the first line is damaged.
    pub start: Option<Start>,
    /// How it ended; none while it works, and if it was killed.
    pub end: Option<End>,
    /// Blocks in it that can be used.
    pub blocks: u64,
    /// Lines that do not prove themselves.
    pub damaged: u64,
    /// The nodes of its blocks.
    pub nodes: u128,
    /// The seconds of its blocks, added up.
    pub seconds: f64,
    /// When its last block was done, in seconds since 1970.
    pub last: Option<u64>,
}

/// All that lies in `parts/`.
///
/// ```
/// use queens_run::Parts;
///
#[doc = example_run!()]
/// std::fs::write(run.parts_dir().join("notes"), "not of a run")?;
/// let parts = Parts::read(&run, |_, _, _| Ok(()))?;
/// assert!(parts.parts.is_empty()); // nobody has worked yet
/// assert_eq!(parts.foreign[0].0, "notes");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Parts {
    /// The parts of this run, by shard and attempt.
    pub parts: Vec<Part>,
    /// Files that are not, and why.
    pub foreign: Vec<(String, String)>,
}

impl Parts {
    /// Reads all parts and hands each usable block to `visit`, with the number of its part in the
    /// list.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or `visit` fails.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens_run::Parts;
    ///
    #[doc = example_run!()]
    /// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default(), &|_| ())?;
    /// // `run` is one of n = 8, and its blocks are counted.
    /// let mut total = 0;
    /// Parts::read(&run, |_, _, line| {
    ///     total += line.tally.total;
    ///     Ok(())
    /// })?;
    /// assert_eq!(total, 92);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(
        run: &Run,
        visit: impl FnMut(&Part, usize, BlockLine) -> Result<(), RunError>,
    ) -> Result<Self, RunError> {
        Self::read_some(run, |_| true, visit)
    }

    /// Reads the parts of the shards that are relevant.
    pub(crate) fn read_some(
        run: &Run,
        relevant: impl Fn(Shard) -> bool,
        mut visit: impl FnMut(&Part, usize, BlockLine) -> Result<(), RunError>,
    ) -> Result<Self, RunError> {
        let mut all = Self::default();
        let dir = run.parts_dir();
        let mut files = Vec::new();
        for entry in entries(&dir)? {
            let entry = entry.map_err(|error| RunError::reading(&dir, &error))?;
            let file = entry.file_name().to_string_lossy().into_owned();
            match parse_name(&file) {
                Some((shard, _)) if !relevant(shard) => {}
                Some((shard, attempt)) => files.push((shard, attempt, file)),
                None => all.foreign.push((file, "its name is not SHARD.ATTEMPT".to_owned())),
            }
        }
        files.sort();
        all.foreign.sort();
        for (shard, attempt, file) in files {
            let number = all.parts.len();
            let mut part = Part {
                file,
                shard,
                attempt,
                start: None,
                end: None,
                blocks: 0,
                damaged: 0,
                nodes: 0,
                seconds: 0.0,
                last: None,
            };
            match read_part(run, &mut part, |part, line| visit(part, number, line))? {
                None => all.parts.push(part),
                Some(reason) => all.foreign.push((part.file, reason)),
            }
        }
        Ok(all)
    }

    /// Lines that do not prove themselves, in all parts.
    ///
    /// ```
    /// use queens_run::Parts;
    ///
    #[doc = example_run!()]
    /// std::fs::write(run.parts_dir().join("0.1"), "two lines that\nprove nothing\n")?;
    /// assert_eq!(Parts::read(&run, |_, _, _| Ok(()))?.damaged(), 2);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn damaged(&self) -> u64 {
        self.parts.iter().map(|part| part.damaged).sum()
    }
}

/// Reads a part; comes back with a reason if it is of another run.
fn read_part(
    run: &Run,
    part: &mut Part,
    mut visit: impl FnMut(&Part, BlockLine) -> Result<(), RunError>,
) -> Result<Option<String>, RunError> {
    let path = run.parts_dir().join(&part.file);
    let reading = |error: io::Error| RunError::reading(&path, &error);
    if !fs::metadata(&path).map_err(reading)?.is_file() {
        return Ok(Some("it is not a file".to_owned()));
    }
    let mut input = BufReader::with_capacity(1 << 16, File::open(&path).map_err(reading)?);
    let mut line = Vec::new();
    let mut first = true;
    while next_line(&mut input, &mut line).map_err(reading)? {
        let whole = line.pop() == Some(b'\n');
        let read = if whole { read_line(&line, run.plan(), run.name()) } else { None };
        match read {
            Some(Line::Start(start)) if first => part.start = Some(start),
            Some(Line::End(end)) => part.end = Some(end),
            Some(Line::Block(block)) => {
                part.blocks += 1;
                part.nodes = part.nodes.saturating_add(block.tally.nodes);
                part.seconds += block.seconds;
                part.last = part.last.max(Some(block.at));
                visit(part, block)?;
            }
            Some(Line::Start(_)) | None => {
                if first && let Some(plan) = other_run(&line) {
                    return Ok(Some(format!("it belongs to another run, {}", &plan[..12])));
                }
                part.damaged += 1;
            }
        }
        first = false;
    }
    Ok(None)
}

/// Reads a line, its end included, or as much as a line may have and skips the rest; tells whether
/// there was one.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    input.take(LONGEST_LINE).read_until(b'\n', line)?;
    if line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
        loop {
            let mut rest = Vec::new();
            input.take(LONGEST_LINE).read_until(b'\n', &mut rest)?;
            if rest.is_empty() || rest.last() == Some(&b'\n') {
                break;
            }
        }
    }
    Ok(!line.is_empty())
}

/// The name of the run that a first line belongs to, if its checksum is right for it.
fn other_run(line: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(line).ok()?;
    let (json, _) = text.rsplit_once(' ')?;
    let Ok(Record::Start(start)) = serde_json::from_str(json) else { return None };
    let hex = start.plan.len() == 64 && start.plan.bytes().all(|b| b.is_ascii_hexdigit());
    let right = hex && unseal(line, &start.plan).is_some();
    right.then_some(start.plan)
}

fn entries(dir: &Path) -> Result<fs::ReadDir, RunError> {
    fs::read_dir(dir).map_err(|error| RunError::reading(dir, &error))
}

/// The shards and attempts that have files; a shard of none for files with other names.
fn names(run: &Run) -> Result<Vec<(Option<Shard>, u32)>, RunError> {
    let dir = run.parts_dir();
    let mut names = Vec::new();
    for entry in entries(&dir)? {
        let entry = entry.map_err(|error| RunError::reading(&dir, &error))?;
        let parsed = parse_name(&entry.file_name().to_string_lossy());
        names.push(parsed.map_or((None, 0), |(shard, attempt)| (Some(shard), attempt)));
    }
    Ok(names)
}

/// Reads `SHARD.ATTEMPT`.
fn parse_name(file: &str) -> Option<(Shard, u32)> {
    let (shard, attempt) = file.split_once('.')?;
    let attempt = u32::try_from(number(attempt)?).ok()?;
    (attempt > 0).then_some((shard.parse().ok()?, attempt))
}
