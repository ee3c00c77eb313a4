//! Working on a run: counting the blocks of a shard that nobody has counted yet.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use queens::blocks::{Blocks, Way};
use queens::engine::backend::{self, Backend, Broken};
use queens::{BackendId, Progress};
use queens::{StopFlag, Stopped};

use crate::error::RunError;
use crate::part::{BlockLine, End, Line, PartWriter, Parts, start};
use crate::plan::Run;
use crate::shard::Shard;

/// How long a block under way may go on after the wish to end, unless told otherwise.
const GRACE: Duration = Duration::from_secs(4);

/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(50);

/// With more blocks than that, progress is measured by their number: a forecast of all would keep the
/// work waiting.
///
/// ```
/// use queens_run::{FORECAST_BLOCKS, status};
///
#[doc = example_run!()]
/// assert!(run.plan().blocks() <= FORECAST_BLOCKS);
/// assert!(status(&run)?.forecast);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub const FORECAST_BLOCKS: u64 = 50_000;

/// Why a worker came back.
///
/// ```
/// use queens::StopFlag;
/// use queens_run::{Ended, Shard, Worker};
///
#[doc = example_run!()]
/// let (worker, ending) = (Worker::new(&run)?, StopFlag::new());
/// ending.raise();
/// assert_eq!(worker.work(Shard::Number(0), &ending, &|_| ())?.ended, Ended::Stopped);
/// let never = StopFlag::new();
/// assert_eq!(worker.work(Shard::Number(0), &never, &|_| ())?.ended, Ended::Complete);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every block of the shard is counted.
    Complete,
    /// The wish to end was heard.
    Stopped,
    /// Its time was over.
    Until,
}

impl Ended {
    const fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Stopped => "stopped",
            Self::Until => "until",
        }
    }
}

/// What a worker did.
///
/// ```
/// use queens_run::{Ended, Shard, Worked, Worker};
///
#[doc = example_run!()]
/// // `run` has three blocks.
/// let worked = Worker::new(&run)?.work(Shard::All, &Default::default(), &|_| ())?;
/// assert_eq!(worked, Worked { ended: Ended::Complete, counted: 3, missing: 0 });
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worked {
    /// Why it came back.
    pub ended: Ended,
    /// The blocks it counted.
    pub counted: u64,
    /// The blocks of its shard that are still missing.
    pub missing: u64,
}

/// Counts blocks of a run: with which backend, on how many threads, for how long.
///
/// ```
/// use std::num::NonZeroUsize;
/// use queens::BackendId;
/// use queens_run::{Shard, Worker};
///
#[doc = example_run!()]
/// // `run` has three shards of a block each.
/// let worker = Worker::new(&run)?.backend(BackendId::Scalar)?.threads(NonZeroUsize::MIN);
/// assert_eq!(worker.work(Shard::Number(0), &Default::default(), &|_| ())?.counted, 1);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Worker<'a> {
    run: &'a Run,
    blocks: Blocks,
    backend: Box<dyn Backend>,
    threads: NonZeroUsize,
    until: Option<Duration>,
    grace: Duration,
}

