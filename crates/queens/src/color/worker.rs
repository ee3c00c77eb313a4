//! Counts row patterns: the lists, the boards, the two matrices, and their product.

use super::kernel::{Dot, Matrix, Scratch, Simd, Survivors};
use super::packed::Packed;
use super::pattern::{Family, Lines, Pruning, sets};
use super::placements::{Placements, Ranks};
use super::squares::{Color, colors, full};
use super::tried::{Lookups, Tried, prefixes};
use crate::backend::{StopFlag, Stopped};

/// A pattern's number: "solutions whose white queens stand in exactly these rows", each counted by the
/// weight of its white columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PatternCount {
    pub(crate) rows: Lines,
    /// The weighted number of solutions, times the orbit of the rows.
    pub(crate) solutions: u128,
}

/// Some patterns of a family: the partners in a range of each of some neighboring sets of odd rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tile {
    pub(crate) family: usize,
    pub(crate) odd: std::ops::Range<usize>,
    /// By place among the partners.
    pub(crate) even: std::ops::Range<usize>,
}

/// What is the same for all patterns of a family, of one color.
struct Side {
    color: Color,
    /// Queens of this color on even rows that are placed before the tables are looked up.
    cut: usize,
    /// Column sets of the tried class, and what each is worth.
    tried: Vec<(u32, u32)>,
    /// Column sets of the packed class, and what each is worth.
    packed: Vec<(u32, u32)>,
    packed_ranks: Ranks,
}

impl Side {
    /// `white`: or black.
    fn new(n: u32, family: &Family, white: bool, cut: usize) -> Self {
        let (even, odd) = (n.div_ceil(2), n / 2);
        let [white_color, black_color] = colors(n);
        let pruning = Pruning::new(n);
        // White queens on even rows stand on even columns. Black ones there stand on the odd columns
        // that white ones leave.
        let (color, tried, packed) = if white {
            (white_color, (even, family.on_even), (odd, family.on_odd))
        } else {
            (black_color, (odd, odd - family.on_odd), (even, even - family.on_even))
        };
        let worth = |columns: u32, on_even: bool| {
            let of = |columns| {
                if on_even { pruning.worth_of_even(columns) } else { pruning.worth_of_odd(columns) }
            };
            let width = if on_even { even } else { odd };
            (columns, of(if white { columns } else { full(width) & !columns }))
        };
        let tried: Vec<_> =
            sets(tried.0, tried.1).into_iter().map(|set| worth(set, white)).collect();
        let packed: Vec<_> =
            sets(packed.0, packed.1).into_iter().map(|set| worth(set, !white)).collect();
        let packed_ranks = Ranks::new(color.packed.columns, packed.iter().map(|&(set, _)| set));
        Self { color, cut, tried, packed, packed_ranks }
    }
}

/// The boards of one set of odd rows, for one color.
#[derive(Default)]
struct Boards {
    rows: u32,
    /// For the current first queen of the cut, or for none: all placements beside it.
    beside: Option<(Option<(u32, u32)>, Placements)>,
    /// By number of the prefix, if they are kept.
    kept: Vec<Option<Packed>>,
    /// The cut rows that they belong to.
    cut: Vec<u32>,
}

/// Counts patterns of one board size with one instruction set.
pub(crate) struct Worker<S: Simd> {
    n: u32,
    pruning: Pruning,
    /// Those of the last family.
    sides: Option<(usize, [Side; 2])>,
    scratch: Scratch<S>,
    matrices: [Matrix; 2],
    list: Placements,
    board: Packed,
    spare: Vec<Tried>,
}

/// The boards that are kept for all patterns of a tile, in bytes.
const KEPT: usize = 12 << 20;

impl<S: Simd> Worker<S> {
    pub(crate) fn new(n: u32) -> Self {
        Self {
            n,
            pruning: Pruning::new(n),
            sides: None,
            scratch: Scratch::new(),
            matrices: Default::default(),
            list: Placements::default(),
            board: Packed::default(),
            spare: Vec::new(),
        }
    }

