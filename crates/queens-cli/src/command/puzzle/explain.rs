//! `queens puzzle explain` and `hint`: steps in words.

use std::io::{self, Write};

use clap::Args as ClapArgs;
use queens_json::{PuzzleEnd, PuzzleHint, PuzzleStep, from_one};
use queens_puzzle::{Hint, Outcome as End, explain as explained, hint as hinted};

use super::{Question, each};
use crate::outcome::{Exit, Failure};
use crate::output;

/// Where each technique is explained.
macro_rules! techniques {
    ($text:literal) => {
        concat!(
            $text,
            "\n\nEach technique has a section in docs/guide/techniques.md,\n",
            env!("CARGO_PKG_HOMEPAGE"),
            "docs/guide/techniques.html"
        )
    };
}

/// Solve puzzles as a person would: each step in a sentence.
#[derive(ClapArgs, Debug)]
#[command(after_help = techniques!("\
Examples:
  queens puzzle new 8 --seed 1 | queens puzzle explain
  queens puzzle explain puzzle.txt --format jsonl

Each step uses the simplest technique that makes progress. As JSON, a step has the squares that it
decides and those that show why. Exit code 1 if a puzzle has no solution, or several."))]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    question: Question,
}

/// Show the next step from the queens and crosses on a board, or which of them are wrong.
#[derive(ClapArgs, Debug)]
#[command(after_help = techniques!("\
Examples:
  queens puzzle new 8 --seed 1 | queens puzzle hint
  queens puzzle hint board.txt --format jsonl

Exit code 1 if a queen or cross is wrong, or if the puzzle has no solution, or several."))]
pub(crate) struct HintArgs {
    #[command(flatten)]
    question: Question,
}

pub(super) fn explain(args: &ExplainArgs) -> Result<Exit, Failure> {
    each(&args.question.input, args.question.is_json(), |given, mut out, puzzle| {
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
        if args.question.is_json() {
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

pub(super) fn hint(args: &HintArgs) -> Result<Exit, Failure> {
    each(&args.question.input, args.question.is_json(), |given, mut out, puzzle| {
        let (wrong, sentence) = match hinted(given) {
            Hint::Step(shown) if args.question.is_json() => {
                let line = PuzzleStep { puzzle, step: 1, shown: &shown };
                output::json_line(&mut out, &line)?;
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
        if args.question.is_json() {
            let line = PuzzleHint { puzzle, wrong, sentence };
            output::json_line(&mut out, &line)?;
        } else {
            let _ = writeln!(io::stderr(), "{sentence}");
        }
        Ok(exit)
    })
}
