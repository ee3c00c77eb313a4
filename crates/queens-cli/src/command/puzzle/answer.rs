//! `queens puzzle solve`, `check` and `rate`: a line for each puzzle.

use std::io::{self, Write};

use queens::{Placement, Uniqueness};
use queens_json::{PuzzleCheck, PuzzleRate, PuzzleSolve, from_one};
use queens_puzzle::{Rating, rate as rating};

use super::Question;
use crate::outcome::{Exit, Failure};
use crate::output;

pub(super) fn solve(question: &Question) -> Result<Exit, Failure> {
    question.each(|puzzle, mut out, number| {
        let solution = puzzle.problem().solve()?;
        let exit = if solution.is_some() { Exit::Done } else { Exit::No };
        if question.is_json() {
            let columns = solution.as_ref().map(from_one);
            let line = PuzzleSolve { n: puzzle.size(), columns };
            output::json_line(&mut out, &line)?;
        } else if let Some(solution) = solution {
            writeln!(out, "{solution}")?;
        } else {
            let _ = writeln!(io::stderr(), "puzzle {number} has no solution");
        }
        Ok(exit)
    })
}

pub(super) fn check(question: &Question) -> Result<Exit, Failure> {
    question.each(|puzzle, mut out, _| {
        let (solutions, text): (Vec<Placement>, String) = match puzzle.problem().uniqueness()? {
            Uniqueness::None => (Vec::new(), "no solution".into()),
            Uniqueness::One(solution) => {
                let text = format!("unique: {solution}");
                (vec![solution], text)
            }
            Uniqueness::Several(two) => {
                let text = format!("several: {}, {}", two[0], two[1]);
                (two.into(), text)
            }
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
            let line = PuzzleCheck { n, unique, solutions, in_pieces };
            output::json_line(&mut out, &line)?;
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
    question.each(|puzzle, mut out, number| {
        let rating = match rating(puzzle) {
            Ok(rating) => rating,
            Err(error) => {
                let _ = writeln!(io::stderr(), "puzzle {number}: {error}");
                return Ok(Exit::No);
            }
        };
        if question.is_json() {
            let line = PuzzleRate { n: puzzle.size(), rating };
            output::json_line(&mut out, &line)?;
        } else {
            let Rating { score, level, hardest, times } = rating;
            writeln!(out, "{score} {level}: {} x {times}", hardest.name())?;
        }
        Ok(Exit::Done)
    })
}
