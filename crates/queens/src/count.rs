//! How many solutions there are.

use std::cmp::Reverse;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Mutex;

use crate::backend::{self, Backend, BackendId, Broken, StopFlag, Stopped, Unavailable};
use crate::color;
use crate::parallel::{Progress, all_cores, for_each, mixed};
use crate::partition::Partition;
use crate::search::{self, TooLarge};
use crate::symmetry::Multiplicity;
use crate::tally::Tally;

/// Counts the solutions of the plain n by n board: Q(n), A000170.
///
/// On all cores, by the method and the backend that are the fastest on this machine; [`Counter`] has
/// the choices. The time grows about six-fold with each n.
///
/// # Errors
///
/// [`CountError::TooLarge`] past [`search::MAX_N`].
///
/// # Examples
///
/// ```
/// assert_eq!(queens::count(8)?, 92);
/// assert_eq!(queens::count(0)?, 1);
/// # Ok::<_, queens::Error>(())
/// ```
pub fn count(size: u32) -> Result<u128, CountError> {
    Counter::new(size).run().map(|report| report.total)
}

/// A way to count the plain board. The two share nothing but the definition of a solution: each is the
/// other's check.
///
/// ```
/// use queens::{Counter, Method};
///
/// let by = |method| Counter::new(9).method(method).run();
/// assert_eq!(by(Method::Search)?.total, by(Method::Color)?.total);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Method {
    /// Backtracking over the boards that are different up to symmetry: [`crate::search`]. The faster
    /// one for small boards, and on graphics cards; needs little memory.
    Search,
    /// Sums of products of white and black placements: [`crate::color`]. The faster one for large boards.
    Color,
}

impl Method {
    /// Both.
    ///
    /// ```
    /// use queens::Method;
    ///
    /// assert_eq!(Method::ALL.map(Method::name), ["search", "color"]);
    /// ```
    pub const ALL: [Self; 2] = [Self::Search, Self::Color];

    /// The name on the command line and in files.
    ///
    /// ```
    /// assert_eq!(queens::Method::Color.name(), "color");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Color => "color",
        }
    }

    /// The faster one for this size by a kernel (BENCHMARKS.md has the measurements).
    ///
    /// ```
    /// use queens::{BackendId, Method};
    ///
    /// assert_eq!(Method::faster(8, BackendId::Avx512), Method::Search);
    /// assert_eq!(Method::faster(24, BackendId::Avx512), Method::Color);
    /// ```
    pub const fn faster(size: u32, kernel: BackendId) -> Self {
        let first_by_color = match kernel {
            BackendId::Avx512 | BackendId::Avx2 => 16,
            BackendId::Portable => 13,
            // It has no kernel for the other method.
            BackendId::Scalar | BackendId::Cuda | BackendId::OpenCl => return Self::Search,
        };
        if size < first_by_color { Self::Search } else { Self::Color }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A count with its choices: method, threads, backend, a way to stop it and a way to watch it.
///
/// # Examples
///
/// ```
/// use std::num::NonZeroUsize;
/// use queens::{BackendId, Counter};
///
/// let report = Counter::new(10)
///     .threads(NonZeroUsize::MIN)
///     .backend(BackendId::Scalar)
///     .run()?;
/// assert_eq!(report.total, 724);
/// # Ok::<_, queens::Error>(())
/// ```
pub struct Counter<'a> {
    size: u32,
    method: Option<Method>,
    threads: Option<NonZeroUsize>,
    backend: Option<BackendId>,
    stop: StopFlag,
    progress: &'a (dyn Fn(Progress) + Sync),
}

impl fmt::Debug for Counter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counter")
            .field("size", &self.size)
            .field("method", &self.method)
            .field("threads", &self.threads)
            .field("backend", &self.backend)
            .finish_non_exhaustive()
    }
}

