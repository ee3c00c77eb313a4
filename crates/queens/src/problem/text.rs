//! A problem as a text: the board, and lines for what a board does not show.

use std::fmt;
use std::str::FromStr;

use super::{Pieces, Problem, ProblemError, Topology};
use crate::board::Square;
use crate::error::{SizeError, SquareError};

/// The line that says that the board is a torus.
const TORUS: &str = "torus";
/// The line that says that queens attack as knights, too.
const SUPERQUEENS: &str = "superqueens";
/// The first word of lines that name excluded `\` diagonals.
const EXCLUDE_DIAG: &str = "exclude-diag";
/// The first word of lines that name excluded `/` diagonals.
const EXCLUDE_ANTI: &str = "exclude-anti";
/// From here to the end of a line there is a comment, as in chess notation (PGN).
const COMMENT: char = ';';

/// A row a line: `Q` is a queen, `#` a blocked square, `.` an open one. After the rows, `torus`,
/// `superqueens` and a square of each excluded diagonal, if there are any.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.size;
        for row in 0..n {
            for column in 0..n {
                let square = Square { row, column };
                let symbol = match square {
                    _ if self.queens.contains(&square) => "Q",
                    _ if self.blocked.contains(&square) => "#",
                    _ => ".",
                };
                f.write_str(symbol)?;
            }
            writeln!(f)?;
        }
        if self.topology == Topology::Torus {
            writeln!(f, "{TORUS}")?;
        }
        if self.pieces == Pieces::Superqueens {
            writeln!(f, "{SUPERQUEENS}")?;
        }
        for square in self.excluded_diags() {
            writeln!(f, "{EXCLUDE_DIAG} {square}")?;
        }
        for square in self.excluded_antis() {
            writeln!(f, "{EXCLUDE_ANTI} {square}")?;
        }
        Ok(())
    }
}

/// Reads what is written, with freedoms: spaces between the squares of a row, empty lines, several
/// squares after `exclude-diag` and `exclude-anti`, and comments from `;` to the end of the line.
///
/// ```
/// use queens::Problem;
///
/// let problem: Problem = "
///     . Q . .   ; a queen on b1
///     . . . .
///     . . # .
///     . . . .
///     exclude-diag a1
/// ".parse()?;
/// let left: Vec<String> = queens::list(&problem)?.map(|p| p.to_string()).collect();
/// assert_eq!(left, ["2 4 1 3"]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
impl FromStr for Problem {
    type Err = ProblemTextError;

    fn from_str(text: &str) -> Result<Self, ProblemTextError> {
        let mut rows: Vec<Vec<char>> = Vec::new();
        let (mut torus, mut superqueens) = (false, false);
        let (mut diags, mut antis) = (Vec::new(), Vec::new());
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split(COMMENT).next().unwrap_or_default();
            let mut words = line.split_whitespace();
            let Some(first) = words.next() else { continue };
            match first {
                TORUS | SUPERQUEENS => match words.next() {
                    None if first == TORUS => torus = true,
                    None => superqueens = true,
                    Some(word) => return Err(ProblemTextError::symbol(number, word)),
                },
                EXCLUDE_DIAG => diags.extend(named_squares(number, words)?),
                EXCLUDE_ANTI => antis.extend(named_squares(number, words)?),
                _ => {
                    let row: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
                    if let Some(&symbol) = row.iter().find(|symbol| !"Q.#".contains(**symbol)) {
                        return Err(ProblemTextError::Symbol { line: number, symbol });
                    }
                    let columns = rows.first().map_or(row.len(), Vec::len);
                    if row.len() != columns {
                        let squares = row.len();
                        return Err(ProblemTextError::Length { line: number, squares, columns });
                    }
                    rows.push(row);
                }
            }
        }
        let Some(columns) = rows.first().map(Vec::len) else { return Err(ProblemTextError::Empty) };
        if rows.len() != columns {
            return Err(ProblemTextError::Oblong { rows: rows.len(), columns });
        }
        let n = u32::try_from(columns).map_err(|_| SizeError::TooLarge { n: columns as u64 });
        let size = n.and_then(BoardSize::new).map_err(ProblemTextError::Size)?;
        let mut problem = if torus { Self::torus(size) } else { Self::new(size) };
        if superqueens {
            problem = problem.with_superqueens()?;
        }
        for square in squares(size) {
            problem = match rows[square.row as usize][square.column as usize] {
                'Q' => problem.with_queen(square)?,
                '#' => problem.with_blocked(square)?,
                _ => problem,
            };
        }
        for square in diags {
            problem = problem.with_excluded_diag(square)?;
        }
        for square in antis {
            problem = problem.with_excluded_anti(square)?;
        }
        Ok(problem)
    }
}

/// The squares that a line names, by spaces or commas.
fn named_squares<'a>(
    line: usize,
    words: impl Iterator<Item = &'a str>,
) -> Result<Vec<Square>, ProblemTextError> {
    let names = words.flat_map(|word| word.split(',')).filter(|name| !name.is_empty());
    let named = |error| ProblemTextError::Square { line, error };
    let squares: Vec<Square> =
        names.map(|name| name.parse().map_err(named)).collect::<Result<_, _>>()?;
    if squares.is_empty() { Err(ProblemTextError::NoSquare { line }) } else { Ok(squares) }
}

