//! Merging two thirds of a million ranges: how long it takes and how much memory.
//!
//! The plan is that of n = 24 with a range for each pattern. The results are made up and add up to Q(24).

#![allow(missing_docs, reason = "a benchmark has no readers but its runner")]

use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::Range;

use divan::AllocProfiler;
use queens::known::TOTAL;
use queens_run::{Line, Plan, RangeLine, Run, merge, status, write_line};
use tempfile::TempDir;

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// The result of every range but the first.
const EACH: u128 = 99_999_999;

/// A plan with a range for each pattern.
fn plan(n: u32) -> Plan {
    let one = Plan::new(n, Some(1), 1).expect("a plan");
    let ends: Vec<String> = (1..=one.patterns()).map(|end| end.to_string()).collect();
    let text = one.text().replacen(
        &format!("\"ranges\":[{}]", one.patterns()),
        &format!("\"ranges\":[{}]", ends.join(",")),
        1,
    );
    Plan::read(&text.replacen("\"shards\":1", "\"shards\":8", 1)).expect("a plan")
}

/// A run whose ranges are all there, in eight parts.
fn complete() -> (TempDir, Run, u128) {
    let folder = tempfile::tempdir().expect("a place for a run");
    let n = 24;
    let run = Run::create(&folder.path().join("run"), plan(n)).expect("a run");
    let total = TOTAL.at(n).expect("it is known");
    let first = total - EACH * u128::from(run.plan().ranges() - 1);
    for shard in 0..8 {
        let file = File::create(run.parts_dir().join(format!("{shard}.1"))).expect("a part");
        let mut out = BufWriter::new(file);
        for range in (shard..run.plan().ranges()).step_by(8) {
            let solutions = if range == 0 { first } else { EACH };
            let Range { start: from, end: to } = run.plan().range(range);
            let (nodes, seconds, at) = (123_456_789_012, 33.123_456, 1_795_286_836);
            let line = RangeLine { range, from, to, solutions, nodes, seconds, at };
            out.write_all(write_line(&Line::Range(line), run.name()).as_bytes()).expect("room");
        }
        out.flush().expect("room");
    }
    (folder, run, total)
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn merge_many_ranges(bencher: divan::Bencher<'_, '_>) {
    let (_folder, run, total) = complete();
    bencher.bench_local(|| {
        let merged = merge(&run).expect("all ranges are there");
        assert_eq!(merged.certificate.total, total);
    });
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn status_of_many_ranges(bencher: divan::Bencher<'_, '_>) {
    let (_folder, run, _) = complete();
    bencher.bench_local(|| {
        let status = status(&run).expect("it can be read");
        assert_eq!(status.done, run.plan().ranges());
    });
}
