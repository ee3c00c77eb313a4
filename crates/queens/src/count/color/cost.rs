//! What counting a pattern costs, by how many queens are placed first.
//!
//! Each queen that is placed first leaves fewer packed placements to look at (a third to a half), which are filtered
//! and packed for each of its squares. The number of placements and the share that a queen leaves
//! are estimated by random placements (Knuth 1975) with a fixed seed, so that every run of a size
//! chooses the same. The prices are set by hand; a wrong one costs time, never a result.

use super::pattern::Family;
use super::squares::{Color, Squares, colors};
use super::walk::MOST_SETS;
use crate::random::split_mix;

/// Nanoseconds, set by hand so that the queens placed first are those that were fastest for n = 18 to 24 on a Zen 4 with
/// AVX-512. Nothing fits them yet.
mod price {
    /// A leaf, with its share of its parent, against one line.
    pub(super) const LEAF: f64 = 0.5;
    /// A line of a square.
    pub(super) const SQUARE: f64 = 2.0;
    /// A placement that is filtered or packed.
    pub(super) const PACKED: f64 = 2.0;
    /// A lane that is filtered and sorted, or packed.
    pub(super) const LANE: f64 = 8.0;
    /// A column set whose sums in one vector are added to the matrix.
    pub(super) const EMPTIED: f64 = 6.0;
    /// A placement of a program.
    pub(super) const PROGRAM: f64 = 4.0;
    /// Two matrix elements multiplied.
    pub(super) const PRODUCT: f64 = 0.25;
    /// Everything that a pattern takes once.
    pub(super) const PATTERN: f64 = 3_000.0;
}

/// The most queens that are placed first.
const MOST_FIRST: usize = 5;

/// The patterns of a batch, at most.
const MOST_AT_ONCE: usize = 8;

/// Bytes of the matrices of a batch, about.
const MATRICES: f64 = (64 << 20) as f64;

/// How many patterns are counted at a time, whose matrices have as many bytes.
pub(crate) fn batch(matrices: f64) -> usize {
    ((MATRICES / matrices) as usize).clamp(1, MOST_AT_ONCE)
}

/// Bytes that do not depend on the size.
const FIXED: f64 = (9 << 20) as f64;

/// The mean number of patterns that share what is filtered and packed, and of those that share a program.
const SHARED: f64 = 4.0;

/// Random placements for each family and color: more where the count is longer.
fn probes(n: u32) -> u32 {
    match n {
        ..16 => 20,
        16..19 => 100,
        _ => 2000,
    }
}

/// How the matrix of a color is made.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct How {
    /// The queens to be placed first.
    pub(crate) first: usize,
    /// How many of them the prefixes of a group share.
    pub(crate) shared: usize,
}

/// What the matrix of one color takes.
#[derive(Clone, Copy, Debug)]
struct Side {
    how: How,
    /// Nanoseconds.
    time: f64,
    /// Bytes of a matrix.
    matrix: f64,
    /// Bytes of lists and programs.
    memory: f64,
}

/// What a family takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// By color.
    pub(crate) how: [How; 2],
    /// Nanoseconds for a pattern, about, if all columns count.
    pub(crate) pattern: f64,
    /// An upper estimate of the bytes for a thread.
    pub(crate) memory: f64,
}

/// The costs of all families.
#[derive(Clone, Debug)]
pub(crate) struct Costs(Vec<Cost>);

