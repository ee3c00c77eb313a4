//! One solution: constructed, random, or the lexicographically first, against other searches.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use queens::find::{First, construction, first};
use queens::{Options, Placement, Problem, Square, find, find_random, is_solution, known};

#[test]
fn it_is_the_first_of_the_list() {
    for n in 0..=if cfg!(debug_assertions) { 18 } else { 24 } {
        let first = queens::solutions(n).unwrap().next();
        assert_eq!(queens::find_first(n).unwrap(), first, "n = {n}");
        if let Some(known) = known::FIRST.at(n) {
            assert_eq!(first.unwrap().to_string(), known);
        }
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
                assert!(!queens::solutions(n).unwrap().any(begins), "{prefix:?}");
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
fn every_size_has_a_constructed_solution_but_2_and_3() {
    for n in (0..=400).filter(|n| ![2, 3].contains(n)) {
        let placement = find(n).unwrap().unwrap();
        assert!(is_solution(placement.columns()), "n = {n}");
        assert_eq!(placement.n(), n);
        assert_eq!(construction(n).unwrap().len(), n as usize);
    }
    for n in [2, 3] {
        assert!(construction(n).is_none());
    }
}

/// One size for every remainder by 12, checked in linear time.
#[test]
fn large_sizes_are_solutions_too() {
    for n in 100_000..100_012 {
        let columns = construction(n).unwrap().collect();
        assert!(Placement::new(columns).is_ok(), "n = {n}");
    }
}

/// A seed means the same solution on every machine and in every later version.
#[test]
fn seeds_keep_their_meaning() {
    assert_eq!(find_random(8, 1).unwrap().unwrap().to_string(), "5 2 8 1 4 7 3 6");
    let larger = find_random(20, 1).unwrap().unwrap().to_string();
    assert_eq!(larger, "8 15 5 9 16 6 3 20 17 14 12 18 1 4 10 19 2 11 13 7");
}
