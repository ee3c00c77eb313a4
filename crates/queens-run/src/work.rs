//! Working on a run: counting the ranges of a shard that are missing.

use std::any::Any;
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use queens::engine::{Partition, UnitCounter, Watch, for_each, mixed};
use queens::{Error, Kernel, Method, Options, StopFlag, Stopped};

use crate::error::failed;
use crate::part::{End, LIVE, Line, PartWriter, Parts, RangeLine, Start};
use crate::plan::Run;
use crate::shard::Shard;

/// How long a range may continue after a stop request, by default. With the time that the kernel takes to stop,
/// it is less than two seconds.
const GRACE: Duration = Duration::from_millis(500);

/// How often the clock is checked.
const TICK: Duration = Duration::from_millis(50);

/// How often a worker looks whether its files are still there.
const LOOK: Duration = Duration::from_secs(1);

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
/// use queens::{Kernel, Options};
/// use queens_run::{EndReason, Shard, Worker};
///
#[doc = example_run!()]
/// // `run` has three shards of one range each.
/// let worker = Worker::new(&run)?.kernel(Kernel::Portable)?;
/// let report = worker.work(Shard::Number(0), &Options::new())?;
/// assert_eq!((report.reason, report.counted), (EndReason::Complete, 1));
/// let report = worker.work(Shard::All, &Options::new())?;
/// assert_eq!(report.counted, 2); // the others
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Worker<'a> {
    run: &'a Run,
    partition: Partition,
    kernel: Kernel,
    until: Option<Duration>,
    grace: Duration,
    note: &'a (dyn Fn(&str) + Sync),
    /// Called before each range, with the flag that aborts it: tests break things there.
    before: &'a (dyn Fn(u64, &StopFlag) + Sync),
}

impl fmt::Debug for Worker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut worker = f.debug_struct("Worker");
        worker.field("run", self.run).field("kernel", &self.kernel).finish_non_exhaustive()
    }
}

impl<'a> Worker<'a> {
    /// A worker with the best kernel of this machine.
    ///
    /// # Errors
    ///
    /// If this version of the program has other patterns than the plan.
    pub fn new(run: &'a Run) -> Result<Self, Error> {
        let kernel = Kernel::fastest(Method::Color);
        let partition = run.plan().partition()?;
        let (until, grace) = (None, GRACE);
        Ok(Self { run, partition, kernel, until, grace, note: &|_| (), before: &|_, _| () })
    }

    /// Uses this kernel, if there is one.
    ///
    /// # Errors
    ///
    /// If this machine does not have it.
    pub fn kernel(mut self, kernel: impl Into<Option<Kernel>>) -> Result<Self, Error> {
        if let Some(kernel) = kernel.into() {
            kernel.check(Method::Color)?;
            self.kernel = kernel;
        }
        Ok(self)
    }

    /// Returns after this time at the latest, if there is one. A range is not started if the longest one so far would
    /// not have finished in time.
    pub fn until(mut self, time: impl Into<Option<Duration>>) -> Self {
        self.until = time.into();
        self
    }

    /// Lets ranges continue for this time after a stop request, half a second by default. Then they are aborted,
    /// and their work is lost.
    pub fn grace(mut self, time: Duration) -> Self {
        self.grace = time;
        self
    }

    /// Tells this what a person should know while the work goes on: that other workers count the same ranges.
    pub fn note(mut self, note: &'a (dyn Fn(&str) + Sync)) -> Self {
        self.note = note;
        self
    }

    /// The kernel.
    pub fn kernel_used(&self) -> Kernel {
        self.kernel
    }

