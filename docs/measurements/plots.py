"""Draws times against n, a line for each algorithm.

    python3 docs/measurements/plots.py TIMES.csv TIMES.svg    what `queens gallery compare --csv` wrote
    python3 docs/measurements/plots.py [--check]              the plots of the book, from the data beside this file

Needs matplotlib. `cargo xtask pictures` runs it with the version in bindings/python/requirements/test.txt. With --check,
it writes nothing and fails if a plot is not what it would write.
"""

import csv
import io
import json
import math
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

# Simkin's constant (see docs/questions.md): Q(n) is about (n / e^alpha)^n.
ALPHA = 1.944

# The palette of Okabe and Ito, made to be told apart with every kind of color vision; gray takes the place of its yellow,
# which is too light for a line on white. Markers repeat what the colors say.
COLORS = ["#111111", "#009e73", "#d55e00", "#e69f00", "#0072b2", "#cc79a7", "#56b4e9", "#6b6b6b"]
MARKERS = ["o", "s", "^", "D", "v", "X", "P", "*"]
INK, PAPER, GRID = "#24292f", "#ffffff", "#e3e6e9"
DARK = {INK: "#e6edf3", PAPER: "#0d1117", GRID: "#30363d", "#111111": "#f0f6fc", "#0072b2": "#4f9fe0", "#6b6b6b": "#9aa4af"}


def known(name):
    """Published values, from the only place in the repository that has them."""
    text = (HERE / "../../crates/queens/src/board/known.rs").read_text()
    first, values = re.search(rf"const {name}:.*?first: (\d+),\s*values: &\[(.*?)\]", text, re.S).groups()
    return dict(enumerate(map(int, values.replace("_", "").replace(",", " ").split()), int(first)))


def rows(file):
    """The rows of a CSV file, or of several one after the other, by the names of their columns."""
    lines = [line for line in Path(file).read_text().splitlines() if not line.startswith("#")]
    return csv.DictReader([lines[0], *(line for line in lines if line != lines[0])])


def gallery(file=HERE / "compare.csv"):
    """The gallery's algorithms, as `queens gallery compare --csv` writes them, by name and n: of several runs the fastest."""
    times = {}
    for row in rows(file):
        n = int(row["n"])
        if int(row["solutions"]) != known("TOTAL")[n]:
            sys.exit(f"error: {file} has a wrong count for n = {n}\nhelp: measure again")
        time = {"seconds": float(row["seconds"]), "nodes": int(row["nodes"]), "tests": int(row["tests"])}
        line = times.setdefault(row["algorithm"], {})
        line[n] = min(time, line.get(n, time), key=lambda time: time["seconds"])
    return times


