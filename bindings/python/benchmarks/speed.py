"""How fast the package is: beside the binary, and beside a generator in Python. Asserts every count.

    python benchmarks/speed.py target/release/queens [ROUNDS]

Counts Q(16) by the binary and by the package in turn, the order reversed every other round. The binary's time is the
one that it states itself, without the start of its process; the package's is that of the call. Then it
goes through the 14200 solutions of n = 12 with the package, as objects and as an array, and with a plain
generator of bit strings.
"""

from __future__ import annotations

import json
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import queens_engine as queens

N_COUNT = 16
N_LIST = 12


def by_bits(n: int) -> Iterator[tuple[int, ...]]:
    """The solutions in lexicographic order, as a good Python programmer would have them."""
    full = (1 << n) - 1
    columns: list[int] = []

    def place(cols: int, diag: int, anti: int) -> Iterator[tuple[int, ...]]:
        if cols == full:
            yield tuple(columns)
            return
        free = full & ~(cols | diag | anti)
        while free:
            bit = free & -free
            free ^= bit
            columns.append(bit.bit_length() - 1)
            yield from place(cols | bit, (diag | bit) << 1, (anti | bit) >> 1)
            columns.pop()

    return place(0, 0, 0)


def timed(work: Callable[[], int], expected: int) -> float:
    """The seconds that it takes, once the count is seen to be right."""
    start = time.perf_counter()
    counted = work()
    seconds = time.perf_counter() - start
    assert counted == expected, f"{counted}, not {expected}"
    return seconds


def binary_count(binary: str) -> float:
    """The seconds that the binary states for the count."""
    line = [binary, "count", str(N_COUNT), "--format", "json", "--progress", "never"]
    answer = json.loads(subprocess.run(line, check=True, capture_output=True).stdout)
    assert int(answer["total"]) == queens.known()[N_COUNT]
    return float(answer["seconds"])


def show(name: str, seconds: list[float]) -> None:
    fastest, median, slowest = min(seconds), statistics.median(seconds), max(seconds)
    print(f"| {name} | {1e3 * fastest:.2f} | {1e3 * median:.2f} | {1e3 * slowest:.2f} | {len(seconds)} |")


def main() -> None:
    binary = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 101
    total = queens.known()[N_COUNT]
    counts: dict[str, list[float]] = {"binary": [], "package": []}
    queens.count(N_COUNT)
    for number in range(rounds):
        turn: list[tuple[str, Callable[[], float]]] = [
            ("binary", lambda: binary_count(binary)),
            ("package", lambda: timed(lambda: queens.count(N_COUNT), total)),
        ]
        for name, one in turn if number % 2 else reversed(turn):
            counts[name].append(one())

    solutions = queens.known()[N_LIST]
    ways: dict[str, Callable[[], int]] = {
        "`for p in solutions(12)`": lambda: sum(1 for _ in queens.solutions(N_LIST)),
        "`solutions(12).array()`": lambda: len(queens.solutions(N_LIST).array()),
        "generator of bit strings in Python": lambda: sum(1 for _ in by_bits(N_LIST)),
    }
    lists: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(7):
        for name, work in ways.items():
            lists[name].append(timed(work, solutions))
    assert [p.columns for p in queens.solutions(8)] == list(by_bits(8))

    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{python}, {platform.machine()}, queens_engine {queens.__version__}\n")
    print("| what | fastest, ms | median, ms | slowest, ms | rounds |")
    print("|:--|---:|---:|---:|---:|")
    show("`queens count 16`, the time that it states", counts["binary"])
    show("`count(16)`", counts["package"])
    for name, seconds in lists.items():
        show(name, seconds)
    ratios = sorted(p / b for p, b in zip(counts["package"], counts["binary"], strict=True))
    quarter = len(ratios) // 4
    print(
        f"\ncount(16), package to binary: fastest {min(counts['package']) / min(counts['binary']):.3f}, median "
        f"{statistics.median(counts['package']) / statistics.median(counts['binary']):.3f}; of the rounds, median "
        f"{statistics.median(ratios):.3f}, half of them {ratios[quarter]:.3f} to {ratios[-1 - quarter]:.3f}"
    )
    plain = lists.pop("generator of bit strings in Python")
    for name, seconds in lists.items():
        fastest = min(plain) / min(seconds)
        middle = statistics.median(plain) / statistics.median(seconds)
        print(f"{name}: {middle:.0f} times as fast as the generator (medians), {fastest:.0f} (fastest)")


if __name__ == "__main__":
    main()
