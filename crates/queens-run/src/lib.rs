//! Counts that outlive a process, a machine and a doubt.
//!
//! A *run* is a directory. [`Run::create`] writes its plan: which board, and how the count is cut into
//! blocks ([`queens::blocks`]), dealt to so many shards. [`Worker::work`] counts blocks and appends a line for
//! each to a file of its own; any number of processes on any machines that share the directory may
//! do so, be killed and be started again. [`merge()`] adds the lines up, and when every block is there
//! writes a certificate that [`verify()`] checks, here or at a stranger's.
//!
//! There is no server, no database and no lock: every file has one writer, and no line is trusted that
//! does not carry its own checksum. The formats are in docs/formats.md.
//!
//! # Examples
//!
//! ```
//! use queens::StopFlag;
//! use queens::blocks::Cut;
//! use queens_run::{Plan, Run, Shard, Worker, merge};
//!
//! # let folder = tempfile::tempdir()?;
//! # let dir = folder.path().join("r8");
//! let size = 8;
//! let plan = Plan::new(size, Cut::search(size, Some(20))?, 2)?;
//! let run = Run::create(&dir, plan)?;
//! let worker = Worker::new(&run)?;
//! for shard in 0..2 {
//!     worker.work(Shard::Number(shard), &StopFlag::new(), &|_| ())?;
//! }
//! assert_eq!(merge(&run)?.certificate.total, 92);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

/// What the examples begin with and do not show: `run`, a run of n = 8 in three shards of a block each, in a
/// `folder` that goes away with the example.
macro_rules! example_run {
    () => {
        "# let folder = tempfile::tempdir()?;
# let cut = queens::blocks::Cut::Search { rows: 4, group: 30 };
# let plan = queens_run::Plan::new(8, cut, 3)?;
# let run = queens_run::Run::create(&folder.path().join(\"r8\"), plan)?;"
    };
}

mod certificate;
mod error;
mod file;
mod merge;
mod part;
mod plan;
mod shard;
mod status;
pub mod submit;
mod tallies;
mod verify;
mod work;

pub use certificate::{Certificate, Symmetric};
pub use error::{Kind, RunError};
pub use merge::{Merged, Report, merge};
pub use part::{BlockLine, End, Line, Part, Parts, Start, read_line, write_line};
pub use plan::{Plan, Run, RunName};
pub use shard::{Shard, VARIABLES};
pub use status::{ShardStatus, Status, StatusDocument, status};
pub use verify::{Check, Verification, Verifier, verify};
pub use work::{Ended, FORECAST_BLOCKS, Worked, Worker};
