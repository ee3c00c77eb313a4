//! A placement as a text, in the ways in which people and programs write it.

use std::str::FromStr;

use super::{COLUMNS, Placement};
use crate::board::{describe, words};
use crate::error::Error;

/// What opens and closes a list. Together with quotation marks, they are passed over.
const BRACKETS: [(char, char); 3] = [('[', ']'), ('(', ')'), ('{', '}')];

impl FromStr for Placement {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let is_mark = |c: char| "[](){}\"'".contains(c);
        if text.contains(is_mark) {
            check_brackets(text)?;
            let bare = text.replace(is_mark, " ");
            return read(&bare);
        }
        read(text)
    }
}

/// Every bracket is closed, in order.
fn check_brackets(text: &str) -> Result<(), Error> {
    let mut open = Vec::new();
    for c in text.chars() {
        if let Some((_, end)) = BRACKETS.iter().find(|(start, _)| *start == c) {
            open.push(*end);
        } else if BRACKETS.iter().any(|(_, end)| *end == c) && open.pop() != Some(c) {
            return Err(Error::invalid(format!("`{c}` closes no bracket"), COLUMNS));
        }
    }
    match open.pop() {
        Some(end) => Err(Error::invalid(
            format!("`{end}` is missing at the end"),
            "see whether the text is whole",
        )),
        None => Ok(()),
    }
}

/// Reads a text without brackets.
fn read(text: &str) -> Result<Placement, Error> {
    let first =
        words(text).next().ok_or_else(|| Error::invalid("the placement is empty", COLUMNS))?;
    if is_row(first) {
        return board(text, "Q._-");
    }
    let is_bit = |word: &str| word.bytes().all(|digit| digit == b'0' || digit == b'1');
    // No four columns are all 0 or 1.
    if (first.len() > 1 || words(text).nth(3).is_some()) && words(text).all(is_bit) {
        return board(text, "10");
    }
    let column = |word: &str| match word.parse::<u32>() {
        Ok(column) if !word.starts_with('+') => Ok(column),
        _ => {
            let message = format!("`{}` is not a column number", word.escape_debug());
            Err(Error::invalid(message, COLUMNS))
        }
    };
    let is_digits =
        (2..=9).contains(&first.len()) && first.bytes().all(|digit| digit.is_ascii_digit());
    let mut columns: Vec<u32> = if is_digits && words(text).nth(1).is_none() {
        first.bytes().map(|digit| u32::from(digit - b'0')).collect()
    } else {
        words(text).map(column).collect::<Result<_, _>>()?
    };
    let from_zero = columns.contains(&0);
    if from_zero
        && let Some(largest) = columns.iter().find(|&&column| column as usize >= columns.len())
    {
        let n = columns.len() as u32;
        let message = format!("a column 0 and a column {largest} on {}", describe(n));
        return Err(Error::invalid(
            message,
            format!("count columns from 0 to {}, or from 1 to {n}", n - 1),
        ));
    }
    if !from_zero {
        for column in &mut columns {
            *column -= 1;
        }
    }
    Placement::new(columns)
}

/// Whether a word is squares of a row: `Q` a queen, others open.
fn is_row(word: &str) -> bool {
    word.chars().all(|c| "Q._-".contains(c))
}

/// Reads n rows of n squares, of which the first symbol is a queen.
fn board(text: &str, symbols: &str) -> Result<Placement, Error> {
    let squares: String = words(text).collect();
    let n = squares.chars().count().isqrt();
    let lengths = |parts: Vec<&str>| {
        parts.iter().all(|row| row.chars().filter(|c| !c.is_whitespace() && *c != ',').count() == n)
    };
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let in_lines = lengths(lines.clone()) && lines.len() == n;
    let in_words = lengths(words(text).collect())
        || words(text).all(|word| word.chars().count() == 1) && lines.len() == 1;
    if n * n != squares.chars().count() || !in_lines && !in_words {
        let message =
            format!("{} squares are no board of rows of equal length", squares.chars().count());
        return Err(Error::invalid(message, "write n rows of n squares each"));
    }
    let squares: Vec<char> = squares.chars().collect();
    if let Some(c) = squares.iter().find(|c| !symbols.contains(**c)) {
        return Err(Error::invalid(
            format!("`{}` is not a square of a board", c.escape_debug()),
            "write Q for a queen and . for an open square",
        ));
    }
    let mut columns = Vec::new();
    for (row, squares) in (1..).zip(squares.chunks(n)) {
        let queens: Vec<u32> = (0..)
            .zip(squares)
            .filter(|(_, c)| symbols.starts_with(**c))
            .map(|(column, _)| column)
            .collect();
        let [column] = queens[..] else {
            let message = format!("row {row} has {} queens", queens.len());
            return Err(Error::invalid(message, "a placement has one queen in each row"));
        };
        columns.push(column);
    }
    Placement::new(columns)
}
