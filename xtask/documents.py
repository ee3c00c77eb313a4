"""Writes the parts of the documents that derive from elsewhere: from `--help`, raw data, certificates, sources.

`cargo xtask reference` calls `documents.py QUEENS ARTICLES [--check]`: the program, and the one that prints the
articles, of bindings/wasm. It also fails if a measured figure stands in two documents. A chapter may have parts between two marks, `<!-- made: NAME ARGUMENTS -->` and `<!-- end -->`. What is between them
is written here; with --check, the task fails if something else is there.
"""

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "docs/measurements"))

from boards import sheet  # noqa: E402
from plots import gallery, kernels, known, peers, rows as rows_of  # noqa: E402

QUEENS, CHECK = sys.argv[1], "--check" in sys.argv
ARTICLES = json.loads(subprocess.run([sys.argv[2]], capture_output=True, check=True).stdout)
GALLERY, KERNELS = gallery(), kernels()
TOTAL, FUNDAMENTAL = known("TOTAL"), known("FUNDAMENTAL")
BY_HAND = "peers-by-hand.csv"
FASTEST = ["search scalar", "search avx2", "search avx512", "color avx512"]


def fail(what, advice):
    sys.exit(f"error: {what}\nhelp: {advice}")


def keep(file, text):
    """Writes a file, or with --check fails if it is not there already."""
    path = ROOT / file
    if path.exists() and path.read_text() == text:
        return
    if CHECK:
        fail(f"{file} is not what would be written now", "run `cargo xtask reference`, look at the difference, and commit it")
    path.write_text(text)
    print(f"{file} is written", file=sys.stderr)


# The command line.


