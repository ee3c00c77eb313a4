//! Vector instructions: what the kernels ask of an instruction set, and one file for each that has it.
//!
//! Two kernels work on vectors. The search method's takes *lanes*, one partial placement in each
//! ([`Lanes`]); the color method's takes *bytes*, a set of columns in each ([`Bytes`]). Both are written
//! once; [`Work`] is compiled for an instruction set by its `run`, an ordinary function with the
//! instructions enabled into which everything is inlined.
//!
//! This module is the only one of the crate with `unsafe` code. Two obligations occur:
//!
//! 1. *The processor has the instructions.* The types of `avx2` and `avx512` are named in two places,
//!    `search::lanes::kernel` and `color::maker`, each time behind one of the questions below
//!    ([`has_avx2`], ...). Every 64-bit ARM processor has NEON, and a WebAssembly module with vectors is
//!    loaded or refused as a whole.
//! 2. *A vector in memory is inside its slice.* Each load and store takes a part of a slice, or an array, as
//!    long as the vector; none of them asks for alignment.

#![allow(unsafe_code, reason = "vector instructions; the two obligations are stated above")]
#![allow(clippy::inline_always, reason = "an operation is one instruction only if it is inlined")]
#![allow(clippy::wildcard_imports, reason = "the instructions, a hundred of them")]
#![allow(
    clippy::needless_range_loop,
    reason = "closures would not be inlined into a function with the instructions enabled"
)]

/// Vector instructions on registers.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! vector {
    ($instruction:expr) => {
        // SAFETY: the processor has the instruction, by obligation 1 of the module.
        unsafe { $instruction }
    };
}

/// `run` of an instruction set: with these instructions enabled.
#[cfg(target_arch = "x86_64")]
macro_rules! run_with {
    ($features:literal) => {
        fn run<W: Work>(work: W) -> W::Out {
            #[target_feature(enable = $features)]
            fn enabled<W: Work>(work: W) -> W::Out {
                work.work()
            }
            vector!(enabled(work))
        }
    };
}

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
pub(crate) mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod wasm;

/// A piece of work to be compiled for an instruction set.
pub(crate) trait Work {
    type Out;
    /// Must be inlined always.
    fn work(self) -> Self::Out;
}

/// The instructions of `avx2`.
#[cfg(target_arch = "x86_64")]
pub(crate) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2") && has_bits()
}

/// The instructions of `avx512`, except those below.
#[cfg(target_arch = "x86_64")]
pub(crate) fn has_avx512() -> bool {
    has_avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
}

/// Compressing words of 16 bits.
#[cfg(target_arch = "x86_64")]
pub(crate) fn has_avx512_vbmi2() -> bool {
    has_avx512() && is_x86_feature_detected!("avx512vbmi2")
}

/// Counting the bits of every byte.
#[cfg(target_arch = "x86_64")]
pub(crate) fn has_avx512_bitalg() -> bool {
    has_avx512() && is_x86_feature_detected!("avx512bitalg")
}

/// Counting, finding and clearing bits of single words.
#[cfg(target_arch = "x86_64")]
fn has_bits() -> bool {
    is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Does `work` compiled for the instructions on bits of single words, if the processor has them. `work`
/// should be one loop with everything inlined: what it calls is compiled without them.
#[inline(always)]
pub(crate) fn with_bit_instructions<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if has_bits() {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn enabled<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        return vector!(enabled(work));
    }
    work()
}

/// Vectors of lanes of one width: all that the search method's kernel asks of an instruction set.
///
/// The methods are meant to be inlined into [`Lanes::run`], which has the instruction set enabled.
pub(crate) trait Lanes: Copy + 'static {
    /// What a lane holds, in memory.
    type Word: Copy + Default;
    /// A distance to shift all lanes by.
    type Shift: Copy;
    /// A choice of lanes.
    type Mask: Copy;
    /// A choice of lanes, prepared for moving words between them and memory.
    type Pack: Copy;
    /// The number of lanes.
    const WIDTH: usize;

    /// The low bits of x as a word.
    fn word(x: u32) -> Self::Word;
    /// The low bits of x in every lane.
    fn splat(x: u32) -> Self;
    fn shift(by: u32) -> Self::Shift;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// The bits that are set in none of the three.
    fn nor3(self, b: Self, c: Self) -> Self;
    /// The lowest set bit of each lane.
    fn lowest(self) -> Self;
    /// Towards the high bits.
    fn up(self, by: Self::Shift) -> Self;
    /// Towards the low bits.
    fn down(self, by: Self::Shift) -> Self;
    /// The lanes where the two have a bit in common.
    fn meets(self, other: Self) -> Self::Mask;
    /// The lanes without a set bit.
    fn is_zero(self) -> Self::Mask;
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn pack(mask: Self::Mask) -> Self::Pack;
    /// The number of lanes chosen.
    fn len(pack: Self::Pack) -> usize;
    /// The first of the lanes chosen, as many as asked for.
    fn first(pack: Self::Pack, count: usize) -> Self::Pack;
    /// `from[at..]`, one word for each lane chosen; the other lanes of self.
    fn refill(self, pack: Self::Pack, from: &[Self::Word], at: usize) -> Self;
    /// `other` in the lanes chosen, self elsewhere.
    fn select(self, pack: Self::Pack, other: Self) -> Self;
    /// Writes the lanes chosen to `to[at..]`, one after the other; may write any words after them,
    /// up to a vector's width.
    fn append(self, pack: Self::Pack, to: &mut [Self::Word], at: usize);
    /// Runs a piece of work with the instruction set enabled.
    fn run<W: Work>(work: W) -> W::Out;
}

