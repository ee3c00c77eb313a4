//! `queens list`: every solution, streamed.

use clap::Args as ClapArgs;
use queens::Problem;

use crate::arguments;
use crate::outcome::{Exit, Outcome};
use crate::output::{self, Format};
use crate::placements;

/// List the solutions in lexicographic order.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens list 6
  queens list 12 --limit 5
  queens list 8 --fundamental
  queens list 8 --fundamental --draw")]
pub(crate) struct Args {
    /// Size of the board.
    #[arg(value_parser = arguments::size)]
    n: u32,
    /// List one solution for each orbit: the first of its eight images.
    #[arg(long)]
    fundamental: bool,
    /// Stop after K solutions.
    #[arg(long, value_name = "K")]
    limit: Option<usize>,
    /// Draw each solution instead of printing its columns.
    #[arg(long, conflicts_with = "format")]
    draw: bool,
    /// Form of the answer.
    #[arg(long, default_value = "human", value_name = "FORMAT",
          value_parser = Format::among(&[Format::Human, Format::Json, Format::Jsonl, Format::Csv]))]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let all = queens::list(&Problem::new(args.n))?
        .filter(|placement: &queens::Placement| !args.fundamental || placement.is_canonical())
        .take(args.limit.unwrap_or(usize::MAX));
    let (n, fundamental) = (args.n, args.fundamental);
    let head = format!("{{\"schema\":\"queens.list/1\",\"n\":{n},\"fundamental\":{fundamental}");
    placements::write_all(&mut output::stdout(), args.format, args.draw, n, &head, all)?;
    Ok(Exit::Done)
}
