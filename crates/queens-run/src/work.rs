//! Working on a run: counting the ranges of a shard that are missing.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use queens::engine::backend::{self, Backend};
use queens::engine::{Partition, UnitCounter, color, for_each, mixed};
use queens::{BackendId, Options, Progress, StopFlag};

use crate::error::RunError;
use crate::part::{End, Line, PartWriter, Parts, RangeLine, Start};
use crate::plan::Run;
use crate::shard::Shard;

/// How long a range may continue after a stop request, by default. With the time that the kernel takes to stop,
/// it is less than two seconds.
const GRACE: Duration = Duration::from_millis(1500);

/// How often the clock is checked.
const TICK: Duration = Duration::from_millis(50);

/// Why a worker returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// Every range of the shard is counted.
    Complete,
    /// It was asked to stop.
    Stopped,
    /// Its time was over.
    Until,
}

impl EndReason {
    /// `complete`, `stopped` or `until`, as files have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Stopped => "stopped",
            Self::Until => "until",
        }
    }
}

/// What a worker did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkReport {
    /// Why it returned.
    pub reason: EndReason,
    /// The ranges it counted.
    pub counted: u64,
    /// The ranges of its shard that are still missing.
    pub missing: u64,
}

/// Counts ranges of a run.
///
/// ```
/// use queens::{BackendId, Options};
/// use queens_run::{EndReason, Shard, Worker};
///
#[doc = example_run!()]
/// // `run` has three shards of one range each.
/// let worker = Worker::new(&run)?.backend(BackendId::Portable)?;
/// let report = worker.work(Shard::Number(0), &Options::new())?;
/// assert_eq!((report.reason, report.counted), (EndReason::Complete, 1));
/// let report = worker.work(Shard::All, &Options::new())?;
/// assert_eq!(report.counted, 2); // the others
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Worker<'a> {
    run: &'a Run,
    partition: Partition,
    backend: Box<dyn Backend>,
    until: Option<Duration>,
    grace: Duration,
}

/// Opens a kernel of the color method; the best one of this machine if none is named.
pub(crate) fn open_kernel(id: Option<BackendId>) -> Result<Box<dyn Backend>, RunError> {
    let id = id.unwrap_or_else(color::best_kernel);
    color::kernel_is_available(id)
        .and_then(|()| backend::open(id))
        .map_err(|error| queens::Error::from(error).into())
}

impl<'a> Worker<'a> {
    /// A worker with the best kernel of this machine.
    ///
    /// # Errors
    ///
    /// If this version of the program has other patterns than the plan.
    pub fn new(run: &'a Run) -> Result<Self, RunError> {
        let (partition, backend) = (run.plan().partition()?, open_kernel(None)?);
        Ok(Self { run, partition, backend, until: None, grace: GRACE })
    }

    /// Uses the kernel with the vectors of this backend.
    ///
    /// # Errors
    ///
    /// If this machine does not have it.
    pub fn backend(mut self, id: BackendId) -> Result<Self, RunError> {
        self.backend = open_kernel(Some(id))?;
        Ok(self)
    }

    /// Returns after this time at the latest. A range is not started if the longest one so far would not
    /// have finished in time.
    pub fn until(mut self, time: Duration) -> Self {
        self.until = Some(time);
        self
    }

    /// Lets ranges continue for this time after a stop request, 1.5 seconds by default. Then they are aborted,
    /// and their work is lost.
    pub fn grace(mut self, time: Duration) -> Self {
        self.grace = time;
        self
    }

    /// The kernel.
    pub fn backend_id(&self) -> BackendId {
        self.backend.id()
    }

