//! Runs on Slurm's real daemons, and over ssh with GNU parallel: xtask/slurm.py.

use crate::debian;
use crate::failure::Failure;
use crate::program::{Program, binary};

/// What must be there, and the Debian packages that bring it.
const PROGRAMS: [(&str, &str); 6] = [
    ("slurmctld", "slurmctld"),
    ("slurmd", "slurmd"),
    ("sbatch", "slurm-client"),
    ("munged", "munge"),
    ("sshd", "openssh-server"),
    ("parallel", "parallel"),
];

/// Packages that have no program of their own.
const MORE_PACKAGES: [&str; 3] = ["slurm-wlm", "slurm-wlm-basic-plugins", "openssh-client"];

/// Installs what is not there, and runs the script.
pub(crate) fn run() -> Result<(), Failure> {
    // Daemons lie beside the PATH of ordinary users.
    let path = format!("{}:/usr/sbin:/sbin", std::env::var("PATH").unwrap_or_default());
    let is_there = |program: &str| Program::new("which").arg(program).env("PATH", &path).succeeds();
    let mut lacking: Vec<&str> =
        PROGRAMS.iter().filter(|(name, _)| !is_there(name)).map(|(_, package)| *package).collect();
    if !lacking.is_empty() {
        lacking.extend(MORE_PACKAGES);
        debian::install(&lacking)?;
    }
    crate::python::ensure()?;
    Program::new("cargo build --release").run()?;
    Program::new("python3 xtask/slurm.py").arg(binary("queens")).arg("target/slurm").run()
}
