//! The JSON documents of queens, as types: what the commands print and the server answers.
//!
//! Each document names its form and version in `schema`, which comes first. The forms are docs/schemas, which say what each
//! key means; the tests of queens-cli hold everything that the commands print against them.

#![forbid(unsafe_code)]
#![expect(
    missing_docs,
    reason = "docs/schemas say what a key means, and nothing compares two such texts"
)]

mod gallery;
mod machine;
mod puzzle;
mod run;
mod verbs;

use serde::{Serialize, Serializer};

pub use gallery::*;
pub use machine::*;
pub use puzzle::*;
pub use run::*;
pub use verbs::*;

/// A number as a string of decimal digits: it may outgrow the numbers of JavaScript.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digits(pub u128);

impl<T: Into<u128>> From<T> for Digits {
    fn from(number: T) -> Self {
        Self(number.into())
    }
}

impl Serialize for Digits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
