//! The placements that are tried one by one against a packed board, and the tables they look up.
//!
//! What a queen leaves alive of the packed placements is one vector of bits, and of two queens
//! another. So the open rows are taken in pairs, and each pair of squares that do not attack each
//! other has an entry in a table. A placement is a byte for each pair of rows; its survivors are the
//! conjunction of that many entries.

use super::placements::{Ranks, place};
use super::squares::Squares;

/// The most pairs of rows.
pub(crate) const MAX_PAIRS: usize = 8;

/// One row or two with all their placements, and where their entries begin.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) rows: (u32, Option<u32>),
    pub(crate) base: usize,
    /// The columns; the second one has no meaning for a single row.
    pub(crate) squares: Vec<(u32, u32)>,
    /// By first and second column, the place in `squares`.
    entry: Vec<u8>,
}

/// The rows whose queens are looked up.
#[derive(Clone, Debug)]
pub(crate) struct Lookups {
    pub(crate) pairs: Vec<Pair>,
    /// An entry of the first pair that stands for no survivor at all.
    pub(crate) nothing: u8,
    /// The number of entries in all.
    pub(crate) entries: usize,
}

impl Lookups {
    /// At most 16 rows, of at most 16 columns.
    pub(crate) fn new(class: Squares, rows: &[u32]) -> Self {
        let mut pairs: Vec<Pair> = Vec::new();
        let mut base = 0;
        let mut nothing = 1;
        for rows in rows.chunks(2) {
            let rows = (rows[0], rows.get(1).copied());
            let mut squares = Vec::new();
            let mut entry = vec![0; (class.columns * class.columns) as usize];
            for first in 0..class.columns {
                let others = if rows.1.is_some() { class.columns } else { 1 };
                for second in 0..others {
                    if let Some(other) = rows.1
                        && (first == second
                            || class.diagonals(rows.0, first) & class.diagonals(other, second) != 0)
                    {
                        continue;
                    }
                    // At most 16 x 15 entries.
                    entry[(first * class.columns + second) as usize] = squares.len() as u8;
                    squares.push((first, second));
                }
            }
            let first = pairs.is_empty();
            if first {
                nothing = squares.len() as u8;
            }
            let entries = squares.len() + usize::from(first);
            pairs.push(Pair { rows, base, squares, entry });
            base += entries;
        }
        assert!(pairs.len() <= MAX_PAIRS, "more rows than a byte a pair can name");
        Self { pairs, nothing, entries: base.max(2) }
    }

    /// What a placement looks up.
    #[inline]
    fn entries(&self, class: Squares, position: &[u8; 16]) -> Entries {
        let mut entries = [0; MAX_PAIRS];
        for (entry, pair) in entries.iter_mut().zip(&self.pairs) {
            let column = |row: u32| usize::from(position[row as usize]);
            let at = column(pair.rows.0) * class.columns as usize + pair.rows.1.map_or(0, column);
            *entry = pair.entry[at];
        }
        entries
    }
}

/// By pair of rows, the entry; zero beyond the last.
pub(crate) type Entries = [u8; MAX_PAIRS];

/// How many placements of one row are taken at a time: the lists are filled up to a multiple.
pub(crate) const AT_ONCE: usize = 4;

/// The placements that begin with the same queens, by columns.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tried {
    /// The ranks of columns that occur, ascending.
    pub(crate) ranks: Vec<u16>,
    /// Where their entries begin; one more than `ranks`, all multiples of [`AT_ONCE`].
    start: Vec<u32>,
    entries: Vec<Entries>,
    /// The number of placements.
    pub(crate) placements: u64,
    /// The most placements with the same columns.
    pub(crate) longest: usize,
    /// Before they are sorted.
    unsorted: Vec<(u16, Entries)>,
    next: Vec<u32>,
}

impl Tried {
    /// Makes this the list of placements that begin with the queens of `prefix`, have others on the rows
    /// of `lookups`, and columns with one of the `sets` ranks.
    pub(crate) fn fill(
        &mut self,
        class: Squares,
        prefix: &[(u32, u32)],
        lookups: &Lookups,
        ranks: &Ranks,
        sets: usize,
    ) {
        let (mut columns, mut diagonals) = (0u32, 0u64);
        for &(row, column) in prefix {
            columns |= 1u32 << column;
            diagonals |= class.diagonals(row, column);
        }
        let mut open = 0;
        for pair in &lookups.pairs {
            open |= 1 << pair.rows.0 | pair.rows.1.map_or(0, |row| 1 << row);
        }
        let Self { ranks: present, start, entries, placements, longest, unsorted, next } = self;
        unsorted.clear();
        next.clear();
        next.resize(sets, 0);
        place(class, open, columns, diagonals, &mut [0; 16], &mut |columns, _, position| {
            let rank = ranks.of(columns);
            if rank != Ranks::NONE {
                next[usize::from(rank)] += 1;
                unsorted.push((rank, lookups.entries(class, position)));
            }
        });
        *placements = unsorted.len() as u64;
        present.clear();
        start.clear();
        start.push(0);
        *longest = 0;
        let mut end = 0;
        for (rank, next) in (0..).zip(next.iter_mut()) {
            let length = *next as usize;
            *next = end;
            if length > 0 {
                present.push(rank);
                end += length.next_multiple_of(AT_ONCE) as u32;
                start.push(end);
                *longest = length.max(*longest);
            }
        }
        let mut nothing = [0; MAX_PAIRS];
        nothing[0] = lookups.nothing;
        entries.clear();
        entries.resize(end as usize, nothing);
        for &(rank, placement) in &*unsorted {
            let at = &mut next[usize::from(rank)];
            entries[*at as usize] = placement;
            *at += 1;
        }
    }

    /// The placements of each rank that occurs, filled up with some that nothing survives.
    pub(crate) fn lists(&self) -> impl Iterator<Item = &[Entries]> {
        self.start.windows(2).map(|range| &self.entries[range[0] as usize..range[1] as usize])
    }
}
