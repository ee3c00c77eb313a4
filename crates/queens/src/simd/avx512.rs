//! AVX-512: vectors of 512 bits.

use std::arch::x86_64::*;

use super::avx2::{add_transposed, dot, nibbles};
use super::{Bytes, Lanes, Work};

/// The operations that 512-bit lanes of both widths share.
macro_rules! lanes {
    ($name:ident $word:ident $mask:ident $width:literal, features $features:literal,
     $splat:ident $sub:ident $up:ident $down:ident $test:ident $testn:ident $expand:ident
     $select:ident $compress:ident) => {
        #[derive(Clone, Copy)]
        pub(crate) struct $name(__m512i);

        impl Lanes for $name {
            type Word = $word;
            type Shift = __m512i;
            type Mask = $mask;
            type Pack = $mask;
            const WIDTH: usize = $width;

            #[inline(always)]
            fn word(x: u32) -> $word {
                x as $word
            }

            #[inline(always)]
            fn splat(x: u32) -> Self {
                Self(vector!($splat(x as _)))
            }

            #[inline(always)]
            fn shift(by: u32) -> __m512i {
                vector!($splat(by as _))
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                Self(vector!(_mm512_or_si512(self.0, other.0)))
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                Self(vector!(_mm512_and_si512(self.0, other.0)))
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                Self(vector!(_mm512_xor_si512(self.0, other.0)))
            }

            #[inline(always)]
            fn nor3(self, b: Self, c: Self) -> Self {
                // The truth table of NOR: 1 where all three bits are 0.
                Self(vector!(_mm512_ternarylogic_epi32::<0x01>(self.0, b.0, c.0)))
            }

            #[inline(always)]
            fn lowest(self) -> Self {
                let negative = vector!($sub(_mm512_setzero_si512(), self.0));
                self.and(Self(negative))
            }

            #[inline(always)]
            fn up(self, by: __m512i) -> Self {
                Self(vector!($up(self.0, by)))
            }

            #[inline(always)]
            fn down(self, by: __m512i) -> Self {
                Self(vector!($down(self.0, by)))
            }

            #[inline(always)]
            fn meets(self, other: Self) -> $mask {
                vector!($test(self.0, other.0))
            }

            #[inline(always)]
            fn is_zero(self) -> $mask {
                vector!($testn(self.0, self.0))
            }

            #[inline(always)]
            fn both(a: $mask, b: $mask) -> $mask {
                a & b
            }

            #[inline(always)]
            fn pack(mask: $mask) -> $mask {
                mask
            }

            #[inline(always)]
            fn len(pack: $mask) -> usize {
                pack.count_ones() as usize
            }

            #[inline(always)]
            fn first(pack: $mask, count: usize) -> $mask {
                let some = if count >= $width { u32::MAX } else { (1 << count) - 1 };
                vector!(_pdep_u32(some, u32::from(pack))) as $mask
            }

            #[inline(always)]
            fn refill(self, pack: $mask, from: &[$word], at: usize) -> Self {
                let from = &from[at..at + $width];
                // SAFETY: the slice has the words of a vector; the load takes any alignment.
                let words = unsafe { _mm512_loadu_si512(from.as_ptr().cast()) };
                Self(vector!($expand(self.0, pack, words)))
            }

            #[inline(always)]
            fn select(self, pack: $mask, other: Self) -> Self {
                Self(vector!($select(self.0, pack, other.0)))
            }

            #[inline(always)]
            fn append(self, pack: $mask, to: &mut [$word], at: usize) {
                let to = &mut to[at..at + $width];
                // In a register first: compressing to memory is microcoded on some processors.
                let packed = vector!($compress(pack, self.0));
                // SAFETY: the slice has room for a vector; the store takes any alignment.
                unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), packed) }
            }

            run_with!($features);
        }
    };
}

lanes!(Words16 u16 __mmask32 32,
    features "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,popcnt",
    _mm512_set1_epi16 _mm512_sub_epi16 _mm512_sllv_epi16 _mm512_srlv_epi16 _mm512_test_epi16_mask
    _mm512_testn_epi16_mask _mm512_mask_expand_epi16 _mm512_mask_mov_epi16
    _mm512_maskz_compress_epi16);

lanes!(Words32 u32 __mmask16 16,
    features "avx512f,avx512bw,bmi1,bmi2,popcnt",
    _mm512_set1_epi32 _mm512_sub_epi32 _mm512_sllv_epi32 _mm512_srlv_epi32 _mm512_test_epi32_mask
    _mm512_testn_epi32_mask _mm512_mask_expand_epi32 _mm512_mask_mov_epi32
    _mm512_maskz_compress_epi32);

/// 64 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Bytes64;

/// 64 bytes, where the processor counts the bits of every byte (BITALG).
#[derive(Clone, Copy)]
pub(crate) struct CountingBytes64;

