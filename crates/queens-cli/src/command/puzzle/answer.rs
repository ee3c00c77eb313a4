//! `queens puzzle solve`, `check` and `rate`: a line for each puzzle.

use std::io::{self, Write};

use queens::{Placement, Uniqueness};
use queens_json::{PuzzleCheck, PuzzleRate, PuzzleSolve, from_one};
use queens_puzzle::{Rating, rate as rating};

use super::{Question, each};
use crate::outcome::{Exit, Failure};
use crate::output;

pub(super) fn solve(question: &Question) -> Result<Exit, Failure> {
    each(&question.input, question.is_json(), |puzzle, mut out, number| {
        let solution = puzzle.problem().solve()?;
        let exit = if solution.is_some() { Exit::Done } else { Exit::No };
        if question.is_json() {
            let columns = solution.as_ref().map(from_one);
            output::json_line(&mut out, &PuzzleSolve { n: puzzle.size(), columns })?;
        } else if let Some(solution) = solution {
            writeln!(out, "{solution}")?;
        } else {
            let _ = writeln!(io::stderr(), "puzzle {number} has no solution");
        }
        Ok(exit)
    })
}

pub(super) fn check(question: &Question) -> Result<Exit, Failure> {
    each(&question.input, question.is_json(), |puzzle, mut out, _| {
        let (text, solutions): (String, Vec<Placement>) = match puzzle.problem().uniqueness()? {
            Uniqueness::None => ("no solution".into(), Vec::new()),
            Uniqueness::One(solution) => (format!("unique: {solution}"), vec![solution]),
            Uniqueness::Several(two) => (format!("several: {}, {}", two[0], two[1]), two.into()),
        };
        let unique = solutions.len() == 1;
        let regions = puzzle.regions();
        let in_pieces: Vec<(char, usize)> = (0..puzzle.size())
            .map(|region| (regions.letter(region), regions.pieces(region)))
            .filter(|&(_, pieces)| pieces > 1)
            .collect();
        if question.is_json() {
            let solutions = solutions.iter().map(from_one).collect();
            let n = puzzle.size();
            let letters: Vec<String> =
                in_pieces.iter().map(|(letter, _)| letter.to_string()).collect();
            let in_pieces = (!letters.is_empty()).then_some(letters);
            output::json_line(&mut out, &PuzzleCheck { n, unique, solutions, in_pieces })?;
        } else {
            write!(out, "{text}")?;
            for (letter, pieces) in in_pieces {
                write!(out, "; region {letter} is in {pieces} pieces")?;
            }
            writeln!(out)?;
        }
        Ok(if unique { Exit::Done } else { Exit::No })
    })
}

pub(super) fn rate(question: &Question) -> Result<Exit, Failure> {
    each(&question.input, question.is_json(), |puzzle, mut out, number| {
        let rating = match rating(puzzle) {
            Ok(rating) => rating,
            Err(error) => {
                let _ = writeln!(io::stderr(), "puzzle {number}: {error}");
                return Ok(Exit::No);
            }
        };
        if question.is_json() {
            output::json_line(&mut out, &PuzzleRate { n: puzzle.size(), rating })?;
        } else {
            let Rating { score, level, hardest, times } = rating;
            writeln!(out, "{score} {level}: {} x {times}", hardest.name())?;
        }
        Ok(Exit::Done)
    })
}
