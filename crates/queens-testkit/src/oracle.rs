//! The oracle: all permutations, filtered by the definition.

use queens::{Regions, Square, is_solution};

/// All solutions for n, in lexicographic order: every permutation of the columns that the
/// definition accepts.
///
/// n! boards of O(n²) each; meant for n up to 9.
pub fn solutions(n: u32) -> Vec<Vec<u32>> {
    permutations(n).into_iter().filter(|columns| is_solution(columns)).collect()
}

/// All ways to complete queens that stand already, with one on each of the rows `open`, on an allowed square:
/// by trying every square of every row, checked against the definition of an attack.
///
/// Meant for a handful of open rows.
pub fn completions(
    n: u32,
    queens: &[Square],
    open: &[u32],
    allowed: impl Fn(Square) -> bool,
) -> Vec<Vec<Square>> {
    open.iter().fold(vec![queens.to_vec()], |found, &row| {
        let squares = (0..n).map(|column| Square { row, column }).filter(|&square| allowed(square));
        let squares: Vec<Square> = squares.collect();
        let longer = |queens: &Vec<Square>| {
            let attacked = |square: Square| queens.iter().any(|queen| queen.attacks(square));
            let free = squares.iter().filter(|&&square| !attacked(square));
            free.map(|&square| [&queens[..], &[square]].concat()).collect::<Vec<_>>()
        };
        found.iter().flat_map(longer).collect()
    })
}

/// All solutions of a puzzle with regions, in lexicographic order: row by row every square whose column and region
/// no queen above holds, and that the queen above it does not touch.
pub fn region_solutions(regions: &Regions) -> Vec<Vec<u32>> {
    let at = |row, column| regions.at(Square { row, column });
    grown(regions.n(), |columns, column| {
        let row = columns.len() as u32;
        let mut above = (0..).zip(columns);
        above.all(|(r, &c)| c != column && at(r, c) != at(row, column))
            // Queens on different rows and columns touch only where they are neighbors on a diagonal.
            && columns.last().is_none_or(|last| last.abs_diff(column) > 1)
    })
}

fn permutations(n: u32) -> Vec<Vec<u32>> {
    grown(n, |columns, column| !columns.contains(&column))
}

/// All boards that grow row by row on columns that are free below those above, in lexicographic order.
pub fn grown(n: u32, is_free: impl Fn(&[u32], u32) -> bool) -> Vec<Vec<u32>> {
    (0..n).fold(vec![Vec::new()], |found, _| {
        let longer = |columns: &Vec<u32>| {
            let free = (0..n).filter(|&column| is_free(columns, column));
            free.map(|column| [&columns[..], &[column]].concat()).collect::<Vec<_>>()
        };
        found.iter().flat_map(longer).collect()
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_first_sizes_by_hand() {
        assert_eq!(super::solutions(0), [Vec::<u32>::new()]);
        assert_eq!(super::solutions(1), [[0]]);
        assert!(super::solutions(2).is_empty());
        assert!(super::solutions(3).is_empty());
        assert_eq!(super::solutions(4), [[1, 3, 0, 2], [2, 0, 3, 1]]);
    }
}
