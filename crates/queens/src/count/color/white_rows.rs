//! The rows of the white queens: a question about the board that two methods answer.

use std::cmp::Ordering;
use std::ops::AddAssign;

use super::board::Board;
use super::counter::PatternCounter;
use super::pattern::Pattern;
use super::patterns::Patterns;
use crate::count::method::{Kernel, Method};
use crate::count::search;
use crate::error::Error;
use crate::parallel::{Options, StopFlag, Stopped, Watch, for_each, for_each_part};

/// Which rows of the n by n board hold their queen on a white square; the others on a black one. A square
/// is white if its row and column, counted from the same number, are both even or both odd.
///
/// Every solution has one such set of rows, so over all 2^n sets the solutions add up to Q(n).
///
/// # Examples
///
/// ```
/// use queens::{Method, WhiteRows};
///
/// // Two of the ten solutions for n = 5 have their white queens in the rows 0, 2 and 3, counted from 0.
/// let rows = WhiteRows::new(5, 0b01101)?;
/// for method in Method::ALL {
///     assert_eq!(rows.count(method, &Default::default())?.solutions, 2);
/// }
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WhiteRows {
    n: u32,
    rows: u32,
}

/// What [`WhiteRows::count`] finds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct WhiteRowsCount {
    /// The solutions whose white queens stand in exactly these rows.
    pub solutions: u128,
    /// The solutions that belong to this pattern of rows: those for which it is the least pattern of their eight
    /// images. Over all patterns they add up to Q(n), too, and a [`Partition`](crate::engine::Partition) of the
    /// color method has them as its units.
    pub belonging: u128,
}

impl AddAssign for WhiteRowsCount {
    fn add_assign(&mut self, other: Self) {
        self.solutions += other.solutions;
        self.belonging += other.belonging;
    }
}

impl WhiteRows {
    /// The rows of the board whose bits are set, bit 0 for the first row.
    ///
    /// # Errors
    ///
    /// If a bit is set past the last row, or n is larger than [`MAX_N`](crate::count::color::MAX_N).
    pub fn new(n: u32, rows: u32) -> Result<Self, Error> {
        if n > search::MAX_N {
            return Err(search::too_large(n));
        }
        if n < 32 && rows >> n > 0 {
            let last = rows.ilog2();
            let what = format!("a board of size {n} has no row {last}");
            let advice = match n {
                0 => "an empty board has no rows: name none".to_owned(),
                _ => format!("rows are numbered from 0 to {} here", n - 1),
            };
            return Err(Error::invalid(what, advice));
        }
        Ok(Self { n, rows })
    }

    pub(crate) fn from_pattern(n: u32, rows: Pattern) -> Self {
        Self { n, rows: rows.bits() }
    }

    /// The size of the board.
    pub const fn n(self) -> u32 {
        self.n
    }

    /// The numbers of the rows, from 0.
    pub fn numbers(self) -> impl Iterator<Item = u32> {
        (0..self.n).filter(move |row| self.rows >> row & 1 == 1)
    }

    /// Whether this pattern is the least of its images, so that solutions belong to it.
    pub fn is_least(self) -> bool {
        let rows = Pattern::from_bits(self.rows);
        self.n < 2 || rows.canonical(self.n) == rows
    }

    /// Counts the solutions with these white rows: by the color method, on one or two threads, or by plain
    /// backtracking, row by row, each row restricted to the squares of its color. The two share nothing but
    /// the definition of what belongs to a pattern.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Stopped`](crate::ErrorKind::Stopped).
    pub fn count(self, method: Method, options: &Options<'_>) -> Result<WhiteRowsCount, Error> {
        match method {
            _ if self.n < 2 => {
                // A single square is white, and a board without squares has one solution.
                let solutions = u128::from(self.rows == (1 << self.n) - 1);
                Ok(WhiteRowsCount { solutions, belonging: solutions })
            }
            Method::Search => self.by_search(options),
            Method::Color => self.by_color(options),
        }
    }

