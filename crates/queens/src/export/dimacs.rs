//! Conjunctive normal form, from the definition: [`Problem::attacks`] for every two squares.

use std::fmt::{self, Formatter};

use super::lines::{fixed, lines};
use crate::board::problem::Problem;
use crate::board::{Square, squares};

pub(super) const MEANING: [&str; 2] = [
    "A variable is true if a queen stands on its square. Each solution is one model: there are no auxiliary",
    "variables, and the squares where no queen may stand are false by unit clauses.",
];

pub(super) fn write(f: &mut Formatter<'_>, problem: &Problem) -> fmt::Result {
    let n = problem.n();
    let variable = |square: Square| square.row * n + square.column + 1;
    for square in squares(n) {
        writeln!(f, "c var {} {square}", variable(square))?;
    }
    let mut ones = lines(problem);
    ones.retain(|line| line.is_exact);
    let clauses = attacking(problem).count() + ones.len() + fixed(problem).count();
    writeln!(f, "p cnf {} {clauses}", n * n)?;
    for line in ones {
        for square in line.squares {
            write!(f, "{} ", variable(square))?;
        }
        writeln!(f, "0")?;
    }
    for (first, second) in attacking(problem) {
        writeln!(f, "-{} -{} 0", variable(first), variable(second))?;
    }
    for (square, is_queen) in fixed(problem) {
        writeln!(f, "{}{} 0", if is_queen { "" } else { "-" }, variable(square))?;
    }
    Ok(())
}

/// Every two squares of which at most one may have a queen.
fn attacking(problem: &Problem) -> impl Iterator<Item = (Square, Square)> {
    let n = problem.n();
    squares(n).flat_map(move |first| {
        let later = squares(n).skip((first.row * n + first.column + 1) as usize);
        later
            .filter(move |&second| problem.attacks(first, second))
            .map(move |second| (first, second))
    })
}
