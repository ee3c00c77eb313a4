//! The weights of the products of a pattern. Nearly all products that count have the usual weight.

use super::matrix::{Matrix, products};
use super::pattern::{Pattern, Pruning};
use super::shared::{ColumnSet, LaneSets};
use super::squares::reverse;

/// The weights of the white columns of a pattern of rows. Columns whose keys are less than that of the rows count nothing.
pub(crate) struct Weights {
    pruning: Pruning,
    canonical_rows: Pattern,
    key_of_rows: u32,
}

impl Weights {
    pub(crate) fn new(pruning: Pruning, rows: Pattern) -> Self {
        let canonical_rows = rows.canonical(pruning.n);
        Self { pruning, canonical_rows, key_of_rows: pruning.key_of_rows(rows) }
    }

    pub(crate) const fn usual(&self) -> u32 {
        self.pruning.usual_weight()
    }

    /// Whether these columns can count.
    pub(crate) const fn can_count(&self, columns: &ColumnSet) -> bool {
        columns.key >= self.key_of_rows
    }

    /// The weight of these even and odd columns.
    pub(crate) fn weight(&self, even: &ColumnSet, odd: &ColumnSet) -> u32 {
        if self.usual() == 1 {
            return 1;
        }
        let columns = Pattern { even: even.white, odd: odd.white };
        self.canonical_rows.weight(columns, self.pruning.n)
    }

    /// Whether only one of two mirror images with these even columns, which have the same rows, is to be counted. If the
    /// odd columns are symmetric as well, the two are one.
    fn is_symmetric(&self, even: &ColumnSet) -> bool {
        let n = self.pruning.n;
        n % 2 == 1 && even.white == reverse(even.white, n.div_ceil(2))
    }

    /// Whether the products of these columns with others may have another weight than the usual one.
    pub(crate) fn is_special(&self, columns: &ColumnSet, even: bool) -> bool {
        self.usual() > 1 && (columns.key == self.key_of_rows || even && self.is_symmetric(columns))
    }

    /// The weighted sum of the products of two matrices, from their plain sum.
    pub(crate) fn of_products(
        &self,
        lanes: &[LaneSets; 2],
        sum: u128,
        white: &Matrix,
        black: &Matrix,
    ) -> u128 {
        let weight = u128::from(self.usual());
        let sum = sum * weight;
        if weight == 1 {
            return sum;
        }
        // The complements of black packed columns are the even columns of white queens; white packed columns are
        // the odd ones.
        let [odds, evens] = lanes.each_ref().map(|lanes| &lanes.sets);
        // Products whose key equals that of the rows, with the usual weight and with their own; and those of symmetric even
        // columns.
        let (mut usual, mut own, mut mirrored) = (0, 0, 0);
        let mut add = |even: &ColumnSet, odd: &ColumnSet, product| {
            usual += weight * product;
            own += u128::from(self.weight(even, odd)) * product;
        };
        for (x, even) in evens.iter().enumerate() {
            if even.key == self.key_of_rows {
                products(white, black, x, |y, product| add(even, &odds[y], product));
            } else if even.key > self.key_of_rows && self.is_symmetric(even) {
                // Both mirror images have been counted.
                products(white, black, x, |_, product| mirrored += product);
            }
        }
        for (y, odd) in odds.iter().enumerate() {
            if odd.key == self.key_of_rows {
                products(black, white, y, |x, product| {
                    if evens[x].key != self.key_of_rows {
                        add(&evens[x], odd, product);
                    }
                });
            }
        }
        sum + own - usual - weight / 2 * mirrored
    }
}
