//! The commands, a file each: what they take and what they do.

pub(crate) mod bench;
pub(crate) mod complete;
pub(crate) mod completions;
pub(crate) mod count;
pub(crate) mod draw;
pub(crate) mod estimate;
pub(crate) mod find;
pub(crate) mod gallery;
pub(crate) mod info;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod puzzle;
pub(crate) mod run;
pub(crate) mod self_test;
pub(crate) mod serve;
