//! The lanes kernel: many partial placements at once, one a vector lane.
//!
//! Backtracking branches at every node, which vector units cannot; so the search tree is walked in
//! batches. Each open row has a *level*: a queue of partial placements that wait for a queen on that
//! row, word by word in arrays. A step loads a placement into every lane, isolates in each the lowest
//! free square of the row, and appends the children that live to the next level's queue. A lane whose
//! row has no free square left is refilled from the queue at once, so that the lanes stay full. Depth first over batches: a level hands
//! on as soon as the next one has enough, so the queues stay short and in the cache.
//!
//! **Words.** Lanes of 16 bits for n <= 16, of 32 bits above. `cols` has every bit from n on set, so
//! the free squares of a row are the bits that neither `cols` nor a diagonal holds. A placement at an
//! upward level has five words: `cols`, the diagonals as they meet its row (`left` goes left to right
//! as bits rise with each row up, `right` the other way), and both once more as they will meet the
//! first downward row. At the turn these two simply take over, and the downward levels have three.
//!
//! **Look-ahead.** A child is kept only if its next row and the row after have a free square.
//!
//! **The end.** With three rows left, the three rows' free squares must cover the three columns
//! left. The third-last queen is placed, and the last two rows are decided in closed form: two columns
//! x and y are left, and the queens stand on x and y or on y and x.

#![allow(clippy::inline_always, reason = "an operation is one instruction only if it is inlined")]

use std::any::Any;
use std::cell::RefCell;

use super::classes::Class;
use super::portable::Portable;
use super::scalar::Scalar;
use super::subproblem::{Subproblem, full};
use crate::backend::{Backend, BackendId, StopFlag, Stopped};
use crate::tally::Tally;

/// Vectors of lanes of one width: all that the kernel asks of an instruction set.
///
/// The methods are meant to be inlined into [`Lanes::run`], which has the instruction set enabled.
pub(super) trait Lanes: Copy + 'static {
    /// What a lane holds, in memory.
    type Word: Copy + Default;
    /// A distance to shift all lanes by.
    type Shift: Copy;
    /// A choice of lanes.
    type Mask: Copy;
    /// A choice of lanes, prepared for moving words between them and memory.
    type Pack: Copy;
    /// The number of lanes.
    const WIDTH: usize;

    /// The low bits of x as a word.
    fn word(x: u64) -> Self::Word;
    /// The low bits of x in every lane.
    fn splat(x: u32) -> Self;
    fn shift(by: u32) -> Self::Shift;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// The bits that are set in none of the three.
    fn nor3(self, b: Self, c: Self) -> Self;
    /// The lowest set bit of each lane.
    fn lowest(self) -> Self;
    /// Towards the high bits.
    fn up(self, by: Self::Shift) -> Self;
    /// Towards the low bits.
    fn down(self, by: Self::Shift) -> Self;
    /// The lanes where the two have a bit in common.
    fn meets(self, other: Self) -> Self::Mask;
    /// The lanes without a set bit.
    fn is_zero(self) -> Self::Mask;
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn pack(mask: Self::Mask) -> Self::Pack;
    /// The number of lanes chosen.
    fn len(pack: Self::Pack) -> usize;
    /// The first so many of the lanes chosen.
    fn first(pack: Self::Pack, count: usize) -> Self::Pack;
    /// `from[at..]`, one word for each lane chosen; the other lanes of self.
    fn refill(self, pack: Self::Pack, from: &[Self::Word], at: usize) -> Self;
    /// `other` in the lanes chosen, self elsewhere.
    fn select(self, pack: Self::Pack, other: Self) -> Self;
    /// Writes the lanes chosen to `to[at..]`, one after the other; may write any words after them,
    /// up to a vector's width.
    fn append(self, pack: Self::Pack, to: &mut [Self::Word], at: usize);
    /// Runs a piece of work with the instruction set enabled.
    fn run<W: Work>(work: W) -> W::Out;
}

/// A piece of work to be compiled for an instruction set.
pub(super) trait Work {
    type Out;
    /// Must be inlined always.
    fn work(self) -> Self::Out;
}

/// Vectors worked on side by side, to hide the latency of each. Two are 10 to 20 % faster than one,
/// three no faster; see BENCHMARKS.md.
const STREAMS: usize = 2;

/// Placements that a level hands on before the next one goes first.
const BATCH: usize = 1024;

/// Placements that are worth a call.
const ENOUGH: usize = 256;

/// Words of a queue: a batch, what one step may add to it, and room for the last store's overhang.
const CAPACITY: usize = BATCH + 4 * 32;

