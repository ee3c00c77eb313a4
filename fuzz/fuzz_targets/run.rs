//! Any bytes are a plan, a line of a part or a certificate, and then what is read can be written and
//! read again, and adds up; or they are not, and are refused with a line that says why.
//!
//! The first byte says as what to read the rest. What carries a checksum gets the right one here, by
//! hand, or nothing would ever get past it.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use queens_fuzz::{assert_line, assert_refusal};
use queens_run::{Certificate, Line, Plan, RunName, read_line, write_line};

static PLAN: LazyLock<(Plan, RunName)> = LazyLock::new(|| {
    let plan = Plan::new(8, Some(10), 3).expect("a plan");
    let name = plan.name();
    (plan, name)
});

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, rest)) = bytes.split_first() else { return };
    match kind {
        b'p' => plan(rest),
        b'c' => certificate(rest),
        b'l' => check(rest),
        _ => sealed_line(rest),
    }
});

fn plan(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Plan::read(text) {
        Ok(plan) => {
            assert_eq!(plan.text(), text, "a plan is read only as it is written");
            assert!(plan.shards() > 0 && u64::from(plan.shards()) <= plan.ranges());
            assert_eq!(plan.range(plan.ranges() - 1).end, plan.patterns());
            assert_eq!(blake3::hash(bytes).to_hex().as_str(), plan.name().to_string());
        }
        Err(error) => assert_refusal(&error),
    }
}

fn sealed_line(json: &[u8]) {
    let (plan, name) = &*PLAN;
    let hash = blake3::hash(&[format!("{name}\n").as_bytes(), json].concat());
    let mut line = [json, b" ", &hash.to_hex().as_bytes()[..32]].concat();
    check(&line);
    // With any other checksum it is nothing.
    *line.last_mut().expect("it has a checksum") ^= 1;
    assert_eq!(read_line(&line, plan, *name), None);
}

fn check(bytes: &[u8]) {
    let (plan, name) = &*PLAN;
    let Some(line) = read_line(bytes, plan, *name) else { return };
    let written = write_line(&line, *name);
    let text = written.strip_suffix('\n').expect("a line has an end");
    assert!(!text.contains('\n'), "one line: {text:?}");
    assert_eq!(read_line(text.as_bytes(), plan, *name).as_ref(), Some(&line), "changed by writing");
    let Line::Range(range) = line else { return };
    assert_eq!(plan.range(range.range), range.from..range.to);
}

fn certificate(bytes: &[u8]) {
    match Certificate::read(bytes) {
        Ok((certificate, checks)) => {
            checks.iter().filter_map(|check| check.fault.as_deref()).for_each(assert_line);
            if checks.iter().all(|check| check.holds) {
                let sum: u128 = certificate.solutions.iter().sum();
                assert_eq!(sum, certificate.total);
                let mut written = Vec::new();
                certificate.write(&mut written).expect("memory takes everything");
                let again = Certificate::read(&written);
                assert_eq!(again, Ok((certificate, checks)), "changed by writing");
            }
        }
        Err(error) => assert_refusal(&error),
    }
}
