//! What can go wrong, said so that a person can act on it.

use std::fmt;

/// An error of the library.
///
/// It prints as one line that says what failed and on what, whatever characters it was given;
/// [`advice`](Self::advice) is the second line, what to do. Programs branch on its [`kind`](Self::kind).
///
/// ```
/// use queens::{ErrorKind, Placement};
///
/// let error = "2 4 1 1".parse::<Placement>().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Invalid);
/// assert_eq!(error.to_string(), "the queens at a3 and a4 attack each other");
/// assert!(error.advice().starts_with("move one of the two"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    advice: String,
}

/// What sort of error it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// What was given is malformed, or contradicts itself.
    Invalid,
    /// The board is larger than the operation takes.
    TooLarge,
    /// This machine lacks something that the call needs.
    Unavailable,
    /// The work was possible and did not succeed.
    Failed,
    /// The work was stopped, as the caller asked.
    Stopped,
    /// Numbers contradict each other: at least one of them is wrong.
    Contradiction,
}

impl Error {
    /// An error with its two lines, for those who extend the library.
    pub fn new(kind: ErrorKind, message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { kind, message: message.into(), advice: advice.into() }
    }

    /// What sort of error it is.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What to do about it.
    pub fn advice(&self) -> &str {
        &self.advice
    }

    /// Whether the work was stopped as the caller asked.
    pub fn is_stopped(&self) -> bool {
        self.kind == ErrorKind::Stopped
    }

    pub(crate) fn invalid(message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invalid, message, advice)
    }

    /// A board that is too large: `n = 33 is too large to count`.
    pub(crate) fn too_large(size: u32, to: &str, advice: impl Into<String>) -> Self {
        Self::new(ErrorKind::TooLarge, format!("n = {size} is too large to {to}"), advice)
    }

    /// The same error, found in a line of a text.
    pub(crate) fn in_line(mut self, line: usize) -> Self {
        self.message = format!("line {line}: {}", self.message);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.message)
    }
}

impl std::error::Error for Error {}
