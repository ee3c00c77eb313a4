//! The N-Queens problem.

#![forbid(unsafe_code)]

pub mod board;
pub mod error;
pub mod placement;

pub use board::{BoardSize, Square};
pub use placement::{Placement, is_solution};
