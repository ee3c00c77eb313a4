//! The oracle: all permutations, filtered by the definition.

use queens::{Square, is_solution};

/// All solutions for n, in lexicographic order: every permutation of the columns that the
/// definition accepts.
///
/// n! boards of O(n²) each; meant for n up to 9.
pub fn solutions(n: u32) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    permutations(n, &mut Vec::new(), &mut |columns| {
        if is_solution(columns) {
            found.push(columns.to_vec());
        }
    });
    found
}

/// The number of ways to complete queens that stand already, on the rows `open`, each on an allowed
/// column: by trying every square of every row, checked against the definition of an attack.
///
/// `allowed` has the open columns of each row as bits. Meant for a handful of open rows.
pub fn completions(n: u32, queens: &[Square], open: &[u32], allowed: &[u32]) -> u64 {
    let Some((&row, rest)) = open.split_first() else { return 1 };
    let mut count = 0;
    for column in 0..n {
        let queen = Square { row, column };
        let is_allowed = allowed[row as usize] >> column & 1 == 1;
        if is_allowed && !queens.iter().any(|other| other.attacks(queen)) {
            count += completions(n, &[queens, &[queen]].concat(), rest, allowed);
        }
    }
    count
}

/// All solutions of a puzzle with regions, in lexicographic order: every permutation of the columns with a queen
/// in each region and no two that touch. `regions` has the region of each square, row by row.
pub fn region_solutions(n: u32, regions: &[u32]) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    permutations(n, &mut Vec::new(), &mut |columns| {
        let mut held: Vec<u32> =
            (0..).zip(columns).map(|(row, column)| regions[(row * n + column) as usize]).collect();
        held.sort_unstable();
        held.dedup();
        // Queens on different rows and columns touch only where they are neighbors on a diagonal.
        let touch = columns.windows(2).any(|two| two[0].abs_diff(two[1]) == 1);
        if held.len() == n as usize && !touch {
            found.push(columns.to_vec());
        }
    });
    found
}

fn permutations(n: u32, columns: &mut Vec<u32>, visit: &mut impl FnMut(&[u32])) {
    if columns.len() == n as usize {
        return visit(columns);
    }
    for column in 0..n {
        if !columns.contains(&column) {
            columns.push(column);
            permutations(n, columns, visit);
            columns.pop();
        }
    }
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
