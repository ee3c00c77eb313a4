"""Runs other programs on what `queens export` writes, and compares their counts with `queens complete --count`.

Needs MiniZinc with Gecode, clasp, picosat, toulbar2, GLPK and npm from Debian, and the packages of export.txt. The boards of
docs/measurements/solvers.csv, from which docs/solvers.md has its table, come first, then random boards of every form. With `--quick`,
clingo, one model counter and one exact cover solver run, the packages of quick.txt, on fewer random boards. With `--write`, what the
programs found on the first boards is written; without, it is compared.

    python xtask/solvers/export.py target/release/queens [--quick | --write]
"""

import csv
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COUNTS = ROOT / "docs/measurements/solvers.csv"
PROGRAMS = Path(sys.executable).parent
# Boards that show an error of a model or of a program; 8 alone hides most.
BOARDS = """
1
3
4
6
6 --fix c3
8
8 --fix a1
8 --fix a1,b5
8 --block a1,h1,a8,h8
8 --block b1,c1,d1,e1,f1,g1,h1
8 --exclude-diag a1
8 --exclude-diag a1,c1 --exclude-anti d1
9 --block e5
10
5 --torus
7 --torus
7 --torus --block a1,c4
8 --torus
11 --torus --fix a1
9 --superqueens
10 --superqueens
11 --superqueens --fix a4
11 --torus --superqueens --fix a1
docs/guide/puzzles.in/five.txt
xtask/solvers/strips.txt
xtask/solvers/strips.txt --fix a1 --block c2
""".split("\n")[1:-1]
RANDOM = 60
LIMIT = 300


