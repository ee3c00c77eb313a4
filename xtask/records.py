"""Verifies the certificates of docs/records, and compares those of one size: `cargo xtask records` calls `records.py QUEENS`.

Hashes, sums, identities, a sample of ranges, and a few patterns by search.
"""

import json
import subprocess
import sys
from pathlib import Path

# Above this size a pattern takes a search of minutes, which is left to `queens run verify` by hand.
LARGEST_BY_SEARCH = 21
# Above this size three ranges take minutes, too.
LARGEST_SAMPLED = 23

of_size = {}
for path in sorted((Path(__file__).resolve().parent.parent / "docs/records").glob("*.json")):
    made = json.loads(path.read_text())
    n = made["plan"]["n"]
    patterns = "0" if n > LARGEST_BY_SEARCH else "3"
    sample = "1" if n <= LARGEST_SAMPLED else "0"
    if subprocess.run([sys.argv[1], "run", "verify", path, "--sample", sample, "--patterns", patterns]).returncode != 0:
        sys.exit(f"error: {path} does not hold\nhelp: see above, and count again")
    # What does not depend on how a count was cut.
    totals = [made[key] for key in ("total", "fundamental", "half_turn", "quarter_turn")]
    other, same = of_size.setdefault(n, (path.name, totals))
    if same != totals:
        sys.exit(f"error: {path.name} and {other} differ in their totals\nhelp: one of them is wrong: count again")
if not of_size:
    sys.exit("error: docs/records has no certificates\nhelp: restore them")
