//! Merging a million blocks: how long it takes and how much memory.
//!
//! The blocks are those of a real plan; what they are said to give is made up, and fits the
//! identities.

#![allow(missing_docs, reason = "a benchmark has no readers but its runner")]

use std::fs::File;
use std::io::{BufWriter, Write};

use divan::AllocProfiler;
use queens::blocks::{BlockTally, Blocks, Cut, MODULI, Middle};
use queens_run::{BlockLine, Line, Plan, Run, merge, status, write_line};
use tempfile::TempDir;

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// n, and the least number of blocks of one sub-problem each.
const N: u32 = 20;
const BLOCKS: u64 = 1_000_000;

/// What every block is said to give. With the blocks of n = 20 it adds up to no count, but modulo 8 to
/// what the symmetric solutions demand: see `half_turn`.
const EACH: u128 = 8 * 9_999_999_999;

/// The solutions of n = 20 that a half turn maps to themselves, counted here.
fn half_turn() -> u128 {
    let size = N;
    u128::from(
        queens::engine::search::half_turn(size, &queens::StopFlag::new()).expect("nobody stops it"),
    )
}

fn tally(total: u128, middle: Middle) -> BlockTally {
    BlockTally {
        total,
        sums: vec![(middle, total)],
        residues: MODULI.map(|modulus| (total % u128::from(modulus)) as u32),
        nodes: 123_456_789_012,
    }
}

/// A run whose blocks are all there, in eight parts.
fn complete() -> (TempDir, Run, u128) {
    let folder = tempfile::tempdir().expect("a place for a run");
    let size = N;
    let cut = Cut::Search { rows: Cut::MOST_ROWS, group: 1 };
    let blocks = Blocks::new(size, cut).expect("n is not too large").len();
    assert!(blocks >= BLOCKS, "{blocks}");
    let plan = Plan::new(size, cut, 8).expect("a plan");
    let run = Run::create(&folder.path().join("run"), plan).expect("a run");
    let mut total = 0;
    for shard in 0..8 {
        let file = File::create(run.parts_dir().join(format!("{shard}.1"))).expect("a part");
        let mut out = BufWriter::new(file);
        for block in (shard..blocks).step_by(8) {
            // One block makes up for what is not a multiple of 8.
            let each = if block == 0 { EACH + half_turn() } else { EACH };
            total += each;
            let tally = tally(each, Middle::One((block % 9) as u32));
            let line = BlockLine { block, tally, seconds: 33.123_456, at: 1_795_286_836 };
            out.write_all(write_line(&Line::Block(line), run.name()).as_bytes()).expect("room");
        }
        out.flush().expect("room");
    }
    (folder, run, total)
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn merge_a_million_blocks(bencher: divan::Bencher<'_, '_>) {
    let (_folder, run, total) = complete();
    bencher.bench_local(|| {
        let merged = merge(&run).expect("all blocks are there");
        assert_eq!(merged.certificate.total, total);
    });
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn status_of_a_million_blocks(bencher: divan::Bencher<'_, '_>) {
    let (_folder, run, _) = complete();
    bencher.bench_local(|| {
        let status = status(&run).expect("it can be read");
        assert_eq!(status.done, run.plan().blocks());
    });
}
