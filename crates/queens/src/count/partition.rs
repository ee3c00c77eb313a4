//! A count in numbered units: what every driver of a count works on.
//!
//! A [`Partition`] lists the units of a count in an order that the size and the method determine. It
//! forecasts their work, cuts them into pieces, and counts them; over all units the solutions add up to
//! Q(n). A count in one process, a run on many machines, the workers of a web page and a verification
//! differ only in who counts which units when.
//!
//! What a unit means depends on the method, and a stranger can count it again:
//!
//! - **Color.** A *row pattern*: the rows that hold white queens. A solution has eight images under the
//!   symmetries of the board; it belongs to the least of their patterns ([`WhiteRows`] has the order).
//! - **Search.** A *sub-problem*: some queens around the centre, the squares that are left, and how many solutions each one
//!   found stands for ([`search`](crate::engine::search)).

use std::num::NonZeroUsize;
use std::ops::Range;

use crate::count::color::{PatternCounter, Patterns, WhiteRows};
use crate::count::method::{Kernel, Method};
use crate::count::search::{self, Units};
use crate::count::tally::Tally;
use crate::error::Error;
use crate::parallel::StopFlag;
use crate::tuning::{pieces_by_color, pieces_of_search};

/// The units of a count.
///
/// # Examples
///
/// ```
/// use queens::engine::Partition;
/// use queens::{Kernel, Method, Tally};
///
/// let partition = Partition::new(8, Method::Color)?;
/// let mut counter = partition.counter(Kernel::fastest(Method::Color))?;
/// let mut sum = Tally::ZERO;
/// for units in partition.pieces(10) {
///     sum += counter.count(units, &Default::default(), &mut |_| ())?;
/// }
/// assert_eq!(sum.solutions, 92);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Partition {
    n: u32,
    units: Kind,
}

#[derive(Debug)]
enum Kind {
    Search(Units),
    Color(Box<Patterns>),
}

/// The bytes of a thread of the search method, at any size.
pub(crate) const SEARCH_MEMORY: u64 = 8 << 20;

impl Partition {
    /// The units of this method.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`search::MAX_N`].
    pub fn new(n: u32, method: Method) -> Result<Self, Error> {
        if n > search::MAX_N {
            return Err(search::too_large(n));
        }
        let units = match method {
            // Below 2 there are no black squares.
            Method::Color if n >= 2 => Kind::Color(Box::new(Patterns::new(n))),
            _ => Kind::Search(Units::new(n)?),
        };
        Ok(Self { n, units })
    }

    /// The patterns of a board that may have closed squares.
    pub(crate) fn of_patterns(patterns: Patterns) -> Self {
        Self { n: patterns.n(), units: Kind::Color(Box::new(patterns)) }
    }

    /// The size of the board.
    pub const fn n(&self) -> u32 {
        self.n
    }

    /// The method that counts the units.
    pub const fn method(&self) -> Method {
        match self.units {
            Kind::Search(_) => Method::Search,
            Kind::Color(_) => Method::Color,
        }
    }

    /// The number of units. They are numbered from 0.
    #[expect(clippy::len_without_is_empty, reason = "a count has units")]
    pub fn len(&self) -> u64 {
        match &self.units {
            Kind::Search(units) => units.len(),
            Kind::Color(patterns) => patterns.len(),
        }
    }

    /// The nodes that led to the units, to be added to those of the count.
    pub(crate) fn nodes(&self) -> u128 {
        match &self.units {
            Kind::Search(units) => units.nodes,
            Kind::Color(_) => 0,
        }
    }

    /// The work forecast for these units, the same on every machine: nodes of the scalar kernel for the
    /// search method, by random probes with fixed seeds; nanoseconds of some machine for the color method.
    /// Right in the mean over many units, not for each.
    ///
    /// # Panics
    ///
    /// If there are no such units.
    pub fn work(&self, units: &Range<u64>) -> f64 {
        assert!(units.end <= self.len(), "there are {} units, not {units:?}", self.len());
        match &self.units {
            Kind::Search(of_search) => of_search.work(units),
            Kind::Color(patterns) => patterns.work(units),
        }
    }

    /// An upper estimate of the memory that a thread needs to count units, in bytes.
    pub fn memory(&self) -> u64 {
        match &self.units {
            Kind::Search(_) => SEARCH_MEMORY,
            Kind::Color(patterns) => patterns.memory(),
        }
    }

