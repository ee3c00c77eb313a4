//! What counting a pattern costs, by how many queens are placed first.
//!
//! Each queen that is placed first leaves fewer packed placements to look at (a third to a half), which are filtered
//! and packed for each of its squares. The number of placements and the share that a queen leaves
//! are estimated by random placements (Knuth 1975) with a fixed seed, so that every run of a size
//! chooses the same. What is done with them is added up at the prices of a kernel, which are in one table. A wrong
//! price costs time, never a result. This fits the prices again, on a machine that is otherwise idle:
//!
//! `cargo test --release -p queens --lib fit -- --ignored --nocapture`

use super::board::Board;
use super::lanes::LINES;
use super::pattern::{Choice, Family};
use super::squares::{Squares, full};
use super::walk::{LEAVES, MOST_SETS};
use crate::count::method::Kernel;
use crate::random::split_mix;

/// What is done to fill a matrix, and how often for a pattern.
const AMOUNTS: [&str; 14] = [
    "a leaf and a vector of lanes",
    "a leaf and a line",
    "a root, a pair or a path between and a line",
    "a prefix and a vector",
    "a square and a line of a batch",
    "a line that a batch packs",
    "a placement that a batch filters",
    "a lane that a batch looks at",
    "a sorted vector added to the matrix",
    "a placement of a program",
    "a matrix entry",
    "a placement of a list",
    "a pattern",
    "a leaf whose sums are in the second cache",
];

/// Those of [`AMOUNTS`] that the patterns of a batch share.
const OF_BATCH: std::ops::Range<usize> = 4..8;

/// How often each of [`AMOUNTS`] is done.
type Amounts = [f64; AMOUNTS.len()];

/// Nanoseconds for each of [`AMOUNTS`], with vectors of so many lanes.
struct Prices {
    lanes: usize,
    of: Amounts,
}

// Fitted on machine C of BENCHMARKS.md for n = 15 to 24 (portable to 21), whose clock changes: costs were wrong by a factor
// of 1.23, 1.28 and 1.48 in the median. Not fitted again since a group may share more than two queens. Divided by 1.4, 1.31
// and 1.35, so that what a size costs is about what the kernel before this one was forecast to take on an idle Zen 4, which
// this one was not measured on. In a whole count, programs and lists share the caches, and patterns took up to 1.7 times as
// long as in the fit. The last price is set by hand: with it the best of the ways that were compared at n = 22 to 28 are
// chosen.
const AVX512: Prices = Prices {
    lanes: 64,
    of: [0.0, 0.0, 2.24, 94.2, 14.3, 0.0, 0.255, 0.782, 11.9, 14.4, 0.385, 11.4, 1570.0, 3.5],
};
const AVX2: Prices = Prices {
    lanes: 32,
    of: [0.501, 0.0565, 2.32, 114.0, 10.1, 0.0, 0.279, 0.824, 12.0, 18.5, 0.222, 24.6, 2600.0, 2.0],
};
const PORTABLE: Prices = Prices {
    lanes: 32,
    of: [0.0, 1.03, 7.38, 82.8, 1.89, 464.0, 1.8, 0.0, 16.3, 24.0, 3.47, 17.5, 1970.0, 2.0],
};

/// The prices of a kernel.
fn prices(kernel: Kernel) -> &'static Prices {
    match kernel {
        Kernel::Avx512 => &AVX512,
        Kernel::Avx2 => &AVX2,
        _ => &PORTABLE,
    }
}

/// The most queens that are placed first.
const MOST_FIRST: usize = 5;

/// The patterns of a batch, at most.
const MOST_AT_ONCE: usize = 8;

/// The most pairs that fit, for each column set of either class, in the mean of a group whose bytes do not become full:
/// the largest sum is about twenty times the mean.
const MOST_FITS: f64 = 12.0;

/// How much longer it takes if they do.
const AGAIN: f64 = 1.4;

