//! Method 1: backtracking over the boards that are different up to symmetry.
//!
//! The plain board is cut into [`Class`]es of partial placements around its centre, each with the
//! factor by which its solutions count ([`classes`]); the classes into sub-problems a few rows
//! deeper ([`Class::expand`]); and a kernel counts the ways to complete each ([`count`]).

mod classes;
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
mod lanes;
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
mod order;
mod scalar;
mod subproblem;
mod units;

pub(crate) use classes::too_large;
pub use classes::{Class, MAX_N, classes};
pub use subproblem::Subproblem;
pub(crate) use subproblem::full;
pub(crate) use units::Units;

use crate::count::method::{Kernel, Method};
use crate::count::tally::Tally;
use crate::error::Error;
use crate::parallel::StopFlag;

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
    #[cfg(target_arch = "x86_64")]
    use crate::simd::{avx2, avx512, has_avx2, has_avx512, has_avx512_vbmi2};
    kernel.check(Method::Search)?;
    // Lanes of the vectors that the processor has; without any, one placement at a time, which is faster than
    // lanes in plain Rust.
    let count: fn(&Class, &Subproblem, &StopFlag) -> _ = match kernel {
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2 if has_avx2() => lanes::count_by_width::<avx2::Words16, avx2::Words32>,
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 if has_avx512_vbmi2() => {
            lanes::count_by_width::<avx512::Words16, avx512::Words32>
        }
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 if has_avx512() => lanes::count::<avx512::Words32>,
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Kernel::Portable => {
            use crate::simd::wasm;
            lanes::count_by_width::<wasm::Words16, wasm::Words32>
        }
        _ => scalar::count,
    };
    Ok(count(class, subproblem, stop)?)
}