impl<'a> Worker<'a> {
    /// A worker on one thread, with the best backend of this machine.
    ///
    /// # Errors
    ///
    /// If the plan's blocks are not those of this version.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens_run::Worker;
    ///
    #[doc = example_run!()]
    /// assert_eq!(Worker::new(&run)?.backend_id(), queens::engine::backend::best().id());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(run: &'a Run) -> Result<Self, RunError> {
        let (blocks, backend) = (run.plan().list()?, backend::best());
        Ok(Self { run, blocks, backend, threads: NonZeroUsize::MIN, until: None, grace: GRACE })
    }

    /// Uses this backend.
    ///
    /// # Errors
    ///
    /// If this machine does not have it.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::BackendId;
    /// use queens_run::Worker;
    ///
    #[doc = example_run!()]
    /// assert!(Worker::new(&run)?.backend(BackendId::Scalar).is_ok());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn backend(mut self, id: BackendId) -> Result<Self, RunError> {
        self.backend = backend::open(id).map_err(|error| {
            let advice = error.advice();
            RunError::new(error.to_string(), advice)
        })?;
        Ok(self)
    }

    /// Uses so many threads.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens_run::{Shard, Worker};
    ///
    #[doc = example_run!()]
    /// // `run` has three blocks.
    /// let worker = Worker::new(&run)?.threads(NonZeroUsize::new(2).unwrap());
    /// assert_eq!(worker.work(Shard::All, &Default::default(), &|_| ())?.counted, 3);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// Comes back after this time at the latest, and begins no block that the longest one so far
    /// would not allow to finish.
    ///
    /// ```
    /// use std::time::Duration;
    /// use queens_run::{Ended, Shard, Worker};
    ///
    #[doc = example_run!()]
    /// let worker = Worker::new(&run)?.until(Duration::ZERO);
    /// let worked = worker.work(Shard::All, &Default::default(), &|_| ())?;
    /// assert_eq!((worked.ended, worked.counted), (Ended::Until, 0));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn until(mut self, time: Duration) -> Self {
        self.until = Some(time);
        self
    }

    /// Lets blocks under way go on for so long after the wish to end; four seconds unless told
    /// otherwise. A block that is not finished by then is given up: what was done of it is lost.
    ///
    /// ```
    /// use std::time::Duration;
    /// use queens::StopFlag;
    /// use queens_run::{Shard, Worker};
    ///
    #[doc = example_run!()]
    /// let ending = StopFlag::new();
    /// let worker = Worker::new(&run)?.grace(Duration::from_secs(60));
    /// ending.raise(); // before any block is begun: there is nothing to wait for
    /// assert_eq!(worker.work(Shard::All, &ending, &|_| ())?.counted, 0);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn grace(mut self, time: Duration) -> Self {
        self.grace = time;
        self
    }

    /// The backend's name.
    ///
    /// ```
    /// use queens::BackendId;
    /// use queens_run::Worker;
    ///
    #[doc = example_run!()]
    /// let worker = Worker::new(&run)?.backend(BackendId::Portable)?;
    /// assert_eq!(worker.backend_id(), BackendId::Portable);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn backend_id(&self) -> BackendId {
        self.backend.id()
    }

    /// Counts the blocks of a shard that are in no part yet.
    ///
    /// Each is on the disk before the next begins. Once `ending` is raised no block is begun, and those
    /// under way get their [`grace`](Self::grace). `progress` hears of the shard's work, what was done
    /// before included.
    ///
    /// # Errors
    ///
    /// If there is no such shard, or a part cannot be read or written.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens_run::{Shard, Worker};
    ///
    #[doc = example_run!()]
    /// // `run` has three shards of a block each.
    /// let worker = Worker::new(&run)?;
    /// assert_eq!(worker.work(Shard::Number(0), &Default::default(), &|_| ())?.counted, 1);
    /// assert_eq!(worker.work(Shard::All, &Default::default(), &|_| ())?.counted, 2); // the others
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn work(
        &self,
        shard: Shard,
        ending: &StopFlag,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Worked, RunError> {
        let begin = Instant::now();
        let plan = self.run.plan();
        if let Shard::Number(number) = shard
            && number >= plan.shards()
        {
            return Err(RunError::new(
                format!("the run has no shard {number}"),
                format!("its shards are 0 to {}", plan.shards() - 1),
            ));
        }
        let mut done = vec![false; plan.blocks() as usize];
        // Nobody else counts the blocks of this shard.
        let relevant = |other| [shard, Shard::All].contains(&other) || shard == Shard::All;
        Parts::read_some(self.run, relevant, |_, _, line| {
            done[line.block as usize] = true;
            Ok(())
        })?;
        let mine = |block: &u64| match shard {
            Shard::All => true,
            Shard::Number(number) => plan.shard_of(*block) == number,
        };
        let missing: Vec<u64> =
            (0..plan.blocks()).filter(mine).filter(|block| !done[*block as usize]).collect();
        if missing.is_empty() {
            return Ok(Worked { ended: Ended::Complete, counted: 0, missing: 0 });
        }
        let threads = self.threads.get().min(missing.len());
        let backend = self.backend.id().to_string();
        let writer = PartWriter::create(self.run, shard, |shard, attempt| {
            start(self.run, shard, attempt, backend, threads, now())
        })?;
        let work = |block: u64| {
            if plan.blocks() > FORECAST_BLOCKS { 1.0 } else { self.blocks.expected(block).max(1.0) }
        };
        let expected: f64 = (0..plan.blocks()).filter(mine).map(work).sum();
        let left: f64 = missing.iter().map(|block| work(*block)).sum();
        let attempt = Attempt {
            worker: self,
            missing: &missing,
            next: AtomicUsize::new(0),
            state: Mutex::new(State {
                writer,
                counted: 0,
                longest: Duration::ZERO,
                done: expected - left,
                failure: None,
            }),
            ending,
            now: StopFlag::new(),
            begin,
        };
        let report =
            |done: f64| progress(Progress { done: done as u128, expected: expected as u128 });
        report(expected - left);
        let (alive, finished) = mpsc::channel::<()>();
        thread::scope(|scope| {
            let attempt = &attempt;
            scope.spawn(move || attempt.watch(&finished));
            let workers: Vec<_> =
                (0..threads).map(|_| scope.spawn(|| attempt.run(&work, &report))).collect();
            for worker in workers {
                join(worker);
            }
            drop(alive);
        });
        attempt.close(missing.len() as u64)
    }
}

