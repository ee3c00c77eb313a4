//! Verifying a run or a certificate: everything that can be checked without counting, and a sample of
//! what can only be checked by counting again.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use queens::blocks::{Blocks, Middle, Way, count_middle};
use queens::engine::backend::{self, Backend, Broken};
use queens::{BackendId, Progress, known};
use queens::{StopFlag, Stopped};

use crate::certificate::{Aspect, Certificate, Claim, Symmetric};
use crate::error::{Kind, RunError};
use crate::merge::{Gathered, gather};
use crate::plan::Run;

/// How to verify.
///
/// ```
/// use std::num::NonZeroUsize;
/// use queens_run::{Verifier, merge, verify};
///
#[doc = example_run!()]
/// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default(), &|_| ())?;
/// // The three blocks of `run` are counted.
/// merge(&run)?;
/// let threads = NonZeroUsize::MIN;
/// let all = Verifier { sample: 100.0, seed: None, sums: 1, backend: None, threads };
/// assert_eq!(verify(run.dir(), &all, &Default::default(), &|_| ())?.sample, [0, 1, 2]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verifier {
    /// The blocks to count again, in percent, from 0 to 100; at least [`Verifier::LEAST`] blocks unless
    /// it is 0.
    pub sample: f64,
    /// A number of the verifier's own that the sample depends on too, so that nobody can have tried
    /// alterations of the certificate until the sample missed them.
    pub seed: Option<u64>,
    /// The sums by the middle lines to count again, the smallest first, by the search method and
    /// without blocks.
    pub sums: usize,
    /// The backend to count with; the best of this machine if none is given.
    pub backend: Option<BackendId>,
    /// The threads to count on.
    pub threads: NonZeroUsize,
}

impl Verifier {
    /// The fewest blocks that a sample has, unless the run has fewer.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens_run::{Verifier, merge, verify};
    ///
    #[doc = example_run!()]
    /// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default(), &|_| ())?;
    /// // The three blocks of `run` are counted. A thousandth of them is less than one.
    /// merge(&run)?;
    /// let threads = NonZeroUsize::MIN;
    /// let few = Verifier { sample: 0.1, seed: None, sums: 0, backend: None, threads };
    /// let verification = verify(run.dir(), &few, &Default::default(), &|_| ())?;
    /// assert_eq!(verification.sample.len() as u64, Verifier::LEAST);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub const LEAST: u64 = 3;

    /// The number of blocks to count again.
    fn sample_size(&self, blocks: u64) -> u64 {
        if self.sample <= 0.0 {
            return 0;
        }
        let share = (blocks as f64 * self.sample / 100.0).ceil() as u64;
        share.max(Self::LEAST).min(blocks)
    }
}

/// A check and its outcome.
///
/// ```
/// use queens_run::Check;
///
/// let name = "the blocks add up to the total".to_owned();
/// let check = Check { name, fault: Some("the blocks add up to 92, not to 84".to_owned()) };
/// assert!(check.fault.is_some_and(|fault| fault.contains("not to 84")));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// What was checked.
    pub name: String,
    /// What is wrong; none if nothing is.
    pub fault: Option<String>,
}

/// What verifying gave.
///
/// ```
/// use std::num::NonZeroUsize;
/// use queens_run::{Verifier, merge, verify};
///
#[doc = example_run!()]
/// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default(), &|_| ())?;
/// // `run` is one of n = 8, and its blocks are counted.
/// merge(&run)?;
/// let threads = NonZeroUsize::MIN;
/// let verifier = Verifier { sample: 0.0, seed: None, sums: 0, backend: None, threads };
/// let verification = verify(run.dir(), &verifier, &Default::default(), &|_| ())?;
/// assert_eq!((verification.size, verification.total), (8, 92));
/// assert!(verification.sample.is_empty()); // nothing was counted again
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Verification {
    /// The certificate's file.
    pub path: PathBuf,
    /// The size of the board.
    pub size: u32,
    /// The total claimed.
    pub total: u128,
    /// The checks, in the order in which they were made.
    pub checks: Vec<Check>,
    /// The blocks in all.
    pub blocks: u64,
    /// The blocks that were counted again, in ascending order.
    pub sample: Vec<u64>,
    /// The backend that counted them.
    pub backend: BackendId,
    /// The backends that had counted the run, if its parts are there.
    pub counted_by: BTreeSet<String>,
}

