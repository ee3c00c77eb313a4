//! Method 1: backtracking over the boards that are different up to symmetry.
//!
//! The plain board is cut into [`Class`]es of partial placements around its centre, each with the
//! factor by which its solutions count ([`classes`]); the classes into sub-problems a few rows
//! deeper ([`Class::expand`]); and a kernel counts the ways to complete each ([`count`]).

mod board;
mod classes;
mod form;
mod lanes;
mod part;
mod plan;
mod scalar;
mod step;
mod subproblem;
mod units;

pub(crate) use board::{Board, symmetries};
pub(crate) use classes::too_large;
pub use classes::{Class, MAX_N, classes};
pub(crate) use part::{Part, Rules};
pub use subproblem::Subproblem;
pub(crate) use subproblem::full;
pub(crate) use units::Units;

use crate::count::method::{Kernel, Method};
use crate::count::tally::Tally;
use crate::error::Error;
use crate::parallel::{StopFlag, Stopped};
use crate::simd::portable;

/// Counts the ways to complete a sub-problem of this class. [`classes`] has an example.
///
/// # Errors
///
/// If this machine lacks the kernel, or `stop` was raised before the end.
pub fn count(
    kernel: Kernel,
    class: &Class,
    subproblem: &Subproblem,
    stop: &StopFlag,
) -> Result<Tally, Error> {
    kernel.check(Method::Search)?;
    if kernel == Kernel::Scalar {
        return Ok(scalar::count(class, subproblem, stop)?);
    }
    let Some(part) = Part::of(class, subproblem) else { return Ok(Tally::ZERO) };
    Ok(count_part(kernel, &Rules::plain(class.size()), &part, stop)?)
}

/// Counts the ways to fill the rows of a part, without its weight, in lanes of the vectors that the processor has, or of
/// single words.
pub(crate) fn count_part(
    kernel: Kernel,
    rules: &Rules,
    part: &Part,
    stop: &StopFlag,
) -> Result<Tally, Stopped> {
    #[cfg(target_arch = "x86_64")]
    use crate::simd::{avx2, avx512, has_avx2, has_avx512, has_avx512_vbmi2};
    match kernel {
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
