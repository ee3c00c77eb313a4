//! Counting the pairs of half-boards that do not attack each other.

use super::diagonals::{Halves, reflected};
use super::lists::{List, Lists};
use super::planes::{
    Kernel, LANES, MAX_MOVES, MAX_WIDTH, MOST_TABLES, Move, SLICED, Shuffles, TABLE,
};
use crate::backend::{StopFlag, Stopped};

/// Pairs that do not attack each other: those both of whose keys are above the limit, or that have no
/// keys, and the others.
pub(super) type Count = [u64; 2];

/// What stays the same for one board size.
#[derive(Debug)]
pub(super) struct Pairing {
    pub(super) halves: Halves,
    /// Of each side, the crossing diagonals that a queen attacks, by the row's distance from the
    /// middle and the column; as seen from its own half.
    attacked: [Vec<[u64; 32]>; 2],
    /// The crossing diagonals that queens of one column can attack from this far from the middle on.
    reach: [Vec<[u64; 32]>; 2],
    /// Planes that can still matter when so many innermost rows of both sides are settled.
    planes: Vec<usize>,
    /// Pairs up to which a leaf is counted at once.
    leaf: usize,
}

/// The part of half-boards that survive a filter by two diagonals, for forecasts of sizes.
const SURVIVORS: f64 = 0.35;

/// What the settled queens of both halves leave, seen from the top half.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    /// Crossing diagonals that no half-board of either list attacks.
    pub(super) gone: u64,
    /// Columns whose queens are not settled, of the top half and of the bottom half.
    pub(super) columns: [u32; 2],
}

/// The lists of both sides; the bottom ones are of top halves, to be turned upside down. Of each side
/// first the half-boards whose key is above the ring, or that have no key, then those whose key it is.
pub(super) type Pair = [[List; 2]; 2];

impl Pairing {
    pub(super) fn new(halves: Halves, leaf: usize) -> Self {
        let square = |row: u32, col: usize| {
            if col < halves.n as usize {
                halves.crossing(halves.attacked(row, col as u32))
            } else {
                0
            }
        };
        let attacked: Vec<[u64; 32]> = (0..halves.h)
            .map(|depth| std::array::from_fn(|col| square(halves.h - 1 - depth, col)))
            .collect();
        let planes = (0..halves.h).map(|depth| halves.planes(depth)).collect();
        Self::of_sides(halves, [attacked.clone(), attacked], planes, leaf)
    }

    /// For two sides of which each attacks these crossing diagonals.
    pub(super) fn of_sides(
        halves: Halves,
        attacked: [Vec<[u64; 32]>; 2],
        planes: Vec<usize>,
        leaf: usize,
    ) -> Self {
        let reach = [&attacked[0], &attacked[1]].map(|rows| {
            let from = |depth: usize| {
                std::array::from_fn(|col| rows[depth..].iter().fold(0, |bits, row| bits | row[col]))
            };
            (0..rows.len()).map(from).collect()
        });
        Self { halves, attacked, reach, planes, leaf }
    }

    /// The diagonals that a queen of one side attacks, as the lists of the other side number them.
    fn seen_across(&self, side: usize, depth: u32, col: u32) -> u64 {
        reflected(self.attacked[side][depth as usize][col as usize])
    }

    /// The same as the top half numbers them.
    fn seen_from_top(&self, side: usize, depth: u32, col: u32) -> u64 {
        let own = self.attacked[side][depth as usize][col as usize];
        if side == 0 { own } else { reflected(own) }
    }

    /// The pairs of two whole lists that do not attack each other. `columns` are those of the lists,
    /// which have no keys; `gone` are the diagonals of the queen of the middle row.
    #[allow(clippy::too_many_arguments, reason = "two lists, and what is known of them")]
    pub(super) fn count(
        &self,
        kernel: &dyn Kernel,
        lists: &mut Lists,
        [top, bottom]: [&List; 2],
        columns: [u32; 2],
        gone: u64,
        stop: &StopFlag,
    ) -> Result<u64, Stopped> {
        let pair = [top, bottom].map(|list| [*list, list.emptied()]);
        let [count, _] = self.pairs(kernel, lists, pair, Open { gone, columns }, stop)?;
        Ok(count)
    }

