//! The answers that the page gets, on the host: the same calls as WebAssembly are compared with these by
//! tests/answers.mjs.

#![allow(clippy::unwrap_used, reason = "a call that fails fails the test")]

#[path = "../examples/answers.rs"]
#[expect(dead_code, reason = "its `main`")]
mod example;

use std::collections::BTreeSet;

use queens::known;
use queens_gallery::{Event, Member, Trace};
use queens_wasm::{
    Count, Listing, complete, count_completions, difference, forced, gallery_run, orbit,
    problem_text, puzzle_check, puzzle_count, puzzle_explain, puzzle_generate, puzzle_hint,
    puzzle_rate, puzzle_read, puzzle_solve, seek, tree,
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
fn pieces_add_up_to_the_known_totals() {
    for (n, known) in known::TOTAL.iter().take_while(|(n, _)| *n <= 12) {
        for (method, pieces) in
            [("search", 1), ("search", 40), ("color", 1), ("color", 40), ("", 7)]
        {
            // The color method begins at 4.
            if method == "color" && n < 4 {
                continue;
            }
            let count = Count::new(n, method, "", pieces).unwrap();
            assert_eq!(count.expected().len(), count.length() as usize);
            let piece = |piece| read(&count.count(piece).unwrap())["total"].take();
            let totals = (0..count.length()).map(piece);
            let total: u128 =
                totals.map(|total| total.as_str().unwrap().parse::<u128>().unwrap()).sum();
            assert_eq!(total, known, "Q({n}) by `{method}` in {pieces} pieces");
        }
    }
}

#[test]
fn the_gallery_counts_nodes_and_tests_only_if_asked_to() {
    let run = |counted| read(&gallery_run("bitwise", 8, counted).unwrap());
    assert_eq!(run(true), json!({"solutions": "92", "nodes": "2057", "tests": "2056"}));
    assert_eq!(run(false), json!({"solutions": "92", "nodes": null, "tests": null}));
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

#[test]
fn an_orbit_has_eight_images() {
    let answer = read(&orbit(vec![1, 3, 0, 2]).unwrap());
    assert_eq!(answer["images"].as_array().unwrap().len(), 8);
    assert_eq!((&answer["multiplicity"], &answer["canonical"][0]), (&2.into(), &1.into()));
}

const PUZZLE: &str = "4x1.AABBCCBBCCDDCCDD";

#[test]
fn puzzles_are_made_read_solved_and_explained() {
    for seed in 0..5 {
        let made = read(&puzzle_generate(7, seed, "", seed % 2 == 1).unwrap());
        let text = made["compact"].as_str().unwrap();
        assert_eq!(read(&puzzle_read(text).unwrap()), json!([made]));
        assert_eq!(read(&puzzle_read(made["sbn"].as_str().unwrap()).unwrap()), json!([made]));
        assert_eq!(read(&puzzle_count(text).unwrap())["total"], "1");
        let solutions = read(&puzzle_solve(text).unwrap())["solutions"].clone();
        let explanation = read(&puzzle_explain(text).unwrap());
        assert_eq!(explanation["solutions"], solutions);
        let steps = explanation["steps"].as_array().unwrap().iter();
        let queens = steps.flat_map(|step| step["queens"].as_array().unwrap());
        let queens: Vec<&str> = queens.map(|queen| queen.as_str().unwrap()).collect();
        assert_eq!(queens.len(), 7);
        let check = read(&puzzle_check(text, &queens.join(" ")).unwrap());
        assert_eq!(check, json!({"solved": true, "conflicts": []}));
        let level = read(&puzzle_rate(text).unwrap())["level"].clone();
        let again = read(&puzzle_generate(7, seed, level.as_str().unwrap(), false).unwrap());
        assert_eq!(read(&puzzle_rate(again["compact"].as_str().unwrap()).unwrap())["level"], level);
    }
}

#[test]
fn queens_that_break_a_rule_are_named_with_it() {
    let check = |queens| read(&puzzle_check(PUZZLE, queens).unwrap());
    for (queens, first, second, rule) in [
        ("d1 a1", "a1", "d1", "row"),
        ("a1 a4", "a1", "a4", "column"),
        ("a1 b1 b1", "a1", "b1", "row"),
        ("d2 c1", "c1", "d2", "region"),
        ("a2 b1", "b1", "a2", "touch"),
    ] {
        let conflict = json!({"first": first, "second": second, "rule": rule});
        assert_eq!(check(queens), json!({"solved": false, "conflicts": [conflict]}));
    }
    assert_eq!(check("b1 d2 a3"), json!({"solved": false, "conflicts": []}));
    assert!(puzzle_check(PUZZLE, "e1").unwrap_err().to_string().contains("e1"));
}

#[test]
fn hints_lead_on_or_say_what_is_wrong() {
    let hint = |queens: &[&str], crosses: &[&str]| {
        let regions = ["AABB", "CCBB", "CCDD", "CCDD"];
        let text = json!({"n": 4, "regions": regions, "queens": queens, "blocked": crosses});
        read(&puzzle_hint(&text.to_string()).unwrap())
    };
    assert_eq!(hint(&[], &[])["kind"], "step");
    assert_eq!(hint(&["a1"], &["d2"]), json!({"kind": "wrong", "squares": ["a1", "d2"]}));
    assert_eq!(hint(&["b1", "d2", "a3", "c4"], &[]), json!({"kind": "solved"}));
    let several = read(&puzzle_hint("AABB\nAABB\nCCDD\nCCDD").unwrap());
    assert_eq!(several["kind"], "several");
    assert!(puzzle_rate("AABB\nAABB\nCCDD\nCCDD").is_err());
}
