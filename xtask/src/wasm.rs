//! The library as WebAssembly, for the page.
//!
//! The compiler of the workspace builds it if it has the target; otherwise Debian's does, together with
//! the standard library, from Debian's sources. The two make different bytes of the same sources, so
//! what is committed is not compared byte by byte: a digest of the sources says whether it is fresh.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::debian;
use crate::failure::Failure;
use crate::program::{Program, built, root};

/// Where the page looks for the engine; made, never committed.
const OUT: &str = "web/src/engine/wasm";

/// What is told of the engine, for whoever asks whether it is fresh.
const NOTE: &str = "web/public/engine.json";

const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's compiler for the web, its library's sources, and a linker.
const PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld"];

/// The packages of the workspace that the engine is made of.
const SOURCES: [&str; 4] =
    ["crates/queens", "crates/queens-gallery", "crates/queens-puzzle", "bindings/wasm"];

/// What of them no engine depends on.
const LEFT_OUT: [&str; 5] = ["tests", "benches", "examples", "x86", "bin"];

/// Who compiles.
enum Compiler {
    /// The workspace's own.
    Own,
    /// Debian's.
    Debian,
}

/// Sees that there is a compiler for the target; installs Debian's if there is none.
pub(crate) fn tools() -> Result<(), Failure> {
    compiler().map(|_| ())
}

/// Builds the engine.
pub(crate) fn build() -> Result<(), Failure> {
    build_with(true, &root().join(OUT))?;
    let note =
        format!("{{\"schema\":\"queens.engine/1\",\"sources\":\"{}\",\"simd\":true}}\n", digest()?);
    let path = root().join(NOTE);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
    }
    fs::write(&path, note).map_err(|error| at(&path, &error))
}

/// Builds the engine with vector instructions or without, for whoever wants to compare.
pub(crate) fn build_with(simd: bool, out: &Path) -> Result<(), Failure> {
    let mut flags = if simd { vec!["-Ctarget-feature=+simd128"] } else { Vec::new() };
    let target = target_dir().join(if simd { "wasm" } else { "wasm-plain" });
    let arguments = format!(
        "build --locked --package queens-wasm --lib --profile wasm --target {TARGET} --target-dir {}",
        target.display()
    );
    match compiler()? {
        Compiler::Own => Program::new(&format!("cargo {arguments}")),
        Compiler::Debian => {
            flags.push("-Clinker=wasm-ld");
            Program::new(&format!("/usr/bin/cargo {arguments} -Zbuild-std=std,panic_abort"))
                // What the two switches above are not yet: stable.
                .env("RUSTC_BOOTSTRAP", "1")
                .env("RUSTC", "/usr/bin/rustc")
        }
    }
    .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
    .run()?;
    let made = target.join(TARGET).join("wasm/queens_wasm.wasm");
    // Unoptimised it takes half as long to build, and a second to run.
    let bindgen = built("--features queens-wasm/bindgen --bin bindgen", "")?;
    bindgen("bindgen").arg(made).arg(out).run()
}

/// Compares the answers of the engine, run by node, with those of the same calls on this machine.
pub(crate) fn test() -> Result<(), Failure> {
    let answers = built("", "examples")?("answers").read()?;
    let native = target_dir().join("answers");
    fs::write(&native, answers).map_err(|error| at(&native, &error))?;
    let engine = root().join(OUT);
    Program::new(&format!(
        "node bindings/wasm/tests/answers.mjs {} {}",
        engine.display(),
        native.display()
    ))
    .run()
}

/// A digest of all that the engine is made of: the BLAKE3 hash of the names and contents of the files.
pub(crate) fn digest() -> Result<String, Failure> {
    let mut files = BTreeMap::new();
    for source in SOURCES {
        read(&root().join(source), source, &mut files)?;
    }
    let mut hasher = blake3::Hasher::new();
    for (name, text) in &files {
        for part in [name.as_bytes(), text] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    Ok(hasher.finalize().to_hex().to_string())
}

/// The sources among the files of a folder: what is compiled, and the manifest.
fn read(path: &Path, name: &str, files: &mut BTreeMap<String, Vec<u8>>) -> Result<(), Failure> {
    if path.is_dir() {
        for entry in fs::read_dir(path).map_err(|error| at(path, &error))? {
            let entry = entry.map_err(|error| at(path, &error))?;
            let file = entry.file_name();
            let file = file.to_string_lossy();
            if !LEFT_OUT.contains(&&*file) {
                read(&entry.path(), &format!("{name}/{file}"), files)?;
            }
        }
    } else if matches!(path.extension().and_then(|e| e.to_str()), Some("rs" | "toml")) {
        let text = fs::read(path).map_err(|error| at(path, &error))?;
        // As git may write them on Windows.
        let text = text.into_iter().filter(|byte| *byte != b'\r').collect();
        files.insert(name.to_owned(), text);
    }
    Ok(())
}

fn compiler() -> Result<Compiler, Failure> {
    let line = format!("rustc --print target-libdir --target {TARGET}");
    if Path::new(Program::new(&line).read()?.trim()).is_dir() {
        return Ok(Compiler::Own);
    }
    if !installed() {
        debian::install(&PACKAGES)?;
    }
    Ok(Compiler::Debian)
}

/// Whether all of Debian's packages are there.
fn installed() -> bool {
    PACKAGES.iter().all(|package| {
        let line = format!("dpkg-query --show --showformat=${{db:Status-Abbrev}} {package}");
        Program::new(&line).quietly().is_some_and(|state| state.starts_with("ii"))
    })
}

fn target_dir() -> PathBuf {
    let chosen =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    root().join(chosen)
}

fn at(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", path.display()), "see whether it may be read and written")
}
