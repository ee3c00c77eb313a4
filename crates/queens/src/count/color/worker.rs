//! Counts row patterns: lists and programs for many of them at once, two matrices for each, and their product.

use std::marker::PhantomData;
use std::ops::Range;

use super::Patterns;
use super::cost::{Costs, How, batch};
use super::lanes::{Fill, NO_ROW, Scratch, To, VECTORS};
use super::lists::{Lists, Ranks};
use super::matrix::{Matrix, Product, product};
use super::pattern::{Family, Lines, Pruning, sets};
use super::squares::{Color, colors, full, reverse};
use super::walk::{Prefixes, Program};
use crate::error::Error;
use crate::parallel::{StopFlag, Stopped};
use crate::simd::Bytes;

/// A pattern's number: the solutions whose white queens stand in exactly these rows, each counted by the
/// weight of its white columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PatternCount {
    pub(crate) rows: Lines,
    /// The weighted number of solutions; of a canonical pattern, times the orbit of its rows.
    pub(crate) solutions: u128,
    /// Placements on even rows that were tried.
    pub(crate) tried: u64,
}

/// Some patterns of a family: the partners in a range of each of some neighboring sets of odd rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tile {
    pub(crate) family: usize,
    pub(crate) odd: Range<usize>,
    /// By place among the partners.
    pub(crate) even: Range<usize>,
}

impl Tile {
    /// Those of all partners that belong to the tile.
    pub(crate) fn of<'a>(&self, partners: &'a [u32]) -> &'a [u32] {
        let place = |place: usize| place.min(partners.len());
        &partners[place(self.even.start)..place(self.even.end)]
    }
}

/// What is the same for all patterns of a family, of one color.
struct Side {
    color: Color,
    how: How,
    /// The column sets of either class, by rank. The complements of one color's are the other's, in the opposite
    /// order.
    tried: Vec<Set>,
    packed: Vec<Set>,
    tried_ranks: Ranks,
    packed_ranks: Ranks,
}

/// A set of columns.
#[derive(Clone, Copy)]
struct Set {
    columns: u32,
    /// Those of them, or the others, that hold white queens.
    white: u32,
    /// What these are worth.
    worth: u32,
    /// Whether the mirror image of the board has the same ones.
    symmetric: bool,
}

impl Side {
    /// `white`: or black.
    fn new(pruning: Pruning, n: u32, family: &Family, white: bool, how: How) -> Self {
        let (even, odd) = (n.div_ceil(2), n / 2);
        let [white_color, black_color] = colors(n);
        // White queens on even rows stand on even columns. Black ones there stand on the odd columns
        // that white ones leave.
        let (color, tried, packed) = if white {
            (white_color, (even, family.on_even), (odd, family.on_odd))
        } else {
            (black_color, (odd, odd - family.on_odd), (even, even - family.on_even))
        };
        let set = |columns: u32, on_even: bool| {
            let width = if on_even { even } else { odd };
            let white = if white { columns } else { full(width) & !columns };
            let worth =
                if on_even { pruning.worth_of_even(white) } else { pruning.worth_of_odd(white) };
            Set { columns, white, worth, symmetric: white == reverse(white, width) }
        };
        let tried: Vec<_> = sets(tried.0, tried.1).into_iter().map(|of| set(of, white)).collect();
        let packed: Vec<_> =
            sets(packed.0, packed.1).into_iter().map(|of| set(of, !white)).collect();
        let tried_ranks = Ranks::new(color.tried.columns, tried.iter().map(|set| set.columns));
        let packed_ranks = Ranks::new(color.packed.columns, packed.iter().map(|set| set.columns));
        Self { color, how, tried, packed, tried_ranks, packed_ranks }
    }

    /// The rows of the prefixes of a set of rows, and the others.
    fn rows(&self, rows: u32) -> (Vec<u32>, Vec<u32>) {
        let mut first = self.color.tried.central_first(rows);
        let rest = first.split_off(self.how.first.min(first.len().saturating_sub(1)));
        (first, rest)
    }
}

