//! Counts row patterns: lists and programs for many of them at once, two matrices for each, and their product.

use std::marker::PhantomData;

use super::board::Board;
use super::choice::Choice;
use super::lanes::{Fill, Scratch, To, VECTORS};
use super::lists::{Lists, Ranks};
use super::matrix::{Matrix, Product, product, products};
use super::pattern::{Allowed, Family, Pattern, Pruning};
use super::patterns::{Patterns, Tile};
use super::sampling::Way;
use super::squares::{Color, full, reverse};
use super::walk::{Prefixes, Program, Room};
use crate::error::Error;
use crate::parallel::{StopFlag, Stopped};
use crate::simd::Bytes;

/// A pattern's number: the solutions whose white queens stand in exactly these rows, each counted by the
/// weight of its white columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PatternCount {
    pub(crate) rows: Pattern,
    /// The weighted number of solutions; of a canonical pattern, times the orbit of its rows.
    pub(crate) solutions: u128,
    /// Placements on even rows that were tried.
    pub(crate) tried: u64,
}

/// What is the same for all patterns of a family, of one color.
struct FamilyColor {
    white: bool,
    color: Color,
    way: Way,
    /// The column sets of either class, by rank. The complements of one color's are the other's, in the opposite
    /// order.
    tried: Vec<Set>,
    packed: Vec<Set>,
    packed_ranks: Ranks,
}

/// A set of columns.
#[derive(Clone, Copy)]
struct Set {
    columns: u32,
    /// Those of them, or the others, that hold white queens.
    white: u32,
    /// The key of those.
    key: u32,
}

impl FamilyColor {
    fn new(board: &Board, family: &Family, white: bool, way: Way) -> Self {
        let Board { pruning, columns: [even, odd], .. } = *board;
        let sets = |choice: Allowed, white_queens: u32, key: fn(Pruning, u32) -> u32| {
            let set = |white_columns: u32| Set {
                columns: lines_of(white, white_columns, choice.width),
                white: white_columns,
                key: key(pruning, white_columns),
            };
            let mut sets: Vec<Set> = choice.sets(white_queens).into_iter().map(set).collect();
            sets.sort_unstable_by_key(|set| set.columns);
            sets
        };
        // EE has the columns B1, OO has B2, EO the complements of B2, and OE those of B1.
        let b1 = sets(even, family.on_even, Pruning::key_of_b1);
        let b2 = sets(odd, family.on_odd, Pruning::key_of_b2);
        let (tried, packed) = if white { (b1, b2) } else { (b2, b1) };
        let color = board.colors[usize::from(!white)];
        let packed_ranks = Ranks::new(color.packed.columns, packed.iter().map(|set| set.columns));
        Self { white, color, way, tried, packed, packed_ranks }
    }

    /// Where white queens stand on the even rows `a1`: the rows of the prefixes, and the others.
    fn rows(&self, a1: u32) -> (Vec<u32>, Vec<u32>) {
        let class = self.color.tried;
        let mut first = class.central_first(lines_of(self.white, a1, class.rows));
        let rest = first.split_off(self.way.first.min(first.len().saturating_sub(1)));
        (first, rest)
    }
}

/// The lines of a color, of which white queens have these.
fn lines_of(white: bool, lines: u32, width: u32) -> u32 {
    if white { lines } else { full(width) & !lines }
}

/// Sets A1 that have the same rows in the prefixes of either color.
struct Batch {
    a1: Vec<u32>,
    /// For each color.
    prefixes: [Prefixes; 2],
    open: [u32; 2],
    programs: Vec<[Program; 2]>,
}

impl Batch {
    fn new(
        colors: &[FamilyColor; 2],
        a1s: &[u32],
        key_of_rows: &dyn Fn(u32) -> u32,
        stop: &StopFlag,
    ) -> Result<Self, Stopped> {
        let prefixes = colors.each_ref().map(|of_color| {
            let (first, _) = of_color.rows(a1s[0]);
            let shared = of_color.way.shared.min(first.len());
            Prefixes::new(of_color.color.tried, &first, shared)
        });
        let (mut open, mut programs) = ([0; 2], Vec::new());
        let mut room = Room::default();
        for &a1 in a1s {
            if stop.is_raised() {
                return Err(Stopped);
            }
            let key_of_rows = key_of_rows(a1);
            programs.push([0, 1].map(|color| {
                let of_color = &colors[color];
                let (_, rest) = of_color.rows(a1);
                open[color] |= rest.iter().fold(0, |open, row| open | 1 << row);
                let tried = of_color.tried.iter().filter(|set| set.key >= key_of_rows);
                let tried = tried.map(|set| set.columns);
                Program::new(of_color.color.tried, &prefixes[color], &rest, tried, &mut room)
            }));
        }
        Ok(Self { a1: a1s.to_vec(), prefixes, open, programs })
    }
}

/// The lanes of one color for the lists of a set A2.
struct Lanes {
    /// By lane, the packed column set and its rank.
    sets: Vec<Set>,
    ranks: Vec<u16>,
    /// By the other color's tried column sets, the lane of the complement.
    row_of: Ranks,
}

