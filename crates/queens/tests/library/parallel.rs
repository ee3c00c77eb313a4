//! Work on several threads: how it is dealt out, stopped and watched.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::num::NonZeroUsize;
use std::sync::Mutex;

use queens::engine::{Watch, for_each, mixed};
use queens::{Options, Progress};

#[test]
fn every_unit_has_its_turn() {
    for units in (1..200).chain([760, 11_023, 42_254]) {
        let mut seen: Vec<usize> = (0..units).map(mixed(units)).collect();
        seen.sort_unstable();
        assert!(seen.into_iter().eq(0..units), "{units}");
    }
}

#[test]
fn all_units_are_worked_on_once_and_none_after_an_error() {
    for threads in [1, 3] {
        let threads = NonZeroUsize::new(threads).expect("more than none");
        let worker = || |unit: usize| if unit == 30 { Err("thirty") } else { Ok(unit) };
        let mut seen = Vec::new();
        let add = |unit| {
            seen.push(unit);
            Ok(())
        };
        assert_eq!(for_each(30, threads, worker, add), Ok(()));
        seen.sort_unstable();
        assert!(seen.into_iter().eq(0..30));
        let mut after = 0;
        let add = |unit| {
            after += usize::from(unit > 30);
            Ok(())
        };
        assert_eq!(for_each(50, threads, worker, add), Err("thirty"));
        // The others may have taken a unit each before the error.
        assert!(after < threads.get(), "{after}");
        assert_eq!(for_each(0, threads, worker, |_| Ok(())), Ok(()));
        let refuse = |unit| if unit == 7 { Err("seven") } else { Ok(()) };
        assert_eq!(for_each(20, threads, worker, refuse), Err("seven"));
    }
}

#[test]
fn progress_begins_at_what_is_done_and_ends_at_all() {
    let told = Mutex::new(Vec::new());
    let note = |progress: Progress| told.lock().expect("no thread panics").push(progress.done);
    let options = Options::new().progress(&note);
    let watch = Watch::new(&options, 2.0, 10.0);
    watch.add(3.5);
    watch.add(f64::INFINITY);
    assert_eq!(watch.progress(), Progress { done: 10, expected: 10 });
    assert_eq!(told.into_inner().expect("no thread panics"), [2, 5, 10]);
}
