"""Placements and problems as Python objects."""

from __future__ import annotations

import copy
import pickle
import xml.etree.ElementTree as ElementTree

import pytest
import queens_engine as queens
from queens_engine import Placement, Problem


def test_a_placement_is_a_sequence_of_columns():
    placement = Placement("2 4 1 3")
    assert placement == Placement([1, 3, 0, 2]) == Placement(iter((1, 3, 0, 2)))
    assert placement.columns == tuple(placement) == (1, 3, 0, 2)
    assert len(placement) == placement.n == 4
    assert placement[0] == 1
    assert placement[-1] == 2
    assert placement[1:3] == (3, 0)
    with pytest.raises(IndexError):
        placement[4]
    assert 3 in placement
    assert str(placement) == "2 4 1 3"
    assert eval(repr(placement)) == placement


def test_placements_are_ordered_hashed_and_pickled():
    listed = list(queens.solutions(6))
    assert sorted(reversed(listed)) == listed
    assert len({*listed, *queens.solutions(6)}) == 4
    assert listed[0] != "2 4 6 1 3 5"
    large = queens.find(1000, seed=3)
    for placement in (listed[0], large, Placement([])):
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(placement, protocol)) == placement
        assert copy.deepcopy(placement) == placement
    with pytest.raises(queens.InputError):
        Placement._restore(b"123")
    with pytest.raises(AttributeError):
        listed[0].n = 3


def test_symmetries():
    placement = Placement("1 5 8 6 3 7 2 4")
    names = ["identity", "quarter_turn", "half_turn", "three_quarter_turn"]
    names += ["mirror", "anti_transpose", "flip", "transpose"]
    images = [placement.image(name) for name in names]
    assert sorted(set(images)) == placement.orbit()
    assert placement.canonical() == min(images)
    assert placement.multiplicity == len(placement.orbit()) == 8
    assert placement.symmetries == ("identity",)
    with pytest.raises(queens.InputError, match="there is no symmetry `turn`"):
        placement.image("turn")


@pytest.mark.parametrize(
    ("columns", "what"),
    [
        ("", "the placement is empty"),
        ("2 4 x 3", "`x` is not a column number"),
        ([1, 3, 0, 9], "the queen of row 4 stands at column 10 of a 4 x 4 board"),
        ([0, 1], "the queens at a1 and b2 attack each other"),
        ([-1], "`-1` is not a column"),
    ],
)
def test_what_is_no_placement(columns, what):
    with pytest.raises(queens.InputError) as caught:
        Placement(columns)
    assert caught.value.what == what


def test_boards_are_drawn():
    placement = Placement("2 4 1 3")
    svg = ElementTree.fromstring(placement.svg(coordinates=True, attacks="b1 d2"))
    uses = svg.findall(".//{http://www.w3.org/2000/svg}use[@href='#queen']")
    assert len(uses) == 4
    assert "b1, d2, a3, c4" in svg.attrib["aria-label"]
    shown = ElementTree.fromstring(placement._repr_svg_())
    assert shown.attrib["width"] == shown.attrib["height"]
    html = ElementTree.fromstring(placement._repr_html_())
    assert html.tag == "div"
    assert placement.text(coordinates=True, attacks=[(0, 1)]).splitlines()[1] == "1 * Q * *"
    assert "♛" in placement.text(unicode=True) or "♕" in placement.text(unicode=True)
    large = queens.find(300)
    assert large._repr_svg_() is None
    assert large._repr_html_() is None
    assert repr(large).startswith("<Placement of 300 queens: ")
    with pytest.raises(queens.InputError, match="too large to draw"):
        large.svg()
    with pytest.raises(queens.InputError, match="the square e5 is not on a 4 x 4 board"):
        placement.svg(attacks="e5")