impl Lanes {
    fn new(of_color: &FamilyColor, lists: &Lists, key_of_rows: u32) -> Self {
        let counts = |&&rank: &&u16| of_color.packed[usize::from(rank)].key >= key_of_rows;
        let ranks: Vec<u16> = lists.longest_first.iter().filter(counts).copied().collect();
        let sets: Vec<Set> = ranks.iter().map(|&rank| of_color.packed[usize::from(rank)]).collect();
        let width = of_color.color.packed.columns;
        let row_of = Ranks::new(width, sets.iter().map(|set| full(width) & !set.columns));
        Self { sets, ranks, row_of }
    }
}

/// A batch and the lists of a set A2.
struct With<'a> {
    colors: &'a [FamilyColor; 2],
    batch: &'a Batch,
    lists: &'a [Lists; 2],
    lanes: &'a [Lanes; 2],
    stop: &'a StopFlag,
}

/// Counts patterns of one board size with one instruction set.
pub(crate) struct Worker<'a, S: Bytes> {
    all: &'a Patterns,
    /// The last family.
    family: usize,
    scratch: Scratch<S>,
    /// By color and pattern of a batch.
    matrices: [Vec<Matrix<u16>>; 2],
    wide: [Matrix<u64>; 2],
}

impl<'a, S: Bytes> Worker<'a, S> {
    pub(crate) fn new(all: &'a Patterns) -> Self {
        Self {
            all,
            family: 0,
            scratch: Scratch::new(),
            matrices: Default::default(),
            wide: Default::default(),
        }
    }
}

/// What a worker of any instruction set does.
pub(crate) trait Count {
    /// Counts all patterns of a tile, each by itself, in this way. `worked` is told the share of a
    /// pattern that was just done.
    fn count(
        &mut self,
        tile: &Tile,
        choice: &Choice,
        stop: &StopFlag,
        found: &mut dyn FnMut(PatternCount),
        worked: &mut dyn FnMut(Pattern, f64),
    ) -> Result<(), Error>;
}

impl<S: Bytes> Count for Worker<'_, S> {
    fn count(
        &mut self,
        tile: &Tile,
        choice: &Choice,
        stop: &StopFlag,
        found: &mut dyn FnMut(PatternCount),
        worked: &mut dyn FnMut(Pattern, f64),
    ) -> Result<(), Error> {
        let board = &self.all.board;
        let family = &self.all.families[tile.family];
        let pruning = board.pruning;
        if self.family != tile.family {
            // A thread takes as much memory as its largest family, not some of each.
            *self = Self { family: tile.family, ..Self::new(self.all) };
        }
        let Choice { ways: [white, black], at_once, .. } = *choice;
        let of_color = |white, way| FamilyColor::new(board, family, white, way);
        let colors = [of_color(true, white), of_color(false, black)];
        // The partners A1 of one set A2 are among those of any other with more.
        let a2s = &family.odd[tile.a2.clone()];
        let mut patterns = Vec::new();
        for &a2 in a2s {
            let partners = tile.of(family.partners(a2));
            if !partners.is_empty() {
                let list = |FamilyColor { white, color, packed, packed_ranks, .. }: &_| {
                    let rows = lines_of(*white, a2, color.packed.rows);
                    Lists::new(color.packed, rows, packed_ranks, packed.len(), stop)
                };
                patterns.push((a2, partners, [list(&colors[0])?, list(&colors[1])?]));
            }
        }
        let Some(&(some_a2, longest, _)) = patterns.iter().max_by_key(|of_a2| of_a2.1.len()) else {
            return Ok(());
        };
        let key_of_rows = |a1: u32| pruning.key_of_rows(Pattern { even: a1, odd: some_a2 });
        let first = |a1: u32| colors.each_ref().map(|of_color| of_color.rows(a1).0);
        let mut sets: Vec<u32> = longest.to_vec();
        sets.sort_by_cached_key(|&a1| (first(a1), a1));
        for same in sets.chunk_by(|&a, &b| first(a) == first(b)) {
            for a1s in same.chunks(at_once) {
                let batch = &Batch::new(&colors, a1s, &key_of_rows, stop)?;
                let smallest_key = a1s.iter().map(|&a1| key_of_rows(a1)).min().unwrap_or(0);
                for &(a2, partners, ref lists) in &patterns {
                    let some: Vec<usize> =
                        (0..a1s.len()).filter(|&i| partners.contains(&a1s[i])).collect();
                    if some.is_empty() {
                        continue;
                    }
                    let lanes = &[0, 1]
                        .map(|color| Lanes::new(&colors[color], &lists[color], smallest_key));
                    let with = With { colors: &colors, batch, lists, lanes, stop };
                    for color in 0..2 {
                        let mut left = 1.0;
                        let mut worked = |share: f64| {
                            for &i in &some {
                                worked(Pattern { even: batch.a1[i], odd: a2 }, share / 2.0);
                            }
                        };
                        let noted = &mut |share: f64| {
                            left -= share;
                            worked(share);
                        };
                        self.fill(&with, color, &some, false, noted)?;
                        worked(left);
                    }
                    for (place, &i) in some.iter().enumerate() {
                        let rows = Pattern { even: batch.a1[i], odd: a2 };
                        let solutions = self.product(&with, i, place, rows)?;
                        let solutions = solutions * u128::from(pruning.orbit(rows));
                        let tried =
                            batch.programs[i].iter().map(|program| program.placements).sum();
                        found(PatternCount { rows, solutions, tried });
                    }
                }
            }
        }
        Ok(())
    }
}

