//! Work on several threads: how it is dealt out, stopped and watched.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use crate::error::Error;

/// How far a count is.
///
/// The work of a part is a forecast, made before the count begins: parts differ in size by orders of
/// magnitude, so their number alone would mislead. Its unit is the method's own: nodes for the search
/// method, nanoseconds on some machine for the color method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The work of the parts that are done.
    pub done: u128,
    /// The work of all parts.
    pub expected: u128,
}

impl Progress {
    /// The share of the work that is done, from 0 to 1.
    pub fn fraction(self) -> f64 {
        if self.expected == 0 { 1.0 } else { self.done as f64 / self.expected as f64 }
    }
}

/// The work was stopped before its end, as the caller asked: what inner loops return. Callers get it as an
/// [`Error`] of this kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the work was stopped before its end")
    }
}

impl std::error::Error for Stopped {}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Self {
        Self::stopped(stopped.to_string())
    }
}

/// A flag that stops work in progress. Clones share it: one side raises it, the other checks it.
///
/// ```
/// use queens::StopFlag;
///
/// let stop = StopFlag::new();
/// let shared = stop.clone();
/// shared.raise();
/// assert!(stop.is_raised());
/// ```
#[derive(Clone, Default, Debug)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the work to stop. It ends within a few milliseconds.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Tells whether the work should stop.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for a signal handler that raises it.
    pub fn shared(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

/// How work is done: on how many threads, how it is stopped and who watches it. Every verb that may take long
/// takes it.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
/// use queens::{Counter, Options, StopFlag};
///
/// let (calls, stop) = (AtomicU32::new(0), StopFlag::new());
/// let progress = |_| {
///     calls.fetch_add(1, Ordering::Relaxed);
/// };
/// let options = Options::new().threads(1).stop(&stop).progress(&progress);
/// assert_eq!(Counter::new(12).options(&options).run()?.total, 14_200);
/// assert!(calls.load(Ordering::Relaxed) > 1);
/// stop.raise();
/// let stopped = Counter::new(20).options(&options).run();
/// assert!(stopped.unwrap_err().is_stopped());
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Clone)]
pub struct Options<'a> {
    threads: Option<NonZeroUsize>,
    pub(crate) stop: StopFlag,
    progress: &'a (dyn Fn(Progress) + Sync),
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { threads, stop, progress: _ } = self;
        f.debug_struct("Options")
            .field("threads", threads)
            .field("stop", stop)
            .finish_non_exhaustive()
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { threads: None, stop: StopFlag::new(), progress: &|_| () }
    }
}

impl<'a> Options<'a> {
    /// All cores, until the end, without progress.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of threads; for 0, as many as the machine runs at the same time. No result depends on their
    /// number.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = NonZeroUsize::new(threads);
        self
    }

    /// Ends with [`ErrorKind::Stopped`](crate::ErrorKind::Stopped) within about a tenth of a second after the flag is raised.
    pub fn stop(mut self, stop: &StopFlag) -> Self {
        self.stop = stop.clone();
        self
    }

    /// Calls `progress` when the work begins and whenever a part of it is done, from the thread that did it.
    pub fn progress(mut self, progress: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.progress = progress;
        self
    }

    /// Passes progress on to the one that watches.
    pub fn note(&self, progress: Progress) {
        (self.progress)(progress);
    }

    /// The flag that stops the work.
    pub fn stop_flag(&self) -> &StopFlag {
        &self.stop
    }

    /// The number of threads that the work gets.
    pub fn thread_count(&self) -> NonZeroUsize {
        let all_cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(all_cores)
    }
}

/// What is done of some work, added up and told to the one who watches.
#[derive(Debug)]
pub struct Watch<'a> {
    options: &'a Options<'a>,
    done: Mutex<f64>,
    expected: f64,
}

impl<'a> Watch<'a> {
    /// Of `expected` work, `done` is done: that is told at once.
    pub fn new(options: &'a Options<'a>, done: f64, expected: f64) -> Self {
        let watch = Self { options, done: Mutex::new(done), expected };
        watch.add(0.0);
        watch
    }

