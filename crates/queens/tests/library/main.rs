//! The library as its users see it: one program, for each is linked with all that it uses.

mod board;
mod complete;
mod count;
mod draw;
mod estimate;
mod export;
mod find;
mod list;
mod parallel;
mod partition;
mod regions;
mod white_rows;

use std::fmt::Debug;
use std::sync::Mutex;

use queens::export::Format;
use queens::{
    Error, ErrorKind, Estimator, Options, Problem, Progress, StopFlag, WhiteRows, find_first,
    half_turn, quarter_turn,
};

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
    let refused = [
        (queens::count(33).map(drop), 33, "count"),
        (WhiteRows::new(33, 0).map(drop), 33, "count"),
        (half_turn(33, &options).map(drop), 33, "count solutions with a half turn"),
        (quarter_turn(56, &options).map(drop), 56, "count solutions with a quarter turn"),
        (queens::solutions(65).map(drop), 65, "list"),
        (find_first(65).map(drop), 65, "find the first solution"),
        (Problem::new(129).solve().map(drop), 129, "complete"),
        (Problem::new(129).export(Format::Asp).map(drop), 129, "export"),
        (Estimator::new(129).run().map(drop), 129, "estimate"),
    ];
    for (result, n, verb) in refused {
        let error = result.expect_err(verb);
        assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
        assert_eq!(error.to_string(), format!("n = {n} is too large to {verb}"));
        let largest = (n - 1).to_string();
        assert!(error.advice().contains(&largest), "{}", error.advice());
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
