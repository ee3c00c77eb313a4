//! The checks, in the order in which they run.

use std::ffi::OsStr;

use anyhow::{Result, ensure};
use xshell::{Cmd, Shell, cmd};

use crate::needs::{self, executable, installed, queens, script, succeeds, target};
use crate::tiers::Step;
use crate::web;

/// The README's second command: needs nothing but Rust.
pub(crate) const TEST: &[Step] = &[("tests", tests)];

/// What every submission must pass besides the tests. What runs with what they have built comes first.
pub(crate) const CI: &[Step] = &[
    ("format", format),
    ("dependencies", dependencies),
    ("workflows", workflows),
    ("examples", examples),
    ("reference", |sh| reference(sh, true)),
    ("clippy", clippy),
    ("documentation", libraries),
    ("main job", main_job),
    ("kernels", kernels),
    ("few solvers", |sh| solvers(sh, true)),
    ("python", |sh| python_package(sh, None)),
    ("web", web::check),
];

/// What a change touches rarely: a step whose subject changed is run by hand, all of them before a release.
pub(crate) const FULL: &[Step] = &[
    ("solvers", |sh| solvers(sh, false)),
    ("optimized", optimized),
    ("records", records),
    ("ship", ship),
    ("archives", archives),
    ("drill", |sh| drill(sh, ROUNDS, SEED)),
    ("fuzz", |sh| fuzz(sh, FUZZ_SECONDS)),
    ("arm", arm),
    #[cfg(unix)]
    ("slurm", slurm),
    ("notebook", |sh| python_package(sh, Some("notebook"))),
    ("pictures", |sh| pictures(sh, true)),
    ("site", |sh| site(sh, true)),
];

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
    // `bindgen` is the only feature that other builds do without.
    let features = ["--features", "queens-wasm/bindgen"];
    Ok(cmd!(sh, "cargo clippy --workspace --all-targets {features...} -- -D warnings").run()?)
}

/// Unit, integration and property tests, the transcripts, the examples in the documentation.
fn tests(sh: &Shell) -> Result<()> {
    // Many of them wait, for a process or a server.
    let threads = 4 * std::thread::available_parallelism()?.get();
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

pub(crate) fn archives(sh: &Shell) -> Result<()> {
    Ok(script(sh, "ship")?.arg("archives").run()?)
}

/// Runs other people's programs on what the program writes for them: all, or the few that are quick and need no Debian package.
pub(crate) fn solvers(sh: &Shell, quick: bool) -> Result<()> {
    // Programs, and the Debian packages that bring them.
    const SOLVERS: [(&str, &str); 8] = [
        ("minizinc", "minizinc"),
        ("fzn-gecode", "flatzinc"),
        ("clasp", "clasp"),
        ("picosat", "picosat"),
        ("toulbar2", "toulbar2"),
        ("glpsol", "glpk-utils"),
        ("node", "nodejs"),
        ("npm", "npm"),
    ];
    let name = if quick { "quick" } else { "export" };
    if !quick {
        needs::programs(sh, &SOLVERS, &[])?;
    }
    let queens = queens(sh)?;
    let (folder, packages) =
        (target(sh).join("solvers").join(name), format!("xtask/solvers/{name}.txt"));
    needs::environment(sh, &folder, &["--requirement".as_ref(), packages.as_ref()])?;
    let python = folder.join("bin/python");
    let quick = quick.then_some("--quick");
    Ok(cmd!(sh, "{python} xtask/solvers/export.py {queens} {quick...}").run()?)
}

/// The documentation of the libraries; a warning is an error.
fn libraries(sh: &Shell) -> Result<()> {
    Ok(cmd!(sh, "cargo doc --workspace --exclude xtask --no-deps")
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

/// The kernels of the program as it ships, which the main job has built.
pub(crate) fn kernels(sh: &Shell) -> Result<()> {
    let queens = queens(sh)?;
    cmd!(sh, "{queens} self-test").run()?;
    Ok(script(sh, "kernels")?.arg(queens).run()?)
}

/// The library's tests without debug assertions and at full optimization, on larger boards, and those that take minutes.
pub(crate) fn optimized(sh: &Shell) -> Result<()> {
    cmd!(sh, "cargo test --release --package queens --tests").run()?;
    Ok(cmd!(sh, "cargo test --release --package queens --lib -- --ignored --nocapture").run()?)
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

pub(crate) fn python_package(sh: &Shell, part: Option<&str>) -> Result<()> {
    needs::python(sh)?;
    Ok(cmd!(sh, "bash bindings/python/check {part...}").run()?)
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
    // The program of the tests: what it says of itself is the same in every profile.
    let folder = needs::examples(sh, &["--bin", "articles", "--bin", "queens"])?;
    let programs = ["queens", "articles"].map(|name| executable(&folder, name));
    let check = check.then_some("--check");
    Ok(script(sh, "documents")?.args(programs).args(check).run()?)
}

pub(crate) fn pictures(sh: &Shell, check: bool) -> Result<()> {
    needs::python(sh)?;
    let packages = ["--constraint", "bindings/python/requirements/test.txt", "matplotlib"];
    needs::environment(sh, "target/plots".as_ref(), &packages.map(OsStr::new))?;
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
