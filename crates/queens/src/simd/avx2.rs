//! AVX2: vectors of 256 bits. This file has those of bytes, `lanes` those of lanes.

use std::arch::x86_64::*;

mod lanes;

use super::operations::{Bytes, Work};
use lanes::places;
pub(crate) use lanes::{Words16, Words32, lowest_bits};

/// 32 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Bytes32;

/// The numbers of bits set in 0 to 15.
const NIBBLES: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

#[inline(always)]
pub(super) fn nibbles() -> __m128i {
    // SAFETY: sixteen numbers are 16 bytes.
    unsafe { _mm_loadu_si128(NIBBLES.as_ptr().cast()) }
}

// SAFETY: a vector is 32 bytes.
unsafe impl Bytes for Bytes32 {
    type V = __m256i;

    instructions!(
        and _mm256_and_si256, add _mm256_add_epi8, add_saturating _mm256_adds_epu8,
        max _mm256_max_epu8);

    #[inline(always)]
    fn nor(a: __m256i, b: __m256i) -> __m256i {
        let or = vector!(_mm256_or_si256(a, b));
        vector!(_mm256_xor_si256(or, _mm256_set1_epi8(-1)))
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
        Self::add(low, high)
    }
    #[inline(always)]
    fn add_to(entries: &mut [u16], sum: __m256i, power: u32) {
        // A byte of 255 becomes 65,535.
        let saturated = vector!(_mm256_cmpeq_epi8(sum, _mm256_set1_epi8(-1)));
        let by = vector!(_mm_cvtsi32_si128(power as i32));
        let halves = [
            vector!((_mm256_castsi256_si128(sum), _mm256_castsi256_si128(saturated))),
            vector!((_mm256_extracti128_si256::<1>(sum), _mm256_extracti128_si256::<1>(saturated))),
        ];
        for (entries, (sum, saturated)) in entries[..32].chunks_exact_mut(16).zip(halves) {
            let sum = vector!(_mm256_sll_epi16(_mm256_cvtepu8_epi16(sum), by));
            let sum = vector!(_mm256_or_si256(sum, _mm256_cvtepi8_epi16(saturated)));
            // SAFETY: sixteen entries are 32 bytes; the load takes any alignment.
            let before = unsafe { _mm256_loadu_si256(entries.as_ptr().cast()) };
            let after = vector!(_mm256_adds_epu16(before, sum));
            // SAFETY: as above.
            unsafe { _mm256_storeu_si256(entries.as_mut_ptr().cast(), after) }
        }
    }
    #[inline(always)]
    fn tops(a: __m256i) -> __m256i {
        vector!(_mm256_and_si256(_mm256_srli_epi16::<7>(a), _mm256_set1_epi8(1)))
    }
    #[inline(always)]
    fn signs(a: __m256i, to: &mut [u8]) {
        let signs = vector!(_mm256_movemask_epi8(a)) as u32;
        to[..4].copy_from_slice(&signs.to_le_bytes());
    }
    #[inline(always)]
    fn transpose(words: &[u64], at: &[usize]) -> [__m256i; 8] {
        // Places 0 and 2 in the two halves of one vector, 1 and 3 in those of another.
        let (even, odd) = (eight(words, at[0], at[2]), eight(words, at[1], at[3]));
        let mut turned = [Self::zero(); 8];
        for i in 0..4 {
            turned[2 * i] = vector!(_mm256_unpacklo_epi64(even[i], odd[i]));
            turned[2 * i + 1] = vector!(_mm256_unpackhi_epi64(even[i], odd[i]));
        }
        turned
    }
    #[inline(always)]
    fn filter(from: &[u64], blocked: u64, to: &mut [u64]) -> usize {
        let blocked = vector!(_mm256_set1_epi64x(blocked as i64));
        let mut kept = 0;
        let (fours, rest) = from.as_chunks::<4>();
        for four in fours {
            // SAFETY: four words are 32 bytes.
            let words = unsafe { _mm256_loadu_si256(four.as_ptr().cast()) };
            kept += append(words, 15, blocked, &mut to[kept..]);
        }
        if !rest.is_empty() {
            let len = vector!(_mm256_set1_epi64x(rest.len() as i64));
            let some = vector!(_mm256_cmpgt_epi64(len, _mm256_set_epi64x(3, 2, 1, 0)));
            // SAFETY: the words of the mask are those of the slice.
            let words = unsafe { _mm256_maskload_epi64(rest.as_ptr().cast(), some) };
            kept += append(words, (1 << rest.len()) - 1, blocked, &mut to[kept..]);
        }
        kept
    }
    #[inline(always)]
    fn gather(from: &[__m256i; 4], at: &[u8]) -> __m256i {
        let at = Self::load(at);
        let mut found = Self::zero();
        for half in 0..8 {
            let two = from[half / 2];
            let bytes = if half % 2 == 0 {
                vector!(_mm256_permute4x64_epi64::<0x44>(two))
            } else {
                vector!(_mm256_permute4x64_epi64::<0xee>(two))
            };
            // Places elsewhere get their top bit set, and a zero.
            let place = vector!(_mm256_xor_si256(at, _mm256_set1_epi8(16 * half as i8)));
            let place = vector!(_mm256_adds_epu8(place, _mm256_set1_epi8(0x70)));
            let bytes = vector!(_mm256_shuffle_epi8(bytes, place));
            found = vector!(_mm256_or_si256(found, bytes));
        }
        found
    }
    /// Of 16 entries of `a`, the upper half of every vector has the last eight.
    #[inline(always)]
    fn dot(a: &[u16], row_a: usize, b: &[u16], row_b: usize, blocks: usize) -> u64 {
        assert!(a.len() + row_a >= 8 * blocks * row_a + 16 && b.len() >= 15 * row_b + 8 * blocks);
        let mut sum = vector!(_mm256_setzero_si256());
        for block in 0..blocks {
            let mut r = [vector!(_mm256_setzero_si256()); 8];
            for i in 0..8 {
                let low = b.as_ptr().wrapping_add(i * row_b + 8 * block);
                let high = b.as_ptr().wrapping_add((i + 8) * row_b + 8 * block);
                // SAFETY: rows 0 to 15 of `b` have eight entries for each block, which was asserted.
                let low = unsafe { _mm_loadu_si128(low.cast()) };
                // SAFETY: as above.
                let high = unsafe { _mm_loadu_si128(high.cast()) };
                r[i] = vector!(_mm256_set_m128i(high, low));
            }
            // Rows and columns exchanged: neighboring rows, pairs, halves.
            let mut s = r;
            for i in 0..4 {
                s[i] = vector!(_mm256_unpacklo_epi16(r[2 * i], r[2 * i + 1]));
                s[i + 4] = vector!(_mm256_unpackhi_epi16(r[2 * i], r[2 * i + 1]));
            }
            for i in 0..4 {
                r[2 * i] = vector!(_mm256_unpacklo_epi32(s[2 * i], s[2 * i + 1]));
                r[2 * i + 1] = vector!(_mm256_unpackhi_epi32(s[2 * i], s[2 * i + 1]));
            }
            // r[0], r[2]: columns 0, 1 of the upper and the lower rows; r[1], r[3]: 2, 3; r[4], r[6]: 4, 5; r[5], r[7]:
            // 6, 7.
            let mut sums = vector!(_mm256_setzero_si256());
            for i in 0..4 {
                let (upper, lower) = ([0, 1, 4, 5][i], [2, 3, 6, 7][i]);
                let columns = [
                    vector!(_mm256_unpacklo_epi64(r[upper], r[lower])),
                    vector!(_mm256_unpackhi_epi64(r[upper], r[lower])),
                ];
                for k in 0..2 {
                    let row = a.as_ptr().wrapping_add((8 * block + 2 * i + k) * row_a);
                    // SAFETY: each of the eight rows of `a` that a block has has 16 entries, which was asserted.
                    let row = unsafe { _mm256_loadu_si256(row.cast()) };
                    let products = vector!(_mm256_madd_epi16(row, columns[k]));
                    sums = vector!(_mm256_add_epi32(sums, products));
                }
            }
            // Sixteen products below 2^27 each, in every half of 64 bits.
            let low = vector!(_mm256_and_si256(sums, _mm256_set1_epi64x(i64::from(u32::MAX))));
            let high = vector!(_mm256_srli_epi64::<32>(sums));
            sum = vector!(_mm256_add_epi64(sum, _mm256_add_epi64(low, high)));
        }
        let mut sums = [0; 4];
        // SAFETY: four sums are 32 bytes.
        unsafe { _mm256_storeu_si256(sums.as_mut_ptr().cast(), sum) }
        sums.iter().sum()
    }
    run_with!("avx2,bmi1,bmi2,popcnt");
}

