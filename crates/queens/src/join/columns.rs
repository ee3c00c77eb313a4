//! Sets of columns: which queens stand in the top half.
//!
//! Sets of k columns are numbered in colexicographic order (by their value as a bit string), the
//! combinatorial number system: the set {c1 < c2 < ...} has the number C(c1, 1) + C(c2, 2) + ...

use super::diagonals::Halves;

/// Binomial coefficients up to 32.
const fn binomials() -> [[u32; 33]; 33] {
    let mut table = [[0; 33]; 33];
    let mut n = 0;
    while n < 33 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

static BINOMIAL: [[u32; 33]; 33] = binomials();

/// The number of sets of k of n columns, n at most 32.
pub(super) fn sets(n: u32, k: u32) -> u32 {
    BINOMIAL[n as usize][k as usize]
}

/// The number of a set among those of its size.
#[inline]
pub(super) fn rank(mut set: u32) -> u32 {
    let mut rank = 0;
    let mut k = 1;
    while set != 0 {
        rank += BINOMIAL[set.trailing_zeros() as usize][k];
        set &= set - 1;
        k += 1;
    }
    rank
}

/// The set of k columns with this number.
pub(super) fn unrank(mut rank: u32, k: u32) -> u32 {
    let mut set = 0;
    let mut col = 32;
    for k in (1..=k).rev() {
        while sets(col, k) > rank {
            col -= 1;
        }
        set |= 1 << col;
        rank -= sets(col, k);
    }
    set
}

/// The next set of the same size; past the last one a number too large (Gosper's hack, HAKMEM 175).
pub(super) fn following(set: u64) -> u64 {
    let lowest = set & set.wrapping_neg();
    let ripple = set + lowest;
    ripple | (((set ^ ripple) >> 2) / lowest)
}

/// The columns mirrored left to right.
pub(super) fn mirrored(halves: Halves, set: u32) -> u32 {
    set.reverse_bits() >> (32 - halves.n)
}

/// How many column sets of the top half are equivalent to `top`, whose board has the columns `bottom`
/// below, if it is the least of them; else none.
///
/// A mirror image reverses the columns; turning the board upside down exchanges the halves.
pub(super) fn orbit(halves: Halves, top: u32, bottom: u32) -> Option<u8> {
    let mut images = [top, bottom, mirrored(halves, top), mirrored(halves, bottom)];
    images.sort_unstable();
    let distinct = 1 + images.windows(2).filter(|pair| pair[0] != pair[1]).count() as u8;
    (images[0] == top).then_some(distinct)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_ordered() {
        for (n, k) in [(4, 2), (9, 1), (12, 6), (16, 3)] {
            let mut set = (1_u64 << k) - 1;
            for number in 0..sets(n, k) {
                assert_eq!(rank(set as u32), number);
                assert_eq!(unrank(number, k), set as u32);
                set = following(set);
            }
            assert_eq!(set >> n, 1, "the last set of {k} of {n} columns");
        }
        assert_eq!(unrank(sets(32, 16) - 1, 16), 0xffff_0000);
    }

    #[test]
    fn orbits_partition_the_column_sets() {
        for n in [4, 6, 8, 10, 12] {
            let halves = Halves::new(n, 1);
            let all = halves.columns();
            let tops = (0..sets(n, n / 2)).map(|number| unrank(number, n / 2));
            let sum: u32 =
                tops.filter_map(|top| orbit(halves, top, all & !top)).map(u32::from).sum();
            assert_eq!(sum, sets(n, n / 2));
        }
    }
}
