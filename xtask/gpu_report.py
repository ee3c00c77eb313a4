#!/usr/bin/env python3
"""Everything that can only be measured on a card, in one run: `gpu_report.py QUEENS LARGEST ROUNDS [PEER]`.

What cannot be measured on the machine is said to be so, with the reason; a wrong count ends it all. `cargo xtask
gpu-report` tests the kernels on the card first, and then calls this.
"""

import json
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import gpu
from gpu import read

QUEENS, LARGEST, ROUNDS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
PEER = Path(sys.argv[4]) if len(sys.argv) > 4 else None

# The smallest n to be timed: below, starting takes longer than counting. Sizes with more than one round.
SMALLEST, ROUNDS_N = 18, 20
# Counted under the sanitizer, which makes everything a hundred times slower, and under the profiler.
SANITIZED_N, PROFILED_N = 12, 19

# NVIDIA's checker of memory accesses, as the compiler from PyPI.
SANITIZER = "nvidia-cuda-sanitizer-api==13.0.85"

# Cycles with an instruction issued, lanes at work in each, the units for logic and for multiplications, shared memory,
# warps at work.
COUNTERS = [
    "sm__inst_executed.avg.pct_of_peak_sustained_active",
    "smsp__thread_inst_executed_per_inst_executed.ratio",
    "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active",
    "sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.avg.pct_of_peak_sustained_active",
    "sm__warps_active.avg.pct_of_peak_sustained_active",
]

# Cards of the projection.
CARDS = 8


def bench(backend, sizes, rounds):
    """The last row of `queens bench`, which fails over a wrong count: total, nodes, sorted seconds."""
    words = ["bench", "--backends", backend, "--sizes", sizes, "--rounds", rounds, "--format", "json"]
    row = json.loads(read(QUEENS, *words))["rows"][-1]
    return int(row["total"]), int(row["nodes"]), sorted(row["seconds"])


def spread(seconds):
    return f"{seconds[0]:.3f} s | {statistics.median(seconds):.3f} s | {seconds[-1]:.3f} s"


