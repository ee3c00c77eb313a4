//! Why a chore did not end well.

use std::fmt::{self, Display};

/// Two lines: what failed, what to do.
#[derive(Debug)]
pub(crate) struct Failure {
    what: String,
    advice: String,
}

impl Failure {
    pub(crate) fn new(what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { what: what.into(), advice: advice.into() }
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