impl Verification {
    /// Tells whether no check found a fault.
    ///
    /// ```
    /// use queens_run::Check;
    ///
    /// # let mut verification = queens_run::Verification {
    /// #     path: "certificate.json".into(),
    /// #     size: 8,
    /// #     total: 92,
    /// #     checks: Vec::new(),
    /// #     blocks: 100,
    /// #     sample: (0..10).collect(),
    /// #     backend: queens::BackendId::Scalar,
    /// #     counted_by: Default::default(),
    /// # };
    /// // No check was made yet.
    /// assert!(verification.holds());
    /// let (name, fault) = ("the identities hold".to_owned(), Some("they do not".to_owned()));
    /// verification.checks.push(Check { name, fault });
    /// assert!(!verification.holds());
    /// ```
    pub fn holds(&self) -> bool {
        self.checks.iter().all(|check| check.fault.is_none())
    }

    /// The probability that a certificate with so many wrong blocks would have passed: that none of
    /// them is in the sample.
    ///
    /// ```
    /// # let mut verification = queens_run::Verification {
    /// #     path: "certificate.json".into(),
    /// #     size: 8,
    /// #     total: 92,
    /// #     checks: Vec::new(),
    /// #     blocks: 100,
    /// #     sample: (0..10).collect(),
    /// #     backend: queens::BackendId::Scalar,
    /// #     counted_by: Default::default(),
    /// # };
    /// // Ten of a hundred blocks were counted again: a single wrong one is missed nine times in ten.
    /// assert!((verification.chance(1) - 0.9).abs() < 1e-9);
    /// assert!(verification.chance(50) < 0.001);
    /// ```
    pub fn chance(&self, wrong: u64) -> f64 {
        let right = self.blocks.saturating_sub(wrong);
        let draw = |drawn: u64| right.saturating_sub(drawn) as f64 / (self.blocks - drawn) as f64;
        (0..self.sample.len() as u64).map(draw).product()
    }
}

