//! `queens puzzle solve`, `check`, `rate`, `explain` and `hint`: lines about each puzzle.

use queens::{Completer, Uniqueness};
use queens_puzzle::{Hint, Puzzle, Rating, Step};

use super::{CheckArgs, Question, each, each_read};
use crate::command::prelude::*;

/// Whether a puzzle has one solution. What takes long shows that it works.
fn uniqueness(puzzle: &Puzzle, number: usize) -> Result<Uniqueness> {
    let meter = Meter::spinner(format!("puzzle {number}"), When::Auto);
    let uniqueness = puzzle.problem().uniqueness()?;
    meter.finish();
    Ok(uniqueness)
}

/// What a verdict holds for, if it is not the puzzle alone.
fn with_marks(puzzle: &Puzzle) -> &'static str {
    if puzzle.queens().chain(puzzle.crosses()).next().is_some() { " with its marks" } else { "" }
}

pub(super) fn solve(question: &Question) -> Result<Exit> {
    each(&question.input, question.is_json(), |puzzle, mut out, number| {
        let uniqueness = uniqueness(puzzle, number)?;
        let solution = uniqueness.solutions().first();
        let exit = Exit::yes_if(solution.is_some());
        if question.is_json() {
            let unique = matches!(uniqueness, Uniqueness::One(_));
            let document = json!({
                "schema": "queens.puzzle.solve/1",
                "n": puzzle.n(),
                "columns": solution.map(from_one),
                "unique": unique,
            });
            output::json_line(&mut out, &document)?;
        } else if let Some(solution) = solution {
            writeln!(out, "{solution}")?;
        } else {
            let _ = writeln!(io::stderr(), "puzzle {number} has no solution{}", with_marks(puzzle));
        }
        if matches!(uniqueness, Uniqueness::Several(_)) {
            out.flush()?;
            talk::note(format_args!("puzzle {number} has several solutions; this is one of them"));
        }
        Ok(exit)
    })
}

/// Solutions are counted up to this number, unless all are asked for.
const MANY: usize = 1000;

/// The nodes that are granted to finding them.
const NODES: u64 = 1_000_000;

/// The number of solutions, and whether these are all.
fn total(
    puzzle: &Puzzle,
    uniqueness: &Uniqueness,
    number: usize,
    all: Option<&StopFlag>,
) -> Result<(u128, bool)> {
    let two = uniqueness.solutions().len();
    if two < 2 {
        return Ok((two as u128, true));
    }
    let completer = Completer::new(puzzle.problem());
    if let Some(stop) = all {
        let meter = Meter::new(format!("solutions of puzzle {number}"), When::Auto);
        let count = |options: &Options<'_>| completer.clone().options(options).count();
        let counted = meter.watch(&Options::new().stop(stop), count);
        let (count, _) =
            or_stopped(counted, || format!("puzzle {number} has two solutions or more"))?;
        return Ok((count.total, true));
    }
    Ok(match completer.find_up_to(MANY + 1, Some(NODES))? {
        Some(found) => (found.len() as u128, found.len() <= MANY),
        None => (two as u128, false),
    })
}

pub(super) fn check(args: &CheckArgs) -> Result<Exit> {
    let question = &args.question;
    let stop = args.count.then(signal::raising).transpose()?;
    each(&question.input, question.is_json(), |puzzle, mut out, number| {
        let uniqueness = uniqueness(puzzle, number)?;
        let (total, whole) = total(puzzle, &uniqueness, number, stop.as_ref())?;
        let marked = with_marks(puzzle);
        let text = match &uniqueness {
            Uniqueness::None => format!("no solution{marked}"),
            Uniqueness::One(solution) => format!("unique{marked}: {solution}"),
            Uniqueness::Several([first, second]) => {
                let at_least = if whole { "" } else { "at least " };
                format!("several{marked}: {first}, {second}; {at_least}{total} solutions")
            }
        };
        let solutions = uniqueness.solutions();
        let unique = solutions.len() == 1;
        let regions = puzzle.regions();
        let in_pieces: Vec<(char, usize)> = (0..puzzle.n())
            .map(|region| (regions.letter(region), regions.pieces(region)))
            .filter(|&(_, pieces)| pieces > 1)
            .collect();
        if question.is_json() {
            let letters: Vec<char> = in_pieces.iter().map(|(letter, _)| *letter).collect();
            let document = json!({
                "schema": "queens.puzzle.check/1",
                "n": puzzle.n(),
                "unique": unique,
                "solutions": solutions.iter().map(from_one).collect::<Vec<_>>(),
                "total": total.to_string(),
                "whole": whole,
            });
            let in_pieces =
                if letters.is_empty() { Value::Null } else { json!({ "in_pieces": letters }) };
            output::json_line(&mut out, &joined([document, in_pieces]))?;
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
                let _ = writeln!(io::stderr(), "puzzle {number}{}: {error}", with_marks(puzzle));
                return Ok(Exit::No);
            }
        };
        if question.is_json() {
            let schema = json!({ "schema": "queens.puzzle.rate/1", "n": puzzle.n() });
            output::json_line(&mut out, &joined([schema, json!(rating)]))?;
        } else {
            let Rating { score, level, hardest, times } = rating;
            writeln!(out, "{score} {level}: {} x {times}", hardest.name())?;
        }
        Ok(Exit::Done)
    })
}

/// A step of a solution, by its number and that of the puzzle.
fn numbered(puzzle: usize, number: usize, step: &Step) -> Value {
    let schema = json!({ "schema": "queens.puzzle.step/1", "puzzle": puzzle, "step": number });
    joined([schema, json!(step)])
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
            for (number, step) in (1..).zip(&explanation.steps) {
                output::json_line(&mut out, &numbered(puzzle, number, step))?;
            }
            let end = json!({
                "schema": "queens.puzzle.end/1",
                "puzzle": puzzle,
                "steps": steps,
                "solutions": solutions,
                "sentence": sentence,
            });
            output::json_line(&mut out, &end)?;
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
    each_read(&question.input, question.is_json(), |given, mut out, puzzle| {
        let (hint, contradiction) = match given {
            Ok(given) => (queens_puzzle::hint(&given), None),
            Err(Failure::Said(error)) => match Hint::of_error(&error) {
                Some(hint) => (hint, Some(error)),
                None => return Err(Failure::Said(error)),
            },
            Err(failure) => return Err(failure),
        };
        let (exit, wrong, sentence) = match hint {
            Hint::Step { step } => {
                if question.is_json() {
                    output::json_line(&mut out, &numbered(puzzle, 1, &step))?;
                } else {
                    writeln!(out, "{}", step.sentence)?;
                }
                return Ok(Exit::Done);
            }
            Hint::Wrong { squares } => {
                let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
                let are = if names.len() == 1 { "is" } else { "are" };
                let sentence = match contradiction {
                    // Without the place, which the number of the puzzle says.
                    Some(error) => {
                        let what = error.to_string();
                        let what = what.rsplit(": ").next().unwrap_or_default();
                        let what = what.trim_start_matches("the fixed ");
                        format!("{}{}: {}.", what[..1].to_uppercase(), &what[1..], error.advice())
                    }
                    None => format!("What stands on {} {are} wrong.", names.join(", ")),
                };
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
            let document = json!({
                "schema": "queens.puzzle.hint/1",
                "puzzle": puzzle,
                "wrong": wrong,
                "sentence": sentence,
            });
            output::json_line(&mut out, &document)?;
        } else {
            let _ = writeln!(io::stderr(), "{sentence}");
        }
        Ok(exit)
    })
}