    /// Counts all patterns of a tile, each by itself, with so many queens of each color placed before the
    /// tables are looked up.
    pub(crate) fn count(
        &mut self,
        family: &Family,
        cuts: [usize; 2],
        tile: &Tile,
        stop: &StopFlag,
        found: &mut dyn FnMut(PatternCount),
    ) -> Result<(), Stopped> {
        let (_, sides) =
            self.sides.take().filter(|&(number, _)| number == tile.family).unwrap_or_else(|| {
                let side = |color: usize| Side::new(self.n, family, color == 0, cuts[color]);
                (tile.family, [side(0), side(1)])
            });
        let done = self.count_tile(family, &sides, tile, stop, found);
        self.sides = Some((tile.family, sides));
        done
    }

    fn count_tile(
        &mut self,
        family: &Family,
        sides: &[Side; 2],
        tile: &Tile,
        stop: &StopFlag,
        found: &mut dyn FnMut(PatternCount),
    ) -> Result<(), Stopped> {
        let odd = &family.odd[tile.odd.clone()];
        let partners: Vec<&[u32]> = odd
            .iter()
            .map(|&odd| {
                let all = family.partners(odd);
                &all[tile.even.start.min(all.len())..tile.even.end.min(all.len())]
            })
            .collect();
        // The partners of one set of odd rows are the first ones of any other's.
        let longest = partners.iter().copied().max_by_key(|all| all.len()).unwrap_or_default();
        let mut even: Vec<u32> = longest.to_vec();
        // Sets with the same central rows share boards.
        even.sort_by_cached_key(|&even| {
            [self.central(sides, 0, even), self.central(sides, 1, even)]
        });
        let least = longest.iter().map(|&even| self.pruning.threshold(even)).min().unwrap_or(0);
        let packed: [Vec<u16>; 2] = [0, 1].map(|side: usize| {
            let worthy =
                sides[side].packed.iter().enumerate().filter(|(_, (_, worth))| *worth >= least);
            worthy.map(|(rank, _)| rank as u16).collect()
        });
        let mut boards: Vec<[Boards; 2]> = odd
            .iter()
            .map(|&odd| {
                let rows = |white: bool| if white { odd } else { full(self.n / 2) & !odd };
                [true, false].map(|white| Boards { rows: rows(white), ..Boards::default() })
            })
            .collect();
        for even in even {
            let active: Vec<usize> =
                (0..odd.len()).filter(|&i| partners[i].contains(&even)).collect();
            let mut row = Row::new(self.n, self.pruning, sides, even, &mut self.spare);
            if active.len() > 1 {
                row.make_all(sides, stop)?;
            }
            for i in active {
                for side in 0..2 {
                    self.fill_matrix(
                        &sides[side],
                        side,
                        &mut row,
                        &mut boards[i][side],
                        &packed[side],
                        stop,
                    )?;
                }
                let rows = Lines { even, odd: odd[i] };
                let weighted = self.product(sides, &row, rows);
                let orbit = u128::from(rows.orbit(self.n));
                found(PatternCount { rows, solutions: weighted * orbit });
            }
            row.give_back(&mut self.spare);
        }
        Ok(())
    }

    /// The rows of the cut.
    fn central(&self, sides: &[Side; 2], side: usize, even: u32) -> Vec<u32> {
        let rows = if side == 0 { even } else { full(self.n.div_ceil(2)) & !even };
        let mut rows = sides[side].color.tried.central_first(rows);
        rows.truncate(sides[side].cut);
        rows
    }

