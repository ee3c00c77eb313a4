//! Verifying a run or a certificate: all that can be checked without counting, a sample of ranges counted
//! again, and a few patterns counted by search.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use queens::engine::{Partition, UnitCounter, Watch, for_each};
use queens::{
    Error, ErrorKind, Kernel, Method, Options, Progress, WhiteRows, half_turn, known, quarter_turn,
};
use serde::{Serialize, Serializer};

use crate::certificate::{Certificate, Check};
use crate::error::failed;
use crate::file::{as_text, quoted};
use crate::merge::Gathered;
use crate::plan::Run;

/// How to verify.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verifier {
    /// The ranges to count again, in percent, from 0 to 100; at least three ranges unless it is 0.
    pub sample: f64,
    /// A number of your own that also decides the choice. Otherwise a forger could alter a certificate until the
    /// sample misses the change.
    pub seed: Option<u64>,
    /// The patterns of the sampled ranges to count by search. By default three; none from n = 23 on, where
    /// each takes minutes to days.
    pub patterns: Option<u64>,
    /// The kernel that counts. By default one that has not counted the run, if its parts are there and this
    /// machine has another.
    pub kernel: Option<Kernel>,
}

/// The fewest ranges of a sample, unless the run has fewer.
const MIN_SAMPLE: u64 = 3;

/// A certificate that was checked: `queens run verify`.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.run.verify/2")]
pub struct Verification {
    /// Path of the certificate.
    #[serde(rename = "certificate", serialize_with = "path_as_text")]
    pub path: PathBuf,
    /// Size of the board.
    pub n: u32,
    /// The Q(n) that it claims.
    #[serde(serialize_with = "as_text")]
    pub total: u128,
    /// Whether all checks hold.
    pub holds: bool,
    /// The checks, in the order in which they were made.
    pub checks: Vec<Check>,
    /// The number of ranges.
    pub ranges: u64,
    /// The ranges that were counted again, in ascending order.
    pub sample: Vec<u64>,
    /// The patterns that were counted by search, in ascending order.
    pub patterns: Vec<u64>,
    /// The kernel that counted.
    #[serde(serialize_with = "as_text")]
    pub kernel: Kernel,
    /// The kernels that had counted the run, if its parts are there.
    pub counted_by: BTreeSet<String>,
}

fn path_as_text<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    as_text(&path.display(), serializer)
}

impl Verification {
    /// The probability that the sample has none of this many wrong ranges.
    pub fn chance(&self, wrong: u64) -> f64 {
        let right = self.ranges.saturating_sub(wrong);
        let draw = |drawn: u64| right.saturating_sub(drawn) as f64 / (self.ranges - drawn) as f64;
        (0..self.sample.len() as u64).map(draw).product()
    }
}

/// The certificate of a run's directory, or a certificate's own file.
fn open(path: &Path) -> Result<(Option<Run>, PathBuf, Certificate, Vec<Check>), Error> {
    let run = if path.is_dir() { Some(Run::open(path)?) } else { None };
    let file = run.as_ref().map_or_else(|| path.to_owned(), Run::certificate_path);
    if let Some(run) = &run
        && !file.exists()
    {
        let (dir, refused) = (run.dir(), run.refused_path());
        let advice = if refused.exists() {
            format!("verify {} with `--sample 100`: it has a wrong range", refused.display())
        } else {
            format!("`queens run merge {}` writes one when every range is counted", quoted(dir))
        };
        return Err(failed(format!("there is no certificate in {}", dir.display()), advice));
    }
    let (certificate, checks) = Certificate::open(&file)?;
    Ok((run, file, certificate, checks))
}

