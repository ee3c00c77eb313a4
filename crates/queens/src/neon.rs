//! The vector instructions of 64-bit ARM (NEON), 128 bits wide. Every such processor has them, so there is
//! nothing to ask at run time: what is called `portable` elsewhere is then made of these.
//!
//! One obligation occurs, for what is read and written: *a vector in memory lies inside its slice*. Each such
//! operation takes a part of a slice as long as the vector.

#![allow(unsafe_code, reason = "vector instructions; the obligation is stated above")]
#![allow(clippy::inline_always, reason = "an operation is one instruction only if it is inlined")]
#![allow(clippy::wildcard_imports, reason = "the instructions, dozens of them")]

pub(crate) mod color;
