//! The library on 64-bit ARM, emulated: what its kernel computes, and not how fast.

use crate::debian;
use crate::failure::Failure;
use crate::program::Program;

const TARGET: &str = "aarch64-unknown-linux-gnu";
const LINKER: &str = "aarch64-linux-gnu-gcc";
/// Where Debian puts the libraries that the linker takes.
const EMULATOR: &str = "qemu-aarch64 -L /usr/aarch64-linux-gnu";

/// Compiles the library for that processor and runs the tests of counting by color.
pub(crate) fn run() -> Result<(), Failure> {
    let has = |program: &str| Program::new(&format!("{program} --version")).succeeds();
    if !has(LINKER) || !has("qemu-aarch64") {
        debian::install(&["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user"])?;
    }
    Program::new(&format!("rustup target add {TARGET}")).run()?;
    let tests = |chosen: &str| {
        Program::new(&format!("cargo test --package queens --target {TARGET} {chosen}"))
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", LINKER)
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", EMULATOR)
            .run()
    };
    tests("--test kernels")?;
    tests("--lib color::")
}
