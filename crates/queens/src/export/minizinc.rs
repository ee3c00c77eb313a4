//! A model in MiniZinc.

use std::fmt::{self, Formatter};

use crate::board::Square;
use crate::board::problem::{Pieces, Problem, Topology};

pub(super) const MEANING: [&str; 2] = [
    "column[r]: the column of the queen in row r, both from 1; a1 is at the top left. A solution is a line of them:",
    "`minizinc --solver gecode -a FILE` prints all.",
];

pub(super) fn write(f: &mut Formatter<'_>, problem: &Problem) -> fmt::Result {
    let n = problem.n();
    writeln!(f, "include \"alldifferent.mzn\";\nint: n = {n};")?;
    writeln!(f, "array[1..n] of var 1..n: column;\nconstraint alldifferent(column);")?;
    let is_torus = problem.topology() == Topology::Torus;
    if let Some(regions) = problem.regions() {
        writeln!(f, "array[1..n, 1..n] of int: region =")?;
        for row in 0..n {
            let of = (0..n).map(|column| regions.at(Square { row, column }).to_string());
            let of: Vec<String> = of.collect();
            let (start, end) =
                (if row == 0 { "[|" } else { " |" }, if row + 1 == n { " |];" } else { "" });
            writeln!(f, "{start} {}{end}", of.join(", "))?;
        }
        writeln!(f, "constraint alldifferent([region[r, column[r]] | r in 1..n]);")?;
        writeln!(f, "% Queens do not touch.")?;
        writeln!(f, "constraint forall(r in 1..n-1)(abs(column[r+1] - column[r]) > 1);")?;
    } else if is_torus {
        writeln!(f, "% Diagonals continue at the opposite edge.")?;
        writeln!(f, "constraint alldifferent([(column[r] + r) mod n | r in 1..n]);")?;
        writeln!(f, "constraint alldifferent([(column[r] - r + n) mod n | r in 1..n]);")?;
    } else {
        writeln!(f, "constraint alldifferent([column[r] + r | r in 1..n]);")?;
        writeln!(f, "constraint alldifferent([column[r] - r | r in 1..n]);")?;
    }
    if problem.pieces() == Pieces::Superqueens {
        writeln!(f, "% Queens also attack as knights.")?;
        // Around the torus of n = 1, a square is a knight's move from itself.
        for (down, right) in [(1, 2), (2, 1)].into_iter().filter(|_| !is_torus || n > 1) {
            if is_torus {
                let by = format!("(column[(r + {}) mod n + 1] - column[r] + n) mod n", down - 1);
                let not = format!("{by} != {} /\\ {by} != {}", right % n, (n - right % n) % n);
                writeln!(f, "constraint forall(r in 1..n)({not});")?;
            } else {
                let by = format!("abs(column[r+{down}] - column[r])");
                writeln!(f, "constraint forall(r in 1..n-{down})({by} != {right});")?;
            }
        }
    }
    for queen in problem.queens() {
        writeln!(f, "constraint column[{}] = {}; % {queen}", queen.row + 1, queen.column + 1)?;
    }
    for row in 0..n {
        let (open, closed): (Vec<u32>, Vec<u32>) =
            (0..n).partition(|&column| problem.is_open(Square { row, column }));
        if !closed.is_empty() {
            let open: Vec<String> = open.iter().map(|column| (column + 1).to_string()).collect();
            writeln!(f, "constraint column[{}] in {{{}}};", row + 1, open.join(", "))?;
        }
    }
    writeln!(f, "solve satisfy;")?;
    writeln!(f, "output [join(\" \", [show(column[r]) | r in 1..n])];")
}
