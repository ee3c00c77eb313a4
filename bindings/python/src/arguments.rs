//! Arguments of Python calls, and the errors if they are invalid.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use queens::{MAX_SIZE, Square};

use crate::raise::Raise;

/// A board size among the arguments: anything that Python accepts as an integer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size(pub(crate) u32);

impl<'py> FromPyObject<'_, 'py> for Size {
    type Error = Raise;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> Result<Self, Raise> {
        Ok(Self(queens::board::parse_size(&whole(&number)?)?))
    }
}

/// A number of something among the arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Natural(pub(crate) u64);

impl Natural {
    /// As a number of things in memory.
    pub(crate) fn size(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl<'py> FromPyObject<'_, 'py> for Natural {
    type Error = Raise;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> Result<Self, Raise> {
        let digits = whole(&number)?;
        digits.parse().map(Self).map_err(|_| {
            Raise::input(
                format!("`{digits}` is out of range"),
                format!("give a whole number from 0 to {}", u64::MAX),
            )
        })
    }
}

/// The digits of a whole number: of any size, so that the library can say what is wrong with it.
pub(crate) fn whole(number: &Bound<'_, PyAny>) -> PyResult<String> {
    let number = number.call_method0("__index__").map_err(|_| {
        let kind = number.get_type();
        PyTypeError::new_err(format!("a whole number is needed, not {kind}"))
    })?;
    number.str()?.extract()
}

/// Squares among the arguments: a text of names, or an iterable of names and of pairs (row, column), both
/// from 0.
pub(crate) fn squares(given: &Bound<'_, PyAny>) -> Result<Vec<Square>, Raise> {
    if let Ok(text) = given.cast::<PyString>() {
        let text = text.to_string();
        let names = text.split(|c: char| c.is_whitespace() || c == ',');
        return names.filter(|name| !name.is_empty()).map(|name| Ok(name.parse()?)).collect();
    }
    given.try_iter()?.map(|item| square(&item?)).collect()
}

/// A square among the arguments: a name, or a pair (row, column).
pub(crate) fn square(given: &Bound<'_, PyAny>) -> Result<Square, Raise> {
    if let Ok(name) = given.cast::<PyString>() {
        return Ok(name.to_string().parse()?);
    }
    let pair: (Bound<'_, PyAny>, Bound<'_, PyAny>) = given.extract().map_err(|_| {
        PyTypeError::new_err("a square is a name such as \"a1\", or a pair (row, column) from 0")
    })?;
    let line = |number: &Bound<'_, PyAny>| -> Result<u32, Raise> {
        let digits = whole(number)?;
        let line = digits.parse::<u32>().ok().filter(|line| *line < MAX_SIZE);
        line.ok_or_else(|| {
            Raise::input(
                format!("`{digits}` is not a row or column"),
                format!("count rows and columns from 0 to {}", MAX_SIZE - 1),
            )
        })
    };
    Ok(Square { row: line(&pair.0)?, column: line(&pair.1)? })
}
