//! Solutions that a half turn maps to themselves, by color.
//!
//! **Even n.** The half turn maps white squares on even rows to white ones on odd rows. So the white part of
//! a symmetric solution is a placement on even rows A and even columns B that shares no diagonal with its own
//! image. The black part lies on the rows that are left, and the mirror image of the board makes white
//! squares of its squares: it is such a placement on the complements of A and B. With w(A, B) of them there
//! are sum over A, B of w(A, B) w(~A, ~B) solutions.
//!
//! **Odd n.** The half turn maps each of the four classes to itself. The rows and columns of each class form
//! symmetric sets; there are few, and the symmetric placements on them are listed. White and black placements
//! are compatible pairs of those, as in the whole count.

use std::sync::Mutex;

use super::pattern::sets;
use super::placements::Ranks;
use super::squares::{Color, Squares, colors, full, reverse};
use crate::parallel::{Options, StopFlag, Stopped, for_each};

/// The number of solutions of the n by n board, n from 2 to 32, that a half turn maps to themselves.
pub(crate) fn half_turn(n: u32, options: &Options<'_>) -> Result<u64, Stopped> {
    assert!((2..=super::MAX_N).contains(&n), "n = {n}");
    if n.is_multiple_of(2) { even(n, options) } else { odd(n, options) }
}

/// Adds up over all parts, on all threads.
fn sum_up<T: Sync>(
    parts: &[T],
    options: &Options<'_>,
    count: impl Fn(&T) -> Result<u64, Stopped> + Sync,
) -> Result<u64, Stopped> {
    let total = Mutex::new(0u64);
    for_each(parts.len(), options.thread_count(), || {
        |part: usize| {
            let more = count(&parts[part])?;
            let mut total = total.lock().expect("no thread panics while it adds");
            *total = total.checked_add(more).expect("fewer than 2^64 for n up to 32");
            Ok(())
        }
    })?;
    Ok(total.into_inner().expect("no thread panics while it adds"))
}

fn even(n: u32, options: &Options<'_>) -> Result<u64, Stopped> {
    let half = n / 2;
    let [white, _] = colors(n);
    // A and its complement together, once.
    let rows: Vec<u32> = (0..1 << half).filter(|&rows| rows < full(half) & !rows).collect();
    let by_queens: Vec<Vec<u32>> = (0..=half).map(|queens| sets(half, queens)).collect();
    let ranks: Vec<Ranks> =
        by_queens.iter().map(|sets| Ranks::new(half, sets.iter().copied())).collect();
    let total = sum_up(&rows, options, |&rows| {
        let count = |rows: u32| {
            let queens = rows.count_ones() as usize;
            let mut pairs = Pairs {
                white,
                half,
                ranks: &ranks[queens],
                found: vec![0; by_queens[queens].len()],
                stop: &options.stop,
            };
            pairs.fill(rows, 0, 0)?;
            Ok(pairs.found)
        };
        let (one, other) = (count(rows)?, count(full(half) & !rows)?);
        // Complements ascend as the sets descend.
        let products =
            one.iter().zip(other.iter().rev()).map(|(a, b)| u64::from(*a) * u64::from(*b));
        Ok(products.sum())
    })?;
    Ok(2 * total)
}

/// Placements of white queens on even rows that share no diagonal with their half turned image, counted by
/// their columns.
struct Pairs<'a> {
    white: Color,
    /// The number of rows.
    half: u32,
    ranks: &'a Ranks,
    found: Vec<u32>,
    stop: &'a StopFlag,
}

impl Pairs<'_> {
    fn fill(&mut self, open: u32, columns: u32, diagonals: u64) -> Result<(), Stopped> {
        if open == 0 {
            self.found[usize::from(self.ranks.of(columns))] += 1;
            return Ok(());
        }
        if open.count_ones() == 4 && self.stop.is_raised() {
            return Err(Stopped);
        }
        // The occupied diagonals are symmetric: if a queen has none of them, its image has none.
        let row = open.trailing_zeros();
        let mut free = self.white.tried.free(row, columns, diagonals);
        while free != 0 {
            let column = free.trailing_zeros();
            free &= free - 1;
            let queen = self.white.tried.diagonals(row, column);
            let image = self.white.packed.diagonals(self.half - 1 - row, self.half - 1 - column);
            if queen & image == 0 {
                self.fill(open & (open - 1), columns | 1 << column, diagonals | queen | image)?;
            }
        }
        Ok(())
    }
}

/// Symmetric placements of a class on one set of rows: columns and diagonals, sorted by columns.
type Symmetric = Vec<(u32, u64)>;

