//! Boards whose squares are patches of one color, with lines or gaps between them.
//!
//! Patches of about one size that stand side by side are numbered by columns and rows, each from its neighbor. The lattice is the one
//! that fits the centers of all of them best, so squares may be stretched, and the board turned a little.

use std::cmp::Reverse;

use super::color::difference;
use super::lattice::{LONGEST, Lattice, SIZES, length};
use super::pixels::Picture;
use super::work::{Spent, Work};
use crate::grid::joined;

/// How much a channel may differ from the mean of its patch, from clean pictures to noisy ones. Lines between squares that
/// differ less from them are not seen.
const TOLERANCES: [i32; 6] = [5, 9, 15, 24, 36, 54];

/// The searches that are made at most.
pub(super) const SEARCHES: usize = TOLERANCES.len();

/// The shortest side of a patch, in pixels, and the least part of its frame that it fills: a mark, or round corners, may take the
/// rest.
const SHORTEST: f64 = 6.0;
const FILLED: f64 = 0.4;

/// Sizes that differ by less than this factor are the same candidate.
const SAME: f64 = 1.06;

/// The fewest patches that are looked at together: most of a board of 4 x 4. And the most: a board of 20 x 20 and as many others;
/// more are a texture.
const FEWEST: usize = 12;
const MOST: usize = 1000;

// Lengths as parts of the side of a patch, or of the step to the next.

/// How much the sides of the patches of a board differ at most: a mark or a letter may touch the rim.
const ALIKE: f64 = 0.14;

/// How near and far the next patch is, and how far aside; and how much steps differ from their median.
const NEAREST: f64 = 0.8;
const FARTHEST: f64 = 1.5;
const ASIDE: f64 = 0.2;
const UNEVEN: f64 = 0.08;

/// How far from the place that the lattice gives it the middle of a patch may be.
const OFF: f64 = 0.15;

/// The part of a picture that a board takes if it is what the picture is about.
const MOST_OF: f64 = 0.4;

/// The largest turn, as a slope: that of 5 degrees and a little. And the largest difference of the turns of rows and columns.
const SLOPE: f64 = 0.1;
const SKEW: f64 = 0.03;

/// A connected part of a picture in about one color, by its width and height and its center.
struct Patch {
    size: [f64; 2],
    center: [f64; 2],
}

/// A column and a row.
type Place = [i32; 2];

/// A patch and its neighbor along an axis, and the way to it.
struct Link {
    axis: usize,
    way: [f64; 2],
    ends: (usize, usize),
}

/// How far from where it should be a thing may be that belongs to a square: the rims of patches are off by a pixel or so.
fn slack(share: f64, side: f64) -> f64 {
    share * side + 1.5
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    let middle = values.len() / 2;
    (middle < values.len()).then(|| *values.select_nth_unstable_by(middle, f64::total_cmp).1)
}

