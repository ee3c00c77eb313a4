//! The Python package: its wheel is built, installed where nothing else is, and tested there.

use crate::debian;
use crate::failure::Failure;
use crate::program::Program;

/// Runs bindings/python/check.
pub(crate) fn run() -> Result<(), Failure> {
    ensure()?;
    Program::new("bash bindings/python/check").run()
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