/// Rows at the end that are decided without queues.
const CLOSED: usize = 3;

/// A level: placements that wait for a queen on one row.
struct Level<L: Lanes> {
    /// `cols`, `left`, `right`, and for upward rows the last two as they meet the first downward row.
    words: [[L::Word; CAPACITY]; 5],
    /// The waiting placements are `head..tail` of each array.
    head: usize,
    tail: usize,
    /// Placements in the lanes, between calls: the five words and the free squares not yet tried.
    lanes: [[L; 6]; STREAMS],
    /// Whether a lane has such squares.
    busy: bool,
}

/// A row as the kernel needs it: the columns allowed on it and on those that follow, and the
/// distances between them.
#[derive(Clone, Copy)]
struct Row {
    allowed: u32,
    next: u32,
    after: u32,
    /// For the placement before the last three rows: the last.
    last: u32,
    to_next: u32,
    to_after: u32,
    to_last: u32,
    /// From an upward row to the first downward one.
    to_turn: u32,
}

impl Row {
    /// The rows of a class, except the last two, which have no level.
    fn all(class: &Class, upward: usize) -> Vec<Self> {
        // Past the last row any will do.
        let at = |i: usize| class.rows().get(i).copied();
        let allowed = |i: usize| at(i).map_or(0, |row| class.allowed(row));
        let distance = |i: usize, k: usize| match (at(i), at(k)) {
            (Some(a), Some(b)) => a.abs_diff(b),
            _ => 0,
        };
        let row = |i: usize| {
            // From an upward row whose next is upward too, the row looked at after it is the first
            // downward one: its diagonals are at hand.
            let after = if i + 1 < upward { upward } else { i + 2 };
            Self {
                allowed: allowed(i),
                next: allowed(i + 1),
                after: allowed(after),
                last: allowed(i + 3),
                to_next: distance(i, i + 1),
                to_after: distance(i + 1, i + 2),
                to_last: distance(i + 2, i + 3),
                to_turn: if i < upward { distance(i, upward) } else { 0 },
            }
        };
        (0..=class.rows().len() - CLOSED).map(row).collect()
    }
}

// How a level takes and hands on placements: a number, to be a parameter of the code.

/// From an upward row to an upward row.
const UP: u8 = 0;
/// From the last upward row to the first downward one.
const TURN: u8 = 1;
/// From a downward row to a downward one.
const DOWN: u8 = 2;
/// To the third-last row: what is handed on must cover the columns left.
const COVER: u8 = 3;
/// The third-last row: nothing is handed on.
const CLOSE: u8 = 4;

/// Counts a batch as [`Backend::count`] demands.
pub(super) fn count<L: Lanes>(
    class: &Class,
    batch: &[Subproblem],
    out: &mut [Tally],
    stop: &StopFlag,
) -> Result<(), Stopped> {
    assert_eq!(batch.len(), out.len(), "a tally for each sub-problem");
    let rows = class.rows();
    let upper = rows.iter().take_while(|row| **row < class.size().get() / 2).count();
    let upward = if rows[..upper].is_sorted_by(|above, below| above > below) { upper } else { 0 };
    // The last four rows must be downward ones. Smaller problems take no time anyway.
    if rows.len() < upward + CLOSED + 1 {
        return Scalar.count(class, batch, out, stop);
    }
    let rows = Row::all(class, upward);
    let levels = spare_levels(rows.len());
    let (n, order) = (class.size().get(), class.rows());
    let mut search = Search::<L> { n, order, upward, rows, levels, stop, tally: Tally::ZERO };
    for (subproblem, tally) in batch.iter().zip(out) {
        if stop.is_raised() {
            return Err(Stopped);
        }
        *tally = search.count(subproblem)?;
    }
    let spare = Box::new(search.levels);
    SPARE.with_borrow_mut(|spares| spares.push(spare));
    Ok(())
}

