//! The arguments: the one definition that help, completions and the man page derive from.

use std::error::Error as _;
use std::fmt::Write as _;
use std::num::ParseIntError;

use clap::error::ContextKind;
use clap::error::{Error as ClapError, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::command;
use crate::outcome::{Exit, Failure, Result};
use crate::output::Form;
use crate::progress::When;
use crate::talk;

/// Count, list, draw and study placements of non-attacking queens.
#[derive(Parser, Debug)]
#[command(
    name = "queens",
    version,
    long_about = "Count, list, draw and study placements of n queens on an n by n board, no two of \
                  which attack each other.",
    after_help = EXAMPLES,
    max_term_width = 100,
    subcommand_required = true
)]
pub(crate) struct Cli {
    /// When to use color: auto, always or never.
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        hide_possible_values = true
    )]
    color: When,
    /// Print only the answer: no progress, no notes.
    #[arg(short, long, global = true)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  queens count 16                    how many solutions: 14772512
  queens count 1..14 --format bfile  the first terms of OEIS A000170
  queens list 8 --fundamental        the 12 boards that are different up to symmetry
  queens complete 8 --fix a1,b5      a board with two queens on it, completed
  queens find 1000000 --seed 7       one solution, at random
  queens estimate 28                 about how many: the exact number is unknown
  queens draw 8 --svg board.svg      a picture
  queens export dimacs 8 > 8.cnf     a formula for other solvers, with the right number
  queens puzzle new 8 --seed 1       a puzzle with regions, to solve by reasoning
  queens gallery trace bitwise 6     watch an algorithm think
  queens count 20 --dir r20          a count that you may interrupt and continue
  queens serve --open                the page: learn, explore, solve, measure, watch

Exit codes: 0 done or yes, 1 the answer is no, 2 misuse or error, 3 results that should agree
do not, 130 and 143 after a signal.";

#[derive(Subcommand, Debug)]
enum Command {
    Count(command::count::Args),
    List(command::list::Args),
    Complete(command::complete::Args),
    Find(command::find::Args),
    Estimate(command::estimate::Args),
    Draw(command::draw::Args),
    Export(command::export::Args),
    #[command(subcommand)]
    Puzzle(command::puzzle::Command),
    #[command(subcommand)]
    Gallery(command::gallery::Command),
    /// Show the version, the machine, and the kernels that it can use.
    Info(Form),
    #[command(subcommand)]
    Run(command::run::Command),
    Serve(command::serve::Args),
    Bench(command::bench::Args),
    /// Check this binary on this machine: each algorithm against the next simpler one.
    #[command(after_help = "\
The chain begins at the definition (no two queens on a line, checked pair by pair) and ends at the
published values. Exit code 0 if all checks hold, 1 if one does not.")]
    SelfTest,
    Completions(command::packages::CompletionsArgs),
    Man(command::packages::ManArgs),
}

/// The commands by what people come for, in the order of the help.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Count and list", &["count", "list", "estimate"]),
    ("Solve", &["find", "complete", "puzzle", "draw", "export"]),
    ("Learn", &["gallery", "serve"]),
    ("Long runs", &["run"]),
    ("This program", &["info", "bench", "self-test", "completions", "man", "help"]),
];

/// The whole command line, its commands listed by group.
pub(crate) fn command() -> clap::Command {
    let mut command = Cli::command();
    command.build();
    let header = *command.get_styles().get_header();
    let literal = *command.get_styles().get_literal();
    let mut list = String::new();
    for (group, names) in GROUPS {
        let _ = writeln!(list, "{header}{group}:{header:#}");
        for name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.cloned().unwrap_or_default();
            let _ = writeln!(list, "  {literal}{name:<12}{literal:#} {about}");
        }
        list.push('\n');
    }
    with_signs(Cli::command()).help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}{header}Options:{header:#}\n\
         {{options}}{{after-help}}"
    ))
}

/// Takes -1 for a value, which the value's own parser refuses, and not for an unknown option.
fn with_signs(command: clap::Command) -> clap::Command {
    let signed = |arg: clap::Arg| {
        let takes_values = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_values)
    };
    command.mut_args(signed).mut_subcommands(with_signs)
}

