//! The plots of the book, drawn from the raw data of docs/measurements.
//!
//! `queens gallery compare --svg` draws its own, on the machine where it measures; this draws what several
//! files have.

use std::collections::BTreeMap;
use std::fmt::Write;

use queens::known;

use crate::failure::Failure;
use crate::measurements::{self, Times};

/// The plots: where they belong, and what is in them.
pub(crate) fn all() -> Result<Vec<(&'static str, String)>, Failure> {
    let (gallery, kernels, peers) =
        (measurements::gallery()?, measurements::kernels()?, measurements::peers()?);
    Ok(vec![
        ("docs/pictures/plot-ladder.svg", ladder(&gallery, &kernels)),
        ("docs/pictures/plot-nanoseconds.svg", nanoseconds(&kernels)),
        ("docs/pictures/plot-growth.svg", growth(&kernels)),
        ("docs/pictures/plot-peers.svg", against(&peers)),
    ])
}

/// A line of a plot.
struct Line {
    name: String,
    points: Vec<(f64, f64)>,
}

impl Line {
    /// A line from times, each brought to a number.
    fn of(name: &str, times: &Times, number: impl Fn(u32, f64) -> Option<f64>) -> Self {
        let points = times
            .of
            .iter()
            .filter_map(|(n, time)| Some((f64::from(*n), number(*n, time.seconds)?)));
        Self { name: name.to_owned(), points: points.collect() }
    }
}

fn ladder(gallery: &BTreeMap<String, Times>, kernels: &BTreeMap<String, Times>) -> String {
    let seconds = |_, seconds| Some(seconds);
    let mut lines: Vec<Line> = queens_gallery::Member::ALL
        .iter()
        .filter_map(|member| Some(Line::of(member.name(), gallery.get(member.name())?, seconds)))
        .collect();
    let chosen = ["search scalar", "search avx2", "search avx512", "color avx512"];
    lines.extend(
        chosen.iter().filter_map(|name| Some(Line::of(name, kernels.get(*name)?, seconds))),
    );
    plot(&Plot {
        title: "Time to count all solutions, one thread",
        below: "n",
        logarithmic: true,
        unit: "seconds",
        lines,
    })
}

fn nanoseconds(kernels: &BTreeMap<String, Times>) -> String {
    let each = |n, seconds: f64| Some(seconds * 1e9 / known::TOTAL.at(n)? as f64);
    let lines = kernels.iter().map(|(name, times)| Line::of(name, times, each)).collect();
    plot(&Plot {
        title: "Nanoseconds a solution, by method and kernel, one thread",
        below: "n",
        logarithmic: true,
        unit: "ns a solution",
        lines,
    })
}

fn growth(kernels: &BTreeMap<String, Times>) -> String {
    /// Simkin's constant (see docs/questions.md): Q(n) is about (n / e^alpha)^n.
    const ALPHA: f64 = 1.944;
    let solutions = |n: u32| Some(known::TOTAL.at(n)? as f64);
    let sizes = || 8..=27_u32;
    let ratio = |n: u32| Some((f64::from(n), solutions(n)? / solutions(n - 1)?));
    let mut lines = vec![
        Line { name: "Q(n) / Q(n - 1)".to_owned(), points: sizes().filter_map(ratio).collect() },
        Line {
            name: "(n/e^1.944)^n, the same".to_owned(),
            points: sizes()
                .map(f64::from)
                .map(|n| {
                    let log = |n: f64| n * (n.ln() - ALPHA);
                    (n, (log(n) - log(n - 1.0)).exp())
                })
                .collect(),
        },
    ];
    for name in ["search avx512", "color avx512"] {
        let Some(times) = kernels.get(name) else { continue };
        let step = |n: u32, seconds: f64| {
            let before = times.of.get(&(n.checked_sub(1)?))?.seconds;
            // Shorter counts are mostly start.
            (before > 1e-3).then_some(seconds / before)
        };
        lines.push(Line::of(&format!("time, {name}"), times, step));
    }
    plot(&Plot {
        title: "Growth from n - 1 to n: of the solutions, and of the time",
        below: "n",
        logarithmic: false,
        unit: "factor",
        lines,
    })
}

fn against(peers: &BTreeMap<String, Times>) -> String {
    let seconds = |_, seconds| Some(seconds);
    let lines = peers.iter().map(|(name, times)| Line::of(name, times, seconds)).collect();
    plot(&Plot {
        title: "Programs of others on the same machine, one thread",
        below: "n",
        logarithmic: true,
        unit: "seconds",
        lines,
    })
}

