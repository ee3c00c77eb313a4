//! Fuzzing with libFuzzer on stable Rust.
//!
//! cargo-fuzz needs a nightly compiler for its sanitizers. Without one, what it does is pass the
//! flags below: LLVM's coverage instrumentation, which the stable compiler takes too. Safe Rust has
//! little for a sanitizer to find; panics and broken invariants show without.

use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use crate::debian;
use crate::failure::Failure;
use crate::program::{Program, root};

/// How long each target runs by default.
pub(crate) const SECONDS: u32 = 20;

/// The targets: `fuzz/fuzz_targets/NAME.rs`, with texts to start from in `fuzz/seeds/NAME`.
const TARGETS: [&str; 5] = ["placement", "board", "problem", "puzzle", "run"];

/// What makes a build one that libFuzzer can steer.
const FLAGS: [&str; 8] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    // Branches folded into one are branches that coverage cannot tell apart.
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
    "-Clink-dead-code",
    "--cfg=fuzzing",
];

/// Lines of libFuzzer's talk that are shown when a target fails.
const SHOWN: usize = 60;

/// Holds the targets to the rules of the rest, builds them, and runs all at the same time.
pub(crate) fn run(seconds: u32) -> Result<(), Failure> {
    // libFuzzer is C++.
    if !Program::new("c++ --version").succeeds() {
        debian::install(&["g++"])?;
    }
    cargo("clippy --no-deps", " -- -D warnings")?.run()?;
    cargo("build", "")?.run()?;
    let binaries = root().join("fuzz/target").join(host()?).join("release");
    eprintln!("each of {}, for {seconds} s:", TARGETS.join(", "));
    thread::scope(|scope| {
        let run = |target: &'static str| {
            let binary = binaries.join(format!("{target}{}", std::env::consts::EXE_SUFFIX));
            scope.spawn(move || run_target(target, &binary, seconds))
        };
        let running = TARGETS.map(run);
        running.into_iter().try_for_each(|target| target.join().expect("it returns its failure"))
    })
}

/// A cargo command on the fuzz crate. With `--target`, the flags do not reach build scripts.
fn cargo(command: &str, rest: &str) -> Result<Program, Failure> {
    let host = host()?;
    let line = format!(
        "cargo {command} --manifest-path fuzz/Cargo.toml --target-dir fuzz/target --release \
         --target {host}{rest}"
    );
    Ok(Program::new(&line).env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f")))
}

/// The name of the machine's own target.
fn host() -> Result<String, Failure> {
    let version = Program::new("rustc -vV").read()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| {
        Failure::new("`rustc -vV` does not name its host", "see whether rustc is the real one")
    })
}

fn run_target(target: &str, binary: &Path, seconds: u32) -> Result<(), Failure> {
    let fuzz = root().join("fuzz");
    let [corpus, artifacts] = ["corpus", "artifacts"].map(|folder| fuzz.join(folder).join(target));
    // What earlier runs grew would make this one depend on them.
    if corpus.exists() {
        fs::remove_dir_all(&corpus).map_err(|error| Failure::at(&corpus, &error))?;
    }
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(folder).map_err(|error| Failure::at(folder, &error))?;
    }
    let mut command = Command::new(binary);
    command
        .arg(format!("-max_total_time={seconds}"))
        // An input takes microseconds; the limit is against hanging, on a loaded machine too.
        .arg("-timeout=120")
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .arg(&corpus)
        .arg(fuzz.join("seeds").join(target))
        .current_dir(&fuzz)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let cannot_run = |error| {
        Failure::new(
            format!("the fuzz target `{target}` could not be run: {error}"),
            "see whether this machine can run what it builds",
        )
    };
    let mut child = command.spawn().map_err(cannot_run)?;
    let talk = BufReader::new(child.stderr.take().expect("asked for above"));
    let mut last = VecDeque::new();
    let mut coverage = Vec::new();
    let mut kept = None;
    for line in talk.split(b'\n') {
        let line = String::from_utf8_lossy(&line.map_err(cannot_run)?).into_owned();
        if line.contains("\tINITED") || line.contains("\tDONE") {
            eprintln!("{target}: {line}");
            coverage.extend(value_after(&line, "cov: "));
        }
        if let Some((_, path)) = line.split_once("Test unit written to ") {
            kept = Some(path.to_owned());
        }
        if last.len() == SHOWN {
            last.pop_front();
        }
        last.push_back(line);
    }
    let status = child.wait().map_err(cannot_run)?;
    if !status.success() {
        for line in last {
            eprintln!("{line}");
        }
        return Err(match kept {
            Some(path) => Failure::new(
                format!("the fuzz target `{target}` broke on the input {path}"),
                format!(
                    "the broken invariant is printed above, and again by `{} {path}`; correct the \
                     code and make the input a test",
                    binary.display()
                ),
            ),
            None => Failure::new(
                format!("the fuzz target `{target}` ended with {status}"),
                "the cause is printed above",
            ),
        });
    }
    // Without counters libFuzzer guesses blindly and finds nothing, which would look like success.
    match coverage[..] {
        [first, last] if 0 < first && first <= last => {
            eprintln!("{target}: {first} edges covered by the seeds, {last} in the end");
            Ok(())
        }
        _ => Err(Failure::new(
            format!("the fuzz target `{target}` ran without seeing coverage"),
            "see whether the compiler still takes the flags in xtask/src/fuzz.rs",
        )),
    }
}

/// The number after `name` in a line of libFuzzer's.
fn value_after(line: &str, name: &str) -> Option<u64> {
    let (_, rest) = line.split_once(name)?;
    rest.split_whitespace().next()?.parse().ok()
}
