//! A stroke alphabet, so that a picture needs no fonts: `a` to `z` and `0` to `9`.
//!
//! A glyph is drawn with a pen on a grid: x to the right from 0, y down from the top of the tall
//! letters, 0, by the top of the small ones, 4, and the base line, 10, to the foot, 13. In a
//! picture a step of the grid is two units, so that the middle of two points is on a unit.

use std::fmt::{self, Formatter, Write};

/// The height above the base line of a digit or a tall letter, in units.
pub(super) const HEIGHT: u32 = 20;

/// The room between two glyphs, in units.
const GAP: u32 = 5;

/// A movement of the pen by points of the grid.
enum Stroke {
    /// Straight from point to point.
    Line(&'static [(u8, u8)]),
    /// From the first point to the last, smoothly: towards each point in between, and through the
    /// middle of every two of these.
    Curve(&'static [(u8, u8)]),
    /// Smoothly round and back to the start: towards each point, through the middle of every two.
    Loop(&'static [(u8, u8)]),
}

use Stroke::{Curve, Line, Loop};

/// The bowl of `a`, `b`, `d` and their like.
const BOWL: Stroke = Loop(&[(0, 4), (5, 4), (5, 10), (0, 10)]);
/// The arch of `h` and `n`.
const ARCH: Stroke = Curve(&[(0, 7), (0, 4), (5, 4), (5, 7)]);
/// The tail of `g` and `y`.
const TAIL: Stroke = Curve(&[(5, 10), (5, 13), (1, 13), (0, 12)]);

const LETTERS: [&[Stroke]; 26] = [
    &[BOWL, Line(&[(5, 4), (5, 10)])],
    &[BOWL, Line(&[(0, 0), (0, 10)])],
    &[Curve(&[(5, 5), (4, 4), (0, 4), (0, 10), (4, 10), (5, 9)])],
    &[BOWL, Line(&[(5, 0), (5, 10)])],
    &[Line(&[(0, 7), (5, 7)]), Curve(&[(5, 7), (5, 4), (0, 4), (0, 10), (4, 10), (5, 9)])],
    &[Curve(&[(4, 0), (2, 0), (2, 3)]), Line(&[(2, 3), (2, 10)]), Line(&[(0, 4), (4, 4)])],
    &[BOWL, Line(&[(5, 4), (5, 10)]), TAIL],
    &[Line(&[(0, 0), (0, 10)]), ARCH, Line(&[(5, 7), (5, 10)])],
    &[Line(&[(0, 4), (0, 10)]), Line(&[(0, 0), (0, 1)])],
    &[Line(&[(2, 4), (2, 10)]), Curve(&[(2, 10), (2, 13), (0, 13)]), Line(&[(2, 0), (2, 1)])],
    &[Line(&[(0, 0), (0, 10)]), Line(&[(4, 4), (0, 8)]), Line(&[(2, 6), (5, 10)])],
    &[Line(&[(0, 0), (0, 8)]), Curve(&[(0, 8), (0, 10), (2, 10)])],
    &[
        Line(&[(0, 4), (0, 10)]),
        Curve(&[(0, 7), (0, 4), (4, 4), (4, 7)]),
        Line(&[(4, 7), (4, 10)]),
        Curve(&[(4, 7), (4, 4), (8, 4), (8, 7)]),
        Line(&[(8, 7), (8, 10)]),
    ],
    &[Line(&[(0, 4), (0, 10)]), ARCH, Line(&[(5, 7), (5, 10)])],
    &[BOWL],
    &[BOWL, Line(&[(0, 4), (0, 13)])],
    &[BOWL, Line(&[(5, 4), (5, 13)])],
    &[Line(&[(0, 4), (0, 10)]), Curve(&[(0, 7), (0, 4), (3, 4)])],
    &[Curve(&[(4, 5), (3, 4), (0, 4), (0, 7), (4, 7), (4, 10), (1, 10), (0, 9)])],
    &[Line(&[(2, 1), (2, 7)]), Curve(&[(2, 7), (2, 10), (4, 10)]), Line(&[(0, 4), (4, 4)])],
    &[
        Line(&[(0, 4), (0, 7)]),
        Curve(&[(0, 7), (0, 10), (5, 10), (5, 7)]),
        Line(&[(5, 4), (5, 10)]),
    ],
    &[Line(&[(0, 4), (3, 10), (6, 4)])],
    &[Line(&[(0, 4), (2, 10), (4, 4), (6, 10), (8, 4)])],
    &[Line(&[(0, 4), (5, 10)]), Line(&[(5, 4), (0, 10)])],
    &[
        Line(&[(0, 4), (0, 7)]),
        Curve(&[(0, 7), (0, 10), (5, 10), (5, 7)]),
        Line(&[(5, 4), (5, 10)]),
        TAIL,
    ],
    &[Line(&[(0, 4), (5, 4), (0, 10), (5, 10)])],
];

const DIGITS: [&[Stroke]; 10] = [
    &[Loop(&[(0, 0), (6, 0), (6, 10), (0, 10)])],
    &[Line(&[(0, 2), (3, 0), (3, 10)])],
    &[
        Curve(&[(0, 3), (0, 0), (5, 0), (5, 3)]),
        Curve(&[(5, 3), (5, 5), (0, 10)]),
        Line(&[(0, 10), (5, 10)]),
    ],
    &[
        Curve(&[(0, 1), (1, 0), (5, 0), (5, 5), (2, 5)]),
        Curve(&[(2, 5), (5, 5), (5, 10), (1, 10), (0, 9)]),
    ],
    &[Line(&[(4, 10), (4, 0), (0, 7), (6, 7)])],
    &[Line(&[(5, 0), (1, 0), (0, 5)]), Curve(&[(0, 5), (1, 4), (5, 4), (5, 10), (1, 10), (0, 9)])],
    &[BOWL, Curve(&[(4, 0), (0, 2), (0, 7)])],
    &[Line(&[(0, 0), (5, 0), (2, 10)])],
    &[Loop(&[(0, 0), (5, 0), (5, 5), (0, 5)]), Loop(&[(0, 5), (5, 5), (5, 10), (0, 10)])],
    &[Loop(&[(0, 0), (5, 0), (5, 6), (0, 6)]), Curve(&[(5, 3), (5, 8), (1, 10)])],
];

/// The strokes of a small letter or a digit; none for any other character.
fn strokes(glyph: char) -> &'static [Stroke] {
    match glyph {
        'a'..='z' => LETTERS[glyph as usize - 'a' as usize],
        '0'..='9' => DIGITS[glyph as usize - '0' as usize],
        _ => &[],
    }
}

/// The width of a glyph, in units.
pub(super) fn width(glyph: char) -> u32 {
    let points = strokes(glyph).iter().flat_map(|stroke| match stroke {
        Line(points) | Curve(points) | Loop(points) => *points,
    });
    2 * points.map(|&(x, _)| u32::from(x)).max().unwrap_or(0)
}

/// The glyphs of `text`, each with its distance from the start, and the width of it all, in units.
pub(super) fn layout(text: &str) -> (Vec<(u32, char)>, u32) {
    let mut end = 0;
    let mut glyphs = Vec::new();
    for glyph in text.chars() {
        let start = if glyphs.is_empty() { 0 } else { end + GAP };
        glyphs.push((start, glyph));
        end = start + width(glyph);
    }
    (glyphs, end)
}

/// Writes the data of an SVG path for a glyph whose top left corner is the origin.
pub(super) fn write_path(out: &mut Formatter<'_>, glyph: char) -> fmt::Result {
    for stroke in strokes(glyph) {
        match stroke {
            Line(points) => {
                for (i, &point) in points.iter().enumerate() {
                    let (x, y) = middle(point, point);
                    write!(out, "{}{x} {y}", if i == 0 { 'M' } else { 'L' })?;
                }
            }
            Curve(points) => {
                let last = points.len() - 1;
                let (x, y) = middle(points[0], points[0]);
                write!(out, "M{x} {y}")?;
                for i in 1..last {
                    let end = if i + 1 == last { points[last] } else { points[i] };
                    write_arc(out, points[i], middle(end, points[i + 1]))?;
                }
            }
            Loop(points) => {
                let next = |i: usize| points[(i + 1) % points.len()];
                let (x, y) = middle(points[points.len() - 1], points[0]);
                write!(out, "M{x} {y}")?;
                for (i, &point) in points.iter().enumerate() {
                    write_arc(out, point, middle(point, next(i)))?;
                }
                out.write_char('z')?;
            }
        }
    }
    Ok(())
}

/// The middle of two points of the grid, in units.
fn middle(a: (u8, u8), b: (u8, u8)) -> (u8, u8) {
    (a.0 + b.0, a.1 + b.1)
}

/// Writes a curve that heads for a point of the grid and ends at a point in units.
fn write_arc(out: &mut Formatter<'_>, towards: (u8, u8), (x, y): (u8, u8)) -> fmt::Result {
    let towards = middle(towards, towards);
    write!(out, "Q{} {} {x} {y}", towards.0, towards.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(glyph: char) -> String {
        fmt::from_fn(|f| write_path(f, glyph)).to_string()
    }

    #[test]
    fn every_letter_and_digit_is_drawn_in_its_own_way() {
        let mut paths = Vec::new();
        for glyph in ('a'..='z').chain('0'..='9') {
            let path = path(glyph);
            assert!(path.starts_with('M'), "{glyph}: {path}");
            assert!(!paths.contains(&path), "{glyph}: {path}");
            paths.push(path);
        }
    }

    #[test]
    fn strokes_have_points_enough_and_stay_on_the_grid() {
        for stroke in LETTERS.iter().chain(&DIGITS).copied().flatten() {
            let (points, least) = match stroke {
                Line(points) => (points, 2),
                Curve(points) | Loop(points) => (points, 3),
            };
            assert!(points.len() >= least, "{points:?}");
            assert!(points.iter().all(|&(x, y)| x <= 8 && y <= 13), "{points:?}");
        }
    }

    #[test]
    fn labels_fit_a_cell() {
        for n in 0..256 {
            let (_, width) = layout(&crate::board::column_letters(n));
            assert!(width <= 44, "column {n}: {width}");
            let (_, width) = layout(&(n + 1).to_string());
            assert!(width <= 46, "row {n}: {width}");
        }
    }

    #[test]
    fn paths_are_exact() {
        assert_eq!(path('v'), "M0 8L6 20L12 8");
        assert_eq!(path('o'), "M0 14Q0 8 5 8Q10 8 10 14Q10 20 5 20Q0 20 0 14z");
        assert_eq!(path('f'), "M8 0Q4 0 4 6M4 6L4 20M0 8L8 8");
        assert_eq!(path('!'), "");
    }
}