    /// Counts the ranges of a shard that are in no part yet.
    ///
    /// Each is on the disk before its thread starts another. Once the stop flag is raised no range is started,
    /// and the current ones get their [`grace`](Self::grace); that is no error. Progress is that of the shard,
    /// including what was done before.
    ///
    /// # Errors
    ///
    /// If there is no such shard, a part cannot be read or written or does not stay where it is, or the
    /// counting of a range panicked. Then the other ranges are counted all the same.
    pub fn work(&self, shard: Shard, options: &Options<'_>) -> Result<WorkReport, Error> {
        let begin = Instant::now();
        let plan = self.run.plan();
        if let Shard::Number(number) = shard
            && number >= plan.shards()
        {
            return Err(failed(
                format!("the run has no shard {number}"),
                format!("its shards are 0 to {}", plan.shards() - 1),
            ));
        }
        let missing = self.missing(shard)?;
        if missing.is_empty() {
            return Ok(WorkReport { reason: EndReason::Complete, counted: 0, missing: 0 });
        }
        // The forecasts of neighboring ranges err alike: mixed, the part done tells the time left.
        let turn = mixed(missing.len());
        let threads = options.thread_count();
        let used = threads.get().min(missing.len());
        let start = Start::new(self.run, self.kernel.to_string(), used, unix_seconds());
        let writer = PartWriter::create(self.run, shard, start)?;
        let work = |range: u64| self.partition.work(&plan.range(range));
        let expected: f64 = self.ranges(shard).map(work).sum();
        let left: f64 = missing.iter().map(|range| work(*range)).sum();
        let attempt = Attempt {
            worker: self,
            shard,
            state: Mutex::new(State {
                writer,
                longest: Duration::ZERO,
                panics: Vec::new(),
                failure: None,
            }),
            progress: Watch::new(options, expected - left, expected),
            ending: options.stop_flag(),
            abort: StopFlag::new(),
            begin,
        };
        let told = attempt.tells_of_others()?;
        let (alive, finished) = mpsc::channel::<()>();
        thread::scope(|scope| {
            let attempt = &attempt;
            let watch = move || attempt.watch(&finished, told);
            thread::Builder::new().spawn_scoped(scope, watch).map_err(|error| {
                failed(
                    format!("the thread that watches the work could not be started: {error}"),
                    "allow this process more memory or more processes, and start the command again",
                )
            })?;
            let worker = || {
                let (mut own, missing) = (None, &missing);
                move |next| match attempt.count(missing[turn(next)], &mut own) {
                    ControlFlow::Continue(()) => Ok(()),
                    ControlFlow::Break(()) => Err(Stopped),
                }
            };
            // Work that ends early is no error here: the state has what there is to say.
            let _ended = for_each(missing.len(), threads, worker, |()| Ok(()));
            drop(alive);
            Ok::<_, Error>(())
        })?;
        attempt.close(missing.len() as u64)
    }

    fn ranges(&self, shard: Shard) -> impl Iterator<Item = u64> {
        let plan = self.run.plan();
        (0..plan.ranges()).filter(move |range| shard.overlaps(Shard::Number(plan.shard_of(*range))))
    }

    /// The ranges of a shard that are in no part.
    fn missing(&self, shard: Shard) -> Result<Vec<u64>, Error> {
        let mut done = vec![false; self.run.plan().ranges() as usize];
        Parts::read(self.run, shard, |_, line| done[line.range as usize] = true)?;
        Ok(self.ranges(shard).filter(|range| !done[*range as usize]).collect())
    }
}

/// The work of one process on one shard.
struct Attempt<'a> {
    worker: &'a Worker<'a>,
    shard: Shard,
    state: Mutex<State>,
    progress: Watch<'a>,
    /// No other range may be started.
    ending: &'a StopFlag,
    /// The current ranges are to be aborted.
    abort: StopFlag,
    begin: Instant,
}

struct State {
    writer: PartWriter,
    longest: Duration,
    /// The ranges whose counting panicked, and with what.
    panics: Vec<(u64, String)>,
    failure: Option<Error>,
}

impl<'a> Attempt<'a> {
    /// Counts a range with the thread's own counter and writes its line; breaks if the worker has to end.
    fn count(&self, range: u64, own: &mut Option<UnitCounter<'a>>) -> ControlFlow<()> {
        let longest = lock(&self.state).longest;
        // Whether a range as long as the longest so far would finish in time.
        let has_time = self.worker.until.is_none_or(|until| self.begin.elapsed() + longest < until);
        if self.ending.is_raised() || self.abort.is_raised() || !has_time {
            return ControlFlow::Break(());
        }
        let patterns = self.worker.run.plan().range(range);
        let Worker { partition, kernel, .. } = self.worker;
        let new = || partition.counter(*kernel).expect("this machine has the kernel");
        let mut counter = own.take().unwrap_or_else(new);
        let start = Instant::now();
        // A counter that panics is dropped here, so the next range gets a new one.
        let count = || -> Result<_, Error> {
            (self.worker.before)(range, &self.abort);
            let add = &mut |work| self.progress.add(work);
            let tally = counter.count(patterns.clone(), &self.abort, add)?;
            Ok((tally, counter))
        };
        let tally = match catch_unwind(AssertUnwindSafe(count)) {
            Ok(Ok((tally, counter))) => {
                *own = Some(counter);
                tally
            }
            // It has no other error than that it was stopped.
            Ok(Err(_)) => return ControlFlow::Break(()),
            Err(panic) => {
                lock(&self.state).panics.push((range, message(panic.as_ref())));
                return ControlFlow::Continue(());
            }
        };
        let time = start.elapsed();
        let line = RangeLine {
            range,
            from: patterns.start,
            to: patterns.end,
            solutions: tally.solutions,
            nodes: tally.nodes,
            seconds: time.as_secs_f64(),
            at: unix_seconds(),
        };
        let mut state = lock(&self.state);
        let written = state.writer.append(&Line::Range(line));
        self.end_at_error(&mut state, written)?;
        state.longest = state.longest.max(time);
        ControlFlow::Continue(())
    }

