//! The lanes kernel: many partial placements at once, one a vector lane.
//!
//! Backtracking branches at every node, which vector units cannot; so the search tree is walked in
//! batches. Each open row has a *level*: a queue of partial placements that wait for a queen on that
//! row, word by word in arrays. A step loads a placement into every lane, isolates in each the lowest
//! free square of the row, and appends the children that live to the next level's queue. A lane whose
//! row has no free square left is refilled from the queue at once, so that the lanes stay full. Depth
//! first over batches: a level hands on as soon as the next one has enough, so the queues stay short
//! and in the cache.
//!
//! **Words.** A word is a lane wide. `cols` has every column set that is taken or not there, so the
//! free squares of a row are the bits that neither `cols` nor a diagonal holds nor the row closes. As
//! long as both sides of the middle have open rows, a placement has five words: `cols`, the diagonals
//! as they meet its row (`left` goes left to right as bits rise with each row outwards, `right` the
//! other way), and both as they meet the first open row of the other side. When the next row is on
//! that side the two pairs change places. Levels with one side left have three words.
//!
//! **Window.** Lanes of 16 bits are twice as many as those of 32. A line that leaves the window never
//! returns, so n may exceed the lane as long as the free columns do not: for n = 17 to 19 the outermost
//! columns get their queens first, on every row in turn.
//!
//! **Look-ahead.** A child is kept only if the next two rows have a free square; while both sides have
//! open rows, the next of each side.
//!
//! **The end.** With three rows left, the three rows' free squares must cover the three columns
//! left. The third-last queen is placed, and the last two rows are decided in closed form: two columns
//! x and y are left, and the queens stand on x and y or on y and x.

#![allow(clippy::inline_always, reason = "an operation is one instruction only if it is inlined")]

use std::any::Any;
use std::cell::RefCell;

use super::classes::{Class, MAX_N};
use super::order::{
    ACROSS, ALONG, CLOSE, CLOSED, COVER, Kind, LONE, Row, TURN, one_side_has, plan,
};
use super::scalar;
use super::subproblem::{Subproblem, bits, full};
use crate::count::tally::Tally;
use crate::parallel::{StopFlag, Stopped};
use crate::simd::{Lanes, Work};

/// Vectors worked on side by side, to hide the latency of each. Two are 10 to 20 % faster than one,
/// three no faster; see docs/lab/tried.md.
const STREAMS: usize = 2;

/// Placements that a level hands on before the next one goes first.
const BATCH: usize = 1536;

/// Placements that are worth a call.
const ENOUGH: usize = 256;

/// Words moved at once.
const BLOCK: usize = 64;

/// Words of a queue: a batch, what one step may add to it, and room for the last store's overhang or
/// block. The rest sets the queues apart: with 4 * 32, n = 16 took 42 ms in place of 40.
const CAPACITY: usize = BATCH + 9 * 32;

/// A level: placements that wait for a queen on one row.
#[derive(Clone)]
struct Level<L: Lanes> {
    /// `cols`, `left`, `right`, and with both sides open the last two for the other side.
    words: [[L::Word; CAPACITY]; 5],
    /// The waiting placements are `head..tail` of each array.
    head: usize,
    tail: usize,
    /// Placements in the lanes, between calls: the five words and the free squares not yet tried.
    lanes: [[L; 6]; STREAMS],
    /// Whether a lane has such squares.
    busy: bool,
}

/// Counts a sub-problem: [`super::count`].
pub(super) fn count<L: Lanes>(
    class: &Class,
    subproblem: &Subproblem,
    stop: &StopFlag,
) -> Result<Tally, Stopped> {
    let n = class.size();
    let rows = class.rows().iter().fold(0, |rows, row| rows | 1 << row);
    // Small problems take no time anyway.
    if !one_side_has(CLOSED as u32 + 1 + outer_columns(n), rows, n) {
        return scalar::count(class, subproblem, stop);
    }
    // One for each row but the last two.
    let levels = spare_levels(class.rows().len() + 1 - CLOSED);
    let plan = Vec::with_capacity(class.rows().len());
    let mut search = Search::<L> { class, plan, levels, stop, tally: Tally::ZERO };
    search.narrow(subproblem, rows)?;
    let spare = Box::new(search.levels);
    SPARE.with_borrow_mut(|spares| spares.push(spare));
    Ok(search.tally)
}