    fn fill_matrix(
        &mut self,
        side: &Side,
        which: usize,
        row: &mut Row,
        boards: &mut Boards,
        packed: &[u16],
        stop: &StopFlag,
    ) -> Result<(), Stopped> {
        let Row { halves, .. } = row;
        let half = &mut halves[which];
        let matrix = &mut self.matrices[which];
        matrix.clear(side.packed.len(), half.ranks_of.len());
        if boards.cut != half.cut {
            boards.cut.clone_from(&half.cut);
            boards.kept.clear();
            boards.beside = None;
        }
        boards.kept.resize_with(half.prefixes.len(), || None);
        let mut kept: usize = boards.kept.iter().flatten().map(Packed::bytes).sum();
        for number in 0..half.prefixes.len() {
            if stop.is_raised() {
                return Err(Stopped);
            }
            half.make(side, number);
            let tried = half.tried(number);
            if tried.ranks.is_empty() {
                continue;
            }
            let prefix = &half.prefixes[number];
            if boards.kept[number].is_none() {
                let squares = side.color.tried;
                let first = prefix.first().copied();
                if boards.beside.as_ref().is_none_or(|&(of, _)| of != first) {
                    let blocked = first.map_or(0, |(row, column)| squares.diagonals(row, column));
                    let list = Placements::new(
                        side.color.packed,
                        boards.rows,
                        blocked,
                        &side.packed_ranks,
                        side.packed.len(),
                    );
                    boards.beside = Some((first, list));
                }
                let beside = &boards.beside.as_ref().expect("it was just made").1;
                let list = if prefix.len() < 2 {
                    beside
                } else {
                    let blocked = prefix
                        .iter()
                        .fold(0, |all, &(row, column)| all | squares.diagonals(row, column));
                    self.list.copy_unblocked(beside, blocked);
                    &self.list
                };
                self.board.fill(list, packed, side.color.diagonals as usize, S::LANES);
                if kept + self.board.bytes() <= KEPT {
                    kept += self.board.bytes();
                    boards.kept[number] = Some(std::mem::take(&mut self.board));
                }
            }
            S::run(Survivors {
                class: side.color.tried,
                lookups: &half.lookups,
                tried,
                packed: boards.kept[number].as_ref().unwrap_or(&self.board),
                matrix,
                scratch: &mut self.scratch,
            });
        }
        Ok(())
    }

    /// The sum over all columns of white times black placements times weight.
    fn product(&self, sides: &[Side; 2], row: &Row, rows: Lines) -> u128 {
        let (even, odd) = (full(self.n.div_ceil(2)), full(self.n / 2));
        let [white, black] = &self.matrices;
        let threshold = self.pruning.threshold(rows.even);
        // Both matrices have rows by packed columns, and columns by tried ones: white ones by odd and by even
        // columns, black ones by even and by odd columns.
        let even_columns: Vec<u32> = row.halves[0].columns(&sides[0]).collect();
        let odd_columns: Vec<u32> =
            row.halves[1].columns(&sides[1]).map(|columns| odd & !columns).collect();
        let mut white_rows: Vec<usize> = odd_columns
            .iter()
            .map(|&columns| white.row(sides[0].packed_ranks.of(columns)))
            .collect();
        let mut black_rows: Vec<usize> = even_columns
            .iter()
            .map(|&columns| black.row(sides[1].packed_ranks.of(even & !columns)))
            .collect();
        white_rows.resize(white_rows.len().next_multiple_of(8), white.row(Ranks::NONE));
        black_rows.resize(black_rows.len().next_multiple_of(8), black.row(Ranks::NONE));
        let usual = self.pruning.usual();
        let mut sum = u128::from(usual)
            * S::run(Dot { a: white, rows_a: &white_rows, b: black, rows_b: &black_rows });
        let (mut more, mut less) = (0u128, 0u128);
        let mut correct = |x: usize, y: usize| {
            let product = u128::from(white.counts[white_rows[y] + x])
                * u128::from(black.counts[black_rows[x] + y]);
            if product > 0 {
                let columns = Lines { even: even_columns[x], odd: odd_columns[y] };
                more += u128::from(rows.weight(columns, self.n)) * product;
                less += u128::from(usual) * product;
            }
        };
        let special: Vec<bool> = even_columns
            .iter()
            .map(|&columns| self.pruning.is_special_even(columns, threshold))
            .collect();
        for (x, _) in special.iter().enumerate().filter(|(_, special)| **special) {
            for y in 0..odd_columns.len() {
                correct(x, y);
            }
        }
        for (y, &columns) in odd_columns.iter().enumerate() {
            if self.pruning.is_special_odd(columns, threshold) {
                for (x, _) in special.iter().enumerate().filter(|(_, special)| !**special) {
                    correct(x, y);
                }
            }
        }
        sum += more;
        sum - less
    }
}

