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

use std::process::{Command, Output, Stdio};
#[cfg(unix)]
use std::{
    process::{Child, ExitStatus},
    thread::sleep,
    time::{Duration, Instant},
};

use serde_json::Value;

/// The program, with nothing to read and pipes for what it writes.
fn queens(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queens"));
    command.args(arguments.split_whitespace()).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What was written to stdout.
fn printed(output: &Output) -> &str {
    str::from_utf8(&output.stdout).expect("text")
}

/// The JSON that a command prints.
fn json(command: &mut Command) -> Value {
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{command:?}: {output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// What was written to stderr.
fn talk(output: &Output) -> &str {
    str::from_utf8(&output.stderr).expect("text")
}

/// Waits for the end of a process; none if it goes on after this time.
#[cfg(unix)]
fn ended_within(limit: Duration, child: &mut Child) -> Option<ExitStatus> {
    let start = Instant::now();
    loop {
        let status = child.try_wait().expect("a child of ours");
        if status.is_some() || start.elapsed() > limit {
            return status;
        }
        sleep(Duration::from_millis(5));
    }
}

/// Sends a signal to a process.
#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let kill = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(kill.is_ok_and(|status| status.success()), "kill -s {name}");
}
