//! The oracle: all permutations, filtered by the definition.

use queens::{Square, is_solution};

/// All solutions for n, in lexicographic order: every permutation of the columns that the
/// definition accepts.
///
/// n! boards of O(n²) each; meant for n up to 9.
pub fn solutions(n: u32) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    permute(n, &mut Vec::new(), &mut found);
    found
}

fn permute(n: u32, columns: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
    if columns.len() == n as usize {
        if is_solution(columns) {
            found.push(columns.clone());
        }
        return;
    }
    for column in 0..n {
        if !columns.contains(&column) {
            columns.push(column);
            permute(n, columns, found);
            columns.pop();
        }
    }
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
