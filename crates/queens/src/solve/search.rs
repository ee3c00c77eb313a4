//! The search: the tightest line first, on any kind of position.

#![allow(clippy::inline_always, reason = "what is not inlined is compiled without popcnt")]

use super::position::{Complete, Order, Position, Settled};
use crate::board::Square;
use crate::board::placement::Placement;
use crate::count::tally::Tally;
use crate::parallel::{StopFlag, Stopped};
use crate::random::{Random, split_mix};
use crate::simd::with_bit_instructions;

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Interrupt {
    /// A flag was raised.
    Stopped,
    /// The nodes granted are used up.
    Spent,
}

impl From<Stopped> for Interrupt {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// A depth-first search.
///
/// It takes the line with the fewest open squares, row or column: a queen goes on one of them, or else that
/// square is closed, and so on.
#[derive(Clone, Debug)]
pub(crate) struct Search<P> {
    pub(super) position: P,
    /// The search ends when one of them is raised.
    stop: Vec<StopFlag>,
    /// Queens placed by choice so far, those taken back included.
    pub(crate) nodes: u64,
    /// Searches given up and started again.
    pub(crate) restarts: u64,
    /// The nodes at which to give up.
    limit: u64,
    /// Which square an attempt tries first, if the position does not tell.
    random: Random,
}

/// Nodes granted to the first search for a solution.
const FIRST_GRANT: u64 = 1 << 12;

/// Nodes between two looks at the flags.
pub(super) const STOP_INTERVAL: u64 = 1 << 10;

impl<P: Position> Search<P> {
    pub(crate) fn new(position: P, stop: &[&StopFlag]) -> Self {
        Self {
            position,
            stop: stop.iter().map(|&flag| flag.clone()).collect(),
            nodes: 0,
            restarts: 0,
            limit: u64::MAX,
            random: Random::new(0),
        }
    }

    /// Starts again with these queens, which do not attack each other.
    pub(crate) fn begin(&mut self, queens: &[Square]) {
        self.position.clear();
        for &queen in queens {
            self.position.choose(queen);
            // A bound is tighter with what it learns on the way here.
            self.position.prune();
        }
    }

    /// Looks at the current position for the first time.
    #[inline(always)]
    fn enter(&mut self) -> Settled {
        if self.position.prune() { self.position.settle() } else { Settled::Dead }
    }

    /// Takes back the last choice and closes its square. Returns `false` if there are only `floor`
    /// positions below.
    #[inline(always)]
    pub(super) fn go_back(&mut self, floor: usize) -> bool {
        if self.position.depth() == floor {
            return false;
        }
        let queen = self.position.pop().expect("every position above begins with a choice");
        self.position.close(queen);
        true
    }

