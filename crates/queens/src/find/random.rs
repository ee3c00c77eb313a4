//! Random solutions by local search, in linear time.
//!
//! After Sosic and Gu (1991, 1994): put the columns in a random order and fill the rows from the first
//! on, each with one of the next columns whose diagonals are free; a few rows near the end find none.
//! Theirs puts the rest down in conflict and repairs by swaps; here the rest stays off the board, so
//! that a diagonal holds at most one queen throughout, a bit for each suffices, and the bits of ten
//! million queens fit a cache. An unplaced row is settled by an exchange: it takes the column of some queen, which moves to
//! the row's own column, if no diagonal is then held twice.

use crate::board::check_size;
use crate::board::placement::{Bits, Placement};
use crate::error::Error;
use crate::list::solutions;
use crate::parallel::{Options, StopFlag, Stopped};
use crate::random::Random;

/// Up to this size all solutions are listed and one of them drawn, all equally likely.
pub const UNIFORM_N: u32 = 10;

/// A random solution: the same for the same size and seed, on every machine. None for n = 2 and
/// n = 3.
///
/// Up to [`UNIFORM_N`] every solution is equally likely. Beyond, solutions come from a local search
/// that reaches all of them, in linear time, but some more often than others. How much can be
/// measured where all solutions are known, by running the same local search there: in 92 000 draws
/// at n = 8 every solution comes up, the rarest 306 times and the most frequent 1853
/// times instead of 1000; chi-square is 16 468 with 91 degrees of freedom, where uniform draws would
/// give 91 ± 13.5.
///
/// # Errors
///
/// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`](crate::MAX_N).
///
/// # Examples
///
/// ```
/// let placement = queens::find_random(1000, 7)?;
/// assert_eq!(queens::find_random(1000, 7)?, placement);
/// assert_ne!(queens::find_random(1000, 8)?, placement);
/// # Ok::<_, queens::Error>(())
/// ```
pub fn find_random(n: u32, seed: u64) -> Result<Option<Placement>, Error> {
    random(n, seed, &Options::new())
}

/// The same solution as by [`find_random`], with options: on one thread, whatever they say, and until stopped.
///
/// # Errors
///
/// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`](crate::MAX_N);
/// [`ErrorKind::Stopped`](crate::ErrorKind::Stopped), a few milliseconds after the flag is raised.
#[allow(clippy::missing_panics_doc, reason = "lists of boards this small do not fail")]
pub fn random(n: u32, seed: u64, options: &Options<'_>) -> Result<Option<Placement>, Error> {
    check_size(n.into())?;
    let mut random = Random::new(seed);
    if n > UNIFORM_N {
        let columns = local_search(n, &mut random, options.stop_flag())?;
        // Checked, though the search ended with no attack left: it is linear, and a quarter of the time.
        return Ok(Some(Placement::new(columns).expect("the search ends with no attack left")));
    }
    let all: Vec<_> = solutions(n).expect("small boards can be listed").collect();
    let drawn = random.below(all.len() as u32);
    Ok(all.into_iter().nth(drawn as usize))
}

/// Columns that a row tries before it is left for the exchange. Fewer leave more rows, more cost
/// more near the end, where few columns are left; the sum is flat around this.
const TRIES: u32 = 64;

/// The columns that a row chooses from: the next ones in an order that was drawn at random before,
/// so few that they stay in the cache.
const WINDOW: u32 = 4096;

/// Rows between two looks at the flag: some milliseconds, however far apart in memory they are.
const ROWS: u32 = 1 << 14;

/// An error if the flag is raised, in one of many rows.
#[inline]
fn check_stop(stop: &StopFlag, row: u32) -> Result<(), Stopped> {
    if row.is_multiple_of(ROWS) && stop.is_raised() { Err(Stopped) } else { Ok(()) }
}

/// The columns of a solution. Never returns at n = 2 and n = 3.
fn local_search(n: u32, random: &mut Random, stop: &StopFlag) -> Result<Vec<u32>, Stopped> {
    'restart: loop {
        let mut columns = Vec::with_capacity(n as usize);
        for row in 0..n {
            check_stop(stop, row)?;
            columns.push(row);
        }
        for row in 0..n {
            check_stop(stop, row)?;
            columns.swap(row as usize, (row + random.below(n - row)) as usize);
        }
        let mut search = Search {
            columns,
            anti: Bits::new(2 * n as usize),
            diag: Bits::new(2 * n as usize),
            unplaced: Bits::new(n as usize),
            n,
        };
        for (number, row) in search.fill(random, stop)?.into_iter().enumerate() {
            // Each takes some forty exchanges, far apart in memory.
            if number % 64 == 0 && stop.is_raised() {
                return Err(Stopped);
            }
            if !search.settle(row, random) {
                continue 'restart;
            }
        }
        return Ok(search.columns);
    }
}

