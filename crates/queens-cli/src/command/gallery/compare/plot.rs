//! The times as a picture: seconds on a logarithmic scale against n, a line for each algorithm.
//!
//! The picture is written by hand, as the boards' are. What makes it readable is that every line
//! has its name at its end, moved apart where lines end close together, instead of a legend to
//! match by colour. No plotting library does that (looked at in November 2026: plotters 0.3.7, whose
//! last release is of September 2024; kuva 0.6 and charts-rs 2.3, both kept up): placing the names
//! would still be ours, and it is the larger part of this file. Axes, grid and markers are the rest.

use std::fmt::Write;

use crate::machine::Machine;
use queens_gallery::compare::{Cell, Survey};

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 600.0;
/// The frame of the plot. The names of the lines that end at the right edge stand to its right.
const LEFT: f64 = 84.0;
const RIGHT: f64 = 770.0;
const TOP: f64 = 84.0;
const BOTTOM: f64 = 540.0;

/// The names are written in a monospaced font of this size, so that their width is known.
const NAME_SIZE: f64 = 14.0;
const NAME_CHAR: f64 = 0.602 * NAME_SIZE;
/// The least distance between the base lines of two names.
const NAME_GAP: f64 = 20.0;

const INK: &str = "#1d2433";
const FAINT: &str = "#5d6470";

/// How a line looks: no two alike in colour, marker or dashes alone.
struct Style {
    colour: &'static str,
    marker: Marker,
    /// The line's dashes and gaps; none is a solid line.
    dashes: &'static str,
}

#[derive(Clone, Copy)]
enum Marker {
    Circle,
    Square,
    Triangle,
    Diamond,
    Ring,
    Cross,
    Wedge,
    Plus,
}

/// The palette of Okabe and Ito, made to be told apart with every kind of colour vision; its yellow
/// is too light for a line on white, and grey takes its place. Lines that lie on one another show
/// both: the later one is dashed, and its markers leave the earlier one's edges free.
#[rustfmt::skip]
const STYLES: [Style; 8] = [
    Style { colour: "#000000", marker: Marker::Circle, dashes: "" },
    Style { colour: "#009e73", marker: Marker::Square, dashes: "" },
    Style { colour: "#d55e00", marker: Marker::Triangle, dashes: "" },
    Style { colour: "#e69f00", marker: Marker::Diamond, dashes: "" },
    Style { colour: "#0072b2", marker: Marker::Ring, dashes: "" },
    Style { colour: "#cc79a7", marker: Marker::Cross, dashes: "7 5" },
    Style { colour: "#56b4e9", marker: Marker::Wedge, dashes: "" },
    Style { colour: "#6b6b6b", marker: Marker::Plus, dashes: "3 3" },
];

type Point = (f64, f64);

struct Line<'a> {
    name: &'a str,
    style: &'static Style,
    points: Vec<Point>,
}

/// Where a name stands: the middle of its left edge.
#[derive(Clone, Copy)]
struct Place {
    at: Point,
    tie: Tie,
}

/// What shows which line a name belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Tie {
    /// It stands right behind the line's end.
    Near,
    /// The line's marker stands before it, and a thin line leads there from the line's end.
    Across,
    /// The line's marker stands before it, and a thin line leads there from the line's end: to the
    /// right, and then up to this height, below the name's right end.
    Up { x: f64, y: f64 },
}

/// Draws the times as an SVG document that needs nothing else.
pub(super) fn svg(survey: &Survey, machine: &Machine) -> String {
    let Layout { scale, lines, places } = Layout::of(survey);
    let mut text = String::new();
    let names: Vec<&str> = lines.iter().map(|line| line.name).collect();
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" \
         font-family=\"'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif\" \
         font-size=\"14\" fill=\"{INK}\">\n\
         <title>Time to find all solutions against n: {}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"34\" font-size=\"20\" font-weight=\"bold\">\
         n queens: time to find all solutions</text>\n\
         <text x=\"{LEFT}\" y=\"58\" fill=\"{FAINT}\">{}, one thread, fastest run; {}; queens {}\
         </text>\n",
        escape(&names.join(", ")),
        escape(&machine.cpu),
        escape(&machine.os),
        env!("CARGO_PKG_VERSION"),
    );
    scale.draw(&mut text);
    for line in &lines {
        draw_line(&mut text, line);
    }
    for (line, place) in lines.iter().zip(&places) {
        draw_name(&mut text, line, place);
    }
    text.push_str("</svg>\n");
    text
}

