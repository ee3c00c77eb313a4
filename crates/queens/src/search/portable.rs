//! Lanes in plain Rust: an array for a vector. The compiler makes of it what the machine has.

#![allow(clippy::inline_always, reason = "an operation is one instruction only if it is inlined")]

use super::lanes::{Lanes, Work};

/// Eight lanes of 32 bits.
#[derive(Clone, Copy)]
pub(super) struct Portable([u32; 8]);

impl Portable {
    #[inline(always)]
    fn map(self, f: impl Fn(u32) -> u32) -> Self {
        Self(self.0.map(f))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        Self(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }

    /// A bit for each lane that satisfies a condition.
    #[inline(always)]
    fn which(self, condition: impl Fn(u32) -> bool) -> u8 {
        self.0.iter().rev().fold(0, |bits, &lane| bits << 1 | u8::from(condition(lane)))
    }
}

impl Lanes for Portable {
    type Word = u32;
    type Shift = u32;
    type Mask = u8;
    type Pack = u8;
    const WIDTH: usize = 8;

    #[inline(always)]
    fn word(x: u32) -> u32 {
        x
    }

    #[inline(always)]
    fn splat(x: u32) -> Self {
        Self([x; 8])
    }

    #[inline(always)]
    fn shift(by: u32) -> u32 {
        by
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn nor3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c).map(|x| !x)
    }

    #[inline(always)]
    fn lowest(self) -> Self {
        self.map(|x| x & x.wrapping_neg())
    }

    #[inline(always)]
    fn up(self, by: u32) -> Self {
        self.map(|x| x.wrapping_shl(by))
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        self.map(|x| x.wrapping_shr(by))
    }

    #[inline(always)]
    fn meets(self, other: Self) -> u8 {
        self.and(other).which(|x| x != 0)
    }

    #[inline(always)]
    fn is_zero(self) -> u8 {
        self.which(|x| x == 0)
    }

    #[inline(always)]
    fn both(a: u8, b: u8) -> u8 {
        a & b
    }

    #[inline(always)]
    fn pack(mask: u8) -> u8 {
        mask
    }

    #[inline(always)]
    fn len(pack: u8) -> usize {
        pack.count_ones() as usize
    }

    #[inline(always)]
    fn first(mut pack: u8, count: usize) -> u8 {
        let mut first = 0;
        for _ in 0..count.min(8) {
            first |= pack & pack.wrapping_neg();
            pack &= pack.wrapping_sub(1);
        }
        first
    }

    #[inline(always)]
    fn refill(mut self, pack: u8, from: &[u32], mut at: usize) -> Self {
        for (lane, word) in self.0.iter_mut().enumerate() {
            if pack >> lane & 1 == 1 {
                *word = from[at];
                at += 1;
            }
        }
        self
    }

    #[inline(always)]
    fn select(self, pack: u8, other: Self) -> Self {
        let chosen = |lane: usize| if pack >> lane & 1 == 1 { other.0[lane] } else { self.0[lane] };
        Self(std::array::from_fn(chosen))
    }

    #[inline(always)]
    fn append(self, pack: u8, to: &mut [u32], mut at: usize) {
        // Every lane is written, one on top of the next if it is not chosen: no branch.
        for (lane, word) in self.0.into_iter().enumerate() {
            to[at] = word;
            at += usize::from(pack >> lane & 1);
        }
    }

    #[inline(always)]
    fn run<W: Work>(work: W) -> W::Out {
        work.work()
    }
}
