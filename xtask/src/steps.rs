//! The checks, in the order in which they run.

use std::fs;
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::program::{AS_SHIPPED, Program, built, root};
use crate::tools::installed;
use crate::{arm, debian, drill, fuzz, python, records, web};

/// A check that passes or fails.
struct Step {
    name: &'static str,
    run: fn() -> Result<(), Failure>,
}

/// What needs nothing but Rust.
const TEST: [Step; 5] = [
    Step { name: "format", run: format },
    Step { name: "clippy", run: clippy },
    Step { name: "tests", run: tests },
    Step { name: "documentation", run: libraries },
    Step { name: "main job", run: main_job },
];

/// Everything else except `fresh`, which repeats TEST in a clone. Short steps come first.
const MORE: &[Step] = &[
    Step { name: "dependencies", run: dependencies },
    Step { name: "workflows", run: workflows },
    Step { name: "kernels", run: kernels },
    Step { name: "examples", run: examples },
    Step { name: "pictures", run: || documents("pictures", true) },
    Step { name: "reference", run: || documents("reference", true) },
    Step { name: "records", run: records::verify },
    Step { name: "ship", run: ship },
    Step { name: "site", run: site },
    Step { name: "fuzz", run: || fuzz::run(fuzz::SECONDS) },
    Step { name: "arm", run: arm::run },
    Step { name: "drill", run: || drill::run(drill::ROUNDS, drill::SEED) },
    #[cfg(unix)]
    Step { name: "slurm", run: crate::slurm::run },
    Step { name: "python", run: python::run },
    Step { name: "web", run: web::check },
];

/// The checks that need nothing but Rust.
pub(crate) fn test() -> Result<(), Failure> {
    run(TEST.iter())
}

/// Every check there is.
pub(crate) fn ci() -> Result<(), Failure> {
    run(TEST.iter().chain(MORE))
}

/// Runs steps up to the first that fails, then lists how long each took.
fn run<'a>(steps: impl Iterator<Item = &'a Step> + Clone) -> Result<(), Failure> {
    let number_of_steps = steps.clone().count();
    let mut done = Vec::new();
    let mut result = Ok(());
    for (number, step) in (1..).zip(steps.clone()) {
        eprintln!("\n=== {number}/{number_of_steps} {} ===", step.name);
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
        eprintln!("{name:<14} {verdict} {:>7.1} s", time.as_secs_f64());
    }
    for step in steps.skip(done.len()) {
        eprintln!("{:<14} not run", step.name);
    }
    let total: Duration = done.iter().map(|(_, _, time)| *time).sum();
    eprintln!("{:<14}        {:>7.1} s", "all", total.as_secs_f64());
    result
}

/// A component of rustup's, which minimal installations lack.
fn component(name: &str, version: &str) -> Result<(), Failure> {
    if !Program::new(version).succeeds() {
        Program::new(&format!("rustup component add {name}")).run()?;
    }
    Program::new(version).run()
}

fn format() -> Result<(), Failure> {
    component("rustfmt", "cargo fmt --version")?;
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml", "bindings/python/Cargo.toml"] {
        Program::new(&format!("cargo fmt --all --check --manifest-path {manifest}")).run()?;
    }
    Ok(())
}

fn clippy() -> Result<(), Failure> {
    component("clippy", "cargo clippy --version")?;
    Program::new("cargo clippy --workspace --all-targets -- -D warnings").run()
}

/// Unit, integration and property tests, the transcripts of the command line, the examples in the
/// documentation.
fn tests() -> Result<(), Failure> {
    Program::new("cargo test --workspace").run()
}

/// What every workspace of the repository may depend on, as deny.toml says.
///
/// Known vulnerabilities are not looked for: see deny.toml.
pub(crate) fn dependencies() -> Result<(), Failure> {
    let deny = installed("cargo-deny", "0.20.2", "--no-default-features")?;
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml", "bindings/python/Cargo.toml"] {
        let deny = Program::at(&deny).arg("--all-features").arg("--manifest-path").arg(manifest);
        let deny = deny.arg("--config").arg(root().join("deny.toml")).arg("check");
        deny.arg("bans").arg("licenses").arg("sources").run()?;
    }
    Ok(())
}

/// Checks the workflows, and that versions and addresses agree: xtask/release.py.
pub(crate) fn workflows() -> Result<(), Failure> {
    release(&["workflows".into()])
}

/// Runs xtask/release.py.
pub(crate) fn release(arguments: &[String]) -> Result<(), Failure> {
    python::ensure()?;
    arguments.iter().fold(Program::new("python3 xtask/release.py"), Program::arg).run()
}

/// Checks the manual, the completions and the packages of the crates: xtask/ship.py.
pub(crate) fn ship() -> Result<(), Failure> {
    python::ensure()?;
    if !Program::new("which mandoc").succeeds() {
        debian::install(&["mandoc"])?;
    }
    Program::new("python3 xtask/ship.py check").run()
}

/// The documentation of the libraries; a warning is an error.
fn libraries() -> Result<(), Failure> {
    Program::new("cargo doc --workspace --exclude xtask --exclude xtask-documents --no-deps")
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()
}

/// Builds the site and checks its links: xtask/site.py.
pub(crate) fn site() -> Result<(), Failure> {
    python::ensure()?;
    // With its search and without its server.
    let mdbook = installed("mdbook", "0.5.4", "--no-default-features --features search")?;
    let hyperlink = installed("hyperlink", "0.3.2", "")?;
    libraries()?;
    Program::new("python3 xtask/site.py").arg(mdbook).arg(hyperlink).run()
}

/// What tests the kernels; with larger boards.
pub(crate) fn kernels() -> Result<(), Failure> {
    Program::new(&format!("{AS_SHIPPED} --test library --test totals")).run()
}

/// Does what the README says first, in a clone: xtask/fresh.sh.
pub(crate) fn fresh(first: bool) -> Result<(), Failure> {
    let fresh = Program::new("bash xtask/fresh.sh");
    if first { fresh.arg("first").run() } else { fresh.run() }
}

/// Writes the parts of the documentation that derive from elsewhere, or checks them.
pub(crate) fn documents(part: &str, check: bool) -> Result<(), Failure> {
    let program = built("--bin documents", "")?("documents").arg(part);
    if check { program.arg("--check").run() } else { program.run() }
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

/// Lines that fit a screen.
const SCREEN: usize = 45;

/// Runs every example; each asserts what it says, and fits a screen.
pub(crate) fn examples() -> Result<(), Failure> {
    let built = built("", "examples")?;
    let mut run = 0;
    for package in ["queens", "queens-gallery", "queens-run"] {
        let folder = root().join("crates").join(package).join("examples");
        let entries = fs::read_dir(&folder).map_err(|error| Failure::at(&folder, &error))?;
        let mut names: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        names.sort();
        for path in names {
            let text = fs::read_to_string(&path).map_err(|error| Failure::at(&path, &error))?;
            let lines = text.lines().count();
            if lines > SCREEN {
                return Err(Failure::new(
                    format!("{} has {lines} lines", path.display()),
                    format!("an example fits a screen: {SCREEN} lines"),
                ));
            }
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            built(&name).run()?;
            run += 1;
        }
    }
    eprintln!("{run} examples did what they say");
    Ok(())
}
