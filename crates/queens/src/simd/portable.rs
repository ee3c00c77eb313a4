//! Vectors in plain Rust, for any machine: an array for a vector. The compiler makes of it what the machine
//! has.

#![cfg_attr(
    any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")),
    allow(dead_code, reason = "where every machine has vectors, only tests use some of these")
)]

use super::{Bytes, Lanes, Work};

/// Eight lanes of 32 bits.
#[derive(Clone, Copy)]
pub(crate) struct Words32([u32; 8]);

impl Words32 {
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

impl Lanes for Words32 {
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

/// 32 bytes: four words of 64 bits, the first one lowest.
#[derive(Clone, Copy)]
pub(crate) struct Bytes32;

type V = [u64; 4];

const EVEN_BYTES: u64 = 0x00ff_00ff_00ff_00ff;
const EVEN_WORDS: u64 = 0x0000_ffff_0000_ffff;

#[inline(always)]
fn each(a: V, b: V, c: V, f: impl Fn(u64, u64, u64) -> u64) -> V {
    std::array::from_fn(|i| f(a[i], b[i], c[i]))
}

impl Bytes for Bytes32 {
    type V = V;
    const LANES: usize = 32;
    const COUNTS: bool = false;
    const LINES: usize = 2;

    #[inline(always)]
    fn load(words: &[u64]) -> V {
        *words.first_chunk().expect("four words")
    }
    #[inline(always)]
    fn zero() -> V {
        [0; 4]
    }
    #[inline(always)]
    fn everything() -> V {
        [!0; 4]
    }
    #[inline(always)]
    fn and(a: V, b: V) -> V {
        each(a, b, b, |a, b, _| a & b)
    }
    #[inline(always)]
    fn and3(a: V, b: V, c: V) -> V {
        each(a, b, c, |a, b, c| a & b & c)
    }
    #[inline(always)]
    fn and_neither(a: V, b: V, c: V) -> V {
        each(a, b, c, |a, b, c| a & !(b | c))
    }
    #[inline(always)]
    fn xor3(a: V, b: V, c: V) -> V {
        each(a, b, c, |a, b, c| a ^ b ^ c)
    }
    #[inline(always)]
    fn carry(sum: V, b: V, c: V) -> V {
        each(sum, b, c, |sum, b, c| !sum & (b ^ c) | b & c)
    }
    #[inline(always)]
    fn count_bits(a: V) -> V {
        a.map(|word| {
            let twos = word - (word >> 1 & 0x5555_5555_5555_5555);
            let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
            (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
        })
    }
    #[inline(always)]
    fn add_bytes(a: V, b: V) -> V {
        each(a, b, b, |a, b, _| a.wrapping_add(b))
    }
    #[inline(always)]
    fn add_words(a: V, b: V) -> V {
        each(a, b, b, |a, b, _| a.wrapping_add(b))
    }
    #[inline(always)]
    fn eightfold(a: V) -> V {
        a.map(|word| word << 3)
    }
    #[inline(always)]
    fn even_bytes(a: V) -> V {
        a.map(|word| word & EVEN_BYTES)
    }
    #[inline(always)]
    fn odd_bytes(a: V) -> V {
        a.map(|word| word >> 8 & EVEN_BYTES)
    }
    #[inline(always)]
    fn even_words(a: V) -> V {
        a.map(|word| word & EVEN_WORDS)
    }
    #[inline(always)]
    fn odd_words(a: V) -> V {
        a.map(|word| word >> 16 & EVEN_WORDS)
    }
    #[inline(always)]
    fn add_counts(a: V, b: V) -> V {
        each(a, b, b, |a, b, _| a.wrapping_add(b))
    }
    #[inline(always)]
    fn load_counts(counts: &[u32]) -> V {
        std::array::from_fn(|i| u64::from(counts[2 * i]) | u64::from(counts[2 * i + 1]) << 32)
    }
    #[inline(always)]
    fn store_counts(a: V, counts: &mut [u32]) {
        for (i, count) in counts[..8].iter_mut().enumerate() {
            *count = (a[i / 2] >> (32 * (i % 2))) as u32;
        }
    }
    fn run<W: Work>(work: W) -> W::Out {
        work.work()
    }
}