def help_of(words):
    # Its width is that of the terminal, if any of its streams is one.
    line = [QUEENS, *words, "--help"]
    done = subprocess.run(line, env=os.environ | {"COLUMNS": "100"}, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        fail(f"{line} ended with {done.returncode}", "see whether the program is built")
    return "\n".join(line.rstrip() for line in done.stdout.splitlines())


def commands(words=()):
    """Every command with its help, each followed by those below it."""
    text = help_of(words)
    made = f"\n## `{' '.join(['queens', *words])}`\n\n```text\n{text.rstrip()}\n```\n"
    # Under one heading or several, after the usage and before the options. Arguments stand in brackets, and further
    # lines of a description further to the right.
    listed = text.partition("\nUsage:")[2].partition("\nOptions:")[0]
    for name in re.findall(r"^  ([a-z][\w-]*)", listed, re.M):
        if name != "help":
            made += commands((*words, name))
    return made


# The schemas.


def keys_of(schema):
    """All keys of the documents that a schema describes."""
    if isinstance(schema, dict):
        yield from schema.get("properties") or {}
    for below in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else []:
        yield from keys_of(below)


def schemas():
    """Copies the schemas into the server's description, whose other components are written by hand; returns the table."""
    formats = (ROOT / "docs/formats.md").read_text()
    api = "crates/queens-web/openapi.json"
    description = json.loads((ROOT / api).read_text())
    components = description["components"]["schemas"]
    names = {one.get("properties", {}).get("schema", {}).get("const"): name for name, one in components.items()}
    table = "| schema | file |\n|:--|:--|\n"
    for path in sorted((ROOT / "docs/schemas").glob("*.json")):
        schema = json.loads(path.read_text())
        name = schema["title"]
        if path.name != name.replace("/", ".") + ".json":
            fail(f"{path.name} is the schema of {name}", "give the file the name of its title")
        for key in keys_of(schema):
            if f"`{key}`" not in formats:
                fail(f"docs/formats.md says nothing of `{key}` of {name}", "document it there")
        table += f"| `{name}` | [{path.name}](schemas/{path.name}) |\n"
        if name in names:
            kept = {key: value for key, value in schema.items() if key not in ("$schema", "title")}
            components[names[name]] = kept | {"additionalProperties": False}
    keep(api, dense(description) + "\n")
    return table


def dense(value, indent=""):
    """JSON in which what fits a line stands on one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent + line) <= 120 or not isinstance(value, dict | list):
        return line
    deeper = indent + "  "
    is_map = isinstance(value, dict)
    parts = (f"{json.dumps(key)}: {dense(value[key], deeper)}" if is_map else dense(key, deeper) for key in value)
    start, end = "{}" if is_map else "[]"
    return f"{start}\n{deeper}" + f",\n{deeper}".join(parts) + f"\n{indent}{end}"


# The parts of chapters.


def grouped(number):
    """A number with a comma between each three digits."""
    return "-" if number is None else str(number) if number < 10000 else f"{number:,}"


def duration(seconds):
    """A time with three digits and its unit."""
    unit = next((unit for unit in [(1, "s"), (1e-3, "ms"), (1e-6, "µs")] if seconds >= unit[0]), (1e-9, "ns"))
    value = seconds / unit[0]
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f} {unit[1]}"


def rows(head, align, cells):
    lines = [f"| {' | '.join(head)} |", f"|{'|'.join(align)}|", *(f"| {' | '.join(row)} |" for row in cells)]
    return "\n".join(lines) + "\n"


def by_size(head, sizes, lines, cell):
    """A table with a column for each size; `head` are the columns before."""
    cells = ([*start, *(cell(n, times[n]["seconds"]) if n in times else "-" for n in sizes)] for start, times in lines)
    return rows([*head, *(f"n = {n}" for n in sizes)], [":--", *["--:"] * (len(head) - 1 + len(sizes))], cells)


def member(name):
    cells = (
        [str(n), *map(grouped, (TOTAL[n], time["nodes"], time["tests"])), duration(time["seconds"])]
        for n, time in GALLERY[name].items()
        if n in (4, 6, 7, 8, 10, 12, 14, 16)
    )
    return rows(["n", "solutions", "nodes", "tests", "fastest run"], ["--:"] * 5, cells)


def pseudo(name):
    return "```text\n" + "\n".join(MEMBERS[name]["code"]) + "\n```\n"


def rungs():
    lines = [([f"`{name}`", grouped(GALLERY[name].get(7, {}).get("nodes"))], GALLERY[name]) for name in MEMBERS]
    lines += [([name, "-"], KERNELS[name]) for name in FASTEST]
    return by_size(["rung", "nodes, n = 7"], [7, 10, 12, 14, 16], lines, lambda _, s: duration(s))


def kernel(method, name):
    head = ["n", "placements" if method == "color" else "nodes", "fastest", "median", "slowest", "ns a solution"]
    cells = (
        [str(n), grouped(time["nodes"]), *(duration(time[key]) for key in ("seconds", "median", "slowest")), each(n, time["seconds"])]
        for n, time in KERNELS[f"{method} {name}"].items()
        if n >= 12
    )
    return rows(head, ["--:"] * 6, cells)


def each(n, seconds):
    return f"{seconds * 1e9 / TOTAL[n]:.1f}"


def peers_of(file="peers.csv"):
    lines = peers(file)
    # The other file is in the order of speed.
    lines = lines if file == BY_HAND else dict(sorted(lines.items()))
    sizes = sorted({n for times in lines.values() for n in times})
    write = (lambda _, s: duration(s)) if file != BY_HAND else lambda _, s: f"{s:g}"
    return by_size(["program"], sizes, (([name], times) for name, times in lines.items()), write)


def timed():
    """The algorithms of the articles, at the sizes of the first one's table."""
    names = ["backtrack_scan", "backtrack_flags", "bitwise", "flipped", "permutations", "mirror"]
    return by_size(["algorithm"], [8, 10, 12, 14, 16], (([f"`{name}`"], GALLERY[name]) for name in names), lambda _, s: duration(s))


def factors():
    """How many times as long one algorithm takes as another, in the first article and here."""
    steps = [
        ("scan to flags", "8.4, 10.6, 11.7, 13.6", "backtrack_scan", "backtrack_flags"),
        ("flags to bit strings", "-, 13.8, 37.7, 45.3", "backtrack_flags", "bitwise"),
        ("scan to bit strings", "-, 146, 441, 615", "backtrack_scan", "bitwise"),
        ("bit strings to flipped", "-, 1.4, 1.1, 1.1", "bitwise", "flipped"),
        ("bit strings to mirror", "-", "bitwise", "mirror"),
    ]

    def ratio(slow, fast, n):
        times = GALLERY[slow][n]["seconds"] / GALLERY[fast][n]["seconds"]
        return f"{times:.0f}" if times >= 10 else f"{times:.1f}"

    cells = ([step, article, ", ".join(ratio(slow, fast, n) for n in (8, 10, 12, 14))] for step, article, slow, fast in steps)
    return rows(["step", "article, n = 8, 10, 12, 14", "here"], [":--"] * 3, cells)


def best_peers():
    """The fastest programs, for the README."""
    measured, sizes = peers(), [16, 17, 18]
    lines = [
        ("**queens**", "by color, AVX-512", "queens color"),
        ("**queens**", "by color, AVX2", "queens color (AVX2)"),
        ("**queens** `--method search`", "backtracking, eight symmetries, AVX-512", "queens search"),
        ("[Kluev](https://github.com/EvgenyKluev/N-Queens-Count-Sol) (C++)", "joins quadrants", "Kluev"),
        ("[m-queens](https://github.com/sudden6/m-queens) (C)", "backtracking, mirror symmetry", "m-queens"),
    ]
    cells = [[name, how, *(duration(measured[of][n]["seconds"]) if n in measured[of] else "-" for n in sizes)] for name, how, of in lines]
    return rows(["program", "method", *(f"n = {n}" for n in sizes)], [":--", ":--", *["--:"] * len(sizes)], cells)


def samples():
    """Seconds for the same ranges of larger boards, on both kernels."""

    def line(wide, narrow):
        times = [float(one["seconds"]) for one in (wide, narrow)]
        return [wide["n"], f"{wide['sampled']} of {int(wide['ranges']):,}", *map(duration, times), f"{times[1] / times[0]:.1f}"]

    head = ["n", "ranges", "AVX-512", "AVX2", "times as long"]
    return rows(head, ["--:"] * 5, (line(*pair) for pair in sampled()))


def sampled():
    """What samples.py measured: for each size the lines of both kernels."""
    lines = list(rows_of(ROOT / "docs/measurements/samples.csv"))
    return list(zip(lines[::2], lines[1::2]))


def costs():
    """What whole counts would take on one core, projected from samples, and what the program forecasts by itself."""

    def long(seconds):
        for size, unit in [(86400, "days"), (3600, "h"), (60, "min")]:
            if seconds >= 1.5 * size:
                return f"{seconds / size:.{0 if seconds >= 10 * size else 1}f} {unit}"
        return f"{seconds:.0f} s"

    def cells(wide, narrow):
        whole = [f"{long(float(one['whole']))} ± {one['error']} %" for one in (wide, narrow)]
        forecast, factor = float(wide["forecast"]), float(wide["factor"])
        said = f"{long(forecast / factor)} to {long(forecast * factor)}"
        return [wide["n"], f"{int(wide['patterns']):,}", f"{-(-int(wide['memory']) // 1_000_000)} MB", *whole, said]

    head = ["n", "patterns", "memory for each thread", "one core, AVX-512", "one core, AVX2", "`--dry-run`, AVX-512"]
    return rows(head, ["--:"] * 6, (cells(*pair) for pair in sampled()))


def verbs():
    """Boards of other kinds, beside a plain program."""

    def line(row):
        times = [float(row[name]) for name in ("queens", "plain")]
        return [row["task"], f"`{row['command'].removesuffix(' -j 1')}`", *map(duration, times), f"{times[1] / times[0]:.0f}"]

    head = ["board", "command", "queens", "plain", "times as fast"]
    lines = list(rows_of(ROOT / "docs/measurements/verbs.csv"))
    return rows(head, [":--"] * 2 + ["--:"] * 3, map(line, lines))


def certificates():
    def row(path):
        made = json.loads(path.read_text())
        plan, name = made["plan"], path.name
        counts = [made["total"], made["fundamental"], str(plan["patterns"]), str(len(plan["ranges"]))]
        return [str(plan["n"]), *counts, f"`{made['merkle_root'][:16]}…`", f"[{name}]({name})"]

    head = ["n", "Q(n)", "fundamental", "patterns", "ranges", "Merkle root", "certificate"]
    files = sorted((ROOT / "docs/records").glob("*.json"))
    return rows(head, ["--:"] * 5 + [":--"] * 2, map(row, files))


def totals():
    def row(n):
        ratio = f"{TOTAL[n] / TOTAL[n - 1]:.2f}" if TOTAL[n - 1] else "-"
        return [str(n), grouped(TOTAL[n]), grouped(FUNDAMENTAL.get(n)), ratio]

    return rows(["n", "Q(n), A000170", "up to symmetry, A002562", "Q(n) / Q(n - 1)"], ["--:"] * 4, map(row, sorted(TOTAL)[1:]))


def code(file, anchor=None):
    """A source file, or the lines of it between two marks, without the room before them."""
    lines = (ROOT / file).read_text().splitlines()
    if anchor:
        marks = [line.strip() for line in lines]
        try:
            lines = lines[marks.index(f"// ANCHOR: {anchor}") + 1 : marks.index(f"// ANCHOR_END: {anchor}")]
        except ValueError:
            fail(f"{file} has no part `{anchor}`", "see the lines with ANCHOR in it")
        lines = [line for line in lines if not line.strip().startswith("// ANCHOR")]
    room = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "```rust\n" + "\n".join(line[room:] for line in lines).rstrip() + "\n```\n"


def cell(text):
    """A text as a cell of a table, where `<`, `>` and `|` mean something else."""
    return text.replace("<", "&lt;").replace(">", "&gt;").replace("|", "\\|")


def article(number):
    """An article: what it has, and the command that shows it; what it says, and what we found."""
    article = ARTICLES[int(number) - 1]
    title, link = article["title"], article["link"]
    title = f"[{title}]({link})" if link else f"{title} (we know no copy on the web)"
    contents = [[one["kind"], cell(one["what"]), f"`{one['command']}`"] for one in article["contents"]]
    if article["questions"]:
        contents.append(["quiz", f"{len(article['questions'])} questions", "`queens gallery quiz --answers`"])
    findings = [[cell(says), cell(found)] for says, found in article["findings"]]
    return (
        f"{title}. By {article['author']}. {article['language']}.\n\n"
        + rows(["", "in the article", "here"], [":--"] * 3, contents).replace("|  |", "| |", 1)
        + "\n"
        + rows(["it says or does", "what we found"], [":--"] * 2, findings)
    )


def solvers():
    """Boards to check other programs with, and their numbers of solutions."""
    with (ROOT / "docs/measurements/solvers.csv").open(newline="") as lines:
        cells = ([f"`{row['board']}`", row["solutions"]] for row in csv.DictReader(lines))
        return rows(["board", "solutions"], [":--", "--:"], cells)


def boards():
    """The sheet of made puzzles."""
    keep("docs/pictures/boards.svg", sheet(QUEENS))
    return "![Fifty made puzzles](../pictures/boards.svg)\n"


MEMBERS = json.loads(subprocess.run([QUEENS, "gallery", "list", "--format", "json"], capture_output=True, check=True).stdout)
MEMBERS = {member["name"]: member for member in MEMBERS["algorithms"]}
SCHEMAS = schemas()
PARTS = {
    "member": member, "pseudo": pseudo, "rungs": rungs, "kernel": kernel, "peers": peers_of, "best-peers": best_peers, "timed": timed, "factors": factors, "samples": samples, "costs": costs, "verbs": verbs,
    "certificates": certificates, "totals": totals, "code": code, "article": article, "schemas": lambda: SCHEMAS,
    "boards": boards, "solvers": solvers,
}  # fmt: skip


def remade(file):
    """A chapter with its parts as they are now."""
    text = (ROOT / file).read_text()
    marks = len(re.findall("^<!-- made: ", text, re.M))

    def make(mark):
        name, *words = mark[1].split()
        if name not in PARTS:
            fail(f"{file}: a part is called `{mark[1]}`, which nothing makes", "see PARTS in xtask/documents.py")
        return f"<!-- made: {mark[1]} -->\n\n{PARTS[name](*words)}\n<!-- end -->"

    text, made = re.subn(r"^<!-- made: ([^\n]*) -->\n.*?<!-- end -->", make, text, flags=re.M | re.S)
    if made != marks:
        fail(f"{file}: a part does not end", "write `<!-- end -->` after it")
    return text


def measured(file):
    """The times and sizes with three digits or more that a document has, outside of code and of what is written here."""
    text = re.sub(r"^<!-- made: .*?^<!-- end -->|^```.*?^```", "", (ROOT / file).read_text(), flags=re.M | re.S)
    found = re.findall(r"(?<![\w.,])(\d[\d ]*(?:\.\d+)?) ?(ns|µs|ms|s|min|h|(?:core-)?days|years|[kMG]B)\b", text)
    plain = [(number.replace(" ", ""), unit) for number, unit in found]
    return {f"{number} {unit}" for number, unit in plain if len(number.replace(".", "").strip("0")) >= 3}


def measured_once():
    """Fails if a measured figure stands in two documents: one of them would not follow a new measurement."""
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, check=True, text=True)
    where = {}
    for file in listed.stdout.split():
        if file not in ("CHANGELOG.md", "docs/reference/commands.md"):
            for figure in measured(file):
                other = where.setdefault(figure, file)
                if other != file:
                    fail(f"{other} and {file} both say {figure}", "keep it in one of them, and link to it from the other")


