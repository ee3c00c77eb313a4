//! The page: built, checked, compared with what is committed, and tried in a real browser.
//!
//! The server embeds the built page, so that whoever builds the program needs neither Node nor a browser.
//! What is committed must therefore be what the sources make: it is compared byte by byte with a fresh
//! build. Only the engine's bytes depend on the compiler; for it a digest of its sources is compared
//! (see `wasm`).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::debian;
use crate::failure::Failure;
use crate::program::{Program, binary, root};
use crate::wasm;

/// Where the built page is committed.
const PAGE: &str = "crates/queens-web/page";

/// The engine, whose bytes depend on the compiler.
const ENGINE: &str = "engine.wasm";

/// What must be there, and the Debian packages that bring it.
const PROGRAMS: [(&str, &str); 3] = [("node", "nodejs"), ("npm", "npm"), ("chromium", "chromium")];

/// Sees that Node, npm, Chromium and a compiler for the web are there; installs what is not.
fn tools() -> Result<(), Failure> {
    let runs = |program: &str| Program::new(&format!("{program} --version")).succeeds();
    let lacking: Vec<&str> = PROGRAMS
        .iter()
        .filter(|(program, _)| !runs(program))
        .map(|(_, package)| *package)
        .collect();
    if !lacking.is_empty() {
        debian::install(&lacking)?;
    }
    let version = Program::new("node --version").read()?;
    if !new_enough(&version) {
        return Err(Failure::new(
            format!("node {} is too old for Vite", version.trim()),
            "install Node 20.19 or newer, or put it first on the PATH",
        ));
    }
    wasm::tools()
}

/// What web/package.json asks for, of what `node --version` prints.
fn new_enough(version: &str) -> bool {
    let mut parts = version.trim().trim_start_matches('v').split('.').map(str::parse::<u32>);
    let mut next = || parts.next().and_then(Result::ok);
    matches!((next(), next()), (Some(major), Some(minor)) if (major, minor) >= (20, 19))
}

/// Builds the page and writes it where it is committed.
pub(crate) fn write() -> Result<(), Failure> {
    tools()?;
    wasm::build()?;
    packages()?;
    build(&root().join(PAGE))
}

/// Checks everything about the page.
pub(crate) fn check() -> Result<(), Failure> {
    tools()?;
    // The only feature that other builds do without.
    Program::new(
        "cargo clippy --workspace --features queens-wasm/bindgen --bin bindgen -- -D warnings",
    )
    .run()?;
    wasm::build()?;
    wasm::test()?;
    packages()?;
    for script in ["typecheck", "lint", "format", "package"] {
        npm(&format!("run {script}"))?;
    }
    let fresh = root().join("target/page");
    build(&fresh)?;
    compare(&fresh, &root().join(PAGE))?;
    // What is committed is what people get: that is what is tried, the last section under its server.
    Program::new("cargo build --release").run()?;
    let server = binary("queens");
    let line = "npm --prefix web test";
    Program::new(line).env("QUEENS", &server).run()
}

fn packages() -> Result<(), Failure> {
    npm("ci --no-audit --no-fund")
}

fn build(out: &Path) -> Result<(), Failure> {
    npm(&format!("run build -- --outDir {} --emptyOutDir", out.display()))
}

fn npm(rest: &str) -> Result<(), Failure> {
    Program::new(&format!("npm --prefix web {rest}")).run()
}

/// Compares the files of two folders.
fn compare(fresh: &Path, committed: &Path) -> Result<(), Failure> {
    let [fresh, committed] = [files(fresh)?, files(committed)?];
    let mut stale: Vec<&str> = Vec::new();
    for name in fresh.keys().chain(committed.keys()) {
        let [new, old] = [fresh.get(name), committed.get(name)];
        let same = if name == ENGINE { new.is_some() == old.is_some() } else { new == old };
        if !same && !stale.contains(&name.as_str()) {
            stale.push(name);
        }
    }
    if stale.is_empty() {
        eprintln!("{PAGE}: {} files, as the sources make them", committed.len());
        return Ok(());
    }
    Err(Failure::new(
        format!("the committed page is not what its sources make: {}", stale.join(", ")),
        "run `cargo xtask web --write` and commit what it writes",
    ))
}

/// The files under a folder by their names, with what they hold.
fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let at = |path: &Path, error: std::io::Error| {
        Failure::new(format!("{}: {error}", path.display()), "run `cargo xtask web --write`")
    };
    let mut found = BTreeMap::new();
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).map_err(|error| at(&next, error))? {
            let path = entry.map_err(|error| at(&next, error))?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name =
                path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            let text = fs::read(&path).map_err(|error| at(&path, error))?;
            found.insert(name, text);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_compared_as_numbers() {
        for enough in ["v20.19.0\n", "v22.1.0", "v100.0.0"] {
            assert!(new_enough(enough), "{enough}");
        }
        for too_old in ["v18.20.4\n", "v20.9.0", "", "node"] {
            assert!(!new_enough(too_old), "{too_old}");
        }
    }
}