/// Sets of even rows that have the same rows in the prefixes of either color.
struct Batch {
    even: Vec<u32>,
    /// For each color.
    prefixes: [Prefixes; 2],
    open: [u32; 2],
    programs: Vec<[Program; 2]>,
}

/// The lanes of one color for the lists of a set of odd rows.
struct Lanes {
    /// By lane, the rank of the packed column set.
    ranks: Vec<u16>,
    /// By the rank of the other color's tried column sets, the lane of the complement.
    row_of: Vec<u16>,
}

impl Lanes {
    fn new(side: &Side, lists: &Lists, threshold: u32) -> Self {
        let counts = |&&rank: &&u16| side.packed[usize::from(rank)].worth >= threshold;
        let ranks: Vec<u16> = lists.longest_first.iter().filter(counts).copied().collect();
        let mut row_of = vec![NO_ROW; side.packed.len()];
        for (lane, &rank) in (0..).zip(&ranks) {
            row_of[side.packed.len() - 1 - usize::from(rank)] = lane;
        }
        Self { ranks, row_of }
    }
}

/// Counts patterns of one board size with one instruction set.
pub(crate) struct Worker<'a, S: Bytes> {
    all: &'a Patterns,
    costs: Costs,
    n: u32,
    /// Those of the last family.
    sides: Option<(usize, [Side; 2])>,
    scratch: Scratch<S>,
    /// With an entry of this size a pattern is counted again with wider ones: the largest, except in a test.
    pub(super) full: u16,
    /// By color and pattern of a batch.
    matrices: [Vec<Matrix<u16>>; 2],
    wide: [Matrix<u32>; 2],
}

impl<'a, S: Bytes> Worker<'a, S> {
    pub(crate) fn new(all: &'a Patterns, costs: Costs) -> Self {
        Self {
            all,
            costs,
            n: all.n,
            sides: None,
            scratch: Scratch::new(),
            full: u16::MAX,
            matrices: Default::default(),
            wide: Default::default(),
        }
    }
}

/// What a worker of any instruction set does.
pub(crate) trait Count {
    #[cfg(test)]
    fn costs(&self) -> &Costs;

    /// Counts all patterns of a tile, each by itself. `worked` is told the share of a pattern that was just
    /// done.
    fn count(
        &mut self,
        tile: &Tile,
        stop: &StopFlag,
        found: &mut dyn FnMut(PatternCount),
        worked: &mut dyn FnMut(Lines, f64),
    ) -> Result<(), Error>;

    /// The number of solutions of one pattern, whatever their columns. `worked` is told the share that was just
    /// done.
    fn count_all(
        &mut self,
        rows: Lines,
        family: &Family,
        stop: &StopFlag,
        worked: &mut dyn FnMut(f64),
    ) -> Result<u128, Error>;
}

