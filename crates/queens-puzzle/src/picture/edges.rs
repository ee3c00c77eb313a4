//! Boards whose squares are no patches: without lines inside regions, or with patterns on the squares.
//!
//! What such a board shows are straight edges. The largest rectangle of them that others divide evenly is the board.

use std::cmp::Reverse;

use super::color::difference;
use super::lattice::{LONGEST, Lattice, SIZES};
use super::pixels::Picture;
use super::work::{Spent, Work};

/// The least difference of a channel across an edge.
const CONTRAST: i32 = 10;

/// The shortest edge, in pixels. Marks and letters have few that are straight for longer.
const SHORTEST: usize = 10;

/// The smallest side of a board, in pixels.
const SIDE: usize = 60;

/// The most lines that are tried as sides.
const LINES: usize = 200;

/// The longest gap in an edge, in pixels: noise.
const GAP: usize = 2;

/// The fewest squares in a row: smaller boards have too few edges to tell them from parts of larger ones.
const SMALLEST: usize = 6;

/// How much longer the longer side of a board may be: at first not at all. And the searches that are made at most.
const LONGER: [f64; 2] = [1.0, LONGEST];
pub(super) const SEARCHES: usize = LONGER.len();

/// The part of a step that is inside of a square, without the lines around it.
const PART: f64 = 0.88;

// Lengths as parts of a step from square to square, if they are not of pixels.

/// How far from where it is expected a line may be at first, when only the sides of the board are known; and at last.
const SLACK: f64 = 0.13;
const OFF: f64 = 0.08;

/// The shortest edge of a square: round corners and marks may take the rest.
const EDGE: f64 = 0.7;

/// One of so many lines inside a board may be missing.
const MISSING: usize = 4;

/// How long edges at the sides of a board are at least, as parts of the side, one by one and all four together: a region at
/// the side may have nearly the color of what is around the board.
const AROUND: [f64; 2] = [0.6, 3.4];

/// One of so many parts of a square board may be missing from one of its sides.
const UNEVEN: f64 = 60.0;

/// Where lines are looked for that go on beside a board, after a gap; how long they are there; and one of so many that does makes it a part of a
/// larger board.
const GAP_BEYOND: f64 = 0.15;
const BEYOND: f64 = 0.6;
const EDGE_BEYOND: f64 = 0.48;
const GO_ON: usize = 5;

/// The edges along one axis.
struct Edges {
    /// The length of the lines.
    span: f64,
    /// For each line across the axis, where its edges begin and end.
    edges: Vec<Vec<[f64; 2]>>,
}

impl Edges {
    /// The edges that go down, or those that go to the right.
    fn new(picture: &Picture, is_down: bool) -> Self {
        let (lines, length) =
            if is_down { (picture.width, picture.height) } else { (picture.height, picture.width) };
        let at =
            |line, along| if is_down { picture.at(line, along) } else { picture.at(along, line) };
        let edges = |line: usize| {
            // The picture may be cut at the board.
            if line == 0 || line + 1 == lines {
                return vec![[0.0, length as f64]];
            }
            let mut edges: Vec<[usize; 2]> = Vec::new();
            for along in 0..length {
                if difference(at(line - 1, along), at(line + 1, along)) > CONTRAST {
                    match edges.last_mut() {
                        Some(edge) if along - edge[1] <= GAP => edge[1] = along + 1,
                        _ => edges.push([along, along + 1]),
                    }
                }
            }
            edges.retain(|edge| edge[1] - edge[0] >= SHORTEST);
            edges.into_iter().map(|edge| edge.map(|end| end as f64)).collect()
        };
        Self { span: length as f64, edges: (0..lines).map(edges).collect() }
    }

    /// The length of the edges on a line from one place to another, of those that are not too short.
    fn length(&self, line: usize, [from, to]: [f64; 2], shortest: f64) -> f64 {
        let edges = self.edges.get(line).map_or(&[][..], Vec::as_slice);
        let lengths = edges.iter().map(|edge| edge[1].min(to) - edge[0].max(from));
        lengths.filter(|&length| length >= shortest).sum()
    }

    /// The same of the best line nearby.
    fn length_near(&self, line: f64, along: [f64; 2]) -> f64 {
        let middle = line.round().max(0.0) as usize;
        let near = middle.saturating_sub(2)..=middle + 2;
        near.map(|line| self.length(line, along, 0.0)).fold(0.0, f64::max)
    }

