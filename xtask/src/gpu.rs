//! Graphics cards without a card: the kernels compiled for all of them, weighed, and run on pocl.
//!
//! NVIDIA's compiler comes from `PyPI`, in versions that are named here, into a virtual environment under
//! `target/gpu`. The same text and the same compiler give the same bytes: so the file in the repository can be
//! checked. pocl, an `OpenCL` driver for processors, comes from Debian.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::debian;
use crate::failure::Failure;
use crate::program::{AS_SHIPPED, Program, root};

mod report;

pub(crate) use report::{Measurement, report};

/// The compiler, its parts and the tools that read what it makes. CUDA 13.0 and no newer: PTX of a newer one
/// asks for a newer driver.
const TOOLKIT: [&str; 6] = [
    "nvidia-cuda-nvcc==13.0.88",
    "nvidia-cuda-crt==13.0.88",
    "nvidia-nvvm==13.0.88",
    "nvidia-cuda-runtime==13.0.96",
    "nvidia-cuda-cuobjdump==13.2.51",
    "nvidia-cuda-nvdisasm==13.2.51",
];

/// The cards that the kernels are compiled for: Turing, Ampere, Ada, Hopper, Blackwell. Others compile the PTX
/// of the oldest.
const TARGETS: [u32; 7] = [75, 80, 86, 89, 90, 100, 120];

const SOURCE: &str = "crates/queens-gpu/kernels/queens.cl";
const FATBIN: &str = "crates/queens-gpu/kernels/queens.fatbin";

/// Registers of a lane at most: with 40, a multiprocessor has room for twelve groups.
const REGISTERS: u32 = 40;

/// Instructions of a step at most, the loop around four of them included. 31 to 36 were counted when this was
/// written; a step that is compiled to branches is not found at all.
const SLOTS: f64 = 38.0;

/// Steps between two looks at the queue, as in the kernels.
const STEPS: usize = 4;

/// The whole check.
pub(crate) fn run(write: bool) -> Result<(), Failure> {
    let toolkit = Toolkit::install()?;
    toolkit.fatbin(write)?;
    toolkit.weigh()?;
    pocl()?;
    // All on pocl; that it is there is the point.
    Program::new(&format!("{AS_SHIPPED} --test devices")).env("QUEENS_REQUIRE", "opencl").run()
}

/// NVIDIA's compiler in a virtual environment.
struct Toolkit {
    folder: PathBuf,
    bin: PathBuf,
    pip: String,
}

impl Toolkit {
    /// Sees that it is there; installs what is not.
    fn install() -> Result<Self, Failure> {
        let folder = root().join("target/gpu");
        fs::create_dir_all(&folder).map_err(|error| at(&folder, &error))?;
        let venv = folder.join("venv");
        let pip = venv.join("bin/pip");
        if !Program::new(&format!("{} --version", pip.display())).succeeds() {
            let make = format!("python3 -m venv {}", venv.display());
            if !Program::new(&make).succeeds() {
                debian::install(&["python3", "python3-venv"])?;
                Program::new(&make).run()?;
            }
        }
        let pip =
            format!("{} install --quiet --no-deps --disable-pip-version-check", pip.display());
        Program::new(&format!("{pip} {}", TOOLKIT.join(" "))).run()?;
        // nvcc asks a host compiler for its preprocessor.
        if !Program::new("c++ --version").succeeds() {
            debian::install(&["g++"])?;
        }
        Ok(Self { bin: find(&venv, "nvcc")?, folder, pip })
    }

    /// Installs another of NVIDIA's packages beside it.
    fn install_more(&self, package: &str) -> Result<(), Failure> {
        Program::new(&format!("{} {package}", self.pip)).run()
    }

    /// Where a program of it is.
    fn find(&self, name: &str) -> Result<PathBuf, Failure> {
        Ok(find(&self.folder.join("venv"), name)?.join(name))
    }

    /// A program of it, with arguments.
    fn program(&self, name: &str, args: &str) -> Program {
        Program::new(&format!("{} {args}", self.bin.join(name).display()))
    }

