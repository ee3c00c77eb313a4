//! `queens gallery`: the classic algorithms, step by step, side by side.

mod compare;
mod list;
mod run;
mod step;
mod trace;

use crate::command::prelude::*;

/// Run, watch and compare the classic algorithms.
#[derive(Subcommand, Debug)]
#[command(after_help = "\
Examples:
  queens gallery list --articles
  queens gallery run mirror 10
  queens gallery trace bitwise 6
  queens gallery step bitwise 4 --ld 0001 --cols 1001 --rd 0101
  queens gallery compare --sizes 4..12 --budget 10s --csv times.csv")]
pub(crate) enum Command {
    List(list::Args),
    Run(run::Args),
    Trace(trace::Args),
    Step(step::Args),
    Compare(compare::Args),
    Quiz(list::QuizArgs),
}

pub(crate) fn run(command: &Command) -> Result<Exit> {
    match command {
        Command::List(args) => list::run(args),
        Command::Run(args) => run::run(args),
        Command::Trace(args) => trace::run(args),
        Command::Step(args) => step::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Quiz(args) => list::quiz(args),
    }
}