pub(crate) fn run() -> Result<Exit> {
    let parsed = command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    if cli.quiet {
        talk::be_quiet();
    }
    match cli.color {
        When::Auto => {}
        When::Always => anstream::ColorChoice::Always.write_global(),
        When::Never => anstream::ColorChoice::Never.write_global(),
    }
    match cli.command {
        Command::Count(args) => command::count::run(&args),
        Command::List(args) => command::list::run(&args),
        Command::Complete(args) => command::complete::run(&args),
        Command::Find(args) => command::find::run(&args),
        Command::Estimate(args) => command::estimate::run(&args),
        Command::Draw(args) => command::draw::run(&args),
        Command::Export(args) => command::export::run(&args),
        Command::Puzzle(args) => command::puzzle::run(&args),
        Command::Gallery(args) => command::gallery::run(&args),
        Command::Info(form) => command::info::run(&form),
        Command::Run(args) => command::run::run(&args),
        Command::Serve(args) => command::serve::run(&args),
        Command::Bench(args) => command::bench::run(&args),
        Command::SelfTest => command::self_test::run(),
        Command::Completions(args) => command::packages::completions(&args, command()),
        Command::Man(args) => command::packages::man(&args, command()),
    }
}

/// Help and version are answers; everything else is a failure, brought to our two lines.
fn refuse(error: &ClapError) -> Result<Exit> {
    let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if is_help || !error.use_stderr() {
        error.print()?;
        return Ok(if is_help { Exit::Error } else { Exit::Done });
    }
    if let Some(bad) = error.source().and_then(|source| source.downcast_ref::<queens::Error>()) {
        return Err(bad.clone().into());
    }
    if let (Some(arg), Some(value)) =
        (error.get(ContextKind::InvalidArg), error.get(ContextKind::InvalidValue))
        && let Ok(number) = value.to_string().parse::<f64>()
        && (number < 0.0
            || error.source().is_some_and(<dyn std::error::Error>::is::<ParseIntError>))
    {
        let (what, advice) = match number {
            0.0 => ("too small", "a larger number"),
            _ if number > 0.0 && number.fract() == 0.0 => ("too large", "a smaller number"),
            _ => ("not a whole number", "a whole number without a sign, such as 5"),
        };
        let option = arg.to_string();
        let option = option.split(' ').next().unwrap_or_default();
        let what = format!("`{value}` is {what} for {option}");
        return Err(Failure::new(what, format!("give {advice}")));
    }
    // clap says what failed in its first paragraph, and tips and the usage in those that follow.
    let text = error.to_string();
    let mut paragraphs = text
        .split("\n\n")
        .map(|paragraph| paragraph.lines().map(str::trim).collect::<Vec<_>>().join(" "));
    let what = paragraphs.next().unwrap_or_default();
    let what = what.strip_prefix("error: ").unwrap_or(&what).to_owned();
    let advice = match error.get(ContextKind::InvalidArg).map(ToString::to_string).as_deref() {
        Some("--json") => Some("write --format json".to_owned()),
        Some("--csv") => Some("write --format csv".to_owned()),
        // clap suggests `-- VALUE`. That is misleading: no command takes a value with a dash.
        _ => paragraphs
            .find_map(|line| line.strip_prefix("tip: ").map(str::to_owned))
            .filter(|tip| !tip.contains("'-- ")),
    };
    let advice = advice.unwrap_or_else(|| {
        let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
        let words = usage.split_whitespace().skip_while(|word| *word != "queens");
        let command: Vec<&str> =
            words.take_while(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).collect();
        match command.as_slice() {
            [] => "`queens --help` and `queens COMMAND --help` show the usage".to_owned(),
            command => format!("`{} --help` shows the usage", command.join(" ")),
        }
    });
    Err(Failure::new(what, advice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group_of_the_help() {
        let mut built = Cli::command();
        built.build();
        let mut commands: Vec<_> = built.get_subcommands().map(clap::Command::get_name).collect();
        let mut grouped = GROUPS.map(|(_, names)| names).concat();
        commands.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, commands);
    }
}
