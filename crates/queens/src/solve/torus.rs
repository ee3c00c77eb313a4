//! What is known of the torus without a search.

use crate::board::Square;
use crate::board::placement::Placement;
use crate::board::problem::{Pieces, Problem, Topology};
use crate::parallel::gcd;

/// Tells whether a theorem says that there is no solution: a torus has one only if n is prime to 6
/// (Pólya 1918).
pub(crate) fn is_hopeless(problem: &Problem) -> bool {
    let n = problem.n();
    problem.topology() == Topology::Torus && n > 0 && gcd(n.into(), 6) > 1
}

/// A solution on a torus whose queens stand on one line, each `step` columns after the one in the
/// row above (Pólya 1918). A search rarely finds a solution of a large torus that is nearly empty. Takes
/// O(n³) if none of many such lines fits.
pub(crate) fn linear(problem: &Problem) -> Option<Placement> {
    if problem.topology() == Topology::Plain {
        return None;
    }
    let n = problem.n();
    let prime = |k: u32| gcd(k.into(), n.into()) == 1;
    let leaps = |step: u32| [2, n - 2].contains(&step) || [1, n - 1].contains(&(2 * step % n));
    let steps = (2..n)
        .filter(|&step| prime(step - 1) && prime(step) && prime(step + 1))
        .filter(|&step| problem.pieces() == Pieces::Queens || !leaps(step));
    let mut lines = steps.flat_map(|step| (0..n).map(move |first| (step, first)));
    lines.find_map(|(step, first)| {
        let on_line = |row: u32| Square { row, column: (first + step * row) % n };
        let fits = problem.queens().all(|queen| on_line(queen.row) == queen)
            && (0..n).all(|row| problem.is_open(on_line(row)));
        fits.then(|| Placement::of_queens(n, (0..n).map(on_line)))
    })
}

/// Columns for the queen of row 1 if there is one on a1, and the number of columns that each represents: on
/// the torus of size n, prime to 6, without queens or closed squares, the same number of solutions have their
/// second queen on each of these.
///
/// A line of each of the four directions holds exactly one queen of a solution. So every invertible linear
/// map that permutes the four directions takes solutions to solutions, and
/// a1 to itself. Written (row, column), with inverses modulo n if they exist, these
/// maps take (1, c) to squares of row 1:
///
/// * (r, c) to (r, -c): c to -c;
/// * (r, c) to (c, r) / c: c to 1 / c;
/// * (r, c) to (r + c, r - c), whose determinant is -2, over 1 + c: c to (1 - c) / (1 + c).
pub(crate) fn second_queens(n: u32) -> Vec<(u32, u32)> {
    let mut left: Vec<u32> = (2..n - 1).collect();
    let mut orbits = Vec::new();
    while let Some(&first) = left.first() {
        let (mut reached, mut columns) = (vec![left.remove(0)], 0);
        while let Some(c) = reached.pop() {
            columns += 1;
            let images = [
                Some(n - c),
                inverse(c, n),
                inverse((1 + c) % n, n).map(|inverse| (n + 1 - c) * inverse % n),
            ];
            reached.extend(left.extract_if(.., |column| images.contains(&Some(*column))));
        }
        orbits.push((first, columns));
    }
    orbits
}

/// The inverse of c modulo n, or `None`.
fn inverse(c: u32, n: u32) -> Option<u32> {
    (1..n).find(|&other| c * other % n == 1)
}
