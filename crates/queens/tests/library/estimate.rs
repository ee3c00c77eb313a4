//! Estimates: the known values lie where the error bars say, for many seeds.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(clippy::float_cmp, reason = "the same numbers are meant to the last bit")]

use queens::estimate::{MAX_N, MAX_PROBES, MIN_POPULATIONS, population};
use queens::{Estimate, Estimator, Options, StopFlag, known};

fn estimate(n: u32, probes: u64, seed: u64) -> Estimate {
    Estimator::new(n).probes(probes).seed(seed).run().unwrap()
}

fn deviation(estimate: &Estimate) -> f64 {
    let total = known::TOTAL.at(estimate.n).unwrap() as f64;
    (estimate.mean - total) / estimate.std_error
}

/// Over 400 seeds each, the deviations in units of the standard error must be those of a normal
/// distribution. With the error bars 15 % too small or too large, or the mean 0.25 of an error bar
/// off, one of the bounds below is passed.
#[test]
fn the_error_bars_are_true() {
    const SEEDS: u64 = 400;
    for n in [10, 14] {
        let deviations: Vec<f64> =
            (0..SEEDS).map(|seed| deviation(&estimate(n, 64 * 64, seed))).collect();
        let seeds = SEEDS as f64;
        let within = |bound: f64| {
            deviations.iter().filter(|deviation| deviation.abs() < bound).count() as f64 / seeds
        };
        let mean = deviations.iter().sum::<f64>() / seeds;
        let chi_square = deviations.iter().map(|deviation| deviation * deviation).sum::<f64>();
        // Four standard deviations of each figure; the few degrees of freedom of a standard error that
        // comes from 32 populations or more widen the distribution by 3 % at most.
        assert!((0.59..0.78).contains(&within(1.0)), "n = {n}: {:.3} within one", within(1.0));
        assert!((0.91..0.99).contains(&within(2.0)), "n = {n}: {:.3} within two", within(2.0));
        assert!(mean.abs() < 0.2, "n = {n}: biased by {mean:.3} standard errors");
        assert!((290.0..530.0).contains(&chi_square), "n = {n}: chi-square {chi_square:.0} of 400");
    }
}

#[test]
fn every_known_total_lies_within_the_error_bars() {
    let probes = if cfg!(debug_assertions) { 40_000 } else { 200_000 };
    for (n, total) in known::TOTAL.iter() {
        let estimate = estimate(n, probes, 1);
        if estimate.exact {
            assert_eq!(estimate.mean, total as f64, "n = {n}");
            continue;
        }
        assert!(n > 8, "small boards are counted, n = {n}");
        assert!(deviation(&estimate).abs() < 4.0, "{estimate:?}");
        let relative = estimate.std_error / estimate.mean;
        // Few probes are wasted: the relative variance of one is below 10.
        assert!(relative * relative * estimate.probes as f64 <= 10.0, "n = {n}: {relative}");
    }
}

/// Each width of words where its neighbour takes over, and the largest size: by Simkin's constant,
/// ln Q(n) = n (ln n - 1.944), up to terms of lower order.
#[test]
fn sizes_beyond_the_known_follow_the_asymptotic_formula() {
    for (n, probes) in [(32, 4000), (33, 4000), (64, 1000), (65, 500), (100, 500), (MAX_N, 500)] {
        let estimate = estimate(n, probes, 1);
        let formula = f64::from(n) * (f64::from(n).ln() - 1.944);
        let excess = estimate.mean.ln() - formula;
        assert!((3.0..5.0).contains(&excess), "n = {n}: {} against {formula}", estimate.mean.ln());
        assert!(estimate.std_error < estimate.mean, "{estimate:?}");
    }
}

#[test]
fn the_result_depends_on_neither_threads_nor_watchers() {
    assert!(!estimate(8, 1, 0).exact && estimate(8, 1, 0).probes == MIN_POPULATIONS);
    for (n, probes) in [(14, 5000), (20, 100_000), (40, 2000)] {
        let on = |threads| {
            let estimator = Estimator::new(n).probes(probes).seed(7);
            estimator.options(&Options::new().threads(threads))
        };
        let expected = on(1).run().unwrap();
        for threads in [2, 5] {
            let watch = |so_far: &Estimate| so_far.probes < MIN_POPULATIONS;
            assert_eq!(on(threads).enough(&watch).run().unwrap(), expected);
        }
        assert_ne!(estimate(n, probes, 8).mean, expected.mean);
        assert!(expected.probes >= probes && expected.probes < probes + population(n));
    }
}

/// The same on every machine and in every later version.
#[test]
fn seeds_keep_their_meaning() {
    let Estimate { mean, std_error, .. } = estimate(16, 10_000, 1);
    assert_eq!(
        (mean.to_bits(), std_error.to_bits()),
        (4_714_089_442_285_969_313, 4_688_601_909_644_532_451),
        "{mean} {std_error}"
    );
}

#[test]
fn an_estimate_ends_when_it_is_good_enough_or_stopped() {
    let enough = |so_far: &Estimate| so_far.std_error < 0.02 * so_far.mean;
    let estimate = Estimator::new(24).probes(MAX_PROBES).enough(&enough).run().unwrap();
    assert!(estimate.probes < 1_000_000, "{estimate:?}");
    let stop = StopFlag::new();
    let watch = |_: &Estimate| {
        stop.raise();
        false
    };
    let estimator =
        Estimator::new(24).probes(MAX_PROBES).options(&Options::new().stop(&stop)).enough(&watch);
    assert!(estimator.run().unwrap_err().is_stopped());
    let error = Estimator::new(24).options(&Options::new().stop(&stop)).run().unwrap_err();
    assert!(error.is_stopped());
}

#[test]
fn impossible_estimates_are_rejected() {
    let said = |estimator: Estimator<'_>| estimator.run().unwrap_err().to_string();
    assert_eq!(said(Estimator::new(20).probes(0)), "no probes give no estimate");
    let many = MAX_PROBES + 1;
    assert_eq!(said(Estimator::new(20).probes(many)), format!("{many} probes are too many"));
}
