//! The kernel: how many packed placements survive each tried one, summed by the columns of both.
//!
//! For each block of lines a table is made of what every pair of queens leaves alive (see
//! [`super::tried`]). Then every tried placement costs one table line for each pair of its rows, and the
//! bits that are left are added up byte by byte. Where counting the bits of a byte takes several instructions, the inputs are first added by carry-save adders (Harley and Seal): three
//! vectors hold the ones, twos and fours of every bit position, and only the eights are counted.

#![allow(clippy::inline_always, reason = "an operation is one instruction only if it is inlined")]
#![allow(
    clippy::needless_range_loop,
    reason = "closures would not be inlined into a function with the instructions enabled"
)]

use std::marker::PhantomData;

use super::packed::{Group, Packed};
use super::placements::Ranks;
use super::squares::Squares;
use super::tried::{AT_ONCE, Entries, Lookups, MAX_PAIRS, Tried};
use crate::simd::{Bytes, Work};

/// What the kernel needs to keep between calls.
pub(crate) struct Scratch<S: Bytes> {
    table: Vec<S::V>,
    /// By place of a rank in the tried list and by lane, the survivors.
    counts: Vec<u32>,
    /// Eight rows of them.
    block: Vec<u32>,
}

/// The most that [`Bytes::LINES`] may be.
const MAX_LINES: usize = 4;

/// The bytes of tables for several lines: they may fill a part of the second cache. A list of placements on the
/// same columns looks up a fraction of the entries, which the first cache holds.
const CACHE: usize = 200 << 10;

impl<S: Bytes> Scratch<S> {
    pub(crate) fn new() -> Self {
        // Windows of 256 entries begin at any entry of the last pair.
        let entries = (MAX_PAIRS + 1) * 256;
        Self {
            table: vec![S::zero(); entries * MAX_LINES],
            counts: Vec::new(),
            block: vec![0; 8 * S::LANES],
        }
    }
}

/// The matrix of one color for one row pattern: the number of placements by the columns of both classes.
/// The tried ones are named by their rank, the packed ones by their rank or, if the matrix is direct, by their
/// slot: the place in the groups of a board, one board after the other.
#[derive(Default, Debug)]
pub(crate) struct Matrix {
    pub(crate) counts: Vec<u32>,
    /// Direct: by tried rank and slot. Otherwise by packed rank and tried rank.
    pub(crate) direct: bool,
    /// The places in a row: a multiple of eight.
    pub(crate) stride: usize,
    /// The number of rows with a rank.
    rows: usize,
    /// No count is larger than this.
    bound: u64,
}

impl Matrix {
    /// Makes it a matrix of zeros: packed by tried.
    pub(crate) fn clear(&mut self, packed: usize, tried: usize) {
        *self = Self {
            counts: std::mem::take(&mut self.counts),
            direct: false,
            stride: tried.next_multiple_of(8),
            rows: packed,
            bound: 0,
        };
        self.counts.clear();
        // One row for lanes without columns, one of zeros to be multiplied.
        self.counts.resize((self.rows + 2) * self.stride, 0);
    }

    /// Makes it a direct one, tried by slots. All but the last row is to be filled.
    pub(crate) fn begin_direct(&mut self, tried: usize, slots: usize) {
        self.direct = true;
        (self.stride, self.rows, self.bound) = (slots, tried, 0);
        self.counts.resize((tried + 2) * slots, 0);
        self.counts[(tried + 1) * slots..].fill(0);
    }

    /// Where a row begins; without a rank, a row of zeros.
    pub(crate) fn row(&self, rank: u16) -> usize {
        let row = if rank == Ranks::NONE { self.rows + 1 } else { usize::from(rank) };
        row * self.stride
    }
}

/// Adds the survivors of all tried placements to the matrix.
pub(crate) struct Survivors<'a, S: Bytes> {
    pub(crate) class: Squares,
    pub(crate) lookups: &'a Lookups,
    pub(crate) tried: &'a Tried,
    pub(crate) packed: &'a Packed,
    /// The first slot of the board, for a direct matrix.
    pub(crate) slot: usize,
    pub(crate) matrix: &'a mut Matrix,
    pub(crate) scratch: &'a mut Scratch<S>,
}

