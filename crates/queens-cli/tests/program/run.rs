//! Runs as processes: signals, a full disk, a directory without write permission.

#![cfg(unix)]

use std::fs;
use std::ops::Range;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use queens::known;
use queens_run::{Line, RangeLine, Run, write_line};
use queens_testkit::eventually;
use tempfile::TempDir;

use crate::{json, printed, queens, stopped, talk};

const QUEENS: &str = env!("CARGO_BIN_EXE_queens");

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A command with this directory as the current one.
    fn queens(&self, arguments: &str) -> Command {
        let mut command = queens(arguments);
        command.current_dir(self.0.path());
        command
    }

    fn run(&self, arguments: &str) -> String {
        let output = self.queens(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments}: {output:?}");
        printed(&output).to_owned()
    }

    /// With a limit on the size of files, in blocks of 512 bytes, or 1024 in some shells.
    fn limited(&self, blocks: u32, arguments: &str) -> Output {
        let line = format!("ulimit -f {blocks}; exec {QUEENS} {arguments}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &line]).current_dir(self.0.path()).stdin(Stdio::null()).output().unwrap()
    }

    /// The lines of ranges in the parts of the run r.
    fn written(&self) -> usize {
        let parts = fs::read_dir(self.at("r/parts")).into_iter().flatten();
        let texts = parts.map(|part| fs::read_to_string(part.unwrap().path()).unwrap());
        texts.map(|text| text.matches("{\"line\":\"range\"").count()).sum()
    }
}

/// A command ends with this exit code, and what it says begins with this.
fn ends<'a>(output: &'a Output, code: i32, said: &str) -> &'a str {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    assert!(talk(output).starts_with(said), "{output:?}");
    talk(output)
}

/// On one thread, so that there is time for some stops before the last of 64 ranges is counted.
#[test]
fn a_count_that_is_killed_or_stopped_continues_where_it_was() {
    let folder = Folder::new();
    let count = "count 17 --dir r --kernel portable -j 1";
    for (signal, code) in [("TERM", Some(143)), ("KILL", None), ("KILL", None)] {
        let before = folder.written();
        let child = folder.queens(count).spawn().unwrap();
        eventually("ranges are counted", || folder.written() >= before + 7);
        let output = stopped(child, signal);
        assert_eq!(output.status.code(), code, "{output:?}");
        if code.is_some() {
            let talk = ends(&output, 143, "stopped: n = 17 was at about ");
            assert!(talk.ends_with(" % of the estimated work, all of it kept in r\n"), "{talk}");
        }
    }
    let total = known::TOTAL.at(17).unwrap();
    assert_eq!(folder.run(&format!("{count} -q")), format!("{total}\n"));
    let verified = folder.run("run verify r --sample 5");
    assert!(verified.contains("ok      the parts give this certificate"), "{verified}");
}

#[test]
fn work_ends_in_time() {
    let folder = Folder::new();
    crate::plan(26, Some(1), &folder.at("r"));
    let mut child = folder.queens("run work r 0 --until 1s").spawn().unwrap();
    eventually("the work ends", || child.try_wait().unwrap().is_some());
    ends(&child.wait_with_output().unwrap(), 1, "shard 0: out of time; 0 ranges counted");
}

