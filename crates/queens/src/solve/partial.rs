//! Fewer queens than lines: placements of k queens, and those to which none can be added.

#![allow(clippy::inline_always, reason = "what is not inlined is compiled without popcnt")]

use std::collections::BTreeSet;
use std::sync::Arc;

use super::search::STOP_INTERVAL;
use crate::board::problem::Problem;
use crate::board::symmetry::Symmetry;
use crate::board::{Square, squares};
use crate::parallel::{StopFlag, Stopped};
use crate::sets::Word;
use crate::simd::with_bit_instructions;

/// The number of placements of k queens; see
/// [`Completer::count_partial`](crate::Completer::count_partial).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartialCount {
    /// The queens on the board, k.
    pub queens: u32,
    /// The ways to place them so that none attacks another.
    pub placements: u128,
    /// The placements that leave no square for another queen.
    pub maximal: u128,
}

/// All placements with the same choices in the first rows: the column of the queen of each, or none if the row is left
/// empty.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    choices: Vec<Option<u32>>,
    /// The placements that each one stands for.
    pub(crate) weight: u32,
}

/// A walk through all placements, row by row: a line that may stay empty proves nothing, so the tightest line is
/// no better than the next one. A position has the word of the open squares of every row, also of the rows
/// left empty: a placement is maximal if none is open at the end. The last two rows are counted without a walk.
#[derive(Clone, Debug)]
pub(crate) struct Counter<W, const N: usize> {
    /// By square, what a queen there attacks, and its row.
    attacks: Arc<Vec<[W; N]>>,
    n: usize,
    /// The rows with open squares; the first two change places, or not, by all symmetries of the board that map rows to
    /// rows.
    rows: Vec<usize>,
    symmetries: Vec<Symmetry>,
    /// The position without any queen but the fixed ones.
    start: [W; N],
    /// The placements, all and the maximal ones, by the number of queens added.
    counts: Vec<(u64, u64)>,
    nodes: u64,
    stop: StopFlag,
}

/// A row that is decided, and what is left to try on it.
#[derive(Clone, Copy, Debug)]
struct Frame<W, const N: usize> {
    open: [W; N],
    left: W,
    queens: usize,
    /// Whether it is still to be left empty.
    empty: bool,
}

impl<W: Word, const N: usize> Counter<W, N> {
    /// `symmetries` are some that map the board to itself, the identity among them.
    pub(crate) fn new(problem: &Problem, symmetries: &[Symmetry], stop: &StopFlag) -> Self {
        let n = problem.n();
        // By the definition.
        let attacked = |queen: Square| {
            let mut rows = [W::ZERO; N];
            for square in squares(n).filter(|&square| problem.attacks(queen, square)) {
                rows[square.row as usize] |= W::ONE << square.column;
            }
            rows
        };
        let mut start = [W::ZERO; N];
        for square in squares(n).filter(|&square| problem.is_open(square)) {
            start[square.row as usize] |= W::ONE << square.column;
        }
        for queen in problem.queens() {
            start.iter_mut().zip(attacked(queen)).for_each(|(open, attacked)| *open &= !attacked);
        }
        // Of large boards only those are counted that have few open squares.
        let is_put = |at: Square| start[at.row as usize] & W::ONE << at.column != W::ZERO;
        let of_square =
            |at| if is_put(at) && !stop.is_raised() { attacked(at) } else { [W::ZERO; N] };
        let attacks: Vec<[W; N]> = squares(n).map(of_square).collect();
        let mut rows: Vec<usize> = (0..n as usize).filter(|&row| start[row] != W::ZERO).collect();
        // From the middle outwards, with fewest placements; the middle row is no pair with another.
        rows.sort_by_key(|&row| (2 * row + 1).abs_diff(n as usize));
        if rows.len() > 2 && 2 * rows[0] + 1 == n as usize {
            rows[..3].rotate_left(1);
        }
        let keeps_rows = |s: &Symmetry| {
            use Symmetry::{Flip, HalfTurn, Identity, Mirror};
            matches!(s, Identity | Mirror | Flip | HalfTurn)
        };
        Self {
            attacks: Arc::new(attacks),
            n: n as usize,
            rows,
            symmetries: symmetries.iter().copied().filter(keeps_rows).collect(),
            start,
            counts: vec![(0, 0); n as usize + 1],
            nodes: 0,
            stop: stop.clone(),
        }
    }

    /// Splits all placements into `least` parts or more, unless there are fewer; of those that symmetries map to each
    /// other, one.
    pub(crate) fn split(&self, least: usize) -> Vec<Part> {
        let mut parts = vec![Part { choices: vec![], weight: 1 }];
        for (decided, &row) in self.rows.iter().enumerate() {
            // One row is never left.
            if parts.len() >= least && decided > 1 && decided + 1 < self.rows.len() {
                break;
            }
            for Part { choices, weight } in std::mem::take(&mut parts) {
                let (open, _) = self.begin(&choices);
                let columns = open[row].members().map(Some).chain([None]);
                parts.extend(
                    columns
                        .map(|choice| Part { choices: [&choices[..], &[choice]].concat(), weight }),
                );
            }
            if decided == 1 {
                parts.retain_mut(|part| {
                    part.weight = self.weight(&part.choices);
                    part.weight > 0
                });
            }
        }
        parts
    }