impl<S: Bytes> Count for Worker<'_, S> {
    #[cfg(test)]
    fn costs(&self) -> &Costs {
        &self.costs
    }

    fn count(
        &mut self,
        tile: &Tile,
        stop: &StopFlag,
        found: &mut dyn FnMut(PatternCount),
        worked: &mut dyn FnMut(Lines, f64),
    ) -> Result<(), Error> {
        let family = &self.all.families[tile.family];
        let pruning = Pruning::new(self.n);
        let (_, sides) =
            self.sides.take().filter(|&(number, _)| number == tile.family).unwrap_or_else(|| {
                let how = self.costs.of(tile.family).how;
                let side =
                    |color: usize| Side::new(pruning, self.n, family, color == 0, how[color]);
                (tile.family, [side(0), side(1)])
            });
        let n = self.n;
        let mut found = |mut pattern: PatternCount| {
            pattern.solutions *= u128::from(pattern.rows.orbit(n));
            found(pattern);
        };
        let odd = &family.odd[tile.odd.clone()];
        let patterns: Vec<_> =
            odd.iter().map(|&odd| (odd, tile.of(family.partners(odd)))).collect();
        let done = self.count_product(pruning, &sides, &patterns, stop, &mut found, worked);
        self.sides = Some((tile.family, sides));
        done
    }

    fn count_all(
        &mut self,
        rows: Lines,
        family: &Family,
        stop: &StopFlag,
        worked: &mut dyn FnMut(f64),
    ) -> Result<u128, Error> {
        let pruning = Pruning::none(self.n);
        let number = self.all.families.iter().position(|other| other.on_even == family.on_even);
        let how = self.costs.of(number.expect("one of all families")).how;
        let sides =
            [0, 1].map(|color: usize| Side::new(pruning, self.n, family, color == 0, how[color]));
        let one = [(rows.odd, &[rows.even][..])];
        let mut solutions = 0;
        let found = &mut |pattern: PatternCount| solutions = pattern.solutions;
        let worked = &mut |_, share| worked(share);
        self.count_product(pruning, &sides, &one, stop, found, worked)?;
        Ok(solutions)
    }
}

