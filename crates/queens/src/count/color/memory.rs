//! How much memory a thread takes, and how many patterns it counts at a time.

use super::fill::VECTORS;
use super::sampling::{AtOnce, ColorSample, FamilySample};
use super::walk::LEAVES;
use crate::tuning::color::{FIXED, MOST_AT_ONCE, longest_list, room, tables};

/// The lanes of a segment, at most.
const SEGMENT: f64 = (VECTORS * 64) as f64;

/// The most patterns that are compared to estimate what they share in a search: more change the estimate little.
const MOST_COMPARED: usize = 512;

/// The queues of a search, in bytes.
const QUEUES: f64 = (8 << 20) as f64;

/// How many patterns of a family there is room for.
pub(crate) fn at_once(n: u32, colors: [&ColorSample; 2]) -> AtOnce {
    let sum = |bytes: fn(&ColorSample) -> f64| colors.into_iter().map(bytes).sum::<f64>();
    let [for_matrices, for_programs] = room(n);
    let patterns =
        (for_matrices / sum(ColorSample::matrix)).min(for_programs / sum(ColorSample::program));
    // A table has the entries that count, and two indices for each set of columns.
    let table = |of: &ColorSample| 0.4 * of.matrix() + f64::from(4 << n.div_ceil(2));
    let [white, black] =
        colors.map(|of| ((tables(n) / table(of)) as usize).clamp(1, MOST_COMPARED));
    // If white is searched, the table is that of black.
    AtOnce { batch: (patterns as usize).clamp(1, MOST_AT_ONCE), searched: [black, white] }
}

/// An upper estimate of the bytes that a thread takes for the largest of these families.
pub(crate) fn memory(n: u32, families: &[FamilySample]) -> u64 {
    (FIXED + families.iter().map(|family| family.memory(n)).fold(0.0, f64::max)) as u64
}

impl FamilySample {
    /// An upper estimate of the bytes of matrices, lists, what of these survives the first queens, and programs.
    pub(crate) fn memory(&self, n: u32) -> f64 {
        let odds = self.tile[0];
        let at_once = self.at_once.batch as f64;
        // Programs differ, and the sum of many less than one.
        let largest = 1.0 + 0.4 / at_once.sqrt();
        let mut filtered = 0.0f64;
        let mut rest = 0.0;
        for (color, sample) in self.colors.iter().enumerate() {
            let list = sample.list(odds);
            // For some row patterns more columns count than in the mean, and a part of each program is the same for all of them.
            let program =
                largest * sample.program() * (self.column_fractions[color] + 0.25).min(1.0);
            filtered = filtered.max(list * sample.filtered(self.column_fractions[1 - color]));
            // Where an entry reaches its limit, all placements of the pattern are listed: a list is shorter than a row.
            let pairs = 4.0 * sample.matrix();
            rest += list * odds + (sample.matrix() + program) * at_once + pairs;
        }
        // A color that is searched has no lists and no matrices, but tables of the other color.
        let searched = if self.unshared[0].is_empty() { 0.0 } else { tables(n) + QUEUES };
        rest.max(searched + 0.7 * rest) + filtered
    }
}

impl ColorSample {
    /// Bytes of a matrix.
    fn matrix(&self) -> f64 {
        2.0 * self.tried_sets * self.packed_sets
    }

    /// Bytes of one of the lists of so many sets A2, in the mean.
    fn list(&self, odds: f64) -> f64 {
        longest_list(odds) * 8.0 * self.packed
    }

    /// The survivors of the queens placed first, as a fraction of a list, if this fraction of the column sets counts: there is
    /// room for all that survived the queens before each of them. Queens that no group shares filter one vector only: less
    /// than this.
    fn filtered(&self, fraction: f64) -> f64 {
        let surviving: f64 = self.surviving.iter().take(self.most_first()).sum();
        fraction.min(SEGMENT / self.packed_sets) * surviving
    }

    /// Bytes of a program in the mean: four for each leaf and for each word before the leaves of a branch.
    fn program(&self) -> f64 {
        let queens = self.on_even as usize;
        let paths = self.prefixes[queens.saturating_sub(2)].min(self.tried());
        let before = 1 + queens.saturating_sub(5);
        4.0 * (self.tried() + before as f64 * (paths + self.tried() / LEAVES as f64))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests;
