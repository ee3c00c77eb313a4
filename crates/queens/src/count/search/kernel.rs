//! A sub-problem by a kernel: in plain Rust, or in the lanes of an instruction set.

use super::subproblem::{Rules, Subproblem};
use super::{lanes, scalar};
use crate::count::method::Kernel;
use crate::count::tally::Tally;
use crate::parallel::{StopFlag, Stopped};
use crate::simd::{Lanes, WithLanes};

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
