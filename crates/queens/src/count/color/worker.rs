//! Counts row patterns: the lists, the boards, the two matrices, and their product.

use super::cost::{COPIED, How, KEPT};
use super::kernel::{Dot, Matrix, Scratch, Survivors};
use super::packed::Packed;
use super::pattern::{Family, Lines, Pruning, sets};
use super::placements::{Placements, Ranks, prefixes};
use super::squares::{Color, colors, full, reverse};
use super::tried::{Lookups, Tried};
use super::{CountTile, Patterns};
use crate::parallel::{StopFlag, Stopped};
use crate::simd::Bytes;
use std::marker::PhantomData;
use std::ops::Range;

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
    /// Queens of this color on even rows that are placed before the tables are looked up.
    cut: usize,
    /// How many parts the lists of tried placements are made in.
    parts: usize,
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
        let packed_ranks = Ranks::new(color.packed.columns, packed.iter().map(|set| set.columns));
        Self { color, cut: how.cut, parts: how.parts, tried, packed, packed_ranks }
    }
}

/// What is packed of one set of odd rows, for one color.
struct Boards {
    all: Placements,
    /// The column sets that may count, by rank, those with the longest lists first; cut so that the part of
    /// the matrix that belongs to each stretch stays in the cache.
    stretches: Vec<Vec<u16>>,
    /// What the first 0, 1, ... queens of `path` leave alive of the stretch with this number.
    levels: Vec<Placements>,
    path: Vec<(u32, u32)>,
    stretch: Option<usize>,
    /// By stretch and prefix, if they are kept, for the cut rows.
    kept: Vec<Option<Packed>>,
    cut: Vec<u32>,
    /// How many bytes may still be kept.
    room: usize,
    /// The last one that was not kept.
    board: Packed,
    /// Without a cut: the first slot of each stretch, and the column sets by slot.
    slots: (Vec<usize>, Vec<Option<Set>>),
}

/// The part of a matrix to be filled at a time, in bytes: a half of the second cache of small processors.
const STRETCH: usize = 256 << 10;

impl Boards {
    /// Those of column sets that are worth `least`. `room`: the bytes of boards to be kept.
    fn new(
        side: &Side,
        rows: u32,
        least: u32,
        room: usize,
        stop: &StopFlag,
    ) -> Result<Self, Stopped> {
        let all =
            Placements::new(side.color.packed, rows, &side.packed_ranks, side.packed.len(), stop)?;
        let mut ranks: Vec<u16> = (0u16..)
            .zip(&side.packed)
            .filter(|(rank, set)| set.worth >= least && !all.on(usize::from(*rank)).is_empty())
            .map(|(rank, _)| rank)
            .collect();
        ranks.sort_by_key(|&rank| std::cmp::Reverse(all.on(usize::from(rank)).len()));
        let longest = ranks.first().map_or(1, |&rank| all.on(usize::from(rank)).len());
        let few = (COPIED / 8 / longest).max(1);
        // The lists of a stretch are copied: they are to take little of the memory.
        let sets = (STRETCH / 4 / side.tried.len()).min(few).next_multiple_of(64);
        let stretches = ranks.chunks(sets).map(<[u16]>::to_vec).collect();
        Ok(Self {
            all,
            stretches,
            levels: vec![Placements::default()],
            path: Vec::new(),
            stretch: None,
            kept: Vec::new(),
            cut: Vec::new(),
            room,
            board: Packed::default(),
            slots: Default::default(),
        })
    }

    /// Finds the slots, from the boards without a prefix.
    fn find_slots(&mut self, side: &Side, lanes: usize) {
        for stretch in self.slots.0.len()..self.stretches.len() {
            let mut sets = Vec::new();
            for group in &self.get(side, stretch, &[], stretch, lanes).groups {
                sets.extend(group.ranks.iter().map(|&rank| Some(side.packed[usize::from(rank)])));
                sets.resize(sets.len().next_multiple_of(lanes), None);
            }
            self.slots.0.push(self.slots.1.len());
            self.slots.1.extend(sets);
        }
    }

    /// Makes room for the boards of these prefixes.
    fn begin(&mut self, cut: &[u32], prefixes: usize) {
        if self.cut != cut {
            self.cut = cut.to_vec();
            self.room += self.kept.iter().flatten().map(Packed::bytes).sum::<usize>();
            self.kept.clear();
        }
        self.kept.resize_with(self.stretches.len() * prefixes, || None);
    }

