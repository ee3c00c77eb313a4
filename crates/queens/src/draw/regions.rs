//! Boards with regions: borders in text, colors and patterns in an SVG.

use std::fmt::{self, Formatter, Write};

use super::Drawing;
use super::svg::{CELL, CRISP, INK, ROUND, corner, write_path, write_runs};
use super::text::Mark;
use crate::board::regions::Regions;
use crate::board::{Square, column_letters, describe, squares};
use crate::error::Error;

/// The colors of Okabe and Ito (2008), which people with any of the common color blindnesses tell apart, with a
/// gray in place of black. Each eight regions more have a pattern on them.
const PALETTE: [&str; 8] =
    ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#c9c9c9"];

impl Drawing {
    /// Shows regions: their borders in text, their colors in an SVG, with patterns from the ninth region on. Blocked
    /// squares are crosses then.
    ///
    /// # Errors
    ///
    /// If they are regions of a board of another size.
    ///
    /// ```
    /// use queens::draw::Drawing;
    ///
    /// let regions = "AAAB\nACBB\nCCDD\nCCDD".parse()?;
    /// let drawing = Drawing::new(4)?.regions(&regions)?.queens(["b1".parse()?])?;
    /// assert_eq!(drawing.letters(true).ascii(), "\
    /// +-----------+---+
    /// | A   Q   A | B |
    /// |   +---+---+   |
    /// | A | C | B   B |
    /// +---+   +-------+
    /// | C   C | D   D |
    /// |       |       |
    /// | C   C | D   D |
    /// +-------+-------+
    /// ");
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn regions(mut self, regions: &Regions) -> Result<Self, Error> {
        if regions.n() != self.n {
            let message = format!("regions of {} on {}", describe(regions.n()), describe(self.n));
            return Err(Error::invalid(message, "draw regions on a board of their size"));
        }
        self.regions = Some(regions.clone());
        Ok(self)
    }

    /// Shows or hides the letters of regions. They are hidden at first, except those of regions in several pieces in text.
    #[must_use]
    pub fn letters(mut self, shown: bool) -> Self {
        self.letters = shown;
        self
    }

    /// Draws the borders of the regions, or of all squares if there are none, and on each square its mark (a queen,
    /// a blocked square, an attacked one; three characters each), or else the letter of its region.
    pub(super) fn write_bordered(
        &self,
        out: &mut Formatter<'_>,
        lines: &[char; 16],
        marks: [&str; 3],
    ) -> fmt::Result {
        let n = self.n;
        let letters = |regions: &Regions| -> Vec<Option<char>> {
            // Borders do not tell which pieces belong together.
            let is_shown = |region| self.letters || regions.pieces(region) > 1;
            (0..n).map(|region| is_shown(region).then(|| regions.letter(region))).collect()
        };
        let letters = self.regions.as_ref().map(letters).unwrap_or_default();
        let label = self.label_width();
        let indent = if self.coordinates { label + 1 } else { 0 };
        // Past the edge there is no region.
        let region = |row: u32, column: u32| {
            let own = || row * n + column;
            let at = |regions: &Regions| regions.at(Square { row, column });
            (row < n && column < n).then(|| self.regions.as_ref().map_or_else(own, at))
        };
        let beside =
            |row: u32, column: u32| region(row, column.wrapping_sub(1)) != region(row, column);
        let above =
            |row: u32, column: u32| region(row.wrapping_sub(1), column) != region(row, column);
        if self.coordinates {
            write!(out, "{:indent$}", "")?;
            for column in 0..n {
                write!(out, " {:^3}", column_letters(column))?;
            }
            writeln!(out, "{}", if self.regions.is_none() { " " } else { "" })?;
        }
        for row in 0..=n {
            write!(out, "{:indent$}", "")?;
            for column in 0..=n {
                let joined = usize::from(beside(row.wrapping_sub(1), column))
                    | usize::from(above(row, column)) << 1
                    | usize::from(beside(row, column)) << 2
                    | usize::from(above(row, column.wrapping_sub(1))) << 3;
                out.write_char(lines[joined])?;
                if column < n {
                    let line = if above(row, column) { lines[10] } else { ' ' };
                    write!(out, "{line}{line}{line}")?;
                }
            }
            out.write_char('\n')?;
            if row == n {
                break;
            }
            if self.coordinates {
                write!(out, "{:>label$} ", row + 1)?;
            }
            for column in 0..=n {
                out.write_char(if beside(row, column) { lines[5] } else { ' ' })?;
                if column < n {
                    let square = Square { row, column };
                    let letter = || letters.get(region(row, column)? as usize).copied().flatten();
                    match self.mark(square) {
                        Mark::Empty => write!(out, " {} ", letter().unwrap_or(' '))?,
                        mark => out.write_str(marks[mark as usize])?,
                    }
                }
            }
            out.write_char('\n')?;
        }
        Ok(())
    }

