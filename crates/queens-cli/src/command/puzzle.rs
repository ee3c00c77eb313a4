//! `queens puzzle`: region puzzles, Star Battle with one star.

mod answer;
mod draw;
mod new;

use std::io::{BufRead, Read};

use queens_puzzle::{Puzzle, Reader};

use crate::command::prelude::*;
use crate::file::{Input, not_read};

/// A help text, and where each technique is explained.
fn techniques(text: &str) -> String {
    let section = "Each technique has a section in docs/guide/techniques.md";
    format!("{text}\n\n{section},\n{}docs/guide/techniques.html", env!("CARGO_PKG_HOMEPAGE"))
}

/// Solve, explain, rate, make and draw region puzzles (Star Battle with one star).
#[derive(Subcommand, Debug)]
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
  letters  rows of letters or digits, or of numbers or names of colors with commas between
           them; an empty line ends a puzzle; the size may come first
  list     all squares row by row, on one line
  json     an array of rows, each a string or an array of letters, numbers or names of
           colors; objects that have one or several; the squares of each region; what
           LinkedIn answers; also in TypeScript or JavaScript
  compact  8x1. and the letters of all squares, on one line
  sbn      Star Battle Notation, version 1 or 2, on one line
  address  of puzz.link, with starbattle; or of this page, with its puzzle
  legup    XML, as LEGUP saves it
  board    Q a queen, # a cross, . an open square, and a line `regions AABB` for each
           row; or JSON (queens.problem/1)
  picture  a PNG, JPEG, WebP, GIF or BMP file with one board of 4 x 4 to 20 x 20: a
           screenshot, or a piece of one; regions in colors or with thick borders, queens and
           crosses

A puzzle that cannot be read is reported with its place, and the rest is answered; the exit code
is then 2."
)]
pub(crate) enum Command {
    /// Solve puzzles: a line for each, with the column of the queen in each row.
    #[command(after_help = "\
Examples:
  queens puzzle new 8 --seed 1 | queens puzzle solve
  queens puzzle solve puzzles.txt --format jsonl
  queens puzzle solve 'https://puzz.link/p?starbattle/4/4/1/74gdc0'

If a puzzle has several solutions, one is printed, and a line on stderr says so; as JSON, `unique`
is then false. Exit code 1 if one of the puzzles has no solution.")]
    Solve(Question),
    /// Show the next step from the queens and crosses on a board, or which of them are wrong.
    #[command(after_help = techniques("\
Examples:
  queens puzzle new 8 --seed 1 | queens puzzle hint
  queens puzzle hint board.txt --format jsonl

Exit code 1 if a queen or cross is wrong, if queens attack each other, or if the puzzle has no
solution, or several."))]
    Hint(Question),
    /// Solve puzzles as a person would: each step in a sentence.
    #[command(after_help = techniques("\
Examples:
  queens puzzle new 8 --seed 1 | queens puzzle explain
  queens puzzle explain puzzle.txt --format jsonl

Each step uses the simplest technique that makes progress. As JSON, a step has the squares that it
decides and those that show why. Exit code 1 if a puzzle has no solution, or several."))]
    Explain(Question),
    Check(CheckArgs),
    /// Rate puzzles: the hardest technique that each needs, how often, and the difficulty in a word.
    #[command(after_help = "\
Examples:
  queens puzzle new 8 --seed 1 | queens puzzle rate
  queens puzzle rate puzzles.txt --format jsonl

The score is ten times the place of the hardest technique, plus how often it is needed: neighbors
of a queen 0, last square 1, inside one line 2, pairs 3, starved line 4, groups 5, assumption 6, two
assumptions 7, search 8. Below 30 is easy, below 42 medium, below 60 hard.")]
    Rate(Question),
    New(new::Args),
    Convert(draw::ConvertArgs),
    Draw(draw::Args),
}

pub(crate) fn run(command: &Command) -> Result<Exit> {
    match command {
        Command::Solve(args) => answer::solve(args),
        Command::Hint(args) => answer::hint(args),
        Command::Explain(args) => answer::explain(args),
        Command::Check(args) => answer::check(args),
        Command::Rate(args) => answer::rate(args),
        Command::New(args) => new::run(args),
        Command::Convert(args) => draw::convert(args),
        Command::Draw(args) => draw::run(args),
    }
}

