//! What the chores share with the writers of the documentation, in `documents`.

#![forbid(unsafe_code)]
#![allow(clippy::print_stderr, reason = "all that a chore says is talk for a developer")]
#![allow(clippy::missing_errors_doc, reason = "a failure says itself what it is")]

pub mod failure;
pub mod help;
pub mod program;
pub mod records;
