//! The search in vector lanes: the levels of a sub-problem, depth first over batches.
//!
//! A level hands on as soon as the next one has enough, so the queues stay short and in the cache. [`Step`] is what
//! happens on a level.
//!
//! **Window.** Lanes of 16 bits are twice as many as those of 32. A line that leaves the window never
//! returns, so n may exceed the lane as long as the free columns do not: for n = 17 to 19 the outermost
//! columns get their queens first, on every row in turn.

use std::any::Any;
use std::cell::RefCell;

use super::form::{COLS, FREE, Form, Queens, Regions};
use super::plan::{CLOSE, CLOSED, COVER, Kind, PASS, Row, plan};
use super::step::{Level, Step};
use super::subproblem::{Rules, Subproblem, bits, full};
use crate::board::Square;
use crate::count::tally::Tally;
use crate::parallel::{StopFlag, Stopped};
use crate::simd::Lanes;

/// Placements that are worth a call.
const ENOUGH: usize = 256;

/// Counts a sub-problem with the form of its rules, in narrow lanes if its columns fit them.
pub(super) fn count<Narrow: Lanes, Wide: Lanes>(
    rules: &Rules,
    part: &Subproblem,
    stop: &StopFlag,
) -> Result<Tally, Stopped> {
    match (&rules.regions, rules.around, rules.knights) {
        (Some(regions), ..) => {
            by_width::<_, Narrow, Wide>(&Regions { of: regions }, rules, part, stop)
        }
        (None, false, false) => {
            by_width::<_, Narrow, Wide>(&Queens::<false, false>, rules, part, stop)
        }
        (None, false, true) => {
            by_width::<_, Narrow, Wide>(&Queens::<false, true>, rules, part, stop)
        }
        (None, true, false) => {
            by_width::<_, Narrow, Wide>(&Queens::<true, false>, rules, part, stop)
        }
        (None, true, true) => by_width::<_, Narrow, Wide>(&Queens::<true, true>, rules, part, stop),
    }
}

fn by_width<F: Form, Narrow: Lanes, Wide: Lanes>(
    form: &F,
    rules: &Rules,
    part: &Subproblem,
    stop: &StopFlag,
) -> Result<Tally, Stopped> {
    if rules.n <= F::NARROW_N {
        Search::<F, Narrow>::count(form, rules, part, stop)
    } else {
        Search::<F, Wide>::count(form, rules, part, stop)
    }
}

/// The columns that fit a lane.
const fn window<L: Lanes>() -> u32 {
    8 * size_of::<L::Word>() as u32
}

struct Search<'a, F, L: Lanes> {
    form: &'a F,
    rules: &'a Rules,
    plan: Vec<Row>,
    levels: Vec<Level<L>>,
    stop: &'a StopFlag,
    tally: Tally,
}

thread_local! {
    /// The levels of earlier calls on this thread, empty again: a call for a small sub-problem takes less
    /// time than the system to hand out their memory.
    static SPARE: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

impl<'a, F: Form, L: Lanes> Search<'a, F, L> {
    fn count(
        form: &'a F,
        rules: &'a Rules,
        part: &Subproblem,
        stop: &'a StopFlag,
    ) -> Result<Tally, Stopped> {
        let spare = SPARE.with_borrow_mut(|spares| {
            let fits = |spare: &Box<dyn Any>| spare.is::<Vec<Level<L>>>();
            spares.iter().position(fits).map(|i| spares.swap_remove(i))
        });
        let levels = spare.and_then(|spare| spare.downcast().ok()).map_or(vec![], |spare| *spare);
        let mut search = Self { form, rules, plan: Vec::new(), levels, stop, tally: Tally::ZERO };
        search.narrow(part)?;
        let spare = Box::new(search.levels);
        SPARE.with_borrow_mut(|spares| spares.push(spare));
        Ok(search.tally)
    }

    /// Counts a sub-problem. If its free columns do not fit the window, the outer
    /// one that has fewer squares gets its queen first.
    fn narrow(&mut self, part: &Subproblem) -> Result<(), Stopped> {
        if (part.rows.count_ones() as usize) < CLOSED {
            return self.few(part);
        }
        let free = !part.cols & full(self.rules.n);
        let (low, high) = (free.trailing_zeros(), free.ilog2());
        if F::NARROW_N <= 16 {
            return self.fill(part, 0);
        }
        if high - low < window::<L>() {
            return self.fill(part, low);
        }
        let squares = |column: u32| {
            let rows = bits(part.rows).map(u32::trailing_zeros);
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
    /// The lines of the queens that stand are sub-problem of the columns closed on each row; the words
    /// begin without a line and hold those of the search's own queens. What a word cannot hold of
    /// these is not missed: a line past the edge of the window stays past it.
    fn fill(&mut self, part: &Subproblem, low: u32) -> Result<(), Stopped> {
        if self.stop.is_raised() {
            return Err(Stopped);
        }
        plan(part, self.rules.n, low, &mut self.plan);
        if self.levels.len() < self.plan.len() {
            self.levels.resize_with(self.plan.len(), Level::new);
        }
        let level = &mut self.levels[0];
        let mut state = [0; super::form::MAX_WORDS];
        state[COLS] = !((!part.cols & full(self.rules.n)) >> low);
        state[FREE] = part.open[part.rows.trailing_zeros() as usize] >> low;
        let lane = u32::MAX >> (32 - window::<L>());
        for (queue, word) in level.words.iter_mut().zip(state) {
            queue[0] =
                L::Word::try_from(word & lane).ok().expect("the mask leaves what a lane holds");
        }
        (level.head, level.tail) = (0, 1);
        for depth in 0..self.plan.len() {
            self.descend(depth)?;
            while self.levels[depth].busy || self.levels[depth].head < self.levels[depth].tail {
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
        while self.levels[depth].tail - self.levels[depth].head >= ENOUGH {
            if self.stop.is_raised() {
                return Err(Stopped);
            }
            self.step(depth, false);
            self.descend(depth + 1)?;
        }
        Ok(())
    }

    fn step(&mut self, depth: usize, drain: bool) {
        match self.plan[depth].kind {
            PASS => self.call::<PASS>(depth, drain),
            COVER => self.call::<COVER>(depth, drain),
            _ => self.call::<CLOSE>(depth, drain),
        }
    }

    fn call<const KIND: Kind>(&mut self, depth: usize, drain: bool) {
        let (form, row) = (self.form, &self.plan[depth]);
        let (from, to) = self.levels[..self.plan.len()].split_at_mut(depth + 1);
        let (from, to) = (&mut from[depth], to.first_mut());
        let [solutions, nodes] = if drain {
            L::run(Step::<F, L, KIND, true> { form, row, from, to })
        } else {
            L::run(Step::<F, L, KIND, false> { form, row, from, to })
        };
        self.tally += Tally { solutions: solutions.into(), nodes: nodes.into() };
    }
}