thread_local! {
    /// The levels of earlier calls on this thread, empty again: a call for a small sub-problem takes less
    /// time than the system to hand out their memory.
    static SPARE: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Empty levels, at least this many: those of an earlier call, or new ones.
fn spare_levels<L: Lanes>(count: usize) -> Vec<Level<L>> {
    let spare = SPARE.with_borrow_mut(|spares| {
        let fits = |spare: &Box<dyn Any>| spare.is::<Vec<Level<L>>>();
        spares.iter().position(fits).map(|i| spares.swap_remove(i))
    });
    let mut levels = spare.and_then(|spare| spare.downcast().ok()).map_or(vec![], |spare| *spare);
    if levels.len() < count {
        levels.reserve_exact(count - levels.len());
        let empty = Level {
            words: [[L::Word::default(); CAPACITY]; 5],
            head: 0,
            tail: 0,
            lanes: [[L::splat(0); 6]; STREAMS],
            busy: false,
        };
        levels.resize(count, empty);
    }
    levels
}

/// The columns that fit a lane of 16 bits.
const WINDOW: u32 = 16;

/// The largest n for lanes of 16 bits. Each column beyond [`WINDOW`] costs about a tenth more nodes,
/// and the wider lanes twice the time for each node; at n = 20 the two are even.
const NARROW_N: u32 = 19;

/// Outer columns that get their queens first, so that the rest fits the window.
const fn outer_columns(n: u32) -> u32 {
    if n <= NARROW_N { n.saturating_sub(WINDOW) } else { 0 }
}

/// Counts a sub-problem with narrow lanes if its columns fit them.
pub(super) fn count_by_width<Narrow: Lanes, Wide: Lanes>(
    class: &Class,
    subproblem: &Subproblem,
    stop: &StopFlag,
) -> Result<Tally, Stopped> {
    let count = if class.size() <= NARROW_N { count::<Narrow> } else { count::<Wide> };
    count(class, subproblem, stop)
}

struct Search<'a, L: Lanes> {
    class: &'a Class,
    plan: Vec<Row>,
    levels: Vec<Level<L>>,
    stop: &'a StopFlag,
    tally: Tally,
}

impl<L: Lanes> Search<'_, L> {
    /// Counts a sub-problem with these open rows. If its free columns do not fit the window, the outer
    /// one that has fewer squares gets its queen first.
    fn narrow(&mut self, subproblem: &Subproblem, rows: u32) -> Result<(), Stopped> {
        let size = self.class.size();
        let free = !subproblem.cols & full(size);
        let (low, high) = (free.trailing_zeros(), free.ilog2());
        if size > NARROW_N || high - low < WINDOW {
            return self.fill(subproblem, rows, low);
        }
        let class = self.class;
        let squares = |column: u32| {
            let free = |row: u32| subproblem.free(row, size) & class.allowed(row);
            let has_square = |row: &u32| free(row.trailing_zeros()) >> column & 1 == 1;
            (column, bits(rows).filter(has_square).fold(0, |rows, row| rows | row))
        };
        let outer = [squares(low), squares(high)];
        let fewest = outer.into_iter().min_by_key(|(_, rows)| rows.count_ones());
        let (column, rows_of_column) = fewest.expect("two of them");
        for row in bits(rows_of_column) {
            self.tally.nodes += 1;
            let child = subproblem.put(1 << column, row.trailing_zeros(), size);
            self.narrow(&child, rows ^ row)?;
        }
        Ok(())
    }

    /// Counts a sub-problem whose free columns lie in the window that begins at column `low`.
    ///
    /// The lines of the queens that stand become part of the columns closed on each row; the words
    /// begin without a line and hold those of the kernel's own queens. What a word cannot hold of
    /// these is not missed: as the rows of a side are filled away from the middle, a line past the
    /// edge of the window stays past it.
    fn fill(&mut self, subproblem: &Subproblem, rows: u32, low: u32) -> Result<(), Stopped> {
        if self.stop.is_raised() {
            return Err(Stopped);
        }
        let size = self.class.size();
        let mut open = [0; MAX_N as usize];
        for row in bits(rows).map(u32::trailing_zeros) {
            let squares = subproblem.free(row, size) & self.class.allowed(row);
            if squares == 0 {
                return Ok(());
            }
            open[row as usize] = squares >> low;
        }
        plan(rows, size, &open, &mut self.plan);
        let closed = !((!subproblem.cols & full(size)) >> low);
        let level = &mut self.levels[0];
        let lane = u32::MAX >> (32 - 8 * size_of::<L::Word>());
        for (queue, word) in level.words.iter_mut().zip([closed & lane, 0, 0, 0, 0]) {
            queue[0] = L::Word::try_from(word).ok().expect("the mask leaves what a lane holds");
        }
        (level.head, level.tail) = (0, 1);
        for depth in 0..self.plan.len() {
            self.descend(depth)?;
            while self.levels[depth].busy || self.levels[depth].head < self.levels[depth].tail {
                self.step(depth, true);
                self.descend(depth + 1)?;
            }
        }
        Ok(())
    }

    /// Works off a level, and those after it, as long as it has enough to fill the lanes.
    fn descend(&mut self, depth: usize) -> Result<(), Stopped> {
        if depth == self.plan.len() {
            return Ok(());
        }
        while self.levels[depth].tail - self.levels[depth].head >= ENOUGH {
            if self.stop.is_raised() {
                return Err(Stopped);
            }
            self.step(depth, false);
            self.descend(depth + 1)?;
        }
        Ok(())
    }

    fn step(&mut self, depth: usize, drain: bool) {
        match self.plan[depth].kind {
            ALONG => self.call::<ALONG>(depth, drain),
            ACROSS => self.call::<ACROSS>(depth, drain),
            TURN => self.call::<TURN>(depth, drain),
            LONE => self.call::<LONE>(depth, drain),
            COVER => self.call::<COVER>(depth, drain),
            _ => self.call::<CLOSE>(depth, drain),
        }
    }

    fn call<const KIND: Kind>(&mut self, depth: usize, drain: bool) {
        let row = self.plan[depth];
        let (from, to) = self.levels[..self.plan.len()].split_at_mut(depth + 1);
        let (from, to) = (&mut from[depth], to.first_mut());
        let [solutions, nodes] = if drain {
            L::run(Step::<L, KIND, true> { row, from, to })
        } else {
            L::run(Step::<L, KIND, false> { row, from, to })
        };
        self.tally += Tally { solutions: solutions.into(), nodes: nodes.into() };
    }
}

