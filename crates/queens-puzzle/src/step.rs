//! One step of an explanation.

use queens::Square;
use serde::{Serialize, Serializer};

use crate::techniques::Technique;

/// A step of a solution: some squares decided by one technique, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The squares that get a queen.
    #[serde(serialize_with = "names")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub queens: Vec<Square>,
    /// The squares that are crossed out.
    #[serde(serialize_with = "names")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub crosses: Vec<Square>,
    /// The squares that show why.
    #[serde(serialize_with = "names")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub highlight: Vec<Square>,
    /// The step in words.
    pub sentence: String,
}

fn names<S: Serializer>(squares: &[Square], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(squares.iter().map(ToString::to_string))
}
