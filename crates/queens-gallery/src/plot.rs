//! Plots: numbers against n, a line for each algorithm.
//!
//! What makes such a picture readable is that every line has its name at its end, moved apart where
//! lines end close together, instead of a legend to match by color. No plotting library does that
//! (looked at in November 2026: plotters 0.3.7, whose last release is of September 2024; kuva 0.6 and
//! charts-rs 2.3, both kept up): placing the names would still be ours, and it is the larger part of
//! this file.

use std::fmt::Write;

/// What a plot shows.
///
/// ```
/// use queens_gallery::plot::{Axis, Line, Plot};
///
/// let line = |name: &str, points| Line { name: name.to_owned(), points };
/// let plot = Plot {
///     title: "Time to find all solutions".to_owned(),
///     subtitle: "one thread".to_owned(),
///     sizes: vec![8, 9, 10],
///     axis: Axis::Seconds,
///     lines: vec![
///         line("bitwise", vec![(8, 16e-6), (9, 65e-6), (10, 330e-6)]),
///         line("mirror", vec![(8, 10e-6), (10, 210e-6)]),
///     ],
/// };
/// assert!(plot.svg().contains(">100 µs</text>"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    /// What it shows, in large letters.
    pub title: String,
    /// How it was measured, or the unit.
    pub subtitle: String,
    /// The sizes on the axis of n, ascending.
    pub sizes: Vec<u32>,
    /// The other axis.
    pub axis: Axis,
    /// The lines; those without points are left out.
    pub lines: Vec<Line>,
}

/// What the numbers of a [`Plot`] are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    /// Seconds, on a logarithmic scale.
    Seconds,
    /// Plain numbers from 0 on.
    Numbers,
}

/// A line of a [`Plot`].
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// What it is about.
    pub name: String,
    /// n and the number, ascending in n.
    pub points: Vec<(u32, f64)>,
}

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 600.0;
/// The frame. What stands to its right are names.
const LEFT: f64 = 84.0;
const RIGHT: f64 = 770.0;
const TOP: f64 = 84.0;
const BOTTOM: f64 = 540.0;

/// The names are written in a monospaced font of this size, so that their width is known.
const NAME_SIZE: f64 = 14.0;
const NAME_CHAR: f64 = 0.602 * NAME_SIZE;
/// The least distance between the base lines of two names.
const NAME_GAP: f64 = 20.0;
/// The room that the marker before a name takes.
const MARKER: f64 = 16.0;
/// The distance of a name from lines and markers.
const ROOM: f64 = 6.0;

const INK: &str = "#1d2433";
const FAINT: &str = "#5d6470";

/// The palette of Okabe and Ito, made to be told apart with every kind of color vision; its yellow
/// is too light for a line on white, and gray takes its place.
const COLORS: [&str; 8] =
    ["#000000", "#009e73", "#d55e00", "#e69f00", "#0072b2", "#cc79a7", "#56b4e9", "#6b6b6b"];

/// The paths of circle, square, triangle, diamond, ring, cross, wedge and plus.
const MARKERS: [&str; 8] = [
    "M-5 0a5 5 0 0 1 10 0a5 5 0 0 1-10 0z",
    "M-4.5-4.5h9v9h-9z",
    "M0-6L5.5 4h-11z",
    "M0-6.5L5.5 0L0 6.5L-5.5 0z",
    "M-6 0a6 6 0 0 1 12 0a6 6 0 0 1-12 0z",
    "M-4-4L4 4M-4 4L4-4",
    "M0 6L5.5-4h-11z",
    "M-5.5 0h11M0-5.5v11",
];
const RING: usize = 4;
const CROSS: usize = 5;
const PLUS: usize = 7;

type Point = (f64, f64);

