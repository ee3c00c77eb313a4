//! Sets of squares as bits.

#![allow(clippy::inline_always, reason = "what is not inlined is compiled without popcnt")]

/// A set of squares of a board of 64 K squares at most, numbered row by row from 0. To add, remove or look for a
/// larger number panics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cells<const K: usize>([u64; K]);

impl<const K: usize> Cells<K> {
    /// No square.
    pub const EMPTY: Self = Self([0; K]);

    /// Adds a square.
    #[inline(always)]
    pub const fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    /// Removes a square.
    #[inline(always)]
    pub const fn remove(&mut self, at: usize) {
        self.0[at / 64] &= !(1 << (at % 64));
    }

    /// Tells whether a square is in the set.
    #[inline(always)]
    pub const fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    /// The squares in both sets.
    #[inline(always)]
    pub fn and(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
        self
    }

    /// The squares in either set.
    #[inline(always)]
    pub fn or(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
        self
    }

    /// The squares of this set that are not in the other.
    #[inline(always)]
    pub fn without(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= !other;
        }
        self
    }

    /// Tells whether there is no square.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The number of squares.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The squares, the first one first.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<K> {
        self.0.into_iter().enumerate().flat_map(|(i, mut word)| {
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros() as usize;
                    word &= word - 1;
                    64 * i + bit
                })
            })
        })
    }
}