def test_problems_are_made_of_squares():
    by_names = Problem(8, queens="a1, b5", blocked=["h8"], excluded_diags="c1")
    by_pairs = Problem(8, queens=[(0, 0), (4, 1)], blocked=[(7, 7)], excluded_diags=[(0, 2)])
    by_steps = Problem(8).with_queen("a1").with_queen((4, 1))
    by_steps = by_steps.with_blocked("h8").with_excluded_diag("c1")
    assert by_names == by_pairs == by_steps
    assert hash(by_names) == hash(by_pairs)
    assert by_names.queens == ("a1", "b5")
    assert by_names.blocked == ("h8",)
    assert by_names.excluded_diags == ("c1",)
    assert by_names.excluded_antis == ()
    assert eval(repr(by_names)) == by_names
    assert not by_names.is_plain
    torus = Problem(7, torus=True, excluded_antis="a7")
    assert torus.torus
    assert eval(repr(torus)) == torus
    assert torus != Problem(7, excluded_antis="a7")
    superqueens = Problem(10, superqueens=True, queens="c1")
    assert superqueens.superqueens and not torus.superqueens
    assert eval(repr(superqueens)) == superqueens
    assert superqueens != Problem(10, queens="c1")
    for problem in (by_names, torus, superqueens, Problem(0)):
        assert Problem.parse(problem.to_json()) == problem
        assert pickle.loads(pickle.dumps(problem)) == problem
    assert Problem.parse(str(by_names)) == by_names


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: Problem(4, queens="a1 b2"), "the fixed queens at a1 and b2 attack each other"),
        (lambda: Problem(4, queens="e1"), "the square e1 is not on a 4 x 4 board"),
        (lambda: Problem(4, queens=["x"]), "`x` is not a square"),
        (lambda: Problem(4, queens=[(0, -1)]), "`-1` is not a row or column"),
        (lambda: Problem(4, queens="a1", blocked="a1"), "a queen is fixed at a1"),
        (lambda: Problem.parse("Q."), "the board"),
        (lambda: Problem.parse('{"n": 4, "x": 1}'), "the JSON is not a problem"),
    ],
)
def test_what_is_no_problem(make, what):
    with pytest.raises(queens.InputError, match=what):
        make()


def test_a_problem_is_drawn_with_its_solution():
    problem = Problem(6, queens="b1", blocked="a6", excluded_diags="f1")
    solution = queens.complete(problem)
    assert solution is not None
    assert problem.admits(solution)
    queen = "{http://www.w3.org/2000/svg}use[@href='#queen']"
    assert len(ElementTree.fromstring(problem.svg()).findall(f".//{queen}")) == 1
    assert len(ElementTree.fromstring(problem.svg(solution)).findall(f".//{queen}")) == 6
    assert ElementTree.fromstring(problem._repr_html_()).tag == "div"
    assert Problem(1000)._repr_svg_() is None
    with pytest.raises(queens.InputError, match="is not on a 6 x 6 board"):
        problem.svg(queens.find(8))


def test_a_problem_is_written_for_other_programs():
    problem = Problem(6, queens="b1", blocked="d2")
    formula = problem.export("dimacs", solutions=queens.count(problem))
    assert f"\nc solutions: {queens.count(problem)}\n" in formula
    clauses = [[int(word) for word in line.split()[:-1]] for line in formula.splitlines() if line[0] not in "cp"]
    # Each solution is a model, and what attacks is none.
    for placement in queens.solutions(6):
        true = {row * 6 + column + 1 for row, column in enumerate(placement)}
        is_model = all(any((abs(literal) in true) == (literal > 0) for literal in clause) for clause in clauses)
        assert is_model == problem.admits(placement)
    for form in ("dimacs", "asp", "minizinc", "exact_cover", "exact-cover", "opb", "lp"):
        assert "solutions:" not in problem.export(form)
    with pytest.raises(queens.InputError, match="`cnf` is not a format"):
        problem.export("cnf")
    with pytest.raises(queens.InputError, match="n = 129 is too large to export"):
        Problem(129).export("asp")
