//! One solution.

use crate::board::BoardSize;
use crate::placement::Placement;

/// Constructs a solution without a search; none for n = 2 and n = 3, which have none.
///
/// Takes O(n). The knight's-move pattern is Pauls' (1874).
///
/// # Examples
///
/// ```
/// use queens::BoardSize;
///
/// let placement = queens::construct(BoardSize::new(8)?).expect("8 queens have solutions");
/// assert_eq!(placement.to_string(), "6 4 7 1 8 2 5 3");
/// assert_eq!(queens::construct(BoardSize::new(3)?), None);
/// # Ok::<_, queens::error::SizeError>(())
/// ```
pub fn construct(size: BoardSize) -> Option<Placement> {
    let n = size.get();
    if n == 2 || n == 3 {
        return None;
    }
    // An odd board is the even one before it, with a queen more in a corner: the pattern leaves
    // the main diagonal free.
    let even = n - n % 2;
    let mut columns = vec![0; n as usize];
    let mut put = |row: u32, column: u32| columns[row as usize - 1] = column - 1;
    if even % 6 == 2 {
        let h = even / 2;
        put(4, 1);
        put(even, h - 1);
        put(2, h);
        put(even - 1, h + 1);
        put(1, h + 2);
        put(even - 3, even);
        for i in 1..h - 2 {
            put(even - 2 * i, i + 1);
            put(even - 2 * i - 3, h + i + 2);
        }
    } else {
        for i in 1..=even / 2 {
            put(2 * i, i);
            put(2 * i - 1, even / 2 + i);
        }
    }
    if n % 2 == 1 {
        put(n, n);
    }
    Some(Placement::proved(size, columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_has_a_constructed_solution_but_2_and_3() {
        for n in (0..=400).filter(|n| ![2, 3].contains(n)) {
            let placement = construct(BoardSize::new(n).unwrap()).unwrap();
            assert!(crate::is_solution(placement.columns()), "n = {n}");
            assert_eq!(placement.size().get(), n);
        }
    }
}
