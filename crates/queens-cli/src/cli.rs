//! The arguments: the one definition that help, completions and the man page derive from.

use std::error::Error as _;

use clap::error::{Error as ClapError, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};

use crate::command;
use crate::outcome::{BadValue, Exit, Failure, Outcome};

/// Count, list, draw and study placements of non-attacking queens.
#[derive(Parser, Debug)]
#[command(
    name = "queens",
    version,
    long_about = "Count, list, draw and study placements of n queens on an n by n board, no two of \
                  which attack each other.",
    after_help = EXAMPLES,
    max_term_width = 100,
    subcommand_required = true,
    disable_help_subcommand = true
)]
pub(crate) struct Cli {
    /// When to use colour.
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        hide_possible_values = true,
        help = "When to use colour: auto, always or never"
    )]
    color: Color,
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  queens count 16                    how many solutions: 14772512
  queens count 1..14 --format bfile  the first terms of OEIS A000170
  queens list 8 --fundamental        the 12 boards that are different up to symmetry
  queens complete -n 8 --fix a1,c2   a board that is begun
  queens find 1000000 --seed 7       one solution, at random
  queens estimate 28                 about how many, where nobody has counted
  queens draw 8 --svg board.svg      a picture
  queens puzzle new 8 --seed 1       a puzzle with regions, to solve by reasoning
  queens gallery trace bitwise 6     watch an algorithm think
  queens count 20 --dir r20          a count that may be interrupted and goes on
  queens serve --open                the page: see it think, play with it, watch a run

Exit codes: 0 done or yes, 1 the answer is no, 2 misuse or error, 3 results that should agree
do not, 130 and 143 after a signal.";

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, clap::ValueEnum)]
enum Color {
    /// On a terminal only.
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Subcommand, Debug)]
enum Command {
    Count(command::count::Args),
    List(command::list::Args),
    Complete(command::complete::Args),
    Find(command::find::Args),
    Estimate(command::estimate::Args),
    Draw(command::draw::Args),
    Puzzle(command::puzzle::Args),
    Gallery(command::gallery::Args),
    Info(command::info::Args),
    Run(command::run::Args),
    Serve(command::serve::Args),
    Bench(command::bench::Args),
    SelfTest(command::self_test::Args),
    Completions(command::completions::Args),
    Man(command::man::Args),
}

/// Reads the arguments and runs the command.
pub(crate) fn run() -> Outcome {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    match cli.color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
    match cli.command {
        Command::Count(args) => command::count::run(&args),
        Command::List(args) => command::list::run(&args),
        Command::Complete(args) => command::complete::run(&args),
        Command::Find(args) => command::find::run(&args),
        Command::Estimate(args) => command::estimate::run(&args),
        Command::Draw(args) => command::draw::run(&args),
        Command::Puzzle(args) => command::puzzle::run(&args),
        Command::Gallery(args) => command::gallery::run(&args),
        Command::Info(args) => command::info::run(&args),
        Command::Run(args) => command::run::run(&args),
        Command::Serve(args) => command::serve::run(&args),
        Command::Bench(args) => command::bench::run(&args),
        Command::SelfTest(args) => command::self_test::run(&args),
        Command::Completions(args) => command::completions::run(&args, Cli::command()),
        Command::Man(args) => command::man::run(&args, Cli::command()),
    }
}

/// Help and version are answers; everything else is a failure, brought to our two lines.
fn refuse(error: &ClapError) -> Outcome {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            error.print()?;
            return Ok(Exit::Done);
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            error.print()?;
            return Ok(Exit::Error);
        }
        _ => {}
    }
    if let Some(bad) = error.source().and_then(|source| source.downcast_ref::<BadValue>()) {
        return Err(Failure::new(&bad.what, bad.advice.clone()));
    }
    // clap says what failed in its first paragraph, and tips and the usage in those that follow.
    let text = error.to_string();
    let mut paragraphs = text
        .split("\n\n")
        .map(|paragraph| paragraph.lines().map(str::trim).collect::<Vec<_>>().join(" "));
    let what = paragraphs.next().unwrap_or_default();
    let what = what.strip_prefix("error: ").unwrap_or(&what).to_owned();
    let advice = paragraphs
        .find_map(|line| line.strip_prefix("tip: ").map(str::to_owned))
        .unwrap_or_else(|| "`queens --help` and `queens COMMAND --help` tell the usage".to_owned());
    Err(Failure::new(what, advice))
}
