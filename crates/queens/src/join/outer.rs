//! The outer table: all placements of the outermost rows, by the columns that they occupy.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::columns;
use super::diagonals::{Halves, NO_KEY};
use super::planes::{LANES, Line};
use crate::backend::{StopFlag, Stopped};

/// All placements of the outermost rows, by the columns that they occupy, each as an entry of
/// [`Halves::entry_planes`] bytes: the diagonals that it attacks, and its key.
#[derive(Debug)]
pub(super) struct OuterTable {
    /// The lists of [`PART`] column sets each, in the order of their numbers.
    parts: Vec<Part>,
    planes: usize,
}

/// Column sets of a part.
const PART: usize = 256;

#[derive(Clone, Default, Debug)]
struct Part {
    lists: Vec<Place>,
    lines: Vec<Line>,
}

/// Where the list of a column set stands.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Its first line.
    line: u32,
    len: u32,
    /// For odd n and sets with the middle column: how many of its entries, which come first, have
    /// their queen of the middle column above each row.
    above: [u32; MAX_ROWS],
}

/// Outer rows, at most.
pub(super) const MAX_ROWS: usize = 8;

impl OuterTable {
    /// Tabulates on these threads.
    pub(super) fn build(
        halves: Halves,
        threads: NonZeroUsize,
        stop: &StopFlag,
    ) -> Result<Self, Stopped> {
        let sets = columns::sets(halves.n, halves.outer) as usize;
        let parts: Vec<Mutex<Part>> =
            (0..sets.div_ceil(PART)).map(|_| Mutex::new(Part::default())).collect();
        let next = AtomicUsize::new(0);
        let work = || -> Result<(), Stopped> {
            let mut builder = Builder::new(halves);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(part) = parts.get(number) else { return Ok(()) };
                if stop.is_raised() {
                    return Err(Stopped);
                }
                for rank in number * PART..sets.min((number + 1) * PART) {
                    builder.list(columns::unrank(rank as u32, halves.outer));
                }
                *part.lock().expect("nobody else has this part") = builder.finish();
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.get()).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("a builder panicked"))
        })?;
        let unlocked = |part: Mutex<Part>| part.into_inner().expect("no builder panicked");
        Ok(Self { parts: parts.into_iter().map(unlocked).collect(), planes: halves.entry_planes() })
    }

    /// The blocks and the length of the list of a column set, or of the part of it whose queen in
    /// the middle column stands above this row.
    #[inline]
    pub(super) fn list(&self, set: u32, above: Option<u32>) -> (&[Line], usize) {
        let rank = columns::rank(set) as usize;
        let part = &self.parts[rank / PART];
        let place = &part.lists[rank % PART];
        let len = above.map_or(place.len, |row| place.above[row as usize]) as usize;
        (&part.lines[place.line as usize..][..len.div_ceil(LANES) * self.planes], len)
    }

    /// Bytes of memory that it takes.
    pub(super) fn bytes(&self) -> u64 {
        let part = |part: &Part| part.lines.len() * LANES + part.lists.len() * size_of::<Place>();
        self.parts.iter().map(|p| part(p) as u64).sum()
    }

    /// An upper estimate of [`Self::bytes`] before it is built, good to a few per cent: from the mean
    /// length of lists drawn evenly over the column sets.
    pub(super) fn bytes_expected(halves: Halves) -> u64 {
        const SAMPLES: u32 = 512;
        let sets = columns::sets(halves.n, halves.outer);
        let samples = SAMPLES.min(sets);
        let mut builder = Builder::new(halves);
        for i in 0..samples {
            let rank = u64::from(i) * u64::from(sets) / u64::from(samples);
            builder.list(columns::unrank(rank as u32, halves.outer));
        }
        let part = builder.finish();
        let bytes = part.lines.len() * LANES + part.lists.len() * size_of::<Place>();
        bytes as u64 * u64::from(sets) / u64::from(samples) * 21 / 20
    }
}

/// Builds the lists of a part.
struct Builder {
    halves: Halves,
    /// [`Halves::attacked_by_depth`].
    attacked: Vec<[u128; 32]>,
    part: Part,
    planes: usize,
    /// Entries of the list being made.
    len: usize,
    /// The row on which the queen of the middle column must stand, if that is fixed.
    middle: Option<u32>,
}

impl Builder {
    fn new(halves: Halves) -> Self {
        Self {
            halves,
            attacked: halves.attacked_by_depth(),
            part: Part::default(),
            planes: halves.entry_planes(),
            len: 0,
            middle: None,
        }
    }

    fn list(&mut self, set: u32) {
        let line = self.part.lines.len() as u32;
        let mut above = [0; MAX_ROWS];
        self.len = 0;
        if self.halves.is_odd() && set >> self.halves.h & 1 == 1 {
            for row in 0..self.halves.outer {
                above[row as usize] = self.len as u32;
                self.middle = Some(row);
                self.place(0, set, [0, 0], 0, NO_KEY);
            }
            self.middle = None;
        } else {
            self.place(0, set, [0, 0], 0, NO_KEY);
        }
        self.part.lists.push(Place { line, len: self.len as u32, above });
    }

