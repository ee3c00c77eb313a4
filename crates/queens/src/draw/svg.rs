//! Boards as SVG, and that rasterised to PNG.

use std::collections::BTreeSet;
use std::fmt::{self, Formatter};

use super::{Drawing, glyph};
use crate::board::{Square, column_letters, squares};
#[cfg(feature = "png")]
use crate::error::{Error, ErrorKind};

/// The side of a square of the board; all lengths are in units of the picture.
pub(super) const CELL: u32 = 60;
/// The room around the board where there are no coordinates.
const PAD: u32 = 10;
/// The room between the board and a coordinate.
const LABEL_GAP: u32 = 12;
/// How far before the edge of the board a line of attack ends.
const LINE_GAP: u32 = 6;

// The colors differ in lightness first, so that they survive a gray print and color blindness.
const PAPER: &str = "#fff";
pub(super) const INK: &str = "#1d2433";
const LIGHT: &str = "#f6f0e2";
const DARK: &str = "#d3c2a1";
/// Blue against yellowish squares: the pair that the common color blindnesses keep apart.
const ATTACK: &str = "#0072b2";
const BLOCK: &str = "#dedcd8";
const HATCH: &str = "#85827d";
/// Squares side by side leave no seam.
pub(super) const CRISP: &str = "shape-rendering=\"crispEdges\"";
pub(super) const ROUND: &str = "stroke-linecap=\"round\"";

/// The queen as the data of an SVG path, on a square of 60 by 60 at the origin: five points with their beads, the
/// crown, a band, the base.
const QUEEN: &str = "M5.4 20a3.6 3.6 0 0 1 7.2 0a3.6 3.6 0 0 1-7.2 0z\
    M15.6 13.2a3.6 3.6 0 0 1 7.2 0a3.6 3.6 0 0 1-7.2 0z\
    M26.4 10.5a3.6 3.6 0 0 1 7.2 0a3.6 3.6 0 0 1-7.2 0z\
    M37.2 13.2a3.6 3.6 0 0 1 7.2 0a3.6 3.6 0 0 1-7.2 0z\
    M47.4 20a3.6 3.6 0 0 1 7.2 0a3.6 3.6 0 0 1-7.2 0z\
    M8.6 20L17 33.5L18.6 13.2h1.2L26 31.5L29.2 10.5h1.6L34 31.5L40.2 13.2h1.2L43 33.5L51.4 20\
    L45 41Q30 36.5 15 41z\
    M14.6 43.2Q30 38.7 45.4 43.2L46 47Q30 42.5 14 47z\
    M13.4 49.3Q30 44.8 46.6 49.3L48 54H12z";

impl Drawing {
    /// Draws as an SVG document that needs nothing else: no fonts, no style sheets.
    ///
    /// The picture is square and has a `viewBox` but no fixed width: it fills the space that
    /// it is given. Its label names all that it shows, for readers who cannot see it. The empty
    /// board is an empty frame.
    pub fn svg(&self) -> String {
        fmt::from_fn(|f| self.write_svg(f)).to_string()
    }