/// Verifies a run's directory or a certificate.
///
/// Without counting: hashes, entries, sums, identities, the published value and, in a run's directory, that
/// its parts give this certificate. By counting: a sample of ranges by color, and a few of their
/// patterns by search. The certificate's Merkle root chooses both.
///
/// # Errors
///
/// If there is nothing to verify, patterns of an empty sample are wanted, the kernel is not available, or the
/// work was stopped; and [`ErrorKind::Contradiction`] if a range has two results. A check that fails is not an error.
///
/// # Examples
///
/// ```
/// use queens::Options;
/// use queens_run::{Verifier, merge, verify};
///
#[doc = example_run!()]
/// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default())?;
/// // `run` is one of n = 8, and its three ranges are counted.
/// merge(&run)?;
/// let verifier = Verifier { sample: 1.0, seed: Some(7), patterns: None, kernel: None };
/// let verification = verify(run.dir(), &verifier, &Options::new())?;
/// assert!(verification.holds);
/// assert_eq!((verification.sample.len(), verification.patterns.len()), (3, 3));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    path: &Path,
    verifier: &Verifier,
    options: &Options<'_>,
) -> Result<Verification, Error> {
    // What cannot be done is reported before anything is read.
    verifier.kernel.map_or(Ok(()), |kernel| kernel.check(Method::Color))?;
    if verifier.sample <= 0.0 && verifier.patterns.is_some_and(|patterns| patterns > 0) {
        return Err(failed(
            "patterns are chosen from the sampled ranges, and a sample of 0 % has none",
            "sample some ranges, or name the pattern to be counted",
        ));
    }
    let (run, file, certificate, mut checks) = open(path)?;
    let mut check = |name: String, fault: Option<String>| checks.push(Check::new(name, fault));
    let (plan, total) = (&certificate.plan, certificate.total);
    let n = plan.n();
    let stop = Options::new().stop(options.stop_flag());
    let half = half_turn(n, &stop).map_err(ended)?;
    let quarter = quarter_turn(n, &stop).map_err(ended)?;
    let other = ((half, quarter) != (certificate.half_turn, certificate.quarter_turn))
        .then(|| format!("there are {half} of a half turn and {quarter} of a quarter turn"));
    check("the symmetric solutions agree with a direct count".to_owned(), other);
    if let Some(published) = known::TOTAL.at(n) {
        let other = (published != total).then(|| format!("{} has {published}", known::TOTAL.oeis));
        check(format!("the total is that of OEIS {}", known::TOTAL.oeis), other);
    }
    let partition = plan.partition();
    let mut counted_by = BTreeSet::new();
    if let Some(run) = &run
        && partition.is_ok()
    {
        let gathered = Gathered::read(run)?;
        let other = match gathered.solutions(run)? {
            None => Some(format!("they lack {}", number(gathered.missing().len(), "range"))),
            Some(all) => {
                let made = Certificate::new(run.plan(), all)?;
                (made != certificate)
                    .then(|| format!("they give another one, with a total of {}", made.total))
            }
        };
        check("the parts give this certificate".to_owned(), other);
        counted_by = gathered.kernels();
    }
    let is_other = |kernel: &Kernel| {
        kernel.check(Method::Color).is_ok() && !counted_by.contains(kernel.name())
    };
    // The fastest one is the last.
    let other = || Kernel::ALL.into_iter().rfind(is_other);
    let kernel = verifier.kernel.or_else(other).unwrap_or_else(|| Kernel::fastest(Method::Color));
    let other = partition.as_ref().err().map(ToString::to_string);
    check("the patterns are those of this version".to_owned(), other);
    let (mut sample, mut patterns) = (Vec::new(), Vec::new());
    if let Ok(partition) = &partition {
        (sample, patterns) = choose(&certificate, verifier);
        let by_search = patterns.iter().copied().map(Job::Pattern);
        let by_color = sample.iter().copied().map(Job::Range);
        let jobs: Vec<Job> = by_search.chain(by_color).collect();
        let recount = Recount { certificate: &certificate, partition, kernel, options };
        let faults = recount.all(&jobs)?;
        let (search, color) = faults.split_at(patterns.len());
        for (faults, name) in [
            (color, format!("{}, counted again on {kernel}", number(color.len(), "range"))),
            (search, format!("{}, counted by search", number(search.len(), "pattern"))),
        ] {
            if faults.is_empty() {
                continue;
            }
            let mut faults = faults.iter().flatten();
            let first = faults.next();
            let more = match faults.count() {
                0 => String::new(),
                more => format!(", and {more} more are wrong"),
            };
            check(name, first.map(|first| first.clone() + &more));
        }
    }
    Ok(Verification {
        path: file,
        n,
        total,
        holds: checks.iter().all(|check| check.holds),
        checks,
        ranges: plan.ranges(),
        sample,
        patterns,
        kernel,
        counted_by,
    })
}

