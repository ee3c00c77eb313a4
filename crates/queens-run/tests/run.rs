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

/// Plans of this schema keep their bytes from version to version.
#[test]
fn plans_stay_the_same() {
    let hashed = |(n, ranges)| {
        let plan = Plan::new(n, Some(ranges), 1).unwrap();
        let document: serde_json::Value = serde_json::from_str(&plan.text()).unwrap();
        format!("{} {}", plan.patterns(), document["patterns_hash"].as_str().unwrap())
    };
    assert_eq!(
        [(4, 1), (8, 10), (13, 30), (18, 64)].map(hashed),
        [
            "3 dfa96af5535787a8c7c436115b1fc0778897b76975327eae0ba598b037181050",
            "23 1d9a88c3bee4cfb196a710154573c0e46a3d392198b49b9ed749bbe97f71522f",
            "868 39852af1f84891906923a3b8d8c8c0802b3b6e6b6a44be0b1ade8765a97215d5",
            "12283 21a6f18b91e363c14fb1f430c36eaaf045eb25db05320e7553c58fd1051a7dfd",
        ]
    );
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

#[test]
fn damaged_lines_are_reported_and_their_ranges_counted_again() {
    let (_folder, run) = counted(10, 30, 1);
    let expected = certificate(&run);
    let path = part(&run, "all.1");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    // Every byte of the last three lines flipped, one after the other; the tail cut everywhere.
    let tail: usize = lines[lines.len() - 3..].iter().map(|line| line.len()).sum();
    for place in (text.len() - tail..text.len()).step_by(7) {
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= 1 << (place % 8);
        fs::write(&path, &bytes).unwrap();
        let damaged = status(&run).unwrap();
        assert!(damaged.damaged >= 1, "byte {place} went unnoticed");
        fs::write(&path, &text.as_bytes()[..place]).unwrap();
        let torn = status(&run).unwrap();
        assert!(torn.damaged <= 1 && torn.done >= damaged.ranges - 3);
    }
    // An edited tally, a line twice, one torn, lines in disorder: what is right is used.
    let mut edited: Vec<String> = lines.iter().map(ToString::to_string).collect();
    edited[5] = edited[5].replacen("\"solutions\":\"", "\"solutions\":\"1", 1);
    edited[8].truncate(40);
    edited.push(edited[18].clone());
    edited[10..18].reverse();
    fs::write(&path, edited.concat()).unwrap();
    let found = status(&run).unwrap();
    // The torn line swallows the next one.
    assert_eq!((found.damaged, found.ranges - found.done, found.duplicates), (2, 3, 1));
    work(&run, Shard::All);
    assert_eq!(certificate(&run), expected);
    let merged = merge(&run).unwrap();
    assert_eq!((merged.report.damaged, merged.report.attempts), (2, 2));
}

#[test]
fn foreign_files_are_named_and_ignored() {
    let (_folder, run) = counted(10, 30, 2);
    let expected = certificate(&run);
    let (_other_folder, other) = planned(11, 30, 2);
    work(&other, Shard::Number(0));
    fs::copy(part(&other, "0.1"), part(&run, "0.9")).unwrap();
    fs::write(part(&run, "notes.txt"), "hello").unwrap();
    fs::write(part(&run, "0.10"), "hello\n".repeat(3)).unwrap();
    fs::write(part(&run, "0.11"), vec![0; 1 << 18]).unwrap();
    fs::create_dir(part(&run, "1.7")).unwrap();
    fs::copy(part(&run, "all.1"), part(&run, "2.1")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", part(&run, "1.8")).unwrap();
    let merged = merge(&run).unwrap();
    assert_eq!(merged.report.damaged, 4);
    let mut foreign: Vec<&str> =
        merged.report.foreign.iter().map(|(file, _)| file.as_str()).collect();
    foreign.retain(|file| *file != "1.8");
    assert_eq!(foreign, ["2.1", "notes.txt", "0.9", "1.7"]);
    assert_eq!(merged.report.foreign[0].1, "the run has no such shard");
    assert!(merged.report.foreign[2].1.starts_with("it belongs to another run, "));
    assert_eq!(certificate(&run), expected);
    // A line of another run under a first line of this one does not prove itself here.
    let stolen = fs::read_to_string(part(&other, "0.1")).unwrap();
    let own = fs::read_to_string(part(&run, "all.1")).unwrap();
    fs::write(part(&run, "all.1"), own + stolen.lines().nth(1).unwrap() + "\n").unwrap();
    assert_eq!(merge(&run).unwrap().report.damaged, 5);
    // The next attempt is numbered past all that is there.
    fs::remove_file(part(&run, "all.1")).unwrap();
    work(&run, Shard::Number(0));
    assert!(part(&run, "0.12").exists());
}

/// A worker that counts wrongly writes lines that prove themselves.
#[test]
fn a_conflict_names_both_files() {
    let (_folder, run) = counted(8, 20, 1);
    let text = fs::read_to_string(part(&run, "all.1")).unwrap();
    let mut ranges = Vec::new();
    Parts::read(&run, Shard::All, |_, line| ranges.push(line)).unwrap();
    let mut range = ranges.remove(2);
    range.solutions += 8;
    let wrong = write_line(&Line::Range(range.clone()), run.name());
    fs::write(part(&run, "0.1"), wrong).unwrap();
    let error = merge(&run).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Contradiction);
    let said = error.to_string();
    assert!(said.contains(&format!("range {} has two results", range.range)), "{said}");
    assert!(said.contains("0.1") && said.contains("all.1"), "{said}");
    let reported = fs::read_to_string(run.report_path()).unwrap();
    let number = range.solutions.to_string();
    assert!(reported.contains(&number) && reported.contains("has two results"), "{reported}");
    assert_eq!(status(&run).unwrap().conflicts, 1);
    // Alone, it contradicts the symmetric solutions or the published value.
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines.remove(3);
    fs::write(part(&run, "all.1"), lines.concat()).unwrap();
    let error = merge(&run).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Contradiction, "{error}");
    assert!(!run.certificate_path().exists());
    let state = status(&run).unwrap();
    assert!(state.refused && state.faults().is_some() && !state.is_merged());
    // What was found is kept for the one who has to find out.
    let found = faults(&check(&run.refused_path(), 100.0));
    assert!(found.iter().any(|fault| fault == "A000170 has 92"), "{found:?}");
    assert!(found.iter().any(|fault| fault.contains(&format!("range {} has", range.range))));
    fs::remove_file(part(&run, "0.1")).unwrap();
    fs::write(part(&run, "all.1"), &text).unwrap();
    merge(&run).unwrap();
    assert!(!run.refused_path().exists() && status(&run).unwrap().is_merged());
}

