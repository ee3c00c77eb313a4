//! `queens gallery trace` in a pseudo-terminal: keys in, screen out, the terminal as it was.

#![cfg(unix)]

use std::process::Command;

use rexpect::process::{Signal, WaitStatus};
use rexpect::session::{PtySession, spawn_command};

/// Starts a trace in a terminal of 80 columns and 24 rows.
fn trace(arguments: &str) -> PtySession {
    let mut command = Command::new("sh");
    // A new pseudo-terminal has no size.
    command.arg("-c").arg(format!("stty cols 80 rows 24; exec \"$0\" gallery trace {arguments}"));
    command.arg(env!("CARGO_BIN_EXE_queens")).env("TERM", "xterm-256color");
    spawn_command(command, Some(30_000)).expect("a pseudo-terminal")
}

const ENTER_SCREEN: &str = "\x1b[?1049h";
const LEAVE_SCREEN: &str = "\x1b[?1049l";

fn exit_code(session: &PtySession) -> i32 {
    match session.process().wait().expect("the process ended") {
        WaitStatus::Exited(_, code) => code,
        other => panic!("{other:?}"),
    }
}

#[test]
fn keys_move_and_q_quits() {
    let mut session = trace("bitwise 6");
    session.exp_string(ENTER_SCREEN).unwrap();
    session.exp_string("bitwise, n = 6").unwrap();
    session.exp_string("start").unwrap();
    session.send("\x1b[F").unwrap(); // End
    session.flush().unwrap();
    session.exp_string("has ended").unwrap();
    session.send("q").unwrap();
    session.flush().unwrap();
    session.exp_string(LEAVE_SCREEN).unwrap();
    session.exp_eof().unwrap();
    assert_eq!(exit_code(&session), 0);
}

#[test]
fn control_c_quits_even_while_playing() {
    let mut session = trace("brute_force 8");
    session.exp_string("brute_force, n = 8").unwrap();
    session.send(" ").unwrap();
    session.flush().unwrap();
    session.exp_string("playing").unwrap();
    session.send_control('c').unwrap();
    session.exp_string(LEAVE_SCREEN).unwrap();
    session.exp_eof().unwrap();
    assert_eq!(exit_code(&session), 0);
}

#[test]
fn a_signal_restores_the_terminal() {
    let mut session = trace("brute_force 8");
    session.exp_string("start").unwrap();
    session.send("\x1b[F").unwrap(); // End: a search of hours
    session.flush().unwrap();
    session.exp_string("any key stops").unwrap();
    session.process_mut().signal(Signal::SIGTERM).unwrap();
    session.exp_string(LEAVE_SCREEN).unwrap();
    session.exp_eof().unwrap();
    assert_eq!(exit_code(&session), 143);
}

#[test]
fn text_needs_no_screen() {
    let mut session = trace("bitwise 4 --text");
    let output = session.exp_eof().unwrap();
    assert!(!output.contains(ENTER_SCREEN));
    assert!(output.starts_with("step 1: try d1"), "{output}");
    assert_eq!(exit_code(&session), 0);
}
