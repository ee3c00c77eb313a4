use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use tempfile::TempDir;

use super::*;
use crate::merge;
use crate::part::write_line;
use crate::plan::Plan;

fn planned(n: u32, ranges: u64, shards: u32) -> (TempDir, Run) {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new(n, Some(ranges), shards).unwrap();
    let run = Run::create(&folder.path().join("r"), plan).unwrap();
    (folder, run)
}

/// Ranges 3 and 7 panic, in the middle of the others.
#[test]
fn a_panic_leaves_its_range_open_and_the_others_go_on() {
    let (_folder, run) = planned(10, 30, 1);
    let panics = |range: u64, _: &StopFlag| {
        assert!(![3, 7].contains(&range), "more placements than {} bits hold", 32);
    };
    let worker = Worker { before: &panics, ..Worker::new(&run).unwrap() };
    for threads in [1, 3] {
        let error = worker.work(Shard::All, &Options::new().threads(threads));
        let error = error.expect_err("two ranges panicked");
        let (said, version) = (error.to_string(), env!("CARGO_PKG_VERSION"));
        let Range { start, end } = run.plan().range(3);
        let what = format!(
            "range 3 of n = 10 (patterns {start} to {}) and 1 more made queens {version} panic on",
            end - 1
        );
        assert!(said.starts_with(&what), "{said}");
        assert!(said.ends_with(": more placements than 32 bits hold"), "{said}");
        assert!(error.advice().contains("the range stays open"), "{error:?}");
        let state = crate::status(&run).unwrap();
        assert_eq!((state.ranges - state.done, state.duplicates), (2, 0), "{threads} threads");
        assert_eq!(state.shards.last().and_then(|all| all.ended.as_deref()), Some("failed"));
        assert_eq!(merge(&run).unwrap_err().kind(), queens::ErrorKind::Incomplete);
    }
    Worker::new(&run).unwrap().work(Shard::All, &Options::new()).unwrap();
    assert_eq!(merge(&run).unwrap().certificate.total, 724);
}

/// Everything that can happen to the files of a run while a range is counted.
#[test]
fn a_worker_ends_when_its_files_are_gone() {
    type Fault = fn(&Path) -> std::io::Result<()>;
    let faults: [(&str, Fault); 6] = [
        ("all.1 is no longer there", |run| fs::remove_dir_all(run)),
        ("all.1 is no longer there", |run| fs::rename(run, run.with_file_name("moved"))),
        ("all.1 is no longer there", |run| fs::remove_file(run.join("parts/all.1"))),
        ("all.1 was replaced or changed", |run| {
            fs::copy(run.join("plan.json"), run.join("other"))?;
            fs::rename(run.join("other"), run.join("parts/all.1"))
        }),
        ("all.1 was replaced or changed", |run| fs::write(run.join("parts/all.1"), "")),
        ("plan.json was removed", |run| fs::remove_file(run.join("plan.json"))),
    ];
    let breaks_off = |what: &str, fault: Fault| {
        let (_folder, run) = planned(10, 5, 1);
        let begun = AtomicU32::new(0);
        let breaks = |_: u64, stop: &StopFlag| {
            if begun.fetch_add(1, Ordering::Relaxed) == 2 {
                fault(run.dir()).expect("the fault is made");
                // A range that takes for ever.
                while !stop.is_raised() {
                    thread::sleep(TICK);
                }
            }
        };
        let worker = Worker { before: &breaks, ..Worker::new(&run).unwrap() };
        let worked = worker.work(Shard::All, &Options::new().threads(1));
        let said = worked.expect_err(what).to_string();
        assert!(said.contains(what), "{said}");
        assert!(said.contains("plan.json") || said.contains("(2 so far)"), "{said}");
    };
    // Each waits for the next look at its files.
    thread::scope(|scope| {
        for (what, fault) in faults {
            scope.spawn(move || breaks_off(what, fault));
        }
    });
}

#[test]
fn a_worker_says_who_else_counts_its_ranges() {
    type Parts = &'static [(&'static str, bool, u64)];
    let first = Shard::Number(0);
    let cases: [(Shard, Parts, Option<&str>); 6] = [
        // Who wrote, whether it ended, seconds ago.
        (first, &[("0.1", false, 5)], Some("another worker wrote to ")),
        (first, &[("all.1", false, 5), ("0.1", false, 50)], Some("2 other workers wrote to ")),
        (Shard::All, &[("1.1", false, 5)], Some("another worker wrote to ")),
        (first, &[("0.1", true, 5)], None),
        (first, &[("0.1", false, 70)], None),
        (first, &[("1.1", false, 5)], None),
    ];
    for (shard, parts, expected) in cases {
        let (_folder, run) = planned(8, 4, 2);
        for (name, ended, seconds) in parts {
            let at = unix_seconds();
            let mut lines = vec![Line::Start(Start::new(&run, "x".into(), 1, at))];
            lines.extend(ended.then(|| Line::End(End { end: "until".into(), at })));
            let lines = lines.iter().map(|line| write_line(line, run.name()));
            let path = run.parts_dir().join(name);
            fs::write(&path, lines.collect::<String>()).unwrap();
            let then = SystemTime::now() - Duration::from_secs(*seconds);
            let file = fs::File::options().append(true).open(&path).unwrap();
            file.set_modified(then).unwrap();
        }
        let notes = Mutex::new(Vec::new());
        let note = |text: &str| notes.lock().unwrap().push(text.to_owned());
        let worker = Worker::new(&run).unwrap().note(&note);
        worker.work(shard, &Options::new()).unwrap();
        let notes = notes.lock().unwrap();
        assert_eq!(notes.len(), usize::from(expected.is_some()), "{parts:?}: {notes:?}");
        let said = format!("note: {}", expected.unwrap_or_default());
        assert!(notes.iter().all(|note| note.starts_with(&said)), "{notes:?}");
    }
}

#[test]
fn the_next_shard_is_one_without_a_worker() {
    let (_folder, run) = planned(10, 12, 3);
    let next = || crate::next_shard(&run).unwrap();
    let begin = |shard: u32, seconds_ago: u64| {
        let start = Start::new(&run, "x".into(), 1, unix_seconds() - seconds_ago);
        let line = write_line(&Line::Start(start), run.name());
        fs::write(run.parts_dir().join(format!("{shard}.1")), line).unwrap();
    };
    assert_eq!(next(), Some(0));
    begin(0, 10);
    assert_eq!(next(), Some(1));
    begin(1, 700);
    assert_eq!(next(), Some(1), "it was silent for long");
    begin(1, 20);
    begin(2, 5);
    assert_eq!(next(), Some(1), "the longest silent");
    let worker = Worker::new(&run).unwrap();
    for (shard, expected) in [(Shard::Number(1), Some(0)), (Shard::All, None)] {
        worker.work(shard, &Options::new()).unwrap();
        assert_eq!(next(), expected);
    }
}

/// Ranges that an earlier attempt counted, and that are removed before the end.
#[test]
fn nothing_is_complete_without_the_parts_of_others() {
    let (_folder, run) = planned(10, 6, 2);
    let worker = Worker::new(&run).unwrap();
    worker.work(Shard::Number(0), &Options::new()).unwrap();
    let part = run.parts_dir().join("0.1");
    let worker = Worker { before: &|_, _| drop(fs::remove_file(&part)), ..worker };
    let worked = worker.work(Shard::All, &Options::new());
    let said = worked.expect_err("a part is gone").to_string();
    assert!(said.starts_with("3 ranges were counted, but "), "{said}");
}
