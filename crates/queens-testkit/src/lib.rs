//! What all else is tested against.
//!
//! * [`oracle`]: all permutations, filtered by the definition. Ten lines that share nothing with the
//!   searches.
//! * [`generators`]: random placements and problems for property tests.
//! * [`http`]: a small client, for what a server has to stand.

#![forbid(unsafe_code)]
#![allow(clippy::missing_errors_doc, reason = "an error says itself what it is")]
#![allow(clippy::missing_panics_doc, reason = "a test that cannot go on has failed")]

pub mod generators;
pub mod http;
pub mod oracle;

use std::thread;
use std::time::{Duration, Instant};

/// Waits until something is so, for what cannot be waited for in another way. Panics after ten minutes: a limit
/// against hanging, which no busy machine reaches.
pub fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_mins(10), "not within ten minutes: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}
