//! What the tasks share with the writers of the documentation, in `documents`.

#![forbid(unsafe_code)]
#![allow(clippy::print_stderr, reason = "all that a task says is talk for a developer")]
#![allow(clippy::missing_errors_doc, reason = "a failure says itself what it is")]
#![allow(clippy::missing_panics_doc, reason = "what panics is a mistake of the task itself")]

pub mod failure;
pub mod help;
pub mod program;
pub mod records;