/// A limit on the size of files stands for a disk that is full: the write comes to nothing half-way.
#[test]
fn a_full_disk_is_an_error_and_loses_nothing() {
    let folder = Folder::new();
    folder.run("run plan 13 --dir r --ranges 60");
    // For some of the lines.
    let output = folder.limited(4, "run work r all");
    let talk = ends(&output, 2, "error: r/parts/all.1 could not be written: File too large");
    assert!(talk.contains("\nhelp: make room and start the command again"), "{talk}");
    let kept = folder.written();
    assert!((1..50).contains(&kept), "{kept}");
    folder.run("run work r all");
    assert_eq!(folder.run("run merge r").lines().next(), Some("Q(13) = 73712"));
    // The line that did not fit is torn.
    let report = fs::read_to_string(folder.at("r/report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["damaged"], 1);
    assert_eq!(report["duplicates"], 0);
}

#[test]
fn a_plan_that_did_not_fit_can_be_made_again() {
    let folder = Folder::new();
    let output = folder.limited(0, "run plan 8 --dir r");
    ends(&output, 2, "error: r/plan.json could not be written: ");
    folder.run("run plan 8 --dir r");
}

/// As a user who may read the run but not write to it.
fn as_a_guest(folder: &Folder, arguments: &str) -> Output {
    let mut command = folder.queens(arguments);
    // Root may write everywhere, so the process becomes the user `nobody`, who must be able to run the program.
    if fs::metadata("/proc/self").is_ok_and(|me| std::os::unix::fs::MetadataExt::uid(&me) == 0) {
        let copy = folder.at("queens");
        if !copy.exists() {
            fs::copy(QUEENS, &copy).unwrap();
        }
        let mut guest = Command::new(copy);
        guest.args(arguments.split_whitespace()).current_dir(folder.0.path());
        guest.uid(65_534).gid(65_534).stdin(Stdio::null());
        command = guest;
    }
    command.output().unwrap()
}

#[test]
fn a_read_only_directory_can_be_read() {
    let folder = Folder::new();
    let set_mode = |name: &str, mode| {
        fs::set_permissions(folder.at(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    set_mode(".", 0o755);
    folder.run("run plan 10 --dir r --ranges 20 --shards 2");
    folder.run("run work r 0");
    set_mode("r/parts", 0o555);
    set_mode("r", 0o555);
    let output = as_a_guest(&folder, "run work r 1");
    let said = ends(&output, 2, "error: r/parts/1.1 could not be written: Permission denied");
    assert!(said.contains("\nhelp: see whether you may write there"), "{said}");
    let status = as_a_guest(&folder, "run status r");
    assert!(status.status.success(), "{status:?}");
    set_mode("r", 0o755);
    set_mode("r/parts", 0o755);
    folder.run("run work r 1");
    set_mode("r", 0o555);
    let output = as_a_guest(&folder, "run merge r");
    ends(&output, 2, "error: r/certificate.json could not be written: ");
    set_mode("r", 0o755);
    folder.run("run merge r");
    set_mode("r", 0o555);
    let output = as_a_guest(&folder, "run verify r --sample 100");
    assert!(output.status.success(), "{output:?}");
    set_mode("r", 0o755);
}

#[test]
fn a_conflict_has_its_own_exit_code_and_names_both_files() {
    let folder = Folder::new();
    folder.run("run plan 8 --dir r --ranges 10");
    folder.run("run work r all");
    // A machine that counts wrongly writes lines that prove themselves.
    let run = Run::open(&folder.at("r")).unwrap();
    let Range { start: from, end: to } = run.plan().range(2);
    let wrong = RangeLine { range: 2, from, to, solutions: 4000, nodes: 1, seconds: 0.1, at: 1 };
    fs::write(folder.at("r/parts/0.1"), write_line(&Line::Range(wrong), run.name())).unwrap();
    let output = folder.queens("run merge r").output().unwrap();
    ends(&output, 3, "error: range 2 has two results, in r/parts/0.1 and in r/parts/all.1\n");
    assert!(!folder.at("r/certificate.json").exists());
    let output = folder.queens("run status r").output().unwrap();
    ends(&output, 3, "");
    let state = printed(&output);
    assert!(state.contains("\nwrong    ranges have two results"), "{state}");
    assert!(state.contains("\nstate    complete, and not certified\n"), "{state}");
    fs::remove_file(folder.at("r/parts/0.1")).unwrap();
    folder.run("run merge r");
    // And a certificate that was altered does not hold.
    let path = folder.at("r/certificate.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"total\": \"92\"", "\"total\": \"100\"", 1)).unwrap();
    let output = folder.queens("run verify r --color never").output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = printed(&output);
    assert!(said.contains("FAILED  the ranges add up to the total: the ranges add up to 92, not"));
    assert!(said.contains("FAILED  the total is that of OEIS A000170: A000170 has 92"), "{said}");
    assert!(said.ends_with("the certificate does not hold\n"), "{said}");
}

/// A core beside a busy one is slower, and clocks change, so two forecasts differ; but not by as much as the threads do
/// that one of them divides by.
#[test]
fn plan_and_dry_run_forecast_the_same() {
    let folder = Folder::new();
    let plan = json(&mut folder.queens("run plan 19 --dir r --format json"));
    let dry = json(&mut folder.queens("count 19 --threads 12 --dry-run --format json"));
    assert_eq!(dry["threads"], 12);
    let ratio = plan["core_seconds"].as_f64().unwrap() / (12.0 * dry["seconds"].as_f64().unwrap());
    assert!(ratio.ln().abs() < f64::ln(4.0), "{plan} {dry}");
    for forecast in [&plan, &dry] {
        let factor = forecast["factor"].as_f64().unwrap();
        assert!((1.1..5.0).contains(&factor), "from a sample of the work: {forecast}");
    }
}

#[test]
fn workers_of_the_same_shard_say_so() {
    let folder = Folder::new();
    folder.run("run plan 20 --dir r --ranges 64 --shards 2");
    let [first, second] = ["0.1", "0.2"].map(|part| {
        let child = folder.queens("run work r 0 --kernel portable").spawn().unwrap();
        eventually("it has begun", || folder.at("r/parts").join(part).exists());
        child
    });
    ends(&stopped(first, "TERM"), 143, "shard 0: stopped; ");
    ends(&stopped(second, "TERM"), 143, "note: another worker wrote to r/parts/0.1 within");
}

#[test]
fn watching_ends_with_the_run() {
    let folder = Folder::new();
    folder.run("run plan 9 --dir r --ranges 20");
    let child = folder.queens("run status r --watch").spawn().unwrap();
    folder.run("run work r 0");
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let said = printed(&output);
    assert!(said.contains("state    complete; next: `queens run merge r`"), "{said}");
}
