//! Region puzzles as Python objects.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyString, PyTuple, PyType};
use queens::draw::Drawing;
use queens::{Options, Uniqueness};
use queens_puzzle::{Format, Generator, Hint, Level, Step};

use crate::arguments::{Natural, Size, square, squares};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::raise::{Raise, Result};
use crate::show::{keyword, names, notebook_html, notebook_svg, record};
use crate::verbs::{complete, count_problem};
use crate::wait::wait;

/// A region puzzle (Star Battle with one star, known as Queens): every row, every column and every region
/// holds one queen, and queens do not touch.
///
/// Made of a text in any of the usual forms (letters, numbers, JSON, `8x1.AAB...`, Star Battle Notation), of
/// rows of letters or numbers, or of a picture (a PNG, JPEG, WebP, GIF or BMP file, by its path or its bytes); with the queens and
/// crosses of a player, squares as in the other functions. A puzzle is immutable and hashable, can be pickled, and
/// shows as a picture in notebooks.
///
/// >>> from queens_engine import Puzzle
/// >>> puzzle = Puzzle("""
/// ... AABB
/// ... CCBB
/// ... CCDD
/// ... CCDD""")
/// >>> puzzle == Puzzle([[0, 0, 1, 1], [2, 2, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]])
/// True
/// >>> puzzle.solve().queens
/// ('b1', 'd2', 'a3', 'c4')
/// >>> puzzle.rate().level
/// 'medium'
/// >>> Puzzle("AB\nAB")
/// Traceback (most recent call last):
/// queens_engine.InputError: ...
#[pyclass(frozen, eq, hash, module = "queens_engine")]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Puzzle(queens_puzzle::Puzzle);

#[pymethods]
impl Puzzle {
    #[new]
    #[pyo3(signature = (regions, /, *, queens = None, crosses = None))]
    fn new(
        py: Python<'_>,
        regions: &Bound<'_, PyAny>,
        queens: Option<&Bound<'_, PyAny>>,
        crosses: Option<&Bound<'_, PyAny>>,
    ) -> Result<Self> {
        let puzzles = if let Some(puzzles) = read(py, regions)? {
            puzzles
        } else {
            let rows = regions.try_iter()?.map(|row| {
                let row = row?;
                if row.is_instance_of::<PyString>() {
                    return Ok(row);
                }
                // An array of NumPy, too.
                let row = if row.hasattr("tolist")? { row.call_method0("tolist")? } else { row };
                Ok(row.try_iter()?.collect::<PyResult<Vec<_>>>()?.into_pyobject(py)?.into_any())
            });
            let rows = rows.collect::<PyResult<Vec<_>>>()?;
            let text = py.import("json")?.call_method1("dumps", (rows,))?.to_string();
            queens_puzzle::parse(&text)?
        };
        let [mut puzzle] = puzzles.try_into().map_err(|puzzles: Vec<_>| {
            let what = format!("there are {} puzzles", puzzles.len());
            Raise::input(what, "read them with Puzzle.read")
        })?;
        puzzle =
            squares(queens)?.into_iter().try_fold(puzzle, queens_puzzle::Puzzle::with_queen)?;
        Ok(Self(squares(crosses)?.into_iter().try_fold(puzzle, queens_puzzle::Puzzle::with_cross)?))
    }

    /// Reads one puzzle or many: from a text in any of the forms, or from a file, by its path (`pathlib.Path`, or a
    /// text that ends as pictures do, such as `.png`) or its bytes. Files have texts or a picture.
    ///
    /// >>> from queens_engine import Puzzle
    /// >>> [puzzle.n for puzzle in Puzzle.read("4x1.AABBCCBBCCDDCCDD")]
    /// [4]
    #[staticmethod]
    #[pyo3(signature = (source, /))]
    fn read(py: Python<'_>, source: &Bound<'_, PyAny>) -> Result<Vec<Self>> {
        let puzzles = read(py, source)?.ok_or_else(|| {
            let kind = source.get_type();
            PyTypeError::new_err(format!("a text, a path or bytes are needed, not {kind}"))
        })?;
        Ok(puzzles.into_iter().map(Self).collect())
    }

    /// Makes a puzzle with exactly one solution, the same for the same arguments on every machine; of a level
    /// (`easy`, `medium`, `hard`, `expert`) or of any; with `symmetric`, one that a half turn maps to itself.
    ///
    /// >>> from queens_engine import Puzzle
    /// >>> puzzle = Puzzle.generate(8, seed=7, level="medium")
    /// >>> puzzle.count(), puzzle.rate().level
    /// (1, 'medium')
    #[staticmethod]
    #[pyo3(signature = (n, *, seed = None, level = None, symmetric = false))]
    fn generate(
        py: Python<'_>,
        n: Size,
        seed: Option<Natural>,
        level: Option<&str>,
        symmetric: bool,
    ) -> Result<Self> {
        let level = level.map(str::parse::<Level>).transpose()?;
        let seed = seed.map_or(0, |Natural(seed)| seed);
        let generator = Generator::new(n.0).seed(seed).level(level).symmetric(symmetric);
        Ok(Self(wait(py, Options::new(), None, move |_| generator.generate())?))
    }

