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
use crate::simd::portable;

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
    #[cfg(target_arch = "x86_64")]
    use crate::simd::{avx2, avx512, has_avx2, has_avx512, has_avx512_vbmi2};
    let is_plain = !rules.around && !rules.knights && rules.regions.is_none();
    match kernel {
        Kernel::Scalar if is_plain => scalar::count(rules.n, part, stop),
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2 if has_avx2() => {
            lanes::count::<avx2::Words16, avx2::Words32>(rules, part, stop)
        }
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 if has_avx512_vbmi2() => {
            lanes::count::<avx512::Words16, avx512::Words32>(rules, part, stop)
        }
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 if has_avx512() => {
            lanes::count::<avx512::Words32, avx512::Words32>(rules, part, stop)
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Kernel::Portable => {
            use crate::simd::wasm;
            lanes::count::<wasm::Words16, wasm::Words32>(rules, part, stop)
        }
        _ => lanes::count::<portable::Word, portable::Word>(rules, part, stop),
    }
}
