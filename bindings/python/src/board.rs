//! Placements and problems as Python objects.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyIterator, PyString, PyTuple};
use queens::draw::Drawing;
use queens::{Pieces, Square, Symmetry, Topology};

use crate::arguments::{Size, square, squares, whole};
use crate::raise::{Raise, Result};

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
pub(crate) fn notebook_svg(drawing: Result<Drawing>, size: u32) -> Option<String> {
    let width = (40 * size + 40).clamp(80, 560);
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

/// A partly filled board: queens fixed, squares blocked, diagonals excluded, on a plain board or a torus.
///
/// Squares are names ("a1" is column 1 of row 1) or pairs (row, column) from 0; several may stand in one
/// text ("a1 b5"). `excluded_diags` names squares on `\` lines that no queen may stand on, `excluded_antis`
/// squares on `/` lines. Superqueens also attack as knights. A problem is valid by construction, immutable,
/// hashable, and can be pickled.
///
/// >>> from queens_engine import Problem, complete, count
/// >>> problem = Problem(8, queens=["a1", "b5"])
/// >>> complete(problem)
/// Placement("1 7 5 8 2 4 6 3")
/// >>> count(problem)
/// 1
/// >>> Problem(4, queens=["a1", "b2"])
/// Traceback (most recent call last):
/// queens_engine.InputError: the fixed queens at a1 and b2 attack each other
/// remove or move one of the two
#[pyclass(frozen, eq, hash, str = "{0}", from_py_object, module = "queens_engine")]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Problem(pub(crate) queens::Problem);

#[pymethods]
impl Problem {
    #[new]
    #[pyo3(signature = (n, *, queens = None, blocked = None, excluded_diags = None,
                        excluded_antis = None, torus = false, superqueens = false))]
    fn new(
        n: Size,
        queens: Option<&Bound<'_, PyAny>>,
        blocked: Option<&Bound<'_, PyAny>>,
        excluded_diags: Option<&Bound<'_, PyAny>>,
        excluded_antis: Option<&Bound<'_, PyAny>>,
        torus: bool,
        superqueens: bool,
    ) -> Result<Self> {
        let mut problem =
            if torus { queens::Problem::torus(n.0) } else { queens::Problem::new(n.0) };
        if superqueens {
            problem = problem.with_superqueens()?;
        }
        let (diags, antis) = (squares(excluded_diags)?, squares(excluded_antis)?);
        problem = squares(queens)?.into_iter().try_fold(problem, queens::Problem::with_queen)?;
        problem = squares(blocked)?.into_iter().try_fold(problem, queens::Problem::with_blocked)?;
        problem = diags.into_iter().try_fold(problem, queens::Problem::with_excluded_diag)?;
        Ok(Self(antis.into_iter().try_fold(problem, queens::Problem::with_excluded_anti)?))
    }

    /// Reads a problem from its text or its JSON, as docs/formats.md describes them.
    ///
    /// >>> from queens_engine import Problem
    /// >>> Problem.parse("Q.... ..... ..#.. ..... .....".replace(" ", "\n")).blocked
    /// ('c3',)
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn parse(text: &str) -> Result<Self> {
        if !text.trim_start().starts_with('{') {
            return Ok(Self(text.parse()?));
        }
        let problem = serde_json::from_str(text).map_err(|error| {
            Raise::input(
                format!("the JSON is not a problem: {error}"),
                "docs/formats.md describes it; to_json() writes it",
            )
        })?;
        Ok(Self(problem))
    }

    /// The problem as JSON, schema `queens.problem/1`.
    ///
    /// >>> from queens_engine import Problem
    /// >>> problem = Problem(5, queens="a1")
    /// >>> Problem.parse(problem.to_json()) == problem
    /// True
    fn to_json(&self) -> String {
        serde_json::to_string(&self.0).expect("a problem is a document")
    }

    /// The problem as a text for another program: "dimacs", "asp", "minizinc", "exact_cover", "opb" or "lp", as
    /// docs/solvers.md describes them. A comment has the number of solutions, if you give it.
    ///
    /// >>> from queens_engine import Problem, count
    /// >>> problem = Problem(4, queens="b1")
    /// >>> print(problem.export("exact_cover", solutions=count(problem)).splitlines()[-1])
    /// r_4 c_d d_a1
    #[pyo3(signature = (format, /, *, solutions = None))]
    fn export(&self, py: Python<'_>, format: &str, solutions: Option<u128>) -> Result<String> {
        let mut export = self.0.export(format.parse()?)?;
        if let Some(solutions) = solutions {
            export = export.solutions(solutions);
        }
        Ok(py.detach(|| export.to_string()))
    }

    /// The size of the board.
    #[getter]
    fn n(&self) -> u32 {
        self.0.n()
    }

    /// Whether diagonals continue at the opposite edge.
    #[getter]
    fn torus(&self) -> bool {
        self.0.topology() == Topology::Torus
    }

    /// Whether queens also attack as knights (A051223).
    ///
    /// >>> from queens_engine import Problem, count
    /// >>> count(Problem(10, superqueens=True))
    /// 4
    #[getter]
    fn superqueens(&self) -> bool {
        self.0.pieces() == Pieces::Superqueens
    }

    /// The fixed queens, row by row.
    #[getter]
    fn queens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, self.0.queens())
    }

    /// The blocked squares, row by row.
    #[getter]
    fn blocked<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, self.0.blocked())
    }

    /// A square of each excluded `\` line.
    #[getter]
    fn excluded_diags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, self.0.excluded_diags())
    }

    /// A square of each excluded `/` line.
    #[getter]
    fn excluded_antis<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, self.0.excluded_antis())
    }

    /// Whether this is the plain empty board.
    #[getter]
    fn is_plain(&self) -> bool {
        self.0.is_plain()
    }

    /// The problem with one more queen.
    #[pyo3(signature = (square, /))]
    fn with_queen(&self, square: &Bound<'_, PyAny>) -> Result<Self> {
        Ok(Self(self.0.clone().with_queen(self::square(square)?)?))
    }

    /// The problem with one more blocked square.
    #[pyo3(signature = (square, /))]
    fn with_blocked(&self, square: &Bound<'_, PyAny>) -> Result<Self> {
        Ok(Self(self.0.clone().with_blocked(self::square(square)?)?))
    }

    /// The problem with the `\` line through a square excluded.
    #[pyo3(signature = (square, /))]
    fn with_excluded_diag(&self, square: &Bound<'_, PyAny>) -> Result<Self> {
        Ok(Self(self.0.clone().with_excluded_diag(self::square(square)?)?))
    }

    /// The problem with the `/` line through a square excluded.
    #[pyo3(signature = (square, /))]
    fn with_excluded_anti(&self, square: &Bound<'_, PyAny>) -> Result<Self> {
        Ok(Self(self.0.clone().with_excluded_anti(self::square(square)?)?))
    }

    /// Whether a placement solves the problem.
    ///
    /// >>> from queens_engine import Placement, Problem
    /// >>> Problem(4, queens=["b1"]).admits(Placement("2 4 1 3"))
    /// True
    #[pyo3(signature = (placement, /))]
    fn admits(&self, placement: &Placement) -> bool {
        self.0.admits(&placement.0)
    }

    /// The board as an SVG document, for n up to 256: blocked squares and excluded diagonals hatched, the
    /// fixed queens, and those of `solution` if there is one, with the lines of attack of the fixed ones.
    #[pyo3(signature = (solution = None, *, coordinates = false))]
    fn svg(&self, solution: Option<&Placement>, coordinates: bool) -> Result<String> {
        let mut drawing = self.drawing()?.coordinates(coordinates);
        if let Some(Placement(solution)) = solution {
            drawing = drawing.queens(solution.queens())?.attacks(self.0.queens())?;
        }
        Ok(drawing.svg())
    }

    fn _repr_svg_(&self) -> Option<String> {
        notebook_svg(self.drawing(), self.0.n())
    }

    fn _repr_html_(&self) -> Option<String> {
        notebook_html(self._repr_svg_())
    }

    fn __repr__(&self) -> String {
        let text = format!("Problem({}", self.0.n())
            + &keyword("queens", self.0.queens())
            + &keyword("blocked", self.0.blocked())
            + &keyword("excluded_diags", self.0.excluded_diags())
            + &keyword("excluded_antis", self.0.excluded_antis());
        let torus = if self.torus() { ", torus=True" } else { "" };
        let superqueens = if self.superqueens() { ", superqueens=True" } else { "" };
        format!("{text}{torus}{superqueens})")
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("parse")?.unbind(), (self.to_json(),)))
    }
}

impl Problem {
    fn drawing(&self) -> Result<Drawing> {
        let size = self.0.n();
        // Before the squares are gone through: there may be 2^62 of them.
        let drawing = Drawing::new(size)?;
        let closed = queens::board::squares(size).filter(|square| !self.0.is_open(*square));
        Ok(drawing.queens(self.0.queens())?.blocked(closed)?)
    }
}
