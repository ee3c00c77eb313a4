//! Where the squares of a board are in a picture: stretched or turned a little, all in the same way.

use super::color::{Color, common, mean};
use super::pixels::Picture;

/// The sizes of boards that are looked for.
pub(super) const SIZES: std::ops::RangeInclusive<usize> = 4..=20;

/// How much longer the longer side of a square may be: windows that were widened have up to 1.17.
pub(super) const LONGEST: f64 = 1.3;

/// The part of a square inside of its rims; and where its corners begin, as the lesser and the larger distance from its middle. Queens are
/// narrow at the top, and crosses end before.
const INSIDE: f64 = 0.84;
const CORNER: [f64; 2] = [0.4, 0.62];

/// The squares of a board.
pub(super) struct Lattice<'a> {
    pub(super) picture: &'a Picture,
    pub(super) n: usize,
    /// The center of the first square.
    pub(super) first: [f64; 2],
    /// The ways from the center of a square to those of its neighbors, to the right and below.
    pub(super) steps: [[f64; 2]; 2],
    /// How wide and how high squares are, without lines.
    pub(super) side: [f64; 2],
    /// How many squares showed as patches.
    pub(super) filled: usize,
}

pub(super) fn length([x, y]: [f64; 2]) -> f64 {
    x.hypot(y)
}

impl<'a> Lattice<'a> {
    pub(super) fn center(&self, at: usize) -> [f64; 2] {
        let (column, row) = ((at % self.n) as f64, (at / self.n) as f64);
        let [right, down] = self.steps;
        [0, 1].map(|axis| self.first[axis] + column * right[axis] + row * down[axis])
    }

    /// How long the steps are.
    pub(super) fn step(&self) -> [f64; 2] {
        self.steps.map(length)
    }

    /// The pixels around the center of a square, up to a share of its sides, with their places from -1 to 1.
    pub(super) fn pixels(
        &self,
        at: usize,
        share: f64,
    ) -> impl Iterator<Item = (f64, f64, Color)> + use<'a> {
        let (picture, [x, y], [right, down]) = (self.picture, self.center(at), self.steps);
        // From pixels to steps, and from these to halves of the side.
        let area = right[0] * down[1] - right[1] * down[0];
        let [wide, high] = [0, 1].map(|axis| 2.0 * self.step()[axis] / self.side[axis] / area);
        // A turned square reaches farther.
        let reach =
            [0, 1].map(|axis| share * (right[axis].abs() / wide + down[axis].abs() / high) / area);
        let range = |middle: f64, reach: f64, end: usize| {
            let from = (middle - reach).ceil().max(0.0) as usize;
            from..=((middle + reach).floor().max(0.0) as usize).min(end - 1)
        };
        let columns = range(x, reach[0], picture.width);
        let all = range(y, reach[1], picture.height)
            .flat_map(move |row| columns.clone().map(move |column| (column, row)));
        let placed = all.map(move |(column, row)| {
            let (far, below) = (column as f64 - x, row as f64 - y);
            let place = (
                (far * down[1] - below * down[0]) * wide,
                (below * right[0] - far * right[1]) * high,
            );
            (place.0, place.1, picture.at(column, row))
        });
        placed.filter(move |(x, y, _)| x.abs().max(y.abs()) <= share)
    }

    /// The pixels of a square near its corners, where queens do not reach, with their places.
    pub(super) fn corners(&self, at: usize) -> impl Iterator<Item = (f64, f64, Color)> + use<'a> {
        let is_near = |x: f64, y: f64| x.max(y) > CORNER[1] && x.min(y) > CORNER[0];
        self.pixels(at, INSIDE).filter(move |(x, y, _)| is_near(x.abs(), y.abs()))
    }

    /// The color of each square: the most common one near its corners.
    pub(super) fn colors(&self) -> Vec<Color> {
        let near = |at| self.corners(at).map(|(.., color)| color).collect::<Vec<_>>();
        let color = |at| mean(&common(&near(at)));
        (0..self.n * self.n).map(color).collect()
    }
}