/// From n and seconds to the picture.
struct Scale {
    sizes: Vec<u32>,
    /// The upper edge of the plot.
    top: f64,
    /// Powers of ten of a second at the bottom and at the top.
    decades: (i32, i32),
}

impl Scale {
    fn of(survey: &Survey, top: f64) -> Self {
        let logs: Vec<f64> = survey.measured().map(|(_, _, m)| log10(m.seconds)).collect();
        let low = logs.iter().copied().fold(f64::INFINITY, f64::min).floor();
        let high = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max).ceil();
        // Without any measurement: something to draw nothing in.
        let decades = if low.is_finite() { (low as i32, high as i32) } else { (-6, 0) };
        Self {
            sizes: survey.sizes.clone(),
            top,
            decades: (decades.0, decades.1.max(decades.0 + 1)),
        }
    }

    fn x(&self, n: u32) -> f64 {
        let [first, .., last] = self.sizes[..] else {
            // A single size stands in the middle.
            return f64::midpoint(LEFT, RIGHT);
        };
        let inset = 14.0;
        let share = f64::from(n - first) / f64::from(last - first);
        LEFT + inset + share * (RIGHT - LEFT - 2.0 * inset)
    }

    fn y(&self, log10: f64) -> f64 {
        let (low, high) = (f64::from(self.decades.0), f64::from(self.decades.1));
        BOTTOM - (log10 - low) / (high - low) * (BOTTOM - self.top)
    }

    /// Draws the grid and what is written at the axes.
    fn draw(&self, text: &mut String) {
        let (low, high) = self.decades;
        let top = self.top;
        let _ = writeln!(text, "<g stroke=\"#e4e6ea\">");
        for decade in low..high {
            for digit in 2..10 {
                let y = self.y(f64::from(decade) + f64::from(digit).log10());
                let _ = writeln!(text, "<path d=\"M{LEFT} {y:.1}h5\" stroke=\"#9aa0aa\"/>");
            }
        }
        for decade in low..=high {
            let y = self.y(f64::from(decade));
            let _ = writeln!(text, "<path d=\"M{LEFT} {y:.1}H{RIGHT}\"/>");
        }
        // As many sizes as have room for their numbers.
        let room = ((RIGHT - LEFT) / 30.0) as usize;
        let every = self.sizes.len().div_ceil(room).max(1);
        let labelled = || self.sizes.iter().step_by(every);
        for &n in labelled() {
            let _ = writeln!(text, "<path d=\"M{:.1} {top}V{BOTTOM}\"/>", self.x(n));
        }
        let _ = writeln!(
            text,
            "</g>\n<path d=\"M{LEFT} {top}V{BOTTOM}H{RIGHT}\" fill=\"none\" stroke=\"{FAINT}\"/>\n\
             <g text-anchor=\"middle\">"
        );
        for &n in labelled() {
            let _ =
                writeln!(text, "<text x=\"{:.1}\" y=\"{}\">{n}</text>", self.x(n), BOTTOM + 22.0);
        }
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{}\">n (board of n x n squares, n queens)</text>\n</g>\n\
             <g text-anchor=\"end\">",
            f64::midpoint(LEFT, RIGHT),
            BOTTOM + 46.0
        );
        for decade in low..=high {
            let y = self.y(f64::from(decade)) + 5.0;
            let _ =
                writeln!(text, "<text x=\"{}\" y=\"{y:.1}\">{}</text>", LEFT - 8.0, power(decade));
        }
        let _ = writeln!(text, "</g>");
    }
}

/// A time may be too short for the clock; a logarithm needs one.
fn log10(seconds: f64) -> f64 {
    seconds.max(1e-9).log10()
}

/// A power of ten of a second, with its unit.
fn power(decade: i32) -> String {
    let (unit, step) = match decade {
        ..-6 => ("ns", decade + 9),
        -6..-3 => ("µs", decade + 6),
        -3..0 => ("ms", decade + 3),
        0.. => ("s", decade),
    };
    format!("1{} {unit}", "0".repeat(step.max(0) as usize))
}

