//! Vectors in plain Rust, for any machine: an array for a vector. The compiler makes of it what the machine
//! has.

#![cfg_attr(
    any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")),
    allow(dead_code, reason = "where every machine has vectors, only tests use some of these")
)]

use super::operations::{Bytes, Lanes};

/// A single lane, of 32 bits.
#[derive(Clone, Copy)]
pub(crate) struct Word(u32);

impl Lanes for Word {
    type Word = u32;
    type Shift = u32;
    type Mask = bool;
    type Pack = bool;
    const COUNT: usize = 1;

    #[inline(always)]
    fn splat(x: u32) -> Self {
        Self(x)
    }
    #[inline(always)]
    fn shift(by: u32) -> u32 {
        by
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }
    #[inline(always)]
    fn up(self, by: u32) -> Self {
        Self((u64::from(self.0) << by) as u32)
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        Self((u64::from(self.0) >> by) as u32)
    }
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0 == 0
    }
    #[inline(always)]
    fn both(a: bool, b: bool) -> bool {
        a & b
    }
    #[inline(always)]
    fn pack(mask: bool) -> bool {
        mask
    }
    #[inline(always)]
    fn len(pack: bool) -> usize {
        pack.into()
    }
    #[inline(always)]
    fn first(pack: bool, count: usize) -> bool {
        pack && count > 0
    }
    #[inline(always)]
    fn refill(self, pack: bool, from: &[u32], at: usize) -> Self {
        Self(if pack { from[at] } else { self.0 })
    }
    #[inline(always)]
    fn select(self, pack: bool, other: Self) -> Self {
        if pack { other } else { self }
    }
    #[inline(always)]
    fn append(self, _: bool, to: &mut [u32], at: usize) {
        to[at] = self.0;
    }
}

/// 32 bytes: four words of 64 bits, the first one lowest.
#[derive(Clone, Copy)]
pub(crate) struct Bytes32;

type V = [u64; 4];

const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const TOP: u64 = !LOW;

#[inline(always)]
fn each(a: V, b: V, f: impl Fn(u64, u64) -> u64) -> V {
    std::array::from_fn(|i| f(a[i], b[i]))
}

/// Sums of bytes, modulo 256: the low bits cannot carry into the next byte.
#[inline(always)]
fn add(a: u64, b: u64) -> u64 {
    ((a & LOW) + (b & LOW)) ^ (a ^ b) & TOP
}

/// 255 in each byte whose top bit is set.
#[inline(always)]
fn spread(tops: u64) -> u64 {
    let tops = tops & TOP;
    tops | (tops - (tops >> 7))
}

// SAFETY: four words are 32 bytes of any values.
unsafe impl Bytes for Bytes32 {
    type V = V;

    #[inline(always)]
    fn load(bytes: &[u8]) -> V {
        let words = bytes.as_chunks::<8>().0;
        std::array::from_fn(|i| u64::from_le_bytes(words[i]))
    }
    #[inline(always)]
    fn store(a: V, bytes: &mut [u8]) {
        for (word, bytes) in a.iter().zip(bytes.as_chunks_mut::<8>().0) {
            *bytes = word.to_le_bytes();
        }
    }
    #[inline(always)]
    fn nor(a: V, b: V) -> V {
        each(a, b, |a, b| !(a | b))
    }
    #[inline(always)]
    fn and(a: V, b: V) -> V {
        each(a, b, |a, b| a & b)
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
    fn add(a: V, b: V) -> V {
        each(a, b, add)
    }
    #[inline(always)]
    fn add_saturating(a: V, b: V) -> V {
        each(a, b, |a, b| {
            let sum = add(a, b);
            sum | spread(a & b | (a | b) & !sum)
        })
    }
    #[inline(always)]
    fn tops(a: V) -> V {
        a.map(|word| (word & TOP) >> 7)
    }
    #[inline(always)]
    fn signs(a: V, to: &mut [u8]) {
        for (word, to) in a.iter().zip(to) {
            // The products are the top bits one beside the other, without carries.
            *to = ((word & TOP) >> 7).wrapping_mul(0x0102_0408_1020_4080).to_be_bytes()[0];
        }
    }
    #[inline(always)]
    fn transpose(words: &[u64], at: &[usize]) -> [V; 8] {
        transpose(words, at)
    }
}

/// See [`Bytes::transpose`]; for vectors of as many words as there are places.
#[inline(always)]
pub(super) fn transpose<const PLACES: usize>(words: &[u64], at: &[usize]) -> [[u64; PLACES]; 8] {
    let mut turned = [[0; PLACES]; 8];
    for k in 0..PLACES {
        let mut r: [u64; 8] = *words[at[k]..].first_chunk().expect("eight words");
        // Rows and columns of a block of 8 by 8 bytes exchanged: halves, quarters, neighbors.
        for (distance, low) in
            [(4, 0xffff_ffff), (2, 0x0000_ffff_0000_ffff), (1, 0x00ff_00ff_00ff_00ff)]
        {
            for i in (0..8).filter(|i| i & distance == 0) {
                let exchanged = (r[i] >> (8 * distance) ^ r[i + distance]) & low;
                r[i] ^= exchanged << (8 * distance);
                r[i + distance] ^= exchanged;
            }
        }
        for b in 0..8 {
            turned[b][k] = r[b];
        }
    }
    turned
}