impl Plot {
    /// Draws the plot as an SVG document that needs nothing else.
    pub fn svg(&self) -> String {
        let scale = Scale::of(self);
        let curves: Vec<Curve> = self
            .lines
            .iter()
            .filter(|line| !line.points.is_empty())
            .enumerate()
            .map(|(style, line)| Curve {
                name: &line.name,
                style,
                points: line.points.iter().map(|&(n, y)| (scale.x(n), scale.y(y))).collect(),
            })
            .collect();
        let places = places(&curves);
        let right = |(curve, place): (&Curve, &Place)| place.at.0 + width(curve.name) + ROOM;
        let whole = curves.iter().zip(&places).map(right).fold(WIDTH, f64::max).ceil();
        let names: Vec<&str> = curves.iter().map(|curve| curve.name).collect();
        // Writing to a string does not fail.
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {HEIGHT}\" \
             width=\"{whole}\" height=\"{HEIGHT}\" role=\"img\" \
             font-family=\"'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif\" \
             font-size=\"14\" fill=\"{INK}\">\n<title>{0}: {1}</title>\n\
             <rect width=\"{whole}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"34\" font-size=\"20\" font-weight=\"bold\">{0}</text>\n\
             <text x=\"{LEFT}\" y=\"58\" fill=\"{FAINT}\">{2}</text>\n",
            escape(&self.title),
            escape(&names.join(", ")),
            escape(&self.subtitle),
        );
        scale.draw(&mut svg);
        for curve in &curves {
            curve.draw(&mut svg);
        }
        for (curve, place) in curves.iter().zip(&places) {
            curve.draw_name(&mut svg, place);
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// From n and numbers to the picture.
struct Scale<'a> {
    sizes: &'a [u32],
    axis: Axis,
    /// The marks at the bottom and at the top: powers of ten of a second, or numbers.
    low: i32,
    high: i32,
}

impl<'a> Scale<'a> {
    fn of(plot: &'a Plot) -> Self {
        let numbers = plot.lines.iter().flat_map(|line| &line.points);
        let marks = numbers.map(|&(_, number)| plot.axis.mark(number));
        let (low, high) = marks.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), mark| {
            (low.min(mark), high.max(mark))
        });
        let (low, high) = match plot.axis {
            // Without any number: something to draw nothing in.
            _ if low > high => (0, 1),
            Axis::Seconds => (low.floor() as i32, high.ceil() as i32),
            Axis::Numbers => (0, high.ceil() as i32),
        };
        Self { sizes: &plot.sizes, axis: plot.axis, low, high: high.max(low + 1) }
    }

    fn x(&self, n: u32) -> f64 {
        let [first, .., last] = *self.sizes else {
            // A single size stands in the middle.
            return f64::midpoint(LEFT, RIGHT);
        };
        let inset = 14.0;
        let share = (f64::from(n) - f64::from(first)) / f64::from(last - first);
        LEFT + inset + share * (RIGHT - LEFT - 2.0 * inset)
    }

    fn y(&self, number: f64) -> f64 {
        self.at(self.axis.mark(number))
    }

    fn at(&self, mark: f64) -> f64 {
        let share = (mark - f64::from(self.low)) / f64::from(self.high - self.low);
        BOTTOM - share * (BOTTOM - TOP)
    }

    /// Draws the grid and what is written at the axes.
    fn draw(&self, svg: &mut String) {
        let step = ((self.high - self.low) / 12 + 1) as usize;
        for mark in (self.low..=self.high).step_by(step) {
            let y = self.at(f64::from(mark));
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {y:.1}H{RIGHT}\" stroke=\"#e4e6ea\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 8.0,
                y + 5.0,
                self.axis.label(mark)
            );
        }
        if self.axis == Axis::Seconds && step == 1 {
            for decade in self.low..self.high {
                for digit in 2..10 {
                    let y = self.at(f64::from(decade) + f64::from(digit).log10());
                    let _ = writeln!(svg, "<path d=\"M{LEFT} {y:.1}h5\" stroke=\"#9aa0aa\"/>");
                }
            }
        }
        // As many sizes as have room for their numbers.
        let every = self.sizes.len().div_ceil(((RIGHT - LEFT) / 30.0) as usize).max(1);
        for &n in self.sizes.iter().step_by(every) {
            let x = self.x(n);
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {TOP}V{BOTTOM}\" stroke=\"#e4e6ea\"/>\
                 <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{n}</text>",
                BOTTOM + 22.0
            );
        }
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}\" fill=\"none\" stroke=\"{FAINT}\"/>\n\
             <text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">\
             n (board of n x n squares, n queens)</text>",
            f64::midpoint(LEFT, RIGHT),
            BOTTOM + 46.0
        );
    }
}

impl Axis {
    /// Where a number stands between the marks.
    fn mark(self, number: f64) -> f64 {
        match self {
            // A time may be too short for the clock; a logarithm needs one.
            Self::Seconds => number.max(1e-12).log10(),
            Self::Numbers => number,
        }
    }

    /// A mark, a power of ten of a second with its unit.
    fn label(self, mark: i32) -> String {
        let (unit, zeros) = match (self, mark) {
            (Self::Numbers, _) => return mark.to_string(),
            (_, ..-9) => ("ps", mark + 12),
            (_, -9..-6) => ("ns", mark + 9),
            (_, -6..-3) => ("µs", mark + 6),
            (_, -3..0) => ("ms", mark + 3),
            (_, 0..) => ("s", mark),
        };
        format!("1{} {unit}", "0".repeat(zeros.max(0) as usize))
    }
}

