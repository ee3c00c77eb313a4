"""Lists: the oracle's, in its order, lazily, as objects and as arrays."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import queens_engine as queens


@pytest.mark.parametrize("n", range(9))
def test_lists_are_the_oracles(oracle, n):
    expected = oracle(n)
    assert [placement.columns for placement in queens.solutions(n)] == expected
    assert [p.columns for p in queens.solutions(queens.Problem(n))] == expected
    array = queens.solutions(n).array()
    assert array.dtype == np.int8
    assert array.shape == (len(expected), n)
    assert [tuple(row) for row in array.tolist()] == expected


@pytest.mark.parametrize("n", range(1, 11))
def test_fundamental_lists_hold_one_of_each_orbit(n):
    chosen = list(queens.solutions(n, fundamental=True))
    assert chosen == list(queens.solutions(queens.Problem(n), fundamental=True))
    assert len(chosen) == queens.known("A002562")[n]
    assert all(placement.is_canonical for placement in chosen)
    everything = sorted(itertools.chain.from_iterable(p.orbit() for p in chosen))
    assert everything == list(queens.solutions(n))
    assert sum(placement.multiplicity for placement in chosen) == queens.known()[n]


def test_lists_are_lazy():
    # Far more solutions than anybody has memory for.
    some = list(itertools.islice(queens.solutions(20), 1000))
    assert some == sorted(set(some))
    assert all(placement.n == 20 for placement in some)
    assert queens.solutions(20).array(5).tolist() == [list(p) for p in some[:5]]


def test_arrays_come_in_pieces_and_go_on_where_objects_ended():
    one = queens.solutions(10)
    first = [next(one) for _ in range(7)]
    pieces = []
    while len(piece := one.array(100)):
        assert len(piece) <= 100
        pieces.append(piece)
    assert one.array().shape == (0, 10)
    assert next(one, None) is None
    rows = np.concatenate([[p.columns for p in first], *pieces])
    assert np.array_equal(rows, queens.solutions(10).array())
    assert len(rows) == queens.known()[10]


def test_arrays_belong_to_the_caller():
    array = queens.solutions(6).array()
    array[0, 0] = 5
    assert array[0, 0] == 5


def test_columns_of_large_boards_fit_their_bytes():
    # With all but a few queens fixed, a board of 128 is soon done.
    constructed = queens.find(128)
    for n, kind in ((127, np.int8), (128, np.int8), (129, np.int16), (40_000, np.int32)):
        array = queens.find(n).array()
        assert array.dtype == kind
        assert array.min() == 0
        assert array.max() == n - 1
        assert tuple(array.tolist()) == queens.find(n).columns
    fixed = list(enumerate(constructed.columns))[4:]
    array = queens.solutions(queens.Problem(128, queens=fixed)).array()
    assert array.dtype == np.int8
    assert list(constructed.columns) in array.tolist()
    assert array.max() == 127


def test_problems_are_listed():
    problem = queens.Problem(8, queens="a1", blocked="e2", excluded_diags="d1")
    listed = list(queens.solutions(problem))
    assert [str(p) for p in listed] == ["1 6 8 3 7 4 2 5", "1 7 5 8 2 4 6 3"]
    assert all(problem.admits(p) for p in listed)
    everything = [p for p in queens.solutions(8) if problem.admits(p)]
    assert everything == listed


def test_what_cannot_be_listed_says_so():
    with pytest.raises(queens.InputError, match="n = 65 is too large to list"):
        queens.solutions(65)
    with pytest.raises(queens.InputError, match="n = 129 is too large to complete"):
        queens.solutions(queens.Problem(129))
    with pytest.raises(queens.InputError, match="a problem has no fundamental solutions"):
        queens.solutions(queens.Problem(8, queens="a1"), fundamental=True)


def test_solutions_are_made_by_solutions():
    with pytest.raises(TypeError):
        queens.Solutions()
