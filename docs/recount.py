"""Recounts a part of a certificate by plain backtracking: `python3 recount.py certificate.json 17` counts range
17, and `rows=1,3,6,10` in place of 17 the pattern of these rows, numbered from 1. For boards up to n = 12 or so."""

import json
import sys
from fractions import Fraction
from itertools import combinations


def compared(n, rows):  # E and O, by which patterns are compared
    return tuple(sum(1 << r // 2 for r in rows if r % 2 == odd) for odd in (0, 1))


def listed(n):  # the patterns in the order of their numbers
    turned = [lambda r, w: (r, w), lambda r, w: (n - 1 - r, w == (n % 2 == 1))]
    maps = [lambda r, w: (r, w), lambda r, w: (r, w == (n % 2 == 1))]  # itself; the mirror image
    found = []
    for size in range(n + 1):
        for rows in combinations(range(n), size):
            ones = [sum(r % 2 == odd for r in rows) for odd in (0, 1)]
            colors = [(r, r in rows) for r in range(n)]
            images = [{a for a, w in (t(*m(*c)) for c in colors) if w} for t in turned for m in maps]
            own = compared(n, rows)
            if ones[1] == ones[0] - n % 2 and own == min(compared(n, image) for image in images):
                digits = "".join(str(int(r in rows)) for r in range(1, n, 2))
                even = [r in rows for r in range(0, n, 2)]
                last = n % 2 == 1 and even == even[::-1]
                found.append((ones[0], digits, last, own, rows))
    return [rows for *_, rows in sorted(found)]


def solutions(n, rows, columns=()):  # with white queens in exactly these rows
    r = len(columns)
    if r == n:
        yield columns
    for c in range(n):
        free = all(c != d and abs(c - d) != r - s for s, d in enumerate(columns))
        if r < n and free and ((r + c) % 2 == 0) == (r in rows):
            yield from solutions(n, rows, (*columns, c))


def belonging(n, rows):
    total, own = Fraction(0), compared(n, rows)
    for columns in solutions(n, rows):
        board, images = list(enumerate(columns)), []
        for _ in range(4):
            board = [(c, n - 1 - r) for r, c in board]  # a quarter turn
            images += [board, [(r, n - 1 - c) for r, c in board]]
        patterns = [compared(n, [r for r, c in image if (r + c) % 2 == 0]) for image in images]
        if own == min(patterns):
            total += Fraction(8, patterns.count(own))  # each of its eight images is met as often
    return total


def main(path, what):
    with open(path, encoding="utf-8") as file:
        certificate = json.load(file)
    n = certificate["plan"]["n"]
    if what.startswith("rows="):
        rows = [int(row) - 1 for row in what[5:].split(",")]
        print(f"rows {what[5:]}: {belonging(n, rows)} solutions")
        return 0
    start, end, claimed = map(int, certificate["ranges"][int(what)].split())
    counted = sum(belonging(n, rows) for rows in listed(n)[start:end])
    says = "as the certificate says" if counted == claimed else f"and the certificate says {claimed}"
    print(f"range {what}: {counted} solutions, {says}")
    return int(counted != claimed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