/// Verifies a run's directory or a certificate.
///
/// Without counting: hashes, coverage, sums, identities, the published value, and, in a run's
/// directory, that its parts give this very certificate. By counting: a sample of blocks, picked by
/// the certificate's own hash, as mirror images, and as many of the sums by the middle lines as asked
/// for.
///
/// # Errors
///
/// If there is nothing to verify, the backend is not available, or `stop` was raised; and
/// [`Kind::Conflict`] if a block has two results. A check that does not hold is no error.
///
/// # Examples
///
/// ```
/// use std::num::NonZeroUsize;
/// use queens_run::{Verifier, merge, verify};
///
#[doc = example_run!()]
/// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default(), &|_| ())?;
/// // `run` is one of n = 8, and its blocks are counted.
/// merge(&run)?;
/// let threads = NonZeroUsize::MIN;
/// let verifier = Verifier { sample: 1.0, seed: Some(7), sums: 1, backend: None, threads };
/// assert!(verify(run.dir(), &verifier, &Default::default(), &|_| ())?.holds());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    path: &Path,
    verifier: &Verifier,
    stop: &StopFlag,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Verification, RunError> {
    let backend = verifier.backend.map_or_else(|| Ok(backend::best()), backend::open);
    let backend = backend.map_err(|error| RunError::new(error.to_string(), error.advice()))?;
    let run = if path.is_dir() { Some(Run::open(path)?) } else { None };
    let file = run.as_ref().map_or_else(|| path.to_owned(), Run::certificate_path);
    if let Some(run) = &run
        && !file.exists()
    {
        return Err(RunError::new(
            format!("there is no certificate in {}", path.display()),
            format!(
                "`queens run merge {}` writes one when every block is counted",
                run.dir().display()
            ),
        ));
    }
    let Claim { certificate, faults } = Claim::open(&file)?;
    let mut checks = Vec::new();
    let mut check = |name: String, fault: Option<String>| checks.push(Check { name, fault });
    let (plan, total) = (&certificate.plan, certificate.total);
    let size = plan.size();
    let fault = |aspect| {
        let all: Vec<&str> = faults
            .iter()
            .filter(|(other, _)| *other == aspect)
            .map(|(_, what)| what.as_str())
            .collect();
        (!all.is_empty()).then(|| all.join("; "))
    };
    check("the run's name and the Merkle root are right".to_owned(), fault(Aspect::Hashes));
    check(
        format!("each of {} blocks has an entry that adds up", plan.blocks()),
        fault(Aspect::Blocks),
    );
    check("the blocks add up to the total".to_owned(), fault(Aspect::Total));
    check("the blocks add up to the sums".to_owned(), fault(Aspect::Sums));
    check("the identities hold".to_owned(), fault(Aspect::Identities));
    let symmetric = Symmetric::of(size);
    let other = (symmetric != certificate.symmetric).then(|| {
        let Symmetric { half_turn, quarter_turn } = symmetric;
        format!("there are {half_turn} of a half turn and {quarter_turn} of a quarter turn")
    });
    check("the symmetric solutions, counted directly, are as many".to_owned(), other);
    if let Some(published) = known::TOTAL.at(size) {
        let other = (published != total).then(|| format!("{} has {published}", known::TOTAL.oeis));
        check(format!("the total is that of OEIS {}", known::TOTAL.oeis), other);
    }
    let list = plan.list();
    let mut counted_by = BTreeSet::new();
    if let Some(run) = &run
        && list.is_ok()
    {
        let Gathered { tallies, report } = gather(run)?;
        let name = "the parts give this very certificate".to_owned();
        let other = if tallies.missing() > 0 {
            Some(format!("they lack {} blocks", tallies.missing()))
        } else {
            same_bytes(&file, &Certificate::new(run.plan(), tallies)?)?
        };
        check(name, other);
        counted_by = report.backends;
    }
    let name = "the blocks are those that this version makes".to_owned();
    let mut sample = Vec::new();
    match list {
        Err(error) => check(name, Some(error.to_string())),
        Ok(list) => {
            check(name, None);
            sample = choose(&certificate, verifier);
            let recount =
                Recount { list: &list, backend: backend.as_ref(), verifier, stop, progress };
            if !sample.is_empty() {
                let name = format!(
                    "{} blocks, counted again as mirror images on {}",
                    sample.len(),
                    backend.id()
                );
                check(name, recount.blocks(&certificate, &sample)?);
            }
            for (middle, sum) in cheapest(&certificate).into_iter().take(verifier.sums) {
                let name =
                    format!("the sum of the middle {middle}, counted by search without blocks");
                check(name, recount.sum(middle, sum)?);
            }
        }
    }
    Ok(Verification {
        path: file,
        size,
        total,
        checks,
        blocks: plan.blocks(),
        sample,
        backend: backend.id(),
        counted_by,
    })
}

/// What is wrong if the certificate's file is not this certificate.
fn same_bytes(file: &Path, certificate: &Certificate) -> Result<Option<String>, RunError> {
    let there = std::fs::read(file).map_err(|error| RunError::reading(file, &error))?;
    let mut made = Vec::new();
    certificate.write(&mut made).map_err(|error| RunError::reading(file, &error))?;
    Ok((there != made).then(|| {
        let total = certificate.total;
        format!("they give another one, with a total of {total}")
    }))
}