impl<S: Bytes> Worker<'_, S> {
    /// Counts patterns: some sets of odd rows, each with its partners among even rows. The partners of one
    /// are among those of any other with more.
    fn count_product(
        &mut self,
        pruning: Pruning,
        sides: &[Side; 2],
        patterns: &[(u32, &[u32])],
        stop: &StopFlag,
        found: &mut dyn FnMut(PatternCount),
        worked: &mut dyn FnMut(Lines, f64),
    ) -> Result<(), Error> {
        let Some(&(some_odd, longest)) = patterns.iter().max_by_key(|(_, partners)| partners.len())
        else {
            return Ok(());
        };
        let threshold = |even: u32| pruning.threshold(Lines { even, odd: some_odd });
        let not_even = full(self.n.div_ceil(2));
        let first = |even: u32| [sides[0].rows(even).0, sides[1].rows(not_even & !even).0];
        let mut even: Vec<u32> = longest.to_vec();
        even.sort_by_cached_key(|&even| (first(even), even));
        let entries: usize = sides.iter().map(|side| side.tried.len() * side.packed.len()).sum();
        // How many patterns are counted at a time.
        let most = batch(2.0 * entries as f64);
        let mut lists: Vec<Option<[Lists; 2]>> = patterns.iter().map(|_| None).collect();
        for same in even.chunk_by(|&a, &b| first(a) == first(b)) {
            for even in same.chunks(most) {
                let batch = self.batch(sides, even, &threshold, stop)?;
                let least = even.iter().map(|&even| threshold(even)).min().unwrap_or(0);
                for (&(odd, partners), lists) in patterns.iter().zip(&mut lists) {
                    let some: Vec<usize> =
                        (0..even.len()).filter(|&i| partners.contains(&even[i])).collect();
                    if some.is_empty() {
                        continue;
                    }
                    if lists.is_none() {
                        let list = |color: usize| {
                            let rows = if color == 0 { odd } else { full(self.n / 2) & !odd };
                            let Side { color, packed, packed_ranks, .. } = &sides[color];
                            Lists::new(color.packed, rows, packed_ranks, packed.len(), stop)
                        };
                        *lists = Some([list(0)?, list(1)?]);
                    }
                    let lists = lists.as_ref().expect("they were just made");
                    let lanes = [0, 1].map(|color| Lanes::new(&sides[color], &lists[color], least));
                    for (color, side) in sides.iter().enumerate() {
                        let mut left = 1.0;
                        let mut worked = |share: f64| {
                            for &i in &some {
                                worked(Lines { even: batch.even[i], odd }, share / 2.0);
                            }
                        };
                        let noted = &mut |share: f64| {
                            left -= share;
                            worked(share);
                        };
                        self.fill(side, color, &batch, &some, lists, &lanes, stop, noted)?;
                        worked(left);
                    }
                    for (place, &i) in some.iter().enumerate() {
                        let rows = Lines { even: batch.even[i], odd };
                        let solutions = self
                            .product(pruning, sides, &batch, i, place, lists, &lanes, rows, stop)?;
                        let tried =
                            batch.programs[i].iter().map(|program| program.placements).sum();
                        found(PatternCount { rows, solutions, tried });
                    }
                }
            }
        }
        Ok(())
    }

    fn batch(
        &self,
        sides: &[Side; 2],
        even: &[u32],
        threshold: &dyn Fn(u32) -> u32,
        stop: &StopFlag,
    ) -> Result<Batch, Stopped> {
        let rows = |color: usize, even: u32| {
            sides[color].rows(if color == 0 { even } else { full(self.n.div_ceil(2)) & !even })
        };
        let prefixes = [0, 1].map(|color| {
            let side = &sides[color];
            let first = rows(color, even[0]).0;
            let shared = side.how.shared.min(first.len());
            Prefixes::new(side.color.tried, &first, shared)
        });
        let mut open = [0; 2];
        let mut programs = Vec::new();
        for &even in even {
            if stop.is_raised() {
                return Err(Stopped);
            }
            let threshold = threshold(even);
            programs.push([0, 1].map(|color| {
                let side = &sides[color];
                let rest = rows(color, even).1;
                open[color] |= rest.iter().fold(0, |open, row| open | 1 << row);
                let counts: Vec<bool> =
                    side.tried.iter().map(|set| set.worth >= threshold).collect();
                Program::new(side.color.tried, &prefixes[color], &rest, &side.tried_ranks, &counts)
            }));
        }
        Ok(Batch { even: even.to_vec(), prefixes, open, programs })
    }

    /// Fills the matrices of one color for some patterns of a batch.
    #[allow(clippy::too_many_arguments, reason = "what a batch shares, and what differs")]
    fn fill(
        &mut self,
        side: &Side,
        color: usize,
        batch: &Batch,
        some: &[usize],
        lists: &[Lists; 2],
        lanes: &[Lanes; 2],
        stop: &StopFlag,
        worked: &mut dyn FnMut(f64),
    ) -> Result<(), Stopped> {
        let programs: Vec<&Program> = some.iter().map(|&i| &batch.programs[i][color]).collect();
        let matrices = &mut self.matrices[color];
        matrices.resize_with(some.len().max(matrices.len()), Matrix::default);
        let (rows, places) = (lanes[1 - color].ranks.len(), lanes[color].ranks.len());
        for matrix in &mut matrices[..some.len()] {
            matrix.clear(rows, places, S::LANES, VECTORS * S::LANES);
        }
        S::run(Fill {
            color: side.color,
            prefixes: &batch.prefixes[color],
            open: batch.open[color],
            programs: &programs,
            lists: &lists[color],
            lanes: &lanes[color].ranks,
            row_of: &lanes[1 - color].row_of,
            to: To::Narrow(&mut matrices[..some.len()]),
            scratch: &mut self.scratch,
            stop,
            worked,
        })
    }

    /// The weighted sum of products of the matrices of pattern `i` of a batch, which are in this place.
    #[allow(clippy::too_many_arguments, reason = "what a batch shares, and what differs")]
    fn product(
        &mut self,
        pruning: Pruning,
        sides: &[Side; 2],
        batch: &Batch,
        i: usize,
        place: usize,
        lists: &[Lists; 2],
        lanes: &[Lanes; 2],
        rows: Lines,
        stop: &StopFlag,
    ) -> Result<u128, Error> {
        let (white, black) = (&self.matrices[0][place], &self.matrices[1][place]);
        let (most, sum) = S::run(Product::<S> { white, black, vectors: PhantomData });
        let weights = Weights { n: self.n, pruning, sides, lanes, rows };
        if most.iter().all(|&most| most < self.full) {
            return Ok(
                weights.weigh(sum, &|x, y| u64::from(white.at(x, y)) * u64::from(black.at(y, x)))
            );
        }
        for color in 0..2 {
            let (rows, places) = (lanes[1 - color].ranks.len(), lanes[color].ranks.len());
            let matrix = &mut self.wide[color];
            matrix.clear(rows, places, S::LANES, VECTORS * S::LANES);
            S::run(Fill {
                color: sides[color].color,
                prefixes: &batch.prefixes[color],
                open: batch.open[color],
                programs: &[&batch.programs[i][color]],
                lists: &lists[color],
                lanes: &lanes[color].ranks,
                row_of: &lanes[1 - color].row_of,
                to: To::Wide(std::slice::from_mut(matrix)),
                scratch: &mut self.scratch,
                stop,
                worked: &mut |_| (),
            })?;
        }
        let [white, black] = &self.wide;
        if white.max().max(black.max()) == u32::MAX {
            let what = format!(
                "the matrix of the white rows {:#x} of n = {} needs more than 32 bits",
                rows.together(),
                self.n
            );
            return Err(Error::invalid(what, "count this board by the search method"));
        }
        let sum = product(white, black);
        Ok(weights.weigh(sum, &|x, y| u64::from(white.at(x, y)) * u64::from(black.at(y, x))))
    }
}