    /// Counts the ranges of a shard that are in no part yet.
    ///
    /// Each is on the disk before its thread starts another. Once the stop flag is raised no range is started,
    /// and the current ones get their [`grace`](Self::grace); that is no error. Progress is that of the shard,
    /// including what was done before.
    ///
    /// # Errors
    ///
    /// If there is no such shard, or a part cannot be read or written.
    #[allow(
        clippy::missing_panics_doc,
        reason = "a lock is poisoned by a panic elsewhere, and a partition has ranges"
    )]
    pub fn work(&self, shard: Shard, options: &Options<'_>) -> Result<WorkReport, RunError> {
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
        let mut done = vec![false; plan.ranges() as usize];
        // The ranges of a shard are in its own parts and in those of `all`.
        let relevant = |other| [shard, Shard::All].contains(&other) || shard == Shard::All;
        Parts::read_some(self.run, relevant, |_, _, line| {
            done[line.range as usize] = true;
            Ok(())
        })?;
        let mine = |range: &u64| match shard {
            Shard::All => true,
            Shard::Number(number) => plan.shard_of(*range) == number,
        };
        let ranges = || (0..plan.ranges()).filter(mine);
        let missing: Vec<u64> = ranges().filter(|range| !done[*range as usize]).collect();
        if missing.is_empty() {
            return Ok(WorkReport { reason: EndReason::Complete, counted: 0, missing: 0 });
        }
        // The forecasts of neighboring ranges err alike: mixed, the part done tells the time left.
        let turn = mixed(missing.len());
        let threads = options.thread_count();
        let used = threads.get().min(missing.len());
        let start = Start::new(self.run, self.backend.id().to_string(), used, now());
        let writer = PartWriter::create(self.run, shard, start)?;
        let work = |range: u64| self.partition.work(&plan.range(range));
        let expected: f64 = ranges().map(work).sum();
        let left: f64 = missing.iter().map(|range| work(*range)).sum();
        let done = Mutex::new(expected - left);
        let report = |worked: f64| {
            let mut done = lock(&done);
            *done += worked;
            let (done, expected) = (*done as u128, expected as u128);
            options.note(Progress { done: done.min(expected), expected });
        };
        report(0.0);
        let attempt = Attempt {
            worker: self,
            state: Mutex::new(State { writer, counted: 0, longest: Duration::ZERO, failure: None }),
            ending: options.stop_flag(),
            now: StopFlag::new(),
            begin,
        };
        let (alive, finished) = mpsc::channel::<()>();
        thread::scope(|scope| {
            let attempt = &attempt;
            scope.spawn(move || attempt.watch(&finished));
            // What ends the work early is no error: the state has what there is to say.
            let _ended: Result<(), ()> = for_each(missing.len(), threads, || {
                let mut counter = self.partition.counter(self.backend.as_ref());
                let (missing, report) = (&missing, &report);
                move |next| attempt.count(missing[turn(next)], &mut counter, report)
            });
            drop(alive);
        });
        attempt.close(missing.len() as u64, &report)
    }
}

/// The work of one process on one shard.
struct Attempt<'a> {
    worker: &'a Worker<'a>,
    state: Mutex<State>,
    /// No other range may be started.
    ending: &'a StopFlag,
    /// The current ranges are to be aborted.
    now: StopFlag,
    begin: Instant,
}

struct State {
    writer: PartWriter,
    counted: u64,
    longest: Duration,
    failure: Option<RunError>,
}

impl Attempt<'_> {
    /// Counts a range and writes its line; an error if the worker has to end.
    fn count(
        &self,
        range: u64,
        counter: &mut UnitCounter<'_>,
        report: &dyn Fn(f64),
    ) -> Result<(), ()> {
        if self.ending.is_raised() || self.now.is_raised() || !self.has_time() {
            return Err(());
        }
        let start = Instant::now();
        let patterns = self.worker.run.plan().range(range);
        let counted = counter.count(patterns.clone(), &self.now, &mut |work| report(work));
        let tally = counted.map_err(drop)?;
        let time = start.elapsed();
        let line = RangeLine { range, patterns, tally, seconds: time.as_secs_f64(), at: now() };
        let mut state = lock(&self.state);
        if state.failure.is_some() {
            return Err(());
        }
        if let Err(error) = state.writer.append(&Line::Range(line)) {
            state.failure = Some(error);
            // The other threads could not write their ranges either.
            self.now.raise();
            return Err(());
        }
        state.counted += 1;
        state.longest = state.longest.max(time);
        Ok(())
    }

    /// Whether a range as long as the longest so far would finish in time.
    fn has_time(&self) -> bool {
        let longest = lock(&self.state).longest;
        self.worker.until.is_none_or(|until| self.begin.elapsed() + longest < until)
    }

    /// Aborts the current ranges when their time is over.
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
    fn close(self, missing: u64, report: &dyn Fn(f64)) -> Result<WorkReport, RunError> {
        let State { mut writer, counted, failure, .. } =
            self.state.into_inner().expect("no thread panics while it writes");
        if let Some(error) = failure {
            return Err(error);
        }
        let missing = missing - counted;
        let reason = match missing {
            0 => EndReason::Complete,
            _ if self.ending.is_raised() => EndReason::Stopped,
            _ => EndReason::Until,
        };
        if reason == EndReason::Complete {
            // The sum is rounded.
            report(f64::INFINITY);
        }
        writer.append(&Line::End(End { end: reason.name().to_owned(), at: now() }))?;
        Ok(WorkReport { reason, counted, missing })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no thread panics while it holds a lock")
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
