//! What the targets share: what they assert of what is said to a person, and of what is read.

#![allow(clippy::missing_panics_doc, reason = "to panic is the purpose")]

use std::fmt::{Debug, Display};

use queens::Error;

/// An error has two lines: what failed, and what to do.
pub fn assert_refusal(error: &Error) {
    assert_line(&error.to_string());
    assert_line(error.advice());
}

/// One line, and not an empty one.
pub fn assert_line(said: &str) {
    assert!(!said.trim().is_empty() && !said.contains(['\n', '\r']), "not one line: {said:?}");
}

/// A text is read as what is expected, which survives being written; or nothing is expected, and it is refused.
pub fn assert_read<T: Display + PartialEq + Debug>(
    text: &str,
    expected: Option<T>,
    read: impl Fn(&str) -> Result<T, Error>,
) {
    match (read(text), expected) {
        (Ok(value), Some(expected)) => {
            assert_eq!(value, expected, "changed by reading: {text:?}");
            assert_eq!(read(&value.to_string()), Ok(value), "changed by writing");
        }
        (Err(error), None) => assert_refusal(&error),
        (read, expected) => panic!("{read:?} and not {expected:?} of {text:?}"),
    }
}

/// The number that decimal digits spell, if it fits.
#[must_use]
pub fn number(digits: &str) -> Option<u64> {
    // A sign is no digit.
    digits.parse().ok().filter(|_| !digits.starts_with('+'))
}
