//! Partly filled boards: one completion, all of them, their number, or the proof that there is none.
//!
//! Completing a board is NP-complete, and counting its completions #P-complete (Gent, Jefferson and
//! Nightingale, JAIR 59, 2017): every known method takes very long on some boards. This one is an exact
//! search. A position has the open squares of every row and of every column; a line with only one
//! gets its queen at once, a line without any ends the branch, and otherwise the line with the fewest is
//! tried first.
//!
//! Placements of fewer queens than lines can be counted as well.

use crate::board::placement::Placement;
use crate::board::problem::Problem;
use crate::count::method::Kernel;
use crate::count::search;
use crate::error::Error;
use crate::list::solutions;
use crate::parallel::{Options, Stopped, for_each_part};
use crate::sets::Word;
pub use crate::solve::list::Completions;
use crate::solve::list::PLAIN_MAX_N;
pub use crate::solve::partial::PartialCount;
use crate::solve::position::Complete;
use crate::solve::regions::RegionBoard;
use crate::solve::search::{Interrupt, Search};
use crate::solve::table::Table;
use crate::solve::{partial, torus};

/// The largest n that can be completed: a row of the board is a word of 128 bits.
pub const MAX_N: u32 = 128;

/// Evaluates an expression in which `$k` is a constant: the number of words of 64 bits in a [`Cells`](crate::board::Cells)
/// that holds all squares of an n by n board with regions, for n up to 32.
#[macro_export]
macro_rules! with_cells {
    ($n:expr, $k:ident, $result:expr) => {
        match $n {
            0..=8 => {
                const $k: usize = 1;
                $result
            }
            9..=11 => {
                const $k: usize = 2;
                $result
            }
            12..=16 => {
                const $k: usize = 4;
                $result
            }
            _ => {
                const $k: usize = 16;
                $result
            }
        }
    };
}

/// Evaluates an expression in which `$position` is the kind of position that suits the problem, with the narrowest
/// words that hold a row.
macro_rules! with_position {
    ($completer:expr, $position:ident, $result:expr) => {
        match ($completer.problem.regions(), $completer.problem.n()) {
            (Some(_), n) => with_cells!(n, K, {
                type $position = RegionBoard<K>;
                $result
            }),
            (None, 0..=32) => {
                type $position = Table<u32>;
                $result
            }
            (None, 33..=64) => {
                type $position = Table<u64>;
                $result
            }
            _ => {
                type $position = Table<u128>;
                $result
            }
        }
    };
}

pub mod count;

impl Problem {
    /// A solution, or `None` if there is provably none.
    ///
    /// The same problem always has the same answer. [`Completer`] has options.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`].
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::Problem;
    ///
    /// let corner: Problem = "8: a1".parse()?;
    /// let placement = corner.solve()?.expect("four solutions have a queen on a1");
    /// assert_eq!(placement.columns()[0], 0);
    /// let center: Problem = "6: c3".parse()?;
    /// assert_eq!(center.solve()?, None); // proved, not given up
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn solve(&self) -> Result<Option<Placement>, Error> {
        Completer::new(self).find().map(|completion| completion.placement)
    }

    /// The number of solutions, on all cores. [`Completer`] has options.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`].
    pub fn count(&self) -> Result<u128, Error> {
        Completer::new(self).count().map(|count| count.total)
    }

    /// Whether there is exactly one solution; if there are several, two of them.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`].
    ///
    /// ```
    /// use queens::{Problem, Uniqueness};
    ///
    /// let Uniqueness::Several([first, second]) = Problem::new(4).uniqueness()? else { panic!() };
    /// assert_ne!(first, second);
    /// let one: Problem = "4: b1".parse()?;
    /// assert_eq!(one.uniqueness()?, Uniqueness::One("2 4 1 3".parse()?));
    /// assert_eq!(Problem::new(3).uniqueness()?, Uniqueness::None);
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn uniqueness(&self) -> Result<Uniqueness, Error> {
        let two = Completer::new(self).find_up_to(2, None)?.unwrap_or_default();
        let mut two = two.into_iter();
        Ok(match (two.next(), two.next()) {
            (Some(first), Some(second)) => Uniqueness::Several([first, second]),
            (Some(only), None) => Uniqueness::One(only),
            _ => Uniqueness::None,
        })
    }

