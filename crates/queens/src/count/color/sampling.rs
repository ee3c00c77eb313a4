//! What random placements tell of the patterns of a family, so that the best way to count them can be chosen.
//!
//! The number of placements, and the fraction of the packed ones that survive the queens placed first, are estimated by
//! random placements (Knuth 1975) with a fixed seed: every count of a board chooses the same.

use super::board::Board;
use super::pattern::{Allowed, Family, Pattern, Pruning};
use super::squares::{Class, Color};
use super::walk::MOST_SETS;
use crate::random::split_mix;
use crate::sets::from_the_middle;
use crate::tuning::color::{LOOK, MOST_FIRST, probes};

/// A way to fill the matrices of a color.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Way {
    /// How many queens are placed first.
    pub(crate) first: usize,
    /// How many of these queens the prefixes of a group share.
    pub(crate) shared: usize,
}

/// How many patterns are counted at a time, at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtOnce {
    /// The patterns of a batch, which share what is filtered and packed.
    pub(crate) batch: usize,
    /// By color that is searched, the patterns whose tables there is room for.
    pub(crate) searched: [usize; 2],
}

/// What random placements tell of a family.
#[derive(Clone, Debug)]
pub(crate) struct FamilySample {
    /// By color.
    pub(crate) colors: [ColorSample; 2],
    /// By the queens that white and black place first, how many patterns share a batch.
    pub(crate) batch: Vec<Vec<f64>>,
    /// By color and row of a search, the fraction of the children that a pattern does not share with its neighbors; empty if
    /// colors may not be searched.
    pub(crate) unshared: [Vec<f64>; 2],
    /// The sets of odd and of even rows in a tile.
    pub(crate) tile: [f64; 2],
    /// The fractions of the sets of even and of odd columns that count.
    pub(crate) column_fractions: [f64; 2],
    /// The mean [`Pruning::work_fraction`].
    pub(crate) work_fraction: f64,
    pub(crate) at_once: AtOnce,
}

impl FamilySample {
    /// For a tile of these sets of odd and of even rows.
    pub(crate) fn new(
        board: &Board,
        colors: [ColorSample; 2],
        at_once: AtOnce,
        odds: &[u32],
        evens: &[u32],
    ) -> Self {
        let len = evens.len().max(1) as f64;
        let mean = |of: &dyn Fn(u32) -> f64| evens.iter().map(|&even| of(even)).sum::<f64>() / len;
        let unshared = [0, 1].map(|color| {
            if !board.may_search_a_color() {
                return Vec::new();
            }
            unshared(board, color, odds, evens, at_once.searched[color])
        });
        Self {
            batch: patterns_in_a_batch(
                board,
                colors.each_ref().map(ColorSample::most_first),
                evens,
                at_once.batch,
            ),
            colors,
            unshared,
            tile: [odds.len() as f64, len],
            column_fractions: [0, 1]
                .map(|class| mean(&|even| board.pruning.column_fractions(even)[class])),
            work_fraction: mean(&|even| board.pruning.work_fraction(even)).max(1e-3),
            at_once,
        }
    }
}

