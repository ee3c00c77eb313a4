//! Answers the calls of tests/calls.json on the host, one line a call, as JSON: what the same calls must
//! give as WebAssembly.

#![allow(clippy::unwrap_used, reason = "the calls are a file of this package")]
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use queens_wasm::{CallError, Count, Listing};
use serde_json::Value;

fn main() {
    for call in calls() {
        let answer = answer(&call).unwrap_or_else(|refusal| refusal.to_string());
        println!("{}", serde_json::to_string(&answer).unwrap());
    }
}

pub(crate) fn calls() -> Vec<Vec<Value>> {
    serde_json::from_str(include_str!("../tests/calls.json")).unwrap()
}

pub(crate) fn answer(call: &[Value]) -> Result<String, CallError> {
    let text = |i: usize| call[i].as_str().unwrap();
    let number = |i: usize| u32::try_from(call[i].as_u64().unwrap()).unwrap();
    let truth = |i: usize| call[i].as_bool().unwrap();
    match text(0) {
        "members" => queens_wasm::members(),
        "known" => queens_wasm::known(),
        "trace" => queens_wasm::trace(text(1), number(2), number(3), number(4)),
        "seek" => queens_wasm::seek(text(1), number(2), text(3), number(4), number(5)),
        "difference" => queens_wasm::difference(text(1), text(2), number(3), number(4)),
        "tree" => queens_wasm::tree(text(1), number(2), number(3)),
        "gallery_run" => queens_wasm::gallery_run(text(1), number(2), truth(3)),
        "orbit" => queens_wasm::orbit(serde_json::from_value(call[1].clone()).unwrap()),
        "classes" => queens_wasm::classes(number(1), text(2)),
        "estimate" => queens_wasm::estimate(number(1), number(2), number(3)),
        "complete" => queens_wasm::complete(text(1)),
        "forced" => queens_wasm::forced(text(1)).map(|squares| numbers(&squares)),
        "count_completions" => queens_wasm::count_completions(text(1)),
        "draw" => queens_wasm::draw(text(1), truth(2)),
        "problem_text" => queens_wasm::problem_text(text(1)),
        "puzzle_read" => queens_wasm::puzzle_read(text(1)),
        "puzzle_solve" => queens_wasm::puzzle_solve(text(1)),
        "puzzle_count" => queens_wasm::puzzle_count(text(1)),
        "puzzle_check" => queens_wasm::puzzle_check(text(1), text(2)),
        "puzzle_explain" => queens_wasm::puzzle_explain(text(1)),
        "puzzle_hint" => queens_wasm::puzzle_hint(text(1)),
        "puzzle_rate" => queens_wasm::puzzle_rate(text(1)),
        "puzzle_generate" => {
            queens_wasm::puzzle_generate(number(1), number(2).into(), text(3), truth(4))
        }
        "list" => {
            let mut listing = Listing::plain(number(1), truth(3))?;
            let solutions = listing.next(number(2));
            Ok(format!("{} {}", numbers(&solutions), listing.ended()))
        }
        "walk" => {
            let mut listing = Listing::completions(text(1))?;
            let found = listing.skip(number(2));
            Ok(format!("{found} {}", listing.ended()))
        }
        "count" => {
            let count = Count::new(number(1), text(2), "", number(3))?;
            let expected: Vec<String> = count.expected().iter().map(f64::to_string).collect();
            let mut lines = vec![count.method(), count.kernel(), expected.join(",")];
            for piece in 0..count.length() {
                lines.push(count.count(piece)?);
            }
            Ok(lines.join("\n"))
        }
        other => panic!("there is no call `{other}`"),
    }
}

fn numbers(numbers: &[u32]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}