/// What the products of a pattern weigh.
struct Weights<'a> {
    n: u32,
    pruning: Pruning,
    sides: &'a [Side; 2],
    lanes: &'a [Lanes; 2],
    rows: Lines,
}

impl Weights<'_> {
    /// The weighted sum, from the plain one and the product of every x and y.
    fn weigh(&self, sum: u128, product: &dyn Fn(usize, usize) -> u64) -> u128 {
        let usual = self.pruning.usual();
        let sum = sum * u128::from(usual);
        if usual == 1 {
            return sum;
        }
        let threshold = self.pruning.threshold(self.rows);
        let class = self.rows.class(self.n);
        let (mut more, mut less) = (0u128, 0u128);
        // The complements of black packed columns are the even columns of white queens; white packed columns are
        // the odd ones.
        let sets = |color: usize| -> Vec<Set> {
            let ranks = self.lanes[color].ranks.iter();
            ranks.map(|&rank| self.sides[color].packed[usize::from(rank)]).collect()
        };
        let (evens, odds) = (sets(1), sets(0));
        let tie = |set: &Set| set.worth == threshold;
        if !self.n.is_multiple_of(2) {
            // Mirror images have the same rows. Of two with symmetric even columns one is to be counted, and
            // both have been; with odd columns that are symmetric as well, they are one.
            for (x, _) in
                evens.iter().enumerate().filter(|(_, set)| set.symmetric && set.worth > threshold)
            {
                let both: u128 = (0..odds.len()).map(|y| u128::from(product(x, y))).sum();
                less += u128::from(usual / 2) * both;
            }
        }
        let mut correct = |x: usize, y: usize| {
            let product = u128::from(product(x, y));
            if product > 0 {
                let columns = Lines { even: evens[x].white, odd: odds[y].white };
                more += u128::from(class.weight_of_class(columns, self.n)) * product;
                less += u128::from(usual) * product;
            }
        };
        let of_ties = |sets: &[Set]| -> Vec<usize> {
            (0..sets.len()).filter(|&place| tie(&sets[place])).collect()
        };
        let even_ties = of_ties(&evens);
        for &x in &even_ties {
            for y in 0..odds.len() {
                correct(x, y);
            }
        }
        if self.n.is_multiple_of(2) {
            for y in of_ties(&odds) {
                for (x, even) in evens.iter().enumerate() {
                    if !tie(even) {
                        correct(x, y);
                    }
                }
            }
        }
        sum + more - less
    }
}
