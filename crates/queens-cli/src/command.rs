//! The commands: what they take and what they do.

pub(crate) mod bench;
pub(crate) mod complete;
pub(crate) mod count;
pub(crate) mod draw;
pub(crate) mod estimate;
pub(crate) mod export;
pub(crate) mod find;
pub(crate) mod gallery;
pub(crate) mod info;
pub(crate) mod list;
pub(crate) mod packages;
mod problem;
pub(crate) mod puzzle;
pub(crate) mod run;
pub(crate) mod self_test;
pub(crate) mod serve;

/// What every command speaks of.
mod prelude {
    pub(super) use std::io::{self, Write};
    pub(super) use std::num::{NonZeroU64, NonZeroUsize};
    pub(super) use std::path::{Path, PathBuf};
    pub(super) use std::time::{Duration, Instant};

    pub(super) use clap::{Args as ClapArgs, Subcommand};
    pub(super) use queens::{Error, Kernel, Method, Options, Placement, StopFlag};
    pub(super) use queens_json::{from_one, joined};
    pub(super) use serde_json::{Value, json};

    pub(super) use super::info::machine;
    pub(super) use crate::arguments::{self, Choice, Sizes, Squares, bad};
    pub(super) use crate::outcome::{BAD, BOLD, Exit, Failure, GOOD, Result, or_stopped};
    pub(super) use crate::output::{self, Documents, Form, Format, plural};
    pub(super) use crate::progress::{self, Meter, When};
    pub(super) use crate::{file, forecast, placements, signal, talk};
}
