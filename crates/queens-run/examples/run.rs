//! A count as a run: a directory that any number of processes can work on, even if some are killed.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;

use queens::Options;
use queens_run::{Plan, Run, Shard, Worker, merge};

fn main() -> Result<(), Box<dyn Error>> {
    let dir = std::env::temp_dir().join(format!("queens-example-{}", std::process::id()));
    let run = Run::create(&dir, Plan::new(12, None, 2)?)?;

    // Two shards: here one after the other, usually each in its own process.
    let worker = Worker::new(&run)?;
    for shard in 0..2 {
        worker.work(Shard::Number(shard), &Options::new())?;
    }

    let certificate = merge(&run)?.certificate;
    println!("Q(12) = {}, Merkle root {}", certificate.total, certificate.root);
    assert_eq!(certificate.total, 14_200);
    std::fs::remove_dir_all(&dir)?;
    Ok(())
}
