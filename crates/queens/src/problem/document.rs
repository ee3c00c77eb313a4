//! A problem as a document for JSON and its like.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Pieces, Problem, ProblemError, Topology};
use crate::board::Square;
use crate::error::{SizeError, SquareError};

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
            queens: names(&mut problem.queens()),
            blocked: names(&mut problem.blocked()),
            excluded_diags: names(&mut problem.excluded_diags()),
            excluded_antis: names(&mut problem.excluded_antis()),
        }
    }
}

impl TryFrom<Document> for Problem {
    type Error = DocumentError;

    fn try_from(document: Document) -> Result<Self, DocumentError> {
        if document.schema != SCHEMA {
            return Err(DocumentError::Schema(document.schema));
        }
        let size = document.n;
        let mut problem = match document.topology {
            TopologyName::Plain => Self::new(size),
            TopologyName::Torus => Self::torus(size),
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

/// Why a document is not a problem; formats show it as their own error.
pub(super) enum DocumentError {
    Schema(String),
    Size(SizeError),
    Square(SquareError),
    Problem(ProblemError),
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema(schema) => {
                write!(f, "the schema is `{}`, not `{SCHEMA}`", schema.escape_debug())
            }
            Self::Size(error) => error.fmt(f),
            Self::Square(error) => error.fmt(f),
            Self::Problem(error) => error.fmt(f),
        }
    }
}

impl From<SizeError> for DocumentError {
    fn from(error: SizeError) -> Self {
        Self::Size(error)
    }
}

impl From<SquareError> for DocumentError {
    fn from(error: SquareError) -> Self {
        Self::Square(error)
    }
}

impl From<ProblemError> for DocumentError {
    fn from(error: ProblemError) -> Self {
        Self::Problem(error)
    }
}
