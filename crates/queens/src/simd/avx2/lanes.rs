//! Lanes of 32 and of 16 bits. They are packed and refilled by shuffles from tables, with eight lanes at a time.

use std::arch::x86_64::*;

use crate::simd::operations::{Lanes, Work};

/// For each choice of 8 places: the places chosen, in order, then any, which `append` shuffles by; or for each place
/// chosen, how many are chosen before it, which `refill` shuffles by.
pub(super) const fn places(ranks: bool) -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut choice = 0;
    while choice < 256 {
        let (mut place, mut rank) = (0, 0);
        while place < 8 {
            if ranks {
                table[choice][place] = rank as u8;
            }
            if choice >> place & 1 == 1 {
                if !ranks {
                    table[choice][rank] = place as u8;
                }
                rank += 1;
            }
            place += 1;
        }
        choice += 1;
    }
    table
}

/// A table of places as pairs of bytes, for a shuffle of 16-bit words.
const fn of_bytes(table: &[[u8; 8]; 256]) -> [[u8; 16]; 256] {
    let mut bytes = [[0; 16]; 256];
    let mut choice = 0;
    while choice < 256 {
        let mut place = 0;
        while place < 8 {
            bytes[choice][2 * place] = 2 * table[choice][place];
            bytes[choice][2 * place + 1] = 2 * table[choice][place] + 1;
            place += 1;
        }
        choice += 1;
    }
    bytes
}

static PLACES_32: [[u8; 8]; 256] = places(false);
static RANKS_32: [[u8; 8]; 256] = places(true);
static PLACES_16: [[u8; 16]; 256] = of_bytes(&places(false));
static RANKS_16: [[u8; 16]; 256] = of_bytes(&places(true));

/// A choice of lanes, as a vector of ones and zeros and as bits.
#[derive(Clone, Copy)]
pub(crate) struct Choice {
    lanes: __m256i,
    bits: u32,
}

/// The operations that 256-bit lanes of both widths share.
macro_rules! lanes {
    ($width:literal, $sub:ident $up:ident $down:ident $equal:ident $min:ident) => {
        type Shift = __m128i;
        type Mask = __m256i;
        type Pack = Choice;
        const COUNT: usize = $width;

        #[inline(always)]
        fn shift(by: u32) -> __m128i {
            vector!(_mm_cvtsi32_si128(by as i32))
        }

        instructions!(
            lanes or _mm256_or_si256, and _mm256_and_si256, xor _mm256_xor_si256, minus $sub,
            min $min);

        instructions!(shifts up $up, down $down);

        #[inline(always)]
        fn meets(self, other: Self) -> __m256i {
            let none = self.and(other).is_zero();
            Self(none).xor(Self::splat(u32::MAX)).0
        }

        #[inline(always)]
        fn is_zero(self) -> __m256i {
            vector!($equal(self.0, _mm256_setzero_si256()))
        }

        #[inline(always)]
        fn both(a: __m256i, b: __m256i) -> __m256i {
            vector!(_mm256_and_si256(a, b))
        }

        #[inline(always)]
        fn len(pack: Choice) -> usize {
            pack.bits.count_ones() as usize
        }

        #[inline(always)]
        fn select(self, pack: Choice, other: Self) -> Self {
            Self(vector!(_mm256_blendv_epi8(self.0, other.0, pack.lanes)))
        }

        run_with!("avx2,bmi1,bmi2,popcnt");
    };
}

/// The lowest `count` of the set bits.
#[inline(always)]
pub(crate) fn lowest_bits(bits: u32, count: usize) -> u32 {
    let some = if count >= 32 { u32::MAX } else { (1 << count) - 1 };
    vector!(_pdep_u32(some, bits))
}

/// Eight lanes of 32 bits.
#[derive(Clone, Copy)]
pub(crate) struct Words32(__m256i);

impl Words32 {
    #[inline(always)]
    fn shuffled(self, by: [u8; 8]) -> Self {
        let bytes = vector!(_mm_cvtsi64_si128(i64::from_le_bytes(by)));
        let places = vector!(_mm256_cvtepu8_epi32(bytes));
        Self(vector!(_mm256_permutevar8x32_epi32(self.0, places)))
    }
}

impl Lanes for Words32 {
    type Word = u32;

    lanes!(8, _mm256_sub_epi32 _mm256_sll_epi32 _mm256_srl_epi32 _mm256_cmpeq_epi32 _mm256_min_epu32);

    #[inline(always)]
    fn splat(x: u32) -> Self {
        Self(vector!(_mm256_set1_epi32(x as i32)))
    }

    #[inline(always)]
    fn pack(lanes: __m256i) -> Choice {
        let signs = vector!(_mm256_castsi256_ps(lanes));
        Choice { lanes, bits: vector!(_mm256_movemask_ps(signs)) as u32 }
    }