def watched(work):
    """What a piece of work gives, and the last but one line of nvidia-smi during it: the end itself may be idle."""
    query = "--query-gpu=utilization.gpu,clocks.sm,power.draw"
    command = ["nvidia-smi", query, "--format=csv,noheader", "-lms", "500"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watch:
        try:
            result = work()
        finally:
            watch.kill()
        lines = watch.stdout.read().splitlines()
    return result, lines[max(len(lines) - 2, 0)] if lines else "nvidia-smi said nothing"


def card():
    backends = json.loads(read(QUEENS, "info", "--format", "json"))["backends"]
    cuda = next(backend for backend in backends if backend["name"] == "cuda")
    if not cuda["available"]:
        sys.exit(
            f"error: there is no card to measure: {cuda['reason']}\n"
            "help: run this on a machine with an NVIDIA card and a driver for CUDA 13.0 or newer"
        )
    return cuda["device"]


def projection(rows):
    """What Q(27) and Q(28) would take: nodes a solution continued in a straight line through the last two sizes, at
    the speed of the largest."""
    (a, first), (b, second) = list(rows.items())[-2:]
    ratio = [nodes / total for total, nodes, _ in (first, second)]
    slope = (ratio[1] - ratio[0]) / (b - a)
    speed = second[1] / second[2][0]
    lines = []
    for n in [27, 28]:
        estimate = json.loads(read(QUEENS, "estimate", n, "--probes", 1_000_000, "--format", "json"))
        nodes = float(estimate["mean"]) * (ratio[1] + slope * (n - b))
        days = nodes / speed / CARDS / 86_400
        lines.append(
            f"n = {n}: {nodes:.2e} nodes, {days:.1f} days on {CARDS} such cards ({speed:.3e} nodes/s each, as at n = {b})"
        )
    return "\n".join(lines)


def sanitize():
    sanitizer = shutil.which("compute-sanitizer") or gpu.tool("compute-sanitizer", SANITIZER)
    count = [QUEENS, "count", SANITIZED_N, "--method", "search", "--backend", "cuda"]
    lines = []
    for name in ["memcheck", "racecheck", "initcheck", "synccheck"]:
        printed = read(sanitizer, "--tool", name, "--error-exitcode", 9, *count)
        lines.append(f"{name}: {printed.strip().splitlines()[-1]}")
    return "\n".join(lines)


def profile():
    kernels = ["--kernel-name", "regex:count", "--launch-skip", 20, "--launch-count", 5]
    count = [QUEENS, "count", PROFILED_N, "--method", "search", "--backend", "cuda"]
    printed = read("ncu", "--metrics", ",".join(COUNTERS), *kernels, *count)
    return "\n".join(
        line for line in printed.splitlines() if any(name in line for name in ["count_", *COUNTERS])
    )


def peer(rows):
    """The published record program on the same card, built from its sources, in its README's two configurations."""
    sources = PEER / "src" if (PEER / "src").is_dir() else PEER
    arch = read("nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader", "--id=0").strip().replace(".", "")
    nvcc = shutil.which("nvcc") or gpu.tool("nvcc")
    files = [sources / name for name in ["n_queens_cuda.cu", "n_queens.cpp", "utils.cpp", "main.cpp"]]
    lines = []
    for configuration, depth in [(2, 6), (3, 5)]:
        program = gpu.FOLDER / f"n_queens_{configuration}"
        flags = ["-O3", "-Xcompiler", "-fopenmp", f"-D_USE_CONFIG{configuration}_"]
        read(nvcc, f"-arch=sm_{arch}", *flags, *files, "-o", program)
        lines.append(f"configuration {configuration}, {depth} rows: {' '.join(flags)}")
        for n, (total, _, seconds) in rows.items():
            printed = read(program, n, depth)
            result = re.search(r"result (\d+),", printed)
            time = re.search(r"calc time: \[([\d.]+)ms", printed)
            if not result or not time:
                lines.append(f"n = {n}: {printed.strip()}")
                continue
            theirs = float(time[1]) / 1000
            same = "the same count" if int(result[1]) == total else "ANOTHER COUNT"
            lines.append(f"n = {n}: {theirs:.3f} s, {theirs / seconds[0]:.2f} times ours, {same}")
    return "\n".join(lines)


def main():
    out = [f"# Measured on a card\n\n{card()}\n"]

    def note(title, measure):
        """Adds a part that may be impossible here."""
        try:
            said = f"```text\n{measure().strip()}\n```"
        except (OSError, subprocess.CalledProcessError, StopIteration) as failure:
            said = f"Not measured.\n\n```text\n{failure!r}\n```"
        out.append(f"## {title}\n\n{said}\n")

    query = "name,driver_version,clocks.max.sm,clocks.sm,power.limit,memory.total"
    note("nvidia-smi", lambda: read("nvidia-smi", f"--query-gpu={query}", "--format=csv"))
    bench("cuda", "4..17", 1)
    out.append("Exact for n = 4 to 17 (`queens bench --backends cuda --sizes 4..17 --rounds 1`).\n")
    rows, seen = {}, []
    table = ["| n | fastest | median | slowest | nodes | nodes/s | ns/solution |", "|---:" * 7 + "|"]
    for n in range(SMALLEST, LARGEST + 1):
        rounds = ROUNDS if n <= ROUNDS_N else 1
        rows[n], state = watched(lambda n=n, rounds=rounds: bench("cuda", n, rounds))
        total, nodes, seconds = rows[n]
        fastest = seconds[0]
        rates = f"{nodes:.4e} | {nodes / fastest:.3e} | {fastest * 1e9 / total:.4f}"
        table.append(f"| {n} | {spread(seconds)} | {rates} |")
        seen.append(f"* n = {n}: {state}")
    out += ["\n".join(table) + "\n", "Every count was compared with the known value. While they ran (busy, clock, power):\n"]
    out.append("\n".join(seen) + "\n")
    if len(rows) > 1:
        note("Projection", lambda: projection(rows))
    note("OpenCL on the same machine", lambda: f"n = {SMALLEST}: {spread(bench('opencl', SMALLEST, ROUNDS)[2])}")
    note("compute-sanitizer", sanitize)
    note("counters (Nsight Compute)", profile)
    if PEER:
        note("ygch/n_queens", lambda: peer(rows))
    else:
        out.append("## ygch/n_queens\n\nNot measured: `--peer FOLDER` names its sources.\n")
    gpu.FOLDER.mkdir(parents=True, exist_ok=True)
    report = gpu.FOLDER / "report.md"
    report.write_text("\n".join(out))
    print(report.read_text(), f"written to {report}", sep="\n")


main()
