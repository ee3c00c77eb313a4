//! What counting a pattern costs, by how many queens are placed before the tables are looked up.
//!
//! Each queen that is placed first leaves fewer packed placements to look at (a third to a half), and
//! makes as many boards as it has squares. The number of placements and the share that a queen leaves
//! are estimated by random placements (Knuth 1975) with a fixed seed, so that every run of a size
//! chooses the same. The prices are fitted to measurements; a wrong one costs time, never a result.

use super::pattern::Family;
use super::squares::{Color, Squares, colors};
use crate::random::split_mix;

/// Nanoseconds, on a Xeon of 2019 with AVX2 or AVX-512, which need about the same for a vector.
mod price {
    /// A tried placement against one line.
    pub(super) const LOOK_UP: f64 = 1.5;
    /// The counts of one row of a block.
    pub(super) const ROW: f64 = 30.0;
    /// An entry of a table, for one line.
    pub(super) const ENTRY: f64 = 1.5;
    /// Eight by eight counts added to a matrix that is not direct.
    pub(super) const BLOCK: f64 = 15.0;
    /// A placement that is packed.
    pub(super) const PACKED: f64 = 12.0;
    /// A column set that is packed.
    pub(super) const SET: f64 = 20.0;
    /// Two matrix elements multiplied.
    pub(super) const PRODUCT: f64 = 0.6;
    /// Everything that a pattern takes once.
    pub(super) const PATTERN: f64 = 15_000.0;
}

/// The most queens that are placed first.
const MAX_CUT: usize = 2;

/// No smaller board is worth a cut.
const FIRST_CUT: u32 = 19;

/// Random placements for each family and color: more where the count is longer.
fn probes(n: u32) -> u32 {
    match n {
        ..16 => 20,
        16..19 => 100,
        _ => 2000,
    }
}

/// The boards that a worker keeps for the patterns of a tile, in bytes.
pub(crate) const KEPT: usize = 12 << 20;

/// What the lists of a stretch may take, in bytes, about.
pub(crate) const COPIED: usize = 8 << 20;

/// What all lists of tried placements may take that are kept at a time, in bytes, about.
pub(crate) const LISTS: usize = 24 << 20;

/// Bytes for tables and kept boards, which are as many at every size.
const FIXED: f64 = (KEPT + (2 << 20)) as f64;

/// The mean number of patterns that a board without a cut serves; those with one are rarely kept.
const SHARED: f64 = 16.0;

/// How the matrix of a color is made.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct How {
    /// The queens to be placed first.
    pub(crate) cut: usize,
    /// How many parts the lists of tried placements are made in, so that they take little memory.
    pub(crate) parts: usize,
}

/// What the matrix of one color takes.
#[derive(Clone, Copy, Debug)]
struct Side {
    how: How,
    /// Nanoseconds.
    time: f64,
    /// Bytes.
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
            let first = (0..=(on_even as usize).min(MAX_CUT))
                .filter(|cut| *cut == 0 || n >= FIRST_CUT)
                .map(|cut| (cut, sample.cost(cut, lanes)))
                .min_by(|(_, a), (_, b)| a.total_cmp(b));
            let (cut, time) = first.expect("no cut is always possible");
            Side { how: How { cut, parts: sample.parts() }, time, memory: sample.memory() }
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
            memory: FIXED + white.memory + black.memory,
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
            cost.how = [How { cut: queens, parts: 1 + queens }; 2];
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

    /// Bytes for the matrix and the lists of this color.
    fn memory(&self) -> f64 {
        let matrix = 4.0
            * choose(self.color.tried.columns, self.on_even)
            * choose(self.color.packed.columns, self.on_odd);
        // Lists are up to half longer than the mean. A part of those of packed placements is copied twice.
        let packed = 1.5 * 8.0 * self.packed;
        matrix + self.lists().min(LISTS as f64) + packed + 2.0 * packed.min(COPIED as f64)
    }

    /// Bytes of the lists of tried placements.
    fn lists(&self) -> f64 {
        1.5 * 10.0 * self.tried
    }

    fn parts(&self) -> usize {
        (self.lists() / LISTS as f64).ceil().max(1.0) as usize
    }

    /// Nanoseconds for the matrix of this color.
    fn cost(&self, cut: usize, lanes: usize) -> f64 {
        let queens = self.on_even as usize;
        let lanes = lanes as f64;
        let column_sets = choose(self.color.tried.columns, self.on_even);
        let packed_sets = choose(self.color.packed.columns, self.on_odd);
        let prefixes = self.prefixes[cut].max(1.0);
        let packed = self.packed * self.left[cut];
        let groups = (packed_sets.min(packed) / lanes).ceil().max(1.0);
        // The longest of the lists of a group decides.
        let lines = (packed / packed_sets * 1.1 / 8.0 + 0.6).max(1.0);
        // As many lines at a time as there are registers for.
        let blocks = groups * (lines / (lanes / 16.0)).ceil();
        let placements = self.tried / prefixes;
        let open_sets = choose(self.color.tried.columns - cut as u32, (queens - cut) as u32);
        let rows = open_sets * (1.0 - (-placements / open_sets).exp());
        let columns = f64::from(self.color.tried.columns);
        let rest = (queens - cut) as f64;
        let entries = (rest / 2.0).floor() * columns * columns * 0.8 + rest % 2.0 * columns;
        let board = packed * price::PACKED + packed_sets * price::SET;
        let each = placements.max(4.0 * rows) * groups * lines * price::LOOK_UP
            + rows * blocks * price::ROW
            + entries * groups * lines * price::ENTRY;
        if cut == 0 {
            return each + board / SHARED;
        }
        let added = groups * lanes / 8.0 * rows.min(column_sets / 8.0) * price::BLOCK;
        let each = each + added + board;
        prefixes * each
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
