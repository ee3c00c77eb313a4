//! A problem as a document for JSON and its like.

use serde::{Deserialize, Serialize};

use super::{Pieces, Problem, Topology, stated};
use crate::board::Square;
use crate::board::regions::Regions;
use crate::error::Error;

/// The name of the form and its version.
const SCHEMA: &str = "queens.problem/1";

/// The form, squares by their names. Only `n` must be there.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    #[serde(default = "name")]
    schema: String,
    n: u32,
    #[serde(default)]
    topology: Topology,
    /// Left out where it is queens: older versions read what needs no more than they know.
    #[serde(default, skip_serializing_if = "are_queens")]
    pieces: Pieces,
    /// Left out for the same reason; a row of letters for each row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    regions: Option<Regions>,
    #[serde(default)]
    queens: Vec<String>,
    #[serde(default)]
    blocked: Vec<String>,
    #[serde(default)]
    excluded_diags: Vec<String>,
    #[serde(default)]
    excluded_antis: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn are_queens(pieces: &Pieces) -> bool {
    *pieces == Pieces::Queens
}

fn name() -> String {
    SCHEMA.to_owned()
}

impl From<Problem> for Document {
    fn from(problem: Problem) -> Self {
        let names = |squares: &mut dyn Iterator<Item = Square>| squares.map(String::from).collect();
        Self {
            schema: name(),
            n: problem.n(),
            topology: problem.topology(),
            pieces: problem.pieces(),
            regions: problem.regions().cloned(),
            queens: names(&mut problem.queens()),
            blocked: names(&mut problem.blocked()),
            excluded_diags: names(&mut problem.excluded_diags()),
            excluded_antis: names(&mut problem.excluded_antis()),
        }
    }
}

impl TryFrom<Document> for Problem {
    type Error = Error;

    fn try_from(document: Document) -> Result<Self, Error> {
        if document.schema != SCHEMA {
            let schema = document.schema.escape_debug();
            let advice = format!("write `{SCHEMA}`, which docs/formats.md describes");
            let message = format!("the schema is `{schema}`, not `{SCHEMA}`");
            return Err(Error::invalid(message, advice));
        }
        let named = |names: &[String]| -> Result<Vec<Square>, Error> {
            names.iter().map(|name| name.parse()).collect()
        };
        let squares = [
            named(&document.queens)?,
            named(&document.blocked)?,
            named(&document.excluded_diags)?,
            named(&document.excluded_antis)?,
        ];
        let Document { n, topology, pieces, regions, .. } = document;
        stated(n, topology, pieces, regions, squares)
    }
}
