//! Standard error: what is said beside the answer, unless `--quiet` forbids it.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static QUIET: AtomicBool = AtomicBool::new(false);

pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether to print only the answer, and only errors on stderr.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

pub(crate) fn note(text: impl Display) {
    if !is_quiet() {
        // In one write, so that processes on one terminal do not interleave. Nothing is left to do if it is closed.
        let _ = io::stderr().write_all(format!("{text}\n").as_bytes());
    }
}