thread_local! {
    /// The levels of earlier calls on this thread, empty again: a call for a small class takes less
    /// time than the system to hand out their memory.
    static SPARE: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Empty levels, at least so many: those of an earlier call, or new ones.
fn spare_levels<L: Lanes>(count: usize) -> Vec<Level<L>> {
    let spare = SPARE.with_borrow_mut(|spares| {
        let fits = |spare: &Box<dyn Any>| spare.is::<Vec<Level<L>>>();
        spares.iter().position(fits).map(|i| spares.swap_remove(i))
    });
    let mut levels =
        spare.and_then(|spare| spare.downcast().ok()).map_or_else(Vec::new, |spare| *spare);
    while levels.len() < count {
        levels.push(Level {
            words: [[L::Word::default(); CAPACITY]; 5],
            head: 0,
            tail: 0,
            lanes: [[L::splat(0); 6]; STREAMS],
            busy: false,
        });
    }
    levels
}

/// The lanes kernel in plain Rust, on any machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PortableLanes;

impl Backend for PortableLanes {
    fn id(&self) -> BackendId {
        BackendId::Portable
    }

    fn count(
        &self,
        class: &Class,
        batch: &[Subproblem],
        out: &mut [Tally],
        stop: &StopFlag,
    ) -> Result<(), Stopped> {
        count::<Portable>(class, batch, out, stop)
    }
}

struct Search<'a, L: Lanes> {
    n: u32,
    /// The open rows, and how many of them are upward.
    order: &'a [u32],
    upward: usize,
    rows: Vec<Row>,
    levels: Vec<Level<L>>,
    stop: &'a StopFlag,
    tally: Tally,
}

impl<L: Lanes> Search<'_, L> {
    fn count(&mut self, subproblem: &Subproblem) -> Result<Tally, Stopped> {
        self.tally = Tally::ZERO;
        if !self.admit(subproblem) {
            return Ok(Tally::ZERO);
        }
        for depth in 0..self.rows.len() {
            self.descend(depth)?;
            while self.levels[depth].busy || self.levels[depth].head < self.levels[depth].tail {
                self.step(depth, true);
                self.descend(depth + 1)?;
            }
        }
        Ok(self.tally)
    }

    /// Puts the sub-problem into the first level's queue, unless its first row is full already.
    fn admit(&mut self, subproblem: &Subproblem) -> bool {
        let &Subproblem { cols, anti, diag } = subproblem;
        let n = self.n;
        let row = self.order[0];
        let anti_at = |row: u32| anti >> row;
        let diag_at = |row: u32| diag >> (n - 1 - row);
        let attacked = u64::from(cols) | anti_at(row) | diag_at(row);
        if u64::from(self.rows[0].allowed) & !attacked == 0 {
            return false;
        }
        let level = &mut self.levels[0];
        // Going up, a `/` line moves towards the high bits; going down, a `\` line does. What a word
        // cannot hold is not missed: a line is on bit c of the row where it meets column c, and rows
        // are filled away from the queens that stand, so that a line past the edge of the board stays
        // past it. The exceptions are queens that a tie class pins further out. They stand in the
        // middle columns h - 1 and h, less than h rows away, so their lines are between bits 0 and
        // n - 1 of the first row filled on their side, and inside the word.
        let (left, right) = if self.upward > 0 {
            (anti_at(row), diag_at(row))
        } else {
            (diag_at(row), anti_at(row))
        };
        let turn = self.order[self.upward];
        let all = [u64::from(cols | !full(n)), left, right, diag_at(turn), anti_at(turn)];
        for (queue, word) in level.words.iter_mut().zip(all) {
            queue[0] = L::word(word);
        }
        (level.head, level.tail) = (0, 1);
        true
    }

    /// Works off a level, and those after it, as long as it has enough to fill the lanes.
    fn descend(&mut self, depth: usize) -> Result<(), Stopped> {
        if depth == self.rows.len() {
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
        let end = self.rows.len() - 1;
        // The level before the last is a downward one: `count` sees to it.
        match depth {
            _ if depth == end => self.call::<CLOSE>(depth, drain),
            _ if depth + 1 == end => self.call::<COVER>(depth, drain),
            _ if depth + 1 < self.upward => self.call::<UP>(depth, drain),
            _ if depth + 1 == self.upward => self.call::<TURN>(depth, drain),
            _ => self.call::<DOWN>(depth, drain),
        }
    }

    fn call<const KIND: u8>(&mut self, depth: usize, drain: bool) {
        let row = self.rows[depth];
        let (from, to) = self.levels[..self.rows.len()].split_at_mut(depth + 1);
        let (from, to) = (&mut from[depth], to.first_mut());
        self.tally += if drain {
            L::run(Step::<L, KIND, true> { row, from, to })
        } else {
            L::run(Step::<L, KIND, false> { row, from, to })
        };
    }
}

impl<L: Lanes> Level<L> {
    /// Moves what waits to the front.
    fn compact(&mut self, words: usize) {
        if self.head > 0 {
            for queue in &mut self.words[..words] {
                queue.copy_within(self.head..self.tail, 0);
            }
            (self.head, self.tail) = (0, self.tail - self.head);
        }
    }
}