    /// The lines with the longest edges, in order.
    fn lines(&self) -> Vec<usize> {
        let total = |line: usize| self.length(line, [0.0, f64::MAX], 0.0);
        let totals: Vec<f64> = (0..self.edges.len() + 2).map(total).collect();
        let is_peak = |&line: &usize| {
            let before = totals[line.saturating_sub(2)..line].iter().copied().fold(0.0, f64::max);
            let after = totals[line + 1..line + 3].iter().copied().fold(0.0, f64::max);
            totals[line] >= SIDE as f64 && totals[line] > before && totals[line] >= after
        };
        let mut lines: Vec<usize> = (0..self.edges.len()).filter(is_peak).collect();
        lines.sort_by(|&a, &b| totals[b].total_cmp(&totals[a]));
        lines.truncate(LINES);
        lines.sort_unstable();
        lines
    }

    /// How well the edges between two sides of a square divide it in n: the share of them that is on the lines, where the first of these
    /// is, and the step to the next. None if too many lines have no edge, or if they are not in one step.
    ///
    /// Edges of marks are shorter than a square, if n is right.
    fn fit(&self, n: usize, [from, to]: [f64; 2], across: [f64; 2]) -> Option<(f64, [f64; 2])> {
        let step = (to - from) / n as f64;
        let slack = (SLACK * step).max(2.0) as usize;
        let length = |line: usize| self.length(line, across, EDGE * step);
        let edge = |line: usize| {
            let place = (from + line as f64 * step).round() as usize;
            let near = place.saturating_sub(slack)..=place + slack;
            let longest = near.clone().map(length).fold(0.0, f64::max);
            let is_longest = |&place: &usize| length(place) >= longest;
            let (first, last) = (near.clone().find(is_longest)?, near.rev().find(is_longest)?);
            (longest > 0.0).then_some([line as f64, (first + last) as f64 / 2.0])
        };
        if from < -1.0 {
            return None;
        }
        let edges: Vec<[f64; 2]> = (1..n).filter_map(edge).collect();
        if edges.len() + n / MISSING < n - 1 {
            return None;
        }
        // Least squares.
        let mean =
            |axis: usize| edges.iter().map(|edge| edge[axis]).sum::<f64>() / edges.len() as f64;
        let middle = [mean(0), mean(1)];
        let sum = |axis: usize| -> f64 {
            let apart = |edge: &[f64; 2], axis: usize| edge[axis] - middle[axis];
            edges.iter().map(|edge| apart(edge, 0) * apart(edge, axis)).sum()
        };
        let step = sum(1) / sum(0);
        let start = middle[1] - middle[0] * step;
        let is_on =
            |[line, place]: &[f64; 2]| (place - start - line * step).abs() <= OFF * step + 2.0;
        if !edges.iter().all(is_on) {
            return None;
        }
        let (mut on, mut all) = (0.0, 0.0);
        for line in from as usize + slack + 1..to as usize - slack {
            let (place, length) = ((line as f64 - start) / step, length(line));
            all += length;
            if (place - place.round()).abs() * step <= slack as f64 {
                on += length;
            }
        }
        (2.0 * on >= all).then_some((on / all, [start, step]))
    }

    /// Whether the lines inside a square go on at its sides: it is a part of a board.
    fn goes_on(&self, n: usize, [from, to]: [f64; 2], sides: [f64; 2]) -> bool {
        let step = (to - from) / n as f64;
        let lines = |start: f64| {
            let part = [start, start + BEYOND * step];
            let is_inside = part[0] >= 0.0 && part[1] < self.span;
            let goes_on = |line: &usize| {
                self.length_near(from + *line as f64 * step, part) >= EDGE_BEYOND * step
            };
            if is_inside { (1..n).filter(goes_on).count() } else { 0 }
        };
        GO_ON
            * lines(sides[0] - (GAP_BEYOND + BEYOND) * step)
                .max(lines(sides[1] + GAP_BEYOND * step))
            > n - 1
    }
}

/// The lines of both axes: those that go down, and those that go to the right.
struct Frame {
    edges: [Edges; 2],
    lines: [Vec<usize>; 2],
}

