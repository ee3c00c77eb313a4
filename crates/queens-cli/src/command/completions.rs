//! `queens completions`: what a shell needs to complete our arguments.

use clap::Args as ClapArgs;
use clap_complete::{Shell, generate};

use crate::outcome::{Exit, Failure};
use crate::output;

/// Print the completions for a shell.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens completions bash > ~/.local/share/bash-completion/completions/queens
  queens completions zsh > ~/.zfunc/_queens
  queens completions fish > ~/.config/fish/completions/queens.fish")]
pub(crate) struct Args {
    /// Shell to print them for.
    shell: Shell,
}

/// `command` is the definition of all arguments.
pub(crate) fn run(args: &Args, mut command: clap::Command) -> Result<Exit, Failure> {
    // Into memory first: the generator panics where a pipe is closed.
    let mut text = Vec::new();
    generate(args.shell, &mut command, "queens", &mut text);
    output::print(text)
}