impl<S: Bytes> Work for Survivors<'_, S> {
    type Out = ();

    #[inline(always)]
    fn work(mut self) {
        self.matrix.bound += (self.tried.longest * self.packed.longest) as u64;
        assert!(u32::try_from(self.matrix.bound).is_ok(), "more placements than 32 bits hold");

        let direct = self.matrix.direct;
        let counts = self.tried.ranks.len() * S::LANES;
        if direct {
            self.clear_absent();
        } else if self.scratch.counts.len() < counts {
            self.scratch.counts.resize(counts, 0);
        }
        let table = self.lookups.entries * S::LANES;
        let most = if table * S::LINES <= CACHE { S::LINES } else { 1 };
        for (number, group) in self.packed.groups.iter().enumerate() {
            let slot = self.slot + number * S::LANES;
            let blocks = group.lines.div_ceil(most);
            let mut line = 0;
            for block in 0..blocks {
                let lines = (group.lines - line).div_ceil(blocks - block);
                match lines {
                    1 => self.block::<1>(group.line + line, slot, block > 0),
                    2 => self.block::<2>(group.line + line, slot, block > 0),
                    3 => self.block::<3>(group.line + line, slot, block > 0),
                    _ => self.block::<MAX_LINES>(group.line + line, slot, block > 0),
                }
                line += lines;
            }
            if !direct {
                self.add_to_matrix(group);
            }
        }
    }
}

impl<S: Bytes> Survivors<'_, S> {
    /// Sets the slots of this board to zero in the rows of a direct matrix that no tried placement has.
    #[inline(always)]
    fn clear_absent(&mut self) {
        let slots = self.packed.groups.len() * S::LANES;
        let mut present = self.tried.ranks.iter().copied().peekable();
        for row in 0..self.matrix.rows {
            if present.next_if_eq(&(row as u16)).is_none() {
                self.matrix.counts[row * self.matrix.stride + self.slot..][..slots].fill(0);
            }
        }
    }

    /// Makes the tables of L lines and looks all tried placements up.
    #[inline(always)]
    fn block<const L: usize>(&mut self, line: usize, slot: usize, add: bool) {
        let class = self.class;
        let lines = self.packed.lines(line, L);
        let table = self.scratch.table.as_chunks_mut::<L>().0;
        let mut alive = [S::zero(); L];
        for l in 0..L {
            alive[l] = S::load(lines.all(l));
        }
        // Without a row to look up all survive.
        table[0] = alive;
        for pair in &self.lookups.pairs {
            let mut first = u32::MAX;
            let mut after = alive;
            for (entry, &(x, y)) in table[pair.base..].iter_mut().zip(&pair.squares) {
                if x != first {
                    first = x;
                    let (anti, diag) = (class.anti(pair.rows.0, x), class.diag(pair.rows.0, x));
                    for l in 0..L {
                        after[l] = S::and_neither(
                            alive[l],
                            S::load(lines.on(l, anti)),
                            S::load(lines.on(l, diag)),
                        );
                    }
                }
                *entry = after;
                if let Some(row) = pair.rows.1 {
                    let (anti, diag) = (class.anti(row, y), class.diag(row, y));
                    for l in 0..L {
                        entry[l] = S::and_neither(
                            after[l],
                            S::load(lines.on(l, anti)),
                            S::load(lines.on(l, diag)),
                        );
                    }
                }
            }
        }
        table[usize::from(self.lookups.nothing)] = [S::zero(); L];
        // For a pair beyond the last one.
        table[self.lookups.entries] = [S::everything(); L];
        let (tried, lookups) = (self.tried, self.lookups);
        let Scratch { table, counts, .. } = &mut *self.scratch;
        let to = if self.matrix.direct {
            let stride = self.matrix.stride;
            To { counts: &mut self.matrix.counts[slot..], by_rank: true, stride, add }
        } else {
            To { counts, by_rank: false, stride: S::LANES, add }
        };
        match lookups.pairs.len() {
            0..=2 => S::run(LookUp::<S, 2, L> { tried, lookups, table, to }),
            3 => S::run(LookUp::<S, 3, L> { tried, lookups, table, to }),
            4 => S::run(LookUp::<S, 4, L> { tried, lookups, table, to }),
            _ => S::run(LookUp::<S, MAX_PAIRS, L> { tried, lookups, table, to }),
        }
    }

    /// Adds the counts of a group to the matrix.
    #[inline(always)]
    fn add_to_matrix(&mut self, group: &Group) {
        let Scratch { counts, block, .. } = &mut *self.scratch;
        let ranks = &self.tried.ranks;
        let Matrix { counts: matrix, stride, rows, .. } = &mut *self.matrix;
        let mut done = 0;
        while done < ranks.len() {
            let eight = ranks[done] / 8;
            let same = ranks[done..].iter().take(8).filter(|&&rank| rank / 8 == eight).count();
            let some = &counts[done * S::LANES..(done + same) * S::LANES];
            let from = if same == 8 {
                some
            } else {
                block.fill(0);
                for (row, &rank) in some.chunks_exact(S::LANES).zip(&ranks[done..]) {
                    block[usize::from(rank % 8) * S::LANES..][..S::LANES].copy_from_slice(row);
                }
                &block[..]
            };
            done += same;
            for (octet, ranks) in group.ranks.chunks(8).enumerate() {
                // Lanes without columns are added to a row of their own.
                let mut at = [*rows * *stride + 8 * usize::from(eight); 8];
                for k in 0..ranks.len() {
                    at[k] = usize::from(ranks[k]) * *stride + 8 * usize::from(eight);
                }
                S::add_transposed(&from[8 * octet..], &at, matrix);
            }
        }
    }
}

