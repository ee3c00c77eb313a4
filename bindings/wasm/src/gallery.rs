//! The classic algorithms: what they are, what they do step by step, how long they take.

use std::ops::ControlFlow;

use queens_gallery::{Counters, Member, Observer, Position, Step};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Refusal, json};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct About {
    name: &'static str,
    title: &'static str,
    articles: Vec<&'static str>,
    idea: &'static str,
    cost: &'static str,
    code: &'static [&'static str],
    test: &'static str,
    max_n: u32,
}

/// What there is to know about each algorithm of the gallery, from the simplest to the fastest.
///
/// # Errors
///
/// None in practice.
#[wasm_bindgen]
pub fn members() -> Result<String, Refusal> {
    let about = |member: &Member| {
        let about = member.about();
        About {
            name: about.name,
            title: about.title,
            articles: about.articles.iter().map(|article| article.title()).collect(),
            idea: about.idea,
            cost: about.cost,
            code: about.code,
            test: about.test,
            max_n: about.max_n,
        }
    };
    json(&Member::ALL.iter().map(about).collect::<Vec<_>>())
}

#[derive(Serialize)]
struct Run {
    solutions: String,
    /// Null in a run without counters.
    nodes: Option<String>,
    tests: Option<String>,
}

/// Runs an algorithm to its end. With counters it tells its nodes and its tests, and takes longer.
///
/// # Errors
///
/// The algorithm does not exist, or does not accept the size.
#[wasm_bindgen]
pub fn gallery_run(member: &str, n: u32, counted: bool) -> Result<String, Refusal> {
    let member: Member = member.parse()?;
    if !counted {
        let solutions = member.count(n)?.to_string();
        return json(&Run { solutions, nodes: None, tests: None });
    }
    let Counters { nodes, tests, solutions } = Counters::of(member, n)?;
    json(&Run {
        solutions: solutions.to_string(),
        nodes: Some(nodes.to_string()),
        tests: Some(tests.to_string()),
    })
}

/// A part of a trace.
#[derive(Serialize)]
struct Slice {
    /// The steps before this part.
    from: u32,
    /// Where the search stood after them.
    queens: Vec<[u32; 2]>,
    nodes: u64,
    tests: u64,
    solutions: u64,
    /// The event of the step before this part.
    before: Option<&'static str>,
    steps: Vec<Told>,
    /// Whether the search ends with the last of the steps.
    ended: bool,
}

#[derive(Serialize)]
struct Told {
    event: &'static str,
    square: Option<[u32; 2]>,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    masks: Option<Masks>,
}

#[derive(Serialize)]
struct Masks {
    cols: u32,
    ld: u32,
    rd: u32,
    free: u32,
    bit: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    excl: Option<u32>,
}

/// Follows a search to the part asked for and keeps that.
struct Window {
    from: u32,
    count: u32,
    seen: u32,
    position: Position,
    before: Option<&'static str>,
    steps: Vec<Told>,
    ended: bool,
}

impl Observer for Window {
    fn solution(&mut self, _: &[u32]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn step(&mut self, step: impl FnOnce() -> Step) -> ControlFlow<()> {
        if self.steps.len() as u32 == self.count {
            self.ended = false;
            return ControlFlow::Break(());
        }
        let step = step();
        if self.seen < self.from {
            self.seen += 1;
            self.position.advance(&step);
            self.before = Some(step.event.name());
            return ControlFlow::Continue(());
        }
        self.steps.push(Told {
            event: step.event.name(),
            square: step.square.map(|square| [square.row, square.column]),
            line: step.line,
            masks: step.masks.map(|masks| Masks {
                cols: masks.cols,
                ld: masks.ld,
                rd: masks.rd,
                free: masks.free,
                bit: masks.bit,
                excl: masks.excl,
            }),
        });
        ControlFlow::Continue(())
    }
}

/// The steps of a search from a number on, as many as `count`, with where it stood before them.
///
/// The search begins anew each time: the first ten million steps of a bitwise one pass in a tenth
/// of a second.
///
/// # Errors
///
/// The algorithm does not exist, or does not accept the size.
#[wasm_bindgen]
pub fn trace(member: &str, n: u32, from: u32, count: u32) -> Result<String, Refusal> {
    let member: Member = member.parse()?;
    let mut window = Window {
        from,
        count,
        seen: 0,
        position: Position::START,
        before: None,
        steps: Vec::new(),
        ended: true,
    };
    let _ = member.run(n, &mut window)?;
    let Counters { nodes, tests, solutions } = window.position.counters;
    let queens = window.position.queens.iter().map(|queen| [queen.row, queen.column]).collect();
    json(&Slice {
        from: window.seen,
        queens,
        nodes,
        tests,
        solutions,
        before: window.before,
        steps: window.steps,
        ended: window.ended,
    })
}