/// Bytes of the matrices of a batch, and of its programs, about. From n = 27 on two patterns take all that smaller sizes
/// need, and a third of the time goes into what a batch shares.
const fn room(n: u32) -> [f64; 2] {
    match n {
        ..27 => [(64 << 20) as f64, (108 << 20) as f64],
        _ => [(384 << 20) as f64; 2],
    }
}

/// Bytes of sums that the first cache has room for.
const FIRST_CACHE: f64 = (32 << 10) as f64;

/// The lanes of a segment, at most.
const SEGMENT: f64 = 256.0;

/// Bytes that do not depend on the size: 8 MB of them before anything is counted, and gaps between lists and programs.
const FIXED: f64 = (12 << 20) as f64;

/// How the matrix of a color is made.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct How {
    /// The queens to be placed first.
    pub(crate) first: usize,
    /// How many of them the prefixes of a group share.
    pub(crate) shared: usize,
}

/// What a family takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// By color.
    pub(crate) how: [How; 2],
    /// Nanoseconds for a pattern, about, if its share of the work were 1.
    pub(crate) pattern: f64,
    /// How many patterns are counted at a time, at most.
    pub(crate) at_once: usize,
}

/// What random placements tell of a size.
#[derive(Clone, Debug)]
pub(crate) struct Samples(Vec<FamilySample>);

/// What they tell of a family.
#[derive(Clone, Debug)]
struct FamilySample {
    /// By color.
    colors: [Sample; 2],
    /// By the queens that white and black place first, how many patterns share a batch.
    batch: Vec<Vec<f64>>,
    /// The sets of odd and of even rows in a tile.
    tile: [f64; 2],
    /// The share of the sets of even and of odd columns that count.
    columns: [f64; 2],
    /// The mean [share](super::pattern::Pruning::share) of the work.
    share: f64,
    at_once: usize,
}

impl Samples {
    pub(crate) fn new(board: &Board, families: &[Family]) -> Self {
        let n = board.pruning.n;
        let samples = |white| -> Vec<Sample> {
            families.iter().map(|family| Sample::new(board, white, family)).collect()
        };
        let of_white = samples(true);
        // For even n the mirror image exchanges the colors, and so the first family and the last.
        let of_black = if n.is_multiple_of(2) && !board.pruning.all {
            of_white.iter().rev().cloned().collect()
        } else {
            samples(false)
        };
        let colors = of_white.into_iter().zip(of_black);
        let family = |(family, (white, black)): (&Family, (Sample, Sample))| {
            let matrices = white.matrix() + black.matrix();
            let programs = white.program() + black.program();
            let [for_matrices, for_programs] = room(n);
            let at_once = (for_matrices / matrices).min(for_programs / programs);
            let at_once = (at_once as usize).clamp(1, MOST_AT_ONCE);
            let (odds, evens) = super::tile(n);
            let partners = family.partners(family.odd[family.middle()]);
            let evens = &partners[..partners.len().min(evens)];
            let odds = odds.min(family.odd.len());
            FamilySample::new(board, [white, black], at_once, odds, evens)
        };
        Self(families.iter().zip(colors).map(family).collect())
    }

    /// What every family takes with a kernel.
    pub(crate) fn costs(&self, kernel: Kernel) -> Vec<Cost> {
        self.costs_at(prices(kernel))
    }

    fn costs_at(&self, prices: &Prices) -> Vec<Cost> {
        self.0.iter().map(|family| family.cheapest(prices)).collect()
    }

    pub(crate) fn memory(&self) -> u64 {
        (FIXED + self.0.iter().map(FamilySample::memory).fold(0.0, f64::max)) as u64
    }
}

