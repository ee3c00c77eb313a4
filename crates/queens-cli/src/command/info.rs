//! `queens info`: this version on this machine.

use std::env::consts;
use std::fs;
use std::process::Command;
use std::thread::available_parallelism;

use queens::complete;
use queens::draw::Drawing;
use queens::engine::search;
use queens_json::Machine;

use crate::command::prelude::*;

pub(crate) fn run(form: &Form) -> Result<Exit> {
    let (version, target, machine) = (env!("CARGO_PKG_VERSION"), target(), machine());
    // The workflow of releases sets it. Asking git would build the program again at every commit.
    let commit = option_env!("QUEENS_COMMIT");
    let threads = available_parallelism().map_or(1, NonZeroUsize::get);
    let (count, list, complete) = (search::MAX_N, complete::MAX_N, complete::MAX_N);
    let (features, draw) = (cpu_features(), Drawing::MAX_N);
    let feature = |(name, present): &(&str, bool)| json!({ "name": name, "present": present });
    let kernel = |kernel: Kernel| {
        let (name, missing) = (kernel.name(), kernel.missing());
        joined([
            json!({ "name": name, "available": missing.is_none() }),
            missing.map_or(Value::Null, |reason| json!({ "reason": reason })),
        ])
    };
    let document = joined([
        json!({ "schema": "queens.info/1", "version": version }),
        commit.map_or(Value::Null, |commit| json!({ "commit": commit })),
        json!({ "target": target }),
        json!(machine),
        json!({
            "threads": threads,
            "cpu_features": features.iter().map(feature).collect::<Vec<_>>(),
            "kernels": Kernel::ALL.map(kernel),
            "limits": { "count": count, "list": list, "complete": complete, "draw": draw },
        }),
    ]);
    form.format.write(&document, |out| {
        let commit = commit.unwrap_or("no release");
        writeln!(out, "queens   {version} ({commit}), {target}")?;
        writeln!(out, "cpu      {}, {}", machine.cpu, machine.os)?;
        writeln!(out, "threads  {threads}")?;
        for (label, wanted) in [("has", true), ("lacks", false)] {
            let features = features.iter().filter(|(_, present)| *present == wanted);
            let names: Vec<&str> = features.map(|(name, _)| *name).collect();
            if !names.is_empty() {
                writeln!(out, "{label:<8} {}", names.join(" "))?;
            }
        }
        for kernel in Kernel::ALL {
            writeln!(out, "kernel   {kernel:<8} {}", kernel.missing().unwrap_or("available"))?;
        }
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

/// The instruction sets that kernels ask for, and whether they are there.
#[cfg(target_arch = "x86_64")]
fn cpu_features() -> Vec<(&'static str, bool)> {
    macro_rules! detect {
        ($($name:tt)*) => {
            vec![$(($name, is_x86_feature_detected!($name))),*]
        };
    }
    detect!(
        "popcnt" "bmi1" "bmi2" "avx2" "avx512f" "avx512bw" "avx512vl" "avx512vbmi" "avx512vbmi2"
        "avx512vpopcntdq" "avx512bitalg" "gfni"
    )
}

/// No kernel asks for more than this architecture always has.
#[cfg(not(target_arch = "x86_64"))]
fn cpu_features() -> Vec<(&'static str, bool)> {
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
