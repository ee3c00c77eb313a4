//! The board: its size and its squares, placements on it, problems about it, its symmetries, and what
//! is known of it.

pub(crate) mod cells;
pub(crate) mod lines;
#[rustfmt::skip] // Tables of numbers, several a line.
pub mod known;
pub(crate) mod placement;
pub(crate) mod problem;
pub(crate) mod regions;
mod square;
pub(crate) mod symmetry;

use crate::error::{Error, ErrorKind};
pub use cells::Cells;
pub use lines::Lines;
use square::number;
pub use square::{MAX_N, Square, squares};
pub(crate) use square::{check_square, column_letters, describe};

/// Reads the size of a board, from 0 to [`MAX_N`].
///
/// # Errors
///
/// [`ErrorKind::Invalid`] if the text is not a decimal number, [`ErrorKind::TooLarge`] if the number is too
/// large.
pub fn parse_size(text: &str) -> Result<u32, Error> {
    let malformed = || {
        let message = format!("`{}` is not a board size", text.escape_debug());
        Error::invalid(message, size_advice())
    };
    check_size(number(text).ok_or_else(malformed)?)
}

/// Whether a board may have this size.
pub(crate) fn check_size(n: u64) -> Result<u32, Error> {
    if n <= MAX_N.into() {
        return Ok(n as u32);
    }
    let size = if n == u64::MAX { String::new() } else { format!(" {n}") };
    let message = format!("the board size{size} is too large");
    Err(Error::new(ErrorKind::TooLarge, message, size_advice()))
}

fn size_advice() -> String {
    format!("give a whole number from 0 to {MAX_N}")
}

/// The words of a text, with spaces or commas between them.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
}
