//! Solutions that a quarter turn maps to themselves, counted directly.
//!
//! The queens come in fours. Let x and y be the distances from the centre of a queen's row and column; its
//! orbit takes the rows and columns at the distances x and y, and diagonals of both directions at the
//! distances |x - y| and x + y. Of these orbits there are two, one the transpose of the other, and they take
//! the same lines. So the solutions are the perfect matchings of the distances 1..h with all sums and
//! differences different, and each pair has two orbits to choose from, whatever the others do: 2^(h/2) times
//! the matchings, which explains the power of two in A033148 and leaves 600 000 matchings to be found at
//! n = 44.

#![allow(clippy::inline_always, reason = "it is the inner loop")]

use crate::error::Error;
use crate::parallel::{Options, StopFlag, Stopped, for_each_part};
use crate::sets::Word;

/// The largest n of [`quarter_turn`]: there are none for 54 and 55, and 53 takes minutes.
pub const QUARTER_TURN_MAX_N: u32 = 55;

/// The number of solutions that a quarter turn maps to themselves (A033148).
///
/// # Errors
///
/// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`QUARTER_TURN_MAX_N`], and
/// [`ErrorKind::Stopped`](crate::ErrorKind::Stopped).
pub fn quarter_turn(n: u32, options: &Options<'_>) -> Result<u128, Error> {
    if n > QUARTER_TURN_MAX_N {
        let advice =
            format!("solutions with a quarter turn are counted for n up to {QUARTER_TURN_MAX_N}");
        return Err(Error::too_large(n, "count solutions with a quarter turn", advice));
    }
    let h = n / 2;
    if h % 2 == 1 {
        // The distances cannot be paired.
        return Ok(0);
    }
    let matchings = Matchings { even: n.is_multiple_of(2).into(), stop: &options.stop };
    let mut parts = vec![Matching { unmatched: (1 << (h + 1)) - 2, up: 0, down: 0 }];
    for _ in 0..PART_PAIRS.min(h / 2) {
        parts = parts.into_iter().flat_map(|part| matchings.with_a_pair(part)).collect();
    }
    let mut sum = 0;
    let worker = || |part: &Matching| matchings.count(*part);
    for_each_part(&parts, options, worker, |count| sum += u128::from(count))?;
    Ok(sum << (h / 2))
}

/// Pairs made before the work is dealt out: thousands of parts for large n.
const PART_PAIRS: u32 = 3;

struct Matchings<'a> {
    /// 1 on an even board, where a + b stands for the sum of the distances less one; 0 on an odd one.
    even: u32,
    stop: &'a StopFlag,
}

/// Some distances are paired.
#[derive(Clone, Copy)]
struct Matching {
    /// The distances without a partner: bit a for distance a.
    unmatched: u64,
    /// The sums and differences taken, as bits from the lowest and from the highest.
    up: u64,
    down: u64,
}

impl Matchings<'_> {
    /// The matchings with one more pair, that of the largest distance: its sums are the largest too.
    #[inline(always)]
    fn with_a_pair(
        &self,
        Matching { unmatched, up, down }: Matching,
    ) -> impl Iterator<Item = Matching> {
        let a = unmatched.ilog2();
        let rest = unmatched ^ 1 << a;
        // Bit b of the windows: whether a + b and a - b are taken.
        let (sums, differences) = (up >> (a - self.even), down >> (63 - a));
        let partners = rest & !(sums | differences);
        partners.members().map(move |b| {
            let (sum, difference) = (a + b - self.even, a - b);
            Matching {
                unmatched: rest ^ 1 << b,
                up: up | 1 << sum | 1 << difference,
                down: down | 1 << (63 - sum) | 1 << (63 - difference),
            }
        })
    }

    /// Counts the ways to complete a matching. There are at most 25!!, some 2^43, for n up to
    /// [`QUARTER_TURN_MAX_N`].
    fn count(&self, matching: Matching) -> Result<u64, Stopped> {
        if matching.unmatched == 0 {
            return Ok(1);
        }
        if matching.unmatched.ilog2() > 16 && self.stop.is_raised() {
            return Err(Stopped);
        }
        self.with_a_pair(matching).map(|next| self.count(next)).sum()
    }
}
