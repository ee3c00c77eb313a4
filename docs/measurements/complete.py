"""Times `queens complete` and OR-tools CP-SAT on the same boards, and writes complete.csv.

The boards are drawn as CSPLib's generators draw them, from fixed seeds:

* diagonals (prob079, queens-diag-gen.py): both lists of diagonals are shuffled; from a list chosen at
  random the next diagonal is excluded, unless a row or column would keep fewer than 4 squares.
* blocked (prob080, blocked-gen.py): squares in random order are blocked, unless their row or column
  would keep fewer than 4 squares.

The question is one solution or the proof that there is none. Times are those of the search in the
process: `seconds` of `queens complete --format json`, which includes the making of its tables, and
the call of `solve` of CP-SAT, which includes its presolve; neither the making of CP-SAT's model
nor the start of a process is counted. CP-SAT has one worker and two models:

* integer: a column for each row, three `all_different` (the model of the OR-tools page);
* boolean: a variable for each open square, `exactly_one` for lines, `at_most_one` for diagonals.

Each is run RUNS times, once if that takes more than a second; LIMIT seconds a run. Every placement is
checked against the definition, and all answers must agree.

    python3 -m venv venv && venv/bin/pip install ortools==9.15.6755
    cargo build --release && venv/bin/python docs/measurements/complete.py target/release/queens
"""

import csv
import json
import math
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

# A file beside this one has the package's name: without this folder in the path, `import` finds the package.
sys.path = [place for place in sys.path if Path(place).resolve() != Path(__file__).resolve().parent]

try:
    import ortools
    from ortools.sat.python import cp_model
except ImportError:
    sys.exit(__doc__)

LIMIT = 60.0
RUNS = 3
INSTANCES = 10
MIN_FREE = 4

# Excluded diagonals where search is hardest: JAIR 59 for 10, 14, 16 and 18, between and below in line.
DIAGONALS = {8: 4, 9: 5, 10: 6, 11: 7, 12: 8, 13: 9, 14: 10, 15: 12, 16: 13, 17: 15, 18: 16}
# Blocked squares: 0.19 n^2, and as many as leave about half of the boards solvable (measured here).
BLOCKED = {n: round(0.19 * n * n) for n in (10, 15, 20, 25, 30)}
BLOCKED_HALF = {10: 48, 15: 138, 20: 278, 25: 468, 30: 705}


def diagonals(n, count, seed):
    """Returns the open squares of each row, after `count` excluded diagonals."""
    rng = random.Random(seed)
    lists = [list(range(2 * n - 1)), list(range(2 * n - 1))]
    for diagonals in lists:
        rng.shuffle(diagonals)
    board = [set(range(n)) for _ in range(n)]
    while count > 0 and any(lists):
        which = rng.randrange(2)
        if not lists[which]:
            continue
        line = lists[which].pop()
        on_line = (lambda r: line - r) if which else (lambda r: r + line - (n - 1))
        smaller = [squares - {on_line(r)} for r, squares in enumerate(board)]
        columns = [sum(c in squares for squares in smaller) for c in range(n)]
        if min(map(len, smaller)) >= MIN_FREE and min(columns) >= MIN_FREE:
            board, count = smaller, count - 1
    return board if count == 0 else None


def blocked(n, count, seed):
    """Returns the open squares of each row, after `count` blocked squares."""
    rng = random.Random(seed)
    for _ in range(1000):
        squares = [(r, c) for r in range(n) for c in range(n)]
        rng.shuffle(squares)
        board = [set(range(n)) for _ in range(n)]
        free = [n] * n
        left = count
        for r, c in squares:
            if left and len(board[r]) > MIN_FREE and free[c] > MIN_FREE:
                board[r].remove(c)
                free[c] -= 1
                left -= 1
        if left == 0:
            return board
    return None


def solves(board, columns):
    """The definition."""
    n = len(board)
    return sorted(columns) == list(range(n)) and all(
        columns[r] in board[r] and all(abs(columns[r] - columns[s]) != r - s for s in range(r)) for r in range(n)
    )


def integer(board):
    """One variable a row."""
    model = cp_model.CpModel()
    queens = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(sorted(squares)), f"x{r}")
        for r, squares in enumerate(board)
    ]
    model.add_all_different(queens)
    model.add_all_different(queen + r for r, queen in enumerate(queens))
    model.add_all_different(queen - r for r, queen in enumerate(queens))
    return model, lambda solver: [solver.value(queen) for queen in queens]


