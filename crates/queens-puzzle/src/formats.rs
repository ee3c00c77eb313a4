//! Puzzles as text: six forms, recognized by themselves.

mod sbn;

use std::fmt;
use std::str::FromStr;

use queens::board::squares;
use queens::{Error, ErrorKind, Problem, Regions};
use serde_json::Value;

use crate::puzzle::Puzzle;

/// A form in which puzzles are written.
///
/// ```
/// use queens_puzzle::{Format, Puzzle};
///
/// let puzzle = Puzzle::new("AAAB\nACBB\nCCDD\nCCDD".parse()?);
/// assert_eq!(Format::Compact.write(&puzzle), "4x1.AAABACBBCCDDCCDD\n");
/// assert_eq!(Format::Sbn.write(&puzzle), "441WEIKo\n");
/// assert_eq!(Format::Sbn2.write(&puzzle), "4A68Tx\n");
/// for format in Format::ALL {
///     assert_eq!(queens_puzzle::parse(&format.write(&puzzle))?, vec![puzzle.clone()]);
/// }
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// A row a line, a letter for each square.
    Letters,
    /// An array of rows, each an array of the numbers of its squares' regions, from 0.
    Json,
    /// `{size}x{stars}.{letters}`, on one line.
    Compact,
    /// Star Battle Notation, version 1: the borders of the regions in base 64, then the marks.
    Sbn,
    /// Star Battle Notation, version 2: shorter, in base 85.
    Sbn2,
    /// The board with its queens and crosses, as [`Problem`] writes it.
    Board,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Letters, Self::Json, Self::Compact, Self::Sbn, Self::Sbn2, Self::Board];

    /// The name, as in `--to sbn`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Letters => "letters",
            Self::Json => "json",
            Self::Compact => "compact",
            Self::Sbn => "sbn",
            Self::Sbn2 => "sbn2",
            Self::Board => "board",
        }
    }

    /// Whether queens and crosses are written, too.
    pub const fn keeps_marks(self) -> bool {
        matches!(self, Self::Sbn | Self::Sbn2 | Self::Board)
    }

    /// Writes a puzzle. Every line ends in a line feed.
    pub fn write(self, puzzle: &Puzzle) -> String {
        let regions = puzzle.regions();
        match self {
            Self::Letters => regions.to_string(),
            Self::Json => {
                let n = regions.size();
                let of: Vec<u32> = squares(n).map(|square| regions.at(square)).collect();
                let rows: Vec<&[u32]> = of.chunks(n as usize).collect();
                format!("{}\n", serde_json::json!(rows))
            }
            Self::Compact => {
                let letters: String = regions.to_string().split_whitespace().collect();
                format!("{}x1.{letters}\n", regions.size())
            }
            Self::Sbn => format!("{}\n", sbn::write(puzzle, sbn::Version::One)),
            Self::Sbn2 => format!("{}\n", sbn::write(puzzle, sbn::Version::Two)),
            Self::Board => puzzle.problem().to_string(),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| {
            let message = format!("`{}` is not a form of puzzles", name.escape_debug());
            invalid(message, "the forms are letters, json, compact, sbn, sbn2 and board")
        })
    }
}

fn invalid(message: impl Into<String>, advice: impl Into<String>) -> Error {
    Error::new(ErrorKind::Invalid, message, advice)
}

