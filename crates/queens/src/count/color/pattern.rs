//! Row patterns: which rows hold white queens, up to symmetry.
//!
//! For even n the half turn, the mirror image and the flip map a solution with white rows A to one
//! whose white rows are the half turned, the complementary, the flipped complementary set: the mirror
//! image c -> n - 1 - c exchanges the colors. White columns are mapped in the same way, by the same
//! four maps in another order. For odd n all symmetries keep the color of a square: a flip reverses the
//! rows, a mirror image the columns. Transposing exchanges rows and columns, for every n.
//!
//! The least image of a pattern, of rows or of columns, is *canonical*. Only canonical patterns of rows are counted, each
//! times the size of its orbit; and of the canonical patterns of a solution's rows and of its columns the lesser is taken
//! for the rows, and what it counts twice.

use std::cmp::Ordering;

use super::squares::reverse;
use crate::random::split_mix;
use crate::sets::Word;

/// The rows (A1, A2) or the columns (B1, B2) of white queens: the even ones and the odd ones, by their indices among
/// those.
///
/// Compared by `even`, then by `odd`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Pattern {
    pub(crate) even: u32,
    pub(crate) odd: u32,
}

impl Pattern {
    /// The rows or columns whose bits are set, bit 0 for the first.
    pub(crate) fn from_bits(bits: u32) -> Self {
        let every_other = |first: u32| {
            (0..16).fold(0, |set, index| set | (bits >> (2 * index + first) & 1) << index)
        };
        Self { even: every_other(0), odd: every_other(1) }
    }

    /// What [`from_bits`](Self::from_bits) takes.
    pub(crate) fn bits(self) -> u32 {
        let spread =
            |set: u32| (0..16).fold(0, |bits, index| bits | (set >> index & 1) << (2 * index));
        spread(self.even) | spread(self.odd) << 1
    }

    /// The images of this pattern on the n by n board, itself first. They may coincide.
    #[inline]
    fn images(self, n: u32) -> [Self; 4] {
        let (even, odd) = (n.div_ceil(2), n / 2);
        let Self { even: a, odd: b } = self;
        if even == odd {
            let turned = Self { even: reverse(b, odd), odd: reverse(a, even) };
            let not = |set: Self| Self {
                even: u32::ones(even) & !set.even,
                odd: u32::ones(odd) & !set.odd,
            };
            [self, turned, not(self), not(turned)]
        } else {
            let turned = Self { even: reverse(a, even), odd: reverse(b, odd) };
            [self, turned, self, turned]
        }
    }

    /// The least of the images.
    #[inline]
    pub(crate) fn canonical(self, n: u32) -> Self {
        let [a, b, c, d] = self.images(n);
        a.min(b).min(c.min(d))
    }

    /// The number of different images: 1, 2 or 4.
    pub(crate) fn orbit(self, n: u32) -> u32 {
        let mut images = self.images(n);
        images.sort_unstable();
        1 + images.windows(2).filter(|pair| pair[0] != pair[1]).count() as u32
    }

    /// By what factor a solution counts whose white queens stand on the canonical rows `self` and on these columns: over
    /// all columns, factors times the orbit of the rows make up all solutions with rows or columns of that orbit.
    #[inline]
    pub(crate) fn weight(self, columns: Self, n: u32) -> u32 {
        let canonical = columns.canonical(n);
        let twice = match canonical.cmp(&self) {
            Ordering::Less => return 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        };
        if n.is_multiple_of(2) {
            twice
        } else if canonical == columns {
            // The mirror image of the board has the same rows.
            twice * columns.orbit(n)
        } else {
            0
        }
    }
}

/// Which columns B1 and B2 count with the rows A1 and A2, told by their *keys*: those of B1 and of B2 must be no less
/// than that of the rows. If both are greater, the columns count with the [usual weight](Self::usual_weight); if one is
/// equal, and for a mirror-symmetric B1, [`Pattern::weight`] decides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pruning {
    pub(crate) n: u32,
    /// No symmetry is used: every set of columns counts once.
    pub(crate) without_symmetry: bool,
}

impl Pruning {
    /// A1, for odd n one more.
    pub(crate) fn key_of_rows(self, rows: Pattern) -> u32 {
        // Odd n: 0 is the key of columns that never count.
        if self.without_symmetry { 0 } else { rows.canonical(self.n).even + self.n % 2 }
    }

    /// For even n m(B1), for odd n B1 + 1 or, if its mirror image is less, 0.
    pub(crate) fn key_of_b1(self, columns: u32) -> u32 {
        let width = self.n.div_ceil(2);
        if self.without_symmetry {
            u32::MAX
        } else if self.n.is_multiple_of(2) {
            columns.min(u32::ones(width) & !columns)
        } else if columns <= reverse(columns, width) {
            columns + 1
        } else {
            0
        }
    }

