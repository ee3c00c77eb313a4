//! How objects show themselves: as records, texts, drawings in a notebook and arrays.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyTuple};
use queens::Square;
use queens::draw::Drawing;

use crate::raise::Result;

/// A record of the package: they are written in Python.
pub(crate) fn record<'py>(
    py: Python<'py>,
    module: &str,
    name: &str,
    fields: impl PyCallArgs<'py>,
) -> Result<Py<PyAny>> {
    Ok(py.import(format!("queens_engine.{module}"))?.getattr(name)?.call1(fields)?.unbind())
}

pub(crate) fn names(
    py: Python<'_>,
    squares: impl Iterator<Item = Square>,
) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, squares.map(|square| square.to_string()).collect::<Vec<_>>())
}

/// Squares as an argument of a constructor that is written out; nothing if there are none.
pub(crate) fn keyword(name: &str, squares: impl Iterator<Item = Square>) -> String {
    let squares: Vec<String> = squares.map(|square| square.to_string()).collect();
    if squares.is_empty() { String::new() } else { format!(", {name}=\"{}\"", squares.join(" ")) }
}

/// The SVG for a notebook, which has a fixed width; `None` for boards that are too large to draw, which show as text.
pub(crate) fn notebook_svg(drawing: Result<Drawing>, n: u32) -> Option<String> {
    let width = (40 * n + 40).clamp(80, 560);
    let sized = format!("<svg width=\"{width}\" height=\"{width}\" ");
    Some(drawing.ok()?.coordinates(true).svg().replacen("<svg ", &sized, 1))
}

/// The same for front ends that prefer HTML: it shrinks with the window.
pub(crate) fn notebook_html(svg: Option<String>) -> Option<String> {
    let svg = svg?.replacen("<svg ", "<svg style=\"max-width:100%;height:auto\" ", 1);
    Some(format!("<div>{svg}</div>"))
}

/// An array of NumPy with a copy of these bytes.
pub(crate) fn array<'py>(
    py: Python<'py>,
    bytes: &[u8],
    kind: &str,
    shape: impl IntoPyObject<'py>,
) -> PyResult<Py<PyAny>> {
    let bytes = PyByteArray::new(py, bytes);
    Ok(py.import("numpy")?.call_method1("ndarray", (shape, kind, bytes))?.unbind())
}
