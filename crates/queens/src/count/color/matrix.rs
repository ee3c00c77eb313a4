//! The matrices of the two colors, and the sum of their products.
//!
//! A matrix has a row for each tried column set and a lane for each packed one. White's rows are sets of even columns,
//! black's lanes are the complements of the same sets, in the same order; and the other way round. So the number of
//! solutions is the sum over all x and y of `white[x][y] black[y][x]`.
//!
//! An entry has 16 bits and stays at 65,535 when it should be more. A pattern with such an entry is counted
//! [pair by pair](super::pairs).

use crate::simd::{Bytes, Work};
use std::marker::PhantomData;

/// A matrix by segments of lanes; inside of a segment, row by row.
#[derive(Clone, Default, Debug)]
pub(crate) struct Matrix {
    entries: Vec<u16>,
    /// Rows and lanes, rounded up.
    rows: usize,
    lanes: usize,
    /// The lanes of each segment but the last one: a power of two.
    width: usize,
}

impl Matrix {
    /// Sets all entries to zero. Lanes are rounded up to vectors of so many, rows to a multiple of 16.
    pub(crate) fn clear(&mut self, rows: usize, lanes: usize, vector: usize, width: usize) {
        assert!(width.is_power_of_two(), "a segment of {width} lanes");
        self.rows = rows.next_multiple_of(16);
        self.lanes = lanes.next_multiple_of(vector);
        self.width = width;
        self.entries.clear();
        self.entries.resize(self.rows * self.lanes, 0);
    }

    /// Where a segment begins, and how long its rows are.
    #[inline(always)]
    fn segment(&self, segment: usize) -> (usize, usize) {
        let first = segment * self.width;
        (first * self.rows, self.width.min(self.lanes - first))
    }

    /// The entries of a row in a segment.
    #[inline(always)]
    pub(crate) fn row_mut(&mut self, segment: usize, row: u16) -> &mut [u16] {
        let (first, stride) = self.segment(segment);
        &mut self.entries[first + usize::from(row) * stride..][..stride]
    }

    /// The entries of a row, by segments.
    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> impl Iterator<Item = &[u16]> {
        (0..self.lanes.div_ceil(self.width)).map(move |segment| {
            let (first, stride) = self.segment(segment);
            &self.entries[first + row * stride..][..stride]
        })
    }

    #[inline(always)]
    pub(crate) fn entry(&self, row: usize, lane: usize) -> u16 {
        let (at, stride) = self.at(lane);
        self.entries[at + row * stride]
    }

    /// Where the first entry of a lane is, and how far it is from each to the next.
    #[inline(always)]
    fn at(&self, lane: usize) -> (usize, usize) {
        let (first, stride) = self.segment(lane >> self.width.trailing_zeros());
        (first + (lane & (self.width - 1)), stride)
    }

    /// The largest entry.
    #[inline(always)]
    pub(crate) fn max(&self) -> u16 {
        let mut most = 0;
        for &entry in &self.entries {
            most = most.max(entry);
        }
        most
    }
}

/// The sum over all x and y of `white[x][y] black[y][x]`; none if an entry is at its limit, or if the
/// largest ones are too large for the vectors.
pub(crate) struct Product<'a, S> {
    pub(crate) white: &'a Matrix,
    pub(crate) black: &'a Matrix,
    pub(crate) limit: u16,
    pub(crate) vectors: PhantomData<S>,
}

impl<S: Bytes> Work for Product<'_, S> {
    type Out = Option<u128>;

    #[inline(always)]
    fn work(self) -> Self::Out {
        let (white, black) = (self.white, self.black);
        let (a, b) = (white.max(), black.max());
        let most = a.max(b);
        if most >= self.limit || most >> 15 > 0 || u32::from(a) * u32::from(b) >= 1 << 27 {
            return None;
        }
        let mut sum = 0;
        let rows = white.rows.min(black.lanes);
        let lanes = white.lanes.min(black.rows);
        for y in (0..lanes).step_by(16) {
            let (white_at, white_stride) = white.at(y);
            for x in (0..rows).step_by(black.width) {
                let (black_at, black_stride) = black.at(x);
                sum += u128::from(S::dot(
                    &white.entries[white_at + x * white_stride..],
                    white_stride,
                    &black.entries[black_at + y * black_stride..],
                    black_stride,
                    black.width.min(rows - x) / 8,
                ));
            }
        }
        Some(sum)
    }
}

/// Tells each i for which `a[x][i] b[i][x]` is not zero, and the product.
#[inline(always)]
pub(crate) fn products(a: &Matrix, b: &Matrix, x: usize, mut found: impl FnMut(usize, u128)) {
    let (at, stride) = b.at(x);
    let mut before = 0;
    for entries in a.row(x) {
        for (i, &entry) in (before..b.rows).zip(entries) {
            if entry > 0 {
                let product = u128::from(entry) * u128::from(b.entries[at + i * stride]);
                if product > 0 {
                    found(i, product);
                }
            }
        }
        before += entries.len();
    }
}

/// Adds the sums of a tried column set, times a power of two, to its row of a segment; a byte of 255 fills its entry. The
/// sums of each vector are `sets` apart, and `order` tells where its lanes went when they were sorted.
#[inline(always)]
pub(crate) fn add<S: Bytes>(
    row: &mut [u16],
    sums: &[S::V],
    sets: usize,
    order: Option<&[u8; 256]>,
    power: u32,
) {
    let mut from = [S::zero(); 4];
    for vector in 0..row.len() / S::LANES {
        from[vector] = sums[vector * sets];
    }
    for (vector, entries) in row.chunks_exact_mut(S::LANES).enumerate() {
        let sum = match order {
            Some(order) => S::gather(&from, &order[vector * S::LANES..]),
            None => from[vector],
        };
        S::add_to(entries, sum, power);
    }
}