/// Placements whose survivors, at most 8 in each byte of every line, 16 bits can count.
const fn most(lines: usize) -> usize {
    0xffff / (8 * lines) / AT_ONCE * AT_ONCE
}

/// Counts the survivors of each tried placement, for P pairs of rows and L lines. It is not inlined where it is
/// called: one function with all its instances would take minutes to compile.
struct LookUp<'a, S: Bytes, const P: usize, const L: usize> {
    tried: &'a Tried,
    lookups: &'a Lookups,
    table: &'a [S::V],
    to: To<'a>,
}

/// Where the counts of a list go: those of each rank to a row.
struct To<'a> {
    counts: &'a mut [u32],
    /// Whether ranks that do not occur have a row.
    by_rank: bool,
    stride: usize,
    /// Whether to add to the counts, or to set them.
    add: bool,
}

impl<S: Bytes, const P: usize, const L: usize> Work for LookUp<'_, S, P, L> {
    type Out = ();

    #[inline(always)]
    fn work(self) {
        let table = self.table.as_chunks::<L>().0;
        let To { counts, by_rank, stride, add } = self.to;
        // A byte is always inside a window of 256 entries.
        let pairs = self.lookups.pairs.len();
        let everything = table[self.lookups.entries..].first_chunk().expect("a long table");
        let mut windows: [&[[S::V; L]; 256]; P] = [everything; P];
        for (window, pair) in windows.iter_mut().zip(&self.lookups.pairs) {
            *window = table[pair.base..].first_chunk().expect("a long table");
        }
        if pairs == 0 {
            windows[0] = table.first_chunk().expect("a long table");
        }
        // Bytes take 31 counts of at most 8.
        let quads = if S::COUNTS { 31 / (AT_ONCE * L) } else { 31 / L.div_ceil(2) };
        let zero = S::zero();
        for (place, list) in self.tried.lists().enumerate() {
            let row = if by_rank { usize::from(self.tried.ranks[place]) } else { place };
            let counts = &mut counts[row * stride..][..S::LANES];
            let mut add = add;
            for list in list.chunks(const { most(L) }) {
                let (mut ones, mut twos, mut fours) = (zero, zero, zero);
                let (mut even, mut odd) = (zero, zero);
                for part in list.chunks(quads * AT_ONCE) {
                    let mut bytes = zero;
                    // ANCHOR: adders
                    for quad in part.as_chunks::<AT_ONCE>().0 {
                        let mut carries = [zero; L];
                        let mut fours_of = [zero; L];
                        for half in 0..2 {
                            let x = survivors::<S, P, L>(&windows, &quad[2 * half], pairs);
                            let y = survivors::<S, P, L>(&windows, &quad[2 * half + 1], pairs);
                            for l in 0..L {
                                if S::COUNTS {
                                    bytes = S::add_bytes(bytes, S::count_bits(x[l]));
                                    bytes = S::add_bytes(bytes, S::count_bits(y[l]));
                                    continue;
                                }
                                ones = S::xor3(ones, x[l], y[l]);
                                let carry = S::carry(ones, x[l], y[l]);
                                if half == 0 {
                                    carries[l] = carry;
                                } else {
                                    twos = S::xor3(twos, carries[l], carry);
                                    fours_of[l] = S::carry(twos, carries[l], carry);
                                }
                            }
                        }
                        if !S::COUNTS {
                            for l in (0..L).step_by(2) {
                                let other = if l + 1 < L { fours_of[l + 1] } else { zero };
                                fours = S::xor3(fours, fours_of[l], other);
                                let eights = S::carry(fours, fours_of[l], other);
                                bytes = S::add_bytes(bytes, S::count_bits(eights));
                            }
                        }
                    }
                    // ANCHOR_END: adders
                    even = S::add_words(even, S::even_bytes(bytes));
                    odd = S::add_words(odd, S::odd_bytes(bytes));
                }
                if !S::COUNTS {
                    let rest = S::add_bytes(S::count_bits(twos), twice::<S>(S::count_bits(fours)));
                    let rest = S::add_bytes(S::count_bits(ones), twice::<S>(rest));
                    even = S::add_words(S::eightfold(even), S::even_bytes(rest));
                    odd = S::add_words(S::eightfold(odd), S::odd_bytes(rest));
                }
                let parts = [
                    S::even_words(even),
                    S::odd_words(even),
                    S::even_words(odd),
                    S::odd_words(odd),
                ];
                for i in 0..4 {
                    let counts = &mut counts[i * S::LANES / 4..][..S::LANES / 4];
                    let mut part = parts[i];
                    if add {
                        part = S::add_counts(part, S::load_counts(counts));
                    }
                    S::store_counts(part, counts);
                }
                add = true;
            }
        }
    }
}

