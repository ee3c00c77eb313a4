//! The rows of the white queens: a question about the board that two methods answer.

use std::cmp::Ordering;
use std::sync::Mutex;

use super::pattern::{Family, Lines};
use super::{Patterns, best_kernel, maker};
use crate::count::search;
use crate::error::Error;
use crate::parallel::{Options, Progress, StopFlag, Stopped, for_each};

/// Which rows of the n by n board hold their queen on a white square; the others on a black one. A square
/// is white if its row and column, counted from the same number, are both even or both odd.
///
/// Every solution has one such set of rows, so over all 2^n sets the solutions add up to Q(n).
///
/// # Examples
///
/// ```
/// use queens::engine::color::WhiteRows;
///
/// // Two of the ten solutions for n = 5 have their white queens in the rows 1, 3 and 4.
/// let rows = WhiteRows::new(5, 0b01101)?;
/// assert_eq!(rows.count_by_color(&Default::default())?, 2);
/// assert_eq!(rows.count_by_search(&Default::default())?, 2);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WhiteRows {
    size: u32,
    rows: u32,
}

impl WhiteRows {
    /// Those rows of the board whose bits are set, bit 0 for the first row.
    ///
    /// # Errors
    ///
    /// If a bit is set past the last row, or n is larger than [`MAX_N`](super::MAX_N).
    pub fn new(size: u32, rows: u32) -> Result<Self, Error> {
        let n = size;
        if n > super::MAX_N {
            return Err(search::too_large(size));
        }
        if n < 32 && rows >> n > 0 {
            let last = 32 - rows.leading_zeros();
            let advice = format!("name rows from 1 to {n}");
            return Err(Error::invalid(format!("a board of {n} rows has no row {last}"), advice));
        }
        Ok(Self { size, rows })
    }

    pub(crate) fn of(size: u32, rows: Lines) -> Self {
        Self { size, rows: rows.together() }
    }

    /// The size of the board.
    pub const fn size(self) -> u32 {
        self.size
    }

    /// The rows as bits.
    pub const fn rows(self) -> u32 {
        self.rows
    }

    /// The number of solutions whose white queens stand in exactly these rows, by the color method.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Stopped`](crate::ErrorKind::Stopped) when `stop` was raised.
    pub fn count_by_color(self, stop: &StopFlag) -> Result<u128, Error> {
        let n = self.size;
        if n < 2 {
            // A single square is white, and a board without squares has one solution.
            return Ok(u128::from(self.rows == (1 << n) - 1));
        }
        let lines = Lines::of(self.rows);
        let on_even = lines.even.count_ones();
        let family = Family::all(n)
            .into_iter()
            .find(|family| (family.on_even, family.on_odd) == (on_even, lines.odd.count_ones()));
        // White queens on even rows stand on even columns, those on odd rows on odd columns. So the even
        // columns left to black queens on odd rows are as many as those rows only for some numbers.
        let Some(family) = family else { return Ok(0) };
        let kernel = best_kernel();
        let all = Patterns::new(n, kernel);
        let mut worker = maker(kernel)(&all);
        Ok(worker.count_all(lines, &family, stop)?)
    }

    /// The same number by backtracking, row by row, each row restricted to the squares of its color: it
    /// shares nothing with the color method.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Stopped`](crate::ErrorKind::Stopped).
    pub fn count_by_search(self, options: &Options<'_>) -> Result<u128, Error> {
        Ok(search(self, &|_| 1, options)?)
    }

    /// Whether this pattern is the least of its images, so that solutions belong to it.
    pub fn is_least(self) -> bool {
        let rows = Lines::of(self.rows);
        rows.class(self.size) == rows
    }

    /// The number of solutions that belong to this pattern, by backtracking as in
    /// [`count_by_search`](Self::count_by_search): those for which it is the least pattern of their eight
    /// images. Over all patterns they add up to Q(n), and a [`Partition`](crate::engine::Partition) of the
    /// color method has them as its units.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Stopped`](crate::ErrorKind::Stopped) when `stop` was raised.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::engine::color::WhiteRows;
    ///
    /// let size = 5;
    /// let mut total = 0;
    /// for rows in 0..1 << 5 {
    ///     total += WhiteRows::new(size, rows)?.belonging_by_search(&Default::default())?;
    /// }
    /// assert_eq!(total, 10);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn belonging_by_search(self, options: &Options<'_>) -> Result<u128, Error> {
        if !self.is_least() {
            return Ok(0);
        }
        let n = self.size;
        let rows = Lines::of(self.rows);
        // Transposing exchanges the rows and the columns of white queens. If both have the same class, the
        // solution is found from either side; if the columns' is greater, its transpose is not found here.
        let weight = |columns: u32| match Lines::of(columns).class(n).cmp(&rows) {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        };
        let with_these_rows = search(self, &weight, options)?;
        Ok(with_these_rows * u128::from(rows.orbit(n)))
    }
}

/// Adds up the weights of the solutions with these white rows; a solution weighs by the columns of its white
/// queens.
fn search(
    rows: WhiteRows,
    weight: &(dyn Fn(u32) -> u32 + Sync),
    options: &Options<'_>,
) -> Result<u128, Stopped> {
    let n = u64::from(rows.size);
    // A part for each pair of columns of the first two rows. Most are of about the same size.
    let parts = (n * n).max(1);
    let expected = parts.into();
    options.note(Progress { done: 0, expected });
    let sum = Mutex::new((0, 0));
    for_each(parts as usize, options.thread_count(), || {
        |part| {
            let first =
                (n > 0).then(|| [part as u64 / n, part as u64 % n].map(|column| 1 << column));
            let mut search = Search {
                n: rows.size,
                white: rows.rows,
                first: first.unwrap_or_default(),
                weight,
                stop: &options.stop,
                sum: 0,
                nodes: 0,
            };
            search.fill(0, 0, 0, 0, 0)?;
            let mut sum = sum.lock().expect("no thread panics while it adds");
            *sum = (sum.0 + search.sum, sum.1 + 1);
            let done = sum.1;
            drop(sum);
            options.note(Progress { done, expected });
            Ok(())
        }
    })?;
    Ok(sum.into_inner().expect("no thread panics while it adds").0)
}

struct Search<'a> {
    n: u32,
    white: u32,
    /// The columns of the first two rows.
    first: [u64; 2],
    /// What a solution counts, by the columns of its white queens.
    weight: &'a (dyn Fn(u32) -> u32 + Sync),
    stop: &'a StopFlag,
    sum: u128,
    nodes: u64,
}

impl Search<'_> {
    /// Fills the rows from this one on. `white` are the columns of white queens, `anti` and `diag` the columns
    /// attacked along diagonals, as seen from this row.
    fn fill(
        &mut self,
        row: u32,
        columns: u64,
        white: u64,
        anti: u64,
        diag: u64,
    ) -> Result<(), Stopped> {
        if row == self.n {
            self.sum += u128::from((self.weight)(white as u32));
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
        let mut free = !(columns | anti | diag) & of_color & ((1 << self.n) - 1);
        if let Some(first) = self.first.get(row as usize) {
            free &= first;
        }
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            let white = if is_white { white | queen } else { white };
            self.fill(row + 1, columns | queen, white, (anti | queen) << 1, (diag | queen) >> 1)?;
        }
        Ok(())
    }
}