impl Costs {
    /// For vectors of this many bytes.
    pub(crate) fn new(n: u32, families: &[Family], lanes: usize) -> Self {
        let (even, odd) = (n.div_ceil(2), n / 2);
        let [white, black] = colors(n);
        let side = |color: Color, on_even: u32, on_odd: u32| {
            let sample = Sample::new(color, on_even, on_odd, probes(n));
            let most = (on_even as usize).saturating_sub(1).min(MOST_FIRST);
            let cheapest = (0..=most)
                .map(|first| How { first, shared: first.min(1 + usize::from(n > 25)) })
                .filter(|how| sample.sets(*how) <= MOST_SETS as f64)
                .map(|how| (how, sample.cost(how, lanes)))
                .min_by(|(_, a), (_, b)| a.total_cmp(b));
            let (how, time) = cheapest.expect("two queens first leave few enough column sets");
            Side { how, time, matrix: sample.matrix(), memory: sample.memory(n) }
        };
        let of_white: Vec<Side> =
            families.iter().map(|family| side(white, family.on_even, family.on_odd)).collect();
        // For even n the mirror image exchanges the colors, and so the first family and the last.
        let of_black: Vec<Side> = if n.is_multiple_of(2) {
            of_white.iter().rev().copied().collect()
        } else {
            let rest = |family: &Family| (even - family.on_even, odd - family.on_odd);
            families.iter().map(rest).map(|(even, odd)| side(black, even, odd)).collect()
        };
        let cost = |(family, (white, black)): (&Family, (Side, Side))| Cost {
            how: [white.how, black.how],
            pattern: price::PATTERN
                + choose(even, family.on_even) * choose(odd, family.on_odd) * price::PRODUCT
                + white.time
                + black.time,
            memory: FIXED
                + (white.matrix + black.matrix) * batch(white.matrix + black.matrix) as f64
                + white.memory
                + black.memory,
        };
        let sides = of_white.into_iter().zip(of_black);
        Self(families.iter().zip(sides).map(cost).collect())
    }

    pub(crate) fn of(&self, family: usize) -> Cost {
        self.0[family]
    }

    /// Places this many queens first, at any cost.
    #[cfg(test)]
    pub(crate) fn cut_all(&mut self, queens: usize) {
        for cost in &mut self.0 {
            cost.how = [How { first: queens, shared: queens / 2 }; 2];
        }
    }

    /// An upper estimate of the bytes that a thread needs.
    pub(crate) fn memory(&self) -> u64 {
        self.0.iter().map(|cost| cost.memory).fold(0.0, f64::max) as u64
    }
}

/// What random placements tell of one color.
struct Sample {
    color: Color,
    on_even: u32,
    on_odd: u32,
    tried: f64,
    packed: f64,
    /// By the number of queens placed first: the placements of those alone.
    prefixes: Vec<f64>,
    /// By the number of queens placed first: the share of packed placements that they leave.
    left: Vec<f64>,
}

impl Sample {
    fn new(color: Color, on_even: u32, on_odd: u32, probes: u32) -> Self {
        let mut random = u64::from(on_even) << 32 | u64::from(on_odd);
        let queens = on_even as usize;
        let mut sample = Self {
            color,
            on_even,
            on_odd,
            tried: 0.0,
            packed: 0.0,
            prefixes: vec![0.0; queens + 1],
            left: vec![0.0; queens + 1],
        };
        for _ in 0..probes {
            let mut tried = Vec::new();
            let mut weight = 1.0;
            let rows =
                color.tried.central_first(random_set(color.tried.rows, on_even, &mut random));
            walk(color.tried, &rows, &mut random, &mut |choices, square| {
                sample.prefixes[tried.len()] += weight;
                weight *= f64::from(choices);
                tried.push(square);
            });
            let weight = if tried.len() == queens { weight } else { 0.0 };
            if weight > 0.0 {
                sample.prefixes[queens] += weight;
            }
            sample.tried += weight;
            let (mut packed, mut others, mut diagonals) = (0, 1.0, 0);
            let rows =
                color.packed.central_first(random_set(color.packed.rows, on_odd, &mut random));
            walk(color.packed, &rows, &mut random, &mut |choices, (row, column)| {
                others *= f64::from(choices);
                packed += 1;
                diagonals |= color.packed.diagonals(row, column);
            });
            if packed < on_odd {
                others = 0.0;
            }
            sample.packed += others;
            let mut left = weight * others;
            for (queens, share) in sample.left.iter_mut().enumerate() {
                if queens > 0 {
                    let meets = tried.get(queens - 1).is_none_or(|&(row, column)| {
                        color.tried.diagonals(row, column) & diagonals != 0
                    });
                    if meets {
                        left = 0.0;
                    }
                }
                *share += left;
            }
        }
        let all = sample.left[0].max(1.0);
        sample.left.iter_mut().for_each(|left| *left /= all);
        sample.prefixes.iter_mut().for_each(|prefixes| *prefixes /= f64::from(probes));
        sample.tried /= f64::from(probes);
        sample.packed /= f64::from(probes);
        sample
    }

