//! The animation of the README: a trace of the bit strings up to the first solution.

use std::fmt::Write;

use queens_gallery::{Cell, Event, Member, Trace};

use super::{BOTTOM, FAINT, INNER, MIDDLE, SIDE, Svg, TOP};

const N: u32 = 4;
/// Seconds that a step is shown.
const PACE: f64 = 0.7;
/// The last picture stays for this many steps.
const STAY: usize = 5;

pub(super) fn all() -> Vec<(&'static str, String)> {
    vec![("docs/pictures/trace.svg", trace())]
}

/// The steps as pictures on top of each other, each shown for its time, twice. After that, and where nothing moves, the
/// solution is seen.
fn trace() -> String {
    let mut steps = Vec::new();
    let mut trace = Trace::new(Member::Bitwise, N).expect("the figure is small");
    while let Some(step) = trace.next() {
        steps.push(frame(&trace, step.line));
        if step.event == Event::Solution {
            break;
        }
    }
    let shown = steps.len() + STAY;
    let (width, height) = (664, 250);
    let mut svg = Svg::new(width, height);
    let share = 100.0 / shown as f64;
    let _ = writeln!(
        svg.body,
        "<style>.step{{opacity:0;animation:show {:.1}s 2 step-end}}svg:hover .step{{animation-play-state:paused}}\
         @media(prefers-reduced-motion){{.step{{animation:none}}}}\
         @keyframes show{{0%{{opacity:1}}{share:.4}%{{opacity:0}}}}\
         text.code{{font-family:monospace;white-space:pre}}</style>",
        shown as f64 * PACE
    );
    let last = steps.pop().expect("there is a solution");
    let _ = writeln!(svg.body, "<g>{last}</g>");
    for (place, step) in steps.into_iter().enumerate() {
        // An empty sheet hides the picture below.
        let _ = writeln!(
            svg.body,
            "<g class=\"step\" style=\"animation-delay:{:.1}s\"><rect width=\"{width}\" height=\"{height}\" \
             fill=\"#ffffff\"/>{step}</g>",
            place as f64 * PACE
        );
    }
    still(&mut svg);
    svg.finish()
}

const LEFT: i32 = 60;
const TOP_EDGE: i32 = 30;
/// Where the bit strings begin.
const STRINGS: i32 = TOP_EDGE + N as i32 * SIDE + 8;

/// What every step shows, on top of all: the lines of the board, the names, the code.
fn still(svg: &mut Svg) {
    let side = N as i32 * SIDE;
    let mut lines = String::new();
    for i in 0..=N as i32 {
        let (x, y) = (LEFT + i * SIDE, TOP_EDGE + i * SIDE);
        let _ = write!(lines, "M{x} {TOP_EDGE}v{side}M{LEFT} {y}h{side}");
    }
    let _ = writeln!(svg.body, "<path d=\"{lines}\" stroke=\"{FAINT}\" fill=\"none\"/>");
    for (place, (name, _)) in (0..).zip(Member::Bitwise.bit_strings()) {
        svg.text(LEFT - 8, STRINGS + 14 + place * 21, "end", name);
    }
    for (number, code) in (0..).zip(Member::Bitwise.about().code) {
        let escaped = code.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let _ = writeln!(
            svg.body,
            "<text class=\"code\" x=\"234\" y=\"{}\" font-size=\"11\">{escaped}</text>",
            TOP_EDGE + 10 + number * 22
        );
    }
}

/// What changes from step to step.
fn frame(trace: &Trace, line: usize) -> String {
    let mut svg = Svg::new(0, 0);
    svg.left(LEFT, 18, &trace.words());
    for (place, cell) in (0..).zip(trace.cells()) {
        let (x, y) = (LEFT + place % N as i32 * SIDE, TOP_EDGE + place / N as i32 * SIDE);
        let color = match cell {
            Cell::Open => continue,
            Cell::Tried => BOTTOM,
            Cell::Queen | Cell::Placed => TOP,
            Cell::Solved => INNER,
            Cell::Attacked | Cell::Removed | Cell::Rejected | Cell::Attacker => MIDDLE,
        };
        let _ = write!(svg.body, "<path fill=\"{color}\" d=\"M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z\"/>");
        if matches!(cell, Cell::Queen | Cell::Placed | Cell::Solved) {
            svg.queen(x, y);
        }
    }
    for (place, string) in (0..).zip(trace.strings()) {
        let places: Vec<String> =
            (0..N as i32).map(|column| (LEFT + column * SIDE + 9).to_string()).collect();
        let _ = writeln!(
            svg.body,
            "<text x=\"{}\" y=\"{}\">{}</text>",
            places.join(" "),
            STRINGS + 14 + place * 21,
            string.digits
        );
    }
    let _ = writeln!(
        svg.body,
        "<rect x=\"228\" y=\"{}\" width=\"430\" height=\"20\" fill=\"{BOTTOM}\"/>",
        TOP_EDGE - 4 + line as i32 * 22
    );
    let counters = trace.counters();
    let s = |count: u64| if count == 1 { "" } else { "s" };
    let (nodes, tests, solutions) = (counters.nodes, counters.tests, counters.solutions);
    let counters = format!(
        "{nodes} node{}, {tests} test{}, {solutions} solution{}",
        s(nodes),
        s(tests),
        s(solutions)
    );
    svg.left(234, TOP_EDGE + 190, &counters);
    svg.body
}
