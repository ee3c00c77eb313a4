//! Problems as Python objects.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use queens::draw::Drawing;
use queens::{Pieces, Topology};

use crate::arguments::{Size, square, squares};
use crate::placement::Placement;
use crate::raise::{Raise, Result};
use crate::show::{keyword, names, notebook_html, notebook_svg};

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
        let export = self.0.export(format.parse()?)?.solutions(solutions);
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
        let n = self.0.n();
        // Before the squares are gone through: there may be 2^62 of them.
        let drawing = Drawing::new(n)?;
        let closed = queens::board::squares(n).filter(|square| !self.0.is_open(*square));
        Ok(drawing.queens(self.0.queens())?.blocked(closed)?)
    }
}