/// By the queens that white and black place first, how many of these sets of even rows share a batch, in the mean.
fn shared(board: &Board, most_first: [usize; 2], evens: &[u32], at_once: usize) -> Vec<Vec<f64>> {
    let firsts = |color: usize| -> Vec<Vec<u64>> {
        let class = board.colors[color].tried;
        let first = |even: u32, queens: usize| {
            let central =
                class.central_first(if color == 0 { even } else { full(class.rows) & !even });
            let first = &central[..queens.min(central.len().saturating_sub(1))];
            first.iter().fold(0, |set, row| set | 1 << row)
        };
        let of = |queens| evens.iter().map(|&even| first(even, queens)).collect();
        (0..=most_first[color]).map(of).collect()
    };
    let (whites, blacks) = (firsts(0), firsts(1));
    let mean = |white: &Vec<u64>, black: &Vec<u64>| {
        let mut both: Vec<u64> =
            white.iter().zip(black).map(|(white, black)| white << 32 | black).collect();
        both.sort_unstable();
        let batches: usize =
            both.chunk_by(|a, b| a == b).map(|same| same.len().div_ceil(at_once)).sum();
        both.len().max(1) as f64 / batches.max(1) as f64
    };
    whites.iter().map(|white| blacks.iter().map(|black| mean(white, black)).collect()).collect()
}

impl FamilySample {
    /// An upper estimate of the bytes of matrices, lists, what the first queens leave of them, and programs.
    fn memory(&self) -> f64 {
        let odds = self.tile[0];
        let at_once = self.at_once as f64;
        // Programs differ, and the sum of many less than one.
        let largest = 1.0 + 0.4 / at_once.sqrt();
        let mut filtered = 0.0f64;
        let mut rest = 0.0;
        for (color, sample) in self.colors.iter().enumerate() {
            let list = sample.list(odds);
            // Some row patterns have a larger share than the mean, and of each program a part counts for all of them.
            let program = largest * sample.program() * (self.columns[color] + 0.25).min(1.0);
            filtered = filtered.max(list * sample.filtered(self.columns[1 - color]));
            // Where an entry is full, wider sums are made for one pattern at a time.
            let wide = 4.0 * sample.matrix();
            rest += list * odds + (sample.matrix() + program) * at_once + wide;
        }
        rest + filtered
    }

    /// For a tile of so many sets of odd rows with these sets of even ones.
    fn new(board: &Board, colors: [Sample; 2], at_once: usize, odds: usize, evens: &[u32]) -> Self {
        let len = evens.len().max(1) as f64;
        let mean = |of: &dyn Fn(u32) -> f64| evens.iter().map(|&even| of(even)).sum::<f64>() / len;
        Self {
            batch: shared(board, colors.each_ref().map(Sample::most_first), evens, at_once),
            colors,
            tile: [odds as f64, len],
            columns: [0, 1].map(|class| mean(&|even| board.pruning.columns(even)[class])),
            share: mean(&|even| board.pruning.share(even)).max(1e-3),
            at_once,
        }
    }

    /// The best way to count a pattern.
    fn cheapest(&self, prices: &Prices) -> Cost {
        let ways = [0, 1].map(|color| -> Vec<(How, Amounts)> {
            let ways = self.colors[color].ways();
            ways.map(|how| (how, self.of_color(color, how, prices.lanes))).collect()
        });
        let none = [How::default(); 2];
        let mut cheapest = Cost { how: none, pattern: f64::INFINITY, at_once: self.at_once };
        for (white, of_white) in &ways[0] {
            for (black, of_black) in &ways[1] {
                let how = [*white, *black];
                let pattern = dot(&self.of_both(how, of_white, of_black), &prices.of) / self.share;
                if pattern < cheapest.pattern {
                    cheapest = Cost { how, pattern, ..cheapest };
                }
            }
        }
        cheapest
    }

    /// How often everything is done for a pattern, from what its matrices take if batches share nothing.
    fn of_both(&self, how: [How; 2], white: &Amounts, black: &Amounts) -> Amounts {
        let batch = self.batch[how[0].first][how[1].first];
        let mut sum: Amounts = std::array::from_fn(|i| white[i] + black[i]);
        sum[OF_BATCH].iter_mut().for_each(|amount| *amount /= batch);
        sum
    }

