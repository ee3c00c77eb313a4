//! The checks, in the order in which they run.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use xshell::{Cmd, Shell, cmd};

use crate::needs::{self, executable, installed, queens, script, succeeds, target};
use crate::web;

/// A check that passes or fails, by its name.
type Step = (&'static str, fn(&Shell) -> Result<()>);

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
    ("reference", |sh| reference(sh, true)),
    ("records", records),
    ("ship", ship),
    ("fuzz", |sh| fuzz(sh, FUZZ_SECONDS)),
    ("arm", arm),
    ("drill", |sh| drill(sh, ROUNDS, SEED)),
    #[cfg(unix)]
    ("slurm", slurm),
    ("python", python_package),
    ("pictures", |sh| pictures(sh, true)),
    ("web", web::check),
    ("site", |sh| site(sh, true)),
];

pub(crate) fn test(sh: &Shell) -> Result<()> {
    run(sh, TEST)
}

pub(crate) fn ci(sh: &Shell) -> Result<()> {
    run(sh, &[TEST, MORE].concat())
}

/// Runs steps up to the first that fails, then lists how long each took.
fn run(sh: &Shell, steps: &[Step]) -> Result<()> {
    let mut done = Vec::new();
    let mut result = Ok(());
    for (number, (name, step)) in (1..).zip(steps) {
        eprintln!("\n=== {number}/{} {name} ===", steps.len());
        let start = Instant::now();
        result = step(sh).context(*name);
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

/// Has cargo's command from a component of rustup's, which minimal installations lack.
fn component(sh: &Shell, component: &str, command: &str) -> Result<()> {
    if !succeeds(cmd!(sh, "cargo {command} --version")) {
        cmd!(sh, "rustup component add {component}").run()?;
    }
    Ok(cmd!(sh, "cargo {command} --version").run()?)
}

fn format(sh: &Shell) -> Result<()> {
    component(sh, "rustfmt", "fmt")?;
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml", "bindings/python/Cargo.toml"] {
        cmd!(sh, "cargo fmt --all --check --manifest-path {manifest}").run()?;
    }
    Ok(())
}

fn clippy(sh: &Shell) -> Result<()> {
    component(sh, "clippy", "clippy")?;
    Ok(cmd!(sh, "cargo clippy --workspace --all-targets -- -D warnings").run()?)
}

/// Unit, integration and property tests, the transcripts, the examples in the documentation.
fn tests(sh: &Shell) -> Result<()> {
    // Many of them wait, for a process or a server: two for each processor take three quarters of the time.
    let threads = 2 * std::thread::available_parallelism()?.get();
    Ok(cmd!(sh, "cargo test --workspace").env("RUST_TEST_THREADS", threads.to_string()).run()?)
}

/// Known vulnerabilities are not looked for: see deny.toml.
pub(crate) fn dependencies(sh: &Shell) -> Result<()> {
    release(sh, &["dependencies".into()])
}

pub(crate) fn workflows(sh: &Shell) -> Result<()> {
    release(sh, &["workflows".into()])
}

/// The emulator of ARM, and what checks the form of a manual.
const EMULATOR: (&str, &str) = ("qemu-aarch64", "qemu-user");
const MANDOC: (&str, &str) = ("mandoc", "mandoc");

pub(crate) fn release(sh: &Shell, arguments: &[String]) -> Result<()> {
    if arguments.iter().any(|argument| argument == "--dry-run") {
        needs::programs(sh, &[EMULATOR, MANDOC], &[])?;
    }
    Ok(script(sh, "release")?.args(arguments).run()?)
}

pub(crate) fn ship(sh: &Shell) -> Result<()> {
    needs::programs(sh, &[MANDOC], &[])?;
    Ok(script(sh, "ship")?.arg("check").run()?)
}

/// The documentation of the libraries; a warning is an error.
fn libraries(sh: &Shell) -> Result<()> {
    Ok(cmd!(sh, "cargo doc --workspace --exclude xtask --exclude xtask-documents --no-deps")
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()?)
}

pub(crate) fn site(sh: &Shell, browser: bool) -> Result<()> {
    // With its search and without its server.
    let mdbook = installed(sh, "mdbook", "0.5.4", "--no-default-features --features search")?;
    let hyperlink = installed(sh, "hyperlink", "0.3.2", "")?;
    libraries(sh)?;
    script(sh, "site")?.arg(mdbook).arg(hyperlink).run()?;
    if browser { web::site(sh) } else { Ok(()) }
}

/// Without debug assertions and at full optimization, as the program ships. Together with its package the
/// library has the features that the main job has built it with.
pub(crate) fn kernels(sh: &Shell) -> Result<()> {
    let chosen = ["--package", "queens", "--package", "queens-cli"];
    Ok(cmd!(sh, "cargo test --release {chosen...} --test library --test totals").run()?)
}

/// Builds the program and has a script with its path.
fn with_queens<'a>(sh: &'a Shell, name: &str) -> Result<Cmd<'a>> {
    let queens = queens(sh)?;
    Ok(script(sh, name)?.arg(queens))
}

/// Rounds and seed of the drill by default.
pub(crate) const ROUNDS: u32 = 200;
pub(crate) const SEED: u64 = 20_260_801;

