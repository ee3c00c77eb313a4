//! Parts: what the attempts at the shards have written.
//!
//! A part is a text file. Each line is a JSON object, a space, and a checksum that binds it to the run's
//! plan, so that a line can be checked by itself, whatever file it is in and whatever happened to the lines
//! around it. A line that fails the check is counted as damaged and not used.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use queens::Error;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::error::{failed, other_schema, reading, writing};
use crate::file::{as_text, json, number, open_regular, sync_folder, unless};
use crate::plan::{Plan, Run, RunName};
use crate::shard::Shard;

const SCHEMA: &str = "queens.part/2";

/// Longer lines are damaged. The longest real one is a start, with the name of its machine.
const MAX_LINE: u64 = 1 << 12;

/// An attempt that has not ended and wrote within this time is probably at work.
pub(crate) const LIVE: Duration = Duration::from_mins(1);

/// A line of a part.
///
/// ```
/// use queens_run::{End, Line, Plan, read_line, write_line};
///
/// let plan = Plan::new(8, None, 1)?;
/// let line = Line::End(End { end: "complete".to_owned(), at: 1_800_000_000 });
/// let text = write_line(&line, plan.name());
/// assert_eq!(read_line(text.trim_end().as_bytes(), &plan, plan.name()), Some(line));
/// let damaged = text.replace("18", "19");
/// assert_eq!(read_line(damaged.trim_end().as_bytes(), &plan, plan.name()), None);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[serde(tag = "line", rename_all = "lowercase")]
pub enum Line {
    /// The first one: the worker.
    Start(Start),
    /// A range that is counted.
    Range(RangeLine),
    /// The last one, unless the worker was killed.
    End(End),
}

/// The worker and its work.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Start {
    pub(crate) schema: String,
    /// The name of the run.
    pub plan: String,
    /// The shard: a number or `all`.
    pub shard: String,
    /// The number of the attempt at the shard, from 1.
    pub attempt: u32,
    /// The kernel that counts.
    #[serde(alias = "backend")]
    pub kernel: String,
    /// The threads that count.
    pub threads: usize,
    /// The machine's name.
    pub host: String,
    /// The version of the program.
    pub version: String,
    /// When, in seconds since 1970.
    pub at: u64,
}

impl Start {
    /// The start of an attempt by this process.
    pub(crate) fn new(run: &Run, kernel: String, threads: usize, at: u64) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            plan: run.name().to_string(),
            shard: String::new(),
            attempt: 0,
            kernel,
            threads,
            host: gethostname::gethostname().to_string_lossy().into_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            at,
        }
    }
}

/// A counted range.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct RangeLine {
    /// The number of the range.
    pub range: u64,
    /// Its first pattern.
    pub from: u64,
    /// The pattern after its last one.
    pub to: u64,
    /// The solutions that belong to its patterns.
    #[serde(serialize_with = "as_text", deserialize_with = "digits")]
    pub solutions: u128,
    /// The nodes of its count. They depend on the kernel.
    #[serde(serialize_with = "as_text", deserialize_with = "digits")]
    pub nodes: u128,
    /// How long it took.
    pub seconds: f64,
    /// When it was done, in seconds since 1970.
    pub at: u64,
}

/// How an attempt ended.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct End {
    /// `complete`, `stopped` by a signal, `until` if its time was over, or `failed` after a panic.
    pub end: String,
    /// When, in seconds since 1970.
    pub at: u64,
}

/// For serde: a large number from its digits.
fn digits<'de, D: Deserializer<'de>>(input: D) -> Result<u128, D::Error> {
    number(&String::deserialize(input)?).ok_or_else(|| D::Error::custom("not a number"))
}

/// Writes a line of a part, with its line end.
pub fn write_line(line: &Line, name: RunName) -> String {
    let json = json(line);
    let checksum = checksum(&json, &name.to_string());
    format!("{json} {checksum}\n")
}

/// Reads a line of a part, without its line end; `None` if its checksum or its content is wrong.
pub fn read_line(line: &[u8], plan: &Plan, name: RunName) -> Option<Line> {
    let line = unseal(line, &name.to_string())?;
    let is_right = match &line {
        Line::Start(start) => start.schema == SCHEMA,
        Line::End(_) => true,
        Line::Range(RangeLine { range, from, to, seconds, .. }) => {
            let is_planned = *range < plan.ranges() && plan.range(*range) == (*from..*to);
            is_planned && seconds.is_finite() && *seconds >= 0.0
        }
    };
    is_right.then_some(line)
}

/// A line whose checksum is right.
fn unseal(line: &[u8], name: &str) -> Option<Line> {
    let text = std::str::from_utf8(line).ok()?;
    let (json, sum) = text.rsplit_once(' ')?;
    if checksum(json, name) != sum {
        return None;
    }
    serde_json::from_str(json).ok()
}