    /// How often everything is done for the matrix of a color, if batches share nothing.
    fn of_color(&self, color: usize, how: How, lanes: usize) -> Amounts {
        let sample = &self.colors[color];
        let [odds, evens] = self.tile;
        // White queens on even rows stand on even columns, black ones on odd columns.
        let (tried_share, packed_share) = (self.columns[color], self.columns[1 - color]);
        let queens = sample.on_even as usize;
        let How { first, shared } = how;
        let packed_sets = sample.packed_sets * packed_share;
        let tried_sets = sample.tried_sets * tried_share;
        let tried = sample.tried() * tried_share;
        let vectors = (packed_sets / lanes as f64).ceil();
        let prefixes = sample.prefixes[first].max(1.0);
        let of_vector = sample.lines(how, lanes);
        let lines = vectors * of_vector;
        let blocks = vectors * (of_vector / LINES as f64).max(1.0);
        let sets = sample.sets(how);
        let sums = sets * tried_share * lanes as f64;
        let squares = (queens - first) as f64 * f64::from(sample.columns);
        // The roots of a prefix are about as many as its pairs, and those that end a path are the roots of most.
        let twos = sample.prefixes[(first + 2).min(queens)];
        let between = queens.saturating_sub(first + 4) as f64;
        let paths = sample.prefixes[queens.saturating_sub(2).max(first)] * (1.0 + between);
        let twos = (twos + paths) * tried_share.sqrt();
        let filtered: f64 =
            (0..first).map(|depth| sample.prefixes[depth + 1] * sample.left[depth]).sum();
        let filtered = filtered * sample.packed * packed_share;
        let lanes_seen: f64 = sample.prefixes[1..=first].iter().sum::<f64>() + prefixes;
        let groups = sample.prefixes[shared].max(1.0);
        let emptied = groups * vectors * sets * tried_share;
        let emptied = emptied * (1.0 - (-sample.tried() / groups / sets).exp());
        // Where a byte is full, the group is walked again with wider sums.
        let again = if sample.fits() / groups / sets / sample.packed_sets > MOST_FITS {
            AGAIN
        } else {
            1.0
        };
        [
            again * tried * vectors,
            again * tried * lines,
            again * twos * lines,
            again * prefixes * vectors,
            prefixes * lines * squares,
            prefixes * lines,
            filtered,
            lanes_seen * packed_sets,
            if shared > 0 { emptied } else { 0.0 },
            sample.tried() / odds,
            packed_sets * tried_sets,
            sample.packed / evens,
            // The other color is the other half.
            0.5,
            again * tried * blocks * (sums - FIRST_CACHE).max(0.0) / sums.max(1.0),
        ]
    }
}

/// What random placements tell of one color.
#[derive(Clone, Debug)]
struct Sample {
    on_even: u32,
    /// The columns of the class that is tried.
    columns: u32,
    packed: f64,
    /// Sets of columns of either class.
    tried_sets: f64,
    packed_sets: f64,
    /// By the number of queens placed first: the placements of those alone.
    prefixes: Vec<f64>,
    /// By the number of queens placed first: the share of packed placements that they leave.
    left: Vec<f64>,
}