/// Eight words from each of two places: pairs of words byte by byte, then fours, then all eight.
#[inline(always)]
fn eight(words: &[u64], low: usize, high: usize) -> [__m256i; 4] {
    let apart = vector!(_mm256_set_epi64x(
        0x0f07_0e06_0d05_0c04,
        0x0b03_0a02_0901_0800,
        0x0f07_0e06_0d05_0c04,
        0x0b03_0a02_0901_0800
    ));
    let low: &[u64; 8] = words[low..].first_chunk().expect("eight words");
    let high: &[u64; 8] = words[high..].first_chunk().expect("eight words");
    let mut pairs = [vector!(_mm256_setzero_si256()); 4];
    for i in 0..4 {
        // SAFETY: two words of an array of eight.
        let low = unsafe { _mm_loadu_si128(low[2 * i..2 * i + 2].as_ptr().cast()) };
        // SAFETY: two words of an array of eight.
        let high = unsafe { _mm_loadu_si128(high[2 * i..2 * i + 2].as_ptr().cast()) };
        let both = vector!(_mm256_set_m128i(high, low));
        pairs[i] = vector!(_mm256_shuffle_epi8(both, apart));
    }
    let mut fours = pairs;
    for i in 0..2 {
        let (x, y) = (pairs[2 * i], pairs[2 * i + 1]);
        fours[2 * i] = vector!(_mm256_unpacklo_epi16(x, y));
        fours[2 * i + 1] = vector!(_mm256_unpackhi_epi16(x, y));
    }
    [
        vector!(_mm256_unpacklo_epi32(fours[0], fours[2])),
        vector!(_mm256_unpackhi_epi32(fours[0], fours[2])),
        vector!(_mm256_unpacklo_epi32(fours[1], fours[3])),
        vector!(_mm256_unpackhi_epi32(fours[1], fours[3])),
    ]
}