    /// The column sets of a group.
    fn sets(&self, how: How) -> f64 {
        let shared = how.shared as u32;
        choose(self.color.tried.columns - shared, self.on_even - shared)
    }

    /// Bytes of a matrix.
    fn matrix(&self) -> f64 {
        2.0 * choose(self.color.tried.columns, self.on_even)
            * choose(self.color.packed.columns, self.on_odd)
    }

    /// Bytes of the lists and the programs of this color.
    fn memory(&self, n: u32) -> f64 {
        let (odd, _) = super::tile(n);
        // The lists of some rows are twice as long as the mean.
        let lists = 2.2 * 8.0 * self.packed * odd as f64;
        let programs = 1.5 * 5.0 * self.tried * MOST_AT_ONCE as f64;
        lists + programs
    }

    /// Nanoseconds for the matrix of this color, if all columns count.
    fn cost(&self, how: How, lanes: usize) -> f64 {
        let queens = self.on_even as usize;
        let lanes = lanes as f64;
        let packed_sets = choose(self.color.packed.columns, self.on_odd);
        let open_rows = (queens - how.first) as f64;
        let prefixes = self.prefixes[how.first].max(1.0);
        let packed = self.packed * self.left[how.first];
        let vectors = (packed_sets / lanes).ceil();
        // What is left of the lists differs among the lanes of a vector.
        let lines =
            vectors * (packed / packed_sets * 1.2 / 8.0 + 0.5).max(0.2 * open_rows.min(1.0));
        let squares = open_rows * f64::from(self.color.tried.columns);
        let filtered: f64 = (0..how.first)
            .map(|depth| {
                let lists = self.packed * self.left[depth] * price::PACKED;
                self.prefixes[depth + 1] * (lists + packed_sets * price::LANE)
            })
            .sum();
        let packing = prefixes * (packed * price::PACKED + packed_sets * price::LANE);
        let groups = self.prefixes[how.shared].max(1.0);
        let sets =
            choose(self.color.tried.columns - how.shared as u32, self.on_even - how.shared as u32);
        let sets = sets * (1.0 - (-self.tried / groups / sets).exp());
        self.tried * lines * price::LEAF
            + prefixes * lines * squares * price::SQUARE / SHARED
            + (filtered + packing) / SHARED
            + groups * sets * vectors * price::EMPTIED
            + self.tried * price::PROGRAM / SHARED
    }
}

/// Puts queens on the rows at random, and tells of each the number of free squares and the chosen one;
/// ends early on a row without any.
fn walk(
    squares: Squares,
    rows: &[u32],
    random: &mut u64,
    chosen: &mut impl FnMut(u32, (u32, u32)),
) {
    let (mut columns, mut diagonals) = (0u32, 0u64);
    for &row in rows {
        let mut free = squares.free(row, columns, diagonals);
        let choices = free.count_ones();
        if choices == 0 {
            return;
        }
        for _ in 0..split_mix(random) % u64::from(choices) {
            free &= free - 1;
        }
        let column = free.trailing_zeros();
        columns |= 1 << column;
        diagonals |= squares.diagonals(row, column);
        chosen(choices, (row, column));
    }
}

/// A random set of `elements` of `width` elements.
fn random_set(width: u32, elements: u32, random: &mut u64) -> u32 {
    let mut set = 0u32;
    while set.count_ones() < elements {
        set |= 1 << (split_mix(random) % u64::from(width));
    }
    set
}

fn choose(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |all, i| all * f64::from(n - i) / f64::from(i + 1))
}
