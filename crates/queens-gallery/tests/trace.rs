//! A trace against the search that it follows.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use queens::board::squares;
use queens::{is_solution, known};
use queens_gallery::{Cell, Event, Goal, Member, NextRow, Step, Trace};

fn small(member: Member) -> u32 {
    if member == Member::BruteForce { 4 } else { 6 }
}

/// The steps as the search itself hands them over.
fn steps(member: Member, n: u32) -> Vec<Step> {
    let mut steps = Vec::new();
    let end = member.steps(n, |step| {
        steps.push(step);
        ControlFlow::Continue(())
    });
    assert_eq!(end, Ok(ControlFlow::Continue(())));
    steps
}

/// All that a trace says of where it stands.
fn told(trace: &Trace) -> impl PartialEq + std::fmt::Debug + use<> {
    let place = (trace.number(), trace.step(), trace.placed().to_vec(), trace.counters());
    (place, trace.depths().to_vec(), trace.words(), trace.cells(), trace.strings())
}

#[test]
fn every_way_to_a_step_shows_the_same() {
    for &member in Member::ALL {
        for n in 0..=4 {
            let mut trace = Trace::new(member, n).unwrap();
            let mut all = vec![told(&trace)];
            for (number, step) in (1..).zip(steps(member, n)) {
                assert!(!trace.at_end());
                assert_eq!((trace.next(), trace.number()), (Some(step), number), "{member} {n}");
                assert_eq!(trace.depths().iter().sum::<u64>(), trace.counters().nodes);
                all.push(told(&trace));
            }
            assert!(trace.at_end() && trace.next().is_none());
            assert!(trace.placed().is_empty(), "the board ends empty");
            while let Some(expected) = all.pop() {
                assert_eq!(told(&trace), expected);
                let number = trace.number();
                assert_eq!((number, trace.back()), (all.len() as u64, number > 0));
                if number.is_multiple_of(97) {
                    let mut other = Trace::new(member, n).unwrap();
                    other.seek(Goal::Step(number), |_| true);
                    assert_eq!(told(&other), expected);
                }
            }
            trace.seek(Goal::Step(u64::MAX), |_| true);
            assert!(trace.at_end(), "there is no such step");
        }
    }
}

#[test]
fn jumps_lead_to_every_solution_and_back() {
    for &member in Member::ALL {
        for n in 0..=small(member) {
            let steps = steps(member, n);
            let end = steps.len() as u64;
            let solutions = (1..).zip(&steps).filter(|(_, step)| step.event == Event::Solution);
            let numbers: Vec<u64> = solutions.map(|(number, _)| number).collect();
            let mut trace = Trace::new(member, n).unwrap();
            for &number in numbers.iter().chain([&end]) {
                trace.seek(Goal::NextSolution, |_| true);
                assert_eq!(trace.number(), number, "{member} {n}");
            }
            for &number in numbers.iter().filter(|&&number| number < end).rev().chain([&0]) {
                trace.seek(Goal::PreviousSolution, |_| true);
                assert_eq!(trace.number(), number, "{member} {n}");
            }
            trace.seek(Goal::End, |_| true);
            assert_eq!((trace.number(), trace.at_end()), (end, true));
        }
    }
}

/// Of a long search a trace holds a part, and finds the rest again.
#[test]
fn steps_that_are_not_kept_are_found_again() {
    let steps = steps(Member::BacktrackFlags, 10);
    let all = steps.len() as u64;
    assert!(all > 700_000, "more than a trace holds");
    let mut trace = Trace::new(Member::BacktrackFlags, 10).unwrap();
    trace.seek(Goal::End, |_| true);
    assert_eq!((trace.number(), trace.counters().solutions), (all, 724));
    for goal in [700_000, 100, 600_000, 599_000, 3, 300_000, all - 1, 0, all] {
        trace.seek(Goal::Step(goal), |_| true);
        assert_eq!(trace.number(), goal);
        for number in [goal.saturating_sub(1), goal.saturating_sub(2)] {
            assert_eq!(trace.back(), trace.number() > 0 || number > 0);
            let latest = number.checked_sub(1).map(|last| steps[last as usize]);
            assert_eq!((trace.number(), trace.step()), (number, latest));
        }
    }
    trace.seek(Goal::Step(5), |_| true);
    assert!(trace.by_ref().eq(steps[5..].iter().copied()), "forwards to the end");
    while trace.back() {}
    assert_eq!((trace.number(), trace.step()), (0, None));
}

#[test]
fn a_jump_can_be_stopped() {
    let mut trace = Trace::new(Member::BruteForce, 8).unwrap();
    let mut asked = 0;
    trace.seek(Goal::End, |trace| {
        asked += 1;
        assert_eq!(trace.number(), 4096 * asked);
        asked < 3
    });
    assert_eq!((asked, trace.number(), trace.at_end()), (3, 3 * 4096, false));
    trace.next();
    assert_eq!(trace.number(), 3 * 4096 + 1);
}

#[test]
fn the_next_row_is_told_as_the_search_makes_it() {
    for member in [Member::Bitwise, Member::Flipped, Member::Mirror] {
        for n in 1..=7 {
            let mut trace = Trace::new(member, n).unwrap();
            let mut seen = 0;
            while let Some(step) = trace.next() {
                let before = trace.strings();
                // A row without a free square takes no step of its own.
                if step.event != Event::Place
                    || trace.next().is_none_or(|step| step.event == Event::Remove)
                {
                    continue;
                }
                for string in &before[..3] {
                    let NextRow { formula, digits } = string.next.as_ref().unwrap();
                    let here = trace.strings().into_iter().find(|here| here.name == string.name);
                    assert_eq!(&here.unwrap().digits, digits, "{member} {n} {}", string.name);
                    assert!(member.about().code.join("\n").contains(formula), "{member} {formula}");
                }
                trace.back();
                seen += 1;
            }
            assert!(seen > 0 || n < 4, "{member} {n}");
        }
    }
}

/// Every square of every step of small boards, against the definition; and every solution, also those of `mirror`
/// by reflection, is shown once.
#[test]
fn the_cells_tell_the_truth() {
    for &member in Member::ALL {
        let n = small(member);
        let mut solutions = BTreeSet::new();
        let mut trace = Trace::new(member, n).unwrap();
        while let Some(step) = trace.next() {
            let (queens, cells) = (trace.queens(), trace.cells());
            if step.event == Event::Reject {
                assert!(!trace.attackers().is_empty() && trace.words().contains("attack"));
            }
            if step.event == Event::Solution {
                let solved = cells.iter().filter(|cell| **cell == Cell::Step(Event::Solution));
                assert_eq!(solved.count(), n as usize);
                let columns: Vec<u32> = queens.iter().map(|queen| queen.column).collect();
                assert!(is_solution(&columns) && solutions.insert(columns), "{member}");
            }
            for (square, cell) in squares(n).zip(cells) {
                let occupied = queens.contains(&square);
                let attacked = queens.iter().any(|queen| queen.attacks(square));
                match cell {
                    Cell::Attacked => assert!(!occupied && attacked),
                    Cell::Open => assert!(!occupied && !attacked),
                    Cell::Step(Event::Try | Event::Reject | Event::Remove) => assert!(!occupied),
                    Cell::Queen | Cell::Attacker | Cell::Step(_) => assert!(occupied),
                }
            }
        }
        assert_eq!(known::TOTAL.at(n), Some(solutions.len() as u128), "{member}");
    }
}
