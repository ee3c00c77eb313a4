"""Times OR-tools on counting all solutions of the n queens problem, and writes ortools.csv.

Two solvers, one thread each, with the models of the OR-tools page on the n queens problem
(https://developers.google.com/optimization/cp/queens):

* cp_sat: CP-SAT with one worker and `enumerate_all_solutions`;
* original_cp: the original constraint solver (`pywrapcp`), first unbound variable, smallest value.

Only the search is timed, not the making of the model. A cell is the minimum of RUNS runs. A solver
stops at the first size whose run takes more than LIMIT seconds. Every count is compared with OEIS
A000170.

    python3 -m venv venv && venv/bin/pip install ortools==9.15.6755
    venv/bin/python docs/measurements/ortools.py
"""

import csv
import os
import platform
import sys
import time
from pathlib import Path

# This file has the package's name: without its folder in the path, `import` finds the package.
sys.path = [place for place in sys.path if Path(place).resolve() != Path(__file__).resolve().parent]

try:
    import ortools
    from ortools.constraint_solver import pywrapcp
    from ortools.sat.python import cp_model
except ImportError:
    sys.exit(__doc__)

SIZES = range(4, 16)
LIMIT = 60.0
RUNS = 3
# OEIS A000170
TOTAL = {
    4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596,
    15: 2279184,
}


class Count(cp_model.CpSolverSolutionCallback):
    """Counts the solutions."""

    def __init__(self):
        super().__init__()
        self.solutions = 0

    def on_solution_callback(self):
        self.solutions += 1


def cp_sat(n):
    """Returns solutions and seconds, or None past LIMIT."""
    model = cp_model.CpModel()
    queens = [model.new_int_var(0, n - 1, f"x_{i}") for i in range(n)]
    model.add_all_different(queens)
    model.add_all_different(queens[i] + i for i in range(n))
    model.add_all_different(queens[i] - i for i in range(n))
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = LIMIT
    count = Count()
    start = time.perf_counter()
    status = solver.solve(model, count)
    seconds = time.perf_counter() - start
    return (count.solutions, seconds) if status == cp_model.OPTIMAL else None


def original_cp(n):
    """Returns solutions and seconds, or None past LIMIT."""
    solver = pywrapcp.Solver("n-queens")
    queens = [solver.IntVar(0, n - 1, f"x{i}") for i in range(n)]
    solver.Add(solver.AllDifferent(queens))
    solver.Add(solver.AllDifferent([queens[i] + i for i in range(n)]))
    solver.Add(solver.AllDifferent([queens[i] - i for i in range(n)]))
    phase = solver.Phase(queens, solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE)
    solutions = 0
    start = time.perf_counter()
    solver.NewSearch(phase)
    while solver.NextSolution():
        solutions += 1
        if time.perf_counter() - start > LIMIT:
            solver.EndSearch()
            return None
    seconds = time.perf_counter() - start
    solver.EndSearch()
    return solutions, seconds


def cell(solve, n):
    """Returns solutions and the seconds of all runs, or None past LIMIT."""
    times = []
    for _ in range(RUNS):
        done = solve(n)
        if done is None:
            return None
        solutions, seconds = done
        assert solutions == TOTAL[n], f"{solve.__name__} counts {solutions} for n = {n}"
        times.append(seconds)
    return solutions, times


def cpu():
    """The processor's name."""
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def main():
    path = Path(__file__).with_suffix(".csv")
    aside = path.with_suffix(".csv.tmp")
    with open(aside, "w", newline="", encoding="utf-8") as file:
        file.write(f"# {cpu()}, {os.cpu_count()} cores, one used\n")
        file.write(f"# {platform.system()}, Python {platform.python_version()}, OR-tools {ortools.__version__}\n")
        file.write(f"# minimum and maximum of {RUNS} runs; up to {LIMIT:.0f} s a run\n")
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["algorithm", "n", "solutions", "seconds", "slowest", "runs"])
        for solve in (original_cp, cp_sat):
            for n in SIZES:
                done = cell(solve, n)
                if done is None:
                    print(f"{solve.__name__}, n = {n}: more than {LIMIT:.0f} s", file=sys.stderr)
                    break
                solutions, times = done
                rows.writerow([solve.__name__, n, solutions, f"{min(times):.9f}", f"{max(times):.9f}", RUNS])
                print(f"{solve.__name__}, n = {n}: {min(times):.6f} s", file=sys.stderr)
    aside.rename(path)


if __name__ == "__main__":
    main()
