//! One solution: constructed, random, or the lexicographically first.
//!
//! [`construction`] needs no search and no memory, for any n. [`random`] is a local search in linear
//! time. [`first`] is a search that proves of every earlier prefix that it leads nowhere.

mod construction;
mod first;
mod random;

pub use construction::{construction, find};
pub use first::{DeadPrefix, FIRST_MAX_N, First, find_first, first};
pub use random::{UNIFORM_N, find_random, random};