/// Reads one puzzle or many, in any of the forms, also mixed.
///
/// Puzzles of several lines are separated by empty lines. From `;` to the end of a line there is a comment; after
/// Star Battle Notation, put a space before it.
///
/// # Errors
///
/// If a puzzle is malformed: the message says where it is and what is wrong.
///
/// # Examples
///
/// ```
/// let puzzles = queens_puzzle::parse("
///     AAAB     ; letters, or digits, or numbers with spaces
///     ACBB
///     CCDD
///     CCDD
///
///     4x1.AAABACBBCCDDCCDD
///     [[0,0,0,1],[0,2,1,1],[2,2,3,3],[2,2,3,3]]
/// ")?;
/// assert_eq!(puzzles.len(), 3);
/// assert!(puzzles.iter().all(|puzzle| *puzzle == puzzles[0]));
/// # Ok::<_, queens::Error>(())
/// ```
pub fn parse(text: &str) -> Result<Vec<Puzzle>, Error> {
    let mut puzzles = Vec::new();
    let mut block: Vec<&str> = Vec::new();
    let mut first = 1;
    let mut at = 0;
    let mut number = 0;
    while at < text.len() {
        number += 1;
        let end = text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
        let line = &text[at..end];
        let bare = without_comment(line);
        let begins = bare.starts_with(['[', '{']);
        let alone = begins || compact(bare).is_some() || sbn::is_sbn(bare);
        if bare.is_empty() || alone {
            end_block(&mut block, first, &mut puzzles)?;
        }
        if begins {
            let length = json(&text[at..], number, &mut puzzles)?;
            number += text[at..at + length].matches('\n').count();
            at += length;
            number -= 1;
            continue;
        }
        if let Some(parts) = compact(bare) {
            puzzles.push(read_compact(parts).map_err(|error| in_line(number, &error))?);
        } else if let Some(puzzle) = sbn::read(bare).filter(|_| alone) {
            puzzles.push(puzzle.map_err(|error| in_line(number, &error))?);
        } else if !bare.is_empty() {
            if block.is_empty() {
                first = number;
            }
            block.push(bare);
        }
        at = end;
    }
    end_block(&mut block, first, &mut puzzles)?;
    if puzzles.is_empty() {
        return Err(invalid("there is no puzzle", "write a letter for each square, a row a line"));
    }
    Ok(puzzles)
}

/// A line up to `;`, which is also a digit of Star Battle Notation.
fn without_comment(line: &str) -> &str {
    let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let rest = rest.trim_start();
    if (rest.is_empty() || rest.starts_with(';')) && sbn::is_sbn(word) {
        return word;
    }
    line.split(';').next().unwrap_or_default().trim()
}

fn in_line(line: usize, error: &Error) -> Error {
    Error::new(error.kind(), format!("puzzle in line {line}: {error}"), error.advice())
}

/// Reads the lines of a puzzle: a board with `regions`, or rows of letters or numbers.
fn end_block(block: &mut Vec<&str>, first: usize, puzzles: &mut Vec<Puzzle>) -> Result<(), Error> {
    if block.is_empty() {
        return Ok(());
    }
    let is_board = block.iter().any(|line| line.split_whitespace().next() == Some("regions"))
        || block[0].contains('.');
    let puzzle = match &block[..] {
        _ if is_board => block.join("\n").parse::<Problem>().and_then(Puzzle::try_from),
        // No board has one row.
        [line] if let Some(puzzle) = sbn::read(line) => puzzle,
        rows => read_rows(rows).map(Puzzle::new),
    };
    puzzles.push(puzzle.map_err(|error| in_line(first, &error))?);
    block.clear();
    Ok(())
}

