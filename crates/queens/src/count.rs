//! How many solutions there are.

pub mod color;
pub(crate) mod method;
pub(crate) mod partition;
pub(crate) mod quarter_turn;
pub mod search;
pub(crate) mod tally;

use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::ops::Range;

use crate::board::symmetry::Multiplicity;
use crate::count::color::Patterns;
pub use crate::count::color::half_turn::{HALF_TURN_MAX_N, half_turn};
use crate::count::method::{Kernel, Method};
use crate::count::partition::{Partition, SEARCH_MEMORY};
pub use crate::count::quarter_turn::{QUARTER_TURN_MAX_N, quarter_turn};
use crate::count::tally::Tally;
use crate::error::{Error, ErrorKind};
use crate::parallel::{Options, Watch, for_each, mixed};
use crate::tuning::REPORT;

/// Counts the solutions of the plain n by n board: Q(n), A000170.
///
/// On all cores, by the method and the kernel that are the fastest on this machine; [`Counter`] has
/// the choices. The time grows about six-fold with each n.
///
/// # Errors
///
/// [`ErrorKind::TooLarge`] past [`search::MAX_N`].
///
/// # Examples
///
/// ```
/// assert_eq!(queens::count(8)?, 92);
/// assert_eq!(queens::count(0)?, 1);
/// # Ok::<_, queens::Error>(())
/// ```
pub fn count(n: u32) -> Result<u128, Error> {
    Counter::new(n).run().map(|report| report.total)
}

/// Counts the solutions of the plain n by n board by symmetry: all, fundamental ones, the sizes of their
/// orbits.
///
/// # Errors
///
/// [`ErrorKind::TooLarge`] past [`search::MAX_N`].
pub fn symmetry(n: u32) -> Result<SymmetryClasses, Error> {
    SymmetryClasses::of(n, count(n)?, &Options::new())
}

/// A count with its choices: method, kernel, and the [`Options`] of all work.
///
/// # Examples
///
/// ```
/// use queens::{Counter, Kernel, Method};
///
/// let report = Counter::new(10).method(Method::Search).kernel(Kernel::Scalar).run()?;
/// assert_eq!(report.total, 724);
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counter<'a> {
    n: u32,
    method: Option<Method>,
    kernel: Option<Kernel>,
    options: Options<'a>,
}

impl<'a> Counter<'a> {
    /// A count of the plain board on all cores, by the method and the kernel that are the fastest on
    /// this machine.
    pub fn new(n: u32) -> Self {
        Self { n, method: None, kernel: None, options: Options::new() }
    }

    /// Uses this method; if it is none, the faster one.
    pub fn method(mut self, method: impl Into<Option<Method>>) -> Self {
        self.method = method.into();
        self
    }

    /// Uses this kernel and no other; if it is none, the fastest one.
    pub fn kernel(mut self, kernel: impl Into<Option<Kernel>>) -> Self {
        self.kernel = kernel.into();
        self
    }

    /// Counts on these threads, until stopped, watched.
    pub fn options(mut self, options: &Options<'a>) -> Self {
        self.options = options.clone();
        self
    }

    /// What the count would do, and the memory that it would take.
    ///
    /// # Errors
    ///
    /// If the size is too large, or the kernel is not available.
    pub fn plan(&self) -> Result<CountPlan, Error> {
        let (method, kernel, threads) = self.choose()?;
        let memory = match method {
            Method::Color if self.n >= 2 => Patterns::new(self.n).memory(),
            _ => SEARCH_MEMORY,
        };
        let memory = memory * threads.get() as u64;
        Ok(CountPlan { n: self.n, method, kernel, threads, memory })
    }

    fn choose(&self) -> Result<(Method, Kernel, NonZeroUsize), Error> {
        if self.n > search::MAX_N {
            return Err(search::too_large(self.n));
        }
        let given = self.kernel.unwrap_or_else(|| Kernel::fastest(Method::Color));
        let method = self.method.unwrap_or_else(|| Method::faster(self.n, given));
        let kernel = self.kernel.unwrap_or_else(|| Kernel::fastest(method));
        kernel.check(method)?;
        Ok((method, kernel, self.options.thread_count()))
    }

    /// Counts.
    ///
    /// # Errors
    ///
    /// If the size is too large, if the kernel is not available, or if the count was stopped.
    pub fn run(&self) -> Result<CountReport, Error> {
        let n = self.n;
        let (method, kernel, threads) = self.choose()?;
        let partition = Partition::new(n, method)?;
        let tally = sum_up(&partition, kernel, threads, &self.options)?;
        let nodes = tally.nodes + partition.nodes();
        Ok(CountReport { n, total: tally.solutions, nodes, method, kernel, threads })
    }
}

