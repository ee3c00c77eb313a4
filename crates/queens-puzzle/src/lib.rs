#![doc = include_str!("../README.md")]
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

pub use explain::{Explanation, Hint, explain, hint};
pub use formats::{Format, Reader, parse};
pub use generate::Generator;
pub use picture::recognize;
#[cfg(feature = "pictures")]
pub use picture::{from_picture, is_picture};
pub use puzzle::Puzzle;
pub use rating::{Level, Rating, rate};
pub use techniques::Technique;
pub use words::Step;
