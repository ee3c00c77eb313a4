//! Bytes of the join method: 64 at once.

#![allow(
    clippy::needless_range_loop,
    reason = "closures would not be inlined into a function with them"
)]

use std::arch::x86_64::*;

use crate::join::planes::{
    self, Bits, Kernel, LANES, Line, Move, Piece, SLICED, Scan, Simd, kernel,
};

/// A call inside a function that may use the instructions.
macro_rules! with_avx512 {
    (($($argument:ident: $type:ty),+) -> $result:ty $body:block) => {{
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,gfni,bmi1,bmi2,popcnt")]
        fn with_instructions($($argument: $type),+) -> $result $body
        vector!(with_instructions($($argument),+))
    }};
}

macro_rules! with_avx2 {
    (($($argument:ident: $type:ty),+) -> $result:ty $body:block) => {{
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn with_instructions($($argument: $type),+) -> $result $body
        vector!(with_instructions($($argument),+))
    }};
}

/// The kernel of 512-bit vectors.
#[derive(Clone, Copy, Debug)]
struct Avx512(());

/// The kernel, if the processor has the instructions.
pub(crate) fn avx512() -> Option<&'static dyn Kernel> {
    static KERNEL: Avx512 = Avx512(());
    let has = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("gfni")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt");
    has.then_some(&KERNEL)
}

kernel!(Avx512, Wide, with_avx512);

/// 64 bytes in one register.
struct Wide;

/// The planes of the block that is being filled, and how much of it is.
#[derive(Clone, Copy)]
struct WidePacker<const C: usize> {
    block: [__m512i; C],
    used: usize,
}

fn prefetch(lines: &[Line]) {
    for line in lines {
        // SAFETY: every x86-64 processor has the instruction; it changes nothing that a program sees.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.0.as_ptr().cast()) }
    }
}

/// The bytes 0 to 63.
const COUNTING: Line = {
    let mut line = Line::ZERO;
    let mut i = 0;
    while i < LANES {
        line.0[i] = i as u8;
        i += 1;
    }
    line
};

impl Simd for Wide {
    type V = __m512i;
    type Matrix = __m512i;
    type Packer<const C: usize> = WidePacker<C>;

    #[inline(always)]
    fn prefetch(lines: &[Line]) {
        prefetch(lines);
    }

