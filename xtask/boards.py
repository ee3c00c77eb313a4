"""Fifty made puzzles on a sheet, at the size of a board in a magazine: docs/pictures/boards.svg, for docs/guide/puzzles.md.

`cargo xtask reference` writes it, so it shows what the generator makes today.
"""

import subprocess

# Ten seeds of each: the size and the level.
KINDS = [(8, "easy"), (8, "medium"), (8, "hard"), (8, "expert"), (10, "any difficulty")]
# The side of a board, and the room between boards, in pixels.
SIDE, ROOM = 150, 16
# Those of the drawings (Okabe and Ito), lighter, and two more; borders tell regions apart, too.
COLORS = "#f3c566 #9ad4f4 #66c5ab #f6ec8e #7fb8d8 #e89e66 #e0b0cc #dcdcdc #b9a6e0 #c5d99a".split()


def made(queens, n, level):
    words = [queens, "puzzle", "new", str(n), "--seed", "1", "--count", "10", "--format", "compact"]
    words += ["--level", level] if " " not in level else []
    lines = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    assert len(lines) == 10, lines
    return [line.split(".")[1] for line in lines]


def outline(squares):
    """The border of some squares as the data of a path, corner by corner."""
    steps = {}
    for row, column in squares:
        corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
        beside = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
        for side, other in enumerate(beside):
            if other not in squares:
                steps.setdefault(corners[side], []).append(corners[(side + 1) % 4])
    data = ""
    while steps:
        start = at = min(steps)
        turn, path = None, f"M{at[0]} {at[1]}"
        while at in steps:
            to = steps[at].pop()
            if not steps[at]:
                del steps[at]
            is_across = to[1] == at[1]
            # A straight line goes on.
            if is_across == turn:
                path = path[: max(path.rfind("H"), path.rfind("V"))]
            path += f"H{to[0]}" if is_across else f"V{to[1]}"
            turn, at = is_across, to
        assert at == start
        data += path + "z"
    return data


def board(n, letters):
    squares = {(at // n, at % n): letter for at, letter in enumerate(letters)}
    regions = {letter: {square for square in squares if squares[square] == letter} for letter in sorted(set(letters))}
    paths = "".join(f'<path fill="{color}" d="{outline(region)}"/>' for color, region in zip(COLORS, regions.values(), strict=False))
    lines = "".join(f"M{at} 0v{n}M0 {at}h{n}" for at in range(1, n))
    return f'{paths}<path class="in" d="{lines}"/>'


def sheet(queens):
    """The sheet as SVG."""
    step, head = SIDE + ROOM, 34
    width, height = 5 * step + ROOM, len(KINDS) * (head + 2 * step) + ROOM
    style = (
        "path{stroke:#1d2433;stroke-width:2.4;vector-effect:non-scaling-stroke}.in{fill:none;stroke-width:.6;stroke-opacity:.5}"
        "text{font:600 15px sans-serif;fill:#24292f}@media(prefers-color-scheme:dark){text{fill:#e6edf3}}"
    )
    title = "Fifty puzzles, each the first ten of a size and a difficulty"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{title}">',
        f"<title>{title}</title><style>{style}</style>",
    ]
    for kind, (n, level) in enumerate(KINDS):
        top = ROOM + kind * (head + 2 * step)
        parts.append(f'<text x="{ROOM}" y="{top + 16}">{n} × {n}, {level}</text>')
        for at, letters in enumerate(made(queens, n, level)):
            x, y = ROOM + at % 5 * step, top + head - 8 + at // 5 * step
            parts.append(f'<g transform="translate({x} {y}) scale({SIDE / n:g})">{board(n, letters)}</g>')
    return "\n".join([*parts, "</svg>", ""])
