//! The oracle: all permutations, filtered by the definition.

use queens::is_solution;

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
