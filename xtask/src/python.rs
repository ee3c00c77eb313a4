//! The Python package: its wheel is built, installed where nothing else is, and tested there.

use std::fs;
use std::path::Path;

use crate::debian;
use crate::failure::Failure;
use crate::program::{Program, root};

const MANIFEST: &str = "bindings/python/Cargo.toml";

/// Where all of it happens, from the root.
const FOLDER: &str = "target/python";

/// The environment that builds the wheel, and the one that it is installed in.
const BUILD: &str = "target/python/build/bin";
const TEST: &str = "target/python/test/bin";

/// The oldest Python that the package is for.
const LEAST: &str = "import sys; raise SystemExit(sys.version_info < (3, 10))";

/// Sees that there is a Python that can make virtual environments; installs Debian's if not.
fn tools() -> Result<(), Failure> {
    if ready() {
        return Ok(());
    }
    debian::install(&["python3", "python3-venv"])?;
    if ready() {
        return Ok(());
    }
    Err(Failure::new(
        "there is no `python3` of version 3.10 or newer that can make virtual environments",
        "install one, as with `apt-get install python3 python3-venv`",
    ))
}

/// Whether the machine's own Python is new enough, and makes an environment: Debian's asks for a package
/// of its own only when it is about to.
fn ready() -> bool {
    Program::with(&["python3", "-c", LEAST]).succeeds()
        && Program::new(&format!("python3 -m venv --clear {FOLDER}/probe")).succeeds()
}

/// Builds, installs and tests the package.
pub(crate) fn run() -> Result<(), Failure> {
    tools()?;
    clippy()?;
    let wheel = wheel()?;
    environment("test")?;
    let pip = format!("{TEST}/python -m pip install --quiet --disable-pip-version-check");
    Program::new(&format!("{pip} --requirement bindings/python/requirements/test.txt")).run()?;
    Program::new(&format!("{pip} --no-deps {wheel}")).run()?;
    types()?;
    Program::new(&format!("{TEST}/python -m pytest bindings/python")).run()?;
    notebook()
}

/// Holds the native half to the rules of the rest. Without an interpreter: none of its business.
fn clippy() -> Result<(), Failure> {
    let line = format!(
        "cargo clippy --manifest-path {MANIFEST} --target-dir {FOLDER}/cargo --all-targets \
         -- -D warnings"
    );
    // As maturin says when it builds the wheel: the module is not linked with Python either.
    Program::new(&line).env("PYO3_NO_PYTHON", "1").env("PYO3_BUILD_EXTENSION_MODULE", "1").run()
}

/// Builds the wheel, and returns its path.
fn wheel() -> Result<String, Failure> {
    environment("build")?;
    Program::new(&format!(
        "{BUILD}/python -m pip install --quiet --disable-pip-version-check \
         --requirement bindings/python/requirements/build.txt"
    ))
    .run()?;
    let wheels = format!("{FOLDER}/wheels");
    remove(&wheels)?;
    Program::new(&format!(
        "{BUILD}/maturin build --release --locked --manifest-path {MANIFEST} \
         --target-dir {FOLDER}/cargo --out {wheels}"
    ))
    .run()?;
    let made: Vec<String> = fs::read_dir(root().join(&wheels))
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| at(&wheels, &error))?
        .into_iter()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    match made.as_slice() {
        // The stable interface: one wheel for every Python.
        [wheel] if wheel.contains("-cp310-abi3-") => Ok(format!("{wheels}/{wheel}")),
        _ => Err(Failure::new(
            format!("maturin made {made:?}, not one wheel for the stable interface"),
            "see bindings/python/pyproject.toml and the features of pyo3",
        )),
    }
}

/// Makes a fresh virtual environment.
fn environment(name: &str) -> Result<(), Failure> {
    let folder = format!("{FOLDER}/{name}");
    remove(&folder)?;
    Program::new(&format!("python3 -m venv {folder}")).run()
}

/// The types: the Python files by themselves, the stubs against the module as it is installed, and
/// what a user's checker makes of the package.
fn types() -> Result<(), Failure> {
    let mypy = format!("{TEST}/python -m mypy --config-file bindings/python/pyproject.toml");
    Program::new(&format!("{mypy} --package queens_engine")).run()?;
    Program::new(&format!("{mypy} bindings/python/examples bindings/python/benchmarks")).run()?;
    Program::new(&format!(
        "{TEST}/python -m mypy.stubtest queens_engine --mypy-config-file \
         bindings/python/pyproject.toml"
    ))
    .run()
}

/// Executes the notebook, and looks at what it shows.
fn notebook() -> Result<(), Failure> {
    let folder = format!("{FOLDER}/notebooks");
    remove(&folder)?;
    fs::create_dir_all(root().join(&folder)).map_err(|error| at(&folder, &error))?;
    let (kept, executed) =
        (root().join("bindings/python/notebooks/queens.ipynb"), format!("{folder}/queens.ipynb"));
    fs::copy(&kept, root().join(&executed)).map_err(|error| at(&executed, &error))?;
    Program::new(&format!(
        "{TEST}/python -m pytest --nbmake --nbmake-timeout=300 --overwrite --rootdir {folder} \
         -p no:cacheprovider {executed}"
    ))
    .run()?;
    Program::new(&format!(
        "{TEST}/python bindings/python/notebooks/look.py {executed} {}",
        "bindings/python/notebooks/queens.ipynb"
    ))
    .run()
}

fn remove(folder: &str) -> Result<(), Failure> {
    let path = root().join(folder);
    if path.exists() {
        fs::remove_dir_all(&path).map_err(|error| at(folder, &error))?;
    }
    Ok(())
}

fn at(path: impl AsRef<Path>, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", path.as_ref().display()), "see whether it may be written")
}