    /// Draws as a PNG image, `pixels` wide and as high: the same picture as [`Drawing::svg`].
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Invalid`] if `pixels` is not in [`Drawing::PIXELS`], [`ErrorKind::Failed`] if
    /// the renderer fails.
    #[cfg(feature = "png")]
    pub fn png(&self, pixels: u32) -> Result<Vec<u8>, Error> {
        use resvg::tiny_skia::{Pixmap, Transform};
        use resvg::usvg::{Options, Tree};

        if !Self::PIXELS.contains(&pixels) {
            let (least, most) = Self::PIXELS.into_inner();
            let advice = format!("give a width from {least} to {most} pixels");
            return Err(Error::invalid(
                format!("a picture cannot be {pixels} pixels wide"),
                advice,
            ));
        }
        let failed = |reason: String| {
            let advice = "draw fewer pixels, or an SVG, which shows the same";
            Error::new(ErrorKind::Failed, format!("the PNG could not be made: {reason}"), advice)
        };
        let tree = Tree::from_str(&self.svg(), &Options::default())
            .map_err(|error| failed(error.to_string()))?;
        let mut pixmap = Pixmap::new(pixels, pixels)
            .ok_or_else(|| failed(format!("no memory for {pixels} x {pixels} pixels")))?;
        let scale = pixels as f32 / tree.size().width();
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        pixmap.encode_png().map_err(|error| failed(error.to_string()))
    }

    /// The room to the left of the board and above it.
    fn margin(&self) -> u32 {
        if !self.coordinates || self.n == 0 {
            return PAD;
        }
        let widest = (1..=self.n).map(|row| glyph::layout(&row.to_string()).1).max();
        PAD + LABEL_GAP + widest.unwrap_or(0).max(glyph::HEIGHT)
    }

    fn write_svg(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let n = self.n;
        let margin = self.margin();
        // The frame of the empty board is as large as a square.
        let side = n.max(1) * CELL;
        let whole = margin + side + PAD;
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" \
             role=\"img\" aria-label=\"{}{}\">",
            self.title(),
            self.details()
        )?;
        writeln!(out, "<title>{}</title>", self.title())?;
        self.write_definitions(out)?;
        writeln!(out, "<path fill=\"{PAPER}\" d=\"M0 0h{whole}v{whole}H0z\"/>")?;
        writeln!(out, "<g transform=\"translate({margin} {margin})\">")?;
        match &self.regions {
            None => self.write_squares(out)?,
            Some(regions) => self.write_fills(out, regions)?,
        }
        let look = format_args!(r#"fill="{ATTACK}" fill-opacity=".25" {CRISP}"#);
        write_path(out, look, |out| write_runs(out, n, |square| self.is_attacked(square)))?;
        match &self.regions {
            None => self.write_blocked(out)?,
            Some(regions) => {
                self.write_borders(out, regions)?;
                self.write_crosses(out)?;
            }
        }
        self.write_lines(out)?;
        writeln!(
            out,
            "<path fill=\"none\" stroke=\"{INK}\" stroke-width=\"3\" d=\"M-1 -1h{0}v{0}h-{0}z\"/>",
            side + 2
        )?;
        for queen in &self.queens {
            let (x, y) = corner(*queen);
            writeln!(out, "<use href=\"#queen\" x=\"{x}\" y=\"{y}\"/>")?;
        }
        self.write_coordinates(out)?;
        out.write_str("</g>\n</svg>\n")
    }

    /// What the picture is, in a few words.
    fn title(&self) -> String {
        let count = self.queens.len();
        let queens = if count == 1 { "queen" } else { "queens" };
        format!("{count} {queens} on a board of {0} x {0}", self.n)
    }

    /// What the picture shows, square by square.
    fn details(&self) -> String {
        let mut text = String::new();
        for (before, squares) in [
            (": ", &self.queens),
            ("; attacks from ", &self.attackers),
            ("; blocked: ", &self.blocked),
        ] {
            let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
            if !names.is_empty() {
                text.push_str(before);
                text.push_str(&names.join(", "));
            }
        }
        if let Some(regions) = &self.regions {
            text = text + "; regions: " + &regions.rows().collect::<Vec<_>>().join(" ");
        }
        text
    }

    /// The coordinates and the letters of regions: each glyph with the place of its top left corner.
    fn glyphs(&self) -> Vec<(i64, i64, char)> {
        let mut placed = Vec::new();
        let mut place = |x: i64, y: i64, glyphs: &[(u32, char)]| {
            placed.extend(glyphs.iter().map(|&(start, glyph)| (x + i64::from(start), y, glyph)));
        };
        for i in (0..self.n).filter(|_| self.coordinates) {
            let (glyphs, width) = glyph::layout(&column_letters(i));
            let x = i64::from(i * CELL) + (i64::from(CELL) - i64::from(width)) / 2;
            place(x, -i64::from(LABEL_GAP + glyph::HEIGHT), &glyphs);

            let (glyphs, width) = glyph::layout(&(i + 1).to_string());
            let y = i64::from(i * CELL + (CELL - glyph::HEIGHT) / 2);
            place(-i64::from(LABEL_GAP + width), y, &glyphs);
        }
        if let Some(regions) = self.regions.as_ref().filter(|_| self.letters) {
            for square in squares(self.n).filter(|square| !self.queens.contains(square)) {
                // In a corner, where a cross leaves room. The alphabet has small letters alone.
                let (glyphs, _) = glyph::layout(&column_letters(regions.at(square)));
                let (x, y) = corner(square);
                place(i64::from(x) + 6, i64::from(y) + 6, &glyphs);
            }
        }
        placed
    }

    fn write_definitions(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let glyphs: BTreeSet<char> = self.glyphs().iter().map(|&(_, _, glyph)| glyph).collect();
        if self.queens.is_empty() && glyphs.is_empty() {
            return Ok(());
        }
        writeln!(out, "<defs>")?;
        if !self.queens.is_empty() {
            // The first path is a rim that sets the queen off from what lies under it.
            writeln!(
                out,
                "<g id=\"queen\"><path fill=\"{LIGHT}\" stroke=\"{LIGHT}\" stroke-width=\"4\" \
                 stroke-linejoin=\"round\" d=\"{QUEEN}\"/><path fill=\"{INK}\" d=\"{QUEEN}\"/></g>"
            )?;
        }
        for glyph in glyphs {
            writeln!(out, "<path id=\"glyph-{glyph}\" d=\"{}\"/>", glyph::find(glyph).1)?;
        }
        writeln!(out, "</defs>")
    }

    /// Writes the light squares as one, and the dark ones as one path: stripes along every second
    /// row and every second column, and squares are dark where just one of the two runs.
    fn write_squares(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let n = self.n;
        if n == 0 {
            return Ok(());
        }
        let side = n * CELL;
        writeln!(out, "<path fill=\"{LIGHT}\" d=\"M0 0h{side}v{side}H0z\"/>")?;
        let look = format_args!(r#"fill="{DARK}" fill-rule="evenodd" {CRISP}"#);
        write_path(out, look, |out| {
            let mut starts = (1..n).step_by(2).map(|i| i * CELL);
            starts.try_for_each(|start| {
                write!(out, "M0 {start}h{side}v{CELL}H0zM{start} 0v{side}h{CELL}V0z")
            })
        })
    }

    /// Writes the lines of attack that have more than one square.
    fn write_lines(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let n = self.n;
        let attackers = self.attackers.iter().filter(|_| n > 1);
        let rows: BTreeSet<u32> = attackers.clone().map(|square| square.row).collect();
        let columns: BTreeSet<u32> = attackers.clone().map(|square| square.column).collect();
        let antis: BTreeSet<u32> = attackers.clone().map(|square| square.anti()).collect();
        let diags: BTreeSet<i32> = attackers.map(|square| square.diag()).collect();
        let look = format_args!(r#"fill="none" stroke="{ATTACK}" stroke-width="3" {ROUND}"#);
        write_path(out, look, |out| {
            let length = |squares: u32| squares * CELL - 2 * LINE_GAP;
            for row in &rows {
                write!(out, "M{LINE_GAP} {}h{}", row * CELL + CELL / 2, length(n))?;
            }
            for column in &columns {
                write!(out, "M{} {LINE_GAP}v{}", column * CELL + CELL / 2, length(n))?;
            }
            // From the left or upper edge down to the right; both ends are on the board.
            for &diag in diags.iter().filter(|diag| diag.unsigned_abs() + 1 < n) {
                let (x, y) = (diag.min(0).unsigned_abs(), diag.max(0) as u32);
                let length = length(n - x - y);
                write!(out, "M{} {}l{length} {length}", x * CELL + LINE_GAP, y * CELL + LINE_GAP)?;
            }
            // From the left or lower edge up to the right.
            for &anti in antis.iter().filter(|anti| (1..2 * n - 2).contains(anti)) {
                let (x, y) = if anti < n { (0, anti + 1) } else { (anti + 1 - n, n) };
                let length = length(y - x);
                write!(out, "M{} {}l{length} -{length}", x * CELL + LINE_GAP, y * CELL - LINE_GAP)?;
            }
            Ok(())
        })
    }

    fn write_blocked(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let look = format_args!(r#"fill="{BLOCK}" {CRISP}"#);
        let is_blocked = |square| self.blocked.contains(&square);
        write_path(out, look, |out| write_runs(out, self.n, is_blocked))?;
        let look = format_args!(r#"fill="none" stroke="{HATCH}" stroke-width="3" {ROUND}"#);
        let strokes = "l14 -14m18 0l-32 32m0 18l50 -50m0 18l-32 32m18 0l14 -14";
        write_path(out, look, |out| {
            self.blocked.iter().try_for_each(|&square| {
                let (x, y) = corner(square);
                write!(out, "M{} {}{strokes}", x + 5, y + 19)
            })
        })
    }

    fn write_coordinates(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let glyphs = self.glyphs();
        if glyphs.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "<g fill=\"none\" stroke=\"{INK}\" stroke-width=\"2.4\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\">"
        )?;
        for (x, y, glyph) in glyphs {
            writeln!(out, "<use href=\"#glyph-{glyph}\" x=\"{x}\" y=\"{y}\"/>")?;
        }
        writeln!(out, "</g>")
    }
}

/// Writes a path: how it looks, and its data. Without data there is no path.
pub(super) fn write_path(
    out: &mut Formatter<'_>,
    look: fmt::Arguments<'_>,
    data: impl Fn(&mut Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    let data = fmt::from_fn(data).to_string();
    if data.is_empty() { Ok(()) } else { writeln!(out, "<path {look} d=\"{data}\"/>") }
}

/// The upper left corner of a square.
pub(super) fn corner(square: Square) -> (u32, u32) {
    (square.column * CELL, square.row * CELL)
}

/// Writes the squares that are `wanted` as path data, neighbors in a row as one rectangle.
pub(super) fn write_runs(
    out: &mut Formatter<'_>,
    n: u32,
    wanted: impl Fn(Square) -> bool,
) -> fmt::Result {
    for row in 0..n {
        let mut column = 0;
        while column < n {
            let run = (column..n).take_while(|&column| wanted(Square { row, column })).count();
            if run > 0 {
                let (x, y) = (column * CELL, row * CELL);
                write!(out, "M{x} {y}h{}v{CELL}H{x}z", run as u32 * CELL)?;
            }
            column += run as u32 + 1;
        }
    }
    Ok(())
}