/// Why a text is not a problem.
///
/// ```
/// use queens::{Problem, ProblemTextError};
///
/// let error = "Q . .\n. . .".parse::<Problem>().unwrap_err();
/// assert_eq!(error, ProblemTextError::Oblong { rows: 2, columns: 3 });
/// assert_eq!(error.to_string(), "the board is not square: 2 rows, 3 columns");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProblemTextError {
    /// There is no row in the text.
    Empty,
    /// A line has a symbol that stands for nothing.
    Symbol {
        /// The line, from 1.
        line: usize,
        /// The symbol.
        symbol: char,
    },
    /// A row is not as long as the first.
    Length {
        /// The line, from 1.
        line: usize,
        /// The squares in it.
        squares: usize,
        /// The squares in the first row.
        columns: usize,
    },
    /// There are more rows than columns, or fewer.
    Oblong {
        /// The rows.
        rows: usize,
        /// The columns.
        columns: usize,
    },
    /// The board is too large.
    Size(SizeError),
    /// A line excludes diagonals and names none.
    NoSquare {
        /// The line, from 1.
        line: usize,
    },
    /// A line excludes the diagonal of what is not a square.
    Square {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: SquareError,
    },
    /// The text contradicts itself.
    Problem(ProblemError),
}

impl ProblemTextError {
    fn symbol(line: usize, word: &str) -> Self {
        Self::Symbol { line, symbol: word.chars().next().unwrap_or(' ') }
    }
}

impl From<ProblemError> for ProblemTextError {
    fn from(error: ProblemError) -> Self {
        Self::Problem(error)
    }
}

impl fmt::Display for ProblemTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the board has no rows"),
            Self::Symbol { line, symbol } => {
                write!(f, "line {line}: `{}` is not a square of a board", symbol.escape_debug())
            }
            Self::Length { line, squares, columns } => {
                write!(f, "line {line}: a row of {squares} on a board of {columns} columns")
            }
            Self::Oblong { rows, columns } => {
                write!(f, "the board is not square: {rows} rows, {columns} columns")
            }
            Self::Size(error) => error.fmt(f),
            Self::NoSquare { line } => write!(f, "line {line}: no diagonal is named"),
            Self::Square { line, error } => write!(f, "line {line}: {error}"),
            Self::Problem(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ProblemTextError {}

impl ProblemTextError {
    /// What to do about it.
    ///
    /// ```
    /// let error = "Q . .\n. . .".parse::<queens::Problem>().unwrap_err();
    /// assert_eq!(error.advice(), "write n rows of n squares each");
    /// ```
    pub fn advice(&self) -> String {
        match self {
            Self::Empty => {
                "write a row a line: Q a queen, # a blocked square, . an open one".into()
            }
            Self::Symbol { .. } => {
                "write Q for a queen, # for a blocked square, . for an open one; \
                                    other lines are `torus`, `superqueens`, `exclude-diag SQUARES` \
                                    and `exclude-anti SQUARES`, and ; begins a comment"
                    .to_owned()
            }
            Self::Length { .. } | Self::Oblong { .. } => {
                "write n rows of n squares each".to_owned()
            }
            Self::Size(error) => error.advice(),
            Self::NoSquare { .. } => {
                "name each diagonal by one of its squares, as in d3".to_owned()
            }
            Self::Square { error, .. } => error.advice(),
            Self::Problem(error) => error.advice(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        text.parse::<Problem>().unwrap_err().to_string()
    }

    #[test]
    fn every_part_of_a_problem_is_written_and_read() {
        let text = "...Q.\n.#...\n.....\n#....\n.....\ntorus\nexclude-diag e1\nexclude-anti e2\n";
        let problem: Problem = text.parse().unwrap();
        assert_eq!(problem.to_string(), text);
        // Any square of a diagonal names it.
        assert_eq!(text.replace("e2", "b5").parse(), Ok(problem.clone()));
        assert_eq!(problem.topology(), Topology::Torus);
        let superqueens = text.replace("torus\n", "torus\nsuperqueens\n");
        let leaping = problem.clone().with_superqueens().unwrap();
        assert_eq!(leaping.to_string(), superqueens);
        assert_eq!(superqueens.parse(), Ok(leaping));
        let names = |squares: &mut dyn Iterator<Item = Square>| {
            squares.map(|square| square.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names(&mut problem.queens()), ["d1"]);
        assert_eq!(names(&mut problem.blocked()), ["b2", "a4"]);
        assert_eq!(names(&mut problem.excluded_diags()), ["e1"]);
        assert_eq!(names(&mut problem.excluded_antis()), ["e2"]);
    }

    #[test]
    fn what_is_not_a_problem_is_named() {
        assert_eq!(refused(""), "the board has no rows");
        assert_eq!(refused("torus"), "the board has no rows");
        assert_eq!(refused("..\n.x"), "line 2: `x` is not a square of a board");
        assert_eq!(refused("..\n..\ntorus Q"), "line 3: `Q` is not a square of a board");
        assert_eq!(refused("..\n\n..."), "line 3: a row of 3 on a board of 2 columns");
        assert_eq!(refused("..\n..\n.."), "the board is not square: 3 rows, 2 columns");
        assert_eq!(refused("..\n..\nsuperqueens !"), "line 3: `!` is not a square of a board");
        let leap = refused("Q...\n..Q.\n....\n....\nsuperqueens");
        assert_eq!(leap, "the fixed queens at a1 and c2 attack each other");
        assert_eq!(refused(".\nexclude-diag ;a1"), "line 2: no diagonal is named");
        assert_eq!(refused(".\nexclude-anti a1,1a"), "line 2: `1a` is not a square");
        assert_eq!(refused(".\nexclude-anti b1"), "the square b1 is not on a 1 x 1 board");
        assert_eq!(refused("Q..\n..Q\n.Q."), "the fixed queens at c2 and b3 attack each other");
        assert_eq!(
            refused("Q\nexclude-diag a1"),
            "a queen is fixed at a1, which is blocked or excluded"
        );
    }
}
