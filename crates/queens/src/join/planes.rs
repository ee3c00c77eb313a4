//! Lists of half-boards as planes of bytes, and the five operations on them.
//!
//! A list stands in memory in blocks of 64 half-boards. A block of C planes is C [`Line`]s: byte i of
//! line p holds the bits 8p to 8p + 7 of the block's i-th half-board. So one instruction looks at a
//! byte of 64 half-boards, and an operation reads only the planes that it needs. Blocks follow each
//! other; only the last one of a list may be part full, and what stands in the rest of it is of no
//! meaning.
//!
//! The operations are written once, over the private trait [`Simd`] of what an instruction set does
//! with 64 bytes, and offered for each instruction set as a [`Kernel`].

use std::fmt::Debug;

/// Half-boards of a block.
pub(super) const LANES: usize = 64;

/// Planes of an entry of the outer table, at most.
pub(super) const MAX_PLANES: usize = 13;

/// 64 bytes side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Line(pub(super) [u8; LANES]);

impl Line {
    pub(super) const ZERO: Self = Self([0; LANES]);
}

/// A list of one piece: its blocks and its half-boards.
pub(super) type Piece<'a> = (&'a [Line], usize);

/// A part of a signature that lies in one plane.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Bits {
    /// The plane.
    pub(super) plane: usize,
    /// The bits in it.
    pub(super) bits: u8,
}

/// How queens of further rows meet a list of the outer table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scan {
    /// Planes of the list, the last one of which is no diagonals: see `last`.
    pub(super) planes: usize,
    /// Bits that an entry must not have.
    pub(super) test: [u8; MAX_PLANES],
    /// Bits that the queens add.
    pub(super) add: [u8; MAX_PLANES],
    /// So many of the first planes are kept.
    pub(super) kept: usize,
    /// If the last plane is kept too: the bits to keep of the entry's, and the bits to add.
    pub(super) last: Option<(u8, u8)>,
}

/// Bits that move from a plane of a list to a plane of a packed list.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Move {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Byte 7 - i tells from which bit bit i is taken: a matrix as `gf2p8affineqb` takes it.
    pub(super) matrix: u64,
}

impl Move {
    /// What each bit of a byte becomes.
    pub(super) fn becomes(self) -> [u8; 8] {
        transposed(self.matrix.swap_bytes()).to_le_bytes()
    }
}

/// Exchanges rows and columns of 8 by 8 bits (Warren, Hacker's Delight, 7-3).
pub(super) fn transposed(mut x: u64) -> u64 {
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
pub(super) trait Kernel: Debug + Sync {
    /// Bits of a byte of packed lists.
    fn packed_bits(&self) -> usize;

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

    /// How many pairs of the packed list `a` and each of the packed lists `b` have no bit in common.
    fn pairs(&self, planes: usize, a: Piece<'_>, b: [Piece<'_>; 2]) -> [u64; 2];
}

/// What an instruction set does with 64 bytes.
pub(super) trait Simd {
    /// 64 bytes.
    type V: Copy;
    /// Bits of an index of a [`Self::Table`].
    const LEAF_BITS: usize;
    /// For eight half-boards and every value of an index: those that share no bit with it.
    type Table: Copy + Default + Send;
    /// A [`Move`] ready for use.
    type Matrix: Copy;
    /// Appends chosen half-boards to blocks of C planes.
    type Packer<const C: usize>: Copy;
    /// Counts bits.
    type Sum: Copy;

    fn load(line: &Line) -> Self::V;
    fn store(v: Self::V, line: &mut Line);
    fn splat(byte: u8) -> Self::V;
    fn and(a: Self::V, b: Self::V) -> Self::V;
    fn or(a: Self::V, b: Self::V) -> Self::V;
    /// The lanes that are zero.
    fn zeros(v: Self::V) -> u64;
    /// The lanes where the first byte is greater.
    fn above(a: Self::V, b: Self::V) -> u64;
    /// The lanes where the bytes are equal.
    fn equal(a: Self::V, b: Self::V) -> u64;
    /// The bytes of these lanes, else 0.
    fn keep(v: Self::V, lanes: u64) -> Self::V;

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

    /// The tables of the 64 half-boards of a line, by eights.
    fn tables(line: &Line) -> [Self::Table; 8];
    /// The table without the half-boards outside `among`.
    fn restrict(table: Self::Table, among: u8) -> Self::Table;
    fn look_up(table: Self::Table, index: Self::V) -> Self::V;

