"""Counts of completions against clingo, which enumerates the models of the rules: `cargo xtask solvers` calls `completions.py QUEENS`."""

import json
import random
import subprocess
import sys

import clingo

BOARDS, SEED = 60, 1
# One queen in every row and column; two are on a diagonal; some squares are blocked, and some have a queen.
RULES = """
    {queen(1..n, 1..n)}.
    :- R = 1..n, {queen(R, 1..n)} != 1.
    :- C = 1..n, {queen(1..n, C)} != 1.
    :- queen(R, C), queen(S, D), R < S, |C - D| = S - R.
    :- blocked(R, C), queen(R, C).
    :- fixed(R, C), not queen(R, C).
"""


def models(n, facts):
    control = clingo.Control(["--models=0", "--warn=none", f"--const=n={n}"])
    control.add("base", [], RULES + " ".join(facts))
    control.ground([("base", [])])
    with control.solve(yield_=True) as found:
        return sum(1 for _ in found)


def counted(n, squares):
    words = [word for option, chosen in squares.items() if chosen for word in (f"--{option}", ",".join(chosen))]
    line = [sys.argv[1], "complete", str(n), *words, "--count", "--format", "json"]
    done = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    # Queens that attack each other are refused, and have no solution.
    return int(json.loads(done.stdout)["total"]) if done.returncode in (0, 1) and done.stdout else 0


chance, solvable = random.Random(SEED), 0
for board in range(BOARDS):
    n = 4 + board % 5
    squares, facts = {"fix": [], "block": []}, []
    for row in range(1, n + 1):
        for column in range(1, n + 1):
            option = chance.choices(["fix", "block", None], [1, n, 8 * n])[0]
            if option:
                squares[option].append(f"{chr(96 + column)}{row}")
                facts.append(f"{'fixed' if option == 'fix' else 'blocked'}({row},{column}).")
    expected, found = models(n, facts), counted(n, squares)
    if expected != found:
        sys.exit(f"error: {squares} on {n} x {n}: {found} solutions, and clingo has {expected}\nhelp: list them with both")
    solvable += expected > 0
print(f"{BOARDS} boards as clingo counts them, {solvable} with solutions", file=sys.stderr)
if solvable < BOARDS // 4:
    sys.exit("error: too few boards have solutions\nhelp: close fewer squares")