    /// For even n m(rev B2).
    pub(crate) fn key_of_b2(self, columns: u32) -> u32 {
        let width = self.n / 2;
        if !self.without_symmetry && self.n.is_multiple_of(2) {
            let turned = reverse(columns, width);
            turned.min(u32::ones(width) & !turned)
        } else {
            u32::MAX
        }
    }

    /// How many patterns of rows this one, which is counted, stands for.
    pub(crate) fn orbit(self, rows: Pattern) -> u32 {
        if self.without_symmetry { 1 } else { rows.orbit(self.n) }
    }

    /// The work of a pattern with these even rows, about, as a fraction of the work if all columns counted.
    pub(crate) fn work_fraction(self, even_rows: u32) -> f64 {
        let [even, _] = self.column_fractions(even_rows);
        match self.usual_weight() {
            1 => even,
            // Both the even and the odd columns must have as large a key, of at most half of all sets; but odd
            // ones have lanes in a vector with others.
            2 => even * even.sqrt(),
            _ => 2.0 * even,
        }
    }

    /// The fractions of the sets of even and of odd columns that count with these even rows, about.
    pub(crate) fn column_fractions(self, even_rows: u32) -> [f64; 2] {
        if self.without_symmetry {
            [1.0; 2]
        } else if self.n.is_multiple_of(2) {
            [1.0 - f64::from(even_rows) / f64::from(1 << (self.n / 2 - 1)); 2]
        } else {
            [0.5 - f64::from(even_rows) / f64::from(1 << (self.n.div_ceil(2) + 1)), 1.0]
        }
    }

    /// The weight of nearly all columns that count.
    pub(crate) const fn usual_weight(self) -> u32 {
        match (self.without_symmetry, self.n % 2) {
            (true, _) => 1,
            (false, 0) => 2,
            (false, _) => 4,
        }
    }
}

/// Which rows or columns of a parity may hold white queens, and which must.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Allowed {
    pub(crate) width: u32,
    pub(crate) may: u32,
    pub(crate) must: u32,
}

impl Allowed {
    /// Any of `width` rows or columns.
    pub(crate) fn any(width: u32) -> Self {
        Self { width, may: u32::ones(width), must: 0 }
    }

    /// Which may and must hold black queens.
    pub(crate) fn of_black(self) -> Self {
        let Self { width, may, must } = self;
        Self { width, may: u32::ones(width) & !must, must: u32::ones(width) & !may }
    }

    /// All sets of this size, ascending.
    pub(crate) fn sets(self, elements: u32) -> Vec<u32> {
        let of_size = (0..1 << self.width).filter(|set: &u32| set.count_ones() == elements);
        of_size.filter(|set| set & !self.may == 0 && self.must & !set == 0).collect()
    }

    /// A random set of this size; there is one.
    pub(crate) fn random(self, elements: u32, random: &mut u64) -> u32 {
        let mut set = self.must;
        while set.count_ones() < elements {
            set |= 1 << (split_mix(random) % u64::from(self.width)) & self.may;
        }
        set
    }
}

/// The patterns with as many white queens on even rows; if symmetry is used, the canonical ones. For each set of odd rows,
/// in the order of [`Family::odd`], its *partners*: the sets of even rows that make a pattern with it, in ascending order.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    pruning: Pruning,
    /// White queens on even rows.
    pub(crate) on_even: u32,
    /// White queens on odd rows.
    pub(crate) on_odd: u32,
    /// All sets of that many odd rows; ascending if read from row 1 on, the first row as the highest
    /// digit. Neighbors then have about the same number of partners.
    pub(crate) odd: Vec<u32>,
    /// The sets A1 that can be canonical, in ascending order; for odd n, the asymmetric ones first and then the symmetric
    /// ones.
    even: Vec<u32>,
    /// How many of `even` are not symmetric, for odd n.
    asymmetric: usize,
    /// By index in `even`, the sum of the [work fractions](Pruning::work_fraction) of all before it.
    work: Vec<f64>,
}

impl Family {
    /// All families that have patterns, by the number of white queens. White queens on even rows
    /// stand on even columns, those on odd rows on odd columns; so black ones, on even rows and odd
    /// columns, number `even - on_even` by rows and `odd - on_odd` by columns.
    pub(crate) fn all(pruning: Pruning, [even_rows, odd_rows]: [Allowed; 2]) -> Vec<Self> {
        let surplus = even_rows.width - odd_rows.width;
        let family = |on_even| {
            let on_odd = on_even - surplus;
            let mut odd = odd_rows.sets(on_odd);
            odd.sort_unstable_by_key(|&set| reverse(set, odd_rows.width));
            let mut even = even_rows.sets(on_even);
            let asymmetric = if pruning.without_symmetry || pruning.n.is_multiple_of(2) {
                even.len()
            } else {
                let turned = |set| reverse(set, even_rows.width);
                even.retain(|&set| set <= turned(set));
                even.sort_by_key(|&set| set == turned(set));
                even.partition_point(|&set| set != turned(set))
            };
            let mut work = vec![0.0];
            let mut sum = 0.0;
            for &set in &even {
                sum += pruning.work_fraction(set);
                work.push(sum);
            }
            Self { pruning, on_even, on_odd, odd, even, asymmetric, work }
        };
        let families = (surplus..=even_rows.width).map(family);
        families.filter(|family| !family.odd.is_empty() && !family.even.is_empty()).collect()
    }

