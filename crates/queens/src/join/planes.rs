//! Lists of half-boards as planes of bytes, and the operations on them.
//!
//! A list stands in memory in blocks of 64 half-boards. A block of C planes is C [`Line`]s: byte i of
//! line p holds the bits 8p to 8p + 7 of the block's i-th half-board. So one instruction looks at a
//! byte of 64 half-boards, and an operation reads only the planes that it needs. Blocks follow each
//! other; only the last one of a list may be part full, and what stands in the rest of it is of no
//! meaning.
//!
//! The operations are written once, over the private trait [`Simd`] of what an instruction set does
//! with 64 bytes, and offered for each instruction set as a [`Kernel`].

#![allow(
    clippy::inline_always,
    reason = "an operation is made of instructions only if all is inlined"
)]
#![allow(
    clippy::needless_range_loop,
    reason = "closures would not be inlined into a function with them"
)]

use std::fmt::Debug;

/// Half-boards of a block.
pub(crate) const LANES: usize = 64;

/// Planes of an entry of the outer table, at most.
pub(crate) const MAX_PLANES: usize = 13;

/// Blocks that are sliced together: their half-boards fill the bits of a line.
pub(crate) const SLICED: usize = 8;

/// Lines of a table: one for each value of a byte, so that any byte is an index.
pub(crate) const TABLE: usize = 256;

/// Bits of an index, at most.
pub(crate) const MAX_WIDTH: usize = 7;

/// Lines of a table that can be in use.
const SLICES: usize = 1 << MAX_WIDTH;

/// 64 bytes side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Line(pub(crate) [u8; LANES]);

impl Line {
    pub(crate) const ZERO: Self = Self([0; LANES]);
}

#[cfg(target_arch = "x86_64")]
impl Line {
    /// Its two halves.
    #[inline(always)]
    pub(crate) fn halves(&self) -> &[[u8; LANES / 2]; 2] {
        self.0.as_chunks().0.as_array().expect("a line has two halves")
    }

    /// Its two halves, to be written.
    #[inline(always)]
    pub(crate) fn halves_mut(&mut self) -> &mut [[u8; LANES / 2]; 2] {
        self.0.as_chunks_mut().0.as_mut_array().expect("a line has two halves")
    }
}

/// Where a line of a table begins, in bytes: so that nothing is to be computed between the load of an
/// index and that of its line, which is a fifth of the time of [`Kernel::pairs`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry(u16);

impl Entry {
    const FIRST: Self = Self(0);

    /// The line of this index: one of [`TABLE`], for any byte.
    #[inline(always)]
    fn of(index: u8) -> Self {
        Self(u16::from(index) * size_of::<Line>() as u16)
    }

    /// At most 64 times 255, and a multiple of 64.
    #[inline(always)]
    pub(crate) fn bytes(self) -> usize {
        usize::from(self.0)
    }
}

/// A list of one piece: its blocks and its half-boards.
pub(crate) type Piece<'a> = (&'a [Line], usize);

/// A part of a signature that lies in one plane.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Bits {
    /// The plane.
    pub(crate) plane: usize,
    /// The bits in it.
    pub(crate) bits: u8,
}

/// How queens of further rows meet a list of the outer table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scan {
    /// Planes of the list, the last one of which is no diagonals: see `last`.
    pub(crate) planes: usize,
    /// Bits that an entry must not have.
    pub(crate) test: [u8; MAX_PLANES],
    /// Bits that the queens add.
    pub(crate) add: [u8; MAX_PLANES],
    /// So many of the first planes are kept.
    pub(crate) kept: usize,
    /// If the last plane is kept too: the bits to keep of the entry's, and the bits to add.
    pub(crate) last: Option<(u8, u8)>,
}

/// Bits that move from a plane of a list to a plane of a packed list.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Move {
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// Byte 7 - i tells from which bit bit i is taken: a matrix as `gf2p8affineqb` takes it.
    pub(crate) matrix: u64,
}

impl Move {
    /// What each bit of a byte becomes.
    pub(crate) fn becomes(self) -> [u8; 8] {
        transposed(self.matrix.swap_bytes()).to_le_bytes()
    }
}

/// Exchanges rows and columns of 8 by 8 bits (Warren, Hacker's Delight, 7-3).
pub(crate) fn transposed(mut x: u64) -> u64 {
    let mut swap = |shift: u32, mask: u64| {
        let t = (x ^ (x >> shift)) & mask;
        x ^= t ^ (t << shift);
    };
    swap(7, 0x00aa_00aa_00aa_00aa);
    swap(14, 0x0000_cccc_0000_cccc);
    swap(28, 0x0000_0000_f0f0_f0f0);
    x
}

/// The operations on lists, as an instruction set does them.
///
/// `from` is always a list's blocks and `len` its half-boards; `shape` is the number of planes of the
/// input and of the output, of which the output is a prefix. Half-boards are appended to `out`, which
/// holds `at` of them already; the new number is returned. `out` must have room for a whole block more
/// than needed.
pub(crate) trait Kernel: Debug + Sync {
    /// Brings the lines into the cache, or does nothing.
    fn prefetch(&self, lines: &[Line]);

    /// Appends the outer entries that do not meet the test, completed by the inner queens.
    fn scan(&self, scan: &Scan, from: &[Line], len: usize, out: &mut [Line], at: usize) -> usize;

