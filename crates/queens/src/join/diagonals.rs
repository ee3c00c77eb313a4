//! Which diagonals the two halves of a board share, and how they are numbered.
//!
//! The top half is rows 0 to h - 1, h = n / 2 rounded down; row h - 1 touches the middle. The bottom
//! half is a top half turned upside down, so everything below is said of top halves alone.
//!
//! A queen of row r and column c stands on the anti diagonal k = r + c - (n - 1) and on the diagonal
//! k = c - r. Of both kinds exactly those with |k| < h *cross*: queens of both halves can stand on
//! them. Turned upside down, the anti diagonal k becomes the diagonal k and the other way round.
//!
//! The *signature* of a half-board is the set of the crossing diagonals that it attacks, numbered from
//! the centre of the board outwards, the two kinds in turn: k = 0, -1, 1, -2, 2, ...; anti diagonals
//! have the even bits, diagonals the odd ones. So
//!
//! - turning a half-board upside down exchanges neighbouring bits ([`reflected`]);
//! - once the innermost rows of both halves are settled, the last bits matter no more, and a prefix of
//!   the bytes suffices.
//!
//! Diagonals that do not cross are numbered after them. They guard the queens of one half against each
//! other, and again a prefix suffices for those that rows from some row inwards can meet.

/// A board cut into two halves, and the top half into its outermost rows, whose placements are
/// tabulated, and its inner rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Halves {
    /// The size of the board, from 4 to 32.
    pub(super) n: u32,
    /// Rows of a half.
    pub(super) h: u32,
    /// Rows of the half that the outer table covers: at least 1, fewer than h.
    pub(super) outer: u32,
}

/// Outer rows, at most: their number fits the bits of a byte.
pub(super) const MAX_OUTER: u32 = 8;

/// The key of a half-board without a queen in the two middle columns.
pub(super) const NO_KEY: u8 = u8::MAX;

impl Halves {
    pub(super) fn new(n: u32, outer: u32) -> Self {
        let h = n / 2;
        let fits = (4..=32).contains(&n) && (1..h).contains(&outer) && outer <= MAX_OUTER;
        assert!(fits, "n = {n}, {outer} outer rows");
        Self { n, h, outer }
    }

    pub(super) fn is_odd(self) -> bool {
        self.n % 2 == 1
    }

    /// How many diagonals of both kinds cross.
    pub(super) fn crossing_bits(self) -> u32 {
        2 * (2 * self.h - 1)
    }

    /// Bytes that hold the diagonals that queens of rows from `row` inwards can share with queens of
    /// the rows further out: all crossing ones, and some others.
    pub(super) fn guarding_planes(self, row: u32) -> usize {
        (self.crossing_bits() + 2 * (self.n - self.h - row)).div_ceil(8) as usize
    }

    /// Bytes that hold the crossing bits that can still matter when the `depth` innermost rows of both
    /// halves are settled: those with |k| < h - depth.
    pub(super) fn planes(self, depth: u32) -> usize {
        (2 * (2 * (self.h - depth) - 1)).div_ceil(8) as usize
    }

    /// The bit of the crossing anti diagonal k; that of the diagonal k is the next one.
    fn bit(k: i32) -> u32 {
        2 * (2 * k.unsigned_abs() - u32::from(k < 0))
    }

    /// The diagonals that a queen of the top half attacks, crossing or not.
    pub(super) fn attacked(self, row: u32, col: u32) -> u128 {
        let [h, n] = [self.h, self.n].map(|x| x as i32);
        let (row, col) = (row as i32, col as i32);
        let mut bits = 0;
        let anti = row + col - (n - 1);
        if anti.abs() < h {
            bits |= 1 << Self::bit(anti);
        } else {
            // -(n - 1) is a corner of the board, which no other row shares.
            bits |= 1 << (self.crossing_bits() + 2 * (-anti - h) as u32);
        }
        let diag = col - row;
        if diag.abs() < h {
            bits |= 1 << (Self::bit(diag) + 1);
        } else {
            bits |= 1 << (self.crossing_bits() + 2 * (diag - h) as u32 + 1);
        }
        bits
    }

    /// What [`Self::attacked`] says of every square, by the row's distance from the middle.
    pub(super) fn attacked_by_depth(self) -> Vec<[u128; 32]> {
        let row = |row| {
            let square =
                |col: usize| if (col as u32) < self.n { self.attacked(row, col as u32) } else { 0 };
            std::array::from_fn(square)
        };
        (0..self.h).rev().map(row).collect()
    }

