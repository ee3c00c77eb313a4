//! The placements of one class of squares on a given set of rows.

use super::squares::{Squares, members};
use crate::parallel::{StopFlag, Stopped};

/// Where sets of columns stand in a list of them.
#[derive(Clone, Debug)]
pub(crate) struct Ranks(Vec<u16>);

impl Ranks {
    /// No rank.
    pub(crate) const NONE: u16 = u16::MAX;

    /// The ranks of some of the sets of `width` elements; fewer than 65,535.
    pub(crate) fn new(width: u32, sets: impl IntoIterator<Item = u32>) -> Self {
        let mut ranks = vec![Self::NONE; 1 << width];
        for (rank, set) in (0..).zip(sets) {
            ranks[set as usize] = rank;
        }
        Self(ranks)
    }

    #[inline]
    pub(crate) fn of(&self, set: u32) -> u16 {
        self.0[set as usize]
    }
}

/// Calls `found` with the columns and the diagonals of every way to add queens on the open rows to a
/// placement with these columns and diagonals. `position` holds the column of each queen, by row.
pub(crate) fn place(
    squares: Squares,
    open: u32,
    columns: u32,
    diagonals: u64,
    position: &mut [u8; 16],
    found: &mut impl FnMut(u32, u64, &[u8; 16]),
) {
    if open == 0 {
        return found(columns, diagonals, position);
    }
    let row = open.trailing_zeros();
    let open = open & (open - 1);
    let mut free = squares.free(row, columns, diagonals);
    while free != 0 {
        let column = free.trailing_zeros();
        free &= free - 1;
        position[row as usize & 15] = column as u8;
        let (columns, diagonals) =
            (columns | 1 << column, diagonals | squares.diagonals(row, column));
        if open == 0 {
            found(columns, diagonals, position);
        } else {
            place(squares, open, columns, diagonals, position, found);
        }
    }
}

/// All ways to place queens on these rows, in order.
pub(crate) fn prefixes(class: Squares, rows: &[u32]) -> Vec<Vec<(u32, u32)>> {
    let mut all = vec![Vec::new()];
    for &row in rows {
        let mut longer = Vec::new();
        for prefix in &all {
            let (mut columns, mut diagonals) = (0u32, 0u64);
            for &(row, column) in prefix {
                columns |= 1u32 << column;
                diagonals |= class.diagonals(row, column);
            }
            for column in members(class.free(row, columns, diagonals)) {
                let mut next: Vec<(u32, u32)> = prefix.clone();
                next.push((row, column));
                longer.push(next);
            }
        }
        all = longer;
    }
    all
}

/// Calls `found` with the rank of the columns and the diagonals of every placement on these rows. Listing them
/// twice, to count and to store, is cheaper than to keep what is to be sorted.
fn each(
    squares: Squares,
    rows: u32,
    ranks: &Ranks,
    stop: &StopFlag,
    found: &mut impl FnMut(usize, u64),
) -> Result<(), Stopped> {
    // Of a large board they are millions: a square of each of the first two rows after the other.
    for first in prefixes(squares, &members(rows).take(2).collect::<Vec<_>>()) {
        if stop.is_raised() {
            return Err(Stopped);
        }
        let (mut columns, mut diagonals, mut open) = (0u32, 0, rows);
        for &(row, column) in &first {
            columns |= 1u32 << column;
            diagonals |= squares.diagonals(row, column);
            open &= !(1u32 << row);
        }
        place(squares, open, columns, diagonals, &mut [0; 16], &mut |columns, diagonals, _| {
            let rank = ranks.of(columns);
            if rank != Ranks::NONE {
                found(usize::from(rank), diagonals);
            }
        });
    }
    Ok(())
}

/// Placements of a class, by columns: what diagonals each occupies.
#[derive(Clone, Default, Debug)]
pub(crate) struct Placements {
    /// By column set: where its placements begin. One entry more than sets.
    start: Vec<u32>,
    diagonals: Vec<u64>,
}

impl Placements {
    /// All on these rows, by the rank of their columns, of `sets` ranks.
    pub(crate) fn new(
        squares: Squares,
        rows: u32,
        ranks: &Ranks,
        sets: usize,
        stop: &StopFlag,
    ) -> Result<Self, Stopped> {
        let mut start = vec![0; sets + 1];
        each(squares, rows, ranks, stop, &mut |rank, _| start[rank + 1] += 1)?;
        for rank in 1..start.len() {
            start[rank] += start[rank - 1];
        }
        let mut next = start.clone();
        let mut diagonals = vec![0; start[sets] as usize];
        each(squares, rows, ranks, stop, &mut |rank, placement| {
            let at = &mut next[rank];
            diagonals[*at as usize] = placement;
            *at += 1;
        })?;
        Ok(Self { start, diagonals })
    }

    /// Makes this list the column sets of `all` with these numbers, in this order.
    pub(crate) fn copy_sets(&mut self, all: &Self, sets: &[u16]) {
        self.clear();
        for &set in sets {
            self.diagonals.extend_from_slice(all.on(usize::from(set)));
            self.start.push(self.diagonals.len() as u32);
        }
    }

    /// Makes this list that part of `all` that leaves some diagonals alone.
    pub(crate) fn copy_unblocked(&mut self, all: &Self, blocked: u64) {
        self.clear();
        // One place more than needed, for the last store below.
        self.diagonals.resize(all.diagonals.len() + 1, 0);
        let mut kept = 0;
        for range in all.start.windows(2) {
            for &placement in &all.diagonals[range[0] as usize..range[1] as usize] {
                self.diagonals[kept] = placement;
                kept += usize::from(placement & blocked == 0);
            }
            self.start.push(kept as u32);
        }
        self.diagonals.truncate(kept);
    }

    fn clear(&mut self) {
        self.start.clear();
        self.start.push(0);
        self.diagonals.clear();
    }

    /// The number of column sets.
    pub(crate) fn sets(&self) -> usize {
        self.start.len() - 1
    }

    /// The placements of one column set.
    #[inline]
    pub(crate) fn on(&self, set: usize) -> &[u64] {
        &self.diagonals[self.start[set] as usize..self.start[set + 1] as usize]
    }
}
