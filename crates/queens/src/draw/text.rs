//! Boards as text.

use std::fmt::{self, Formatter, Write};

use super::Drawing;
use crate::board::{Square, column_letters};

/// What text shows on a square; the first that applies.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    Queen,
    Blocked,
    Attacked,
    Empty,
}

impl Drawing {
    /// Draws in ASCII: `Q` a queen, `#` a blocked square, `*` an attacked one, `.` any other.
    ///
    /// Squares are separated by one space, and every row ends in a newline. The letters of a column
    /// past `z` stand one below the other. The empty board is the empty text.
    pub fn ascii(&self) -> String {
        fmt::from_fn(|f| self.write_ascii(f)).to_string()
    }

    /// Draws with the lines of Unicode: `♛` a queen, `▒▒▒` a blocked square, `·` an attacked one.
    ///
    /// Every line has the same number of characters and ends in a newline. The empty board is the
    /// empty text.
    pub fn unicode(&self) -> String {
        fmt::from_fn(|f| self.write_unicode(f)).to_string()
    }

    fn write_ascii(&self, out: &mut Formatter<'_>) -> fmt::Result {
        if self.regions.is_some() {
            let borders =
                [' ', '|', '-', '+', '|', '|', '+', '+', '-', '+', '-', '+', '+', '+', '+', '+'];
            return self.write_bordered(out, &borders, [" Q ", " x ", " * "]);
        }
        let n = self.n;
        let label = self.label_width();
        if self.coordinates {
            let names: Vec<String> = (0..n).map(column_letters).collect();
            // The last column has the longest name, so no line ends in a space.
            for place in (0..names.last().map_or(0, String::len)).rev() {
                write!(out, "{:label$}", "")?;
                for name in &names {
                    write!(out, " {}", name.chars().nth_back(place).unwrap_or(' '))?;
                }
                out.write_char('\n')?;
            }
        }
        for row in 0..n {
            if self.coordinates {
                write!(out, "{:>label$} ", row + 1)?;
            }
            for column in 0..n {
                let mark = ["Q", "#", "*", "."][self.mark(Square { row, column }) as usize];
                write!(out, "{mark}{}", if column + 1 < n { ' ' } else { '\n' })?;
            }
        }
        Ok(())
    }

    fn write_unicode(&self, out: &mut Formatter<'_>) -> fmt::Result {
        if self.n == 0 {
            return Ok(());
        }
        let blocked = if self.regions.is_some() { " × " } else { "▒▒▒" };
        // By the directions up, right, down and left.
        let borders =
            [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
        self.write_bordered(out, &borders, [" ♛ ", blocked, " · "])
    }

    /// The width of the longest row number, or 0 without coordinates.
    pub(super) fn label_width(&self) -> usize {
        if self.coordinates { self.n.to_string().len() } else { 0 }
    }

    pub(super) fn mark(&self, square: Square) -> Mark {
        if self.queens.contains(&square) {
            Mark::Queen
        } else if self.blocked.contains(&square) {
            Mark::Blocked
        } else if self.is_attacked(square) {
            Mark::Attacked
        } else {
            Mark::Empty
        }
    }
}
