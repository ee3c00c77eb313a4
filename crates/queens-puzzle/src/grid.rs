//! Squares by their numbers, row by row, and what they make together.

/// The squares that share a side with a square.
pub(crate) fn neighbors(n: usize, square: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (square / n, square % n);
    [
        (row > 0).then(|| square - n),
        (column > 0).then(|| square - 1),
        (column + 1 < n).then_some(square + 1),
        (row + 1 < n).then_some(square + n),
    ]
    .into_iter()
    .flatten()
}

/// The two squares of every side between squares: those between columns, row by row, then those between rows,
/// column by column.
pub(crate) fn sides(n: usize) -> impl Iterator<Item = (usize, usize)> {
    let right = (0..n).flat_map(move |row| (1..n).map(move |column| (row * n + column, 1)));
    let below = (0..n).flat_map(move |column| (1..n).map(move |row| (row * n + column, n)));
    right.chain(below).map(|(square, back)| (square - back, square))
}

/// The region of each square, with the regions numbered as a reader meets them.
pub(crate) fn in_order(of: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut order = Vec::new();
    of.map(|region| {
        order.iter().position(|&other| other == region).unwrap_or_else(|| {
            order.push(region);
            order.len() - 1
        })
    })
    .collect()
}

/// The regions that joins of two squares each make of so many squares.
pub(crate) fn joined(squares: usize, joins: impl Iterator<Item = (usize, usize)>) -> Vec<usize> {
    // The first of the joined squares that a square belongs to.
    fn root(part: &[usize], mut at: usize) -> usize {
        while part[at] != at {
            at = part[at];
        }
        at
    }
    let mut part: Vec<usize> = (0..squares).collect();
    for (a, b) in joins {
        let (a, b) = (root(&part, a), root(&part, b));
        part[a.max(b)] = a.min(b);
    }
    in_order((0..squares).map(|at| root(&part, at)))
}
