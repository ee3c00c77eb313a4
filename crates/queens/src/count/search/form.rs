//! The forms of the search: which words a placement has, and how they change with a queen.
//!
//! | form | words beside the columns taken and the free squares | symmetry that remains |
//! |:--|:--|:--|
//! | plain board | both diagonals as they meet the row | all eight ([`classes`](super::classes)) |
//! | torus | the same, rotated within n bits instead of shifted | translations, and eight of the second queen |
//! | superqueens | one more: the columns beside the last queen, which it attacks as a knight two rows on | all eight |
//! | regions | the regions taken | what the regions leave |
//!
//! Fixed queens, blocked squares and excluded diagonals are no form: they are squares closed at the start.

#![allow(clippy::inline_always, reason = "an operation is one instruction only if it is inlined")]
#![allow(
    clippy::needless_range_loop,
    reason = "closures would not be inlined into a function with the instructions enabled"
)]

use super::plan::Row;
use super::subproblem::Rules;
use crate::simd::Lanes;

/// The most words of a placement.
pub(super) const MAX_WORDS: usize = 5;

/// Partial placements that wait for a queen on a row, one in each lane, word by word: the columns taken, the free squares
/// of the row, and what else the form has.
pub(super) type Partials<L> = [L; MAX_WORDS];

/// The columns taken or not on the board.
pub(super) const COLS: usize = 0;
/// The free squares of the row.
pub(super) const FREE: usize = 1;

/// What is placed, and on what board.
pub(super) trait Form: 'static {
    /// The words of a placement.
    const WORDS: usize;
    /// Vectors worked on side by side, to hide the latency of each, as far as the registers hold them.
    const STREAMS: usize;
    /// A placement is kept only if so many of the next rows have a free square: two or three.
    const LOOK: usize;

    /// The placements with one more queen, and their free squares on the next `look` rows. The caller takes the queen off
    /// the free squares of `partials`.
    fn place<L: Lanes>(
        rules: &Rules,
        row: &RowVectors<L>,
        partials: &Partials<L>,
        queen: L,
        look: usize,
    ) -> (Partials<L>, [L; 3]);

    /// What a queen on the next row attacks on the row after that, its own column aside.
    fn attacks<L: Lanes>(rules: &Rules, row: &RowVectors<L>, queen: L) -> L;
}

/// A [`Row`] as vectors.
#[derive(Clone, Copy)]
pub(super) struct RowVectors<L: Lanes> {
    /// This row and the next three.
    rows: [u32; 4],
    /// The open squares of the next three rows.
    open: [L; 3],
    /// How far diagonals move from each row to the next.
    to: [L::Shift; 3],
    /// How far diagonals move the other way around a torus.
    around: [L::Shift; 3],
    /// From the row before to the next one, from this one to the next two, from the next to the one after.
    before_next: Gap<L>,
    at_next: Gap<L>,
    at_after: Gap<L>,
    next_after: Gap<L>,
}

/// Whether two rows are one row apart, or two: all ones if they are, else zeros.
#[derive(Clone, Copy)]
struct Gap<L> {
    one: L,
    two: L,
}

impl<L: Lanes> Gap<L> {
    #[inline(always)]
    fn new(upper: u32, lower: u32) -> Self {
        let is = |rows: u32| L::splat(if upper + rows == lower { u32::MAX } else { 0 });
        Self { one: is(1), two: is(2) }
    }
}

impl<L: Lanes> RowVectors<L> {
    #[inline(always)]
    pub(super) fn from_row(row: &Row) -> Self {
        let [before, at, next, after, last] = row.rows;
        let distances = [next - at, after - next, last - after];
        Self {
            rows: [at, next, after, last],
            open: row.open.map(L::splat),
            to: distances.map(L::shift),
            around: distances.map(|distance| L::shift(row.n - distance)),
            before_next: Gap::new(before, next),
            at_next: Gap::new(at, next),
            at_after: Gap::new(at, after),
            next_after: Gap::new(next, after),
        }
    }
}

/// Queens on a board whose diagonals may go around, and which may attack as knights, too.
pub(super) struct Queens<const AROUND: bool, const KNIGHTS: bool>;

impl<const AROUND: bool, const KNIGHTS: bool> Queens<AROUND, KNIGHTS> {
    /// The diagonals that go to the higher columns, and those that go to the lower ones, moved from row i of the next ones
    /// to the one after.
    #[inline(always)]
    fn advance<L: Lanes>(row: &RowVectors<L>, [left, right]: [L; 2], i: usize) -> [L; 2] {
        let (to, around) = (row.to[i], row.around[i]);
        if AROUND {
            // What leaves the board is not cut off: it stands for the column where it comes in.
            [left.up(to).or(left.down(around)), right.down(to).or(right.up(around))]
        } else {
            [left.up(to), right.down(to)]
        }
    }
}