/// Rows of letters, digits, or numbers with spaces or commas between them.
fn read_rows(lines: &[&str]) -> Result<Regions, Error> {
    let words = |line: &str| -> Vec<String> {
        let words = line.split(|c: char| c == ',' || c.is_whitespace());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let rows: Vec<Vec<String>> = lines.iter().map(|line| words(line)).collect();
    let number = |word: &String| word.parse::<u32>().ok();
    if rows.iter().all(|row| row.len() > 1)
        && let Some(rows) = rows
            .iter()
            .map(|row| row.iter().map(number).collect())
            .collect::<Option<Vec<Vec<u32>>>>()
        && rows.iter().any(|row| row.len() == lines.len())
    {
        return Regions::from_rows(&rows);
    }
    Regions::try_from(rows.iter().map(|row| row.concat()).collect::<Vec<String>>())
}

/// The size, the stars and the letters of the compact form.
fn compact(line: &str) -> Option<(&str, &str, &str)> {
    let (size, rest) = line.split_once('x')?;
    let (stars, letters) = rest.split_once('.')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (digits(size) && digits(stars)).then_some((size, stars, letters))
}

fn read_compact((size, stars, letters): (&str, &str, &str)) -> Result<Puzzle, Error> {
    one_star(stars)?;
    let size = queens::board::parse_size(size)?;
    if !Regions::SIZES.contains(&size) {
        // The same words as for every other form.
        return Regions::new(vec![0; if size > 32 { 33 * 33 } else { (size * size) as usize }])
            .map(Puzzle::new);
    }
    let letters: Vec<char> = letters.chars().collect();
    let rows: Vec<String> = letters.chunks(size as usize).map(|row| row.iter().collect()).collect();
    if rows.len() != size as usize {
        let message = format!("{} letters for an n of {size}", letters.len());
        return Err(invalid(message, format!("write {size} rows of {size} letters")));
    }
    Regions::try_from(rows).map(Puzzle::new)
}

/// Puzzles with more stars are others.
fn one_star(stars: &str) -> Result<(), Error> {
    if stars == "1" {
        return Ok(());
    }
    let message = format!("a puzzle with {stars} stars a row");
    Err(invalid(message, "only puzzles with one star a row are solved here"))
}

/// Reads the JSON value that the text begins with, and returns its length.
fn json(text: &str, line: usize, puzzles: &mut Vec<Puzzle>) -> Result<usize, Error> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = values.next().unwrap_or(Ok(Value::Null)).map_err(|error| {
        let message = format!("puzzle in line {}: {error}", line + error.line() - 1);
        invalid(
            message.replace(['\n', '\r'], " "),
            "write an array of rows, or an object with `regions`",
        )
    })?;
    let length = values.byte_offset();
    puzzles.extend(values_of(value).map_err(|error| in_line(line, &error))?);
    Ok(length)
}

/// The puzzle that a value is, or the puzzles of an array.
fn values_of(value: Value) -> Result<Vec<Puzzle>, Error> {
    let array = match value {
        Value::Array(array) => array,
        object => {
            let puzzle = serde_json::from_value(object);
            return puzzle.map(|puzzle| vec![puzzle]).map_err(|error| {
                let message = error.to_string().replace(['\n', '\r'], " ");
                invalid(message, "docs/formats.md describes the object, queens.problem/1")
            });
        }
    };
    let is_puzzle = |value: &Value| match value {
        Value::Array(rows) => rows.iter().any(|row| row.is_array() || row.is_string()),
        other => other.is_object(),
    };
    if !array.is_empty() && array.iter().all(is_puzzle) {
        let puzzles: Vec<Vec<Puzzle>> =
            array.into_iter().map(values_of).collect::<Result<_, _>>()?;
        return Ok(puzzles.concat());
    }
    let rows: Vec<Vec<Value>> = array
        .into_iter()
        .enumerate()
        .map(|(row, value)| match value {
            Value::Array(row) => Ok(row),
            Value::String(row) => Ok(row.chars().map(|c| Value::String(c.into())).collect()),
            _ => {
                let message = format!("row {} is not an array", row + 1);
                Err(invalid(message, "write each row as an array of its squares' regions"))
            }
        })
        .collect::<Result<_, _>>()?;
    let numbers = |row: &Vec<Value>| row.iter().map(Value::as_i64).collect::<Option<Vec<i64>>>();
    if let Some(rows) = rows.iter().map(numbers).collect::<Option<Vec<Vec<i64>>>>() {
        return Regions::from_rows(&rows).map(|regions| vec![Puzzle::new(regions)]);
    }
    let word = |(row, column, value): (usize, usize, Value)| match value {
        Value::String(word) => Ok(Label(word)),
        Value::Number(number) => Ok(Label(number.to_string())),
        _ => {
            let square = queens::Square { row: row as u32, column: column as u32 };
            let message = format!("the square {square} has no region");
            Err(invalid(message, "write a string or a number for each square"))
        }
    };
    let words = |(row, values): (usize, Vec<Value>)| {
        let squares = values.into_iter().enumerate();
        squares.map(|(column, value)| word((row, column, value))).collect()
    };
    let rows: Vec<Vec<Label>> =
        rows.into_iter().enumerate().map(words).collect::<Result<_, Error>>()?;
    Regions::from_rows(&rows).map(|regions| vec![Puzzle::new(regions)])
}

/// A name of a region in JSON: any string.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Label(String);

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_debug())
    }
}
