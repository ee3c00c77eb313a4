"""Looks at what an executed notebook shows.

    python look.py EXECUTED KEPT

Every picture must be one: an image with many colours, boards with their queens. And the notebook that is kept
in the repository must show the same, cell by cell: the same texts and boards where nothing is measured, as many
pictures everywhere.
"""

from __future__ import annotations

import base64
import io
import re
import sys
from typing import Any

import nbformat
import numpy as np
from matplotlib import image

# What the notebook is for: its boards, with their queens, and its plots.
PLOTS = 2
BOARDS = {12 * 8, 4 * 8, 3, 10}


def outputs(cell: Any) -> list[dict[str, str]]:
    """What a cell shows, by kind."""
    shown = []
    for output in cell.outputs:
        if output.output_type == "stream":
            shown.append({"text/plain": output.text})
        elif output.output_type == "error":
            raise SystemExit(f"error: a cell ended with {output.ename}: {output.evalue}")
        else:
            shown.append(dict(output.data))
    return shown


def look_at_plot(png: str) -> None:
    """A plot has an extent, paper, and ink of several colours on a good part of it."""
    pixels = image.imread(io.BytesIO(base64.b64decode(png)), format="png")
    height, width = pixels.shape[:2]
    assert height > 200 and width > 400, (height, width)
    rounded = np.round(pixels[:, :, :3] * 15).astype(int).reshape(-1, 3)
    colours, counts = np.unique(rounded, axis=0, return_counts=True)
    ink = 1 - counts.max() / counts.sum()
    assert len(colours) >= 20, f"{len(colours)} colours"
    assert 0.02 < ink < 0.6, f"{ink:.0%} ink"
    print(f"plot   {width} x {height}, {len(colours)} colours, {ink:.0%} ink")


def queens_on(html: str) -> int:
    """The queens of the boards in a piece of HTML."""
    return len(re.findall('<use href="#queen"', html))


def main() -> None:
    executed, kept = (nbformat.read(path, as_version=4) for path in sys.argv[1:3])
    plots, boards = 0, set()
    code = [cell for cell in executed.cells if cell.cell_type == "code"]
    before = [cell for cell in kept.cells if cell.cell_type == "code"]
    for number, (cell, other) in enumerate(zip(code, before, strict=True), start=1):
        assert cell.source == other.source
        assert other.execution_count == number, f"cell {number}: keep the notebook as it ran, from the top"
        now, then = outputs(cell), outputs(other)
        kinds = [[sorted(shown) for shown in all_shown] for all_shown in (now, then)]
        assert kinds[0] == kinds[1], f"cell {number} shows {kinds[0]}, and {kinds[1]} in the repository"
        for shown, kept_shown in zip(now, then, strict=True):
            if "image/png" in shown:
                look_at_plot(shown["image/png"])
                plots += 1
            elif "measured" not in cell.metadata.get("tags", []):
                for kind, text in shown.items():
                    assert text == kept_shown[kind], f"cell {number} shows another {kind} than is kept"
            if queens := queens_on(shown.get("text/html", "")):
                print(f"boards with {queens} queens")
                boards.add(queens)
    assert plots == PLOTS, f"{plots} plots"
    assert boards == BOARDS, f"boards with {boards} queens"
    print("the notebook shows what it should, and what is kept of it is the same")


if __name__ == "__main__":
    main()
