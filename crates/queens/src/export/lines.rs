//! What a problem asks for, as sets of squares: those with exactly one queen, and those with at most one.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::problem::{Pieces, Problem, Topology};
use crate::board::{Square, column_letters, squares};

/// A set of squares with exactly one queen, or with at most one.
pub(super) struct Line {
    /// At most eight characters, as Knuth's programs take them: what it is, and its first square, its number or its
    /// letter.
    pub(super) name: String,
    pub(super) is_exact: bool,
    pub(super) squares: Vec<Square>,
}

/// Rows, columns and regions, with one queen each; then diagonals, 2 x 2 squares of puzzles and pairs a knight's move
/// apart, with at most one.
pub(super) fn lines(problem: &Problem) -> Vec<Line> {
    let n = problem.n();
    let mut lines = Vec::new();
    let mut add = |is_exact, groups: Vec<Vec<Square>>, name: &dyn Fn(Square) -> String| {
        for squares in groups {
            lines.push(Line { name: name(squares[0]), is_exact, squares });
        }
    };
    add(true, groups(n, |square| i64::from(square.row)), &|first| format!("r_{}", first.row + 1));
    let columns = groups(n, |square| i64::from(square.column));
    add(true, columns, &|first| format!("c_{}", column_letters(first.column)));
    let several = |mut groups: Vec<Vec<Square>>| {
        groups.retain(|squares| squares.len() > 1);
        groups
    };
    if let Some(regions) = problem.regions() {
        let of = groups(n, |square| regions.at(square).into());
        add(true, of, &|first| format!("g_{}", regions.letter(regions.at(first))));
        add(false, windows(n), &|first| format!("w_{first}"));
        return lines;
    }
    let wrap = |line: i64| match problem.topology() {
        Topology::Plain => line,
        Topology::Torus => line.rem_euclid(n.into()),
    };
    let diags = several(groups(n, |square| wrap(square.diag().into())));
    add(false, diags, &|first| format!("d_{first}"));
    let antis = several(groups(n, |square| wrap(square.anti().into())));
    add(false, antis, &|first| format!("a_{first}"));
    if problem.pieces() == Pieces::Superqueens {
        for (number, (first, second)) in (1..).zip(knights(n, problem.topology())) {
            let squares = vec![first, second];
            lines.push(Line { name: format!("k_{number}"), is_exact: false, squares });
        }
    }
    lines
}

/// The squares that are known: those with a queen that stands, and those where none may stand.
pub(super) fn fixed(problem: &Problem) -> impl Iterator<Item = (Square, bool)> {
    let value = |square| {
        let is_queen = problem.queens().any(|queen| queen == square);
        (is_queen || !problem.is_open(square)).then_some((square, is_queen))
    };
    squares(problem.n()).filter_map(value)
}

/// The squares of the board by a key.
fn groups(n: u32, key: impl Fn(Square) -> i64) -> Vec<Vec<Square>> {
    let mut groups: BTreeMap<i64, Vec<Square>> = BTreeMap::new();
    for square in squares(n) {
        groups.entry(key(square)).or_default().push(square);
    }
    groups.into_values().collect()
}

/// The 2 x 2 squares of the board: queens on two squares of one touch.
fn windows(n: u32) -> Vec<Vec<Square>> {
    let corner = |&Square { row, column }: &Square| row + 1 < n && column + 1 < n;
    let window = |Square { row, column }| {
        squares(2).map(|by| Square { row: row + by.row, column: column + by.column }).collect()
    };
    squares(n).filter(corner).map(window).collect()
}

/// The pairs of squares a knight's move apart, each once.
fn knights(n: u32, topology: Topology) -> BTreeSet<(Square, Square)> {
    let mut pairs = BTreeSet::new();
    for square in squares(n) {
        for (down, right) in [(1, 2), (1, -2), (2, 1), (2, -1)] {
            let (mut row, mut column) =
                (i64::from(square.row) + down, i64::from(square.column) + right);
            if topology == Topology::Torus {
                (row, column) = (row.rem_euclid(n.into()), column.rem_euclid(n.into()));
            }
            let (Ok(row), Ok(column)) = (u32::try_from(row), u32::try_from(column)) else {
                continue;
            };
            let other = Square { row, column };
            if row < n && column < n && other != square {
                pairs.insert((square.min(other), square.max(other)));
            }
        }
    }
    pairs
}
