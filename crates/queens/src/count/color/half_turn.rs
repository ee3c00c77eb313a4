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

use super::lists::Ranks;
use super::pattern::sets;
use super::squares::{Color, Squares, all_open, colors, full, members, reverse};
use crate::error::Error;
use crate::parallel::{Options, StopFlag, Stopped, share};

/// The largest n of [`half_turn`]: the diagonals of a color fit 64 bits.
pub const HALF_TURN_MAX_N: u32 = super::MAX_N;

/// The number of solutions that a half turn maps to themselves, those of a quarter turn included (A032522).
///
/// # Errors
///
/// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`HALF_TURN_MAX_N`], and
/// [`ErrorKind::Stopped`](crate::ErrorKind::Stopped).
pub fn half_turn(n: u32, options: &Options<'_>) -> Result<u128, Error> {
    Ok(match n {
        0 | 1 => 1,
        2..=HALF_TURN_MAX_N if n.is_multiple_of(2) => even(n, options)?,
        2..=HALF_TURN_MAX_N => odd(n, options)?,
        _ => {
            let advice =
                format!("solutions with a half turn are counted for n up to {HALF_TURN_MAX_N}");
            return Err(Error::too_large(n, "count solutions with a half turn", advice));
        }
    })
}

fn even(n: u32, options: &Options<'_>) -> Result<u128, Stopped> {
    let half = n / 2;
    let [white, _] = colors(n, &all_open);
    // A and its complement together, once.
    let rows: Vec<u32> = (0..1 << half).filter(|&rows| rows < full(half) & !rows).collect();
    let by_queens: Vec<Vec<u32>> = (0..=half).map(|queens| sets(half, queens)).collect();
    let ranks: Vec<Ranks> =
        by_queens.iter().map(|sets| Ranks::new(half, sets.iter().copied())).collect();
    let worker = || {
        |&rows: &u32| {
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
            // Complements ascend as the sets descend. On 16 rows and columns there are at most 16! placements, below
            // 2^45, and at most 2^15 sets of either: no sum passes 2^120.
            let products =
                one.iter().zip(other.iter().rev()).map(|(a, b)| u128::from(*a) * u128::from(*b));
            Ok::<_, Stopped>(products.sum::<u128>())
        }
    };
    let mut total = 0;
    share(&rows, options, worker, |part| total += part)?;
    Ok(2 * total)
}

/// Placements of white queens on even rows that share no diagonal with their half turned image, counted by
/// their columns.
struct Pairs<'a> {
    white: Color,
    /// The number of rows.
    half: u32,
    ranks: &'a Ranks,
    found: Vec<u64>,
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
        for column in members(self.white.tried.free(row, columns, diagonals)) {
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

fn odd(n: u32, options: &Options<'_>) -> Result<u128, Stopped> {
    let [white, black] = colors(n, &all_open);
    let (even, odd) = (n.div_ceil(2), n / 2);
    let symmetric = |width: u32| {
        (0..=full(width)).filter(move |&set| set == reverse(set, width)).collect::<Vec<u32>>()
    };
    let list = |class: Squares, rows: &[u32]| -> Result<Vec<Symmetric>, Stopped> {
        let on_rows = |&rows: &u32| {
            if options.stop.is_raised() {
                return Err(Stopped);
            }
            let mut all = Vec::new();
            fill(class, rows, 0, 0, &mut all);
            all.sort_unstable();
            Ok(all)
        };
        rows.iter().map(on_rows).collect()
    };
    let (even_rows, odd_rows) = (symmetric(even), symmetric(odd));
    // Complements of symmetric sets are symmetric, and stand in the opposite order.
    let whites = [list(white.tried, &even_rows)?, list(white.packed, &odd_rows)?];
    let blacks = [list(black.tried, &even_rows)?, list(black.packed, &odd_rows)?];
    let pairs = (0..even_rows.len()).flat_map(|x| (0..odd_rows.len()).map(move |y| (x, y)));
    let is_pattern =
        |&(x, y): &(usize, usize)| even_rows[x].count_ones() == odd_rows[y].count_ones() + 1;
    let patterns: Vec<(usize, usize)> = pairs.filter(is_pattern).collect();
    let worker = || {
        |&(x, y): &(usize, usize)| {
            let (not_x, not_y) = (even_rows.len() - 1 - x, odd_rows.len() - 1 - y);
            let mut sum = 0u128;
            let (p, q) = (&whites[0][x], &whites[1][y]);
            let (r, s) = (&blacks[0][not_x], &blacks[1][not_y]);
            for p in p.chunk_by(|a, b| a.0 == b.0) {
                let Some(s) = on(s, full(even) & !p[0].0) else { continue };
                if options.stop.is_raised() {
                    return Err(Stopped);
                }
                for q in q.chunk_by(|a, b| a.0 == b.0) {
                    let Some(r) = on(r, full(odd) & !q[0].0) else { continue };
                    let whites = compatible(p, q);
                    if whites > 0 {
                        sum += whites * compatible(r, s);
                    }
                }
            }
            Ok(sum)
        }
    };
    let mut total = 0;
    share(&patterns, options, worker, |part| total += part)?;
    Ok(total)
}

/// The placements on these columns.
fn on(list: &Symmetric, columns: u32) -> Option<&[(u32, u64)]> {
    let from = list.partition_point(|placement| placement.0 < columns);
    let rest = &list[from..];
    let some = &rest[..rest.partition_point(|placement| placement.0 == columns)];
    (!some.is_empty()).then_some(some)
}

/// The pairs that share no diagonal.
fn compatible(one: &[(u32, u64)], other: &[(u32, u64)]) -> u128 {
    let with = |&(_, a): &(u32, u64)| other.iter().filter(|(_, b)| a & b == 0).count() as u128;
    one.iter().map(with).sum()
}

/// Adds all symmetric placements on the open rows, with these columns and diagonals taken.
fn fill(class: Squares, open: u32, columns: u32, diagonals: u64, found: &mut Symmetric) {
    if open == 0 {
        return found.push((columns, diagonals));
    }
    let row = open.trailing_zeros();
    let image_row = class.rows - 1 - row;
    for column in members(class.free(row, columns, diagonals)) {
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
