//! `queens gallery`: the classic algorithms, step by step, side by side.

mod compare;
mod list;
mod run;
mod trace;

use clap::{Args as ClapArgs, Subcommand};
use queens_gallery::Member;

use crate::outcome::{BadValue, Outcome};

/// Run, watch and compare the classic algorithms.
#[derive(ClapArgs, Debug)]
#[command(
    disable_help_subcommand = true,
    after_help = "\
Examples:
  queens gallery list
  queens gallery run mirror 10
  queens gallery trace bitwise 6
  queens gallery compare --sizes 4..12 --budget 10s --svg times.svg"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    List(list::Args),
    Run(run::Args),
    Trace(trace::Args),
    Compare(compare::Args),
}

pub(crate) fn run(args: &Args) -> Outcome {
    match &args.command {
        Command::List(args) => list::run(args),
        Command::Run(args) => run::run(args),
        Command::Trace(args) => trace::run(args),
        Command::Compare(args) => compare::run(args),
    }
}

/// Parses the name of an algorithm for clap.
pub(crate) fn member(name: &str) -> Result<Member, BadValue> {
    Ok(name.parse::<Member>()?)
}