pub(crate) fn sum_up(
    partition: &Partition,
    kernel: Kernel,
    threads: NonZeroUsize,
    options: &Options<'_>,
) -> Result<Tally, Error> {
    let pieces = in_order(partition, partition.pieces_for(threads), threads);
    let watch = Watch::new(options, 0.0, partition.work(&(0..partition.len())) + 1.0);
    let worker = || {
        let mut counter = partition.counter(kernel);
        let (pieces, watch) = (&pieces, &watch);
        move |piece: usize| -> Result<Tally, Error> {
            let mut unreported = 0.0;
            let counter = counter.as_mut().map_err(|error| error.clone())?;
            let tally = counter.count(pieces[piece].clone(), &options.stop, &mut |work| {
                unreported += work;
                if unreported > REPORT {
                    watch.add(std::mem::take(&mut unreported));
                }
            })?;
            watch.add(unreported);
            Ok(tally)
        }
    };
    let mut tally = Tally::ZERO;
    let end = for_each(pieces.len(), threads, worker, |part| {
        tally += part;
        Ok(())
    });
    end.map_err(|error: Error| {
        if !error.is_stopped() {
            return error;
        }
        let part = 100.0 * watch.progress().fraction();
        let message = format!("the count was stopped after about {part:.1} %");
        Error::new(ErrorKind::Stopped, message, error.advice())
    })?;
    // Forecasts err.
    watch.add(f64::INFINITY);
    Ok(tally)
}

/// The order in which threads take the pieces: large and small ones mixed, so that the part done tells the
/// time left. Largest first, it was underestimated by a quarter at n = 19: large forecasts run high. The
/// smallest come at the end, in descending order, so that the threads finish together.
fn in_order(
    partition: &Partition,
    mut pieces: Vec<Range<u64>>,
    threads: NonZeroUsize,
) -> Vec<Range<u64>> {
    const LAST: usize = 8; // pieces of each thread
    pieces.sort_by_cached_key(|piece| Reverse(partition.work(piece) as u128));
    let count = pieces.len().saturating_sub(LAST * threads.get());
    let order = (0..count).map(mixed(count)).chain(count..pieces.len());
    order.map(|place| pieces[place].clone()).collect()
}

/// What a count is going to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountPlan {
    /// The size of the board.
    pub n: u32,
    /// The method.
    pub method: Method,
    /// The kernel.
    pub kernel: Kernel,
    /// The threads.
    pub threads: NonZeroUsize,
    /// An upper estimate of the memory that all threads need together, in bytes.
    pub memory: u64,
}

/// The outcome of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountReport {
    /// The size of the board.
    pub n: u32,
    /// Q(n).
    pub total: u128,
    /// Partial placements visited, fewer than those of the whole tree where symmetry is used. Of the
    /// color method the placements on even rows that were tried.
    pub nodes: u128,
    /// The method.
    pub method: Method,
    /// The kernel that counted.
    pub kernel: Kernel,
    /// The threads that were to be used.
    pub threads: NonZeroUsize,
}

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
    pub n: u32,
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
    /// [`ErrorKind::TooLarge`] past [`HALF_TURN_MAX_N`]; [`ErrorKind::Stopped`];
    /// [`ErrorKind::Contradiction`] if the three numbers contradict each other by their
    /// [`identities`](Self::identities), so that one of them must be wrong.
    pub fn of(n: u32, total: u128, options: &Options<'_>) -> Result<Self, Error> {
        let half_turn = half_turn(n, options)?;
        let quarter_turn = quarter_turn(n, options)?;
        let classes = Self { n, total, half_turn, quarter_turn };
        if n < 2 || classes.identities().iter().all(|(_, holds)| *holds) {
            return Ok(classes);
        }
        Err(Error::new(
            ErrorKind::Contradiction,
            format!(
                "Q({n}) = {total} contradicts the {half_turn} solutions with a half turn and the \
                 {quarter_turn} with a quarter turn"
            ),
            "one of the three is wrong: count again, on another machine or by the other method",
        ))
    }

    /// What must hold between the three numbers for n > 1, as certificates of runs state it, and whether it does:
    /// total - `half_turn` is a multiple of 8, `half_turn` - `quarter_turn` of 4, and `quarter_turn` is 0 unless n
    /// mod 4 is 0 or 1, and then a multiple of 2^floor(n/4).
    pub fn identities(&self) -> [(String, bool); 3] {
        let Self { n, total, half_turn, quarter_turn } = *self;
        let multiple = |name: &str, value: Option<u128>, of: u128| {
            let holds = value.is_some_and(|value| value.is_multiple_of(of));
            (format!("{name} is a multiple of {of}"), holds)
        };
        let power = format!("quarter_turn is a multiple of 2^{}", n / 4);
        [
            multiple("total - half_turn", total.checked_sub(half_turn), 8),
            multiple("half_turn - quarter_turn", half_turn.checked_sub(quarter_turn), 4),
            match n % 4 {
                0 | 1 => (power, quarter_turn.trailing_zeros() >= n / 4),
                _ => ("quarter_turn = 0".to_owned(), quarter_turn == 0),
            },
        ]
    }

    /// The number of orbits of this size. If the three numbers contradict each other, it means nothing.
    pub fn orbits(&self, multiplicity: Multiplicity) -> u128 {
        if self.n < 2 {
            // One board, which every symmetry maps to itself.
            return if multiplicity == Multiplicity::One { self.total } else { 0 };
        }
        match multiplicity {
            Multiplicity::One => 0,
            Multiplicity::Two => self.quarter_turn / 2,
            Multiplicity::Four => self.half_turn.saturating_sub(self.quarter_turn) / 4,
            Multiplicity::Eight => self.total.saturating_sub(self.half_turn) / 8,
        }
    }

    /// The fundamental solutions, A002562: all orbits. For n > 1 that is
    /// (total + `half_turn` + 2 `quarter_turn`) / 8.
    pub fn fundamental(&self) -> u128 {
        Multiplicity::ALL.into_iter().map(|multiplicity| self.orbits(multiplicity)).sum()
    }
}