impl Picture {
    /// The lattice of the largest rectangle of edges that others divide evenly: a square, or if there is none, one that was stretched.
    ///
    /// There is only one: what fits worse, or is smaller, may be a part of a board.
    pub(super) fn lattice_of_edges(
        &self,
        work: &Work,
    ) -> Result<Option<Lattice<'_>>, queens::Error> {
        let edges = [true, false].map(|is_down| Edges::new(self, is_down));
        let lines = [edges[0].lines(), edges[1].lines()];
        let frame = Frame { edges, lines };
        for longest in LONGER {
            let search = || self.largest(&frame, longest, work).ok().flatten();
            if let Some(lattice) = work.search(search)? {
                return Ok(Some(lattice));
            }
        }
        Ok(None)
    }

    fn largest(
        &self,
        frame: &Frame,
        longest: f64,
        work: &Work,
    ) -> Result<Option<Lattice<'_>>, Spent> {
        let [down, right] = &frame.edges;
        let [columns, rows] = &frame.lines;
        let mut pairs = Vec::new();
        for (at, &left) in columns.iter().enumerate() {
            pairs.extend(columns[at + 1..].iter().map(|&end| [left, end]));
        }
        pairs.retain(|[left, end]| end - left >= SIDE);
        pairs.sort_unstable_by_key(|&[left, end]| Reverse((end - left, left)));
        for across in pairs {
            let (wide, across) = ((across[1] - across[0]) as f64, across.map(|end| end as f64));
            let is_side =
                |row: &&usize| right.length_near(**row as f64, across) >= AROUND[0] * wide;
            let sides: Vec<f64> = rows.iter().filter(is_side).map(|&row| row as f64).collect();
            work.take(20 * rows.len())?;
            let mut best: Option<(f64, Lattice)> = None;
            for (at, &top) in sides.iter().enumerate() {
                for &bottom in &sides[at + 1..] {
                    let high = bottom - top;
                    work.take(1)?;
                    if high.max(wide) > longest * high.min(wide) + 3.0_f64.max(wide / UNEVEN) {
                        continue;
                    }
                    let found = self.lattice_in([down, right], [across, [top, bottom]], work)?;
                    if let Some(found) = found
                        && best.as_ref().is_none_or(|best| found.0 >= best.0)
                    {
                        best = Some(found);
                    }
                }
            }
            if let Some((_, lattice)) = best {
                return Ok(Some(lattice));
            }
        }
        Ok(None)
    }

    /// How well the lattice that fits a rectangle best does, and this lattice, if it has edges all around it.
    fn lattice_in(
        &self,
        [down, right]: [&Edges; 2],
        [across, along]: [[f64; 2]; 2],
        work: &Work,
    ) -> Result<Option<(f64, Lattice<'_>)>, Spent> {
        work.take(100)?;
        let share = |length: f64, [from, to]: [f64; 2]| length / (to - from);
        let sides = across.map(|line| share(down.length_near(line, along), along));
        let ends = along.map(|line| share(right.length_near(line, across), across));
        let shares = [sides, ends].concat();
        if shares.iter().sum::<f64>() < AROUND[1] || shares.iter().any(|&share| share < AROUND[0]) {
            return Ok(None);
        }
        // All the lines are looked at, for each size.
        work.take(SIZES.count() * 20 * (down.edges.len() + right.edges.len()))?;
        // The sides may be those of a frame around the board, so what fits them is fitted again without them.
        let refined = |edges: &Edges, n: usize, sides: [f64; 2], along: [f64; 2]| {
            let (_, [start, step]) = edges.fit(n, sides, along)?;
            edges.fit(n, [start, start + n as f64 * step], along)
        };
        let lattice = |n: usize| {
            let (one, [left, wide]) = refined(down, n, across, along)?;
            let (other, [top, high]) = refined(right, n, along, across)?;
            let (first, steps) =
                ([left + wide / 2.0, top + high / 2.0], [[wide, 0.0], [0.0, high]]);
            let side = [wide, high].map(|step| PART * step);
            Some((one + other, Lattice { picture: self, n, first, steps, side, filled: 0 }))
        };
        let best = SIZES.filter_map(lattice).max_by(|a, b| a.0.total_cmp(&b.0));
        Ok(best.filter(|(_, best)| {
            let goes_on =
                right.goes_on(best.n, along, across) || down.goes_on(best.n, across, along);
            !goes_on && best.n >= SMALLEST
        }))
    }
}
