//! The library's errors as exceptions of the package, with their two lines.

use std::fmt::Display;

use pyo3::prelude::*;
use pyo3::{PyTypeInfo, import_exception};
use queens::ErrorKind;

// They are written in Python, where they can have two bases.
import_exception!(queens_engine._errors, ConflictError);
import_exception!(queens_engine._errors, IncompleteError);
import_exception!(queens_engine._errors, InputError);
import_exception!(queens_engine._errors, QueensError);
import_exception!(queens_engine._errors, RunError);
import_exception!(queens_engine._errors, UnavailableError);

/// An exception: `?` makes it of the library's errors, too.
#[derive(Debug)]
pub(crate) struct Raise(PyErr);

pub(crate) type Result<T, E = Raise> = std::result::Result<T, E>;

impl Raise {
    pub(crate) fn new<E: PyTypeInfo>(what: impl Display, advice: impl Display) -> Self {
        Self(PyErr::new::<E, _>((what.to_string(), advice.to_string())))
    }

    pub(crate) fn input(what: impl Display, advice: impl Display) -> Self {
        Self::new::<InputError>(what, advice)
    }

    /// An error of a run, whose failures are about its files.
    pub(crate) fn of_run(error: queens::Error) -> Self {
        match error.kind() {
            ErrorKind::Failed | ErrorKind::Stopped => Self::new::<RunError>(&error, error.advice()),
            _ => error.into(),
        }
    }
}

impl From<PyErr> for Raise {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

impl From<Raise> for PyErr {
    fn from(raise: Raise) -> Self {
        raise.0
    }
}

impl From<queens::Error> for Raise {
    fn from(error: queens::Error) -> Self {
        let (what, advice) = (&error, error.advice());
        match error.kind() {
            ErrorKind::Unavailable | ErrorKind::Failed => {
                Self::new::<UnavailableError>(what, advice)
            }
            ErrorKind::Stopped => Self::new::<QueensError>(what, advice),
            ErrorKind::Incomplete => Self::new::<IncompleteError>(what, advice),
            ErrorKind::Contradiction => Self::new::<ConflictError>(what, advice),
            _ => Self::input(what, advice),
        }
    }
}
