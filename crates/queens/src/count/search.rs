//! Method 1: backtracking over the boards that are different up to symmetry.
//!
//! The plain board is cut into [`Class`]es of partial placements around its centre, each with the
//! factor by which its solutions count ([`classes`]); the classes into sub-problems a few rows
//! deeper ([`Class::expand`]); and a kernel counts the ways to complete each ([`Scalar`]).

mod classes;
pub(crate) mod lanes;
mod order;
mod scalar;
mod subproblem;
mod units;

pub(crate) use classes::too_large;
pub use classes::{Class, MAX_N, classes};
pub(crate) use lanes::LanesKernel;
pub use scalar::Scalar;
pub use subproblem::Subproblem;
pub(crate) use subproblem::full;
pub(crate) use units::Units;
