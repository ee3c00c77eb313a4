//! The choice of how the patterns of a family are counted: the cheapest way by the prices of a kernel.
//!
//! A wrong price costs time, never a result.

use super::board::Board;
use super::memory::at_once;
use super::pattern::Family;
use super::prices::{Amounts, cost, cost_of_search};
use super::sampling::{ColorSample, FamilySample, Way};
use crate::tuning::color::{Prices, tile};

/// How the patterns of a family are counted, and what that takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// By color.
    pub(crate) ways: [Way; 2],
    /// The color that is searched, if one is.
    pub(crate) searched: Option<usize>,
    /// Nanoseconds for a pattern, about, whose [work fraction](super::pattern::Pruning::work_fraction) is 1.
    pub(crate) nanoseconds_per_pattern: f64,
    /// The fraction of these that the search takes.
    pub(crate) search_fraction: f64,
    /// How many patterns are counted at a time, at most.
    pub(crate) at_once: usize,
}

/// The samples of these families of a board.
pub(crate) fn sample(board: &Board, families: &[Family]) -> Vec<FamilySample> {
    let n = board.pruning.n;
    let of_color = |color| -> Vec<ColorSample> {
        families.iter().map(|family| ColorSample::new(board, color, family)).collect()
    };
    let [white, black] = &board.colors;
    let whites = of_color(white);
    // For even n the mirror image exchanges the colors, and so the first family and the last.
    let blacks = if n.is_multiple_of(2) && !board.pruning.without_symmetry {
        whites.iter().rev().cloned().collect()
    } else {
        of_color(black)
    };
    let colors = whites.into_iter().zip(blacks);
    let sample = |(family, (white, black)): (&Family, (ColorSample, ColorSample))| {
        let at_once = at_once(n, [&white, &black]);
        let (odds, evens) = tile(n);
        let partners = family.partners(family.odd[family.middle()]);
        let evens = &partners[..partners.len().min(evens)];
        let odds = odds.min(family.odd.len());
        let start = family.middle().min(family.odd.len() - odds);
        let odds = &family.odd[start..][..odds];
        FamilySample::new(board, [white, black], at_once, odds, evens)
    };
    families.iter().zip(colors).map(sample).collect()
}

impl FamilySample {
    /// The cheapest way to count a pattern.
    pub(crate) fn cheapest(&self, prices: &Prices) -> Choice {
        let ways = [0, 1].map(|color| -> Vec<(Way, Amounts)> {
            let ways = self.colors[color].ways();
            ways.map(|way| (way, self.done_for_color(color, way, prices.lanes))).collect()
        });
        let at_once = self.at_once.batch;
        let mut cheapest = Choice {
            ways: [Way::default(); 2],
            searched: None,
            nanoseconds_per_pattern: f64::INFINITY,
            search_fraction: 0.0,
            at_once,
        };
        let mut compare = |ways, searched, done: &Amounts| {
            let all = cost(done, &prices.nanoseconds);
            let nanoseconds_per_pattern = all / self.work_fraction;
            if nanoseconds_per_pattern < cheapest.nanoseconds_per_pattern {
                let search_fraction = cost_of_search(done, &prices.nanoseconds) / all;
                cheapest =
                    Choice { ways, searched, nanoseconds_per_pattern, search_fraction, at_once };
            }
        };
        for (white, for_white) in &ways[0] {
            for (black, for_black) in &ways[1] {
                let ways = [*white, *black];
                compare(ways, None, &self.done(ways, for_white, for_black));
            }
        }
        for searched in (0..2).filter(|&color| !self.unshared[color].is_empty()) {
            for (way, matrix) in &ways[1 - searched] {
                let mut ways = [Way::default(); 2];
                ways[1 - searched] = *way;
                compare(ways, Some(searched), &self.done_by_search(searched, *way, matrix));
            }
        }
        cheapest
    }
}
