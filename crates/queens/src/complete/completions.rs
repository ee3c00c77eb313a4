//! All completions, in lexicographic order.

use std::fmt;

use super::placement;
use super::solver::{Settled, Solver};
use super::torus::is_hopeless;
use super::word::Word;
use crate::backend::StopFlag;
use crate::board::Square;
use crate::placement::Placement;
use crate::problem::Problem;

/// The completions of a board, in lexicographic order; made by
/// [`Completer::list`](super::Completer::list).
///
/// It ends early if its flag is raised.
///
/// ```
/// use queens::{Completer, Problem};
///
/// let problem = Problem::new(8).with_queen("a1".parse()?)?;
/// let first = Completer::new(&problem).list()?.next().expect("there are four");
/// assert_eq!(first.to_string(), "1 5 8 6 3 7 2 4");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Completions(Box<dyn Iterator<Item = Placement> + Send>);

impl Completions {
    pub(super) fn new<W: Word + 'static>(problem: &Problem, stop: &StopFlag) -> Self {
        Self(Box::new(Walk::<W>::new(problem, stop)))
    }
}

impl fmt::Debug for Completions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Completions").finish_non_exhaustive()
    }
}

impl Iterator for Completions {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        self.0.next()
    }
}

/// Positions with fewer open rows are entered without a proof that they have a solution: they are
/// soon walked through.
const SHALLOW: usize = 12;

/// A walk through the positions row by row, the lowest column first.
struct Walk<W> {
    size: u32,
    solver: Solver<W>,
    /// For each depth: the queen chosen there, and how many stood before it.
    choices: Vec<(Square, usize)>,
    /// A solution of the current position, if one is known: the column of each row.
    witness: Option<Placement>,
    stop: StopFlag,
    ended: bool,
}

impl<W: Word> Walk<W> {
    fn new(problem: &Problem, stop: &StopFlag) -> Self {
        Self {
            size: problem.size(),
            solver: Solver::new(problem, stop),
            choices: Vec::new(),
            witness: None,
            stop: stop.clone(),
            ended: is_hopeless(problem),
        }
    }

    /// Goes back to the last choice and closes its square.
    fn go_back(&mut self) {
        self.witness = None;
        match self.choices.pop() {
            Some((queen, before)) => {
                self.solver.take_back(before);
                self.solver.close(self.choices.len(), queen);
            }
            None => self.ended = true,
        }
    }

    /// Tells whether the current position, deep as it is, has a solution; a raised flag ends the
    /// walk.
    fn is_alive(&mut self) -> bool {
        if self.witness.is_none() {
            match self.solver.solution(self.choices.len()) {
                Ok(queens) => self.witness = queens.map(|queens| placement(self.size, &queens)),
                // The flag was raised: the walk is over.
                Err(_) => self.ended = true,
            }
        }
        self.witness.is_some()
    }
}

impl<W: Word> Iterator for Walk<W> {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        while !self.ended && !self.stop.is_raised() {
            let depth = self.choices.len();
            match self.solver.settle(depth) {
                Settled::Dead => self.go_back(),
                Settled::Solved => {
                    let solution = placement(self.size, self.solver.queens());
                    self.go_back();
                    return Some(solution);
                }
                Settled::Open(_) => {
                    let before = self.solver.queens().len();
                    if self.size as usize - before >= SHALLOW && !self.is_alive() {
                        self.go_back();
                        continue;
                    }
                    let Some(queen) = self.solver.first_open(depth) else { continue };
                    let follows =
                        |witness: &Placement| witness.columns()[queen.row as usize] == queen.column;
                    self.witness = self.witness.take().filter(follows);
                    self.solver.descend(depth, queen);
                    self.choices.push((queen, before));
                }
            }
        }
        None
    }
}
