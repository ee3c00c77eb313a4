//! AVX2: vectors of 256 bits.

use std::arch::x86_64::*;

use super::{Bytes, Lanes, Work};

/// For each choice of 8 places: the places chosen, in order, then any. What `append` shuffles by.
const PLACES: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut choice = 0;
    while choice < 256 {
        let (mut place, mut next) = (0, 0);
        while place < 8 {
            if choice >> place & 1 == 1 {
                table[choice][next] = place as u8;
                next += 1;
            }
            place += 1;
        }
        choice += 1;
    }
    table
};

/// For each choice of 8 places: for each place chosen, how many are chosen before it. What `refill`
/// shuffles by.
const RANKS: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut choice = 0;
    while choice < 256 {
        let (mut place, mut rank) = (0, 0);
        while place < 8 {
            table[choice][place] = rank;
            if choice >> place & 1 == 1 {
                rank += 1;
            }
            place += 1;
        }
        choice += 1;
    }
    table
};

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

static PLACES_16: [[u8; 16]; 256] = of_bytes(&PLACES);
static RANKS_16: [[u8; 16]; 256] = of_bytes(&RANKS);
static PLACES_32: [[u8; 8]; 256] = PLACES;
static RANKS_32: [[u8; 8]; 256] = RANKS;

/// Lanes chosen, as a vector of ones and zeros and as bits.
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    lanes: __m256i,
    bits: u32,
}

/// The operations that 256-bit lanes of both widths share.
macro_rules! lanes {
    ($width:literal, $sub:ident $up:ident $down:ident $equal:ident) => {
        type Shift = __m128i;
        type Mask = __m256i;
        type Pack = Chosen;
        const WIDTH: usize = $width;

        #[inline(always)]
        fn word(x: u32) -> Self::Word {
            x as Self::Word
        }

        #[inline(always)]
        fn shift(by: u32) -> __m128i {
            vector!(_mm_cvtsi32_si128(by as i32))
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            Self(vector!(_mm256_or_si256(self.0, other.0)))
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            Self(vector!(_mm256_and_si256(self.0, other.0)))
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            Self(vector!(_mm256_xor_si256(self.0, other.0)))
        }

        #[inline(always)]
        fn nor3(self, b: Self, c: Self) -> Self {
            self.or(b).or(c).xor(Self::splat(u32::MAX))
        }

        #[inline(always)]
        fn lowest(self) -> Self {
            let negative = vector!($sub(_mm256_setzero_si256(), self.0));
            self.and(Self(negative))
        }

        #[inline(always)]
        fn up(self, by: __m128i) -> Self {
            Self(vector!($up(self.0, by)))
        }

        #[inline(always)]
        fn down(self, by: __m128i) -> Self {
            Self(vector!($down(self.0, by)))
        }

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
        fn len(pack: Chosen) -> usize {
            pack.bits.count_ones() as usize
        }

        #[inline(always)]
        fn select(self, pack: Chosen, other: Self) -> Self {
            Self(vector!(_mm256_blendv_epi8(self.0, other.0, pack.lanes)))
        }

        run_with!("avx2,bmi1,bmi2,popcnt");
    };
}

/// The lowest `count` of the set bits.
#[inline(always)]
fn lowest_bits(bits: u32, count: usize) -> u32 {
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

    lanes!(8, _mm256_sub_epi32 _mm256_sll_epi32 _mm256_srl_epi32 _mm256_cmpeq_epi32);

    #[inline(always)]
    fn splat(x: u32) -> Self {
        Self(vector!(_mm256_set1_epi32(x as i32)))
    }

    #[inline(always)]
    fn pack(lanes: __m256i) -> Chosen {
        let signs = vector!(_mm256_castsi256_ps(lanes));
        Chosen { lanes, bits: vector!(_mm256_movemask_ps(signs)) as u32 }
    }

    #[inline(always)]
    fn first(pack: Chosen, count: usize) -> Chosen {
        let bits = lowest_bits(pack.bits, count);
        // Each lane keeps its own bit of the choice.
        let own = vector!(_mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128));
        let kept = Self::splat(bits).and(Self(own));
        Chosen { lanes: vector!(_mm256_cmpeq_epi32(kept.0, own)), bits }
    }

    #[inline(always)]
    fn refill(self, pack: Chosen, from: &[u32], at: usize) -> Self {
        let from = &from[at..at + 8];
        // SAFETY: the slice has the words of a vector; the load takes any alignment.
        let words = unsafe { _mm256_loadu_si256(from.as_ptr().cast()) };
        self.select(pack, Self(words).shuffled(RANKS_32[pack.bits as usize & 0xff]))
    }

    #[inline(always)]
    fn append(self, pack: Chosen, to: &mut [u32], at: usize) {
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

    lanes!(16, _mm256_sub_epi16 _mm256_sll_epi16 _mm256_srl_epi16 _mm256_cmpeq_epi16);

    #[inline(always)]
    fn splat(x: u32) -> Self {
        Self(vector!(_mm256_set1_epi16(x as i16)))
    }

    #[inline(always)]
    fn pack(lanes: __m256i) -> Chosen {
        // Words of ones and zeros become bytes of the same, eight of each half in order.
        let [low, high] = Self(lanes).halves();
        let bytes = vector!(_mm_packs_epi16(low, high));
        Chosen { lanes, bits: vector!(_mm_movemask_epi8(bytes)) as u32 }
    }

    #[inline(always)]
    fn first(pack: Chosen, count: usize) -> Chosen {
        let bits = lowest_bits(pack.bits, count);
        let own = vector!(_mm256_setr_epi16(
            1,
            2,
            4,
            8,
            16,
            32,
            64,
            128,
            256,
            512,
            1024,
            2048,
            4096,
            8192,
            16384,
            i16::MIN
        ));
        let kept = Self::splat(bits).and(Self(own));
        Chosen { lanes: vector!(_mm256_cmpeq_epi16(kept.0, own)), bits }
    }

    #[inline(always)]
    fn refill(self, pack: Chosen, from: &[u16], at: usize) -> Self {
        let (low, high) = (pack.bits as usize & 0xff, pack.bits as usize >> 8 & 0xff);
        let second = at + low.count_ones() as usize;
        let low = shuffled(load(&from[at..at + 8]), &RANKS_16[low]);
        let high = shuffled(load(&from[second..second + 8]), &RANKS_16[high]);
        self.select(pack, Self(vector!(_mm256_set_m128i(high, low))))
    }

    #[inline(always)]
    fn append(self, pack: Chosen, to: &mut [u16], at: usize) {
        let (low, high) = (pack.bits as usize & 0xff, pack.bits as usize >> 8 & 0xff);
        let second = at + low.count_ones() as usize;
        let [first_half, second_half] = self.halves();
        store(&mut to[at..at + 8], shuffled(first_half, &PLACES_16[low]));
        store(&mut to[second..second + 8], shuffled(second_half, &PLACES_16[high]));
    }
}

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

impl Bytes for Bytes32 {
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
    run_with!("avx2,bmi1,bmi2,popcnt");
}

/// Adds eight rows of counts to columns of a matrix.
#[inline(always)]
pub(super) fn add_transposed<const LANES: usize>(
    rows: &[u32],
    at: &[usize; 8],
    matrix: &mut [u32],
) {
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

/// The sum of products of a block and another one transposed.
#[inline(always)]
pub(super) fn dot(a: &[u32], rows_a: &[usize; 8], b: &[u32], rows_b: &[usize; 8]) -> u64 {
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
