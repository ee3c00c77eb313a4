//! A run from plan to certificate, and everything that can happen to its files.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use queens::{Error, ErrorKind, Kernel, Options, StopFlag, known};
use queens_run::{
    Certificate, EndReason, Line, Parts, Plan, Run, Shard, Verification, Verifier, Worker, merge,
    status, verify, verify_pattern, write_line,
};
use tempfile::TempDir;

mod faults;

/// A run, and its folder, which goes away with the test.
fn planned(n: u32, ranges: u64, shards: u32) -> (TempDir, Run) {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new(n, Some(ranges), shards).unwrap();
    let run = Run::create(&folder.path().join("r"), plan).unwrap();
    (folder, run)
}

/// A run whose ranges are all counted.
fn counted(n: u32, ranges: u64, shards: u32) -> (TempDir, Run) {
    let (folder, run) = planned(n, ranges, shards);
    work(&run, Shard::All);
    (folder, run)
}

fn work(run: &Run, shard: Shard) {
    let report = Worker::new(run).unwrap().work(shard, &Options::new().threads(1)).unwrap();
    assert_eq!(report.reason, EndReason::Complete);
}

fn certificate(run: &Run) -> Vec<u8> {
    merge(run).unwrap();
    fs::read(run.certificate_path()).unwrap()
}

fn part(run: &Run, name: &str) -> PathBuf {
    run.parts_dir().join(name)
}

fn verifier(sample: f64) -> Verifier {
    Verifier { sample, seed: None, patterns: None, kernel: None }
}

fn check(path: &Path, percent: f64) -> Verification {
    verify(path, &verifier(percent), &Options::new()).unwrap()
}

fn faults(verification: &Verification) -> Vec<String> {
    verification.checks.iter().filter_map(|check| check.fault.clone()).collect()
}

#[test]
fn from_plan_to_certificate() {
    for n in 4..=13 {
        let (_folder, run) = counted(n, 20, 1);
        let merged = merge(&run).unwrap();
        assert_eq!(Some(merged.certificate.total), known::TOTAL.at(n));
        assert_eq!(Some(merged.certificate.fundamental()), known::FUNDAMENTAL.at(n));
        let all = Verifier { patterns: Some(1000), ..verifier(100.0) };
        let verification = verify(run.dir(), &all, &Options::new()).unwrap();
        assert!(verification.holds, "{verification:?}");
        assert_eq!(verification.sample.len() as u64, run.plan().ranges());
        assert_eq!(verification.patterns.len() as u64, run.plan().patterns());
        assert!(check(&run.certificate_path(), 10.0).holds);
        let written = fs::read(run.certificate_path()).unwrap();
        assert_eq!(Certificate::read(&written).unwrap().0, merged.certificate);
    }
}

/// Clusters that share no disk: each gets the plan, works on shards of its own, and sends its parts.
#[test]
fn the_certificate_does_not_depend_on_the_workers_their_order_or_their_place() {
    let (_plain_folder, plain) = counted(11, 30, 5);
    let expected = certificate(&plain);
    let (_folder, here) = planned(11, 30, 5);
    assert_eq!(plain.name(), here.name());
    let folder = tempfile::tempdir().unwrap();
    fs::copy(here.dir().join("plan.json"), folder.path().join("plan.json")).unwrap();
    let there = Run::open(folder.path()).unwrap();
    for (run, shard) in [(&here, 3), (&there, 0), (&here, 4)] {
        let worker = Worker::new(run).unwrap().kernel(Kernel::Portable).unwrap();
        worker.work(Shard::Number(shard), &Options::new()).unwrap();
    }
    for (run, missing) in [(&here, "0, 1, 2"), (&there, "1, 2, 3, 4")] {
        let error = merge(run).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Incomplete);
        let said = error.to_string();
        assert!(said.ends_with(&format!("are missing, in shards {missing}")), "{said}");
    }
    fs::copy(part(&there, "0.1"), part(&here, "0.1")).unwrap();
    let options = Options::new().threads(3);
    Worker::new(&here).unwrap().work(Shard::All, &options).unwrap();
    assert_eq!(merge(&here).unwrap().report.duplicates, 0);
    assert_eq!(certificate(&here), expected);
}

/// The forecasts of neighboring ranges err alike, so the first half of the work must not be the first half of the run.
#[test]
fn a_worker_takes_ranges_from_all_over_the_run() {
    let (_folder, run) = counted(12, 40, 1);
    let mut ranges = Vec::new();
    Parts::read(&run, Shard::All, |_, line| ranges.push(line.range)).unwrap();
    let (all, half) = (run.plan().ranges(), ranges.len() / 2);
    assert_eq!(ranges.len() as u64, all);
    let late = ranges[..half].iter().filter(|&&range| range >= all / 2).count();
    assert!((half / 3..=2 * half / 3).contains(&late), "{ranges:?}");
}

/// Files of schema 1 cannot be used; the message says which version can use them.
#[test]
fn files_of_schema_1_are_rejected() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/schema-1");
    let is_old = |error: Error| {
        let said = error.to_string();
        assert!(said.ends_with("it was made by queens 0.1.0, before schema 2"), "{said}");
        assert_eq!(error.advice(), "finish or verify it with that version");
    };
    is_old(Run::open(&dir).unwrap_err());
    let file = dir.join("certificate.json");
    is_old(verify(&file, &verifier(1.0), &Options::new()).unwrap_err());
    let (_folder, run) = planned(8, 10, 1);
    fs::copy(dir.join("parts/all.1"), part(&run, "all.1")).unwrap();
    let foreign = status(&run).unwrap().foreign;
    assert_eq!(foreign[0].0, "all.1");
    assert!(foreign[0].1.starts_with("it was made by queens 0.1.0"), "{foreign:?}");
}

