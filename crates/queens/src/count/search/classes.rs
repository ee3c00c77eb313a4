//! Eight-fold symmetry without waste: the middle-out classes.
//!
//! A solution and its seven images are counted once, by a rule that picks a representative from
//! what stands in the middle of the board. Most programs pick by the border; there the rule bites
//! late, or the queens it looks at constrain little. The number of partial placements on k
//! neighboring rows does not depend on which rows they are, so starting in the middle costs
//! nothing, and there all symmetries act at once.
//!
//! Write dist(j) = |2j - (n - 1)| for the distance of row or column j from the centre, in half
//! squares. A quarter turn exchanges the middle rows with the middle columns. So if the queens of
//! the middle rows stand nearer the centre than those of the middle columns in one board, it is the
//! other way round in the turned one: count only the boards where the middle *rows'* queens are
//! nearer, and each twice.
//!
//! **Odd n**, middle row c. With an empty centre, the middle row's queen stands left of it (mirror),
//! the queen of row c - 1 left of that of row c + 1 (flip), and the middle column's queen further
//! out than the middle row's (quarter turn; at the same distance they would attack each other).
//! Factor 8. With a queen in the centre, the pair of columns of rows c - 1 and c + 1 is the least
//! of its four images under mirror, flip and half turn; factor 4, or 2 if the half turn maps the
//! pair to itself. Either way the column of row c - 1 tells which ones row c + 1 may have, so there is
//! a class for each, and no queen of row c + 1 in it yet: larger sub-problems keep vector lanes full.
//!
//! **Even n**, h = n / 2. The columns (x, y) of the queens of rows h - 1 and h are the least of their
//! four images; w = 4, or 2 if the half turn maps the pair to itself. Let d1 <= d2 be the distances
//! of x and y, e1 <= e2 those of the rows of the queens in columns h - 1 and h. Boards with
//! (e1, e2) > (d1, d2), lexicographically, count 2w; those with equality are mapped among themselves
//! by the quarter turn and count w.
//!
//! What the rule demands of a column is a mask of allowed columns for each row: the kernel needs no test at the leaves.

use std::collections::BTreeSet;

use super::subproblem::MAX_N;
use crate::board::Square;
use crate::sets::Word;

/// The columns allowed in each row; none past the last row.
pub(super) type Allowed = [u32; MAX_N as usize];

/// Queens around the middle of a board, and what their class demands of the other rows.
pub(super) struct Start {
    /// The solutions of the board that each solution with these queens stands for.
    pub(super) weight: u32,
    pub(super) queens: Vec<Square>,
    pub(super) allowed: Allowed,
}

/// The starts of all classes, for pieces that attack along rows, columns and diagonals; n from 4 to [`MAX_N`], because below
/// there is no room around the centre for the rule to look at.
///
/// The order is stable: it depends on n alone.
pub(super) fn starts(n: u32) -> Vec<Start> {
    let mut classes = Classes { n, starts: Vec::new() };
    if n % 2 == 1 {
        classes.odd();
    } else {
        classes.even();
    }
    classes.starts
}

struct Classes {
    n: u32,
    starts: Vec<Start>,
}

impl Classes {
    fn odd(&mut self) {
        let n = self.n;
        let c = n / 2;
        let square = |row, column| Square { row, column };
        // The queen of row c + 1 is bound to that of row c - 1 by its mask.
        let bind = |mut allowed: Allowed, partners: u32| {
            allowed[c as usize + 1] &= partners;
            allowed
        };
        for m in 0..c {
            let d = self.dist(m);
            let allowed = self.all_but(&[c], |dist| dist < d);
            for a in 0..n {
                let right_of_a = u32::ones(n) & !u32::ones(a + 1);
                let queens = [square(c, m), square(c - 1, a)];
                self.add(8, &queens, &bind(allowed, right_of_a));
            }
        }
        let anywhere = self.all_but(&[], |_| false);
        for a in 0..n {
            for factor in [2, 4] {
                let of_factor = |b: &u32| self.canonical((a, *b)) == Some(factor);
                let partners = (0..n).filter(of_factor).fold(0, |mask, b| mask | 1 << b);
                let queens = [square(c, c), square(c - 1, a)];
                self.add(factor, &queens, &bind(anywhere, partners));
            }
        }
    }

