//! The machine on which times are measured.

use std::env::consts;
use std::fs;
use std::process::Command;

use queens_json::Machine;

pub(crate) fn this() -> Machine {
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

#[cfg(test)]
mod tests {
    #[test]
    fn the_machine_has_a_name_on_one_line() {
        let machine = super::this();
        assert!(!machine.cpu.is_empty() && machine.cpu == machine.cpu.trim());
        assert!(!machine.cpu.contains('\n'));
        assert!(machine.os.starts_with(std::env::consts::OS));
    }
}