# Words for which the project has another: see the table of names in CONTRIBUTING.md.
FORMER = {
    r"\b(?:backends?|Backends?)\b": "kernel",
    r"\bMAX_SIZE\b": "MAX_N",
    r"\bfn size\(&self\) -> u32": "n",
}
# What others call so, and what older versions wrote or were called.
FOREIGN = re.compile(r"build-backend|pyo3-macros-backend|TestBackend|ratatui::backend|terminal\.backend|alias = \"backend\"")


def names():
    """Fails if a source or a document has a word for which the project has another."""
    listed = subprocess.run(["git", "ls-files", "*.rs", "*.py*", "*.ts*", "*.md", "*.json", "*.trycmd", "*.toml"], cwd=ROOT, capture_output=True, check=True, text=True)
    exempt = ("CHANGELOG.md", "CONTRIBUTING.md", "xtask/documents.py", "docs/lab/", "crates/queens-run/tests/golden/", "findings/")
    for file in listed.stdout.split():
        if not file.startswith(exempt) and (ROOT / file).exists():
            text = FOREIGN.sub("", (ROOT / file).read_text())
            for former, name in FORMER.items():
                if word := re.search(former, text):
                    fail(f"{file} says `{word[0]}`", f"this project says `{name}`: see the table of names in CONTRIBUTING.md")


def recounted():
    """Fails if a command of docs/recount.py prints something else than docs/formats.md says; the tests run those of `queens`."""
    said = re.findall(r"^\$ python3 (docs/recount\.py .*)\n(.*)$", (ROOT / "docs/formats.md").read_text(), re.M)
    if not said:
        fail("docs/formats.md shows no command of docs/recount.py", "see `recounted` in xtask/documents.py")
    for command, expected in said:
        printed = subprocess.run([sys.executable, *command.split()], cwd=ROOT, capture_output=True, text=True).stdout.strip()
        if printed != expected:
            fail(f"`python3 {command}` prints {printed!r}", f"docs/formats.md says {expected!r}")


HEAD = "# The command line\n\nWhat `queens --help` and `queens COMMAND --help` print. (This page is written by `cargo xtask reference`.)\n"
keep("docs/reference/commands.md", HEAD + commands())
for chapter in [ROOT / "README.md", ROOT / "BENCHMARKS.md", ROOT / "RECORDS.md", *sorted((ROOT / "docs").rglob("*.md"))]:
    keep(chapter.relative_to(ROOT), remade(chapter.relative_to(ROOT)))
measured_once()
names()
recounted()
