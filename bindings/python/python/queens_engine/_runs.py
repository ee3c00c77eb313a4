"""Runs: counts that survive interruptions, on any number of machines."""

from __future__ import annotations

import os
from pathlib import Path
from typing import SupportsIndex

from queens_engine import _engine
from queens_engine._progress import Progress, watcher
from queens_engine._results import Certificate, Status, Verification, WorkReport


class Run:
    """A count that survives interruptions: a directory with a plan and every finished range.

    Any number of processes on any machines that share the directory can work on it, be killed and be
    started again. A `Run` holds nothing but the path, and can be sent to other processes. Runs count by
    color.

    >>> import tempfile
    >>> from queens_engine import Run
    >>> folder = tempfile.TemporaryDirectory()
    >>> run = Run.plan(10, folder.name + "/r10", shards=2)
    >>> run.work(0).ended, run.work(1).ended
    ('complete', 'complete')
    >>> run.merge().total
    724
    >>> run.verify().holds
    True
    >>> folder.cleanup()
    """

    def __init__(self, dir: str | os.PathLike[str]) -> None:
        """Opens the run in a directory."""
        self.dir = Path(dir)
        self.name, self.n, self.ranges, self.shards = _engine.run_open(self.dir)

    @classmethod
    def plan(
        cls,
        n: SupportsIndex,
        dir: str | os.PathLike[str],
        *,
        shards: int = 1,
        ranges: int | None = None,
    ) -> Run:
        """Cuts a count into ranges of row patterns and writes the plan into a new directory.

        Without `ranges`, each takes about half a minute, but there are at least 64 where the board allows it.
        """
        _engine.run_create(Path(dir), n, ranges, shards)
        return cls(dir)

    def work(
        self,
        shard: int | str | None = "all",
        *,
        threads: int = 1,
        kernel: str | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> WorkReport:
        """Counts the missing ranges of a shard.

        A shard is a number from 0, `all`, `auto` for the one that the job's scheduler names, or None for the
        next open one. With `seconds` it returns after that time at the latest. Every finished range is on the
        disk; Ctrl-C loses the current ones.
        """
        named = None if shard is None else str(shard)
        return _engine.run_work(
            self.dir, named, threads, kernel, seconds, watcher(progress)
        )

    def status(self) -> Status:
        """How far the run is."""
        return _engine.run_status(self.dir)

    def merge(self) -> Certificate:
        """Adds the ranges up and writes the certificate.

        Raises IncompleteError while ranges are missing, and ConflictError if two results of a range differ
        or the total contradicts what is published.
        """
        return _engine.run_merge(self.dir)

    def verify(
        self,
        *,
        sample: float = 1.0,
        seed: int | None = None,
        patterns: int | None = None,
        kernel: str | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Verification:
        """Verifies the run's certificate, as `verify` does, and that its parts give it."""
        return verify(
            self.dir,
            sample=sample,
            seed=seed,
            patterns=patterns,
            kernel=kernel,
            threads=threads,
            progress=progress,
        )

    def __repr__(self) -> str:
        return f"<Run of n = {self.n} in {self.dir}: {self.ranges} ranges>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Run) and (self.dir, self.name) == (other.dir, other.name)

    def __hash__(self) -> int:
        return hash((self.dir, self.name))


def verify(
    path: str | os.PathLike[str],
    *,
    sample: float = 1.0,
    seed: int | None = None,
    patterns: int | None = None,
    kernel: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Verification:
    """Verifies a run's directory or a certificate.json.

    Without counting: hashes, sums, identities, the published value. By counting: `sample` percent of the
    ranges, at least three unless it is 0, by color, and `patterns` of their patterns by search (by default 3;
    none from n = 23 on). The certificate's own hash and `seed` choose them.
    """
    return _engine.verify(
        Path(path), sample, seed, patterns, kernel, threads, watcher(progress)
    )


Run.__module__ = verify.__module__ = "queens_engine"
