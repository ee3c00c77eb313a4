//! The examples of every help text, run as they stand.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const QUEENS: &str = env!("CARGO_BIN_EXE_queens");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// An example that runs longer has read its arguments, and is ended. Of those that compute, the clock of the processor tells.
const PATIENCE: Duration = Duration::from_secs(1);
const COMPUTED: Duration = Duration::from_millis(400);

pub(super) struct Helped {
    pub(super) command: String,
    pub(super) help: String,
    pub(super) has_commands: bool,
}

/// The help of all commands below a command, and its own.
pub(super) fn commands(command: &str) -> Vec<Helped> {
    let help = crate::stdout(&format!("{command} --help"));
    let names = help
        .lines()
        .skip_while(|line| !line.starts_with("Usage:"))
        .take_while(|line| *line != "Options:")
        .filter_map(|line| {
            line.strip_prefix("  ").filter(|line| !line.starts_with([' ', '<', '[']))
        })
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help");
    let mut all: Vec<Helped> =
        names.flat_map(|name| commands(format!("{command} {name}").trim())).collect();
    let (command, has_commands) = (command.to_owned(), !all.is_empty());
    all.push(Helped { command, help, has_commands });
    all
}

/// The example as it is run here; none if it needs what a test must not do.
fn adapted(example: &str) -> Option<String> {
    // What follows after two spaces says what it does.
    let command = example.split("  ").next().unwrap();
    // It would listen on all addresses, or hand work to a cluster.
    if command.contains("0.0.0.0")
        || (command.contains("submit slurm") && !command.contains("--dry-run"))
    {
        return None;
    }
    Some(
        command
            .replace("/shared/", "")
            .replace("r20 --white-rows", &format!("{ROOT}/docs/records/q20.json --white-rows"))
            .replace("> solution.txt", "> /dev/null")
            .replace("| less", "| cat")
            .replace("| man -l -", "| cat")
            .replace("| jq 'select(.event == \"solution\").queens'", "| cat")
            .replace("serve --open", "serve --port 0"),
    )
}

/// The files that examples speak of.
fn prepare(folder: &Path, command: &str) {
    fs::create_dir(folder.join("bin")).unwrap();
    symlink(QUEENS, folder.join("bin/queens")).unwrap();
    for there in
        [".zfunc", ".local/share/bash-completion/completions", ".config/fish/completions", "runs"]
    {
        fs::create_dir_all(folder.join(there)).unwrap();
    }
    let puzzle = "....\n....\n....\n....\nregions AAAB\nregions ACBB\nregions CCDD\nregions CCDD\n";
    let board = if command.starts_with("puzzle") { puzzle } else { "....\n...Q\n....\n....\n" };
    fs::write(folder.join("board.txt"), board).unwrap();
    for name in ["puzzle.txt", "puzzles.txt"] {
        fs::write(folder.join(name), puzzle).unwrap();
    }
    fs::copy(format!("{ROOT}/docs/records/q12.json"), folder.join("certificate.json")).unwrap();
    if command.starts_with("run") && command != "run plan" || command == "serve" {
        for run in ["r20", "r22"] {
            crate::json(crate::queens("count 12 --format json --dir").arg(folder.join(run)));
        }
    }
}

#[test]
fn the_examples_of_every_help_text_run() {
    let mut seen = 0;
    for Helped { command, help, .. } in commands("") {
        let folder = tempfile::tempdir().unwrap();
        prepare(folder.path(), &command);
        let examples = help
            .lines()
            .skip_while(|line| *line != "Examples:")
            .skip(1)
            .map_while(|line| line.strip_prefix("  "))
            .filter(|line| !line.starts_with(' '));
        for example in examples.filter_map(adapted) {
            run(&example, folder.path());
            seen += 1;
        }
    }
    assert!(seen > 70, "only {seen} examples were found");
}

fn run(command: &str, folder: &Path) {
    let paths = format!("{}:{}", folder.join("bin").display(), std::env::var("PATH").unwrap());
    let errors = folder.join("errors");
    let mut child = Command::new("sh")
        // The program itself is the child, not a shell that waits for it.
        .args(["-c", &format!("exec {command}")])
        .current_dir(folder)
        .env("HOME", folder)
        .env("PATH", paths)
        // `auto` asks the scheduler of a job array for the number of the shard.
        .env("SLURM_ARRAY_TASK_ID", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(&errors).unwrap())
        .process_group(0)
        .spawn()
        .unwrap();
    let start = Instant::now();
    let goes_on = |child: &Child| start.elapsed() < PATIENCE && computed(child) < COMPUTED;
    let status = loop {
        let status = child.try_wait().unwrap();
        if status.is_some() || !goes_on(&child) {
            break status;
        }
        thread::sleep(Duration::from_millis(5));
    };
    if status.is_none() {
        let group = format!("-{}", child.id());
        Command::new("kill").args(["-KILL", "--", &group]).status().unwrap();
        child.wait().unwrap();
    }
    let talk = fs::read_to_string(errors).unwrap();
    assert!(
        status.is_none_or(|status| status.success()),
        "`{command}` ends with {status:?}: {talk}"
    );
}

/// The processor time of a process, where the system tells it in a file: Linux counts it in hundredths of a second.
fn computed(child: &Child) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    // After the name, which may hold spaces.
    let of_fields = |fields: &str| -> Option<u64> {
        let times = fields.split_whitespace().skip(11).take(2);
        times.map(|ticks| ticks.parse::<u64>().ok()).sum()
    };
    let ticks = stat.rsplit_once(')').and_then(|(_, fields)| of_fields(fields));
    Duration::from_millis(10 * ticks.unwrap_or(0))
}