/// Vectors of bytes: all that the color method's kernel asks of an instruction set.
///
/// The methods are meant to be inlined into [`Bytes::run`], which has the instructions enabled.
pub(crate) trait Bytes: Copy + 'static {
    /// A vector.
    type V: Copy;
    /// The bytes of a vector; a multiple of 16, at most 64.
    const LANES: usize;
    /// Whether counting the bits of every byte is as cheap as an addition.
    const COUNTS: bool;
    /// Lines that are looked up at a time: four if there are 32 registers, two if there are 16.
    const LINES: usize;

    /// The vector with these words, the first one lowest; as many as a vector has.
    fn load(words: &[u64]) -> Self::V;
    fn zero() -> Self::V;
    /// All bits set.
    fn everything() -> Self::V;
    fn and(a: Self::V, b: Self::V) -> Self::V;
    /// The bits set in all three.
    fn and3(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// The bits set in `a` and in neither of the others.
    fn and_neither(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// The bits set in one of the three, or in all.
    fn xor3(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// The carry of an addition of three bits, given its sum and two of them: their majority.
    fn carry(sum: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// The number of bits set in every byte.
    fn count_bits(a: Self::V) -> Self::V;
    /// Sums of bytes; the caller sees to it that they stay below 256.
    fn add_bytes(a: Self::V, b: Self::V) -> Self::V;
    /// Sums of 16-bit words; the caller sees to it that they stay below 65,536.
    fn add_words(a: Self::V, b: Self::V) -> Self::V;
    /// Eight times every 16-bit word.
    fn eightfold(a: Self::V) -> Self::V;
    /// Bytes 0, 2, 4, … as 16-bit words.
    fn even_bytes(a: Self::V) -> Self::V;
    /// Bytes 1, 3, 5, … as 16-bit words.
    fn odd_bytes(a: Self::V) -> Self::V;
    /// Words 0, 2, 4, … of 16 bits as 32-bit ones.
    fn even_words(a: Self::V) -> Self::V;
    /// Words 1, 3, 5, … of 16 bits as 32-bit ones.
    fn odd_words(a: Self::V) -> Self::V;
    /// Sums of 32-bit words; the caller sees to it that they stay below 2^32.
    fn add_counts(a: Self::V, b: Self::V) -> Self::V;
    /// The vector with these 32-bit words, a quarter as many as bytes.
    fn load_counts(counts: &[u32]) -> Self::V;
    fn store_counts(a: Self::V, counts: &mut [u32]);
    /// Runs the work with the instructions enabled.
    fn run<W: Work>(work: W) -> W::Out;

    /// Adds an 8 by 8 block of counts to a matrix, transposed: count k of row i, which is
    /// `rows[i * LANES + k]`, to `matrix[at[k] + i]`.
    #[inline(always)]
    fn add_transposed(rows: &[u32], at: &[usize; 8], matrix: &mut [u32]) {
        for (k, &at) in at.iter().enumerate() {
            let line = &mut matrix[at..at + 8];
            for i in 0..8 {
                line[i] += rows[i * Self::LANES + k];
            }
        }
    }

    /// The sum of products a[i][k] b[k][i] of two blocks of 8 by 8: rows of `a` begin at `rows_a`, rows of
    /// `b` at `rows_b`. No product exceeds 2^58.
    #[inline(always)]
    fn dot(a: &[u32], rows_a: &[usize; 8], b: &[u32], rows_b: &[usize; 8]) -> u64 {
        let mut sum = 0;
        for i in 0..8 {
            for k in 0..8 {
                sum += u64::from(a[rows_a[i] + k]) * u64::from(b[rows_b[k] + i]);
            }
        }
        sum
    }
}
