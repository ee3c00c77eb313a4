#!/usr/bin/env python3
"""Graphics cards without a card: the kernels compiled for all of them, and weighed.

NVIDIA's compiler comes from PyPI, in versions that are named here, into a virtual environment under target/gpu. The same
text and the same compiler give the same bytes: so the file in the repository can be checked. `cargo xtask gpu` calls
`gpu.py`, or `gpu.py --write`, and then runs the kernels on pocl.
"""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "target/gpu"
SOURCE = ROOT / "crates/queens-gpu/kernels/queens.cl"
FATBIN = ROOT / "crates/queens-gpu/kernels/queens.fatbin"

# The compiler, its parts and the tools that read what it makes. CUDA 13.0 and no newer: PTX of a newer one asks for a
# newer driver.
TOOLKIT = [
    "nvidia-cuda-nvcc==13.0.88",
    "nvidia-cuda-crt==13.0.88",
    "nvidia-nvvm==13.0.88",
    "nvidia-cuda-runtime==13.0.96",
    "nvidia-cuda-cuobjdump==13.2.51",
    "nvidia-cuda-nvdisasm==13.2.51",
]

# The cards that the kernels are compiled for: Turing, Ampere, Ada, Hopper, Blackwell. Others compile the PTX of the
# oldest.
TARGETS = [75, 80, 86, 89, 90, 100, 120]

# Registers of a lane at most: with 40, a multiprocessor has room for twelve groups.
REGISTERS = 40

# Instructions of a step at most, the loop around four of them included. 31 to 36 were counted when this was written; a
# step that is compiled to branches is not found at all.
SLOTS = 38.0

# Steps between two looks at the queue, as in the kernels.
STEPS = 4

# Instructions of the units for logic, shifts, comparisons, selections and plain additions, each taking two cycles a
# warp. Multiplications go elsewhere, which is why the kernels multiply by one.
ALU = set("LOP3 SHF LEA ISETP SEL PLOP3 IADD3 IADD VIADD MOV PRMT SGXT LOP".split())

BRANCHES = set("BRA BSYNC BAR EXIT CALL WARPSYNC BREAK".split())


def read(*words):
    """What a program prints; it must succeed."""
    print("$", *words, file=sys.stderr)
    return subprocess.run(list(map(str, words)), stdout=subprocess.PIPE, text=True, check=True).stdout


@cache
def install(packages):
    pip = FOLDER / "venv/bin/pip"
    if not pip.exists():
        read("python3", "-m", "venv", FOLDER / "venv")
    read(pip, "install", "--quiet", "--no-deps", "--disable-pip-version-check", *packages)


def tool(name, *more):
    """The path of a program of NVIDIA's; installs the compiler, and other packages, first."""
    install((*TOOLKIT, *more))
    return next(path for path in FOLDER.glob(f"venv/**/nvidia/**/{name}") if path.is_file())


def compile_kernels():
    """Compiles the kernels for all targets, and the PTX for the cards to come."""
    made = FOLDER / "queens.fatbin"
    codes = [(target, f"sm_{target}") for target in TARGETS] + [(TARGETS[0], f"compute_{TARGETS[0]}")]
    flags = [f"-gencode=arch=compute_{arch},code={code}" for arch, code in codes]
    # nvcc is named on the file as it is in the repository: the name is part of what it makes.
    nvcc = [tool("nvcc"), "-x", "cu", "-fatbin", "-O3", *flags, SOURCE.relative_to(ROOT), "-o", made]
    subprocess.run(nvcc, cwd=ROOT, check=True)
    return made


def usages(listing):
    """Registers and local bytes of each target and kernel, from `cuobjdump -res-usage`."""
    found, target, kernel = {}, None, None
    for line in listing.splitlines():
        if match := re.search(r"arch = sm_(\d+)", line):
            target = int(match[1])
        elif match := re.search(r"Function (\w+):", line):
            kernel = match[1]
        elif match := re.search(r"REG:(\d+) STACK:(\d+) .*LOCAL:(\d+)", line):
            registers, stack, local = map(int, match.groups())
            found[target, kernel] = registers, stack + local
    return found


def steps(sass):
    """Instructions a step of each target and kernel, and those of the ALU, from `cuobjdump -sass`: of the straight
    piece of code that takes four frames from the stack."""
    found, target, kernel, run, taken = {}, None, None, [], 0
    for line in sass.splitlines():
        if match := re.search(r"arch = sm_(\d+)", line):
            target = int(match[1])
        elif match := re.search(r"Function : (\w+)", line):
            kernel, run, taken = match[1], [], 0
        # The address, perhaps a predicate, and the name of the instruction; lines of code only have no name.
        elif match := re.match(r"\s*/\*[0-9a-f]{4,}\*/\s+(?:@\S+\s+)?([A-Z][\w.]*)", line):
            base, _, parts = match[1].partition(".")
            run.append(base)
            taken += base == "LDS" and "128" in parts
            if base in BRANCHES:
                if taken == STEPS and kernel.startswith("count"):
                    alu = sum(name in ALU for name in run)
                    found[target, kernel] = len(run) / STEPS, alu / STEPS
                run, taken = [], 0
    return found


def weigh(made):
    """Complaints about what the compiler made: registers, spills, the instructions of a step."""
    of_kernels = usages(read(tool("cuobjdump"), "-res-usage", made))
    of_steps = steps(read(tool("cuobjdump"), "-sass", made))
    wrong = []
    print("target  kernel       registers  local bytes  slots a step  of the ALU")
    for (target, kernel), (registers, local) in sorted(of_kernels.items()):
        slots, alu = of_steps.get((target, kernel), (None, None))
        shown = f"{slots:>12.2f}  {alu:>10.2f}" if slots else ""
        print(f"sm_{target:<5}{kernel:<13}{registers:>9}  {local:>11}  {shown}")
        what = f"{kernel} for sm_{target}"
        if registers > REGISTERS:
            wrong.append(f"{what} takes {registers} registers, more than {REGISTERS}")
        if local:
            wrong.append(f"{what} spills {local} bytes")
        if slots and slots > SLOTS:
            wrong.append(f"{what} has {slots:.2f} instructions a step, more than {SLOTS}")
        if slots is None and kernel.startswith("count"):
            wrong.append(f"{what} has no loop of {STEPS} steps without a branch")
    if len(of_kernels) != 3 * len(TARGETS):
        wrong.append(f"there are {len(of_kernels)} kernels, not 3 for each target")
    return wrong


def main():
    made = compile_kernels()
    size, name = made.stat().st_size, FATBIN.relative_to(ROOT)
    if "--write" in sys.argv:
        FATBIN.write_bytes(made.read_bytes())
        print(f"{name}: {size} bytes, written")
    elif FATBIN.read_bytes() != made.read_bytes():
        sys.exit(
            f"error: {name} is not what {SOURCE.relative_to(ROOT)} compiles to\n"
            "help: write it by `cargo xtask gpu --write`, and commit it with the text"
        )
    else:
        print(f"{name}: {size} bytes, what its text compiles to")
    if wrong := weigh(made):
        sys.exit("error: " + "; ".join(wrong) + "\nhelp: see docs/gpu.md for what the kernels should compile to")


if __name__ == "__main__":
    main()