#[inline(always)]
fn twice<S: Bytes>(a: S::V) -> S::V {
    S::add_bytes(a, a)
}

// ANCHOR: survivors
/// What a placement leaves alive in L lines.
#[inline(always)]
fn survivors<S: Bytes, const P: usize, const L: usize>(
    windows: &[&[[S::V; L]; 256]; P],
    entries: &Entries,
    pairs: usize,
) -> [S::V; L] {
    let mut alive = windows[0][usize::from(entries[0])];
    if P > 4 {
        // Rare: many rows. The number of pairs is not known when this is compiled.
        for i in 1..pairs {
            let next = &windows[i][usize::from(entries[i])];
            for l in 0..L {
                alive[l] = S::and(alive[l], next[l]);
            }
        }
        return alive;
    }
    let mut i = 1;
    while i + 1 < P {
        let (a, b) =
            (&windows[i][usize::from(entries[i])], &windows[i + 1][usize::from(entries[i + 1])]);
        for l in 0..L {
            alive[l] = S::and3(alive[l], a[l], b[l]);
        }
        i += 2;
    }
    if i < P {
        let next = &windows[i][usize::from(entries[i])];
        for l in 0..L {
            alive[l] = S::and(alive[l], next[l]);
        }
    }
    alive
}
// ANCHOR_END: survivors

/// The sum over all pairs (x, y) of a[y][x] b[x][y]: rows of `a` begin at `rows_a[y]`, rows of `b` at
/// `rows_b[x]`; both have a multiple of eight.
pub(crate) struct Dot<'a, S> {
    pub(crate) a: &'a Matrix,
    pub(crate) rows_a: &'a [usize],
    pub(crate) b: &'a Matrix,
    pub(crate) rows_b: &'a [usize],
    pub(crate) vectors: PhantomData<S>,
}

impl<S: Bytes> Work for Dot<'_, S> {
    type Out = u128;

    #[inline(always)]
    fn work(self) -> u128 {
        let bound = u128::from(self.a.bound) * u128::from(self.b.bound);
        assert!(bound <= 1 << 58, "products of more than 58 bits");
        let mut sum = 0;
        // Blocks of a lane without columns are zeros.
        let some = |rows: &[usize; 8], nothing: usize| rows.iter().any(|&row| row != nothing);
        let (no_a, no_b) = (self.a.row(Ranks::NONE), self.b.row(Ranks::NONE));
        for (y, rows_a) in self.rows_a.as_chunks::<8>().0.iter().enumerate() {
            if !some(rows_a, no_a) {
                continue;
            }
            for (x, rows_b) in self.rows_b.as_chunks::<8>().0.iter().enumerate() {
                if !some(rows_b, no_b) {
                    continue;
                }
                let (mut at_a, mut at_b) = (*rows_a, *rows_b);
                for i in 0..8 {
                    at_a[i] += 8 * x;
                    at_b[i] += 8 * y;
                }
                sum += u128::from(S::dot(&self.a.counts, &at_a, &self.b.counts, &at_b));
            }
        }
        sum
    }
}