    /// The solutions in lexicographic order, each found when you ask for it. [`Completer`] has options.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`].
    ///
    /// ```
    /// use queens::Problem;
    ///
    /// for placement in "8: a1 b5".parse::<Problem>()?.solutions()? {
    ///     println!("{placement}");
    /// }
    /// # Ok::<_, queens::Error>(())
    /// ```
    #[allow(clippy::missing_panics_doc, reason = "only being stopped is an error of an item")]
    pub fn solutions(&self) -> Result<impl Iterator<Item = Placement> + Send + use<>, Error> {
        let list = Completer::new(self).list()?;
        Ok(list.map(|placement| placement.expect("nothing stops it")))
    }
}

/// Completes a board: one completion, all of them or their number, with the [`Options`] of all work.
/// [`Problem::solve`], [`Problem::count`] and [`Problem::solutions`] are shorter.
///
/// ```
/// use queens::{Completer, Problem};
///
/// let problem = Problem::new(8)
///     .with_queen("a1".parse()?)?
///     .with_blocked("e2".parse()?)?
///     .with_excluded_diag("d1".parse()?)?;
/// let completer = Completer::new(&problem);
/// assert_eq!(completer.count()?.total, 2);
/// for (placement, expected) in completer.list()?.zip(["1 6 8 3 7 4 2 5", "1 7 5 8 2 4 6 3"]) {
///     assert_eq!(placement?.to_string(), expected); // being stopped is an error, not an end
/// }
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Completer<'a> {
    problem: &'a Problem,
    kernel: Option<Kernel>,
    options: Options<'a>,
}

impl<'a> Completer<'a> {
    /// A completer of this problem, on all cores.
    pub fn new(problem: &'a Problem) -> Self {
        Self { problem, kernel: None, options: Options::new() }
    }

    /// Counts with this kernel and no other, where vectors count.
    pub fn kernel(mut self, kernel: impl Into<Option<Kernel>>) -> Self {
        self.kernel = kernel.into();
        self
    }

    /// Works on these threads, until stopped, watched. Threads and progress are those of counts: one completion
    /// and a list take one thread, so that the answer and its order do not depend on chance. Parts of a count
    /// differ in size, but large and small ones alternate, so the fraction of parts done is about the fraction
    /// of work done.
    pub fn options(mut self, options: &Options<'a>) -> Self {
        self.options = options.clone();
        self
    }

    /// Finds a completion, or proves that there is none.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`], [`ErrorKind::Stopped`](crate::ErrorKind::Stopped).
    pub fn find(&self) -> Result<Completion, Error> {
        self.check()?;
        let linear = torus::linear(self.problem);
        if linear.is_some() || torus::is_hopeless(self.problem) {
            return Ok(Completion { placement: linear, nodes: 0, restarts: 0 });
        }
        with_position!(self, P, {
            let mut search = self.search::<P>();
            let placement = search.solution().map_err(|_| self.stopped())?;
            Ok(Completion { placement, nodes: search.nodes, restarts: search.restarts })
        })
    }

    /// Counts the placements of k queens, including the fixed ones, for every k up to n; and those to which no
    /// queen can be added.
    ///
    /// On the plain empty board the placements of k queens are row n of the triangle A348129, and the
    /// maximal ones of all k add up to A146303. With n queens every placement is a solution and maximal.
    /// Takes time in proportion to the number of all placements: 7.5 million at n = 10, 633 million at
    /// n = 12.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`], [`ErrorKind::Stopped`](crate::ErrorKind::Stopped).
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::{Completer, Problem};
    ///
    /// let four = Problem::new(4);
    /// let counts = Completer::new(&four).count_partial()?;
    /// let placements: Vec<u128> = counts.iter().map(|count| count.placements).collect();
    /// assert_eq!(placements, [1, 16, 44, 24, 2]); // A348129
    /// assert_eq!(counts.iter().map(|count| count.maximal).sum::<u128>(), 18); // A146303
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn count_partial(&self) -> Result<Vec<PartialCount>, Error> {
        self.check()?;
        match self.problem.n() {
            0..=16 => self.partial_in::<u16, 16>(),
            17..=32 => self.partial_in::<u32, 32>(),
            33..=64 => self.partial_in::<u64, 64>(),
            _ => self.partial_in::<u128, 128>(),
        }
    }

