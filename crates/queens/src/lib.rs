//! The N-Queens problem: count, list, find, complete, estimate, draw and classify placements of n queens
//! on an n by n board, no two of which attack each other.
//!
//! # A tour
//!
//! How many solutions are there, and how many up to symmetry?
//!
//! ```
//! assert_eq!(queens::count(10)?, 724);
//! assert_eq!(queens::symmetry(10)?.fundamental(), 92);
//! # Ok::<_, queens::Error>(())
//! ```
//!
//! Which are they?
//!
//! ```
//! let all: Vec<String> = queens::solutions(6)?.map(|placement| placement.to_string()).collect();
//! assert_eq!(all, ["2 4 6 1 3 5", "3 6 2 5 1 4", "4 1 5 2 6 3", "5 3 1 6 4 2"]);
//! # Ok::<_, queens::Error>(())
//! ```
//!
//! One is enough? Then the board may be large.
//!
//! ```
//! let placement = queens::find(1_000_000)?.expect("only n = 2 and n = 3 have no solution");
//! assert_eq!(placement.n(), 1_000_000);
//! # Ok::<_, queens::Error>(())
//! ```
//!
//! Can a partly filled board be completed?
//!
//! ```
//! use queens::Problem;
//!
//! let problem: Problem = "8: a1 b5".parse()?;
//! let placement = problem.solve()?.expect("there is one way");
//! assert!(problem.admits(&placement));
//! assert_eq!(problem.count()?, 1);
//! # Ok::<_, queens::Error>(())
//! ```
//!
//! A long count has choices (method, kernel) and options (threads, a way to stop it and to watch it).
//!
//! ```
//! use queens::{Counter, Options, Progress};
//!
//! let show = |progress: Progress| print!("{:.0} % ", 100.0 * progress.fraction());
//! let report = Counter::new(13).options(&Options::new().progress(&show)).run()?;
//! println!("{} by {} in {} nodes", report.total, report.method, report.nodes);
//! # Ok::<_, queens::Error>(())
//! ```
//!
//! Too long? An estimate takes seconds.
//!
//! ```
//! use queens::Estimator;
//!
//! let estimate = Estimator::new(20).enough(&|so_far| so_far.relative_error() < 0.02).run()?;
//! assert!((3.5e10..4.5e10).contains(&estimate.mean)); // Q(20) = 39,029,188,884
//! # Ok::<_, queens::Error>(())
//! ```
//!
//! # Next steps
//!
//! - *What is a solution?* [`is_solution`] is the definition, ten lines without cleverness, that all else
//!   here is tested against.
//! - *What went wrong?* Every operation returns an [`Error`] with a message, an advice and a kind.
//! - *How does a count work?* [`engine`] has its parts, for those who drive the counting themselves.
//!
//! The library does mathematics only: it reads no files and no clock, and prints nothing.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

pub mod board;
pub mod complete;
mod count;
pub mod draw;
mod error;
pub mod estimate;
pub mod export;
pub mod find;
pub mod list;
mod parallel;
pub mod random;
mod sets;
mod simd;
mod solve;
mod tuning;

/// What counts are made of, for those who drive the counting themselves.
///
/// A [`Partition`](engine::Partition) cuts a count into numbered units, by the method
/// [`search`](engine::search) or [`color`](engine::color); a [`Kernel`] counts them, and a
/// [`Tally`] is what they add up to.
pub mod engine {
    pub use crate::count::partition::{Partition, UnitCounter};
    pub use crate::count::{color, search};
    pub use crate::parallel::{Watch, for_each, mixed};
}

/// What the repository's tests and its developers' commands need of what is private. It may change at any time.
#[cfg(all(feature = "internals", not(test)))]
#[doc(hidden)]
pub mod internals {
    pub use crate::count::color::check::{KernelCheck, kernels};
    #[cfg(target_os = "linux")]
    pub use crate::count::color::fit::{fit, groups};
}

pub use board::known;
pub use board::placement::{Placement, is_solution};
pub use board::problem::{Pieces, Problem, Topology};
pub use board::regions::Regions;
pub use board::symmetry::{Multiplicity, Symmetry};
pub use board::{MAX_N, Square};
pub use complete::count::{CompletionCount, CompletionMethod, CompletionPlan};
pub use complete::{Completer, Completion, Completions, PartialCount, Uniqueness};
pub use count::color::{WhiteRows, WhiteRowsCount};
pub use count::method::{Kernel, Method};
pub use count::tally::Tally;
pub use count::{
    CountPlan, CountReport, Counter, HALF_TURN_MAX_N, QUARTER_TURN_MAX_N, SymmetryClasses, count,
    half_turn, quarter_turn, symmetry,
};
pub use error::{Error, ErrorKind};
pub use estimate::{Estimate, Estimator};
pub use find::{find, find_first, find_random};
pub use list::{Solutions, solutions};
pub use parallel::{Options, Progress, StopFlag, Stopped};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
