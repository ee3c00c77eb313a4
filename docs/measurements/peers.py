"""Times programs of others beside ours, in turn, one thread each, and writes what it measured to FILE.

* Kluev: EvgenyKluev/N-Queens-Count-Sol, one program for each size: in solcounter.h `size`, and what its table
  recommends for it; the includes of prefetchx86.h in prefetch.h and of bmi2.h in bmintrin.h uncommented;
  `g++ -std=c++20 -O3 -march=native main.cpp -o kluev_N -pthread`.
* m-queens: sudden6/m-queens, `gcc -O3 -march=native -std=gnu99 main.c -o m-queens`.

A time is the processor time of the whole process, which other work on the machine disturbs less than the clock.
Every count is compared with OEIS A000170.

    python3 docs/measurements/peers.py target/release/queens FOLDER docs/measurements/peers.csv

FOLDER holds m-queens and kluev_16 to kluev_20; plain.rs as `plain`, if it is there, is the mark. Lines without a kernel's name are of AVX-512, where the machine has it.
"""

import csv
import json
import os
import platform
import re
import resource
import subprocess
import sys
from pathlib import Path

# This file lies beside others that have names of packages.
sys.path = [place for place in sys.path if Path(place).resolve() != Path(__file__).resolve().parent]

# OEIS A000170
TOTAL = {14: 365596, 15: 2279184, 16: 14772512, 17: 95815104, 18: 666090624, 19: 4968057848, 20: 39029188884}
ROUNDS = {14: 9, 15: 9, 16: 9, 17: 5, 18: 3, 19: 2, 20: 1}
# What takes minutes runs once.
ONCE = {("m-queens", 17), ("m-queens", 18), ("Kluev", 19), ("plain", 16), ("queens search (AVX2)", 19), ("queens search", 19)}
# The largest size of each: what takes longer than a quarter of an hour is left out.
LARGEST = {"m-queens": 18, "plain": 16, "queens search": 19, "queens search (AVX2)": 19}
SMALLEST = {"Kluev": 16}


def programs(queens, folder):
    """The command of each program, for a size."""

    def ours(method, kernel):
        return lambda n: f"{queens} count {n} --method {method} --kernel {kernel} --threads 1"

    info = json.loads(subprocess.check_output([queens, "info", "--format", "json"]))
    avx512 = any(kernel["name"] == "avx512" and kernel["available"] for kernel in info["kernels"])
    return {
        "Kluev": lambda n: f"{folder}/kluev_{n} 1",
        "m-queens": lambda n: f"{folder}/m-queens {n}",
        **({"plain": lambda n: f"{folder}/plain count {n}"} if Path(folder, "plain").exists() else {}),
        **({f"queens {method}": ours(method, "avx512") for method in ("search", "color")} if avx512 else {}),
        **{f"queens {method} (AVX2)": ours(method, "avx2") for method in ("search", "color")},
    }


def processor_seconds(command, n):
    """Runs it, checks what it counts, and returns its processor time."""
    before = used_by_children()
    printed = subprocess.run(command.split(), check=True, capture_output=True, text=True).stdout
    assert str(TOTAL[n]) in re.findall(r"\d+", printed), f"{command} printed {printed!r}"
    return used_by_children() - before


def used_by_children():
    """Processor time so far, to the microsecond."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def processor():
    """What /proc tells of it."""
    facts = dict(re.findall(r"^(\S[^\t\n]*)\t*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M))
    return f"{facts['model name']}, family {facts['cpu family']}, model {facts['model']}"


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    queens, folder, target = sys.argv[1:]
    target = Path(target)
    aside = target.with_suffix(".part")
    with aside.open("w", newline="") as file:
        gcc = subprocess.run(["gcc", "--version"], check=True, capture_output=True, text=True).stdout
        file.write(f"# {processor()}; {os.cpu_count()} processors, one used; {platform.system()}\n")
        file.write(f"# {gcc.splitlines()[0]}; processor time of the process, fastest and slowest run; see peers.py\n")
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["program", "n", "seconds", "slowest", "runs"])
        for n, rounds in ROUNDS.items():
            here = {
                name: command(n)
                for name, command in programs(queens, folder).items()
                if SMALLEST.get(name, n) <= n <= LARGEST.get(name, n)
            }
            times = {name: [] for name in here}
            for round in range(rounds):
                for name in sorted(here, reverse=round % 2 == 1):
                    if round > 0 and (name, n) in ONCE:
                        continue
                    times[name].append(processor_seconds(here[name], n))
                    print(f"n = {n}, {name}: {times[name][-1]:.3f} s", flush=True)
            for name, of_it in times.items():
                row = [f"{min(of_it):.4g}", f"{max(of_it):.4g}"]
                table.writerow([name, n, *row, len(of_it)])
    aside.replace(target)


main()