/// The first 32 digits of the BLAKE3 hash of the run's name, a line end, and the record.
fn checksum(json: &str, name: &str) -> String {
    blake3::hash(format!("{name}\n{json}").as_bytes()).to_hex()[..32].to_owned()
}

/// A part being written by its attempt.
#[derive(Debug)]
pub(crate) struct PartWriter {
    file: File,
    path: PathBuf,
    name: RunName,
    /// The ranges in it.
    pub(crate) ranges: u64,
    bytes: u64,
}

impl PartWriter {
    /// Creates the file of the next attempt at a shard.
    pub(crate) fn create(run: &Run, shard: Shard, start: Start) -> Result<Self, Error> {
        let dir = run.parts_dir();
        // The run's own folder is not made: it would be one without a plan.
        unless(io::ErrorKind::AlreadyExists, fs::create_dir(&dir))
            .map_err(|error| writing(&dir, &error))?;
        let names = files(&dir)?.into_iter().filter_map(|file| parse_name(&file));
        let attempts = names.filter(|(other, _)| *other == shard).map(|(_, attempt)| attempt);
        let mut attempt = attempts.max().unwrap_or(0);
        loop {
            attempt = attempt.checked_add(1).ok_or_else(|| {
                failed(
                    format!("{} has too many attempts at shard {shard}", dir.display()),
                    "remove the empty ones",
                )
            })?;
            let path = dir.join(format!("{shard}.{attempt}"));
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                Ok(file) => {
                    let mut part = Self { file, path, name: run.name(), ranges: 0, bytes: 0 };
                    let shard = shard.to_string();
                    part.append(&Line::Start(Start { shard, attempt, ..start }))?;
                    sync_folder(&dir).map_err(|error| writing(&dir, &error))?;
                    return Ok(part);
                }
                // Another process was faster; the next number may be free.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(writing(&path, &error)),
            }
        }
    }

    /// Appends a line and brings it to the disk.
    pub(crate) fn append(&mut self, line: &Line) -> Result<(), Error> {
        if self.bytes > 0 {
            self.is_in_place()?;
        }
        let text = write_line(line, self.name);
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(|error| writing(&self.path, &error))?;
        self.ranges += u64::from(matches!(line, Line::Range(_)));
        self.bytes += text.len() as u64;
        Ok(())
    }

    /// The parts of other attempts at these ranges that have no end, and were written to a short time ago.
    pub(crate) fn others(&self, shard: Shard) -> Result<Vec<PathBuf>, Error> {
        let dir = self.path.parent().expect("a part is in a folder");
        let is_live = |path: &PathBuf| -> io::Result<bool> {
            let mut file = open_regular(path)?;
            let about = file.metadata()?;
            if about.modified()?.elapsed().is_ok_and(|silent| silent >= LIVE) {
                return Ok(false);
            }
            let mut tail = Vec::new();
            file.seek(SeekFrom::Start(about.len().saturating_sub(MAX_LINE)))?;
            file.read_to_end(&mut tail)?;
            let last =
                tail.trim_ascii_end().rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
            Ok(!matches!(unseal(last, &self.name.to_string()), Some(Line::End(_))))
        };
        let mut others: Vec<PathBuf> = files(dir)?
            .into_iter()
            .filter(|file| parse_name(file).is_some_and(|(other, _)| shard.overlaps(other)))
            .map(|file| dir.join(file))
            .filter(|path| *path != self.path && is_live(path).unwrap_or(false))
            .collect();
        others.sort();
        Ok(others)
    }

    /// An error if the part's path no longer leads to the file that is written, or others changed its length.
    pub(crate) fn is_in_place(&self) -> Result<(), Error> {
        let is_same = || -> io::Result<bool> {
            let (there, own) = (fs::metadata(&self.path)?, self.file.metadata()?);
            #[cfg(unix)]
            let same = {
                use std::os::unix::fs::MetadataExt;
                (there.dev(), there.ino()) == (own.dev(), own.ino())
            };
            #[cfg(not(unix))]
            let same = there.len() == own.len();
            Ok(same && own.len() == self.bytes)
        };
        let what = match is_same() {
            Ok(true) => return Ok(()),
            Ok(false) => "was replaced or changed by others".to_owned(),
            Err(error) => format!("is no longer there ({error})"),
        };
        let (path, ranges) = (self.path.display(), self.ranges);
        Err(failed(
            format!(
                "{path} {what}: the ranges in it ({ranges} so far) and the ones being counted are lost"
            ),
            "restore the run's files, or plan it again, and start the command again; if the run was \
             moved, the ranges are with it",
        ))
    }
}

