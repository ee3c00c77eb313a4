//! What all else is tested against.
//!
//! * [`oracle`]: all permutations, filtered by the definition. Ten lines that share nothing with the
//!   searches.
//! * [`generators`]: random placements and problems for property tests.
//! * [`conformance`]: the suite that every backend passes.
//! * [`http`]: a small client, for what a server has to stand.

#![forbid(unsafe_code)]

pub mod conformance;
pub mod generators;
pub mod http;
pub mod oracle;
