//! The commands, a file each: what they take and what they do.

pub(crate) mod gallery;
