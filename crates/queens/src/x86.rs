//! The vector instructions of x86-64.
//!
//! This module is the only one of the crate with `unsafe` code. Two obligations occur:
//!
//! 1. *The processor has the instructions.* Their operations are reached through
//!    [`search::lanes::count`](crate::search::lanes) and [`color::kernel`](crate::color::kernel) alone, which
//!    only the backends and kernels below call. One of these is to be had only from a function that asks the
//!    processor first. The instructions on single words in [`bits`] are asked for where they are used.
//! 2. *A vector in memory lies inside its slice.* Each such operation takes a part of a slice, or an
//!    array, as long as the vector; where it must be aligned, its type says so.

#![allow(unsafe_code, reason = "vector instructions; the two obligations are stated above")]
#![allow(clippy::inline_always, reason = "an operation is one instruction only if it is inlined")]
#![allow(clippy::wildcard_imports, reason = "the instructions, a hundred of them")]

#[macro_use]
mod vector;
pub(crate) mod bits;
pub(crate) mod color;
pub(crate) mod lanes;
