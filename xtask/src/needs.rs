//! What tasks need beyond Rust: packages of Debian's, programs of crates.io, Python and its packages.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{Failure, Program, executable, target};

/// Sees that there are these programs: installs the packages of those that are missing, and with them the other ones.
pub(crate) fn programs(needed: &[(&str, &str)], others: &[&str]) -> Result<(), Failure> {
    // Daemons lie beside the PATH of ordinary users.
    let path = format!("{}:/usr/sbin:/sbin", std::env::var("PATH").unwrap_or_default());
    let lacks = |program: &str| !Program::new("which").arg(program).env("PATH", &path).succeeds();
    let lacking = needed.iter().filter(|(program, _)| lacks(program));
    let mut packages: Vec<&str> = lacking.map(|(_, package)| *package).collect();
    if packages.is_empty() {
        return Ok(());
    }
    packages.extend(others);
    install(&packages)
}

/// Installs packages, as root or through sudo, without starting their services: none may listen on this
/// machine's network.
pub(crate) fn install(packages: &[&str]) -> Result<(), Failure> {
    let list = packages.join(" ");
    eprintln!("this part needs Debian's packages {list}");
    try_to_install(&list).map_err(|failure| {
        eprintln!("{failure}");
        let what = format!("Debian's packages {list} cannot be installed");
        Failure::new(what, "install them, or what brings the same programs, and run this again")
    })
}

fn try_to_install(list: &str) -> Result<(), Failure> {
    let is_root = Program::new("id -u").quietly().is_some_and(|user| user.trim() == "0");
    let sudo = if is_root { "" } else { "sudo " };
    let run = |line: &str| Program::new(&format!("{sudo}{line}")).run();
    let policy = "/usr/sbin/policy-rc.d";
    let forbid = !Path::new(policy).exists();
    if forbid {
        // What Debian's maintainer scripts ask before they start a service; 101 is no.
        let no = target().join("policy-rc.d");
        fs::write(&no, "#!/bin/sh\nexit 101\n").map_err(|error| Failure::at(&no, &error))?;
        run(&format!("install -m 755 {} {policy}", no.display()))?;
    }
    let done = run("apt-get update").and_then(|()| {
        run(&format!(
            "env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends {list}"
        ))
    });
    if forbid {
        run(&format!("rm {policy}"))?;
    }
    done
}

/// A program and its version, built once. `choice` selects its features. It lies in target/tools.
///
/// It is built without optimization, which saves minutes and costs seconds when it runs.
pub(crate) fn installed(name: &str, version: &str, choice: &str) -> Result<PathBuf, Failure> {
    let tools = target().join("tools");
    let program = executable(&tools.join("bin"), name);
    let there = Program::at(&program).arg("--version").quietly();
    if !there.is_some_and(|printed| printed.contains(version)) {
        Program::new(&format!(
            "cargo install {name} --version ={version} --locked --debug --force {choice} --root"
        ))
        .arg(&tools)
        // A folder of its own, so that it does not wait for our builds.
        .env("CARGO_TARGET_DIR", tools.join("build"))
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .run()?;
    }
    Ok(program)
}

pub(crate) fn python_package() -> Result<(), Failure> {
    ensure_python()?;
    Program::new("bash bindings/python/check").run()
}

/// Runs a script of this folder, mostly with the released program as its first argument.
pub(crate) fn script(name: &str) -> Result<Program, Failure> {
    ensure_python()?;
    Ok(Program::new(&format!("python3 xtask/{name}.py")))
}

/// The Python of a virtual environment in this folder, with packages of `PyPI`.
pub(crate) fn environment(folder: &str, packages: &str) -> Result<Program, Failure> {
    ensure_python()?;
    Program::new(&format!("python3 -m venv {folder}")).run()?;
    let pip = format!("{folder}/bin/pip install --quiet --disable-pip-version-check");
    Program::new(&format!("{pip} {packages}")).run()?;
    Ok(Program::new(&format!("{folder}/bin/python")))
}

/// Sees that there is a Python that can make virtual environments; installs Debian's if not.
fn ensure_python() -> Result<(), Failure> {
    if !python_is_ready() {
        install(&["python3", "python3-venv"])?;
    }
    if python_is_ready() {
        return Ok(());
    }
    let what = "there is no `python3` of version 3.10 or newer that can make virtual environments";
    Err(Failure::new(what, "install one, as with `apt-get install python3 python3-venv`"))
}

/// Whether the machine's own Python is new enough, and makes an environment: Debian's asks for a package
/// of its own only when it is about to.
fn python_is_ready() -> bool {
    const NEW_ENOUGH: &str = "import sys; raise SystemExit(sys.version_info < (3, 10))";
    Program::new("python3 -c").arg(NEW_ENOUGH).succeeds()
        && Program::new("python3 -m venv --clear target/python/probe").succeeds()
}
