//! The outer table: all placements of the outermost rows, by the columns that they occupy.
//!
//! It is built row by row, each table from the one before it: the placements of rows 0 to r in the
//! columns S are, for each column c of S, those of rows 0 to r - 1 in the other columns that leave the
//! square of row r and column c unattacked. That is the same scan by which half-boards are made.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::columns;
use super::diagonals::{Halves, NO_KEY};
use super::planes::{Kernel, LANES, Line, MAX_PLANES, Scan};
use crate::backend::{StopFlag, Stopped};

/// All placements of the outermost rows, by the columns that they occupy.
///
/// An entry is the diagonals that a placement attacks, as far as they cross or the rows further in can
/// meet them, and a last byte: for even n the key; for odd n bit r is set if the queen of row r stands
/// in the middle column.
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

/// Where the list of a column set stands: its first line, and its entries.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    line: u32,
    len: u32,
}

/// A list that was found; at first an empty one.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Found {
    part: u32,
    place: Place,
}

impl OuterTable {
    /// Tabulates on these threads. `attacked` is [`Halves::attacked_by_depth`].
    pub(super) fn build(
        kernel: &dyn Kernel,
        halves: Halves,
        attacked: &[[u128; 32]],
        threads: NonZeroUsize,
        stop: &StopFlag,
    ) -> Result<Self, Stopped> {
        let mut table = Self::without_rows(halves);
        for row in 0..halves.outer {
            let attacked = &attacked[(halves.h - 1 - row) as usize];
            table = table.with_row(kernel, halves, row, attacked, threads, stop)?;
        }
        Ok(table)
    }

    /// The table of no rows: one entry, which attacks nothing.
    fn without_rows(halves: Halves) -> Self {
        let planes = halves.guarding_planes(0) + 1;
        let mut lines = vec![Line::ZERO; planes];
        lines[planes - 1].0[0] = if halves.is_odd() { 0 } else { NO_KEY };
        Self { parts: vec![Part { lists: vec![Place { line: 0, len: 1 }], lines }], planes }
    }

    /// The table of one more row.
    fn with_row(
        &self,
        kernel: &dyn Kernel,
        halves: Halves,
        row: u32,
        attacked: &[u128; 32],
        threads: NonZeroUsize,
        stop: &StopFlag,
    ) -> Result<Self, Stopped> {
        let sets = columns::sets(halves.n, row + 1) as usize;
        let planes = halves.guarding_planes(row + 1) + 1;
        let parts: Vec<Mutex<Part>> =
            (0..sets.div_ceil(PART)).map(|_| Mutex::new(Part::default())).collect();
        let next = AtomicUsize::new(0);
        let work = || -> Result<(), Stopped> {
            let mut made = Part::default();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(part) = parts.get(number) else { return Ok(()) };
                if stop.is_raised() {
                    return Err(Stopped);
                }
                made.lists.clear();
                let mut line = 0;
                for rank in number * PART..sets.min((number + 1) * PART) {
                    let set = columns::unrank(rank as u32, row + 1);
                    let lines = &mut made.lines;
                    let len = self.extend(kernel, halves, row, attacked, planes, set, lines, line);
                    made.lists.push(Place { line: line as u32, len: len as u32 });
                    line += len.div_ceil(LANES) * planes;
                }
                // In no more memory than it needs.
                let lines = made.lines[..line].to_vec();
                *part.lock().expect("nobody else has this part") =
                    Part { lists: made.lists.clone(), lines };
            }
        };
        let threads = threads.get().min(parts.len());
        thread::scope(|scope| {
            let workers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let own = work();
            let join = |worker: thread::ScopedJoinHandle<'_, _>| {
                worker.join().expect("a builder panicked")
            };
            workers.into_iter().map(join).fold(own, Result::and)
        })?;
        let unlocked = |part: Mutex<Part>| part.into_inner().expect("no builder panicked");
        Ok(Self { parts: parts.into_iter().map(unlocked).collect(), planes })
    }

    /// Writes the placements of the rows up to `row` in the columns `set` from this line on.
    #[allow(clippy::too_many_arguments, reason = "the inner loop of one function")]
    fn extend(
        &self,
        kernel: &dyn Kernel,
        halves: Halves,
        row: u32,
        attacked: &[u128; 32],
        planes: usize,
        set: u32,
        lines: &mut Vec<Line>,
        line: usize,
    ) -> usize {
        let mut len = 0;
        let mut rest = set;
        while rest != 0 {
            let col = rest.trailing_zeros();
            rest &= rest - 1;
            let (list, others) = self.list(self.find(set & !(1 << col)));
            let queen = attacked[col as usize].to_le_bytes();
            let first = |bytes: [u8; 16]| {
                std::array::from_fn(|p| if p < MAX_PLANES { bytes[p] } else { 0 })
            };
            let in_middle = halves.distance(col) == 0;
            let last = match (in_middle, halves.is_odd()) {
                (false, _) => (u8::MAX, 0),
                (true, true) => (u8::MAX, 1 << row),
                (true, false) => (0, (halves.h - 1 - row) as u8),
            };
            let mut scan = Scan {
                planes: self.planes,
                test: first(queen),
                add: first(queen),
                kept: planes - 1,
                last: Some(last),
            };
            scan.test[self.planes - 1..].fill(0);
            let room = line + (len / LANES + others / LANES + 2) * planes;
            if lines.len() < room {
                lines.resize(room + room / 4, Line::ZERO);
            }
            len = kernel.scan(&scan, list, others, &mut lines[line..], len);
        }
        len
    }

    /// Planes of a block: those of the diagonals, and a last one.
    pub(super) fn planes(&self) -> usize {
        self.planes
    }

    /// Finds the list of a column set.
    #[inline]
    pub(super) fn find(&self, set: u32) -> Found {
        let rank = columns::rank(set) as usize;
        Found { part: (rank / PART) as u32, place: self.parts[rank / PART].lists[rank % PART] }
    }

    /// The blocks and the length of a list.
    #[inline]
    pub(super) fn list(&self, found: Found) -> (&[Line], usize) {
        let Found { part, place: Place { line, len } } = found;
        let len = len as usize;
        let lines = &self.parts[part as usize].lines;
        (&lines[line as usize..][..len.div_ceil(LANES) * self.planes], len)
    }

    /// Bytes of memory that it takes.
    pub(super) fn bytes(&self) -> u64 {
        let part = |part: &Part| size_of_val(&*part.lines) + size_of_val(&*part.lists);
        self.parts.iter().map(|p| part(p) as u64).sum()
    }

    /// What [`Self::bytes`] will be, before it is built, good to a few per cent: from the lengths of
    /// lists drawn evenly over the column sets.
    pub(super) fn bytes_expected(halves: Halves) -> u64 {
        const SAMPLES: u32 = 256;
        let sets = columns::sets(halves.n, halves.outer);
        let samples = SAMPLES.min(sets);
        let planes = halves.guarding_planes(halves.outer) + 1;
        let lines: u64 = (0..samples)
            .map(|i| {
                let rank = u64::from(i) * u64::from(sets) / u64::from(samples);
                let set = columns::unrank(rank as u32, halves.outer);
                placements(set, [0, 0]).div_ceil(LANES as u64) * planes as u64
            })
            .sum();
        let bytes =
            lines * size_of::<Line>() as u64 + u64::from(samples) * size_of::<Place>() as u64;
        bytes * u64::from(sets) / u64::from(samples)
    }
}

