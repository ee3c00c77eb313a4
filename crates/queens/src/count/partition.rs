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
//! - **Search.** A *sub-problem*: some queens around the centre, with a class that says which squares are
//!   left and how many solutions each one found stands for ([`search`](crate::engine::search)).

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::count::backend::{Backend, BackendId};
use crate::count::color::{self, PatternCounter, Patterns, WhiteRows};
use crate::count::search::{self, Units};
use crate::count::tally::Tally;
use crate::error::Error;
use crate::parallel::StopFlag;

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
    /// Backtracking over the boards that are different up to symmetry: [`crate::count::search`]. The faster
    /// one for small boards; needs little memory.
    Search,
    /// Sums of products of white and black placements: [`crate::count::color`]. The faster one for large boards.
    Color,
}

impl Method {
    /// Both.
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
            BackendId::Scalar => return Self::Search,
        };
        if size < first_by_color { Self::Search } else { Self::Color }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let unknown = || {
            let what = format!("there is no method `{}`", name.escape_debug());
            Error::invalid(what, "choose search or color")
        };
        Self::ALL.into_iter().find(|method| method.name() == name).ok_or_else(unknown)
    }
}

/// The units of a count.
///
/// # Examples
///
/// ```
/// use queens::{Method, Tally};
/// use queens::engine::{Partition, backend};
///
/// let partition = Partition::new(8, Method::Color)?;
/// let backend = backend::best();
/// let mut counter = partition.counter(&*backend);
/// let mut sum = Tally::ZERO;
/// for units in partition.pieces(10) {
///     sum += counter.count(units, &Default::default(), &mut |_| ())?;
/// }
/// assert_eq!(sum.solutions, 92);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Partition {
    size: u32,
    units: Kind,
}

#[derive(Debug)]
enum Kind {
    Search(Units),
    Color(Patterns),
}

/// The bytes of a thread of the search method, at any size.
pub(crate) const SEARCH_MEMORY: u64 = 8 << 20;

/// Below this size, starting a thread and dealing out work takes longer than the whole count.
const SMALL_N: u32 = 10;

impl Partition {
    /// The units of this method.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`search::MAX_N`].
    pub fn new(size: u32, method: Method) -> Result<Self, Error> {
        match method {
            Method::Search => Self::by_search(size, &search::Scalar),
            Method::Color => Self::by_color(size),
        }
    }

    fn by_color(size: u32) -> Result<Self, Error> {
        let n = size;
        if n > color::MAX_N {
            return Err(search::too_large(size));
        }
        if n < 2 {
            // There are no black squares.
            return Ok(Self { size, units: Kind::Search(Units::new(size, 0)?) });
        }
        Ok(Self { size, units: Kind::Color(Patterns::new(n)) })
    }

    /// Filled as deep as this backend wants it.
    pub(crate) fn by_search(size: u32, backend: &dyn Backend) -> Result<Self, Error> {
        let rows = if size < SMALL_N { 0 } else { backend.rows(size) };
        Ok(Self { size, units: Kind::Search(Units::new(size, rows)?) })
    }

    /// The size of the board.
    pub const fn size(&self) -> u32 {
        self.size
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

    /// At most `most` ranges of this work, which end where they may.
    fn cut(&self, most: usize, work: f64, ends: impl IntoIterator<Item = u64>) -> Vec<Range<u64>> {
        let mut pieces: Vec<Range<u64>> = Vec::new();
        let (mut start, mut last) = (0, 0);
        for end in ends {
            // What is over of one piece is taken off the next, so that there are not too many.
            if self.work(&(0..end)) >= work * (pieces.len() + 1) as f64 {
                pieces.push(start..end);
                start = end;
            }
            last = end;
        }
        if start < last {
            pieces.push(start..last);
        }
        if pieces.len() > most.max(1) {
            // What is left over is forecast to take no time.
            pieces.pop();
            pieces.last_mut().expect("one at least").end = last;
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
        match &self.units {
            Kind::Search(_) => None,
            Kind::Color(patterns) => {
                let rows = patterns.rows(unit..unit + 1).next().expect("there is such a unit");
                Some(WhiteRows::of(self.size, rows))
            }
        }
    }

    /// Writes down all that the solutions of these units depend on, the same on every machine and in every
    /// version that numbers them alike, for a hash of it.
    ///
    /// For the color method n and the white rows of each unit, as bits (u32 each). For the search method, for
    /// each class its multiplicity, the rows that hold queens, as bits, n, and the columns allowed in each row,
    /// as bits (u32 each); the number of its sub-problems (u64), and of each the columns (u32), `/` lines
    /// `row + column` (u64) and `\` lines `column - row + n - 1` (u64) taken, as bits. All integers
    /// little-endian.
    pub fn describe(&self, units: Range<u64>, sink: &mut dyn FnMut(&[u8])) {
        let n = self.size;
        match &self.units {
            Kind::Color(patterns) => {
                sink(&n.to_le_bytes());
                for rows in patterns.rows(units) {
                    sink(&rows.together().to_le_bytes());
                }
            }
            Kind::Search(of_search) => {
                for (class, subproblems) in of_search.of(units) {
                    let open = class.rows().iter().fold(0_u32, |rows, row| rows | 1 << row);
                    let placed = search::full(n) & !open;
                    for word in [class.multiplicity().get(), placed, n] {
                        sink(&word.to_le_bytes());
                    }
                    for row in 0..n {
                        sink(&class.allowed(row).to_le_bytes());
                    }
                    sink(&(subproblems.len() as u64).to_le_bytes());
                    for subproblem in subproblems {
                        sink(&subproblem.cols.to_le_bytes());
                        sink(&subproblem.anti.to_le_bytes());
                        sink(&subproblem.diag.to_le_bytes());
                    }
                }
            }
        }
    }

    /// Counts units on one thread; by color with the kernel that has the vectors of the backend, or else with
    /// the best one.
    pub fn counter<'a>(&'a self, backend: &'a dyn Backend) -> UnitCounter<'a> {
        match &self.units {
            Kind::Search(units) => UnitCounter(Counting::Search(units, backend)),
            Kind::Color(patterns) => {
                UnitCounter(Counting::Color(patterns.counter(color::kernel_near(backend.id()))))
            }
        }
    }
}

/// Counts units of a [`Partition`] on one thread.
#[derive(Debug)]
pub struct UnitCounter<'a>(Counting<'a>);

#[derive(Debug)]
enum Counting<'a> {
    Search(&'a Units, &'a dyn Backend),
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
            Counting::Search(of_search, backend) => of_search.count(units, *backend, stop, worked),
            Counting::Color(counter) => counter.count(units, stop, worked),
        }
    }
}
