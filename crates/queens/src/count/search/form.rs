//! The forms of the search: which words a placement has, and how they change with a queen.
//!
//! | form | words beside the columns taken and the free squares | symmetry that remains |
//! |:--|:--|:--|
//! | plain board | both diagonals as they meet the row | all eight ([`classes`](super::classes)) |
//! | torus | the same, rotated within n bits instead of shifted | translations, and eight of the second queen |
//! | superqueens | one more: what the queen before the last attacks as a knight | all eight |
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

/// The most words of a state.
pub(super) const MAX_WORDS: usize = 5;

/// A placement that waits for a queen on its row, one in each lane, word by word: the columns taken, the free squares
/// of the row, and what else the form has.
pub(super) type State<L> = [L; MAX_WORDS];

/// The columns taken or not on the board.
pub(super) const COLS: usize = 0;
/// The free squares of the row.
pub(super) const FREE: usize = 1;

/// What is placed, and on what board.
pub(super) trait Form: 'static {
    /// The words of a state.
    const WORDS: usize;
    /// Vectors worked on side by side, to hide the latency of each, as far as the registers hold them.
    const STREAMS: usize;
    /// A placement is kept only if so many of the next rows have a free square: two or three.
    const LOOK: usize;

    /// The placements with one more queen, and their free squares on the next `look` rows. The free squares of the
    /// state itself are the caller's to set.
    fn place<L: Lanes>(
        rules: &Rules,
        row: &Row,
        lines: &Lines<L>,
        state: &State<L>,
        queen: L,
        look: usize,
    ) -> (State<L>, [L; 3]);

    /// What a queen on the second row from this one attacks on the third, its own column aside.
    fn attacks<L: Lanes>(rules: &Rules, row: &Row, lines: &Lines<L>, queen: L) -> L;
}

/// What a step needs of its row, as vectors.
#[derive(Clone, Copy)]
pub(super) struct Lines<L: Lanes> {
    /// The open squares of the three rows after this one.
    open: [L; 3],
    /// From each row to the next.
    to: [L::Shift; 3],
    /// The same around the board.
    around: [L::Shift; 3],
    /// All ones or zeros: whether the next row is two rows after the one before, one after this one, two after this
    /// one; and the one after the next two after this one, one after the next, two after the next.
    near: [L; 6],
}

impl<L: Lanes> Lines<L> {
    #[inline(always)]
    pub(super) fn from_row(row: &Row) -> Self {
        let [before, at, next, after, last] = row.rows;
        let distances = [next - at, after - next, last - after];
        let is = |yes: bool| L::splat(if yes { u32::MAX } else { 0 });
        Self {
            open: row.open.map(L::splat),
            to: distances.map(L::shift),
            around: distances.map(|distance| L::shift(row.n - distance)),
            near: [
                is(before + 2 == next),
                is(at + 1 == next),
                is(at + 2 == next),
                is(at + 2 == after),
                is(next + 1 == after),
                is(next + 2 == after),
            ],
        }
    }
}

/// Queens on a board whose diagonals may go around, and which may attack as knights, too.
pub(super) struct Queens<const AROUND: bool, const KNIGHTS: bool>;

impl<const AROUND: bool, const KNIGHTS: bool> Queens<AROUND, KNIGHTS> {
    /// A line that goes to the higher columns, and one that goes to the lower ones, so many rows on.
    #[inline(always)]
    fn advance<L: Lanes>(lines: &Lines<L>, [left, right]: [L; 2], i: usize) -> [L; 2] {
        let (to, around) = (lines.to[i], lines.around[i]);
        if AROUND {
            // What leaves the board is not cut off: it stands for the column where it comes in.
            [left.up(to).or(left.down(around)), right.down(to).or(right.up(around))]
        } else {
            [left.up(to), right.down(to)]
        }
    }
}

#[inline(always)]
fn beside<L: Lanes>(queen: L, columns: u32) -> L {
    let by = L::shift(columns);
    queen.up(by).or(queen.down(by))
}

impl<const AROUND: bool, const KNIGHTS: bool> Form for Queens<AROUND, KNIGHTS> {
    const WORDS: usize = if KNIGHTS { 5 } else { 4 };
    const STREAMS: usize = if KNIGHTS || AROUND { 1 } else { 2 };
    const LOOK: usize = if AROUND { 3 } else { 2 };

    #[inline(always)]
    fn place<L: Lanes>(
        _: &Rules,
        _: &Row,
        lines: &Lines<L>,
        state: &State<L>,
        queen: L,
        look: usize,
    ) -> (State<L>, [L; 3]) {
        let [cols, _, left, right, leaps] = *state;
        let cols = cols.or(queen);
        let [left, right] = Self::advance(lines, [left.or(queen), right.or(queen)], 0);
        let mut child = [cols, cols, left, right, leaps];
        let mut right_next = right;
        if KNIGHTS {
            let [before, one, two, ..] = lines.near;
            child[4] = beside(queen, 1);
            let leaps = leaps.and(before).or(beside(queen, 2).and(one)).or(child[4].and(two));
            right_next = right.or(leaps);
        }
        let mut free = [cols.nor3(left, right_next).and(lines.open[0]), cols, cols];
        let mut ahead = [left, right];
        for i in 1..look {
            ahead = Self::advance(lines, ahead, i);
            let [left, mut right] = ahead;
            if KNIGHTS && i == 1 {
                right = right.or(child[4].and(lines.near[3]));
            }
            free[i] = cols.nor3(left, right).and(lines.open[i]);
        }
        (child, free)
    }

    #[inline(always)]
    fn attacks<L: Lanes>(_: &Rules, _: &Row, lines: &Lines<L>, queen: L) -> L {
        let [left, right] = Self::advance(lines, [queen, queen], 1);
        let attacked = left.or(right);
        if KNIGHTS {
            let [.., one, two] = lines.near;
            return attacked.or(beside(queen, 2).and(one)).or(beside(queen, 1).and(two));
        }
        attacked
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
        row: &Row,
        lines: &Lines<L>,
        state: &State<L>,
        queen: L,
        look: usize,
    ) -> (State<L>, [L; 3]) {
        let [cols, _, taken, ..] = *state;
        let cols = cols.or(queen);
        let [_, at, ahead @ ..] = row.rows;
        let taken = taken.or(Self::taken(rules, at, queen));
        let mut touched = beside(queen, 1).and(lines.near[1]);
        let mut free = [cols; 3];
        for i in 0..look {
            free[i] = cols.nor3(touched, Self::squares(rules, ahead[i], taken)).and(lines.open[i]);
            touched = L::splat(0);
        }
        ([cols, cols, taken, taken, taken], free)
    }

    #[inline(always)]
    fn attacks<L: Lanes>(rules: &Rules, row: &Row, lines: &Lines<L>, queen: L) -> L {
        let [_, _, next, after, _] = row.rows;
        let region = Self::squares(rules, after, Self::taken(rules, next, queen));
        region.or(beside(queen, 1).and(lines.near[4]))
    }
}
