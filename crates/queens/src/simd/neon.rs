//! NEON, the vectors of 64-bit ARM: 128 bits. What is called `portable` elsewhere is made of these for the
//! color method.

use std::arch::aarch64::*;

use super::{Bytes, Work};

/// 16 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Bytes16;

#[inline(always)]
fn words(a: uint8x16_t) -> uint16x8_t {
    vector!(vreinterpretq_u16_u8(a))
}

#[inline(always)]
fn of_words(a: uint16x8_t) -> uint8x16_t {
    vector!(vreinterpretq_u8_u16(a))
}

#[inline(always)]
fn counts(a: uint8x16_t) -> uint32x4_t {
    vector!(vreinterpretq_u32_u8(a))
}

#[inline(always)]
fn of_counts(a: uint32x4_t) -> uint8x16_t {
    vector!(vreinterpretq_u8_u32(a))
}

impl Bytes for Bytes16 {
    type V = uint8x16_t;
    const LANES: usize = 16;
    const COUNTS: bool = true;
    const LINES: usize = 4;

    #[inline(always)]
    fn load(words: &[u64]) -> uint8x16_t {
        let words: &[u64; 2] = words.first_chunk().expect("two words");
        // SAFETY: two words are 16 bytes.
        let words = unsafe { vld1q_u64(words.as_ptr()) };
        vector!(vreinterpretq_u8_u64(words))
    }
    #[inline(always)]
    fn zero() -> uint8x16_t {
        vector!(vdupq_n_u8(0))
    }
    #[inline(always)]
    fn everything() -> uint8x16_t {
        vector!(vdupq_n_u8(0xff))
    }
    #[inline(always)]
    fn and(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        vector!(vandq_u8(a, b))
    }
    #[inline(always)]
    fn and3(a: uint8x16_t, b: uint8x16_t, c: uint8x16_t) -> uint8x16_t {
        Self::and(a, Self::and(b, c))
    }
    #[inline(always)]
    fn and_neither(a: uint8x16_t, b: uint8x16_t, c: uint8x16_t) -> uint8x16_t {
        let either = vector!(vorrq_u8(b, c));
        vector!(vbicq_u8(a, either))
    }
    #[inline(always)]
    fn xor3(a: uint8x16_t, b: uint8x16_t, c: uint8x16_t) -> uint8x16_t {
        let two = vector!(veorq_u8(b, c));
        vector!(veorq_u8(a, two))
    }
    #[inline(always)]
    fn carry(sum: uint8x16_t, b: uint8x16_t, c: uint8x16_t) -> uint8x16_t {
        // Where two inputs differ, the third decides, and the sum is its opposite.
        let differ = vector!(veorq_u8(b, c));
        let third = vector!(vmvnq_u8(sum));
        vector!(vbslq_u8(differ, third, b))
    }
    #[inline(always)]
    fn count_bits(a: uint8x16_t) -> uint8x16_t {
        vector!(vcntq_u8(a))
    }
    #[inline(always)]
    fn add_bytes(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        vector!(vaddq_u8(a, b))
    }
    #[inline(always)]
    fn add_words(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        of_words(vector!(vaddq_u16(words(a), words(b))))
    }
    #[inline(always)]
    fn eightfold(a: uint8x16_t) -> uint8x16_t {
        of_words(vector!(vshlq_n_u16::<3>(words(a))))
    }
    #[inline(always)]
    fn even_bytes(a: uint8x16_t) -> uint8x16_t {
        let low = vector!(vdupq_n_u16(0xff));
        Self::and(a, of_words(low))
    }
    #[inline(always)]
    fn odd_bytes(a: uint8x16_t) -> uint8x16_t {
        of_words(vector!(vshrq_n_u16::<8>(words(a))))
    }
    #[inline(always)]
    fn even_words(a: uint8x16_t) -> uint8x16_t {
        let low = vector!(vdupq_n_u32(0xffff));
        Self::and(a, of_counts(low))
    }
    #[inline(always)]
    fn odd_words(a: uint8x16_t) -> uint8x16_t {
        of_counts(vector!(vshrq_n_u32::<16>(counts(a))))
    }
    #[inline(always)]
    fn add_counts(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        of_counts(vector!(vaddq_u32(counts(a), counts(b))))
    }
    #[inline(always)]
    fn load_counts(counts: &[u32]) -> uint8x16_t {
        let counts: &[u32; 4] = counts.first_chunk().expect("four counts");
        // SAFETY: four counts are 16 bytes.
        of_counts(unsafe { vld1q_u32(counts.as_ptr()) })
    }
    #[inline(always)]
    fn store_counts(a: uint8x16_t, to: &mut [u32]) {
        let to: &mut [u32; 4] = to.first_chunk_mut().expect("four counts");
        // SAFETY: four counts are 16 bytes.
        unsafe { vst1q_u32(to.as_mut_ptr(), counts(a)) }
    }
    fn run<W: Work>(work: W) -> W::Out {
        work.work()
    }
}