impl<'a> Counter<'a> {
    /// A count of the plain board on all cores, by the method and the backend that are the fastest on
    /// this machine.
    ///
    /// ```
    /// use queens::Counter;
    ///
    /// assert_eq!(Counter::new(6).run()?.total, 4);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(size: u32) -> Self {
        Self {
            size,
            method: None,
            threads: None,
            backend: None,
            stop: StopFlag::new(),
            progress: &|_| (),
        }
    }

    /// Uses this method.
    ///
    /// ```
    /// use queens::{Counter, Method};
    ///
    /// let report = Counter::new(8).method(Method::Color).run()?;
    /// assert_eq!((report.method, report.total), (Method::Color, 92));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn method(mut self, method: Method) -> Self {
        self.method = Some(method);
        self
    }

    /// Uses so many threads.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::Counter;
    ///
    /// let plan = Counter::new(12).threads(NonZeroUsize::MIN).plan()?;
    /// assert_eq!(plan.threads.get(), 1);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Uses this backend and no other.
    ///
    /// ```
    /// use queens::{BackendId, Counter};
    ///
    /// let report = Counter::new(8).backend(BackendId::Portable).run()?;
    /// assert_eq!((report.backend, report.total), (BackendId::Portable, 92));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn backend(mut self, id: BackendId) -> Self {
        self.backend = Some(id);
        self
    }

    /// Ends with [`CountError::Stopped`] soon after the flag is raised.
    ///
    /// ```
    /// use queens::backend::StopFlag;
    /// use queens::{CountError, Counter};
    ///
    /// let stop = StopFlag::new();
    /// stop.raise();
    /// let stopped = Counter::new(20).stop(&stop).run();
    /// assert!(matches!(stopped, Err(CountError::Stopped { .. })));
    /// ```
    pub fn stop(mut self, stop: &StopFlag) -> Self {
        self.stop = stop.clone();
        self
    }

    /// The flag that stops the count.
    ///
    /// ```
    /// use queens::Counter;
    ///
    /// let counter = Counter::new(20);
    /// counter.stop_flag().raise();
    /// assert!(counter.run().is_err());
    /// ```
    pub fn stop_flag(&self) -> &StopFlag {
        &self.stop
    }

    /// Calls `progress` when the count begins and whenever a part of it is done, from the thread
    /// that did it.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    /// use queens::Counter;
    ///
    /// let calls = AtomicU32::new(0);
    /// let progress = |_| {
    ///     calls.fetch_add(1, Ordering::Relaxed);
    /// };
    /// Counter::new(12).progress(&progress).run()?;
    /// assert!(calls.into_inner() > 1);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn progress(mut self, progress: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.progress = progress;
        self
    }

    /// What the count would do, and the memory that it would take.
    ///
    /// # Errors
    ///
    /// A [`CountError`]: the size is too large, or the backend is not available.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::{Counter, Method};
    ///
    /// let plan = Counter::new(8).plan()?;
    /// assert_eq!(plan.method, Method::Search); // the faster one for small boards
    /// let plan = Counter::new(24).plan()?;
    /// assert!(plan.memory < 64_000_000 * plan.threads.get() as u64);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan(&self) -> Result<CountPlan, CountError> {
        let (method, backend, threads) = self.choose()?;
        let memory = match method {
            Method::Search => SEARCH_MEMORY,
            Method::Color => color::memory(self.size, backend),
        };
        let memory = memory * threads.get() as u64;
        Ok(CountPlan { size: self.size, method, backend, threads, memory })
    }

    /// The method, the kernel, which is available, and the threads.
    fn choose(&self) -> Result<(Method, BackendId, NonZeroUsize), CountError> {
        let threads = self.threads.unwrap_or_else(all_cores);
        let backend = match (self.backend, self.method) {
            (Some(id), _) => id,
            (None, Some(Method::Color)) => color::best_kernel(),
            (None, Some(Method::Search)) => backend::best().id(),
            (None, None) => match Method::faster(self.size, color::best_kernel()) {
                Method::Color => color::best_kernel(),
                Method::Search => backend::best().id(),
            },
        };
        if self.size > search::MAX_N {
            return Err(TooLarge { size: self.size }.into());
        }
        let method = self.method.unwrap_or_else(|| match color::kernel_is_available(backend) {
            Ok(()) => Method::faster(self.size, backend),
            Err(_) => Method::Search,
        });
        match method {
            Method::Search => drop(backend::open(backend)?),
            Method::Color => color::kernel_is_available(backend)?,
        }
        Ok((method, backend, threads))
    }

    /// Counts.
    ///
    /// # Errors
    ///
    /// A [`CountError`]: the size is too large, the backend is not available, or the count was stopped.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::Counter;
    ///
    /// let report = Counter::new(8).run()?;
    /// assert_eq!(report.total, 92);
    /// assert!(report.nodes > 0);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(self) -> Result<CountReport, CountError> {
        let size = self.size;
        let (method, id, threads) = self.choose()?;
        let backend = backend::open(id)?;
        let partition = match method {
            Method::Search => Partition::by_search(size, &*backend)?,
            Method::Color => Partition::by_color(size, id)?,
        };
        let tally = sum_up(&partition, &*backend, threads, &self.stop, self.progress);
        let Tally { solutions, nodes } = tally.map_err(|progress| {
            Broken::of(&*backend).map_or(CountError::Stopped { progress }, CountError::Broken)
        })?;
        let nodes = nodes + partition.nodes();
        Ok(CountReport { size, total: solutions, nodes, method, backend: id, threads })
    }
}

