//! `queens puzzle draw` and `convert`: puzzles as pictures, and in another form.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use queens::draw::Drawing;
use queens_puzzle::{Format, Puzzle};

use super::{Input, form};
use crate::outcome::{Exit, Failure, Outcome};
use crate::output;

/// Draw puzzles: in characters, as SVG, as PNG.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens puzzle new 8 --seed 1 | queens puzzle draw
  queens puzzle new 8 --seed 1 | queens puzzle draw --solution --letters
  queens puzzle draw puzzle.txt --svg puzzle.svg --png puzzle.png

The colors are those of Okabe and Ito, which people with any of the common color blindnesses tell
apart; from the ninth region on they have patterns. --letters names the regions.")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Args {
    #[command(flatten)]
    input: Input,
    /// Draw with ASCII characters only.
    #[arg(long)]
    ascii: bool,
    /// Place the queens of a solution.
    #[arg(long)]
    solution: bool,
    /// Show the letters of the regions.
    #[arg(long)]
    letters: bool,
    /// Name the columns and rows.
    #[arg(long)]
    coordinates: bool,
    /// Write an SVG file instead of characters; `-` for stdout.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a PNG file instead of characters.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Width of the PNG in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 800)]
    width: u32,
}

/// Write puzzles in another form.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens puzzle new 8 --seed 1 | queens puzzle convert --format sbn
  queens puzzle convert puzzles.txt --format json

The forms are letters, json, compact, sbn, sbn2 (version 2) and board. The last three have queens
and crosses, the others have not.")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    input: Input,
    /// Form of the puzzles: letters, json, compact, sbn, sbn2 or board.
    #[arg(long, value_name = "FORM", value_parser = form)]
    format: Format,
}

/// A puzzle and its marks as a drawing.
pub(super) fn drawing(
    puzzle: &Puzzle,
    letters: bool,
    coordinates: bool,
) -> Result<Drawing, Failure> {
    Ok(Drawing::new(puzzle.size())?
        .regions(puzzle.regions())?
        .queens(puzzle.queens())?
        .blocked(puzzle.crosses())?
        .letters(letters)
        .coordinates(coordinates))
}

pub(super) fn run(args: &Args) -> Outcome {
    let puzzles = args.input.read()?;
    let to_file = args.svg.is_some() || args.png.is_some();
    if to_file && puzzles.len() > 1 {
        return Err(Failure::new(
            format_args!("there are {} puzzles, and a picture file holds one", puzzles.len()),
            "give one puzzle, or leave --svg and --png out; `queens puzzle new --booklet` writes many",
        ));
    }
    let mut out = output::stdout();
    for (number, puzzle) in puzzles.iter().enumerate() {
        let mut drawing = drawing(puzzle, args.letters, args.coordinates)?;
        if args.solution {
            let Some(solution) = puzzle.problem().solve()? else {
                let _ = writeln!(io::stderr(), "puzzle {} has no solution", number + 1);
                return Ok(Exit::No);
            };
            drawing = drawing.queens(solution.queens())?;
        }
        match args.svg.as_deref() {
            Some(path) if path == Path::new("-") => write!(out, "{}", drawing.svg())?,
            Some(path) => output::write_file(path, drawing.svg().as_bytes())?,
            None => {}
        }
        if let Some(path) = &args.png {
            output::write_file(path, &drawing.png(args.width)?)?;
        }
        if !to_file {
            if number > 0 {
                writeln!(out)?;
            }
            write!(out, "{}", if args.ascii { drawing.ascii() } else { drawing.unicode() })?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

pub(super) fn convert(args: &ConvertArgs) -> Outcome {
    let mut out = output::stdout();
    let mut marks = 0;
    for (number, puzzle) in args.input.read()?.iter().enumerate() {
        if !args.format.keeps_marks() {
            marks += puzzle.queens().count() + puzzle.crosses().count();
        }
        if number > 0 && matches!(args.format, Format::Letters | Format::Board) {
            writeln!(out)?;
        }
        write!(out, "{}", args.format.write(puzzle))?;
    }
    out.flush()?;
    if marks > 0 {
        let them = if marks == 1 { "1 queen or cross is" } else { "queens and crosses are" };
        let _ = writeln!(io::stderr(), "{them} left out: `{}` has none", args.format);
    }
    Ok(Exit::Done)
}