/// Writes those of `some` of the words that have no bit in common with `blocked` to the front, and tells how many.
#[inline(always)]
fn append(words: __m256i, some: usize, blocked: __m256i, to: &mut [u64]) -> usize {
    let common = vector!(_mm256_and_si256(words, blocked));
    let free = vector!(_mm256_cmpeq_epi64(common, _mm256_setzero_si256()));
    let signs = vector!(_mm256_castsi256_pd(free));
    let free = vector!(_mm256_movemask_pd(signs)) as usize & some;
    // SAFETY: a choice of four words is 32 bytes of the table.
    let order = unsafe { _mm256_loadu_si256(FOURS[free].as_ptr().cast()) };
    let packed = vector!(_mm256_permutevar8x32_epi32(words, order));
    let to: &mut [u64; 4] = to.first_chunk_mut().expect("room for four words");
    // SAFETY: four words are 32 bytes.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), packed) }
    free.count_ones() as usize
}

/// For every choice of four words, as bits, the pairs of halves that bring these to the front.
const FOURS: [[u32; 8]; 16] = {
    let places = places(false);
    let mut all = [[0; 8]; 16];
    let mut i = 0;
    while i < 16 * 8 {
        let (choice, half) = (i / 8, i % 8);
        all[choice][half] = 2 * places[choice][half / 2] as u32 + half as u32 % 2;
        i += 1;
    }
    all
};
