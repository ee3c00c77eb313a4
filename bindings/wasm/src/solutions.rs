//! Solutions in order, and what the symmetries make of one.

use queens::{Placement, Problem, Symmetry};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Refusal, json, size, solve};

/// Completions of a board in lexicographic order, some at a time.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Listing {
    solutions: Solutions,
    ended: bool,
}

#[derive(Debug)]
enum Solutions {
    /// The plain search, which is the faster one on an empty board.
    Plain(queens::list::Solutions),
    /// The solver's, which looks ahead.
    Begun(queens::Completions),
}

impl Solutions {
    fn next(&mut self) -> Option<Placement> {
        match self {
            Self::Plain(solutions) => solutions.next(),
            Self::Begun(solutions) => solutions.next(),
        }
    }
}

#[wasm_bindgen]
impl Listing {
    /// The solutions of the plain board.
    ///
    /// # Errors
    ///
    /// The size is beyond the method.
    pub fn plain(n: u32) -> Result<Self, Refusal> {
        let solutions = Solutions::Plain(queens::list(&Problem::plain(size(n)?))?);
        Ok(Self { solutions, ended: false })
    }

    /// The completions of a problem, given as a document of the form `queens.problem/1`.
    ///
    /// # Errors
    ///
    /// The document is no problem, or its size is beyond the method.
    pub fn begun(problem: &str) -> Result<Self, Refusal> {
        let problem = solve::problem(problem)?;
        let solutions = Solutions::Begun(queens::Completer::new(&problem).list()?);
        Ok(Self { solutions, ended: false })
    }

    /// The next solutions, as many as `limit`: their columns row by row, one solution after the other.
    pub fn next(&mut self, limit: u32) -> Vec<u32> {
        let mut columns = Vec::new();
        for _ in 0..limit {
            let Some(placement) = self.solutions.next() else {
                self.ended = true;
                break;
            };
            columns.extend_from_slice(placement.columns());
        }
        columns
    }

    /// Goes over the next solutions, as many as `limit`, and tells how many there were.
    pub fn skip(&mut self, limit: u32) -> u32 {
        let found = (0..limit).take_while(|_| self.solutions.next().is_some()).count() as u32;
        self.ended |= found < limit;
        found
    }

    /// Whether there are no more.
    #[wasm_bindgen(getter)]
    pub fn ended(&self) -> bool {
        self.ended
    }
}

#[derive(Serialize)]
struct Orbit {
    /// Of each of the eight symmetries, in the order of `Symmetry::ALL`.
    images: Vec<Image>,
    /// How many of the images differ.
    multiplicity: u32,
    canonical: Vec<u32>,
}

#[derive(Serialize)]
struct Image {
    symmetry: String,
    columns: Vec<u32>,
}

/// The images of a solution under the eight symmetries.
///
/// # Errors
///
/// The columns are no solution.
#[wasm_bindgen]
pub fn orbit(columns: Vec<u32>) -> Result<String, Refusal> {
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