/// How many pieces a count is cut into, so that its threads end together.
fn pieces(size: u32, method: Method, threads: NonZeroUsize, on_card: bool) -> usize {
    match method {
        // A card wants many sub-problems at a time.
        Method::Search if on_card => 1 << 7,
        Method::Search => (1 << 10).max(threads.get() << 5),
        // Patterns share more in large pieces.
        Method::Color => threads.get() << if size < 20 { 4 } else { 6 },
    }
}

/// The work between two reports: some milliseconds, by either method.
const REPORT: f64 = 5e6;

/// Counts all units on all threads. The error says how far the count was when it was stopped.
fn sum_up(
    partition: &Partition,
    backend: &dyn Backend,
    threads: NonZeroUsize,
    stop: &StopFlag,
    report: &(dyn Fn(Progress) + Sync),
) -> Result<Tally, Progress> {
    let on_card = backend.device().is_some();
    let pieces = pieces(partition.size(), partition.method(), threads, on_card);
    let pieces = in_order(partition, partition.pieces(pieces), threads);
    let expected = partition.work(&(0..partition.len())) as u128 + 1;
    let progress = |done: f64| Progress { done: (done as u128).min(expected), expected };
    let shared = Mutex::new((Tally::ZERO, 0.0));
    let add = |tally: Tally, work: f64| {
        let mut shared = shared.lock().expect("no thread panics while it adds");
        shared.0 += tally;
        shared.1 += work;
        report(progress(shared.1));
    };
    report(progress(0.0));
    let end = for_each(pieces.len(), threads, || {
        let mut counter = partition.counter(backend);
        let (pieces, add) = (&pieces, &add);
        move |piece| -> Result<(), Stopped> {
            let mut unreported = 0.0;
            let tally = counter.count(pieces[piece].clone(), stop, &mut |work| {
                unreported += work;
                if unreported > REPORT {
                    add(Tally::ZERO, std::mem::take(&mut unreported));
                }
            })?;
            add(tally, unreported);
            Ok(())
        }
    });
    let (tally, done) = shared.into_inner().expect("no thread panics while it adds");
    match end {
        Ok(()) => {
            report(Progress { done: expected, expected });
            Ok(tally)
        }
        Err(Stopped) => Err(progress(done)),
    }
}

/// The order in which threads take the pieces: large and small ones mixed, so that the part done tells the
/// time left. Largest first, it was underestimated by a quarter at n = 19: large forecasts run high. The
/// smallest come at the end, in descending order, so that the threads finish together.
fn in_order(
    partition: &Partition,
    pieces: Vec<Range<u64>>,
    threads: NonZeroUsize,
) -> Vec<Range<u64>> {
    const LAST: usize = 8; // pieces of each thread
    let mut pieces: Vec<_> =
        pieces.into_iter().map(|piece| (partition.work(&piece) as u128, piece)).collect();
    pieces.sort_by_key(|(work, _)| Reverse(*work));
    let count = pieces.len().saturating_sub(LAST * threads.get());
    let mixed = mixed(count);
    let first = (0..count).map(|turn| pieces[mixed(turn)].1.clone());
    first.chain(pieces[count..].iter().map(|(_, piece)| piece.clone())).collect()
}