    /// Appends the half-boards that have none of the bits of `tests`.
    fn filter(
        &self,
        shape: (usize, usize),
        tests: [Bits; 2],
        from: &[Line],
        len: usize,
        out: &mut [Line],
        at: usize,
    ) -> usize;

    /// Like `filter`, but sorts by the key in the last plane: half-boards whose key
    /// is above the limit go to the first list, those with just the limit to the second, others are
    /// dropped.
    #[allow(clippy::too_many_arguments, reason = "two lists, each with its length")]
    fn split(
        &self,
        shape: (usize, usize),
        tests: [Bits; 2],
        limit: u8,
        from: &[Line],
        len: usize,
        above: (&mut [Line], usize),
        equal: (&mut [Line], usize),
    ) -> (usize, usize);

    /// Writes the list with the bits moved into `out`, `shape.1` planes a block.
    fn pack(&self, shape: (usize, usize), moves: &[Move], from: &[Line], out: &mut [Line]);

    /// Counts the pairs of a list and each of two others that have no live diagonal in common, by
    /// taking each half-board of the one by itself. A list is its blocks, the planes of a block, and its
    /// half-boards; the one is seen from the side of the others, which have the `live` bits.
    fn meet_each(
        &self,
        live: u64,
        one: (&[Line], usize, usize),
        others: [(&[Line], usize, usize); 2],
    ) -> [u64; 2];

    /// Bits of a byte of lists packed for [`Self::shuffled_pairs`], and the cost of a table and of a
    /// lookup, a plane each, in loads of a line; none if it has no such way.
    fn shuffles(&self) -> Option<Shuffles>;

    /// Counts the pairs of a packed list and each of two others that have no bit in common, by tables
    /// that fit a register.
    fn shuffled_pairs(&self, planes: usize, a: Piece<'_>, b: [Piece<'_>; 2]) -> [u64; 2];

    /// Counts the pairs of packed lists that have no bit in common: those of the first list of `sliced` and
    /// the first of `indices`, and all others. `planes` planes of `width` bits each. The lists of `sliced`
    /// follow each other in one piece of blocks; they are given by their half-boards.
    ///
    /// `tables` is memory for `planes` times [`TABLE`] lines.
    fn pairs(
        &self,
        planes: usize,
        width: usize,
        sliced: (&[Line], [usize; 2]),
        indices: [Piece<'_>; 2],
        tables: &mut [Line],
    ) -> [u64; 2];
}

/// What [`Kernel::shuffles`] tells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shuffles {
    /// Bits of an index.
    pub(crate) width: usize,
    /// The cost of the tables of a line.
    pub(crate) table: usize,
    /// The cost of looking up a line.
    pub(crate) lookup: usize,
}

/// What an instruction set does with tables in a register, beyond [`Simd`].
pub(crate) trait Shuffle: Simd {
    const SHUFFLES: Shuffles;
    /// For eight half-boards and every value of an index: those that share no bit with it.
    type Table: Copy + Default;

    /// The tables of the 64 half-boards of a line, by eights.
    fn tables(line: &Line) -> [Self::Table; 8];
    /// The table without the half-boards outside `among`.
    fn restrict(table: Self::Table, among: u8) -> Self::Table;
    fn look_up(table: Self::Table, index: Self::V) -> Self::V;
    /// The bytes of these lanes, else 0.
    fn keep(v: Self::V, lanes: u64) -> Self::V;
}

/// What an instruction set does with 64 bytes.
pub(crate) trait Simd {
    /// 64 bytes.
    type V: Copy;
    /// A [`Move`] ready for use.
    type Matrix: Copy;
    /// Appends chosen half-boards to blocks of C planes.
    type Packer<const C: usize>: Copy;

    fn prefetch(lines: &[Line]);
    fn load(line: &Line) -> Self::V;
    fn store(v: Self::V, line: &mut Line);
    /// The line of a table that begins there.
    fn entry(table: &[Line; TABLE], at: Entry) -> Self::V {
        Self::load(&table[at.bytes() / size_of::<Line>()])
    }
    fn splat(byte: u8) -> Self::V;
    fn and(a: Self::V, b: Self::V) -> Self::V;
    fn or(a: Self::V, b: Self::V) -> Self::V;
    /// The lanes that are zero.
    fn zeros(v: Self::V) -> u64;
    /// The lanes where the first byte is greater.
    fn above(a: Self::V, b: Self::V) -> u64;
    /// The lanes where the bytes are equal.
    fn equal(a: Self::V, b: Self::V) -> u64;
    fn packer<const C: usize>(block: &[Line; C], used: usize) -> Self::Packer<C>;
    /// Appends the chosen lanes; `out` begins with the block that is being filled. True if that block
    /// is now full, and written.
    fn append<const C: usize>(
        packer: &mut Self::Packer<C>,
        planes: &[Self::V; C],
        lanes: u64,
        out: &mut [[Line; C]],
    ) -> bool;
    /// Writes the block that is being filled; the number of half-boards in it.
    fn finish<const C: usize>(packer: Self::Packer<C>, out: &mut [Line; C]) -> usize;

    fn matrix(step: Move) -> Self::Matrix;
    fn transform(v: Self::V, matrix: Self::Matrix) -> Self::V;