    /// Lists the completions in lexicographic order, each found when you ask for it.
    ///
    /// Takes O(n²) memory. While many rows are open, [`Completer::find`]'s search proves that they can be
    /// filled before any solution is looked for in order.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`].
    pub fn list(&self) -> Result<Completions, Error> {
        self.check()?;
        let (problem, stop) = (self.problem, &self.options.stop);
        if problem.is_plain() && problem.n() <= PLAIN_MAX_N {
            return Ok(Completions::plain(solutions(problem.n())?, stop));
        }
        with_position!(self, P, Ok(Completions::new::<P>(problem, stop)))
    }

    /// Finds up to `limit` solutions, in no order; `None` if `max_nodes` nodes were not enough.
    ///
    /// It is the way to count to a limit, and to try problems of which some may take too long.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`], [`ErrorKind::Stopped`](crate::ErrorKind::Stopped).
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::{Completer, Problem};
    ///
    /// let eight = Problem::new(8);
    /// let some = Completer::new(&eight).find_up_to(10, None)?.expect("nodes have no limit");
    /// assert_eq!(some.len(), 10);
    /// assert!(some.iter().all(|placement| eight.admits(placement)));
    /// assert_eq!(Completer::new(&eight).find_up_to(10, Some(3))?, None);
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn find_up_to(
        &self,
        limit: usize,
        max_nodes: Option<u64>,
    ) -> Result<Option<Vec<Placement>>, Error> {
        self.check()?;
        if torus::is_hopeless(self.problem) {
            return Ok(Some(Vec::new()));
        }
        match with_position!(
            self,
            P,
            self.search::<P>().find_up_to(limit, max_nodes.unwrap_or(u64::MAX))
        ) {
            Ok(some) => Ok(Some(some)),
            Err(Interrupt::Spent) => Ok(None),
            Err(Interrupt::Stopped) => Err(self.stopped()),
        }
    }

    /// Whether the size can be completed: every other method begins with this.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`].
    pub fn check(&self) -> Result<(), Error> {
        let n = self.problem.n();
        if n <= MAX_N {
            return Ok(());
        }
        let advice = format!("boards are completed for n up to {MAX_N}");
        Err(Error::too_large(n, "complete", advice))
    }

    fn stopped(&self) -> Error {
        let n = self.problem.n();
        Error::stopped(format!("the completion of the {n} x {n} board was stopped"))
    }

    fn partial_in<W: Word, const N: usize>(&self) -> Result<Vec<PartialCount>, Error> {
        let symmetries = search::symmetries(self.problem);
        let counter = partial::Counter::<W, N>::new(self.problem, &symmetries, &self.options.stop);
        let fixed = self.problem.queens().count() as u32;
        let zero = |queens| PartialCount { queens, placements: 0, maximal: 0 };
        let mut sums: Vec<PartialCount> = (fixed..=self.problem.n()).map(zero).collect();
        let worker = || {
            let mut counter = counter.clone();
            move |part: &partial::Part| Ok((part.weight, counter.count(part)?))
        };
        let add = |(weight, counts): (u32, Vec<(u64, u64)>)| {
            for (sum, (placements, maximal)) in sums.iter_mut().zip(counts) {
                sum.placements += u128::from(placements) * u128::from(weight);
                sum.maximal += u128::from(maximal) * u128::from(weight);
            }
        };
        for_each_part(&counter.split(PARTS), &self.options, worker, add)
            .map_err(|_: Stopped| self.stopped())?;
        Ok(sums)
    }

    fn search<P: Complete>(&self) -> Search<P> {
        Search::new(P::new(self.problem), &[&self.options.stop])
    }
}

/// Parts that a count is split into, at least: enough for many cores to end at about the same time, although
/// the parts differ in size.
const PARTS: usize = 1 << 10;

/// Whether a board can be completed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// A completion; `None` if there is provably none.
    pub placement: Option<Placement>,
    /// Queens that were placed by choice.
    pub nodes: u64,
    /// Searches that were given up and started again.
    pub restarts: u64,
}

/// Whether a board has exactly one solution: what [`Problem::uniqueness`] finds out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Uniqueness {
    /// There is no solution.
    None,
    /// This is the only one.
    One(Placement),
    /// There are more, among them these.
    Several([Placement; 2]),
}

impl Uniqueness {
    /// The solutions that were found: none, the only one, or two of several.
    pub fn solutions(&self) -> &[Placement] {
        match self {
            Self::None => &[],
            Self::One(only) => std::slice::from_ref(only),
            Self::Several(two) => two,
        }
    }
}