#[test]
fn edited_plans_are_rejected() {
    let (_folder, run) = planned(10, 30, 2);
    let path = run.dir().join("plan.json");
    let text = fs::read_to_string(&path).unwrap();
    let refused = |text: &str, what: &str, advice: &str| {
        fs::write(&path, text).unwrap();
        let error = Run::open(run.dir())
            .and_then(|run| run.plan().partition())
            .expect_err("a changed plan was taken");
        assert!(error.to_string().contains(what), "{error}");
        assert!(error.advice().starts_with(advice), "{error}: {}", error.advice());
    };
    let this = "use the version of queens that made it; this is ";
    let (that, restore) = ("continue with queens ", "restore plan.json from a copy");
    let newer = "its schema is `queens.plan/3`, not `queens.plan/2`";
    let no_ranges = "its ranges are no ranges of 71 patterns";
    for (from, to, what, advice) in [
        ("queens.plan/2", "queens.plan/3", newer, this),
        ("_hash\":\"", "_hash\":\"0", "has other row patterns for n = 10 than the plan", that),
        ("\"n\":10", "\"n\":11", "has other row patterns for n = 11", that),
        ("\"n\":10", "\"n\": 10", "it was edited", restore),
        ("\"n\":10", "\"n\":99", "n = 99 is not from 4 to 32", restore),
        ("\"n\":10", "\"x\":1,\"n\":10", "unknown field `x`", restore),
        ("\"ranges\":[", "\"ranges\":[0,", no_ranges, restore),
        ("\"ranges\":[", "\"ranges\":[9,8,", no_ranges, restore),
        ("\"ranges\":[", "\"ranges\":[99,", no_ranges, restore),
        ("\"patterns\":71", "\"patterns\":72", "no ranges of 72 patterns", restore),
        ("\"shards\":2", "\"shards\":0", "among 0 shards", restore),
    ] {
        assert!(text.contains(from), "{text}");
        refused(&text.replace(from, to), what, advice);
    }
    refused(&(text.clone() + &" ".repeat(1 << 24)), "longer than", restore);
    refused(&text[..40], "damaged", restore);
    refused("", "damaged", restore);
    // A plan that another version made says so in the end.
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(&path, text.replace(&version, "\"version\":\"0.0.1\"")).unwrap();
    Run::open(run.dir()).unwrap().plan().partition().unwrap();
}

