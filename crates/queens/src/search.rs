//! Method 1: backtracking over the boards that are different up to symmetry.
//!
//! The plain board is cut into [`Class`]es of partial placements around its centre, each with the
//! factor by which its solutions count ([`classes`]); the classes into sub-problems a few rows
//! deeper ([`Class::expand`]); and a kernel counts the ways to complete each ([`Scalar`]).

mod classes;
mod lanes;
mod order;
mod portable;
mod scalar;
mod subproblem;
mod symmetric;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use classes::{Class, MAX_N, TooLarge, classes};
pub(crate) use lanes::PortableLanes;
pub use scalar::Scalar;
pub use subproblem::Subproblem;
pub use symmetric::{SYMMETRIC_MAX_N, half_turn, quarter_turn};
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512, with_bit_instructions};

/// Does `work`; there are no instructions to choose from.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn with_bit_instructions<R>(work: impl FnOnce() -> R) -> R {
    work()
}
