"""Where the time of the join method goes, by size: writes phases.csv, and prints it as a table.

One run of each size under Linux's perf, one thread. Sizes with a limit are stopped after so many seconds of
processor time; the part of the work that `queens` then states is the part of the solutions that they count for,
since column sets are taken in an order that mixes large and small ones.

    python3 docs/measurements/phases.py target/release/queens
"""

import csv
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# This file lies beside others that have names of packages.
sys.path = [place for place in sys.path if Path(place).resolve() != Path(__file__).resolve().parent]

# OEIS A000170
TOTAL = {
    14: 365596, 15: 2279184, 16: 14772512, 17: 95815104, 18: 666090624, 19: 4968057848,
    20: 39029188884, 21: 314666222712, 22: 2691008701644,
}
# Seconds after which a size is stopped.
LIMIT = {21: 100, 22: 130}
# Samples a second, fewer for longer runs.
RATES = {14: 15000, 15: 10000, 16: 5000, 17: 3000, 18: 1000, 19: 500}
# A phase has the functions whose names contain one of these; the first phase that fits.
PHASES = {
    "half-boards": ["::scan", "Filling", "Lists::generate", "::prefetch"],
    "cuts": ["::filter", "::split"],
    "packing": ["::pack"],
    "pairs": ["pairs", "meet_each", "Pairing::leaf"],
}
# What runs only when the table of the outer rows is made.
LATER = re.compile("Filling|lists::Lists|Pairing|Worker")
COLUMNS = ["table", *PHASES, "rest"]


def phase(function):
    """The phase of a function, once the table is made."""
    names = (name for name, marks in PHASES.items() if any(mark in function for mark in marks))
    return next(names, "rest")


def measured(queens, n, data):
    """The part counted, seconds, peak memory in bytes, and samples by phase."""
    count = f"{queens} count {n} --method join --threads 1 --format json"
    record = f"perf record --quiet --freq {RATES.get(n, 200)} --output {data} -- {count}"
    run = subprocess.Popen(record.split(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    start, memory, child, stopped = time.monotonic(), 0, None, False
    while run.poll() is None:
        time.sleep(0.002 if n < 18 else 0.2)
        try:
            children = Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text().split()
            child = child or (int(children[0]) if children else None)
            status = Path(f"/proc/{child}/status").read_text()
        except OSError:
            continue
        peak = re.search(r"VmHWM:\s+(\d+) kB", status)
        memory = max(memory, 1000 * int(peak[1]) if peak else 0)
        if not stopped and time.monotonic() - start > LIMIT.get(n, 1e9):
            os.kill(child, signal.SIGINT)
            stopped = True
    printed, said = run.communicate()
    if stopped:
        part = float(re.search(r"at about ([\d.]+) %", said)[1]) / 100
    else:
        assert f'"{TOTAL[n]}"' in printed, printed
        part = 1.0
    script = f"perf script --input {data} --fields time,ip,sym"
    lines = subprocess.run(script.split(), check=True, capture_output=True, text=True).stdout
    samples = re.findall(r"^\s*([\d.]+):\s*[0-9a-f]+ (.*)$", lines, re.M)
    seconds = float(samples[-1][0]) - float(samples[0][0])
    made = next(i for i, (_, function) in enumerate(samples) if LATER.search(function))
    sums = dict.fromkeys(COLUMNS, 0)
    sums["table"] = made
    for _, function in samples[made:]:
        sums[phase(function)] += 1
    return part, seconds, memory, {name: sums[name] / len(samples) for name in COLUMNS}


def main():
    [queens] = sys.argv[1:]
    target = Path(__file__).with_name("phases.csv")
    aside = target.with_suffix(".part")
    before = None
    print("| n | counted | time | ns/solution | growth |", *(f"{name} |" for name in COLUMNS), "memory |")
    print("|---:|---:|---:|---:|---:|" + "---:|" * len(COLUMNS) + "---:|")
    with aside.open("w", newline="") as file, tempfile.TemporaryDirectory() as folder:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["n", "part", "seconds", "memory_bytes", *COLUMNS])
        for n, total in TOTAL.items():
            part, seconds, memory, parts = measured(queens, n, f"{folder}/perf.data")
            shares = [f"{parts[name]:.4f}" for name in COLUMNS]
            table.writerow([n, f"{part:.4g}", f"{seconds:.4g}", memory, *shares])
            each = seconds / part / total * 1e9
            whole = seconds / part
            growth = f"{whole / before:.1f}" if before else ""
            before = whole
            cells = [f"{each * parts[name]:.3f}" for name in COLUMNS]
            print(
                f"| {n} | {100 * part:.3g} % | {seconds:.3g} s | {each:.3g} | {growth} |",
                *(f"{cell} |" for cell in cells),
                f"{memory / 1e6:.0f} MB |",
                flush=True,
            )
    aside.replace(target)


main()
