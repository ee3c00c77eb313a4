//! The regions of a board in a picture: by the colors of the squares, and by thick borders between them.
//!
//! Either sign may be missing. If both are there they must agree.

use queens::{Completer, Error, ErrorKind, Problem, Regions};

use super::color::{Color, common, difference, distance, lab, mean, nearest_blend};
use super::lattice::Lattice;
use crate::grid::{in_order, joined, neighbors, sides};
use crate::puzzle::NODES;

/// Colors of different regions differ by so much at least (in [`lab`], where 2 is what people just notice), and by
/// so many times what colors of one region do, and a rest for exact pictures.
const APART: f64 = 2.0;
const TIMES: f64 = 2.0;
const REST: f64 = 0.7;

/// Colors that differ by less are shown as one region, if it is not clear which are.
const CLOSE: f64 = 4.0;

/// How much darker or lighter the square under the mouse may be, of the way to black or white; and how far from this way its color
/// may be.
const SHADE: std::ops::RangeInclusive<f64> = 0.01..=0.3;
const OFF: i32 = 6;

/// At most one of so many squares may have another color than its region, if borders tell the regions.
const OFF_COLOR: usize = 6;

/// Thick borders are thicker than thin ones by this factor; a border that is not there counts as one of a small part of a square.
const THICKER: f64 = 1.35;
const FLOOR: f64 = 0.02;

/// Where a border is looked for on the way from the center of a square to the next, as a part of it; on so many ways side by side, as
/// parts of the side of a square. And the least difference of a line from both squares.
const WAY: f64 = 0.41;
const ASIDE: [f64; 7] = [-0.46, -0.43, -0.4, 0.0, 0.4, 0.43, 0.46];
const LINE: i32 = 20;

/// Regions by colors.
enum Colors {
    /// As many as rows, clearly apart.
    Clear(Vec<usize>),
    /// One more, clearly apart.
    OneMore(Vec<usize>),
    Unclear(Vec<usize>),
}

/// The number of regions.
pub(super) fn count(of: &[usize]) -> usize {
    of.iter().max().map_or(0, |&most| most + 1)
}

pub(super) fn regions_of(of: &[usize]) -> Result<Regions, Error> {
    Regions::new(of.iter().map(|&region| region as u8).collect())
}

/// The regions as letters, to be corrected; a question mark for each square whose region is not known.
pub(super) fn letters(n: usize, of: &[usize], unknown: &[usize]) -> String {
    let is_known = |at: &usize| !unknown.contains(at);
    let mut known =
        in_order((0..of.len()).filter(is_known).map(|at| of[at])).into_iter().peekable();
    let mut letter = |at| match known.next_if(|_| is_known(&at)).map(|region| region as u8) {
        None => '?',
        Some(region @ ..26) => char::from(b'A' + region),
        Some(region) => char::from(b'a' + (region - 26) % 26),
    };
    let rows = (0..n).map(|row| (row * n..(row + 1) * n).map(&mut letter).collect());
    rows.collect::<Vec<String>>().join("\n")
}

