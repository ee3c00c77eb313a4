//! Sets as the bits of a word: squares of a line, rows, columns.

#![allow(clippy::inline_always, reason = "what is not inlined is compiled without popcnt")]

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr, Sub};

/// A word with a bit for each element of a set.
pub(crate) trait Word:
    Copy
    + Eq
    + Debug
    + 'static
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Sub<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Its bits: the largest set it holds.
    const BITS: u32;
    const ZERO: Self;
    const ONE: Self;

    /// The first n elements.
    #[inline(always)]
    fn ones(n: u32) -> Self {
        if n == 0 { Self::ZERO } else { !Self::ZERO >> (Self::BITS - n) }
    }

    fn count(self) -> u32;

    /// The lowest element; there is one.
    fn lowest(self) -> u32;

    /// The elements, the lowest first.
    #[inline(always)]
    fn members(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(
            #[inline(always)]
            move || {
                (self != Self::ZERO).then(|| {
                    let lowest = self.lowest();
                    self = self & (self - Self::ONE);
                    lowest
                })
            },
        )
    }
}

macro_rules! word {
    ($($word:ty)*) => {
        $(impl Word for $word {
            const BITS: u32 = Self::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
        })*
    };
}

word!(u16 u32 u64 u128);

/// The rows of a set, from the middle of n rows outwards.
pub(crate) fn from_the_middle(n: u32, rows: u32) -> Vec<u32> {
    let mut rows: Vec<u32> = rows.members().collect();
    rows.sort_by_key(|&row| (2 * row + 1).abs_diff(n));
    rows
}
