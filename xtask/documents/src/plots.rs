//! The plots of the book, drawn from the raw data of docs/measurements.
//!
//! `queens gallery compare --svg` draws its own, on the machine where it measures; this draws what several
//! files have.

use std::collections::BTreeMap;

use queens::known;
use queens_gallery::Member;
use queens_gallery::plot::{Axis, Line, Plot};

use crate::failure::Failure;
use crate::measurements::{self, Times};

/// The plots: where they belong, and what is in them.
pub(crate) fn all() -> Result<Vec<(&'static str, String)>, Failure> {
    let (gallery, kernels, peers) =
        (measurements::gallery()?, measurements::kernels()?, measurements::peers()?);
    Ok(vec![
        ("docs/pictures/plot-ladder.svg", ladder(&gallery, &kernels).svg()),
        ("docs/pictures/plot-nanoseconds.svg", nanoseconds(&kernels).svg()),
        ("docs/pictures/plot-growth.svg", growth(&kernels).svg()),
        ("docs/pictures/plot-peers.svg", against(&peers).svg()),
    ])
}

/// A line from times, each brought to a number.
fn line(name: &str, times: &Times, number: impl Fn(u32, f64) -> Option<f64>) -> Line {
    let points = times.of.iter().filter_map(|(&n, time)| Some((n, number(n, time.seconds)?)));
    Line { name: name.to_owned(), points: points.collect() }
}

/// A plot over all sizes from the first to the last of its lines.
fn plot(title: &str, subtitle: &str, axis: Axis, lines: Vec<Line>) -> Plot {
    let sizes = || lines.iter().flat_map(|line| line.points.iter().map(|(n, _)| *n));
    let sizes = sizes().min().zip(sizes().max()).map_or(Vec::new(), |(a, b)| (a..=b).collect());
    Plot { title: title.to_owned(), subtitle: subtitle.to_owned(), sizes, axis, lines }
}

fn ladder(gallery: &BTreeMap<String, Times>, kernels: &BTreeMap<String, Times>) -> Plot {
    let kernel = ["search scalar", "search avx2", "search avx512", "color avx512"];
    let members = Member::ALL.iter().map(|member| (member.name(), gallery.get(member.name())));
    let kernels = kernel.iter().map(|name| (*name, kernels.get(*name)));
    let lines = members
        .chain(kernels)
        .filter_map(|(name, times)| Some(line(name, times?, |_, seconds| Some(seconds))));
    plot("Time to count all solutions", "one thread", Axis::Seconds, lines.collect())
}

fn nanoseconds(kernels: &BTreeMap<String, Times>) -> Plot {
    let each = |n, seconds: f64| Some(seconds / known::TOTAL.at(n)? as f64);
    let lines = kernels.iter().map(|(name, times)| line(name, times, each)).collect();
    plot("Time for each solution, by method and kernel", "one thread", Axis::Seconds, lines)
}

/// Over two steps of n: a single one alternates, because color takes odd n less well than even ones.
fn growth(kernels: &BTreeMap<String, Times>) -> Plot {
    /// Simkin's constant (see docs/questions.md): Q(n) is about (n / e^alpha)^n.
    const ALPHA: f64 = 1.944;
    let sizes = || 8..=27_u32;
    let ratio = |n: u32| {
        let solutions = |n: u32| Some(known::TOTAL.at(n)? as f64);
        Some((n, solutions(n)? / solutions(n - 2)?))
    };
    let simkin = |n: u32| {
        let log = |n: u32| f64::from(n) * (f64::from(n).ln() - ALPHA);
        (n, (log(n) - log(n - 2)).exp())
    };
    let mut lines = vec![
        Line { name: "Q(n) / Q(n - 2)".to_owned(), points: sizes().filter_map(ratio).collect() },
        Line { name: "(n/e^1.944)^n".to_owned(), points: sizes().map(simkin).collect() },
    ];
    for name in ["search avx512", "color avx512"] {
        let Some(times) = kernels.get(name) else { continue };
        let step = |n: u32, seconds: f64| {
            let before = times.of.get(&(n.checked_sub(2)?))?.seconds;
            // Shorter counts are mostly start.
            (before > 1e-3).then_some(seconds / before)
        };
        lines.push(line(&format!("time, {name}"), times, step));
    }
    let title = "Growth from n - 2 to n: of the solutions, and of the time";
    plot(title, "factor", Axis::Numbers, lines)
}

fn against(peers: &BTreeMap<String, Times>) -> Plot {
    let lines = peers.iter().map(|(name, times)| line(name, times, |_, seconds| Some(seconds)));
    let title = "Programs of others on the same machine";
    plot(title, "one thread", Axis::Seconds, lines.collect())
}
