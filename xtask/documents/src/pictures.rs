//! The pictures that a run or a measurement changes: a terminal for the README, and the plots.

use std::fmt::Write;

use anstyle::{Color, RgbColor};
use anstyle_svg::{Term, WIN10_CONSOLE};

use crate::failure::Failure;
use crate::plots;
use crate::program::{Program, root};
use crate::reference::keep;

/// The commands shown, in order. None tells a time, so that the picture is the same on every machine.
const SHOWN: [&str; 4] =
    ["count 16", "count 8 --classes", "list 8 --fundamental", "draw 8 --coordinates"];

/// What draws them.
const TASK: &str = "pictures";

const PICTURE: &str = "docs/pictures/terminal.svg";

/// Light on dark, whatever the page around it is.
const TERMINAL: Term = Term::new()
    .palette(WIN10_CONSOLE)
    .fg_color(Color::Rgb(RgbColor(0xd0, 0xd7, 0xde)))
    .bg_color(Color::Rgb(RgbColor(0x16, 0x1b, 0x22)));

/// Draws them, or with `check` tells whether what is there is what would be drawn.
pub(crate) fn draw(check: bool) -> Result<(), Failure> {
    let mut screen = String::new();
    for arguments in SHOWN {
        eprintln!("$ queens {arguments}");
        let line = format!("cargo run --quiet --release -- --color always {arguments}");
        let printed = Program::new(&line).read()?;
        let gap = if screen.is_empty() { "" } else { "\n" };
        // In green, then in bold, as shells do.
        let _ = writeln!(screen, "{gap}\x1b[32m$\x1b[0m \x1b[1mqueens {arguments}\x1b[0m");
        screen.push_str(&printed);
    }
    let svg = grid::align(&TERMINAL.render_svg(screen.trim_end()))?;
    keep(&root().join(PICTURE), &svg, TASK, check)?;
    for (picture, svg) in plots::all()? {
        keep(&root().join(picture), &svg, TASK, check)?;
    }
    Ok(())
}

/// Gives every character its place.
///
/// The renderer leaves the width of a character to the reader's font. A font without `♛` borrows
/// it from another, wider one, and what stands to the right moves: the lines of a board no longer
/// meet. With an x for every character they do in every font.
mod grid {
    use std::fmt::Write;

    use crate::failure::Failure;

    /// What the renderer writes.
    const FONT: &str = "font: 14px SFMono-Regular, Consolas, Liberation Mono, Menlo, monospace";
    const LEFT: f64 = 10.0;
    const LINE: &str = "    <tspan x=\"10px\" y=\"";

    /// Fonts that have box drawing as high as a line of 18 pixels, and the width of a character.
    const OUR_FONT: &str = "font: 15.5px DejaVu Sans Mono, Menlo, SFMono-Regular, Consolas, Liberation Mono, monospace";
    const WIDTH: f64 = 9.3;

    pub(super) fn align(svg: &str) -> Result<String, Failure> {
        let mut columns = 0;
        let mut out = String::new();
        for line in svg.lines() {
            if let Some(rest) = line.strip_prefix(LINE) {
                let (y, spans) = rest.split_once("\">").ok_or_else(changed)?;
                let _ = write!(out, "    <tspan y=\"{y}\">");
                columns = columns.max(place(spans, &mut out)?);
                out.push('\n');
            } else {
                let _ = writeln!(out, "{line}");
            }
        }
        let (head, body) = out.split_once(">\n").ok_or_else(changed)?;
        let (_, height) = head.split_once(" height=").ok_or_else(changed)?;
        if !body.contains(FONT) {
            return Err(changed());
        }
        let body = body.replace(FONT, OUR_FONT);
        let width = (f64::from(columns) * WIDTH + 2.0 * LEFT).ceil();
        Ok(format!("<svg width=\"{width}px\" height={height}>\n{body}"))
    }

    /// Writes the spans of a line with their places, and returns the columns they take.
    fn place(spans: &str, out: &mut String) -> Result<u32, Failure> {
        let mut column = 0;
        let mut rest = spans;
        while let Some(span) = rest.strip_prefix("<tspan") {
            let (class, text) = span.split_once('>').ok_or_else(changed)?;
            let (text, after) = text.split_once("</tspan>").ok_or_else(changed)?;
            out.push_str("<tspan x=\"");
            // An escaped character is one, and takes one column.
            let mut inside = false;
            for character in text.chars() {
                if !inside {
                    let x = LEFT + f64::from(column) * WIDTH;
                    let _ = write!(out, "{}{x:.1}", if out.ends_with('"') { "" } else { " " });
                    column += 1;
                }
                inside = character == '&' || (inside && character != ';');
            }
            let _ = write!(out, "\"{class}>{text}</tspan>");
            rest = after;
        }
        Ok(column)
    }

    fn changed() -> Failure {
        Failure::new(
            "anstyle-svg no longer writes the SVG that the alignment expects",
            "adapt the module `grid` in xtask/documents/src/pictures.rs",
        )
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn every_character_has_its_place() {
            let screen = "a\x1b[31m<♛\x1b[0m\n\n┌b";
            let svg = align(&anstyle_svg::Term::new().render_svg(screen)).unwrap();
            for expected in [
                "<svg width=\"48px\" height=\"74px\" ",
                "<tspan y=\"28px\"><tspan x=\"10.0\">a</tspan>\
                 <tspan x=\"19.3 28.6\" class=\"fg-red\">&lt;♛</tspan>\n",
                "<tspan y=\"64px\"><tspan x=\"10.0 19.3\">┌b</tspan>\n",
                OUR_FONT,
            ] {
                assert!(svg.contains(expected), "{expected} is not in\n{svg}");
            }
        }
    }
}
