//! Method 2: counting by color.
//!
//! A queen on a white square never shares a diagonal with one on a black square, because every
//! diagonal has squares of one color only. Let W(R, C) be the number of ways to put queens on white
//! squares so that they occupy exactly the rows R and the columns C, one in each, no two on a
//! diagonal, and B(R, C) the same for black squares. Then
//!
//! Q(n) = sum over all R, C of W(R, C) B(rows without R, columns without C).
//!
//! A solution determines R and C, the rows and columns of its white queens; and any two placements
//! counted there together make a solution.
//!
//! W is itself a count of pairs: white squares on even rows and columns, and those on odd rows and
//! columns, have no row or column in common, so a white placement is one of each that share no
//! diagonal. The lists of those are short; for one row pattern R the whole matrix of W over all columns
//! is computed at once. All eight symmetries are used.
//!
//! A row pattern is a unit of work that anybody can check: [`WhiteRows`] asks how many solutions have
//! their white queens in exactly these rows, by this method and by a plain search.
//!
//! Sources: none that we know of. `docs/color.md` derives the method.

#![allow(
    clippy::inline_always,
    reason = "vectors stay in registers only if what works on them is inlined"
)]
#![allow(
    clippy::needless_range_loop,
    reason = "closures would not be inlined into a function with the instructions enabled"
)]

mod backtrack;
mod board;
// Compiled here, because they need what is private, and the kernels.
#[cfg(all(feature = "internals", not(test)))]
#[path = "../../tests/kernels/check.rs"]
pub(crate) mod check;
mod choice;
mod counter;
pub(crate) mod fill;
#[cfg(all(feature = "internals", not(test), target_os = "linux"))]
#[path = "../../benches/fit/prices.rs"]
pub(crate) mod fit;
pub(crate) mod half_turn;
pub(crate) mod lists;
mod lookup;
pub(crate) mod matrix;
mod memory;
mod pairs;
mod pattern;
mod patterns;
mod prices;
mod sampling;
mod shared;
mod squares;
#[cfg(test)]
mod tests;
mod trie;
pub(crate) mod walk;
mod weights;
mod white_rows;
mod worker;

use crate::count::search;
pub(crate) use board::Board;
pub(crate) use counter::PatternCounter;
pub(crate) use patterns::Patterns;
pub use white_rows::{WhiteRows, WhiteRowsCount};

/// The largest n of the method: the diagonals of a color fit 64 bits.
pub const MAX_N: u32 = search::MAX_N;
