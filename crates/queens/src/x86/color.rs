//! Vectors of the color method: 64 bytes with AVX-512, 32 with AVX2.

#![allow(
    clippy::needless_range_loop,
    reason = "closures would not be inlined into a function with the instructions enabled"
)]

use std::arch::x86_64::*;

use crate::color::kernel::{Simd, Work};

/// 64 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Wide;

/// 64 bytes, where the processor counts the bits of every byte (BITALG).
#[derive(Clone, Copy)]
pub(crate) struct WideCounting;

/// 32 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Narrow;

/// The numbers of bits set in 0 to 15.
const NIBBLES: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

#[inline(always)]
fn nibbles() -> __m128i {
    // SAFETY: sixteen numbers are 16 bytes.
    unsafe { _mm_loadu_si128(NIBBLES.as_ptr().cast()) }
}

/// Whether the processor has the instructions of [`Narrow`].
pub(crate) fn has_narrow() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// Whether it has those of [`Wide`].
pub(crate) fn has_wide() -> bool {
    has_narrow()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
}

/// Whether it has those of [`WideCounting`].
pub(crate) fn has_wide_counting() -> bool {
    has_wide() && is_x86_feature_detected!("avx512bitalg")
}

macro_rules! wide {
    ($name:ident, $counts:literal, $features:literal, $count_bits:item) => {
        impl Simd for $name {
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
            fn run<W: Work<Self>>(work: W) -> W::Out {
                #[target_feature(enable = $features)]
                fn enabled<W: Work<$name>>(work: W) -> W::Out {
                    work.run()
                }
                vector!(enabled(work))
            }
        }
    };
}

