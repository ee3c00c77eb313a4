//! Boards as SVG, and that rasterised to PNG.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use super::{Drawing, Lines, glyph};
#[cfg(feature = "png")]
use super::DrawError;
use crate::board::{Square, column_letters};

/// The side of a square of the board; all lengths are in units of the picture.
const CELL: u32 = 60;
/// The room around the board where there are no coordinates.
const PAD: u32 = 10;
/// The room between the board and a coordinate.
const LABEL_GAP: u32 = 12;
/// How far before the edge of the board a line of attack ends.
const LINE_GAP: u32 = 6;

// The colours differ in lightness first, so that they survive any colour blindness and a grey print.
const PAPER: &str = "#fff";
const INK: &str = "#1d2433";
const LIGHT: &str = "#f6f0e2";
const DARK: &str = "#d3c2a1";
/// Blue against yellowish squares: the pair that the common colour blindnesses keep apart.
const ATTACK: &str = "#0072b2";
const BLOCK: &str = "#8d8a86";
const HATCH: &str = "#55534f";

/// The queen on a square at the origin: crown and base in one path.
const QUEEN: &str = "M9 24";

impl Drawing {
    /// Draws as an SVG document that needs nothing else: no fonts, no style sheets.
    ///
    /// The picture is square and has a `viewBox` but no width of its own: it fills the place that
    /// it is given. Its label names all that it shows, for readers who cannot see it. The empty
    /// board is an empty frame.
    ///
    /// ```
    /// # use queens::{Placement, draw::Drawing};
    /// let placement: Placement = "2 4 1 3".parse()?;
    /// let svg = Drawing::of(&placement)?.svg();
    /// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 260 260\""));
    /// assert!(svg.contains("aria-label=\"4 queens on a 4 x 4 board: b1, d2, a3, c4\""));
    /// assert_eq!(svg.matches("<use href=\"#queen\"").count(), 4);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        self.write_svg(&mut svg).expect("a String takes all that is written to it");
        svg
    }

    /// Draws as a PNG image, `pixels` wide and as high: the very picture of [`Drawing::svg`].
    ///
    /// # Errors
    ///
    /// [`DrawError::Pixels`] if `pixels` lies outside [`Drawing::PIXELS`], [`DrawError::Png`] if
    /// the renderer fails.
    ///
    /// # Examples
    ///
    /// ```
    /// # use queens::{Placement, draw::Drawing};
    /// let placement: Placement = "2 4 1 3".parse()?;
    /// let drawing = Drawing::of(&placement)?;
    /// assert!(drawing.png(400)?.starts_with(b"\x89PNG\r\n\x1a\n"));
    /// assert_eq!(drawing.png(9).unwrap_err().to_string(), "a picture cannot be 9 pixels wide");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "png")]
    pub fn png(&self, pixels: u32) -> Result<Vec<u8>, DrawError> {
        use resvg::tiny_skia::{Pixmap, Transform};
        use resvg::usvg::{Options, Tree};

        if !Self::PIXELS.contains(&pixels) {
            return Err(DrawError::Pixels { pixels });
        }
        let failed = |reason: String| DrawError::Png { reason };
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
        if !self.coordinates || self.size.get() == 0 {
            return PAD;
        }
        let widest = (1..=self.size.get()).map(|row| glyph::layout(&row.to_string()).1).max();
        PAD + LABEL_GAP + widest.unwrap_or(0).max(glyph::HEIGHT)
    }

    fn write_svg(&self, out: &mut String) -> fmt::Result {
        let n = self.size.get();
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
        self.write_squares(out)?;
        self.write_attacks(out)?;
        self.write_blocked(out)?;
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
        format!("{count} {queens} on a {0} x {0} board", self.size)
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
        text
    }

    /// The coordinates: each glyph with the place of its top left corner.
    fn glyphs(&self) -> Vec<(i64, i64, char)> {
        let mut placed = Vec::new();
        if !self.coordinates {
            return placed;
        }
        for i in 0..self.size.get() {
            let (glyphs, width) = glyph::layout(&column_letters(i));
            let x = i64::from(i * CELL) + (i64::from(CELL) - i64::from(width)) / 2;
            let y = -i64::from(LABEL_GAP + glyph::HEIGHT);
            placed.extend(glyphs.iter().map(|&(start, glyph)| (x + i64::from(start), y, glyph)));

            let (glyphs, width) = glyph::layout(&(i + 1).to_string());
            let x = -i64::from(LABEL_GAP + width);
            let y = i64::from(i * CELL + (CELL - glyph::HEIGHT) / 2);
            placed.extend(glyphs.iter().map(|&(start, glyph)| (x + i64::from(start), y, glyph)));
        }
        placed
    }

    fn write_definitions(&self, out: &mut String) -> fmt::Result {
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
            write!(out, "<path id=\"glyph-{glyph}\" d=\"")?;
            glyph::write_path(out, glyph)?;
            writeln!(out, "\"/>")?;
        }
        writeln!(out, "</defs>")
    }

    /// Writes the light squares as one, and the dark ones as one path: stripes along every second
    /// row and every second column, and squares are dark where just one of the two runs.
    fn write_squares(&self, out: &mut String) -> fmt::Result {
        let n = self.size.get();
        if n == 0 {
            return Ok(());
        }
        let side = n * CELL;
        writeln!(out, "<path fill=\"{LIGHT}\" d=\"M0 0h{side}v{side}H0z\"/>")?;
        if n == 1 {
            return Ok(());
        }
        write!(
            out,
            "<path fill=\"{DARK}\" fill-rule=\"evenodd\" shape-rendering=\"crispEdges\" d=\""
        )?;
        for start in (1..n).step_by(2).map(|i| i * CELL) {
            write!(out, "M0 {start}h{side}v{CELL}H0zM{start} 0v{side}h{CELL}V0z")?;
        }
        writeln!(out, "\"/>")
    }

    /// Writes the tint of the attacked squares, and the lines of attack.
    fn write_attacks(&self, out: &mut String) -> fmt::Result {
        if self.attackers.is_empty() {
            return Ok(());
        }
        let n = self.size.get();
        let side = n * CELL;
        let lines = Lines::through(&self.attackers);
        write!(
            out,
            "<path fill=\"{ATTACK}\" fill-opacity=\".25\" shape-rendering=\"crispEdges\" d=\""
        )?;
        write_runs(out, n, |square| lines.reach(square))?;
        writeln!(out, "\"/>")?;

        write!(
            out,
            "<path fill=\"none\" stroke=\"{ATTACK}\" stroke-width=\"3\" stroke-linecap=\"round\" d=\""
        )?;
        let length = side - 2 * LINE_GAP;
        for row in &lines.rows {
            write!(out, "M{LINE_GAP} {}h{length}", row * CELL + CELL / 2)?;
        }
        for column in &lines.columns {
            write!(out, "M{} {LINE_GAP}v{length}", column * CELL + CELL / 2)?;
        }
        for diag in &lines.diags {
            // From the left or upper edge down to the right; both ends are on the board.
            let squares = n - diag.unsigned_abs();
            let (x, y) = if *diag < 0 { (diag.unsigned_abs(), 0) } else { (0, diag.unsigned_abs()) };
            if squares > 1 {
                let length = squares * CELL - 2 * LINE_GAP;
                write!(
                    out,
                    "M{} {}l{length} {length}",
                    x * CELL + LINE_GAP,
                    y * CELL + LINE_GAP
                )?;
            }
        }
        for anti in &lines.antis {
            // From the left or lower edge up to the right.
            let squares = (anti + 1).min(2 * n - 1 - anti);
            let (x, y) = if *anti < n { (0, anti + 1) } else { (anti + 1 - n, n) };
            if squares > 1 {
                let length = squares * CELL - 2 * LINE_GAP;
                write!(
                    out,
                    "M{} {}l{length} -{length}",
                    x * CELL + LINE_GAP,
                    y * CELL - LINE_GAP
                )?;
            }
        }
        writeln!(out, "\"/>")
    }

    fn write_blocked(&self, out: &mut String) -> fmt::Result {
        if self.blocked.is_empty() {
            return Ok(());
        }
        write!(out, "<path fill=\"{BLOCK}\" shape-rendering=\"crispEdges\" d=\"")?;
        write_runs(out, self.size.get(), |square| self.blocked.contains(&square))?;
        writeln!(out, "\"/>")?;
        write!(
            out,
            "<path fill=\"none\" stroke=\"{HATCH}\" stroke-width=\"4\" stroke-linecap=\"round\" d=\""
        )?;
        for square in &self.blocked {
            let (x, y) = corner(*square);
            write!(out, "M{} {}l14 -14m32 0l-46 46m32 0l14 -14", x + 7, y + 21)?;
        }
        writeln!(out, "\"/>")
    }

    fn write_coordinates(&self, out: &mut String) -> fmt::Result {
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

/// The upper left corner of a square.
fn corner(square: Square) -> (u32, u32) {
    (square.column * CELL, square.row * CELL)
}

/// Writes the squares that are `wanted` as path data, neighbours in a row as one rectangle.
fn write_runs(out: &mut String, n: u32, wanted: impl Fn(Square) -> bool) -> fmt::Result {
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
