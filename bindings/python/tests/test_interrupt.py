"""Ctrl-C is answered within 100 ms, whatever goes on.

Another process sends a signal while the work is under way. What counts is the processor time that the work
still uses up to its answer, on each processor: other processes, however many, add nothing to it.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys

import psutil
import pytest
import queens_engine as queens

TRIES = 5
LIMIT = 0.100 * (os.cpu_count() or 1)

# Each would take minutes or more.
WORK = {
    "count by search": "queens.count(22, method='search')",
    "count by color": "queens.count(24, method='color')",
    "count a problem": "queens.count(queens.Problem(20, queens='a1'))",
    "count partial placements": "queens.count_partial(16)",
    "classes": "queens._engine.classes(32, queens.known()[27])",
    "list": "list(queens.solutions(20))",
    "list a board without solutions nearby": "next(queens.solutions(64))",
    "array": "queens.solutions(18).array()",
    "list a problem": "list(queens.solutions(queens.Problem(20, queens='a1')))",
    "find the first": "queens.find(50, first=True)",
    "find at random": "queens.find(100_000_000, seed=1)",
    "complete": "queens.complete(HARD)",
    "estimate": "queens.estimate(100, seconds=600)",
    "run an algorithm": "queens.gallery.run('backtrack_scan', 16)",
    "compare algorithms": "queens.gallery.compare(['brute_force'], [8], budget=1000)",
    "trace an algorithm": "[None for _ in queens.gallery.trace('bitwise', 16)]",
    "work on a run": "RUN.work(kernel='portable')",
    "verify": "CERTIFIED.verify(sample=100, patterns=10**6, kernel='portable', threads=1)",
}

CHILD = """
import random, signal, sys, tempfile, threading, time
import queens_engine as queens

# Tests started in the background may ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)

folder = tempfile.TemporaryDirectory()
work = sys.argv[1]
if "HARD" in work:
    # Excluded diagonals, as many as make boards hard; searches get lost in them from n = 30 on.
    n, draw = 60, random.Random(1)
    edge = [(0, c) for c in range(n)]
    HARD = queens.Problem(
        n,
        excluded_diags=draw.sample(edge + [(r, 0) for r in range(1, n)], 36),
        excluded_antis=draw.sample(edge + [(r, n - 1) for r in range(1, n)], 36),
    )
if "RUN" in work:
    RUN = queens.Run.plan(24, folder.name + "/r", ranges=64)
if "CERTIFIED" in work:
    CERTIFIED = queens.Run.plan(18, folder.name + "/r", ranges=64)
    CERTIFIED.work(threads=2)
    CERTIFIED.merge()

def tell_when_under_way(start):
    # Nothing but the work uses up processor time.
    while time.process_time() < start + 0.2:
        time.sleep(0.01)
    print("working", flush=True)

while True:
    print("ready", flush=True)
    if not sys.stdin.readline():
        break
    try:
        threading.Thread(target=tell_when_under_way, args=[time.process_time()]).start()
        eval(work)
        print("ended", flush=True)
        break
    except KeyboardInterrupt:
        print(time.process_time(), flush=True)
folder.cleanup()
"""


class Alarm(Exception):
    """What the alarm below raises."""


@pytest.fixture
def set_alarm():
    """Sets an alarm that raises an Alarm when the process has used up some more processor time."""

    def ring(*_):
        raise Alarm

    before = signal.signal(signal.SIGPROF, ring)
    yield lambda: signal.setitimer(signal.ITIMER_PROF, 0.05)
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


def test_an_interrupted_iteration_goes_on(set_alarm):
    # The first solution is a thousand million tests of squares away (A140450).
    solutions = queens.solutions(30)
    with pytest.raises(Alarm):
        set_alarm()
        next(solutions)
    assert next(solutions) == queens.find(30, first=True)


def test_an_interrupted_iteration_over_a_problem_says_that_it_cannot(set_alarm):
    n, draw = 60, random.Random(1)
    edge = [(0, c) for c in range(n)]
    hard = queens.Problem(
        n,
        excluded_diags=draw.sample(edge + [(r, 0) for r in range(1, n)], 36),
        excluded_antis=draw.sample(edge + [(r, n - 1) for r in range(1, n)], 36),
    )
    solutions = queens.solutions(hard)
    with pytest.raises(Alarm):
        set_alarm()
        next(solutions)
    with pytest.raises(queens.QueensError, match="the list was interrupted and cannot go on"):
        next(solutions)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.parametrize("name", WORK)
def test_ctrl_c_is_answered(name):
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, WORK[name]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    clock = psutil.Process(child.pid)
    try:
        taken = []
        for _ in range(TRIES):
            assert child.stdout.readline() == "ready\n"
            child.stdin.write("go\n")
            child.stdin.flush()
            assert child.stdout.readline() == "working\n"
            times = clock.cpu_times()
            sent = times.user + times.system
            child.send_signal(signal.SIGINT)
            answer = child.stdout.readline().strip()
            assert answer not in ("", "ended"), f"{name} ended before it was interrupted"
            taken.append(float(answer) - sent)
            if taken[-1] < LIMIT:
                break
        assert min(taken) < LIMIT, f"{name}: {taken}"
    finally:
        child.kill()
        child.wait()