/// The work of one process on one shard.
struct Attempt<'a> {
    worker: &'a Worker<'a>,
    missing: &'a [u64],
    next: AtomicUsize,
    state: Mutex<State>,
    /// No block is begun any more.
    ending: &'a StopFlag,
    /// The current blocks are given up.
    now: StopFlag,
    begin: Instant,
}

struct State {
    writer: PartWriter,
    counted: u64,
    longest: Duration,
    /// Expected nodes of the blocks that are done.
    done: f64,
    failure: Option<RunError>,
}

impl Attempt<'_> {
    /// Counts blocks until none is left or somebody wants to end.
    fn run(&self, work: &(dyn Fn(u64) -> f64 + Sync), report: &(dyn Fn(f64) + Sync)) {
        while !self.ending.is_raised() && !self.now.is_raised() && self.has_time() {
            let Some(&block) = self.missing.get(self.next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            let start = Instant::now();
            let backend = self.worker.backend.as_ref();
            let Ok(tally) = self.worker.blocks.count(block, Way::Direct, backend, &self.now) else {
                let Stopped = Stopped;
                if let Some(broken) = Broken::of(backend) {
                    let error = RunError::new(broken.to_string(), broken.advice());
                    self.lock().failure.get_or_insert(error);
                    self.now.raise();
                }
                return;
            };
            let time = start.elapsed();
            let line = BlockLine { block, tally, seconds: time.as_secs_f64(), at: now() };
            let mut state = self.lock();
            if state.failure.is_some() {
                return;
            }
            if let Err(error) = state.writer.append(&Line::Block(line)) {
                state.failure = Some(error);
                // What the others are at could not be written either.
                self.now.raise();
                return;
            }
            state.counted += 1;
            state.longest = state.longest.max(time);
            state.done += work(block);
            let done = state.done;
            drop(state);
            report(done);
        }
    }

    /// Tells whether a block as long as the longest so far would be done in time.
    fn has_time(&self) -> bool {
        let longest = self.lock().longest;
        self.worker.until.is_none_or(|until| self.begin.elapsed() + longest < until)
    }

    /// Gives the current blocks up when their time is over.
    fn watch(&self, finished: &mpsc::Receiver<()>) {
        let mut asked = None;
        while finished.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            if self.ending.is_raised() {
                let since = *asked.get_or_insert_with(Instant::now);
                if since.elapsed() >= self.worker.grace {
                    self.now.raise();
                }
            }
            if self.worker.until.is_some_and(|until| self.begin.elapsed() >= until) {
                self.now.raise();
            }
        }
    }

    /// Writes how it ended.
    fn close(self, missing: u64) -> Result<Worked, RunError> {
        let State { mut writer, counted, failure, .. } =
            self.state.into_inner().expect("no thread panics while it writes");
        if let Some(error) = failure {
            return Err(error);
        }
        let missing = missing - counted;
        let ended = match missing {
            0 => Ended::Complete,
            _ if self.ending.is_raised() => Ended::Stopped,
            _ => Ended::Until,
        };
        writer.append(&Line::End(End { end: ended.name().to_owned(), at: now() }))?;
        Ok(Worked { ended, counted, missing })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics while it writes")
    }
}

fn join(worker: ScopedJoinHandle<'_, ()>) {
    worker.join().expect("a kernel panicked");
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
