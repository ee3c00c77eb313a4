//! The step: many partial placements at once, one a vector lane.
//!
//! Backtracking branches at every node, which vector units cannot; so the search tree is walked in
//! batches. Each open row has a *level*: a queue of partial placements that wait for a queen on that
//! row, word by word in arrays. A step takes the lowest free square of the row in every lane, and appends the children
//! that live to the next level's queue. A lane whose row has no free square left is refilled from the queue at once, so
//! that the lanes stay full.
//!
//! **Words.** A word is a lane wide. Which ones there are is the [`Form`]'s; the first is `cols`, with every column that
//! is taken or not there, and the second the free squares of the row.
//!
//! **Look-ahead.** A child is kept only if each of the next two rows has a free square (three on a torus).
//!
//! **The end.** With three rows left, their free squares must cover the three columns
//! left. The third-last queen is placed, and the last two rows are decided in closed form: two columns
//! x and y are left, and the queens stand on x and y or on y and x.

#![allow(clippy::inline_always, reason = "an operation is one instruction only if it is inlined")]
#![allow(
    clippy::needless_range_loop,
    reason = "closures would not be inlined into a function with the instructions enabled"
)]

use std::marker::PhantomData;

use super::form::{COLS, FREE, Form, MAX_WORDS, Partials, RowVectors};
use super::plan::{CLOSE, COVER, Kind, Row};
use super::subproblem::Rules;
use crate::simd::{Lanes, Work};
use crate::tuning::search::BATCH;

/// Words moved at once.
const BLOCK: usize = 64;

/// Words of a queue: a batch, what one step may add to it, and room for the last store's overhang or
/// block. The rest sets the queues apart: with 4 * 32, n = 16 took 42 ms in place of 40.
const CAPACITY: usize = BATCH + 9 * 32;

/// The most vectors that a form works on side by side.
const MAX_STREAMS: usize = 2;

/// A level: placements that wait for a queen on one row.
#[derive(Clone)]
pub(super) struct Level<L: Lanes> {
    words: [[L::Word; CAPACITY]; MAX_WORDS],
    /// The waiting placements are `head..tail` of each array.
    head: usize,
    tail: usize,
    /// Placements in the lanes, between calls.
    lanes: [Partials<L>; MAX_STREAMS],
    /// Whether a lane has free squares.
    pub(super) busy: bool,
}

impl<L: Lanes> Level<L> {
    pub(super) fn new() -> Self {
        Self {
            words: [[L::Word::default(); CAPACITY]; MAX_WORDS],
            head: 0,
            tail: 0,
            lanes: [[L::splat(0); MAX_WORDS]; MAX_STREAMS],
            busy: false,
        }
    }

    /// Begins with a placement: the columns taken or not there, and the free squares of its row.
    pub(super) fn begin(&mut self, cols: u32, free: u32) {
        let mut placement = [0; MAX_WORDS];
        (placement[COLS], placement[FREE]) = (cols, free);
        for (queue, word) in self.words.iter_mut().zip(placement) {
            queue[0] = L::word(word);
        }
        (self.head, self.tail) = (0, 1);
    }

    /// How many placements wait.
    pub(super) fn waiting(&self) -> usize {
        self.tail - self.head
    }

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
///
/// **What it should compile to.** For each vector of a plain board, with 512-bit lanes of 16 bits: one
/// `vptestnmw` for the empty lanes, four `vpexpandw` to refill them, `vpsubw`, `vpand` and `vpxor` to isolate a bit,
/// three `vpor`, two `vpsllvw` and two `vpsrlvw`, two `vpternlogd` and two `vptestmw` for the look-ahead, one
/// `vpcompressw`, four `vpermw` and four stores, two `popcnt`. About 45 instructions with the two comparisons of the
/// bounds; no call, and nothing of the loop on the stack. Look for `vpcompressw` in
/// `objdump -d target/release/queens`.
pub(super) struct Step<'a, F, L: Lanes, const KIND: Kind, const FULL: bool> {
    pub(super) form: PhantomData<F>,
    pub(super) rules: &'a Rules,
    pub(super) row: &'a Row,
    pub(super) from: &'a mut Level<L>,
    pub(super) to: Option<&'a mut Level<L>>,
    /// Whether lanes may run empty, until nothing is left: not if all are `FULL`.
    pub(super) drain: bool,
}

