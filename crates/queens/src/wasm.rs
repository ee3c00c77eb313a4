//! The vector instructions of WebAssembly, 128 bits wide.
//!
//! They are there if the whole program was compiled for them (`-C target-feature=+simd128`): an engine
//! either loads a module with such instructions or refuses it, so there is nothing to ask at run time, and
//! nothing that is unsafe. What is called `portable` elsewhere is then made of these.

#![allow(clippy::inline_always, reason = "an operation is one instruction only if it is inlined")]
#![allow(clippy::wildcard_imports, reason = "the instructions, dozens of them")]

pub(crate) mod color;
pub(crate) mod lanes;