    /// The crossing diagonals among numbered ones.
    pub(super) fn crossing(self, bits: u128) -> u64 {
        (bits & ((1 << self.crossing_bits()) - 1)) as u64
    }

    /// The crossing diagonals that the queen of the middle row attacks, the same seen from both
    /// halves. For odd n only, and for columns that are not at the border: those diagonals do not
    /// cross.
    pub(super) fn attacked_from_middle(self, col: u32) -> u64 {
        let k = col as i32 - self.h as i32;
        assert!(k.unsigned_abs() < self.h, "column {col} of {} is at the border", self.n);
        3 << Self::bit(k)
    }

    /// The distance of a column (or row) from the middle line between the two middle ones, for even
    /// n; from the middle one itself for odd n.
    pub(super) fn distance(self, line: u32) -> u32 {
        if line < self.h { self.h - 1 - line + self.n % 2 } else { line - self.h }
    }

    /// All columns.
    pub(super) fn columns(self) -> u32 {
        u32::MAX >> (32 - self.n)
    }
}

/// The signature of the half-board turned upside down.
pub(super) fn reflected(bits: u64) -> u64 {
    const EVEN: u64 = 0x5555_5555_5555_5555;
    (bits & EVEN) << 1 | (bits >> 1 & EVEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows and columns of the board on which two queens attack each other along a diagonal.
    fn share_diagonal(a: (u32, u32), b: (u32, u32)) -> bool {
        a.0.abs_diff(b.0) == a.1.abs_diff(b.1)
    }

    #[test]
    fn signatures_tell_attacks_between_the_halves() {
        for n in 4..=32 {
            let halves = Halves::new(n, 1);
            let squares = || (0..halves.h).flat_map(|row| (0..n).map(move |col| (row, col)));
            for top in squares() {
                for bottom in squares() {
                    let a = halves.crossing(halves.attacked(top.0, top.1));
                    let b = halves.crossing(halves.attacked(bottom.0, bottom.1));
                    let drawn = (n - 1 - bottom.0, bottom.1);
                    assert_eq!(
                        a & reflected(b) != 0,
                        share_diagonal(top, drawn),
                        "{n} {top:?} {drawn:?}"
                    );
                }
                if n % 2 == 1 {
                    for col in 1..n - 1 {
                        let middle = halves.attacked_from_middle(col);
                        let a = halves.crossing(halves.attacked(top.0, top.1));
                        assert_eq!(reflected(middle), middle);
                        assert_eq!(a & middle != 0, share_diagonal(top, (halves.h, col)));
                    }
                }
            }
        }
    }

    #[test]
    fn numbered_diagonals_tell_attacks_within_a_half() {
        for n in 4..=32 {
            let halves = Halves::new(n, 1);
            let squares = || (0..halves.h).flat_map(|row| (0..n).map(move |col| (row, col)));
            for inner in squares() {
                for other in squares().filter(|other| other.0 < inner.0) {
                    let (a, b) =
                        (halves.attacked(inner.0, inner.1), halves.attacked(other.0, other.1));
                    assert_eq!(
                        a & b != 0,
                        share_diagonal(inner, other),
                        "{halves:?} {inner:?} {other:?}"
                    );
                    // What they share lies in the planes that guard the inner row.
                    assert_eq!((a & b) >> (8 * halves.guarding_planes(inner.0)), 0);
                }
            }
        }
    }

    #[test]
    fn settled_rows_leave_a_prefix_of_the_bits() {
        for n in 4..=32 {
            let halves = Halves::new(n, 1);
            for depth in 0..halves.h {
                let reach = |halves: Halves| {
                    let rows = 0..halves.h - depth;
                    rows.flat_map(|row| {
                        (0..n).map(move |col| halves.crossing(halves.attacked(row, col)))
                    })
                    .fold(0, |a, b| a | b)
                };
                let matter = reach(halves) & reflected(reach(halves));
                assert_eq!(u128::from(matter) >> (8 * halves.planes(depth)), 0);
                assert_eq!(64 - matter.leading_zeros(), 2 * (2 * (halves.h - depth) - 1));
            }
        }
    }
}
