//! Placements as Python objects.

use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyString, PyTuple};
use queens::Symmetry;
use queens::draw::Drawing;

use crate::arguments::{squares, whole};
use crate::raise::{Raise, Result};
use crate::show::{array, names, notebook_html, notebook_svg};

/// A solution: n queens on an n x n board, no two on one line.
///
/// Made of columns, row by row, counted from 0, or of a text as OEIS writes it, counted from 1. It is
/// valid by construction, immutable, hashable, ordered by its columns, and can be pickled.
///
/// >>> from queens_engine import Placement
/// >>> placement = Placement("2 4 1 3")
/// >>> placement.columns
/// (1, 3, 0, 2)
/// >>> placement == Placement([1, 3, 0, 2])
/// True
/// >>> print(placement.text())
/// . Q . .
/// . . . Q
/// Q . . .
/// . . Q .
/// <BLANKLINE>
/// >>> Placement("1 2")
/// Traceback (most recent call last):
/// queens_engine.InputError: the queens at a1 and b2 attack each other
/// move one of the two; a placement has one queen on every row and column and at most one on every diagonal
#[pyclass(frozen, eq, ord, hash, str = "{0}", sequence, module = "queens_engine")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Placement(pub(crate) queens::Placement);

#[pymethods]
impl Placement {
    #[new]
    #[pyo3(signature = (columns, /))]
    fn new(columns: &Bound<'_, PyAny>) -> Result<Self> {
        if let Ok(text) = columns.cast::<PyString>() {
            return Ok(Self(text.to_string().parse()?));
        }
        let column = |item: PyResult<Bound<'_, PyAny>>| {
            let advice = "give one column a row, counted from 0";
            Ok(whole(&item?, u32::MAX.into(), "not a column", advice)? as u32)
        };
        let columns = columns.try_iter()?.map(column).collect::<Result<_>>()?;
        Ok(Self(queens::Placement::new(columns)?))
    }

    /// The size of the board.
    #[getter]
    fn n(&self) -> u32 {
        self.0.n()
    }

    /// The column of each row's queen, counted from 0.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.columns())
    }

    /// The squares of the queens, row by row.
    ///
    /// >>> from queens_engine import Placement
    /// >>> Placement("2 4 1 3").squares
    /// ('b1', 'd2', 'a3', 'c4')
    #[getter]
    fn squares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, self.0.queens())
    }

    /// The columns as an array of NumPy, counted from 0: int8 up to n = 128, then int16, and int32 above
    /// n = 32768.
    fn array(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        // The columns are below n, and a number of these bits with a sign holds them.
        let (width, kind) = match self.0.n() {
            0..=128 => (1, "i1"),
            129..=32_768 => (2, "<i2"),
            _ => (4, "<i4"),
        };
        let low = |column: &u32| column.to_le_bytes().into_iter().take(width);
        let bytes: Vec<u8> = self.0.columns().iter().flat_map(low).collect();
        array(py, &bytes, kind, self.0.n())
    }

    /// The placements that the eight symmetries of the board make of this one, in order, each once.
    ///
    /// >>> from queens_engine import Placement
    /// >>> [str(placement) for placement in Placement("2 4 1 3").orbit()]
    /// ['2 4 1 3', '3 1 4 2']
    fn orbit(&self) -> Vec<Self> {
        self.0.orbit().into_iter().map(Self).collect()
    }

    /// The first placement of the orbit: the fundamental solution that stands for it.
    fn canonical(&self) -> Self {
        Self(self.0.canonical())
    }

    /// Whether the placement is the first of its orbit.
    #[getter]
    fn is_canonical(&self) -> bool {
        self.0.is_canonical()
    }

    /// The size of the orbit: 1, 2, 4 or 8.
    #[getter]
    fn multiplicity(&self) -> u32 {
        self.0.multiplicity().get()
    }

    /// The names of the symmetries that map the placement to itself.
    ///
    /// >>> from queens_engine import Placement
    /// >>> Placement("2 4 1 3").symmetries
    /// ('identity', 'quarter_turn', 'half_turn', 'three_quarter_turn')
    #[getter]
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.symmetries().into_iter().map(Symmetry::name))
    }

    /// What a symmetry of the board makes of the placement: `identity`, `quarter_turn`, `half_turn`,
    /// `three_quarter_turn` (clockwise), `mirror`, `anti_transpose`, `flip` or `transpose`.
    ///
    /// >>> from queens_engine import Placement
    /// >>> str(Placement("2 4 1 3").image("mirror"))
    /// '3 1 4 2'
    #[pyo3(signature = (symmetry, /))]
    fn image(&self, symmetry: &str) -> Result<Self> {
        Ok(Self(symmetry.parse::<Symmetry>()?.placement(&self.0)))
    }

    /// The board as text: `.` and `Q`, or with `unicode` chess symbols; with the squares attacked from
    /// `attacks` marked.
    #[pyo3(signature = (*, unicode = false, coordinates = false, attacks = None))]
    fn text(
        &self,
        unicode: bool,
        coordinates: bool,
        attacks: Option<&Bound<'_, PyAny>>,
    ) -> Result<String> {
        let drawing = self.drawing(coordinates, attacks)?;
        Ok(if unicode { drawing.unicode() } else { drawing.ascii() })
    }

    /// The board as an SVG document, for n up to 256; with the lines of attack from the squares
    /// `attacks`. It has no fixed width and fills the available space.
    ///
    /// >>> from queens_engine import Placement
    /// >>> Placement("2 4 1 3").svg(attacks=["b1"]).startswith("<svg xmlns=")
    /// True
    #[pyo3(signature = (*, coordinates = false, attacks = None))]
    fn svg(&self, coordinates: bool, attacks: Option<&Bound<'_, PyAny>>) -> Result<String> {
        Ok(self.drawing(coordinates, attacks)?.svg())
    }

    fn _repr_svg_(&self) -> Option<String> {
        notebook_svg(self.drawing(false, None), self.0.n())
    }

    fn _repr_html_(&self) -> Option<String> {
        notebook_html(self._repr_svg_())
    }

    fn __repr__(&self) -> String {
        const SHOWN: usize = 40;
        let columns = self.0.columns();
        if columns.len() <= SHOWN {
            return format!("Placement(\"{}\")", self.0);
        }
        let first: Vec<String> = columns[..8].iter().map(|c| (c + 1).to_string()).collect();
        format!("<Placement of {} queens: {} ...>", columns.len(), first.join(" "))
    }

    fn __len__(&self) -> usize {
        self.0.columns().len()
    }

    fn __getitem__(&self, py: Python<'_>, row: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.columns(py)?.as_any().get_item(row).map(Bound::unbind)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.columns(py)?.try_iter()
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (Vec<u8>,))> {
        let bytes = self.0.columns().iter().flat_map(|c| c.to_le_bytes()).collect();
        Ok((py.get_type::<Self>().getattr("_restore")?.unbind(), (bytes,)))
    }

    /// What unpickling calls: columns of four bytes each, the lowest first.
    #[staticmethod]
    fn _restore(columns: &[u8]) -> Result<Self> {
        let (columns, []) = columns.as_chunks() else {
            return Err(Raise::input("a pickled placement is cut short", "pickle it again"));
        };
        let columns = columns.iter().copied().map(u32::from_le_bytes).collect();
        Ok(Self(queens::Placement::new(columns)?))
    }
}

impl Placement {
    fn drawing(&self, coordinates: bool, attacks: Option<&Bound<'_, PyAny>>) -> Result<Drawing> {
        Ok(Drawing::of(&self.0)?.coordinates(coordinates).attacks(squares(attacks)?)?)
    }
}
