//! Why a call has no answer.

use std::fmt;

use queens::{Error, ErrorKind};
use wasm_bindgen::JsValue;

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
