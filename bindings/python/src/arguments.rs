//! Arguments of Python calls, and the errors if they are invalid.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use queens::{MAX_N, Square};

use crate::raise::{Raise, Result};

/// A board size among the arguments: anything that Python accepts as an integer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size(pub(crate) u32);

impl<'py> FromPyObject<'_, 'py> for Size {
    type Error = Raise;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> Result<Self> {
        Ok(Self(queens::board::parse_size(&digits(&given)?)?))
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

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> Result<Self> {
        let advice = format!("give a whole number from 0 to {}", u64::MAX);
        whole(&given, u64::MAX, "out of range", &advice).map(Self)
    }
}

/// A whole number from 0 to `most`. Of any other, the error tells that it is `fault`.
pub(crate) fn whole(given: &Bound<'_, PyAny>, most: u64, fault: &str, advice: &str) -> Result<u64> {
    let digits = digits(given)?;
    let number = digits.parse().ok().filter(|number| *number <= most);
    number.ok_or_else(|| Raise::input(format!("`{digits}` is {fault}"), advice))
}

/// The digits of a whole number: of any size, so that an error can show it.
fn digits(given: &Bound<'_, PyAny>) -> PyResult<String> {
    let number = given.call_method0("__index__").map_err(|_| {
        PyTypeError::new_err(format!("a whole number is needed, not {}", given.get_type()))
    })?;
    number.str()?.extract()
}

/// Squares among the arguments: a text of names, or an iterable of names and of pairs (row, column), both
/// from 0.
pub(crate) fn squares(given: Option<&Bound<'_, PyAny>>) -> Result<Vec<Square>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    if let Ok(text) = given.cast::<PyString>() {
        let text = text.to_string();
        let names = text.split(|c: char| c.is_whitespace() || c == ',');
        return names.filter(|name| !name.is_empty()).map(|name| Ok(name.parse()?)).collect();
    }
    given.try_iter()?.map(|item| square(&item?)).collect()
}

/// A square among the arguments: a name, or a pair (row, column).
pub(crate) fn square(given: &Bound<'_, PyAny>) -> Result<Square> {
    if let Ok(name) = given.cast::<PyString>() {
        return Ok(name.to_string().parse()?);
    }
    let (row, column) = given.extract().map_err(|_| {
        PyTypeError::new_err("a square is a name such as \"a1\", or a pair (row, column) from 0")
    })?;
    let last = MAX_N - 1;
    let advice = format!("count rows and columns from 0 to {last}");
    let line = |given| whole(given, last.into(), "not a row or column", &advice);
    Ok(Square { row: line(&row)? as u32, column: line(&column)? as u32 })
}
