//! The placements of one class of squares on a given set of rows.

use super::squares::Squares;

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
    let mut free = squares.free(row, columns, diagonals);
    while free != 0 {
        let column = free.trailing_zeros();
        free &= free - 1;
        position[row as usize] = column as u8;
        let diagonals = diagonals | squares.diagonals(row, column);
        place(squares, open & (open - 1), columns | 1 << column, diagonals, position, found);
    }
}

/// All placements of a class on one set of rows that leave some diagonals alone, by columns.
#[derive(Clone, Default, Debug)]
pub(crate) struct Placements {
    /// By the rank of their columns: where they begin in `diagonals`. One entry more than ranks.
    start: Vec<u32>,
    /// The diagonals that each placement occupies.
    diagonals: Vec<u64>,
}

impl Placements {
    /// Those on all rows of the set without a queen on the `blocked` diagonals, whose columns have one
    /// of the `sets` ranks.
    pub(crate) fn new(
        squares: Squares,
        rows: u32,
        blocked: u64,
        ranks: &Ranks,
        sets: usize,
    ) -> Self {
        let mut start = vec![0; sets + 1];
        let mut all = Vec::new();
        place(squares, rows, 0, blocked, &mut [0; 16], &mut |columns, diagonals, _| {
            let rank = ranks.of(columns);
            if rank != Ranks::NONE {
                start[usize::from(rank) + 1] += 1;
                all.push((rank, diagonals & !blocked));
            }
        });
        for rank in 1..start.len() {
            start[rank] += start[rank - 1];
        }
        let mut next = start.clone();
        let mut diagonals = vec![0; all.len()];
        for (rank, placement) in all {
            let at = &mut next[usize::from(rank)];
            diagonals[*at as usize] = placement;
            *at += 1;
        }
        Self { start, diagonals }
    }

    /// Makes this list that part of `all` that leaves some more diagonals alone.
    pub(crate) fn copy_unblocked(&mut self, all: &Self, blocked: u64) {
        self.start.clear();
        self.start.push(0);
        // One place more than needed, for the last store below.
        self.diagonals.resize(self.diagonals.len().max(all.diagonals.len() + 1), 0);
        let mut kept = 0;
        for range in all.start.windows(2) {
            for &placement in &all.diagonals[range[0] as usize..range[1] as usize] {
                self.diagonals[kept] = placement;
                kept += usize::from(placement & blocked == 0);
            }
            self.start.push(kept as u32);
        }
    }

    /// The placements on the columns with this rank.
    #[inline]
    pub(crate) fn on(&self, rank: usize) -> &[u64] {
        &self.diagonals[self.start[rank] as usize..self.start[rank + 1] as usize]
    }
}