    /// Reports the pairs of two whole lists that do not attack each other, for each two columns of the
    /// innermost queens. `columns` are those of the lists, which have been cut by the innermost row at
    /// least.
    ///
    /// A limit divides the pairs: the distance from the middle columns of the nearer one of
    /// the two innermost queens. A pair's key is the distance from the middle rows of the nearest queen
    /// of the two middle columns. Pairs whose key is below the limit are not counted.
    #[allow(clippy::too_many_arguments, reason = "two lists, and what is done with their pairs")]
    pub(super) fn count_by_innermost(
        &self,
        kernel: &dyn Kernel,
        lists: &mut Lists,
        [top, bottom]: [&List; 2],
        columns: [u32; 2],
        stop: &StopFlag,
        report: &mut dyn FnMut([u32; 2], Count),
    ) -> Result<(), Stopped> {
        let halves = self.halves;
        let planes = halves.planes(1);
        let mut top_place = 0;
        while let Some((x, above)) = lists.next_part(top, &mut top_place) {
            if above.len == 0 {
                continue;
            }
            let from_top = self.seen_across(0, 0, x);
            let mut bottom_place = 0;
            while let Some((y, below)) = lists.next_part(bottom, &mut bottom_place) {
                if stop.is_raised() {
                    return Err(Stopped);
                }
                let from_bottom = self.seen_across(1, 0, y);
                if below.len == 0 || self.attacked[0][0][x as usize] & from_bottom != 0 {
                    continue;
                }
                let limit = halves.distance(x).min(halves.distance(y));
                let pairs = above.len as f64 * below.len as f64 * SURVIVORS * SURVIVORS;
                let cut = pairs > self.leaf as f64;
                let mark = lists.mark();
                let a = lists.split(kernel, &above, from_bottom, limit, planes, cut);
                if a.0.len + a.1.len > 0 {
                    let b = lists.split(kernel, &below, from_top, limit, planes, cut);
                    let open = Open {
                        gone: self.attacked[0][0][x as usize] | from_bottom,
                        columns: [columns[0] & !(1 << x), columns[1] & !(1 << y)],
                    };
                    let pair = [[a.0, a.1], [b.0, b.1]];
                    report([x, y], self.pairs(kernel, lists, pair, open, stop)?);
                }
                lists.forget(mark);
            }
        }
        Ok(())
    }

    // ANCHOR: cut
    /// The pairs that do not attack each other: cuts one side by the queen of its next row and filters
    /// the other by that queen's diagonals, until the pairs are few.
    pub(super) fn pairs(
        &self,
        kernel: &dyn Kernel,
        lists: &mut Lists,
        pair: Pair,
        open: Open,
        stop: &StopFlag,
    ) -> Result<Count, Stopped> {
        let lens = pair.map(|side| side[0].len + side[1].len);
        if lens.contains(&0) {
            return Ok([0; 2]);
        }
        let can_be_cut = pair.map(|side| side[0].can_be_cut());
        if lens[0] * lens[1] <= self.leaf || can_be_cut == [false, false] {
            return Ok(self.leaf(kernel, lists, pair, open));
        }
        if stop.is_raised() {
            return Err(Stopped);
        }
        // The side whose settled rows are fewer, so that the diagonals of both shrink alike.
        let side = match can_be_cut {
            [true, true] => usize::from(pair[1][0].settled < pair[0][0].settled),
            [top, _] => usize::from(!top),
        };
        let (cut, filtered) = (pair[side], pair[1 - side]);
        let depth = cut[0].settled;
        let settled = filtered[0].settled.min(depth + 1) as usize;
        let planes = self.planes[settled].min(filtered[0].planes);
        let mut sum = [0; 2];
        let mut places = [0; 2];
        while let Some((col, first)) = lists.next_part(&cut[0], &mut places[0]) {
            let second = lists.next_part(&cut[1], &mut places[1]);
            let second = second.map_or_else(|| first.emptied(), |(_, part)| part);
            let len = first.len + second.len;
            if len == 0 {
                continue;
            }
            let mark = lists.mark();
            let keep_cuts = filtered[0].can_be_cut()
                && len as f64 * lens[1 - side] as f64 * SURVIVORS > self.leaf as f64;
            let attacked = self.seen_across(side, depth, col);
            let rest =
                filtered.map(|list| lists.filter(kernel, &list, attacked, planes, keep_cuts));
            let mut open = open;
            open.gone |= self.seen_from_top(side, depth, col);
            open.columns[side] &= !(1 << col);
            let part = [first, second];
            let pair = if side == 0 { [part, rest] } else { [rest, part] };
            let part = self.pairs(kernel, lists, pair, open, stop)?;
            sum = [sum[0] + part[0], sum[1] + part[1]];
            lists.forget(mark);
        }
        Ok(sum)
    }
    // ANCHOR_END: cut

    /// The crossing diagonals that the unsettled queens of a list can attack.
    fn reach(&self, side: usize, list: &List, mut columns: u32) -> u64 {
        let reach = &self.reach[side][list.settled as usize];
        let mut bits = 0;
        while columns != 0 {
            bits |= reach[columns.trailing_zeros() as usize];
            columns &= columns - 1;
        }
        bits
    }