impl<L: Lanes> Level<L> {
    /// Moves what waits to the front.
    #[inline(always)]
    fn compact(&mut self, words: usize) {
        if self.head > 0 {
            // In blocks, the last one with any words at its end: seldom more than one, and a call to
            // move a few words would take longer than moving them.
            for queue in &mut self.words[..words] {
                for (to, from) in (self.head..self.tail).step_by(BLOCK).enumerate() {
                    let mut block = [L::Word::default(); BLOCK];
                    block.copy_from_slice(&queue[from..from + BLOCK]);
                    queue[to * BLOCK..][..BLOCK].copy_from_slice(&block);
                }
            }
            (self.head, self.tail) = (0, self.tail - self.head);
        }
    }
}

/// One call of a level: steps until its queue cannot fill the lanes, or the next level has a batch.
/// With `DRAIN`, lanes may run empty, until nothing is left.
///
/// **What it should compile to.** For each vector of a level with one side, with 512-bit lanes of 16 bits: one
/// `vptestnmw` for the empty lanes, three `vpexpandw` to refill them, one `vpternlogd`, one `vpand` and one
/// masked move for the free squares, `vpsubw`, `vpand` and `vpxor` to isolate a bit, three `vpor`, two
/// `vpsllvw` and two `vpsrlvw`, two `vpternlogd` and two `vptestmw` for the look-ahead, three
/// `vpcompressw` and three stores, two `popcnt`. About 45 instructions with the two comparisons of the
/// bounds; no call, and nothing of the loop on the stack. Look for `vpcompressw` in
/// `objdump -d target/release/queens`.
struct Step<'a, L: Lanes, const KIND: Kind, const DRAIN: bool> {
    row: Row,
    from: &'a mut Level<L>,
    to: Option<&'a mut Level<L>>,
}