    /// The board of a stretch and a prefix, `number` of both.
    fn get(
        &mut self,
        side: &Side,
        stretch: usize,
        prefix: &[(u32, u32)],
        number: usize,
        lanes: usize,
    ) -> &Packed {
        if self.kept[number].is_none() {
            if self.stretch != Some(stretch) {
                self.levels[0].copy_sets(&self.all, &self.stretches[stretch]);
                self.stretch = Some(stretch);
                self.path.clear();
            }
            // Neighboring prefixes begin with the same queens.
            let same = self.path.iter().zip(prefix).take_while(|(a, b)| a == b).count();
            self.levels.resize_with(self.levels.len().max(prefix.len() + 1), Placements::default);
            for (depth, &(row, column)) in prefix.iter().enumerate().skip(same) {
                let (before, after) = self.levels.split_at_mut(depth + 1);
                let blocked = side.color.tried.diagonals(row, column);
                after[0].copy_unblocked(&before[depth], blocked);
            }
            self.path = prefix.to_vec();
            let list = &self.levels[prefix.len()];
            let diagonals = side.color.diagonals as usize;
            self.board.fill(list, &self.stretches[stretch], diagonals, lanes);
            let bytes = self.board.bytes();
            if bytes <= self.room {
                self.room -= bytes;
                self.kept[number] = Some(std::mem::take(&mut self.board));
            }
        }
        self.kept[number].as_ref().unwrap_or(&self.board)
    }
}

/// Counts patterns of one board size with one instruction set.
pub(crate) struct Worker<'a, S: Bytes> {
    all: &'a Patterns,
    n: u32,
    /// Those of the last family.
    sides: Option<(usize, [Side; 2])>,
    scratch: Scratch<S>,
    matrices: [Matrix; 2],
    spare: Vec<Tried>,
}

impl<'a, S: Bytes> Worker<'a, S> {
    pub(crate) fn new(all: &'a Patterns) -> Self {
        Self {
            all,
            n: all.n,
            sides: None,
            scratch: Scratch::new(),
            matrices: Default::default(),
            spare: Vec::new(),
        }
    }
}