/// A part that was read.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Part {
    /// Its file's name in `parts/`.
    pub file: String,
    /// The shard, by the file's name.
    pub shard: Shard,
    /// The worker; `None` if the first line is damaged.
    pub start: Option<Start>,
    /// How it ended; `None` while the worker is running, and if it was killed.
    pub end: Option<End>,
    /// Ranges in it that can be used.
    pub ranges: u64,
    /// Damaged lines.
    pub damaged: u64,
    /// The nodes of its ranges.
    pub nodes: u128,
    /// The seconds of its ranges, added up.
    pub seconds: f64,
    /// When its last range was done, in seconds since 1970.
    pub last: Option<u64>,
}

/// The content of `parts/`.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Parts {
    /// The parts of this run, by shard and attempt.
    pub parts: Vec<Part>,
    /// Files that are not, and why.
    pub foreign: Vec<(String, String)>,
}

impl Parts {
    /// Reads the parts that may have ranges of this shard, and hands each usable range to `visit`, with the number of
    /// its part in the list.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn read(
        run: &Run,
        wanted: Shard,
        mut visit: impl FnMut(usize, RangeLine),
    ) -> Result<Self, Error> {
        let mut all = Self::default();
        let dir = run.parts_dir();
        let mut part_files = Vec::new();
        for file in files(&dir)? {
            match parse_name(&file) {
                Some((shard, _)) if !wanted.overlaps(shard) => {}
                Some((Shard::Number(number), _)) if number >= run.plan().shards() => {
                    all.foreign.push((file, "the run has no such shard".to_owned()));
                }
                Some((shard, attempt)) => part_files.push((shard, attempt, file)),
                None => all.foreign.push((file, "its name is not SHARD.ATTEMPT".to_owned())),
            }
        }
        part_files.sort();
        all.foreign.sort();
        for (shard, _, file) in part_files {
            let number = all.parts.len();
            let mut part = Part { file, shard, ..Part::default() };
            match read_part(run, &mut part, |line| visit(number, line))? {
                None => all.parts.push(part),
                Some(reason) => all.foreign.push((part.file, reason)),
            }
        }
        Ok(all)
    }

    /// Damaged lines in all parts.
    pub fn damaged(&self) -> u64 {
        self.parts.iter().map(|part| part.damaged).sum()
    }
}

/// Reads a part; returns a reason if it is not one of this run.
fn read_part(
    run: &Run,
    part: &mut Part,
    mut visit: impl FnMut(RangeLine),
) -> Result<Option<String>, Error> {
    let path = run.parts_dir().join(&part.file);
    let reading = |error: io::Error| reading(&path, &error);
    match fs::metadata(&path) {
        Ok(there) if there.is_file() => {}
        // A link that leads nowhere has a name, too.
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(reading(error)),
        _ => return Ok(Some("it is not a file".to_owned())),
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
            Some(Line::Range(range)) => {
                part.ranges += 1;
                part.nodes = part.nodes.saturating_add(range.nodes);
                part.seconds += range.seconds;
                part.last = part.last.max(Some(range.at));
                visit(range);
            }
            Some(Line::Start(_)) | None => {
                if first && let Some(reason) = other_run(&line) {
                    return Ok(Some(reason));
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
    input.take(MAX_LINE).read_until(b'\n', line)?;
    if line.len() as u64 == MAX_LINE && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(!line.is_empty())
}

/// Why a first line belongs to another run or schema, if its checksum is right for that.
fn other_run(line: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(line).ok()?;
    let (json, _) = text.rsplit_once(' ')?;
    let Ok(Line::Start(start)) = serde_json::from_str(json) else { return None };
    let hex = start.plan.len() == 64 && start.plan.bytes().all(|b| b.is_ascii_hexdigit());
    if !hex || unseal(line, &start.plan).is_none() {
        return None;
    }
    if start.schema != SCHEMA {
        let (what, advice) = other_schema(&start.schema, SCHEMA);
        return Some(format!("{what}; {advice}"));
    }
    Some(format!("it belongs to another run, {}", &start.plan[..12]))
}

/// The names of the files in a folder. A missing folder has none: a plan that was copied alone is a run in which
/// nothing has been counted yet.
fn files(dir: &Path) -> Result<Vec<String>, Error> {
    let reading = |error: io::Error| reading(dir, &error);
    let name = |entry: io::Result<fs::DirEntry>| {
        Ok(entry.map_err(reading)?.file_name().to_string_lossy().into_owned())
    };
    match fs::read_dir(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries.map_err(reading)?.map(name).collect(),
    }
}

/// Reads `SHARD.ATTEMPT`.
fn parse_name(file: &str) -> Option<(Shard, u32)> {
    let (shard, attempt) = file.split_once('.')?;
    let attempt = u32::try_from(number(attempt)?).ok()?;
    (attempt > 0).then_some((shard.parse().ok()?, attempt))
}
