//! `queens puzzle explain` and `hint`: steps in words.

use std::io::{self, Write};

use queens_json::{PuzzleEnd, PuzzleHint, PuzzleStep, from_one};
use queens_puzzle::{Hint, Outcome as End, explain as explained, hint as hinted};

use super::{Question, each};
use crate::outcome::{Exit, Failure};
use crate::output;

pub(super) fn explain(question: &Question) -> Result<Exit, Failure> {
    each(&question.input, question.is_json(), |given, mut out, puzzle| {
        let explanation = explained(given);
        let (solutions, sentence) = match &explanation.outcome {
            End::Solved(solution) => (vec![from_one(solution)], format!("Solved: {solution}.")),
            End::NoSolution(why) => (Vec::new(), why.clone()),
            End::Several([first, second]) => (
                vec![from_one(first), from_one(second)],
                format!("There are several solutions: {first}, and {second}."),
            ),
        };
        let exit = if solutions.len() == 1 { Exit::Done } else { Exit::No };
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

pub(super) fn hint(question: &Question) -> Result<Exit, Failure> {
    each(&question.input, question.is_json(), |given, mut out, puzzle| {
        let (wrong, sentence) = match hinted(given) {
            Hint::Step(shown) if question.is_json() => {
                output::json_line(&mut out, &PuzzleStep { puzzle, step: 1, shown: &shown })?;
                return Ok(Exit::Done);
            }
            Hint::Step(step) => {
                writeln!(out, "{}", step.sentence)?;
                return Ok(Exit::Done);
            }
            Hint::Wrong(squares) => {
                let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
                let are = if names.len() == 1 { "is" } else { "are" };
                let sentence = format!("What stands on {} {are} wrong.", names.join(", "));
                (names, sentence)
            }
            Hint::Solved => (Vec::new(), "All queens are placed.".into()),
            Hint::NoSolution => (Vec::new(), "The puzzle has no solution.".into()),
            Hint::Several([first, second]) => {
                (Vec::new(), format!("The puzzle has several solutions: {first}, and {second}."))
            }
        };
        let exit = if sentence == "All queens are placed." { Exit::Done } else { Exit::No };
        if question.is_json() {
            output::json_line(&mut out, &PuzzleHint { puzzle, wrong, sentence })?;
        } else {
            let _ = writeln!(io::stderr(), "{sentence}");
        }
        Ok(exit)
    })
}
