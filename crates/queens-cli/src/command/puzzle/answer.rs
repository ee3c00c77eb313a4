//! `queens puzzle solve`, `check`, `rate`, `explain` and `hint`: lines about each puzzle.

use queens::Uniqueness;
use queens_json::{
    PuzzleCheck, PuzzleEnd, PuzzleHint, PuzzleRate, PuzzleSolve, PuzzleStep, from_one,
};
use queens_puzzle::{Hint, Rating};

use super::{Question, each};
use crate::command::prelude::*;

pub(super) fn solve(question: &Question) -> Result<Exit> {
    each(&question.input, question.is_json(), |puzzle, mut out, number| {
        let solution = puzzle.problem().solve()?;
        let exit = Exit::yes_if(solution.is_some());
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

pub(super) fn check(question: &Question) -> Result<Exit> {
    each(&question.input, question.is_json(), |puzzle, mut out, _| {
        let uniqueness = puzzle.problem().uniqueness()?;
        let text = match &uniqueness {
            Uniqueness::None => "no solution".into(),
            Uniqueness::One(solution) => format!("unique: {solution}"),
            Uniqueness::Several([first, second]) => format!("several: {first}, {second}"),
        };
        let solutions = uniqueness.solutions();
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
        Ok(Exit::yes_if(unique))
    })
}

pub(super) fn rate(question: &Question) -> Result<Exit> {
    each(&question.input, question.is_json(), |puzzle, mut out, number| {
        let rating = match queens_puzzle::rate(puzzle) {
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

pub(super) fn explain(question: &Question) -> Result<Exit> {
    each(&question.input, question.is_json(), |given, mut out, puzzle| {
        let explanation = queens_puzzle::explain(given);
        let solutions: Vec<_> = explanation.solutions.iter().map(from_one).collect();
        let sentence = match &*explanation.solutions {
            [first, second, ..] => format!("There are several solutions: {first}, and {second}."),
            [solution] => format!("Solved: {solution}."),
            [] => explanation.reason,
        };
        let exit = Exit::yes_if(solutions.len() == 1);
        let steps = explanation.steps.len();
        if question.is_json() {
            for (step, shown) in (1..).zip(&explanation.steps) {
                output::json_line(&mut out, &PuzzleStep { puzzle, step, shown })?;
            }
            output::json_line(&mut out, &PuzzleEnd { puzzle, steps, solutions, sentence })?;
            return Ok(exit);
        }
        if puzzle > 1 {
            writeln!(out)?;
        }
        let width = steps.to_string().len();
        for (number, step) in (1..).zip(&explanation.steps) {
            writeln!(out, "{number:>width$}. {}", step.sentence)?;
        }
        writeln!(out, "{sentence}")?;
        Ok(exit)
    })
}

pub(super) fn hint(question: &Question) -> Result<Exit> {
    each(&question.input, question.is_json(), |given, mut out, puzzle| {
        let (exit, wrong, sentence) = match queens_puzzle::hint(given) {
            Hint::Step { step: shown } => {
                if question.is_json() {
                    output::json_line(&mut out, &PuzzleStep { puzzle, step: 1, shown: &shown })?;
                } else {
                    writeln!(out, "{}", shown.sentence)?;
                }
                return Ok(Exit::Done);
            }
            Hint::Wrong { squares } => {
                let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
                let are = if names.len() == 1 { "is" } else { "are" };
                let sentence = format!("What stands on {} {are} wrong.", names.join(", "));
                (Exit::No, names, sentence)
            }
            Hint::Solved => (Exit::Done, Vec::new(), "All queens are placed.".into()),
            Hint::NoSolution => (Exit::No, Vec::new(), "The puzzle has no solution.".into()),
            Hint::Several { solutions: [first, second] } => {
                let sentence = format!("The puzzle has several solutions: {first}, and {second}.");
                (Exit::No, Vec::new(), sentence)
            }
        };
        if question.is_json() {
            output::json_line(&mut out, &PuzzleHint { puzzle, wrong, sentence })?;
        } else {
            let _ = writeln!(io::stderr(), "{sentence}");
        }
        Ok(exit)
    })
}
