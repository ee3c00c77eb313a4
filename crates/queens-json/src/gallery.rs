//! The algorithms of the gallery.

use queens_gallery::About;
use serde::{Serialize, Serializer};

use crate::{Digits, Machine};

/// The algorithms: `queens gallery list`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.gallery.list/1")]
pub struct GalleryList {
    /// The simplest first.
    pub algorithms: Vec<&'static About>,
}

/// One run of an algorithm: `queens gallery run`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.gallery.run/1")]
pub struct GalleryRun {
    /// The algorithm.
    pub algorithm: &'static str,
    /// Size of the board.
    pub n: u32,
    /// Whether the search went to its end, so that `solutions` is Q(n).
    pub complete: bool,
    /// Solutions found.
    pub solutions: Digits,
    /// Visited nodes of a complete search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Digits>,
    /// Tests of a complete search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<Digits>,
    /// Time of the plain run, without counters.
    pub seconds: f64,
    /// The solutions, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placements: Option<Vec<Vec<u32>>>,
}

/// One step of an algorithm: a line of `queens gallery trace`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.gallery.step/1")]
pub struct GalleryStep {
    /// The algorithm.
    pub algorithm: &'static str,
    /// Size of the board.
    pub n: u32,
    /// The number of the step, from 1.
    pub step: Digits,
    /// What happens.
    pub event: &'static str,
    /// The square it happens to.
    pub square: Option<String>,
    /// The queens on the board after it.
    pub queens: Vec<String>,
    /// The bit strings, if the algorithm has some.
    pub masks: Option<Strings>,
    /// The line of the code, from 1.
    pub line: usize,
    /// That line.
    pub code: &'static str,
    /// Nodes visited so far.
    pub nodes: Digits,
    /// Tests so far.
    pub tests: Digits,
    /// Solutions so far.
    pub solutions: Digits,
}

/// Bit strings by their names, in the order of the articles.
#[derive(Clone, Debug)]
pub struct Strings(pub Vec<(&'static str, String)>);

impl Serialize for Strings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, digits)| (name, digits)))
    }
}

/// Algorithms side by side: `queens gallery compare`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.gallery.compare/1")]
pub struct GalleryComparison {
    /// The version of the program.
    pub queens: &'static str,
    /// `release` or `debug`.
    pub build: &'static str,
    /// The machine.
    pub machine: Machine,
    /// Threads.
    pub threads: u32,
    /// The longest search allowed.
    pub budget_seconds: f64,
    /// Sizes of the board.
    pub sizes: Vec<u32>,
    /// One entry for each algorithm and size.
    pub cells: Vec<Cell>,
}

/// An algorithm on one size.
#[derive(Clone, Serialize, Debug)]
pub struct Cell {
    /// The algorithm.
    pub algorithm: &'static str,
    /// Size of the board.
    pub n: u32,
    /// What was measured.
    #[serde(flatten)]
    pub state: State,
}

/// What was measured.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum State {
    /// A search that came to its end.
    Measured {
        /// Solutions.
        solutions: Digits,
        /// Visited nodes.
        nodes: Digits,
        /// Tests.
        tests: Digits,
        /// Time of the fastest run.
        seconds: f64,
        /// Runs.
        runs: u64,
    },
    /// The search would take longer than allowed.
    LeftOut {
        /// Forecast of its time.
        predicted_seconds: f64,
    },
    /// The search took longer than allowed.
    Stopped,
    /// The algorithm does not take this size.
    TooLarge,
}
