//! The only way to an instruction set. Its types are private to [`simd`](super), and are handed out here after the processor
//! was asked: code that has one of them is on a machine that has its instructions.

use super::operations::{Bytes, Lanes};
use super::portable;
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};

/// An instruction set that the caller chooses. What every machine of an architecture has is `Portable`: plain Rust on x86-64,
/// NEON on 64-bit ARM, the vectors of WebAssembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InstructionSet {
    Portable,
    Avx2,
    Avx512,
}

/// What is made with lanes of two widths, the first of which holds more lanes if it is narrower.
pub(crate) trait WithLanes {
    type Out;
    fn make<Narrow: Lanes, Wide: Lanes>(self) -> Self::Out;
}

/// What is made with vectors of bytes, and lanes of at least 16 bits.
pub(crate) trait WithBytes {
    type Out;
    fn make<S: Bytes, L: Lanes>(self) -> Self::Out;
}

impl InstructionSet {
    /// Whether this machine has it.
    pub(crate) fn is_here(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => has_avx2(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => has_avx512(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// Makes something with the lanes of this set, or the portable ones where the machine lacks it.
    pub(crate) fn with_lanes<W: WithLanes>(self, what: W) -> W::Out {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 if has_avx2() => what.make::<avx2::Words16, avx2::Words32>(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 if has_vbmi2() => what.make::<avx512::Words16, avx512::Words32>(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 if has_avx512() => what.make::<avx512::Words32, avx512::Words32>(),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Portable => what.make::<super::wasm::Words16, super::wasm::Words32>(),
            _ => what.make::<portable::Word, portable::Word>(),
        }
    }

    /// Makes something with the vectors of bytes of this set, or the portable ones where the machine lacks it.
    pub(crate) fn with_bytes<W: WithBytes>(self, what: W) -> W::Out {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 if has_avx2() => what.make::<avx2::Bytes32, avx2::Words16>(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 if has_bitalg() => what.make::<avx512::CountingBytes64, avx512::Words16>(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 if has_avx512() => what.make::<avx512::Bytes64, avx2::Words16>(),
            #[cfg(target_arch = "aarch64")]
            _ => what.make::<super::neon::Bytes16, portable::Word>(),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            _ => what.make::<super::wasm::Bytes16, super::wasm::Words16>(),
            #[cfg(not(any(
                target_arch = "aarch64",
                all(target_arch = "wasm32", target_feature = "simd128")
            )))]
            _ => what.make::<portable::Bytes32, portable::Word>(),
        }
    }
}

/// The name of a set of vectors, what is made with it if this machine has it, and what a machine must have that lacks it.
#[cfg(all(feature = "internals", not(test)))]
pub(crate) type OfBytes<T> = (&'static str, Option<T>, &'static str);

/// What is made with each of the vectors of bytes that there are, on this machine or not.
#[cfg(all(feature = "internals", not(test)))]
pub(crate) fn with_every_bytes<W: WithBytes + Copy>(what: W) -> [OfBytes<W::Out>; 5] {
    #[cfg(target_arch = "x86_64")]
    let [avx2, avx512, bit_counts] = [
        has_avx2().then(|| what.make::<avx2::Bytes32, portable::Word>()),
        has_avx512().then(|| what.make::<avx512::Bytes64, portable::Word>()),
        has_bitalg().then(|| what.make::<avx512::CountingBytes64, portable::Word>()),
    ];
    #[cfg(not(target_arch = "x86_64"))]
    let [avx2, avx512, bit_counts] = [None, None, None];
    #[cfg(target_arch = "aarch64")]
    let neon = Some(what.make::<super::neon::Bytes16, portable::Word>());
    #[cfg(not(target_arch = "aarch64"))]
    let neon = None;
    [
        ("portable", Some(what.make::<portable::Bytes32, portable::Word>()), ""),
        ("neon", neon, "NEON"),
        ("avx2", avx2, "AVX2"),
        ("avx512", avx512, "AVX-512F, BW or VL"),
        ("avx512 with bit counts", bit_counts, "AVX-512's BITALG or VBMI"),
    ]
}

/// Does `work` compiled for the instructions on bits of single words and on vectors of 256 bits, if the processor has
/// them. `work` should be one loop with everything inlined: what it calls is compiled without them.
#[inline(always)]
pub(crate) fn with_bit_instructions<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn enabled<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        return vector!(enabled(work));
    }
    work()
}

/// The instructions of `avx2`.
#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2") && has_bits()
}

/// The instructions of `avx512`, except those below.
#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    has_avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
}

/// Compressing words of 16 bits.
#[cfg(target_arch = "x86_64")]
fn has_vbmi2() -> bool {
    has_avx512() && is_x86_feature_detected!("avx512vbmi2")
}

/// Counting the bits of every byte, permuting all bytes of a vector, and multiplying matrices of bits.
#[cfg(target_arch = "x86_64")]
fn has_bitalg() -> bool {
    has_vbmi2()
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("gfni")
}

/// Counting, finding and clearing bits of single words.
#[cfg(target_arch = "x86_64")]
fn has_bits() -> bool {
    is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}
