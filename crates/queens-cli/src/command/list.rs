//! `queens list`: every solution, streamed.

use std::io::Write;

use clap::Args as ClapArgs;
use queens::{BoardSize, Placement, Problem};
use serde::Serialize;

use crate::outcome::{BadValue, Exit, Outcome};
use crate::output::{self, Format};

/// List the solutions in lexicographic order.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens list 6
  queens list 12 --limit 5
  queens list 8 --fundamental
  queens list 8 --fundamental | queens draw -")]
pub(crate) struct Args {
    /// Size of the board.
    #[arg(value_parser = size)]
    n: BoardSize,
    /// List one solution for each orbit: the first of its eight images.
    #[arg(long)]
    fundamental: bool,
    /// Stop after so many solutions.
    #[arg(long, value_name = "K")]
    limit: Option<usize>,
    /// Form of the answer.
    #[arg(long, default_value = "human", value_name = "FORMAT",
          value_parser = Format::among(&[Format::Human, Format::Json, Format::Jsonl, Format::Csv]))]
    format: Format,
}

fn size(text: &str) -> Result<BoardSize, BadValue> {
    Ok(text.parse::<BoardSize>()?)
}

/// A placement as JSON: the column of each row, from 1.
#[derive(Serialize)]
struct Line {
    schema: &'static str,
    n: u32,
    columns: Vec<u32>,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let all = queens::list(&Problem::plain(args.n))?
        .filter(|placement| !args.fundamental || placement.is_canonical())
        .take(args.limit.unwrap_or(usize::MAX));
    let mut out = output::stdout();
    let n = args.n.get();
    match args.format {
        Format::Json => {
            // Written piece by piece: the list may be far larger than the memory.
            let fundamental = args.fundamental;
            writeln!(
                out,
                "{{\"schema\":\"queens.list/1\",\"n\":{n},\"fundamental\":{fundamental},"
            )?;
            write!(out, "\"placements\":[")?;
            for (i, placement) in all.enumerate() {
                write!(out, "{}", if i == 0 { "\n" } else { ",\n" })?;
                serde_json::to_writer(&mut out, &from_one(&placement))?;
            }
            writeln!(out, "\n]}}")?;
        }
        Format::Jsonl => {
            for placement in all {
                let columns = from_one(&placement);
                output::json_line(&mut out, &Line { schema: "queens.placement/1", n, columns })?;
            }
        }
        Format::Csv => {
            let names: Vec<String> = (1..=n).map(|row| format!("row_{row}")).collect();
            writeln!(out, "{}", names.join(","))?;
            for placement in all {
                writeln!(out, "{}", placement.to_string().replace(' ', ","))?;
            }
        }
        Format::Human | Format::Bfile => {
            for placement in all {
                writeln!(out, "{placement}")?;
            }
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn from_one(placement: &Placement) -> Vec<u32> {
    placement.columns().iter().map(|column| column + 1).collect()
}
