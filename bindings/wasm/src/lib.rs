//! The library `queens` for the web page, as WebAssembly.
//!
//! Every call takes plain values and returns a JSON text whose counts are strings (answers.json says what each key
//! means); squares and columns are counted from 0, as the page's arrays are. A call runs to its end and cannot be
//! stopped from inside, because WebAssembly on a page has one thread. So calls are made in a worker
//! that can be ended, and long work is cut: [`Count`] into pieces that many workers share, and
//! [`Listing`] into as many solutions as the caller asks for.
//!
//! A call that fails throws a text of two lines: what failed, and what to do.

#![allow(unsafe_code, reason = "what the macro of wasm-bindgen writes")]
#![allow(clippy::missing_errors_doc, reason = "an error says itself what it is")]

mod count;
mod gallery;
mod puzzle;
mod solutions;
mod solve;

pub use count::{Count, classes, estimate, known};
pub use gallery::{difference, gallery_run, members, seek, trace, tree};
pub use puzzle::{
    puzzle_check, puzzle_count, puzzle_explain, puzzle_generate, puzzle_hint, puzzle_rate,
    puzzle_read, puzzle_recognize, puzzle_solve,
};
pub use solutions::{Listing, orbit};
pub use solve::{complete, count_completions, draw, forced, problem_text};

use std::cell::RefCell;
use std::{fmt, panic};

use queens::{Error, ErrorKind};
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

thread_local! {
    /// What the last panic said. The page has no standard error to find it on.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Called when the engine is loaded.
#[wasm_bindgen(start)]
fn start() {
    panic::set_hook(Box::new(|panic| PANIC.with_borrow_mut(|last| *last = panic.to_string())));
}

/// What the last panic said; empty if there was none. After one, the engine must not be used for
/// anything else.
#[wasm_bindgen]
pub fn last_panic() -> String {
    PANIC.with_borrow(String::clone)
}

/// The answer as a text.
fn json(answer: &impl Serialize) -> Result<String, CallError> {
    serde_json::to_string(answer).map_err(|error| {
        CallError::new(format!("the answer could not be written: {error}"), "report it as a bug")
    })
}

/// An error of the library, thrown as a text of its two lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallError(Error);

impl CallError {
    pub(crate) fn new(what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self(Error::new(ErrorKind::Invalid, what, advice))
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.0, self.0.advice())
    }
}

impl From<CallError> for JsValue {
    fn from(error: CallError) -> Self {
        Self::from_str(&error.to_string())
    }
}

impl From<Error> for CallError {
    fn from(error: Error) -> Self {
        Self(error)
    }
}
