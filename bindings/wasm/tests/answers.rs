//! The answers that the page gets, on the host. tests/answers.mjs compares WebAssembly with these and counts by both
//! methods; bindings/npm/test/use.js has the tests of puzzles.

#![allow(clippy::unwrap_used, reason = "a call that fails fails the test")]

#[path = "../examples/answers.rs"]
#[expect(dead_code, reason = "its `main`")]
mod example;

use std::collections::BTreeSet;

use queens::{Placement, Problem, Square, known};
use queens_gallery::{Event, Member, Trace};
use queens_wasm::{Count, Listing, difference, forced, seek, tree};
use serde_json::{Value, json};

fn read(answer: &str) -> Value {
    serde_json::from_str(answer).unwrap()
}

/// The types of the page and of the npm package are generated from the schema. An error says what failed on one line, and
/// what to do on the other.
#[test]
fn answers_are_what_the_schema_says_and_errors_have_two_lines() {
    let schema: Value = read(include_str!("../answers.json"));
    let mut never_given: BTreeSet<&str> =
        schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    let count = Count::new(8, "search", "", 4).unwrap();
    let mut errors =
        vec![count.count(1000).unwrap_err(), Count::new(8, "search", "abacus", 4).unwrap_err()];
    for call in example::calls() {
        let answer = example::answer(&call);
        let Ok(answer) = answer.map_err(|error| errors.push(error)) else { continue };
        let name = call[0].as_str().unwrap();
        let Some(kind) = schema["properties"].get(name) else { continue };
        let mut whole = kind.clone();
        whole["$defs"] = schema["$defs"].clone();
        closed(&mut whole);
        let validator = jsonschema::draft202012::new(&whole).unwrap();
        // Before the pieces of a count stand its method, its kernel and its forecast.
        let answer = read(answer.lines().last().unwrap());
        let errors = validator.iter_errors(&answer).map(|error| error.to_string());
        let errors: Vec<String> = errors.collect();
        assert!(errors.is_empty(), "{name}: {errors:?}: {answer}");
        never_given.remove(name);
    }
    assert_eq!(never_given, BTreeSet::from(["puzzle_recognize"]), "calls.json has no picture");
    assert_eq!(errors.len(), 2 + 23, "the calls of calls.json that must fail: {errors:?}");
    for error in errors {
        let text = error.to_string();
        assert_eq!(text.lines().count(), 2, "{text}");
        assert!(text.lines().all(|line| !line.is_empty()), "{text}");
    }
}

/// Allows no other properties than those that are described.
fn closed(schema: &mut Value) {
    match schema {
        Value::Array(all) => all.iter_mut().for_each(closed),
        Value::Object(all) => {
            all.values_mut().for_each(closed);
            if all.contains_key("properties") {
                all.insert("additionalProperties".into(), false.into());
            }
        }
        _ => {}
    }
}

#[test]
fn jumps_lead_to_solutions_and_ends_within_the_limit() {
    let to = |what, from, limit| read(&seek("mirror", 6, what, from, limit).unwrap());
    let steps = Trace::new(Member::Mirror, 6).unwrap();
    let solutions = (1_u32..).zip(steps.clone()).filter(|(_, step)| step.event == Event::Solution);
    let numbers: Vec<u32> = solutions.map(|(number, _)| number).collect();
    let all = steps.count() as u32;
    assert_eq!(to("next", 0, all), json!({"at": numbers[0]}));
    assert_eq!(to("next", numbers[0], all), json!({"at": numbers[1]}));
    assert_eq!(to("next", 0, numbers[0] - 1), json!({"too_far": true}));
    assert_eq!(to("next", numbers[3], all), json!({"ended": all}));
    assert_eq!(to("previous", all, all), json!({"at": numbers[3]}));
    assert_eq!(to("previous", numbers[0], all), json!({"at": 0}));
    assert_eq!(to("end", 5, all), json!({"ended": all}));
    assert_eq!(to("end", 5, all - 1), json!({"too_far": true}));
    assert!(seek("mirror", 6, "nowhere", 0, 9).is_err());
}

#[test]
fn no_step_before_the_first_difference_differs() {
    let steps = |member| -> Vec<_> {
        Trace::new(member, 4).unwrap().map(|step| (step.event, step.square)).collect()
    };
    for one in Member::ALL {
        for other in Member::ALL {
            let (a, b) = (steps(*one), steps(*other));
            let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
            let to = |limit| read(&difference(one.name(), other.name(), 4, limit).unwrap());
            let expected = if a == b { json!({"ended": same}) } else { json!({"at": same + 1}) };
            assert_eq!(to(1_000_000), expected, "{one} {other}");
            assert_eq!(to(same as u32), json!({"too_far": true}), "{one} {other}");
        }
    }
}

#[test]
fn the_tree_has_the_known_profile() {
    for (n, profile) in known::PROFILE.iter().take_while(|(n, _)| *n <= 7) {
        let nodes = read(&tree("bitwise", n, 10_000).unwrap())["nodes"].take();
        let nodes: Vec<[u64; 6]> = serde_json::from_value(nodes).unwrap();
        let mut depths = vec![0; n as usize + 1];
        depths[0] = 1;
        for &[depth, _, _, placed, removed, _] in &nodes {
            depths[depth as usize] += 1;
            assert!(placed < removed);
        }
        assert_eq!(depths, profile, "n = {n}");
        let solutions = nodes.iter().map(|node| u128::from(node[5])).sum();
        assert!(n == 0 || known::TOTAL.at(n) == Some(solutions), "n = {n}");
        let too_many = tree("bitwise", n, nodes.len().saturating_sub(1) as u32).unwrap();
        assert!(n == 0 || read(&too_many) == json!({"too_many": true}), "n = {n}");
    }
}

#[test]
fn forced_squares_are_those_of_all_completions() {
    for document in [
        r#"{"n": 8, "queens": ["a1"]}"#,
        r#"{"n": 6, "queens": ["a1"]}"#,
        r#"{"n": 4, "queens": ["b1"]}"#,
        r#"{"n": 6}"#,
        r#"{"n": 9, "queens": ["a1", "e6"], "blocked": ["c2"]}"#,
    ] {
        let problem: Problem = serde_json::from_str(document).unwrap();
        let all: Vec<Placement> = problem.solutions().unwrap().collect();
        let is_forced = |queen: &Square| {
            let has = |other: &Placement| other.queens().any(|square| square == *queen);
            all.iter().all(has) && !problem.queens().any(|fixed| fixed == *queen)
        };
        let queens = all.first().into_iter().flat_map(Placement::queens);
        let expected: BTreeSet<Square> = queens.filter(is_forced).collect();
        let found = forced(document).unwrap();
        let squares = found.as_chunks().0.iter().map(|&[row, column]| Square { row, column });
        assert_eq!(squares.collect::<BTreeSet<_>>(), expected, "{document}");
    }
}

#[test]
fn listings_continue_where_they_were() {
    let mut whole = Listing::plain(7, false).unwrap();
    let all = whole.next(1000);
    assert_eq!((all.len(), whole.ended()), (40 * 8, true));
    let mut parts = Listing::plain(7, false).unwrap();
    let mut some = parts.next(11);
    assert!(!parts.ended());
    some.extend(parts.next(29));
    assert_eq!(some, all);
    assert_eq!((parts.skip(5), parts.ended()), (0, true));
    let mut fundamental = Listing::plain(8, true).unwrap();
    let numbers = fundamental.next(1000);
    let orbits: u32 = numbers.iter().step_by(9).sum();
    assert_eq!((numbers.len() / 9, orbits), (12, 92));
}
