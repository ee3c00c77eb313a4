//! A puzzle solved as a person would, step by step.

use queens::engine::{Cells, Lines};
use queens::{Error, Placement, Square, Uniqueness};

use crate::puzzle::Puzzle;
use crate::state::State;
use crate::techniques::{Deduction, Reason, Technique};
use crate::words::{Step, Words};

/// A puzzle solved step by step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The steps, as far as they lead.
    pub steps: Vec<Step>,
    /// What they lead to.
    pub outcome: Outcome,
}

/// How an explanation ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// With the only solution.
    Solved(Placement),
    /// There is no solution, and the sentence says what shows it.
    NoSolution(String),
    /// There are several solutions, two of which are here. The steps decide what these have in common.
    Several([Placement; 2]),
}

/// The next step of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// This step.
    Step(Step),
    /// These queens and crosses contradict the only solution.
    Wrong(Vec<Square>),
    /// All queens are placed.
    Solved,
    /// The puzzle itself has no solution.
    NoSolution,
    /// The puzzle itself has several solutions, among them these.
    Several([Placement; 2]),
}

/// Solves a puzzle with the simplest technique that makes progress, step by step, from the marks that are on it.
///
/// # Examples
///
/// ```
/// use queens_puzzle::{Outcome, Puzzle, explain};
///
/// let puzzle = Puzzle::new("AAAB\nACBB\nCCDD\nCCDD".parse()?);
/// let explanation = explain(&puzzle);
/// assert!(matches!(explanation.outcome, Outcome::Solved(_)));
/// let first = &explanation.steps[0];
/// println!("{}", first.sentence);
/// assert!(!first.highlight.is_empty());
/// # Ok::<_, queens::Error>(())
/// ```
pub fn explain(puzzle: &Puzzle) -> Explanation {
    queens::with_cells!(puzzle.size(), K, explain_in::<K>(puzzle))
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
    let outcome = match uniqueness {
        Uniqueness::One(solution) => Outcome::Solved(solution),
        Uniqueness::Several(two) => Outcome::Several(two),
        Uniqueness::None => {
            let words = Words { puzzle, board: &board };
            Outcome::NoSolution(match state.dead_line(&board).map(|line| words.line(line)) {
                Some(line) => format!("No square is left in {line}, so there is no solution."),
                None => "The techniques end here. A search shows that there is no solution.".into(),
            })
        }
    };
    Explanation { steps, outcome }
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
/// assert!(matches!(hint(&puzzle), Hint::Step(_)));
/// let wrong = puzzle.with_queen("a1".parse()?)?;
/// assert_eq!(hint(&wrong), Hint::Wrong(vec!["a1".parse()?]));
/// # Ok::<_, queens::Error>(())
/// ```
pub fn hint(puzzle: &Puzzle) -> Hint {
    let solution = match uniqueness(puzzle) {
        Uniqueness::None => match uniqueness(&puzzle.bare()) {
            Uniqueness::None => return Hint::NoSolution,
            Uniqueness::Several(two) => return Hint::Several(two),
            Uniqueness::One(solution) => {
                let stands = |square: &Square| solution.queens().any(|queen| queen == *square);
                let queens = puzzle.queens().filter(|queen| !stands(queen));
                return Hint::Wrong(queens.chain(puzzle.crosses().filter(stands)).collect());
            }
        },
        Uniqueness::Several(two) => return Hint::Several(two),
        one @ Uniqueness::One(_) => one,
    };
    if puzzle.queens().count() == puzzle.size() as usize {
        return Hint::Solved;
    }
    let step = queens::with_cells!(puzzle.size(), K, {
        let board = Lines::<K>::new(puzzle.regions());
        next_step(puzzle, &board, &mut State::start(&board, puzzle), &solution)
    });
    step.map_or(Hint::Solved, Hint::Step)
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