/// What a plot shows.
struct Plot {
    title: &'static str,
    below: &'static str,
    logarithmic: bool,
    unit: &'static str,
    lines: Vec<Line>,
}

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 690.0;
const TOP: f64 = 60.0;
const BOTTOM: f64 = 460.0;
/// The distance of two names.
const GAP: f64 = 20.0;

const INK: &str = "#1d2433";
const FAINT: &str = "#5d6470";
const GRID: &str = "#e4e6ea";

/// The palette of Okabe and Ito, without its yellow; lines beyond it are dashed.
const COLOURS: [&str; 7] =
    ["#000000", "#009e73", "#d55e00", "#e69f00", "#0072b2", "#cc79a7", "#56b4e9"];

fn plot(plot: &Plot) -> String {
    let points = || plot.lines.iter().flat_map(|line| line.points.iter().copied());
    let scaled = |y: f64| if plot.logarithmic { y.log10() } else { y };
    let bounds = |values: &mut dyn Iterator<Item = f64>| {
        values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
            [low.min(value), high.max(value)]
        })
    };
    let [first, last] = bounds(&mut points().map(|(x, _)| x));
    let [low, high] = bounds(&mut points().map(|(_, y)| scaled(y)));
    let (low, high) =
        if plot.logarithmic { (low.floor(), high.ceil()) } else { (0.0, high.ceil()) };
    let x = |n: f64| LEFT + (n - first) / (last - first).max(1.0) * (RIGHT - LEFT);
    let y = |value: f64| BOTTOM - (value - low) / (high - low).max(1.0) * (BOTTOM - TOP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"{INK}\">\n<title>{0}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"28\" font-size=\"18\" font-weight=\"bold\">{0}</text>\n\
         <text x=\"{LEFT}\" y=\"48\" fill=\"{FAINT}\">{1}</text>\n",
        plot.title, plot.unit
    );
    // Writing to a string does not fail.
    let step = ((high - low) / 10.0).ceil().max(1.0) as i32;
    for level in (low as i32..=high as i32).step_by(step as usize) {
        let at = y(f64::from(level));
        let label = if plot.logarithmic { power(level) } else { level.to_string() };
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{RIGHT}\" stroke=\"{GRID}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            LEFT - 8.0,
            at + 4.5
        );
    }
    for n in first as u32..=last as u32 {
        let at = x(f64::from(n));
        let _ = writeln!(
            svg,
            "<path d=\"M{at:.1} {TOP}V{BOTTOM}\" stroke=\"{GRID}\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{n}</text>",
            BOTTOM + 20.0
        );
    }
    let _ = writeln!(
        svg,
        "<path d=\"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}\" fill=\"none\" stroke=\"{FAINT}\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
        f64::midpoint(LEFT, RIGHT),
        BOTTOM + 42.0,
        plot.below
    );
    let mut names = Vec::new();
    for (i, line) in plot.lines.iter().filter(|line| !line.points.is_empty()).enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let dashes = if i < COLOURS.len() { "none" } else { "6 4" };
        let places: Vec<[f64; 2]> =
            line.points.iter().map(|(n, value)| [x(*n), y(scaled(*value))]).collect();
        let path: Vec<String> = places.iter().map(|[x, y]| format!("{x:.1} {y:.1}")).collect();
        let _ = writeln!(
            svg,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" \
             stroke-dasharray=\"{dashes}\"/>",
            path.join("L")
        );
        for [x, y] in &places {
            let _ =
                writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
        }
        names.push((places[places.len() - 1], line.name.as_str(), colour, dashes));
    }
    // The names stand in the margin, in the order in which the lines end, from above.
    names.sort_by(|a, b| a.0[1].total_cmp(&b.0[1]));
    for (i, (_, name, colour, dashes)) in names.iter().enumerate() {
        let at = TOP + 12.0 + i as f64 * GAP;
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} {at:.1}h24\" stroke=\"{colour}\" stroke-width=\"2\" \
             stroke-dasharray=\"{dashes}\"/><circle cx=\"{:.1}\" cy=\"{at:.1}\" r=\"3\" \
             fill=\"{colour}\"/><text x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
            RIGHT + 14.0,
            RIGHT + 26.0,
            RIGHT + 44.0,
            at + 4.5
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// A power of ten.
fn power(exponent: i32) -> String {
    match exponent {
        0..=4 => 10_u32.pow(exponent.unsigned_abs()).to_string(),
        -4..0 => format!("0.{}1", "0".repeat(exponent.unsigned_abs() as usize - 1)),
        _ => format!("1e{exponent}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_ten_are_written_out_where_they_are_short() {
        assert_eq!([-9, -4, -1, 0, 2].map(power), ["1e-9", "0.0001", "0.1", "1", "100"]);
    }
}
