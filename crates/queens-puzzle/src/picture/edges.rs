//! Boards whose squares are no patches: without lines inside regions, or with patterns on the squares.
//!
//! What such a board shows are straight edges. The largest square of them that others divide evenly is the board.

use super::{Lattice, Picture, SIZES, difference};

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
        let slack = (0.13 * step).max(2.0) as usize;
        let length = |line: usize| self.length(line, across, 0.7 * step);
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
        if edges.len() + n / 4 < n - 1 {
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
            |[line, place]: &[f64; 2]| (place - start - line * step).abs() <= 0.08 * step + 2.0;
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
            let part = [start, start + 0.6 * step];
            let is_inside = part[0] >= 0.0 && part[1] < self.span;
            let goes_on =
                |line: &usize| self.length_near(from + *line as f64 * step, part) >= 0.48 * step;
            if is_inside { (1..n).filter(goes_on).count() } else { 0 }
        };
        5 * lines(sides[0] - 0.75 * step).max(lines(sides[1] + 0.15 * step)) > n - 1
    }
}

impl Picture {
    /// The lattice of the largest square of edges that others divide evenly.
    ///
    /// There is only one: what fits worse, or is smaller, may be a part of a board.
    pub(super) fn lattice_of_edges(&self) -> Option<Lattice<'_>> {
        let (down, right) = (Edges::new(self, true), Edges::new(self, false));
        let (columns, rows) = (down.lines(), right.lines());
        let mut pairs = Vec::new();
        for (at, &left) in columns.iter().enumerate() {
            pairs.extend(columns[at + 1..].iter().map(|&end| (end - left, left)));
        }
        pairs.retain(|pair| pair.0 >= SIDE);
        pairs.sort_unstable_by_key(|&pair| std::cmp::Reverse(pair));
        pairs.into_iter().find_map(|(side, left)| {
            let slack = 3.max(side / 60);
            let is_square =
                |top: usize, bottom: usize| bottom > top && (bottom - top).abs_diff(side) <= slack;
            let tops = rows.iter().flat_map(|&top| rows.iter().map(move |&bottom| [top, bottom]));
            let lattices =
                tops.filter(|&[top, bottom]| is_square(top, bottom)).filter_map(|rows| {
                    let ends = |pair: [usize; 2]| pair.map(|end| end as f64);
                    self.lattice_in([&down, &right], [ends([left, left + side]), ends(rows)])
                });
            lattices.max_by(|a, b| a.0.total_cmp(&b.0)).map(|best| best.1)
        })
    }

    /// How well the lattice that fits a square best does, and this lattice, if it has edges all around it.
    fn lattice_in(
        &self,
        [down, right]: [&Edges; 2],
        [across, along]: [[f64; 2]; 2],
    ) -> Option<(f64, Lattice<'_>)> {
        let sides = across.map(|line| down.length_near(line, along));
        let ends = along.map(|line| right.length_near(line, across));
        // A region at the side may have nearly the color of what is around the board.
        let shares =
            [sides, ends].concat().into_iter().map(|length| length / (across[1] - across[0]));
        if shares.clone().sum::<f64>() < 3.4 || shares.into_iter().any(|share| share < 0.6) {
            return None;
        }
        // The sides may be those of a frame around the board, so what fits them is fitted again without them.
        let refined = |edges: &Edges, n: usize, sides: [f64; 2], along: [f64; 2]| {
            let (_, [start, step]) = edges.fit(n, sides, along)?;
            edges.fit(n, [start, start + n as f64 * step], along)
        };
        let lattice = |n: usize| {
            let (one, [left, wide]) = refined(down, n, across, along)?;
            let (other, [top, high]) = refined(right, n, along, across)?;
            let step = f64::midpoint(wide, high);
            let (left, top, side) = (left + step / 2.0, top + step / 2.0, 0.88 * step);
            Some((one + other, Lattice { picture: self, n, left, top, step, side, filled: 0 }))
        };
        let (fit, best) = SIZES.filter_map(lattice).max_by(|a, b| a.0.total_cmp(&b.0))?;
        let goes_on = right.goes_on(best.n, along, across) || down.goes_on(best.n, across, along);
        (!goes_on && best.n >= SMALLEST).then_some((fit, best))
    }
}