impl Lattice<'_> {
    /// The region of each square.
    pub(super) fn regions(&self, colors: &[Color]) -> Result<Vec<usize>, Error> {
        let n = self.n;
        let borders = self.by_border(colors);
        let clear = borders.as_ref().filter(|of| count(of) == n);
        let doubt = |of: &[usize], unknown: &[usize], doubt: &str| {
            let message = format!("the picture shows a grid of {n} x {n}{doubt}");
            let letters = letters(n, of, unknown);
            let advice = format!("correct these letters and give them instead:\n{letters}");
            Err(Error::new(ErrorKind::Invalid, message, advice))
        };
        let of = match (by_color(n, colors), clear) {
            (Colors::Clear(of), Some(borders)) if of != *borders => {
                return doubt(&of, &[], ", and its colors are not those that its borders enclose");
            }
            (Colors::Clear(of), None) => match &*self.odd(&of, colors) {
                [] => of,
                odd => {
                    return doubt(&of, odd, ", with squares whose color may not be the region's");
                }
            },
            (Colors::Clear(of), _) => of,
            (Colors::OneMore(seen) | Colors::Unclear(seen), Some(borders)) => {
                if count(&seen) > 2 && !are_plain(borders, colors) {
                    return doubt(
                        &seen,
                        &[],
                        ", and its colors are not those that its borders enclose",
                    );
                }
                borders.clone()
            }
            (Colors::OneMore(of), None) => match self.shaded(&of, colors) {
                Ok(of) => of,
                Err(unknown) => {
                    return doubt(
                        &of,
                        &unknown,
                        &format!(" with {} colors, not clearly {n}", n + 1),
                    );
                }
            },
            (Colors::Unclear(of), None) => {
                let number = count(&of);
                let (of, seen) = match &borders {
                    Some(of) if number <= 2 => {
                        (of, format!("thick borders around {} regions", count(of)))
                    }
                    _ => (&of, format!("{number} color{}", if number == 1 { "" } else { "s" })),
                };
                return doubt(of, &[], &format!(" with {seen}, not clearly {n}"));
            }
        };
        if self.has_margin(&of) {
            return doubt(&of, &[], ", or a smaller one in a margin");
        }
        Ok(of)
    }

    /// Whether a lattice of edges may have a margin in it: a region is in pieces, or is a row or a column at a side; or a row and a
    /// column at the sides have one color; or there is no solution. For two lines of a margin need queens of their own, and
    /// where a row and a column cross, queens touch.
    fn has_margin(&self, of: &[usize]) -> bool {
        let n = self.n;
        let joins = sides(n).filter(|&(a, b)| of[a] == of[b]);
        let has_pieces = || count(&joined(of.len(), joins)) > n;
        let has_side = |color: usize, first: usize, step: usize| {
            [0, n - 1].iter().any(|line| (0..n).all(|at| of[line * first + at * step] == color))
        };
        let is_margin = |&color: &usize| {
            let is_line = of.iter().filter(|&&other| other == color).count() == n;
            let (row, column) = (has_side(color, n, 1), has_side(color, 1, n));
            row && column || is_line && (row || column)
        };
        let has_none = |regions: Regions| {
            let problem = Problem::from(regions);
            let some = Completer::new(&problem).find_up_to(1, Some(NODES));
            some.is_ok_and(|some| some.is_some_and(|some| some.is_empty()))
        };
        self.filled == 0
            && (has_pieces() || of.iter().any(is_margin) || regions_of(of).is_ok_and(has_none))
    }

    /// The regions beside a square that it may belong to, though it is darker or lighter.
    fn shades(&self, at: usize, of: &[usize], colors: &[Color]) -> Vec<usize> {
        let beside = neighbors(self.n, at).map(|next| of[next]).filter(|&region| region != of[at]);
        let mut regions: Vec<usize> = beside.collect();
        regions.sort_unstable();
        regions.dedup();
        regions.retain(|&region| {
            let squares = (0..of.len()).filter(|&other| of[other] == region);
            let color = mean(&squares.map(|other| colors[other]).collect::<Vec<_>>());
            [[0; 3], [255; 3]].into_iter().any(|end| {
                let (share, off) = nearest_blend(colors[at], color, end);
                SHADE.contains(&share) && off <= OFF
            })
        });
        regions
    }

    /// The regions when the square under the mouse belongs to the one of which it is a shade, if that is clear; otherwise the squares
    /// that are in doubt.
    fn shaded(&self, of: &[usize], colors: &[Color]) -> Result<Vec<usize>, Vec<usize>> {
        let count = |at: usize| of.iter().filter(|&&other| other == of[at]).count();
        let (singles, several): (Vec<usize>, Vec<usize>) =
            self.singles(of).into_iter().partition(|&at| count(at) == 1);
        if !several.is_empty() {
            // Painted marks, perhaps.
            return Err(several);
        }
        let shades = singles.iter().flat_map(|&at| {
            self.shades(at, of, colors).into_iter().map(move |region| (at, region))
        });
        let mut readings: Vec<Vec<usize>> = shades
            .map(|(at, region)| {
                let shade = |(other, &of)| if other == at { region } else { of };
                in_order(of.iter().enumerate().map(shade))
            })
            .collect();
        // A region of two squares, of which one is a shade of the other.
        readings.dedup();
        match readings.len() {
            1 => Ok(readings.remove(0)),
            _ => Err(singles),
        }
    }

    /// The squares of the colors of which no two squares are side by side.
    fn singles(&self, of: &[usize]) -> Vec<usize> {
        let is_alone = |at: usize| neighbors(self.n, at).all(|next| of[next] != of[at]);
        let is_single =
            |&at: &usize| (0..of.len()).all(|other| of[other] != of[at] || is_alone(other));
        (0..of.len()).filter(is_single).collect()
    }

    /// Single squares in doubt, though as many colors were seen as are needed: shades of a region beside them, when another color may be
    /// that of two regions; and those of a color that has only single squares, which may be painted marks.
    fn odd(&self, of: &[usize], colors: &[Color]) -> Vec<usize> {
        let joins = sides(self.n).filter(|&(a, b)| of[a] == of[b]);
        if count(&joined(of.len(), joins)) == self.n {
            return Vec::new();
        }
        let singles = self.singles(of);
        let is_alone = |at: usize| neighbors(self.n, at).all(|next| of[next] != of[at]);
        let is_painted =
            |at: usize| singles.iter().any(|&other| other != at && of[other] == of[at]);
        let is_odd = |&at: &usize| {
            is_alone(at) && (is_painted(at) || !self.shades(at, of, colors).is_empty())
        };
        (0..of.len()).filter(is_odd).collect()
    }

    /// Regions by borders of two thicknesses, if there are two.
    fn by_border(&self, colors: &[Color]) -> Option<Vec<usize>> {
        let border = |side| (self.border(colors, side), side);
        let mut borders: Vec<_> = sides(self.n).map(border).collect();
        borders.sort_by(|a, b| a.0.total_cmp(&b.0));
        let floor = FLOOR * self.side[0].midpoint(self.side[1]);
        let ratio = |place: usize| (borders[place].0 + floor) / (borders[place - 1].0 + floor);
        let thick = (1..borders.len()).max_by(|&a, &b| ratio(a).total_cmp(&ratio(b)))?;
        if ratio(thick) < THICKER {
            return None;
        }
        let of = joined(colors.len(), borders[..thick].iter().map(|border| border.1));
        // A thick border inside of a region: the two thicknesses were told apart wrongly.
        borders[thick..].iter().all(|&(_, (a, b))| of[a] != of[b]).then_some(of)
    }

    /// How thick and dark the line between two squares is: the differences from both on the way from one to the other. What is not
    /// on most ways side by side is no line between them: a pattern, for example.
    fn border(&self, colors: &[Color], (a, b): (usize, usize)) -> f64 {
        let ([x, y], axis) = (self.center(a), usize::from(b != a + 1));
        let (step, side) = (self.step(), self.side);
        let [along, aside] =
            [axis, 1 - axis].map(|axis| self.steps[axis].map(|way| way / step[axis]));
        // The middle of the way only, and ways near its corners: there are no marks.
        let steps = (step[axis] * (1.0 - 2.0 * WAY)) as usize;
        let far = |at: usize| {
            let far = step[axis] * WAY + at as f64;
            let mut far = ASIDE.map(|way: f64| {
                let off = side[1 - axis] * way;
                let x = (x + far * along[0] + off * aside[0]).round() as usize;
                let y = (y + far * along[1] + off * aside[1]).round() as usize;
                if x >= self.picture.width || y >= self.picture.height {
                    return 0;
                }
                let color = self.picture.at(x, y);
                difference(color, colors[a]).min(difference(color, colors[b]))
            });
            far.sort_unstable();
            if far[ASIDE.len() / 2] > LINE { f64::from(far[ASIDE.len() / 2]) / 255.0 } else { 0.0 }
        };
        (0..=steps).map(far).sum()
    }
}

