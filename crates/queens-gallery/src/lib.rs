#![doc = include_str!("../README.md")]
//!
//! Five articles taught N-Queens to many people. Every algorithm in them is a [`Member`] of this
//! gallery, in a file of its own that tells the idea in words and keeps the code as close to the
//! article's as good Rust allows:
//!
//! | member | idea | nodes visited, n = 8 | tests, n = 8 |
//! |---|---|---|---|
//! | [`brute_force`] | choose n of the n² squares, test the whole board | 5 047 381 560 | 4 426 165 368 |
//! | [`permutations`] | permute the columns, test the diagonals | 2057 | 5508 |
//! | [`backtrack_scan`] | one queen in each row, test against all queens placed | 2057 | 15 720 |
//! | [`backtrack_flags`] | the same, with a flag for every line | 2057 | 15 720 |
//! | [`bitwise`] | the lines as bit strings, free squares isolated | 2057 | 2056 |
//! | [`flipped`] | the same, with the opposite meaning of a bit | 2057 | 2056 |
//! | [`mirror`] | half of the boards, the others by reflection | 1029 | 1028 |
//!
//! A search runs on one thread with an [`Observer`] that hears of each solution, may stop the search, and may follow
//! it [`Step`] by step.
//!
//! To follow a search at your own pace, forwards and backwards, there is [`Trace`]. It also has the
//! words, the board and the bit strings of each step. [`compare`] measures algorithms side by side.

#![forbid(unsafe_code)]

pub mod backtrack_flags;
pub mod backtrack_scan;
pub mod bitwise;
pub mod brute_force;
pub mod compare;
pub mod flipped;
pub mod mirror;
pub mod permutations;

mod about;
mod article;
mod member;
mod step;
mod trace;
mod words;

pub use about::About;
pub use article::{Article, Content};
pub use member::Member;
pub use step::{Counters, Event, Masks, Observer, Step};
pub use trace::{Goal, Trace};
pub use words::{BitString, Cell, NextRow};
