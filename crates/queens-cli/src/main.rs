//! The command line of queens.

#![forbid(unsafe_code)]

mod arguments;
mod cli;
mod command;
mod file;
mod forecast;
mod outcome;
mod output;
mod placements;
mod progress;
mod signal;
mod talk;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run().unwrap_or_else(outcome::Failure::report).into()
}
