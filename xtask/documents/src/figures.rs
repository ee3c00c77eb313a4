//! The figures of the documents: those of docs/color.md in `color`, those of docs/ladder/ in `ladder`, that of the
//! README in `animation`.
//!
//! Drawn from the numbering and the examples of the chapters, on white whatever the page around them is.
//! All coordinates are whole numbers, so that the files are the same on every machine.

mod animation;
mod color;
mod ladder;

use std::fmt::Write;

use queens::draw::QUEEN;

/// The figures: where they belong, and what is in them.
pub(crate) fn all() -> Vec<(&'static str, String)> {
    let mut figures = color::all();
    figures.extend(ladder::all());
    figures.extend(animation::all());
    figures
}

const INK: &str = "#24292f";
const FAINT: &str = "#8c959f";
const TOP: &str = "#cfe3f7";
const BOTTOM: &str = "#fbe0c3";
const MIDDLE: &str = "#e3e6e9";
const INNER: &str = "#8fc0ee";
const LEFT_OUT: &str = "#ffffff";

/// Side of a square.
const SIDE: i32 = 24;

/// A picture in the making.
struct Svg {
    width: i32,
    height: i32,
    body: String,
}

impl Svg {
    fn new(width: i32, height: i32) -> Self {
        Self { width, height, body: String::new() }
    }

    fn rect(&mut self, x: i32, y: i32, width: i32, height: i32, fill: &str) {
        let _ = writeln!(
            self.body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\" \
             stroke=\"{FAINT}\"/>"
        );
    }

    fn line(&mut self, [x1, y1]: [i32; 2], [x2, y2]: [i32; 2], stroke: &str) {
        let _ = writeln!(
            self.body,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{stroke}\" \
             stroke-width=\"2\"/>"
        );
    }

    fn queen(&mut self, x: i32, y: i32) {
        let _ = writeln!(self.body, "<use href=\"#queen\" x=\"{x}\" y=\"{y}\"/>");
    }

    fn text(&mut self, x: i32, y: i32, anchor: &str, text: &str) {
        let _ =
            writeln!(self.body, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>");
    }

    fn left(&mut self, x: i32, y: i32, text: &str) {
        self.text(x, y, "start", text);
    }

    fn centered(&mut self, x: i32, y: i32, text: &str) {
        self.text(x, y, "middle", text);
    }

    /// A board, each row in its color.
    fn board(&mut self, x: i32, y: i32, columns: i32, colors: &[&str]) {
        for (row, color) in (0..).zip(colors) {
            for col in 0..columns {
                self.rect(x + col * SIDE, y + row * SIDE, SIDE, SIDE, color);
            }
        }
    }

    fn finish(self) -> String {
        let Self { width, height, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\" \
             fill=\"{INK}\">\n<defs><path id=\"queen\" transform=\"scale(0.4)\" d=\"{QUEEN}\"/></defs>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
             {body}</svg>\n"
        )
    }
}