    /// The pairs of a leaf, each half-board of one side by itself.
    fn leaf_of_each(
        kernel: &dyn Kernel,
        lists: &mut Lists,
        pair: Pair,
        side: usize,
        live: u64,
    ) -> Count {
        let mut sides = [pair[side], pair[1 - side]];
        for list in sides.iter_mut().flatten() {
            *list = lists.in_one_piece(kernel, list);
        }
        let made = lists.made();
        let piece = |list: &List| match list.len {
            0 => (&[][..], 1, 0),
            len => (made.blocks_of(list), list.planes, len),
        };
        // The bits as the others number them.
        let live = if side == 0 { reflected(live) } else { live };
        let others = [piece(&sides[1][0]), piece(&sides[1][1])];
        let mut sum = [0; 2];
        for (i, list) in sides[0].iter().enumerate() {
            if list.len > 0 {
                let counts = kernel.meet_each(live, piece(list), others);
                sum[i] += counts[0];
                sum[1] += counts[1];
            }
        }
        sum
    }

    /// The pairs that do not attack each other, by looking at all.
    fn leaf(&self, kernel: &dyn Kernel, lists: &mut Lists, pair: Pair, open: Open) -> Count {
        let live = self.reach(0, &pair[0][0], open.columns[0])
            & reflected(self.reach(1, &pair[1][0], open.columns[1]))
            & !open.gone;
        if live == 0 {
            let pairs = |i: usize, j: usize| (pair[0][i].len * pair[1][j].len) as u64;
            return [pairs(0, 0), pairs(0, 1) + pairs(1, 0) + pairs(1, 1)];
        }
        let mark = lists.mark();
        let lens = [[pair[0][0].len, pair[0][1].len], [pair[1][0].len, pair[1][1].len]];
        let (slice, width, planes, shuffled) = match cheapest(live, lens, kernel.shuffles()) {
            Choice::Each { side } => {
                let sum = Self::leaf_of_each(kernel, lists, pair, side, live);
                lists.forget(mark);
                return sum;
            }
            Choice::Slice { side, width, planes } => (side, width, planes, false),
            Choice::Shuffle { side, width, planes } => (side, width, planes, true),
        };
        let mut moves = Moves::new(live, width);
        if slice == 1 {
            moves.turn();
        }
        // The side to be sliced and the side to be looked up: each one's two lists in one piece each.
        let mut sides = [pair[slice], pair[1 - slice]];
        let mut lines = [[0; 2]; 2];
        for (side, lines) in sides.iter_mut().zip(&mut lines) {
            for (list, lines) in side.iter_mut().zip(lines) {
                *list = lists.in_one_piece(kernel, list);
                *lines = list.len.div_ceil(LANES) * planes;
            }
        }
        let [[a, b], [c, d]] = lines;
        let (made, room) = lists.with_room(planes * TABLE + a + b + c + d);
        let (tables, packed) = room.split_at_mut(planes * TABLE);
        let mut rest = &mut *packed;
        for side in &sides {
            for list in side {
                let (out, others) = rest.split_at_mut(list.len.div_ceil(LANES) * planes);
                if list.len > 0 {
                    let shape = (list.planes, planes);
                    kernel.pack(shape, moves.as_slice(), made.blocks_of(list), out);
                }
                rest = others;
            }
            moves.turn();
        }
        let (sliced, looked_up) = packed.split_at(a + b);
        let (first, second) = looked_up.split_at(c);
        let indices = [(first, sides[1][0].len), (second, sides[1][1].len)];
        if shuffled {
            let mut sum = [0; 2];
            let (first, second) = sliced.split_at(a);
            for (i, (list, lines)) in sides[0].iter().zip([first, second]).enumerate() {
                if list.len > 0 {
                    let counts = kernel.shuffled_pairs(planes, (lines, list.len), indices);
                    sum[i] += counts[0];
                    sum[1] += counts[1];
                }
            }
            lists.forget(mark);
            return sum;
        }
        let sliced = (sliced, [sides[0][0].len, sides[0][1].len]);
        let sum = kernel.pairs(planes, width, sliced, indices, tables);
        lists.forget(mark);
        sum
    }
}

/// Planes for so many live bits, by the bits of an index; a table, because division is slow.
static PLANES: [[u8; MAX_WIDTH + 1]; 64] = {
    let mut table = [[0; MAX_WIDTH + 1]; 64];
    let mut live = 1_usize;
    while live < 64 {
        let mut width = 1;
        while width <= MAX_WIDTH {
            table[live][width] = live.div_ceil(width) as u8;
            width += 1;
        }
        live += 1;
    }
    table
};