    /// Compiles the kernels and compares the result with the one in the repository, or writes it there.
    fn fatbin(&self, write: bool) -> Result<(), Failure> {
        let made = self.folder.join("queens.fatbin");
        let targets: Vec<String> = TARGETS
            .iter()
            .map(|target| format!("-gencode arch=compute_{target},code=sm_{target}"))
            .collect();
        let oldest = TARGETS[0];
        let ptx = format!("-gencode arch=compute_{oldest},code=compute_{oldest}");
        let args =
            format!("-x cu -fatbin -O3 {} {ptx} {SOURCE} -o {}", targets.join(" "), made.display());
        self.program("nvcc", &args).run()?;
        let new = fs::read(&made).map_err(|error| at(&made, &error))?;
        let kept = root().join(FATBIN);
        if write {
            fs::write(&kept, &new).map_err(|error| at(&kept, &error))?;
            eprintln!("{FATBIN}: {} bytes, written", new.len());
            return Ok(());
        }
        let old = fs::read(&kept).map_err(|error| at(&kept, &error))?;
        if old == new {
            eprintln!("{FATBIN}: {} bytes, what its text compiles to", new.len());
            return Ok(());
        }
        Err(Failure::new(
            format!(
                "{FATBIN} ({} bytes) is not what {SOURCE} compiles to ({})",
                old.len(),
                new.len()
            ),
            "`cargo xtask gpu --write` makes it anew; commit it with the text",
        ))
    }

    /// Reads what the compiler made: registers, spills, the instructions of a step.
    fn weigh(&self) -> Result<(), Failure> {
        let file = self.folder.join("queens.fatbin");
        let listing =
            self.program("cuobjdump", &format!("-res-usage {}", file.display())).read()?;
        let usages = usages(&listing)?;
        let sass = self.program("cuobjdump", &format!("-sass {}", file.display())).read()?;
        let steps = steps(&sass);
        eprintln!("target  kernel       registers  local bytes  slots a step  of the ALU");
        let mut wrong = Vec::new();
        for ((target, kernel), usage) in &usages {
            let step = steps.get(&(*target, kernel.clone()));
            let shown = step.map_or_else(String::new, |step| {
                format!("{:>12.2}  {:>10.2}", step.slots, step.alu)
            });
            eprintln!(
                "sm_{target:<5}{kernel:<13}{:>9}  {:>11}  {shown}",
                usage.registers, usage.local
            );
            let what = format!("{kernel} for sm_{target}");
            if usage.registers > REGISTERS {
                wrong.push(format!("{what} takes {} registers", usage.registers));
            }
            if usage.local > 0 {
                wrong.push(format!("{what} spills {} bytes", usage.local));
            }
            match step {
                Some(step) if step.slots > SLOTS => {
                    wrong.push(format!("{what} has {:.2} instructions a step", step.slots));
                }
                None if kernel.starts_with("count") => {
                    wrong.push(format!("{what} has no loop of {STEPS} steps without a branch"));
                }
                _ => {}
            }
        }
        if usages.len() != 3 * TARGETS.len() {
            wrong.push(format!("there are {} kernels, not 3 for each target", usages.len()));
        }
        match wrong.first() {
            None => Ok(()),
            Some(first) => Err(Failure::new(
                format!("{first}{}", more(&wrong)),
                format!(
                    "at most {REGISTERS} registers, no spill, {SLOTS} instructions; see docs/gpu.md for \
                     what {SOURCE} should compile to"
                ),
            )),
        }
    }
}

fn more(all: &[String]) -> String {
    if all.len() > 1 { format!(", and {} more", all.len() - 1) } else { String::new() }
}

/// What a kernel takes.
struct Usage {
    registers: u32,
    /// Memory of a lane's own beside the registers: none, unless they are too few.
    local: u32,
}

/// Reads `cuobjdump -res-usage`.
fn usages(listing: &str) -> Result<BTreeMap<(u32, String), Usage>, Failure> {
    let strange = |line: &str| {
        Failure::new(
            format!("cuobjdump printed `{line}`"),
            "correct its reading in xtask/src/gpu.rs",
        )
    };
    let mut usages = BTreeMap::new();
    let (mut target, mut kernel) = (None, None);
    for line in listing.lines().map(str::trim) {
        if let Some(arch) = line.strip_prefix("arch = sm_") {
            target = arch.parse::<u32>().ok();
        } else if let Some(name) = line.strip_prefix("Function ") {
            kernel = Some(name.trim_end_matches(':').to_owned());
        } else if line.starts_with("REG:") {
            let number = |name: &str| {
                let field = line.split_whitespace().find_map(|field| field.strip_prefix(name));
                field.and_then(|digits| digits.parse::<u32>().ok())
            };
            let numbers = (number("REG:"), number("STACK:"), number("LOCAL:"));
            let (Some(target), Some(kernel), (Some(registers), Some(stack), Some(local))) =
                (target, kernel.take(), numbers)
            else {
                return Err(strange(line));
            };
            usages.insert((target, kernel), Usage { registers, local: stack + local });
        }
    }
    Ok(usages)
}

/// The loop of a counting kernel.
struct Step {
    slots: f64,
    /// Of these, what the units for logic and comparisons do, each taking two cycles a warp.
    alu: f64,
}

