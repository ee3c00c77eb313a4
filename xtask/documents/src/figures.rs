//! The figures of the documents: that of docs/lab/join.md here, those of docs/color.md in `color`, those of
//! docs/ladder/ in `ladder`, that of the README in `animation`.
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
    let mut figures = vec![("docs/pictures/join-halves.svg", halves())];
    figures.extend(color::all());
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

/// The boards of sizes 8 and 7, cut.
fn halves() -> String {
    let mut svg = Svg::new(600, 284);
    for (n, left, queens) in
        [(8, 40, &[4, 2, 0, 6, 1, 7, 5, 3][..]), (7, 336, &[3, 5, 0, 2, 4, 6, 1])]
    {
        let (h, top) = (n / 2, 40);
        let colors: Vec<&str> = (0..n)
            .map(|row| match row {
                row if row < h => TOP,
                row if row >= n - h => BOTTOM,
                _ => MIDDLE,
            })
            .collect();
        svg.board(left, top, n, &colors);
        for (row, col) in (0..).zip(queens) {
            svg.queen(left + col * SIDE, top + row * SIDE);
        }
        let (right, bottom) = (left + n * SIDE, top + n * SIDE);
        svg.centered(left + n * SIDE / 2, 16, &format!("n = {n}, h = {h}"));
        let edge = top + h * SIDE;
        svg.line([left - 4, edge], [right + 4, edge], INK);
        if n % 2 == 1 {
            svg.line([left - 4, edge + SIDE], [right + 4, edge + SIDE], INK);
            svg.left(right + 10, edge + 16, "middle row");
        }
        svg.left(right + 10, top + h * SIDE / 2, "top half");
        svg.left(right + 10, bottom - h * SIDE / 2, "bottom half");
        let set = |rows: std::ops::Range<usize>| {
            let mut columns: Vec<i32> = queens[rows].to_vec();
            columns.sort_unstable();
            let columns: Vec<String> = columns.iter().map(ToString::to_string).collect();
            columns.join(", ")
        };
        let (upper, lower) = (queens.len() / 2, queens.len() - queens.len() / 2);
        svg.left(left, bottom + 20, &format!("D = {{{}}}", set(0..upper)));
        svg.left(left, bottom + 36, &format!("E = {{{}}}", set(lower..queens.len())));
    }
    svg.finish()
}
