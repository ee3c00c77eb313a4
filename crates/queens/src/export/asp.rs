//! A logic program in the language of clingo.

use std::fmt::{self, Formatter};

use super::lines::fixed;
use crate::board::problem::{Pieces, Problem, Topology};
use crate::board::squares;

pub(super) const MEANING: [&str; 2] = [
    "queen(R,C): a queen stands in row R, from the top, and column C, from the left; a1 is queen(1,1).",
    "Each solution is one answer set: `clingo 0 FILE` finds all.",
];

pub(super) fn write(f: &mut Formatter<'_>, problem: &Problem) -> fmt::Result {
    let n = problem.n();
    writeln!(f, "#const n = {n}.\nline(1..n).")?;
    writeln!(f, "{{ queen(R,C) : line(C) }} = 1 :- line(R).")?;
    writeln!(f, ":- line(C), {{ queen(R,C) : line(R) }} != 1.")?;
    let (is_torus, knights) =
        (problem.topology() == Topology::Torus, [(1, 2), (1, -2), (2, 1), (2, -1)]);
    match problem.regions() {
        Some(regions) => {
            for square in squares(n) {
                let (row, column) = (square.row + 1, square.column + 1);
                let letter = regions.letter(regions.at(square));
                let end = if column < n { ' ' } else { '\n' };
                write!(f, "region({row},{column},\"{letter}\").{end}")?;
            }
            writeln!(f, ":- region(_,_,G), {{ queen(R,C) : region(R,C,G) }} != 1.")?;
            writeln!(f, "% Queens do not touch.")?;
            writeln!(f, ":- queen(R,C), queen(R+1,C+1).\n:- queen(R,C), queen(R+1,C-1).")?;
        }
        None if is_torus => {
            writeln!(f, "% Diagonals continue at the opposite edge.")?;
            writeln!(f, ":- D = 0..n-1, 2 {{ queen(R,C) : line(R), line(C), (R-C+n) \\ n = D }}.")?;
            writeln!(f, ":- D = 0..n-1, 2 {{ queen(R,C) : line(R), line(C), (R+C) \\ n = D }}.")?;
        }
        None => {
            writeln!(f, ":- D = 1-n..n-1, 2 {{ queen(R,R-D) : line(R), line(R-D) }}.")?;
            writeln!(f, ":- S = 2..2*n, 2 {{ queen(R,S-R) : line(R), line(S-R) }}.")?;
        }
    }
    if problem.pieces() == Pieces::Superqueens {
        writeln!(f, "% Queens also attack as knights.")?;
        // Around the torus of n = 1, a square is a knight's move from itself.
        for (down, right) in knights.into_iter().filter(|_| !is_torus || n > 1) {
            if is_torus {
                let (down, right) = (down - 1, right - 1);
                let to = format!("(R{down:+}) \\ n + 1, (C{right:+}+n) \\ n + 1");
                writeln!(f, ":- queen(R,C), queen({to}).")?;
            } else {
                writeln!(f, ":- queen(R,C), queen(R+{down},C{right:+}).")?;
            }
        }
    }
    for (square, is_queen) in fixed(problem) {
        let not = if is_queen { "not " } else { "" };
        writeln!(f, ":- {not}queen({},{}). % {square}", square.row + 1, square.column + 1)?;
    }
    writeln!(f, "#show queen/2.")
}