/// The lines of the algorithms that have any measurement.
fn lines<'a>(survey: &'a Survey, scale: &Scale) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    for (row, style) in survey.rows.iter().zip(STYLES.iter().cycle()) {
        let cells = survey.sizes.iter().zip(&row.cells);
        let points: Vec<Point> = cells
            .filter_map(|(&n, cell)| match cell {
                Cell::Measured(measured) => Some((scale.x(n), scale.y(log10(measured.seconds)))),
                _ => None,
            })
            .collect();
        if !points.is_empty() {
            lines.push(Line { name: row.name, style, points });
        }
    }
    lines
}

fn draw_line(text: &mut String, line: &Line) {
    let Style { colour, marker, dashes } = line.style;
    let path: Vec<String> = line.points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    let _ = writeln!(
        text,
        "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" \
         stroke-linejoin=\"round\" stroke-dasharray=\"{}\"/>",
        path.join("L"),
        if dashes.is_empty() { "none" } else { dashes },
    );
    for &point in &line.points {
        marker.draw(text, point, colour);
    }
}

impl Marker {
    fn draw(self, text: &mut String, (x, y): Point, colour: &str) {
        let path = match self {
            Self::Circle => "M-5 0a5 5 0 0 1 10 0a5 5 0 0 1-10 0z",
            Self::Square => "M-4.5-4.5h9v9h-9z",
            Self::Triangle => "M0-6L5.5 4h-11z",
            Self::Diamond => "M0-6.5L5.5 0L0 6.5L-5.5 0z",
            Self::Ring => "M-6 0a6 6 0 0 1 12 0a6 6 0 0 1-12 0z",
            Self::Cross => "M-4-4L4 4M-4 4L4-4",
            Self::Wedge => "M0 6L5.5-4h-11z",
            Self::Plus => "M-5.5 0h11M0-5.5v11",
        };
        let paint = match self {
            Self::Ring => format!("fill=\"#fff\" stroke=\"{colour}\" stroke-width=\"2\""),
            Self::Cross | Self::Plus => {
                format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\"")
            }
            _ => format!("fill=\"{colour}\" stroke=\"#fff\""),
        };
        let _ =
            writeln!(text, "<path transform=\"translate({x:.1} {y:.1})\" d=\"{path}\" {paint}/>");
    }
}

fn draw_name(text: &mut String, line: &Line, place: &Place) {
    let (x, y) = place.at;
    let Style { colour, marker, .. } = line.style;
    let (from_x, from_y) = line.end();
    let path = match place.tie {
        Tie::Near => None,
        Tie::Across => Some(format!("M{:.1} {from_y:.1}L{:.1} {y:.1}", from_x + 9.0, x - 4.0)),
        Tie::Up { x, y } => Some(format!("M{from_x:.1} {from_y:.1}H{x:.1}V{y:.1}")),
    };
    if let Some(path) = path {
        let _ = writeln!(
            text,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.7\"/>"
        );
        marker.draw(text, (x + 5.0, y), colour);
    }
    // Written in ink, not in the line's colour: some of them are too light to read.
    let _ = writeln!(
        text,
        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{NAME_SIZE}\" \
         font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\">{}</text>",
        if place.tie == Tie::Near { x } else { x + MARKER },
        y + 0.35 * NAME_SIZE,
        escape(line.name),
    );
}

/// The room that the marker before a name takes.
const MARKER: f64 = 16.0;

/// Where all stands.
///
/// The names of the lines that reach the last size stand in the right margin, moved apart. A line
/// that ends before has its name right behind its end if no line passes there, and above the plot
/// otherwise. Lines end early because larger sizes take too long, so that there is rarely anything
/// above their ends that a thin line up to the name would cross.
struct Layout<'a> {
    scale: Scale,
    lines: Vec<Line<'a>>,
    places: Vec<Place>,
}

