//! The command line of queens.

#![forbid(unsafe_code)]

mod cli;
mod command;
mod decimal;
mod machine;
mod outcome;
mod output;
mod progress;
mod signal;
mod sizes;

use std::process::ExitCode;

fn main() -> ExitCode {
    // Graphics cards; their drivers are loaded when somebody asks for them.
    queens_gpu::provide();
    match cli::run() {
        Ok(exit) => exit.into(),
        Err(failure) => failure.report().into(),
    }
}
