//! The search: backtracking row by row over the boards that are different up to symmetry, many at once in vector lanes.
//!
//! A `Board` is cut into `Subproblem`s: queens around its centre for the plain board, with the factor by which their
//! solutions count (`classes`), or what the symmetry of another board leaves (`board`). A `kernel` counts the ways to
//! complete each. What differs between queens, superqueens, the torus and boards with regions is a `form`; one
//! `step` serves them all, in lanes of any width, for any instruction set.

mod board;
mod classes;
mod form;
mod kernel;
mod lanes;
mod plan;
mod scalar;
mod step;
mod subproblem;
mod units;

pub(crate) use board::{Board, symmetries};
pub use subproblem::MAX_N;
pub(crate) use subproblem::{Subproblem, too_large};
pub(crate) use units::Units;