def boolean(board):
    """One variable an open square."""
    n = len(board)
    model = cp_model.CpModel()
    x = {(r, c): model.new_bool_var(f"x{r}_{c}") for r, squares in enumerate(board) for c in sorted(squares)}
    for i in range(n):
        model.add_exactly_one(x[s] for s in x if s[0] == i)
        model.add_exactly_one(x[s] for s in x if s[1] == i)
    for d in range(-n + 1, 2 * n - 1):
        for line in ([x[s] for s in x if s[0] + s[1] == d], [x[s] for s in x if s[0] - s[1] == d]):
            if len(line) > 1:
                model.add_at_most_one(line)
    return model, lambda solver: [next(c for c in board[r] if solver.value(x[r, c])) for r in range(n)]


def cp_sat(make, board):
    """Returns the answer, None if there is none in time, and the times."""
    times = []
    answer = None
    while not times or (len(times) < RUNS and sum(times) < 1):
        model, read = make(board)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = LIMIT
        start = time.perf_counter()
        status = solver.solve(model)
        times.append(time.perf_counter() - start)
        if status == cp_model.INFEASIBLE:
            answer = False
        elif status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            assert solves(board, read(solver))
            answer = True
    return answer, times


def queens(binary, board):
    """Returns the answer, the nodes, and the times."""
    n = len(board)
    text = "\n".join("".join("." if c in squares else "#" for c in range(n)) for squares in board)
    times = []
    while not times or (len(times) < RUNS and sum(times) < 1):
        command = [binary, "complete", "-", "--format", "json"]
        try:
            done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return None, 0, [LIMIT]
        answer = json.loads(done.stdout)
        assert done.returncode == (0 if answer["solvable"] else 1)
        if answer["solvable"]:
            assert solves(board, [column - 1 for column in answer["columns"]])
        times.append(answer["seconds"])
    return answer["solvable"], int(answer["nodes"]), times


def cpu():
    """The processor's name."""
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    binary = sys.argv[1]
    version = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    groups = [
        ("blocked", blocked, BLOCKED),
        ("blocked, half solvable", blocked, BLOCKED_HALF),
        ("diagonals", diagonals, DIAGONALS),
    ]
    path = Path(__file__).with_suffix(".csv")
    aside = path.with_suffix(".csv.tmp")
    ratios = {}
    with open(aside, "w", newline="", encoding="utf-8") as file:
        file.write(f"# {cpu()}, {os.cpu_count()} cores, one used\n")
        file.write(f"# {platform.system()}, Python {platform.python_version()}, OR-tools {ortools.__version__}, {version}\n")
        file.write(f"# fastest and slowest of up to {RUNS} runs; up to {LIMIT:.0f} s a run\n")
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(
            "boards n excluded seed solvable nodes seconds slowest "
            "integer integer_slowest boolean boolean_slowest ratio".split()
        )
        for name, draw, sizes in groups:
            for n, count in sizes.items():
                for seed in range(1, INSTANCES + 1):
                    board = draw(n, count, seed)
                    if board is None:
                        print(f"{name}, n = {n}, seed {seed}: cannot be drawn", file=sys.stderr)
                        continue
                    answer, nodes, ours = queens(binary, board)
                    theirs = {make.__name__: cp_sat(make, board) for make in (integer, boolean)}
                    known = {found for found, _ in [(answer, ours), *theirs.values()] if found is not None}
                    assert len(known) <= 1, f"the answers for {name}, n = {n}, seed {seed} differ"
                    solved = [times for found, times in theirs.values() if found is not None]
                    # The better model, by medians; unsolved by both, the limit: a lower bound.
                    best = min((statistics.median(times) for times in solved), default=LIMIT)
                    ratio = best / statistics.median(ours)
                    if answer is None:
                        print(f"{name}, n = {n}, seed {seed}: not solved by queens", file=sys.stderr)
                    ratios.setdefault(name, []).append(ratio)
                    cells = [f"{t:.6f}" for times in (ours, theirs["integer"][1], theirs["boolean"][1])
                             for t in (min(times), max(times))]
                    yes = {True: "yes", False: "no", None: ""}[answer]
                    rows.writerow([name, n, count, seed, yes, nodes, *cells, f"{ratio:.1f}"])
                    file.flush()
                    print(name, n, count, seed, yes, nodes, *cells, f"{ratio:.1f}", file=sys.stderr)
    aside.rename(path)
    everything = [ratio for group in ratios.values() for ratio in group]
    for name, group in [*ratios.items(), ("all", everything)]:
        mean = math.exp(statistics.fmean(map(math.log, group)))
        print(f"{name}: geometric mean {mean:.0f}, from {min(group):.1f} to {max(group):.0f}, {len(group)} boards")


if __name__ == "__main__":
    main()
