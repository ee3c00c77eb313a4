//! The page and its engine: built, compared with what is committed, and tried in a real browser, by the npm
//! scripts of web/package.json.
//!
//! The server embeds the built page, so that building the program takes neither Node nor a browser. What is
//! committed must therefore be what the sources make.

use std::path::Path;

use crate::needs::install;
use crate::program::{Failure, Program, queens};

/// Debian's compiler for WebAssembly, its library's sources, and a linker.
const COMPILER: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld"];

/// Sees that Node, npm, Chromium and a compiler for WebAssembly are there; installs what is not.
fn tools() -> Result<(), Failure> {
    let programs = [("node", "nodejs"), ("npm", "npm"), ("chromium", "chromium")].into_iter();
    let lacks = |program: &str| !Program::new(&format!("{program} --version")).succeeds();
    let mut lacking: Vec<&str> =
        (programs.filter(|(program, _)| lacks(program))).map(|(_, package)| package).collect();
    let library = "rustc --print target-libdir --target wasm32-unknown-unknown";
    if !Path::new(Program::new(library).read()?.trim()).is_dir() {
        let state = |package: &&str| {
            let line = format!("dpkg-query --show --showformat=${{db:Status-Abbrev}} {package}");
            Program::new(&line).quietly().is_some_and(|state| state.starts_with("ii"))
        };
        lacking.extend(COMPILER.iter().filter(|package| !state(package)));
    }
    if lacking.is_empty() { Ok(()) } else { install(&lacking) }
}

pub(crate) fn engine(plain: Option<&Path>) -> Result<(), Failure> {
    tools()?;
    match plain {
        Some(folder) => npm("run engine -- --plain").arg(folder).run(),
        None => npm("run engine").run().and_then(|()| npm("run answers").run()),
    }
}

pub(crate) fn write() -> Result<(), Failure> {
    packages()?;
    npm("run types").run()?;
    npm("run engine").run()?;
    npm("run build").run()
}

pub(crate) fn check() -> Result<(), Failure> {
    // The only feature that other builds do without.
    Program::new(
        "cargo clippy --workspace --features queens-wasm/bindgen --bin bindgen -- -D warnings",
    )
    .run()?;
    // The tests in the browser try what is committed, the last section under its server.
    with_queens("run check")
}

pub(crate) fn pictures(check: bool) -> Result<(), Failure> {
    let write = if check { "none" } else { "all" };
    // The picture of the last section shows its server.
    with_queens(&format!("run pictures -- --update-snapshots={write}"))
}

pub(crate) fn site() -> Result<(), Failure> {
    packages()?;
    npm("run site").run()
}

/// The tools, and what package-lock.json names; fails if Node is too old for it.
fn packages() -> Result<(), Failure> {
    tools()?;
    npm("ci --no-audit --no-fund --engine-strict").run()
}

/// Runs a script that starts the program.
fn with_queens(script: &str) -> Result<(), Failure> {
    let queens = queens()?;
    packages()?;
    npm(script).env("QUEENS", queens).run()
}

fn npm(rest: &str) -> Program {
    Program::new(&format!("npm --prefix web {rest}"))
}