    /// All units, cut into at most `pieces` ranges of about the same work. Units that share much of
    /// their work stay together, so there may be fewer.
    pub fn pieces(&self, pieces: usize) -> Vec<Range<u64>> {
        let each = self.work(&(0..self.len())) / pieces.max(1) as f64;
        match &self.units {
            Kind::Search(units) => self.cut(pieces, each, 1..=units.len()),
            Kind::Color(patterns) => self.cut(pieces, each, patterns.ends(each)),
        }
    }

    /// The pieces of a count on so many threads, so that these end together.
    pub fn pieces_for(&self, threads: NonZeroUsize) -> Vec<Range<u64>> {
        self.pieces(match self.units {
            Kind::Search(_) => pieces_of_search(threads),
            Kind::Color(_) => pieces_by_color(self.n, threads),
        })
    }

    /// At most `most` ranges of this work, which end where they may.
    fn cut(&self, most: usize, work: f64, ends: impl IntoIterator<Item = u64>) -> Vec<Range<u64>> {
        let mut pieces: Vec<Range<u64>> = Vec::new();
        let mut start = 0;
        for end in ends {
            // What is over of one piece is taken off the next, so that there are not too many.
            if self.work(&(0..end)) >= work * (pieces.len() + 1) as f64 {
                pieces.push(start..end);
                start = end;
            }
        }
        if start < self.len() {
            if pieces.len() >= most.max(1) {
                // What is left over is forecast to take no time.
                start = pieces.pop().expect("one at least").start;
            }
            pieces.push(start..self.len());
        }
        pieces
    }

    /// The white rows of a unit of the color method; `None` for the search method.
    ///
    /// # Panics
    ///
    /// If there is no such unit.
    pub fn white_rows(&self, unit: u64) -> Option<WhiteRows> {
        assert!(unit < self.len(), "there are {} units, not {unit}", self.len());
        let Kind::Color(patterns) = &self.units else { return None };
        let rows = patterns.rows(unit..unit + 1).next().expect("there is such a unit");
        Some(WhiteRows::from_pattern(self.n, rows))
    }

    /// Writes down all that the solutions of these units depend on, the same on every machine and in every
    /// version that numbers them alike, for a hash of it.
    ///
    /// For the color method n and the white rows of each unit, as bits (u32 each). For the search method, for each unit
    /// its weight, n, the open rows and the columns with queens, as bits, and the open squares of each row, as
    /// bits (u32 each). All integers little-endian.
    ///
    /// # Panics
    ///
    /// If there are no such units.
    pub fn describe(&self, units: Range<u64>, sink: &mut dyn FnMut(&[u8])) {
        let n = self.n;
        match &self.units {
            Kind::Color(patterns) => {
                sink(&n.to_le_bytes());
                for rows in patterns.rows(units) {
                    sink(&rows.bits().to_le_bytes());
                }
            }
            Kind::Search(of_search) => {
                for part in of_search.sub_problems(units) {
                    part.describe(n, sink);
                }
            }
        }
    }

    /// Counts units on one thread with this kernel, in the way that is the fastest for it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Unavailable`](crate::ErrorKind::Unavailable) if there is no such kernel of the method on this
    /// machine.
    pub fn counter(&self, kernel: Kernel) -> Result<UnitCounter<'_>, Error> {
        kernel.check(self.method())?;
        Ok(UnitCounter(match &self.units {
            Kind::Search(units) => Counting::Search(units, kernel),
            Kind::Color(patterns) => Counting::Color(PatternCounter::new(patterns, kernel)),
        }))
    }
}

/// Counts units of a [`Partition`] on one thread.
#[derive(Debug)]
pub struct UnitCounter<'a>(Counting<'a>);

#[derive(Debug)]
enum Counting<'a> {
    Search(&'a Units, Kernel),
    Color(PatternCounter<'a>),
}

impl UnitCounter<'_> {
    /// Counts these units. `worked` is told the part of their [work](Partition::work) that was just done, and
    /// is called often where a unit takes long.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Stopped`](crate::ErrorKind::Stopped) when `stop` was raised before the end.
    ///
    /// # Panics
    ///
    /// If there are no such units.
    pub fn count(
        &mut self,
        units: Range<u64>,
        stop: &StopFlag,
        worked: &mut dyn FnMut(f64),
    ) -> Result<Tally, Error> {
        match &mut self.0 {
            Counting::Search(of_search, kernel) => of_search.count(units, *kernel, stop, worked),
            Counting::Color(counter) => counter.count(units, stop, worked),
        }
    }
}
