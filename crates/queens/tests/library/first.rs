//! The lexicographically first solution, against other searches.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use queens::find::{First, first};
use queens::{Options, Placement, Problem, Square};

#[test]
fn it_is_the_first_of_the_list() {
    for n in 0..=if cfg!(debug_assertions) { 18 } else { 24 } {
        let mut all = queens::list(&Problem::new(n)).unwrap();
        assert_eq!(queens::find_first(n).unwrap(), all.next(), "n = {n}");
    }
}

/// The dead prefixes are all those before the solution, and another search proves them dead.
#[test]
fn the_proof_is_whole_and_holds() {
    for n in 0..=if cfg!(debug_assertions) { 12 } else { 20 } {
        let First { placement, dead } = first(n, &Options::new(), &mut |_, _| ()).unwrap();
        let problem = |columns: &[u32]| {
            (0..).zip(columns).try_fold(Problem::new(n), |problem, (row, &column)| {
                problem.with_queen(Square { row, column })
            })
        };
        let mut expected = Vec::new();
        if let Some(placement) = &placement {
            let columns = placement.columns();
            for row in 0..n as usize {
                let earlier = (0..columns[row]).map(|column| [&columns[..row], &[column]].concat());
                expected.extend(earlier.filter(|prefix| problem(prefix).is_ok()));
            }
        } else {
            expected.push(Vec::new());
        }
        let proved: Vec<_> = dead.iter().map(|dead| dead.columns.clone()).collect();
        assert_eq!(proved, expected, "n = {n}");
        for prefix in proved {
            // Its search has another kind of position, and no bound.
            let completed = problem(&prefix).unwrap().solve().unwrap();
            assert_eq!(completed, None, "n = {n}: {prefix:?}");
            let begins = |found: Placement| found.columns().starts_with(&prefix);
            if n <= 10 {
                assert!(!queens::list(&Problem::new(n)).unwrap().any(begins), "{prefix:?}");
            }
        }
    }
}

#[test]
fn it_can_be_stopped() {
    let options = Options::new().stop(&crate::raised());
    let stopped = first(34, &options, &mut |_, _| ()).unwrap_err();
    assert_eq!(stopped.to_string(), "the work was stopped before its end");
    assert_eq!(stopped.advice(), "start it again; it begins from nothing");
}

#[test]
fn sizes_are_bounded() {
    let error = queens::find_first(65).unwrap_err();
    assert_eq!(error.to_string(), "n = 65 is too large to find the first solution");
    assert_eq!(error.advice(), "ask for n up to 64, or for another solution");
}
