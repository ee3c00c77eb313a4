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

/// Sends a key, and waits for what it brings to the screen.
fn press(session: &mut PtySession, key: &str, brings: &str) {
    session.send(key).unwrap();
    session.flush().unwrap();
    session.exp_string(brings).unwrap();
}

const END: &str = "\x1b[F";

fn ends(mut session: PtySession, code: i32) -> String {
    let output = session.exp_eof().unwrap();
    let status = session.process().wait().expect("the process ended");
    assert!(matches!(status, WaitStatus::Exited(_, ended) if ended == code), "{status:?}");
    output
}

#[test]
fn keys_move_and_play_and_two_of_them_quit() {
    for (arguments, key, brings, quit) in
        [("bitwise 6", END, "has ended", "q"), ("brute_force 8", " ", "playing", "\x03")]
    {
        let mut session = trace(arguments);
        for shown in [ENTER_SCREEN, &arguments.replace(' ', ", n = "), "start"] {
            session.exp_string(shown).unwrap();
        }
        press(&mut session, key, brings);
        press(&mut session, quit, LEAVE_SCREEN);
        ends(session, 0);
    }
}

#[test]
fn a_signal_restores_the_terminal() {
    let mut session = trace("brute_force 8");
    session.exp_string("start").unwrap();
    // A search of hours.
    press(&mut session, END, "any key stops");
    session.process_mut().signal(Signal::SIGTERM).unwrap();
    session.exp_string(LEAVE_SCREEN).unwrap();
    ends(session, 143);
}

#[test]
fn text_needs_no_screen() {
    let output = ends(trace("bitwise 4 --text"), 0);
    assert!(!output.contains(ENTER_SCREEN));
    assert!(output.starts_with("step 1: try d1"), "{output}");
}
