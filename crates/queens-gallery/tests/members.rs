//! Every member of the gallery against the definition, the next simpler one and the known values.

use std::ops::ControlFlow;

use queens::{ErrorKind, Square, known};
use queens_gallery::bitwise::{every_bit, every_bit_counters};
use queens_gallery::mirror::as_printed;
use queens_gallery::{Article, Counters, Event, Goal, Member, Step, Trace};
use queens_testkit::oracle;

fn solutions(member: Member, n: u32) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    let end = member.run(n, &mut |columns: &[u32]| {
        found.push(columns.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(end, Ok(ControlFlow::Continue(())));
    found
}

#[test]
fn every_member_agrees_with_the_definition() {
    for &member in Member::ALL {
        // What a test waits for.
        let largest = if member == Member::BruteForce { 6 } else { 9 };
        for n in 0..=largest {
            let mut found = solutions(member, n);
            found.sort_unstable();
            assert_eq!(found, oracle::solutions(n), "{member}, n = {n}");
        }
    }
}

/// The tests are those that the documentation gives for n = 8.
#[test]
fn every_member_counts_the_known_totals_and_visits_the_known_tree() {
    let tests = [5508, 15_720, 15_720, 2056, 2056, 1028];
    for (&member, tests) in Member::ALL[1..].iter().zip(tests) {
        for (n, total) in known::TOTAL.iter().take_while(|(n, _)| *n <= 11) {
            assert_eq!(member.count(n).map(u128::from), Ok(total), "{member}, n = {n}");
            let counters = Counters::of(member, n).unwrap();
            assert_eq!(u128::from(counters.solutions), total, "{member}, n = {n}");
            let mut placed = known::NODES.at(n).unwrap() - 1;
            if member == Member::Mirror {
                // For odd n, the board with one queen in the middle is its own reflection.
                placed = placed.div_ceil(2);
            }
            assert_eq!(counters.nodes, 1 + placed, "{member}, n = {n}");
            assert!(n != 8 || counters.tests == tests, "{member}: {counters:?}");
        }
    }
}

#[test]
fn the_tree_has_the_known_number_of_nodes_at_every_depth() {
    for (n, profile) in known::PROFILE.iter().take_while(|(n, _)| *n <= 9) {
        let mut trace = Trace::new(Member::Bitwise, n).unwrap();
        trace.seek(Goal::End, |_| true);
        assert_eq!(trace.depths(), profile, "n = {n}");
    }
}

#[test]
fn plain_backtracking_tests_the_known_number_of_squares_to_its_first_solution() {
    for member in [Member::BacktrackScan, Member::BacktrackFlags] {
        for (n, tests) in known::TESTS_TO_FIRST.iter().take_while(|(n, _)| *n <= 16) {
            let mut trace = Trace::new(member, n).unwrap();
            trace.seek(Goal::NextSolution, |_| true);
            assert_eq!(trace.counters().tests, tests, "{member}, n = {n}");
        }
    }
}

/// Brute force holds C(n² + 1, n) boards and tests C(n², n): 5 047 381 560 and 4 426 165 368 for
/// n = 8, as documented.
#[test]
fn brute_force_makes_every_choice_of_squares() {
    let choose = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    for n in 0..=6 {
        let counters = Counters::of(Member::BruteForce, n).unwrap();
        let (squares, queens) = (u64::from(n * n), u64::from(n));
        assert_eq!(counters.nodes, choose(squares + 1, queens), "n = {n}");
        assert_eq!(counters.tests, choose(squares, queens), "n = {n}");
    }
    assert_eq!((choose(65, 8), choose(64, 8)), (5_047_381_560, 4_426_165_368));
}

#[test]
fn the_articles_slip_loses_solutions_of_every_odd_size_that_has_them() {
    assert_eq!((as_printed(1), Member::Mirror.count(1)), (2, Ok(1)), "its own reflection");
    let mut lost = (Vec::new(), Vec::new(), Vec::new());
    for (n, total) in known::TOTAL.iter().filter(|(n, _)| (2..=11).contains(n)) {
        let wrong = u128::from(as_printed(n));
        assert_eq!(wrong == total, n % 2 == 0 || n == 3, "n = {n}: {wrong} and {total}");
        if wrong != total {
            lost.extend([(wrong.to_string(), total.to_string(), n.to_string())]);
        }
    }
    let [wrong, right, sizes] = [lost.0, lost.1, lost.2].map(|numbers| numbers.join(", "));
    let told = format!("come out wrong: {wrong} in place of {right} for n = {sizes}.");
    let mut findings = Article::ALL.iter().flat_map(|article| article.findings);
    assert!(findings.any(|(_, found)| found.ends_with(&told)), "{told}");
}

/// Two articles work out an example on strings that they say a search has at some point.
#[test]
fn the_strings_of_two_examples_occur_in_no_search() {
    for (n, [ld, cols, rd], known) in [
        (4, [0b0001, 0b1001, 0b0101], [0b0010, 0b0100, 0b1000]),
        (8, [0b0001_1000, 0b1100_1001, 0b0001_1100], [0b0100_0000, 0b1000_0000, 0]),
    ] {
        let mut seen = [false; 2];
        let _ = Member::Bitwise.steps(n, |step| {
            let Some(masks) = step.masks else { return ControlFlow::Continue(()) };
            let is = |[ld, cols, rd]: [u32; 3]| {
                (masks.ld, masks.cols, masks.rd & ((1 << n) - 1)) == (ld, cols, rd)
            };
            seen[0] |= is([ld, cols, rd]);
            seen[1] |= is(known);
            ControlFlow::Continue(())
        });
        assert_eq!(seen, [false, true], "n = {n}");
    }
}

/// The first article looks at each bit of a row before it takes the lowest.
#[test]
fn a_loop_over_every_bit_finds_the_same_and_looks_at_every_square() {
    for n in 0..=9 {
        let counters = every_bit_counters(n);
        let [by_bits, by_flags] = [Member::Bitwise, Member::BacktrackFlags]
            .map(|member| Counters::of(member, n).unwrap());
        assert_eq!((counters.nodes, counters.solutions), (by_bits.nodes, by_bits.solutions));
        assert_eq!(counters.tests, by_flags.tests, "n = {n}");
        let (mut here, mut there) = (Vec::new(), Vec::new());
        let _ = every_bit(n, &mut |columns: &[u32]| {
            here.push(columns.to_vec());
            ControlFlow::Continue(())
        });
        let _ = Member::Bitwise.run(n, &mut |columns: &[u32]| {
            there.push(columns.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(here, there, "the same solutions in the same order, n = {n}");
    }
}

#[test]
fn a_search_stops_when_its_observer_breaks() {
    for &member in Member::ALL {
        let mut seen = 0;
        let end = member.run(6, &mut |_: &[u32]| {
            seen += 1;
            if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((end, seen), (Ok(ControlFlow::Break(())), 3), "{member}");
    }
}

#[test]
fn members_are_found_by_their_names_and_refuse_sizes_beyond_their_own() {
    for &member in Member::ALL {
        assert_eq!(member.to_string().parse(), Ok(member));
        let n = member.about().max_n + 1;
        let error = member.count(n).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
        assert_eq!(Trace::new(member, n).unwrap_err(), error);
    }
    assert!("bitwise ".parse::<Member>().is_err());
}

/// What a viewer relies on, checked on every step of every member.
#[test]
fn the_steps_tell_the_truth() {
    for &member in Member::ALL {
        for n in 0..=5 {
            let mut trace = Trace::new(member, n).unwrap();
            loop {
                let above = trace.placed().to_vec();
                let Some(step) = trace.next() else { break };
                let line = member.about().code[trace.line().unwrap()];
                let tells = step.event == Event::Solution;
                assert_eq!(line.contains("SOLUTION"), tells, "{member}: {step:?}");
                assert_eq!(line.contains("reflection"), trace.is_reflected(), "{member} {n}");
                check_masks(&step, &above, n, member);
                if let (Event::Remove, Some(square)) = (step.event, step.square) {
                    assert_eq!(above.last(), Some(&square), "{member}: last in, first out");
                }
            }
        }
    }
}

/// The bit strings say of each square of the row what the definition says.
fn check_masks(step: &Step, queens: &[Square], n: u32, member: Member) {
    let (Some(masks), Some(square)) = (step.masks, step.square) else { return };
    let above: Vec<Square> = queens.iter().copied().filter(|q| q.row < square.row).collect();
    for column in 0..n {
        let here = Square { row: square.row, column };
        let bit = |mask: u32| mask >> (n - 1 - column) & 1 == 1;
        let held = |line: fn(Square, Square) -> bool| above.iter().any(|&queen| line(queen, here));
        // A set bit means attacked, in `flipped` not attacked.
        let told = |mask| bit(mask) != (member == Member::Flipped);
        assert_eq!(told(masks.cols), held(|a, b| a.column == b.column), "{member} {step:?}");
        assert_eq!(told(masks.ld), held(|a, b| a.diag() == b.diag()), "{member} {step:?}");
        assert_eq!(told(masks.rd), held(|a, b| a.anti() == b.anti()), "{member} {step:?}");
        if bit(masks.free) {
            assert!(!above.iter().any(|queen| queen.attacks(here)), "{member} {step:?}");
        }
        assert_eq!(bit(masks.bit), column == square.column);
    }
}

#[test]
fn mirror_tells_each_solution_with_its_reflection() {
    for pair in solutions(Member::Mirror, 7).chunks(2) {
        let reflected: Vec<u32> = pair[0].iter().map(|column| 6 - column).collect();
        assert_eq!(reflected, pair[1]);
    }
}
