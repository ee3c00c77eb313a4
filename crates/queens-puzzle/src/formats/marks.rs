//! Queens and crosses of a puzzle that was read.

use queens::{Error, Square, Uniqueness};

use crate::puzzle::Puzzle;

/// Up to this size, proving that a puzzle has one solution takes milliseconds.
const QUICK: u32 = 16;

/// A puzzle with queens and crosses.
///
/// # Errors
///
/// If they contradict each other. The message says which, and the advice what to take back.
pub(super) fn marked(
    bare: &Puzzle,
    queens: &[Square],
    crosses: &[Square],
) -> Result<Puzzle, Error> {
    let with_queens =
        queens.iter().try_fold(bare.clone(), |puzzle, &queen| puzzle.with_queen(queen));
    let with_all = with_queens.and_then(|puzzle| {
        crosses.iter().try_fold(puzzle, |puzzle, &cross| puzzle.with_cross(cross))
    });
    with_all.map_err(|error| match advice(bare, queens, crosses) {
        Some(advice) => Error::new(error.kind(), error.to_string(), advice),
        None => error,
    })
}

/// Which marks differ from the only solution, if there is one that is found quickly.
fn advice(bare: &Puzzle, queens: &[Square], crosses: &[Square]) -> Option<String> {
    if bare.n() > QUICK {
        return None;
    }
    let Ok(Uniqueness::One(solution)) = bare.problem().uniqueness() else { return None };
    let stands = |square: &&Square| solution.queens().any(|queen| queen == **square);
    let list = |one: &str, many: &str, squares: Vec<String>| match &*squares {
        [] => None,
        [square] => Some(format!("the {one} on {square}")),
        [all @ .., last] => Some(format!("the {many} on {} and {last}", all.join(", "))),
    };
    let wrong_queens = queens.iter().filter(|queen| !stands(queen)).map(ToString::to_string);
    let wrong_crosses = crosses.iter().filter(stands).map(ToString::to_string);
    let wrong_queens = list("queen", "queens", wrong_queens.collect());
    let wrong_crosses = list("cross", "crosses", wrong_crosses.collect());
    let wrong: Vec<String> = [wrong_queens, wrong_crosses].into_iter().flatten().collect();
    (!wrong.is_empty()).then(|| {
        format!("take back {}, which the only solution does not have", wrong.join(" and "))
    })
}
