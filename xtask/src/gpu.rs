//! Graphics cards: the kernels compiled and weighed without a card (xtask/gpu.py) and run on pocl; all that only a
//! card can tell (`xtask/gpu_report.py`).

use std::path::{Path, PathBuf};

use crate::debian;
use crate::failure::Failure;
use crate::program::{AS_SHIPPED, Program, binary};

/// What to measure on a card.
pub(crate) struct Measurement {
    /// The source folder of `ygch/n_queens`.
    pub(crate) peer: Option<PathBuf>,
    /// The largest n to be timed.
    pub(crate) largest: u32,
    /// Rounds for n up to 20; above, one.
    pub(crate) rounds: u32,
}

/// The whole check that needs no card.
pub(crate) fn run(write: bool) -> Result<(), Failure> {
    crate::python::ensure()?;
    // nvcc asks a host compiler for its preprocessor.
    if !Program::new("c++ --version").succeeds() {
        debian::install(&["g++"])?;
    }
    let check = Program::new("python3 xtask/gpu.py");
    if write {
        check.arg("--write").run()?;
    } else {
        check.run()?;
    }
    pocl()?;
    // All on pocl; that it is there is the point.
    Program::new(&format!("{AS_SHIPPED} --test devices")).env("QUEENS_REQUIRE", "opencl").run()
}

/// Sees that pocl, an `OpenCL` driver for processors, is there.
fn pocl() -> Result<(), Failure> {
    let driver = Path::new("/etc/OpenCL/vendors/pocl.icd");
    if !driver.exists() {
        debian::install(&["pocl-opencl-icd", "ocl-icd-libopencl1"])?;
    }
    if driver.exists() {
        return Ok(());
    }
    Err(Failure::new(
        format!("there is no {}, although pocl is installed", driver.display()),
        "see where the package pocl-opencl-icd has put its driver",
    ))
}

/// Measures all, and writes target/gpu/report.md.
pub(crate) fn report(what: &Measurement) -> Result<(), Failure> {
    crate::python::ensure()?;
    Program::new("cargo build --release").run()?;
    // Conformance, every class of n = 8 to 14, random sub-problems, totals.
    Program::new("cargo test --release -p queens-gpu").env("QUEENS_REQUIRE", "cuda").run()?;
    let report = Program::new("python3 xtask/gpu_report.py").arg(binary("queens"));
    let report = report.arg(what.largest.to_string()).arg(what.rounds.to_string());
    match &what.peer {
        Some(folder) => report.arg(folder).run(),
        None => report.run(),
    }
}
