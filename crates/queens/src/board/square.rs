//! A square, and its name in text.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// The largest size of a board, 2^31 - 1: the number of a diagonal, `row + column`, still fits a `u32`.
/// Most operations take far less, and say so by an error.
///
/// Zero is a size: the empty board holds no queens in exactly one way, so Q(0) = 1, as in OEIS A000170.
pub const MAX_N: u32 = (1 << 31) - 1;

/// The number that a text of digits alone stands for; the largest one for all that are larger.
pub(super) fn number(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u64::MAX))
}

/// A board with its article: an 8 x 8 board.
pub(crate) fn describe(n: u32) -> String {
    let digits = n.to_string();
    let vowel = digits.starts_with('8') || ["11", "18"].contains(&digits.as_str());
    format!("{} {n} x {n} board", if vowel { "an" } else { "a" })
}

/// Whether a square is on the n by n board.
pub(crate) fn check_square(square: Square, n: u32) -> Result<(), Error> {
    if square.row < n && square.column < n && n <= MAX_N {
        return Ok(());
    }
    let advice = match n {
        0 => "the board has no squares".to_owned(),
        n => format!("name a square from a1 to {}", Square { row: n - 1, column: n - 1 }),
    };
    Err(Error::invalid(format!("the square {square} is not on {}", describe(n)), advice))
}

/// All squares of the n by n board, row by row.
pub fn squares(n: u32) -> impl Iterator<Item = Square> {
    (0..n).flat_map(move |row| (0..n).map(move |column| Square { row, column }))
}

/// A square, by its row and column, both counted from 0.
///
/// In text a square is the letter of its column and the number of its row: `a1` is row 0, column 0, at the top left (in
/// chess it is at the bottom left). Past `z` a column takes two letters (`aa`, `ab`, ...), then three, as in a
/// spreadsheet.
///
/// ```
/// use queens::Square;
///
/// let square: Square = "c5".parse()?;
/// assert_eq!(square, Square { row: 4, column: 2 });
/// assert_eq!(Square { row: 9, column: 27 }.to_string(), "ab10");
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(into = "String"))]
pub struct Square {
    /// The row, from 0 at the top.
    pub row: u32,
    /// The column, from 0 at the left.
    pub column: u32,
}

impl Square {
    /// The `/` line through the square: `row + column`, from 0 to 2n - 2.
    pub const fn anti(self) -> u32 {
        self.row + self.column
    }

    /// The `\` line through the square: `row - column`, from -(n - 1) to n - 1.
    pub const fn diag(self) -> i32 {
        self.row as i32 - self.column as i32
    }

    /// Tells whether queens on the two squares attack each other: they share a row, a column or a
    /// diagonal. A square shares every line with itself.
    ///
    /// This is the definition that everything else in the project is tested against.
    pub const fn attacks(self, other: Self) -> bool {
        self.row == other.row
            || self.column == other.column
            || self.anti() == other.anti()
            || self.diag() == other.diag()
    }
}

/// The letters of a column, counted from 0: `a` to `z`, then `aa`, `ab`, ...
pub(crate) fn column_letters(column: u32) -> String {
    let mut left = u64::from(column) + 1;
    let mut letters = Vec::new();
    while left > 0 {
        letters.push(char::from(b'a' + ((left - 1) % 26) as u8));
        left = (left - 1) / 26;
    }
    letters.iter().rev().collect()
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", column_letters(self.column), u64::from(self.row) + 1))
    }
}

impl From<Square> for String {
    fn from(square: Square) -> Self {
        square.to_string()
    }
}

impl FromStr for Square {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let error = |message: String| {
            let advice =
                "name a square by its column's letters and its row's number, as in a1, h8 or ab30";
            Error::invalid(message, advice)
        };
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (letters, digits) = text.split_at(letters);
        let column = letters.bytes().fold(0_u64, |column, letter| {
            let value = u64::from(letter.to_ascii_lowercase() - b'a') + 1;
            column.saturating_mul(26).saturating_add(value)
        });
        let Some(row @ 1..) = number(digits).filter(|_| column > 0) else {
            return Err(error(format!("`{}` is not a square", text.escape_debug())));
        };
        if row.max(column) > MAX_N.into() {
            let name = text.escape_debug();
            return Err(error(format!("the square `{name}` is beyond every board")));
        }
        Ok(Self { row: (row - 1) as u32, column: (column - 1) as u32 })
    }
}
