//! The search in vector lanes: the levels of a sub-problem, depth first over batches.
//!
//! A level hands on as soon as the next one has enough, so the queues stay short and in the cache. [`Step`] is what
//! happens on a level.
//!
//! **Window.** Lanes of 16 bits are twice as many as those of 32. A diagonal that leaves the window never
//! returns, so n may exceed the lane as long as the free columns do not: for n = 17 to 19 the outermost
//! columns get their queens first, on every row in turn.

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;

use super::form::{Form, Queens, Regions};
use super::plan::{CLOSE, COVER, LAST, PASS, Row, plan};
use super::step::{Level, Step};
use super::subproblem::{Rules, Subproblem};
use crate::board::Square;
use crate::count::tally::Tally;
use crate::parallel::{StopFlag, Stopped};
use crate::sets::Word;
use crate::simd::Lanes;
use crate::tuning::search::ENOUGH;

/// Counts a sub-problem with the form of its rules, in narrow lanes if its columns fit them.
///
/// Lanes of 16 bits are twice as fast. Above n = 16 the outer columns get their queens first, which costs nodes and makes
/// small sub-problems. On a torus no n that is prime to 6 takes long in wide ones and would fit; on boards with regions
/// few placements live.
pub(super) fn count<Narrow: Lanes, Wide: Lanes>(
    rules: &Rules,
    part: &Subproblem,
    stop: &StopFlag,
) -> Result<Tally, Stopped> {
    match (&rules.regions, rules.around, rules.knights, rules.n) {
        (Some(_), ..) => count_in::<Regions, Wide>(rules, part, stop),
        (None, true, false, _) => count_in::<Queens<true, false>, Wide>(rules, part, stop),
        (None, true, true, _) => count_in::<Queens<true, true>, Wide>(rules, part, stop),
        (None, false, false, ..20) => count_in::<Queens<false, false>, Narrow>(rules, part, stop),
        (None, false, false, _) => count_in::<Queens<false, false>, Wide>(rules, part, stop),
        (None, false, true, ..19) => count_in::<Queens<false, true>, Narrow>(rules, part, stop),
        (None, false, true, _) => count_in::<Queens<false, true>, Wide>(rules, part, stop),
    }
}

thread_local! {
    /// The levels of earlier calls on this thread, by kind of lanes, empty again: a call for a small sub-problem takes less
    /// time than the system to hand out their memory.
    static SPARE: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Counts a sub-problem with this form in these lanes.
fn count_in<F: Form, L: Lanes>(
    rules: &Rules,
    part: &Subproblem,
    stop: &StopFlag,
) -> Result<Tally, Stopped> {
    let spare = SPARE.with_borrow_mut(|spares| {
        let at = spares.iter().position(|spare| spare.is::<Vec<Level<L>>>())?;
        spares.swap_remove(at).downcast().ok()
    });
    let levels: Vec<Level<L>> = spare.map_or(vec![], |levels| *levels);
    let form = PhantomData::<F>;
    let mut search = Search { rules, form, plan: vec![], levels, stop, tally: Tally::ZERO };
    search.narrow(part)?;
    SPARE.with_borrow_mut(|spares| spares.push(Box::new(search.levels)));
    Ok(search.tally)
}

struct Search<'a, F, L: Lanes> {
    rules: &'a Rules,
    form: PhantomData<F>,
    plan: Vec<Row>,
    levels: Vec<Level<L>>,
    stop: &'a StopFlag,
    tally: Tally,
}

impl<F: Form, L: Lanes> Search<'_, F, L> {
    /// Counts a sub-problem. If its free columns do not fit the window, the outer
    /// one that has fewer squares gets its queen first.
    fn narrow(&mut self, part: &Subproblem) -> Result<(), Stopped> {
        if (part.rows.count_ones() as usize) < LAST {
            return self.few(part);
        }
        let free = !part.cols & u32::ones(self.rules.n);
        let (low, high) = (free.trailing_zeros(), free.ilog2());
        if self.rules.around || self.rules.regions.is_some() {
            // A torus and regions need the columns that would be cut off.
            return self.fill(part, 0);
        }
        if high - low < L::BITS {
            return self.fill(part, low);
        }
        let squares = |column: u32| {
            let rows = part.rows.members();
            (column, rows.filter(|row| part.open[*row as usize] >> column & 1 == 1).collect())
        };
        let outer: [(u32, Vec<u32>); 2] = [squares(low), squares(high)];
        let fewest = outer.into_iter().min_by_key(|(_, rows)| rows.len());
        let (column, rows) = fewest.expect("two of them");
        for row in rows {
            self.tally.nodes += 1;
            if let Some(child) = self.rules.put(part, Square { row, column }) {
                self.narrow(&child)?;
            }
        }
        Ok(())
    }

    /// Counts a sub-problem with few rows.
    fn few(&mut self, part: &Subproblem) -> Result<(), Stopped> {
        self.tally.solutions += u128::from(part.rows == 0);
        for child in self.rules.children(part) {
            self.tally.nodes += 1;
            self.few(&child)?;
        }
        Ok(())
    }

    /// Counts a sub-problem whose free columns lie in the window that begins at column `low`.
    ///
    /// The squares that the queens of the sub-problem attack are closed already; the words hold the diagonals of the
    /// search's own queens. What a word cannot hold of these is not missed: a diagonal past the edge of the window stays
    /// past it.
    fn fill(&mut self, part: &Subproblem, low: u32) -> Result<(), Stopped> {
        if self.stop.is_raised() {
            return Err(Stopped);
        }
        plan(part, self.rules.n, low, &mut self.plan);
        let cols = !((!part.cols & u32::ones(self.rules.n)) >> low);
        let free = part.open[part.rows.trailing_zeros() as usize] >> low;
        if self.levels.len() < self.plan.len() {
            self.levels.resize_with(self.plan.len(), Level::new);
        }
        self.levels[0].begin(cols, free);
        for depth in 0..self.plan.len() {
            self.descend(depth)?;
            while self.levels[depth].waiting() > 0 || self.levels[depth].busy {
                self.step(depth, true);
                self.descend(depth + 1)?;
            }
        }
        Ok(())
    }

    /// Works off a level, and those after it, as long as it has enough to fill the lanes.
    fn descend(&mut self, depth: usize) -> Result<(), Stopped> {
        if depth == self.plan.len() {
            return Ok(());
        }
        while self.levels[depth].waiting() >= ENOUGH {
            if self.stop.is_raised() {
                return Err(Stopped);
            }
            self.step(depth, false);
            self.descend(depth + 1)?;
        }
        Ok(())
    }

    fn step(&mut self, depth: usize, drain: bool) {
        let (form, rules, row) = (self.form, self.rules, &self.plan[depth]);
        let (from, to) = self.levels[..self.plan.len()].split_at_mut(depth + 1);
        let (from, to) = (&mut from[depth], to.first_mut());
        let [solutions, nodes] = match row.kind {
            PASS if !drain => {
                L::run(Step::<F, L, PASS, true> { form, rules, row, from, to, drain })
            }
            PASS => L::run(Step::<F, L, PASS, false> { form, rules, row, from, to, drain }),
            COVER => L::run(Step::<F, L, COVER, false> { form, rules, row, from, to, drain }),
            _ => L::run(Step::<F, L, CLOSE, false> { form, rules, row, from, to, drain }),
        };
        self.tally += Tally { solutions: solutions.into(), nodes: nodes.into() };
    }
}
