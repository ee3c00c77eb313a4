//! Files that are damaged, foreign, edited or in conflict, and certificates that do not fit.

use super::*;

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