    /// Ends the whole attempt at an error: the other threads could not write their ranges either.
    fn end_at_error(&self, state: &mut State, result: Result<(), Error>) -> ControlFlow<()> {
        if let Err(error) = result {
            state.failure.get_or_insert(error);
            self.abort.raise();
        }
        if state.failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Says who else works on the same ranges, and whether anybody does. There are no locks: it is no error.
    fn tells_of_others(&self) -> Result<bool, Error> {
        let others = lock(&self.state).writer.others(self.shard)?;
        let [first, more @ ..] = others.as_slice() else { return Ok(false) };
        let who = match more.len() {
            0 => format!("another worker wrote to {}", first.display()),
            more => format!("{} other workers wrote to {} and others", more + 1, first.display()),
        };
        (self.worker.note)(&format!(
            "note: {who} within the last minute: unless they were killed, the same ranges are counted more \
             than once; give each worker a shard of its own"
        ));
        Ok(true)
    }

    /// Aborts the current ranges when their time is over, or the part is gone.
    fn watch(&self, finished: &mpsc::Receiver<()>, mut told: bool) {
        let mut asked = None;
        let mut looked = Instant::now();
        let mut asked_for_others = looked;
        while finished.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            if self.ending.is_raised() {
                let since = *asked.get_or_insert_with(Instant::now);
                if since.elapsed() >= self.worker.grace {
                    self.abort.raise();
                }
            }
            if self.worker.until.is_some_and(|until| self.begin.elapsed() >= until) {
                self.abort.raise();
            }
            if looked.elapsed() >= LOOK {
                looked = Instant::now();
                let mut state = lock(&self.state);
                let there = state.writer.is_in_place().and_then(|()| self.worker.run.is_in_place());
                let _flow = self.end_at_error(&mut state, there);
            }
            if !told && asked_for_others.elapsed() >= LIVE / 2 {
                asked_for_others = Instant::now();
                // A folder that cannot be read is found out above.
                told = self.tells_of_others().unwrap_or(false);
            }
        }
    }

    /// Writes how it ended.
    fn close(self, missing: u64) -> Result<WorkReport, Error> {
        let State { mut writer, mut panics, failure, .. } =
            self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failure {
            return Err(error);
        }
        let counted = writer.ranges;
        let missing = missing - counted;
        let reason = match missing {
            0 => Some(EndReason::Complete),
            _ if self.ending.is_raised() => Some(EndReason::Stopped),
            _ if panics.is_empty() => Some(EndReason::Until),
            _ => None,
        };
        let name = reason.map_or("failed", EndReason::name);
        writer.append(&Line::End(End { end: name.to_owned(), at: unix_seconds() }))?;
        panics.sort();
        if let Some((range, what)) = panics.first() {
            let plan = self.worker.run.plan();
            let (n, Range { start, end }) = (plan.n(), plan.range(*range));
            let (last, version, kernel) = (end - 1, env!("CARGO_PKG_VERSION"), self.worker.kernel);
            let others = match panics.len() - 1 {
                0 => String::new(),
                others => format!(" and {others} more"),
            };
            return Err(failed(
                format!(
                    "range {range} of n = {n} (patterns {start} to {last}){others} made queens {version} \
                     panic on {kernel}: {what}"
                ),
                "report this line and the panic's own; the range stays open, and another kernel may count it",
            ));
        }
        if reason == Some(EndReason::Complete) {
            // What others counted before may be gone by now, too.
            self.worker.run.is_in_place()?;
            let lost = self.worker.missing(self.shard)?.len();
            if lost > 0 {
                let (were, them) =
                    if lost == 1 { ("range was", "it") } else { ("ranges were", "them") };
                let parts = self.worker.run.parts_dir().display().to_string();
                return Err(failed(
                    format!("{lost} {were} counted, but {parts} no longer has {them}"),
                    "find out who removes or changes files there; then start the command again",
                ));
            }
            // The sum is rounded.
            self.progress.add(f64::INFINITY);
        }
        Ok(WorkReport { reason: reason.expect("only panics have no reason"), counted, missing })
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// A panic inside a range is caught; what it held then is as it was before or after a whole step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Seconds since 1970.
pub(crate) fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

#[cfg(test)]
mod tests;