impl Sample {
    /// For one color of the patterns of a family.
    fn new(board: &Board, white: bool, family: &Family) -> Self {
        let [even, odd] = board.rows;
        // Where the queens of the color may stand, and how many.
        let of_color = |rows: Choice, queens: u32| {
            if white { (rows, queens) } else { (rows.of_black(), rows.width - queens) }
        };
        let (even, on_even) = of_color(even, family.on_even);
        let (odd, on_odd) = of_color(odd, family.on_odd);
        let [even_columns, odd_columns] = board.columns;
        let even_sets = even_columns.sets(family.on_even).len() as f64;
        let odd_sets = odd_columns.sets(family.on_odd).len() as f64;
        let (tried_sets, packed_sets) =
            if white { (even_sets, odd_sets) } else { (odd_sets, even_sets) };
        let color = board.colors[usize::from(!white)];
        let mut random = u64::from(on_even) << 32 | u64::from(on_odd);
        let queens = on_even as usize;
        let (mut prefixes, mut left) = (vec![0.0; queens + 1], vec![0.0; queens + 1]);
        let mut packed = 0.0;
        // More where the count is longer.
        let probes = match board.pruning.n {
            ..16 => 20,
            16..19 => 100,
            _ => 2000,
        };
        for _ in 0..probes {
            let (tried, of_tried) =
                walk(color.tried, even.random(on_even, &mut random), &mut random);
            prefixes.iter_mut().zip(of_tried).for_each(|(sum, weight)| *sum += weight);
            let (others, of_others) =
                walk(color.packed, odd.random(on_odd, &mut random), &mut random);
            let (_, diagonals) = color.packed.lines(&others);
            let others = of_others[on_odd as usize];
            packed += others;
            let mut weight = of_tried[queens] * others;
            left[0] += weight;
            for (left, &(row, column)) in left[1..].iter_mut().zip(&tried) {
                if color.tried.diagonals(row, column) & diagonals != 0 {
                    weight = 0.0;
                }
                *left += weight;
            }
        }
        let (all, probes) = (left[0].max(1.0), f64::from(probes));
        let left = left.into_iter().map(|left| left / all).collect();
        let prefixes = prefixes.into_iter().map(|prefixes| prefixes / probes).collect();
        let packed = packed / probes;
        let columns = color.tried.columns;
        Self { on_even, columns, packed, tried_sets, packed_sets, prefixes, left }
    }

    /// The tried placements.
    fn tried(&self) -> f64 {
        self.prefixes[self.on_even as usize]
    }

    /// The column sets of a group.
    fn sets(&self, how: How) -> f64 {
        let shared = how.shared as u32;
        choose(self.columns - shared, self.on_even - shared).min(self.tried_sets)
    }

    /// Bytes of a matrix.
    fn matrix(&self) -> f64 {
        2.0 * self.tried_sets * self.packed_sets
    }

    /// Bytes of one of the lists of so many sets A2, in the mean.
    fn list(&self, odds: f64) -> f64 {
        // Some rows have longer lists than the mean, and so have their neighbors: all sets of up to 12 rows were listed. And
        // lists of one family leave gaps where those of the next do not fit. For single sets 1.7 stated less than n = 27
        // took, for four 1.4 less than n = 25 and 1.7 less than n = 26. These stated enough at every size that was measured.
        let longest = match odds {
            ..2.0 => 2.3,
            ..5.0 => 2.0,
            ..9.0 => 1.4,
            _ => 1.25,
        };
        longest * 8.0 * self.packed
    }

    /// What the queens placed first leave of a segment of a list, if this share of column sets counts: there is room for
    /// all that was left before each of them. Those that no group shares leave something of one vector only: less than
    /// this.
    fn filtered(&self, share: f64) -> f64 {
        let left: f64 = self.left.iter().take(self.most_first()).sum();
        share.min(SEGMENT / self.packed_sets) * left
    }

    /// Bytes of a program in the mean: four for each leaf and for each word before the leaves of a branch.
    fn program(&self) -> f64 {
        let queens = self.on_even as usize;
        let paths = self.prefixes[queens.saturating_sub(2)].min(self.tried());
        let before = 1 + queens.saturating_sub(5);
        4.0 * (self.tried() + before as f64 * (paths + self.tried() / LEAVES as f64))
    }

    fn most_first(&self) -> usize {
        (self.on_even as usize).saturating_sub(1).min(MOST_FIRST)
    }

    /// The ways to make a matrix whose leaves can name their column sets.
    fn ways(&self) -> impl Iterator<Item = How> {
        let all = (0..=self.most_first())
            .flat_map(|first| (0..=first).map(move |shared| How { first, shared }));
        all.filter(|how| self.sets(*how) <= MOST_SETS as f64)
    }