    /// Exchanges neighbouring bits.
    fn reflected(v: Self::V) -> Self::V;
    /// The bits that an odd number of three have.
    fn odd(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// The bits that at least two of three have.
    fn most(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// Adds the numbers of bits, for each word of 64 bits.
    fn add_bits(sums: Self::V, v: Self::V) -> Self::V;
    /// Doubles the words of 64 bits.
    fn double(sums: Self::V) -> Self::V;
}

/// The lanes of the i-th block that hold a half-board of a list of this length.
#[inline(always)]
fn lanes_of(block: usize, len: usize) -> u64 {
    match len - LANES * block {
        rest @ 0..LANES => (1 << rest) - 1,
        _ => u64::MAX,
    }
}

/// The blocks of a list.
#[inline(always)]
fn blocks<const C: usize>(lines: &[Line], len: usize) -> &[[Line; C]] {
    &lines.as_chunks::<C>().0[..len.div_ceil(LANES)]
}

/// A list being appended to.
struct Appender<'a, S: Simd, const C: usize> {
    out: &'a mut [[Line; C]],
    full: usize,
    packer: S::Packer<C>,
}

impl<'a, S: Simd, const C: usize> Appender<'a, S, C> {
    #[inline(always)]
    fn new(out: &'a mut [Line], at: usize) -> Self {
        let out = out.as_chunks_mut::<C>().0;
        let full = at / LANES;
        let packer = S::packer(&out[full], at % LANES);
        Self { out, full, packer }
    }

    #[inline(always)]
    fn append(&mut self, planes: &[S::V; C], lanes: u64) {
        self.full +=
            usize::from(S::append(&mut self.packer, planes, lanes, &mut self.out[self.full..]));
    }