    fn even(&mut self) {
        let n = self.n;
        let h = n / 2;
        let square = |row, column| Square { row, column };
        let anywhere = self.all_but(&[], |_| false);
        // The two rows at a distance from the centre.
        let rows_at = |dist: u32| [h - dist.div_ceil(2), h + dist / 2];
        for x in 0..n {
            for y in 0..n {
                let Some(w) = self.canonical((x, y)) else { continue };
                let (near, far) = (self.dist(x).min(self.dist(y)), self.dist(x).max(self.dist(y)));
                let (up, down) = (square(h - 1, x), square(h, y));
                let middle = [up, down];
                if near == 1 {
                    // One of the two stands in a middle column itself, so e1 = d1 = 1. The other
                    // middle column decides.
                    let other = if x == h - 1 || y == h - 1 { h } else { h - 1 };
                    let beyond = self.all_but(&[other], |dist| dist <= far);
                    self.add(2 * w, &middle, &beyond);
                    for row in rows_at(far) {
                        self.add(w, &[up, down, square(row, other)], &anywhere);
                    }
                    continue;
                }
                // e1 > d1.
                let beyond = self.all_but(&[h - 1, h], |dist| dist <= near);
                self.add(2 * w, &middle, &beyond);
                // e1 = d1: the queen of one middle column at that distance, and e2 > d2.
                for (column, other) in [(h - 1, h), (h, h - 1)] {
                    let beyond = self.all_but(&[other], |dist| dist <= far);
                    for row in rows_at(near) {
                        let queens = [up, down, square(row, column)];
                        self.add(2 * w, &queens, &beyond);
                    }
                }
                // Equality: both at their distance.
                for row in rows_at(near) {
                    for other_row in rows_at(far) {
                        let queens =
                            |left, right| [up, down, square(left, h - 1), square(right, h)];
                        self.add(w, &queens(row, other_row), &anywhere);
                        if near != far {
                            self.add(w, &queens(other_row, row), &anywhere);
                        }
                    }
                }
            }
        }
    }

    /// The distance of a row or column from the centre, in half squares.
    fn dist(&self, line: u32) -> u32 {
        (2 * line).abs_diff(self.n - 1)
    }

    /// If these columns of two rows at the same distance from the centre are the least of their images under mirror, flip and
    /// half turn: how many images there are.
    fn canonical(&self, (x, y): (u32, u32)) -> Option<u32> {
        let [left, right] = [x, y].map(|column| self.n - 1 - column);
        let images = BTreeSet::from([(x, y), (y, x), (left, right), (right, left)]);
        (images.first() == Some(&(x, y))).then_some(images.len() as u32)
    }

    /// All squares, except those of these columns in rows at an excluded distance from the centre.
    fn all_but(&self, columns: &[u32], is_excluded: impl Fn(u32) -> bool) -> Allowed {
        let n = self.n;
        let columns = columns.iter().fold(0, |mask, column| mask | 1 << column);
        let mut allowed = [0; MAX_N as usize];
        for (row, allowed) in (0..n).zip(&mut allowed) {
            *allowed = u32::ones(n) & if is_excluded(self.dist(row)) { !columns } else { u32::MAX };
        }
        allowed
    }

    /// Adds these queens, unless two of them attack each other or one stands where its class does not allow it.
    fn add(&mut self, weight: u32, queens: &[Square], allowed: &Allowed) {
        let fits = |(i, queen): (usize, &Square)| {
            let is_allowed = allowed[queen.row as usize] >> queen.column & 1 == 1;
            is_allowed
                && queens[..i].iter().all(|other| other.row != queen.row && !other.attacks(*queen))
        };
        if queens.iter().enumerate().all(fits) {
            self.starts.push(Start { weight, queens: queens.to_vec(), allowed: *allowed });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::placement::Placement;

    /// The images of a solution that lie in some class, each counted with the weight of its class, add up to the
    /// size of its orbit; then the classes count every solution once.
    #[test]
    fn every_orbit_is_counted_in_full_by_the_classes() {
        for n in 4..=10 {
            let starts = starts(n);
            for placement in crate::solutions(n).expect("small").filter(Placement::is_canonical) {
                let orbit = placement.orbit();
                let counts = |start: &&Start, image: &Placement| {
                    let on = |queen: &Square| image.columns()[queen.row as usize] == queen.column;
                    let is_allowed =
                        |queen: Square| start.allowed[queen.row as usize] >> queen.column & 1 == 1;
                    start.queens.iter().all(on) && image.queens().all(is_allowed)
                };
                let weight = |image| -> u32 {
                    starts
                        .iter()
                        .filter(|start| counts(start, image))
                        .map(|start| start.weight)
                        .sum()
                };
                assert_eq!(
                    orbit.iter().map(weight).sum::<u32>(),
                    orbit.len() as u32,
                    "{placement}"
                );
            }
        }
    }
}
