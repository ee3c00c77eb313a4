//! Partly filled boards.

use queens::board::squares;
use queens::draw::Drawing;
use queens::{Completer, Options, Problem, Square};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::count::Counted;
use crate::{CallError, json};

/// The problem in a document of the form `queens.problem/1`.
pub(crate) fn problem(document: &str) -> Result<Problem, CallError> {
    serde_json::from_str(document).map_err(|error| {
        let what = format!("this is no problem: {error}");
        CallError::new(what, "docs/formats.md tells the form of problems")
    })
}

#[derive(Serialize)]
pub(crate) struct Completion {
    columns: Option<Vec<u32>>,
    nodes: String,
    restarts: String,
}

/// Completes a board, or proves that it cannot be completed.
#[wasm_bindgen]
pub fn complete(document: &str) -> Result<String, CallError> {
    let found = Completer::new(&problem(document)?).find()?;
    json(&Completion {
        columns: found.placement.map(|placement| placement.columns().to_vec()),
        nodes: found.nodes.to_string(),
        restarts: found.restarts.to_string(),
    })
}

/// Counts the completions of a board. This can take arbitrarily long.
#[wasm_bindgen]
pub fn count_completions(document: &str) -> Result<String, CallError> {
    count(&problem(document)?)
}

pub(crate) fn count(problem: &Problem) -> Result<String, CallError> {
    let count = Completer::new(problem).options(&Options::new().threads(1)).count()?;
    json(&Counted { total: count.total.to_string(), nodes: count.nodes.to_string() })
}

/// The squares without a queen yet that hold one in every completion: row, column, row, column.
/// Empty if there is no completion.
///
/// A queen of one completion is in all of them if the board has none with that square blocked; so
/// this takes a search for each open row.
#[wasm_bindgen]
pub fn forced(document: &str) -> Result<Vec<u32>, CallError> {
    let problem = problem(document)?;
    let Some(placement) = problem.solve()? else { return Ok(Vec::new()) };
    let fixed: Vec<Square> = problem.queens().collect();
    let mut forced = Vec::new();
    // Queens of the first completion. A queen that some other completion lacks needs no search of its own.
    let mut doubtful: Vec<Square> =
        placement.queens().filter(|queen| !fixed.contains(queen)).collect();
    while let Some(queen) = doubtful.pop() {
        let without = problem.clone().with_blocked(queen)?;
        match without.solve()? {
            None => forced.extend([queen.row, queen.column]),
            Some(other) => doubtful.retain(|queen| other.queens().any(|square| square == *queen)),
        }
    }
    Ok(forced)
}

/// The board as an SVG document, the same as that of `queens draw`.
#[wasm_bindgen]
pub fn draw(document: &str, coordinates: bool) -> Result<String, CallError> {
    let problem = problem(document)?;
    let closed = squares(problem.n()).filter(|square| !problem.is_open(*square));
    let drawing = Drawing::new(problem.n())?.queens(problem.queens())?.blocked(closed)?;
    Ok(drawing.coordinates(coordinates).svg())
}

#[derive(Serialize)]
pub(crate) struct Reading {
    problem: Problem,
    text: String,
}

/// A problem in both its forms, whether it is given as a document or as a text (docs/formats.md).
#[wasm_bindgen]
pub fn problem_text(text: &str) -> Result<String, CallError> {
    let problem =
        if text.trim_start().starts_with('{') { problem(text)? } else { text.parse::<Problem>()? };
    let text = problem.to_string();
    json(&Reading { problem, text })
}