    /// The size of the board.
    #[getter]
    fn n(&self) -> u32 {
        self.0.n()
    }

    /// The regions: a letter for each square, a text for each row.
    #[getter]
    fn regions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.regions().to_string().lines().collect::<Vec<_>>())
    }

    /// The queens on the board, row by row.
    #[getter]
    fn queens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, self.0.queens())
    }

    /// The squares crossed out, row by row.
    #[getter]
    fn crosses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, self.0.crosses())
    }

    /// The puzzle with one more queen.
    #[pyo3(signature = (square, /))]
    fn with_queen(&self, square: &Bound<'_, PyAny>) -> Result<Self> {
        Ok(Self(self.0.clone().with_queen(self::square(square)?)?))
    }

    /// The puzzle with one more square crossed out.
    #[pyo3(signature = (square, /))]
    fn with_cross(&self, square: &Bound<'_, PyAny>) -> Result<Self> {
        Ok(Self(self.0.clone().with_cross(self::square(square)?)?))
    }

    /// The puzzle without queens and crosses.
    fn bare(&self) -> Self {
        Self(self.0.bare())
    }

    /// The puzzle with all its queens, or None if there is provably no solution. If there are several, one of
    /// them.
    fn solve(&self, py: Python<'_>) -> Result<Option<Self>> {
        let found = complete(py, Problem(self.0.problem().clone()))?;
        let Some(Placement(placement)) = found else { return Ok(None) };
        let mut queens = placement.queens();
        Ok(Some(Self(queens.try_fold(self.0.clone(), queens_puzzle::Puzzle::with_queen)?)))
    }

    /// How many solutions there are.
    ///
    /// >>> from queens_engine import Puzzle
    /// >>> Puzzle("AABB AABB CCDD CCDD".replace(" ", "\n")).count()
    /// 2
    fn count(&self, py: Python<'_>) -> Result<u128> {
        count_problem(py, Problem(self.0.problem().clone()), Some(Natural(1)), None)
    }

    /// Whether there is exactly one solution. Stops as soon as it finds a second one.
    fn is_unique(&self, py: Python<'_>) -> Result<bool> {
        let problem = self.0.problem().clone();
        let found = wait(py, Options::new(), None, move |_| problem.uniqueness())?;
        Ok(matches!(found, Uniqueness::One(_)))
    }

    /// The steps by which a person solves the puzzle from the marks that are on it, with a reason for each.
    /// If there are several solutions or none, the steps end where no step is left.
    ///
    /// >>> from queens_engine import Puzzle
    /// >>> steps = Puzzle("4x1.AABBCCBBCCDDCCDD").explain()
    /// >>> print(steps[-1].sentence)
    /// b1 is the last open square of row 1, so it holds a queen.
    /// >>> steps[-1].puzzle.queens
    /// ('b1', 'd2', 'a3', 'c4')
    fn explain(&self, py: Python<'_>) -> Result<Vec<Py<PyAny>>> {
        let puzzle = self.0.clone();
        let explain = move |_: &Options<'_>| Ok::<_, Raise>(queens_puzzle::explain(&puzzle).steps);
        let steps = wait(py, Options::new(), None, explain)?;
        let mut puzzle = self.clone();
        let step = |step: Step| {
            puzzle = puzzle.after(&step)?;
            step_record(py, puzzle.clone(), step)
        };
        steps.into_iter().map(step).collect()
    }

    /// The next step from the marks on the puzzle, or None if all queens are placed.
    ///
    /// Marks that contradict the only solution raise `InputError`, which names them.
    ///
    /// >>> from queens_engine import Puzzle
    /// >>> puzzle = Puzzle("4x1.AABBCCBBCCDDCCDD")
    /// >>> puzzle.with_queen("b1").hint().sentence
    /// 'The queen on b1 closes the rest of row 1, column b and region A, and the squares it touches.'
    /// >>> puzzle.with_queen("a1").hint()
    /// Traceback (most recent call last):
    /// queens_engine.InputError: a1 is wrong: no solution has this mark
    /// take it away
    fn hint(&self, py: Python<'_>) -> Result<Option<Py<PyAny>>> {
        let puzzle = self.0.clone();
        let hint = move |_: &Options<'_>| Ok::<_, Raise>(queens_puzzle::hint(&puzzle));
        match wait(py, Options::new(), None, hint)? {
            Hint::Step { step } => step_record(py, self.after(&step)?, step).map(Some),
            Hint::Solved => Ok(None),
            Hint::Wrong { squares } => {
                let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
                let one = squares.len() == 1;
                let (is, this, it) =
                    if one { ("is", "this mark", "it") } else { ("are", "these marks", "them") };
                let what = format!("{} {is} wrong: no solution has {this}", squares.join(", "));
                Err(Raise::input(what, format!("take {it} away")))
            }
            Hint::NoSolution => {
                Err(Raise::input("the puzzle has no solution", "check its regions"))
            }
            Hint::Several { solutions: [first, second] } => Err(Raise::input(
                format!("the puzzle has several solutions, {first} and {second} among them"),
                "only a puzzle with one solution has hints",
            )),
        }
    }

    /// How difficult the puzzle is. It must have exactly one solution.
    fn rate(&self, py: Python<'_>) -> Result<Py<PyAny>> {
        let puzzle = self.0.clone();
        let rating = wait(py, Options::new(), None, move |_| queens_puzzle::rate(&puzzle))?;
        let fields = (rating.score, rating.level.name(), rating.hardest.name(), rating.times);
        record(py, "_results", "PuzzleRating", fields)
    }

    /// The puzzle in one of the forms: `letters`, `json`, `compact`, `sbn`, `sbn2` (Star Battle Notation,
    /// versions 1 and 2), `board`, or `puzzlink` (an address of puzz.link). sbn, sbn2 and board keep queens and
    /// crosses.
    ///
    /// >>> from queens_engine import Puzzle
    /// >>> Puzzle("4x1.AABBCCBBCCDDCCDD").text("json")
    /// '[[0,0,1,1],[2,2,1,1],[2,2,3,3],[2,2,3,3]]\n'
    #[pyo3(signature = (form = "letters", /))]
    fn text(&self, form: &str) -> Result<String> {
        Ok(form.parse::<Format>()?.write(&self.0)?)
    }

    /// The puzzle as an SVG document: regions by color and border, queens, crosses; with `letters`, the
    /// regions' letters.
    #[pyo3(signature = (*, letters = false, coordinates = false))]
    fn svg(&self, letters: bool, coordinates: bool) -> Result<String> {
        Ok(self.drawing()?.letters(letters).coordinates(coordinates).svg())
    }

    fn _repr_svg_(&self) -> Option<String> {
        notebook_svg(self.drawing(), self.0.n())
    }

    fn _repr_html_(&self) -> Option<String> {
        notebook_html(self._repr_svg_())
    }

    /// The board with its regions in letters, as `text("board")` if there are marks on it.
    fn __str__(&self) -> String {
        let marked = self.0.queens().next().is_some() || self.0.crosses().next().is_some();
        if marked { self.0.problem().to_string() } else { self.0.regions().to_string() }
    }

    fn __repr__(&self) -> String {
        let letters = self.0.regions().to_string().replace('\n', "");
        let queens = keyword("queens", self.0.queens());
        let crosses = keyword("crosses", self.0.crosses());
        format!("Puzzle(\"{}x1.{letters}\"{queens}{crosses})", self.0.n())
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyType>, (String,)) {
        (py.get_type::<Self>().unbind(), (self.0.problem().to_string(),))
    }
}

