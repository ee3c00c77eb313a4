//! The four classes of squares, by the parities of row and column, and their diagonals.
//!
//! A square is white if row + column is even, so white squares lie on even rows and even columns or
//! on odd rows and odd columns. Within a class a row or column is named by its index there: row 2a or
//! 2a + 1 has index a. Each class is then a board of its own, and two classes of one color share
//! diagonals whose numbers differ by a constant.

use crate::sets::{Word, from_the_middle};

/// One class: a board of `rows` by `columns` squares, and the bits of its diagonals among those of
/// its color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Class {
    pub(crate) rows: u32,
    pub(crate) columns: u32,
    /// The bit of the anti diagonal a + b = 0.
    anti: u32,
    /// The bit of the diagonal b - a = 0.
    diag: u32,
    /// By row, the columns where a queen may stand.
    open: [u16; 16],
}

impl Class {
    /// The bit of the square's anti diagonal, along which row + column is the same.
    #[inline]
    pub(crate) fn anti(self, a: u32, b: u32) -> u32 {
        self.anti + a + b
    }

    /// The bit of the square's diagonal, along which column - row is the same.
    #[inline]
    pub(crate) fn diag(self, a: u32, b: u32) -> u32 {
        self.diag + b - a
    }

    /// Both diagonals of a square as a set of bits.
    #[inline]
    pub(crate) fn diagonals(self, a: u32, b: u32) -> u64 {
        1 << self.anti(a, b) | 1 << self.diag(a, b)
    }

    /// The columns and the diagonals that these queens occupy.
    pub(crate) fn occupied(self, queens: &[(u32, u32)]) -> (u32, u64) {
        queens.iter().fold((0, 0), |(columns, diagonals), &(row, column)| {
            (columns | 1 << column, diagonals | self.diagonals(row, column))
        })
    }

    /// The open columns of row a that are neither in `columns` nor on a diagonal in `diagonals`.
    #[inline]
    pub(crate) fn free(self, a: u32, columns: u32, diagonals: u64) -> u32 {
        let anti = (diagonals >> (self.anti + a)) as u32;
        let diag = (diagonals >> (self.diag - a)) as u32;
        u32::from(self.open[a as usize & 15]) & !(columns | anti | diag)
    }
}

/// The two classes of one color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Color {
    pub(crate) is_white: bool,
    /// The class on even rows, whose placements are tried one by one.
    pub(crate) tried: Class,
    /// The class on odd rows, whose placements are packed into vectors.
    pub(crate) packed: Class,
    /// The number of diagonals, both kinds.
    pub(crate) diagonals: u32,
}

impl Color {
    /// The class of a row of the board.
    pub(crate) fn class_of(&self, row: u32) -> Class {
        if row.is_multiple_of(2) { self.tried } else { self.packed }
    }

    /// The rows of the tried class, from the middle outwards, if white queens have the even rows `a1`.
    pub(crate) fn tried_rows(&self, a1: u32) -> Vec<u32> {
        from_the_middle(self.tried.rows, self.own(a1, self.tried.rows))
    }

    /// Of `width` rows or columns, those of the color's queens, if white queens have these.
    pub(crate) fn own(&self, white: u32, width: u32) -> u32 {
        if self.is_white { white } else { u32::ones(width) & !white }
    }
}

/// White and black squares of the n by n board; n from 2 to 32. `is_open` tells by row and column whether a queen may
/// stand there.
///
/// In half steps, white squares have even sums and differences: 2(a + b) and 2(b - a) on even rows,
/// 2(a + b + 1) and 2(b - a) on odd ones. Black ones have 2(a + b) + 1 on both, and the differences
/// 2(b - a) + 1 on even rows (odd columns), 2(b - a - 1) + 1 on odd rows (even columns).
pub(crate) fn colors(n: u32, is_open: &dyn Fn(u32, u32) -> bool) -> [Color; 2] {
    let (even, odd) = (n.div_ceil(2), n / 2);
    let class = |row: u32, column: u32, anti: u32, diag: u32| {
        let width = |first| if first == 0 { even } else { odd };
        let (rows, columns) = (width(row), width(column));
        let mut open = [0; 16];
        for (a, open) in (0..rows).zip(&mut open) {
            let columns = (0..columns).filter(|b| is_open(2 * a + row, 2 * b + column));
            *open = columns.fold(0, |open, b| open | 1 << b);
        }
        Class { rows, columns, anti, diag, open }
    };
    // The anti diagonals come first, then the diagonals, from the least difference on.
    let antis = (2 * even - 1).max(2 * odd);
    let zero = antis + even - 1;
    let (ee, oo) = (class(0, 0, 0, zero), class(1, 1, 1, zero));
    let white = Color { is_white: true, tried: ee, packed: oo, diagonals: antis + 2 * even - 1 };
    let antis = even + odd - 1;
    let zero = antis + odd;
    let (eo, oe) = (class(0, 1, 0, zero), class(1, 0, 0, zero - 1));
    let black = Color { is_white: false, tried: eo, packed: oe, diagonals: antis + 2 * odd };
    [white, black]
}

/// For [`colors`]: all squares are open.
pub(crate) fn all_open(_row: u32, _column: u32) -> bool {
    true
}

/// The set with element i in place of width - 1 - i.
pub(crate) const fn reverse(set: u32, width: u32) -> u32 {
    // The width is at least 1.
    set.reverse_bits() >> (32 - width)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares share a bit exactly if they share a diagonal of the board.
    #[test]
    fn diagonals_are_those_of_the_board() {
        for n in 2..=32 {
            for (parity, color) in colors(n, &all_open).into_iter().enumerate() {
                assert!(color.diagonals <= 64, "n = {n}");
                let mut all = Vec::new();
                for (class, first) in [(color.tried, 0), (color.packed, 1)] {
                    for a in 0..class.rows {
                        for b in 0..class.columns {
                            let (row, column) =
                                (2 * a + first, 2 * b + (first + parity as u32) % 2);
                            assert!(row < n && column < n && (row + column) % 2 == parity as u32);
                            assert!(
                                class.diag(a, b) < color.diagonals
                                    && class.anti(a, b) < color.diagonals
                            );
                            all.push((row, column, class.anti(a, b), class.diag(a, b)));
                        }
                    }
                }
                for &(r, c, anti, diag) in &all {
                    for &(s, d, other_anti, other_diag) in &all {
                        assert_eq!(anti == other_anti, r + c == s + d, "n = {n}");
                        assert_eq!(diag == other_diag, r + d == s + c, "n = {n}");
                        assert_ne!(anti, other_diag, "n = {n}");
                    }
                }
            }
        }
    }

    #[test]
    fn free_columns_are_those_without_attack() {
        for n in [7, 8, 31, 32] {
            for color in colors(n, &all_open) {
                for class in [color.tried, color.packed] {
                    let queen = class.diagonals(1, 2);
                    for a in 0..class.rows {
                        let free = class.free(a, 1 << 2, queen);
                        for b in 0..class.columns {
                            let open = b != 2 && class.diagonals(a, b) & queen == 0;
                            assert_eq!(free >> b & 1 == 1, open, "n = {n}, {a}, {b}");
                        }
                    }
                }
            }
        }
    }
}