    #[inline(always)]
    fn count_node(&mut self) -> Result<(), Interrupt> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_INTERVAL) && self.stop.iter().any(StopFlag::is_raised) {
            return Err(Interrupt::Stopped);
        }
        if self.nodes > self.limit { Err(Interrupt::Spent) } else { Ok(()) }
    }

    /// Looks for a solution without going back below `floor`; its queens are then placed. If all are wanted, any open square
    /// of a line is tried first, otherwise a promising one.
    fn search(&mut self, floor: usize, all: bool) -> Result<bool, Interrupt> {
        with_bit_instructions(
            #[inline(always)]
            || {
                let mut settled = self.enter();
                loop {
                    match settled {
                        Settled::Dead => {
                            if !self.go_back(floor) {
                                return Ok(false);
                            }
                            settled = self.position.settle();
                        }
                        Settled::Solved => return Ok(true),
                        Settled::Open(line) => {
                            self.count_node()?;
                            let any = || self.position.squares(line).next();
                            let queen = if all {
                                any().expect("an open line has open squares")
                            } else {
                                self.position.promising(line, &mut self.random)
                            };
                            self.position.choose(queen);
                            settled = self.enter();
                        }
                    }
                }
            },
        )
    }

    /// Looks for a solution of the current position, in at most `nodes` nodes. The position stays as it
    /// is.
    pub(crate) fn attempt(
        &mut self,
        nodes: u64,
        seed: u64,
    ) -> Result<Option<Placement>, Interrupt> {
        let floor = self.position.depth() + 1;
        self.limit = self.nodes.saturating_add(nodes);
        self.random = Random::new(seed);
        self.position.push();
        let found = self.search(floor, false);
        let solution = found.map(|found| found.then(|| self.position.placement()));
        self.limit = u64::MAX;
        while self.position.depth() >= floor {
            self.position.pop();
        }
        solution
    }

    /// Counts the solutions of the problem with these queens, one by one, in at most `nodes` nodes; they are counted
    /// from 0.
    pub(crate) fn count(&mut self, queens: &[Square], nodes: u64) -> Result<Tally, Interrupt> {
        (self.nodes, self.limit) = (0, nodes);
        self.begin(queens);
        let mut total = 0_u64;
        self.each(|_| {
            total += 1;
            false
        })?;
        Ok(Tally { solutions: total.into(), nodes: self.nodes.into() })
    }

    /// Up to `limit` solutions of the current position, in at most `nodes` nodes.
    pub(crate) fn find_up_to(
        &mut self,
        limit: usize,
        nodes: u64,
    ) -> Result<Vec<Placement>, Interrupt> {
        self.limit = self.nodes.saturating_add(nodes);
        let mut some = Vec::new();
        if limit > 0 {
            self.each(|position| {
                some.push(position.placement());
                some.len() == limit
            })?;
        }
        Ok(some)
    }

    /// Shows each solution of the current position, until one is enough.
    fn each(&mut self, mut is_enough: impl FnMut(&P) -> bool) -> Result<(), Interrupt> {
        let floor = self.position.depth();
        while self.search(floor, true)? {
            if is_enough(&self.position) || !self.go_back(floor) {
                break;
            }
        }
        Ok(())
    }

    /// Splits the problem with these queens into `least` parts or more, unless that solves it: the queens of each
    /// part, and the solutions found on the way. None is lost, and none is in two parts.
    pub(crate) fn split(
        &mut self,
        queens: Vec<Square>,
        least: usize,
    ) -> (Vec<Vec<Square>>, Vec<Placement>) {
        let (mut parts, mut solved) = (vec![queens], Vec::new());
        while (1..least).contains(&parts.len()) {
            for part in std::mem::take(&mut parts) {
                self.begin(&part);
                match self.enter() {
                    Settled::Dead => {}
                    Settled::Solved => solved.push(self.position.placement()),
                    Settled::Open(line) => {
                        for square in self.position.squares(line) {
                            self.nodes += 1;
                            parts.push([self.position.queens(), vec![square]].concat());
                        }
                    }
                }
            }
        }
        (parts, solved)
    }
}

impl<P: Complete> Search<P> {
    /// The solution of the current position that the search finds, if there is one. The position stays as
    /// it is.
    ///
    /// A search that meets an early mistake may take very long to come back to it, so one that takes
    /// long is started again with equally tight lines in another order, drawn from a fixed seed
    /// (Gomes, Selman and Kautz 1998). Twice the nodes are granted each time: a proof that there is
    /// none costs no more than twice its last run.
    pub(crate) fn solution(&mut self) -> Result<Option<Placement>, Interrupt> {
        let order = self.position.order().clone();
        let mut shuffled = order.lines.clone();
        let mut grant = FIRST_GRANT;
        let mut random = 0x5eed;
        loop {
            let result = self.attempt(grant, 0);
            if result != Err(Interrupt::Spent) {
                *self.position.order() = order;
                return result;
            }
            grant = grant.saturating_mul(2);
            self.restarts += 1;
            for i in (1..shuffled.len()).rev() {
                shuffled.swap(i, (split_mix(&mut random) % (i as u64 + 1)) as usize);
            }
            *self.position.order() = Order::new(shuffled.clone());
        }
    }
}
