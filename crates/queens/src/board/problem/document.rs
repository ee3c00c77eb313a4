//! A problem as a document for JSON and its like.

use serde::{Deserialize, Serialize};

use super::{Pieces, Problem, Topology, alone, of_size};
use crate::board::Square;
use crate::board::regions::Regions;
use crate::error::Error;

/// The name of the form and its version.
const SCHEMA: &str = "queens.problem/1";

/// The form, squares by their names. Only `n` must be there.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    #[serde(default = "schema")]
    schema: String,
    n: u32,
    #[serde(default)]
    topology: TopologyName,
    /// Left out where it is queens: older versions read what needs no more than they know.
    #[serde(default, skip_serializing_if = "PiecesName::are_queens")]
    pieces: PiecesName,
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

#[derive(Serialize, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum TopologyName {
    #[default]
    Plain,
    Torus,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum PiecesName {
    #[default]
    Queens,
    Superqueens,
}

impl PiecesName {
    fn are_queens(&self) -> bool {
        matches!(self, Self::Queens)
    }
}

fn schema() -> String {
    SCHEMA.to_owned()
}

impl From<Problem> for Document {
    fn from(problem: Problem) -> Self {
        let names = |squares: &mut dyn Iterator<Item = Square>| {
            squares.map(|square| square.to_string()).collect()
        };
        Self {
            schema: schema(),
            n: problem.size(),
            topology: match problem.topology() {
                Topology::Plain => TopologyName::Plain,
                Topology::Torus => TopologyName::Torus,
            },
            pieces: match problem.pieces() {
                Pieces::Queens => PiecesName::Queens,
                Pieces::Superqueens => PiecesName::Superqueens,
            },
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
            return Err(Error::invalid(
                format!("the schema is `{schema}`, not `{SCHEMA}`"),
                advice,
            ));
        }
        let size = document.n;
        let mut problem = match (document.regions, document.topology) {
            (None, TopologyName::Plain) => Self::new(size),
            (None, TopologyName::Torus) => Self::torus(size),
            (Some(regions), TopologyName::Plain) => of_size(size, regions)?,
            (Some(_), TopologyName::Torus) => return Err(alone("torus")),
        };
        if !document.pieces.are_queens() {
            problem = problem.with_superqueens()?;
        }
        for name in document.queens {
            problem = problem.with_queen(name.parse()?)?;
        }
        for name in document.blocked {
            problem = problem.with_blocked(name.parse()?)?;
        }
        for name in document.excluded_diags {
            problem = problem.with_excluded_diag(name.parse()?)?;
        }
        for name in document.excluded_antis {
            problem = problem.with_excluded_anti(name.parse()?)?;
        }
        Ok(problem)
    }
}