impl<'a> Layout<'a> {
    fn of(survey: &'a Survey) -> Self {
        let scale = Scale::of(survey, TOP);
        let first = lines(survey, &scale);
        let above = ends_above(&first);
        // Room above the plot for a name each.
        let scale = Scale::of(survey, TOP + above.len() as f64 * NAME_GAP);
        let lines = lines(survey, &scale);
        let near = |line: &Line| (line.end().0 + 12.0, line.end().1);
        let mut places: Vec<Place> =
            lines.iter().map(|line| Place { at: near(line), tie: Tie::Near }).collect();

        let mut margin = in_margin(&lines);
        margin.sort_by(|&i, &j| lines[i].end().1.total_cmp(&lines[j].end().1));
        let wanted: Vec<f64> = margin.iter().map(|&i| lines[i].end().1).collect();
        let x = RIGHT.max(edge(&lines)) + 26.0;
        for (&i, y) in margin.iter().zip(spread(&wanted, NAME_GAP)) {
            places[i] = Place { at: (x, y), tie: Tie::Across };
        }

        // From left to right and from below to above: a name reaches to the left of its end, over
        // the names of the lines that end further left.
        let mut columns: Vec<f64> = Vec::new();
        for (level, &i) in above.iter().enumerate() {
            let (end_x, _) = lines[i].end();
            // Lines that end at the same size: side by side.
            let same = columns.iter().filter(|&&x| (x - end_x).abs() < 1.0).count();
            columns.push(end_x);
            let x = end_x + 8.0 * same as f64;
            let y = scale.top - (level as f64 + 0.6) * NAME_GAP;
            let left = (x + 2.0 - name_width(lines[i].name)).max(8.0);
            let tie = Tie::Up { x, y: y + NAME_GAP / 2.0 - 1.0 };
            places[i] = Place { at: (left, y), tie };
        }
        Self { scale, lines, places }
    }
}

impl Line<'_> {
    /// The last point; a line has one at least.
    fn end(&self) -> Point {
        self.points[self.points.len() - 1]
    }
}

/// How far to the right the lines reach.
fn edge(lines: &[Line]) -> f64 {
    lines.iter().map(|line| line.end().0).fold(0.0, f64::max)
}

/// The lines that reach as far as any.
fn in_margin(lines: &[Line]) -> Vec<usize> {
    (0..lines.len()).filter(|&i| lines[i].end().0 >= edge(lines)).collect()
}

/// The lines that end early and have no room for their name behind their end: those further left
/// first, and of those that end at the same size, the slower first.
fn ends_above(lines: &[Line]) -> Vec<usize> {
    let margin = in_margin(lines);
    let mut above = Vec::new();
    let mut taken: Vec<Area> = Vec::new();
    for i in (0..lines.len()).filter(|i| !margin.contains(i)) {
        let (x, y) = lines[i].end();
        let area = Area::of_name(lines[i].name, (x + 12.0, y));
        let free = area.right < RIGHT
            && !lines.iter().any(|line| area.is_near(&line.points))
            && !taken.iter().any(|other| area.meets(other));
        if free {
            taken.push(area);
        } else {
            above.push(i);
        }
    }
    above.sort_by(|&i, &j| {
        let ((x, y), (other_x, other_y)) = (lines[i].end(), lines[j].end());
        x.total_cmp(&other_x).then(y.total_cmp(&other_y))
    });
    above
}

/// Moves numbers, given in ascending order, as little as needed to have all `gap` apart (least
/// squares: a group that is too close shares the distance to its mean).
fn spread(wanted: &[f64], gap: f64) -> Vec<f64> {
    // Less i gaps, the numbers have to ascend only: groups in the wrong order take their mean.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    for (i, y) in wanted.iter().enumerate() {
        let mut group = (y - i as f64 * gap, 1);
        while let Some(&(mean, members)) = groups.last()
            && mean > group.0
        {
            let all = members + group.1;
            group = ((mean * members as f64 + group.0 * group.1 as f64) / all as f64, all);
            groups.pop();
        }
        groups.push(group);
    }
    let means = groups.iter().flat_map(|&(mean, members)| std::iter::repeat_n(mean, members));
    means.enumerate().map(|(i, mean)| mean + i as f64 * gap).collect()
}

/// The distance of a name from lines and markers.
const ROOM: f64 = 6.0;

/// The width of a name with its marker.
fn name_width(name: &str) -> f64 {
    MARKER + name.chars().count() as f64 * NAME_CHAR
}

