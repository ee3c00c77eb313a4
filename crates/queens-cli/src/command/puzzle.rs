//! `queens puzzle`: region puzzles, Star Battle with one star.

mod answer;
mod draw;
mod explain;
mod new;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Subcommand};
use queens_puzzle::{Format, Puzzle, parse};

use crate::arguments;
use crate::outcome::{BadValue, Failure, Outcome};
use crate::output;

/// Solve, explain, rate, make and draw region puzzles (Star Battle with one star).
#[derive(ClapArgs, Debug)]
#[command(
    disable_help_subcommand = true,
    long_about = "Solve, explain, rate, make and draw region puzzles, which are known as Queens and as Star \
                  Battle with one star: every row, column and region needs one queen, and queens may not \
                  touch.",
    after_help = "\
Examples:
  queens puzzle new 8 --seed 1
  queens puzzle new 8 --seed 1 | queens puzzle explain
  queens puzzle rate puzzles.txt
  queens puzzle new 9 --count 50 --level hard --booklet book

Puzzles are read from files, or from stdin, one or many, in any of these forms:
  letters  rows of letters or digits; an empty line ends a puzzle
  json     an array of rows, each an array or a string
  compact  8x1. and the letters of all squares, on one line
  sbn      Star Battle Notation, version 1 or 2, on one line
  board    Q a queen, # a cross, . an open square, and a line `regions AABB` for each
           row; or JSON (queens.problem/1)"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Solve(answer::SolveArgs),
    Hint(explain::HintArgs),
    Explain(explain::ExplainArgs),
    Check(answer::CheckArgs),
    Rate(answer::RateArgs),
    New(new::Args),
    Convert(draw::ConvertArgs),
    Draw(draw::Args),
}

pub(crate) fn run(args: &Args) -> Outcome {
    match &args.command {
        Command::Solve(args) => answer::solve(args),
        Command::Hint(args) => explain::hint(args),
        Command::Explain(args) => explain::explain(args),
        Command::Check(args) => answer::check(args),
        Command::Rate(args) => answer::rate(args),
        Command::New(args) => new::run(args),
        Command::Convert(args) => draw::convert(args),
        Command::Draw(args) => draw::run(args),
    }
}

/// Where the puzzles are, and the form of the answer.
#[derive(ClapArgs, Debug)]
struct Question {
    #[command(flatten)]
    input: Input,
    /// Form of the answer.
    #[arg(long, default_value = "human", value_name = "FORMAT",
          value_parser = output::Format::among(&[output::Format::Human, output::Format::Jsonl]))]
    format: output::Format,
}

impl Question {
    fn is_json(&self) -> bool {
        self.format == output::Format::Jsonl
    }
}

/// Where the puzzles are.
#[derive(ClapArgs, Debug)]
struct Input {
    /// Files with puzzles; `-`, or none, for stdin.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Input {
    /// All puzzles, in their order.
    fn read(&self) -> Result<Vec<Puzzle>, Failure> {
        let stdin = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &stdin[..] } else { &self.files };
        let puzzles: Vec<Vec<Puzzle>> =
            files.iter().map(|file| read(file)).collect::<Result<_, _>>()?;
        Ok(puzzles.concat())
    }
}

fn read(file: &Path) -> Result<Vec<Puzzle>, Failure> {
    let (name, text) = if file == Path::new("-") {
        ("stdin".to_owned(), io::read_to_string(io::stdin().lock()))
    } else {
        (file.display().to_string(), fs::read_to_string(file))
    };
    let text = text.map_err(|error| {
        let what = format_args!("{name} could not be read: {error}").to_string();
        Failure::new(what, "name a file with puzzles, or - for stdin")
    })?;
    parse(&text).map_err(|error| Failure::new(format_args!("{name}: {error}"), error.advice()))
}

/// Parses the form of puzzles for clap.
fn form(name: &str) -> Result<Format, BadValue> {
    arguments::named(name)
}