impl<S: Bytes> CountTile for Worker<'_, S> {
    fn count(
        &mut self,
        tile: &Tile,
        stop: &StopFlag,
        found: &mut dyn FnMut(PatternCount),
        worked: &mut dyn FnMut(Lines, f64),
    ) -> Result<(), Stopped> {
        let family = &self.all.families[tile.family];
        let pruning = Pruning::new(self.n);
        let (_, sides) =
            self.sides.take().filter(|&(number, _)| number == tile.family).unwrap_or_else(|| {
                let how = self.all.costs.of(tile.family).how;
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
    ) -> Result<u128, Stopped> {
        let pruning = Pruning::none(self.n);
        let number = self.all.families.iter().position(|other| other.on_even == family.on_even);
        let how = self.all.costs.of(number.expect("one of all families")).how;
        let sides =
            [0, 1].map(|color: usize| Side::new(pruning, self.n, family, color == 0, how[color]));
        let one = [(rows.odd, &[rows.even][..])];
        let mut solutions = 0;
        let found = &mut |pattern: PatternCount| solutions = pattern.solutions;
        self.count_product(pruning, &sides, &one, stop, found, &mut |_, _| ())?;
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
    ) -> Result<(), Stopped> {
        let Some(&(some_odd, longest)) = patterns.iter().max_by_key(|(_, partners)| partners.len())
        else {
            return Ok(());
        };
        let threshold = |even: u32| pruning.threshold(Lines { even, odd: some_odd });
        let mut even: Vec<u32> = longest.to_vec();
        // Sets with the same central rows share boards.
        even.sort_by_cached_key(|&even| {
            [self.central(sides, 0, even), self.central(sides, 1, even)]
        });
        let least = longest.iter().map(|&even| threshold(even)).min().unwrap_or(0);
        let room = KEPT / (2 * patterns.len());
        let mut boards: Vec<Option<[Boards; 2]>> = patterns.iter().map(|_| None).collect();
        for even in even {
            let threshold = threshold(even);
            let mut halves =
                [0, 1].map(|which: usize| Half::new(self.n, sides, which, even, threshold));
            for (&(odd, partners), boards) in patterns.iter().zip(&mut boards) {
                if !partners.contains(&even) {
                    continue;
                }
                let rows = Lines { even, odd };
                if boards.is_none() {
                    let black = full(self.n / 2) & !odd;
                    *boards = Some([
                        Boards::new(&sides[0], odd, least, room, stop)?,
                        Boards::new(&sides[1], black, least, room, stop)?,
                    ]);
                }
                let boards = boards.as_mut().expect("it was just made");
                let mut tried = 0;
                for side in 0..2 {
                    let worked = &mut |share: f64| worked(rows, share / 2.0);
                    let (half, boards) = (&mut halves[side], &mut boards[side]);
                    tried += self.fill_matrix(&sides[side], side, half, boards, stop, worked)?;
                }
                let solutions = self.product(pruning, sides, &halves, boards, rows);
                found(PatternCount { rows, solutions, tried });
            }
            for half in halves {
                self.spare.extend(half.lists);
            }
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

    /// Returns how many placements were tried.
    fn fill_matrix(
        &mut self,
        side: &Side,
        which: usize,
        half: &mut Half,
        boards: &mut Boards,
        stop: &StopFlag,
        worked: &mut dyn FnMut(f64),
    ) -> Result<u64, Stopped> {
        let matrix = &mut self.matrices[which];
        let (prefixes, stretches) = (half.prefixes.len(), boards.stretches.len());
        boards.begin(&half.cut, prefixes);
        // Without a cut a board is used once: its order of columns can be the matrix's.
        if half.direct {
            boards.find_slots(side, S::LANES);
            matrix.begin_direct(half.ranks_of.len(), boards.slots.1.len());
        } else {
            matrix.clear(side.packed.len(), half.ranks_of.len());
        }
        let mut placements = 0;
        let mut first = 0;
        while first < prefixes {
            half.fill(first, side, &mut self.spare, stop)?;
            placements += half.lists.iter().map(|tried| tried.placements).sum::<u64>();
            let share = half.lists.len() as f64 / prefixes as f64;
            for stretch in 0..stretches {
                for (number, tried) in (first..).zip(&half.lists) {
                    if stop.is_raised() {
                        return Err(Stopped);
                    }
                    if tried.ranks.is_empty() && !half.direct {
                        continue;
                    }
                    let board = stretch * prefixes + number;
                    let prefix = &half.prefixes[number];
                    S::run(Survivors {
                        class: side.color.tried,
                        lookups: &half.lookups,
                        tried,
                        slot: if half.direct { boards.slots.0[stretch] } else { 0 },
                        packed: boards.get(side, stretch, prefix, board, S::LANES),
                        matrix,
                        scratch: &mut self.scratch,
                    });
                }
                worked(share / stretches as f64);
            }
            if stretches == 0 {
                worked(share);
            }
            first = half.filled.end;
        }
        if prefixes == 0 {
            worked(1.0);
        }
        Ok(placements)
    }

    /// The sum over all columns of white times black placements times weight.
    fn product(
        &self,
        pruning: Pruning,
        sides: &[Side; 2],
        halves: &[Half; 2],
        boards: &[Boards; 2],
        rows: Lines,
    ) -> u128 {
        let (even, odd) = (full(self.n.div_ceil(2)), full(self.n / 2));
        let [white, black] = &self.matrices;
        // The even columns of white queens are those of white tried placements, and the complements are those of
        // black packed ones. The odd columns are those of white packed placements, the complements those of
        // black tried ones. In direct matrices the packed sets make the columns, otherwise the tried ones.
        let direct = white.direct;
        let all: [Vec<Option<Set>>; 2];
        let (evens, odds) = if direct {
            (&boards[1].slots.1, &boards[0].slots.1)
        } else {
            all = [0, 1].map(|side: usize| halves[side].sets(&sides[side]).collect());
            (&all[0], &all[1])
        };
        let row = |matrix: &Matrix, ranks: &Ranks, columns: Option<u32>| {
            matrix.row(columns.map_or(Ranks::NONE, |columns| ranks.of(columns)))
        };
        let (of_evens, of_odds) = if direct { (white, black) } else { (black, white) };
        let mut even_rows: Vec<usize> = evens
            .iter()
            .map(|set| {
                let white = set.map(|set| set.white);
                if direct {
                    row(of_evens, &halves[0].ranks, white)
                } else {
                    row(of_evens, &sides[1].packed_ranks, white.map(|set| even & !set))
                }
            })
            .collect();
        let mut odd_rows: Vec<usize> = odds
            .iter()
            .map(|set| {
                let white = set.map(|set| set.white);
                if direct {
                    row(of_odds, &halves[1].ranks, white.map(|set| odd & !set))
                } else {
                    row(of_odds, &sides[0].packed_ranks, white)
                }
            })
            .collect();
        // Rows of zeros fill the last blocks.
        even_rows.resize(evens.len().next_multiple_of(8), of_evens.row(Ranks::NONE));
        odd_rows.resize(odds.len().next_multiple_of(8), of_odds.row(Ranks::NONE));
        let usual = pruning.usual();
        let dot = Dot {
            a: of_odds,
            rows_a: &odd_rows,
            b: of_evens,
            rows_b: &even_rows,
            vectors: PhantomData,
        };
        let sum = S::run::<Dot<'_, S>>(dot) * u128::from(usual);
        if usual == 1 {
            return sum;
        }
        let product = |x: usize, y: usize| {
            u64::from(of_odds.counts[odd_rows[y] + x])
                * u64::from(of_evens.counts[even_rows[x] + y])
        };
        let threshold = pruning.threshold(rows);
        let class = rows.class(self.n);
        let (mut more, mut less) = (0u128, 0u128);
        let some = |sets: &[Option<Set>], special: fn(Set, u32) -> bool| -> Vec<(usize, Set)> {
            let all = sets.iter().enumerate().filter_map(|(place, set)| Some((place, (*set)?)));
            all.filter(|(_, set)| special(*set, threshold)).collect()
        };
        let tie = |set: Set, threshold: u32| set.worth == threshold;
        if !self.n.is_multiple_of(2) {
            // Mirror images have the same rows. Of two with symmetric even columns one is to be counted, and
            // both have been; with odd columns that are symmetric as well, they are one.
            for (x, _) in some(evens, |set, threshold| set.symmetric && set.worth > threshold) {
                let both: u128 = (0..odds.len()).map(|y| u128::from(product(x, y))).sum();
                less += u128::from(usual / 2) * both;
            }
        }
        let mut correct = |x: usize, y: usize, weight: &dyn Fn() -> u32| {
            let product = u128::from(product(x, y));
            if product > 0 {
                more += u128::from(weight()) * product;
                less += u128::from(usual) * product;
            }
        };
        let odd_ties = if self.n.is_multiple_of(2) { some(odds, tie) } else { Vec::new() };
        for (x, even) in some(evens, tie) {
            for (y, odd) in odds.iter().enumerate() {
                let Some(odd) = odd else { continue };
                let columns = Lines { even: even.white, odd: odd.white };
                correct(x, y, &|| class.weight_of_class(columns, self.n));
            }
        }
        for (y, odd) in odd_ties {
            for (x, even) in evens.iter().enumerate() {
                let Some(even) = even.filter(|even| !tie(*even, threshold)) else { continue };
                let columns = Lines { even: even.white, odd: odd.white };
                correct(x, y, &|| class.weight_of_class(columns, self.n));
            }
        }
        sum + more - less
    }
}

/// The tried placements of one color on one set of even rows, for all sets of odd rows.
struct Half {
    cut: Vec<u32>,
    /// Whether neither color has a cut: then both matrices are direct.
    direct: bool,
    lookups: Lookups,
    prefixes: Vec<Vec<(u32, u32)>>,
    /// How many prefixes have their lists at a time.
    at_once: usize,
    /// Those that have theirs now.
    filled: Range<usize>,
    /// By prefix of `filled`.
    lists: Vec<Tried>,
    ranks: Ranks,
    /// By rank, the place in the side's list of tried columns.
    ranks_of: Vec<u16>,
}

impl Half {
    fn new(n: u32, sides: &[Side; 2], which: usize, even: u32, threshold: u32) -> Self {
        let side = &sides[which];
        let parts = side.parts;
        let squares = side.color.tried;
        let rows = if which == 0 { even } else { full(n.div_ceil(2)) & !even };
        let rows = squares.central_first(rows);
        let (cut, rest) = rows.split_at(side.cut.min(rows.len()));
        let worthy: Vec<u16> = (0u16..)
            .zip(&side.tried)
            .filter(|(_, set)| set.worth >= threshold)
            .map(|(place, _)| place)
            .collect();
        let columns = worthy.iter().map(|&place| side.tried[usize::from(place)].columns);
        let prefixes = prefixes(squares, cut);
        Self {
            cut: cut.to_vec(),
            direct: sides.iter().all(|side| side.cut == 0),
            lookups: Lookups::new(squares, rest),
            at_once: prefixes.len().div_ceil(parts).max(1),
            prefixes,
            filled: 0..0,
            lists: Vec::new(),
            ranks: Ranks::new(squares.columns, columns),
            ranks_of: worthy,
        }
    }

    /// Makes the lists of the prefixes from the one with this number on, as many as are kept at a time.
    fn fill(
        &mut self,
        from: usize,
        side: &Side,
        spare: &mut Vec<Tried>,
        stop: &StopFlag,
    ) -> Result<(), Stopped> {
        if self.filled.contains(&from) {
            return Ok(());
        }
        spare.append(&mut self.lists);
        self.filled = from..(from + self.at_once).min(self.prefixes.len());
        for prefix in &self.prefixes[self.filled.clone()] {
            if stop.is_raised() {
                return Err(Stopped);
            }
            let mut list = spare.pop().unwrap_or_default();
            let sets = self.ranks_of.len();
            list.fill(side.color.tried, prefix, &self.lookups, &self.ranks, sets);
            self.lists.push(list);
        }
        Ok(())
    }

    /// The column sets by rank.
    fn sets(&self, side: &Side) -> impl Iterator<Item = Option<Set>> {
        self.ranks_of.iter().map(|&place| Some(side.tried[usize::from(place)]))
    }
}
