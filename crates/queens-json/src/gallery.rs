//! The algorithms of the gallery.

use queens_gallery::About;
use serde::{Serialize, Serializer};

use crate::{Digits, Machine};

/// The algorithms: `queens gallery list`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.gallery.list/1")]
pub struct GalleryList {
    pub algorithms: Vec<&'static About>,
}

/// One run of an algorithm: `queens gallery run`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.gallery.run/1")]
pub struct GalleryRun {
    pub algorithm: &'static str,
    pub n: u32,
    pub complete: bool,
    pub solutions: Digits,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Digits>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<Digits>,
    pub seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placements: Option<Vec<Vec<u32>>>,
}

/// One step of an algorithm: a line of `queens gallery trace`.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.gallery.step/1")]
pub struct GalleryStep {
    pub algorithm: &'static str,
    pub n: u32,
    pub step: Digits,
    pub event: &'static str,
    pub square: Option<String>,
    pub queens: Vec<String>,
    pub masks: Option<Strings>,
    pub line: usize,
    pub code: &'static str,
    pub nodes: Digits,
    pub tests: Digits,
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
    pub queens: &'static str,
    pub build: &'static str,
    pub machine: Machine,
    pub threads: u32,
    pub budget_seconds: f64,
    pub sizes: Vec<u32>,
    pub cells: Vec<Cell>,
}

/// An algorithm on one size.
#[derive(Clone, Serialize, Debug)]
pub struct Cell {
    pub algorithm: &'static str,
    pub n: u32,
    /// What was measured.
    #[serde(flatten)]
    pub state: State,
}

/// What was measured.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum State {
    Measured { solutions: Digits, nodes: Digits, tests: Digits, seconds: f64, runs: u64 },
    LeftOut { predicted_seconds: f64 },
    Stopped,
    TooLarge,
}
