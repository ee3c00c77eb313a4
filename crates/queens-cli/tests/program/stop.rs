//! Every verb answers the first signal within a second, at its largest and hardest inputs.

#![cfg(unix)]

use std::fs::File;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::{self, sleep};
use std::time::Duration;

use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::help;

/// The largest and hardest inputs, on a line each for every command that the help lists, with every option that
/// decides what is done. What a command needs is made in [`every_command_ends_within_a_second_of_a_signal`]. Some end
/// before the signal.
const INPUTS: &str = include_str!("hardest.txt");

/// Options that do not decide what is done: how it is shown, with how much of the machine, which of many.
const OTHERS: &str = "\
    --allow-host --attempts --bind --color --coordinates --draw --format \
    --help --jobs --kernel --kernels --letters --limit --max-n --memory --open --progress --quiet --rounds --seed \
    --signature --style --threads --time --token --until --version";

/// A second, and what a machine may need for it that is busy with other tests.
const LIMIT: Duration = Duration::from_secs(4);

#[test]
fn every_command_ends_within_a_second_of_a_signal() {
    let mut commands = help::commands("");
    commands.retain(|help| !help.has_commands);
    assert!(commands.len() > 20, "{} commands", commands.len());
    for help::Helped { command, help, .. } in &commands {
        let inputs: Vec<_> = INPUTS.lines().filter(|input| input.starts_with(command)).collect();
        assert!(!inputs.is_empty(), "add the hardest input of `queens {command}`");
        let lines = help.lines().filter(|line| line.trim_start().starts_with('-'));
        let words = lines.filter_map(|line| line.split([' ', ',']).find(|w| w.starts_with("--")));
        for option in words {
            let has = |words: &str| words.split(' ').any(|word| word == option);
            // A service has no hardest input.
            assert!(
                has(OTHERS) || inputs.iter().any(|input| has(input)) || command == "serve",
                "add the hardest input of `queens {command} {option}`"
            );
        }
    }
    // What a shell starts in the background ignores SIGINT, and so do its children; what is handled here, they
    // leave to the system.
    flag::register_conditional_default(SIGINT, Arc::new(AtomicBool::new(true))).unwrap();
    let planned = tempfile::tempdir().unwrap();
    crate::plan(28, None, &planned.path().join("run"));
    // Each is left alone for a fifth of a second before its signal.
    let at_a_time = 4;
    thread::scope(|scope| {
        for first in 0..at_a_time {
            let inputs = INPUTS.lines().enumerate().skip(first).step_by(at_a_time);
            let planned = planned.path();
            scope.spawn(move || inputs.for_each(|(i, input)| ends_at_a_signal(i, input, planned)));
        }
    });
}

/// With SIGINT and SIGTERM in turn. A run was planned in one of the folders.
fn ends_at_a_signal(i: usize, input: &str, planned: &Path) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("puzzle.txt"), "4x1.AAABACBBCCDDCCDD\n").unwrap();
    // Nobody writes to it or reads from it.
    let fifo = Command::new("mkfifo").arg(folder.path().join("fifo")).status().unwrap();
    assert!(fifo.success());
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/records/q22.json");
    std::fs::copy(record, folder.path().join("counted.json")).unwrap();
    if input.starts_with("run ") || input.ends_with("--dir run") {
        std::fs::create_dir_all(folder.path().join("run/parts")).unwrap();
        let plan = [planned, folder.path()].map(|folder| folder.join("run/plan.json"));
        std::fs::copy(&plan[0], &plan[1]).unwrap();
    }
    let (name, number) = if i.is_multiple_of(2) { ("INT", 2) } else { ("TERM", 15) };
    let mut child = crate::queens(input)
        .current_dir(&folder)
        .stdout(Stdio::null())
        .stderr(File::create(folder.path().join("talk")).unwrap())
        .spawn()
        .unwrap();
    sleep(Duration::from_millis(200));
    let talk = || std::fs::read_to_string(folder.path().join("talk")).unwrap();
    if child.try_wait().unwrap().is_some() {
        assert!(!talk().contains("the usage"), "{input}: {}", talk());
        return;
    }
    crate::signal(&child, name);
    let Some(status) = crate::ended_within(LIMIT, &mut child) else {
        child.kill().unwrap();
        child.wait().unwrap();
        panic!("`queens {input}` goes on after SIG{name}");
    };
    // By the signal itself, where nothing has to be said or kept.
    let code = status.signal().map_or(status.code(), |signal| Some(128 + signal));
    // Or with an error of its own, at the same time.
    let by_itself = talk().starts_with("error: ") && !talk().contains("the usage");
    let ended = [Some(0), Some(128 + number)].contains(&code) || by_itself;
    assert!(ended, "{input}: {status}: {}", talk());
}

#[test]
fn an_interrupted_list_says_that_it_is_not_whole() {
    for (command, said) in [
        ("list 17 --format json", "the list is not whole"),
        ("complete 17 --list --format json", "the 17 x 17 board is not finished"),
        ("find 2000000000 --format json", "the solution was not written to its end"),
    ] {
        let mut child = crate::queens(command).spawn().unwrap();
        let mut pipe = child.stdout.take().unwrap();
        let mut text = vec![0];
        pipe.read_exact(&mut text).unwrap();
        crate::signal(&child, "INT");
        pipe.read_to_end(&mut text).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{command}");
        assert_eq!(crate::talk(&output), format!("stopped: {said}\n"), "{command}");
        let list: serde_json::Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(list["whole"], false, "{command}");
        assert!(text.len() < 1_000_000_000, "{command}: {} bytes", text.len());
    }
}

/// Also where nobody reads what it writes: its pipe is full soon.
#[test]
fn a_quiet_command_is_stopped_without_a_word() {
    for command in [
        "list 16",
        "complete 16 --list",
        "find 100000000",
        "count 20",
        "count 32 --half-turn",
        "estimate 60",
        "complete 64 --count",
    ] {
        let mut child = crate::queens(command).arg("-q").spawn().unwrap();
        // On a machine that is busy with other tests this takes a while.
        #[cfg(target_os = "linux")]
        queens_testkit::eventually(&format!("{command} hears SIGINT"), || hears_interrupts(&child));
        sleep(Duration::from_millis(200));
        crate::signal(&child, "INT");
        assert!(crate::ended_within(LIMIT, &mut child).is_some(), "{command}");
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), crate::talk(&output)), (Some(130), ""), "{command}");
    }
}

/// Whether a process has a handler for SIGINT.
#[cfg(target_os = "linux")]
fn hears_interrupts(child: &std::process::Child) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(caught.trim(), 16).unwrap() & 1 << (2 - 1) != 0
}
