//! `queens` as a process: one program, for each is linked with all that it uses.

mod articles;
mod booklet;
mod files;
mod help;
mod process;
mod puzzles;
mod run;
mod schemas;
mod serve;
mod stop;
mod trace_screen;
mod transcripts;

use std::process::{Command, Stdio};

/// The program, with nothing to read and pipes for what it writes.
fn queens(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queens"));
    command.args(arguments.split_whitespace()).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Sends a signal to a process.
#[cfg(unix)]
fn signal(child: &std::process::Child, name: &str) {
    let kill = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(kill.is_ok_and(|status| status.success()), "kill -s {name}");
}
