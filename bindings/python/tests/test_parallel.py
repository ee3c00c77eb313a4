"""Threads, processes, clusters."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
import queens_engine as queens

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

import cluster  # noqa: E402


def test_other_threads_run_while_a_count_does():
    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    ticking = threading.Thread(target=tick)
    ticking.start()
    before = ticks
    # Half a second on one core, or more.
    queens.count(15, backend="scalar", threads=1)
    during = ticks - before
    done.set()
    ticking.join()
    assert during > 10


def test_two_threads_count_at_once():
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert list(pool.map(queens.count, range(4, 15))) == [
            queens.known()[n] for n in range(4, 15)
        ]


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes_count(method):
    # Work was done before, on threads: a forked process has none of them.
    queens.count(13)
    with multiprocessing.get_context(method).Pool(2) as pool:
        counts = pool.map(queens.count, range(4, 14))
        assert counts == [queens.known()[n] for n in range(4, 14)]
        problems = [queens.Problem(8, queens=[(0, c)]) for c in range(8)]
        assert sum(pool.map(queens.count, problems)) == queens.known()[8]
        found = pool.map(queens.complete, problems)
        assert all(p.admits(f) for p, f in zip(problems, found, strict=True))
        assert pool.apply(queens.classes, (8,)) == queens.classes(8)


def test_exceptions_and_results_come_back_from_processes():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        with pytest.raises(queens.InputError) as caught:
            pool.apply(queens.count, (-1,))
        assert caught.value.advice.startswith("give a whole number")
    for result in (
        queens.count_report(8),
        queens.classes(8),
        queens.estimate(20, probes=1000),
        queens.gallery.run("mirror", 6),
        queens.gallery.members()[0],
        next(queens.gallery.trace("bitwise", 4)),
    ):
        assert pickle.loads(pickle.dumps(result)) == result


@pytest.fixture(scope="module")
def client():
    with cluster.local(workers=3) as client:
        yield client


def kill_one_that_works(client):
    """Kills a process of a worker in the middle of a task; the number of the process."""
    pids = client.run(os.getpid)
    while True:
        busy = [worker for worker, tasks in client.processing().items() if tasks]
        if busy:
            # Its task has begun: it takes longer than this.
            time.sleep(0.05)
            os.kill(pids[busy[0]], signal.SIGKILL)
            return pids[busy[0]]


def test_a_cluster_counts_by_first_queens_though_a_worker_is_killed(client):
    n = 14
    killer = threading.Timer(0, lambda: killed.append(kill_one_that_works(client)))
    killed: list[int] = []
    killer.start()
    total = cluster.by_first_queen(client, n)
    killer.join()
    assert len(killed) == 1
    assert total == queens.known()[n]


def test_a_cluster_works_on_a_run_though_a_worker_is_killed(client, tmp_path):
    n = 16
    killed: list[int] = []
    run = queens.Run.plan(n, tmp_path / "run", shards=3, method="search", blocks=600)

    def kill():
        # Blocks are on the disk, and more are to come.
        while run.status().done < 10:
            time.sleep(0.1)
        killed.append(kill_one_that_works(client))

    killer = threading.Thread(target=kill)
    killer.start()
    certificate = cluster.on_run(client, run, backend="scalar")
    killer.join()
    assert len(killed) == 1
    assert certificate.total == queens.known()[n]
    status = run.status()
    assert status.complete
    # The killed attempt has no end, and another one took its place.
    assert sum(shard.open for shard in status.shards) == 1
    assert sum(shard.attempts for shard in status.shards) == 4
    assert run.verify().holds
