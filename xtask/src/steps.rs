//! The checks, in the order in which they run.

use std::fs;
use std::time::{Duration, Instant};

use crate::needs::{self, installed, script};
use crate::program::{Failure, Program, built, queens, root, target};
use crate::web;

/// A check that passes or fails, by its name.
type Step = (&'static str, fn() -> Result<(), Failure>);

/// What needs nothing but Rust.
const TEST: &[Step] = &[
    ("format", format),
    ("clippy", clippy),
    ("tests", tests),
    ("documentation", libraries),
    ("main job", main_job),
];

/// Everything else except `fresh`, which repeats TEST in a clone. Short steps come first.
const MORE: &[Step] = &[
    ("dependencies", dependencies),
    ("workflows", workflows),
    ("kernels", kernels),
    ("examples", examples),
    ("reference", || reference(true)),
    ("records", records),
    ("ship", ship),
    ("fuzz", || fuzz(FUZZ_SECONDS)),
    ("arm", arm),
    ("drill", || drill(ROUNDS, SEED)),
    #[cfg(unix)]
    ("slurm", slurm),
    ("python", needs::python_package),
    ("pictures", || pictures(true)),
    ("web", web::check),
    ("site", || site(true)),
];

pub(crate) fn test() -> Result<(), Failure> {
    run(TEST)
}

pub(crate) fn ci() -> Result<(), Failure> {
    run(&[TEST, MORE].concat())
}

/// Runs steps up to the first that fails, then lists how long each took.
fn run(steps: &[Step]) -> Result<(), Failure> {
    let mut done = Vec::new();
    let mut result = Ok(());
    for (number, (name, step)) in (1..).zip(steps) {
        eprintln!("\n=== {number}/{} {name} ===", steps.len());
        let start = Instant::now();
        result = step().map_err(|failure| failure.in_step(name));
        let verdict = if result.is_ok() { "passed" } else { "FAILED" };
        eprintln!("{name} {verdict} in {:.1} s", start.elapsed().as_secs_f64());
        done.push((name, verdict, start.elapsed()));
        if result.is_err() {
            break;
        }
    }
    eprintln!("\n=== summary ===");
    for (name, verdict, time) in &done {
        eprintln!("{name:<14} {verdict} {:>7.1} s", time.as_secs_f64());
    }
    for (name, _) in &steps[done.len()..] {
        eprintln!("{name:<14} not run");
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

/// Known vulnerabilities are not looked for: see deny.toml.
pub(crate) fn dependencies() -> Result<(), Failure> {
    release(&["dependencies".into()])
}

pub(crate) fn workflows() -> Result<(), Failure> {
    release(&["workflows".into()])
}

/// The emulator of ARM, and what checks the form of a manual.
const EMULATOR: (&str, &str) = ("qemu-aarch64", "qemu-user");
const MANDOC: (&str, &str) = ("mandoc", "mandoc");

pub(crate) fn release(arguments: &[String]) -> Result<(), Failure> {
    if arguments.iter().any(|argument| argument == "--dry-run") {
        needs::programs(&[EMULATOR, MANDOC], &[])?;
    }
    script("release")?.args(arguments).run()
}

pub(crate) fn ship() -> Result<(), Failure> {
    needs::programs(&[MANDOC], &[])?;
    script("ship")?.arg("check").run()
}

/// The documentation of the libraries; a warning is an error.
fn libraries() -> Result<(), Failure> {
    Program::new("cargo doc --workspace --exclude xtask --exclude xtask-documents --no-deps")
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()
}

pub(crate) fn site(browser: bool) -> Result<(), Failure> {
    // With its search and without its server.
    let mdbook = installed("mdbook", "0.5.4", "--no-default-features --features search")?;
    let hyperlink = installed("hyperlink", "0.3.2", "")?;
    libraries()?;
    script("site")?.arg(mdbook).arg(hyperlink).run()?;
    if browser { web::site() } else { Ok(()) }
}

/// Without debug assertions and at full optimization, as the program ships. Together with its package the
/// library has the features that the main job has built it with.
pub(crate) fn kernels() -> Result<(), Failure> {
    let tests = "--package queens --package queens-cli --test library --test totals";
    Program::new(&format!("cargo test --release {tests}")).run()
}

/// Builds the program and runs a script with its path.
fn with_queens(name: &str) -> Result<Program, Failure> {
    let queens = queens()?;
    Ok(script(name)?.arg(queens))
}

/// Rounds and seed of the drill by default.
pub(crate) const ROUNDS: u32 = 200;
pub(crate) const SEED: u64 = 20_260_801;

pub(crate) fn drill(rounds: u32, seed: u64) -> Result<(), Failure> {
    let drill = with_queens("drill")?.arg("target/drill");
    drill.arg(rounds.to_string()).arg(seed.to_string()).run()
}

pub(crate) fn records() -> Result<(), Failure> {
    with_queens("records")?.run()
}

/// How long each target of the fuzzer runs by default.
pub(crate) const FUZZ_SECONDS: u32 = 20;

pub(crate) fn fuzz(seconds: u32) -> Result<(), Failure> {
    // libFuzzer is C++.
    needs::programs(&[("c++", "g++")], &[])?;
    script("fuzz")?.arg(seconds.to_string()).run()
}

#[cfg(unix)]
pub(crate) fn slurm() -> Result<(), Failure> {
    // What must be there, and the Debian packages that bring it.
    const PROGRAMS: [(&str, &str); 6] = [
        ("slurmctld", "slurmctld"),
        ("slurmd", "slurmd"),
        ("sbatch", "slurm-client"),
        ("munged", "munge"),
        ("sshd", "openssh-server"),
        ("parallel", "parallel"),
    ];
    needs::programs(&PROGRAMS, &["slurm-wlm", "slurm-wlm-basic-plugins", "openssh-client"])?;
    with_queens("slurm")?.arg("target/slurm").run()
}

/// The library on 64-bit ARM, emulated: what its kernel computes, and not how fast.
pub(crate) fn arm() -> Result<(), Failure> {
    const TARGET: &str = "aarch64-unknown-linux-gnu";
    const LINKER: &str = "aarch64-linux-gnu-gcc";
    // Where Debian puts the libraries that the linker takes.
    const RUNNER: &str = "qemu-aarch64 -L /usr/aarch64-linux-gnu";
    needs::programs(&[(LINKER, "gcc-aarch64-linux-gnu"), EMULATOR], &["libc6-dev-arm64-cross"])?;
    Program::new(&format!("rustup target add {TARGET}")).run()?;
    let tests = |chosen: &str| {
        Program::new(&format!("cargo test --package queens --target {TARGET} {chosen}"))
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", LINKER)
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", RUNNER)
            .run()
    };
    tests("--test kernels -- neon")?;
    // These two take minutes under the emulator, and the kernels' test has as large boards.
    let slow =
        "--skip extreme_patterns_equal_a_search --skip no_count_depends_on_the_queens_placed_first";
    tests(&format!("--lib color:: -- {slow}"))
}

pub(crate) fn fresh(first: bool) -> Result<(), Failure> {
    Program::new("bash xtask/fresh.sh").args(first.then_some("first")).run()
}

pub(crate) fn reference(check: bool) -> Result<(), Failure> {
    let libraries = target().join("documents.json");
    let made = built("--bin documents", "")?("documents").read()?;
    fs::write(&libraries, made).map_err(|error| Failure::at(&libraries, &error))?;
    with_queens("documents")?.arg(&libraries).args(check.then_some("--check")).run()
}

pub(crate) fn pictures(check: bool) -> Result<(), Failure> {
    let packages = "--constraint bindings/python/requirements/test.txt matplotlib";
    let python = needs::environment("target/plots", packages)?;
    python.arg("docs/measurements/plots.py").args(check.then_some("--check")).run()?;
    web::pictures(check)
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
    let what = format!("`{line}` printed {printed:?}, not 14772512");
    Err(Failure::new(what, "see `queens count` in crates/queens-cli/src/command"))
}

/// Runs every example; each asserts what it says, and fits a screen.
pub(crate) fn examples() -> Result<(), Failure> {
    const SCREEN: usize = 45;
    let built = built("", "examples")?;
    let mut run = 0;
    for package in ["queens", "queens-gallery", "queens-puzzle", "queens-run"] {
        let folder = root().join("crates").join(package).join("examples");
        let entries = fs::read_dir(&folder).map_err(|error| Failure::at(&folder, &error))?;
        let mut names: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        names.sort();
        for path in names {
            let text = fs::read_to_string(&path).map_err(|error| Failure::at(&path, &error))?;
            let lines = text.lines().count();
            if lines > SCREEN {
                let what = format!("{} has {lines} lines", path.display());
                return Err(Failure::new(
                    what,
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