/// A line in the picture.
struct Curve<'a> {
    name: &'a str,
    /// Its number decides how it looks: no two alike in color, marker or dashes alone.
    style: usize,
    /// One at least.
    points: Vec<Point>,
}

/// Where a name stands: the middle of its left edge, and what shows which line it belongs to.
#[derive(Clone, Copy)]
struct Place {
    at: Point,
    tie: Tie,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tie {
    /// It stands right behind the line's end.
    Near,
    /// The line's marker stands before it, and a thin line leads there from the line's end.
    Across,
    /// The line's marker stands before it: a thin line would cross others.
    Marker,
}

impl Curve<'_> {
    fn end(&self) -> Point {
        self.points[self.points.len() - 1]
    }

    fn color(&self) -> &'static str {
        COLORS[self.style % COLORS.len()]
    }

    fn draw(&self, svg: &mut String) {
        let path: Vec<String> = self.points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        // Lines that lie on one another show both: the later one is dashed, and its markers leave
        // the earlier one's edges free.
        let dashes = match self.style {
            CROSS => "7 5",
            ..PLUS => "none",
            _ => "3 3",
        };
        let _ = writeln!(
            svg,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" \
             stroke-linejoin=\"round\" stroke-dasharray=\"{dashes}\"/>",
            path.join("L"),
            self.color(),
        );
        for &point in &self.points {
            self.draw_marker(svg, point);
        }
    }

    fn draw_marker(&self, svg: &mut String, (x, y): Point) {
        let color = self.color();
        // From the ninth line on, a color comes again with another marker.
        let marker = (self.style + self.style / COLORS.len() * 3) % MARKERS.len();
        let paint = match marker {
            RING => format!("fill=\"#fff\" stroke=\"{color}\" stroke-width=\"2\""),
            CROSS | PLUS => format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"2.5\""),
            _ => format!("fill=\"{color}\" stroke=\"#fff\""),
        };
        let path = MARKERS[marker];
        let _ =
            writeln!(svg, "<path transform=\"translate({x:.1} {y:.1})\" d=\"{path}\" {paint}/>");
    }

    fn draw_name(&self, svg: &mut String, place: &Place) {
        let ((x, y), (end_x, end_y)) = (place.at, self.end());
        if place.tie == Tie::Across {
            let _ = writeln!(
                svg,
                "<path d=\"M{:.1} {end_y:.1}L{:.1} {y:.1}\" stroke=\"{}\" stroke-opacity=\"0.7\"/>",
                end_x + 9.0,
                x - 4.0,
                self.color()
            );
        }
        if place.tie != Tie::Near {
            self.draw_marker(svg, (x + 5.0, y));
        }
        // Written in ink, not in the line's color: some of them are too light to read.
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{NAME_SIZE}\" \
             font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\">{}</text>",
            if place.tie == Tie::Near { x } else { x + MARKER },
            y + 0.35 * NAME_SIZE,
            escape(self.name),
        );
    }
}

/// Finds a place for each name.
///
/// A line that ends early has its name right behind its end, if nothing passes there. The other names
/// stand in the right margin, each as close to the height of its line's end as the others let it.
fn places(curves: &[Curve]) -> Vec<Place> {
    let edge = curves.iter().map(|curve| curve.end().0).fold(0.0, f64::max);
    let mut taken: Vec<Area> = Vec::new();
    let mut margin = Vec::new();
    let mut places = Vec::with_capacity(curves.len());
    for (i, curve) in curves.iter().enumerate() {
        let (end_x, end_y) = curve.end();
        let at = (end_x + 12.0, end_y);
        let area = Area::of_name(curve.name, at);
        let is_free = end_x < edge
            && area.right < RIGHT
            && !curves.iter().any(|other| area.is_near(&other.points))
            && !taken.iter().any(|other| area.meets(other));
        let tie = if is_free {
            taken.push(area);
            Tie::Near
        } else {
            margin.push(i);
            if end_x < edge { Tie::Marker } else { Tie::Across }
        };
        places.push(Place { at, tie });
    }
    margin.sort_by(|&i, &j| curves[i].end().1.total_cmp(&curves[j].end().1));
    let wanted: Vec<f64> = margin.iter().map(|&i| curves[i].end().1).collect();
    for (&i, y) in margin.iter().zip(spread(&wanted)) {
        places[i].at = (RIGHT.max(edge) + 26.0, y);
    }
    places
}