    /// The pairs of placements that fit.
    fn fits(&self) -> f64 {
        // Few of the samples fit if there are many queens: then each of the last ones leaves as much as the third.
        let first = self.on_even.min(3) as usize;
        let leaves = self.left[first] / self.left[first.saturating_sub(1)].max(1e-9);
        let left = self.left[first] * leaves.powi(self.on_even as i32 - first as i32);
        self.tried() * self.packed * left.max(self.left[self.on_even as usize])
    }

    /// The lines of a vector of lanes, in the mean: those of its longest lane.
    fn lines(&self, how: How, lanes: usize) -> f64 {
        let mean = self.packed * self.left[how.first] / self.packed_sets.max(1.0);
        // About as random as arrivals, and some column sets have more; sorted lanes have nearly the same length, until queens
        // that no group shares take some of each. The factors are set by hand.
        let spread = mean.sqrt();
        let taken = 1.0 - self.left[how.first] / self.left[how.shared].max(1e-9);
        let longest = match how.shared {
            0 => 1.1 * mean + 2.2 * spread,
            _ => mean + (0.7 + 1.7 * taken.sqrt()) * spread,
        };
        (longest / 8.0 + 0.45) * (1.0 - (-mean * lanes as f64).exp())
    }
}

/// A random placement on these rows, as far as there are free squares; and by its first 0, 1, ... queens, how many ways
/// there are to place as many with a free square on the next row, if all leave as many squares as these.
fn walk(squares: Squares, rows: u32, random: &mut u64) -> (Vec<(u32, u32)>, [f64; 17]) {
    let (mut queens, mut weights) = (Vec::new(), [0.0; 17]);
    let (mut columns, mut diagonals, mut weight) = (0, 0, 1.0);
    for row in squares.central_first(rows) {
        let mut free = squares.free(row, columns, diagonals);
        let choices = free.count_ones();
        if choices == 0 {
            return (queens, weights);
        }
        for _ in 0..split_mix(random) % u64::from(choices) {
            free &= free - 1;
        }
        let column = free.trailing_zeros();
        columns |= 1 << column;
        diagonals |= squares.diagonals(row, column);
        weights[queens.len()] = weight;
        weight *= f64::from(choices);
        queens.push((row, column));
    }
    weights[queens.len()] = weight;
    (queens, weights)
}

fn dot(amounts: &[f64], prices: &[f64]) -> f64 {
    amounts.iter().zip(prices).map(|(amount, price)| amount * price).sum()
}

