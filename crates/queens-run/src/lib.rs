//! Counts that survive an interruption, on any number of machines.
//!
//! A *run* is a directory. [`Run::create`] writes its plan: the size of the board, and how the row patterns
//! of the color method ([`queens::engine::Partition`]) are cut into ranges and dealt to shards.
//! [`Worker::work`] counts ranges and appends a line for each to a file of its own. Any number of processes,
//! on any machines that share the directory, may do so, be killed and be started again. [`merge()`] adds the
//! lines up and, when every range is there, writes a certificate that [`verify()`] checks.
//!
//! There is no server, no database and no lock: every file has one writer, and a line is used only if its
//! own checksum is right. docs/formats.md describes the files.
//!
//! # Examples
//!
//! ```
//! use queens::Options;
//! use queens_run::{Plan, Run, Shard, Worker, merge};
//!
//! # let folder = tempfile::tempdir()?;
//! # let dir = folder.path().join("r8");
//! let plan = Plan::new(8, None, 2)?;
//! let run = Run::create(&dir, plan)?;
//! let worker = Worker::new(&run)?;
//! for shard in 0..2 {
//!     worker.work(Shard::Number(shard), &Options::new())?;
//! }
//! assert_eq!(merge(&run)?.certificate.total, 92);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

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

pub use certificate::{Certificate, Check, MEANING, Symmetric};
pub use file::quoted;
pub use memory::{available_memory, threads_within};
pub use merge::{Conflict, Merged, Report, merge};
pub use part::{End, Line, Part, Parts, RangeLine, Start, read_line, write_line};
pub use plan::{Forecast, MAX_RANGES, MIN_N, Plan, Run, RunName};
pub use shard::{Shard, VARIABLES};
pub use status::{ShardStatus, Status, next_shard, status};
pub use verify::{PatternCheck, Verification, Verifier, verify, verify_pattern};
pub use work::{EndReason, WorkReport, Worker};

/// The JSON Schemas of a run's files and of its status, which have the documents' names as titles.
#[cfg(feature = "schema")]
pub fn schemas() -> Vec<schemars::Schema> {
    let mut settings = schemars::generate::SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    let generator = || settings.clone().into_generator();
    vec![
        generator().into_root_schema_for::<certificate::Document<Vec<String>>>(),
        generator().into_root_schema_for::<plan::PlanDocument>(),
        generator().into_root_schema_for::<part::Line>(),
        generator().into_root_schema_for::<Report>(),
        // The others are read as well, from files that an older version may have written without some keys.
        settings.for_serialize().into_generator().into_root_schema_for::<Status>(),
    ]
}

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
