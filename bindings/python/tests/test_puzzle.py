"""Region puzzles: solutions against permutations filtered by the rules, steps against the solution."""

from __future__ import annotations

import json
import pickle
from itertools import permutations

import pytest
import queens_engine as queens
from PIL import Image
from queens_engine import Puzzle

SMALL = "4x1.AABBCCBBCCDDCCDD"


def solutions(puzzle):
    """All permutations with no two queens in a region and none that touch."""
    found = []
    for columns in permutations(range(puzzle.n)):
        regions = {puzzle.regions[row][column] for row, column in enumerate(columns)}
        apart = all(abs(a - b) > 1 for a, b in zip(columns, columns[1:], strict=False))
        if apart and len(regions) == puzzle.n:
            found.append(tuple(f"{chr(97 + column)}{row + 1}" for row, column in enumerate(columns)))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_puzzles_have_the_one_solution_that_their_steps_lead_to(seed):
    puzzle = Puzzle.generate(5 + seed % 3, seed=seed, symmetric=seed % 2 == 0)
    (solution,) = solutions(puzzle)
    assert puzzle.solve().queens == solution
    assert puzzle.count() == 1
    assert puzzle.is_unique()
    steps = puzzle.explain()
    assert steps[-1].puzzle.queens == solution
    before = puzzle
    for step in steps:
        assert (before.hint().sentence, before.hint().technique) == (step.sentence, step.technique)
        assert set(step.queens) <= set(solution)
        assert not set(step.crosses) & set(solution)
        assert step.queens or step.crosses
        assert set(step.puzzle.queens) == {*before.queens, *step.queens}
        assert set(step.puzzle.crosses) == {*before.crosses, *step.crosses}
        before = step.puzzle
    assert before.hint() is None
    if seed % 2 == 0:
        turned = Puzzle([row[::-1] for row in reversed(puzzle.regions)])
        renamed = str.maketrans(dict(zip("".join(turned.regions), "".join(puzzle.regions), strict=True)))
        assert tuple(row.translate(renamed) for row in turned.regions) == puzzle.regions


def test_boards_with_several_solutions_or_none_are_counted_as_by_hand():
    several = Puzzle("AABB\nAABB\nCCDD\nCCDD")
    assert several.count() == len(solutions(several)) == 2
    assert not several.is_unique()
    assert several.solve().queens in solutions(several)
    with pytest.raises(queens.InputError, match="several solutions"):
        several.rate()
    with pytest.raises(queens.InputError, match="several solutions"):
        several.hint()
    none = Puzzle("AAAB\nACBB\nCCCD\nCCDD")
    assert none.count() == len(solutions(none))
    for marks in ({"queens": "a1"}, {"crosses": ["b1", (0, 0)]}):
        assert Puzzle(SMALL, **marks).solve() is None
        assert Puzzle(SMALL, **marks).count() == 0


def test_levels_are_kept_and_seeds_repeat():
    for level in ("easy", "medium", "hard", "expert"):
        puzzle = Puzzle.generate(8, seed=3, level=level)
        assert puzzle.rate().level == level
        assert puzzle == Puzzle.generate(8, seed=3, level=level)
        assert puzzle != Puzzle.generate(8, seed=4, level=level)
    rating = puzzle.rate()
    assert rating == puzzle.rate()
    assert hash(rating) == hash(puzzle.rate())
    assert rating.times >= 1
    assert rating.hardest in repr(rating)
    with pytest.raises(queens.InputError, match="not a difficulty"):
        Puzzle.generate(8, level="brutal")
    with pytest.raises(queens.InputError, match="3 rows"):
        Puzzle.generate(3)


def test_every_form_is_read_again():
    puzzle = Puzzle.generate(9, seed=11).with_queen("a1").with_cross("i9")
    for form in ("letters", "json", "compact", "sbn", "sbn2", "board", "puzzlink"):
        again = Puzzle(puzzle.text(form))
        assert again == (puzzle if form in ("sbn", "sbn2", "board") else puzzle.bare())
    assert Puzzle(puzzle.regions) == puzzle.bare()
    assert Puzzle(json.loads(puzzle.text("json"))) == puzzle.bare()
    assert eval(repr(puzzle)) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert hash(Puzzle(str(puzzle))) == hash(puzzle)
    assert str(puzzle.bare()) == puzzle.text()
    assert len(Puzzle.read("\n".join([SMALL] * 3))) == 3
    assert Puzzle.read(puzzle.text("sbn").encode()) == [puzzle]
    with pytest.raises(queens.InputError, match="2 puzzles"):
        Puzzle(f"{SMALL}\n{SMALL}")
    with pytest.raises(queens.InputError):
        puzzle.text("sudoku")


