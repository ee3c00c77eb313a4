//! The library's errors as exceptions of the package, with their two lines.

use std::fmt::Display;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use queens::ErrorKind;

/// Which exception of `queens_engine` it becomes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Class {
    Interrupted,
    Input,
    Unavailable,
    Run,
    Incomplete,
    Conflict,
}

/// What went wrong: an error of the library, or an exception that is one already.
#[derive(Debug)]
pub(crate) enum Raise {
    Library { class: Class, what: String, advice: String },
    Python(PyErr),
}

impl Raise {
    pub(crate) fn new(class: Class, what: impl Display, advice: impl Into<String>) -> Self {
        Self::Library { class, what: what.to_string(), advice: advice.into() }
    }

    /// An error of a run, whose failures are about its files.
    pub(crate) fn of_run(error: queens::Error) -> Self {
        match error.kind() {
            ErrorKind::Failed | ErrorKind::Stopped => Self::new(Class::Run, &error, error.advice()),
            _ => error.into(),
        }
    }

    pub(crate) fn input(what: impl Display, advice: impl Into<String>) -> Self {
        Self::new(Class::Input, what, advice)
    }
}

impl From<PyErr> for Raise {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<Raise> for PyErr {
    fn from(raise: Raise) -> Self {
        match raise {
            Raise::Python(error) => error,
            Raise::Library { class, what, advice } => Python::attach(|py| {
                let class = exception(py, class);
                class.map_or_else(|error| error, |class| Self::from_type(class, (what, advice)))
            }),
        }
    }
}

/// The exception's class. The classes are written in Python, where they can have two bases.
fn exception(py: Python<'_>, class: Class) -> PyResult<Bound<'_, PyType>> {
    static CLASSES: [PyOnceLock<Py<PyType>>; 6] = [const { PyOnceLock::new() }; 6];
    let name = match class {
        Class::Interrupted => "QueensError",
        Class::Input => "InputError",
        Class::Unavailable => "UnavailableError",
        Class::Run => "RunError",
        Class::Incomplete => "IncompleteError",
        Class::Conflict => "ConflictError",
    };
    CLASSES[class as usize].import(py, "queens_engine._errors", name).cloned()
}

impl From<queens::Error> for Raise {
    fn from(error: queens::Error) -> Self {
        let class = match error.kind() {
            ErrorKind::Unavailable | ErrorKind::Failed => Class::Unavailable,
            ErrorKind::Stopped => Class::Interrupted,
            ErrorKind::Incomplete => Class::Incomplete,
            ErrorKind::Contradiction => Class::Conflict,
            _ => Class::Input,
        };
        Self::new(class, &error, error.advice())
    }
}