/// The room that a name takes, its marker included.
#[derive(Clone, Copy, Debug)]
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Area {
    fn of_name(name: &str, (x, y): Point) -> Self {
        let half = NAME_GAP / 2.0 - 0.5;
        Self { left: x, right: x + name_width(name), top: y - half, bottom: y + half }
    }

    fn meets(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Tells whether a line comes near, looking at it in steps of about two units.
    fn is_near(&self, points: &[Point]) -> bool {
        points.windows(2).any(|pair| {
            let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
            let count = ((x1 - x0).hypot(y1 - y0) / 2.0).ceil().max(1.0) as u32;
            (0..=count).any(|step| {
                let share = f64::from(step) / f64::from(count);
                let (x, y) = (x0 + share * (x1 - x0), y0 + share * (y1 - y0));
                (self.left..self.right + ROOM).contains(&x)
                    && (self.top - ROOM..self.bottom + ROOM).contains(&y)
            })
        })
    }
}

/// Writes text so that it stands for itself in XML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::examples;
    use super::{Area, Layout, NAME_GAP, TOP, power, spread, svg};
    use queens_gallery::compare::{Row, Survey};

    fn parsed(text: &str) -> Vec<String> {
        let document = roxmltree::Document::parse(text).unwrap();
        document.descendants().filter_map(|node| node.text().map(str::to_owned)).collect()
    }

    #[test]
    fn a_document_with_every_algorithms_name_and_the_machine() {
        let texts = parsed(&svg(&examples::survey(), &examples::machine()));
        for name in ["brute_force", "bitwise"] {
            assert!(texts.iter().any(|text| text == name), "{name}");
        }
        assert!(texts.iter().any(|text| text.contains("A <fast> & loud processor")));
        for power in ["1 µs", "10 ms", "100 ms"] {
            assert!(texts.iter().any(|text| text == power), "{power}");
        }
    }

    #[test]
    fn nothing_measured_and_a_single_size_are_pictures_too() {
        let mut survey = examples::survey();
        survey.sizes.truncate(1);
        for row in &mut survey.rows {
            row.cells.truncate(1);
        }
        parsed(&svg(&survey, &examples::machine()));
        survey.rows.clear();
        parsed(&svg(&survey, &examples::machine()));
    }

    #[test]
    fn names_do_not_cover_names_wherever_the_lines_end() {
        let names = ["backtrack_flags", "backtrack_scan", "bitwise", "brute_force", "mirror"];
        for last in 1..=6 {
            // All lines within a hair of each other; some end early.
            let row = |(i, &name): (usize, &&'static str)| {
                let ends = if i % 2 == 0 { 6 } else { last };
                Row {
                    name,
                    cells: (0..6).map(|k| examples::cell(k < ends, 1.0 + i as f64)).collect(),
                }
            };
            let rows = names.iter().enumerate().map(row).collect();
            let survey = Survey { sizes: (4..10).collect(), rows, ..examples::survey() };
            let layout = Layout::of(&survey);
            let names = layout.lines.iter().zip(&layout.places);
            let areas: Vec<Area> =
                names.map(|(line, place)| Area::of_name(line.name, place.at)).collect();
            assert_eq!(areas.len(), 5);
            assert!(areas.iter().all(|area| area.top >= TOP - NAME_GAP / 2.0), "{last}");
            for (i, area) in areas.iter().enumerate() {
                assert!(areas[..i].iter().all(|other| !area.meets(other)), "{last} {i}");
            }
        }
    }

    #[test]
    fn numbers_move_apart_no_more_than_needed() {
        let close = |a: &[f64], b: &[f64]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9)
        };
        assert!(close(&spread(&[0.0, 50.0], NAME_GAP), &[0.0, 50.0]));
        assert!(close(&spread(&[10.0, 10.0], 20.0), &[0.0, 20.0]));
        assert!(close(&spread(&[0.0, 1.0, 2.0, 100.0], 20.0), &[-19.0, 1.0, 21.0, 100.0]));
        assert!(close(&spread(&[], 20.0), &[]));
    }

    #[test]
    fn powers_of_ten_have_units() {
        let powers = [-9, -7, -6, -4, -3, -1, 0, 2].map(power);
        let expected = ["1 ns", "100 ns", "1 µs", "100 µs", "1 ms", "100 ms", "1 s", "100 s"];
        assert_eq!(powers, expected);
    }
}
