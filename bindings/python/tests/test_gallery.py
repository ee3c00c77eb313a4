"""The gallery: what its algorithms count, their table, their steps."""

from __future__ import annotations

import pandas
import pytest
import queens_engine as queens
from queens_engine import gallery

NAMES = [member.name for member in gallery.members()]


@pytest.mark.parametrize("name", NAMES)
def test_every_algorithm_finds_the_oracles_solutions(oracle, name):
    for n in range(6):
        counters = gallery.run(name, n)
        assert counters.solutions == len(oracle(n))
        found = gallery.solutions(name, n)
        assert sorted(p.columns for p in found) == oracle(n)
    with pytest.raises(queens.InputError, match="is too large for the algorithm"):
        gallery.run(name, 30)


def test_plain_backtracking_visits_the_known_nodes():
    for n in range(1, 10):
        assert gallery.run("backtrack-flags", n).nodes == queens.known("A319283")[n]
    assert gallery.run("backtrack_flags", 8).algorithm == "backtrack_flags"


def test_solutions_come_in_the_algorithms_own_order():
    assert gallery.solutions("bitwise", 8, limit=0) == []
    three = gallery.solutions("bitwise", 8, limit=3)
    assert len(three) == 3
    assert gallery.solutions("backtrack_scan", 8) == list(queens.solutions(8))


def test_the_comparison_is_a_table():
    told = []
    rows = gallery.compare(
        ["bitwise", "mirror", "brute_force"],
        [8, 4, 6, 9],
        budget=0.2,
        progress=lambda *parts: told.append(parts),
    )
    table = pandas.DataFrame(rows)
    assert list(table.n.unique()) == [4, 6, 8, 9]
    assert list(table.algorithm.unique()) == ["bitwise", "mirror", "brute_force"]
    measured = table[table.state == "measured"]
    for row in measured.itertuples():
        assert row.solutions == queens.known()[row.n]
        assert row.seconds > 0
        assert row.runs > 0
    assert set(table[table.algorithm == "bitwise"].state) == {"measured"}
    brute = table[table.algorithm == "brute_force"].set_index("n")
    assert brute.state[8] in ("left_out", "stopped")
    assert brute.state[9] == "too_large"
    nodes = table[table.n == 8].set_index("algorithm").nodes
    assert (nodes["bitwise"], nodes["mirror"]) == (2057, 1029)
    assert told[-1] == (12, 12)
    with pytest.raises(queens.InputError, match="no algorithm `x`"):
        gallery.compare(["x"], [8])
    with pytest.raises(queens.InputError, match="the budget is not a length of time"):
        gallery.compare(["mirror"], [8], budget=-1)


@pytest.mark.parametrize("name", NAMES)
def test_steps_lead_where_they_say(oracle, name):
    n = 4
    board: list[str] = []
    events = {event: 0 for event in ("try", "reject", "place", "remove", "solution")}
    code = next(member for member in gallery.members() if member.name == name).code
    for number, step in enumerate(gallery.trace(name, n), start=1):
        assert step.number == number
        assert step.line < len(code.splitlines())
        events[step.event] += 1
        if step.event == "place":
            board.append(step.square)
        elif step.event == "remove":
            board.pop()
        assert list(step.queens) == board
        if step.masks is not None:
            assert all(len(digits) == n for digits in step.masks.values())
    counters = gallery.run(name, n)
    assert events["solution"] == step.solutions == counters.solutions
    assert events["place"] + 1 == step.nodes == counters.nodes
    assert events["try"] == step.tests == counters.tests


def test_a_trace_can_be_left():
    steps = gallery.trace("brute_force", 8)
    assert next(steps).number == 1
    steps.close()
