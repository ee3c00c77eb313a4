//! What all else is tested against.

#![forbid(unsafe_code)]

pub mod oracle;