/// The puzzles of a text, or of a file by its path or its bytes; none if it is none of these.
fn read(py: Python<'_>, source: &Bound<'_, PyAny>) -> Result<Option<Vec<queens_puzzle::Puzzle>>> {
    let text = source.cast::<PyString>().map(ToString::to_string).ok();
    let is_path = match text.as_ref().map(|text| text.to_ascii_lowercase()) {
        Some(text) => {
            let ends = [".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".heic", ".tif", ".tiff"];
            !text.contains('\n') && ends.iter().any(|end| text.ends_with(end))
        }
        None => source.hasattr("__fspath__")?,
    };
    let bytes = if is_path {
        let path = py.import("pathlib")?.call_method1("Path", (source,))?;
        path.call_method0("read_bytes")?.extract()?
    } else if let Some(text) = text {
        text.into_bytes()
    } else if let Ok(bytes) = source.extract::<PyBackedBytes>() {
        bytes.to_vec()
    } else {
        return Ok(None);
    };
    if queens_puzzle::is_picture(&bytes) {
        let read = move |options: &Options<'_>| queens_puzzle::from_picture(&bytes, options);
        return Ok(Some(vec![wait(py, Options::new(), None, read)?]));
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        Raise::input(
            "the bytes are no text and no picture",
            "give UTF-8, or a PNG, JPEG, WebP, GIF or BMP file",
        )
    })?;
    Ok(Some(queens_puzzle::parse(&text)?))
}

impl Puzzle {
    fn after(&self, step: &Step) -> Result<Self> {
        Ok(Self(self.0.clone().after(step)?))
    }

    fn drawing(&self) -> Result<Drawing> {
        let drawing = Drawing::new(self.0.n())?.regions(self.0.regions())?;
        Ok(drawing.queens(self.0.queens())?.blocked(self.0.crosses())?)
    }
}

/// A step, and the puzzle after it, as a record.
fn step_record(py: Python<'_>, puzzle: Puzzle, step: Step) -> Result<Py<PyAny>> {
    let [queens, crosses, highlight] =
        [step.queens, step.crosses, step.highlight].map(|squares| names(py, squares.into_iter()));
    let technique = step.technique.name();
    let fields = (technique, queens?, crosses?, highlight?, step.sentence, puzzle);
    record(py, "_results", "PuzzleStep", fields)
}