    /// Fills the regions with their colors and patterns.
    pub(super) fn write_fills(&self, out: &mut Formatter<'_>, regions: &Regions) -> fmt::Result {
        for region in 0..self.n {
            let color = PALETTE[region as usize % PALETTE.len()];
            let is_in = |square| regions.at(square) == region;
            let look = format_args!(r#"fill="{color}" {CRISP}"#);
            write_path(out, look, |out| write_runs(out, self.n, is_in))?;
            let pattern = match region as usize / PALETTE.len() {
                0 => continue,
                1 => "m0 60l60 -60m-30 60l30 -30m-60 0l30 -30",
                2 => "m0 15h60m-60 30h60",
                _ => "m15 0v60m30 -60v60m-45 -45h60m-60 30h60",
            };
            let look =
                format_args!(r#"fill="none" stroke="{INK}" stroke-opacity=".45" stroke-width="3""#);
            write_path(out, look, |out| {
                regions.squares(region).try_for_each(|square| {
                    let (x, y) = corner(square);
                    write!(out, "M{x} {y}{pattern}")
                })
            })?;
        }
        Ok(())
    }

    /// Writes the thin lines between squares, and the thick ones between regions.
    pub(super) fn write_borders(&self, out: &mut Formatter<'_>, regions: &Regions) -> fmt::Result {
        let n = self.n;
        let side = n * CELL;
        let look =
            format_args!(r#"fill="none" stroke="{INK}" stroke-opacity=".35" stroke-width="1""#);
        write_path(out, look, |out| {
            let mut starts = (1..n).map(|i| i * CELL);
            starts.try_for_each(|start| write!(out, "M0 {start}h{side}M{start} 0v{side}"))
        })?;
        let look =
            format_args!(r#"fill="none" stroke="{INK}" stroke-width="5" stroke-linecap="square""#);
        write_path(out, look, |out| {
            for square in squares(n) {
                let Square { row, column } = square;
                let own = regions.at(square);
                if column + 1 < n && regions.at(Square { row, column: column + 1 }) != own {
                    write!(out, "M{} {}v{CELL}", (column + 1) * CELL, row * CELL)?;
                }
                if row + 1 < n && regions.at(Square { row: row + 1, column }) != own {
                    write!(out, "M{} {}h{CELL}", column * CELL, (row + 1) * CELL)?;
                }
            }
            Ok(())
        })
    }

    /// Writes a cross on each blocked square, with a light rim so that it shows on every color.
    pub(super) fn write_crosses(&self, out: &mut Formatter<'_>) -> fmt::Result {
        for (color, width) in [("#fff", 8), (INK, 4)] {
            let look =
                format_args!(r#"fill="none" stroke="{color}" stroke-width="{width}" {ROUND}"#);
            write_path(out, look, |out| {
                self.blocked.iter().try_for_each(|&square| {
                    let (x, y) = corner(square);
                    write!(out, "M{} {}l16 16m0 -16l-16 16", x + 22, y + 22)
                })
            })?;
        }
        Ok(())
    }
}
