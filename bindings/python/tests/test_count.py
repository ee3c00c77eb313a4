"""Counts: exact, by every method and kernel alike, with errors that say what to do."""

from __future__ import annotations

import numpy as np
import pytest
import queens_engine as queens
from tqdm import tqdm


def test_counts_are_the_oracles_and_the_known_ones(oracle):
    for n in range(9):
        assert queens.count(n) == len(oracle(n)) == queens.known()[n]
    for n in range(9, 16):
        assert queens.count(n) == queens.known()[n]


def test_every_method_and_kernel_counts_the_same():
    available = [name for name, reason in queens.kernels().items() if reason is None]
    assert "scalar" in available
    for kernel in available:
        assert queens.count(12, method="search", kernel=kernel) == queens.known()[12]
    assert queens.count(12, method="color", threads=1) == queens.known()[12]


def test_counts_are_integers_of_any_size():
    # The identity that all counts satisfy, with numbers that no float holds.
    total, half_turn = queens.known()[27], queens.known("A032522")[27]
    assert total > 2**57
    assert 8 * queens.known("A002562")[27] == total + half_turn + 2 * queens.known("A033148")[27]
    # 128 bits there and back: a board of one square has as many orbits as solutions, whatever they are.
    for large in (2**53 + 1, 2**64 + 1, 2**128 - 1):
        assert queens._engine.classes(1, large)[2] == [large, 0, 0, 0]
    with pytest.raises(OverflowError):
        queens._engine.classes(1, 2**128)


@pytest.mark.parametrize("n", range(1, 14))
def test_classes_add_up(n):
    classes = queens.classes(n)
    assert classes.total == queens.known()[n]
    assert classes.fundamental == queens.fundamental(n) == queens.known("A002562")[n]
    assert sum(size * orbits for size, orbits in classes.orbits.items()) == classes.total
    assert sum(classes.orbits.values()) == classes.fundamental


def test_problems_are_counted_too():
    for n in range(5, 10):
        parts = [queens.count(queens.Problem(n, queens=[(0, c)])) for c in range(n)]
        assert sum(parts) == queens.known()[n]
        assert parts == parts[::-1]
    for n in (5, 7, 11):
        assert queens.count(queens.Problem(n, torus=True)) == queens.known("A051906")[n]
    assert queens.count(queens.Problem(6, queens="c3")) == 0
    for n in (8, 10, 11, 12):
        assert queens.count(queens.Problem(n, superqueens=True)) == queens.known("A051223")[n]


@pytest.mark.parametrize("n", range(9))
def test_placements_of_fewer_queens_are_counted(n):
    counts = queens.count_partial(n)
    assert [count.queens for count in counts] == list(range(n + 1))
    assert counts[n].placements == counts[n].maximal == queens.known()[n]
    assert sum(count.maximal for count in counts) == queens.known("A146303").get(n, 1)
    if n > 1:
        assert counts[2].placements == n * (n - 1) * (n - 2) * (3 * n - 1) // 6  # A036464
    corner = queens.count_partial(queens.Problem(n, queens="a1")) if n else []
    assert [count.queens for count in corner] == list(range(1, n + 1))


def test_whatever_counts_as_a_whole_number_is_a_size():
    assert queens.count(np.int64(8)) == queens.count(np.uint8(8)) == queens.count(True + 7)
    for wrong in ("8", 8.0, None):
        with pytest.raises(TypeError, match="a whole number is needed"):
            queens.count(wrong)


@pytest.mark.parametrize(
    ("call", "what", "advice"),
    [
        (lambda: queens.count(-1), "`-1` is not a board size", "give a whole number from 0"),
        (lambda: queens.count(2**40), "the board size 1099511627776 is too large", "give a"),
        (lambda: queens.count(10**30), "the board size is too large", "give a whole number"),
        (lambda: queens.count(33), "n = 33 is too large to count", ""),
        (lambda: queens.count(8, kernel="x\n"), "there is no kernel `x\\n`", "choose from"),
        (lambda: queens.count(8, method="x"), "there is no method `x`", "choose from search"),
        (lambda: queens.count(8, threads=0), "no threads do no work", "give 1 thread"),
        (lambda: queens.count(8, threads=-1), "`-1` is out of range", "give a whole number"),
        (lambda: queens.known("A1"), "no values of 'A1' are kept here", "choose from A000170"),
    ],
)
def test_errors_are_two_lines(call, what, advice):
    with pytest.raises(queens.InputError) as caught:
        call()
    assert isinstance(caught.value, queens.QueensError)
    assert isinstance(caught.value, ValueError)
    first, second = str(caught.value).split("\n")
    assert first.startswith(what)
    assert second.startswith(advice)
    assert second
    assert (caught.value.what, caught.value.advice) == (first, second)


def test_a_backend_that_is_not_there_says_why():
    lacking = {name: reason for name, reason in queens.kernels().items() if reason is not None}
    for name, reason in lacking.items():
        with pytest.raises(queens.UnavailableError, match=name) as caught:
            queens.count(8, kernel=name)
        assert reason in str(caught.value)
    if not lacking:
        pytest.skip("this machine has every kernel")


def test_progress_is_told_to_a_function_on_the_calling_thread():
    import threading

    told = []
    here = threading.get_ident()

    def note(done, expected):
        assert threading.get_ident() == here
        told.append((done, expected))

    assert queens.count(15, threads=1, progress=note) == queens.known()[15]
    assert told == sorted(told)
    done, expected = told[-1]
    assert done == expected > 0


def test_progress_is_told_of_problems_too():
    told = []
    problem = queens.Problem(15, queens="a1")
    queens.count(problem, progress=lambda *parts: told.append(parts))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1] > 0


def test_progress_is_shown_by_tqdm():
    with tqdm(disable=False, file=open("/dev/null", "w")) as bar:
        queens.count(14, progress=bar)
        assert bar.n == bar.total > 0


def test_an_exception_of_the_progress_function_ends_the_count():
    class Enough(Exception):
        pass

    def stop(done, expected):
        raise Enough

    with pytest.raises(Enough):
        queens.count(22, progress=stop)


def test_a_report_tells_how():
    report = queens.count_report(12, kernel="scalar", threads=1)
    assert (report.n, report.total) == (12, queens.known()[12])
    assert (report.method, report.kernel, report.threads) == ("search", "scalar", 1)
    assert report.nodes > 0
    assert report.seconds > 0