fn ended(error: Error) -> Error {
    if error.is_stopped() {
        return Error::new(ErrorKind::Stopped, "the verification was stopped", "start it again");
    }
    error
}

/// A number of things: `1 range`, `3 ranges`.
fn number(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The sampled ranges: those with the smallest hash of the Merkle root, a line end and the range's number. And
/// patterns of these ranges: by the hashes of the Merkle root, a line end, `pattern`, and 0, 1, 2, ... With a
/// seed, a line end and the seed are hashed too.
fn choose(certificate: &Certificate, verifier: &Verifier) -> (Vec<u64>, Vec<u64>) {
    let plan = &certificate.plan;
    let seed = verifier.seed.map_or_else(String::new, |seed| format!("\n{seed}"));
    let hash = |what: &str| {
        *blake3::hash(format!("{}\n{what}{seed}", certificate.root).as_bytes()).as_bytes()
    };
    let mut sample: Vec<u64> = (0..plan.ranges()).collect();
    sample.sort_by_cached_key(|range| hash(&range.to_string()));
    let share = (plan.ranges() as f64 * verifier.sample / 100.0).ceil() as u64;
    let size = if verifier.sample <= 0.0 { 0 } else { share.max(MIN_SAMPLE) };
    sample.truncate(size as usize);
    sample.sort_unstable();
    let sampled = || sample.iter().flat_map(|range| plan.range(*range));
    let all = sampled().count() as u64;
    let default = if plan.n() <= 22 { 3 } else { 0 };
    let wanted = verifier.patterns.unwrap_or(default).min(all);
    let mut patterns = BTreeSet::new();
    for turn in 0_u64.. {
        if patterns.len() as u64 == wanted {
            break;
        }
        let [a, b, c, d, e, f, g, h, ..] = hash(&format!("pattern{turn}"));
        let place = u64::from_le_bytes([a, b, c, d, e, f, g, h]) % all;
        patterns.extend(sampled().nth(place as usize));
    }
    (sample, patterns.into_iter().collect())
}

/// A range by color, or a pattern by search.
#[derive(Clone, Copy)]
enum Job {
    Range(u64),
    Pattern(u64),
}

struct Recount<'a> {
    certificate: &'a Certificate,
    partition: &'a Partition,
    kernel: Kernel,
    options: &'a Options<'a>,
}