    #[inline(always)]
    fn finish(self) -> usize {
        LANES * self.full + S::finish(self.packer, &mut self.out[self.full])
    }
}

#[inline(always)]
fn scan<S: Simd, const X: usize, const C: usize>(
    scan: &Scan,
    from: &[Line],
    len: usize,
    out: &mut [Line],
    at: usize,
) -> usize {
    let mut test = [S::splat(0); MAX_PLANES];
    let test = &mut test[..scan.planes];
    for (test, bits) in test.iter_mut().zip(scan.test) {
        *test = S::splat(bits);
    }
    let mut add = [S::splat(0); X];
    for p in 0..X {
        add[p] = S::splat(scan.add[p]);
    }
    let (keep, extra) = scan.last.unwrap_or_default();
    let (keep, extra) = (S::splat(keep), S::splat(extra));
    let mut list = Appender::<S, C>::new(out, at);
    for (i, block) in from.chunks_exact(scan.planes).take(len.div_ceil(LANES)).enumerate() {
        let mut met = S::splat(0);
        for (line, test) in block.iter().zip(&*test) {
            met = S::or(met, S::and(S::load(line), *test));
        }
        let lanes = S::zeros(met) & lanes_of(i, len);
        let mut completed = [S::splat(0); C];
        let kept = &block[..X];
        for p in 0..X {
            completed[p] = S::or(S::load(&kept[p]), add[p]);
        }
        if C > X {
            completed[C - 1] = S::or(S::and(S::load(&block[scan.planes - 1]), keep), extra);
        }
        list.append(&completed, lanes);
    }
    list.finish()
}

#[inline(always)]
fn filter<S: Simd, const I: usize, const O: usize>(
    tests: [Bits; 2],
    from: &[Line],
    len: usize,
    out: &mut [Line],
    at: usize,
) -> usize {
    let [first, second] = tests;
    assert!(first.plane < I && second.plane < I, "no such plane");
    let bits = (S::splat(first.bits), S::splat(second.bits));
    let mut list = Appender::<S, O>::new(out, at);
    for (i, block) in blocks::<I>(from, len).iter().enumerate() {
        let a = S::and(S::load(&block[first.plane]), bits.0);
        let b = S::and(S::load(&block[second.plane]), bits.1);
        let lanes = S::zeros(S::or(a, b)) & lanes_of(i, len);
        let mut planes = [S::splat(0); O];
        for p in 0..O {
            planes[p] = S::load(&block[p]);
        }
        list.append(&planes, lanes);
    }
    list.finish()
}

#[inline(always)]
#[allow(clippy::needless_pass_by_value, reason = "the lists are borrowed for the call")]
fn split<S: Simd, const I: usize, const O: usize>(
    tests: [Bits; 2],
    limit: u8,
    from: &[Line],
    len: usize,
    above: (&mut [Line], usize),
    equal: (&mut [Line], usize),
) -> (usize, usize) {
    let [first, second] = tests;
    assert!(first.plane < I && second.plane < I, "no such plane");
    let bits = (S::splat(first.bits), S::splat(second.bits));
    let limit = S::splat(limit);
    let mut above = Appender::<S, O>::new(above.0, above.1);
    let mut equal = Appender::<S, O>::new(equal.0, equal.1);
    for (i, block) in blocks::<I>(from, len).iter().enumerate() {
        let a = S::and(S::load(&block[first.plane]), bits.0);
        let b = S::and(S::load(&block[second.plane]), bits.1);
        let lanes = S::zeros(S::or(a, b)) & lanes_of(i, len);
        let key = S::load(&block[I - 1]);
        let mut planes = [S::splat(0); O];
        for p in 0..O {
            planes[p] = S::load(&block[p]);
        }
        above.append(&planes, lanes & S::above(key, limit));
        let tied = lanes & S::equal(key, limit);
        if tied != 0 {
            equal.append(&planes, tied);
        }
    }
    (above.finish(), equal.finish())
}

/// Planes of a packed list, at most: enough for 62 bits by fours.
pub(crate) const MAX_PACKED: usize = 16;

/// Tables of [`Kernel::pairs`], at most.
pub(crate) const MOST_TABLES: usize = 10;

/// Moves to a packed list, at most: bits keep their order, so that each move but the first ends a plane
/// of the list or one of the packed list.
pub(crate) const MAX_MOVES: usize = 8 + MAX_PACKED;

#[inline(always)]
pub(crate) fn pack<S: Simd>(
    shape: (usize, usize),
    moves: &[Move],
    from: &[Line],
    out: &mut [Line],
) {
    // One move after the other over all blocks: so no room for all of their matrices need be cleared, which
    // took longer than a list of a few blocks.
    let mut filled = usize::MAX;
    for &step in moves {
        let matrix = S::matrix(step);
        let (mut at, mut to) = (usize::from(step.from), usize::from(step.to));
        let more = filled == to;
        filled = to;
        while at < from.len() {
            let moved = S::transform(S::load(&from[at]), matrix);
            let v = if more { S::or(moved, S::load(&out[to])) } else { moved };
            S::store(v, &mut out[to]);
            at += shape.0;
            to += shape.1;
        }
    }
}

#[inline(always)]
fn meet_each<S: Simd, const C: usize>(
    live: u64,
    one: (&[Line], usize, usize),
    others: [(&[Line], usize, usize); 2],
) -> [u64; 2] {
    let live = live.to_le_bytes();
    let mut counts = [0; 2];
    for (number, block) in one.0.chunks_exact(one.1).enumerate() {
        let mut seen = [Line::ZERO; C];
        for c in 0..C {
            let reflected = S::reflected(S::load(&block[..C][c]));
            S::store(S::and(reflected, S::splat(live[c])), &mut seen[c]);
        }
        for i in 0..(one.2 - LANES * number).min(LANES) {
            let mut bits = [S::splat(0); C];
            for c in 0..C {
                bits[c] = S::splat(seen[c].0[i]);
            }
            for (count, other) in counts.iter_mut().zip(others) {
                for (j, block) in other.0.chunks_exact(other.1).enumerate() {
                    let block = &block[..C];
                    let mut met = S::and(S::load(&block[0]), bits[0]);
                    for c in 1..C {
                        met = S::or(met, S::and(S::load(&block[c]), bits[c]));
                    }
                    let lanes = S::zeros(met) & lanes_of(j, other.2);
                    *count += u64::from(lanes.count_ones());
                }
            }
        }
    }
    counts
}

/// Counts pairs by the method of the four Russians (Arlazarov, Dinic, Kronrod and Faradzev 1970).
///
/// The blocks of one list are turned by a quarter: for each bit of the packed signature, a line has one
/// bit for each of 512 half-boards. For every value of a byte of the other list, a table holds the AND of
/// what its bits leave. One half-board of that list then meets all 512 by one load a byte.
#[inline(always)]
fn pairs<S: Simd, const C: usize>(
    width: usize,
    sliced: (&[Line], [usize; 2]),
    indices: [Piece<'_>; 2],
    tables: &mut [Line],
    entries: &mut Vec<Entry>,
) -> [u64; 2] {
    let tables = tables.as_chunks_mut::<TABLE>().0;
    let tables = tables.first_chunk_mut::<C>().expect("a table for each plane");
    let blocks_of = indices.map(|list| blocks::<C>(list.0, list.1));
    let room = blocks_of.map(|blocks| blocks.len() * LANES * C);
    entries.resize(entries.len().max(room[0] + room[1]), Entry::FIRST);
    let (first, second) = entries.split_at_mut(room[0]);
    let (first, second) = (first.as_chunks_mut::<C>().0, second.as_chunks_mut::<C>().0);
    let lists = [
        &*in_turn(blocks_of[0], first, indices[0].1),
        &*in_turn(blocks_of[1], second, indices[1].1),
    ];
    let [above, equal] = sliced.1;
    let blocks_above = above.div_ceil(LANES);
    let mut sum = [0; 2];
    for (number, chunk) in sliced.0.as_chunks::<C>().0.chunks(SLICED).enumerate() {
        let first = SLICED * number;
        let mut lanes = [0; SLICED];
        for (block, lanes) in (first..).zip(&mut lanes[..chunk.len()]) {
            *lanes = match block.checked_sub(blocks_above) {
                None => lanes_of(block, above),
                Some(block) => lanes_of(block, equal),
            };
        }
        tabulate::<S, C>(width, chunk, lanes, tables);
        for (other, list) in lists.into_iter().enumerate() {
            if list.is_empty() {
                continue;
            }
            for (block, count) in (first..).zip(meet::<S, C>(tables, list)) {
                sum[usize::from(block >= blocks_above) | other] += count;
            }
        }
    }
    sum
}

/// The entries of each half-board side by side.
#[inline(always)]
fn in_turn<'a, const C: usize>(
    blocks: &[[Line; C]],
    entries: &'a mut [[Entry; C]],
    len: usize,
) -> &'a mut [[Entry; C]] {
    for (block, entries) in blocks.iter().zip(entries.as_chunks_mut::<LANES>().0) {
        for i in 0..LANES {
            for c in 0..C {
                entries[i][c] = Entry::of(block[c].0[i]);
            }
        }
    }
    &mut entries[..len]
}

