"""Times this program and others on region puzzles: one solution, and the proof that there is no other.

* queens: `cargo bench -p queens-puzzle`, whose medians are given on the command line, because one process start takes longer
  than a thousand puzzles;
* cp_sat: CP-SAT with one worker. It solves, then solves again with the solution excluded. Only the two
  searches are timed, not the making of the model.

The puzzles are those of `queens puzzle new N --count COUNT --format json`. Every second search must find nothing.

    python3 -m venv venv && venv/bin/pip install ortools==9.15.6755
    cargo build --release
    venv/bin/python docs/measurements/puzzles.py target/release/queens > docs/measurements/puzzles.csv
"""

import csv
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

# Without its folder in the path, `import ortools` finds the package and not the file beside this one.
sys.path = [place for place in sys.path if Path(place).resolve() != Path(__file__).resolve().parent]

from ortools.sat.python import cp_model

SIZES = range(6, 12)
COUNT = 30


def puzzles(program, n):
    """Returns puzzles with one solution, as rows of regions."""
    command = [program, "puzzle", "new", str(n), "--count", str(COUNT), "--format", "json"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in lines.splitlines()]


def seconds(rows):
    """Solves a puzzle with CP-SAT, proves that there is no other solution, and returns the time of both."""
    n = len(rows)
    model = cp_model.CpModel()
    queen = [[model.new_bool_var(f"{r} {c}") for c in range(n)] for r in range(n)]
    squares = [(r, c) for r in range(n) for c in range(n)]
    for line in range(n):
        model.add_exactly_one(queen[line])
        model.add_exactly_one(queen[r][line] for r in range(n))
        model.add_exactly_one(queen[r][c] for r, c in squares if rows[r][c] == line)
    for r, c in squares:
        for beside in (c - 1, c + 1):
            if r + 1 < n and 0 <= beside < n:
                model.add_at_most_one(queen[r][c], queen[r + 1][beside])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    start = time.perf_counter()
    status = solver.solve(model)
    elapsed = time.perf_counter() - start
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE), rows
    model.add_bool_or(queen[r][c].negated() for r, c in squares if solver.value(queen[r][c]))
    start = time.perf_counter()
    status = solver.solve(model)
    elapsed += time.perf_counter() - start
    assert status == cp_model.INFEASIBLE, rows
    return elapsed


def main():
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["solver", "n", "puzzles", "median_microseconds"])
    for n in SIZES:
        times = [seconds(rows) for rows in puzzles(sys.argv[1], n)]
        table.writerow(["cp_sat", n, len(times), round(1e6 * statistics.median(times))])
        sys.stdout.flush()


main()
