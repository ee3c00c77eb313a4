#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

/// The hidden beginning of an example: `run`, a run of n = 8 in three shards of one range each, in a `folder`
/// that is removed with the example.
macro_rules! example_run {
    () => {
        "# let folder = tempfile::tempdir()?;
# let plan = queens_run::Plan::new(8, Some(3), 3)?;
# let run = queens_run::Run::create(&folder.path().join(\"r8\"), plan)?;"
    };
}

mod certificate;
mod error;
mod file;
mod memory;
mod merge;
mod part;
mod plan;
mod shard;
mod status;
pub mod submit;
mod verify;
mod work;

pub use certificate::{Certificate, Check, MEANING};
pub use file::quoted;
pub use memory::{available_memory, threads_within};
pub use merge::{Conflict, Merged, Report, merge};
pub use part::{End, Line, Part, Parts, RangeLine, Start, read_line, write_line};
pub use plan::{Forecast, MAX_RANGES, MIN_N, Plan, Run, RunName};
pub use shard::{Shard, VARIABLES};
pub use status::{ShardStatus, Status, next_shard, status};
pub use verify::{PatternCheck, Verification, Verifier, verify, verify_pattern};
pub use work::{EndReason, WorkReport, Worker};