/// Fills the tables for eight blocks, of which these lanes are used.
#[inline(always)]
fn tabulate<S: Simd, const C: usize>(
    width: usize,
    blocks: &[[Line; C]],
    lanes: [u64; SLICED],
    tables: &mut [[Line; TABLE]; C],
) {
    // First all slices, into the unused ends of the tables: read back at once, the words of a line would
    // be waited for.
    for (c, table) in tables.iter_mut().enumerate() {
        for (j, slice) in table[SLICES..][..width].iter_mut().enumerate() {
            let bit = S::splat(1 << j);
            let words = slice.0.as_chunks_mut::<8>().0;
            for (word, block) in words.iter_mut().zip(blocks) {
                *word = S::zeros(S::and(S::load(&block[c]), bit)).to_le_bytes();
            }
        }
    }
    for (c, table) in tables.iter_mut().enumerate() {
        let (table, slices) = table.split_at_mut(SLICES);
        // All half-boards that there are, for the first table; the others leave them alone.
        table[0] = line_of(if c == 0 { lanes } else { [u64::MAX; SLICED] });
        for (j, slice) in slices[..width].iter().enumerate() {
            let lacking = S::load(slice);
            let (made, new) = table.split_at_mut(1 << j);
            for (made, new) in made.iter().zip(new) {
                S::store(S::and(S::load(made), lacking), new);
            }
        }
    }
}

#[inline(always)]
fn line_of(words: [u64; SLICED]) -> Line {
    let mut line = Line::ZERO;
    for (bytes, word) in line.0.as_chunks_mut::<8>().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
    line
}

/// How many of the sliced half-boards each half-board of the list meets without an attack, in sum for
/// each block of the sliced ones.
///
/// Bits are added up in carry-save form, so that those of four results are counted once (Harley and
/// Seal; see Mula, Kurz and Lemire 2018).
#[inline(always)]
fn meet<S: Simd, const C: usize>(
    tables: &[[Line; TABLE]; C],
    list: &[[Entry; C]],
) -> [u64; SLICED] {
    let (mut ones, mut twos, mut fours) = (S::splat(0), S::splat(0), S::splat(0));
    let (by_fours, rest) = list.as_chunks::<4>();
    for entries in by_fours {
        let mut four = [S::splat(0); 4];
        for k in 0..4 {
            four[k] = one::<S, C>(tables, entries[k]);
        }
        let carry = [S::most(ones, four[0], four[1]), S::splat(0)];
        ones = S::odd(ones, four[0], four[1]);
        let carry = [carry[0], S::most(ones, four[2], four[3])];
        ones = S::odd(ones, four[2], four[3]);
        fours = S::add_bits(fours, S::most(twos, carry[0], carry[1]));
        twos = S::odd(twos, carry[0], carry[1]);
    }
    for entries in rest {
        let x = one::<S, C>(tables, *entries);
        let carry = S::and(ones, x);
        ones = S::odd(ones, x, S::splat(0));
        fours = S::add_bits(fours, S::and(twos, carry));
        twos = S::odd(twos, carry, S::splat(0));
    }
    let sums = S::add_bits(S::double(fours), twos);
    words::<S>(S::add_bits(S::double(sums), ones))
}

/// The sliced half-boards that a half-board with these entries does not attack.
#[inline(always)]
fn one<S: Simd, const C: usize>(tables: &[[Line; TABLE]; C], entries: [Entry; C]) -> S::V {
    let mut left = S::entry(&tables[0], entries[0]);
    for c in 1..C {
        left = S::and(left, S::entry(&tables[c], entries[c]));
    }
    left
}

/// Tables that are held at once: those of 512 half-boards, so that they stay in the fastest cache.
const GROUPS: usize = 64;

