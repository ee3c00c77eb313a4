//! The method in plain lines: lists as vectors, matrices as maps, no symmetry, no vectors, no bits but those of sets.
//! `docs/color.md` explains it; the tests compare every matrix entry, every pattern and every total with it.

use std::collections::BTreeMap;

/// A placement of queens on squares of one color: row and column of each.
type Placement = Vec<(u32, u32)>;

/// A matrix of numbers of placements: by the even and the odd columns that they occupy, as sets of bits.
pub(crate) type Matrix = BTreeMap<(u32, u32), u64>;

/// Whether two queens are on one diagonal.
fn meet(a: (u32, u32), b: (u32, u32)) -> bool {
    a.0 + a.1 == b.0 + b.1 || a.0 + b.1 == a.1 + b.0
}

/// All placements of a queen on each of these rows, on columns of this parity, no two in one column or diagonal.
fn placements(n: u32, rows: &[u32], parity: u32) -> Vec<Placement> {
    let mut all = vec![Vec::new()];
    for &row in rows {
        let mut longer = Vec::new();
        for placement in &all {
            for queen in (parity..n).step_by(2).map(|column| (row, column)) {
                let is_free = |&other: &(u32, u32)| other.1 != queen.1 && !meet(other, queen);
                if placement.iter().all(is_free) {
                    longer.push([&placement[..], &[queen]].concat());
                }
            }
        }
        all = longer;
    }
    all
}

/// The columns of a placement as bits.
fn columns(placement: &Placement) -> u32 {
    placement.iter().fold(0, |set, &(_, column)| set | 1 << column)
}

/// The rows of a set, even or odd ones.
fn rows(set: u32, parity: u32) -> Vec<u32> {
    (0..32).filter(|row| set >> row & 1 == 1 && row % 2 == parity).collect()
}

/// The matrix of one color: how many ways there are to put queens of the color on exactly these rows, by their
/// columns. White squares of even rows have even columns, black ones odd columns.
pub(crate) fn matrix(n: u32, set: u32, white: bool) -> Matrix {
    let parity = u32::from(!white);
    let on_even_rows = placements(n, &rows(set, 0), parity);
    let on_odd_rows = placements(n, &rows(set, 1), 1 - parity);
    let mut matrix = Matrix::new();
    for first in &on_even_rows {
        for second in &on_odd_rows {
            if !first.iter().any(|&a| second.iter().any(|&b| meet(a, b))) {
                let (a, b) = (columns(first), columns(second));
                let key = if white { (a, b) } else { (b, a) };
                *matrix.entry(key).or_default() += 1;
            }
        }
    }
    matrix
}

/// The number of solutions whose white queens stand in exactly these rows.
pub(crate) fn solutions(n: u32, white_rows: u32) -> u128 {
    let all = ((1u64 << n) - 1) as u32;
    let black = matrix(n, all & !white_rows, false);
    let even = all & 0x5555_5555;
    let product = |(&(a, b), &whites): (&(u32, u32), &u64)| {
        let blacks = black.get(&(even & !a, all & !even & !b)).copied().unwrap_or(0);
        u128::from(whites) * u128::from(blacks)
    };
    matrix(n, white_rows, true).iter().map(product).sum()
}

/// Q(n): the sum over all sets of white rows.
pub(crate) fn total(n: u32) -> u128 {
    (0..1u64 << n).map(|rows| solutions(n, rows as u32)).sum()
}
