//! Solutions that a half turn maps to themselves, by meeting in the middle.
//!
//! The queens come in pairs. Let i and j be the distances from the centre of a queen's row and column
//! (1 for the innermost, the middle line of an odd board aside, on which the queen of the centre
//! stands), and its *side* whether it stands on the same side of both middle lines or not. A pair takes
//! the rows and columns of its distances whatever its side, and of each direction's diagonals one
//! distance: i + j and |i - j| of the one and the other, or the other way round. So half the queens, a
//! permutation j of the distances with a side each, are the whole of it: what they may not have in
//! common are the sums and differences, in one of two kinds.
//!
//! The rows up to k are the *inner* half, the others the *outer* half. For every set D of k columns, the
//! placements of the inner rows in D and of the outer rows in the other columns are listed, each with
//! the distances that both halves can take as its signature, and the pairs without a common one are
//! counted, all as in the join method.
//!
//! **Symmetry.** A mirror image exchanges the sides: only one side of the innermost outer row is
//! listed, for two. A reflection in a long diagonal exchanges rows and columns: boards on which the
//! queen of row 1 is in the inner columns and that of column 1 not in the inner rows are as many as
//! those with the opposite; they are counted twice, and the opposite is left out.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::thread;

use super::columns::{self, sets};
use super::diagonals::{Halves, reflected};
use super::lists::{List, Lists, MAX_CUTS};
use super::pairs::{Open, Pairing};
use super::planes::Kernel;
use crate::backend::{BackendId, StopFlag, Stopped};

/// The smallest and the largest size of [`half_turn`].
pub(crate) const HALF_TURN_N: std::ops::RangeInclusive<u32> = 8..=32;

/// The solutions that a half turn maps to themselves, n in [`HALF_TURN_N`].
pub(crate) fn half_turn(
    n: u32,
    backend: BackendId,
    threads: NonZeroUsize,
    stop: &StopFlag,
) -> Result<u64, Stopped> {
    assert!(HALF_TURN_N.contains(&n), "n = {n}");
    let kernel = super::kernel(backend).expect("the caller has asked for it");
    let board = Turned::new(n);
    let pairing = board.pairing();
    let (next, total) = (AtomicU32::new(0), AtomicU64::new(0));
    let end = sets(board.h, board.k);
    let work = || -> Result<(), Stopped> {
        let mut lists = Lists::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end {
                return Ok(());
            }
            let set = columns::unrank(number, board.k);
            let found = board.count(kernel, &pairing, &mut lists, set, stop)?;
            let before = total.fetch_add(found, Ordering::Relaxed);
            assert!(before.checked_add(found).is_some(), "fewer than 2^64 for n <= 32");
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads.get()).map(|_| scope.spawn(work)).collect();
        let own = work();
        others
            .into_iter()
            .map(|other| other.join().expect("it does not panic"))
            .fold(own, Result::and)
    })?;
    Ok(total.into_inner())
}

/// Keys of inner half-boards: whether the queen of row 1 is in an inner column.
const KEY_OUTSIDE: u8 = 1;
const KEY_INSIDE: u8 = 2;

/// Pairs up to which a leaf is counted at once.
const LEAF: usize = 1_000_000;

/// Rows of each side by which its lists can be cut.
const CUTS: u32 = 2;

/// A board seen as half its queens.
struct Turned {
    n: u32,
    /// Distances of rows and columns: 1 to h.
    h: u32,
    /// Rows of the inner half.
    k: u32,
    /// 1 on an even board, where the line at the distance i is i - 1/2 from the centre; so sums are
    /// less by one.
    even: u32,
    /// The signatures of a queen of the inner and of the outer half, by the row's distance from the cut
    /// and the column; as each half numbers them.
    signatures: [Vec<[u64; 32]>; 2],
}

impl Turned {
    fn new(n: u32) -> Self {
        let (h, even) = (n / 2, u32::from(n.is_multiple_of(2)));
        let mut board = Self { n, h, k: h / 2, even, signatures: [Vec::new(), Vec::new()] };
        let signature = |row: u32, col: usize| {
            let col = col as u32;
            let (j, same) = if col < h { (h - col, false) } else { (col - h + 1, true) };
            if col >= 2 * h || j == row {
                return 0;
            }
            let bit = |line: u32, kind: bool| 1_u64 << (2 * (line - 1) + u32::from(kind));
            let bits = bit(row + j - even, same) | bit(row.abs_diff(j), !same);
            bits & (u64::MAX >> (64 - board.crossing_bits(0)))
        };
        let row = |row: u32| std::array::from_fn(|col| signature(row, col));
        let inner = (1..=board.k).rev().map(row).collect();
        let outer = (board.k + 1..=h).map(|i| row(i).map(reflected)).collect();
        board.signatures = [inner, outer];
        board
    }

    /// The distances of both kinds that both halves can take when so many rows next to the cut are
    /// settled, the innermost ones numbered first.
    fn crossing_bits(&self, depth: u32) -> u32 {
        2 * (self.k - depth + self.h - self.even)
    }

    fn planes(&self, depth: u32) -> usize {
        self.crossing_bits(depth).div_ceil(8) as usize
    }

    fn pairing(&self) -> Pairing {
        let planes = (0..=self.k).map(|depth| self.planes(depth)).collect();
        Pairing::of_sides(Halves::new(self.n, 1), self.signatures.clone(), planes, LEAF)
    }

