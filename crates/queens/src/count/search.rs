//! The search: backtracking row by row over the boards that are different up to symmetry, many at once in vector lanes.
//!
//! A `Board` is cut into `Subproblem`s: queens around its centre for the plain board, with the factor by which their
//! solutions count (`classes`), or what the symmetry of another board leaves (`board`). A kernel counts the ways to
//! complete each. What differs between queens, superqueens, the torus and boards with regions is a `form`; one
//! `step` serves them all, in lanes of any width, for any instruction set.

mod board;
mod classes;
mod form;
mod lanes;
mod plan;
mod scalar;
mod step;
mod subproblem;
mod units;

pub(crate) use board::{Board, symmetries};
pub use subproblem::MAX_N;
pub(crate) use subproblem::{Rules, Subproblem};
pub(crate) use units::Units;

use crate::count::method::Kernel;
use crate::count::tally::Tally;
use crate::error::Error;
use crate::parallel::{StopFlag, Stopped};
use crate::simd::{Lanes, WithLanes};

/// A board of more than [`MAX_N`] rows.
pub(crate) fn too_large(n: u32) -> Error {
    Error::too_large(n, "count", format!("counts go up to n = {MAX_N}; the record is n = 27"))
}

/// Counts the ways to fill the rows of a sub-problem, without its weight, in lanes of the vectors that the processor has, or of
/// single words.
pub(crate) fn count_one(
    kernel: Kernel,
    rules: &Rules,
    part: &Subproblem,
    stop: &StopFlag,
) -> Result<Tally, Stopped> {
    let is_plain = !rules.around && !rules.knights && rules.regions.is_none();
    if kernel == Kernel::Scalar && is_plain {
        return scalar::count(rules.n, part, stop);
    }
    kernel.set().with_lanes(InLanes { rules, part, stop })
}

/// A sub-problem to be counted in lanes.
struct InLanes<'a> {
    rules: &'a Rules,
    part: &'a Subproblem,
    stop: &'a StopFlag,
}

impl WithLanes for InLanes<'_> {
    type Out = Result<Tally, Stopped>;

    fn make<Narrow: Lanes, Wide: Lanes>(self) -> Self::Out {
        lanes::count::<Narrow, Wide>(self.rules, self.part, self.stop)
    }
}