#[test]
fn impossible_plans_are_rejected() {
    let said = |n, ranges, shards| Plan::new(n, ranges, shards).unwrap_err().to_string();
    assert_eq!(said(33, None, 1), "n = 33 is too large to count");
    assert!(said(8, None, 0).starts_with("0 shards are not possible with"));
    assert!(said(8, None, 9999).starts_with("9999 shards are not possible with"));
    assert_eq!(said(8, Some(0), 1), "a run cannot have 0 ranges");
    assert_eq!(said(8, Some((1 << 20) + 1), 1), "a run cannot have 1048577 ranges");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x"), "").unwrap();
    let full = Run::create(folder.path(), Plan::new(8, None, 1).unwrap()).unwrap_err();
    assert!(full.to_string().ends_with("is not empty and contains no run"), "{full}");
}

#[test]
fn altered_certificates_fail() {
    let (folder, run) = counted(10, 30, 1);
    let solutions = merge(&run).unwrap().certificate.solutions[0];
    let text = fs::read_to_string(run.certificate_path()).unwrap();
    let path = folder.path().join("altered.json");
    let fails = |text: &str, expected: &[&str]| {
        fs::write(&path, text).unwrap();
        let found = faults(&check(&path, 100.0));
        for fault in expected {
            assert!(found.iter().any(|other| other.contains(fault)), "{fault}: {found:?}");
        }
        assert_eq!(found.is_empty(), expected.is_empty(), "{found:?}");
    };
    fails(&text, &[]);
    // One range gets 8 solutions more.
    let end = run.plan().range(0).end;
    let (entry, lie) = (format!("0 {end} {solutions}"), format!("0 {end} {}", solutions + 8));
    let recounted = format!("range 0 has {solutions} sol");
    let sum = "the ranges add up to 732, not to 724";
    fails(&text.replacen(&entry, &lie, 1), &["Merkle root", sum, &recounted]);
    // Not an entry of this range.
    for wrong in [format!("{entry} 1"), format!("1 {entry}"), "x".to_owned()] {
        fails(&text.replacen(&entry, &wrong, 1), &["the entry of range 0 is wrong"]);
    }
    for (key, right, wrong, fault) in [
        ("total", 724, 732, "A000170 has 724"),
        ("total", 724, 725, "total - half_turn is a multiple of 8"),
        ("half_turn", 12, 20, "there are 12 of a half turn"),
        ("quarter_turn", 0, 2, "half_turn - quarter_turn is a multiple of 4"),
        ("quarter_turn", 0, 4, "it does not hold that quarter_turn = 0"),
        ("fundamental", 92, 93, "fundamental is 92, not 93"),
    ] {
        let value = |value: u32| format!("\"{key}\": \"{value}\"");
        fails(&text.replace(&value(right), &value(wrong)), &[fault]);
    }
    for (right, wrong, fault) in [
        ("is a multiple of 8", "is a multiple of 2", "the identities claimed are others"),
        (run.name().to_string().as_str(), "x", "the run's name is not the hash of the plan"),
    ] {
        fails(&text.replacen(right, wrong, 1), &[fault]);
    }
    // A file that is no certificate.
    for (text, expected) in [
        ("{}", "the certificate cannot be checked: it is damaged"),
        (&text[..text.len() / 2], "damaged"),
        (&text.replacen("\"n\"", "\"a\\rb\"", 1), "damaged"),
        (&text.replace("certificate/2", "certificate/9"), "its schema is `queens.certificate/9`"),
        (&text.replacen("Rows and", "Rows or", 1), "its meaning is not"),
        (&text.replacen(&format!("    \"{entry}\",\n"), "", 1), "and its plan "),
    ] {
        fs::write(&path, text).unwrap();
        let said = verify(&path, &verifier(0.0), &Options::new()).unwrap_err().to_string();
        assert!(said.contains(expected) && !said.contains('\r'), "{said:?}");
    }
}

