"""Projects what whole counts of n = 22 to 28 would cost, from samples, and writes what it measured to FILE.

`cargo bench -p queens-run --bench ranges` counts some ranges of a run on one thread, by processor time, with each
kernel in turn. `queens count N --dry-run` says, without these samples, what the program itself forecasts, and the memory.

    python3 docs/measurements/samples.py target/release/queens docs/measurements/samples.csv
"""

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

# This file lies beside others that have names of packages.
sys.path = [place for place in sys.path if Path(place).resolve() != Path(__file__).resolve().parent]

# The size, and how many ranges.
SAMPLES = [(22, 8), (23, 6), (24, 6), (25, 6), (26, 6), (27, 4), (28, 3)]
SAID = r": (\d+) of (\d+) ranges of (\d+) patterns took ([\d.]+) s; all would take (\d+) s of one core, with a standard error of (\d+) %"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    queens, target = sys.argv[1], Path(sys.argv[2])
    aside = target.with_suffix(".part")
    facts = dict(re.findall(r"^(\S[^\t\n]*)\t*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M))
    with aside.open("w", newline="") as file:
        file.write(f"# {facts['model name']}, family {facts['cpu family']}, model {facts['model']}; one thread; processor time; see samples.py\n")
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["n", "kernel", "sampled", "ranges", "patterns", "seconds", "whole", "error", "memory", "forecast", "factor"])
        for n, ranges in SAMPLES:
            for kernel in ("avx512", "avx2"):
                bench = ["cargo", "bench", "--quiet", "-p", "queens-run", "--bench", "ranges", "--", n, ranges, kernel]
                said = subprocess.run(list(map(str, bench)), check=True, capture_output=True, text=True).stdout
                sampled, all_ranges, patterns, seconds, whole, error = re.search(SAID, said).groups()
                dry = [queens, "count", str(n), "--dry-run", "-j", "1", "--kernel", kernel, "--format", "json"]
                plan = json.loads(subprocess.check_output(dry))
                row = [n, kernel, sampled, all_ranges, patterns, seconds, whole, error, plan["memory"], f"{plan['seconds']:.0f}", f"{plan['factor']:.2f}"]
                table.writerow(row)
                file.flush()
                print(*row, flush=True)
    aside.replace(target)


main()