impl Picture {
    /// The first lattice with the most squares among those that the tolerances show.
    pub(super) fn lattice_of_patches(
        &self,
        work: &Work,
    ) -> Result<Option<Lattice<'_>>, queens::Error> {
        let mut lattices = Vec::new();
        for tolerance in TOLERANCES {
            let found = || {
                let mut found = Vec::new();
                // What was found before the steps were spent is as good.
                let _ = self
                    .patches(tolerance, work)
                    .map(|patches| self.lattices(&patches, work, &mut found));
                found
            };
            lattices.extend(work.search(found)?);
            if lattices.iter().any(Lattice::is_most) {
                break;
            }
        }
        Ok(lattices.into_iter().min_by_key(|lattice| Reverse(lattice.filled)))
    }

    /// The parts in one color that may be squares of a board, perhaps with a mark, or with round corners, by their widths.
    fn patches(&self, tolerance: i32, work: &Work) -> Result<Vec<Patch>, Spent> {
        let mut seen = vec![false; self.pixels.len()];
        let mut stack = Vec::new();
        let mut patches = Vec::new();
        for start in 0..self.pixels.len() {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            stack.push([start % self.width, start / self.width]);
            let (mut first, mut last) = ([usize::MAX; 2], [0; 2]);
            let (mut pixels, mut sum) = (0, [0; 3]);
            while let Some([x, y]) = stack.pop() {
                first = [first[0].min(x), first[1].min(y)];
                last = [last[0].max(x), last[1].max(y)];
                pixels += 1;
                for (sum, channel) in sum.iter_mut().zip(self.at(x, y)) {
                    *sum += channel;
                }
                // The mean settles soon, so that a patch does not creep along a gradient.
                let mean = sum.map(|sum| sum / pixels);
                for [x, y] in
                    [[x.wrapping_sub(1), y], [x + 1, y], [x, y.wrapping_sub(1)], [x, y + 1]]
                {
                    if x < self.width && y < self.height {
                        let seen = &mut seen[y * self.width + x];
                        if !*seen && difference(self.at(x, y), mean) <= tolerance {
                            *seen = true;
                            stack.push([x, y]);
                        }
                    }
                }
            }
            work.take(pixels as usize)?;
            let size = [0, 1].map(|axis| (last[axis] - first[axis] + 1) as f64);
            let (short, long) = (size[0].min(size[1]), size[0].max(size[1]));
            let frame = size[0] * size[1];
            if short >= SHORTEST && long <= LONGEST * short && f64::from(pixels) >= FILLED * frame {
                let center = [0, 1].map(|axis| (first[axis] + last[axis]) as f64 / 2.0);
                patches.push(Patch { size, center });
            }
        }
        patches.sort_by(|a, b| a.size[0].total_cmp(&b.size[0]));
        Ok(patches)
    }

    /// Finds the lattices that patches of about one size make.
    fn lattices<'a>(
        &'a self,
        patches: &[Patch],
        work: &Work,
        found: &mut Vec<Lattice<'a>>,
    ) -> Result<(), Spent> {
        let mut sizes: Vec<[f64; 2]> = Vec::new();
        for Patch { size, .. } in patches {
            work.take(sizes.len())?;
            let is_same = |other: &[f64; 2]| {
                (0..2).all(|axis| size[axis].max(other[axis]) < SAME * size[axis].min(other[axis]))
            };
            // The widths come in order, so the last ones are the nearest.
            if !sizes.iter().rev().take_while(|other| size[0] < SAME * other[0]).any(is_same) {
                sizes.push(*size);
            }
        }
        for size in sizes {
            let slack = size.map(|length| (ALIKE * length).max(2.0));
            let from = patches.partition_point(|patch| patch.size[0] < size[0] - slack[0]);
            let near =
                patches[from..].iter().take_while(|patch| patch.size[0] <= size[0] + slack[0]);
            let fits = |patch: &&Patch| (patch.size[1] - size[1]).abs() <= slack[1];
            let alike: Vec<&Patch> = near.filter(fits).take(MOST + 1).collect();
            work.take(alike.len())?;
            if (FEWEST..=MOST).contains(&alike.len()) {
                self.lattices_of(&alike, size, work, found)?;
            }
        }
        Ok(())
    }

    /// Finds the lattices that patches of a size make.
    fn lattices_of<'a>(
        &'a self,
        alike: &[&Patch],
        size: [f64; 2],
        work: &Work,
        found: &mut Vec<Lattice<'a>>,
    ) -> Result<(), Spent> {
        // Neighbors in a row or a column: what stands nearest to the right, and below.
        let mut links: Vec<Link> = Vec::new();
        for axis in 0..2 {
            let mut order: Vec<usize> = (0..alike.len()).collect();
            order.sort_by(|&a, &b| alike[a].center[axis].total_cmp(&alike[b].center[axis]));
            for (place, &from) in order.iter().enumerate() {
                let way = |to: usize| {
                    [0, 1].map(|axis| alike[to].center[axis] - alike[from].center[axis])
                };
                let ahead = order[place + 1..].iter();
                let ahead = ahead.take_while(|&&to| way(to)[axis] < FARTHEST * size[axis] + 4.0);
                let mut steps = 0;
                let next = ahead.inspect(|_| steps += 1).find(|&&to| {
                    way(to)[axis] > NEAREST * size[axis]
                        && way(to)[1 - axis].abs() < ASIDE * size[1 - axis] + 1.0
                });
                if let Some(&to) = next {
                    links.push(Link { axis, way: way(to), ends: (from, to) });
                }
                work.take(steps + 1)?;
            }
        }
        // The steps of a board are all the same.
        let middle = |axis: usize, part: usize| {
            median(
                links.iter().filter(|link| link.axis == axis).map(|link| link.way[part]).collect(),
            )
        };
        let [Some(right), Some(aside), Some(across), Some(down)] =
            [middle(0, 0), middle(0, 1), middle(1, 0), middle(1, 1)]
        else {
            return Ok(());
        };
        let steps = [[right, aside], [across, down]];
        links.retain(|link| {
            let off = [0, 1].map(|part| (link.way[part] - steps[link.axis][part]).abs());
            off[0].max(off[1]) <= slack(UNEVEN, length(steps[link.axis]))
        });
        for members in numbered(alike.len(), &links) {
            found.extend(self.lattice_of(&members, alike, size));
        }
        Ok(())
    }

    /// The lattice of some patches of a size that are numbered by columns and rows, if most of its squares are there, and if it is no
    /// part of a larger one.
    fn lattice_of(
        &self,
        members: &[(usize, Place)],
        alike: &[&Patch],
        size: [f64; 2],
    ) -> Option<Lattice<'_>> {
        let last = [0, 1].map(|axis| members.iter().map(|(_, at)| at[axis]).max().unwrap_or(0));
        let n = last[0] as usize + 1;
        if last[0] != last[1] || !SIZES.contains(&n) {
            return None;
        }
        let centers: Vec<_> =
            members.iter().map(|&(patch, at)| (at.map(f64::from), alike[patch].center)).collect();
        let (first, steps) = fitted(&centers)?;
        let [right, down] = steps;
        let turns = [right[1] / right[0], -down[0] / down[1]];
        let long = length(right) / length(down);
        if right[0] <= 0.0
            || down[1] <= 0.0
            || turns.iter().any(|turn| turn.abs() > SLOPE)
            || (turns[0] - turns[1]).abs() > SKEW
            || long.max(1.0 / long) > LONGEST
        {
            return None;
        }
        // A turned square has a larger frame.
        let side = size.map(|side| side / (1.0 + turns[0].abs()));
        let lattice = Lattice { picture: self, n, first, steps, side, filled: 0 };
        let mut seen = vec![false; n * n];
        for &(patch, [column, row]) in members {
            let at = row as usize * n + column as usize;
            seen[at] |= lattice.is_at(at, alike[patch].center);
        }
        let filled = seen.iter().filter(|&&seen| seen).count();
        // Others in line with it, on all sides.
        let area = right[0] * down[1] - right[1] * down[0];
        let on = alike.iter().filter(|patch| {
            let [far, below] = [0, 1].map(|axis| patch.center[axis] - first[axis]);
            let place = [
                (far * down[1] - below * down[0]) / area,
                (below * right[0] - far * right[1]) / area,
            ];
            let off =
                [0, 1].map(|axis| (place[axis] - place[axis].round()).abs() * length(steps[axis]));
            (0..2).all(|axis| off[axis] <= slack(OFF, length(steps[axis])))
        });
        (5 * filled >= 4 * n * n && on.count() <= 2 * filled)
            .then_some(Lattice { filled, ..lattice })
    }
}

