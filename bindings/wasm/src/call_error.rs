//! Why a call has no answer.

use std::fmt;

use wasm_bindgen::JsValue;

/// What failed, and what to do: the two lines of every error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallError {
    what: String,
    advice: String,
}

impl CallError {
    pub(crate) fn new(what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { what: what.into(), advice: advice.into() }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.what, self.advice)
    }
}

impl std::error::Error for CallError {}

impl From<CallError> for JsValue {
    fn from(error: CallError) -> Self {
        Self::from_str(&error.to_string())
    }
}

impl From<queens::Error> for CallError {
    fn from(error: queens::Error) -> Self {
        Self::new(error.to_string(), error.advice())
    }
}