/// Moves heights, given in ascending order, as little as needed to have room for a name each (least
/// squares: a group that is too close shares the distance to its mean), inside the frame.
fn spread(wanted: &[f64]) -> Vec<f64> {
    // Less i gaps, the numbers have to ascend only: groups in the wrong order take their mean.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    for (i, y) in wanted.iter().enumerate() {
        let mut group = (y - i as f64 * NAME_GAP, 1);
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
    let lowest = BOTTOM - wanted.len().saturating_sub(1) as f64 * NAME_GAP;
    means.enumerate().map(|(i, mean)| mean.max(TOP).min(lowest) + i as f64 * NAME_GAP).collect()
}

/// The width of a name with its marker.
fn width(name: &str) -> f64 {
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
        Self { left: x, right: x + width(name), top: y - half, bottom: y + half }
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
    use super::*;

    fn plot(sizes: Vec<u32>, lines: Vec<(&str, Vec<(u32, f64)>)>) -> Plot {
        let line = |(name, points): (&str, _)| Line { name: name.to_owned(), points };
        let lines = lines.into_iter().map(line).collect();
        let (title, subtitle) = ("Times".to_owned(), "A <fast> & loud processor".to_owned());
        Plot { title, subtitle, sizes, axis: Axis::Seconds, lines }
    }

    #[test]
    fn every_name_and_mark_is_written_and_escaped() {
        let lines = vec![("brute_force", vec![(6, 0.025)]), ("bitwise", vec![(6, 1.2e-6)])];
        let svg = plot(vec![6, 8], lines).svg();
        for text in ["brute_force", "bitwise", "1 µs", "10 ms", "100 ms", "8", "Times"] {
            assert!(svg.contains(&format!(">{text}</text>")), "{text}");
        }
        assert!(svg.contains("A &lt;fast&gt; &amp; loud processor"));
    }

    #[test]
    fn nothing_and_a_single_size_are_pictures_too() {
        for sizes in [vec![], vec![6]] {
            let svg = plot(sizes, vec![("bitwise", vec![])]).svg();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
        let numbers = Plot { axis: Axis::Numbers, ..plot(vec![6], vec![("a", vec![(6, 40.5)])]) };
        assert!(numbers.svg().contains(">40</text>"));
    }

    #[test]
    fn names_do_not_cover_names_wherever_the_lines_end() {
        for last in 1..=6 {
            // All lines within a hair of each other; some end early.
            let curves: Vec<Curve> = (0..20)
                .map(|style| {
                    let ends = if style % 2 == 0 { 6 } else { last };
                    let point = |k| (100.0 + 100.0 * f64::from(k), 300.0 - 0.1 * style as f64);
                    Curve { name: "backtrack_flags", style, points: (0..ends).map(point).collect() }
                })
                .collect();
            let places = places(&curves);
            let areas: Vec<Area> =
                places.iter().map(|place| Area::of_name("backtrack_flags", place.at)).collect();
            for (i, area) in areas.iter().enumerate() {
                assert!(area.top >= TOP - NAME_GAP && area.bottom <= BOTTOM + NAME_GAP);
                assert!(areas[..i].iter().all(|other| !area.meets(other)), "{last} {i}");
            }
        }
    }

    #[test]
    fn heights_move_apart_no_more_than_needed() {
        let close = |a: &[f64], b: &[f64]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9)
        };
        assert!(close(&spread(&[200.0, 250.0]), &[200.0, 250.0]));
        assert!(close(&spread(&[210.0, 210.0]), &[200.0, 220.0]));
        assert!(close(&spread(&[200.0, 201.0, 202.0, 300.0]), &[181.0, 201.0, 221.0, 300.0]));
        assert!(close(&spread(&[TOP, TOP]), &[TOP, TOP + NAME_GAP]));
        assert!(close(&spread(&[BOTTOM, BOTTOM]), &[BOTTOM - NAME_GAP, BOTTOM]));
        assert!(close(&spread(&[]), &[]));
    }

    #[test]
    fn powers_of_ten_have_units() {
        let powers = [-10, -9, -7, -6, -4, -3, -1, 0, 2].map(|mark| Axis::Seconds.label(mark));
        let expected =
            ["100 ps", "1 ns", "100 ns", "1 µs", "100 µs", "1 ms", "100 ms", "1 s", "100 s"];
        assert_eq!(powers, expected);
    }
}