/// How the pairs of a leaf are looked at.
enum Choice {
    /// Each half-board of this side by itself.
    Each { side: usize },
    /// By tables in registers, made of this side.
    Shuffle { side: usize, width: usize, planes: usize },
    /// By tables in memory: the side to be sliced, the bits of an index, and the planes of packed lists.
    Slice { side: usize, width: usize, planes: usize },
}

/// The way that takes the least work for these live bits and lists of these lengths.
fn cheapest(live: u64, lens: [[usize; 2]; 2], shuffles: Option<Shuffles>) -> Choice {
    let bits = live.count_ones() as usize;
    let blocks = lens.map(|lens| lens[0].div_ceil(LANES) + lens[1].div_ceil(LANES));
    let lens = lens.map(|lens| lens[0] + lens[1]);
    // In loads and stores of lines, fitted to what was measured.
    let unpacked = (64 - live.leading_zeros() as usize).div_ceil(8);
    let each = |side: usize| lens[side] * (8 + blocks[1 - side] * (unpacked + 2));
    let side = usize::from(each(1) < each(0));
    let mut best = (each(side), Choice::Each { side });
    if let Some(Shuffles { width, table, lookup }) = shuffles {
        let planes = usize::from(PLANES[bits][width]);
        for side in 0..2 {
            let lookups = lens[side].div_ceil(8) * blocks[1 - side];
            let cost = 256 + planes * (table * blocks[side] + lookup * lookups) + lookups;
            if cost < best.0 {
                best = (cost, Choice::Shuffle { side, width, planes });
            }
        }
    }
    for side in 0..2 {
        let lookups = lens[1 - side];
        for width in [4, 5, 7] {
            // A table has a line for each value of an index; a lookup takes a load and the making of an
            // address for each plane, and the count.
            let planes = usize::from(PLANES[bits][width]);
            if planes > MOST_TABLES {
                continue;
            }
            let cost = (planes << width) + 16 * bits + lookups * (planes + 1);
            let cost = 512 + blocks[side].div_ceil(SLICED) * cost;
            if cost < best.0 {
                best = (cost, Choice::Slice { side, width, planes });
            }
        }
    }
    if let (_, Choice::Slice { width, planes, .. }) = &mut best {
        // The same planes, filled evenly.
        while usize::from(PLANES[bits][*width - 1]) == *planes {
            *width -= 1;
        }
    }
    best.1
}

/// For each set of bits of a byte: the matrix that moves them together, as [`Move::matrix`] says.
static TOGETHER: [u64; 256] = {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 256 {
        let (mut bit, mut place) = (0, 0);
        while bit < 8 {
            if set >> bit & 1 == 1 {
                table[set] |= 1 << (8 * (7 - place) + bit);
                place += 1;
            }
            bit += 1;
        }
        set += 1;
    }
    table
};

/// For each set of bits of a byte and a number: the set without so many of its lowest bits.
static WITHOUT_LOWEST: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let mut rest = set as u8;
        let mut count = 0;
        while count < 8 {
            table[set][count] = rest;
            rest &= rest.wrapping_sub(1);
            count += 1;
        }
        set += 1;
    }
    table
};

/// How live bits move into packed bytes.
struct Moves {
    moves: [Move; MAX_MOVES],
    count: usize,
}

impl Moves {
    /// Into bytes of `width` bits, in the lists of the top half.
    fn new(live: u64, width: usize) -> Self {
        let mut moves = [Move { from: 0, to: 0, matrix: 0 }; MAX_MOVES];
        let (mut count, mut to, mut place) = (0, 0, 0);
        for (from, byte) in (0..8).zip(live.to_le_bytes()) {
            let mut rest = byte;
            while rest != 0 {
                if place == width {
                    (to, place) = (to + 1, 0);
                }
                // As many of the lowest bits as find a place.
                let fit = (width - place).min(rest.count_ones() as usize);
                let beyond = WITHOUT_LOWEST[usize::from(rest)][fit];
                let matrix = TOGETHER[usize::from(rest ^ beyond)] >> (8 * place);
                moves[count] = Move { from, to, matrix };
                count += 1;
                rest = beyond;
                place += fit;
            }
        }
        Self { moves, count }
    }

    /// The same moves in the lists of the other half, which number the two diagonals of a pair the
    /// other way round.
    fn turn(&mut self) {
        for step in &mut self.moves[..self.count] {
            step.matrix = reflected(step.matrix);
        }
    }

    fn as_slice(&self) -> &[Move] {
        &self.moves[..self.count]
    }
}