impl<S: Bytes> Worker<'_, S> {
    /// Fills the matrices of one color for some patterns of a batch, or the wide one for one of them.
    fn fill(
        &mut self,
        with: &With<'_>,
        color: usize,
        some: &[usize],
        wide: bool,
        worked: &mut dyn FnMut(f64),
    ) -> Result<(), Stopped> {
        let With { colors, batch, lists, lanes, stop } = *with;
        let programs: Vec<&Program> = some.iter().map(|&i| &batch.programs[i][color]).collect();
        let (rows, places) = (lanes[1 - color].ranks.len(), lanes[color].ranks.len());
        let (lane_count, width) = (S::LANES, VECTORS * S::LANES);
        let to = if wide {
            self.wide[color].clear(rows, places, lane_count, width);
            To::Wide(&mut self.wide[color])
        } else {
            let matrices = &mut self.matrices[color];
            matrices.resize_with(some.len().max(matrices.len()), Matrix::default);
            let matrices = &mut matrices[..some.len()];
            for matrix in matrices.iter_mut() {
                matrix.clear(rows, places, lane_count, width);
            }
            To::Narrow(matrices)
        };
        S::run(Fill {
            color: colors[color].color,
            prefixes: &batch.prefixes[color],
            open: batch.open[color],
            programs: &programs,
            lists: &lists[color],
            lanes: &lanes[color].ranks,
            row_of: &lanes[1 - color].row_of,
            full: self.all.full.0,
            to,
            scratch: &mut self.scratch,
            stop,
            worked,
        })
    }

    /// The weighted sum of products of the matrices of pattern `i` of a batch, which are in this place.
    fn product(
        &mut self,
        with: &With<'_>,
        i: usize,
        place: usize,
        rows: Pattern,
    ) -> Result<u128, Stopped> {
        let (white, black) = (&self.matrices[0][place], &self.matrices[1][place]);
        let (most, sum) = S::run(Product::<S> { white, black, vectors: PhantomData });
        let pruning = self.all.board.pruning;
        if most.iter().all(|&most| most < self.all.full.1) {
            return Ok(weigh(pruning, with.lanes, rows, sum, white, black));
        }
        for color in 0..2 {
            self.fill(with, color, &[i], true, &mut |_| ())?;
        }
        let [white, black] = &self.wide;
        Ok(weigh(pruning, with.lanes, rows, product(white, black), white, black))
    }
}

/// The weighted sum of products of a pattern, from the plain one and the matrices.
fn weigh<T: Copy + Default + Ord + Into<u128>>(
    pruning: Pruning,
    lanes: &[Lanes; 2],
    rows: Pattern,
    sum: u128,
    white: &Matrix<T>,
    black: &Matrix<T>,
) -> u128 {
    let weight = pruning.weight();
    let sum = sum * u128::from(weight);
    if weight == 1 {
        return sum;
    }
    let n = pruning.n;
    let key_of_rows = pruning.key_of_rows(rows);
    let class = rows.class(n);
    let is_even = n.is_multiple_of(2);
    // The complements of black packed columns are the even columns of white queens; white packed columns are
    // the odd ones.
    let [odds, evens] = lanes.each_ref().map(|lanes| &lanes.sets);
    // By what they weigh.
    let mut ties = [0u128; 5];
    let mut add = |even: &Set, odd: &Set, product: u128| {
        let columns = Pattern { even: even.white, odd: odd.white };
        ties[class.weight_of_class(columns, n) as usize] += product;
    };
    let is_symmetric = |even: &Set| even.white == reverse(even.white, n.div_ceil(2));
    let mut mirrored = 0u128;
    for (x, even) in evens.iter().enumerate() {
        if even.key == key_of_rows {
            products(white, black, x, |y, product| add(even, &odds[y], product));
        } else if !is_even && is_symmetric(even) && even.key > key_of_rows {
            // Mirror images have the same rows. Of two with symmetric even columns one is to be counted, and
            // both have been; with odd columns that are symmetric as well, they are one.
            products(white, black, x, |_, product| mirrored += product);
        }
    }
    for (y, odd) in odds.iter().enumerate() {
        if is_even && odd.key == key_of_rows {
            products(black, white, y, |x, product| {
                if evens[x].key != key_of_rows {
                    add(&evens[x], odd, product);
                }
            });
        }
    }
    let more: u128 = ties.iter().zip(0..).map(|(tie, weight)| tie * weight).sum();
    let less = u128::from(weight) * ties.iter().sum::<u128>();
    sum + more - less - u128::from(weight / 2) * mirrored
}
