//! Counting: against the definition, against the known values, whatever the cut.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::iter::once;
use std::sync::Mutex;

use queens::engine::search;
use queens::{
    Completer, Counter, Error, ErrorKind, HALF_TURN_MAX_N, Kernel, Method, Multiplicity, Options,
    Problem, Progress, QUARTER_TURN_MAX_N, Square, SymmetryClasses, half_turn, known, quarter_turn,
};
use queens_testkit::oracle;

/// The cost of symmetry breaking: nodes against an eighth of the tree without symmetry. It is 1.23
/// for n = 14, where the tie classes weigh most, and falls with n.
#[test]
fn the_classes_waste_less_than_a_quarter_of_the_eight_fold_symmetry() {
    for n in if cfg!(debug_assertions) { 13..=13 } else { 15..=16 } {
        let report = Counter::new(n).kernel(Kernel::Scalar).run().unwrap();
        let ideal = known::NODES.at(n).unwrap() as f64 / 8.0;
        let ratio = report.nodes as f64 / ideal;
        assert!(ratio < 1.25, "n = {n}: {ratio:.3} of the ideal");
    }
}

#[test]
fn symmetric_solutions_equal_the_known_ones() {
    let on = |n: u32| Options::new().threads(1 + n as usize % 3);
    let largest = if cfg!(debug_assertions) { 21 } else { 25 };
    let half_turns = once((0, 1)).chain(known::HALF_TURN.iter());
    for (n, known) in half_turns.take_while(|(n, _)| *n <= largest) {
        assert_eq!(half_turn(n, &on(n)), Ok(known), "n = {n}");
    }
    for (n, known) in known::QUARTER_TURN.iter().take_while(|(n, _)| *n <= 41) {
        assert_eq!(quarter_turn(n, &on(n)), Ok(known), "n = {n}");
    }
}

/// The largest sizes have a known value, or none for a reason: nothing is offered that was never counted.
#[test]
fn symmetric_solutions_are_offered_as_far_as_they_were_counted() {
    let last = |known: known::Sequence<u128>| known.iter().last().unwrap().0;
    assert_eq!(last(known::HALF_TURN), HALF_TURN_MAX_N);
    assert_eq!(last(known::QUARTER_TURN), QUARTER_TURN_MAX_N);
    assert_eq!(quarter_turn(54, &Options::new()), Ok(0));
}