/// Placements of queens in the columns of `set`, one a row; `attacked` are the squares of the first row
/// that are attacked along anti diagonals and diagonals.
fn placements(set: u32, attacked: [u64; 2]) -> u64 {
    if set == 0 {
        return 1;
    }
    let mut free = u64::from(set) & !attacked[0] & !attacked[1];
    let mut count = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        count += placements(
            set & !(queen as u32),
            [(attacked[0] | queen) >> 1, (attacked[1] | queen) << 1],
        );
    }
    count
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::join::portable::Portable;

    /// Every placement of the outer rows occurs once, under its columns, with the diagonals of its
    /// queens and its last byte.
    #[test]
    fn lists_are_the_placements_of_their_columns() {
        for (n, outer) in [(4, 1), (5, 1), (6, 2), (7, 2), (8, 3), (9, 3)] {
            let halves = Halves::new(n, outer);
            let attacked = halves.attacked_by_depth();
            let table = OuterTable::build(
                &Portable,
                halves,
                &attacked,
                NonZeroUsize::MIN,
                &StopFlag::new(),
            )
            .expect("nobody stops it");
            let mut expected = BTreeMap::<u32, Vec<(u128, u8)>>::new();
            let mut columns = vec![0_u32; outer as usize];
            loop {
                let attack = |a: usize, b: usize| {
                    columns[a] == columns[b] || columns[a].abs_diff(columns[b]) == (b - a) as u32
                };
                if !(0..columns.len()).any(|b| (0..b).any(|a| attack(a, b))) {
                    let set = columns.iter().fold(0, |set, col| set | 1 << col);
                    let rows = || columns.iter().zip(0..);
                    let bits = rows().fold(0, |bits, (&col, row)| bits | halves.attacked(row, col));
                    let middle =
                        rows().filter(|&(&col, _)| halves.distance(col) == 0).map(|(_, row)| row);
                    let last = match n % 2 {
                        0 => middle.map(|row| (halves.h - 1 - row) as u8).min().unwrap_or(NO_KEY),
                        _ => middle.map(|row| 1 << row).sum(),
                    };
                    let kept = bits & ((1 << (8 * halves.guarding_planes(outer))) - 1);
                    expected.entry(set).or_default().push((kept, last));
                }
                let Some(i) = (0..columns.len()).rev().find(|&i| columns[i] + 1 < n) else { break };
                columns[i] += 1;
                columns[i + 1..].fill(0);
            }
            let mut bytes = 0;
            for rank in 0..columns::sets(n, outer) {
                let set = columns::unrank(rank, outer);
                let (lines, len) = table.list(table.find(set));
                let planes = table.planes();
                assert_eq!(placements(set, [0, 0]), len as u64);
                let byte = |i: usize, p: usize| lines[i / LANES * planes + p].0[i % LANES];
                let bits =
                    |i: usize| (0..planes - 1).map(|p| u128::from(byte(i, p)) << (8 * p)).sum();
                let mut found: Vec<(u128, u8)> =
                    (0..len).map(|i| (bits(i), byte(i, planes - 1))).collect();
                let mut wanted = expected.remove(&set).unwrap_or_default();
                found.sort_unstable();
                wanted.sort_unstable();
                assert_eq!(found, wanted, "n = {n}, columns {set:b}");
                bytes += size_of_val(lines) + size_of::<Place>();
            }
            assert!(expected.is_empty());
            assert_eq!(table.bytes(), bytes as u64);
            assert_eq!(OuterTable::bytes_expected(halves), bytes as u64, "all lists are looked at");
        }
    }
}