/// The bytes of a thread of the search method, at any size.
pub(crate) const SEARCH_MEMORY: u64 = 8 << 20;

/// What a count is going to do.
///
/// # Examples
///
/// ```
/// use queens::{Counter, Method};
///
/// let plan = Counter::new(20).method(Method::Color).plan()?;
/// assert_eq!(plan.method, Method::Color);
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountPlan {
    /// The size of the board.
    pub size: u32,
    /// The method.
    pub method: Method,
    /// The kernel.
    pub backend: BackendId,
    /// The threads.
    pub threads: NonZeroUsize,
    /// The memory that all threads together need, in bytes, at most about.
    pub memory: u64,
}

/// The outcome of a count.
///
/// ```
/// use queens::{BackendId, Counter};
///
/// let report = Counter::new(8).backend(BackendId::Scalar).run()?;
/// assert_eq!(report.total, 92);
/// assert!(report.nodes < 2057); // fewer than without symmetry
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountReport {
    /// The size of the board.
    pub size: u32,
    /// Q(n).
    pub total: u128,
    /// Partial placements visited, fewer than those of the whole tree where symmetry is used. Of the
    /// color method the placements on even rows that were tried.
    pub nodes: u128,
    /// The method.
    pub method: Method,
    /// The backend that counted.
    pub backend: BackendId,
    /// The threads that were to be used.
    pub threads: NonZeroUsize,
}

/// Why there is no count.
///
/// ```
/// let error = queens::count(100).unwrap_err();
/// assert_eq!(error.to_string(), "n = 100 is too large to count");
/// assert!(error.advice().contains("the record is n = 27"));
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum CountError {
    /// The size is beyond the method.
    TooLarge(TooLarge),
    /// The backend asked for is not available.
    Unavailable(Unavailable),
    /// The backend failed.
    Broken(Broken),
    /// The count was stopped.
    Stopped {
        /// How far it was.
        progress: Progress,
    },
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(error) => error.fmt(f),
            Self::Unavailable(error) => error.fmt(f),
            Self::Broken(error) => error.fmt(f),
            Self::Stopped { progress } => {
                write!(f, "the count was stopped after about {:.1} %", 100.0 * progress.fraction())
            }
        }
    }
}

impl std::error::Error for CountError {}

impl CountError {
    /// What to do about it.
    ///
    /// ```
    /// let error = queens::count(100).unwrap_err();
    /// assert_eq!(error.advice(), "the search method takes n up to 32; the record is n = 27");
    /// ```
    pub fn advice(&self) -> String {
        match self {
            Self::TooLarge(error) => error.advice(),
            Self::Unavailable(error) => error.advice(),
            Self::Broken(error) => error.advice(),
            Self::Stopped { .. } => "start it again; it begins from nothing".to_owned(),
        }
    }
}

impl From<TooLarge> for CountError {
    fn from(error: TooLarge) -> Self {
        Self::TooLarge(error)
    }
}

impl From<Unavailable> for CountError {
    fn from(error: Unavailable) -> Self {
        Self::Unavailable(error)
    }
}

/// The number of solutions that a half turn maps to themselves, those of a quarter turn included
/// (A032522), by the faster method on all cores: from n = 12 to 32 by color, else
/// [`search::half_turn`].
///
/// # Errors
///
/// [`backend::Stopped`] when `stop` was raised.
///
/// # Panics
///
/// Past [`search::SYMMETRIC_MAX_N`].
///
/// # Examples
///
/// ```
/// let size = 20;
/// let total = queens::count::half_turn(size, &Default::default())?;
/// assert_eq!(total, queens::search::half_turn(size, &Default::default())?);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn half_turn(size: u32, stop: &StopFlag) -> Result<u64, backend::Stopped> {
    let n = size;
    if !(HALF_TURN_BY_COLOR..=color::MAX_N).contains(&n) {
        return search::half_turn(size, stop);
    }
    color::half_turn::half_turn(n, all_cores(), stop)
}

