//! `queens puzzle new`: one puzzle, or a booklet.

use std::fs;
use std::num::NonZeroU32;

use queens::ErrorKind;
use queens_puzzle::{Format, Generator, Level, Puzzle, rate};

use super::draw::drawing;
use crate::command::prelude::*;

/// Make puzzles with exactly one solution.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens puzzle new 8                                    the same puzzle on every machine
  queens puzzle new 8 --seed 7 --level expert
  queens puzzle new 9 --symmetric --format sbn
  queens puzzle new 8 --count 50 --booklet book          pages to print, with separate solutions

With --count, the puzzles have consecutive seeds, and each is written when it is made. A seed
keeps its puzzle within a minor version. The puzzles that you make are yours. Exit code 1 if no
puzzle was found.")]
pub(crate) struct Args {
    /// Size of the board.
    #[arg(value_name = "N", value_parser = arguments::size)]
    n: u32,
    /// Seed: each gives a different puzzle.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Difficulty: easy, medium, hard or expert; any without it.
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// Make boards that a half turn maps to themselves.
    #[arg(long)]
    symmetric: bool,
    /// Make this many puzzles.
    #[arg(long, value_name = "K", default_value = "1")]
    count: NonZeroU64,
    /// Give up on a puzzle after this many attempts.
    #[arg(long, value_name = "K", default_value = "10000")]
    attempts: NonZeroU32,
    /// Form of the puzzles: letters, json, compact, sbn, sbn2, board or puzzlink; or jsonl, with seed and difficulty.
    #[arg(long, value_name = "FORM", default_value = "letters", value_parser = made)]
    format: Form,
    /// Write a page for each puzzle into this folder, and one for its solution, as SVG of size A4.
    #[arg(long, value_name = "FOLDER", conflicts_with = "format")]
    booklet: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let count = args.count.get();
    let last = args.seed.checked_add(count - 1).ok_or_else(|| {
        Failure::new(
            format_args!("there are no {count} seeds from {} on", args.seed),
            format!("the last one is {}: give a smaller --seed, or a smaller --count", u64::MAX),
        )
    })?;
    if let Some(folder) = &args.booklet {
        check_folder(folder, count)?;
    }
    let mut out = output::stdout();
    let meter = Meter::spinner(format!("puzzle new {}", args.n), When::Auto);
    for (number, seed) in (1..).zip(args.seed..=last) {
        let generator = Generator::new(args.n).seed(seed).level(args.level);
        meter.tell(&format!("puzzle {number} of {count}"));
        let puzzle = generator.symmetric(args.symmetric).attempts(args.attempts.get()).generate();
        let puzzle = puzzle.map_err(|error| match error.kind() {
            // The answer is no.
            ErrorKind::Failed => {
                Error::new(ErrorKind::Incomplete, error.to_string(), error.advice())
            }
            _ => error,
        })?;
        if let Some(folder) = &args.booklet {
            write_pages(folder, number, count, &puzzle)?;
            continue;
        }
        // A stop keeps what was made.
        meter.suspend(|| {
            match args.format {
                None => output::json_line(&mut out, &record(seed, &puzzle)?)?,
                Some(format) => super::draw::write(&mut out, format, &puzzle)?,
            }
            Ok::<_, Failure>(out.flush()?)
        })?;
    }
    meter.finish();
    Ok(Exit::Done)
}

/// The form of a made puzzle; none for a JSON object with its seed and difficulty.
type Form = Option<Format>;

fn made(name: &str) -> Result<Form, Error> {
    if name == "jsonl" { Ok(None) } else { name.parse().map(Some) }
}

/// A made puzzle, which every command reads as a puzzle.
fn record(seed: u64, puzzle: &Puzzle) -> Result<Value> {
    Ok(joined([
        json!({
            "schema": "queens.puzzle.new/1",
            "n": puzzle.n(),
            "seed": seed,
            "generator": Generator::VERSION,
        }),
        json!(rate(puzzle)?),
        json!({ "regions": puzzle.regions() }),
    ]))
}

fn name(kind: &str, number: u64, count: u64) -> String {
    let width = count.to_string().len();
    format!("{kind}-{number:0width$}.svg")
}

/// Refuses a folder with pages that would be left of another booklet.
fn check_folder(folder: &Path, count: u64) -> Result<()> {
    // A folder that is not there, or not a folder, is found out when it is written to.
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let file = file.file_name();
        let Some(page) = file.to_str().and_then(|name| name.strip_suffix(".svg")) else { continue };
        let Some((kind @ ("puzzle" | "solution"), digits)) = page.split_once('-') else { continue };
        let Ok(number) = digits.parse() else { continue };
        if !(1..=count).contains(&number) || file.to_str() != Some(&name(kind, number, count)) {
            let folder = folder.display();
            let what = format!("the folder {folder} has pages of another booklet: {page}.svg");
            return Err(Failure::new(what, "remove them, or choose another folder"));
        }
    }
    Ok(())
}

/// Writes `puzzle-07.svg` and `solution-07.svg`.
fn write_pages(folder: &Path, number: u64, count: u64, puzzle: &Puzzle) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| {
        let what = format!("the folder {} could not be made: {error}", folder.display());
        Failure::new(what, "choose a path that you may write to")
    })?;
    let rating = rate(puzzle)?;
    let solution = puzzle.problem().solve()?;
    let empty = drawing(puzzle)?.coordinates(true);
    let solved = empty.clone().queens(solution.iter().flat_map(Placement::queens))?;
    for (kind, board) in [("puzzle", empty), ("solution", solved)] {
        let title = format!("{number} · {}", rating.level);
        let path = folder.join(name(kind, number, count));
        file::write(&path, page(&title, &board.svg()).as_bytes())?;
    }
    Ok(())
}

/// A page of the size A4 with a title and a picture.
fn page(title: &str, svg: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\">\n\
         <text x=\"20\" y=\"30\" font-family=\"sans-serif\" font-size=\"8\">{title}</text>\n\
         {}</svg>\n",
        svg.replacen("<svg ", "<svg x=\"20\" y=\"45\" width=\"170\" height=\"170\" ", 1)
    )
}