/// What one set of even rows needs, for all sets of odd rows.
struct Row {
    halves: [Half; 2],
}

/// The tried placements of one color.
struct Half {
    cut: Vec<u32>,
    lookups: Lookups,
    prefixes: Vec<Vec<(u32, u32)>>,
    /// By prefix, or one for the current prefix.
    lists: Vec<Tried>,
    stored: bool,
    ranks: Ranks,
    /// By rank, the place in the side's list of tried columns.
    ranks_of: Vec<u16>,
}

impl Row {
    fn new(n: u32, pruning: Pruning, sides: &[Side; 2], even: u32, spare: &mut Vec<Tried>) -> Self {
        let threshold = pruning.threshold(even);
        let halves = [0, 1].map(|which: usize| {
            let side = &sides[which];
            let squares = side.color.tried;
            let rows =
                squares.central_first(if which == 0 { even } else { full(n.div_ceil(2)) & !even });
            let (cut, rest) = rows.split_at(side.cut.min(rows.len()));
            let worthy: Vec<u16> = (0u16..)
                .zip(&side.tried)
                .filter(|(_, (_, worth))| *worth >= threshold)
                .map(|(place, _)| place)
                .collect();
            let ranks = Ranks::new(
                squares.columns,
                worthy.iter().map(|&place| side.tried[usize::from(place)].0),
            );
            Half {
                cut: cut.to_vec(),
                lookups: Lookups::new(squares, rest),
                prefixes: prefixes(squares, cut),
                lists: vec![spare.pop().unwrap_or_default()],
                stored: false,
                ranks,
                ranks_of: worthy,
            }
        });
        Self { halves }
    }

    /// Makes the lists of all prefixes.
    fn make_all(&mut self, sides: &[Side; 2], stop: &StopFlag) -> Result<(), Stopped> {
        for (half, side) in self.halves.iter_mut().zip(sides) {
            half.stored = true;
            half.lists.resize_with(half.prefixes.len(), Tried::default);
            for number in 0..half.prefixes.len() {
                if stop.is_raised() {
                    return Err(Stopped);
                }
                half.fill(side, number, number);
            }
        }
        Ok(())
    }

    fn give_back(self, spare: &mut Vec<Tried>) {
        for half in self.halves {
            spare.extend(half.lists.into_iter().take(2usize.saturating_sub(spare.len())));
        }
    }
}

impl Half {
    fn fill(&mut self, side: &Side, list: usize, number: usize) {
        let prefix = &self.prefixes[number];
        self.lists[list].fill(
            side.color.tried,
            prefix,
            &self.lookups,
            &self.ranks,
            self.ranks_of.len(),
        );
    }

    /// Sees to it that the list of a prefix is there.
    fn make(&mut self, side: &Side, number: usize) {
        if !self.stored {
            self.fill(side, 0, number);
        }
    }

    fn tried(&self, number: usize) -> &Tried {
        &self.lists[if self.stored { number } else { 0 }]
    }

    /// The columns of each rank.
    fn columns(&self, side: &Side) -> impl Iterator<Item = u32> {
        self.ranks_of.iter().map(|&place| side.tried[usize::from(place)].0)
    }
}