/// From this size on the color method is faster.
const HALF_TURN_BY_COLOR: u32 = 12;

/// The solutions by symmetry: how many there are, and how many a turn maps to themselves.
///
/// # Examples
///
/// 92 = 11 * 8 + 1 * 4.
///
/// ```
/// use queens::{Multiplicity, SymmetryClasses};
///
/// let classes = SymmetryClasses::of(8, 92, &Default::default())?;
/// assert_eq!(classes.fundamental(), 12);
/// assert_eq!(classes.orbits(Multiplicity::Eight), 11);
/// assert_eq!(classes.orbits(Multiplicity::Four), 1);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymmetryClasses {
    /// The size of the board.
    pub size: u32,
    /// Q(n), A000170.
    pub total: u128,
    /// Solutions that a half turn maps to themselves, A032522.
    pub half_turn: u128,
    /// Solutions that a quarter turn maps to themselves, A033148.
    pub quarter_turn: u128,
}

impl SymmetryClasses {
    /// Counts the symmetric solutions of a board whose total is known. They are few, and the
    /// search for them is shallow.
    ///
    /// # Errors
    ///
    /// [`backend::Stopped`] when `stop` was raised.
    ///
    /// # Panics
    ///
    /// Past [`search::SYMMETRIC_MAX_N`]; and if the three numbers contradict each other, so that one of them
    /// must be wrong: for n > 1, total - `half_turn` is a multiple of 8, `half_turn` - `quarter_turn`
    /// of 4, and `quarter_turn` is 0 unless n mod 4 is 0 or 1, and then a multiple of 2^floor(n/4).
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::SymmetryClasses;
    ///
    /// let classes = SymmetryClasses::of(5, 10, &Default::default())?;
    /// assert_eq!((classes.half_turn, classes.quarter_turn), (2, 2));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(size: u32, total: u128, stop: &StopFlag) -> Result<Self, backend::Stopped> {
        let half_turn = u128::from(half_turn(size, stop)?);
        let quarter_turn = u128::from(search::quarter_turn(size, stop)?);
        let classes = Self { size, total, half_turn, quarter_turn };
        let n = size;
        let consistent = n < 2
            || (total >= half_turn
                && half_turn >= quarter_turn
                && (total - half_turn).is_multiple_of(8)
                && (half_turn - quarter_turn).is_multiple_of(4)
                && if n % 4 < 2 {
                    quarter_turn.is_multiple_of(1 << (n / 4))
                } else {
                    quarter_turn == 0
                });
        assert!(consistent, "the counts by symmetry contradict each other: {classes:?}");
        Ok(classes)
    }

    /// The number of orbits of this size.
    ///
    /// ```
    /// use queens::{Multiplicity, SymmetryClasses};
    ///
    /// // 10 = 1 * 8 + 1 * 2.
    /// let classes = SymmetryClasses::of(5, 10, &Default::default())?;
    /// assert_eq!(Multiplicity::ALL.map(|multiplicity| classes.orbits(multiplicity)), [0, 1, 0, 1]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn orbits(&self, multiplicity: Multiplicity) -> u128 {
        if self.size < 2 {
            // One board, which every symmetry maps to itself.
            return if multiplicity == Multiplicity::One { self.total } else { 0 };
        }
        match multiplicity {
            Multiplicity::One => 0,
            Multiplicity::Two => self.quarter_turn / 2,
            Multiplicity::Four => (self.half_turn - self.quarter_turn) / 4,
            Multiplicity::Eight => (self.total - self.half_turn) / 8,
        }
    }

    /// The fundamental solutions, A002562: all orbits. For n > 1 that is
    /// (total + `half_turn` + 2 `quarter_turn`) / 8.
    ///
    /// ```
    /// use queens::SymmetryClasses;
    ///
    /// // The four solutions for n = 6 are images of one.
    /// let classes = SymmetryClasses::of(6, 4, &Default::default())?;
    /// assert_eq!(classes.fundamental(), 1);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn fundamental(&self) -> u128 {
        Multiplicity::ALL.into_iter().map(|multiplicity| self.orbits(multiplicity)).sum()
    }
}
