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

/// The JSON Schemas of a run's files, of its status and of its checks, which have the documents' names as titles.
#[cfg(feature = "schema")]
pub fn schemas() -> Vec<schemars::Schema> {
    let mut settings = schemars::generate::SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    let file = || settings.clone().into_generator();
    // Files are read as well, and an older version may have written them without some keys.
    let answer = || settings.clone().for_serialize().into_generator();
    vec![
        file().into_root_schema_for::<certificate::Document<Vec<String>>>(),
        file().into_root_schema_for::<plan::PlanDocument>(),
        file().into_root_schema_for::<part::Line>(),
        file().into_root_schema_for::<Report>(),
        answer().into_root_schema_for::<Status>(),
        answer().into_root_schema_for::<Verification>(),
        answer().into_root_schema_for::<PatternCheck>(),
    ]
}
