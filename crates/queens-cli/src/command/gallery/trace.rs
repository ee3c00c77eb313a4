//! `queens gallery trace`: an algorithm, step by step.

mod board;
mod draw;
mod screen;
mod text;
mod view;

use std::io::{self, IsTerminal};

use clap::Args as ClapArgs;
use queens_gallery::Member;

use crate::arguments;
use crate::outcome::{Exit, Failure};
use crate::output::{self, Format};

/// Watch an algorithm step by step, forwards and backwards.
///
/// On a terminal the steps are shown on the whole screen: the board, the bit strings under its
/// columns, the code and its current line. The keys are named at the bottom. Otherwise each step is
/// printed, as text or as a JSON object.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens gallery trace bitwise 6                        on the screen; q quits
  queens gallery trace mirror 7 --steps 20              the first 20 steps as text
  queens gallery trace backtrack_flags 8 | less         the steps as text, from the first on
  queens gallery trace bitwise 8 --format jsonl | jq 'select(.event == \"solution\").queens'")]
pub(crate) struct Args {
    /// Algorithm, as `queens gallery list` names it.
    name: Member,
    /// Size of the board.
    #[arg(value_parser = arguments::size)]
    n: u32,
    /// Print the steps as text even on a terminal.
    #[arg(long, conflicts_with = "format")]
    text: bool,
    /// Print only the first K steps, even on a terminal.
    #[arg(long, value_name = "K")]
    steps: Option<u64>,
    /// Form of the answer.
    #[arg(long, default_value = "human", value_name = "FORMAT",
          value_parser = Format::among(&[Format::Human, Format::Jsonl]))]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    args.name.about().accepts(args.n)?;
    let printed = args.text || args.steps.is_some() || args.format == Format::Jsonl;
    if !printed && has_screen() {
        return screen::run(args.name, args.n);
    }
    let steps = args.steps.unwrap_or(u64::MAX);
    let mut out = output::stdout();
    text::write(&mut out, args.name, args.n, steps, args.format)?;
    output::end(out)
}

/// Whether stdin and stdout are a terminal that can move its cursor.
fn has_screen() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdout().is_terminal() && io::stdin().is_terminal() && !dumb
}
