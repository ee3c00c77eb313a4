//! `queens gallery`: the classic algorithms, step by step, side by side.

mod compare;
mod list;
mod quiz;
mod run;
mod step;
mod trace;

use clap::{Args as ClapArgs, Subcommand};

use crate::outcome::{Exit, Failure};

/// Run, watch and compare the classic algorithms.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens gallery list --articles
  queens gallery run mirror 10
  queens gallery trace bitwise 6
  queens gallery step bitwise 4 --ld 0001 --cols 1001 --rd 0101
  queens gallery compare --sizes 4..12 --budget 10s --csv times.csv")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    List(list::Args),
    Run(run::Args),
    Trace(trace::Args),
    Step(step::Args),
    Compare(compare::Args),
    Quiz(quiz::Args),
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.command {
        Command::List(args) => list::run(args),
        Command::Run(args) => run::run(args),
        Command::Trace(args) => trace::run(args),
        Command::Step(args) => step::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Quiz(args) => quiz::run(args),
    }
}

/// A text in lines of at most 100 characters, each after the first indented.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut used = indent;
    for word in text.split(' ') {
        if used > indent && used + 1 + word.len() > 100 {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            used = indent;
        } else if used > indent {
            lines.push(' ');
            used += 1;
        }
        lines.push_str(word);
        used += word.chars().count();
    }
    lines
}