impl<F: Form, L: Lanes, const KIND: Kind, const FULL: bool> Work for Step<'_, F, L, KIND, FULL> {
    /// Solutions and nodes: fewer than 64 bits hold of one step.
    type Out = [u64; 2];

    #[inline(always)]
    fn work(self) -> [u64; 2] {
        let Self { rules, row, from, mut to, drain, .. } = self;
        let drain = drain && !FULL;
        let (mut solutions, mut nodes) = (0_u64, 0_u64);
        let row = RowVectors::from_row(row);
        let ones = L::splat(u32::MAX);
        let fill = F::STREAMS * L::COUNT;
        let look = if KIND == COVER {
            3
        } else if KIND == CLOSE {
            2
        } else {
            F::LOOK
        };
        let mut tail = 0;
        if let Some(to) = &mut to {
            to.compact(F::WORDS);
            tail = to.tail;
        }
        let before = tail;
        let mut head = from.head;
        let end = from.tail;
        let mut streams = from.lanes;
        let mut busy = from.busy;
        while (drain || end.wrapping_sub(head) >= fill) && tail < BATCH {
            busy = !drain;
            for partials in &mut streams[..F::STREAMS] {
                let mut empty = L::pack(partials[FREE].is_zero());
                if drain {
                    empty = L::first(empty, end - head);
                }
                for i in 0..F::WORDS {
                    partials[i] = partials[i].refill(empty, &from.words[i], head);
                }
                head += L::len(empty);
                // Every placement that waits has a free square on its row, so outside of a drain
                // every lane has one now.
                let living = partials[FREE].meets(partials[FREE]);
                if drain {
                    if L::len(L::pack(living)) == 0 {
                        continue;
                    }
                    busy = true;
                }
                let queen = partials[FREE].lowest();
                let (mut child, free) = F::place(rules, &row, partials, queen, look);
                partials[FREE] = partials[FREE].xor(queen);
                let [next, after, last] = free;
                if KIND == CLOSE {
                    let columns = child[COLS].xor(ones);
                    let x = columns.lowest();
                    let y = columns.xor(x);
                    for (first, second) in [(x, y), (y, x)] {
                        let attacked = F::attacks(rules, &row, first);
                        let second = second.minus(second.and(attacked));
                        let both = L::both(next.meets(first), L::both(living, after.meets(second)));
                        solutions += L::len(L::pack(both)) as u64;
                    }
                    nodes += L::len(L::pack(living)) as u64;
                    continue;
                }
                let mut keep = L::both(next.meets(next), after.meets(after));
                if look > 2 {
                    keep = L::both(keep, last.meets(last));
                }
                if drain {
                    keep = L::both(keep, living);
                }
                if KIND == COVER {
                    let uncovered = child[COLS].nor3(next, after.or(last));
                    keep = L::both(keep, uncovered.is_zero());
                }
                let keep = L::pack(keep);
                child[FREE] = next;
                if let Some(to) = &mut to {
                    for i in 0..F::WORDS {
                        child[i].append(keep, &mut to.words[i], tail);
                    }
                    tail += L::len(keep);
                }
            }
            if drain && !busy {
                break;
            }
        }
        from.lanes = streams;
        from.busy = busy;
        (from.head, from.tail) = if head == end { (0, 0) } else { (head, end) };
        if let Some(to) = to {
            to.tail = tail;
            nodes += (tail - before) as u64;
        }
        [solutions, nodes]
    }
}