    /// Of the choices in the first two rows: how many their images are, if they are the least of them; otherwise 0.
    fn weight(&self, choices: &[Option<u32>]) -> u32 {
        let image = |symmetry: &Symmetry| {
            let queen = |(&row, column): (&usize, &Option<u32>)| {
                let square = Square { row: row as u32, column: column.unwrap_or(0) };
                let image = symmetry.square(square, self.n as u32);
                (image.row, column.map(|_| image.column))
            };
            let mut image: Vec<_> = self.rows.iter().zip(choices).map(queen).collect();
            image.sort_unstable();
            image
        };
        let images: BTreeSet<_> = self.symmetries.iter().map(image).collect();
        if images.first() == Some(&image(&Symmetry::Identity)) { images.len() as u32 } else { 0 }
    }

    /// The position with the queens of the first choices, and their number.
    fn begin(&self, choices: &[Option<u32>]) -> ([W; N], usize) {
        let queens =
            self.rows.iter().zip(choices).filter_map(|(&row, &column)| Some((row, column?)));
        let put = |(open, placed), (row, column)| (self.put(&open, row, column), placed + 1);
        queens.fold((self.start, 0), put)
    }

    /// Counts the placements of a part, all and the maximal ones, by the number of queens added.
    pub(crate) fn count(&mut self, part: &Part) -> Result<Vec<(u64, u64)>, Stopped> {
        let (open, queens) = self.begin(&part.choices);
        self.counts.fill((0, 0));
        with_bit_instructions(
            #[inline(always)]
            || self.walk(open, part.choices.len(), queens),
        )?;
        Ok(self.counts.clone())
    }

    /// Counts the placements that agree with a position in which so many rows are decided: all of them, or all but two or
    /// more.
    #[inline(always)]
    fn walk(&mut self, open: [W; N], decided: usize, queens: usize) -> Result<(), Stopped> {
        let left = self.rows.len() - decided;
        if left < 2 {
            self.counts[queens].0 += 1;
            self.counts[queens].1 += u64::from(is_full(&open));
            return Ok(());
        }
        // One for each row but the last two that is not decided; then the position of the last two.
        let mut frames = vec![Frame { open, left: W::ZERO, queens, empty: false }; left - 1];
        let mut depth = 0;
        loop {
            let Frame { open, queens, .. } = frames[depth];
            if depth + 2 == left {
                self.count_two(&open, queens);
            } else {
                self.nodes += 1;
                if self.nodes.is_multiple_of(STOP_INTERVAL) && self.stop.is_raised() {
                    return Err(Stopped);
                }
                let frame = &mut frames[depth];
                (frame.left, frame.empty) = (open[self.rows[decided + depth]], true);
                depth += 1;
            }
            // The next choice of the last row that has one.
            loop {
                let Some(above) = depth.checked_sub(1) else { return Ok(()) };
                let Frame { open, left, queens, empty } = &mut frames[above];
                let (open, queens) = if *left != W::ZERO {
                    let column = left.lowest();
                    *left = *left & (*left - W::ONE);
                    (self.put(open, self.rows[decided + above], column), *queens + 1)
                } else if *empty {
                    *empty = false;
                    (*open, *queens)
                } else {
                    depth = above;
                    continue;
                };
                frames[depth] = Frame { open, queens, ..frames[depth] };
                break;
            }
        }
    }

    /// The position with one queen more.
    #[inline(always)]
    fn put(&self, open: &[W; N], row: usize, column: u32) -> [W; N] {
        let attacked = &self.attacks[row * self.n + column as usize];
        std::array::from_fn(
            #[inline(always)]
            |i| open[i] & !attacked[i],
        )
    }

    /// Counts the placements that agree with a position in which all rows but two are decided.
    #[inline(always)]
    fn count_two(&mut self, open: &[W; N], queens: usize) {
        let &[.., row, last] = &self.rows[..] else { return };
        let (mut upper, mut lower) = (open[row], open[last]);
        let (mut pairs, mut one, mut two) = (0, 0, 0);
        let ones = u64::from(upper.count() + lower.count());
        while lower != W::ZERO {
            one += u64::from(is_full(&self.put(open, last, lower.lowest())));
            lower = lower & (lower - W::ONE);
        }
        while upper != W::ZERO {
            let open = self.put(open, row, upper.lowest());
            one += u64::from(is_full(&open));
            let mut lower = open[last];
            pairs += u64::from(lower.count());
            while lower != W::ZERO {
                two += u64::from(is_full(&self.put(&open, last, lower.lowest())));
                lower = lower & (lower - W::ONE);
            }
            upper = upper & (upper - W::ONE);
        }
        let Some([none, with_one, with_two]) = self.counts[queens..].first_chunk_mut() else {
            return;
        };
        *none = (none.0 + 1, none.1 + u64::from(is_full(open)));
        *with_one = (with_one.0 + ones, with_one.1 + one);
        *with_two = (with_two.0 + pairs, with_two.1 + two);
    }
}

/// Whether no square is open.
#[inline(always)]
fn is_full<W: Word, const N: usize>(open: &[W; N]) -> bool {
    let mut all = W::ZERO;
    for &open in open {
        all |= open;
    }
    all == W::ZERO
}