    /// The [work fractions](Pruning::work_fraction) of the first so many partners of this set, added up.
    pub(crate) fn work_before(&self, odd: u32, partners: usize) -> f64 {
        self.work[partners.min(self.partners(odd).len())]
    }

    /// The index in `odd` of the set that the pattern in the middle of all has.
    pub(crate) fn middle(&self) -> usize {
        let patterns = |odd: &u32| self.partners(*odd).len();
        let half = self.odd.iter().map(patterns).sum::<usize>() / 2;
        let mut sum = 0;
        let reaches = |odd: &u32| {
            sum += patterns(odd);
            sum > half
        };
        self.odd.iter().position(reaches).unwrap_or(0)
    }

    /// The partners of this set of odd rows.
    pub(crate) fn partners(&self, odd: u32) -> &[u32] {
        let Pruning { n, without_symmetry } = self.pruning;
        let width = n / 2;
        let turned = reverse(odd, width);
        if without_symmetry {
            &self.even
        } else if n.is_multiple_of(2) {
            // The four images begin with A1, with the reverse of A2, and with their complements.
            let least = turned.min(u32::ones(width) & !turned);
            &self.even[..self.even.partition_point(|&even| even <= least)]
        } else if odd <= turned {
            &self.even
        } else {
            &self.even[..self.asymmetric]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn families(n: u32) -> Vec<Family> {
        Family::all(
            Pruning { n, without_symmetry: false },
            [n.div_ceil(2), n / 2].map(Allowed::any),
        )
    }

    /// All patterns with as many white queens, canonical or not.
    fn all_of(family: &Family, n: u32) -> Vec<Pattern> {
        let evens = Allowed::any(n.div_ceil(2)).sets(family.on_even);
        let with = |&odd: &u32| evens.iter().map(move |&even| Pattern { even, odd });
        family.odd.iter().flat_map(with).collect()
    }

    /// The partners of a set are those with which it is canonical. Burnside: the sum of the sizes of the orbits is
    /// the number of patterns, and so the number of orbits is the mean number of patterns that a symmetry fixes.
    #[test]
    fn partners_make_canonical_patterns_and_orbits_make_up_all_patterns() {
        for n in 2..=13 {
            let (mut patterns, mut orbits, mut sizes, mut fixed) = (0, 0, 0, 0);
            for family in families(n) {
                for rows in all_of(&family, n) {
                    let is_counted = family.partners(rows.odd).contains(&rows.even);
                    assert_eq!(is_counted, rows.canonical(n) == rows, "n = {n}, {rows:?}");
                    sizes += if is_counted { rows.orbit(n) } else { 0 };
                    patterns += 1;
                    fixed += rows.images(n).iter().filter(|&&image| image == rows).count();
                }
                orbits += family.odd.iter().map(|&odd| family.partners(odd).len()).sum::<usize>();
            }
            assert_eq!(sizes, patterns, "n = {n}");
            assert_eq!(4 * orbits, fixed, "n = {n}");
        }
    }

    /// Canonical rows, times their orbits, times the weights of the columns: rows with columns count as often as there are
    /// images of both under all symmetries.
    #[test]
    fn weights_make_up_all_pairs() {
        for n in 2..=9 {
            for family in families(n) {
                let all = all_of(&family, n);
                let pruning = family.pruning;
                for rows in all.iter().filter(|rows| rows.canonical(n) == **rows) {
                    let key_of_rows = pruning.key_of_rows(*rows);
                    for columns in &all {
                        let weight = rows.weight(*columns, n);
                        let key =
                            pruning.key_of_b1(columns.even).min(pruning.key_of_b2(columns.odd));
                        let is_asymmetric = columns.even != reverse(columns.even, n.div_ceil(2));
                        if key < key_of_rows {
                            assert_eq!(weight, 0, "n = {n}, {rows:?}, {columns:?}");
                        } else if key > key_of_rows && (n % 2 == 0 || is_asymmetric) {
                            assert_eq!(
                                weight,
                                pruning.usual_weight(),
                                "n = {n}, {rows:?}, {columns:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}
