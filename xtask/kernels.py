"""The program as it ships, by each method on each kernel of this machine: `cargo xtask kernels` calls `kernels.py QUEENS`.

A kernel that this machine lacks is named: it has not passed.
"""

import json
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "docs/measurements"))

from plots import known  # noqa: E402

QUEENS, TOTAL = sys.argv[1], known("TOTAL")
# The kernels of each method, and the largest n that takes it a few seconds.
LARGEST = {
    "search": {"scalar": 15, "avx2": 17, "avx512": 17},
    "color": {"portable": 17, "avx2": 19, "avx512": 20},
}


def printed(*words):
    return json.loads(subprocess.run([QUEENS, *words, "--format", "json"], check=True, stdout=subprocess.PIPE).stdout)


has = {kernel["name"]: kernel["available"] for kernel in printed("info")["kernels"]}
for method, kernels in LARGEST.items():
    for kernel, largest in kernels.items():
        if not has.get(kernel):
            print(f"NOT RUN: {method} on {kernel}, which this machine lacks", file=sys.stderr)
            continue
        for count in printed("count", f"1..{largest}", "--method", method, "--kernel", kernel):
            n = count["n"]
            if (count["method"], count["kernel"], int(count["total"])) != (method, kernel, TOTAL[n]):
                sys.exit(f"error: {count}, but Q({n}) = {TOTAL[n]}\nhelp: run `queens self-test`, and `cargo test -p queens`")
        print(f"{method} on {kernel}: the known totals up to n = {largest}", file=sys.stderr)