#[test]
fn a_certificate_must_match_its_parts() {
    let (_folder, run) = planned(10, 30, 1);
    let missing = verify(run.dir(), &verifier(1.0), &Options::new()).unwrap_err().to_string();
    assert!(missing.starts_with("there is no certificate in "), "{missing}");
    work(&run, Shard::All);
    certificate(&run);
    let text = fs::read_to_string(part(&run, "all.1")).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    fs::write(part(&run, "all.1"), lines[..10].concat()).unwrap();
    let found = faults(&check(run.dir(), 1.0));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("they lack "));
    assert!(check(&run.certificate_path(), 1.0).holds);
}

#[test]
fn the_chance_to_miss_a_wrong_range_is_that_of_drawing_without_it() {
    let (_folder, run) = counted(10, 30, 1);
    certificate(&run);
    let verification = check(run.dir(), 10.0);
    let (ranges, sample) = (verification.ranges as f64, verification.sample.len());
    assert_eq!(sample, 3);
    assert!((verification.chance(1) - (ranges - 3.0) / ranges).abs() < 1e-12);
    assert!(verification.chance(verification.ranges) < 1e-12);
    // The verifier's own number picks another sample, and the same one again.
    let seeded = |seed| {
        let verifier = Verifier { seed, ..verifier(20.0) };
        verify(run.dir(), &verifier, &Options::new()).unwrap().sample
    };
    assert_eq!(seeded(Some(1)), seeded(Some(1)));
    assert!((0..5).any(|seed| seeded(Some(seed)) != seeded(None)));
}

/// Of many that plan at the same time, one makes the run.
#[test]
fn a_run_is_planned_once() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..20 {
        let dir = folder.path().join(round.to_string());
        let plan = || Run::create(&dir, Plan::new(8, None, 1).unwrap()).is_ok();
        let planned = thread::scope(|scope| {
            let all: Vec<_> = (0..4).map(|_| scope.spawn(plan)).collect();
            all.into_iter().map(|one| one.join().unwrap()).filter(|made| *made).count()
        });
        assert_eq!(planned, 1, "round {round}");
        assert!(Run::open(&dir).is_ok());
    }
}

/// A FIFO in the place of a file is an error, and nothing waits for it.
#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    for name in ["plan.json", "parts/all.1", "certificate.json"] {
        let (_folder, run) = counted(8, 3, 1);
        merge(&run).unwrap();
        let path = run.dir().join(name);
        fs::remove_file(&path).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let said = match name {
            "plan.json" => Run::open(run.dir()).unwrap_err().to_string(),
            "certificate.json" => {
                verify(run.dir(), &verifier(0.0), &Options::new()).unwrap_err().to_string()
            }
            // Not a part, as any other file that is there.
            _ => format!("{:?}", status(&run).unwrap().foreign),
        };
        assert!(said.contains("it is not a"), "{name}: {said}");
    }
}
