//! Programs of crates.io that the tasks call, each in one version, in target/tools.

use std::path::PathBuf;

use crate::failure::Failure;
use crate::program::{Program, target};

/// A program and its version, built once. `choice` selects its features.
///
/// It is built without optimization, which saves minutes and costs seconds when it runs.
pub(crate) fn installed(name: &str, version: &str, choice: &str) -> Result<PathBuf, Failure> {
    let tools = target().join("tools");
    let program = tools.join("bin").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let there = Program::at(&program).arg("--version").quietly();
    if !there.is_some_and(|printed| printed.contains(version)) {
        Program::new(&format!(
            "cargo install {name} --version ={version} --locked --debug --force {choice} --root"
        ))
        .arg(&tools)
        // A folder of its own, so that it does not wait for our builds.
        .env("CARGO_TARGET_DIR", tools.join("build"))
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .run()?;
    }
    Ok(program)
}
