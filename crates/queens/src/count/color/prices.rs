//! What is done to count a pattern, how often, and what it costs.

use super::fill::LAYERS;
use super::sampling::{FamilySample, Way};
use crate::count::method::Kernel;
use crate::tuning::color::{AGAIN, AVX2, AVX512, FIRST_CACHE, MOST_FITS, PORTABLE, Prices};

/// What is done to fill the matrices of a pattern.
pub(crate) const OPERATIONS: [&str; 13] = [
    "leaf x layer",
    "(root, tail or path between) x layer",
    "prefix x vector",
    "square x layer of a batch",
    "a placement that a batch filters",
    "a lane that a batch looks at",
    "a sorted vector added to the matrix",
    "a placement of a program",
    "a matrix entry",
    "a placement of a list",
    "a leaf whose sums are in the second cache",
    "a child of a search",
    "a placement that a search finds",
];

/// The [`OPERATIONS`] that the patterns of a batch share.
const BY_BATCH: std::ops::Range<usize> = 3..6;

/// How often each of the [`OPERATIONS`] is done.
pub(crate) type Amounts = [f64; OPERATIONS.len()];

/// The prices of a kernel.
pub(crate) fn prices(kernel: Kernel) -> &'static Prices {
    match kernel {
        Kernel::Avx512 => &AVX512,
        Kernel::Avx2 => &AVX2,
        _ => &PORTABLE,
    }
}

impl FamilySample {
    /// How often everything is done for a pattern, from how often it is done for its matrices if batches share nothing.
    pub(crate) fn done(&self, ways: [Way; 2], white: &Amounts, black: &Amounts) -> Amounts {
        let batch = self.batch[ways[0].first][ways[1].first];
        let mut sum: Amounts = std::array::from_fn(|i| white[i] + black[i]);
        sum[BY_BATCH].iter_mut().for_each(|amount| *amount /= batch);
        sum
    }

    /// How often everything is done for a pattern of which this color is searched and the other one has a matrix.
    pub(crate) fn done_by_search(&self, color: usize, way: Way, matrix: &Amounts) -> Amounts {
        let mut first = [0; 2];
        first[1 - color] = way.first;
        let batch = self.batch[first[0]][first[1]];
        let mut sum = *matrix;
        sum[BY_BATCH].iter_mut().for_each(|amount| *amount /= batch);
        let sample = &self.colors[color];
        let [.., entries, _, _, children, found] = &mut sum;
        // Its entries become a table.
        *entries *= 2.0;
        *children = sample
            .children
            .iter()
            .zip(&self.unshared[color])
            .map(|(all, unshared)| all * unshared)
            .sum();
        *found = sample.found;
        sum
    }

    /// How often everything is done for the matrix of a color, if batches share nothing.
    pub(crate) fn done_for_color(&self, color: usize, way: Way, lanes: usize) -> Amounts {
        let sample = &self.colors[color];
        let [odds, evens] = self.tile;
        // White queens on even rows stand on even columns, black ones on odd columns.
        let (tried_fraction, packed_fraction) =
            (self.column_fractions[color], self.column_fractions[1 - color]);
        let queens = sample.on_even as usize;
        let Way { first, shared } = way;
        let packed_sets = sample.packed_sets * packed_fraction;
        let tried_sets = sample.tried_sets * tried_fraction;
        let tried = sample.tried() * tried_fraction;
        let vectors = (packed_sets / lanes as f64).ceil();
        let prefixes = sample.prefixes[first].max(1.0);
        let of_vector = sample.layers(way, lanes);
        let layers = vectors * of_vector;
        let blocks = vectors * (of_vector / LAYERS as f64).max(1.0);
        let sets = sample.sets(way);
        let sums = sets * tried_fraction * lanes as f64;
        let squares = (queens - first) as f64 * f64::from(sample.column_count);
        // A prefix has about as many tails as roots.
        let roots = sample.prefixes[(first + 2).min(queens)];
        let between = queens.saturating_sub(first + 4) as f64;
        let paths = sample.prefixes[queens.saturating_sub(2).max(first)] * (1.0 + between);
        let paths = (roots + paths) * tried_fraction.sqrt();
        let filtered: f64 =
            (0..first).map(|depth| sample.prefixes[depth + 1] * sample.surviving[depth]).sum();
        let filtered = filtered * sample.packed * packed_fraction;
        let lanes_seen: f64 = sample.prefixes[1..=first].iter().sum::<f64>() + prefixes;
        let groups = sample.prefixes[shared].max(1.0);
        let added = groups * vectors * sets * tried_fraction;
        let added = added * (1.0 - (-sample.tried() / groups / sets).exp());
        // If a sum reaches its limit, the group is walked again with two bytes for each.
        let again = if sample.fits() / groups / sets / sample.packed_sets > MOST_FITS {
            AGAIN
        } else {
            1.0
        };
        [
            again * tried * layers,
            again * paths * layers,
            again * prefixes * vectors,
            prefixes * layers * squares,
            filtered,
            lanes_seen * packed_sets,
            if shared > 0 { added } else { 0.0 },
            sample.tried() / odds,
            packed_sets * tried_sets,
            sample.packed / evens,
            again * tried * blocks * (sums - FIRST_CACHE).max(0.0) / sums.max(1.0),
            0.0,
            0.0,
        ]
    }
}

/// What these amounts cost at these prices.
pub(crate) fn cost(amounts: &Amounts, prices: &Amounts) -> f64 {
    amounts.iter().zip(prices).map(|(amount, price)| amount * price).sum()
}

/// What the search costs of these amounts.
pub(crate) fn cost_of_search([.., children, found]: &Amounts, prices: &Amounts) -> f64 {
    let [.., of_child, of_found] = prices;
    children * of_child + found * of_found
}
