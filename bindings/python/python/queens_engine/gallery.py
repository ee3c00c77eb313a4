"""The classic algorithms of five articles: run, compare, watch step by step.

>>> from queens_engine import gallery
>>> [member.name for member in gallery.members()]
['brute_force', 'permutations', 'backtrack_scan', 'backtrack_flags', 'bitwise', 'flipped', 'mirror']
>>> gallery.run("bitwise", 8)
Counters(algorithm='bitwise', n=8, solutions=92, nodes=2057, tests=2056)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import SupportsIndex

from queens_engine import _engine
from queens_engine._engine import Placement
from queens_engine._progress import Progress, watcher

__all__ = [
    "Counters",
    "Measurement",
    "Member",
    "Step",
    "compare",
    "members",
    "run",
    "solutions",
    "trace",
]


@dataclass(frozen=True, slots=True)
class Member:
    """The description of an algorithm."""

    name: str
    title: str
    idea: str
    cost: str
    code: str
    """Pseudo-code; the line of a step points into it."""
    test: str
    """What a test is for this algorithm."""
    max_n: int
    """The largest n it accepts."""
    articles: tuple[str, ...]
    """Where it comes from."""


@dataclass(frozen=True, slots=True)
class Counters:
    """The counters of a search."""

    algorithm: str
    n: int
    solutions: int
    nodes: int
    """Legal boards visited, including the empty one."""
    tests: int
    """Squares or boards tested."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """An algorithm on a board, measured or not."""

    algorithm: str
    n: int
    state: str
    """`measured`; `left_out` if the search is predicted to exceed the budget, `stopped` if it did,
    `too_large` if the algorithm does not accept the size."""
    solutions: int | None
    nodes: int | None
    tests: int | None
    seconds: float | None
    """Of the fastest run; of a search that was left out, the prediction."""
    runs: int | None
    """The number of timed runs."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a search, and where it led."""

    number: int
    """From 1."""
    event: str
    """`try`, `reject`, `place`, `remove` or `solution`."""
    square: str | None
    """The square of the step; None if the step is about the whole board."""
    queens: tuple[str, ...]
    """The queens on the board after it, in the order in which they were placed."""
    line: int
    """The line of the algorithm's code, from 0."""
    masks: dict[str, str] | None
    """The bit strings of a bitwise algorithm, n digits each, the leftmost column first."""
    nodes: int
    tests: int
    solutions: int


def members() -> list[Member]:
    """All algorithms, from the simplest to the fastest.

    >>> from queens_engine import gallery
    >>> print(gallery.members()[4].code)
    place(ld, cols, rd):
        if cols = done: SOLUTION
        free = ~(ld | cols | rd) & done
        while free:
            bit = free & -free;  free = free ^ bit
            place((ld | bit) >> 1, cols | bit, (rd | bit) << 1)
    """
    return _engine.gallery_members()


def run(name: str, n: SupportsIndex) -> Counters:
    """Runs an algorithm to its end and counts what it does.

    >>> from queens_engine import gallery
    >>> gallery.run("backtrack_scan", 8).tests
    15720
    """
    return _engine.gallery_run(name, n)


def solutions(name: str, n: SupportsIndex, *, limit: int | None = None) -> list[Placement]:
    """The solutions that an algorithm finds, the first `limit` of them, in its own order.

    >>> from queens_engine import gallery
    >>> gallery.solutions("bitwise", 8, limit=1)
    [Placement("8 4 1 3 6 2 7 5")]
    """
    return [Placement(columns) for columns in _engine.gallery_solutions(name, n, limit)]


def compare(
    names: Iterable[str] | None = None,
    sizes: Iterable[SupportsIndex] = range(4, 11),
    *,
    budget: float = 1.0,
    progress: Progress | None = None,
) -> list[Measurement]:
    """Measures algorithms side by side, all of them by default: a row for each algorithm and size.

    Each searches for all solutions on one thread; its time is that of the fastest of several runs. What is
    predicted to take longer than `budget` seconds is left out. `pandas.DataFrame` takes the list.
    Raises ConflictError if two counts of the same board differ.

    >>> from queens_engine import gallery
    >>> [(row.algorithm, row.nodes) for row in gallery.compare(["bitwise", "mirror"], [8])]
    [('bitwise', 2057), ('mirror', 1029)]
    """
    chosen = [member.name for member in members()] if names is None else list(dict.fromkeys(names))
    ascending = sorted({n.__index__() for n in sizes})
    return _engine.gallery_compare(chosen, ascending, budget, watcher(progress))


def trace(name: str, n: SupportsIndex) -> Iterator[Step]:
    """The steps of a search, made as you ask for them.

    >>> from queens_engine import gallery
    >>> steps = gallery.trace("bitwise", 4)
    >>> next(steps).square
    'd1'
    >>> place = next(steps)
    >>> place.event, place.queens, place.masks["free"]
    ('place', ('d1',), '1110')
    """
    yield from _engine.Trace(name, n)
