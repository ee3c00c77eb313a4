//! Puzzles as text: six forms, recognized by themselves.

mod reader;
mod sbn;

use queens::board::squares;
use queens::{Error, ErrorKind, Problem, Regions, Square};
use serde_json::Value;

pub use self::reader::Reader;
use crate::puzzle::Puzzle;

/// A form in which puzzles are written.
///
/// ```
/// use queens_puzzle::{Format, Puzzle};
///
/// let puzzle = Puzzle::new("AAAB\nACBB\nCCDD\nCCDD".parse()?);
/// assert_eq!(Format::Compact.write(&puzzle)?, "4x1.AAABACBBCCDDCCDD\n");
/// assert_eq!(Format::Sbn.write(&puzzle)?, "441WEIKo\n");
/// assert_eq!(Format::Sbn2.write(&puzzle)?, "4A68Tx\n");
/// for format in Format::ALL {
///     assert_eq!(queens_puzzle::parse(&format.write(&puzzle)?)?, vec![puzzle.clone()]);
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
    /// Whether queens and crosses are written, too.
    pub const fn keeps_marks(self) -> bool {
        matches!(self, Self::Sbn | Self::Sbn2 | Self::Board)
    }

    /// Writes a puzzle. Every line ends in a line feed.
    ///
    /// # Errors
    ///
    /// If a region is in several pieces and the form is Star Battle Notation, which has the borders alone.
    pub fn write(self, puzzle: &Puzzle) -> Result<String, Error> {
        let regions = puzzle.regions();
        if matches!(self, Self::Sbn | Self::Sbn2)
            && let Some(region) = (0..regions.size()).find(|&region| regions.pieces(region) > 1)
        {
            let (letter, pieces) = (regions.letter(region), regions.pieces(region));
            let message = format!(
                "region {letter} is in {pieces} pieces, and Star Battle Notation has the borders of regions alone"
            );
            return Err(invalid(message, "choose another form, such as letters or compact"));
        }
        Ok(match self {
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
            Self::Sbn => format!("{}\n", sbn::write(puzzle, &sbn::ONE)),
            Self::Sbn2 => format!("{}\n", sbn::write(puzzle, &sbn::TWO)),
            Self::Board => puzzle.problem().to_string(),
        })
    }
}

queens::named!(Format {
    Letters "letters"
    Json "json"
    Compact "compact"
    Sbn "sbn"
    Sbn2 "sbn2"
    Board "board"
});
queens::named!(Format, "`{}` is not a form of puzzles");

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
    Reader::new(text.as_bytes()).collect()
}

