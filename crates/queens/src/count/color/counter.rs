//! Counts ranges of row patterns with the worker of a kernel.

use std::fmt;
use std::ops::Range;

use super::choice::Choice;
use super::patterns::Patterns;
use super::worker::{Count, PatternCount, Worker};
use crate::count::method::Kernel;
use crate::count::tally::Tally;
use crate::error::Error;
use crate::parallel::StopFlag;
use crate::simd::{Bytes, Lanes, WithBytes};

/// The worker of a kernel, which this machine must have.
pub(crate) fn worker(all: &Patterns, kernel: Kernel) -> Box<dyn Count + '_> {
    struct NewWorker<'a>(&'a Patterns);

    impl<'a> WithBytes for NewWorker<'a> {
        type Out = Box<dyn Count + 'a>;

        fn make<S: Bytes, L: Lanes>(self) -> Self::Out {
            Box::new(Worker::<S, L>::new(self.0))
        }
    }

    kernel.set().with_bytes(NewWorker(all))
}

/// Counts patterns on one thread; keeps its memory between calls.
pub(crate) struct PatternCounter<'a> {
    pub(crate) all: &'a Patterns,
    /// By family.
    pub(crate) choices: Vec<Choice>,
    pub(crate) worker: Box<dyn Count + 'a>,
}

impl fmt::Debug for PatternCounter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternCounter").field("n", &self.all.n()).finish_non_exhaustive()
    }
}

impl<'a> PatternCounter<'a> {
    /// A counter with this kernel, which this machine must have.
    pub(crate) fn new(all: &'a Patterns, kernel: Kernel) -> Self {
        Self { all, choices: all.choices(kernel), worker: worker(all, kernel) }
    }

    /// Counts these patterns. `worked` is told the part of their [work](Patterns::work) that was just done.
    pub(crate) fn count(
        &mut self,
        patterns: Range<u64>,
        stop: &StopFlag,
        worked: &mut dyn FnMut(f64),
    ) -> Result<Tally, Error> {
        let all = self.all;
        let mut sum = Tally::ZERO;
        for tile in all.tiles(patterns) {
            let mut found = |pattern: PatternCount| {
                sum += Tally { solutions: pattern.solutions, nodes: u128::from(pattern.tried) };
            };
            let mut worked = |rows, fraction| worked(all.work_of(tile.family, rows) * fraction);
            let choice = &self.choices[tile.family];
            self.worker.count(&tile, choice, stop, &mut found, &mut worked)?;
        }
        Ok(sum)
    }
}
