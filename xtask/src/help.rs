//! The commands of our program, as its own help lists them.

use std::path::Path;

use crate::failure::Failure;
use crate::program::Program;

/// All commands and what their `--help` prints, each followed by those below it.
pub fn helps(program: &Path) -> Result<Vec<(Vec<String>, String)>, Failure> {
    let mut found = Vec::new();
    let mut waiting = vec![Vec::new()];
    while let Some(path) = waiting.pop() {
        // Its width is that of the terminal, if any of its streams is one.
        let call = Program::at(program).env("COLUMNS", "100");
        let help = path.iter().fold(call, Program::arg).arg("--help").read_alone()?;
        let help = help.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        // The first of them is taken next.
        for below in subcommands(&help).into_iter().rev() {
            waiting.push(path.iter().cloned().chain([below]).collect());
        }
        found.push((path, help));
    }
    Ok(found)
}

/// The commands that a help page lists.
fn subcommands(help: &str) -> Vec<String> {
    // Under one heading or several, after the usage and before the options. Arguments stand in brackets.
    let listed = help.lines().skip_while(|line| !line.starts_with("Usage:")).skip(1);
    let listed = listed.take_while(|line| *line != "Options:");
    // Further lines of a description stand further to the right.
    let names = listed.filter_map(|line| line.strip_prefix("  ").filter(|l| !l.starts_with(' ')));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| !name.starts_with(['<', '[']) && *name != "help")
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_of_a_help_page_are_found() {
        let help = "Count.\n\nUsage: q\n\nOne:\n  plan    Plan it\n          and more\n\nTwo:\n  add\n  help\n\n\
                    Options:\n  -x\n";
        assert_eq!(subcommands(help), ["plan", "add"]);
        assert!(
            subcommands("Usage: q\n\nArguments:\n  <N>\n  [NAMES]...\n\nOptions:\n").is_empty()
        );
        assert!(subcommands("Usage: q\n").is_empty());
    }
}
