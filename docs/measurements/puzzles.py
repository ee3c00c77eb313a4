"""Times this program and others on region puzzles, in turn on the same boards: one solution, and the proof that
there is no other.

* queens: `Problem::uniqueness`.
* qsolve: qsolve 1.1.0 of crates.io, a library that eliminates squares as a person does and never guesses. So a
  solution that it finds is the only one, but it does not solve every puzzle. It first makes a list of all its
  heuristics for the board, which takes longer than solving; the list is timed apart.
* cp_sat: CP-SAT with one worker. It solves, then solves again with the solution excluded. Only the two
  searches are timed, not the making of the model.

The start of a process would take longer than a thousand puzzles. So a program with both libraries, which this
script builds in FOLDER, reads puzzles and writes times: the median of 21 calls for each puzzle and library.
CP-SAT is called once for each.

The puzzles are those of `queens puzzle new N --count COUNT --format json`. All must give the same solution, and
CP-SAT's second search must find nothing.

    python3 -m venv venv && venv/bin/pip install ortools==9.15.6755
    cargo build --release
    venv/bin/python docs/measurements/puzzles.py target/release/queens FOLDER > docs/measurements/puzzles.csv
"""

import csv
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

# Without its folder in the path, `import ortools` finds the package and not the file beside this one.
HERE = Path(__file__).resolve().parent
sys.path = [place for place in sys.path if Path(place).resolve() != HERE]

try:
    from ortools.sat.python import cp_model
except ImportError:
    sys.exit(__doc__)

SIZES = range(6, 12)
COUNT = 100

MANIFEST = f"""\
[package]
name = "puzzle-times"
version = "0.0.0"
edition = "2024"
[dependencies]
qsolve = {{ version = "=1.1.0", default-features = false }}
queens = {{ path = "{HERE.parent.parent}/crates/queens", default-features = false }}
queens-puzzle = {{ path = "{HERE.parent.parent}/crates/queens-puzzle" }}
[workspace]
"""

PROGRAM = """\
use std::hint::black_box;
use std::io::{BufRead, stdin};
use std::time::Instant;

use qsolve::board::Board;
use qsolve::heuristic::all_heuristics;
use qsolve::solveiter::solve_iter;
use qsolve::solvestate::{SolveState, SolveStrategy, SquareVal};
use queens::Uniqueness;

/// The median time of a call in microseconds, and its last result.
fn timed<T>(work: impl Fn() -> T) -> (f64, T) {
    let mut last = None;
    let mut times: Vec<f64> = (0..21)
        .map(|_| {
            let start = Instant::now();
            last = Some(black_box(work()));
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times[10], last.unwrap())
}

fn main() {
    for line in stdin().lock().lines().map(Result::unwrap) {
        let puzzle = queens_puzzle::parse(&line).unwrap().remove(0);
        let n = puzzle.size();
        let rows = puzzle.regions().to_string();
        let colors = "krgybmcwKRGYBMCW".as_bytes();
        let paint = |c: char| {
            if c == '\\n' { c } else { colors[(c as u8 - b'A') as usize] as char }
        };
        let board: Board = rows.chars().map(paint).collect::<String>().parse().unwrap();

        let problem = puzzle.problem();
        let (queens, found) = timed(|| problem.uniqueness());
        let Ok(Uniqueness::One(solution)) = found else { panic!("not unique: {line}") };
        let columns: Vec<u32> = solution.columns().to_vec();

        let (list, heuristics) = timed(|| all_heuristics(&board));
        let (qsolve, end) = timed(|| {
            let start = SolveState::from(&board);
            solve_iter(start, SolveStrategy::Fast, &heuristics).last().unwrap().solve_state
        });
        let solved = end.complete();
        for row in 0..n {
            let holds = |c: u32| {
                end.square(&(row as usize, c as usize)) == Some(SquareVal::Queen)
            };
            let own = columns[row as usize];
            let queens: Vec<u32> = (0..n).filter(|&column| holds(column)).collect();
            assert!(if solved { queens == [own] } else { queens.iter().all(|&c| c == own) });
        }
        let list_of = |columns: &[u32]| format!("{columns:?}");
        println!(
            "{{\\"queens\\":{queens},\\"qsolve\\":{qsolve},\\"list\\":{list},\\"solved\\":{solved},\\"columns\\":{}}}",
            list_of(&columns)
        );
    }
}
"""


def puzzles(program, n):
    """Returns puzzles with one solution, each on a line of JSON."""
    command = [program, "puzzle", "new", str(n), "--count", str(COUNT), "--format", "json"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def built(folder):
    """Starts the program with both libraries."""
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "Cargo.toml").write_text(MANIFEST)
    (folder / "src/main.rs").write_text(PROGRAM)
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=folder, check=True)
    pipe = subprocess.PIPE
    return subprocess.Popen([folder / "target/release/puzzle-times"], stdin=pipe, stdout=pipe, text=True)


def cp_sat(rows):
    """Solves a puzzle with CP-SAT, proves that there is no other solution, and returns columns and microseconds."""
    n = len(rows)
    model = cp_model.CpModel()
    queen = [[model.new_bool_var(f"{r} {c}") for c in range(n)] for r in range(n)]
    squares = [(r, c) for r in range(n) for c in range(n)]
    for line in range(n):
        model.add_exactly_one(queen[line])
        model.add_exactly_one(queen[r][line] for r in range(n))
        model.add_exactly_one(queen[r][c] for r, c in squares if rows[r][c] == line)
    for r, c in squares:
        for beside in (c - 1, c + 1):
            if r + 1 < n and 0 <= beside < n:
                model.add_at_most_one(queen[r][c], queen[r + 1][beside])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    start = time.perf_counter()
    status = solver.solve(model)
    elapsed = time.perf_counter() - start
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE), rows
    columns = [c for r, c in squares if solver.value(queen[r][c])]
    model.add_bool_or(queen[r][c].negated() for r, c in enumerate(columns))
    start = time.perf_counter()
    status = solver.solve(model)
    elapsed += time.perf_counter() - start
    assert status == cp_model.INFEASIBLE, rows
    return columns, 1e6 * elapsed


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    libraries = built(Path(sys.argv[2]))
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["solver", "n", "puzzles", "solved", "median_microseconds"])
    for n in SIZES:
        times = {"queens": [], "qsolve": [], "qsolve_list": [], "cp_sat": []}
        solved = 0
        for line in puzzles(sys.argv[1], n):
            print(line, file=libraries.stdin, flush=True)
            answer = json.loads(libraries.stdout.readline())
            columns, microseconds = cp_sat(json.loads(line))
            assert columns == answer["columns"], line
            times["queens"].append(answer["queens"])
            times["cp_sat"].append(microseconds)
            # What it does not solve is not timed.
            if answer["solved"]:
                solved += 1
                times["qsolve"].append(answer["qsolve"])
                times["qsolve_list"].append(answer["list"])
        for solver, all_times in times.items():
            median = statistics.median(all_times) if all_times else float("nan")
            share = solved if solver.startswith("qsolve") else COUNT
            table.writerow([solver, n, COUNT, share, f"{float(format(median, '.3g')):g}"])
        sys.stdout.flush()


main()
