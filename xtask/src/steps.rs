//! The checks, in the order in which they run.

use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::program::Program;
use crate::{
    book, dependencies, drill, fuzz, gpu, pictures, python, records, reference, ship, web,
};

/// A check that passes or fails.
struct Step {
    name: &'static str,
    run: fn() -> Result<(), Failure>,
}

const TOOLS: Step = Step { name: "tools", run: tools };
const OTHER_TOOLS: Step = Step { name: "tools of Python and the page", run: other_tools };
#[cfg(unix)]
const CLUSTER_TOOLS: Step = Step { name: "tools of clusters", run: crate::slurm::tools };
const FORMAT: Step = Step { name: "format", run: format };
const CLIPPY: Step = Step { name: "clippy", run: clippy };
const TESTS: Step = Step { name: "tests", run: tests };
const RELEASE_TESTS: Step = Step { name: "tests, release profile", run: release_tests };
const DOCUMENTATION: Step = Step { name: "documentation", run: documentation };
const FUZZ: Step = Step { name: "fuzz", run: || fuzz::run(fuzz::SECONDS) };
const DEPENDENCIES: Step = Step { name: "dependencies", run: dependencies::check };
const DRILL: Step = Step { name: "kill drill", run: || drill::run(drill::ROUNDS, drill::SEED) };
#[cfg(unix)]
const SLURM: Step = Step { name: "slurm", run: crate::slurm::run };
const MAIN_JOB: Step = Step { name: "main job", run: main_job };
const PICTURES: Step = Step { name: "pictures", run: || pictures::draw(true) };
const RECORDS: Step = Step { name: "records", run: records::verify };
const EXAMPLES: Step = Step { name: "examples", run: ship::examples };
const REFERENCE: Step = Step { name: "reference", run: || reference::write(true) };
const PYTHON: Step = Step { name: "python", run: python::run };
const GPU: Step = Step { name: "graphics cards", run: || gpu::run(false) };
const WEB: Step = Step { name: "page", run: web::check };
const BOOK: Step = Step { name: "book", run: book::build };
const SHIP: Step = Step { name: "what is shipped", run: ship::check };

/// Every check there is, but for the one that asks for a machine of its own: `fresh` does this again in a clone.
pub(crate) fn test() -> Result<(), Failure> {
    run(&[
        TOOLS,
        OTHER_TOOLS,
        #[cfg(unix)]
        CLUSTER_TOOLS,
        FORMAT,
        CLIPPY,
        TESTS,
        RELEASE_TESTS,
        DOCUMENTATION,
        FUZZ,
        DEPENDENCIES,
        MAIN_JOB,
        PICTURES,
        REFERENCE,
        EXAMPLES,
        RECORDS,
        BOOK,
        SHIP,
        PYTHON,
        GPU,
        WEB,
        DRILL,
        #[cfg(unix)]
        SLURM,
    ])
}

/// What needs no tests.
pub(crate) fn check() -> Result<(), Failure> {
    run(&[TOOLS, FORMAT, CLIPPY, DOCUMENTATION, DEPENDENCIES])
}

/// Runs steps up to the first that fails, then lists how long each took.
fn run(steps: &[Step]) -> Result<(), Failure> {
    let mut done = Vec::new();
    let mut result = Ok(());
    for (number, step) in (1..).zip(steps) {
        eprintln!("\n=== {number}/{} {} ===", steps.len(), step.name);
        let start = Instant::now();
        result = (step.run)().map_err(|failure| failure.in_step(step.name));
        let verdict = if result.is_ok() { "passed" } else { "FAILED" };
        eprintln!("{} {verdict} in {:.1} s", step.name, start.elapsed().as_secs_f64());
        done.push((step.name, verdict, start.elapsed()));
        if result.is_err() {
            break;
        }
    }
    eprintln!("\n=== summary ===");
    for (name, verdict, time) in &done {
        eprintln!("{name:<28} {verdict} {:>7.1} s", time.as_secs_f64());
    }
    for step in &steps[done.len()..] {
        eprintln!("{:<28} not run", step.name);
    }
    let total: Duration = done.iter().map(|(_, _, time)| *time).sum();
    eprintln!("{:<28}        {:>7.1} s", "all", total.as_secs_f64());
    result
}

/// What the other steps run, looked for first so that its lack does not show after ten minutes.
fn tools() -> Result<(), Failure> {
    for (component, version) in
        [("rustfmt", "cargo fmt --version"), ("clippy", "cargo clippy --version")]
    {
        if !Program::new(version).succeeds() {
            Program::new(&format!("rustup component add {component}")).run()?;
        }
        Program::new(version).run()?;
    }
    fuzz::compiler()
}

/// Python, Node, Chromium, a compiler for the page: what no chore without them should ask for.
fn other_tools() -> Result<(), Failure> {
    python::tools()?;
    web::tools()
}

fn format() -> Result<(), Failure> {
    Program::new("cargo fmt --all --check").run()?;
    Program::new("cargo fmt --manifest-path fuzz/Cargo.toml --check").run()?;
    Program::new("cargo fmt --manifest-path bindings/python/Cargo.toml --check").run()
}

fn clippy() -> Result<(), Failure> {
    Program::new("cargo clippy --workspace --all-targets --all-features -- -D warnings").run()?;
    fuzz::clippy()?;
    python::clippy()
}

/// Unit, integration and property tests, the transcripts of the command line, the examples in the
/// documentation.
fn tests() -> Result<(), Failure> {
    Program::new("cargo test --workspace --all-features").run()
}

/// The libraries again without debug assertions, as they ship. The command line, whose tests take
/// four times as long to build, runs in this profile in most of the steps that follow.
fn release_tests() -> Result<(), Failure> {
    Program::new("cargo test --release -p queens -p queens-gallery -p queens-run --all-features --lib --tests")
        .run()
}

pub(crate) fn documentation() -> Result<(), Failure> {
    Program::new("cargo doc --workspace --exclude xtask --no-deps --all-features")
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()
}

/// What the README promises first.
fn main_job() -> Result<(), Failure> {
    let line = "cargo run --release -- count 16";
    eprintln!("$ {line}");
    let printed = Program::new(line).read()?;
    eprint!("{printed}");
    if printed.split_whitespace().any(|word| word == "14772512") {
        return Ok(());
    }
    Err(Failure::new(
        format!("`{line}` printed {printed:?}, not 14772512"),
        "see `queens count` in crates/queens-cli/src/command",
    ))
}
