//! How long a search will take, told before it starts.
//!
//! The work of every algorithm of the gallery is known without running it: brute force tests
//! C(n², n) boards, and all the others walk the tree of legal partial placements, whose nodes are
//! OEIS A319283. What is not known is what this machine takes for a unit of that work, so it is
//! taken from the largest search that was timed:
//!
//! ```text
//! seconds(n) = seconds(m) * work(n) / work(m)        m the largest size timed, m < n
//! ```
//!
//! Before anything was timed a unit is taken to cost [`CEILING`], more than any of the algorithms
//! needs for it. A search that seems too long by that measure may still be short, so the survey
//! then times smaller sizes first, without showing them.

use queens::known;

use crate::member::Member;

/// Seconds that a unit of work takes at most, on a slow machine, in a build without optimisation.
const CEILING: f64 = 200e-9;

/// The work of a search for all solutions, in a unit of the algorithm's own: infinite if unknown.
///
/// Only ratios between sizes of one algorithm matter. Where a node costs n tests (or n unused
/// columns at first, fewer below: a constant share of n), the nodes are taken n-fold.
pub(super) fn work(member: Member, n: u32) -> f64 {
    let nodes = known::NODES.at(n).map_or(f64::INFINITY, |nodes| nodes as f64);
    match member {
        Member::BruteForce => choices(n),
        Member::Permutations | Member::BacktrackScan | Member::BacktrackFlags => {
            nodes * f64::from(n.max(1))
        }
        Member::Bitwise | Member::Flipped | Member::Mirror => nodes,
    }
}

/// C(n², n): the choices of n squares.
fn choices(n: u32) -> f64 {
    let squares = f64::from(n) * f64::from(n);
    (0..n).map(|i| (squares - f64::from(i)) / f64::from(i + 1)).product()
}

/// What the searches timed so far tell about the next ones of the same algorithm.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Forecast {
    /// Work and seconds of the largest search timed.
    timed: Option<(f64, f64)>,
}

impl Forecast {
    /// Learns from a search that was timed. Sizes ascend.
    pub(super) fn learn(&mut self, work: f64, seconds: f64) {
        self.timed = Some((work, seconds));
    }

    /// The seconds that a search is going to take.
    pub(super) fn seconds(&self, work: f64) -> f64 {
        match self.timed {
            Some((done, seconds)) => seconds * work / done,
            None => CEILING * work,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CEILING, Forecast, choices, work};
    use crate::member::Member;
    use crate::step::Counters;

    #[test]
    fn choices_by_hand() {
        for (n, boards) in [(0, 1.0), (1, 1.0), (2, 6.0), (3, 84.0), (4, 1820.0), (5, 53130.0)] {
            assert!((choices(n) - boards).abs() < 1e-6, "n = {n}");
        }
        assert!((choices(8) - 4_426_165_368.0).abs() < 1.0);
    }

    #[test]
    fn the_work_is_the_work_that_is_done() {
        for n in 4..=5 {
            let counted = Counters::of(Member::BruteForce, n).unwrap();
            assert!((work(Member::BruteForce, n) - counted.tests as f64).abs() < 1e-6);
        }
        for n in 0..=9 {
            let counted = Counters::of(Member::Bitwise, n).unwrap();
            assert!((work(Member::Bitwise, n) - counted.nodes as f64).abs() < 1e-6);
        }
    }

    #[test]
    fn the_work_grows_with_n_and_is_known_for_every_size_accepted() {
        for &member in Member::ALL {
            for n in 1..=member.about().max_n {
                assert!(work(member, n) >= work(member, n - 1), "{member}, n = {n}");
                assert!(work(member, n).is_finite(), "{member}, n = {n}");
            }
        }
    }

    #[test]
    fn brute_force_grows_as_the_binomials() {
        let mut forecast = Forecast::default();
        forecast.learn(work(Member::BruteForce, 7), 2.0);
        let predicted = forecast.seconds(work(Member::BruteForce, 8));
        assert!((predicted - 2.0 * 4_426_165_368.0 / 85_900_584.0).abs() < 1e-9);
    }

    #[test]
    fn the_last_search_timed_decides() {
        let mut forecast = Forecast::default();
        assert!((forecast.seconds(10.0) - 10.0 * CEILING).abs() < 1e-15);
        forecast.learn(10.0, 1.0);
        forecast.learn(100.0, 5.0);
        assert!((forecast.seconds(300.0) - 15.0).abs() < 1e-12);
    }
}
