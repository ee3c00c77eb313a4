//! Queens and crosses of a puzzle that was read.

use queens::{Error, Square, Uniqueness};

use crate::puzzle::Puzzle;

/// Up to this size, proving that a puzzle has one solution takes milliseconds.
const QUICK: u32 = 16;

/// A puzzle with queens and crosses.
///
/// # Errors
///
/// If they contradict each other. The message says which, the advice what to take back, and so do the error's squares.
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
    with_all.map_err(|error| match wrong(bare, queens, crosses) {
        Some((squares, advice)) => {
            Error::new(error.kind(), error.to_string(), advice).about(squares)
        }
        None => error.about(contradicting(bare, queens, crosses)),
    })
}

/// What is wrong with queens on a puzzle with crosses, if they contradict each other or a cross.
pub(super) fn contradiction(crossed: &Puzzle, queens: &[Square]) -> Option<Error> {
    let crosses: Vec<Square> = crossed.crosses().collect();
    marked(&crossed.bare(), queens, &crosses).err()
}

/// Which marks differ from the only solution, if there is one that is found quickly; and what to do about them.
fn wrong(bare: &Puzzle, queens: &[Square], crosses: &[Square]) -> Option<(Vec<Square>, String)> {
    if bare.n() > QUICK {
        return None;
    }
    let Ok(Uniqueness::One(solution)) = bare.problem().uniqueness() else { return None };
    let stands = |square: &Square| solution.queens().any(|queen| queen == *square);
    let (mut wrong, mut words) = (Vec::new(), Vec::new());
    for (one, many, marks, is_wrong) in
        [("queen", "queens", queens, false), ("cross", "crosses", crosses, true)]
    {
        let marks: Vec<Square> =
            marks.iter().copied().filter(|mark| stands(mark) == is_wrong).collect();
        match &*marks {
            [] => {}
            [square] => words.push(format!("the {one} on {square}")),
            [all @ .., last] => {
                let all: Vec<String> = all.iter().map(ToString::to_string).collect();
                words.push(format!("the {many} on {} and {last}", all.join(", ")));
            }
        }
        wrong.extend(marks);
    }
    let advice =
        format!("take back {}, which the only solution does not have", words.join(" and "));
    (!wrong.is_empty()).then_some((wrong, advice))
}

/// The first two queens that attack each other, or the first queen on a cross.
fn contradicting(bare: &Puzzle, queens: &[Square], crosses: &[Square]) -> Vec<Square> {
    let n = bare.n();
    let is_on = |square: &&Square| square.row.max(square.column) < n;
    let queens: Vec<Square> = queens.iter().filter(is_on).copied().collect();
    let attacks = |(at, &queen): (usize, &Square)| {
        let mut before = queens[..at].iter();
        let other = before.find(|&&other| bare.problem().attacks(other, queen))?;
        Some(vec![*other, queen])
    };
    let crossed = || queens.iter().find(|queen| crosses.contains(queen)).map(|&queen| vec![queen]);
    queens.iter().enumerate().find_map(attacks).or_else(crossed).unwrap_or_default()
}
