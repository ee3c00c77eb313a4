//! A problem as a text: the board, and lines for what a board does not show.

use std::fmt;
use std::str::FromStr;

use super::{Pieces, Problem, Topology, stated};
use crate::board::regions::Regions;
use crate::board::{Square, parse_size, squares, words};
use crate::error::Error;

/// The line that says that the board is a torus.
const TORUS: &str = "torus";
/// The line that says that queens also attack as knights.
const SUPERQUEENS: &str = "superqueens";
/// The first word of lines with the letters of a row's regions.
const REGIONS: &str = "regions";
/// The first word of lines that name excluded `\` diagonals.
const EXCLUDE_DIAG: &str = "exclude-diag";
/// The first word of lines that name excluded `/` diagonals.
const EXCLUDE_ANTI: &str = "exclude-anti";
/// From here to the end of a line there is a comment, as in chess notation (PGN).
const COMMENT: char = ';';

/// A row a line: `Q` is a queen, `#` a blocked square, `.` an open one. After the rows, `torus`,
/// `superqueens`, the regions row by row and a square of each excluded diagonal, if there are any.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in squares(self.n) {
            let symbol = match square {
                _ if self.queens.contains(&square) => 'Q',
                _ if self.blocked.contains(&square) => '#',
                _ => '.',
            };
            write!(f, "{symbol}{}", if square.column + 1 < self.n { "" } else { "\n" })?;
        }
        if self.topology == Topology::Torus {
            writeln!(f, "{TORUS}")?;
        }
        if self.pieces == Pieces::Superqueens {
            writeln!(f, "{SUPERQUEENS}")?;
        }
        for row in self.regions.iter().flat_map(Regions::rows) {
            writeln!(f, "{REGIONS} {row}")?;
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

/// Reads the size and the queens, as in `8: a1 b5`; or a board as it is written, with freedoms: `_` or `-` for an open
/// square, spaces between the squares of a row, empty lines, several rows after `regions`, several squares after `exclude-diag` and `exclude-anti`,
/// and comments from `;` to the end of the line.
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
/// let only = problem.solve()?.expect("one of the two has its queen on b1");
/// assert_eq!(only.to_string(), "2 4 1 3");
/// assert_eq!("4: b1".parse::<Problem>()?, ".Q.. .... .... ....".replace(' ', "\n").parse()?);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
impl FromStr for Problem {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let lines: Vec<&str> =
            text.lines().map(|line| line.split(COMMENT).next().unwrap_or_default()).collect();
        let whole = lines.join(" ");
        if let Some((size, queens)) = whole.split_once(':')
            && size.trim_start().starts_with(|c: char| c.is_ascii_digit())
        {
            let n = parse_size(size.trim())?;
            if n == 0 {
                return Err(no_rows());
            }
            if n > SHORT_N {
                let advice = format!("this form takes n up to {SHORT_N}");
                return Err(Error::too_large(n, "state", advice));
            }
            let mut names = words(queens);
            return names.try_fold(Self::new(n), |problem, name| problem.with_queen(name.parse()?));
        }
        let mut rows: Vec<Vec<char>> = Vec::new();
        let (mut topology, mut pieces) = (Topology::Plain, Pieces::Queens);
        let (mut diags, mut antis) = (Vec::new(), Vec::new());
        let mut regions: Vec<String> = Vec::new();
        let mut read = |line: &str| {
            let line = line.trim();
            let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match first {
                "" => {}
                TORUS | SUPERQUEENS => match rest.trim_start().chars().next() {
                    None if first == TORUS => topology = Topology::Torus,
                    None => pieces = Pieces::Superqueens,
                    Some(symbol) => return Err(no_symbol(symbol)),
                },
                REGIONS => regions.extend(rest.split_whitespace().map(str::to_owned)),
                EXCLUDE_DIAG => diags.extend(named_squares(rest)?),
                EXCLUDE_ANTI => antis.extend(named_squares(rest)?),
                _ => {
                    let row: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
                    if let Some(&symbol) = row.iter().find(|symbol| !"Q.#_-".contains(**symbol)) {
                        return Err(no_symbol(symbol));
                    }
                    let columns = rows.first().map_or(row.len(), Vec::len);
                    if row.len() != columns {
                        let length = row.len();
                        let message = format!("a row of {length} on a board of {columns} columns");
                        return Err(Error::invalid(message, ROWS));
                    }
                    rows.push(row);
                }
            }
            Ok(())
        };
        for (number, line) in (1..).zip(lines) {
            read(line).map_err(|error| error.within(format_args!("line {number}")))?;
        }
        let columns = rows.first().map(Vec::len).ok_or_else(no_rows)?;
        if rows.len() != columns {
            let what = format!("the board is not square: {} rows, {columns} columns", rows.len());
            return Err(Error::invalid(what, ROWS));
        }
        let size = parse_size(&columns.to_string())?;
        let regions = (!regions.is_empty()).then(|| regions.try_into()).transpose()?;
        let with = |symbol: char| {
            let is_there = |at: &Square| rows[at.row as usize][at.column as usize] == symbol;
            squares(size).filter(is_there).collect()
        };
        stated(size, topology, pieces, regions, [with('Q'), with('#'), diags, antis])
    }
}

/// The empty board is a problem, but no text shows it.
fn no_rows() -> Error {
    let advice = "write a row a line: Q a queen, # a blocked square, . an open one";
    Error::invalid("the board has no rows", advice)
}

/// The squares that a line names.
fn named_squares(names: &str) -> Result<Vec<Square>, Error> {
    let squares: Vec<Square> = words(names).map(str::parse).collect::<Result<_, _>>()?;
    if squares.is_empty() {
        let advice = "name each diagonal by one of its squares, as in d3";
        return Err(Error::invalid("no diagonal is named", advice));
    }
    Ok(squares)
}

/// The largest board that a few words can ask for: written as a board it has n squares squared.
const SHORT_N: u32 = 1000;

const ROWS: &str = "write n rows of n squares each";

fn no_symbol(symbol: char) -> Error {
    let advice = "write Q for a queen, # for a blocked square, . for an open one; other lines are \
                  `torus`, `superqueens`, `regions ROW`, `exclude-diag SQUARES` and `exclude-anti SQUARES`, and ; \
                  begins a comment";
    let message = format!("`{}` is not a square of a board", symbol.escape_debug());
    Error::invalid(message, advice)
}