    fn sum() -> Self::Sum;
    fn add(sum: Self::Sum, v: Self::V) -> Self::Sum;
    fn total(sum: Self::Sum) -> u64;
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
        self.full += usize::from(S::append(&mut self.packer, planes, lanes, &mut self.out[self.full..]));
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

/// Moves of a list to a leaf, at most: each of 8 planes to each of 14 could be needed in theory, but
/// the bits keep their order, so that source and target advance together.
pub(super) const MAX_MOVES: usize = 32;

#[inline(always)]
pub(super) fn pack<S: Simd>(shape: (usize, usize), moves: &[Move], from: &[Line], out: &mut [Line]) {
    let mut matrices = [S::matrix(Move::default()); MAX_MOVES];
    for (matrix, step) in matrices.iter_mut().zip(moves) {
        *matrix = S::matrix(*step);
    }
    for (block, out) in from.chunks_exact(shape.0).zip(out.chunks_exact_mut(shape.1)) {
        let mut to = 0;
        let mut v = S::splat(0);
        for (step, matrix) in moves.iter().zip(&matrices) {
            if step.to != to {
                S::store(v, &mut out[to]);
                v = S::splat(0);
                to = step.to;
            }
            v = S::or(v, S::transform(S::load(&block[step.from]), *matrix));
        }
        S::store(v, &mut out[to]);
    }
}

/// Tables that are held at once: those of 512 half-boards, so that they stay in the fastest cache.
const GROUPS: usize = 64;

#[inline(always)]
fn pairs<S: Simd, const C: usize>(
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
        if len % 8 != 0 {
            let last = &mut tables[len / 8][0];
            *last = S::restrict(*last, (1 << (len % 8)) - 1);
        }
        counts[0] += look_up::<S, C>(tables, b[0]);
        if b[1].1 > 0 {
            counts[1] += look_up::<S, C>(tables, b[1]);
        }
    }
    counts
}

/// How many pairs of the half-boards of the tables and those of the list have no bit in common.
#[inline(always)]
fn look_up<S: Simd, const C: usize>(tables: &[[S::Table; C]], list: Piece<'_>) -> u64 {
    let mut sums = [S::sum(); 2];
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
            sums[0] = S::add(sums[0], x);
            sums[1] = S::add(sums[1], y);
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
            sums[0] = S::add(sums[0], x);
        }
    }
    S::total(sums[0]) + S::total(sums[1])
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
pub(super) fn scan_any<S: Simd>(
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
pub(super) fn filter_any<S: Simd>(
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
pub(super) fn split_any<S: Simd>(
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

/// `pairs` for any number of planes.
#[inline(always)]
pub(super) fn pairs_any<S: Simd>(
    planes: usize,
    a: Piece<'_>,
    b: [Piece<'_>; 2],
    scratch: &mut Vec<S::Table>,
) -> [u64; 2] {
    instance!(planes;
        1 => pairs::<S, 1>(a, b, scratch),
        2 => pairs::<S, 2>(a, b, scratch),
        3 => pairs::<S, 3>(a, b, scratch),
        4 => pairs::<S, 4>(a, b, scratch),
        5 => pairs::<S, 5>(a, b, scratch),
        6 => pairs::<S, 6>(a, b, scratch),
        7 => pairs::<S, 7>(a, b, scratch),
        8 => pairs::<S, 8>(a, b, scratch),
        9 => pairs::<S, 9>(a, b, scratch),
        10 => pairs::<S, 10>(a, b, scratch),
        11 => pairs::<S, 11>(a, b, scratch),
        12 => pairs::<S, 12>(a, b, scratch),
        13 => pairs::<S, 13>(a, b, scratch),
        14 => pairs::<S, 14>(a, b, scratch),
        15 => pairs::<S, 15>(a, b, scratch),
    )
}

/// Makes a [`Kernel`] of a [`Simd`]. `$wrap` puts a call inside a function that may use the
/// instructions.
macro_rules! kernel {
    ($name:ident, $simd:ty, $wrap:ident) => {
        impl Kernel for $name {
            fn packed_bits(&self) -> usize {
                <$simd as Simd>::LEAF_BITS
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

            fn pairs(&self, planes: usize, a: Piece<'_>, b: [Piece<'_>; 2]) -> [u64; 2] {
                thread_local! {
                    static TABLES: std::cell::RefCell<Vec<<$simd as Simd>::Table>> =
                        const { std::cell::RefCell::new(Vec::new()) };
                }
                TABLES.with_borrow_mut(|tables| {
                    $wrap!((planes: usize, a: Piece<'_>, b: [Piece<'_>; 2],
                            tables: &mut Vec<<$simd as Simd>::Table>) -> [u64; 2] {
                        planes::pairs_any::<$simd>(planes, a, b, tables)
                    })
                })
            }
        }
    };
}
pub(super) use kernel;
