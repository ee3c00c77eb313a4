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

/// A flag that is raised.
fn raised() -> queens::StopFlag {
    let stop = queens::StopFlag::new();
    stop.raise();
    stop
}
