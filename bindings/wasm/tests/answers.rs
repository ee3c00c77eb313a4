//! The answers that the page gets, on the host. tests/answers.mjs compares WebAssembly with these and counts by both
//! methods; bindings/npm/test/use.js has the tests of puzzles.

#![allow(clippy::unwrap_used, reason = "a call that fails fails the test")]

#[path = "../examples/answers.rs"]
#[expect(dead_code, reason = "its `main`")]
mod example;

use std::collections::BTreeSet;

use queens::known;
use queens_gallery::{Event, Member, Trace};
use queens_wasm::{
    Count, Listing, complete, count_completions, difference, forced, problem_text, seek, tree,
};
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
        let nodes = nodes.as_array().unwrap();
        let mut depths = vec![0_u64; n as usize + 1];
        depths[0] = 1;
        let mut solutions = 0;
        for node in nodes {
            let [depth, _, _, placed, removed, found] =
                [0, 1, 2, 3, 4, 5].map(|field: usize| node[field].as_u64().unwrap());
            depths[depth as usize] += 1;
            solutions += u128::from(found);
            assert!(placed < removed);
        }
        assert_eq!(depths, profile, "n = {n}");
        assert!(n == 0 || Some(solutions) == known::TOTAL.at(n), "n = {n}");
        let too_many = tree("bitwise", n, nodes.len().saturating_sub(1) as u32).unwrap();
        assert!(n == 0 || read(&too_many) == json!({"too_many": true}), "n = {n}");
    }
}

#[test]
fn forced_squares_are_those_of_all_completions() {
    for text in [
        "Q.......\n........\n........\n........\n........\n........\n........\n........\n",
        "Q.....\n......\n......\n......\n......\n......\n",
        ".Q..\n....\n....\n....\n",
        "......\n......\n......\n......\n......\n......\n",
        "Q........\n..#......\n.........\n.........\n.........\n....Q....\n.........\n.........\n.........\n",
    ] {
        let document = read(&problem_text(text).unwrap())["problem"].to_string();
        let mut listing = Listing::completions(&document).unwrap();
        let numbers = listing.next(u32::MAX);
        assert!(listing.ended());
        let n = text.find('\n').unwrap();
        let all: Vec<&[u32]> = numbers.chunks(n + 1).map(|solution| &solution[1..]).collect();
        let count = read(&count_completions(&document).unwrap());
        assert_eq!(count["total"], all.len().to_string());
        let mut expected = Vec::new();
        for row in 0..n {
            let columns: Vec<u32> = all.iter().map(|columns| columns[row]).collect();
            let fixed = text.lines().nth(row).unwrap().contains('Q');
            if !fixed && columns.windows(2).all(|two| two[0] == two[1]) && !columns.is_empty() {
                expected.push([row as u32, columns[0]]);
            }
        }
        let mut found: Vec<[u32; 2]> = forced(&document).unwrap().as_chunks().0.to_vec();
        found.sort_unstable();
        assert_eq!(found, expected, "{text}");
        let solvable = !read(&complete(&document).unwrap())["columns"].is_null();
        assert_eq!(solvable, !all.is_empty());
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
