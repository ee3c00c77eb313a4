//! Chores of the project's developers.

#![forbid(unsafe_code)]
#![allow(clippy::print_stderr, reason = "all that a chore says is talk for a developer")]

mod dependencies;
mod drill;
mod failure;
mod figures;
mod fuzz;
mod pictures;
mod program;
#[cfg(unix)]
mod slurm;
mod steps;
mod wasm;
mod web;

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
    /// Kill runs at random instants and damage their files; compare their certificates
    Drill {
        /// Rounds
        #[arg(long, default_value_t = drill::ROUNDS, value_name = "K")]
        rounds: u32,
        /// Seed of the random instants
        #[arg(long, default_value_t = drill::SEED, value_name = "S")]
        seed: u64,
    },
    /// Count on Slurm's real daemons, on loopback; kill a node and the controller on the way
    ///
    /// Installs Slurm, munge, sshd and GNU parallel from Debian's packages if they are missing. Nothing
    /// listens on any other address than 127.0.0.1, and nothing keeps running.
    #[cfg(unix)]
    Slurm,
    /// Draw the pictures of the documentation
    ///
    /// Writes docs/pictures/: terminal.svg from what the program prints, and the figures of docs/join.md.
    /// The commands shown are listed in xtask/src/pictures.rs, the figures in xtask/src/figures.rs.
    Pictures {
        /// Write nothing, and fail if the picture is not what would be written
        #[arg(long)]
        check: bool,
    },
    /// Build the engine of the page, as WebAssembly, and compare its answers with those on this machine
    ///
    /// Writes web/src/engine/wasm; the answers are compared in Node. Installs a compiler for WebAssembly from
    /// Debian's packages if there is none.
    Wasm {
        /// Build it without vector instructions, into this folder, and compare nothing: to measure what
        /// they bring
        #[arg(long, value_name = "DIR")]
        plain: Option<std::path::PathBuf>,
    },
    /// Build the page, compare it with what is committed, and try it in Chromium
    ///
    /// Installs Node, npm, Chromium and a compiler for WebAssembly from Debian's packages if they are
    /// missing.
    Web {
        /// Write the built page to crates/queens-web/page, and check nothing
        #[arg(long)]
        write: bool,
    },
}

fn main() -> ExitCode {
    let done = match Chore::parse() {
        Chore::Test => steps::test(),
        Chore::Check => steps::check(),
        Chore::Fuzz { seconds } => fuzz::run(seconds),
        Chore::Drill { rounds, seed } => drill::run(rounds, seed),
        #[cfg(unix)]
        Chore::Slurm => slurm::run(),
        Chore::Pictures { check } => pictures::draw(check),
        Chore::Wasm { plain: None } => wasm::build().and_then(|()| wasm::test()),
        Chore::Wasm { plain: Some(folder) } => wasm::build_with(false, &folder),
        Chore::Web { write: true } => web::write(),
        Chore::Web { write: false } => web::check(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
