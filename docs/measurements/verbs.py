"""Times `queens` on boards of other kinds beside plain.rs, what anyone writes in ten lines, and writes what it measured to FILE.

In turn, one thread each, processor time of the whole process, the fastest of the rounds. Both must print the same number, or for
lists the same lines in any order.

    rustc -C opt-level=3 -C target-cpu=native docs/measurements/plain.rs -o target/plain
    python3 docs/measurements/verbs.py target/release/queens target/plain docs/measurements/verbs.csv
"""

import csv
import hashlib
import re
import resource
import subprocess
import sys
from pathlib import Path

# This file lies beside others that have names of packages.
sys.path = [place for place in sys.path if Path(place).resolve() != Path(__file__).resolve().parent]

TEN = "e1,k2,b3,g4,n5,c7,i8,l10,f12,m14"
# What it is, the command of each, and how many rounds.
TASKS = [
    ("superqueens, n = 15", "complete 15 --superqueens --count -q -j 1", "superqueens 15", 5),
    ("superqueens, n = 17", "complete 17 --superqueens --count -q -j 1", "superqueens 17", 1),
    ("torus, n = 17", "complete 17 --torus --count -q -j 1", "torus 17", 5),
    ("torus, n = 19", "complete 19 --torus --count -q -j 1", "torus 19", 2),
    ("n = 14, ten squares blocked", f"complete 14 --block {TEN} --count -q -j 1", f"blocked 14 {TEN}", 5),
    ("fewer queens, n = 10", "complete 10 --partial -q -j 1", "partial 10", 5),
    ("fewer queens, n = 11", "complete 11 --partial -q -j 1", "partial 11", 3),
    ("list, n = 13", "list 13", "list 13", 5),
    ("list, n = 14", "list 14", "list 14", 3),
]


def used_by_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def seconds(command):
    """Its processor time, and what it counts, in one form for both programs."""
    before = used_by_children()
    printed = subprocess.run(command.split(), check=True, capture_output=True, text=True).stdout
    time = used_by_children() - before
    lines = printed.splitlines()
    if len(lines) > 100:
        return time, hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()
    table = [line.split() for line in lines]
    if len(table) > 2:
        # Number of queens, placements, maximal ones.
        return time, [row[1] for row in table if row[0].isdigit()]
    return time, re.findall(r"\d+", printed)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    queens, plain, target = sys.argv[1:]
    target = Path(target)
    aside = target.with_suffix(".part")
    facts = dict(re.findall(r"^(\S[^\t\n]*)\t*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M))
    with aside.open("w", newline="") as file:
        file.write(f"# {facts['model name']}, family {facts['cpu family']}, model {facts['model']}; one thread; processor time; see verbs.py\n")
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["task", "command", "queens", "plain", "rounds"])
        for task, ours, theirs, rounds in TASKS:
            times = {"queens": [], "plain": []}
            for _ in range(rounds):
                (time, here), (other, there) = seconds(f"{queens} {ours}"), seconds(f"{plain} {theirs}")
                assert here == there, f"{task}: {here} and {there}"
                times["queens"].append(time)
                times["plain"].append(other)
            row = [min(times["queens"]), min(times["plain"])]
            table.writerow([task, f"queens {ours}", *(f"{time:.4g}" for time in row), rounds])
            print(f"{task}: {row[0]:.4g} s, plain {row[1]:.4g} s, {row[1] / row[0]:.1f} times as fast", flush=True)
    aside.replace(target)


main()
