//! The figures of the documents: those of docs/join.md here, those of docs/color.md in `color`, those of
//! docs/ladder/ in `ladder`.
//!
//! Drawn from the numbering and the examples of the chapters, on white whatever the page around them is.
//! All coordinates are whole numbers, so that the files are the same on every machine.

mod color;
mod ladder;

use std::fmt::Write;

/// The figures: where they belong, and what is in them.
pub(crate) fn all() -> Vec<(&'static str, String)> {
    let mut figures = vec![
        ("docs/pictures/join-halves.svg", halves()),
        ("docs/pictures/join-diagonals.svg", diagonals()),
        ("docs/pictures/join-lists.svg", lists()),
        ("docs/pictures/join-cut.svg", cut()),
        ("docs/pictures/join-leaf.svg", leaf()),
    ];
    figures.extend(color::all());
    figures.extend(ladder::all());
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

    /// A line with a head at its end; along an axis, or nearly so.
    fn arrow(&mut self, from: [i32; 2], to: [i32; 2]) {
        self.line(from, to, INK);
        let [x, y] = to;
        let flat = (to[0] - from[0]).abs() >= (to[1] - from[1]).abs();
        let back = if flat { (from[0] - to[0]).signum() } else { (from[1] - to[1]).signum() } * 6;
        let ends = if flat {
            [[x + back, y - 4], [x + back, y + 4]]
        } else {
            [[x - 4, y + back], [x + 4, y + back]]
        };
        for end in ends {
            self.line(end, to, INK);
        }
    }

    fn queen(&mut self, x: i32, y: i32) {
        let (x, y) = (x + SIDE / 2, y + SIDE / 2);
        let _ = writeln!(self.body, "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{INK}\"/>");
    }

    fn text(&mut self, x: i32, y: i32, anchor: &str, text: &str) {
        let _ =
            writeln!(self.body, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>");
    }

    fn left(&mut self, x: i32, y: i32, text: &str) {
        self.text(x, y, "start", text);
    }

    fn centred(&mut self, x: i32, y: i32, text: &str) {
        self.text(x, y, "middle", text);
    }

    /// A board, each row in its colour.
    fn board(&mut self, x: i32, y: i32, columns: i32, colours: &[&str]) {
        for (row, colour) in (0..).zip(colours) {
            for col in 0..columns {
                self.rect(x + col * SIDE, y + row * SIDE, SIDE, SIDE, colour);
            }
        }
    }

    fn finish(self) -> String {
        let Self { width, height, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\" \
             fill=\"{INK}\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
             {body}</svg>\n"
        )
    }
}

/// The bit of the crossing anti diagonal k, as the chapter numbers them.
fn bit(k: i32) -> i32 {
    2 * (2 * k.abs() - i32::from(k < 0))
}

/// The boards of sizes 8 and 7, cut.
fn halves() -> String {
    let mut svg = Svg::new(600, 292);
    for (n, left, queens) in
        [(8, 40, &[4, 2, 0, 6, 1, 7, 5, 3][..]), (7, 336, &[3, 5, 0, 2, 4, 6, 1])]
    {
        let (h, top) = (n / 2, 40);
        let colours: Vec<&str> = (0..n)
            .map(|row| match row {
                row if row < h => TOP,
                row if row >= n - h => BOTTOM,
                _ => MIDDLE,
            })
            .collect();
        svg.board(left, top, n, &colours);
        for (row, col) in (0..).zip(queens) {
            svg.queen(left + col * SIDE, top + row * SIDE);
        }
        let (right, bottom) = (left + n * SIDE, top + n * SIDE);
        svg.centred(left + n * SIDE / 2, 16, &format!("n = {n}, h = {h}"));
        for line in 0..n {
            let distance = if line < h { h - 1 - line + n % 2 } else { line - h };
            svg.centred(left + line * SIDE + SIDE / 2, top - 6, &distance.to_string());
            svg.centred(left - 10, top + line * SIDE + 16, &distance.to_string());
        }
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
    svg.left(40, 286, "Numbers at the border: distances from the centre.");
    svg.finish()
}

/// The diagonals of the board of size 6 that cross the middle, with their bits.
fn diagonals() -> String {
    const N: i32 = 6;
    let h = N / 2;
    let mut svg = Svg::new(560, 320);
    for (left, odd, title) in
        [(50, 0, "anti diagonals: even bits"), (330, 1, "diagonals: odd bits")]
    {
        let top = 50;
        svg.board(left, top, N, &[TOP, TOP, TOP, BOTTOM, BOTTOM, BOTTOM]);
        svg.line([left - 4, top + h * SIDE], [left + N * SIDE + 4, top + h * SIDE], INK);
        svg.centred(left + N * SIDE / 2, 16, title);
        for k in 1 - h..h {
            // The first and the last square of the diagonal, as (row, column).
            let squares = (0..N).filter_map(|row| {
                let col = if odd == 1 { row + k } else { k + N - 1 - row };
                (0..N).contains(&col).then_some([col, row])
            });
            let squares: Vec<[i32; 2]> = squares.collect();
            let (first, last) = (squares[0], squares[squares.len() - 1]);
            let middle =
                |[col, row]: [i32; 2]| [left + col * SIDE + SIDE / 2, top + row * SIDE + SIDE / 2];
            let (from, to) = (middle(first), middle(last));
            svg.line(from, to, if k == 0 { "#cf222e" } else { INK });
            let out = if odd == 1 { -1 } else { 1 };
            svg.centred(from[0] + out * 20, from[1] - 14, &(bit(k) + odd).to_string());
        }
    }
    let (left, top) = (50, 268);
    svg.left(left, top - 12, "Turned upside down: neighbouring bits change places.");
    let mut numbers: Vec<(i32, i32)> = (1 - h..h).map(|k| (bit(k), k)).collect();
    numbers.sort_unstable();
    for (bit, k) in numbers {
        for odd in 0..2 {
            let x = left + (bit + odd) * 44;
            svg.rect(x, top, 44, SIDE, if odd == 0 { TOP } else { BOTTOM });
            svg.centred(x + 22, top + 16, &format!("{}", bit + odd));
        }
        let x = left + bit * 44;
        svg.line([x + 22, top + SIDE + 4], [x + 66, top + SIDE + 4], INK);
        svg.centred(x + 44, top + SIDE + 20, &format!("k={k}"));
    }
    svg.finish()
}

/// A half-board of an outer list and an inner placement; a list in segments.
fn lists() -> String {
    let mut svg = Svg::new(640, 262);
    let top = 40;
    // The outer table: each row's table from the one before it.
    svg.centred(85, 16, "outer table, row by row");
    for (step, (set, count)) in (0..).zip([
        ("{}", "1 entry"),
        ("{c}", "row 0"),
        ("{b,c}", "rows 0, 1"),
        ("{a,b,c}", "rows 0 to 2"),
    ]) {
        let y = top + step * 46;
        svg.rect(20, y, 60, SIDE, TOP);
        svg.centred(50, y + 16, set);
        svg.left(88, y + 16, count);
        if step > 0 {
            svg.arrow([50, y - 46 + SIDE], [50, y]);
        }
    }
    svg.left(20, 232, "a list for each column set;");
    svg.left(20, 248, "scan, drop, add a queen");
    // The half-board.
    let left = 220;
    svg.centred(left + 5 * SIDE, 16, "one half-board over D");
    svg.board(left, top, 10, &[TOP, TOP, TOP, INNER, INNER]);
    for (row, col) in [(0, 3), (1, 6), (2, 9), (3, 1), (4, 4)] {
        svg.queen(left + col * SIDE, top + row * SIDE);
    }
    let edge = top + 5 * SIDE;
    svg.line([left - 4, edge], [left + 10 * SIDE + 4, edge], INK);
    svg.left(left, edge + 20, "outer rows: an entry of the list of D \\ I");
    svg.left(left, edge + 36, "inner rows: a placement in the columns I");
    svg.left(left, edge + 52, "line: the middle of the board");
    // The list in segments.
    let left = 500;
    svg.left(left, 16, "the list T(D)");
    let mut y = top;
    for (i, (number, col)) in (0..).zip(half_boards_by_queen()) {
        let height = 4 * number.cast_signed();
        svg.rect(left, y, 60, height, if i % 2 == 0 { TOP } else { INNER });
        svg.left(left + 68, y + height / 2 + 4, &format!("{col}: {number}"));
        y += height;
    }
    svg.left(left, y + 20, "by the column of the");
    svg.left(left, y + 36, "innermost queen: how");
    svg.left(left, y + 52, "many half-boards");
    svg.finish()
}

/// How many half-boards of 5 rows over the columns of the figure there are with the innermost queen in
/// each of them.
fn half_boards_by_queen() -> Vec<(u32, u32)> {
    fn count(queens: &mut Vec<u32>, columns: [u32; 5]) -> u32 {
        if queens.len() == columns.len() {
            return 1;
        }
        let mut sum = 0;
        for col in columns {
            let attacked = |(row, queen): (usize, &u32)| {
                *queen == col || queen.abs_diff(col) as usize == queens.len() - row
            };
            if !queens.iter().enumerate().any(attacked) {
                queens.push(col);
                sum += count(queens, columns);
                queens.pop();
            }
        }
        sum
    }
    let columns = [1, 3, 4, 6, 9];
    columns.into_iter().map(|col| (count(&mut vec![col], columns), col)).collect()
}

/// One list is cut, the other filtered.
fn cut() -> String {
    let mut svg = Svg::new(620, 250);
    svg.centred(70, 16, "top list");
    svg.centred(230, 16, "bottom list");
    let top = 30;
    for (i, col) in (0..).zip([2, 5, 7]) {
        let y = top + i * 66;
        svg.rect(30, y, 80, 66, if i % 2 == 0 { TOP } else { INNER });
        svg.centred(70, y + 36, &format!("queen in {col}"));
        svg.arrow([112, y + 33], [188, y + 33]);
        svg.rect(400, y + 4, 80, 22, if i % 2 == 0 { TOP } else { INNER });
        svg.rect(500, y + 4, 80, 22, BOTTOM);
        svg.centred(440, y + 19, &format!("part {col}"));
        svg.centred(540, y + 19, "survivors");
        svg.centred(490, y + 19, "x");
        svg.left(400, y + 44, &format!("pairs with the queen in {col}"));
        svg.arrow([272, y + 33], [392, y + 33]);
        svg.centred(332, y + 24, "drop attacked");
    }
    svg.rect(190, top, 80, 198, BOTTOM);
    svg.centred(230, top + 96, "filtered");
    svg.centred(230, top + 112, "once a part");
    svg.left(30, 246, "Next the bottom list is cut and the parts of the top list are filtered, until the pairs are few.");
    svg.finish()
}

/// Three half-boards of one list against eight of the other, by slices and a table.
fn leaf() -> String {
    const SLICED: [u32; 8] = [0b001, 0b010, 0b011, 0b000, 0b100, 0b101, 0b010, 0b100];
    const LOOKED_UP: [u32; 3] = [0b010, 0b101, 0b001];
    const CELL: i32 = 20;
    let mut svg = Svg::new(660, 240);
    let bits = |svg: &mut Svg, x: i32, y: i32, filled: &dyn Fn(usize) -> bool| {
        for lane in 0..8 {
            let on = filled(lane as usize);
            svg.rect(x + lane * CELL, y, CELL, CELL, if on { INNER } else { LEFT_OUT });
            svg.centred(x + lane * CELL + CELL / 2, y + 15, if on { "1" } else { "0" });
        }
    };
    svg.left(20, 16, "sliced list: 8 signatures of 3 bits");
    for (lane, signature) in (0..).zip(SLICED) {
        let y = 26 + lane * CELL;
        svg.rect(20, y, 44, CELL, TOP);
        svg.centred(42, y + 15, &format!("{signature:03b}"));
        svg.left(70, y + 15, &format!("lane {lane}"));
    }
    svg.left(240, 16, "lanes that lack bit j");
    for j in 0..3 {
        let y = 26 + j * (CELL + 4);
        svg.centred(222, y + 15, &format!("j={j}"));
        bits(&mut svg, 240, y, &|lane| SLICED[lane] >> j & 1 == 0);
    }
    svg.arrow([130, 60], [200, 60]);
    svg.left(430, 16, "table: line v = AND over bits of v");
    for v in 0..8_u32 {
        let y = 26 + v.cast_signed() * CELL;
        svg.centred(452, y + 15, &format!("{v:03b}"));
        bits(&mut svg, 470, y, &|lane| SLICED[lane] & v == 0);
    }
    svg.arrow([404, 60], [432, 60]);
    let results: Vec<String> = LOOKED_UP
        .iter()
        .map(|v| format!("{v:03b}: {}", SLICED.iter().filter(|s| **s & v == 0).count()))
        .collect();
    svg.left(
        20,
        212,
        "A half-board of the other list is an index; the 1s of its line are the half-boards it may",
    );
    svg.left(20, 228, &format!("stand with. Pairs: {}.", results.join(", ")));
    svg.finish()
}
