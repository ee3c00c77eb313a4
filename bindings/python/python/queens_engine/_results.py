"""What the functions return: plain records. `pandas.DataFrame` takes a list of any of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from queens_engine._engine import Puzzle


@dataclass(frozen=True, slots=True)
class CountReport:
    """A count, and how it was made."""

    n: int
    total: int
    """Q(n), all solutions."""
    nodes: int
    """Partial placements visited; for the color method, placements tried."""
    method: str
    """`search` or `color`."""
    kernel: str
    """The kernel."""
    threads: int
    seconds: float


@dataclass(frozen=True, slots=True)
class PartialCount:
    """The placements of a number of queens."""

    queens: int
    """Queens on the board, including the fixed ones."""
    placements: int
    """The ways to place them so that none attacks another."""
    maximal: int
    """Those of them that leave no square for another queen."""


@dataclass(frozen=True, slots=True)
class SymmetryClasses:
    """The solutions by symmetry."""

    n: int
    total: int
    """All solutions, A000170."""
    fundamental: int
    """Solutions up to symmetry, A002562."""
    half_turn: int
    """Solutions that a half turn maps to themselves, A032522."""
    quarter_turn: int
    """Solutions that a quarter turn maps to themselves, A033148."""
    orbits: dict[int, int]
    """How many orbits have 1, 2, 4 and 8 solutions."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of Q(n). The same n, probes and seed give the same digits everywhere."""

    n: int
    mean: float
    std_error: float
    """The standard deviation of the mean."""
    probes: int
    seed: int
    exact: bool
    """Whether the probes visited every solution, so that this is a count."""

    @property
    def relative_error(self) -> float:
        """The standard error divided by the mean."""
        return self.std_error / self.mean if self.mean > 0 else 0.0

    @property
    def log10(self) -> float:
        """The logarithm of the mean; minus infinity for 0."""
        return math.log10(self.mean) if self.mean > 0 else -math.inf

    def band(self, errors: float = 2.0) -> tuple[float, float]:
        """The mean minus and plus this many standard errors. Two contain the true value in 95 of 100 cases."""
        return self.mean - errors * self.std_error, self.mean + errors * self.std_error


@dataclass(frozen=True, slots=True, repr=False)
class PuzzleStep:
    """A step of a puzzle's solution: squares decided by one technique, and why. Notebooks show its sentence and
    the board after it."""

    technique: str
    """The technique: `last square`, `pairs` and so on."""
    queens: tuple[str, ...]
    """The squares that get a queen."""
    crosses: tuple[str, ...]
    """The squares that are crossed out."""
    highlight: tuple[str, ...]
    """The squares that show why."""
    sentence: str
    """The step in words."""
    puzzle: Puzzle
    """The puzzle after the step."""

    def _repr_html_(self) -> str | None:
        # Sentences have letters, digits and punctuation alone.
        board = self.puzzle._repr_html_()
        return board and f"<div><p>{self.sentence}</p>{board}</div>"

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<PuzzleStep: {self.sentence}>"


@dataclass(frozen=True, slots=True)
class PuzzleRating:
    """How difficult a puzzle is: the hardest technique that it needs, and how often.

    >>> from queens_engine import Puzzle
    >>> Puzzle.generate(8, seed=1).rate().level in ("easy", "medium", "hard", "expert")
    True
    """

    score: int
    """Ten times the place of the hardest technique, from the simplest, and how often it is used, at most 9."""
    level: str
    """The score as a word: `easy`, `medium`, `hard` or `expert`."""
    hardest: str
    """The hardest technique needed."""
    times: int
    """How often it is used."""


@dataclass(frozen=True, slots=True)
class WorkReport:
    """What a worker did."""

    ended: str
    """`complete`, or `until` if its time was over."""
    counted: int
    """The ranges it counted."""
    missing: int
    """The ranges of its shard that are still missing."""


@dataclass(frozen=True, slots=True)
class ShardStatus:
    """How far a shard is."""

    shard: str
    """Its number, or `all` for attempts at all shards together."""
    done: int
    ranges: int
    attempts: int
    open: int
    """Attempts without an end: running, or killed."""
    silent: int | None
    """Seconds since one of these last wrote a line."""
    ended: str | None
    """How the last attempt ended, if it did."""
    damaged: int
    """Damaged lines."""


@dataclass(frozen=True, slots=True)
class Status:
    """How far a run is."""

    done: int
    """Ranges that are counted."""
    ranges: int
    fraction: float
    """The share of the forecast work that is done, from 0 to 1."""
    ranges_per_second: float
    """In the last ten minutes."""
    seconds_left: float | None
    """At that rate; None while no worker is running."""
    duplicates: int
    damaged: int
    foreign: tuple[tuple[str, str], ...]
    """Files that are not parts of the run, with reasons."""
    certificate: bool
    """Whether there is a certificate."""
    shards: tuple[ShardStatus, ...]

    @property
    def complete(self) -> bool:
        """Whether every range is counted."""
        return self.done == self.ranges


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a run ends in; the file at `path` has every range."""

    n: int
    total: int
    fundamental: int
    half_turn: int
    quarter_turn: int
    merkle_root: str
    path: Path
    attempts: int
    duplicates: int
    damaged: int


@dataclass(frozen=True, slots=True)
class Check:
    """A check and its outcome."""

    name: str
    fault: str | None
    """What is wrong; None if nothing is."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of verifying."""

    path: Path
    n: int
    total: int
    """The total that the certificate claims."""
    checks: tuple[Check, ...]
    ranges: int
    sample: tuple[int, ...]
    """The ranges that were counted again."""
    patterns: tuple[int, ...]
    """The patterns that were counted by search."""
    kernel: str
    """The kernel that counted them."""
    counted_by: tuple[str, ...]
    """The kernels that had counted the run, if its parts are there."""

    @property
    def holds(self) -> bool:
        """Whether no check found a fault."""
        return all(check.fault is None for check in self.checks)


for _record in (
    CountReport,
    SymmetryClasses,
    Estimate,
    PuzzleStep,
    PuzzleRating,
    WorkReport,
    ShardStatus,
    Status,
    Certificate,
    Check,
    Verification,
):
    _record.__module__ = "queens_engine"