/// The operations that do not depend on how bits are counted.
macro_rules! bytes {
    ($name:ident, $counts:literal, $features:literal, $count_bits:item) => {
        impl Bytes for $name {
            type V = __m512i;
            const LANES: usize = 64;
            const COUNTS: bool = $counts;
            const LINES: usize = 4;

            #[inline(always)]
            fn load(words: &[u64]) -> __m512i {
                let words: &[u64; 8] = words.first_chunk().expect("eight words");
                // SAFETY: eight words are 64 bytes.
                unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
            }
            #[inline(always)]
            fn zero() -> __m512i {
                vector!(_mm512_setzero_si512())
            }
            #[inline(always)]
            fn everything() -> __m512i {
                vector!(_mm512_set1_epi32(-1))
            }
            #[inline(always)]
            fn and(a: __m512i, b: __m512i) -> __m512i {
                vector!(_mm512_and_si512(a, b))
            }
            #[inline(always)]
            fn and3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
                vector!(_mm512_ternarylogic_epi64::<0x80>(a, b, c))
            }
            #[inline(always)]
            fn and_neither(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
                vector!(_mm512_ternarylogic_epi64::<0x10>(a, b, c))
            }
            #[inline(always)]
            fn xor3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
                vector!(_mm512_ternarylogic_epi64::<0x96>(a, b, c))
            }
            #[inline(always)]
            fn carry(sum: __m512i, b: __m512i, c: __m512i) -> __m512i {
                vector!(_mm512_ternarylogic_epi64::<0x8e>(sum, b, c))
            }
            #[inline(always)]
            $count_bits
            #[inline(always)]
            fn add_bytes(a: __m512i, b: __m512i) -> __m512i {
                vector!(_mm512_add_epi8(a, b))
            }
            #[inline(always)]
            fn add_words(a: __m512i, b: __m512i) -> __m512i {
                vector!(_mm512_add_epi16(a, b))
            }
            #[inline(always)]
            fn eightfold(a: __m512i) -> __m512i {
                vector!(_mm512_slli_epi16::<3>(a))
            }
            #[inline(always)]
            fn even_bytes(a: __m512i) -> __m512i {
                let low = vector!(_mm512_set1_epi16(0xff));
                vector!(_mm512_and_si512(a, low))
            }
            #[inline(always)]
            fn odd_bytes(a: __m512i) -> __m512i {
                vector!(_mm512_srli_epi16::<8>(a))
            }
            #[inline(always)]
            fn even_words(a: __m512i) -> __m512i {
                let low = vector!(_mm512_set1_epi32(0xffff));
                vector!(_mm512_and_si512(a, low))
            }
            #[inline(always)]
            fn odd_words(a: __m512i) -> __m512i {
                vector!(_mm512_srli_epi32::<16>(a))
            }
            #[inline(always)]
            fn add_counts(a: __m512i, b: __m512i) -> __m512i {
                vector!(_mm512_add_epi32(a, b))
            }
            #[inline(always)]
            fn load_counts(counts: &[u32]) -> __m512i {
                let counts: &[u32; 16] = counts.first_chunk().expect("16 counts");
                // SAFETY: 16 counts are 64 bytes.
                unsafe { _mm512_loadu_si512(counts.as_ptr().cast()) }
            }
            #[inline(always)]
            fn store_counts(a: __m512i, counts: &mut [u32]) {
                let counts: &mut [u32; 16] = counts.first_chunk_mut().expect("16 counts");
                // SAFETY: 16 counts are 64 bytes.
                unsafe { _mm512_storeu_si512(counts.as_mut_ptr().cast(), a) }
            }
            #[inline(always)]
            fn add_transposed(rows: &[u32], at: &[usize; 8], matrix: &mut [u32]) {
                add_transposed::<{ Self::LANES }>(rows, at, matrix);
            }
            #[inline(always)]
            fn dot(a: &[u32], rows_a: &[usize; 8], b: &[u32], rows_b: &[usize; 8]) -> u64 {
                dot(a, rows_a, b, rows_b)
            }
            run_with!($features);
        }
    };
}

bytes!(
    Bytes64,
    false,
    "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,popcnt",
    fn count_bits(a: __m512i) -> __m512i {
        let counts = vector!(_mm512_broadcast_i32x4(nibbles()));
        let nibble = vector!(_mm512_set1_epi8(15));
        let low = vector!(_mm512_and_si512(a, nibble));
        let high = vector!(_mm512_srli_epi16::<4>(a));
        let high = vector!(_mm512_and_si512(high, nibble));
        let low = vector!(_mm512_shuffle_epi8(counts, low));
        let high = vector!(_mm512_shuffle_epi8(counts, high));
        Self::add_bytes(low, high)
    }
);
bytes!(
    CountingBytes64,
    true,
    "avx512f,avx512bw,avx512vl,avx512bitalg,avx2,bmi1,bmi2,popcnt",
    fn count_bits(a: __m512i) -> __m512i {
        vector!(_mm512_popcnt_epi8(a))
    }
);
