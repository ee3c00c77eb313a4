//! The queens and crosses on a board in a picture.
//!
//! Squares are told apart by the shape of what stands on them. Every square of a shape has the same mark, or none: that of most of
//! them. If they do not say the same, or if queens attack each other, the marks are in doubt.

use std::cmp::Reverse;

use queens::{Error, ErrorKind, Square};

use super::color::{ALIKE, Color, common, difference, mean, nearest_blend};
use super::lattice::Lattice;
use super::regions::{count, letters};
use crate::puzzle::Puzzle;

/// Pixels that differ more from their square, and from its pattern, are ink.
const INK: i32 = 48;

/// The part of a square that is looked at: lines may reach into the rest.
const LOOKED_AT: f64 = 0.78;

/// The least ink of a mark, of the pixels that are looked at.
const LEAST: f64 = 0.012;

/// The fields of a row when shapes are compared. The largest part of its ink that a shape has elsewhere than another that is the
/// same; and than another that is like it.
const FIELDS: usize = 7;
const SAME: f64 = 0.25;
const LIKE: f64 = 0.5;

/// The squares of a shape that say the same, of all; for crosses, some of which may be too small to be seen as one, if others have
/// no mark.
const SAY: f64 = 0.75;
const SAY_CROSS: f64 = 0.4;

/// Nearly all squares.
const ALL: f64 = 0.95;

/// So many squares with one shape are not a slip of a player.
const SEVERAL: usize = 4;

/// A pattern differs by so much from the color below it, and has more than one in so many of the pixels near the corners.
const PATTERN: i32 = 30;
const FEW: usize = 25;

// Shapes, in halves of a square's side: a square goes from -1 to 1.

/// A mark is about as wide as high: its shorter side is at least this part of the longer; and its middle is near that of the square.
const SLIM: f64 = 0.7;
const OFF_CENTER: f64 = 0.25;

/// Where the ink of a cross is: near the two diagonals of its frame, within this part of half its size. Blends at the rims, and the
/// round ends of strokes, are away from them; and more in the inner part of a square where a letter reaches into it.
const BESIDE_STROKE: f64 = 0.5;
const AWAY_OF_CROSS: f64 = 0.04;
const AWAY_OF_INNER: f64 = 0.16;
const INNER: f64 = 0.45;

/// A dot stands for a cross: it is at most so large, and its frame is filled so far. A disk fills 0.785 of it.
const DOT: f64 = 0.65;
const DOT_FILLED: f64 = 0.6;

/// A queen is at least so large, has ink on at least such a part of the square, and at least such a part of it away from the strokes
/// of a cross: the head and the base.
const QUEEN: f64 = 0.7;
const QUEEN_INK: f64 = 0.05;
const AWAY_OF_QUEEN: f64 = 0.08;

/// A ring is as wide as high but for pixels, and all its ink lies in this band around its middle, as parts of its radius.
const ROUND: f64 = 0.85;
const RING: std::ops::Range<f64> = 0.45..1.1;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Queen,
    Cross,
    /// A letter, or decoration; or a ring, with which some programs mean a queen and others none.
    Nothing,
}

/// What stands on a square.
struct Shape {
    at: usize,
    mark: Mark,
    /// The shares of the ink in each field.
    ink: Vec<f64>,
    is_in_middle: bool,
}

/// A pixel with its place.
type Spot = (f64, f64, Color);

fn square(n: usize, at: usize) -> Square {
    Square { row: (at / n) as u32, column: (at % n) as u32 }
}

