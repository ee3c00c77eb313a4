//! What the targets share: what they assert of what is said to a person, and the oracle of the tests.

#![allow(clippy::missing_panics_doc, reason = "to panic is the purpose")]

use queens::Error;

/// Without the other parts of its crate, which need more to be built.
#[path = "../../crates/queens-testkit/src/oracle.rs"]
pub mod oracle;

/// An error has two lines: what failed, and what to do.
pub fn assert_refusal(error: &Error) {
    assert_line(&error.to_string());
    assert_line(error.advice());
}

/// One line, and not an empty one.
pub fn assert_line(said: &str) {
    assert!(!said.trim().is_empty() && !said.contains(['\n', '\r']), "not one line: {said:?}");
}