pub(crate) fn drill(sh: &Shell, rounds: u32, seed: u64) -> Result<()> {
    let drill = with_queens(sh, "drill")?.arg("target/drill");
    Ok(drill.arg(rounds.to_string()).arg(seed.to_string()).run()?)
}

pub(crate) fn records(sh: &Shell) -> Result<()> {
    Ok(with_queens(sh, "records")?.run()?)
}

/// How long each target of the fuzzer runs by default.
pub(crate) const FUZZ_SECONDS: u32 = 20;

pub(crate) fn fuzz(sh: &Shell, seconds: u32) -> Result<()> {
    // libFuzzer is C++.
    needs::programs(sh, &[("c++", "g++")], &[])?;
    Ok(script(sh, "fuzz")?.arg(seconds.to_string()).run()?)
}

#[cfg(unix)]
pub(crate) fn slurm(sh: &Shell) -> Result<()> {
    // What must be there, and the Debian packages that bring it.
    const PROGRAMS: [(&str, &str); 6] = [
        ("slurmctld", "slurmctld"),
        ("slurmd", "slurmd"),
        ("sbatch", "slurm-client"),
        ("munged", "munge"),
        ("sshd", "openssh-server"),
        ("parallel", "parallel"),
    ];
    needs::programs(sh, &PROGRAMS, &["slurm-wlm", "slurm-wlm-basic-plugins", "openssh-client"])?;
    Ok(with_queens(sh, "slurm")?.arg("target/slurm").run()?)
}

pub(crate) fn python_package(sh: &Shell) -> Result<()> {
    needs::python(sh)?;
    Ok(cmd!(sh, "bash bindings/python/check").run()?)
}

/// The library on 64-bit ARM, emulated: what its kernel computes, and not how fast.
pub(crate) fn arm(sh: &Shell) -> Result<()> {
    const TARGET: &str = "aarch64-unknown-linux-gnu";
    const LINKER: &str = "aarch64-linux-gnu-gcc";
    // Where Debian puts the libraries that the linker takes.
    const RUNNER: &str = "qemu-aarch64 -L /usr/aarch64-linux-gnu";
    let cross = [(LINKER, "gcc-aarch64-linux-gnu"), EMULATOR];
    needs::programs(sh, &cross, &["libc6-dev-arm64-cross"])?;
    cmd!(sh, "rustup target add {TARGET}").run()?;
    // These two take minutes under the emulator, and the kernels' test has as large boards.
    let slow =
        "--skip extreme_patterns_equal_a_search --skip no_count_depends_on_the_queens_placed_first";
    for chosen in ["--test kernels -- neon", &format!("--lib color:: -- {slow}")] {
        let chosen = chosen.split(' ');
        cmd!(sh, "cargo test --package queens --target {TARGET} {chosen...}")
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", LINKER)
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", RUNNER)
            .run()?;
    }
    Ok(())
}

pub(crate) fn fresh(sh: &Shell, first: bool) -> Result<()> {
    let first = first.then_some("first");
    Ok(cmd!(sh, "bash xtask/fresh.sh {first...}").run()?)
}

pub(crate) fn reference(sh: &Shell, check: bool) -> Result<()> {
    let libraries = target(sh).join("documents.json");
    let documents = executable(&needs::examples(sh, &["--bin", "documents"])?, "documents");
    sh.write_file(&libraries, cmd!(sh, "{documents}").read()?)?;
    let check = check.then_some("--check");
    Ok(with_queens(sh, "documents")?.arg(&libraries).args(check).run()?)
}

pub(crate) fn pictures(sh: &Shell, check: bool) -> Result<()> {
    needs::python(sh)?;
    cmd!(sh, "python3 -m venv target/plots").run()?;
    let packages = ["--constraint", "bindings/python/requirements/test.txt", "matplotlib"];
    let quiet = ["--quiet", "--disable-pip-version-check", "--no-compile"];
    cmd!(sh, "target/plots/bin/pip install {quiet...} {packages...}").run()?;
    let only_check = check.then_some("--check");
    cmd!(sh, "target/plots/bin/python docs/measurements/plots.py {only_check...}").run()?;
    web::pictures(sh, check)
}

/// What the README promises first.
fn main_job(sh: &Shell) -> Result<()> {
    let count = cmd!(sh, "cargo run --release -- count 16");
    eprintln!("$ {count}");
    let printed = count.read()?;
    eprintln!("{printed}");
    let is_right = printed.split_whitespace().any(|word| word == "14772512");
    ensure!(is_right, "`{count}` printed {printed:?}, not 14772512");
    Ok(())
}

/// Runs every example; each asserts what it says, and fits a screen.
pub(crate) fn examples(sh: &Shell) -> Result<()> {
    const SCREEN: usize = 45;
    let folder = needs::examples(sh, &[])?.join("examples");
    let mut run = 0;
    for package in ["queens", "queens-gallery", "queens-puzzle", "queens-run"] {
        for path in sh.read_dir(format!("crates/{package}/examples"))? {
            let lines = sh.read_file(&path)?.lines().count();
            ensure!(lines <= SCREEN, "{}: {lines} lines, not {SCREEN} at most", path.display());
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let example = executable(&folder, &name);
            cmd!(sh, "{example}").run()?;
            run += 1;
        }
    }
    eprintln!("{run} examples did what they say");
    Ok(())
}
