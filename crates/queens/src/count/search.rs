//! Method 1: backtracking over the boards that are different up to symmetry.
//!
//! The plain board is cut into [`Class`]es of partial placements around its centre, each with the
//! factor by which its solutions count ([`classes`]); the classes into sub-problems a few rows
//! deeper ([`Class::expand`]); and a kernel counts the ways to complete each ([`count`]).

mod classes;
pub(crate) mod lanes;
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

/// Counts the ways to complete each sub-problem of `batch`, all of one class.
///
/// `out[i]` receives the tally of `batch[i]`. A tally depends on its sub-problem alone: splitting,
/// reordering or merging batches never changes a number.
///
/// # Errors
///
/// If this machine lacks the kernel, or `stop` was raised before the batch was finished. `out` is then
/// unspecified; the caller repeats the whole batch.
///
/// # Panics
///
/// If `out` is not as long as `batch`.
///
/// # Examples
///
/// The empty board of size 6 has four solutions.
///
/// ```
/// use queens::engine::search::{Class, Subproblem, count};
/// use queens::{Kernel, StopFlag, Tally};
///
/// let class = Class::whole(6)?;
/// let mut out = [Tally::ZERO];
/// count(Kernel::Scalar, &class, &[Subproblem::EMPTY], &mut out, &StopFlag::new())?;
/// assert_eq!(out[0].solutions, 4);
/// # Ok::<_, queens::Error>(())
/// ```
pub fn count(
    kernel: Kernel,
    class: &Class,
    batch: &[Subproblem],
    out: &mut [Tally],
    stop: &StopFlag,
) -> Result<(), Error> {
    kernel.check(Method::Search)?;
    let count = if kernel == Kernel::Scalar { scalar::count } else { lanes::kernel(kernel) };
    Ok(count(class, batch, out, stop)?)
}