/// Plans of this schema keep their bytes from version to version, and with them the hash of the patterns, whose order the
/// library's tests pin.
#[test]
fn plans_stay_the_same() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/schema-2");
    let verification = check(&dir, 100.0);
    assert!(verification.holds && verification.total == 92, "{verification:?}");
}

/// A later version may cut the patterns elsewhere: the plan says where the ranges end.
#[test]
fn a_run_continues_with_the_ranges_of_another_version() {
    let (_folder, run) = planned(10, 4, 1);
    let path = run.dir().join("plan.json");
    let text = fs::read_to_string(&path).unwrap();
    let start = text.find("\"ranges\":[").unwrap();
    let end = start + text[start..].find(']').unwrap();
    let other = format!("{}\"ranges\":[1,7,50,71{}", &text[..start], &text[end..]);
    fs::write(&path, other).unwrap();
    let run = Run::open(run.dir()).unwrap();
    assert_eq!(run.plan().range(1), 1..7);
    work(&run, Shard::All);
    assert_eq!(merge(&run).unwrap().certificate.total, 724);
    assert!(check(run.dir(), 100.0).holds);
}

#[test]
fn a_pattern_is_counted_by_both_methods() {
    let (_folder, run) = counted(10, 10, 1);
    certificate(&run);
    let mut total = 0;
    for rows in 0_u32..1 << 10 {
        match verify_pattern(run.dir(), rows, None, &Options::new()) {
            Ok(check) => {
                assert_eq!(check.by_color, check.by_search, "{rows:b}");
                assert!(run.plan().range(check.range).contains(&check.pattern));
                total += check.by_search;
            }
            Err(error) => assert!(error.to_string().starts_with("no solutions belong"), "{error}"),
        }
    }
    assert_eq!(total, 724);
    let error = verify_pattern(run.dir(), 1 << 10, None, &Options::new()).unwrap_err();
    assert_eq!(error.to_string(), "a board of size 10 has no row 10");
}

#[test]
fn two_workers_on_one_shard_do_no_harm() {
    let (_folder, run) = planned(12, 40, 2);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| work(&run, Shard::Number(1)));
        }
    });
    work(&run, Shard::Number(0));
    assert!(part(&run, "1.1").exists());
    let merged = merge(&run).unwrap();
    assert_eq!(Some(merged.certificate.total), known::TOTAL.at(12));
    assert_eq!(merged.report.damaged, 0);
    let status = status(&run).unwrap();
    assert_eq!(status.done, status.ranges);
    assert_eq!(status.duplicates, merged.report.duplicates);
}

#[test]
fn a_stop_request_ends_the_work_and_nothing_is_lost() {
    let (_folder, run) = planned(13, 30, 1);
    let ranges = run.plan().ranges();
    let stop = StopFlag::new();
    let worker = Worker::new(&run).unwrap();
    let untouched = status(&run).unwrap();
    assert_eq!((untouched.done, format!("{}", untouched.fraction)), (0, "0".to_owned()));
    assert_eq!(untouched.seconds_left, None);
    let half = |progress: queens::Progress| {
        if progress.fraction() > 0.5 {
            stop.raise();
        }
    };
    let options = Options::new().threads(1).stop(&stop).progress(&half);
    let report = worker.work(Shard::All, &options).unwrap();
    assert_eq!(report.reason, EndReason::Stopped);
    assert!((1..ranges).contains(&report.counted), "{report:?}");
    assert_eq!(report.missing, ranges - report.counted);
    assert_eq!(status(&run).unwrap().shards.last().unwrap().ended.as_deref(), Some("stopped"));
    let rest = worker.work(Shard::All, &Options::new()).unwrap();
    assert_eq!(rest.counted, report.missing);
    assert_eq!(merge(&run).unwrap().report.duplicates, 0);
}

/// A range that takes hours. Progress moves inside it, and it is given up within two seconds.
#[test]
fn a_long_range_is_aborted() {
    let (_folder, run) = planned(24, 1, 1);
    let worker = Worker::new(&run).unwrap();
    let (stop, asked) = (StopFlag::new(), OnceLock::new());
    let watch = |progress: queens::Progress| {
        if progress.done > 0 {
            asked.get_or_init(Instant::now);
            stop.raise();
        }
    };
    let options = Options::new().stop(&stop).progress(&watch);
    // The stop is requested in the middle, and was requested beforehand.
    for _ in 0..2 {
        let report = worker.work(Shard::All, &options).unwrap();
        assert_eq!((report.reason, report.counted), (EndReason::Stopped, 0));
    }
    let ended = asked.get().unwrap().elapsed();
    assert!(ended < Duration::from_secs(10), "{ended:?}");
    let until = worker.until(Duration::from_millis(200));
    let report = until.work(Shard::All, &Options::new()).unwrap();
    assert_eq!((report.reason, report.counted), (EndReason::Until, 0));
}
