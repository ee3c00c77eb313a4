//! What is done in Python: the scripts of this folder, the package, the plots.

use crate::debian;
use crate::failure::Failure;
use crate::program::Program;

/// Builds the Python package, installs it where nothing else is, and tests it there: bindings/python/check.
pub(crate) fn package() -> Result<(), Failure> {
    ensure()?;
    Program::new("bash bindings/python/check").run()
}

/// Runs a script of this folder, mostly with the released program as its first argument.
pub(crate) fn script(name: &str) -> Result<Program, Failure> {
    ensure()?;
    Ok(Program::new(&format!("python3 xtask/{name}.py")))
}

/// A program of a virtual environment below target/, with packages of `PyPI`.
pub(crate) fn environment(name: &str, packages: &str, program: &str) -> Result<Program, Failure> {
    ensure()?;
    let folder = format!("target/{name}");
    Program::new(&format!("python3 -m venv {folder}")).run()?;
    let pip = "install --quiet --disable-pip-version-check";
    Program::new(&format!("{folder}/bin/pip {pip} {packages}")).run()?;
    Ok(Program::new(&format!("{folder}/bin/{program}")))
}

/// Sees that there is a Python that can make virtual environments; installs Debian's if not.
pub(crate) fn ensure() -> Result<(), Failure> {
    if !ready() {
        debian::install(&["python3", "python3-venv"])?;
    }
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
    const NEW_ENOUGH: &str = "import sys; raise SystemExit(sys.version_info < (3, 10))";
    Program::new("python3 -c").arg(NEW_ENOUGH).succeeds()
        && Program::new("python3 -m venv --clear target/python/probe").succeeds()
}