impl Lattice<'_> {
    /// The puzzle with the marks that are on its squares.
    pub(super) fn marked(
        &self,
        puzzle: Puzzle,
        colors: &[Color],
        of: &[usize],
    ) -> Result<Puzzle, Error> {
        let patterns = self.patterns(colors, of);
        let shapes = (0..of.len()).filter_map(|at| self.shape(at, colors[at], patterns[of[at]]));
        let mut groups: Vec<Vec<Shape>> = Vec::new();
        for shape in shapes {
            let is_same = |other: &Shape| elsewhere(other, &shape) <= SAME;
            match groups.iter_mut().find(|group| group.iter().any(is_same)) {
                Some(group) => group.push(shape),
                None => groups.push(vec![shape]),
            }
        }
        let doubt = |squares: &[usize], doubt: &str| {
            let names: Vec<String> =
                squares.iter().map(|&at| square(self.n, at).to_string()).collect();
            let message = format!(
                "the marks on the board in the picture are not clear: {} {doubt}",
                names.join(", ")
            );
            let letters = letters(self.n, of, &[]);
            let advice = format!("give the regions, without or with marks, as text:\n{letters}");
            Error::new(ErrorKind::Invalid, message, advice)
        };
        if self.has_labels(&groups) {
            return Ok(puzzle);
        }
        let (mut queens, mut crosses) = (Vec::new(), Vec::new());
        for group in groups {
            let squares = squares(&group);
            match said(&group) {
                // Letters, perhaps, or an icon on every square.
                Some(Mark::Queen) if are_decoration(self.n, &squares) => {}
                Some(Mark::Queen) => queens.push(group),
                Some(Mark::Cross) => crosses.extend(squares),
                Some(Mark::Nothing) => {}
                None => return Err(doubt(&squares, "have a mark that may be another")),
            }
        }
        // All queens have one shape, so what fewer squares have is decoration.
        queens.sort_by_key(|group| Reverse(group.len()));
        let mut queens = queens.into_iter();
        let mut first = queens.next().unwrap_or_default();
        for group in queens {
            let is_like = |shape: &Shape| first.iter().any(|queen| elsewhere(queen, shape) <= LIKE);
            if group.iter().all(is_like) {
                first.extend(group);
            } else if group.len() == first.len() {
                first.extend(group);
                return Err(doubt(&squares(&first), "have marks like queens, of different shapes"));
            }
        }
        let queens = squares(&first);
        let with_queens = queens.iter().try_fold(puzzle, |puzzle, &at| {
            let with_queen = puzzle.with_queen(square(self.n, at));
            with_queen.map_err(|_| doubt(&queens, "cannot all have a queen"))
        })?;
        crosses
            .into_iter()
            .try_fold(with_queens, |puzzle, at| puzzle.with_cross(square(self.n, at)))
    }

    /// Whether there is something in the middle of nearly every square, and not a queen on some and crosses on all others: letters or
    /// numbers.
    fn has_labels(&self, groups: &[Vec<Shape>]) -> bool {
        let (mut middle, mut queens, mut crosses) = (0, 0, 0);
        for group in groups {
            middle += group.iter().filter(|shape| shape.is_in_middle).count();
            match said(group) {
                Some(Mark::Queen) => queens += group.len(),
                Some(Mark::Cross) => crosses += group.len(),
                _ => {}
            }
        }
        let is_nearly_all = |number: usize| number as f64 >= ALL * (self.n * self.n) as f64;
        let is_full = is_nearly_all(queens + crosses) && (1..=self.n).contains(&queens);
        is_nearly_all(middle) && !is_full
    }

    /// The color of the pattern on each region, if it has one. Only regions that share their color with another have: there are
    /// more regions than colors.
    fn patterns(&self, colors: &[Color], of: &[usize]) -> Vec<Option<Color>> {
        let squares = |region: usize| (0..of.len()).filter(move |&at| of[at] == region);
        let color = |region| mean(&squares(region).map(|at| colors[at]).collect::<Vec<_>>());
        let base: Vec<Color> = (0..count(of)).map(color).collect();
        let pattern = |region: usize| {
            let is_like =
                |other: &usize| *other != region && difference(base[*other], base[region]) <= ALIKE;
            (0..base.len()).find(is_like)?;
            let second = |at: usize| {
                // In the upper left corner there may be a letter.
                let near = self.corners(at).filter(|(x, y, _)| x.max(*y) > 0.0);
                let near: Vec<Color> = near.map(|(.., color)| color).collect();
                let far = |color: &Color| difference(*color, colors[at]);
                // Not the blends at the rims of its strokes.
                let least = near.iter().map(far).max().unwrap_or(0) * 3 / 4;
                let is_other = |color: &Color| far(color) > least.max(PATTERN);
                let others: Vec<Color> = near.iter().copied().filter(is_other).collect();
                let second = common(&others);
                (FEW * second.len() > near.len()).then(|| mean(&second))
            };
            // A mark may reach into a corner, but not on most squares.
            let seconds: Vec<Color> = squares(region).filter_map(second).collect();
            (2 * seconds.len() > squares(region).count()).then(|| mean(&common(&seconds)))
        };
        (0..base.len()).map(pattern).collect()
    }

    /// What stands on a square, if anything does.
    fn shape(&self, at: usize, color: Color, pattern: Option<Color>) -> Option<Shape> {
        let is_ink = |&(_, _, pixel): &Spot| match pattern {
            Some(other) => nearest_blend(pixel, color, other).1 > INK,
            None => difference(pixel, color) > INK,
        };
        let (ink, rest): (Vec<Spot>, Vec<Spot>) = self.pixels(at, LOOKED_AT).partition(is_ink);
        let pixels = ink.len() + rest.len();
        if (ink.len() as f64) < LEAST * pixels as f64 {
            return None;
        }
        let mut fields = vec![0.0; FIELDS * FIELDS];
        for (x, y, _) in &ink {
            let [column, row] = [x, y].map(|place| {
                let part = f64::midpoint(place / LOOKED_AT, 1.0) * FIELDS as f64;
                (part as usize).min(FIELDS - 1)
            });
            fields[row * FIELDS + column] += 1.0 / ink.len() as f64;
        }
        let mark = match mark_of(&ink, pixels, AWAY_OF_CROSS) {
            Some(Mark::Cross) => Some(Mark::Cross),
            // A letter may stand beside a cross, and reach into its square.
            other => {
                let is_inner = |spot: &&Spot| spot.0.abs().max(spot.1.abs()) < INNER;
                let ink: Vec<Spot> = ink.iter().filter(is_inner).copied().collect();
                let inner = mark_of(&ink, pixels, AWAY_OF_INNER);
                inner.filter(|&mark| mark == Mark::Cross).or(other)
            }
        };
        let [x, y] = middle(&ink);
        let is_in_middle = x.abs().max(y.abs()) <= OFF_CENTER;
        Some(Shape { at, mark: mark.unwrap_or(Mark::Nothing), ink: fields, is_in_middle })
    }
}

