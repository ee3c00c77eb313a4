"""Counting on a cluster with Dask, by plain functions; with Ray, wrap the same two in `ray.remote`.

    python cluster.py 16                     three workers on this machine
    python cluster.py 16 tcp://HOST:8786     the workers of a scheduler

Tasks are plain functions of plain arguments, and give the same result on any machine, however often they run.
So whatever a cluster does with them when a worker dies is right.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import queens_engine as queens
from dask.distributed import Client, LocalCluster


def with_first_queen(n: int, column: int) -> int:
    """How many solutions have the first row's queen on this column."""
    return queens.count(queens.Problem(n, queens=[(0, column)]), threads=1)


def by_first_queen(client: Client, n: int) -> int:
    """Q(n), a task for each column of the first row. Nothing is shared; for counts of minutes.

    A board and its mirror image have as many solutions, so half of the columns do.
    """
    half = range(n // 2)
    counts: list[int] = client.gather(client.map(with_first_queen, [n] * len(half), half))
    middle = [with_first_queen(n, n // 2)] if n % 2 else []
    return 2 * sum(counts) + sum(middle)


def work_on(directory: str, shard: int, kernel: str | None) -> int:
    """Counts what is missing in a shard of a run, and returns the number of ranges that it counted."""
    return queens.Run(directory).work(shard, kernel=kernel).counted


def on_run(client: Client, run: queens.Run, kernel: str | None = None) -> queens.Certificate:
    """Counts a run whose directory all workers share, a task for each shard; for counts of days.

    What a worker had finished before it died is on the disk, and not counted again.
    """
    shards = range(run.shards)
    some = len(shards)
    tasks = client.map(work_on, [str(run.dir)] * some, shards, [kernel] * some, pure=False)
    client.gather(tasks)
    return run.merge()


def local(workers: int) -> Client:
    """Workers of one thread each on this machine, not reachable from others."""
    here = LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
    )
    return Client(here, set_as_default=False)


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 14
    with Client(sys.argv[2]) if len(sys.argv) > 2 else local(workers=3) as client:
        print(f"Q({n}) = {by_first_queen(client, n)}, by the first queen's column")
        # On a cluster of many machines: a directory that all of them see.
        with tempfile.TemporaryDirectory() as folder:
            run = queens.Run.plan(n, Path(folder) / "run", shards=6)
            certificate = on_run(client, run)
            print(f"Q({n}) = {certificate.total}, in {run.ranges} ranges")


if __name__ == "__main__":
    main()
