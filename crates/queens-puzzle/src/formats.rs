//! Puzzles as text: what is written, and the list of what is read.

mod board;
mod bytes;
mod cells;
mod compact;
mod flat;
mod forms;
mod json;
mod legup;
mod linkedin;
mod marks;
mod puzzlink;
mod reader;
mod rows;
mod sbn;
mod script;
mod value;

use queens::board::squares;
use queens::{Error, ErrorKind};

use self::forms::Form;
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
/// assert_eq!(Format::Puzzlink.write(&puzzle)?, "https://puzz.link/p?starbattle/4/4/1/74gdc0\n");
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
    /// The board with its queens and crosses, as [`queens::Problem`] writes it.
    Board,
    /// An address of puzz.link, where the puzzle can be solved: the borders of the regions.
    Puzzlink,
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
    /// If a region is in several pieces and the form is Star Battle Notation or an address, which have the borders alone.
    pub fn write(self, puzzle: &Puzzle) -> Result<String, Error> {
        let regions = puzzle.regions();
        let of_borders = match self {
            Self::Sbn | Self::Sbn2 => Some("Star Battle Notation"),
            Self::Puzzlink => Some("an address of puzz.link"),
            _ => None,
        };
        if let Some(form) = of_borders
            && let Some(region) = (0..regions.n()).find(|&region| regions.pieces(region) > 1)
        {
            let (letter, pieces) = (regions.letter(region), regions.pieces(region));
            let message = format!(
                "region {letter} is in {pieces} pieces, and {form} has the borders of regions alone"
            );
            return Err(invalid(message, "choose another form, such as letters or compact"));
        }
        Ok(match self {
            Self::Letters => regions.to_string(),
            Self::Json => {
                let n = regions.n();
                let of: Vec<u32> = squares(n).map(|square| regions.at(square)).collect();
                let rows: Vec<&[u32]> = of.chunks(n as usize).collect();
                format!("{}\n", serde_json::json!(rows))
            }
            Self::Compact => {
                let letters: String = regions.to_string().split_whitespace().collect();
                format!("{}x1.{letters}\n", regions.n())
            }
            Self::Sbn => format!("{}\n", sbn::write(puzzle, &sbn::ONE)),
            Self::Sbn2 => format!("{}\n", sbn::write(puzzle, &sbn::TWO)),
            Self::Board => puzzle.problem().to_string(),
            Self::Puzzlink => format!("{}\n", puzzlink::write(regions)),
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
    Puzzlink "puzzlink"
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

/// A line up to `;`, which is also a digit of Star Battle Notation, and stands between squares where commas are decimal.
fn without_comment(line: &str) -> &str {
    let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let rest = rest.trim_start();
    if (rest.is_empty() || rest.starts_with(';')) && sbn::is_sbn(word) {
        return word;
    }
    let mut words = line.trim().trim_end_matches(';').split(';');
    let is_list = words.clone().count() > 3
        && words.all(|word| !word.trim().is_empty() && !word.trim().contains(char::is_whitespace));
    if is_list {
        return line.trim();
    }
    line.split(';').next().unwrap_or_default().trim()
}

/// Puzzles with more stars are others.
fn one_star(stars: &str) -> Result<(), Error> {
    if stars.parse() == Ok(1_u32) {
        return Ok(());
    }
    let message = format!("a puzzle with {stars} stars a row");
    let advice =
        "only Star Battle with one star (one queen in each row, column and region) is solved here";
    Err(invalid(message, advice))
}

/// An error if the rows of a board have another length than there are rows. One that differs from the others has an error of
/// its own.
fn check_square(lengths: &[usize]) -> Result<(), Error> {
    let (rows, columns) = (lengths.len(), lengths.first().copied().unwrap_or_default());
    if rows != columns && lengths.iter().all(|&length| length == columns) {
        let s = |number: usize| if number == 1 { "" } else { "s" };
        let message = format!(
            "the board is not square: {rows} row{}, {columns} column{}",
            s(rows),
            s(columns)
        );
        return Err(invalid(message, "write n rows of n squares each"));
    }
    Ok(())
}