/// At the largest sizes, when the first part begins and in the middle of a part.
#[test]
fn symmetric_counts_tell_their_progress_and_stop() {
    type Count = fn(u32, &Options<'_>) -> Result<u128, Error>;
    for (count, n) in [(half_turn as Count, 31), (half_turn, 32), (quarter_turn, 53)] {
        let count = |options: &Options<'_>| count(n, options);
        let Progress { done, expected } = crate::stopped(count, |progress| progress.done == 3).1;
        assert!((3..100).contains(&done) && expected > 1000, "n = {n}: {done} of {expected}");
    }
}

#[test]
fn fundamental_solutions_equal_the_known_ones() {
    for (n, fundamental) in known::FUNDAMENTAL.iter().take_while(|(n, _)| *n <= 20) {
        // The totals come from the table here, so that larger n are checked too.
        let total = known::TOTAL.at(n).unwrap();
        let classes = SymmetryClasses::of(n, total, &Options::new()).unwrap();
        assert_eq!(classes.fundamental(), fundamental, "n = {n}");
        let held = Multiplicity::ALL.map(|m| u128::from(m.get()) * classes.orbits(m));
        assert_eq!(held.iter().sum::<u128>(), total, "n = {n}: the orbits hold all solutions");
    }
}

/// The identities of the known values themselves, to n = 27: they catch a slip of the finger.
#[test]
fn the_known_values_satisfy_their_identities() {
    for (n, total) in known::TOTAL.iter().filter(|(n, _)| *n > 1) {
        let half_turn = known::HALF_TURN.at(n).unwrap();
        let quarter_turn = known::QUARTER_TURN.at(n).unwrap();
        let fundamental = known::FUNDAMENTAL.at(n).unwrap();
        assert_eq!(8 * fundamental, total + half_turn + 2 * quarter_turn, "n = {n}");
    }
    for (n, quarter_turn) in known::QUARTER_TURN.iter().filter(|(n, _)| *n > 1) {
        let factor = if n % 4 < 2 { 1 << (n / 4) } else { u128::MAX };
        assert_eq!(quarter_turn % factor, 0, "n = {n}");
    }
    for (n, profile) in known::PROFILE.iter() {
        assert_eq!(profile.len() as u32, n + 1);
        assert_eq!(profile.iter().sum::<u64>(), known::NODES.at(n).unwrap(), "n = {n}");
        assert_eq!(u128::from(profile[n as usize]), known::TOTAL.at(n).unwrap(), "n = {n}");
    }
    assert_eq!(known::PROFILE_16.iter().sum::<u64>(), known::NODES.at(16).unwrap());
    // The wrong Q(24) passes the identity modulo 8: one check is not enough.
    assert_eq!(known::TOTAL.at(24).unwrap() - known::WRONG_TOTAL_24, 182 << 32);
}

#[test]
fn a_total_off_by_one_contradicts_the_symmetric_counts() {
    let error = SymmetryClasses::of(8, 93, &Options::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Contradiction);
    assert!(error.to_string().starts_with("Q(8) = 93 contradicts the 4 solutions"), "{error}");
}

/// Stops a count as soon as `enough` says so, and returns how far it was.
fn stopped(counter: Counter<'_>, enough: impl Fn(Progress) -> bool + Sync) -> Progress {
    let count = |options: &Options<'_>| counter.options(options).run();
    let (error, progress) = crate::stopped(count, enough);
    let percent = format!("{:.1} %", 100.0 * progress.fraction());
    assert!(error.to_string().ends_with(&percent), "{error}, {percent}");
    progress
}

/// No test waits for n = 32, but it must start, with sums that fit their words.
#[test]
fn every_size_that_is_accepted_can_be_started() {
    for n in 20..=32 {
        let progress = stopped(Counter::new(n).method(Method::Search), |_| true);
        // Nodes: more than solutions, and less than a hundred times as many, where those are known.
        let (least, most) = known::TOTAL.at(n).map_or((1, u128::MAX), |total| (total, 100 * total));
        let expected = progress.expected;
        assert!((least..=most).contains(&expected), "n = {n}: {expected}");
    }
}

/// Every size is planned at once, and a raised flag ends its count while it is prepared.
#[test]
fn every_size_can_be_counted_by_color() {
    for n in 0..=search::MAX_N {
        let counter = || Counter::new(n).method(Method::Color).options(&Options::new().threads(2));
        let plan = counter().plan().unwrap();
        assert!(n > 24 || plan.memory <= 2 * 176_000_000, "n = {n}: {plan:?}");
        if n >= 8 {
            assert_eq!(stopped(counter(), |_| true).done, 0, "n = {n}");
        }
    }
    let error = Counter::new(12).method(Method::Color).kernel(Kernel::Scalar).run().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable);
}

#[test]
fn a_count_stopped_half_way_ends_soon_with_its_progress() {
    for method in Method::ALL {
        let counter = Counter::new(18).method(method);
        let progress = stopped(counter, |progress| progress.fraction() > 0.02);
        assert!((0.02..0.5).contains(&progress.fraction()), "{method}: {progress:?}");
    }
}

fn goes_from_nothing_to_everything<T>(work: impl FnOnce(&Options<'_>) -> Result<T, Error>) {
    let seen = Mutex::new(Vec::new());
    let watch = |progress: Progress| seen.lock().unwrap().push(progress);
    assert!(work(&Options::new().threads(1).progress(&watch)).is_ok());
    let seen = seen.into_inner().unwrap();
    assert_eq!(seen[0].done, 0);
    assert!(seen.windows(2).all(|pair| pair[0].done < pair[1].done));
    let last = seen.last().unwrap();
    assert_eq!(last.done, last.expected);
}

#[test]
fn progress_goes_from_nothing_to_everything() {
    for method in Method::ALL {
        goes_from_nothing_to_everything(|options| {
            Counter::new(14).method(method).options(options).run()
        });
    }
    goes_from_nothing_to_everything(|options| quarter_turn(37, options));
}

/// The largest size accepted has masks that use every bit of their words: with five rows open, by every kernel.
#[test]
fn boards_of_the_largest_size_are_counted_as_by_definition() {
    let n = 32;
    let placement = queens::find(n).unwrap().unwrap();
    for first in [0, 13, 27] {
        let is_open = |queen: &Square| (first..first + 5).contains(&queen.row);
        let queens: Vec<Square> = placement.queens().filter(|queen| !is_open(queen)).collect();
        let problem =
            queens.iter().copied().try_fold(Problem::new(n), Problem::with_queen).unwrap();
        let open: Vec<u32> = (first..first + 5).collect();
        let expected = oracle::completions(32, &queens, &open, |_| true).len();
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.missing().is_none()) {
            let total = Completer::new(&problem).kernel(kernel).count().unwrap().total;
            assert_eq!(total, expected as u128, "{kernel}, rows {open:?}");
        }
    }
}