/// By the queens that white and black place first, how many of these sets of even rows share a batch, in the mean.
fn patterns_in_a_batch(
    board: &Board,
    most_first: [usize; 2],
    evens: &[u32],
    at_once: usize,
) -> Vec<Vec<f64>> {
    let firsts = |color: usize| -> Vec<Vec<u64>> {
        let first = |even: u32, queens: usize| {
            let rows = board.colors[color].tried_rows(even);
            let first = &rows[..queens.min(rows.len().saturating_sub(1))];
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

/// By row of a search of this color, how many different beginnings some neighboring patterns have, as a fraction of their
/// number.
fn unshared(board: &Board, color: usize, odds: &[u32], evens: &[u32], patterns: usize) -> Vec<f64> {
    let Board { pruning: Pruning { n, .. }, colors, .. } = *board;
    let color = colors[color];
    let mut evens = evens.to_vec();
    evens.sort_by_cached_key(|&even| color.tried_rows(even));
    let some = (patterns / odds.len().max(1)).clamp(1, evens.len().max(1));
    let middle = (evens.len().max(some) - some) / 2;
    let mut all: Vec<Vec<u32>> = Vec::new();
    for &even in evens.iter().skip(middle).take(some) {
        for &odd in odds.iter().take(patterns) {
            let white = Pattern { even, odd }.bits();
            all.push(from_the_middle(n, color.own(white, n)));
        }
    }
    all.sort_unstable();
    let in_common =
        |two: &[Vec<u32>]| two[0].iter().zip(&two[1]).take_while(|(a, b)| a == b).count();
    let in_common: Vec<usize> = all.windows(2).map(in_common).collect();
    let rows = all.first().map_or(0, Vec::len);
    let fraction = |filled: usize| {
        let others = in_common.iter().filter(|&&rows| rows < filled).count();
        (1 + others) as f64 / all.len() as f64
    };
    (1..=rows).map(fraction).collect()
}

/// What random placements tell of one color.
#[derive(Clone, Debug)]
pub(crate) struct ColorSample {
    /// Queens on even rows.
    pub(crate) on_even: u32,
    /// The columns of the class that is tried.
    pub(crate) column_count: u32,
    /// Placements of the packed class.
    pub(crate) packed: f64,
    /// Sets of columns of either class.
    pub(crate) tried_sets: f64,
    pub(crate) packed_sets: f64,
    /// By the number of queens placed first: the placements of these queens alone.
    pub(crate) prefixes: Vec<f64>,
    /// By the number of queens placed first: the fraction of the packed placements that survives them.
    pub(crate) surviving: Vec<f64>,
    /// By row of a search: the children there.
    pub(crate) children: Vec<f64>,
    /// The placements that a search finds.
    pub(crate) found: f64,
}

impl ColorSample {
    /// For one color of the patterns of a family.
    pub(crate) fn new(board: &Board, color: &Color, family: &Family) -> Self {
        let (white, [even, odd]) = (color.is_white, board.rows);
        // Where the queens of the color may stand, and how many.
        let of_color = |rows: Allowed, queens: u32| {
            if white { (rows, queens) } else { (rows.of_black(), rows.width - queens) }
        };
        let (even, on_even) = of_color(even, family.on_even);
        let (odd, on_odd) = of_color(odd, family.on_odd);
        let [even_columns, odd_columns] = board.columns;
        let even_sets = even_columns.sets(family.on_even).len() as f64;
        let odd_sets = odd_columns.sets(family.on_odd).len() as f64;
        let (tried_sets, packed_sets) =
            if white { (even_sets, odd_sets) } else { (odd_sets, even_sets) };
        let mut random = u64::from(on_even) << 32 | u64::from(on_odd);
        let queens = on_even as usize;
        let mut children = vec![0.0; (on_even + on_odd) as usize];
        let mut found = 0.0;
        let (mut prefixes, mut surviving) = (vec![0.0; queens + 1], vec![0.0; queens + 1]);
        let mut packed = 0.0;
        let probes = probes(board.pruning.n);
        for _ in 0..probes {
            if board.may_search_a_color() {
                let rows = Pattern {
                    even: even.random(on_even, &mut random),
                    odd: odd.random(on_odd, &mut random),
                };
                let rows = from_the_middle(board.pruning.n, rows.bits());
                let (_, estimates) = random_placement(color, &rows, LOOK, &mut random);
                children.iter_mut().zip(&estimates[1..]).for_each(|(sum, more)| *sum += more);
                found += estimates[rows.len()];
            }
            let rows = rows_of_class(color.tried, 0, even.random(on_even, &mut random));
            let (tried, of_tried) = random_placement(color, &rows, 0, &mut random);
            prefixes.iter_mut().zip(&of_tried).for_each(|(sum, more)| *sum += more);
            let rows = rows_of_class(color.packed, 1, odd.random(on_odd, &mut random));
            let (others, of_others) = random_placement(color, &rows, 0, &mut random);
            let (_, diagonals) = color.packed.occupied(&others);
            let others = of_others[on_odd as usize];
            packed += others;
            let mut pairs = of_tried[queens] * others;
            surviving[0] += pairs;
            for (sum, &(row, column)) in surviving[1..].iter_mut().zip(&tried) {
                if color.tried.diagonals(row, column) & diagonals != 0 {
                    pairs = 0.0;
                }
                *sum += pairs;
            }
        }
        let pairs = surviving[0].max(1.0);
        let mean = |sum: f64| sum / f64::from(probes);
        Self {
            on_even,
            column_count: color.tried.columns,
            packed: mean(packed),
            tried_sets,
            packed_sets,
            prefixes: prefixes.into_iter().map(mean).collect(),
            surviving: surviving.into_iter().map(|sum| sum / pairs).collect(),
            children: children.into_iter().map(mean).collect(),
            found: mean(found),
        }
    }

    /// The tried placements.
    pub(crate) fn tried(&self) -> f64 {
        self.prefixes[self.on_even as usize]
    }

    /// The column sets of a group.
    pub(crate) fn sets(&self, way: Way) -> f64 {
        let shared = way.shared as u32;
        binomial(self.column_count - shared, self.on_even - shared).min(self.tried_sets)
    }

    pub(crate) fn most_first(&self) -> usize {
        (self.on_even as usize).saturating_sub(1).min(MOST_FIRST)
    }

    /// The ways to make a matrix whose leaves can name their column sets.
    pub(crate) fn ways(&self) -> impl Iterator<Item = Way> {
        let all = (0..=self.most_first())
            .flat_map(|first| (0..=first).map(move |shared| Way { first, shared }));
        all.filter(|way| self.sets(*way) <= MOST_SETS as f64)
    }

    /// The pairs of placements that fit.
    pub(crate) fn fits(&self) -> f64 {
        // Few of the samples fit if there are many queens: then as many survive each of the last ones as the third.
        let first = self.on_even.min(3) as usize;
        let each = self.surviving[first] / self.surviving[first.saturating_sub(1)].max(1e-9);
        let all = self.surviving[first] * each.powi(self.on_even as i32 - first as i32);
        self.tried() * self.packed * all.max(self.surviving[self.on_even as usize])
    }

    /// The layers of a vector of lanes, in the mean: those of its longest lane.
    pub(crate) fn layers(&self, way: Way, lanes: usize) -> f64 {
        let mean = self.packed * self.surviving[way.first] / self.packed_sets.max(1.0);
        // About as random as arrivals, and some column sets have more; sorted lanes have nearly the same length, until queens
        // that no group shares take some of each. The factors are set by hand.
        let spread = mean.sqrt();
        let taken = 1.0 - self.surviving[way.first] / self.surviving[way.shared].max(1e-9);
        let longest = match way.shared {
            0 => 1.1 * mean + 2.2 * spread,
            _ => mean + (0.7 + 1.7 * taken.sqrt()) * spread,
        };
        (longest / 8.0 + 0.45) * (1.0 - (-mean * lanes as f64).exp())
    }
}

/// The rows of the board that a set of one class has, from the middle outwards.
pub(crate) fn rows_of_class(class: Class, first: u32, rows: u32) -> Vec<u32> {
    from_the_middle(class.rows, rows).iter().map(|index| 2 * index + first).collect()
}

/// A random placement on these rows of the board, in their order, as far as each of the next `look` rows has a free square; the
/// squares by their indices in their classes. And by the number of queens placed, how many ways there are to place as many
/// with a free square on the next row, if all leave as many squares as these.
pub(crate) fn random_placement(
    color: &Color,
    rows: &[u32],
    look: usize,
    random: &mut u64,
) -> (Vec<(u32, u32)>, Vec<f64>) {
    let free = |row: u32, columns: [u32; 2], diagonals| {
        color.class_of(row).free(row / 2, columns[row as usize % 2], diagonals)
    };
    let (mut queens, mut estimates) = (Vec::new(), vec![0.0; rows.len() + 1]);
    let (mut columns, mut diagonals) = ([0; 2], 0);
    estimates[0] = 1.0;
    for (placed, &row) in rows.iter().enumerate() {
        let mut squares = free(row, columns, diagonals);
        let choices = squares.count_ones();
        if choices == 0 {
            estimates[placed] = 0.0;
            break;
        }
        for _ in 0..split_mix(random) % u64::from(choices) {
            squares &= squares - 1;
        }
        let column = squares.trailing_zeros();
        columns[row as usize % 2] |= 1 << column;
        diagonals |= color.class_of(row).diagonals(row / 2, column);
        estimates[placed + 1] = estimates[placed] * f64::from(choices);
        queens.push((row / 2, column));
        if rows[placed + 1..].iter().take(look).any(|&row| free(row, columns, diagonals) == 0) {
            break;
        }
    }
    (queens, estimates)
}

fn binomial(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |all, i| all * f64::from(n - i) / f64::from(i + 1))
}