struct Search {
    n: u32,
    /// The column of each row's queen; an unplaced row has the column that it would like to give away.
    columns: Vec<u32>,
    /// The lines held, by `row + column` and by `column - row + n`.
    anti: Bits,
    diag: Bits,
    /// Rows whose queen is not on the board.
    unplaced: Bits,
}

impl Search {
    /// Fills the rows from the first on, and has those that found no column.
    fn fill(&mut self, random: &mut Random, stop: &StopFlag) -> Result<Vec<u32>, Stopped> {
        let mut unplaced = Vec::new();
        for row in 0..self.n {
            check_stop(stop, row)?;
            let window = (self.n - row).min(WINDOW);
            let placed = (0..TRIES).any(|_| {
                let other = row + random.below(window);
                let column = self.columns[other as usize];
                let free = self.is_free(row, column);
                if free {
                    self.columns.swap(row as usize, other as usize);
                    self.put(row, column);
                }
                free
            });
            if !placed {
                self.unplaced.insert(row as usize);
                unplaced.push(row);
            }
        }
        Ok(unplaced)
    }

    /// Puts the queen of an unplaced row on the board, in exchange with another queen; false if none
    /// was found.
    fn settle(&mut self, row: u32, random: &mut Random) -> bool {
        let column = self.columns[row as usize];
        self.unplaced.clear(row as usize);
        if self.is_free(row, column) {
            self.put(row, column);
            return true;
        }
        // Large boards need some forty exchanges; only small ones run into dead ends, where a restart is cheap.
        for _ in 0..self.n.saturating_mul(8).min(10_000) {
            let other = random.below(self.n);
            let theirs = self.columns[other as usize];
            if other == row || self.unplaced.get(other as usize) {
                continue;
            }
            self.take(other, theirs);
            if self.is_free(row, theirs) {
                self.put(row, theirs);
                if self.is_free(other, column) {
                    self.put(other, column);
                    self.columns.swap(row as usize, other as usize);
                    return true;
                }
                self.take(row, theirs);
            }
            self.put(other, theirs);
        }
        false
    }

    #[inline]
    fn is_free(&self, row: u32, column: u32) -> bool {
        !self.anti.get((row + column) as usize) && !self.diag.get((column + self.n - row) as usize)
    }

    #[inline]
    fn put(&mut self, row: u32, column: u32) {
        self.anti.insert((row + column) as usize);
        self.diag.insert((column + self.n - row) as usize);
    }

    fn take(&mut self, row: u32, column: u32) {
        self.anti.clear((row + column) as usize);
        self.diag.clear((column + self.n - row) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often each solution comes up, in lexicographic order.
    fn frequencies(n: u32, draws: u64, mut draw: impl FnMut(u64) -> Vec<u32>) -> Vec<u32> {
        let all: Vec<_> = solutions(n).unwrap().collect();
        let mut seen = vec![0; all.len()];
        for seed in 1..=draws {
            let columns = draw(seed);
            let index = all.binary_search_by(|one| one.columns().cmp(&columns));
            seen[index.expect("what is drawn is a solution")] += 1;
        }
        seen
    }

    fn chi_square(seen: &[u32]) -> f64 {
        let expected = f64::from(seen.iter().sum::<u32>()) / seen.len() as f64;
        seen.iter().map(|&one| (f64::from(one) - expected).powi(2) / expected).sum()
    }

    #[test]
    fn small_boards_are_drawn_from_uniformly() {
        for n in [4, 5, 6, 7, 8, 9] {
            let draw = |seed| find_random(n, seed).unwrap().unwrap().columns().to_vec();
            let seen = frequencies(n, if n < 8 { 2000 } else { 20_000 }, draw);
            let degrees = seen.len() as f64 - 1.0;
            let deviation = (chi_square(&seen) - degrees) / (2.0 * degrees).sqrt();
            assert!(deviation.abs() < 4.0, "n = {n}: {deviation:.1} standard deviations");
        }
        assert_eq!([2, 3].map(|n| find_random(n, 1).unwrap()), [None, None]);
        assert_eq!([0, 1].map(|n| find_random(n, 1).unwrap().unwrap().columns().len()), [0, 1]);
    }

    /// The figures in the documentation of [`random`].
    #[test]
    fn the_local_search_reaches_all_92_solutions_but_not_equally() {
        let mut source = Random::new(1);
        let draw = |_| local_search(8, &mut source, &StopFlag::new()).unwrap();
        let seen = frequencies(8, 92_000, draw);
        let (rarest, most) = (seen.iter().min().copied(), seen.iter().max().copied());
        assert_eq!((seen.len(), rarest, most), (92, Some(306), Some(1853)));
        assert_eq!(chi_square(&seen).round() as u32, 16_468);
    }

    #[test]
    fn all_sizes_are_solved() {
        for n in (4..200).chain([1000, 1001, 10_000]) {
            for seed in 0..if n < 200 { 20 } else { 3 } {
                let columns = local_search(n, &mut Random::new(seed), &StopFlag::new()).unwrap();
                assert!(Placement::new(columns).is_ok(), "n = {n}, seed {seed}");
            }
        }
    }
}
