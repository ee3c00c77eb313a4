//! How the probes of one population go down together: every one is replaced by its children on its next row, and too
//! many are thinned out.

#![allow(clippy::inline_always, reason = "what is not inlined is compiled without popcnt")]

use std::cmp::Ordering;

use crate::parallel::StopFlag;
use crate::random::Random;
use crate::sets::Word;
use crate::simd::with_bit_instructions;

/// A set of diagonals, the lower ones first: a row's share of them is a window as long as a row.
#[derive(Clone, Copy)]
struct Diagonals<L>([L; 2]);

impl<L: Word> Diagonals<L> {
    const EMPTY: Self = Self([L::ZERO; 2]);

    #[inline(always)]
    fn window(self, start: u32) -> L {
        // A shift by all bits takes two steps.
        self.0[0] >> start | self.0[1] << 1 << (L::BITS - 1 - start)
    }

    #[inline(always)]
    fn with(mut self, index: u32) -> Self {
        self.0[(index / L::BITS) as usize] |= L::ONE << (index % L::BITS);
        self
    }
}

/// A partial placement with its weight.
#[derive(Clone, Copy)]
struct Probe<L> {
    /// The rows open.
    rows: L,
    /// The columns held.
    columns: L,
    anti: Diagonals<L>,
    diag: Diagonals<L>,
    weight: f64,
    importance: f64,
    /// The row to be filled next.
    next: u32,
}

/// What a population found.
pub(super) struct Descent {
    /// Its estimate of Q(n).
    pub(super) value: f64,
    /// Whether any child was left out; if none, the value is exact.
    pub(super) thinned: bool,
}

/// Sends one population down; none if it was stopped.
pub(super) fn descend<L: Word>(
    n: u32,
    population: usize,
    random: &mut Random,
    stop: &StopFlag,
) -> Option<Descent> {
    if n == 0 {
        return Some(Descent { value: 1.0, thinned: false });
    }
    let root = Probe {
        rows: L::ones(n),
        columns: L::ZERO,
        anti: Diagonals::EMPTY,
        diag: Diagonals::EMPTY,
        weight: 1.0,
        importance: 1.0,
        next: (n - 1) / 2,
    };
    let mut level = vec![root];
    let mut children = Vec::new();
    let mut thinned = false;
    for open in (2..=n).rev() {
        if stop.is_raised() {
            return None;
        }
        children.clear();
        with_bit_instructions(|| expand(n, open, &level, &mut children));
        if children.len() <= population {
            std::mem::swap(&mut level, &mut children);
        } else {
            thinned = true;
            level.clear();
            thin(&children, population, random, &mut level);
        }
    }
    let last = |probe: &Probe<L>| probe.weight * f64::from(free(n, probe, probe.next).count());
    let value = level.iter().map(last).fold(0.0, |sum, part| sum + part);
    Some(Descent { value, thinned })
}

#[inline(always)]
fn free<L: Word>(n: u32, probe: &Probe<L>, row: u32) -> L {
    let held = probe.columns | probe.anti.window(row) | probe.diag.window(n - 1 - row);
    !held & L::ones(n)
}

/// An open row as a queen on another one meets it.
#[derive(Clone, Copy)]
struct OpenRow<L> {
    free: L,
    /// From the row of the queen.
    distance: u32,
    /// The distance from the middle of the board in half squares, and the row in the lowest eight bits:
    /// of rows with equally many squares, the one nearest the middle is filled first.
    tie: u32,
}

/// All children that may have solutions, with their importance; `open` rows are open in the parents.
#[inline(always)]
fn expand<L: Word>(n: u32, open: u32, parents: &[Probe<L>], children: &mut Vec<Probe<L>>) {
    // Keeps the products near 1.
    let mut factors = [0.0; 256];
    for (count, factor) in (0..=n).zip(&mut factors) {
        *factor = f64::from(3 * count) / f64::from(n);
    }
    let mut open_rows = Vec::with_capacity(n as usize);
    for parent in parents {
        let queen_row = parent.next;
        let rows = parent.rows & !(L::ONE << queen_row);
        open_rows.clear();
        for row in rows.members() {
            open_rows.push(OpenRow {
                free: free(n, parent, row),
                distance: row.abs_diff(queen_row),
                tie: (2 * row).abs_diff(n - 1) << 8 | row,
            });
        }
        for column in free(n, parent, queen_row).members() {
            let mut weight = parent.weight;
            if open == n {
                // The middle row: one half stands for both.
                match (2 * column + 1).cmp(&n) {
                    Ordering::Less => weight = 2.0,
                    Ordering::Equal => {}
                    Ordering::Greater => break,
                }
            }
            let queen = L::ONE << column;
            let columns = parent.columns | queen;
            let mut reached = columns;
            let mut best = u32::MAX;
            // Two products, because each multiplication waits for the one before.
            let (mut even, mut odd) = (weight, 1.0);
            let meet = |open_row: &OpenRow<L>| {
                let attacked = queen | queen << open_row.distance | queen >> open_row.distance;
                open_row.free & !attacked
            };
            let (pairs, single) = open_rows.as_chunks::<2>();
            for [first, second] in pairs {
                let (one, two) = (meet(first), meet(second));
                reached = reached | one | two;
                even *= factors[one.count() as usize];
                odd *= factors[two.count() as usize];
                best = best.min(one.count() << 16 | first.tie).min(two.count() << 16 | second.tie);
            }
            for open_row in single {
                let free = meet(open_row);
                reached |= free;
                even *= factors[free.count() as usize];
                best = best.min(free.count() << 16 | open_row.tie);
            }
            if best >> 16 > 0 && reached == L::ones(n) {
                children.push(Probe {
                    rows,
                    columns,
                    anti: parent.anti.with(queen_row + column),
                    diag: parent.diag.with(column + n - 1 - queen_row),
                    weight,
                    importance: even * odd,
                    next: best & 0xff,
                });
            }
        }
    }
}

/// Keeps about `population` of the children, which are more, each with its probability.
fn thin<L: Word>(
    children: &[Probe<L>],
    population: usize,
    random: &mut Random,
    kept: &mut Vec<Probe<L>>,
) {
    // The factor from importance to probability: all of it adds up to the population, those above 1
    // counted as 1. It can only grow while more of them reach 1.
    let mut factor = 0.0;
    loop {
        let (mut certain, mut rest) = (0, 0.0);
        for child in children {
            if child.importance * factor >= 1.0 {
                certain += 1;
            } else {
                rest += child.importance;
            }
        }
        let larger = (population - certain) as f64 / rest;
        if rest == 0.0 || larger <= factor * (1.0 + 1e-9) {
            break;
        }
        factor = larger;
    }
    let mut sum = random.unit();
    for child in children {
        let probability = (child.importance * factor).min(1.0);
        sum += probability;
        if sum >= 1.0 {
            sum -= 1.0;
            kept.push(Probe { weight: child.weight / probability, ..*child });
        }
    }
}
