//! The page and its engine: built, compared with what is committed, and tried in a real browser, by the npm
//! scripts of web/package.json.
//!
//! The server embeds the built page, so that building the program takes neither Node nor a browser. What is
//! committed must therefore be what the sources make.

use std::path::Path;

use anyhow::Result;
use xshell::{Cmd, Shell, cmd};

use crate::needs::{install, missing, queens};

/// Debian's compiler for WebAssembly, its library's sources, and a linker.
const COMPILER: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld"];

/// Sees that Node, npm, Chromium and a compiler for WebAssembly are there; installs what is not.
fn tools(sh: &Shell) -> Result<()> {
    const BROWSER: &str = "chromium-headless-shell";
    let programs = [("node", "nodejs"), ("npm", "npm"), (BROWSER, BROWSER)];
    let mut lacking = missing(sh, &programs);
    let library = cmd!(sh, "rustc --print target-libdir --target wasm32-unknown-unknown").read()?;
    if !Path::new(&library).is_dir() {
        let is_installed = |package: &&str| {
            let state = cmd!(sh, "dpkg-query --show '--showformat=${db:Status-Abbrev}' {package}");
            state.ignore_stderr().read().is_ok_and(|state| state.starts_with("ii"))
        };
        lacking.extend(COMPILER.iter().filter(|package| !is_installed(package)));
    }
    install(sh, &lacking)
}

pub(crate) fn engine(sh: &Shell, plain: Option<&Path>) -> Result<()> {
    tools(sh)?;
    if let Some(folder) = plain {
        return Ok(npm(sh, "run engine -- --plain").arg(folder).run()?);
    }
    npm(sh, "run engine").run()?;
    Ok(npm(sh, "run answers").run()?)
}

pub(crate) fn write(sh: &Shell) -> Result<()> {
    packages(sh)?;
    for script in ["types", "engine", "build"] {
        npm(sh, "run").arg(script).run()?;
    }
    Ok(())
}

pub(crate) fn check(sh: &Shell) -> Result<()> {
    // The tests in the browser try what is committed, the last section under its server.
    with_queens(sh, "run check")
}

pub(crate) fn pictures(sh: &Shell, check: bool) -> Result<()> {
    let write = if check { "none" } else { "all" };
    // The picture of the last section shows its server.
    with_queens(sh, &format!("run pictures -- --update-snapshots={write}"))
}

pub(crate) fn site(sh: &Shell) -> Result<()> {
    packages(sh)?;
    Ok(npm(sh, "run site").run()?)
}

/// The tools, and what package-lock.json names; fails if Node is too old for it.
fn packages(sh: &Shell) -> Result<()> {
    tools(sh)?;
    Ok(npm(sh, "ci --no-audit --no-fund --engine-strict").run()?)
}

/// Runs a script that starts the program.
fn with_queens(sh: &Shell, script: &str) -> Result<()> {
    let queens = queens(sh)?;
    packages(sh)?;
    Ok(npm(sh, script).env("QUEENS", queens).run()?)
}

fn npm<'a>(sh: &'a Shell, rest: &str) -> Cmd<'a> {
    let words = rest.split(' ');
    cmd!(sh, "npm --prefix web {words...}")
}