    fn by_color(self, options: &Options<'_>) -> Result<WhiteRowsCount, Error> {
        let pattern = Pattern::from_bits(self.rows);
        let kernel = Kernel::fastest(Method::Color);
        let all = Patterns::new(self.n);
        // White queens on even rows stand on even columns, those on odd rows on odd columns. So the even
        // columns left to black queens on odd rows are as many as those rows only for some numbers: for the others
        // there is no pattern.
        let this = Patterns::from_board(Board::with_white_rows(self.n, pattern));
        let is_it = |other: Pattern| other == pattern;
        let number = if self.is_least() { all.rows(0..all.len()).position(is_it) } else { None };
        let unit = number.map_or(0..0, |number| number as u64..number as u64 + 1);
        let parts = [(&this, 0..this.len()), (&all, unit)];
        let work = parts.iter().map(|(patterns, units)| patterns.work(units)).sum::<f64>();
        let watch = Watch::new(options, 0.0, work + 1.0);
        let worker = || {
            |part: usize| {
                let (patterns, units) = &parts[part];
                let worked = &mut |work| watch.add(work);
                let tally = PatternCounter::new(patterns, kernel).count(
                    units.clone(),
                    &options.stop,
                    worked,
                )?;
                Ok::<_, Error>((part, tally.solutions))
            }
        };
        let mut found = [0; 2];
        for_each(parts.len(), options.thread_count(), worker, |(part, solutions)| {
            found[part] = solutions;
            Ok(())
        })?;
        watch.add(f64::INFINITY);
        let [solutions, belonging] = found;
        Ok(WhiteRowsCount { solutions, belonging })
    }

    fn by_search(self, options: &Options<'_>) -> Result<WhiteRowsCount, Error> {
        let Self { n, rows } = self;
        let (pattern, is_least) = (Pattern::from_bits(rows), self.is_least());
        // Transposing exchanges the rows and the columns of white queens. If the canonical patterns of both are equal, the
        // solution is found from either side; if that of the columns is greater, its transpose is not found here.
        let weight = |columns: u32| match Pattern::from_bits(columns).canonical(n).cmp(&pattern) {
            Ordering::Less => 0u32,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        };
        let mut parts = Vec::new();
        let mut search = Search { n, white: rows, stop: &options.stop, nodes: 0 };
        search.fill(Position::default(), n.min(PART_ROWS), &mut |part| parts.push(part))?;
        let worker = || {
            let mut search = Search { nodes: 0, ..search };
            move |part: &Position| {
                let mut found = WhiteRowsCount::default();
                search.fill(*part, n, &mut |position| {
                    found.solutions += 1;
                    if is_least {
                        found.belonging += u128::from(weight(position.white as u32));
                    }
                })?;
                Ok::<_, Stopped>(found)
            }
        };
        let mut sum = WhiteRowsCount::default();
        for_each_part(&parts, options, worker, |part| sum += part)?;
        sum.belonging *= u128::from(pattern.orbit(n));
        Ok(sum)
    }
}

/// The rows filled before the work is dealt out: thousands of parts for large n.
const PART_ROWS: u32 = 3;

/// Queens on the first rows.
#[derive(Clone, Copy, Default)]
struct Position {
    row: u32,
    /// The columns of all queens, and of the white ones.
    columns: u64,
    white: u64,
    /// The columns attacked along diagonals, as seen from the next row.
    left: u64,
    right: u64,
}

struct Search<'a> {
    n: u32,
    /// The rows that hold white queens.
    white: u32,
    stop: &'a StopFlag,
    nodes: u64,
}

impl Search<'_> {
    /// Fills the rows up to `end` in all ways.
    fn fill(
        &mut self,
        position: Position,
        end: u32,
        found: &mut impl FnMut(Position),
    ) -> Result<(), Stopped> {
        let Position { row, columns, white, left, right } = position;
        if row == end {
            found(position);
            return Ok(());
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(1 << 16) && self.stop.is_raised() {
            return Err(Stopped);
        }
        let even_columns = 0x5555_5555_5555_5555;
        let is_white = self.white >> row & 1 == 1;
        // White squares of an even row have even columns.
        let of_color = if is_white == row.is_multiple_of(2) { even_columns } else { !even_columns };
        let mut free = !(columns | left | right) & of_color & ((1 << self.n) - 1);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            let next = Position {
                row: row + 1,
                columns: columns | queen,
                white: if is_white { white | queen } else { white },
                left: (left | queen) << 1,
                right: (right | queen) >> 1,
            };
            self.fill(next, end, found)?;
        }
        Ok(())
    }
}