impl Lattice<'_> {
    /// Whether all squares showed, and no other lattice can be as large.
    fn is_most(&self) -> bool {
        let board = self.step().into_iter().product::<f64>() * (self.n * self.n) as f64;
        self.filled == self.n * self.n && board > MOST_OF * self.picture.pixels.len() as f64
    }

    /// Whether a patch is where a square is.
    fn is_at(&self, at: usize, place: [f64; 2]) -> bool {
        let center = self.center(at);
        (0..2).all(|axis| (place[axis] - center[axis]).abs() <= slack(OFF, self.step()[axis]))
    }
}

/// The groups of linked patches, each patch with its column and row from 0. A group in which ways contradict each other is none.
fn numbered(patches: usize, links: &[Link]) -> Vec<Vec<(usize, Place)>> {
    let mut near: Vec<Vec<(usize, Place)>> = vec![Vec::new(); patches];
    for &Link { axis, ends: (from, to), .. } in links {
        let way = if axis == 0 { [1, 0] } else { [0, 1] };
        near[from].push((to, way));
        near[to].push((from, way.map(|way| -way)));
    }
    let group = joined(patches, links.iter().map(|link| link.ends));
    let mut place: Vec<Option<Place>> = vec![None; patches];
    let mut groups: Vec<Vec<(usize, Place)>> = Vec::new();
    for start in 0..patches {
        // Groups are numbered as they are met.
        if group[start] < groups.len() {
            continue;
        }
        place[start] = Some([0; 2]);
        let mut stack = vec![(start, [0; 2])];
        let mut members = Vec::new();
        let mut fits = true;
        while let Some((at, from)) = stack.pop() {
            members.push((at, from));
            for &(to, way) in &near[at] {
                let next = [from[0] + way[0], from[1] + way[1]];
                if let Some(place) = place[to] {
                    fits &= place == next;
                } else {
                    place[to] = Some(next);
                    stack.push((to, next));
                }
            }
        }
        let least = [0, 1].map(|axis| members.iter().map(|(_, at)| at[axis]).min().unwrap_or(0));
        let from_least =
            |(patch, at): (usize, Place)| (patch, [at[0] - least[0], at[1] - least[1]]);
        groups.push(members.into_iter().filter(|_| fits).map(from_least).collect());
    }
    groups
}

/// The first center and the steps to the right and down that fit columns and rows with their centers best: least squares. None if all
/// are in one line.
fn fitted(centers: &[([f64; 2], [f64; 2])]) -> Option<([f64; 2], [[f64; 2]; 2])> {
    let number = centers.len() as f64;
    let sum = |value: &dyn Fn([f64; 2], [f64; 2]) -> f64| -> f64 {
        centers.iter().map(|&(at, center)| value(at, center)).sum()
    };
    let middle = [0, 1].map(|axis| sum(&|at, _| at[axis]) / number);
    let mean = [0, 1].map(|axis| sum(&|_, center| center[axis]) / number);
    let off = |at: [f64; 2]| [at[0] - middle[0], at[1] - middle[1]];
    let [xx, xy, yy] = [(0, 0), (0, 1), (1, 1)].map(|(a, b)| sum(&|at, _| off(at)[a] * off(at)[b]));
    let area = xx * yy - xy * xy;
    // In whole numbers, so anything else is at least about one.
    if area < 0.5 {
        return None;
    }
    let of = |part: usize| [0, 1].map(|axis| sum(&|at, center| off(at)[part] * center[axis]));
    let (x, y) = (of(0), of(1));
    let right = [0, 1].map(|axis| (x[axis] * yy - y[axis] * xy) / area);
    let down = [0, 1].map(|axis| (y[axis] * xx - x[axis] * xy) / area);
    let first = [0, 1].map(|axis| mean[axis] - middle[0] * right[axis] - middle[1] * down[axis]);
    Some((first, [right, down]))
}
