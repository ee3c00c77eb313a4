"""Runs: counts that outlive a process and a machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import SupportsIndex

from queens_engine import _engine
from queens_engine._progress import Progress, watcher
from queens_engine._results import (
    Certificate,
    Check,
    ShardStatus,
    Status,
    Verification,
    Worked,
)


class Run:
    """A count that outlives a process and a machine: a directory with a plan and every finished block.

    Any number of processes on any machines that share the directory may work on it, be killed and be
    started again. A `Run` holds nothing but the path, and can be sent to other processes.

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
        self.name, self.n, self.method, self.blocks, self.shards = _engine.run_open(self.dir)

    @classmethod
    def plan(
        cls,
        n: SupportsIndex,
        dir: str | os.PathLike[str],
        *,
        shards: int = 1,
        method: str | None = None,
        blocks: int | None = None,
    ) -> Run:
        """Cuts a count into blocks, deals them to shards, and writes the plan into a new directory.

        The method is the faster one for n, unless told otherwise, and the same on whatever machine the plan is
        made; the blocks are such that each takes about half a minute, but some 64 at least.
        """
        _engine.run_create(Path(dir), n, method, blocks, shards)
        return cls(dir)

    def work(
        self,
        shard: int | str = "all",
        *,
        threads: int = 1,
        backend: str | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> Worked:
        """Counts the blocks of a shard that nobody has counted yet.

        A shard is a number from 0, `all`, or `auto`: what the job's scheduler says. With `seconds` it comes
        back after that time at the latest. Every finished block is on the disk; Ctrl-C loses those under
        way.
        """
        worked = _engine.run_work(
            self.dir, str(shard), threads, backend, seconds, watcher(progress)
        )
        return Worked(*worked)

    def status(self) -> Status:
        """How far the run is."""
        status = _engine.run_status(self.dir)
        done, blocks, fraction, forecast, rate, left, duplicates, damaged = status[:8]
        foreign, certificate, shards = status[8:]
        return Status(
            done,
            blocks,
            fraction,
            forecast,
            rate,
            left,
            duplicates,
            damaged,
            tuple(foreign),
            certificate,
            tuple(ShardStatus(*shard) for shard in shards),
        )

    def merge(self) -> Certificate:
        """Adds the blocks up and writes the certificate.

        Raises IncompleteError while blocks are missing, and ConflictError if two results of a block differ
        or the total contradicts what is published.
        """
        return Certificate(self.n, *_engine.run_merge(self.dir))

    def verify(
        self,
        *,
        sample: float = 1.0,
        seed: int | None = None,
        sums: int = 0,
        backend: str | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Verification:
        """Verifies the run's certificate, as `verify` does, and that its parts give it."""
        return verify(
            self.dir,
            sample=sample,
            seed=seed,
            sums=sums,
            backend=backend,
            threads=threads,
            progress=progress,
        )

    def __repr__(self) -> str:
        return f"<Run of n = {self.n} in {self.dir}: {self.method}, {self.blocks} blocks>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Run) and (self.dir, self.name) == (other.dir, other.name)

    def __hash__(self) -> int:
        return hash((self.dir, self.name))


def verify(
    path: str | os.PathLike[str],
    *,
    sample: float = 1.0,
    seed: int | None = None,
    sums: int = 0,
    backend: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Verification:
    """Verifies a run's directory or a stranger's certificate.json.

    Without counting: hashes, sums, identities, the published value. By counting: `sample` percent of the
    blocks, three at least unless it is 0, as mirror images, picked by the certificate's own hash and by
    `seed`; and so many `sums` by the middle lines.
    """
    found = _engine.verify(
        Path(path), sample, seed, sums, backend, threads, watcher(progress)
    )
    file, n, total, checks, blocks, counted, kernel, counted_by = found
    return Verification(
        file,
        n,
        total,
        tuple(Check(name, fault) for name, fault in checks),
        blocks,
        tuple(counted),
        kernel,
        tuple(counted_by),
    )


Run.__module__ = verify.__module__ = "queens_engine"
