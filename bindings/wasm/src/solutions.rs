//! Solutions in order, and what the symmetries make of one.

use queens::{Completer, Completions, Placement, Problem, Symmetry};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{CallError, json, solve};

/// Completions of a board in lexicographic order, some at a time.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Listing {
    solutions: Completions,
    /// Whether only the first of each orbit is given.
    fundamental: bool,
    ended: bool,
}

#[wasm_bindgen]
impl Listing {
    /// The solutions of the plain board; with `fundamental`, only the first of each orbit under the
    /// eight symmetries.
    pub fn plain(n: u32, fundamental: bool) -> Result<Self, CallError> {
        Ok(Self { solutions: Completer::new(&Problem::new(n)).list()?, fundamental, ended: false })
    }

    /// The completions of a problem, given as a document of the form `queens.problem/1`.
    pub fn completions(problem: &str) -> Result<Self, CallError> {
        let solutions = Completer::new(&solve::problem(problem)?).list()?;
        Ok(Self { solutions, fundamental: false, ended: false })
    }

    /// The next solutions, as many as `limit`: one after the other the size of its orbit, then its
    /// columns row by row.
    pub fn next(&mut self, limit: u32) -> Vec<u32> {
        let mut numbers = Vec::new();
        for _ in 0..limit {
            let Some(placement) = self.advance() else { break };
            numbers.push(placement.multiplicity().get());
            numbers.extend_from_slice(placement.columns());
        }
        numbers
    }

    /// Goes over the next solutions, as many as `limit`, and tells how many there were.
    pub fn skip(&mut self, limit: u32) -> u32 {
        (0..limit).take_while(|_| self.advance().is_some()).count() as u32
    }

    /// Whether there are no more.
    #[wasm_bindgen(getter)]
    pub fn ended(&self) -> bool {
        self.ended
    }
}

impl Listing {
    fn advance(&mut self) -> Option<Placement> {
        // Nothing stops it, so no item is an error.
        let mut all = self.solutions.by_ref().flatten();
        let next = all.find(|next| !self.fundamental || next.is_canonical());
        self.ended = next.is_none();
        next
    }
}

#[derive(Serialize)]
pub(crate) struct Orbit {
    images: Vec<Image>,
    multiplicity: u32,
    canonical: Vec<u32>,
}

#[derive(Serialize)]
struct Image {
    symmetry: String,
    columns: Vec<u32>,
}

/// The images of a solution under the eight symmetries.
#[wasm_bindgen]
pub fn orbit(columns: Vec<u32>) -> Result<String, CallError> {
    let placement = Placement::new(columns)?;
    let image = |symmetry: Symmetry| Image {
        symmetry: format!("{symmetry:?}"),
        columns: symmetry.placement(&placement).columns().to_vec(),
    };
    json(&Orbit {
        images: Symmetry::ALL.map(image).into(),
        multiplicity: placement.multiplicity().get(),
        canonical: placement.canonical().columns().to_vec(),
    })
}
