//! Bytes of the join method: 64 at once.

#![allow(
    clippy::needless_range_loop,
    reason = "closures would not be inlined into a function with them"
)]

use std::arch::x86_64::*;

use crate::join::eights::{Eights, LOW, selectors, unions};
use crate::join::planes::{
    self, Bits, Entry, Kernel, LANES, Line, Move, Piece, Scan, Shuffle, Shuffles, Simd, TABLE,
    kernel, shuffles,
};

/// A call inside a function that may use the instructions.
macro_rules! with_avx512 {
    (($($argument:ident: $type:ty),+) -> $result:ty $body:block) => {{
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,gfni,bmi1,bmi2,popcnt")]
        fn with_instructions($($argument: $type),+) -> $result $body
        vector!(with_instructions($($argument),+))
    }};
}

/// The same for a processor of before VBMI.
macro_rules! with_avx512_basic {
    (($($argument:ident: $type:ty),+) -> $result:ty $body:block) => {{
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,popcnt")]
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

/// The better kernel of 512-bit vectors that the processor has the instructions for, if any.
pub(crate) fn avx512() -> Option<&'static dyn Kernel> {
    static KERNEL: Avx512 = Avx512(());
    let has = is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("gfni");
    let basic = avx512_basic()?;
    Some(if has { &KERNEL } else { basic })
}

/// The kernel for processors of before Ice Lake: it shuffles within sixteen bytes, as AVX2 does.
#[derive(Clone, Copy, Debug)]
struct Avx512Basic(());

/// That kernel, if the processor has the instructions.
pub(crate) fn avx512_basic() -> Option<&'static dyn Kernel> {
    static KERNEL: Avx512Basic = Avx512Basic(());
    let has = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt");
    has.then_some(&KERNEL)
}

kernel!(Avx512Basic, Basic, with_avx512_basic, shuffles);
kernel!(Avx512, Wide, with_avx512, shuffles);

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

/// The line of a table that begins there.
#[inline(always)]
fn line_at(table: &[Line; TABLE], at: Entry) -> &Line {
    let line = table.as_ptr().wrapping_byte_add(at.bytes());
    // SAFETY: an entry is 64 times a number below 256, and a table has 256 lines of 64 bytes.
    unsafe { &*line }
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
    fn entry(table: &[Line; TABLE], at: Entry) -> __m512i {
        Self::load(line_at(table, at))
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

/// A table for a byte permutation.
const fn permutation(of: [[u8; 8]; 8]) -> Line {
    let mut line = Line::ZERO;
    let mut i = 0;
    while i < LANES {
        line.0[i] = of[i / 8][i % 8];
        i += 1;
    }
    line
}

/// In each group of eight bytes, whose byte k tells which half-boards have bit k: what bit k of the
/// lower (upper) three bits of an index contributes, for index parts 0 to 7. 0x80 contributes nothing.
const fn contributions(first: u8, k: u8) -> Line {
    let mut line = Line::ZERO;
    let mut i = 0;
    while i < LANES {
        let part = i as u8 % 8;
        // The instruction selects within 16 bytes.
        line.0[i] = if part >> k & 1 == 1 { i as u8 / 8 % 2 * 8 + first + k } else { 0x80 };
        i += 1;
    }
    line
}

static LOWER: [Line; 3] = [contributions(0, 0), contributions(0, 1), contributions(0, 2)];
static UPPER: [Line; 3] = [contributions(3, 0), contributions(3, 1), contributions(3, 2)];

/// For group g: byte i of a table takes part i % 8 (i / 8) of the group's eight bytes.
const fn spread(g: u8, upper: bool) -> Line {
    let mut of = [[0; 8]; 8];
    let mut i = 0;
    while i < 8 {
        let mut j = 0;
        while j < 8 {
            of[i][j] = 8 * g + if upper { i as u8 } else { j as u8 };
            j += 1;
        }
        i += 1;
    }
    permutation(of)
}

const fn spreads(upper: bool) -> [Line; 8] {
    let mut all = [Line::ZERO; 8];
    let mut g = 0;
    while g < 8 {
        all[g] = spread(g as u8, upper);
        g += 1;
    }
    all
}

static SPREAD_LOWER: [Line; 8] = spreads(false);
static SPREAD_UPPER: [Line; 8] = spreads(true);

#[derive(Clone, Copy)]
struct WideTable(__m512i);

impl Default for WideTable {
    #[inline(always)]
    fn default() -> Self {
        Self(vector!(_mm512_setzero_si512()))
    }
}

impl Shuffle for Wide {
    const SHUFFLES: Shuffles = Shuffles { width: 6, table: 26, lookup: 1 };
    type Table = WideTable;

    #[inline(always)]
    fn tables(line: &Line) -> [WideTable; 8] {
        // The unit matrix transformed by the data is the data with rows and columns exchanged: byte k
        // of a group tells which of its eight half-boards have bit k, the last one in the lowest bit.
        let unit = vector!(_mm512_set1_epi64(0x8040_2010_0804_0201_u64.cast_signed()));
        let having = vector!(_mm512_gf2p8affine_epi64_epi8::<0>(unit, Self::load(line)));
        let part = |selectors: &[Line; 3]| {
            let mut sum = vector!(_mm512_shuffle_epi8(having, Self::load(&selectors[0])));
            for selector in &selectors[1..] {
                sum = Self::or(sum, vector!(_mm512_shuffle_epi8(having, Self::load(selector))));
            }
            sum
        };
        let (lower, upper) = (part(&LOWER), part(&UPPER));
        let mut tables = [WideTable(lower); 8];
        for g in 0..8 {
            let a = vector!(_mm512_permutexvar_epi8(Self::load(&SPREAD_LOWER[g]), lower));
            let b = vector!(_mm512_permutexvar_epi8(Self::load(&SPREAD_UPPER[g]), upper));
            // NOR: the half-boards that have no bit of the index.
            tables[g] = WideTable(vector!(_mm512_ternarylogic_epi64::<0x11>(a, a, b)));
        }
        tables
    }

    #[inline(always)]
    fn restrict(table: WideTable, among: u8) -> WideTable {
        WideTable(Self::and(table.0, Self::splat(among.reverse_bits())))
    }

    #[inline(always)]
    fn look_up(table: WideTable, index: __m512i) -> __m512i {
        vector!(_mm512_permutexvar_epi8(index, table.0))
    }

    #[inline(always)]
    fn keep(v: __m512i, lanes: u64) -> __m512i {
        vector!(_mm512_maskz_mov_epi8(lanes, v))
    }
}

/// 64 bytes in one register, with shuffles within sixteen bytes only.
struct Basic;

impl Simd for Basic {
    type V = __m512i;
    type Matrix = [__m512i; 2];
    type Packer<const C: usize> = Eights<C>;

    #[inline(always)]
    fn prefetch(lines: &[Line]) {
        prefetch(lines);
    }

    #[inline(always)]
    fn load(line: &Line) -> __m512i {
        Wide::load(line)
    }

    #[inline(always)]
    fn store(v: __m512i, line: &mut Line) {
        Wide::store(v, line);
    }

    #[inline(always)]
    fn entry(table: &[Line; TABLE], at: Entry) -> __m512i {
        Wide::entry(table, at)
    }

    #[inline(always)]
    fn splat(byte: u8) -> __m512i {
        Wide::splat(byte)
    }

    #[inline(always)]
    fn and(a: __m512i, b: __m512i) -> __m512i {
        Wide::and(a, b)
    }

    #[inline(always)]
    fn or(a: __m512i, b: __m512i) -> __m512i {
        Wide::or(a, b)
    }

    #[inline(always)]
    fn zeros(v: __m512i) -> u64 {
        Wide::zeros(v)
    }

    #[inline(always)]
    fn above(a: __m512i, b: __m512i) -> u64 {
        Wide::above(a, b)
    }

    #[inline(always)]
    fn equal(a: __m512i, b: __m512i) -> u64 {
        Wide::equal(a, b)
    }

    #[inline(always)]
    fn packer<const C: usize>(block: &[Line; C], used: usize) -> Eights<C> {
        Eights::begin(block, used)
    }

    #[inline(always)]
    fn append<const C: usize>(
        packer: &mut Eights<C>,
        planes: &[__m512i; C],
        lanes: u64,
        out: &mut [[Line; C]],
    ) -> bool {
        append_by_eights::<Self, C>(packer, planes, lanes, out)
    }

    #[inline(always)]
    fn finish<const C: usize>(packer: Eights<C>, out: &mut [Line; C]) -> usize {
        packer.finish(out)
    }

    #[inline(always)]
    fn matrix(step: Move) -> [__m512i; 2] {
        Halved::matrix(step).map(|half| vector!(_mm512_broadcast_i64x4(half)))
    }

    #[inline(always)]
    fn transform(v: __m512i, matrix: [__m512i; 2]) -> __m512i {
        let [low, high] = nibbles(v);
        let low = vector!(_mm512_shuffle_epi8(matrix[0], low));
        Self::or(low, vector!(_mm512_shuffle_epi8(matrix[1], high)))
    }

    #[inline(always)]
    fn reflected(v: __m512i) -> __m512i {
        Wide::reflected(v)
    }

    #[inline(always)]
    fn odd(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        Wide::odd(a, b, c)
    }

    #[inline(always)]
    fn most(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        Wide::most(a, b, c)
    }

    #[inline(always)]
    fn add_bits(sums: __m512i, v: __m512i) -> __m512i {
        let ones = vector!(_mm512_broadcast_i32x4(_mm_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4
        )));
        let [low, high] = nibbles(v);
        let low = vector!(_mm512_shuffle_epi8(ones, low));
        let bytes = vector!(_mm512_add_epi8(low, _mm512_shuffle_epi8(ones, high)));
        let words = vector!(_mm512_sad_epu8(bytes, _mm512_setzero_si512()));
        vector!(_mm512_add_epi64(sums, words))
    }

    #[inline(always)]
    fn double(sums: __m512i) -> __m512i {
        Wide::double(sums)
    }
}

/// The lower and the upper four bits of each byte.
#[inline(always)]
fn nibbles(v: __m512i) -> [__m512i; 2] {
    let four = Wide::splat(15);
    [Wide::and(v, four), Wide::and(vector!(_mm512_srli_epi16::<4>(v)), four)]
}

/// Appends the chosen lanes, eight at a time.
#[inline(always)]
fn append_by_eights<S: Simd, const C: usize>(
    packer: &mut Eights<C>,
    planes: &[S::V; C],
    lanes: u64,
    out: &mut [[Line; C]],
) -> bool {
    let mut lines = [Line::ZERO; C];
    for c in 0..C {
        S::store(planes[c], &mut lines[c]);
    }
    let mut place = packer.place();
    for group in 0..8 {
        let (selectors, chosen) = selectors(lanes, group);
        for c in 0..C {
            let eight = u64::from_le_bytes(lines[c].0.as_chunks::<8>().0[group]);
            let front = vector!(_mm_cvtsi128_si64(_mm_shuffle_epi8(
                _mm_cvtsi64_si128(eight.cast_signed()),
                _mm_cvtsi64_si128(selectors.cast_signed()),
            )));
            packer.put(c, place, front.cast_unsigned());
        }
        place += chosen;
    }
    packer.end_block(place, out)
}

impl Shuffle for Basic {
    const SHUFFLES: Shuffles = Shuffles { width: 4, table: 24, lookup: 2 };
    type Table = TableOf16;

    #[inline(always)]
    fn tables(line: &Line) -> [TableOf16; 8] {
        let mut shifted = vector!(_mm512_slli_epi16::<4>(Self::load(line)));
        let mut having = [0_u64; 4];
        for k in (0..4).rev() {
            having[k] = vector!(_mm512_movepi8_mask(shifted));
            shifted = vector!(_mm512_slli_epi16::<1>(shifted));
        }
        tables_of_16(having)
    }

    #[inline(always)]
    fn restrict(table: TableOf16, among: u8) -> TableOf16 {
        Halved::restrict(table, among)
    }

    #[inline(always)]
    fn look_up(table: TableOf16, index: __m512i) -> __m512i {
        // SAFETY: the table is 16 bytes.
        let table = unsafe { _mm_loadu_si128(table.0.as_ptr().cast()) };
        vector!(_mm512_shuffle_epi8(_mm512_broadcast_i32x4(table), index))
    }

    #[inline(always)]
    fn keep(v: __m512i, lanes: u64) -> __m512i {
        Wide::keep(v, lanes)
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

kernel!(Avx2, Halved, with_avx2, shuffles);

/// 64 bytes in two registers.
struct Halved;

impl Simd for Halved {
    type V = [__m256i; 2];
    type Matrix = [__m256i; 2];
    type Packer<const C: usize> = Eights<C>;

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
    fn entry(table: &[Line; TABLE], at: Entry) -> [__m256i; 2] {
        Self::load(line_at(table, at))
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
    fn packer<const C: usize>(block: &[Line; C], used: usize) -> Eights<C> {
        Eights::begin(block, used)
    }

    #[inline(always)]
    fn append<const C: usize>(
        packer: &mut Eights<C>,
        planes: &[[__m256i; 2]; C],
        lanes: u64,
        out: &mut [[Line; C]],
    ) -> bool {
        append_by_eights::<Self, C>(packer, planes, lanes, out)
    }

    #[inline(always)]
    fn finish<const C: usize>(packer: Eights<C>, out: &mut [Line; C]) -> usize {
        packer.finish(out)
    }

    #[inline(always)]
    fn matrix(step: Move) -> [__m256i; 2] {
        let becomes = step.becomes();
        // What the lower and the upper four bits become, for each of their values.
        let half = |k: usize| {
            let bytes = [becomes[k], becomes[k + 1], becomes[k + 2], becomes[k + 3]];
            let [low, high] = unions(bytes.map(u64::from)).map(u64::cast_signed);
            vector!(_mm256_setr_epi64x(low, high, low, high))
        };
        [half(0), half(4)]
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

/// A table of 16 bytes.
#[derive(Clone, Copy, Default)]
#[repr(C, align(16))]
struct TableOf16([u64; 2]);

/// The tables of 64 half-boards, by which of them have each bit of an index.
#[inline(always)]
fn tables_of_16(having: [u64; 4]) -> [TableOf16; 8] {
    let mut tables = [TableOf16::default(); 8];
    for (group, table) in tables.iter_mut().enumerate() {
        let [low, high] = unions(having.map(|lanes| lanes >> (8 * group) & 0xff));
        *table = TableOf16([!low, !high]);
    }
    tables
}

impl Shuffle for Halved {
    const SHUFFLES: Shuffles = Shuffles { width: 4, table: 24, lookup: 3 };
    type Table = TableOf16;

    #[inline(always)]
    fn tables(line: &Line) -> [TableOf16; 8] {
        let v = Self::load(line);
        // Which of the 64 half-boards have bit k.
        let mut having = [0_u64; 4];
        for half in 0..2 {
            let mut shifted = vector!(_mm256_slli_epi16::<4>(v[half]));
            for k in (0..4).rev() {
                let lanes = vector!(_mm256_movemask_epi8(shifted)).cast_unsigned();
                having[k] |= u64::from(lanes) << (32 * half);
                shifted = vector!(_mm256_slli_epi16::<1>(shifted));
            }
        }
        tables_of_16(having)
    }

    #[inline(always)]
    fn restrict(table: TableOf16, among: u8) -> TableOf16 {
        TableOf16(table.0.map(|word| word & (LOW * u64::from(among))))
    }

    #[inline(always)]
    fn look_up(table: TableOf16, index: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: the table is 16 bytes.
        let table = unsafe { _mm_loadu_si128(table.0.as_ptr().cast()) };
        let table = vector!(_mm256_broadcastsi128_si256(table));
        vector!([_mm256_shuffle_epi8(table, index[0]), _mm256_shuffle_epi8(table, index[1])])
    }

    #[inline(always)]
    fn keep(v: [__m256i; 2], lanes: u64) -> [__m256i; 2] {
        // Byte i / 8 of the lanes to byte i, of which bit i % 8 is tested.
        let bit = vector!(_mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed()));
        let mask = |half: u32| {
            let four = vector!(_mm256_set1_epi32((lanes >> (32 * half)) as i32));
            let places = vector!(_mm256_setr_epi64x(
                0,
                0x0101_0101_0101_0101,
                0x0202_0202_0202_0202,
                0x0303_0303_0303_0303
            ));
            let bytes = vector!(_mm256_shuffle_epi8(four, places));
            vector!(_mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), bit))
        };
        Self::and(v, [mask(0), mask(1)])
    }
}
