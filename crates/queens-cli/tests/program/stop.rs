//! Every verb answers the first signal within a second, at its largest and hardest inputs.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs::File;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::help;

/// The largest and hardest inputs, on a line each for every command that the help lists. What a command
/// needs is made in [`every_command_ends_within_a_second_of_a_signal`]. Some end before the signal.
const INPUTS: &[&str] = &[
    "count 32",
    "count 32 --dry-run",
    "count 31 --method search --backend scalar",
    "count 32 --half-turn",
    "count 20 --classes",
    "count 24 --dir run",
    "list 64",
    "list 64 --fundamental --format json",
    "estimate 128 --seconds 1000",
    "find 2147483647",
    "find 2147483647 --seed 1",
    "find 64 --first",
    "complete 128 --count",
    "complete 128 --list --format json",
    "complete 128 --partial",
    "complete 28 --torus",
    "puzzle solve puzzle.txt",
    "puzzle hint puzzle.txt",
    "puzzle explain puzzle.txt",
    "puzzle check puzzle.txt",
    "puzzle rate puzzle.txt",
    "puzzle new 32 --level expert --count 100",
    "puzzle convert puzzle.txt --format json",
    "puzzle draw puzzle.txt --width 8192 --png picture.png",
    "draw 256 --width 8192 --png picture.png",
    "gallery list",
    "gallery run bitwise 19 --print",
    "gallery trace bitwise 19 --text",
    "gallery step bitwise 30",
    "gallery compare --sizes 4..19 --budget 1h",
    "gallery quiz --answers",
    "info",
    "run plan 32 --dir plan",
    "run work run all -j 2",
    "run status run --watch",
    "run merge run",
    "run verify run",
    "run submit slurm run --dry-run",
    "serve --port 0",
    "bench --sizes 20",
    "self-test",
    "completions bash",
    "man count",
];

/// A second, and what a machine may need for it that is busy with other tests.
const LIMIT: Duration = Duration::from_secs(4);

/// The commands below `path` that have no commands themselves.
fn commands(path: &[&str]) -> Vec<String> {
    let (names, _) = help::read(path);
    if names.is_empty() {
        return vec![path.join(" ")];
    }
    names.iter().flat_map(|name| commands(&[path, &[name]].concat())).collect()
}

#[test]
fn every_command_ends_within_a_second_of_a_signal() {
    let commands = commands(&[]);
    assert!(commands.len() > 20, "{commands:?}");
    for command in &commands {
        let has_input = INPUTS.iter().any(|input| input.starts_with(command));
        assert!(has_input, "add the hardest input of `queens {command}`");
    }
    for (i, input) in INPUTS.iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("puzzle.txt"), "4x1.AAABACBBCCDDCCDD\n").unwrap();
        if input.starts_with("run ") {
            let plan =
                crate::queens("run plan 20 --dir run").current_dir(&folder).output().unwrap();
            assert!(plan.status.success(), "{plan:?}");
        }
        let (name, number) = if i % 2 == 0 { ("INT", 2) } else { ("TERM", 15) };
        let mut child = crate::queens(input)
            .current_dir(&folder)
            .stdout(Stdio::null())
            .stderr(File::create(folder.path().join("talk")).unwrap())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(500));
        if child.try_wait().unwrap().is_some() {
            continue;
        }
        crate::signal(&child, name);
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > LIMIT {
                child.kill().unwrap();
                child.wait().unwrap();
                panic!("`queens {input}` goes on after SIG{name}");
            }
            sleep(Duration::from_millis(5));
        };
        // By the signal itself, where nothing has to be said or kept.
        let code = status.signal().map_or(status.code(), |signal| Some(128 + signal));
        let talk = std::fs::read_to_string(folder.path().join("talk")).unwrap();
        assert!([Some(0), Some(128 + number)].contains(&code), "{input}: {status}: {talk}");
    }
}

#[test]
fn what_nobody_reads_does_not_hold_the_process() {
    for command in ["list 16", "complete 16 --list", "find 100000000"] {
        // Its pipe is full soon.
        let mut child = crate::queens(command).spawn().unwrap();
        child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        sleep(Duration::from_millis(300));
        crate::signal(&child, "INT");
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < LIMIT, "{command}");
            sleep(Duration::from_millis(5));
        }
        assert_eq!(child.wait().unwrap().code(), Some(130), "{command}");
    }
}

#[test]
fn an_interrupted_list_says_that_it_is_not_whole() {
    for command in [
        "list 17 --format json",
        "complete 17 --list --format json",
        "find 100000000 --format json",
    ] {
        let mut child = crate::queens(command).spawn().unwrap();
        let mut pipe = child.stdout.take().unwrap();
        let mut text = vec![0];
        pipe.read_exact(&mut text).unwrap();
        crate::signal(&child, "INT");
        pipe.read_to_end(&mut text).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{command}");
        assert!(output.stderr.starts_with(b"stopped: "), "{command}");
        let list: serde_json::Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(list["whole"], false, "{command}");
    }
    for (command, whole) in [
        ("list 6 --format json", true),
        ("list 6 --limit 2 --format json", false),
        ("complete 6 --list --format json", true),
        ("complete 6 --list --limit 2 --format json", false),
        ("find 6 --format json", true),
        ("find 3 --format json", true),
    ] {
        let output = crate::queens(command).output().unwrap();
        let list: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(list["whole"], whole, "{command}");
    }
}

#[test]
fn a_quiet_command_is_stopped_without_a_word() {
    for command in
        ["list 16", "count 20", "count 32 --half-turn", "estimate 60", "complete 64 --count"]
    {
        let mut child = crate::queens(command).arg("-q").stdout(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(300));
        crate::signal(&child, "INT");
        let mut talk = String::new();
        child.stderr.take().unwrap().read_to_string(&mut talk).unwrap();
        let code = child.wait().unwrap().code();
        let stopped = matches!(code, Some(130)) && talk.is_empty();
        assert!(stopped, "{command}: {code:?}: {talk}");
    }
}
