//! `queens draw`: a picture of a placement, in characters, SVG or PNG.

use queens::draw::Drawing;

use crate::command::prelude::*;
use crate::placements::{Pictures, Style};

/// Draw a placement: in characters, as SVG, as PNG.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens draw 8                               some solution for n = 8
  queens draw 2 4 1 3 --coordinates
  queens draw 8 --queens d4 --attacks d4      one queen, and the squares that it attacks
  queens draw 6 --empty --svg board.svg       a board to print
  queens draw \"1 5 8 6 3 7 2 4\" --svg b.svg --png b.png
  queens list 8 --fundamental | queens draw -")]
pub(crate) struct Args {
    /// Placement, a column for each row; or a single number, the size of a board to fill; or `-`
    /// for placements on stdin, one a line, as `queens list` writes them as JSON or CSV, as rows
    /// with Q and `.`, or as lists in brackets.
    #[arg(required = true, value_name = "PLACEMENT|N")]
    what: Vec<String>,
    /// Characters to draw with: unicode or ascii.
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    style: Style,
    /// Name the columns and rows.
    #[arg(long)]
    coordinates: bool,
    /// Mark the lines through these squares (a1,c5).
    #[arg(long, value_name = "SQUARES", value_parser = arguments::squares)]
    attacks: Vec<Squares>,
    /// Draw these queens (a1,c5) on a board of size N, and no others.
    #[arg(long, value_name = "SQUARES", value_parser = arguments::squares)]
    queens: Vec<Squares>,
    /// Draw a board of size N without queens.
    #[arg(long, conflicts_with = "queens")]
    empty: bool,
    #[command(flatten)]
    pictures: Pictures,
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let to_file = args.pictures.are_wanted()?;
    if args.what == ["-"] {
        if to_file {
            return Err(Failure::new(
                "stdin may hold many placements, and a picture file holds one",
                "give the placement as an argument, or leave --svg and --png out",
            ));
        }
        return draw_lines(args);
    }
    let text = args.what.join(" ");
    let board = match queens::board::parse_size(&text) {
        // The board first: it may be too large to draw, and then no solution is looked for.
        Ok(size) if args.queens.is_empty() && !args.empty => {
            match (Drawing::new(size), text.parse::<Placement>()) {
                // Not a size, but columns without spaces: 2413.
                (Err(_), Ok(placement)) => Drawing::of(&placement)?,
                (board, _) => {
                    let board = board?;
                    let Some(placement) = queens::find(size)? else {
                        talk::note(format_args!("there is no solution for n = {size}"));
                        return Ok(Exit::No);
                    };
                    board.queens(placement.queens())?
                }
            }
        }
        Ok(size) => Drawing::new(size)?.queens(args.queens.concat())?,
        Err(_) if args.queens.is_empty() && !args.empty => {
            Drawing::of(&text.parse::<Placement>()?)?
        }
        Err(_) => {
            return Err(Failure::new(
                "--queens and --empty need the size of a board, and a placement is given",
                "write `queens draw 8 --queens a1,c5`, or leave the option out",
            ));
        }
    };
    let drawing = decorated(args, board)?;
    if to_file {
        return args.pictures.write(&drawing);
    }
    output::print(args.style.draw(&drawing))
}

/// Draws each placement of stdin, with an empty line between them.
fn draw_lines(args: &Args) -> Result<Exit> {
    let mut out = output::stdout();
    let mut first = true;
    placements::read_all(|placement| {
        let drawing = decorated(args, Drawing::of(placement)?)?;
        write!(out, "{}{}", if first { "" } else { "\n" }, args.style.draw(&drawing))?;
        first = false;
        Ok(out.flush()?)
    })?;
    Ok(Exit::Done)
}

fn decorated(args: &Args, board: Drawing) -> Result<Drawing> {
    Ok(board.coordinates(args.coordinates).attacks(args.attacks.concat())?)
}