/// The sample: the blocks with the least hashes of the Merkle root, a line end, and their number; and
/// of a line end and the seed, if there is one.
fn choose(certificate: &Certificate, verifier: &Verifier) -> Vec<u64> {
    let blocks = certificate.plan.blocks();
    let seed = verifier.seed.map_or_else(String::new, |seed| format!("\n{seed}"));
    let rank = |block: u64| {
        *blake3::hash(format!("{}\n{block}{seed}", certificate.root).as_bytes()).as_bytes()
    };
    let mut ranked: Vec<_> = (0..blocks).map(|block| (rank(block), block)).collect();
    ranked.sort_unstable();
    let mut chosen: Vec<u64> = ranked
        .into_iter()
        .take(verifier.sample_size(blocks) as usize)
        .map(|(_, block)| block)
        .collect();
    chosen.sort_unstable();
    chosen
}

/// The sums, the smallest first: they are the cheapest to count.
fn cheapest(certificate: &Certificate) -> Vec<(Middle, u128)> {
    let by_search = |(middle, _): &&(Middle, u128)| !matches!(middle, Middle::White(_));
    let mut sums: Vec<_> = certificate.sums.iter().filter(by_search).copied().collect();
    sums.sort_by_key(|(middle, sum)| (*sum, *middle));
    sums
}

/// Counting again.
struct Recount<'a> {
    list: &'a Blocks,
    backend: &'a dyn Backend,
    verifier: &'a Verifier,
    stop: &'a StopFlag,
    progress: &'a (dyn Fn(Progress) + Sync),
}

impl Recount<'_> {
    /// Counts blocks again; comes back with what is wrong.
    fn blocks(
        &self,
        certificate: &Certificate,
        sample: &[u64],
    ) -> Result<Option<String>, RunError> {
        let work = |block: &u64| self.list.expected(*block).max(1.0);
        let expected = sample.iter().map(work).sum::<f64>() as u128;
        let next = AtomicUsize::new(0);
        // What is done, and the first blocks that are wrong.
        let state = Mutex::new((0.0, Vec::new()));
        (self.progress)(Progress { done: 0, expected });
        let count = || -> Result<(), Stopped> {
            while let Some(&block) = sample.get(next.fetch_add(1, Ordering::Relaxed)) {
                let tally = self.list.count(block, Way::Mirrored, self.backend, self.stop)?;
                let mut state = state.lock().expect("no thread panics while it notes");
                state.0 += work(&block);
                if certificate.tallies.get(block) != Some(&tally.sums[..]) {
                    state.1.push((block, tally.total));
                }
                (self.progress)(Progress { done: state.0 as u128, expected });
            }
            Ok(())
        };
        let threads = self.verifier.threads.get().min(sample.len());
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(count)).collect();
            let mut workers = workers.into_iter();
            workers.try_for_each(|worker| worker.join().expect("a kernel panicked"))
        })
        .map_err(|Stopped| self.stopped())?;
        let (_, mut wrong) = state.into_inner().expect("no thread panics while it notes");
        wrong.sort_unstable();
        Ok(wrong.first().map(|(block, total)| {
            let claimed = certificate.tallies.entry(*block);
            let more = if wrong.len() > 1 {
                format!(", and {} more", wrong.len() - 1)
            } else {
                String::new()
            };
            format!("block {block} has {total} solutions, not `{claimed}`{more}")
        }))
    }

    /// Counts one of the sums by the middle lines again.
    fn sum(&self, middle: Middle, sum: u128) -> Result<Option<String>, RunError> {
        let counted = count_middle(self.list.size(), middle, self.backend, self.stop)
            .map_err(|Stopped| self.stopped())?;
        Ok((counted != sum).then(|| format!("it is {counted}, not {sum}")))
    }

    fn stopped(&self) -> RunError {
        Broken::of(self.backend).map_or_else(
            || RunError::of(Kind::Stopped, "the verification was stopped", "start it again"),
            |broken| RunError::new(broken.to_string(), broken.advice()),
        )
    }
}