    #[inline(always)]
    fn first(pack: Choice, count: usize) -> Choice {
        let bits = lowest_bits(pack.bits, count);
        // Each lane keeps its own bit of the choice.
        let own = vector!(_mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128));
        let kept = Self::splat(bits).and(Self(own));
        Choice { lanes: vector!(_mm256_cmpeq_epi32(kept.0, own)), bits }
    }

    #[inline(always)]
    fn refill(self, pack: Choice, from: &[u32], at: usize) -> Self {
        let from = &from[at..at + 8];
        // SAFETY: the slice has the words of a vector; the load takes any alignment.
        let words = unsafe { _mm256_loadu_si256(from.as_ptr().cast()) };
        self.select(pack, Self(words).shuffled(RANKS_32[pack.bits as usize & 0xff]))
    }

    #[inline(always)]
    fn append(self, pack: Choice, to: &mut [u32], at: usize) {
        let to = &mut to[at..at + 8];
        let packed = self.shuffled(PLACES_32[pack.bits as usize & 0xff]);
        // SAFETY: the slice has room for a vector; the store takes any alignment.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), packed.0) }
    }
}

/// Sixteen lanes of 16 bits.
#[derive(Clone, Copy)]
pub(crate) struct Words16(__m256i);

impl Words16 {
    /// The two halves of 8 lanes: AVX2 cannot shuffle words across them.
    #[inline(always)]
    fn halves(self) -> [__m128i; 2] {
        let low = vector!(_mm256_castsi256_si128(self.0));
        [low, vector!(_mm256_extracti128_si256::<1>(self.0))]
    }
}

#[inline(always)]
fn load(from: &[u16]) -> __m128i {
    let from = &from[..8];
    // SAFETY: the slice has the words of a vector; the load takes any alignment.
    unsafe { _mm_loadu_si128(from.as_ptr().cast()) }
}

#[inline(always)]
fn store(to: &mut [u16], words: __m128i) {
    let to = &mut to[..8];
    // SAFETY: the slice has room for a vector; the store takes any alignment.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), words) }
}

/// Shuffles 8 words.
#[inline(always)]
fn shuffled(words: __m128i, by: &[u8; 16]) -> __m128i {
    // SAFETY: the array has the bytes of a vector; the load takes any alignment.
    let places = unsafe { _mm_loadu_si128(by.as_ptr().cast()) };
    vector!(_mm_shuffle_epi8(words, places))
}

impl Lanes for Words16 {
    type Word = u16;

    lanes!(16, _mm256_sub_epi16 _mm256_sll_epi16 _mm256_srl_epi16 _mm256_cmpeq_epi16 _mm256_min_epu16);

    #[inline(always)]
    fn splat(x: u32) -> Self {
        Self(vector!(_mm256_set1_epi16(x as i16)))
    }

    #[inline(always)]
    fn pack(lanes: __m256i) -> Choice {
        // Words of ones and zeros become bytes of the same, eight of each half in order.
        let [low, high] = Self(lanes).halves();
        let bytes = vector!(_mm_packs_epi16(low, high));
        Choice { lanes, bits: vector!(_mm_movemask_epi8(bytes)) as u32 }
    }

    #[inline(always)]
    fn first(pack: Choice, count: usize) -> Choice {
        let bits = lowest_bits(pack.bits, count);
        #[rustfmt::skip] // A bit for each lane.
        let own = vector!(_mm256_setr_epi16(
            1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, i16::MIN));
        let kept = Self::splat(bits).and(Self(own));
        Choice { lanes: vector!(_mm256_cmpeq_epi16(kept.0, own)), bits }
    }

    #[inline(always)]
    fn refill(self, pack: Choice, from: &[u16], at: usize) -> Self {
        let (low, high) = (pack.bits as usize & 0xff, pack.bits as usize >> 8 & 0xff);
        let second = at + low.count_ones() as usize;
        let low = shuffled(load(&from[at..at + 8]), &RANKS_16[low]);
        let high = shuffled(load(&from[second..second + 8]), &RANKS_16[high]);
        self.select(pack, Self(vector!(_mm256_set_m128i(high, low))))
    }

    #[inline(always)]
    fn append(self, pack: Choice, to: &mut [u16], at: usize) {
        let (low, high) = (pack.bits as usize & 0xff, pack.bits as usize >> 8 & 0xff);
        let second = at + low.count_ones() as usize;
        let [first_half, second_half] = self.halves();
        store(&mut to[at..at + 8], shuffled(first_half, &PLACES_16[low]));
        store(&mut to[second..second + 8], shuffled(second_half, &PLACES_16[high]));
    }
}
