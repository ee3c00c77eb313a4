//! Why a task did not end well.

use std::fmt::{self, Display};
use std::io;
use std::path::Path;

/// Two lines: what failed, what to do.
#[derive(Debug)]
pub(crate) struct Failure {
    what: String,
    advice: String,
}

impl Failure {
    /// What failed and on what; what to do.
    pub(crate) fn new(what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { what: what.into(), advice: advice.into() }
    }

    /// A file or folder that cannot be read, written or removed.
    pub(crate) fn at(path: &Path, error: &io::Error) -> Self {
        let advice = "see whether it is there, and whether you may write to its folder";
        Self::new(format!("{}: {error}", path.display()), advice)
    }

    /// Says in which step it happened.
    pub(crate) fn in_step(self, step: &str) -> Self {
        Self { what: format!("{step}: {}", self.what), ..self }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}\nhelp: {}", self.what, self.advice)
    }
}
