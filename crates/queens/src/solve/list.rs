//! All completions, in lexicographic order.

use std::ops::ControlFlow;
use std::{fmt, iter};

use super::bound::NoBound;
use super::position::{Complete, Position, Settled};
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
pub struct Completions(Box<dyn Iterator<Item = Result<Placement, Error>> + Send + Sync>);

impl Completions {
    pub(crate) fn new<P: Complete>(problem: &Problem, stop: &StopFlag) -> Self {
        Self(Box::new(Walk::<P>::new(problem, stop)))
    }

    /// Those that plain backtracking finds, in half the time.
    pub(crate) fn plain(mut solutions: Solutions, stop: &StopFlag) -> Self {
        let (stop, mut ended) = (stop.clone(), false);
        Self(Box::new(iter::from_fn(move || {
            while !ended {
                if stop.is_raised() {
                    ended = true;
                    return Some(Err(Stopped.into()));
                }
                if let ControlFlow::Break(found) = solutions.next_within(STEPS) {
                    ended = found.is_none();
                    return found.map(Ok);
                }
            }
            None
        })))
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
        self.0.next()
    }
}

/// Positions with fewer open rows are entered without a proof that they have a solution: walking
/// through them takes less time than the proof.
const SHALLOW: usize = 12;

/// A walk through the positions row by row, the lowest column first.
struct Walk<P> {
    search: Search<P, NoBound>,
    /// A solution of the current position, if one is known: it spares the proof that there is one.
    witness: Option<Placement>,
    stop: StopFlag,
    ended: bool,
}

impl<P: Complete> Walk<P> {
    fn new(problem: &Problem, stop: &StopFlag) -> Self {
        Self {
            search: Search::new(P::new(problem), NoBound, &[stop]),
            witness: None,
            stop: stop.clone(),
            ended: is_hopeless(problem),
        }
    }

    /// Goes back to the last choice and closes its square.
    fn go_back(&mut self) {
        self.witness = None;
        self.ended |= !self.search.go_back(0);
    }

    /// Whether the current position has a solution; unknown if the flag is raised.
    fn is_alive(&mut self) -> bool {
        if self.witness.is_none() {
            // Without an answer the flag is raised, as `next` will see.
            self.witness = self.search.solution().unwrap_or(None);
        }
        self.witness.is_some()
    }
}

impl<P: Complete> Iterator for Walk<P> {
    type Item = Result<Placement, Error>;

    fn next(&mut self) -> Option<Result<Placement, Error>> {
        while !self.ended {
            if self.stop.is_raised() {
                self.ended = true;
                return Some(Err(Stopped.into()));
            }
            match self.search.position.settle() {
                Settled::Dead => self.go_back(),
                Settled::Solved => {
                    let solution = self.search.position.placement();
                    self.go_back();
                    return Some(Ok(solution));
                }
                Settled::Open(_) => {
                    if self.search.position.missing() >= SHALLOW && !self.is_alive() {
                        if !self.stop.is_raised() {
                            self.go_back();
                        }
                        continue;
                    }
                    let Some(queen) = self.search.position.first_open() else { continue };
                    let follows =
                        |witness: &Placement| witness.columns()[queen.row as usize] == queen.column;
                    self.witness = self.witness.take().filter(follows);
                    self.search.position.choose(queen);
                }
            }
        }
        None
    }
}
