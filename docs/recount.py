"""Recounts a certificate by plain backtracking, with Python alone. For boards up to n = 12 or so.

python3 recount.py CERTIFICATE 17                       range 17
python3 recount.py CERTIFICATE all                      every range, their sum and the Merkle root
python3 recount.py CERTIFICATE root                     the Merkle root alone, for any n
python3 recount.py CERTIFICATE white-rows=0,2,4,5,7,11  the pattern of these rows, numbered from 0
"""

import json
import sys
from fractions import Fraction
from itertools import combinations


def compared(n, rows):
    """E and O of a pattern, by which patterns are compared."""
    return tuple(sum(1 << r // 2 for r in rows if r % 2 == odd) for odd in (0, 1))


def listed(n):
    """The listed patterns in the order of their numbers."""
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


def solutions(n, rows, columns=()):
    """The solutions with white queens in exactly these rows, row by row."""
    r = len(columns)
    if r == n:
        yield columns
    for c in range(n):
        free = all(c != d and abs(c - d) != r - s for s, d in enumerate(columns))
        if r < n and free and ((r + c) % 2 == 0) == (r in rows):
            yield from solutions(n, rows, (*columns, c))


def belonging(n, rows):
    """How many solutions belong to the pattern: those whose eight images have no smaller one."""
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


def blake3(data):
    """The BLAKE3 hash of at most 1024 bytes, which is one chunk."""
    start = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
    corners = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
    corners += ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
    chain, blocks = start, [data[i : i + 64] for i in range(0, len(data), 64)] or [b""]
    for number, block in enumerate(blocks):
        padded = block.ljust(64, b"\0")
        m = [int.from_bytes(padded[i : i + 4], "little") for i in range(0, 64, 4)]
        flags = (number == 0) + 10 * (number == len(blocks) - 1)  # first block; last block, and root
        v = [*chain, *start[:4], 0, 0, len(block), flags]
        for _ in range(7):
            for k, (a, b, c, d) in enumerate(corners):
                for x, first, second in ((m[2 * k], 16, 12), (m[2 * k + 1], 8, 7)):
                    v[a] = (v[a] + v[b] + x) % 2**32
                    v[d] = rotated(v[d] ^ v[a], first)
                    v[c] = (v[c] + v[d]) % 2**32
                    v[b] = rotated(v[b] ^ v[c], second)
            m = [m[i] for i in (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)]
        chain = tuple(v[i] ^ v[i + 8] for i in range(8))
    return b"".join(word.to_bytes(4, "little") for word in chain)


def rotated(word, by):
    """A 32-bit word, rotated to the right."""
    return (word >> by | word << 32 - by) % 2**32


def merkle_root(certificate):
    """The root of the tree over the entries."""
    run = bytes.fromhex(certificate["run"])
    level = [blake3(b"\0" + run + entry.encode()) for entry in certificate["ranges"]]
    while len(level) > 1:
        joined = [blake3(b"\1" + level[i] + level[i + 1]) for i in range(0, len(level) - 1, 2)]
        level = joined + level[len(level) & ~1 :]
    return level[0].hex()


def says(name, counted, claimed):
    """Prints what was counted beside what the certificate says; tells whether they agree."""
    agree = counted == claimed
    print(f"{name}: {counted}, " + ("as the certificate says" if agree else f"and the certificate says {claimed}"))
    return agree


def main(path, what):
    """Recounts what is asked for: 0 if the certificate is right about it, 1 or an error if not."""
    with open(path, encoding="utf-8") as file:
        certificate = json.load(file)
    n, entries = certificate["plan"]["n"], certificate["ranges"]
    if what.startswith("white-rows="):
        rows = what.partition("=")[2]
        print(f"solutions of white rows {rows}: {belonging(n, [int(row) for row in rows.split(',')])}")
        return 0
    if what not in ("all", "root", *map(str, range(len(entries)))):
        help = f"it has 0 to {len(entries) - 1}; or say all, root or white-rows=0,2,5,9"
        return f"error: the certificate has no range {what}\nhelp: {help}"
    numbers = range(len(entries)) if what == "all" else [] if what == "root" else [int(what)]
    patterns, total, right = listed(n) if numbers else [], 0, []
    for number in numbers:
        start, end, claimed = map(int, entries[number].split())
        counted = sum(belonging(n, rows) for rows in patterns[start:end])
        total += counted
        right.append(says(f"solutions of range {number}", counted, claimed))
    if what == "all":
        right.append(says("all solutions", total, int(certificate["total"])))
    if what in ("all", "root"):
        right.append(says("Merkle root", merkle_root(certificate), certificate["merkle_root"]))
    return int(not all(right))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) == 3 else __doc__)
