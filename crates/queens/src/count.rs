//! How many solutions there are.

use std::fmt;
use std::num::NonZeroUsize;
use std::thread;

use crate::backend::{self, BackendId, StopFlag, Unavailable};
use crate::board::BoardSize;
use crate::engine::{self, Progress};
use crate::search::{self, TooLarge};
use crate::symmetry::Multiplicity;

/// Counts the solutions of the plain n by n board: Q(n), A000170.
///
/// On all cores, with the best backend of this machine; [`Counter`] has the choices. The time
/// grows about eight-fold with each n.
///
/// # Errors
///
/// [`CountError::TooLarge`] past [`search::MAX_N`].
///
/// # Examples
///
/// ```
/// use queens::BoardSize;
///
/// assert_eq!(queens::count(BoardSize::new(8)?)?, 92);
/// assert_eq!(queens::count(BoardSize::new(0)?)?, 1);
/// # Ok::<_, queens::Error>(())
/// ```
pub fn count(size: BoardSize) -> Result<u128, CountError> {
    Counter::new(size).run().map(|report| report.total)
}

/// A count with its choices: threads, backend, a way to stop it and a way to watch it.
///
/// # Examples
///
/// ```
/// use std::num::NonZeroUsize;
/// use queens::{BackendId, BoardSize, Counter};
///
/// let report = Counter::new(BoardSize::new(10)?)
///     .threads(NonZeroUsize::MIN)
///     .backend(BackendId::Scalar)
///     .run()?;
/// assert_eq!(report.total, 724);
/// # Ok::<_, queens::Error>(())
/// ```
pub struct Counter<'a> {
    size: BoardSize,
    threads: Option<NonZeroUsize>,
    backend: Option<BackendId>,
    stop: StopFlag,
    progress: &'a (dyn Fn(Progress) + Sync),
}

impl fmt::Debug for Counter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counter")
            .field("size", &self.size)
            .field("threads", &self.threads)
            .field("backend", &self.backend)
            .finish_non_exhaustive()
    }
}

impl<'a> Counter<'a> {
    /// A count of the plain board on all cores, with the best backend of this machine.
    pub fn new(size: BoardSize) -> Self {
        Self { size, threads: None, backend: None, stop: StopFlag::new(), progress: &|_| () }
    }

    /// Uses so many threads.
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Uses this backend and no other.
    pub fn backend(mut self, id: BackendId) -> Self {
        self.backend = Some(id);
        self
    }

    /// Ends with [`CountError::Stopped`] soon after the flag is raised.
    pub fn stop(mut self, stop: &StopFlag) -> Self {
        self.stop = stop.clone();
        self
    }

    /// Calls `progress` when the count begins and whenever a part of it is done, from the thread
    /// that did it.
    pub fn progress(mut self, progress: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.progress = progress;
        self
    }

    /// Counts.
    ///
    /// # Errors
    ///
    /// A [`CountError`]: the size is too large, the backend is not available, or the count was
    /// stopped.
    pub fn run(self) -> Result<CountReport, CountError> {
        let backend = self.backend.map_or_else(|| Ok(backend::best()), backend::open)?;
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let threads = self.threads.unwrap_or_else(cores);
        let sum = engine::run(self.size, backend.as_ref(), threads, &self.stop, self.progress)?
            .map_err(|progress| CountError::Stopped { progress })?;
        Ok(CountReport {
            size: self.size,
            total: sum.total,
            nodes: sum.nodes,
            backend: backend.id(),
            threads,
        })
    }
}

/// The outcome of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountReport {
    /// The size of the board.
    pub size: BoardSize,
    /// Q(n).
    pub total: u128,
    /// Partial placements visited, fewer than those of the whole tree where symmetry is used.
    pub nodes: u128,
    /// The backend that counted.
    pub backend: BackendId,
    /// The threads that were to be used.
    pub threads: NonZeroUsize,
}

/// Why there is no count.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum CountError {
    /// The size is beyond the method.
    TooLarge(TooLarge),
    /// The backend asked for is not available.
    Unavailable(Unavailable),
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
            Self::Stopped { progress } => {
                write!(f, "the count was stopped after about {:.1} %", 100.0 * progress.fraction())
            }
        }
    }
}

impl std::error::Error for CountError {}

impl CountError {
    /// What to do about it.
    pub fn advice(&self) -> String {
        match self {
            Self::TooLarge(error) => error.advice(),
            Self::Unavailable(error) => error.advice(),
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

/// The solutions by symmetry: how many there are, and how many a turn maps to themselves.
///
/// # Examples
///
/// 92 = 11 * 8 + 1 * 4.
///
/// ```
/// use queens::{BoardSize, Multiplicity, SymmetryClasses};
///
/// let classes = SymmetryClasses::of(BoardSize::new(8)?, 92, &Default::default())?;
/// assert_eq!(classes.fundamental(), 12);
/// assert_eq!(classes.orbits(Multiplicity::Eight), 11);
/// assert_eq!(classes.orbits(Multiplicity::Four), 1);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymmetryClasses {
    /// The size of the board.
    pub size: BoardSize,
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
    /// Past [`search::MAX_N`]; and if the three numbers contradict each other, so that one of them
    /// must be wrong: for n > 1, total - `half_turn` is a multiple of 8, `half_turn` - `quarter_turn`
    /// of 4, and `quarter_turn` is 0 unless n mod 4 is 0 or 1, and then a multiple of 2^floor(n/4).
    pub fn of(size: BoardSize, total: u128, stop: &StopFlag) -> Result<Self, backend::Stopped> {
        let half_turn = u128::from(search::half_turn(size, stop)?);
        let quarter_turn = u128::from(search::quarter_turn(size, stop)?);
        let classes = Self { size, total, half_turn, quarter_turn };
        let n = size.get();
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
    pub fn orbits(&self, multiplicity: Multiplicity) -> u128 {
        if self.size.get() < 2 {
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
    pub fn fundamental(&self) -> u128 {
        Multiplicity::ALL.into_iter().map(|multiplicity| self.orbits(multiplicity)).sum()
    }
}