/// One call of a level: steps until its queue cannot fill the lanes, or the next level has a batch.
/// With `DRAIN`, lanes may run empty, until nothing is left.
///
/// **What it should compile to.** For each vector of a downward level, with 512-bit lanes of 16 bits: one
/// `vptestnmw` for the empty lanes, three `vpexpandw` to refill them, one `vpternlogd`, one `vpand` and one
/// masked move for the free squares, `vpsubw`, `vpand` and `vpxor` to isolate a bit, three `vpor`, two
/// `vpsllvw` and two `vpsrlvw`, two `vpternlogd` and two `vptestmw` for the look-ahead, three
/// `vpcompressw` and three stores, two `popcnt`. About 45 instructions with the two comparisons of the
/// bounds; no call, and nothing of the loop on the stack. Look for `vpcompressw` in
/// `objdump -d target/release/queens`.
struct Step<'a, L: Lanes, const KIND: u8, const DRAIN: bool> {
    row: Row,
    from: &'a mut Level<L>,
    to: Option<&'a mut Level<L>>,
}

impl<L: Lanes, const KIND: u8, const DRAIN: bool> Work for Step<'_, L, KIND, DRAIN> {
    type Out = Tally;

    #[inline(always)]
    #[allow(
        clippy::too_many_lines,
        reason = "one step, in the order in which a placement takes it"
    )]
    fn work(self) -> Tally {
        let Self { row, from, mut to } = self;
        let upward = KIND == UP || KIND == TURN;
        let mut tally = Tally::ZERO;
        let allowed = L::splat(row.allowed);
        let (next, after, last) = (L::splat(row.next), L::splat(row.after), L::splat(row.last));
        let (to_next, to_after) = (L::shift(row.to_next), L::shift(row.to_after));
        let (to_last, to_turn) = (L::shift(row.to_last), L::shift(row.to_turn));
        let ones = L::splat(u32::MAX);
        let fill = STREAMS * L::WIDTH;
        let mut tail = 0;
        if let Some(to) = &mut to {
            to.compact(if KIND == UP { 5 } else { 3 });
            tail = to.tail;
        }
        let before = tail;
        let mut head = from.head;
        let end = from.tail;
        let mut lanes = from.lanes;
        let mut busy = from.busy;
        while (DRAIN || end - head >= fill) && tail < BATCH {
            busy = !DRAIN;
            for lane in &mut lanes {
                let [mut cols, mut left, mut right, mut left_turn, mut right_turn, mut free] =
                    *lane;
                let mut empty = L::pack(free.is_zero());
                if DRAIN {
                    empty = L::first(empty, end - head);
                }
                cols = cols.refill(empty, &from.words[0], head);
                left = left.refill(empty, &from.words[1], head);
                right = right.refill(empty, &from.words[2], head);
                if upward {
                    left_turn = left_turn.refill(empty, &from.words[3], head);
                    right_turn = right_turn.refill(empty, &from.words[4], head);
                }
                head += L::len(empty);
                free = free.select(empty, cols.nor3(left, right).and(allowed));
                // Every placement that waits has a free square on its row, so outside of a drain
                // every lane has one now.
                let living = free.meets(free);
                let bit = free.lowest();
                free = free.xor(bit);
                *lane = [cols, left, right, left_turn, right_turn, free];
                let cols = cols.or(bit);
                let mut left = left.or(bit).up(to_next);
                let mut right = right.or(bit).down(to_next);
                if upward {
                    left_turn = left_turn.or(bit.up(to_turn));
                    right_turn = right_turn.or(bit.down(to_turn));
                    if KIND == TURN {
                        (left, right) = (left_turn, right_turn);
                    }
                }
                if DRAIN {
                    busy |= L::len(L::pack(living)) > 0;
                }
                // The squares of the next row and of the one looked at after it.
                let row_next = cols.nor3(left, right).and(next);
                let (left_after, right_after) = if KIND == UP {
                    (left_turn, right_turn)
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
                    tally.solutions += L::len(L::pack(L::both(apart, x_y))) as u64;
                    tally.solutions += L::len(L::pack(L::both(apart, y_x))) as u64;
                    tally.nodes += L::len(L::pack(living)) as u64;
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
                    left.append(keep, &mut to.words[1], tail);
                    right.append(keep, &mut to.words[2], tail);
                    if KIND == UP {
                        left_turn.append(keep, &mut to.words[3], tail);
                        right_turn.append(keep, &mut to.words[4], tail);
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
            tally.nodes += (tail - before) as u64;
        }
        tally
    }
}