/// Reads a line that is a puzzle by itself.
fn alone(line: &str) -> Option<Result<Puzzle, Error>> {
    compact(line).map(read_compact).or_else(|| sbn::read(line).filter(|_| sbn::is_sbn(line)))
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

/// Reads the lines of a puzzle: a board with `regions`, or rows of letters, numbers or names.
fn block(text: &str) -> Result<Puzzle, Error> {
    let lines: Vec<&str> = text.lines().collect();
    let is_board = lines.iter().any(|line| line.split_whitespace().next() == Some("regions"))
        || lines[0].contains('.');
    match &*lines {
        _ if is_board => text.parse::<Problem>().and_then(Puzzle::try_from),
        // No board has one row.
        [line] if let Some(puzzle) = sbn::read(line) => puzzle,
        rows => read_rows(rows).map(Puzzle::new),
    }
}

/// Rows of letters or digits; of numbers or names with spaces or commas between them; or of colored squares as characters.
fn read_rows(lines: &[&str]) -> Result<Regions, Error> {
    fn words(line: &str) -> Vec<&str> {
        let has_commas = line.contains(',');
        let words = line.split(|c: char| if has_commas { c == ',' } else { c.is_whitespace() });
        let words = words.map(|word| word.trim().trim_matches(['"', '\'']));
        words.filter(|word| !word.is_empty()).collect()
    }
    let rows: Vec<Vec<&str>> = lines.iter().map(|line| words(line)).collect();
    let numbers = |row: &Vec<&str>| row.iter().map(|word| word.parse::<u32>().ok()).collect();
    if rows.iter().all(|row| row.len() > 1)
        && let Some(numbers) = rows.iter().map(numbers).collect::<Option<Vec<Vec<u32>>>>()
        && rows.iter().any(|row| row.len() == lines.len())
    {
        return Regions::from_rows(&numbers);
    }
    let is_square = rows.iter().all(|row| row.len() == rows.len());
    if is_square && rows.iter().flatten().any(|word| word.chars().count() > 1) {
        return Regions::from_rows(&rows);
    }
    let rows: Vec<String> = rows.iter().map(|row| row.concat()).collect();
    if rows.iter().all(|row| !row.is_ascii() && !row.contains(char::is_alphanumeric)) {
        // The selector that shows a character as a picture is no square.
        let squares = |row: &String| row.chars().filter(|&c| c != '\u{fe0f}').collect();
        return Regions::from_rows(&rows.iter().map(squares).collect::<Vec<Vec<char>>>());
    }
    Regions::try_from(rows)
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
        return Regions::try_from(vec![String::new(); size.min(33) as usize]).map(Puzzle::new);
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
    let advice =
        "only Star Battle with one star (one queen in each row, column and region) is solved here";
    Err(invalid(message, advice))
}

/// The puzzle that a value is, or the puzzles of an array.
fn values_of(value: Value) -> Result<Vec<Puzzle>, Error> {
    let array = match value {
        Value::Array(array) => array,
        Value::Object(object) => return values_of_object(object),
        _ => return Err(invalid("this is not a puzzle", "write an array of rows")),
    };
    let all_puzzles = array.iter().all(|item| match item {
        Value::Array(row) => row.iter().any(Value::is_array) || is_rows(row, array.len()),
        other => other.is_object(),
    });
    if all_puzzles && !array.is_empty() && !is_names(&array) {
        let puzzles = array.into_iter().map(values_of).collect::<Result<Vec<_>, _>>();
        return Ok(puzzles?.concat());
    }
    let row = |(row, value)| match value {
        Value::Array(row) => Ok(row),
        Value::String(row) => Ok(row.chars().map(|c| Value::String(c.into())).collect()),
        _ => {
            let message = format!("row {row} is not an array");
            Err(invalid(message, "write each row as an array of its squares' regions"))
        }
    };
    let rows: Vec<Vec<Value>> = (1..).zip(array).map(row).collect::<Result<_, _>>()?;
    let numbers = |row: &Vec<Value>| row.iter().map(Value::as_i64).collect::<Option<Vec<i64>>>();
    if let Some(rows) = rows.iter().map(numbers).collect::<Option<Vec<Vec<i64>>>>() {
        return Regions::from_rows(&rows).map(|regions| vec![Puzzle::new(regions)]);
    }
    let label = |row, column, value: &Value| {
        label(value).ok_or_else(|| {
            let message = format!("the square {} has no region", Square { row, column });
            invalid(message, "write a string or a number for each square")
        })
    };
    let labels = |(row, values): (u32, &Vec<Value>)| {
        (0..).zip(values).map(|(column, value)| label(row, column, value)).collect()
    };
    let rows: Vec<Vec<String>> = (0..).zip(&rows).map(labels).collect::<Result<_, Error>>()?;
    Regions::from_rows(&rows).map(|regions| vec![Puzzle::new(regions)])
}

/// Whether an item of an array is a puzzle of rows as strings, and not a row of names: it has another length than the array, or each
/// string is as long as the item.
fn is_rows(item: &[Value], items: usize) -> bool {
    let lengths = |value: &Value| value.as_str().map(|row| row.chars().count());
    !item.is_empty()
        && item.iter().all(Value::is_string)
        && (item.len() != items && item.iter().any(|row| lengths(row) != Some(1))
            || item.iter().all(|row| lengths(row) == Some(item.len())))
}

/// Whether an array is one puzzle with a name for each square, though the names are as long as rows would be.
fn is_names(array: &[Value]) -> bool {
    let rows = array.iter().map(|row| row.as_array().map_or(&[][..], Vec::as_slice));
    let names: std::collections::BTreeSet<&str> =
        rows.clone().flatten().filter_map(Value::as_str).collect();
    names.len() == array.len() && rows.clone().all(|row| row.len() == array.len())
}

/// A problem with regions; or an object of a collection, of which one value is a puzzle.
fn values_of_object(object: serde_json::Map<String, Value>) -> Result<Vec<Puzzle>, Error> {
    let is_problem = match object.get("schema") {
        Some(schema) => schema != "queens.puzzle.new/1",
        None => object.contains_key("n") && object.contains_key("regions"),
    };
    if let Some(stars) = object.get("stars").filter(|_| !is_problem) {
        one_star(&stars.to_string())?;
    }
    let arrays = object.values().filter(|value| value.is_array() && !is_problem);
    let mut read = arrays.map(|value| values_of(value.clone()));
    if let Some(first) = read.next() {
        return first.or_else(|error| read.find_map(Result::ok).ok_or(error));
    }
    let puzzle = serde_json::from_value(Value::Object(object));
    puzzle.map(|puzzle| vec![puzzle]).map_err(|error| {
        let message = error.to_string().replace(['\n', '\r'], " ");
        invalid(message, "docs/formats.md describes the object, queens.problem/1")
    })
}

/// The label of a square: a string, a number, or an object with one of these as its color or region.
fn label(value: &Value) -> Option<String> {
    match value {
        Value::String(word) => Some(word.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Object(square) => square.get("region").or(square.get("color")).and_then(label),
        _ => None,
    }
}