fn odd(n: u32, options: &Options<'_>) -> Result<u64, Stopped> {
    let [white, black] = colors(n);
    let (even, odd) = (n.div_ceil(2), n / 2);
    let symmetric = |width: u32| {
        (0..=full(width)).filter(move |&set| set == reverse(set, width)).collect::<Vec<u32>>()
    };
    let list = |class: Squares, rows: &[u32]| -> Result<Vec<Symmetric>, Stopped> {
        let mut lists = Vec::new();
        for &rows in rows {
            if options.stop.is_raised() {
                return Err(Stopped);
            }
            let mut all = Vec::new();
            fill(class, rows, 0, 0, &mut all);
            all.sort_unstable();
            lists.push(all);
        }
        Ok(lists)
    };
    let (even_rows, odd_rows) = (symmetric(even), symmetric(odd));
    // Complements of symmetric sets are symmetric, and stand in the opposite order.
    let whites = [list(white.tried, &even_rows)?, list(white.packed, &odd_rows)?];
    let blacks = [list(black.tried, &even_rows)?, list(black.packed, &odd_rows)?];
    let mut patterns = Vec::new();
    for (x, rows) in even_rows.iter().enumerate() {
        for (y, other_rows) in odd_rows.iter().enumerate() {
            if rows.count_ones() == other_rows.count_ones() + 1 {
                patterns.push((x, y));
            }
        }
    }
    sum_up(&patterns, options, |&(x, y)| {
        if options.stop.is_raised() {
            return Err(Stopped);
        }
        let (not_x, not_y) = (even_rows.len() - 1 - x, odd_rows.len() - 1 - y);
        let mut sum = 0;
        let (p, q) = (&whites[0][x], &whites[1][y]);
        let (r, s) = (&blacks[0][not_x], &blacks[1][not_y]);
        for p in p.chunk_by(|a, b| a.0 == b.0) {
            let Some(s) = on(s, full(even) & !p[0].0) else { continue };
            for q in q.chunk_by(|a, b| a.0 == b.0) {
                let Some(r) = on(r, full(odd) & !q[0].0) else { continue };
                let whites = compatible(p, q);
                if whites > 0 {
                    sum += whites * compatible(r, s);
                }
            }
        }
        Ok(sum)
    })
}

/// The placements on these columns.
fn on(list: &Symmetric, columns: u32) -> Option<&[(u32, u64)]> {
    let from = list.partition_point(|placement| placement.0 < columns);
    let rest = &list[from..];
    let some = &rest[..rest.partition_point(|placement| placement.0 == columns)];
    (!some.is_empty()).then_some(some)
}

/// The pairs that share no diagonal.
fn compatible(one: &[(u32, u64)], other: &[(u32, u64)]) -> u64 {
    let with = |&(_, a): &(u32, u64)| other.iter().filter(|(_, b)| a & b == 0).count() as u64;
    one.iter().map(with).sum()
}

/// Adds all symmetric placements on the open rows, with these columns and diagonals taken.
fn fill(class: Squares, open: u32, columns: u32, diagonals: u64, found: &mut Symmetric) {
    if open == 0 {
        return found.push((columns, diagonals));
    }
    let row = open.trailing_zeros();
    let image_row = class.rows - 1 - row;
    let mut free = class.free(row, columns, diagonals);
    while free != 0 {
        let column = free.trailing_zeros();
        free &= free - 1;
        let image_column = class.columns - 1 - column;
        let queen = class.diagonals(row, column);
        let image = class.diagonals(image_row, image_column);
        let center = row == image_row && column == image_column;
        if center || row != image_row && column != image_column && queen & image == 0 {
            let columns = columns | 1 << column | 1 << image_column;
            let open = open & !(1 << row | 1 << image_row);
            fill(class, open, columns, diagonals | queen | image, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::board::known;
    use crate::count::search;

    #[test]
    fn it_counts_what_the_search_counts() {
        let stop = StopFlag::new();
        let on = |threads| Options::new().threads(NonZeroUsize::new(threads)).stop(&stop);
        for n in 2..=if cfg!(debug_assertions) { 17 } else { 23 } {
            let counted = half_turn(n, &on(1));
            assert_eq!(counted, half_turn(n, &on(3)));
            let size = n;
            assert_eq!(counted.ok(), search::half_turn(size, &stop).ok(), "{n}");
            assert_eq!(counted.map(u128::from).ok(), known::HALF_TURN.at(n), "{n}");
        }
        stop.raise();
        for n in [26, 27] {
            assert_eq!(half_turn(n, &on(1)), Err(Stopped));
        }
    }
}
