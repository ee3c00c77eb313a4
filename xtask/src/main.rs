//! Chores of the project's developers.

#![forbid(unsafe_code)]
#![allow(clippy::print_stderr, reason = "all that a chore says is talk for a developer")]

mod dependencies;
mod failure;
mod fuzz;
mod pictures;
mod program;
mod steps;

use std::process::ExitCode;

use clap::Parser;

/// Chores of the project's developers.
#[derive(Parser, Debug)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
enum Chore {
    /// Run every check there is, in order, up to the first that fails
    ///
    /// This is what continuous integration runs. It needs Rust (rustup's stable toolchain) and a
    /// C++ compiler, and installs rustfmt and clippy where they are missing.
    Test,
    /// Run the checks that need no tests: fmt, clippy, doc, dependencies
    Check,
    /// Feed the parsers with texts that libFuzzer makes up
    ///
    /// Builds every target of fuzz/ on stable Rust, instrumented for coverage, and runs it on the
    /// texts in fuzz/seeds and what grows from them. A text that breaks an invariant is kept in
    /// fuzz/artifacts.
    Fuzz {
        /// How long to run each target
        #[arg(long, default_value_t = fuzz::SECONDS, value_name = "S")]
        seconds: u32,
    },
    /// Draw the README's pictures of a terminal from what the program prints
    ///
    /// Writes docs/pictures/terminal.svg. The commands shown are listed in xtask/src/pictures.rs.
    Pictures {
        /// Write nothing, and fail if the picture is not what would be written
        #[arg(long)]
        check: bool,
    },
}

fn main() -> ExitCode {
    let done = match Chore::parse() {
        Chore::Test => steps::test(),
        Chore::Check => steps::check(),
        Chore::Fuzz { seconds } => fuzz::run(seconds),
        Chore::Pictures { check } => pictures::draw(check),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
