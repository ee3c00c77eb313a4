//! Tasks of the project's developers.

#![forbid(unsafe_code)]
#![allow(clippy::print_stderr, reason = "all that a task says is talk for a developer")]

mod needs;
mod steps;
mod tiers;
mod web;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use xshell::Shell;

use crate::steps::{CI, FULL, TEST};

/// The developers' tasks. CONTRIBUTING.md says when to run each, and what it needs and installs.
#[derive(Parser, Debug)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
enum Task {
    /// Run the tests, and nothing else: `cargo test` of the workspace
    ///
    /// Takes minutes. Needs nothing but Rust.
    Test,
    /// Run the checks of every submission in order, until one fails
    Ci {
        /// Leave out the tests: `cargo xtask test` has just passed
        #[arg(long)]
        tested: bool,
    },
    /// Run the checks that `ci` leaves out, until one fails: before a release, and every week
    Full,
    /// Check the licenses, sources and versions of the dependencies
    Dependencies,
    /// Check the workflow files of .github, and that versions and addresses agree everywhere
    Workflows,
    /// Compare the counts of the program as it ships, by each method on each kernel, with the known ones
    Kernels,
    /// Run the library's tests in the release profile, on larger boards
    Optimized,
    /// Fit the prices of the color method on this machine, which must be idle: ten minutes
    Fit,
    /// Feed the parsers with texts from libFuzzer
    ///
    /// Builds every target of fuzz/ on stable Rust, instrumented for coverage, and runs all of them at the same
    /// time on the texts in fuzz/seeds and what grows from them. A text that breaks an invariant is kept in
    /// fuzz/artifacts.
    Fuzz {
        /// How long to run each target
        #[arg(long, default_value_t = steps::FUZZ_SECONDS, value_name = "S")]
        seconds: u32,
    },
    /// Kill runs at random instants and damage their files; compare their certificates
    Drill {
        /// Rounds
        #[arg(long, default_value_t = steps::ROUNDS, value_name = "K")]
        rounds: u32,
        /// Seed of the random instants
        #[arg(long, default_value_t = steps::SEED, value_name = "S")]
        seed: u64,
    },
    /// Count on Slurm's real daemons, on loopback; kill a node and the controller on the way
    ///
    /// Nothing listens on any other address than 127.0.0.1, and nothing keeps running.
    #[cfg(unix)]
    Slurm,
    /// Compare what other people's solvers and counters find on what `queens export` writes with `queens complete`
    Solvers {
        /// Only the programs and boards that take seconds, as `ci` does
        #[arg(long)]
        quick: bool,
    },
    /// Build the archives and installers of this processor with dist, install them in an empty home, and use them
    Archives,
    /// Execute the notebook with the Python package, and compare what it shows
    Notebook,
    /// Build the Python package, install it into a fresh environment, and test it there
    ///
    /// The wheel, pytest, the stubs against the module, the examples of the documentation.
    Python,
    /// Test counting by color on an emulated 64-bit ARM processor
    ///
    /// Compiles the library with rustup's target aarch64-unknown-linux-gnu, and runs its tests under qemu-user.
    Arm,
    /// Draw the plots of the documentation, and take its pictures of the page in Chromium, light and dark
    ///
    /// The plots are drawn from docs/measurements by matplotlib. The pictures show the page as it is committed.
    Pictures {
        /// Write nothing, and fail if a plot is not what would be written, or if the page shows something else than
        /// on a picture
        #[arg(long)]
        check: bool,
    },
    /// Build the engine of the page, as WebAssembly, and compare its answers with those on this machine
    ///
    /// Writes web/src/engine/wasm; the answers are compared in Node.
    Wasm {
        /// Build it without vector instructions, into this folder, and compare nothing: for measuring what
        /// they gain
        #[arg(long, value_name = "DIR")]
        plain: Option<std::path::PathBuf>,
    },
    /// Write the generated parts of the documentation
    ///
    /// The reference of the command line from what `--help` prints, and in the chapters the tables between
    /// marks from docs/measurements and the certificates: xtask/documents.py.
    Reference {
        /// Write nothing, and fail if a part is not what would be written
        #[arg(long)]
        check: bool,
    },
    /// Build the site (front page, book, page, libraries) in target/site, and check every link in it
    Site {
        /// Also try it in Chromium, as a plain web server serves it below a path, and without the server
        #[arg(long)]
        browser: bool,
    },
    /// Verify the certificates of docs/records, and compare those of one size
    Records,
    /// Run every example of the libraries
    Examples,
    /// Check the manual, the completions, and that every crate compiles from its package
    Ship,
    /// Prepare and rehearse a release: `cargo xtask release --help`
    #[command(disable_help_flag = true)]
    Release {
        /// A task of xtask/release.py and its values
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Run the README's first commands in a fresh clone with an empty cargo home
    Fresh {
        /// Run the first command only, and not all tests
        #[arg(long)]
        first: bool,
    },
    /// Build the page, compare it with what is committed, and try it in Chromium
    Web {
        /// Write the types of documents, and the built page to crates/queens-web/page; check nothing
        #[arg(long)]
        write: bool,
    },
}

fn main() -> ExitCode {
    let Err(error) = run(Task::parse()) else {
        return ExitCode::SUCCESS;
    };
    eprintln!("error: {error:#}");
    eprintln!(
        "help: the cause is printed above; correct it, or install what is missing, and run this again"
    );
    ExitCode::FAILURE
}

/// Commands run at the root of the repository, with nothing to read.
fn run(task: Task) -> Result<()> {
    let sh = &Shell::new()?;
    sh.change_dir(Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask/ lies in the root"));
    match task {
        Task::Test => tiers::run(sh, "test", TEST),
        Task::Ci { tested: true } => tiers::run(sh, "ci", CI),
        Task::Ci { tested: false } => tiers::run(sh, "ci", &[TEST, CI].concat()),
        Task::Full => tiers::run(sh, "full", FULL),
        Task::Dependencies => steps::dependencies(sh),
        Task::Workflows => steps::workflows(sh),
        Task::Kernels => steps::kernels(sh),
        Task::Optimized => steps::optimized(sh),
        Task::Fit => Ok(xshell::cmd!(sh, "cargo bench --package queens --bench fit").run()?),
        Task::Fuzz { seconds } => steps::fuzz(sh, seconds),
        Task::Drill { rounds, seed } => steps::drill(sh, rounds, seed),
        #[cfg(unix)]
        Task::Slurm => steps::slurm(sh),
        Task::Solvers { quick } => steps::solvers(sh, quick),
        Task::Archives => steps::archives(sh),
        Task::Notebook => steps::python_package(sh, Some("notebook")),
        Task::Python => steps::python_package(sh, None),
        Task::Arm => steps::arm(sh),
        Task::Pictures { check } => steps::pictures(sh, check),
        Task::Wasm { plain } => web::engine(sh, plain.as_deref()),
        Task::Reference { check } => steps::reference(sh, check),
        Task::Site { browser } => steps::site(sh, browser),
        Task::Records => steps::records(sh),
        Task::Examples => steps::examples(sh),
        Task::Ship => steps::ship(sh),
        Task::Release { arguments } => steps::release(sh, &arguments),
        Task::Fresh { first } => steps::fresh(sh, first),
        Task::Web { write: true } => web::write(sh),
        Task::Web { write: false } => web::check(sh),
    }
}