impl<L: Lanes, const KIND: Kind, const DRAIN: bool> Work for Step<'_, L, KIND, DRAIN> {
    /// Solutions and nodes: fewer than 64 bits hold of one step.
    type Out = [u64; 2];

    #[inline(always)]
    #[allow(
        clippy::too_many_lines,
        reason = "one step, in the order in which a placement takes it"
    )]
    fn work(self) -> [u64; 2] {
        let Self { row, from, mut to } = self;
        // Whether the placements that come, and those that go, have words for the other side.
        let two_sided = KIND == ALONG || KIND == ACROSS || KIND == TURN;
        let stay_two_sided = KIND == ALONG || KIND == ACROSS;
        let (mut solutions, mut nodes) = (0_u64, 0_u64);
        let open = L::splat(row.open);
        let (next, after, last) = (L::splat(row.next), L::splat(row.after), L::splat(row.last));
        let (to_next, to_after) = (L::shift(row.to_next), L::shift(row.to_after));
        let (to_last, to_other) = (L::shift(row.to_last), L::shift(row.to_other));
        let ones = L::splat(u32::MAX);
        let fill = STREAMS * L::WIDTH;
        let mut tail = 0;
        if let Some(to) = &mut to {
            to.compact(if stay_two_sided { 5 } else { 3 });
            tail = to.tail;
        }
        let before = tail;
        let mut head = from.head;
        let end = from.tail;
        let mut lanes = from.lanes;
        let mut busy = from.busy;
        while (DRAIN || end.wrapping_sub(head) >= fill) && tail < BATCH {
            busy = !DRAIN;
            for lane in &mut lanes {
                let [mut cols, mut left, mut right, mut left_other, mut right_other, mut free] =
                    *lane;
                // ANCHOR: step
                let mut empty = L::pack(free.is_zero());
                if DRAIN {
                    empty = L::first(empty, end - head);
                }
                cols = cols.refill(empty, &from.words[0], head);
                left = left.refill(empty, &from.words[1], head);
                right = right.refill(empty, &from.words[2], head);
                if two_sided {
                    left_other = left_other.refill(empty, &from.words[3], head);
                    right_other = right_other.refill(empty, &from.words[4], head);
                }
                head += L::len(empty);
                free = free.select(empty, cols.nor3(left, right).and(open));
                // Every placement that waits has a free square on its row, so outside of a drain
                // every lane has one now.
                let living = free.meets(free);
                if DRAIN {
                    if L::len(L::pack(living)) == 0 {
                        continue;
                    }
                    busy = true;
                }
                let bit = free.lowest();
                free = free.xor(bit);
                // ANCHOR_END: step
                *lane = [cols, left, right, left_other, right_other, free];
                // ANCHOR: children
                let cols = cols.or(bit);
                let mut left = left.or(bit).up(to_next);
                let mut right = right.or(bit).down(to_next);
                // ANCHOR_END: children
                if two_sided {
                    left_other = left_other.or(bit.up(to_other));
                    right_other = right_other.or(bit.down(to_other));
                    if KIND == TURN {
                        (left, right) = (left_other, right_other);
                    }
                }
                // The squares of the next row and of the one looked at after it.
                let row_next = cols.nor3(left, right).and(next);
                let (left_after, right_after) = if stay_two_sided {
                    (left_other, right_other)
                } else {
                    (left.up(to_after), right.down(to_after))
                };
                let row_after = cols.nor3(left_after, right_after).and(after);
                if KIND == CLOSE {
                    let columns = cols.xor(ones);
                    let x = columns.lowest();
                    let y = columns.xor(x);
                    // Queens on x and y of the last two rows share a diagonal if x and y are as far
                    // apart as the rows; y is the higher one, so both ways round.
                    let apart = x.up(to_after).xor(y);
                    let apart = L::both(living, apart.meets(apart));
                    let x_y = L::both(row_next.meets(x), row_after.meets(y));
                    let y_x = L::both(row_next.meets(y), row_after.meets(x));
                    solutions += L::len(L::pack(L::both(apart, x_y))) as u64;
                    solutions += L::len(L::pack(L::both(apart, y_x))) as u64;
                    nodes += L::len(L::pack(living)) as u64;
                    continue;
                }
                let mut keep = L::both(row_next.meets(row_next), row_after.meets(row_after));
                if DRAIN {
                    keep = L::both(keep, living);
                }
                if KIND == COVER {
                    let left_last = left_after.up(to_last);
                    let right_last = right_after.down(to_last);
                    let row_last = cols.nor3(left_last, right_last).and(last);
                    let uncovered = cols.nor3(row_next, row_after.or(row_last));
                    keep = L::both(keep, row_last.meets(row_last));
                    keep = L::both(keep, uncovered.is_zero());
                }
                let keep = L::pack(keep);
                if let Some(to) = &mut to {
                    cols.append(keep, &mut to.words[0], tail);
                    // What belongs to the side of the next row comes first.
                    let (here, there) = if KIND == ACROSS { (3, 1) } else { (1, 3) };
                    left.append(keep, &mut to.words[here], tail);
                    right.append(keep, &mut to.words[here + 1], tail);
                    if stay_two_sided {
                        left_other.append(keep, &mut to.words[there], tail);
                        right_other.append(keep, &mut to.words[there + 1], tail);
                    }
                    tail += L::len(keep);
                }
            }
            if DRAIN && !busy {
                break;
            }
        }
        from.lanes = lanes;
        from.busy = busy;
        (from.head, from.tail) = if head == end { (0, 0) } else { (head, end) };
        if let Some(to) = to {
            to.tail = tail;
            nodes += (tail - before) as u64;
        }
        [solutions, nodes]
    }
}
