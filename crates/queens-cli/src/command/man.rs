//! `queens man`: the manual, made from the definition of the arguments.

use clap::Args as ClapArgs;
use clap_mangen::Man;

use crate::outcome::{Exit, Failure};
use crate::output;

/// Print the manual page, or that of a command, in roff.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens man | man -l -
  queens man gallery compare > queens-gallery-compare.1")]
pub(crate) struct Args {
    /// Command to print the page of.
    command: Vec<String>,
}

/// `command` is the definition of all arguments.
pub(crate) fn run(args: &Args, mut command: clap::Command) -> Result<Exit, Failure> {
    command.build();
    let mut name = "queens".to_owned();
    for word in &args.command {
        let Some(found) = command.find_subcommand(word) else {
            let what = format!("`{name}` has no command `{word}`");
            return Err(Failure::new(what, format!("`{name} --help` lists its commands")));
        };
        command = found.clone();
        name = format!("{name} {word}");
    }
    let mut text = Vec::new();
    let source = format!("queens {}", env!("CARGO_PKG_VERSION"));
    Man::new(command).source(source).render(&mut text)?;
    output::print(text)
}