fn choose(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |all, i| all * f64::from(n - i) / f64::from(i + 1))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::process::Command;
    use std::time::Instant;

    use super::super::squares::Color;
    use super::super::worker::Tile;
    use super::super::{Patterns, worker};
    use super::*;
    use crate::Method;
    use crate::parallel::StopFlag;

    /// Some patterns of a family that were counted in some way: what was done for each, and the nanoseconds.
    struct Measured {
        name: String,
        how: [How; 2],
        amounts: Amounts,
        time: f64,
    }

    /// Counts some patterns of every family with every number of queens placed first, of one color at a time.
    fn measure(n: u32, kernel: Kernel, prices: &Prices, budget: f64) -> Vec<Measured> {
        let all = Patterns::new(n);
        let chosen = all.samples.costs_at(prices);
        let whole = all.work(&(0..all.len()));
        let mut found = Vec::new();
        for (number, family) in all.families.iter().enumerate() {
            let work_before =
                |number| all.a2s[all.a2s.partition_point(|set| set.family < number)].work;
            if work_before(number + 1) - work_before(number) < 0.01 * whole {
                continue;
            }
            // As many patterns of a tile as there is time for.
            let place = family.middle();
            let (most_odd, most_even) = all.tile;
            let partners = family.partners(family.odd[place]);
            let room = (budget / chosen[number].pattern).max(8.0) as usize;
            let evens = partners.len().min(most_even).min(room);
            let odds = (room / evens).clamp(1, most_odd.min(family.odd.len() - place));
            let start = (partners.len() - evens) / 2;
            let tile = Tile { family: number, a2: place..place + odds, a1: start..start + evens };
            let FamilySample { colors, at_once, .. } = all.samples.0[number].clone();
            let sample = FamilySample::new(&all.board, colors, at_once, odds, tile.of(partners));
            let base = chosen[number].how;
            let mut best = f64::INFINITY;
            for color in 0..2 {
                let ways: Vec<How> = sample.colors[color].ways().collect();
                for way in ways {
                    let mut how = base;
                    how[color] = way;
                    let cost = Cost { how, ..chosen[number] };
                    let mut worker = worker(&all, kernel);
                    let mut time = f64::INFINITY;
                    for _ in 0..3 {
                        let (mut patterns, start) = (0.0, Instant::now());
                        let found = &mut |_| patterns += 1.0;
                        let done =
                            worker.count(&tile, &cost, &StopFlag::new(), found, &mut |_, _| ());
                        done.expect("it is not stopped");
                        time = time.min(start.elapsed().as_nanos() as f64 / patterns);
                        if time > 2.0 * best {
                            break;
                        }
                    }
                    best = best.min(time);
                    let of = |color| sample.of_color(color, how[color], prices.lanes);
                    let amounts = sample.of_both(how, &of(0), &of(1));
                    let name = format!("n = {n}, {} + {}", family.on_even, family.on_odd);
                    found.push(Measured { name, how, amounts, time });
                    // More queens take longer still.
                    if time > 4.0 * best && way.shared == way.first {
                        break;
                    }
                }
            }
        }
        found
    }

    /// Prices of at least 0 with the least sum of squares of relative errors.
    fn fitted(measured: &[&Measured], start: &Amounts) -> Amounts {
        let mut prices = *start;
        for _ in 0..20_000 {
            for i in 0..prices.len() {
                let (mut above, mut below) = (0.0, 1e-12);
                for one in measured {
                    let weight = one.time.recip();
                    let rest = one.time - dot(&one.amounts, &prices) + one.amounts[i] * prices[i];
                    above += one.amounts[i] * weight * rest * weight;
                    below += (one.amounts[i] * weight).powi(2);
                }
                prices[i] = (above / below).max(0.0);
            }
        }
        prices
    }

    #[test]
    #[ignore = "fits the prices on this machine, in ten minutes: run it with --release and --nocapture"]
    fn fit() {
        for kernel in [Kernel::Avx512, Kernel::Avx2, Kernel::Portable] {
            if kernel.missing().is_some() {
                continue;
            }
            let mut prices = Prices { ..*prices(kernel) };
            let mut measured: Vec<Measured> = Vec::new();
            // What is chosen decides what is measured.
            for _ in 0..3 {
                measured.extend((15..=24).flat_map(|n| measure(n, kernel, &prices, 20e6)));
                measured.sort_by(|a, b| a.name.cmp(&b.name));
                let mut near = Vec::new();
                for same in measured.chunk_by(|a, b| a.name == b.name) {
                    let best = same.iter().map(|one| one.time).fold(f64::INFINITY, f64::min);
                    near.extend(same.iter().filter(|one| one.time < 3.0 * best));
                }
                prices.of = fitted(&near, &prices.of);
            }
            for (name, price) in AMOUNTS.iter().zip(&prices.of) {
                println!("{kernel:<9}{price:>10.3} ns  {name}");
            }
            let cost_of = |one: &Measured| dot(&one.amounts, &prices.of);
            let mut errors: Vec<f64> =
                measured.iter().map(|one| (cost_of(one) / one.time).ln().abs().exp()).collect();
            errors.sort_by(f64::total_cmp);
            println!(
                "{kernel}: wrong by a factor of {:.2} in the median",
                errors[errors.len() / 2]
            );
            for same in measured.chunk_by(|a, b| a.name == b.name) {
                let least = |a: &&Measured, b: &&Measured| a.time.total_cmp(&b.time);
                let best = same.iter().min_by(least).expect("one at least");
                let cheapest = |a: &&Measured, b: &&Measured| cost_of(a).total_cmp(&cost_of(b));
                let chosen = same.iter().min_by(cheapest).expect("one at least");
                let times = chosen.time / best.time;
                let Measured { name, how, .. } = best;
                let chosen = chosen.how;
                println!("{kernel}, {name}: {how:?} is the best, {chosen:?} is chosen: {times:.2}");
            }
        }
    }

    /// Where the tile of a family begins whose lists are the longest, by random placements.
    #[cfg(target_os = "linux")]
    fn longest_lists(all: &Patterns, family: &Family) -> usize {
        let mut random = 1;
        let mut placements = |a2: u32| -> f64 {
            let rows = [a2, full(all.n() / 2) & !a2];
            let one = |(color, rows): (&Color, u32)| {
                let mut of_one =
                    || walk(color.packed, rows, &mut random).1[rows.count_ones() as usize];
                (0..300).map(|_| of_one()).sum::<f64>()
            };
            all.board.colors.iter().zip(rows).map(one).sum()
        };
        let of_sets: Vec<f64> = family.odd.iter().map(|&a2| placements(a2)).collect();
        let tiles = of_sets.windows(all.tile.0.min(of_sets.len()));
        let tiles = tiles.zip(0..).map(|(sets, place)| (sets.iter().sum::<f64>(), place));
        tiles.max_by(|a, b| a.0.total_cmp(&b.0)).expect("a set").1
    }

    /// The first batches of the tile with the longest lists, of every family that comes near to what is stated: all of
    /// its lists are made, and some programs and matrices.
    #[test]
    #[cfg(target_os = "linux")]
    #[ignore = "takes a quarter of an hour: run it alone, with --release and --nocapture"]
    fn a_thread_takes_at_most_the_memory_that_is_stated() {
        let Ok(n) = std::env::var("QUEENS_SIZE") else {
            // What a count leaves in the heap would be the next one's: a process for each size.
            for n in 20..=28 {
                let mut test = Command::new(std::env::current_exe().expect("this test"));
                test.args(["a_thread_takes_at_most", "--ignored", "--nocapture"]);
                let done = test.env("QUEENS_SIZE", n.to_string()).status();
                assert!(done.expect("it starts").success(), "n = {n}");
            }
            return;
        };
        let n = n.parse().expect("a size");
        let kernel = Kernel::fastest(Method::Color);
        let all = Patterns::new(n);
        let (costs, mut worker) = (all.samples.costs(kernel), worker(&all, kernel));
        let stated = all.samples.memory();
        std::fs::write("/proc/self/clear_refs", "5").expect("Linux has it");
        for (number, family) in all.families.iter().enumerate() {
            if FIXED + all.samples.0[number].memory() < 0.6 * stated as f64 {
                continue;
            }
            let place = longest_lists(&all, family);
            let a1 = 0..family.partners(family.odd[place]).len().min(all.tile.1);
            let a2 = place..(place + all.tile.0).min(family.odd.len());
            let tile = Tile { family: number, a2, a1 };
            let (stop, start, is_counted) = (StopFlag::new(), Instant::now(), Cell::new(false));
            let worked = &mut |_, _| {
                if is_counted.get() && start.elapsed().as_secs() >= 20 {
                    stop.raise();
                }
            };
            let found = &mut |_| is_counted.set(true);
            let done = worker.count(&tile, &costs[number], &stop, found, worked);
            assert!(done.is_ok() || stop.is_raised(), "{done:?}");
        }
        // The largest resident set since it was reset.
        let status = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a line");
        let kib: u64 = line.split_whitespace().nth(1).expect("a number").parse().expect("kB");
        let peak = 1024 * kib;
        let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        println!("n = {n}: {:.1} MiB stated, {:.1} MiB at the peak", mib(stated), mib(peak));
        assert!(peak <= stated, "n = {n}");
    }
}
