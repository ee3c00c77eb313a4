//! `queens puzzle draw` and `convert`: puzzles as pictures, and in another form.

use queens::draw::Drawing;
use queens_puzzle::{Format, Puzzle};

use super::{Puzzles, each};
use crate::command::prelude::*;
use crate::placements::{Pictures, Style};

/// Draw puzzles: in characters, as SVG, as PNG.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens puzzle new 8 --seed 1 | queens puzzle draw
  queens puzzle new 8 --seed 1 | queens puzzle draw --solution --letters
  queens puzzle draw puzzle.txt --svg puzzle.svg --png puzzle.png

The colors are those of Okabe and Ito, which people with any of the common color blindnesses tell
apart; from the ninth region on they have patterns. --letters names the regions.")]
pub(crate) struct Args {
    #[command(flatten)]
    input: Puzzles,
    /// Characters to draw with: unicode or ascii.
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    style: Style,
    /// Place the queens of a solution.
    #[arg(long)]
    solution: bool,
    /// Show the letters of the regions.
    #[arg(long)]
    letters: bool,
    /// Name the columns and rows.
    #[arg(long)]
    coordinates: bool,
    #[command(flatten)]
    pictures: Pictures,
}

/// Write puzzles in another form.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens puzzle new 8 --seed 1 | queens puzzle convert --format sbn
  queens puzzle convert puzzles.txt --format json

The forms are letters, json, compact, sbn, sbn2 (version 2), board and puzzlink (an address of
puzz.link). sbn, sbn2 and board have queens and crosses, the others have not.")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    input: Puzzles,
    /// Form of the puzzles: letters, json, compact, sbn, sbn2, board or puzzlink.
    #[arg(long, value_name = "FORM")]
    format: Format,
}

pub(super) fn drawing(puzzle: &Puzzle) -> Result<Drawing, Error> {
    let board = Drawing::new(puzzle.n())?.regions(puzzle.regions())?;
    board.queens(puzzle.queens())?.blocked(puzzle.crosses())
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    if args.pictures.are_wanted()? {
        let mut puzzles = args.input.puzzles();
        let puzzle = puzzles.next().expect("a text without puzzles is an error")?;
        if puzzles.next().is_some() {
            let what = "there are several puzzles, and a picture file holds one";
            let advice = "give one puzzle, or leave --svg and --png out; `queens puzzle new --booklet` writes many";
            return Err(Failure::new(what, advice));
        }
        let Some(drawing) = args.drawing(&puzzle, 1)? else { return Ok(Exit::No) };
        return args.pictures.write(&drawing);
    }
    each(&args.input, false, |puzzle, out, number| {
        let Some(drawing) = args.drawing(puzzle, number)? else { return Ok(Exit::No) };
        if number > 1 {
            writeln!(out)?;
        }
        write!(out, "{}", args.style.draw(&drawing))?;
        Ok(Exit::Done)
    })
}

impl Args {
    /// The drawing of a puzzle; none, with a line that says so, if its solution is wanted and there is none.
    fn drawing(&self, puzzle: &Puzzle, number: usize) -> Result<Option<Drawing>> {
        let drawing = drawing(puzzle)?.letters(self.letters).coordinates(self.coordinates);
        if !self.solution {
            return Ok(Some(drawing));
        }
        let Some(solution) = puzzle.problem().solve()? else {
            let _ = writeln!(io::stderr(), "puzzle {number} has no solution");
            return Ok(None);
        };
        Ok(Some(drawing.queens(solution.queens())?))
    }
}

pub(super) fn convert(args: &ConvertArgs) -> Result<Exit> {
    let mut marks = 0;
    let exit = each(&args.input, false, |puzzle, out, _| {
        if !args.format.keeps_marks() {
            marks += puzzle.queens().count() + puzzle.crosses().count();
        }
        write(out, args.format, puzzle)?;
        Ok(Exit::Done)
    })?;
    if marks > 0 {
        let them = if marks == 1 { "1 queen or cross is" } else { "queens and crosses are" };
        talk::note(format_args!("{them} left out: `{}` has none", args.format));
    }
    Ok(exit)
}

/// Writes a puzzle. One of several lines ends in an empty line, so that files can be put together.
pub(super) fn write(out: &mut dyn Write, format: Format, puzzle: &Puzzle) -> Result<()> {
    write!(out, "{}", format.write(puzzle)?)?;
    if matches!(format, Format::Letters | Format::Board) {
        writeln!(out)?;
    }
    Ok(())
}