    /// So much more is done. Forecasts err, so it never comes to more than all.
    pub fn add(&self, work: f64) {
        *self.lock() += work;
        self.options.note(self.progress());
    }

    /// What is done so far.
    pub fn progress(&self) -> Progress {
        let expected = self.expected as u128;
        Progress { done: (*self.lock() as u128).min(expected), expected }
    }

    fn lock(&self) -> MutexGuard<'_, f64> {
        self.done.lock().expect("no thread panics while it adds")
    }
}

/// Does the work on the units 0, 1, ... `units` - 1, on at most `threads` threads, the calling one
/// among them; on fewer if the system does not start as many. Each thread makes a worker of its own, which gets the next unit in ascending order; `add` gets
/// what they make of them, one at a time, in the order in which they end.
///
/// Scoped threads and a shared counter, and no thread pool: work stealing would lose the order, and a
/// good order makes the threads finish together.
///
/// # Errors
///
/// The first error of a worker or of `add`, in the order of the threads. After an error no thread takes
/// another unit.
///
/// # Panics
///
/// If a worker does.
pub fn for_each<W, T, E>(
    units: usize,
    threads: NonZeroUsize,
    worker: impl Fn() -> W + Sync,
    add: impl FnMut(T) -> Result<(), E> + Send,
) -> Result<(), E>
where
    W: FnMut(usize) -> Result<T, E>,
    E: Send,
{
    let (next, add) = (AtomicUsize::new(0), Mutex::new(add));
    let work = || -> Result<(), E> {
        let mut worker = worker();
        loop {
            let unit = next.fetch_add(1, Ordering::Relaxed);
            if unit >= units {
                return Ok(());
            }
            worker(unit)
                .and_then(|output| add.lock().expect("no thread panics while it adds")(output))
                .inspect_err(|_| next.store(units, Ordering::Relaxed))?;
        }
    };
    thread::scope(|scope| {
        // Where the system starts no more threads, those that run do the work: the calling one always does.
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads.get().min(units)).map_while(start).collect();
        let own = work();
        let join =
            |other: thread::ScopedJoinHandle<'_, _>| other.join().expect("a worker panicked");
        // All are joined, whatever the first of them says.
        others.into_iter().map(join).fold(own, Result::and)
    })
}

/// Works on all parts, large and small ones mixed, until stopped, and tells how many are done. Every thread has
/// a worker of its own, and `add` gets what it makes of a part.
pub(crate) fn for_each_part<Part: Sync, Output, Worker, E: From<Stopped> + Send>(
    parts: &[Part],
    options: &Options<'_>,
    worker: impl Fn() -> Worker + Sync,
    mut add: impl FnMut(Output) + Send,
) -> Result<(), E>
where
    Worker: FnMut(&Part) -> Result<Output, E>,
{
    let mixed = mixed(parts.len());
    let watch = Watch::new(options, 0.0, parts.len() as f64);
    let worker = || {
        let mut worker = worker();
        move |turn| {
            if options.stop.is_raised() {
                return Err(Stopped.into());
            }
            worker(&parts[mixed(turn)])
        }
    };
    for_each(parts.len(), options.thread_count(), worker, |output| {
        add(output);
        watch.add(1.0);
        Ok(())
    })
}

/// All of 0, 1, ... `units` - 1 in an order that mixes them evenly, by turn: where the units are
/// sorted by size, the part done then tells the time left. The turns are multiples of a number near the
/// golden section of `units`.
///
/// ```
/// use queens::engine::mixed;
///
/// let order: Vec<usize> = (0..8).map(mixed(8)).collect();
/// assert_eq!(order, [0, 5, 2, 7, 4, 1, 6, 3]);
/// ```
pub fn mixed(units: usize) -> impl Fn(usize) -> usize + Copy {
    let units = units as u64;
    let section = (units as f64 * 0.618) as u64;
    let stride = (section.max(1)..=2 * units + 1).find(|&stride| gcd(stride, units) == 1);
    let stride = u128::from(stride.unwrap_or(1));
    move |turn| (turn as u128 * stride % u128::from(units)) as usize
}

/// The greatest common divisor.
pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
