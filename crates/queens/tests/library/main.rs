//! The library as its users see it: one program, for each is linked with all that it uses.

mod complete;
mod count;
mod estimate;
mod first;
mod list;
mod partition;
mod regions;
mod white_rows;

/// Programs move these between threads. A field with an `Rc`, or a trait object without the bounds, would take that
/// from them without a word; here it fails to compile.
#[test]
fn public_types_are_send_and_sync() {
    fn check<T: Send + Sync>() {}

    check::<queens::Problem>();
    check::<queens::Placement>();
    check::<queens::Square>();
    check::<queens::Error>();
    check::<queens::Options>();
    check::<queens::StopFlag>();
    check::<queens::Counter>();
    check::<queens::CountReport>();
    check::<queens::Tally>();
    check::<queens::SymmetryClasses>();
    check::<queens::Completer>();
    check::<queens::Completions>();
    check::<queens::Solutions>();
    check::<queens::Estimator>();
    check::<queens::Estimate>();
    check::<queens::engine::Partition>();
    check::<queens::Kernel>();
}
