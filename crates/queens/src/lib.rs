//! The N-Queens problem: count, list, draw and classify placements of n queens on an n by n board,
//! no two of which attack each other.
//!
//! # Examples
//!
//! How many solutions are there, and how many up to symmetry?
//!
//! ```
//! use queens::SymmetryClasses;
//!
//! let size = 10;
//! let total = queens::count(size)?;
//! assert_eq!(total, 724);
//! assert_eq!(SymmetryClasses::of(size, total, &Default::default())?.fundamental(), 92);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! Which are they?
//!
//! ```
//! use queens::{Placement, Problem};
//!
//! let problem = Problem::new(6);
//! let all: Vec<Placement> = queens::list(&problem)?.collect();
//! assert_eq!(all[0].to_string(), "2 4 6 1 3 5");
//! assert_eq!(all.len(), 4);
//! # Ok::<_, queens::Error>(())
//! ```
//!
//! Can a board that is begun be finished?
//!
//! ```
//! use queens::Problem;
//!
//! let begun = Problem::new(8).with_queen("a1".parse()?)?;
//! let finished = queens::complete(&begun)?.expect("four solutions have a queen on a1");
//! assert!(begun.admits(&finished));
//! # Ok::<_, queens::Error>(())
//! ```
//!
//! What is a solution? [`is_solution`] is the definition, ten lines without cleverness, that all
//! else here is tested against.
//!
//! The library does mathematics only: it reads no files and no clock, and prints nothing.
//! [`BoardSize`], [`Square`], [`Placement`], [`Problem`], [`Symmetry`] and [`Multiplicity`] are its
//! vocabulary; [`count()`], [`list()`], [`find`], [`complete()`], [`Estimator`] and [`draw`] its verbs.
//! [`search`], [`color`] and [`backend`] are for those who want to drive the counting themselves.

#![deny(unsafe_code)]

pub mod backend;
pub mod board;
pub mod color;
pub mod complete;
pub mod count;
pub mod draw;
pub mod error;
pub mod estimate;
pub mod find;
#[rustfmt::skip] // Tables of numbers, several a line.
pub mod known;
pub mod list;
#[cfg(target_arch = "aarch64")]
mod neon;
mod parallel;
mod partition;
pub mod placement;
pub mod problem;
mod random;
pub mod search;
pub mod symmetry;
pub mod tally;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

/// What counts are made of, for those who drive the counting themselves: the units of a count, the
/// backends that count them, and the two methods.
pub mod engine {
    pub use crate::partition::{Partition, UnitCounter};
    pub use crate::tally::Tally;
    pub use crate::{backend, color, search};
}

pub use backend::BackendId;
pub use board::{Square};
pub use complete::{
    CompleteError, Completer, Completion, CompletionCount, Completions, PartialCount, complete,
};
pub use count::{CountError, CountPlan, CountReport, Counter, Method, SymmetryClasses, count};
pub use error::Error;
pub use estimate::{Estimate, EstimateError, Estimator};
pub use find::construct;
pub use list::{ListError, Solutions, list};
pub use parallel::Progress;
pub use placement::{Placement, is_solution};
pub use problem::{Pieces, Problem, ProblemError, ProblemTextError, Topology};
pub use symmetry::{Multiplicity, Symmetry};
pub use tally::Tally;