    #[inline(always)]
    fn load(line: &Line) -> __m512i {
        // SAFETY: a line is 64 bytes, aligned to 64.
        unsafe { _mm512_load_si512(line.0.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(v: __m512i, line: &mut Line) {
        // SAFETY: a line is 64 bytes, aligned to 64.
        unsafe { _mm512_store_si512(line.0.as_mut_ptr().cast(), v) }
    }

    #[inline(always)]
    fn splat(byte: u8) -> __m512i {
        vector!(_mm512_set1_epi8(byte.cast_signed()))
    }

    #[inline(always)]
    fn and(a: __m512i, b: __m512i) -> __m512i {
        vector!(_mm512_and_si512(a, b))
    }

    #[inline(always)]
    fn or(a: __m512i, b: __m512i) -> __m512i {
        vector!(_mm512_or_si512(a, b))
    }

    #[inline(always)]
    fn zeros(v: __m512i) -> u64 {
        vector!(_mm512_testn_epi8_mask(v, v))
    }

    #[inline(always)]
    fn above(a: __m512i, b: __m512i) -> u64 {
        vector!(_mm512_cmpgt_epu8_mask(a, b))
    }

    #[inline(always)]
    fn equal(a: __m512i, b: __m512i) -> u64 {
        vector!(_mm512_cmpeq_epi8_mask(a, b))
    }

    #[inline(always)]
    fn packer<const C: usize>(block: &[Line; C], used: usize) -> WidePacker<C> {
        let mut packer = WidePacker { block: [Self::splat(0); C], used };
        for c in 0..C {
            packer.block[c] = Self::load(&block[c]);
        }
        packer
    }

    // Storing the chosen bytes of every block at the end of the list would cross a line almost every
    // time. Instead they are turned to their place in the block being filled, and whole blocks are
    // stored.
    #[inline(always)]
    fn append<const C: usize>(
        packer: &mut WidePacker<C>,
        planes: &[__m512i; C],
        lanes: u64,
        out: &mut [[Line; C]],
    ) -> bool {
        let counting = Self::load(&COUNTING);
        let chosen = vector!(_mm512_maskz_compress_epi8(lanes, counting));
        let back = vector!(_mm512_sub_epi8(counting, Self::splat(packer.used as u8)));
        let places = vector!(_mm512_permutexvar_epi8(back, chosen));
        let free = u64::MAX << packer.used;
        let used = packer.used + lanes.count_ones() as usize;
        let full = used >= LANES;
        for c in 0..C {
            let turned = vector!(_mm512_permutexvar_epi8(places, planes[c]));
            let block = vector!(_mm512_mask_mov_epi8(packer.block[c], free, turned));
            Self::store(block, &mut out[0][c]);
            packer.block[c] = if full { turned } else { block };
        }
        packer.used = used % LANES;
        full
    }

    #[inline(always)]
    fn finish<const C: usize>(packer: WidePacker<C>, out: &mut [Line; C]) -> usize {
        for c in 0..C {
            Self::store(packer.block[c], &mut out[c]);
        }
        packer.used
    }

    #[inline(always)]
    fn matrix(step: Move) -> __m512i {
        vector!(_mm512_set1_epi64(step.matrix.cast_signed()))
    }

    #[inline(always)]
    fn transform(v: __m512i, matrix: __m512i) -> __m512i {
        vector!(_mm512_gf2p8affine_epi64_epi8::<0>(v, matrix))
    }

    #[inline(always)]
    fn reflected(v: __m512i) -> __m512i {
        let even = Self::splat(0x55);
        let up = vector!(_mm512_slli_epi16::<1>(_mm512_and_si512(v, even)));
        let down = vector!(_mm512_and_si512(_mm512_srli_epi16::<1>(v), even));
        Self::or(up, down)
    }

    #[inline(always)]
    fn odd(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        vector!(_mm512_ternarylogic_epi64::<0x96>(a, b, c))
    }

    #[inline(always)]
    fn most(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        vector!(_mm512_ternarylogic_epi64::<0xe8>(a, b, c))
    }

    #[inline(always)]
    fn add_bits(sums: __m512i, v: __m512i) -> __m512i {
        vector!(_mm512_add_epi64(sums, _mm512_popcnt_epi64(v)))
    }

    #[inline(always)]
    fn double(sums: __m512i) -> __m512i {
        vector!(_mm512_add_epi64(sums, sums))
    }
}

/// The kernel of 256-bit vectors.
#[derive(Clone, Copy, Debug)]
struct Avx2(());

/// The kernel, if the processor has the instructions.
pub(crate) fn avx2() -> Option<&'static dyn Kernel> {
    static KERNEL: Avx2 = Avx2(());
    let has = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt");
    has.then_some(&KERNEL)
}

kernel!(Avx2, Halved, with_avx2);

/// 64 bytes in two registers.
struct Halved;

/// The planes of the block that is being filled and of the one after it, and how much is used.
#[derive(Clone, Copy)]
struct HalvedPacker<const C: usize> {
    planes: [[u8; 2 * LANES]; C],
    used: usize,
}

/// For each choice of eight bytes: the selectors that move the chosen ones to the front.
static TO_THE_FRONT: [u64; 256] = {
    let mut all = [0; 256];
    let mut choice = 0;
    while choice < 256 {
        let mut to = 0;
        let mut from = 0;
        while from < 8 {
            if choice >> from & 1 == 1 {
                all[choice] |= from << (8 * to);
                to += 1;
            }
            from += 1;
        }
        choice += 1;
    }
    all
};

const LOW: u64 = 0x0101_0101_0101_0101;

impl Simd for Halved {
    type V = [__m256i; 2];
    type Matrix = [__m256i; 2];
    type Packer<const C: usize> = HalvedPacker<C>;

    #[inline(always)]
    fn prefetch(lines: &[Line]) {
        prefetch(lines);
    }

    #[inline(always)]
    fn load(line: &Line) -> [__m256i; 2] {
        let [first, second] = line.halves();
        // SAFETY: half a line is 32 bytes.
        let first = unsafe { _mm256_loadu_si256(first.as_ptr().cast()) };
        // SAFETY: half a line is 32 bytes.
        let second = unsafe { _mm256_loadu_si256(second.as_ptr().cast()) };
        [first, second]
    }

    #[inline(always)]
    fn store(v: [__m256i; 2], line: &mut Line) {
        let [first, second] = line.halves_mut();
        // SAFETY: half a line is 32 bytes.
        unsafe { _mm256_storeu_si256(first.as_mut_ptr().cast(), v[0]) }
        // SAFETY: half a line is 32 bytes.
        unsafe { _mm256_storeu_si256(second.as_mut_ptr().cast(), v[1]) }
    }

    #[inline(always)]
    fn splat(byte: u8) -> [__m256i; 2] {
        [vector!(_mm256_set1_epi8(byte.cast_signed())); 2]
    }

    #[inline(always)]
    fn and(a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        vector!([_mm256_and_si256(a[0], b[0]), _mm256_and_si256(a[1], b[1])])
    }

    #[inline(always)]
    fn or(a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        vector!([_mm256_or_si256(a[0], b[0]), _mm256_or_si256(a[1], b[1])])
    }

    #[inline(always)]
    fn zeros(v: [__m256i; 2]) -> u64 {
        Self::equal(v, Self::splat(0))
    }

    #[inline(always)]
    fn above(a: [__m256i; 2], b: [__m256i; 2]) -> u64 {
        // Greater: not the smaller of the two.
        let smaller = vector!([_mm256_min_epu8(a[0], b[0]), _mm256_min_epu8(a[1], b[1])]);
        !Self::equal(a, smaller)
    }

    #[inline(always)]
    fn equal(a: [__m256i; 2], b: [__m256i; 2]) -> u64 {
        let lanes = |half: usize| {
            let equal = vector!(_mm256_cmpeq_epi8(a[half], b[half]));
            u64::from(vector!(_mm256_movemask_epi8(equal)).cast_unsigned())
        };
        lanes(0) | lanes(1) << 32
    }

    #[inline(always)]
    fn packer<const C: usize>(block: &[Line; C], used: usize) -> HalvedPacker<C> {
        let mut packer = HalvedPacker { planes: [[0; 2 * LANES]; C], used };
        for c in 0..C {
            packer.planes[c][..LANES].copy_from_slice(&block[c].0);
        }
        packer
    }

    #[inline(always)]
    fn append<const C: usize>(
        packer: &mut HalvedPacker<C>,
        planes: &[[__m256i; 2]; C],
        lanes: u64,
        out: &mut [[Line; C]],
    ) -> bool {
        let mut lines = [Line::ZERO; C];
        for c in 0..C {
            Self::store(planes[c], &mut lines[c]);
        }
        let mut used = packer.used;
        for group in 0..8 {
            let choice = (lanes >> (8 * group)) as u8;
            let selectors = TO_THE_FRONT[usize::from(choice)];
            for c in 0..C {
                let eight = u64::from_le_bytes(lines[c].0.as_chunks::<8>().0[group]);
                let front = vector!(_mm_cvtsi128_si64(_mm_shuffle_epi8(
                    _mm_cvtsi64_si128(eight.cast_signed()),
                    _mm_cvtsi64_si128(selectors.cast_signed()),
                )));
                // At most 63 + 56 bytes are used before the last eight.
                packer.planes[c][used..used + 8].copy_from_slice(&front.to_le_bytes());
            }
            used += choice.count_ones() as usize;
        }
        let full = used >= LANES;
        if full {
            for c in 0..C {
                out[0][c].0.copy_from_slice(&packer.planes[c][..LANES]);
                packer.planes[c].copy_within(LANES.., 0);
            }
        }
        packer.used = used % LANES;
        full
    }

    #[inline(always)]
    fn finish<const C: usize>(packer: HalvedPacker<C>, out: &mut [Line; C]) -> usize {
        for c in 0..C {
            out[c].0.copy_from_slice(&packer.planes[c][..LANES]);
        }
        packer.used
    }

    #[inline(always)]
    fn matrix(step: Move) -> [__m256i; 2] {
        let becomes = step.becomes();
        // What the lower and the upper four bits become, for each of their values.
        let half = |bits: &[u8]| {
            let bit = |k: usize| u64::from(bits[k]);
            let low = (bit(0) * 0x0100_0100_0100_0100)
                | (bit(1) * 0x0101_0000_0101_0000)
                | (bit(2) * 0x0101_0101_0000_0000);
            let (low, high) = (low.cast_signed(), (low | (bit(3) * LOW)).cast_signed());
            vector!(_mm256_setr_epi64x(low, high, low, high))
        };
        [half(&becomes[..4]), half(&becomes[4..])]
    }

    #[inline(always)]
    fn transform(v: [__m256i; 2], matrix: [__m256i; 2]) -> [__m256i; 2] {
        let mut result = v;
        let four = vector!(_mm256_set1_epi8(15));
        for half in 0..2 {
            let low = vector!(_mm256_and_si256(v[half], four));
            let high = vector!(_mm256_and_si256(_mm256_srli_epi16::<4>(v[half]), four));
            result[half] = vector!(_mm256_or_si256(
                _mm256_shuffle_epi8(matrix[0], low),
                _mm256_shuffle_epi8(matrix[1], high)
            ));
        }
        result
    }

    #[inline(always)]
    fn reflected(v: [__m256i; 2]) -> [__m256i; 2] {
        let even = Self::splat(0x55);
        let low = Self::and(v, even);
        let up = vector!([_mm256_slli_epi16::<1>(low[0]), _mm256_slli_epi16::<1>(low[1])]);
        let down = vector!([_mm256_srli_epi16::<1>(v[0]), _mm256_srli_epi16::<1>(v[1])]);
        Self::or(up, Self::and(down, even))
    }

    #[inline(always)]
    fn odd(a: [__m256i; 2], b: [__m256i; 2], c: [__m256i; 2]) -> [__m256i; 2] {
        let half = |i: usize| vector!(_mm256_xor_si256(_mm256_xor_si256(a[i], b[i]), c[i]));
        [half(0), half(1)]
    }

    #[inline(always)]
    fn most(a: [__m256i; 2], b: [__m256i; 2], c: [__m256i; 2]) -> [__m256i; 2] {
        Self::or(Self::and(a, b), Self::and(Self::or(a, b), c))
    }

    #[inline(always)]
    fn add_bits(sums: [__m256i; 2], v: [__m256i; 2]) -> [__m256i; 2] {
        let four = vector!(_mm256_set1_epi8(15));
        let ones = vector!(_mm256_broadcastsi128_si256(_mm_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4
        )));
        let mut result = sums;
        for half in 0..2 {
            let low = vector!(_mm256_shuffle_epi8(ones, _mm256_and_si256(v[half], four)));
            let upper = vector!(_mm256_and_si256(_mm256_srli_epi16::<4>(v[half]), four));
            let bytes = vector!(_mm256_add_epi8(low, _mm256_shuffle_epi8(ones, upper)));
            let words = vector!(_mm256_sad_epu8(bytes, _mm256_setzero_si256()));
            result[half] = vector!(_mm256_add_epi64(sums[half], words));
        }
        result
    }

    #[inline(always)]
    fn double(sums: [__m256i; 2]) -> [__m256i; 2] {
        vector!([_mm256_add_epi64(sums[0], sums[0]), _mm256_add_epi64(sums[1], sums[1])])
    }
}
