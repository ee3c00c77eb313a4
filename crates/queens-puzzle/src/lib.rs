//! Region puzzles: Star Battle with one star, known as Queens, too. Solve them as a person would, with a reason
//! for every step; say how difficult they are; make new ones; read and write the forms in use.
//!
//! Every row, every column and every region holds one queen, and queens do not touch, not even at a corner.
//!
//! ```
//! use queens_puzzle::{Generator, Level, explain, rate};
//!
//! let puzzle = Generator::new(8).seed(1).level(Level::Medium).generate()?;
//! assert_eq!(rate(&puzzle)?.level, Level::Medium);
//! for step in explain(&puzzle).steps {
//!     println!("{}", step.sentence);
//! }
//! # Ok::<_, queens::Error>(())
//! ```
//!
//! Solutions come from [`queens::Problem`]: [`Puzzle::problem`] solves, counts and lists, and proves that there is just one
//! ([`queens::Problem::uniqueness`]). Nothing here opens files, reads clocks, or starts threads.

#![forbid(unsafe_code)]

mod explain;
mod formats;
mod generate;
mod grid;
mod picture;
mod puzzle;
mod rating;
mod state;
mod techniques;
mod words;

pub use explain::{Explanation, Hint, Outcome, explain, hint};
pub use formats::{Format, Reader, parse};
pub use generate::Generator;
pub use picture::recognize;
#[cfg(feature = "pictures")]
pub use picture::{from_picture, is_picture};
pub use puzzle::Puzzle;
pub use rating::{Level, Rating, rate};
pub use techniques::Technique;
pub use words::Step;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
