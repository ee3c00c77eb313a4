//! Vectors of the color method: 16 bytes.

use std::arch::wasm32::*;

use crate::color::kernel::{Simd, Work};

/// 16 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Simd128;

impl Simd for Simd128 {
    type V = v128;
    const LANES: usize = 16;
    const COUNTS: bool = true;
    const LINES: usize = 4;

    #[inline(always)]
    fn load(words: &[u64]) -> v128 {
        let words: &[u64; 2] = words.first_chunk().expect("two words");
        u64x2(words[0], words[1])
    }
    #[inline(always)]
    fn zero() -> v128 {
        u64x2_splat(0)
    }
    #[inline(always)]
    fn everything() -> v128 {
        u64x2_splat(u64::MAX)
    }
    #[inline(always)]
    fn and(a: v128, b: v128) -> v128 {
        v128_and(a, b)
    }
    #[inline(always)]
    fn and3(a: v128, b: v128, c: v128) -> v128 {
        v128_and(a, v128_and(b, c))
    }
    #[inline(always)]
    fn and_neither(a: v128, b: v128, c: v128) -> v128 {
        v128_andnot(a, v128_or(b, c))
    }
    #[inline(always)]
    fn xor3(a: v128, b: v128, c: v128) -> v128 {
        v128_xor(a, v128_xor(b, c))
    }
    #[inline(always)]
    fn carry(sum: v128, b: v128, c: v128) -> v128 {
        // Where two inputs differ, the third decides, and the sum is its opposite.
        v128_bitselect(v128_not(sum), b, v128_xor(b, c))
    }
    #[inline(always)]
    fn count_bits(a: v128) -> v128 {
        u8x16_popcnt(a)
    }
    #[inline(always)]
    fn add_bytes(a: v128, b: v128) -> v128 {
        u8x16_add(a, b)
    }
    #[inline(always)]
    fn add_words(a: v128, b: v128) -> v128 {
        u16x8_add(a, b)
    }
    #[inline(always)]
    fn eightfold(a: v128) -> v128 {
        u16x8_shl(a, 3)
    }
    #[inline(always)]
    fn even_bytes(a: v128) -> v128 {
        v128_and(a, u16x8_splat(0xff))
    }
    #[inline(always)]
    fn odd_bytes(a: v128) -> v128 {
        u16x8_shr(a, 8)
    }
    #[inline(always)]
    fn even_words(a: v128) -> v128 {
        v128_and(a, u32x4_splat(0xffff))
    }
    #[inline(always)]
    fn odd_words(a: v128) -> v128 {
        u32x4_shr(a, 16)
    }
    #[inline(always)]
    fn add_counts(a: v128, b: v128) -> v128 {
        u32x4_add(a, b)
    }
    #[inline(always)]
    fn load_counts(counts: &[u32]) -> v128 {
        let counts: &[u32; 4] = counts.first_chunk().expect("four counts");
        u32x4(counts[0], counts[1], counts[2], counts[3])
    }
    #[inline(always)]
    fn store_counts(a: v128, counts: &mut [u32]) {
        let counts: &mut [u32; 4] = counts.first_chunk_mut().expect("four counts");
        counts[0] = u32x4_extract_lane::<0>(a);
        counts[1] = u32x4_extract_lane::<1>(a);
        counts[2] = u32x4_extract_lane::<2>(a);
        counts[3] = u32x4_extract_lane::<3>(a);
    }
    fn run<W: Work<Self>>(work: W) -> W::Out {
        work.run()
    }
}
