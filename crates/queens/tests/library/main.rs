//! The library as its users see it: one program, for each is linked with all that it uses.

mod board;
mod complete;
mod count;
mod draw;
mod estimate;
mod find;
mod list;
mod parallel;
mod partition;
mod regions;
mod white_rows;

use std::fmt::Debug;
use std::sync::Mutex;

use queens::{Error, ErrorKind, Estimator, Options, Problem, Progress, StopFlag, WhiteRows};

/// Programs move these between threads. A field with an `Rc`, or a trait object without the bounds, would take that
/// from them without a word; here it fails to compile.
#[test]
fn public_types_are_send_and_sync() {
    fn check<T: Send + Sync>() {}

    check::<(queens::Problem, queens::Placement, queens::Square, queens::Error)>();
    check::<(queens::Options, queens::StopFlag, queens::Counter, queens::CountReport)>();
    check::<(queens::Tally, queens::SymmetryClasses, queens::Completer, queens::Completions)>();
    check::<(queens::Solutions, queens::Estimator, queens::Estimate, queens::Kernel)>();
    check::<queens::engine::Partition>();
}

#[test]
fn every_verb_says_which_sizes_it_takes() {
    let options = Options::new();
    let refused: [(Result<(), Error>, &str, &str); 8] = [
        (queens::count(33).map(drop), "count", ""),
        (WhiteRows::new(33, 0).map(drop), "count", ""),
        (queens::half_turn(33, &options).map(drop), "count solutions with a half turn", ""),
        (queens::quarter_turn(56, &options).map(drop), "count solutions with a quarter turn", ""),
        (queens::solutions(65).map(drop), "list", ""),
        (
            queens::find_first(65).map(drop),
            "find the first solution",
            "ask for n up to 64, or for another solution",
        ),
        (Problem::new(129).solve().map(drop), "complete", "boards are completed for n up to 128"),
        (Estimator::new(129).run().map(drop), "estimate", ""),
    ];
    for (result, verb, advice) in refused {
        let error = result.expect_err(verb);
        assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
        assert!(error.to_string().ends_with(&format!(" is too large to {verb}")), "{error}");
        assert!(error.advice().starts_with(advice), "{}", error.advice());
    }
    assert!(queens::solutions(64).is_ok());
}

/// A flag that is raised.
fn raised() -> StopFlag {
    let stop = StopFlag::new();
    stop.raise();
    stop
}

/// Stops work as soon as `enough` says so, and returns the error and how far the work was.
fn stopped<T: Debug>(
    work: impl FnOnce(&Options<'_>) -> Result<T, Error>,
    enough: impl Fn(Progress) -> bool + Sync,
) -> (Error, Progress) {
    let (stop, last) = (StopFlag::new(), Mutex::new(None));
    let watch = |progress| {
        *last.lock().expect("no thread panics") = Some(progress);
        if enough(progress) {
            stop.raise();
        }
    };
    let error = work(&Options::new().stop(&stop).progress(&watch)).expect_err("it was stopped");
    assert!(error.is_stopped(), "{error}");
    let last = last.into_inner().expect("no thread panics");
    (error, last.expect("work says when it begins"))
}
