//! Writes or checks the parts of the documentation that derive from elsewhere.
//!
//! A program of its own, because it asks the library for tables: `cargo xtask` starts without
//! building the library first.

#![forbid(unsafe_code)]
#![allow(clippy::print_stderr, reason = "all that a task says is talk for a developer")]

mod measurements;
mod pictures;
mod plots;
mod reference;
mod schemas;

use std::process::ExitCode;

use xtask::{failure, help, program, records};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let check = arguments.get(1).is_some_and(|argument| argument == "--check");
    let done = match arguments.first().map(String::as_str) {
        Some("pictures") => pictures::draw(check),
        Some("reference") => reference::write(check),
        _ => Err(failure::Failure::new(
            "`documents` is a part of `cargo xtask`",
            "run `cargo xtask pictures` or `cargo xtask reference`",
        )),
    };
    failure::report(done)
}
