//! Lanes of the search method: vectors of 16 or 32 bits a lane.

use std::arch::x86_64::*;

use crate::backend::{Backend, BackendId, StopFlag, Stopped};
use crate::search::lanes::{self, Lanes, Work};
use crate::search::{Class, Subproblem};
use crate::tally::Tally;

/// Vector lanes of 512 bits, 32 of 16 bits up to [`lanes::NARROW_N`] and 16 of 32 bits above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512 {
    /// Whether words of 16 bits can be compressed (VBMI2); otherwise all n take lanes of 32 bits.
    narrow: bool,
}

impl Avx512 {
    /// The backend, if the processor has AVX-512F and AVX-512BW.
    pub(crate) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has.then(|| Self { narrow: is_x86_feature_detected!("avx512vbmi2") })
    }
}

impl Backend for Avx512 {
    fn id(&self) -> BackendId {
        BackendId::Avx512
    }

    fn count(
        &self,
        class: &Class,
        batch: &[Subproblem],
        out: &mut [Tally],
        stop: &StopFlag,
    ) -> Result<(), Stopped> {
        if self.narrow && class.size() <= lanes::NARROW_N {
            lanes::count::<Wide16>(class, batch, out, stop)
        } else {
            lanes::count::<Wide32>(class, batch, out, stop)
        }
    }
}

/// The operations that 512-bit lanes of both widths share.
macro_rules! wide_lanes {
    ($name:ident $word:ident $mask:ident $width:literal, features $features:literal,
     $splat:ident $sub:ident $up:ident $down:ident $test:ident $testn:ident $expand:ident
     $select:ident $compress:ident) => {
        #[derive(Clone, Copy)]
        struct $name(__m512i);

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

            #[inline(always)]
            fn run<W: Work>(work: W) -> W::Out {
                #[target_feature(enable = $features)]
                fn enabled<W: Work>(work: W) -> W::Out {
                    work.work()
                }
                vector!(enabled(work))
            }
        }
    };
}

wide_lanes!(Wide16 u16 __mmask32 32,
    features "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,popcnt",
    _mm512_set1_epi16 _mm512_sub_epi16 _mm512_sllv_epi16 _mm512_srlv_epi16 _mm512_test_epi16_mask
    _mm512_testn_epi16_mask _mm512_mask_expand_epi16 _mm512_mask_mov_epi16
    _mm512_maskz_compress_epi16);

wide_lanes!(Wide32 u32 __mmask16 16,
    features "avx512f,avx512bw,bmi1,bmi2,popcnt",
    _mm512_set1_epi32 _mm512_sub_epi32 _mm512_sllv_epi32 _mm512_srlv_epi32 _mm512_test_epi32_mask
    _mm512_testn_epi32_mask _mm512_mask_expand_epi32 _mm512_mask_mov_epi32
    _mm512_maskz_compress_epi32);

/// Vector lanes of 256 bits, 16 of 16 bits up to [`lanes::NARROW_N`] and 8 of 32 bits above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The backend, if the processor has AVX2.
    pub(crate) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

impl Backend for Avx2 {
    fn id(&self) -> BackendId {
        BackendId::Avx2
    }

    fn count(
        &self,
        class: &Class,
        batch: &[Subproblem],
        out: &mut [Tally],
        stop: &StopFlag,
    ) -> Result<(), Stopped> {
        if class.size() <= lanes::NARROW_N {
            lanes::count::<Half16>(class, batch, out, stop)
        } else {
            lanes::count::<Half32>(class, batch, out, stop)
        }
    }
}

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
struct Chosen {
    lanes: __m256i,
    bits: u32,
}

/// The operations that 256-bit lanes of both widths share.
macro_rules! half_lanes {
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

        #[inline(always)]
        fn run<W: Work>(work: W) -> W::Out {
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
            fn enabled<W: Work>(work: W) -> W::Out {
                work.work()
            }
            vector!(enabled(work))
        }
    };
}

/// The lowest `count` of the set bits.
#[inline(always)]
fn lowest_bits(bits: u32, count: usize) -> u32 {
    let some = if count >= 32 { u32::MAX } else { (1 << count) - 1 };
    vector!(_pdep_u32(some, bits))
}

#[derive(Clone, Copy)]
struct Half32(__m256i);

impl Half32 {
    #[inline(always)]
    fn shuffled(self, by: [u8; 8]) -> Self {
        let bytes = vector!(_mm_cvtsi64_si128(i64::from_le_bytes(by)));
        let places = vector!(_mm256_cvtepu8_epi32(bytes));
        Self(vector!(_mm256_permutevar8x32_epi32(self.0, places)))
    }
}

impl Lanes for Half32 {
    type Word = u32;

    half_lanes!(8, _mm256_sub_epi32 _mm256_sll_epi32 _mm256_srl_epi32 _mm256_cmpeq_epi32);

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

#[derive(Clone, Copy)]
struct Half16(__m256i);

impl Half16 {
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

impl Lanes for Half16 {
    type Word = u16;

    half_lanes!(16, _mm256_sub_epi16 _mm256_sll_epi16 _mm256_srl_epi16 _mm256_cmpeq_epi16);

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