    /// Places the queens of the rows from `row` on into the columns of `set`; `lines` are the squares
    /// of the row that are attacked along anti diagonals and diagonals.
    fn place(&mut self, row: u32, set: u32, lines: [u64; 2], bits: u128, key: u8) {
        if row == self.halves.outer {
            self.push(bits, key);
            return;
        }
        let middle = 1 << self.halves.h;
        let mut free = set & !(lines[0] as u32) & !(lines[1] as u32);
        match self.middle {
            Some(fixed) if fixed == row => free &= middle,
            Some(_) => free &= !middle,
            None => (),
        }
        while free != 0 {
            let col = free.trailing_zeros();
            free &= free - 1;
            let queen = 1_u64 << col;
            let lines = [(lines[0] | queen) >> 1, (lines[1] | queen) << 1];
            let bits = bits | self.attacked[(self.halves.h - 1 - row) as usize][col as usize];
            let key = match self.halves.distance(col) {
                0 => (self.halves.h - 1 - row) as u8,
                _ => key,
            };
            self.place(row + 1, set & !(1 << col), lines, bits, key);
        }
    }

    fn push(&mut self, bits: u128, key: u8) {
        let lane = self.len % LANES;
        if lane == 0 {
            self.part.lines.resize(self.part.lines.len() + self.planes, Line::ZERO);
        }
        let mut bytes = bits.to_le_bytes();
        if self.halves.is_keyed() {
            bytes[self.planes - 1] |= key << 4;
        }
        let block = self.part.lines.len() - self.planes;
        for (line, byte) in self.part.lines[block..].iter_mut().zip(bytes) {
            line.0[lane] = byte;
        }
        self.len += 1;
    }

    /// The lists made so far, in no more memory than they need. The builder can go on.
    fn finish(&mut self) -> Part {
        let part = self.part.clone();
        self.part.lines.clear();
        self.part.lists.clear();
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every placement of the outer rows occurs once, under its columns, with the diagonals of its
    /// queens.
    #[test]
    fn lists_are_the_placements_of_their_columns() {
        for (n, outer) in [(6, 2), (7, 2), (8, 3), (9, 3)] {
            let halves = Halves::new(n, outer);
            let table = OuterTable::build(halves, NonZeroUsize::MIN, &StopFlag::new()).expect("not stopped");
            let mut expected = std::collections::BTreeMap::<u32, Vec<(u128, u8, u32)>>::new();
            let mut columns = vec![0; outer as usize];
            loop {
                let legal = (0..columns.len()).all(|b| {
                    (0..b).all(|a| columns[a] != columns[b] && columns[a].abs_diff(columns[b]) != (b - a) as u32)
                });
                if legal {
                    let set = columns.iter().fold(0, |set, col| set | 1 << col);
                    let rows = || columns.iter().zip(0..);
                    let bits = rows().fold(0, |bits, (&col, row)| bits | halves.attacked(row, col));
                    let in_middle = |&(&col, _): &(&u32, u32)| halves.distance(col) == 0;
                    let key = rows().filter(in_middle).map(|(_, row)| halves.h - 1 - row).min();
                    let last = rows().find(in_middle).map_or(0, |(_, row)| row);
                    expected.entry(set).or_default().push((bits, key.map_or(NO_KEY, |key| key as u8), last));
                }
                let Some(i) = (0..columns.len()).rev().find(|&i| columns[i] + 1 < n) else { break };
                columns[i] += 1;
                columns[i + 1..].fill(0);
            }
            let mut entries = 0;
            for rank in 0..columns::sets(n, outer) {
                let set = columns::unrank(rank, outer);
                let (lines, len) = table.list(set, None);
                let entry = |i: usize| {
                    let block = &lines[i / LANES * halves.entry_planes()..];
                    let byte = |p: usize| u128::from(block[p].0[i % LANES]) << (8 * p);
                    (0..halves.entry_planes()).map(byte).sum::<u128>()
                };
                let key_at = 8 * halves.entry_planes() - 4;
                let mut found: Vec<(u128, u8)> = (0..len)
                    .map(entry)
                    .map(|bits| match halves.is_keyed() {
                        true => (bits & ((1 << key_at) - 1), (bits >> key_at) as u8),
                        false => (bits, 0),
                    })
                    .collect();
                let of_set = expected.remove(&set).unwrap_or_default();
                if !halves.is_keyed() && set >> halves.h & 1 == 1 {
                    for row in 0..outer {
                        let above = of_set.iter().filter(|entry| entry.2 < row).count();
                        assert_eq!(table.list(set, Some(row)).1, above);
                    }
                }
                let key = |key| if halves.is_keyed() { key } else { 0 };
                let mut wanted: Vec<_> = of_set.iter().map(|entry| (entry.0, key(entry.1))).collect();
                found.sort_unstable();
                wanted.sort_unstable();
                assert_eq!(found, wanted, "n = {n}, columns {set:b}");
                entries += len;
            }
            assert!(expected.is_empty() && entries > 0);
        }
    }
}