/// Where the puzzles are, and the form of the answer.
#[derive(ClapArgs, Debug)]
pub(crate) struct Question {
    #[command(flatten)]
    input: Puzzles,
    /// Form of the answer.
    #[arg(long, default_value = "human", value_name = "FORMAT",
          value_parser = Format::among(&[Format::Human, Format::Jsonl]))]
    format: Format,
}

impl Question {
    fn is_json(&self) -> bool {
        self.format == Format::Jsonl
    }
}

/// Check that puzzles have exactly one solution; if one has more, print two, and how many there are.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens puzzle new 8 --seed 1 | queens puzzle check
  queens puzzle check puzzles.txt
  queens puzzle check puzzles.txt --count

Solutions are counted up to 1000. Exit code 1 if one of the puzzles has no solution, or several.
Regions in several pieces are named.")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    question: Question,
    /// Count all solutions, however many.
    #[arg(long)]
    count: bool,
}

#[derive(ClapArgs, Debug)]
struct Puzzles {
    /// Files with puzzles, or addresses that hold one; `-`, or none, for stdin.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Puzzles {
    /// The puzzles in their order, each read when it is wanted; or why one could not be read.
    fn puzzles(&self) -> impl Iterator<Item = Result<Puzzle>> + use<> {
        let stdin = || vec![PathBuf::from("-")];
        let files = if self.files.is_empty() { stdin() } else { self.files.clone() };
        files.into_iter().flat_map(|file| read(&file))
    }
}

fn read(file: &Path) -> Box<dyn Iterator<Item = Result<Puzzle>>> {
    let mut input = match Input::open(file, "name a file with puzzles, or - for stdin") {
        Ok(input) => input,
        Err(failure) => return Box::new(std::iter::once(Err(failure))),
    };
    if input.from.fill_buf().is_ok_and(queens_puzzle::is_picture) {
        return Box::new(std::iter::once(picture(input)));
    }
    let Input { name, from } = input;
    Box::new(
        Reader::new(from).map(move |puzzle| puzzle.map_err(|error| error.within(&name).into())),
    )
}

/// The most bytes of a picture.
const MAX_PICTURE: u64 = 1 << 26;

fn picture(Input { name, from }: Input) -> Result<Puzzle> {
    let mut bytes = Vec::new();
    if let Err(error) = from.take(MAX_PICTURE + 1).read_to_end(&mut bytes) {
        return Err(not_read(&name, &error, "name a file with puzzles, or a picture"));
    }
    if bytes.len() as u64 > MAX_PICTURE {
        let message = format_args!("{name} is a picture of more than 64 megabytes");
        return Err(Failure::new(message, "crop it to the board"));
    }
    let read = |options: &Options<'_>| queens_puzzle::from_picture(&bytes, options);
    let read = Meter::new(format!("read {name}"), When::Auto).watch(&Options::new(), read);
    read.map(|(puzzle, _)| puzzle).map_err(|error| error.within(name).into())
}

/// Answers for each puzzle as it comes. One that cannot be read is reported with its place, and the next follows. The exit
/// code is that of the worst answer.
fn each(
    input: &Puzzles,
    is_json: bool,
    mut answer: impl FnMut(&Puzzle, &mut dyn Write, usize) -> Result<Exit>,
) -> Result<Exit> {
    each_read(input, is_json, |read, out, puzzle| answer(&read?, out, puzzle))
}

/// The same, and what cannot be read may have an answer, too.
fn each_read(
    input: &Puzzles,
    is_json: bool,
    mut answer: impl FnMut(Result<Puzzle>, &mut dyn Write, usize) -> Result<Exit>,
) -> Result<Exit> {
    let mut out = output::stdout();
    let mut all = Exit::Done;
    for (puzzle, read) in (1..).zip(input.puzzles()) {
        let exit = match answer(read, &mut out, puzzle) {
            Ok(exit) => exit,
            Err(Failure::Said(said)) => {
                if is_json {
                    let document = json!({
                        "schema": "queens.puzzle.error/1",
                        "puzzle": puzzle,
                        "error": said.to_string(),
                        "help": said.advice(),
                    });
                    output::json_line(&mut out, &document)?;
                }
                Failure::Said(said).report()
            }
            Err(failure) => return Err(failure),
        };
        out.flush()?;
        all = match (all, exit) {
            (Exit::Error, _) | (_, Exit::Done) => all,
            _ => exit,
        };
    }
    Ok(all)
}
