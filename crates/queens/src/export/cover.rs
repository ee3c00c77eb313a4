//! Exact cover in the format of Knuth's dancing links programs: a line of items, with `|` before the secondary ones, and a
//! line for each option.

use std::fmt::{self, Formatter};

use super::lines::lines;
use crate::board::problem::Problem;
use crate::board::{Square, squares};

pub(super) const MEANING: [&str; 4] = [
    "An option is an open square; if a queen is fixed in a row, the row has that option alone. Rows r_1, columns",
    "c_a and regions g_A are covered exactly once. What follows | is covered at most once: diagonals that fall to",
    "the right (d_) and to the left (a_), by their first square; 2 x 2 squares (w_); pairs of squares a knight's",
    "move apart (k_). Of these, what fewer than two options have is left out.",
];

pub(super) fn write(f: &mut Formatter<'_>, problem: &Problem) -> fmt::Result {
    let n = problem.n();
    let is_option = |square: &Square| {
        let mut queens = problem.queens();
        problem.is_open(*square) && queens.all(|queen| queen.row != square.row || queen == *square)
    };
    let mut of: Vec<Vec<usize>> = vec![Vec::new(); (n * n) as usize];
    let mut items = Vec::new();
    for line in lines(problem) {
        let options: Vec<Square> = line.squares.into_iter().filter(is_option).collect();
        if line.is_exact || options.len() > 1 {
            for square in options {
                of[(square.row * n + square.column) as usize].push(items.len());
            }
            items.push((line.name, line.is_exact));
        }
    }
    let primary: Vec<&str> = items.iter().filter(|item| item.1).map(|item| &*item.0).collect();
    let secondary: Vec<&str> = items.iter().filter(|item| !item.1).map(|item| &*item.0).collect();
    write!(f, "{}", primary.join(" "))?;
    if !secondary.is_empty() {
        write!(f, " | {}", secondary.join(" "))?;
    }
    writeln!(f)?;
    for option in squares(n).filter(is_option) {
        let of = &of[(option.row * n + option.column) as usize];
        let names: Vec<&str> = of.iter().map(|&item| &*items[item].0).collect();
        writeln!(f, "{}", names.join(" "))?;
    }
    Ok(())
}