    /// Rows by which lists can be cut.
    fn cuts(&self) -> u32 {
        CUTS.min(self.k - 1)
    }

    /// Counts the boards whose inner rows have these columns; the column at the distance j is bit
    /// j - 1.
    fn count(
        &self,
        kernel: &dyn Kernel,
        pairing: &Pairing,
        lists: &mut Lists,
        set: u32,
        stop: &StopFlag,
    ) -> Result<u64, Stopped> {
        let begin = lists.mark();
        let others = ((1 << self.h) - 1) & !set;
        let inner = self.list(lists, 0, set);
        let outer = self.list(lists, 1, others);
        let limit = u32::from(KEY_OUTSIDE);
        let (inside, outside) = lists.split(kernel, &inner, 0, limit, self.planes(0), true);
        let both_sides = |set: u32| set << self.h | set.reverse_bits() >> (32 - self.h);
        let open = Open { gone: 0, columns: [both_sides(set), both_sides(others)] };
        let pair = [[inside, outside], [outer, outer.emptied()]];
        let [inside, outside] = pairing.pairs(kernel, lists, pair, open, stop)?;
        lists.forget(begin);
        Ok(2 * if set & 1 == 1 { inside } else { 2 * inside + outside })
    }

    /// Lists the placements of the inner or the outer half in these columns.
    fn list(&self, lists: &mut Lists, side: usize, set: u32) -> List {
        let mark = lists.mark();
        let (rows, bytes) = (self.signatures[side].len() as u32, self.planes(0));
        let mut listing =
            Listing { board: self, lists, side, rows, bytes, set, columns: [0; MAX_CUTS] };
        // The distance 0 is that of the long diagonals, on which a queen attacks its own image.
        let taken = Taken { up: 1, down: 1 << 63 };
        listing.fill(0, u64::from(set) << 1, [taken; 2], 0);
        lists.list_since(mark, bytes + usize::from(side == 0), side == 0, self.cuts())
    }
}

/// A list being made.
struct Listing<'a> {
    board: &'a Turned,
    lists: &'a mut Lists,
    side: usize,
    rows: u32,
    /// Bytes of a signature.
    bytes: usize,
    set: u32,
    /// The columns of the first queens.
    columns: [u8; MAX_CUTS],
}

impl Listing<'_> {
    /// Fills the rows from this far from the cut on with queens in the columns `free`, bit j for the
    /// distance j.
    fn fill(&mut self, depth: u32, free: u64, taken: [Taken; 2], signature: u64) {
        let Turned { h, k, even, .. } = *self.board;
        if depth == self.board.cuts() {
            self.lists.begin_segment(self.columns);
        }
        let row = if self.side == 0 { k - depth } else { k + 1 + depth };
        let sums = |kind: usize| taken[kind].up >> (row - even);
        let differences = |kind: usize| taken[kind].up << row | taken[kind].down >> (63 - row);
        for same in 0..2 {
            // Of the mirror image pairs, one.
            if self.side == 1 && depth == 0 && same == 0 {
                continue;
            }
            let mut squares = free & !(sums(same) | differences(1 - same));
            while squares != 0 {
                let j = squares.trailing_zeros();
                squares &= squares - 1;
                let col = if same == 1 { h - 1 + j } else { h - j };
                let signature =
                    signature | self.board.signatures[self.side][depth as usize][col as usize];
                if depth + 1 == self.rows {
                    self.push(signature, j);
                    continue;
                }
                if let Some(place) = self.columns.get_mut(depth as usize) {
                    *place = col as u8;
                }
                let mut taken = taken;
                taken[same] = taken[same].with(row + j - even);
                taken[1 - same] = taken[1 - same].with(row.abs_diff(j));
                self.fill(depth + 1, free & !(1 << j), taken, signature);
            }
        }
    }

    /// Adds a half-board whose last queen is in the column at the distance j.
    #[inline]
    fn push(&mut self, signature: u64, j: u32) {
        if self.side == 1 {
            self.lists.push(signature, self.bytes);
            return;
        }
        let inside = j <= self.board.k;
        if !inside && self.set & 1 == 1 {
            return;
        }
        let key = if inside { KEY_INSIDE } else { KEY_OUTSIDE };
        self.lists.push(signature | u64::from(key) << (8 * self.bytes), self.bytes + 1);
    }
}

/// The distances taken of one kind: bit l for the distance l, and bit 63 - l.
#[derive(Clone, Copy)]
struct Taken {
    up: u64,
    down: u64,
}

impl Taken {
    #[inline]
    fn with(self, line: u32) -> Self {
        Self { up: self.up | 1 << line, down: self.down | 1 << 63 >> line }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::known;
    use crate::search;

    #[test]
    fn it_counts_what_the_search_counts() {
        let stop = StopFlag::new();
        for backend in [BackendId::Portable, super::super::best_kernel()] {
            for n in 8..=if cfg!(debug_assertions) { 17 } else { 23 } {
                let counted = half_turn(n, backend, NonZeroUsize::MIN, &stop).unwrap();
                let size = BoardSize::new(n).unwrap();
                assert_eq!(counted, search::half_turn(size, &stop).unwrap(), "{backend} {n}");
                assert_eq!(Some(counted.into()), known::HALF_TURN.at(n), "{n}");
            }
        }
    }
}