def run(*words, codes=(0,), text=None):
    """What a program prints. Its exit code is one of those that its documents or we have seen for an answer."""
    done = subprocess.run([str(word) for word in words], input=text, capture_output=True, text=True, timeout=LIMIT)
    if done.returncode not in codes:
        sys.exit(f"{words}: exit code {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return done.stdout


def number(pattern, printed):
    found = re.search(pattern, printed, re.M)
    return int(found[1]) if found else sys.exit(f"there is no `{pattern}` in\n{printed[-2000:]}")


def clauses(file):
    lines = [line for line in file.read_text().splitlines() if line[:1] not in "cp"]
    return [[int(word) for word in line.split()[:-1]] for line in lines]


def clingo(file):
    return number(r"^Models +: (\d+)$", run(sys.executable, "-m", "clingo", "0", "--quiet=2", file))


def clasp(file):
    """10 there is a model, 20 all was searched."""
    return number(r"^(?:c )?Models +: (\d+)$", run("clasp", "0", "--quiet=2", file, codes=(20, 30)))


def ganak(file):
    import pyganak

    counter = pyganak.Counter()
    counter.add_clauses(clauses(file))
    return counter.count()


def d4(file):
    """In a process of its own: it prints much."""
    code = "import sys, py_d4; print('count', py_d4.Solver(sys.argv[1]).count().getResult())"
    return number(r"^count (\d+)$", run(sys.executable, "-c", code, file))


def picosat(file):
    printed = run("picosat", "--all", "-n", file, codes=(10, 20))
    return number(r"^s SOLUTIONS (\d+)$", printed) if "SOLUTIONS" in printed else printed.count("s SATISFIABLE")


def items(file):
    head, *options = [line for line in file.read_text().splitlines() if not line.startswith("|")]
    primary, _, secondary = head.partition(" | ")
    return primary.split(), secondary.split(), [option.split() for option in options]


def miniexact(file):
    """20 after all solutions, whether there are any or not."""
    printed = run(PROGRAMS / "miniexact", "-D", "-x", "-e", file, codes=(20,))
    return number(r"^Found (\d+) solutions?!$", printed) if "Found" in printed else 0


def exact_cover(file):
    """It has no secondary items: each becomes one that a set of its own may cover. No solution is an exception."""
    import numpy
    from exact_cover import get_all_solutions
    from exact_cover.error import NoSolution

    primary, secondary, options = items(file)
    columns = {name: at for at, name in enumerate(primary + secondary)}
    matrix = numpy.zeros((len(options) + len(secondary), len(columns)), dtype="int32")
    for row, names in enumerate(options + [[name] for name in secondary]):
        matrix[row, [columns[name] for name in names]] = 1
    try:
        return len(get_all_solutions(matrix))
    except NoSolution:
        return 0


def minizinc(file):
    printed = run("minizinc", "--solver", "gecode", "-a", file)
    if "=====UNSATISFIABLE=====" in printed:
        return 0
    if "==========" not in printed:
        sys.exit(f"minizinc did not finish {file}")
    return printed.count("----------\n")


def toulbar2(file):
    printed = run("toulbar2", file, "-a")
    if "No solution found by initial propagation!" in printed:
        return 0
    return number(r"^Number of solutions +: = +(\d+)$", printed)


def cpsat(file):
    """One worker: with several, version 9.15 gives the same solution more than once."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    head, *lines = file.read_text().splitlines()
    x = [model.new_bool_var(f"x{i + 1}") for i in range(number(r"#variable= (\d+)", head))]
    for line in lines:
        if not line.startswith("*"):
            *terms, relation, right, _ = line.split()
            total = sum(int(factor) * x[int(name[1:]) - 1] for factor, name in zip(terms[::2], terms[1::2]))
            model.add(total == int(right) if relation == "=" else total >= int(right))

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self):
            super().__init__()
            self.found = []

        def on_solution_callback(self):
            self.found.append(tuple(self.value(variable) for variable in x))

    solver, collector = cp_model.CpSolver(), Collector()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    if solver.solve(model, collector) not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        sys.exit(f"CP-SAT did not finish {file}")
    if len(set(collector.found)) != len(collector.found):
        sys.exit(f"CP-SAT gave a solution twice: {file}")
    return len(collector.found)


def glpsol(file):
    """Whether there is a solution: it counts none."""
    return "INTEGER OPTIMAL SOLUTION FOUND" in run("glpsol", "--lp", file)


def highs(file):
    import highspy

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    if solver.readModel(str(file)) != highspy.HighsStatus.kOk:
        sys.exit(f"HiGHS does not read {file}")
    solver.run()
    return solver.getModelStatus() == highspy.HighsModelStatus.kOptimal


# By format: the ending of the file, and the programs.
SOLVERS = {
    "asp": (".lp", [clingo]),
    "dimacs": (".cnf", [ganak, d4, clasp, picosat]),
    "exact-cover": (".dlx", [miniexact, exact_cover]),
    "minizinc": (".mzn", [minizinc]),
    "opb": (".opb", [clasp, toulbar2, cpsat]),
    "lp": (".lp", [glpsol, highs]),
}
QUICK = [clingo, d4, miniexact]
# The largest n for which a program is run, if it is slower than the others.
LARGEST = {ganak: 7}


# The sizes of random boards by form: most have solutions if little stands in their way.
SIZES = {"plain": range(4, 9), "torus": (5, 7), "superqueens": (10, 11), "torus superqueens": (11,), "regions": range(4, 9)}


def board(generator):
    """A board of a random form as a document, with what stands on it."""
    form = generator.choice(list(SIZES))
    n = generator.choice(SIZES[form])
    problem = {"n": n, "topology": "torus" if "torus" in form else "plain"}
    if "superqueens" in form:
        problem["pieces"] = "superqueens"
    if form == "regions":
        problem["regions"] = regions(generator, n)
    for key, most in [("queens", 1), ("blocked", n // 2), ("excluded_diags", 1), ("excluded_antis", 1)]:
        some = range(generator.choice([0, 0, generator.randint(0, most)]))
        problem[key] = sorted({f"{chr(97 + generator.randrange(n))}{generator.randrange(n) + 1}" for _ in some})
    problem["blocked"] = [square for square in problem["blocked"] if square not in problem["queens"]]
    return problem


def regions(generator, n):
    """Grown from random squares."""
    of = dict(zip(generator.sample([(row, column) for row in range(n) for column in range(n)], n), "ABCDEFGH"))
    while len(of) < n * n:
        row, column = generator.choice(list(of))
        down, right = generator.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        if 0 <= row + down < n and 0 <= column + right < n:
            of.setdefault((row + down, column + right), of[row, column])
    return ["".join(of[row, column] for column in range(n)) for row in range(n)]


def counted(queens, words):
    """What `queens complete` counts, and the size; none if the board contradicts itself."""
    done = subprocess.run([queens, "complete", *words, "--count", "--format", "json"], capture_output=True, text=True, cwd=ROOT)
    if done.returncode not in (0, 1):
        return None
    document = json.loads(done.stdout)
    return int(document["total"]), document["problem"]["n"]


def name_of(program, format):
    return f"{program.__name__} {format}" if program is clasp else program.__name__


def compare(queens, words, folder, solvers, spent):
    """What each program finds: all must find the same."""
    if (known := counted(queens, words)) is None:
        return None
    right, n = known
    found = {}
    for format, (ending, programs) in SOLVERS.items():
        programs = [program for program in programs if program in solvers and n <= LARGEST.get(program, n)]
        if not programs:
            continue
        file = folder / f"board{ending}"
        text = subprocess.run([queens, "export", format, *words, "--count"], capture_output=True, text=True, check=True, cwd=ROOT).stdout
        if number(r"^(?:[c%|*]|\\) solutions: (\d+)$", text) != right:
            sys.exit(f"{words}: the comment of {format} is wrong\n{text}")
        file.write_text(text)
        for program in programs:
            start, name = time.perf_counter(), name_of(program, format)
            count = program(file)
            spent[name] = spent.get(name, 0) + time.perf_counter() - start
            if count != (right > 0 if isinstance(count, bool) else right):
                sys.exit(f"queens {' '.join(words)}: {right}, but {name} says {count}\n{text}")
            found[name] = str(count) if not isinstance(count, bool) else "yes" if count else "no"
    return right, found


def addresses(queens, generator):
    """pzpr, the program behind puzz.link, opens what is written for it, and writes the same."""
    words = lambda n: [queens, "puzzle", "new", str(n), "--seed", str(n), "--count", "3", "--format", "puzzlink"]
    written = "".join(run(*words(n)) for n in (4, 5, 8, 12))
    for n in [4, 5, 8] * 10:
        written += run(queens, "export", "puzzlink", "-", text="\n".join(regions(generator, n)))
    folder = Path(sys.prefix) / "pzpr"
    run("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, "pzpr@0.10.1")
    printed = subprocess.run(
        ["node", ROOT / "xtask/solvers/pzpr.cjs"], env={**os.environ, "NODE_PATH": str(folder / "node_modules")},
        input=written, capture_output=True, text=True, check=True, timeout=LIMIT,
    ).stdout  # fmt: skip
    for address, opened in zip(written.split(), printed.splitlines(), strict=True):
        path = address.partition("?")[2]
        if opened != f"{path} {path.split('/')[1]}":
            sys.exit(f"{address} is {opened} to pzpr")
    print(f"{len(written.split())} addresses of puzz.link, as pzpr writes them")


def main():
    queens, *options = sys.argv[1:]
    queens = str(Path(queens).resolve())
    quick = "--quick" in options
    solvers = QUICK if quick else [program for _, programs in SOLVERS.values() for program in programs]
    names = [name_of(program, format) for format, (_, programs) in SOLVERS.items() for program in programs]
    table, spent, generator = [["board", "solutions", *names]], {}, random.Random(59)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for line in BOARDS:
            right, found = compare(queens, line.split(), folder, solvers, spent)
            table.append([line, str(right), *(found.get(name, "-") for name in names)])
            print(f"{line:50} {right}", flush=True)
        file, rights = folder / "board.json", []
        while len(rights) < (RANDOM // 4 if quick else RANDOM):
            file.write_text(json.dumps(board(generator)))
            if (compared := compare(queens, [str(file)], folder, solvers, spent)) is not None:
                rights.append(compared[0])
    print(f"{len(rights)} random boards, {rights.count(0)} of them without a solution")
    print("seconds: " + ", ".join(f"{name} {seconds:.1f}" for name, seconds in spent.items()))
    if "--write" in options:
        with COUNTS.open("w", newline="") as out:
            csv.writer(out, lineterminator="\n").writerows(table)
    elif not quick:
        with COUNTS.open(newline="") as kept:
            if list(csv.reader(kept)) != table:
                sys.exit(f"error: {COUNTS} is not what was counted\nhelp: run this with --write, and commit the file")
    if not quick:
        addresses(queens, generator)


if __name__ == "__main__":
    main()
