//! `queens` as a process: one program, for each is linked with all that it uses.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

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

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;
#[cfg(unix)]
use std::{
    path::Path,
    process::{Child, ExitStatus},
    time::{Duration, Instant},
};

#[cfg(unix)]
use queens_run::{Plan, Run};
use serde_json::Value;

/// The program, with nothing to read and pipes for what it writes.
fn queens(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queens"));
    command.args(arguments.split_whitespace()).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What a command prints that has nothing else to say.
fn stdout(arguments: &str) -> String {
    let output = queens(arguments).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Gives a command a text to read.
fn told(command: &mut Command, text: &[u8]) -> Output {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    thread::scope(|scope| {
        // A command that has seen enough closes the pipe.
        scope.spawn(move || drop(pipe.write_all(text)));
        child.wait_with_output().unwrap()
    })
}

/// The two lines of a refusal, which has its exit code and prints nothing.
fn refused(output: Output, what: &str) -> String {
    let talk = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{what}: {talk}");
    assert!(talk.lines().count() == 2 && talk.contains("\nhelp: "), "{what}: {talk}");
    talk
}

fn printed(output: &Output) -> &str {
    str::from_utf8(&output.stdout).expect("text")
}

/// The JSON that a command prints.
fn json(command: &mut Command) -> Value {
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{command:?}: {output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

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
        thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let kill = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(kill.is_ok_and(|status| status.success()), "kill -s {name}");
}

/// Plans a run. For large boards the command measures the cost, too, which takes it a minute.
#[cfg(unix)]
fn plan(n: u32, ranges: Option<u64>, dir: &Path) {
    Run::create(dir, Plan::new(n, ranges, 1).unwrap()).unwrap();
}

/// Sends a signal and waits for the end.
#[cfg(unix)]
fn stopped(child: Child, name: &str) -> Output {
    signal(&child, name);
    child.wait_with_output().unwrap()
}
