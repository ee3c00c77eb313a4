//! A puzzle solved as a person would, step by step.

#[cfg(test)]
mod tests;

use queens::board::{Cells, Lines};
use queens::{Error, Placement, Square, Uniqueness};
use serde::{Serialize, Serializer};

use crate::puzzle::Puzzle;
use crate::state::State;
use crate::techniques::{Deduction, Reason, Technique};
use crate::words::{Step, Words};

/// A puzzle solved step by step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Explanation {
    /// The steps, as far as they lead: to the solution, if there is just one. What they decide holds in every solution.
    pub steps: Vec<Step>,
    /// None, the only one, or two of several: in JSON, the column of each row's queen, from 0.
    #[serde(serialize_with = "columns")]
    pub solutions: Vec<Placement>,
    /// What shows that there is no solution, in a sentence; empty, and left out in JSON, if there is one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

/// The next step, or why there is none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Hint {
    /// The next step.
    Step {
        /// The step.
        step: Step,
    },
    /// Some queens or crosses contradict the only solution, or two queens attack each other.
    Wrong {
        /// Where they are.
        squares: Vec<Square>,
    },
    /// All queens are placed.
    Solved,
    /// The puzzle itself has no solution.
    #[serde(rename = "none")]
    NoSolution,
    /// The puzzle itself has several solutions.
    Several {
        /// Two of them: in JSON, the column of each row's queen, from 0.
        #[serde(serialize_with = "columns")]
        solutions: [Placement; 2],
    },
}

fn columns<S: Serializer>(solutions: &[Placement], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(solutions.iter().map(Placement::columns))
}

/// Solves a puzzle with the simplest technique that makes progress, step by step, from the marks that are on it.
///
/// # Examples
///
/// ```
/// use queens_puzzle::{Puzzle, explain};
///
/// let puzzle = Puzzle::new("AAAB\nACBB\nCCDD\nCCDD".parse()?);
/// let explanation = explain(&puzzle);
/// assert_eq!(explanation.solutions.len(), 1);
/// let first = &explanation.steps[0];
/// println!("{}", first.sentence);
/// assert!(!first.highlight.is_empty());
/// # Ok::<_, queens::Error>(())
/// ```
pub fn explain(puzzle: &Puzzle) -> Explanation {
    queens::with_cells!(puzzle.n(), K, explain_in::<K>(puzzle))
}

fn explain_in<const K: usize>(puzzle: &Puzzle) -> Explanation {
    let board = Lines::<K>::new(puzzle.regions());
    let mut state = State::start(&board, puzzle);
    let uniqueness = uniqueness(puzzle);
    let mut steps = Vec::new();
    while state.empty != 0
        && state.dead_line(&board).is_none()
        && let Some(step) = next_step(puzzle, &board, &mut state, &uniqueness)
    {
        steps.push(step);
    }
    let solutions = uniqueness.solutions().to_vec();
    let words = Words { puzzle, board: &board };
    let reason = match state.dead_line(&board).map(|line| words.line(line)) {
        _ if !solutions.is_empty() => String::new(),
        Some(line) => format!("No square is left in {line}, so there is no solution."),
        None => "The techniques end here. A search shows that there is no solution.".into(),
    };
    Explanation { steps, solutions, reason }
}

pub(crate) fn uniqueness(puzzle: &Puzzle) -> Uniqueness {
    puzzle.problem().uniqueness().expect("puzzles have sizes that are solved")
}

/// Makes the next step; none if no technique makes progress.
fn next_step<const K: usize>(
    puzzle: &Puzzle,
    board: &Lines<K>,
    state: &mut State<K>,
    uniqueness: &Uniqueness,
) -> Option<Step> {
    Technique::ALL.into_iter().find_map(|technique| {
        let found = match (technique, uniqueness) {
            (Technique::Search, Uniqueness::One(solution)) => {
                let mut queens = Cells::EMPTY;
                solution.queens().for_each(|queen| queens.insert(board.number(queen)));
                let (queens, crosses) = (queens.without(&state.queens), Cells::EMPTY);
                vec![Deduction { queens, crosses, reason: Reason::Search, effort: 0 }]
            }
            _ => technique.find(board, state),
        };
        let deduction = found.into_iter().min_by_key(|deduction| deduction.effort)?;
        let step = Words { puzzle, board }.step(technique, state, &deduction);
        deduction.apply(board, state);
        Some(step)
    })
}

/// The next step from the marks on a puzzle; or which of them are wrong.
///
/// # Examples
///
/// ```
/// use queens_puzzle::{Hint, Puzzle, hint};
///
/// let puzzle = Puzzle::new("AAAB\nACBB\nCCDD\nCCDD".parse()?);
/// assert!(matches!(hint(&puzzle), Hint::Step { .. }));
/// let wrong = puzzle.with_queen("a1".parse()?)?;
/// assert_eq!(hint(&wrong), Hint::Wrong { squares: vec!["a1".parse()?] });
/// # Ok::<_, queens::Error>(())
/// ```
pub fn hint(puzzle: &Puzzle) -> Hint {
    let solution = match uniqueness(puzzle) {
        Uniqueness::None => match uniqueness(&puzzle.bare()) {
            Uniqueness::None => return Hint::NoSolution,
            Uniqueness::Several(solutions) => return Hint::Several { solutions },
            Uniqueness::One(solution) => {
                let stands = |square: &Square| solution.queens().any(|queen| queen == *square);
                let queens = puzzle.queens().filter(|queen| !stands(queen));
                let squares = queens.chain(puzzle.crosses().filter(stands)).collect();
                return Hint::Wrong { squares };
            }
        },
        Uniqueness::Several(solutions) => return Hint::Several { solutions },
        one @ Uniqueness::One(_) => one,
    };
    if puzzle.queens().count() == puzzle.n() as usize {
        return Hint::Solved;
    }
    let step = queens::with_cells!(puzzle.n(), K, {
        let board = Lines::<K>::new(puzzle.regions());
        next_step(puzzle, &board, &mut State::start(&board, puzzle), &solution)
    });
    step.map_or(Hint::Solved, |step| Hint::Step { step })
}

impl Hint {
    /// The hint for a board that was refused because its queens or crosses contradict each other.
    ///
    /// ```
    /// use queens_puzzle::Hint;
    ///
    /// let board = "QQ..\n....\n....\n....\nregions AAAB ACBB CCDD CCDD";
    /// let error = queens_puzzle::parse(board).unwrap_err();
    /// assert_eq!(error.advice(), "take back the queen on a1, which the only solution does not have");
    /// assert_eq!(Hint::of_error(&error), Some(Hint::Wrong { squares: vec!["a1".parse()?] }));
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn of_error(error: &Error) -> Option<Self> {
        let names = error.squares().iter();
        let squares: Vec<Square> = names.filter_map(|name| name.parse().ok()).collect();
        (!squares.is_empty()).then_some(Self::Wrong { squares })
    }
}

impl Puzzle {
    /// The puzzle after a step.
    ///
    /// # Errors
    ///
    /// If the step is not one of this puzzle.
    pub fn after(self, step: &Step) -> Result<Self, Error> {
        let crossed =
            step.crosses.iter().try_fold(self, |puzzle, &square| puzzle.with_cross(square));
        step.queens.iter().try_fold(crossed?, |puzzle, &square| puzzle.with_queen(square))
    }
}
