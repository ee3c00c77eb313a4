//! All completions, in lexicographic order.

use std::fmt;
use std::ops::ControlFlow;

use super::position::{Complete, Settled};
use super::search::Search;
use super::torus::is_hopeless;
use crate::board::placement::Placement;
use crate::board::problem::Problem;
use crate::error::Error;
use crate::list::Solutions;
use crate::parallel::{StopFlag, Stopped};

/// An iterator over the completions of a board, in lexicographic order; see
/// [`Completer::list`](crate::Completer::list).
///
/// If its flag is raised, the next item is an error of the kind [`ErrorKind::Stopped`](crate::ErrorKind::Stopped), and the last one.
pub struct Completions {
    /// Looks a bit further: for the next completion, or for the end.
    step: Box<dyn FnMut() -> ControlFlow<Option<Placement>> + Send + Sync>,
    stop: StopFlag,
    ended: bool,
}

impl Completions {
    pub(crate) fn new<P: Complete>(problem: &Problem, stop: &StopFlag) -> Self {
        let search = Search::new(P::new(problem), &[stop]);
        let mut walk = Walk { search, witness: None, ended: false };
        // Several at a time: one takes as little as a call of the box.
        let step = Box::new(move || (0..16).try_for_each(|_| walk.step()));
        Self { step, stop: stop.clone(), ended: is_hopeless(problem) }
    }

    /// Those that plain backtracking finds, in half the time.
    pub(crate) fn plain(mut solutions: Solutions, stop: &StopFlag) -> Self {
        let step = Box::new(move || solutions.next_within(STEPS));
        Self { step, stop: stop.clone(), ended: false }
    }
}

/// Steps of plain backtracking between two looks at the flag: some milliseconds.
const STEPS: u64 = 1 << 20;

/// Up to this n, a prefix of the plain board that has no solution is left sooner than that is proved.
pub(crate) const PLAIN_MAX_N: u32 = 28;

impl fmt::Debug for Completions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Completions").finish_non_exhaustive()
    }
}

impl Iterator for Completions {
    type Item = Result<Placement, Error>;

    fn next(&mut self) -> Option<Result<Placement, Error>> {
        while !self.ended {
            if self.stop.is_raised() {
                self.ended = true;
                return Some(Err(Stopped.into()));
            }
            if let ControlFlow::Break(found) = (self.step)() {
                self.ended = found.is_none();
                return found.map(Ok);
            }
        }
        None
    }
}

/// Positions with fewer open rows are entered without a proof that they have a solution: walking
/// through them takes less time than the proof.
const SHALLOW: usize = 12;

/// A walk through the positions row by row, the lowest column first.
struct Walk<P> {
    search: Search<P>,
    /// A solution of the current position, if one is known: it spares the proof that there is one.
    witness: Option<Placement>,
    ended: bool,
}

impl<P: Complete> Walk<P> {
    /// Goes back to the last choice and closes its square.
    fn go_back(&mut self) {
        self.witness = None;
        self.ended = !self.search.go_back(0);
    }

    fn step(&mut self) -> ControlFlow<Option<Placement>> {
        if self.ended {
            return ControlFlow::Break(None);
        }
        match self.search.position.settle() {
            Settled::Dead => self.go_back(),
            Settled::Solved => {
                let solution = self.search.position.placement();
                self.go_back();
                return ControlFlow::Break(Some(solution));
            }
            Settled::Open(_) => {
                if self.search.position.missing() >= SHALLOW && self.witness.is_none() {
                    // Without an answer the flag is raised, as the caller will see.
                    let Ok(witness) = self.search.solution() else {
                        return ControlFlow::Continue(());
                    };
                    self.witness = witness;
                    if self.witness.is_none() {
                        self.go_back();
                        return ControlFlow::Continue(());
                    }
                }
                if let Some(queen) = self.search.position.first_open() {
                    self.witness
                        .take_if(|known| known.columns()[queen.row as usize] != queen.column);
                    self.search.position.choose(queen);
                }
            }
        }
        ControlFlow::Continue(())
    }
}
