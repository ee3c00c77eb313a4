//! Packages of Debian's, for the parts of CI that need more than Rust.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::program::{Program, target};

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
    try_to(&list).map_err(|failure| {
        eprintln!("{failure}");
        Failure::new(
            format!("Debian's packages {list} cannot be installed"),
            "install them, or what brings the same programs, and run this again",
        )
    })
}

fn try_to(list: &str) -> Result<(), Failure> {
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
