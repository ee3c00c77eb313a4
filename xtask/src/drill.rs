//! The kill drill: xtask/drill.py.

use crate::failure::Failure;
use crate::program::{Program, binary};

/// Rounds by default.
pub(crate) const ROUNDS: u32 = 200;

/// The seed by default.
pub(crate) const SEED: u64 = 20_260_801;

/// Runs the script, and fails at the first certificate that differs.
pub(crate) fn run(rounds: u32, seed: u64) -> Result<(), Failure> {
    crate::python::ensure()?;
    Program::new("cargo build --release").run()?;
    let drill = Program::new("python3 xtask/drill.py").arg(binary("queens")).arg("target/drill");
    drill.arg(rounds.to_string()).arg(seed.to_string()).run()
}
