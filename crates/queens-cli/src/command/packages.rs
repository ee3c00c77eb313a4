//! `queens completions` and `queens man`: made from the definition of the arguments.

use clap_complete::{Shell, generate};
use clap_mangen::Man;

use crate::command::prelude::*;

/// Print the completions for a shell.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens completions bash > ~/.local/share/bash-completion/completions/queens
  queens completions zsh > ~/.zfunc/_queens
  queens completions fish > ~/.config/fish/completions/queens.fish")]
pub(crate) struct CompletionsArgs {
    /// Shell to print them for.
    shell: Shell,
}

/// `command` is the definition of all arguments.
pub(crate) fn completions(args: &CompletionsArgs, mut command: clap::Command) -> Result<Exit> {
    // Into memory first: the generator panics where a pipe is closed.
    let mut text = Vec::new();
    generate(args.shell, &mut command, "queens", &mut text);
    output::print(text)
}

/// Print the manual page, or that of a command, in roff.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens man | man -l -
  queens man gallery compare > queens-gallery-compare.1")]
pub(crate) struct ManArgs {
    /// Command to print the page of.
    command: Vec<String>,
}

pub(crate) fn man(args: &ManArgs, mut command: clap::Command) -> Result<Exit> {
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
