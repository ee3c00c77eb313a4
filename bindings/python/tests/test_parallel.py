"""Threads, processes, clusters."""

from __future__ import annotations

import concurrent.futures
import contextlib
import multiprocessing
import os
import pickle
import sys
import threading
import time
from pathlib import Path

import psutil
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

    def ticks_during_a_count(n):
        before = ticks
        queens.count(n, kernel="scalar", threads=1)
        return ticks - before

    ticking = threading.Thread(target=tick)
    ticking.start()
    try:
        # If a count kept the interpreter to itself, a longer one would see no more ticks than a short one.
        assert any(ticks_during_a_count(n) > 10 for n in range(14, 18))
    finally:
        done.set()
        ticking.join()


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


def processor_time(process):
    times = process.cpu_times()
    return times.user + times.system


@contextlib.contextmanager
def one_worker_killed(client, is_time=lambda: True):
    """Kills, once it is time, the process of a worker in the middle of a task."""
    workers = [psutil.Process(pid) for pid in client.run(os.getpid).values()]
    idle = [processor_time(worker) for worker in workers]
    killed = []
    over = threading.Event()

    def kill():
        while not over.is_set() and not is_time():
            time.sleep(0.01)
        while not over.is_set():
            for worker, before in zip(workers, idle, strict=True):
                # Only a task takes that much.
                if processor_time(worker) > before + 0.3:
                    worker.kill()
                    killed.append(worker)
                    return
            time.sleep(0.01)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield
    finally:
        over.set()
        killer.join()
    assert len(killed) == 1


def test_a_cluster_counts_by_first_queens_though_a_worker_is_killed(client):
    n = 18
    with one_worker_killed(client):
        total = cluster.by_first_queen(client, n)
    assert total == queens.known()[n]


def test_a_cluster_works_on_a_run_though_a_worker_is_killed(client, tmp_path):
    n = 18
    run = queens.Run.plan(n, tmp_path / "run", shards=3, ranges=400)
    # Ranges are on the disk, and more are to come.
    with one_worker_killed(client, lambda: run.status().done >= 10):
        certificate = cluster.on_run(client, run, kernel="portable")
    assert certificate.total == queens.known()[n]
    status = run.status()
    assert status.complete
    # The killed attempt has no end, and another one took its place.
    assert sum(shard.open for shard in status.shards) == 1
    assert sum(shard.attempts for shard in status.shards) == 4
    assert run.verify().holds
