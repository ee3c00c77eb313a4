//! Vectors of 32 bytes in plain Rust, for any machine.

#![allow(clippy::inline_always, reason = "an operation is to be a few instructions in its caller")]

use super::kernel::{Simd, Work};

/// Four words of 64 bits, the first one lowest.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

type V = [u64; 4];

const EVEN_BYTES: u64 = 0x00ff_00ff_00ff_00ff;
const EVEN_WORDS: u64 = 0x0000_ffff_0000_ffff;

#[inline(always)]
fn each(a: V, b: V, c: V, f: impl Fn(u64, u64, u64) -> u64) -> V {
    std::array::from_fn(|i| f(a[i], b[i], c[i]))
}

impl Simd for Portable {
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
    fn run<W: Work<Self>>(work: W) -> W::Out {
        work.run()
    }
}
