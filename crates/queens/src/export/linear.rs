//! Linear constraints over a variable of 0 or 1 for each square: pseudo-Boolean (OPB), and as an integer program (LP).

use std::fmt::{self, Formatter};

use super::lines::{fixed, lines};
use crate::board::problem::Problem;
use crate::board::{Square, squares};

pub(super) const MEANING_OPB: [&str; 2] = [
    "Variable x((row - 1) * n + column) is 1 if a queen stands on that square, counted from 1, a1 at the top left.",
    "Each solution is one model.",
];

pub(super) const MEANING_LP: [&str; 3] = [
    "Variable q_a1 is 1 if a queen stands on a1, at the top left. There is nothing to minimize.",
    "Constraints: rows r_1, columns c_a, regions g_A; diagonals that fall to the right d_ and to the left a_;",
    "2 x 2 squares w_; squares a knight's move apart k_; squares that are known f_.",
];

pub(super) fn write_opb_sizes(f: &mut Formatter<'_>, problem: &Problem) -> fmt::Result {
    let (n, constraints) = (problem.n(), lines(problem).len() + fixed(problem).count());
    writeln!(f, "* #variable= {} #constraint= {constraints}", n * n)
}

pub(super) fn write_opb(f: &mut Formatter<'_>, problem: &Problem) -> fmt::Result {
    let n = problem.n();
    let variable = |square: Square| square.row * n + square.column + 1;
    for line in lines(problem) {
        let (sign, end) = if line.is_exact { ('+', "= 1") } else { ('-', ">= -1") };
        for square in line.squares {
            write!(f, "{sign}1 x{} ", variable(square))?;
        }
        writeln!(f, "{end} ;")?;
    }
    for (square, is_queen) in fixed(problem) {
        writeln!(f, "+1 x{} = {} ;", variable(square), u8::from(is_queen))?;
    }
    Ok(())
}

/// The most terms of a line: some readers stop at 255 characters.
const TERMS: usize = 16;

pub(super) fn write_lp(f: &mut Formatter<'_>, problem: &Problem) -> fmt::Result {
    writeln!(f, "Minimize\n obj: 0 q_a1\nSubject To")?;
    for line in lines(problem) {
        write!(f, " {}:", line.name)?;
        for (number, square) in line.squares.iter().enumerate() {
            let space = if number > 0 && number % TERMS == 0 { "\n " } else { " " };
            write!(f, "{space}{}q_{square}", if number > 0 { "+ " } else { "" })?;
        }
        writeln!(f, " {} 1", if line.is_exact { "=" } else { "<=" })?;
    }
    for (square, is_queen) in fixed(problem) {
        writeln!(f, " f_{square}: q_{square} = {}", u8::from(is_queen))?;
    }
    writeln!(f, "Binary")?;
    squares(problem.n()).try_for_each(|square| writeln!(f, " q_{square}"))?;
    writeln!(f, "End")
}