/// Instructions of the units for logic, shifts, comparisons, selections and plain additions. Multiplications go
/// elsewhere, which is why the kernels multiply by one.
const ALU: [&str; 13] = [
    "LOP3", "SHF", "LEA", "ISETP", "SEL", "PLOP3", "IADD3", "IADD", "VIADD", "MOV", "PRMT", "SGXT",
    "LOP",
];

/// Reads `cuobjdump -sass`: the straight piece of code that takes four frames from the stack.
fn steps(sass: &str) -> BTreeMap<(u32, String), Step> {
    let mut found = BTreeMap::new();
    let (mut target, mut kernel) = (0, String::new());
    // The instructions since the last branch, label or barrier.
    let (mut run, mut taken): (Vec<&str>, usize) = (Vec::new(), 0);
    for line in sass.lines().map(str::trim) {
        if let Some(arch) = line.strip_prefix("arch = sm_") {
            target = arch.parse().unwrap_or(0);
        } else if let Some(name) = line.strip_prefix("Function : ") {
            name.clone_into(&mut kernel);
            (run, taken) = (Vec::new(), 0);
        }
        let Some(rest) = line.strip_prefix("/*").and_then(|rest| rest.split_once("*/")) else {
            continue;
        };
        let mut words = rest.1.split_whitespace();
        let mut name = words.next().unwrap_or("");
        if name.starts_with('@') {
            name = words.next().unwrap_or("");
        }
        let (base, parts) = name.split_once('.').unwrap_or((name, ""));
        let base = base.trim_end_matches(';');
        if base.is_empty() || rest.0.starts_with("0x") {
            continue;
        }
        run.push(base);
        taken += usize::from(base == "LDS" && parts.contains("128"));
        if ["BRA", "BSYNC", "BAR", "EXIT", "CALL", "WARPSYNC", "BREAK"].contains(&base) {
            if taken == STEPS && kernel.starts_with("count") {
                let alu = run.iter().filter(|name| ALU.contains(name)).count();
                let a_step = |count: usize| count as f64 / STEPS as f64;
                let step = Step { slots: a_step(run.len()), alu: a_step(alu) };
                found.insert((target, kernel.clone()), step);
            }
            (run, taken) = (Vec::new(), 0);
        }
    }
    found
}

/// Sees that pocl is there.
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

/// The folder of a program somewhere below `folder`.
fn find(folder: &Path, program: &str) -> Result<PathBuf, Failure> {
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let is_program = next.join(program).is_file();
        if is_program && next.components().any(|part| part.as_os_str() == "nvidia") {
            return Ok(next);
        }
        for entry in fs::read_dir(&next).map_err(|error| at(&next, &error))?.flatten() {
            // Links lead out, or in circles.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(entry.path());
            }
        }
    }
    Err(Failure::new(
        format!("there is no {program} in {}", folder.display()),
        format!("remove {} and run this again", folder.display()),
    ))
}

fn at(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", path.display()), "see to the file and run this again")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usages_are_read() {
        let listing = "Fatbin elf code:\narch = sm_75\n\nResource usage:\n Common:\n  GLOBAL:0\n \
                       Function expand:\n  REG:36 STACK:0 SHARED:16 LOCAL:0 CONSTANT[0]:448\n \
                       Function count_near:\n  REG:33 STACK:8 SHARED:272 LOCAL:4 CONSTANT[0]:416\n";
        let Ok(usages) = usages(listing) else { panic!("it is not read") };
        let of = |kernel: &str| {
            let usage = &usages[&(75, kernel.to_owned())];
            (usage.registers, usage.local)
        };
        assert_eq!((of("expand"), of("count_near")), ((36, 0), (33, 12)));
    }

    #[test]
    fn a_step_is_the_straight_code_that_takes_four_frames() {
        let frame = "        /*0010*/  @!P2 LDS.128 R8, [R0] ;   /* 0x0 */\n";
        let logic = "        /*0020*/   LOP3.LUT R1, R2, R3, RZ, 0xc0, !PT ;   /* 0x0 */\n";
        let code = "                                              /* 0x000fe200078e0209 */\n";
        let end = "        /*0030*/   BRA 0x10 ;   /* 0x0 */\n";
        let of = |body: &str| {
            let sass = format!("arch = sm_90\n\t\tFunction : count_near\n{end}{body}{end}");
            steps(&sass).remove(&(90, "count_near".to_owned()))
        };
        let straight = of(&format!("{frame}{code}{logic}{frame}{frame}{logic}{frame}"));
        assert_eq!(straight.map(|step| (step.slots, step.alu)), Some((7.0 / 4.0, 2.0 / 4.0)));
        assert!(of(&format!("{frame}{frame}{end}{frame}{frame}")).is_none(), "a branch between");
    }
}