/// Whether nearly all squares have the color of their region; a letter or a pattern may hide that of some. Lines look thicker between
/// light squares than between dark ones, and may enclose what are no regions.
fn are_plain(of: &[usize], colors: &[Color]) -> bool {
    let is_off = |region: usize| {
        let squares = (0..of.len()).filter(move |&at| of[at] == region).map(|at| colors[at]);
        let color = lab(mean(&common(&squares.clone().collect::<Vec<_>>())));
        squares.filter(|&square| distance(lab(square), color) > 2.0 * CLOSE).count()
    };
    let off: usize = (0..count(of)).map(is_off).sum();
    OFF_COLOR * off <= of.len()
}

/// Regions by color.
///
/// The squares are joined by the least differences (a minimum spanning tree). The n - 1 largest of these have to be
/// larger than all others by far.
fn by_color(n: usize, colors: &[Color]) -> Colors {
    let points: Vec<[f64; 3]> = colors.iter().map(|&color| lab(color)).collect();
    // The squares not yet joined, with the least difference from one that is, and that one.
    let mut left: Vec<(f64, (usize, usize))> =
        (1..points.len()).map(|at| (distance(points[at], points[0]), (0, at))).collect();
    let mut edges = Vec::with_capacity(points.len());
    while let Some(next) = (0..left.len()).min_by(|&a, &b| left[a].0.total_cmp(&left[b].0)) {
        edges.push(left.swap_remove(next));
        let (_, (_, joined)) = edges[edges.len() - 1];
        for (least, (from, at)) in &mut left {
            let far = distance(points[*at], points[joined]);
            if far < *least {
                (*least, *from) = (far, joined);
            }
        }
    }
    edges.sort_by(|a, b| b.0.total_cmp(&a.0));
    let without = |first: usize| joined(points.len(), edges[first..].iter().map(|edge| edge.1));
    let are_apart = |number: usize| {
        let within = edges.get(number - 1).map_or(0.0, |edge| edge.0);
        edges[number - 2].0 >= APART && edges[number - 2].0 >= TIMES * within + REST
    };
    if are_apart(n) {
        Colors::Clear(without(n - 1))
    } else if are_apart(n + 1) {
        Colors::OneMore(without(n))
    } else {
        let close = edges.iter().position(|edge| edge.0 < CLOSE).unwrap_or(edges.len());
        Colors::Unclear(without(close))
    }
}