def drawn(puzzle, path):
    """A picture of a puzzle, as a site might show it: squares of 40 pixels, with crosses."""
    image = Image.new("RGB", (60 + 41 * puzzle.n, 90 + 41 * puzzle.n), "white")
    image.paste("black", (29, 59, 30 + 41 * puzzle.n, 60 + 41 * puzzle.n))
    colors = ["#bba3e2", "#ffc992", "#96beff", "#b3dfa0", "#dfdfdf", "#ff7b60", "#e6f388", "#b9b29e"]
    letters = sorted(set("".join(puzzle.regions)))
    for row, regions in enumerate(puzzle.regions):
        for column, letter in enumerate(regions):
            x, y = 30 + 41 * column, 60 + 41 * row
            image.paste(colors[letters.index(letter)], (x, y, x + 40, y + 40))
            if f"{chr(97 + column)}{row + 1}" in puzzle.crosses:
                for step in range(13, 26):
                    image.paste("black", (x + step, y + step, x + step + 2, y + step + 2))
                    image.paste("black", (x + step, y + 38 - step, x + step + 2, y + 40 - step))
    image.save(path)


@pytest.mark.parametrize("kind", ["png", "jpeg"])
def test_pictures_are_puzzles(tmp_path, kind):
    puzzle = Puzzle.generate(8, seed=2).with_cross("c3").with_cross("h8")
    path = tmp_path / f"screenshot.{kind}"
    drawn(puzzle, path)
    content = path.read_bytes()
    for source in (path, str(path), content, bytearray(content)):
        assert Puzzle(source) == puzzle
        assert Puzzle.read(source) == [puzzle]
    assert Puzzle(path, queens="a1").queens == ("a1",)


def test_files_that_are_no_puzzles_say_why(tmp_path):
    path = tmp_path / "empty.png"
    with pytest.raises(FileNotFoundError):
        Puzzle(str(path))
    Image.new("RGB", (300, 200), "navy").save(path)
    with pytest.raises(queens.InputError, match="no board of squares") as caught:
        Puzzle(path)
    assert "crop the picture" in str(caught.value)
    with pytest.raises(queens.InputError, match="is cut off"):
        Puzzle(path.read_bytes()[:40])
    with pytest.raises(queens.InputError, match="no text and no picture"):
        Puzzle(b"\xfe\xff")
    with pytest.raises(TypeError, match="a text, a path or bytes"):
        Puzzle.read(7)
    text = tmp_path / "puzzles.txt"
    text.write_text("\n".join([SMALL] * 3))
    assert Puzzle.read(text) == [Puzzle(SMALL)] * 3


def test_arrays_of_numpy_are_rows():
    numpy = pytest.importorskip("numpy")
    rows = json.loads(Puzzle(SMALL).text("json"))
    assert Puzzle(numpy.array(rows)) == Puzzle(SMALL)


def test_marks_follow_the_rules():
    puzzle = Puzzle(SMALL, queens="b1", crosses=["a1"])
    assert (puzzle.queens, puzzle.crosses) == (("b1",), ("a1",))
    for square in ("c2", "b3", "a1", "e1"):
        with pytest.raises(queens.InputError):
            puzzle.with_queen(square)
    with pytest.raises(queens.InputError, match="d4 is wrong") as caught:
        Puzzle(SMALL, queens="d4").hint()
    assert "take it away" in str(caught.value)


def test_notebooks_show_a_picture():
    puzzle = Puzzle(SMALL, queens="b1")
    svg = puzzle._repr_svg_()
    assert svg.startswith("<svg ")
    assert svg.count('href="#queen"') == 1
    assert puzzle._repr_html_().startswith("<div>")
    assert puzzle.svg(letters=True, coordinates=True) != puzzle.svg()
    step = puzzle.hint()
    assert step.sentence in step._repr_html_()
    assert "<svg " in step._repr_html_()
    assert str(step) == step.sentence
