//! The search in vector lanes: the levels of a sub-problem, depth first over batches.
//!
//! A level hands on as soon as the next one has enough, so the queues stay short and in the cache. [`Step`] is what
//! happens on a level.
//!
//! **Window.** Lanes of 16 bits are twice as many as those of 32. A line that leaves the window never
//! returns, so n may exceed the lane as long as the free columns do not: for n = 17 to 19 the outermost
//! columns get their queens first, on every row in turn.

use std::any::TypeId;
use std::cell::RefCell;
use std::marker::PhantomData;

use super::form::{COLS, FREE, Form, MAX_WORDS, Queens, Regions};
use super::plan::{CLOSE, CLOSED, COVER, PASS, Row, plan};
use super::step::{Level, Step};
use super::subproblem::{Rules, Subproblem};
use crate::board::Square;
use crate::count::tally::Tally;
use crate::parallel::{StopFlag, Stopped};
use crate::sets::Word;
use crate::simd::Lanes;

/// Placements that are worth a call.
const ENOUGH: usize = 256;

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
    let (levels, window) = match (&rules.regions, rules.around, rules.knights, rules.n) {
        (Some(_), ..) => kept::<Regions, Wide>(),
        (None, true, false, _) => kept::<Queens<true, false>, Wide>(),
        (None, true, true, _) => kept::<Queens<true, true>, Wide>(),
        (None, false, false, ..20) => kept::<Queens<false, false>, Narrow>(),
        (None, false, false, _) => kept::<Queens<false, false>, Wide>(),
        (None, false, true, ..19) => kept::<Queens<false, true>, Narrow>(),
        (None, false, true, _) => kept::<Queens<false, true>, Wide>(),
    };
    let mut search = Search { rules, window, plan: vec![], levels, stop, tally: Tally::ZERO };
    search.narrow(part)?;
    SPARE.with_borrow_mut(|spares| spares.push(search.levels));
    Ok(search.tally)
}

/// The levels of a search by some form, in some lanes.
trait Levels {
    fn kind(&self) -> TypeId;
    /// So many levels, the first with a placement: the columns taken or not there, and the free squares of its row.
    fn begin(&mut self, levels: usize, cols: u32, free: u32);
    /// The placements that wait on a level.
    fn waiting(&self, depth: usize) -> usize;
    /// Whether nothing is left of a level, in its lanes either.
    fn is_done(&self, depth: usize) -> bool;
    /// A step: solutions and nodes.
    fn step(&mut self, rules: &Rules, plan: &[Row], depth: usize, drain: bool) -> [u64; 2];
}

thread_local! {
    /// The levels of earlier calls on this thread, empty again: a call for a small sub-problem takes less
    /// time than the system to hand out their memory.
    static SPARE: RefCell<Vec<Box<dyn Levels>>> = const { RefCell::new(Vec::new()) };
}

/// Levels of this form in these lanes, and the columns that fit a lane.
fn kept<F: Form, L: Lanes>() -> (Box<dyn Levels>, u32) {
    let kind = TypeId::of::<Of<F, L>>();
    let spare = SPARE.with_borrow_mut(|spares| {
        let at = spares.iter().position(|spare| spare.kind() == kind);
        at.map(|at| spares.swap_remove(at))
    });
    let new = || Box::new(Of::<F, L> { levels: vec![], form: PhantomData }) as Box<dyn Levels>;
    (spare.unwrap_or_else(new), 8 * size_of::<L::Word>() as u32)
}

struct Of<F, L: Lanes> {
    levels: Vec<Level<L>>,
    form: PhantomData<F>,
}

impl<F: Form, L: Lanes> Levels for Of<F, L> {
    fn kind(&self) -> TypeId {
        TypeId::of::<Self>()
    }

    fn begin(&mut self, levels: usize, cols: u32, free: u32) {
        if self.levels.len() < levels {
            self.levels.resize_with(levels, Level::new);
        }
        let level = &mut self.levels[0];
        let mut state = [0; MAX_WORDS];
        (state[COLS], state[FREE]) = (cols, free);
        let lane = u32::MAX >> (32 - 8 * size_of::<L::Word>());
        for (queue, word) in level.words.iter_mut().zip(state) {
            queue[0] =
                L::Word::try_from(word & lane).ok().expect("the mask leaves what a lane holds");
        }
        (level.head, level.tail) = (0, 1);
    }

    fn waiting(&self, depth: usize) -> usize {
        self.levels[depth].tail - self.levels[depth].head
    }

    fn is_done(&self, depth: usize) -> bool {
        self.waiting(depth) == 0 && !self.levels[depth].busy
    }

    fn step(&mut self, rules: &Rules, plan: &[Row], depth: usize, drain: bool) -> [u64; 2] {
        let row = &plan[depth];
        let (from, to) = self.levels[..plan.len()].split_at_mut(depth + 1);
        let (from, to) = (&mut from[depth], to.first_mut());
        let form = PhantomData::<F>;
        match row.kind {
            PASS if !drain => {
                L::run(Step::<F, L, PASS, true> { form, rules, row, from, to, drain })
            }
            PASS => L::run(Step::<F, L, PASS, false> { form, rules, row, from, to, drain }),
            COVER => L::run(Step::<F, L, COVER, false> { form, rules, row, from, to, drain }),
            _ => L::run(Step::<F, L, CLOSE, false> { form, rules, row, from, to, drain }),
        }
    }
}

struct Search<'a> {
    rules: &'a Rules,
    /// The columns that fit a lane.
    window: u32,
    plan: Vec<Row>,
    levels: Box<dyn Levels>,
    stop: &'a StopFlag,
    tally: Tally,
}

impl Search<'_> {
    /// Counts a sub-problem. If its free columns do not fit the window, the outer
    /// one that has fewer squares gets its queen first.
    fn narrow(&mut self, part: &Subproblem) -> Result<(), Stopped> {
        if (part.rows.count_ones() as usize) < CLOSED {
            return self.few(part);
        }
        let free = !part.cols & u32::ones(self.rules.n);
        let (low, high) = (free.trailing_zeros(), free.ilog2());
        if self.rules.around || self.rules.regions.is_some() {
            // They need the columns that would be cut off.
            return self.fill(part, 0);
        }
        if high - low < self.window {
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
    /// The lines of the queens that stand are part of the columns closed on each row; the words
    /// begin without a line and hold those of the search's own queens. What a word cannot hold of
    /// these is not missed: a line past the edge of the window stays past it.
    fn fill(&mut self, part: &Subproblem, low: u32) -> Result<(), Stopped> {
        if self.stop.is_raised() {
            return Err(Stopped);
        }
        plan(part, self.rules.n, low, &mut self.plan);
        let cols = !((!part.cols & u32::ones(self.rules.n)) >> low);
        let free = part.open[part.rows.trailing_zeros() as usize] >> low;
        self.levels.begin(self.plan.len(), cols, free);
        for depth in 0..self.plan.len() {
            self.descend(depth)?;
            while !self.levels.is_done(depth) {
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
        while self.levels.waiting(depth) >= ENOUGH {
            if self.stop.is_raised() {
                return Err(Stopped);
            }
            self.step(depth, false);
            self.descend(depth + 1)?;
        }
        Ok(())
    }

    fn step(&mut self, depth: usize, drain: bool) {
        let [solutions, nodes] = self.levels.step(self.rules, &self.plan, depth, drain);
        self.tally += Tally { solutions: solutions.into(), nodes: nodes.into() };
    }
}
