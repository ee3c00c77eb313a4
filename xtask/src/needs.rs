//! What tasks need: programs of this workspace, packages of Debian's, programs of crates.io, Python.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xshell::{Cmd, Shell, cmd};

pub(crate) fn target(sh: &Shell) -> PathBuf {
    let target = sh.var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    sh.current_dir().join(target)
}

/// The path of a program in a folder.
pub(crate) fn executable(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Builds the program as it ships, and has its path.
pub(crate) fn queens(sh: &Shell) -> Result<PathBuf> {
    cmd!(sh, "cargo build --release").run()?;
    Ok(executable(&target(sh).join("release"), "queens"))
}

/// Builds the workspace's examples, and what else is chosen, and has their folder.
///
/// This shares what the tests have built, for cargo counts the features that tests and examples ask for. With one
/// package, or a program alone, it would build the dependencies again with fewer features.
pub(crate) fn examples(sh: &Shell, and: &[&str]) -> Result<PathBuf> {
    cmd!(sh, "cargo build --workspace --examples {and...}").run()?;
    Ok(target(sh).join("debug"))
}

/// Tells whether it runs and succeeds, and hides what it prints.
pub(crate) fn succeeds(command: Cmd<'_>) -> bool {
    command.quiet().ignore_stdout().ignore_stderr().run().is_ok()
}

/// Sees that there are these programs: installs the packages of those that are missing, and with them the other ones.
pub(crate) fn programs(sh: &Shell, needed: &[(&str, &str)], others: &[&str]) -> Result<()> {
    let mut packages = missing(sh, needed);
    if !packages.is_empty() {
        packages.extend(others);
    }
    install(sh, &packages)
}

/// The packages of those programs that are missing.
pub(crate) fn missing<'a>(sh: &Shell, needed: &[(&str, &'a str)]) -> Vec<&'a str> {
    // Daemons lie beside the PATH of ordinary users.
    let path = format!("{}:/usr/sbin:/sbin", sh.var("PATH").unwrap_or_default());
    let lacks = |program: &str| !succeeds(cmd!(sh, "which {program}").env("PATH", &path));
    needed.iter().filter(|(program, _)| lacks(program)).map(|(_, package)| *package).collect()
}

/// Installs packages, as root or through sudo, without starting their services: none may listen on this
/// machine's network.
pub(crate) fn install(sh: &Shell, packages: &[&str]) -> Result<()> {
    if packages.is_empty() {
        return Ok(());
    }
    let list = packages.join(" ");
    eprintln!("this part needs Debian's packages {list}");
    let advice = "install them, or what brings the same programs";
    try_to_install(sh, packages)
        .with_context(|| format!("Debian's packages {list} cannot be installed ({advice})"))
}

fn try_to_install(sh: &Shell, packages: &[&str]) -> Result<()> {
    let is_root = cmd!(sh, "id -u").ignore_stderr().read().is_ok_and(|user| user == "0");
    let as_root = if is_root { "env" } else { "sudo" };
    let policy = "/usr/sbin/policy-rc.d";
    let forbid = !sh.path_exists(policy);
    if forbid {
        // What Debian's maintainer scripts ask before they start a service; 101 is no.
        let no = target(sh).join("policy-rc.d");
        sh.write_file(&no, "#!/bin/sh\nexit 101\n")?;
        cmd!(sh, "{as_root} install -m 755 {no} {policy}").run()?;
    }
    let install =
        "env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends";
    let install = install.split(' ').chain(packages.iter().copied());
    let update = cmd!(sh, "{as_root} apt-get update").run();
    let done = update.and_then(|()| cmd!(sh, "{as_root} {install...}").run());
    if forbid {
        cmd!(sh, "{as_root} rm {policy}").run()?;
    }
    Ok(done?)
}

/// A program of crates.io, built once with these features. It lies in target/tools.
///
/// It is built without optimization, which saves minutes and costs seconds when it runs.
pub(crate) fn installed(sh: &Shell, name: &str, version: &str, choice: &str) -> Result<PathBuf> {
    let (tools, choice) = (target(sh).join("tools"), choice.split_whitespace());
    cmd!(sh, "cargo install {name} --version ={version} --locked --debug {choice...}")
        .arg("--root")
        .arg(&tools)
        // A folder of its own, so that it does not wait for our builds.
        .env("CARGO_TARGET_DIR", tools.join("build"))
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .run()?;
    Ok(executable(&tools.join("bin"), name))
}

/// A virtual environment of Python with these packages.
pub(crate) fn environment(sh: &Shell, folder: &Path, packages: &[&OsStr]) -> Result<()> {
    python(sh)?;
    cmd!(sh, "python3 -m venv {folder}").run()?;
    let pip = folder.join("bin/pip");
    let quiet = ["--quiet", "--disable-pip-version-check", "--no-compile"];
    Ok(cmd!(sh, "{pip} install {quiet...} {packages...}").run()?)
}

/// A script of this folder, mostly with the released program as its first argument.
pub(crate) fn script<'a>(sh: &'a Shell, name: &str) -> Result<Cmd<'a>> {
    python(sh)?;
    Ok(cmd!(sh, "python3 xtask/{name}.py"))
}

/// Sees that there is a Python that can make virtual environments; installs Debian's if not.
pub(crate) fn python(sh: &Shell) -> Result<()> {
    if !python_is_ready(sh) {
        install(sh, &["python3", "python3-venv"])?;
    }
    ensure!(
        python_is_ready(sh),
        "there is no `python3` of version 3.10 or newer that can make virtual environments"
    );
    Ok(())
}

/// Whether the machine's own Python is new enough, and makes an environment: Debian's asks for a package
/// of its own only when it is about to.
fn python_is_ready(sh: &Shell) -> bool {
    let new_enough = "import sys; raise SystemExit(sys.version_info < (3, 10))";
    succeeds(cmd!(sh, "python3 -c {new_enough}"))
        && succeeds(cmd!(sh, "python3 -m venv --clear target/python/probe"))
}
