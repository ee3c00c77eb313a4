//! `queens info`: this version on this machine.

use std::env::consts;
use std::fs;
use std::process::Command;
use std::thread::available_parallelism;

use queens::complete;
use queens::engine::search;
use queens_json::{CpuFeature, Info, KernelStatus, Largest, Machine};

use crate::command::prelude::*;

pub(crate) fn run(form: &Form) -> Result<Exit> {
    let kernels = Kernel::ALL
        .into_iter()
        .map(|kernel| KernelStatus {
            name: kernel.name(),
            available: kernel.missing().is_none(),
            reason: kernel.missing(),
        })
        .collect();
    let info = Info {
        version: env!("CARGO_PKG_VERSION"),
        // The workflow of releases sets it. Asking git would build the program again at every commit.
        commit: option_env!("QUEENS_COMMIT"),
        target: target(),
        machine: machine(),
        threads: available_parallelism().map_or(1, NonZeroUsize::get),
        cpu_features: cpu_features(),
        kernels,
        limits: Largest {
            count: search::MAX_N,
            list: complete::MAX_N,
            complete: complete::MAX_N,
            draw: queens::draw::Drawing::MAX_N,
        },
    };
    form.format.write(&info, |out| {
        let commit = info.commit.unwrap_or("no release");
        writeln!(out, "queens   {} ({commit}), {}", info.version, info.target)?;
        writeln!(out, "cpu      {}, {}", info.machine.cpu, info.machine.os)?;
        writeln!(out, "threads  {}", info.threads)?;
        for (label, present) in [("has", true), ("lacks", false)] {
            let features = info.cpu_features.iter().filter(|feature| feature.present == present);
            let names: Vec<&str> = features.map(|feature| feature.name).collect();
            if !names.is_empty() {
                writeln!(out, "{label:<8} {}", names.join(" "))?;
            }
        }
        for kernel in &info.kernels {
            let state = kernel.reason.unwrap_or("available");
            writeln!(out, "kernel   {:<8} {state}", kernel.name)?;
        }
        let Largest { count, list, complete, draw } = info.limits;
        writeln!(out, "largest  count {count}, list {list}, complete {complete}, draw {draw}")?;
        Ok(())
    })
}

/// What this program was compiled for.
fn target() -> String {
    let library = match () {
        () if cfg!(target_env = "musl") => "-musl",
        () if cfg!(target_env = "gnu") => "-gnu",
        () if cfg!(target_env = "msvc") => "-msvc",
        () => "",
    };
    format!("{}-{}{library}", consts::ARCH, consts::OS)
}

/// The instruction sets that kernels ask for.
#[cfg(target_arch = "x86_64")]
fn cpu_features() -> Vec<CpuFeature> {
    macro_rules! detect {
        ($($name:tt)*) => {
            vec![$(CpuFeature { name: $name, present: is_x86_feature_detected!($name) }),*]
        };
    }
    detect!(
        "popcnt" "bmi1" "bmi2" "avx2" "avx512f" "avx512bw" "avx512vl" "avx512vbmi" "avx512vbmi2"
        "avx512vpopcntdq" "avx512bitalg" "gfni"
    )
}

/// No kernel asks for more than this architecture always has.
#[cfg(not(target_arch = "x86_64"))]
fn cpu_features() -> Vec<CpuFeature> {
    Vec::new()
}

/// The machine on which times are measured.
pub(crate) fn machine() -> Machine {
    let cpu = cpu_name().unwrap_or_else(|| consts::ARCH.to_owned());
    // Some processors pad their names with spaces.
    let cpu = cpu.split_whitespace().collect::<Vec<_>>().join(" ");
    Machine { cpu, os: format!("{} {}", consts::OS, consts::ARCH) }
}

fn cpu_name() -> Option<String> {
    match consts::OS {
        "linux" => {
            let info = fs::read_to_string("/proc/cpuinfo").ok()?;
            let line = info.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.to_owned())
        }
        "macos" => {
            let sysctl = Command::new("sysctl").args(["-n", "machdep.cpu.brand_string"]).output();
            let name = String::from_utf8(sysctl.ok()?.stdout).ok()?;
            (!name.trim().is_empty()).then_some(name)
        }
        _ => std::env::var("PROCESSOR_IDENTIFIER").ok(),
    }
}