/// Counts pairs by tables in a register: a byte of the one list selects, for eight half-boards of the
/// other, those that it does not meet, 64 bytes at once.
#[inline(always)]
fn shuffled_pairs<S: Shuffle, const C: usize>(
    a: Piece<'_>,
    b: [Piece<'_>; 2],
    scratch: &mut Vec<S::Table>,
) -> [u64; 2] {
    scratch.resize(scratch.len().max(GROUPS * C), S::Table::default());
    let tables = &mut scratch.as_chunks_mut::<C>().0[..GROUPS];
    let mut counts = [0; 2];
    for (number, chunk) in blocks::<C>(a.0, a.1).chunks(GROUPS / 8).enumerate() {
        for (block, tables) in chunk.iter().zip(tables.as_chunks_mut::<8>().0) {
            for p in 0..C {
                let made = S::tables(&block[p]);
                for g in 0..8 {
                    tables[g][p] = made[g];
                }
            }
        }
        let len = (a.1 - 8 * GROUPS * number).min(8 * GROUPS);
        let tables = &mut tables[..len.div_ceil(8)];
        if !len.is_multiple_of(8) {
            let last = &mut tables[len / 8][0];
            *last = S::restrict(*last, (1 << (len % 8)) - 1);
        }
        for (count, list) in counts.iter_mut().zip(b) {
            *count += look_up::<S, C>(tables, list);
        }
    }
    counts
}

/// How many pairs of the half-boards of the tables and those of the list have no bit in common.
#[inline(always)]
fn look_up<S: Shuffle, const C: usize>(tables: &[[S::Table; C]], list: Piece<'_>) -> u64 {
    let mut sums = [S::splat(0); 2];
    let indices = blocks::<C>(list.0, list.1);
    // Two blocks of indices share the loads of a table. The last block may be part full.
    let (twos, _) = indices[..list.1 / LANES].as_chunks::<2>();
    for [first, second] in twos {
        let mut p = [S::splat(0); C];
        let mut q = [S::splat(0); C];
        for c in 0..C {
            p[c] = S::load(&first[c]);
            q[c] = S::load(&second[c]);
        }
        for table in tables {
            let mut x = S::look_up(table[0], p[0]);
            let mut y = S::look_up(table[0], q[0]);
            for c in 1..C {
                x = S::and(x, S::look_up(table[c], p[c]));
                y = S::and(y, S::look_up(table[c], q[c]));
            }
            sums[0] = S::add_bits(sums[0], x);
            sums[1] = S::add_bits(sums[1], y);
        }
    }
    for (i, block) in indices.iter().enumerate().skip(2 * twos.len()) {
        let lanes = lanes_of(i, list.1);
        let mut p = [S::splat(0); C];
        for c in 0..C {
            p[c] = S::load(&block[c]);
        }
        for table in tables {
            let mut x = S::keep(S::look_up(table[0], p[0]), lanes);
            for c in 1..C {
                x = S::and(x, S::look_up(table[c], p[c]));
            }
            sums[0] = S::add_bits(sums[0], x);
        }
    }
    words::<S>(sums[0]).into_iter().chain(words::<S>(sums[1])).sum()
}

/// The words of 64 bits, the first in the lowest bytes.
#[inline(always)]
fn words<S: Simd>(v: S::V) -> [u64; SLICED] {
    let mut line = Line::ZERO;
    S::store(v, &mut line);
    let mut words = [0; SLICED];
    for (word, bytes) in words.iter_mut().zip(line.0.as_chunks::<8>().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    words
}

/// Chooses the instance of an operation for numbers of planes that are known only at run time.
macro_rules! instance {
    ($what:expr; $($key:pat => $call:expr),+ $(,)?) => {
        match $what {
            $($key => $call,)+
            other => unreachable!("no list has such planes: {other:?}"),
        }
    };
}

/// `scan` for any number of planes.
#[inline(always)]
pub(crate) fn scan_any<S: Simd>(
    job: &Scan,
    from: &[Line],
    len: usize,
    out: &mut [Line],
    at: usize,
) -> usize {
    instance!((job.kept, job.last.is_some());
        (1, false) => scan::<S, 1, 1>(job, from, len, out, at),
        (2, false) => scan::<S, 2, 2>(job, from, len, out, at),
        (3, false) => scan::<S, 3, 3>(job, from, len, out, at),
        (4, false) => scan::<S, 4, 4>(job, from, len, out, at),
        (5, false) => scan::<S, 5, 5>(job, from, len, out, at),
        (6, false) => scan::<S, 6, 6>(job, from, len, out, at),
        (7, false) => scan::<S, 7, 7>(job, from, len, out, at),
        (8, false) => scan::<S, 8, 8>(job, from, len, out, at),
        (1, true) => scan::<S, 1, 2>(job, from, len, out, at),
        (2, true) => scan::<S, 2, 3>(job, from, len, out, at),
        (3, true) => scan::<S, 3, 4>(job, from, len, out, at),
        (4, true) => scan::<S, 4, 5>(job, from, len, out, at),
        (5, true) => scan::<S, 5, 6>(job, from, len, out, at),
        (6, true) => scan::<S, 6, 7>(job, from, len, out, at),
        (7, true) => scan::<S, 7, 8>(job, from, len, out, at),
        (8, true) => scan::<S, 8, 9>(job, from, len, out, at),
        (9, true) => scan::<S, 9, 10>(job, from, len, out, at),
        (10, true) => scan::<S, 10, 11>(job, from, len, out, at),
        (11, true) => scan::<S, 11, 12>(job, from, len, out, at),
        (12, true) => scan::<S, 12, 13>(job, from, len, out, at),
    )
}

/// `filter` for any number of planes.
#[inline(always)]
pub(crate) fn filter_any<S: Simd>(
    shape: (usize, usize),
    tests: [Bits; 2],
    from: &[Line],
    len: usize,
    out: &mut [Line],
    at: usize,
) -> usize {
    instance!(shape;
        (1, 1) => filter::<S, 1, 1>(tests, from, len, out, at),
        (2, 1) => filter::<S, 2, 1>(tests, from, len, out, at),
        (2, 2) => filter::<S, 2, 2>(tests, from, len, out, at),
        (3, 2) => filter::<S, 3, 2>(tests, from, len, out, at),
        (3, 3) => filter::<S, 3, 3>(tests, from, len, out, at),
        (4, 3) => filter::<S, 4, 3>(tests, from, len, out, at),
        (4, 4) => filter::<S, 4, 4>(tests, from, len, out, at),
        (5, 4) => filter::<S, 5, 4>(tests, from, len, out, at),
        (5, 5) => filter::<S, 5, 5>(tests, from, len, out, at),
        (6, 5) => filter::<S, 6, 5>(tests, from, len, out, at),
        (6, 6) => filter::<S, 6, 6>(tests, from, len, out, at),
        (7, 6) => filter::<S, 7, 6>(tests, from, len, out, at),
        (7, 7) => filter::<S, 7, 7>(tests, from, len, out, at),
        (8, 7) => filter::<S, 8, 7>(tests, from, len, out, at),
        (8, 8) => filter::<S, 8, 8>(tests, from, len, out, at),
    )
}

/// `split` for any number of planes.
#[inline(always)]
pub(crate) fn split_any<S: Simd>(
    shape: (usize, usize),
    tests: [Bits; 2],
    limit: u8,
    from: &[Line],
    len: usize,
    above: (&mut [Line], usize),
    equal: (&mut [Line], usize),
) -> (usize, usize) {
    instance!(shape;
        (2, 1) => split::<S, 2, 1>(tests, limit, from, len, above, equal),
        (3, 1) => split::<S, 3, 1>(tests, limit, from, len, above, equal),
        (3, 2) => split::<S, 3, 2>(tests, limit, from, len, above, equal),
        (4, 2) => split::<S, 4, 2>(tests, limit, from, len, above, equal),
        (4, 3) => split::<S, 4, 3>(tests, limit, from, len, above, equal),
        (5, 3) => split::<S, 5, 3>(tests, limit, from, len, above, equal),
        (5, 4) => split::<S, 5, 4>(tests, limit, from, len, above, equal),
        (6, 4) => split::<S, 6, 4>(tests, limit, from, len, above, equal),
        (6, 5) => split::<S, 6, 5>(tests, limit, from, len, above, equal),
        (7, 5) => split::<S, 7, 5>(tests, limit, from, len, above, equal),
        (7, 6) => split::<S, 7, 6>(tests, limit, from, len, above, equal),
        (8, 6) => split::<S, 8, 6>(tests, limit, from, len, above, equal),
        (8, 7) => split::<S, 8, 7>(tests, limit, from, len, above, equal),
        (9, 7) => split::<S, 9, 7>(tests, limit, from, len, above, equal),
        (9, 8) => split::<S, 9, 8>(tests, limit, from, len, above, equal),
    )
}

/// `meet_each` for any number of planes.
#[inline(always)]
pub(crate) fn meet_each_any<S: Simd>(
    live: u64,
    one: (&[Line], usize, usize),
    others: [(&[Line], usize, usize); 2],
) -> [u64; 2] {
    instance!((64 - live.leading_zeros()).div_ceil(8);
        1 => meet_each::<S, 1>(live, one, others),
        2 => meet_each::<S, 2>(live, one, others),
        3 => meet_each::<S, 3>(live, one, others),
        4 => meet_each::<S, 4>(live, one, others),
        5 => meet_each::<S, 5>(live, one, others),
        6 => meet_each::<S, 6>(live, one, others),
        7 => meet_each::<S, 7>(live, one, others),
        8 => meet_each::<S, 8>(live, one, others),
    )
}

/// `shuffled_pairs` for any number of planes.
#[inline(always)]
pub(crate) fn shuffled_pairs_any<S: Shuffle>(
    planes: usize,
    a: Piece<'_>,
    b: [Piece<'_>; 2],
    scratch: &mut Vec<S::Table>,
) -> [u64; 2] {
    instance!(planes;
        1 => shuffled_pairs::<S, 1>(a, b, scratch),
        2 => shuffled_pairs::<S, 2>(a, b, scratch),
        3 => shuffled_pairs::<S, 3>(a, b, scratch),
        4 => shuffled_pairs::<S, 4>(a, b, scratch),
        5 => shuffled_pairs::<S, 5>(a, b, scratch),
        6 => shuffled_pairs::<S, 6>(a, b, scratch),
        7 => shuffled_pairs::<S, 7>(a, b, scratch),
        8 => shuffled_pairs::<S, 8>(a, b, scratch),
        9 => shuffled_pairs::<S, 9>(a, b, scratch),
        10 => shuffled_pairs::<S, 10>(a, b, scratch),
        11 => shuffled_pairs::<S, 11>(a, b, scratch),
        12 => shuffled_pairs::<S, 12>(a, b, scratch),
        13 => shuffled_pairs::<S, 13>(a, b, scratch),
        14 => shuffled_pairs::<S, 14>(a, b, scratch),
        15 => shuffled_pairs::<S, 15>(a, b, scratch),
        16 => shuffled_pairs::<S, 16>(a, b, scratch),
    )
}

/// `pairs` for any number of planes.
#[inline(always)]
pub(crate) fn pairs_any<S: Simd>(
    planes: usize,
    width: usize,
    sliced: (&[Line], [usize; 2]),
    indices: [Piece<'_>; 2],
    tables: &mut [Line],
    entries: &mut Vec<Entry>,
) -> [u64; 2] {
    instance!(planes;
        1 => pairs::<S, 1>(width, sliced, indices, tables, entries),
        2 => pairs::<S, 2>(width, sliced, indices, tables, entries),
        3 => pairs::<S, 3>(width, sliced, indices, tables, entries),
        4 => pairs::<S, 4>(width, sliced, indices, tables, entries),
        5 => pairs::<S, 5>(width, sliced, indices, tables, entries),
        6 => pairs::<S, 6>(width, sliced, indices, tables, entries),
        7 => pairs::<S, 7>(width, sliced, indices, tables, entries),
        8 => pairs::<S, 8>(width, sliced, indices, tables, entries),
        9 => pairs::<S, 9>(width, sliced, indices, tables, entries),
        10 => pairs::<S, 10>(width, sliced, indices, tables, entries),
    )
}

/// Makes a [`Kernel`] of a [`Simd`]. `$wrap` puts a call inside a function that may use the
/// instructions.
macro_rules! kernel {
    ($name:ident, $simd:ty, $wrap:ident, $shuffles:ident) => {
        impl Kernel for $name {
            $shuffles!($simd, $wrap);

            fn prefetch(&self, lines: &[Line]) {
                <$simd as Simd>::prefetch(lines);
            }

            fn scan(
                &self,
                scan: &Scan,
                from: &[Line],
                len: usize,
                out: &mut [Line],
                at: usize,
            ) -> usize {
                $wrap!((scan: &Scan, from: &[Line], len: usize, out: &mut [Line], at: usize) -> usize {
                    planes::scan_any::<$simd>(scan, from, len, out, at)
                })
            }

            fn filter(
                &self,
                shape: (usize, usize),
                tests: [Bits; 2],
                from: &[Line],
                len: usize,
                out: &mut [Line],
                at: usize,
            ) -> usize {
                $wrap!((shape: (usize, usize), tests: [Bits; 2], from: &[Line], len: usize,
                        out: &mut [Line], at: usize) -> usize {
                    planes::filter_any::<$simd>(shape, tests, from, len, out, at)
                })
            }

            fn split(
                &self,
                shape: (usize, usize),
                tests: [Bits; 2],
                limit: u8,
                from: &[Line],
                len: usize,
                above: (&mut [Line], usize),
                equal: (&mut [Line], usize),
            ) -> (usize, usize) {
                $wrap!((shape: (usize, usize), tests: [Bits; 2], limit: u8, from: &[Line], len: usize,
                        above: (&mut [Line], usize), equal: (&mut [Line], usize)) -> (usize, usize) {
                    planes::split_any::<$simd>(shape, tests, limit, from, len, above, equal)
                })
            }

            fn pack(&self, shape: (usize, usize), moves: &[Move], from: &[Line], out: &mut [Line]) {
                $wrap!((shape: (usize, usize), moves: &[Move], from: &[Line], out: &mut [Line]) -> () {
                    planes::pack::<$simd>(shape, moves, from, out)
                })
            }

            fn meet_each(
                &self,
                live: u64,
                one: (&[Line], usize, usize),
                others: [(&[Line], usize, usize); 2],
            ) -> [u64; 2] {
                $wrap!((live: u64, one: (&[Line], usize, usize),
                        others: [(&[Line], usize, usize); 2]) -> [u64; 2] {
                    planes::meet_each_any::<$simd>(live, one, others)
                })
            }

            fn pairs(
                &self,
                planes: usize,
                width: usize,
                sliced: (&[Line], [usize; 2]),
                indices: [Piece<'_>; 2],
                tables: &mut [Line],
            ) -> [u64; 2] {
                thread_local! {
                    static ENTRIES: std::cell::RefCell<Vec<Entry>> =
                        const { std::cell::RefCell::new(Vec::new()) };
                }
                ENTRIES.with_borrow_mut(|entries| {
                    $wrap!((planes: usize, width: usize, sliced: (&[Line], [usize; 2]),
                            indices: [Piece<'_>; 2], tables: &mut [Line],
                            entries: &mut Vec<Entry>) -> [u64; 2] {
                        planes::pairs_any::<$simd>(planes, width, sliced, indices, tables, entries)
                    })
                })
            }
        }
    };
}
pub(crate) use kernel;

/// The operations of a kernel with tables in registers.
macro_rules! shuffles {
    ($simd:ty, $wrap:ident) => {
        fn shuffles(&self) -> Option<Shuffles> {
            Some(<$simd as Shuffle>::SHUFFLES)
        }

        fn shuffled_pairs(&self, planes: usize, a: Piece<'_>, b: [Piece<'_>; 2]) -> [u64; 2] {
            thread_local! {
                static TABLES: std::cell::RefCell<Vec<<$simd as Shuffle>::Table>> =
                    const { std::cell::RefCell::new(Vec::new()) };
            }
            TABLES.with_borrow_mut(|tables| {
                $wrap!((planes: usize, a: Piece<'_>, b: [Piece<'_>; 2],
                        tables: &mut Vec<<$simd as Shuffle>::Table>) -> [u64; 2] {
                    planes::shuffled_pairs_any::<$simd>(planes, a, b, tables)
                })
            })
        }
    };
}
pub(crate) use shuffles;

/// The operations of a kernel without.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! no_shuffles {
    ($simd:ty, $wrap:ident) => {
        fn shuffles(&self) -> Option<Shuffles> {
            None
        }

        fn shuffled_pairs(&self, _: usize, _: Piece<'_>, _: [Piece<'_>; 2]) -> [u64; 2] {
            unreachable!("nobody asks a kernel for what it says that it has not")
        }
    };
}
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(crate) use no_shuffles;