/// The part of its ink that a shape has elsewhere than another.
fn elsewhere(a: &Shape, b: &Shape) -> f64 {
    a.ink.iter().zip(&b.ink).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0
}

fn squares(group: &[Shape]) -> Vec<usize> {
    let mut squares: Vec<usize> = group.iter().map(|shape| shape.at).collect();
    squares.sort_unstable();
    squares
}

/// What the squares of a shape say together; None if they differ.
fn said(group: &[Shape]) -> Option<Mark> {
    let number = |mark| group.iter().filter(|shape| shape.mark == mark).count();
    let share = |mark| number(mark) as f64 / group.len() as f64;
    if share(Mark::Cross) >= SAY_CROSS && number(Mark::Cross) + number(Mark::Nothing) == group.len()
    {
        return Some(Mark::Cross);
    }
    let says = [Mark::Nothing, Mark::Queen, Mark::Cross];
    says.into_iter().find(|&mark| share(mark) >= SAY)
}

/// Whether what stands on these squares cannot be meant as queens, not even wrong ones: there are more than rows, or most of several touch.
fn are_decoration(n: usize, squares: &[usize]) -> bool {
    let touch =
        |a: usize, b: usize| a != b && (a / n).abs_diff(b / n) <= 1 && (a % n).abs_diff(b % n) <= 1;
    let touching = squares.iter().filter(|&&a| squares.iter().any(|&b| touch(a, b)));
    squares.len() > n || squares.len() >= SEVERAL && 2 * touching.count() > squares.len()
}

/// The least and the largest value.
fn bounds(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    (values.clone().fold(f64::MAX, f64::min), values.fold(f64::MIN, f64::max))
}

/// The middle of the frame of some ink.
fn middle(ink: &[Spot]) -> [f64; 2] {
    let (left, right) = bounds(ink.iter().map(|ink| ink.0));
    let (top, bottom) = bounds(ink.iter().map(|ink| ink.1));
    [left.midpoint(right), top.midpoint(bottom)]
}

/// What the ink on a square is, by its places and the number of the square's pixels. At most some of a cross is away from its strokes.
fn mark_of(ink: &[Spot], pixels: usize, most_away: f64) -> Option<Mark> {
    let share = ink.len() as f64 / pixels.max(1) as f64;
    if share < LEAST {
        return None;
    }
    let (left, right) = bounds(ink.iter().map(|ink| ink.0));
    let (top, bottom) = bounds(ink.iter().map(|ink| ink.1));
    let (width, height) = (right - left, bottom - top);
    let (x, y) = (left.midpoint(right), top.midpoint(bottom));
    let size = width.max(height).max(0.01);
    if width.min(height) < SLIM * size || x.abs().max(y.abs()) > OFF_CENTER {
        return None;
    }
    // The strokes of a cross leave the middles of all four sides empty, the head of a queen has a base.
    let half = size / 2.0;
    let away = ink
        .iter()
        .filter(|ink| ((ink.0 - x).abs() - (ink.1 - y).abs()).abs() > BESIDE_STROKE * half);
    let away = away.count() as f64 / ink.len() as f64;
    let filled =
        share * (2.0 * LOOKED_AT) * (2.0 * LOOKED_AT) / (width.max(0.01) * height.max(0.01));
    let is_dot = size < DOT && filled > DOT_FILLED;
    let falling = ink.iter().filter(|ink| (ink.0 - x) * (ink.1 - y) > 0.0).count();
    let has_both_strokes = (ink.len() / 4..=ink.len() * 3 / 4).contains(&falling);
    if is_dot || away < most_away && has_both_strokes {
        return Some(Mark::Cross);
    }
    // A ring: all around an empty middle.
    let far = |ink: &Spot| ((ink.0 - x) / width).hypot((ink.1 - y) / height) * 2.0;
    let mut sides = [0; 8];
    for (x, y) in ink.iter().map(|ink| (ink.0 - x, ink.1 - y)) {
        sides[((y.atan2(x) / std::f64::consts::TAU + 1.0) * 8.0) as usize % 8] += 1;
    }
    if width.min(height) > ROUND * size
        && ink.iter().all(|ink| RING.contains(&far(ink)))
        && sides.iter().all(|&side| 16 * side >= ink.len())
    {
        return None;
    }
    (size > QUEEN && share > QUEEN_INK && away > AWAY_OF_QUEEN).then_some(Mark::Queen)
}