impl Recount<'_> {
    fn counter(&self) -> UnitCounter<'_> {
        self.partition.counter(self.kernel).expect("this machine has the kernel")
    }

    /// Does all jobs; returns what is wrong with each.
    fn all(&self, jobs: &[Job]) -> Result<Vec<Option<String>>, Error> {
        let watch = Watch::new(self.options, 0.0, jobs.iter().map(|job| self.work(*job)).sum());
        let mut faults = vec![None; jobs.len()];
        let worker = || {
            let (mut counter, watch) = (self.counter(), &watch);
            move |place: usize| Ok((place, self.fault(jobs[place], &mut counter, watch)?))
        };
        for_each(jobs.len(), self.options.thread_count(), worker, |(place, fault)| {
            faults[place] = fault;
            Ok(())
        })
        .map_err(ended)?;
        Ok(faults)
    }

    fn fault(
        &self,
        job: Job,
        counter: &mut UnitCounter<'_>,
        watch: &Watch<'_>,
    ) -> Result<Option<String>, Error> {
        Ok(match job {
            Job::Range(range) => {
                let patterns = self.certificate.plan.range(range);
                let stop = self.options.stop_flag();
                let tally = counter.count(patterns, stop, &mut |work| watch.add(work))?;
                let (counted, claimed) =
                    (tally.solutions, self.certificate.solutions[range as usize]);
                (counted != claimed)
                    .then(|| format!("range {range} has {counted} solutions, not {claimed}"))
            }
            Job::Pattern(pattern) => {
                let (work, before) = (self.work(job), Mutex::new(0.0));
                let note = |progress: Progress| {
                    let part = work * progress.fraction();
                    let mut before = before.lock().expect("no thread panics while it notes");
                    watch.add(part - std::mem::replace(&mut *before, part));
                };
                // Its thread is one of many.
                let one = self.options.clone().threads(1).progress(&note);
                let check = self.both(pattern, counter, &one)?;
                let PatternCheck { rows, range, by_color, by_search, holds, .. } = check;
                (!holds).then(|| {
                    let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
                    let rows = rows.join(",");
                    format!(
                        "the white rows {rows} of range {range} have {by_search} solutions, and {by_color} by color"
                    )
                })
            }
        })
    }

    /// The nanoseconds that a job takes, roughly.
    fn work(&self, job: Job) -> f64 {
        match job {
            Job::Range(range) => self.partition.work(&self.certificate.plan.range(range)),
            // Measured: 10 ms at n = 16, 75 s at n = 22.
            Job::Pattern(_) => 10_f64.powf(0.64 * f64::from(self.partition.n()) - 3.2),
        }
    }

    fn both(
        &self,
        pattern: u64,
        counter: &mut UnitCounter<'_>,
        options: &Options<'_>,
    ) -> Result<PatternCheck, Error> {
        let rows = self.partition.white_rows(pattern).expect("the partition is by color");
        let tally = counter.count(pattern..pattern + 1, options.stop_flag(), &mut |_| ())?;
        let (by_color, by_search) =
            (tally.solutions, rows.count(Method::Search, options)?.belonging);
        Ok(PatternCheck {
            n: rows.n(),
            rows: rows.numbers().collect(),
            pattern,
            range: self.certificate.plan.range_of(pattern),
            by_color,
            by_search,
            holds: by_color == by_search,
            kernel: self.kernel,
        })
    }
}

/// One pattern, counted by two methods: `queens run verify --white-rows`.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.run.pattern/2")]
pub struct PatternCheck {
    /// Size of the board.
    pub n: u32,
    /// Rows with white queens, from 0.
    pub rows: Vec<u32>,
    /// The number of the pattern.
    pub pattern: u64,
    /// The range that it is in.
    pub range: u64,
    /// The solutions that belong to it, by the color method.
    #[serde(serialize_with = "as_text")]
    pub by_color: u128,
    /// The same by a plain search.
    #[serde(serialize_with = "as_text")]
    pub by_search: u128,
    /// Whether the two agree.
    pub holds: bool,
    /// The kernel of the color method.
    #[serde(serialize_with = "as_text")]
    pub kernel: Kernel,
}

/// Counts one pattern of a certificate by both methods. Bit r of `rows` is set if row r, counted from 0, has a white queen.
/// Threads and progress are those of the search, which takes nearly all of the time.
///
/// # Errors
///
/// If there is no certificate, no such row, no solutions belong to the pattern, or the work was stopped.
///
/// # Examples
///
/// ```
/// use queens_run::{merge, verify_pattern};
///
#[doc = example_run!()]
/// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default())?;
/// // `run` is one of n = 8, and its three ranges are counted.
/// merge(&run)?;
/// let check = verify_pattern(run.dir(), 0b10_0111, None, &Default::default())?;
/// assert_eq!(check.by_color, check.by_search);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn verify_pattern(
    path: &Path,
    rows: u32,
    kernel: Option<Kernel>,
    options: &Options<'_>,
) -> Result<PatternCheck, Error> {
    let kernel = kernel.unwrap_or_else(|| Kernel::fastest(Method::Color));
    kernel.check(Method::Color)?;
    let (_, _, certificate, _) = open(path)?;
    let rows = WhiteRows::new(certificate.plan.n(), rows)?;
    let partition = certificate.plan.partition()?;
    let is_it = |pattern: &u64| partition.white_rows(*pattern) == Some(rows);
    let pattern = (0..partition.len()).find(is_it).ok_or_else(|| {
        failed(
            "no solutions belong to this pattern: it is not the least of its images, or has a \
             wrong number of rows",
            "docs/formats.md says how patterns are compared",
        )
    })?;
    let recount = Recount { certificate: &certificate, partition: &partition, kernel, options };
    recount.both(pattern, &mut recount.counter(), options).map_err(ended)
}