def kernels():
    """The kernels on one thread, as `queens bench --format json` writes them, by method, name and n."""
    times = {}
    for file in ["kernels-small.json", "kernels-large.json"]:
        for row in json.loads((HERE / file).read_text())["rows"]:
            if (int(row["total"]), row["threads"]) != (known("TOTAL")[row["n"]], 1):
                sys.exit(f"error: {file} has a wrong count, or other threads: {row}\nhelp: measure again")
            # The method that was there first is not named.
            name = row["name"] if " " in row["name"] else "search " + row["name"]
            # For search, portable is scalar.
            if name == "search portable":
                continue
            seconds = sorted(row["seconds"])
            spread = {"median": seconds[len(seconds) // 2], "slowest": seconds[-1]}
            nodes = row["nodes"] and int(row["nodes"])
            times.setdefault(name, {})[row["n"]] = {"seconds": seconds[0], "nodes": nodes, **spread}
    return dict(sorted(times.items()))


def peers(file="peers.csv"):
    """Programs of others and ours, one thread, by name and n."""
    times = {}
    for row in rows(HERE / file):
        times.setdefault(row["program"], {})[int(row["n"])] = {"seconds": float(row["seconds"])}
    return times


def seconds_of(times):
    return {name: {n: time["seconds"] for n, time in line.items()} for name, line in times.items()}


def ladder():
    names = ["search scalar", "search avx2", "search avx512", "color avx512"]
    times = gallery() | {name: kernels()[name] for name in names}
    return "Time to count all solutions", "one thread", seconds_of(times)


def nanoseconds():
    total = known("TOTAL")
    lines = {name: {n: s / total[n] for n, s in line.items()} for name, line in seconds_of(kernels()).items()}
    return "Time for each solution, by method and kernel", "one thread", lines


def growth():
    """Over two steps of n: a single one alternates, because color takes odd n less well than even ones."""
    total, times = known("TOTAL"), seconds_of(kernels())
    log = {n: n * (math.log(n) - ALPHA) for n in range(6, 28)}
    lines = {
        "Q(n) / Q(n - 2)": {n: total[n] / total[n - 2] for n in range(8, 28)},
        "(n/e^1.944)^n": {n: math.exp(log[n] - log[n - 2]) for n in range(8, 28)},
    }
    for name in ["search avx512", "color avx512"]:
        line = times[name]
        # Shorter counts are mostly start.
        lines["time, " + name] = {n: s / line[n - 2] for n, s in line.items() if line.get(n - 2, 0) > 1e-3}
    return "Growth from n - 2 to n: of the solutions, and of the time", "factor", lines


def compared(file):
    return "Time to find all solutions", "one thread, fastest run", seconds_of(gallery(file))


def others():
    return "Programs of others on the same machine", "one thread", seconds_of(dict(sorted(peers().items())))


def bars(n=18, width=860, room=190, high=26):
    """A bar for each program's time: ours in color, on one linear scale."""
    times = {name: line[n]["seconds"] for name, line in peers().items() if n in line and "search" not in name}
    times = dict(sorted(times.items(), key=lambda item: item[1]))
    scale = (width - room - 90) / max(times.values())
    height = len(times) * (high + 10) + 48
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="15">',
        f"<title>Time to count all solutions for n = {n}: {', '.join(f'{name} {duration(s)}' for name, s in times.items())}</title>",
        "<style>text{fill:#24292f}.o{fill:#0072b2}.t{fill:#8c959f}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.o{fill:#4f9fe0}}</style>",
        f'<text x="{room}" y="22" font-weight="bold">Counting all solutions for n = {n}, one thread</text>',
    ]
    for place, (name, seconds) in enumerate(times.items()):
        y, long = 38 + place * (high + 10), max(seconds * scale, 2)
        ours = name.startswith("queens")
        weight = "bold" if ours else "normal"
        shown = {"queens color": "queens, AVX-512", "queens color (AVX2)": "queens, AVX2"}.get(name, name)
        out += [
            f'<text x="{room - 10}" y="{y + 18}" text-anchor="end" font-weight="{weight}">{shown}</text>',
            f'<rect class="{"o" if ours else "t"}" x="{room}" y="{y}" width="{long:.1f}" height="{high}" rx="3"/>',
            f'<text x="{room + long + 8:.1f}" y="{y + 18}">{two(seconds)} s</text>',
        ]
    return "\n".join(out) + "\n</svg>\n"


def two(seconds):
    """With two digits, or three from 100 on."""
    return f"{seconds:.0f}" if seconds >= 10 else f"{seconds:.1f}" if seconds >= 1 else f"{seconds:.2f}"


# Lines end at different n. A legend has them in the order in which they would be seen at the last n, where a time grows
# about sevenfold with each n.
GROWTH = {"Time to": 7, "Programs": 7}
BOOK = {
    "../pictures/plot-ladder.svg": ladder,
    "../pictures/plot-nanoseconds.svg": nanoseconds,
    "../pictures/plot-growth.svg": growth,
    "../pictures/plot-peers.svg": others,
    "compare.svg": lambda: compared(HERE / "compare.csv"),
}
BARS = "../pictures/plot-bars.svg"


def duration(seconds, _=None):
    unit = next((unit for unit in [(1, "s"), (1e-3, "ms"), (1e-6, "µs")] if seconds >= unit[0] * 0.999), (1e-9, "ns"))
    return f"{seconds / unit[0]:g} {unit[1]}"


def svg(title, subtitle, lines):
    """An SVG document with a dark scheme, the same bytes for the same data."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({
        "svg.fonttype": "none", "svg.hashsalt": title, "font.family": "sans-serif", "font.size": 11, "text.color": INK,
        "axes.edgecolor": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "grid.color": GRID,
        "figure.facecolor": PAPER, "axes.facecolor": PAPER, "legend.edgecolor": PAPER, "legend.facecolor": PAPER,
    })
    from matplotlib import pyplot
    from matplotlib.ticker import FuncFormatter, LogLocator, MultipleLocator

    is_time = subtitle != "factor"
    figure, axes = pyplot.subplots(figsize=(9.6, 5.6), layout="constrained")
    rate = next((rate for start, rate in GROWTH.items() if title.startswith(start)), 1)
    order = sorted(lines, key=lambda name: lines[name][max(lines[name])] / rate ** max(lines[name]), reverse=True)
    for style, name in enumerate(lines):
        line = sorted(lines[name].items())
        look = {"color": COLORS[style % 8], "marker": MARKERS[style % 8], "linestyle": "-" if style < 8 else "--"}
        axes.plot(*zip(*line), label=name, markersize=5, linewidth=1.6, **look)
    axes.set_title(title, loc="left", fontsize=15, fontweight="bold", pad=28)
    axes.text(0, 1.02, subtitle, transform=axes.transAxes)
    axes.set_xlabel("n")
    axes.xaxis.set_major_locator(MultipleLocator(1))
    if is_time:
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(numticks=20))
        axes.yaxis.set_major_formatter(FuncFormatter(duration))
        axes.minorticks_off()
    else:
        axes.set_ylim(bottom=0)
    axes.grid(True)
    axes.spines[["top", "right"]].set_visible(False)
    handles = dict(zip(lines, axes.lines))
    figure.legend([handles[name] for name in order], order, loc="outside right upper", frameon=False, fontsize=10)
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    dark = "".join(
        f'[style*="{kind}: {light}"]{{{kind}:{dark}!important}}' for light, dark in DARK.items() for kind in ("fill", "stroke")
    )
    head, tag, rest = out.getvalue().partition("<defs>")
    style = f"<title>{title}: {', '.join(order)}</title>\n<style>@media(prefers-color-scheme:dark){{{dark}}}</style>\n"
    # matplotlib ends some lines with spaces.
    return re.sub(r" +\n", "\n", head + style + tag + rest)


if __name__ == "__main__":
    match sys.argv[1:]:
        case [source, picture] if source.endswith(".csv"):
            Path(picture).write_text(svg(*compared(source)))
        case [] | ["--check"]:
            for name, made in [*((name, svg(*plot())) for name, plot in BOOK.items()), (BARS, bars())]:
                file = HERE / name
                if not sys.argv[1:]:
                    file.write_text(made)
                elif file.read_text() != made:
                    sys.exit(f"error: {file} is not what would be drawn now\nhelp: run `cargo xtask pictures`, and commit it")
        case _:
            sys.exit(__doc__)
