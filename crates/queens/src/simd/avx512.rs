//! AVX-512: vectors of 512 bits.

use std::arch::x86_64::*;

use super::avx2::{Bytes32, lowest_bits, nibbles};
use super::operations::{Bytes, Lanes, Work};

/// The numbers of the lanes.
macro_rules! places {
    ($word:ident $width:literal) => {{
        let mut places = [0; $width];
        let mut lane = 0;
        while lane < $width {
            places[lane] = lane as $word;
            lane += 1;
        }
        places
    }};
}

/// The operations that 512-bit lanes of both widths share.
macro_rules! lanes {
    ($name:ident $word:ident $mask:ident $width:literal, features $features:literal,
     $splat:ident $sub:ident $up:ident $down:ident $test:ident $testn:ident $expand:ident
     $select:ident $compress:ident $permute:ident $min:ident) => {
        #[derive(Clone, Copy)]
        pub(crate) struct $name(__m512i);

        impl Lanes for $name {
            type Word = $word;
            type Shift = __m512i;
            type Mask = $mask;
            type Pack = $mask;
            const COUNT: usize = $width;

            #[inline(always)]
            fn splat(x: u32) -> Self {
                Self(vector!($splat(x as _)))
            }

            #[inline(always)]
            fn shift(by: u32) -> __m512i {
                vector!($splat(by as _))
            }

            instructions!(
                lanes or _mm512_or_si512, and _mm512_and_si512, xor _mm512_xor_si512, minus $sub,
                min $min);

            #[inline(always)]
            fn nor3(self, b: Self, c: Self) -> Self {
                // The truth table of NOR: 1 where all three bits are 0.
                Self(vector!(_mm512_ternarylogic_epi32::<0x01>(self.0, b.0, c.0)))
            }

            instructions!(shifts up $up, down $down);

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
                lowest_bits(pack.into(), count) as $mask
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
                const PLACES: [$word; $width] = places!($word $width);
                let to = &mut to[at..at + $width];
                // The places are computed once for all words of the placements, which the compiler sees: permuting is faster than compressing.
                // SAFETY: the array has the words of a vector; the load takes any alignment.
                let places = unsafe { _mm512_loadu_si512(PLACES.as_ptr().cast()) };
                let chosen = vector!($compress(pack, places));
                let packed = vector!($permute(chosen, self.0));
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
    _mm512_maskz_compress_epi16 _mm512_permutexvar_epi16 _mm512_min_epu16);

lanes!(Words32 u32 __mmask16 16,
    features "avx512f,avx512bw,bmi1,bmi2,popcnt",
    _mm512_set1_epi32 _mm512_sub_epi32 _mm512_sllv_epi32 _mm512_srlv_epi32 _mm512_test_epi32_mask
    _mm512_testn_epi32_mask _mm512_mask_expand_epi32 _mm512_mask_mov_epi32
    _mm512_maskz_compress_epi32 _mm512_permutexvar_epi32 _mm512_min_epu32);

/// 64 bytes, for every processor with AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct Bytes64;

/// 64 bytes, for processors that count the bits of every byte (BITALG), permute bytes (VBMI) and multiply matrices of bits (GFNI).
#[derive(Clone, Copy)]
pub(crate) struct CountingBytes64;

/// The operations that both vectors of bytes share.
macro_rules! bytes {
    ($name:ident, $features:literal, $($own:item)*) => {
        // SAFETY: a vector is 64 bytes.
        unsafe impl Bytes for $name {
            type V = __m512i;

            instructions!(
                and _mm512_and_si512, add _mm512_add_epi8, add_saturating _mm512_adds_epu8,
        max _mm512_max_epu8);

            #[inline(always)]
            fn nor(a: __m512i, b: __m512i) -> __m512i {
                // The truth table of NOR, whatever the third operand is.
                vector!(_mm512_ternarylogic_epi64::<0x03>(a, b, b))
            }
            #[inline(always)]
            fn add_to(entries: &mut [u16], sum: __m512i, power: u32) {
                Bytes32::add_to(&mut entries[..32], vector!(_mm512_castsi512_si256(sum)), power);
                Bytes32::add_to(&mut entries[32..], vector!(_mm512_extracti64x4_epi64::<1>(sum)), power);
            }
            #[inline(always)]
            fn tops(a: __m512i) -> __m512i {
                vector!(_mm512_and_si512(_mm512_srli_epi16::<7>(a), _mm512_set1_epi8(1)))
            }
            #[inline(always)]
            fn signs(a: __m512i, to: &mut [u8]) {
                let signs = vector!(_mm512_movepi8_mask(a));
                to[..8].copy_from_slice(&signs.to_le_bytes());
            }
            #[inline(always)]
            fn transpose(words: &[u64], at: &[usize]) -> [__m512i; 8] {
                // The bytes of eight words, for each of eight places, then the words of eight vectors.
                let apart = vector!(_mm512_broadcast_i32x4(_mm_set_epi64x(
                    0x0f07_0e06_0d05_0c04,
                    0x0b03_0a02_0901_0800
                )));
                // Pair q of byte b is at 8 q + b, and goes to 4 b + q.
                let fours = vector!(_mm512_set_epi16(
                    31, 23, 15, 7, 30, 22, 14, 6, 29, 21, 13, 5, 28, 20, 12, 4, 27, 19, 11, 3, 26, 18, 10, 2,
                    25, 17, 9, 1, 24, 16, 8, 0
                ));
                let mut r = [vector!(_mm512_setzero_si512()); 8];
                for i in 0..8 {
                    let eight: &[u64; 8] = words[at[i]..].first_chunk().expect("eight words");
                    // SAFETY: eight words are 64 bytes.
                    let eight = unsafe { _mm512_loadu_si512(eight.as_ptr().cast()) };
                    let pairs = vector!(_mm512_shuffle_epi8(eight, apart));
                    r[i] = vector!(_mm512_permutexvar_epi16(fours, pairs));
                }
                transposed_words(r)
            }
            #[inline(always)]
            fn filter(from: &[u64], blocked: u64, to: &mut [u64]) -> usize {
                let blocked = vector!(_mm512_set1_epi64(blocked as i64));
                let mut kept = 0;
                let (eights, rest) = from.as_chunks::<8>();
                for eight in eights {
                    // SAFETY: eight words are 64 bytes.
                    let words = unsafe { _mm512_loadu_si512(eight.as_ptr().cast()) };
                    kept += append(words, 0xff, blocked, &mut to[kept..]);
                }
                if !rest.is_empty() {
                    let some = (1 << rest.len()) - 1;
                    // SAFETY: the words of the mask are those of the slice.
                    let words = unsafe { _mm512_maskz_loadu_epi64(some, rest.as_ptr().cast()) };
                    kept += append(words, some, blocked, &mut to[kept..]);
                }
                kept
            }
            #[inline(always)]
            fn dot(a: &[u16], row_a: usize, b: &[u16], row_b: usize, blocks: usize) -> u64 {
                Bytes32::dot(a, row_a, b, row_b, blocks)
            }
            $(#[inline(always)] $own)*
            run_with!($features);
        }
    };
}

bytes! {
    Bytes64,
    "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,popcnt",
    fn count_bits(a: __m512i) -> __m512i {
        let counts = vector!(_mm512_broadcast_i32x4(nibbles()));
        let nibble = vector!(_mm512_set1_epi8(15));
        let low = vector!(_mm512_and_si512(a, nibble));
        let high = vector!(_mm512_srli_epi16::<4>(a));
        let high = vector!(_mm512_and_si512(high, nibble));
        let low = vector!(_mm512_shuffle_epi8(counts, low));
        let high = vector!(_mm512_shuffle_epi8(counts, high));
        Self::add(low, high)
    }
}
bytes! {
    CountingBytes64,
    "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi,gfni,avx2,bmi1,bmi2,popcnt",
    fn count_bits(a: __m512i) -> __m512i {
        vector!(_mm512_popcnt_epi8(a))
    }
    fn planes(words: &[u64], at: &[usize; 64], bits: usize, to: &mut [u8]) {
        // Byte 8 j + t is byte j of word 7 - t, or where it is undone, byte 8 t + j is.
        // SAFETY: the table is 64 bytes.
        let apart = unsafe { _mm512_loadu_si512(APART.as_ptr().cast()) };
        // SAFETY: the table is 64 bytes.
        let together = unsafe { _mm512_loadu_si512(TOGETHER.as_ptr().cast()) };
        // The identity: a matrix of eight times eight bits times it is its transpose, with its columns in reverse.
        let unit = vector!(_mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64));
        let octets = bits.div_ceil(8);
        let mut parts = [[Self::zero(); 8]; 8];
        for (part, at) in at.chunks_exact(8).enumerate() {
            let mut rows = [Self::zero(); 8];
            for i in 0..8 {
                let eight: &[u64; 8] = words[at[i]..].first_chunk().expect("eight words");
                // SAFETY: eight words are 64 bytes.
                let eight = unsafe { _mm512_loadu_si512(eight.as_ptr().cast()) };
                let bytes = vector!(_mm512_permutexvar_epi8(apart, eight));
                rows[i] = vector!(_mm512_gf2p8affine_epi64_epi8::<0>(unit, bytes));
            }
            let columns = transposed_words(rows);
            for octet in 0..8 {
                // Eight planes of eight lanes.
                parts[octet][part] = vector!(_mm512_permutexvar_epi8(together, columns[octet]));
            }
        }
        for (octet, parts) in parts[..octets].iter().enumerate() {
            for (bit, plane) in transposed_words(*parts).into_iter().enumerate() {
                Self::store(plane, &mut to[(8 * octet + bit) * 64..][..64]);
            }
        }
    }
    fn gather(from: &[__m512i; 4], at: &[u8]) -> __m512i {
        let at = Self::load(at);
        // The low seven bits choose among two vectors, the top one between these and the others.
        let first = vector!(_mm512_permutex2var_epi8(from[0], at, from[1]));
        let second = vector!(_mm512_permutex2var_epi8(from[2], at, from[3]));
        let upper = vector!(_mm512_movepi8_mask(at));
        vector!(_mm512_mask_blend_epi8(upper, first, second))
    }
}

/// Byte 8 j + t: where byte j of word 7 - t is.
const APART: [u8; 64] = {
    let mut places = [0; 64];
    let mut i = 0;
    while i < 64 {
        places[i] = (8 * (7 - i % 8) + i / 8) as u8;
        i += 1;
    }
    places
};

/// Byte 8 t + i: where byte t of word i is.
const TOGETHER: [u8; 64] = {
    let mut places = [0; 64];
    let mut i = 0;
    while i < 64 {
        places[i] = (8 * (i % 8) + i / 8) as u8;
        i += 1;
    }
    places
};

/// Word i of vector k and word k of vector i exchanged.
#[inline(always)]
fn transposed_words(rows: [__m512i; 8]) -> [__m512i; 8] {
    let mut pairs = rows;
    for i in 0..4 {
        pairs[2 * i] = vector!(_mm512_unpacklo_epi64(rows[2 * i], rows[2 * i + 1]));
        pairs[2 * i + 1] = vector!(_mm512_unpackhi_epi64(rows[2 * i], rows[2 * i + 1]));
    }
    // pairs[2 i + h] has the words h, 2 + h, 4 + h, 6 + h of rows 2 i and 2 i + 1, as quarters.
    let mut turned = rows;
    for h in 0..2 {
        let (a, b, c, d) = (pairs[h], pairs[2 + h], pairs[4 + h], pairs[6 + h]);
        let even = vector!(_mm512_shuffle_i32x4::<0x88>(a, b));
        let odd = vector!(_mm512_shuffle_i32x4::<0xdd>(a, b));
        let more_even = vector!(_mm512_shuffle_i32x4::<0x88>(c, d));
        let more_odd = vector!(_mm512_shuffle_i32x4::<0xdd>(c, d));
        // even: quarters 0, 2 of a, then of b.
        turned[h] = vector!(_mm512_shuffle_i32x4::<0x88>(even, more_even));
        turned[4 + h] = vector!(_mm512_shuffle_i32x4::<0xdd>(even, more_even));
        turned[2 + h] = vector!(_mm512_shuffle_i32x4::<0x88>(odd, more_odd));
        turned[6 + h] = vector!(_mm512_shuffle_i32x4::<0xdd>(odd, more_odd));
    }
    turned
}

/// Writes those of `some` of the words that have no bit in common with `blocked` to the front, and tells how many.
#[inline(always)]
fn append(words: __m512i, some: __mmask8, blocked: __m512i, to: &mut [u64]) -> usize {
    let free = vector!(_mm512_mask_testn_epi64_mask(some, words, blocked));
    let packed = vector!(_mm512_maskz_compress_epi64(free, words));
    let to: &mut [u64; 8] = to.first_chunk_mut().expect("room for eight words");
    // SAFETY: eight words are 64 bytes.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), packed) }
    free.count_ones() as usize
}
