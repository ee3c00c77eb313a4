//! Every solution of the plain board, one after the other.

use std::hint::select_unpredictable;
use std::ops::ControlFlow;

use crate::board::placement::Placement;
use crate::error::Error;
use crate::sets::Word;
use crate::simd::with_bit_instructions;

/// The largest n that [`solutions`] lists: a row of the board is a word of 64 bits.
pub const MAX_N: u32 = 64;

/// Lists the solutions of the plain n by n board in lexicographic order, each found when you ask for it.
///
/// Takes O(n) memory. Filter by [`Placement::is_canonical`] for the fundamental solutions. Other boards, and the first
/// solutions of large ones, are those of [`Problem::solutions`](crate::Problem::solutions).
///
/// # Errors
///
/// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`].
///
/// # Examples
///
/// ```
/// use queens::Placement;
///
/// let first = queens::solutions(8)?.next().expect("8 queens have solutions");
/// assert_eq!(first.to_string(), "1 5 8 6 3 7 2 4");
/// assert_eq!(queens::solutions(8)?.filter(Placement::is_canonical).count(), 12);
/// # Ok::<_, queens::Error>(())
/// ```
pub fn solutions(n: u32) -> Result<Solutions, Error> {
    if n > MAX_N {
        let advice = format!("solutions are listed for n up to {MAX_N}");
        return Err(Error::too_large(n, "list", advice));
    }
    let level = || Level { nodes: Box::new([Node::default(); ROOM]), next: 0, end: 0 };
    let mut levels: Vec<Level> = (0..=n).map(|_| level()).collect();
    levels[0].nodes[0].free = u64::ones(n);
    levels[0].end = 1;
    Ok(Solutions { n, levels, row: 0 })
}

/// The solutions of the plain board, in lexicographic order; made by [`solutions`].
///
/// Placements with the same number of queens are taken row by row in small batches, depth first: children are appended in
/// the order of their parents, so a batch is in lexicographic order. In a batch nothing depends on a guess of the
/// processor, which it would get wrong at every second node.
#[derive(Clone, Debug)]
pub struct Solutions {
    n: u32,
    /// By the number of queens, the placements at hand.
    levels: Vec<Level>,
    /// The level that is worked on.
    row: usize,
}

/// Placements with the same number of queens, in order; those before `next` are done.
#[derive(Clone, Debug)]
struct Level {
    nodes: Box<[Node; ROOM]>,
    next: usize,
    end: usize,
}

/// Queens on the first rows: the lines that they hold, as they meet the next row.
#[derive(Clone, Copy, Default, Debug)]
struct Node {
    cols: u64,
    /// Diagonals whose column grows by one from row to row: shifted to the left, as bits.
    left: u64,
    /// Diagonals whose column falls by one.
    right: u64,
    /// The columns of the row still to be tried.
    free: u64,
    /// The placement without the last queen, by its place in the level above.
    parent: u32,
}

/// Placements of a batch, and room for one that is looked at beyond its end.
const BATCH: usize = 128;
const ROOM: usize = BATCH + 2;

impl Solutions {
    /// Fills the next level with children of this one. A child is left out if one of the three rows below it has no free
    /// column.
    #[inline(always)]
    #[allow(
        clippy::inline_always,
        reason = "what is not inlined is compiled without bit instructions"
    )]
    fn expand(&mut self) {
        let full = u64::ones(self.n);
        // Past the last row nothing needs a column: no lines are all of these.
        let row_at = |distance: usize| if self.row + distance < self.n as usize { full } else { 0 };
        let rows = [1, 2, 3].map(row_at);
        let [level, below] = &mut self.levels[self.row..self.row + 2] else { return };
        let (nodes, children) = (&mut *level.nodes, &mut *below.nodes);
        let (mut next, mut end) = (level.next, 0);
        let stop = level.end.min(BATCH);
        let (mut free, mut free_after) = (nodes[next].free, nodes[next + 1].free);
        while next < stop && end < BATCH {
            let Node { cols, left, right, .. } = nodes[next];
            let rest = free & free.wrapping_sub(1);
            let queen = free ^ rest;
            let (cols, left, right) = (cols | queen, (left | queen) << 1, (right | queen) >> 1);
            let held =
                [cols | left | right, cols | left << 1 | right >> 1, cols | left << 2 | right >> 2];
            let parent = next as u32;
            children[end] = Node { cols, left, right, free: full & !held[0], parent };
            let is_open = |i: usize| usize::from(held[i] & full != rows[i]);
            end += is_open(0) & is_open(1) & is_open(2);
            let is_done = rest == 0;
            free = select_unpredictable(is_done, free_after, rest);
            next += usize::from(is_done);
            free_after = nodes[next + 1].free;
        }
        nodes[next].free = free;
        level.next = next;
        (below.next, below.end) = (0, end);
    }

    /// The columns of a full placement.
    fn columns(&self, mut at: usize) -> Vec<u32> {
        let mut columns = vec![0; self.n as usize];
        for (column, levels) in columns.iter_mut().zip(self.levels.windows(2)).rev() {
            let [above, level] = levels else { break };
            let Node { cols, parent, .. } = level.nodes[at];
            at = parent as usize;
            *column = (cols ^ above.nodes[at].cols).trailing_zeros();
        }
        columns
    }

    /// Looks for the next solution within some `max_nodes` nodes, for callers that cannot wait: where
    /// solutions are rare, one may be hours away.
    ///
    /// `Break` has what [`next`](Iterator::next) would have given. `Continue` says that the nodes were
    /// not enough; the search goes on from there at the next call of either.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// let mut solutions = queens::solutions(64)?;
    /// assert_eq!(solutions.next_within(1000), ControlFlow::Continue(()));
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn next_within(&mut self, max_nodes: u64) -> ControlFlow<Option<Placement>> {
        let mut left = max_nodes;
        loop {
            let level = &mut self.levels[self.row];
            if level.next < level.end {
                if self.row == self.n as usize {
                    level.next += 1;
                    let at = level.next - 1;
                    return ControlFlow::Break(Some(Placement::proved(self.n, self.columns(at))));
                }
                if left == 0 {
                    return ControlFlow::Continue(());
                }
                with_bit_instructions(
                    #[inline(always)]
                    || self.expand(),
                );
                left = left.saturating_sub(BATCH as u64);
                self.row += 1;
            } else if self.row == 0 {
                return ControlFlow::Break(None);
            } else {
                self.row -= 1;
            }
        }
    }
}

impl Iterator for Solutions {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        loop {
            if let ControlFlow::Break(end) = self.next_within(u64::MAX) {
                return end;
            }
        }
    }
}
