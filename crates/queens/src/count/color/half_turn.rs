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

use std::collections::BTreeMap;

use super::lists::compatible;
use super::squares::{Class, all_open, colors, reverse};
use crate::count::search;
use crate::error::Error;
use crate::parallel::{Options, StopFlag, Stopped, for_each_part};
use crate::sets::Word;

/// The largest n of [`half_turn`]: the diagonals of a color fit 64 bits.
pub const HALF_TURN_MAX_N: u32 = search::MAX_N;

/// The number of solutions that a half turn maps to themselves, those of a quarter turn included (A032522).
///
/// From n = 24 on, n + 2 takes six times as long as n if n is even, and nine to twelve times if it is odd.
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
    let search = HalfTurn { class: white.tried, images: Some(white.packed), stop: &options.stop };
    // Each set of rows together with its complement, once.
    let rows: Vec<u32> = (0..1 << half).filter(|&rows| rows < u32::ones(half) & !rows).collect();
    let worker = || {
        |&rows: &u32| {
            let by_columns = |rows: u32| {
                let mut found = vec![0u64; 1 << half];
                search.fill(rows, 0, 0, &mut |columns, _| found[columns as usize] += 1)?;
                Ok::<_, Stopped>(found)
            };
            let (one, other) = (by_columns(rows)?, by_columns(u32::ones(half) & !rows)?);
            // A set is as far from the first one as its complement from the last. On 16 rows and columns there are at
            // most 16! placements, below 2^45, and at most 2^15 sets of either: no sum passes 2^120.
            let products =
                one.iter().zip(other.iter().rev()).map(|(a, b)| u128::from(*a) * u128::from(*b));
            Ok::<_, Stopped>(products.sum::<u128>())
        }
    };
    let mut total = 0;
    for_each_part(&rows, options, worker, |part| total += part)?;
    Ok(2 * total)
}

/// Placements on a class that share no row, column or diagonal with their half turned images; on the same class they hold
/// these images.
struct HalfTurn<'a> {
    class: Class,
    /// The class of the images, if it is another one.
    images: Option<Class>,
    stop: &'a StopFlag,
}

impl HalfTurn<'_> {
    /// Calls `found` with the columns and the diagonals of every placement on the open rows, with these columns and
    /// diagonals taken.
    fn fill(
        &self,
        open: u32,
        columns: u32,
        diagonals: u64,
        found: &mut impl FnMut(u32, u64),
    ) -> Result<(), Stopped> {
        if open == 0 {
            found(columns, diagonals);
            return Ok(());
        }
        if matches!(open.count_ones(), 4 | 5) && self.stop.is_raised() {
            return Err(Stopped);
        }
        let class = self.class;
        let images = self.images.unwrap_or(class);
        // The occupied diagonals are symmetric: if a queen has none of them, its image has none.
        let row = open.trailing_zeros();
        let image_row = images.rows - 1 - row;
        for column in class.free(row, columns, diagonals).members() {
            let image_column = images.columns - 1 - column;
            let queen = class.diagonals(row, column);
            let image = images.diagonals(image_row, image_column);
            let (mut own_rows, mut own_columns) = (1 << row, 1 << column);
            let mut fits = queen & image == 0;
            if self.images.is_none() {
                own_rows |= 1 << image_row;
                own_columns |= 1 << image_column;
                let center = row == image_row && column == image_column;
                fits = center || fits && row != image_row && column != image_column;
            }
            if fits {
                let diagonals = diagonals | queen | image;
                self.fill(open & !own_rows, columns | own_columns, diagonals, found)?;
            }
        }
        Ok(())
    }
}

/// Symmetric placements of a class on one set of rows: by columns, the diagonals of each.
type Symmetric = BTreeMap<u32, Vec<u64>>;

fn odd(n: u32, options: &Options<'_>) -> Result<u128, Stopped> {
    let [white, black] = colors(n, &all_open);
    let (even, odd) = (n.div_ceil(2), n / 2);
    let symmetric = |width: u32| {
        (0..=u32::ones(width)).filter(move |&set| set == reverse(set, width)).collect::<Vec<u32>>()
    };
    let list = |class: Class, rows: &[u32]| -> Result<Vec<Symmetric>, Stopped> {
        let search = HalfTurn { class, images: None, stop: &options.stop };
        let on_rows = |&rows: &u32| {
            let mut all = Symmetric::new();
            search.fill(rows, 0, 0, &mut |columns, diagonals| {
                all.entry(columns).or_default().push(diagonals);
            })?;
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
            for (columns, p) in p {
                let Some(s) = s.get(&(u32::ones(even) & !columns)) else { continue };
                if options.stop.is_raised() {
                    return Err(Stopped);
                }
                for (columns, q) in q {
                    let Some(r) = r.get(&(u32::ones(odd) & !columns)) else { continue };
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
    for_each_part(&patterns, options, worker, |part| total += part)?;
    Ok(total)
}
