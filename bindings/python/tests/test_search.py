"""One solution, a completion, an estimate."""

from __future__ import annotations

import math

import pytest
import queens_engine as queens


@pytest.mark.parametrize("n", [0, 1, *range(4, 40), 1001])
def test_constructed_and_random_solutions_are_solutions(is_solution, n):
    for found in (queens.find(n), queens.find(n, seed=n)):
        assert found is not None
        assert found.n == n
        assert is_solution(found.columns)


def test_two_and_three_have_none():
    for n in (2, 3):
        assert queens.find(n) is queens.find(n, seed=1) is queens.find(n, first=True) is None
        assert queens.complete(queens.Problem(n)) is None


def test_the_first_is_the_first_of_the_list():
    for n in range(4, 13):
        assert queens.find(n, first=True) == next(queens.solutions(n))
    with pytest.raises(queens.InputError, match="the first solution is not random"):
        queens.find(8, first=True, seed=1)
    with pytest.raises(queens.InputError, match="n = 65 is too large"):
        queens.find(65, first=True)
    with pytest.raises(queens.InputError, match="`-1` is out of range"):
        queens.find(8, seed=-1)


def test_completions_solve_their_problems(oracle):
    for row in range(6):
        for column in range(6):
            problem = queens.Problem(6, queens=[(row, column)])
            found = queens.complete(problem)
            possible = [columns for columns in oracle(6) if columns[row] == column]
            assert (found is None) == (not possible)
            if found is not None:
                assert found.columns in possible
                assert problem.admits(found)


def test_estimates_are_near_what_is_known():
    for n in (14, 20, 27):
        estimate = queens.estimate(n, probes=40_000, seed=n)
        assert not estimate.exact
        low, high = estimate.band(5)
        assert low < queens.known()[n] < high
        assert 0 < estimate.relative_error < 0.1
        assert math.isclose(10**estimate.log10, estimate.mean)


def test_estimates_depend_on_probes_and_seed_alone():
    one = queens.estimate(20, probes=20_000, seed=5, threads=1)
    two = queens.estimate(20, probes=20_000, seed=5, threads=2)
    assert one == two
    assert one != queens.estimate(20, probes=20_000, seed=6)
    assert one.probes >= 20_000


def test_small_estimates_are_exact():
    assert queens.estimate(6).exact
    assert queens.estimate(6).mean == queens.known()[6]
    assert queens.estimate(3).log10 == -math.inf


def test_estimates_end_by_the_clock_and_tell_progress():
    told = []
    estimate = queens.estimate(24, seconds=0.3, progress=lambda *parts: told.append(parts))
    assert estimate.probes >= 32 * 1024
    assert told[-1][0] == told[-1][1] == 300
    with pytest.raises(queens.InputError, match="cannot both say"):
        queens.estimate(24, seconds=1, probes=1)
    with pytest.raises(queens.InputError, match="not a length of time"):
        queens.estimate(24, seconds=-1)
    with pytest.raises(queens.InputError, match="no probes give no estimate"):
        queens.estimate(24, probes=0)
    with pytest.raises(queens.InputError, match="too large to estimate"):
        queens.estimate(129)
