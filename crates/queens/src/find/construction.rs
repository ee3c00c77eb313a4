//! The knight's-move pattern of Pauls (1874).

use crate::board::check_size;
use crate::board::placement::Placement;
use crate::error::Error;

/// Finds a solution without a search; none for n = 2 and n = 3, which have none.
///
/// Takes O(n) time and memory; [`construction`] gives the same columns one by one.
///
/// # Errors
///
/// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`](crate::MAX_N).
///
/// # Examples
///
/// ```
/// let placement = queens::find(8)?.expect("8 queens have solutions");
/// assert_eq!(placement.to_string(), "6 4 7 1 8 2 5 3");
/// assert_eq!(queens::find(3)?, None);
/// # Ok::<_, queens::Error>(())
/// ```
pub fn find(n: u32) -> Result<Option<Placement>, Error> {
    check_size(n.into())?;
    Ok(construction(n).map(|columns| Placement::proved(n, columns.collect())))
}

/// The columns of a constructed solution, row by row, counted from 0; none for n = 2 and n = 3.
///
/// Every column is a formula of its row, so the largest board takes no more memory than the
/// smallest.
///
/// ```
/// use queens::find::construction;
///
/// let mut columns = construction(2_000_000_000).expect("2 and 3 alone have none");
/// assert_eq!(columns.next(), Some(1_000_000_001));
/// assert_eq!(columns.next(), Some(999_999_999));
/// assert_eq!(columns.len(), 1_999_999_998);
/// ```
pub fn construction(n: u32) -> Option<impl ExactSizeIterator<Item = u32> + Clone> {
    (n != 2 && n != 3).then(|| (0..n).map(move |row| column(n, row + 1) - 1))
}

/// The column of a row, both counted from 1 as in the paper.
#[inline]
fn column(n: u32, row: u32) -> u32 {
    // An odd board is the even one before it, with a queen more in a corner: the pattern leaves
    // the main diagonal free.
    let even = n - n % 2;
    let h = even / 2;
    if row > even {
        return row;
    }
    if even % 6 != 2 {
        // Two staircases of knight's moves.
        return if row.is_multiple_of(2) { row / 2 } else { h + row.div_ceil(2) };
    }
    // The staircases would meet on a diagonal; six queens in the corners move aside.
    match row {
        1 => h + 2,
        2 => h,
        4 => 1,
        _ if row == even - 3 => even,
        _ if row == even - 1 => h + 1,
        _ if row == even => h - 1,
        _ if row.is_multiple_of(2) => (even - row) / 2 + 1,
        _ => h + 2 + (even - 3 - row) / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The formulas do not overflow at the largest size: its last columns, and that none is missing
    /// among them.
    #[test]
    fn the_largest_size_is_within_its_words() {
        let n = crate::MAX_N;
        assert_eq!(column(n, n), n);
        for row in (1..1000).chain(n - 1000..n) {
            assert!((1..=n).contains(&column(n, row)));
        }
    }
}