/// The columns at this distance on both sides.
#[inline(always)]
fn beside<L: Lanes>(queen: L, distance: u32) -> L {
    let by = L::shift(distance);
    queen.up(by).or(queen.down(by))
}

/// What a queen attacks as a knight in the row at the other end of the gap.
#[inline(always)]
fn leaps<L: Lanes>(queen: L, gap: Gap<L>) -> L {
    beside(queen, 2).and(gap.one).or(beside(queen, 1).and(gap.two))
}

impl<const AROUND: bool, const KNIGHTS: bool> Form for Queens<AROUND, KNIGHTS> {
    const WORDS: usize = if KNIGHTS { 5 } else { 4 };
    const STREAMS: usize = if KNIGHTS || AROUND { 1 } else { 2 };
    const LOOK: usize = if AROUND { 3 } else { 2 };

    #[inline(always)]
    fn place<L: Lanes>(
        _: &Rules,
        row: &RowVectors<L>,
        partials: &Partials<L>,
        queen: L,
        look: usize,
    ) -> (Partials<L>, [L; 3]) {
        let [cols, _, left, right, beside_last] = *partials;
        let cols = cols.or(queen);
        let [left, right] = Self::advance(row, [left.or(queen), right.or(queen)], 0);
        let mut child = [cols, cols, left, right, beside_last];
        let mut right_next = right;
        if KNIGHTS {
            child[4] = beside(queen, 1);
            let of_last = beside_last.and(row.before_next.two);
            right_next = right.or(of_last).or(leaps(queen, row.at_next));
        }
        let mut free = [cols.nor3(left, right_next).and(row.open[0]), cols, cols];
        let mut ahead = [left, right];
        for i in 1..look {
            ahead = Self::advance(row, ahead, i);
            let [left, mut right] = ahead;
            if KNIGHTS && i == 1 {
                right = right.or(child[4].and(row.at_after.two));
            }
            free[i] = cols.nor3(left, right).and(row.open[i]);
        }
        (child, free)
    }

    #[inline(always)]
    fn attacks<L: Lanes>(_: &Rules, row: &RowVectors<L>, queen: L) -> L {
        let [left, right] = Self::advance(row, [queen, queen], 1);
        let attacked = left.or(right);
        if KNIGHTS { attacked.or(leaps(queen, row.next_after)) } else { attacked }
    }
}

/// A queen in each region. Queens do not touch, and do not attack along diagonals.
pub(super) struct Regions;

impl Regions {
    /// The squares of a row whose region is one of these.
    #[inline(always)]
    fn squares<L: Lanes>(rules: &Rules, row: u32, taken: L) -> L {
        let mut squares = L::splat(0);
        for &(region, of_region) in rules.regions_of(row) {
            let is_taken = taken.down(L::shift(region)).and(L::splat(1));
            squares = squares.or(L::splat(0).minus(is_taken).and(L::splat(of_region)));
        }
        squares
    }

    /// The regions of queens on a row.
    #[inline(always)]
    fn taken<L: Lanes>(rules: &Rules, row: u32, queen: L) -> L {
        let mut taken = L::splat(0);
        for &(region, of_region) in rules.regions_of(row) {
            let is_in = L::pack(queen.meets(L::splat(of_region)));
            taken = taken.select(is_in, L::splat(1 << region));
        }
        taken
    }
}

impl Form for Regions {
    const WORDS: usize = 3;
    const STREAMS: usize = 1;
    const LOOK: usize = 2;

    #[inline(always)]
    fn place<L: Lanes>(
        rules: &Rules,
        row: &RowVectors<L>,
        partials: &Partials<L>,
        queen: L,
        look: usize,
    ) -> (Partials<L>, [L; 3]) {
        let [cols, _, taken, ..] = *partials;
        let cols = cols.or(queen);
        let [at, next @ ..] = row.rows;
        let taken = taken.or(Self::taken(rules, at, queen));
        let mut touched = beside(queen, 1).and(row.at_next.one);
        let mut free = [cols; 3];
        for i in 0..look {
            free[i] = cols.nor3(touched, Self::squares(rules, next[i], taken)).and(row.open[i]);
            touched = L::splat(0);
        }
        ([cols, cols, taken, taken, taken], free)
    }

    #[inline(always)]
    fn attacks<L: Lanes>(rules: &Rules, row: &RowVectors<L>, queen: L) -> L {
        let [_, next, after, _] = row.rows;
        let region = Self::squares(rules, after, Self::taken(rules, next, queen));
        region.or(beside(queen, 1).and(row.next_after.one))
    }
}
