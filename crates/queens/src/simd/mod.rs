//! Vector instructions: what the kernels ask of an instruction set, and one file for each that has it.
//!
//! Two kernels work on vectors. A search, of the whole board or of one color, takes *lanes*, one partial placement in each
//! ([`Lanes`]); the walk of the color method takes *bytes*, a set of columns in each ([`Bytes`]). Both are written
//! once; [`Work`] is compiled for an instruction set by its `run`, an ordinary function with the
//! instructions enabled into which everything is inlined.
//!
//! This module is the only one of the crate with `unsafe` code. Two obligations occur:
//!
//! 1. *The processor has the instructions.* The types of `avx2` and `avx512` are private here, and [`InstructionSet`] hands them to code
//!    that is generic over them only after it has asked the processor. So code outside of this module cannot run an
//!    instruction that the machine lacks. Every 64-bit ARM processor has NEON, and a WebAssembly module with vectors is
//!    loaded or refused as a whole.
//! 2. *A vector in memory is inside its slice.* Each load and store takes a part of a slice, or an array, as
//!    long as the vector, or is inside a slice whose length was asserted before a loop; none of them asks for
//!    alignment.

#![allow(unsafe_code, reason = "vector instructions; the two obligations are stated above")]
#![allow(clippy::inline_always, reason = "an operation is one instruction only if it is inlined")]
#![allow(clippy::wildcard_imports, reason = "the instructions, a hundred of them")]
#![allow(
    clippy::needless_range_loop,
    reason = "closures would not be inlined into a function with the instructions enabled"
)]

/// A vector instruction on registers.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! vector {
    ($instruction:expr) => {
        // SAFETY: the processor has the instruction, by obligation 1 of the module.
        unsafe { $instruction }
    };
}

/// The same in WebAssembly, where they are safe.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
macro_rules! vector {
    ($instruction:expr) => {
        $instruction
    };
}

/// Operations on two vectors that are an instruction each.
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
macro_rules! instructions {
    ($($name:ident $instruction:ident),*) => {
        $(#[inline(always)]
        fn $name(a: Self::V, b: Self::V) -> Self::V {
            vector!($instruction(a, b))
        })*
    };
    (shifts $($name:ident $instruction:ident),*) => {
        $(#[inline(always)]
        fn $name(self, by: Self::Shift) -> Self {
            Self(vector!($instruction(self.0, by)))
        })*
    };
    (lanes $($name:ident $instruction:ident),*) => {
        $(#[inline(always)]
        fn $name(self, other: Self) -> Self {
            Self(vector!($instruction(self.0, other.0)))
        })*
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

// The types of `avx2` and `avx512` are private: `InstructionSet` hands them out after it has asked the processor.
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod instruction_set;
#[cfg(target_arch = "aarch64")]
mod neon;
mod operations;
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

pub(crate) use instruction_set::{InstructionSet, WithBytes, WithLanes, with_bit_instructions};
#[cfg(all(feature = "internals", not(test)))]
pub(crate) use instruction_set::{OfBytes, with_every_bytes};
pub(crate) use operations::{Bytes, Lanes, Work, prefetch};
