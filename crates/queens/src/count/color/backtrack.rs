//! One color of many patterns by backtracking over all its rows, with a partial placement in each lane of a vector.
//!
//! Where a color has many queens, few pairs of the placements of its two classes fit, and a walk pays for every pair.
//! This search pays for the placements that it finds, and for the partial ones that lead there. They wait in a queue
//! for each row. A step puts a queen on the lowest free square of the row, in every lane; the child is kept if each of
//! the next rows still has a free square. A lane without free squares takes the next partial placement.

use std::ops::Range;

use super::trie::{Node, Shifts};
use crate::parallel::{StopFlag, Stopped};
use crate::simd::{Lanes, Work};

/// The partial placements that a step takes. With their children they should stay in the second cache.
const TAKEN: usize = 2048;

/// The words of a queue: a placement has at most sixteen children, and a vector may be written behind the last one.
const WORDS: usize = 16 * TAKEN + 64;

/// Partial placements that wait for a queen on the same row: the columns of both classes, and the attacks in the upper
/// and in the lower half.
struct Queue<L: Lanes> {
    words: [Vec<L::Word>; 6],
    len: usize,
}

/// The queues of a search, kept from one to the next.
pub(crate) struct Queues<L: Lanes>(Vec<Queue<L>>);

impl<L: Lanes> Queues<L> {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Finds all placements of the patterns of a tree. `found` is told of some of a pattern at a time: the columns of
    /// both classes. The bits beyond the board, which the caller tells, are set.
    pub(crate) fn search(
        &mut self,
        root: &Node<L>,
        beyond: [u32; 2],
        stop: &StopFlag,
        found: &mut impl FnMut(usize, [&[L::Word]; 2]),
    ) -> Result<(), Stopped> {
        self.make(1);
        let [a, b] = beyond;
        for (queue, word) in self.0[0].words.iter_mut().zip([a, b, 0, 0, 0, 0]) {
            queue[0] = L::word(word);
        }
        self.0[0].len = 1;
        self.below(root, 0, stop, found)
    }

    fn make(&mut self, queues: usize) {
        let empty = || Queue { words: [(); 6].map(|()| vec![L::Word::default(); WORDS]), len: 0 };
        self.0.resize_with(self.0.len().max(queues), empty);
    }

    fn below(
        &mut self,
        node: &Node<L>,
        depth: usize,
        stop: &StopFlag,
        found: &mut impl FnMut(usize, [&[L::Word]; 2]),
    ) -> Result<(), Stopped> {
        self.make(depth + 2);
        for start in (0..self.0[depth].len).step_by(TAKEN) {
            let taken = start..(start + TAKEN).min(self.0[depth].len);
            for child in &node.children {
                if stop.is_raised() {
                    return Err(Stopped);
                }
                let (from, to) = self.0.split_at_mut(depth + 1);
                let (from, to) = (&from[depth], &mut to[0]);
                to.len =
                    L::run(Step { node: child, from, taken: taken.clone(), to: &mut to.words });
                if child.children.is_empty() {
                    let [a, b, ..] = &to.words;
                    found(child.patterns.start, [&a[..to.len], &b[..to.len]]);
                } else if to.len > 0 {
                    self.below(child, depth + 1, stop, found)?;
                }
            }
        }
        Ok(())
    }
}

/// Puts a queen on the row of a node, in all ways; tells how many children are kept.
struct Step<'a, L: Lanes> {
    node: &'a Node<L>,
    from: &'a Queue<L>,
    taken: Range<usize>,
    to: &'a mut [Vec<L::Word>; 6],
}

impl<L: Lanes> Work for Step<'_, L> {
    type Out = usize;

    #[inline(always)]
    fn work(self) -> usize {
        let Self { node, from, taken, to } = self;
        let &Node { class, half, to_row, advance: [own, other], ref look_ahead, .. } = node;
        let is_last = node.children.is_empty();
        // What belongs to the row's own class and half comes first.
        let order = [class, 1 - class, 2 + 2 * half, 3 + 2 * half, 4 - 2 * half, 5 - 2 * half];
        let from: [&[L::Word]; 6] = order.map(|word| &from.words[word][..]);
        let mut to = to.each_mut().map(|words| &mut words[..]);
        if class == 1 {
            to.swap(0, 1);
        }
        if half == 1 {
            to.swap(2, 4);
            to.swap(3, 5);
        }
        let mut words = [L::splat(0); 6];
        let mut free = L::splat(0);
        let Range { start: mut at, end } = taken;
        let mut len = 0;
        loop {
            let mut empty = L::pack(free.is_zero());
            if end - at < L::COUNT {
                empty = L::first(empty, end - at);
            }
            for i in 0..6 {
                words[i] = words[i].refill(empty, from[i], at);
            }
            at += L::len(empty);
            let squares = words[0].nor3(words[2].up(to_row[0]), words[3].down(to_row[1]));
            free = free.select(empty, squares);
            let living = free.meets(free);
            let queen = free.lowest();
            free = free.xor(queen);
            let child = [
                words[0].or(queen),
                words[1],
                words[2].up(own.attacks[0]).or(queen.up(own.queen[0])),
                words[3].down(own.attacks[1]).or(queen.down(own.queen[1])),
                words[4].up(other.attacks[0]).or(queen.up(other.queen[0])),
                words[5].down(other.attacks[1]).or(queen.down(other.queen[1])),
            ];
            let mut least = L::splat(u32::MAX);
            least = least_free(&look_ahead[0][0], child[0], child[2], child[3], least);
            least = least_free(&look_ahead[0][1], child[0], child[4], child[5], least);
            least = least_free(&look_ahead[1][0], child[1], child[2], child[3], least);
            least = least_free(&look_ahead[1][1], child[1], child[4], child[5], least);
            let keep = L::pack(L::both(living, least.meets(least)));
            child[0].append(keep, to[0], len);
            child[1].append(keep, to[1], len);
            if !is_last {
                for i in 2..6 {
                    child[i].append(keep, to[i], len);
                }
            }
            len += L::len(keep);
            // A lane keeps a placement only while it has free squares.
            if at == end && L::len(L::pack(free.meets(free))) == 0 {
                return len;
            }
        }
    }
}

/// The least of this word and the words of free squares of rows of one class and half: zero if one of them has none.
#[inline(always)]
fn least_free<L: Lanes>(rows: &[Shifts<L>], columns: L, up: L, down: L, mut least: L) -> L {
    for row in rows {
        least = least.min(columns.nor3(up.up(row[0]), down.down(row[1])));
    }
    least
}