wide!(
    Wide,
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
wide!(
    WideCounting,
    true,
    "avx512f,avx512bw,avx512vl,avx512bitalg,avx2,bmi1,bmi2,popcnt",
    fn count_bits(a: __m512i) -> __m512i {
        vector!(_mm512_popcnt_epi8(a))
    }
);

impl Simd for Narrow {
    type V = __m256i;
    const LANES: usize = 32;
    const COUNTS: bool = false;
    const LINES: usize = 2;

    #[inline(always)]
    fn load(words: &[u64]) -> __m256i {
        let words: &[u64; 4] = words.first_chunk().expect("four words");
        // SAFETY: four words are 32 bytes.
        unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
    }
    #[inline(always)]
    fn zero() -> __m256i {
        vector!(_mm256_setzero_si256())
    }
    #[inline(always)]
    fn everything() -> __m256i {
        vector!(_mm256_set1_epi32(-1))
    }
    #[inline(always)]
    fn and(a: __m256i, b: __m256i) -> __m256i {
        vector!(_mm256_and_si256(a, b))
    }
    #[inline(always)]
    fn and3(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        Self::and(a, Self::and(b, c))
    }
    #[inline(always)]
    fn and_neither(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        let either = vector!(_mm256_or_si256(b, c));
        vector!(_mm256_andnot_si256(either, a))
    }
    #[inline(always)]
    fn xor3(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        let two = vector!(_mm256_xor_si256(b, c));
        vector!(_mm256_xor_si256(a, two))
    }
    #[inline(always)]
    fn carry(sum: __m256i, b: __m256i, c: __m256i) -> __m256i {
        let one = vector!(_mm256_xor_si256(b, c));
        let one = vector!(_mm256_andnot_si256(sum, one));
        let two = vector!(_mm256_and_si256(b, c));
        vector!(_mm256_or_si256(one, two))
    }
    #[inline(always)]
    fn count_bits(a: __m256i) -> __m256i {
        let counts = vector!(_mm256_broadcastsi128_si256(nibbles()));
        let nibble = vector!(_mm256_set1_epi8(15));
        let low = vector!(_mm256_and_si256(a, nibble));
        let high = vector!(_mm256_srli_epi16::<4>(a));
        let high = vector!(_mm256_and_si256(high, nibble));
        let low = vector!(_mm256_shuffle_epi8(counts, low));
        let high = vector!(_mm256_shuffle_epi8(counts, high));
        Self::add_bytes(low, high)
    }
    #[inline(always)]
    fn add_bytes(a: __m256i, b: __m256i) -> __m256i {
        vector!(_mm256_add_epi8(a, b))
    }
    #[inline(always)]
    fn add_words(a: __m256i, b: __m256i) -> __m256i {
        vector!(_mm256_add_epi16(a, b))
    }
    #[inline(always)]
    fn eightfold(a: __m256i) -> __m256i {
        vector!(_mm256_slli_epi16::<3>(a))
    }
    #[inline(always)]
    fn even_bytes(a: __m256i) -> __m256i {
        let low = vector!(_mm256_set1_epi16(0xff));
        vector!(_mm256_and_si256(a, low))
    }
    #[inline(always)]
    fn odd_bytes(a: __m256i) -> __m256i {
        vector!(_mm256_srli_epi16::<8>(a))
    }
    #[inline(always)]
    fn even_words(a: __m256i) -> __m256i {
        let low = vector!(_mm256_set1_epi32(0xffff));
        vector!(_mm256_and_si256(a, low))
    }
    #[inline(always)]
    fn odd_words(a: __m256i) -> __m256i {
        vector!(_mm256_srli_epi32::<16>(a))
    }
    #[inline(always)]
    fn add_counts(a: __m256i, b: __m256i) -> __m256i {
        vector!(_mm256_add_epi32(a, b))
    }
    #[inline(always)]
    fn load_counts(counts: &[u32]) -> __m256i {
        let counts: &[u32; 8] = counts.first_chunk().expect("eight counts");
        // SAFETY: eight counts are 32 bytes.
        unsafe { _mm256_loadu_si256(counts.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store_counts(a: __m256i, counts: &mut [u32]) {
        let counts: &mut [u32; 8] = counts.first_chunk_mut().expect("eight counts");
        // SAFETY: eight counts are 32 bytes.
        unsafe { _mm256_storeu_si256(counts.as_mut_ptr().cast(), a) }
    }
    #[inline(always)]
    fn add_transposed(rows: &[u32], at: &[usize; 8], matrix: &mut [u32]) {
        add_transposed::<{ Self::LANES }>(rows, at, matrix);
    }
    #[inline(always)]
    fn dot(a: &[u32], rows_a: &[usize; 8], b: &[u32], rows_b: &[usize; 8]) -> u64 {
        dot(a, rows_a, b, rows_b)
    }
    fn run<W: Work<Self>>(work: W) -> W::Out {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn enabled<W: Work<Narrow>>(work: W) -> W::Out {
            work.run()
        }
        vector!(enabled(work))
    }
}

/// Adds eight rows of counts to columns of a matrix, with AVX2.
#[inline(always)]
fn add_transposed<const LANES: usize>(rows: &[u32], at: &[usize; 8], matrix: &mut [u32]) {
    let mut r = [vector!(_mm256_setzero_si256()); 8];
    for i in 0..8 {
        r[i] = load_eight(rows, i * LANES);
    }
    transpose(&mut r);
    for k in 0..8 {
        let line: &mut [u32; 8] = matrix[at[k]..].first_chunk_mut().expect("eight counts");
        // SAFETY: eight counts are 32 bytes.
        let old = unsafe { _mm256_loadu_si256(line.as_ptr().cast()) };
        let sum = vector!(_mm256_add_epi32(old, r[k]));
        // SAFETY: eight counts are 32 bytes.
        unsafe { _mm256_storeu_si256(line.as_mut_ptr().cast(), sum) }
    }
}

/// Exchanges rows and columns of 8 by 8 counts: neighboring rows, pairs of rows, halves.
#[inline(always)]
fn transpose(r: &mut [__m256i; 8]) {
    let mut s = *r;
    for i in 0..4 {
        s[2 * i] = vector!(_mm256_unpacklo_epi32(r[2 * i], r[2 * i + 1]));
        s[2 * i + 1] = vector!(_mm256_unpackhi_epi32(r[2 * i], r[2 * i + 1]));
    }
    let mut t = s;
    for half in 0..2 {
        for part in 0..2 {
            let (x, y) = (s[4 * half + part], s[4 * half + part + 2]);
            t[4 * half + 2 * part] = vector!(_mm256_unpacklo_epi64(x, y));
            t[4 * half + 2 * part + 1] = vector!(_mm256_unpackhi_epi64(x, y));
        }
    }
    for i in 0..4 {
        r[i] = vector!(_mm256_permute2x128_si256::<0x20>(t[i], t[i + 4]));
        r[i + 4] = vector!(_mm256_permute2x128_si256::<0x31>(t[i], t[i + 4]));
    }
}

/// The sum of products of a block and another one transposed, with AVX2.
#[inline(always)]
fn dot(a: &[u32], rows_a: &[usize; 8], b: &[u32], rows_b: &[usize; 8]) -> u64 {
    let mut r = [vector!(_mm256_setzero_si256()); 8];
    for i in 0..8 {
        r[i] = load_eight(b, rows_b[i]);
    }
    transpose(&mut r);
    let mut sum = vector!(_mm256_setzero_si256());
    for i in 0..8 {
        let row = load_eight(a, rows_a[i]);
        let even = vector!(_mm256_mul_epu32(row, r[i]));
        let row = vector!(_mm256_srli_epi64::<32>(row));
        let column = vector!(_mm256_srli_epi64::<32>(r[i]));
        let odd = vector!(_mm256_mul_epu32(row, column));
        let both = vector!(_mm256_add_epi64(even, odd));
        sum = vector!(_mm256_add_epi64(sum, both));
    }
    let mut sums = [0u64; 4];
    // SAFETY: four sums are 32 bytes.
    unsafe { _mm256_storeu_si256(sums.as_mut_ptr().cast(), sum) }
    sums[0] + sums[1] + sums[2] + sums[3]
}

#[inline(always)]
fn load_eight(counts: &[u32], at: usize) -> __m256i {
    let eight: &[u32; 8] = counts[at..].first_chunk().expect("eight counts");
    // SAFETY: eight counts are 32 bytes.
    unsafe { _mm256_loadu_si256(eight.as_ptr().cast()) }
}
