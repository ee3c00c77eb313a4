//! The classic algorithms: what they are, what they do step by step, how long they take.

use std::ops::ControlFlow;

use queens::Square;
use queens_gallery::{About, BitString, Cell, Counters, Event, Goal, Member, Step, Trace};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{CallError, json};

#[derive(Serialize)]
pub(crate) struct MemberAbout {
    #[serde(flatten)]
    about: &'static About,
    strings: Vec<Meaning>,
}

/// A bit string and what a 1 means in it.
#[derive(Serialize)]
struct Meaning {
    name: &'static str,
    meaning: &'static str,
}

/// The description of each algorithm of the gallery, from the simplest to the fastest.
#[wasm_bindgen]
pub fn members() -> Result<String, CallError> {
    let meaning = |&(name, meaning): &_| Meaning { name, meaning };
    let about = |member: &Member| MemberAbout {
        about: member.about(),
        strings: member.bit_strings().iter().map(meaning).collect(),
    };
    json(&Member::ALL.iter().map(about).collect::<Vec<_>>())
}

#[derive(Serialize)]
pub(crate) struct Run {
    solutions: String,
    nodes: Option<String>,
    tests: Option<String>,
}

/// Runs an algorithm to its end. With counters it tells its nodes and its tests, and takes longer.
#[wasm_bindgen]
pub fn gallery_run(member: &str, n: u32, counted: bool) -> Result<String, CallError> {
    let member: Member = member.parse()?;
    let counters = if counted { Some(Counters::of(member, n)?) } else { None };
    let solutions = counters.map_or_else(|| member.count(n), |counters| Ok(counters.solutions))?;
    json(&Run {
        solutions: solutions.to_string(),
        nodes: counters.map(|counters| counters.nodes.to_string()),
        tests: counters.map(|counters| counters.tests.to_string()),
    })
}

/// Some steps of a search.
#[derive(Serialize)]
pub(crate) struct TraceSlice {
    skipped: u64,
    ended: bool,
    depths: Vec<u64>,
    start: StepView,
    moments: Vec<StepView>,
}

/// A search after a number of steps: what the page shows and says.
#[derive(Serialize)]
struct StepView {
    number: u64,
    event: &'static str,
    square: Option<Square>,
    words: String,
    line: Option<usize>,
    cells: String,
    queens: Vec<Square>,
    culprits: Vec<Square>,
    reflected: bool,
    strings: Vec<BitString>,
    #[serde(flatten)]
    counters: Counters,
}

impl StepView {
    fn of(trace: &Trace) -> Self {
        Self {
            number: trace.number(),
            event: trace.event().map_or("start", Event::name),
            square: trace.step().and_then(|step| step.square),
            words: trace.words(),
            line: trace.line(),
            cells: trace.cells().into_iter().map(letter).collect(),
            queens: trace.queens(),
            culprits: trace.attackers(),
            reflected: trace.is_reflected(),
            strings: trace.strings(),
            counters: trace.counters(),
        }
    }
}

fn letter(cell: Cell) -> char {
    match cell {
        Cell::Open => '.',
        Cell::Attacked => '-',
        Cell::Queen => 'Q',
        Cell::Attacker => 'C',
        Cell::Step(Event::Try) => '?',
        Cell::Step(Event::Reject) => 'x',
        Cell::Step(Event::Place) => 'P',
        Cell::Step(Event::Remove) => 'R',
        Cell::Step(Event::Solution) => 'S',
    }
}

/// Some steps of a search, after the first `skip`, each with all that the page shows and says.
///
/// The search runs from its start each time.
#[wasm_bindgen]
pub fn trace(member: &str, n: u32, skip: u32, count: u32) -> Result<String, CallError> {
    let mut trace = Trace::new(member.parse()?, n)?;
    trace.seek(Goal::Step(u64::from(skip)), |_| true);
    let (skipped, depths, start) = (trace.number(), trace.depths().to_vec(), StepView::of(&trace));
    let mut moments = Vec::new();
    while moments.len() < count as usize && trace.next().is_some() {
        moments.push(StepView::of(&trace));
    }
    json(&TraceSlice { skipped, ended: trace.at_end(), depths, start, moments })
}

/// Where a jump leads: `{"at": steps}`, `{"ended": steps}` or `{"too_far": true}`.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeekResult {
    At(u64),
    Ended(u64),
    TooFar(bool),
}

/// Looks for a step: the `next` solution after `from` steps, the `previous` one, or the `end`; no
/// farther than `limit` steps from the start.
#[wasm_bindgen]
pub fn seek(member: &str, n: u32, what: &str, from: u32, limit: u32) -> Result<String, CallError> {
    let mut trace = Trace::new(member.parse()?, n)?;
    let goal = match what {
        "next" => Goal::NextSolution,
        "previous" => Goal::PreviousSolution,
        "end" => Goal::End,
        _ => {
            let what = format!("`{}` cannot be looked for", what.escape_debug());
            return Err(CallError::new(what, "look for next, previous or end"));
        }
    };
    let (from, limit) = (u64::from(from), u64::from(limit));
    trace.seek(Goal::Step(from), |_| true);
    trace.seek(goal, |trace| goal == Goal::PreviousSolution || trace.number() < limit);
    let at = trace.number();
    json(&match goal {
        Goal::PreviousSolution => SeekResult::At(at),
        _ if at > limit => SeekResult::TooFar(true),
        Goal::NextSolution if at > from && trace.event() == Some(Event::Solution) => {
            SeekResult::At(at)
        }
        _ if trace.at_end() => SeekResult::Ended(at),
        _ => SeekResult::TooFar(true),
    })
}

/// Looks for the first step in which two searches differ, in what they do or on which square, no
/// farther than `limit` steps.
#[wasm_bindgen]
pub fn difference(one: &str, other: &str, n: u32, limit: u32) -> Result<String, CallError> {
    // Two bytes a step, so that all of one search can be kept while the other runs.
    let key = |step: &Step| {
        let square = step.square.map_or(0, |square| 1 + 32 * square.row + square.column);
        (square << 3) as u16 | step.event as u16
    };
    let limit = limit as usize;
    let mut keys = Vec::new();
    let _ = one.parse::<Member>()?.steps(n, |step| {
        if keys.len() == limit {
            return ControlFlow::Break(());
        }
        keys.push(key(&step));
        ControlFlow::Continue(())
    })?;
    let mut same = 0;
    let end = other.parse::<Member>()?.steps(n, |step| {
        if same == limit || keys.get(same) != Some(&key(&step)) {
            return ControlFlow::Break(());
        }
        same += 1;
        ControlFlow::Continue(())
    })?;
    json(&match same {
        _ if same == limit => SeekResult::TooFar(true),
        _ if end.is_continue() && same == keys.len() => SeekResult::Ended(same as u64),
        _ => SeekResult::At(same as u64 + 1),
    })
}

/// The nodes of a search tree.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tree {
    Nodes(Vec<TreeNode>),
    TooMany(bool),
}

/// Its depth, its column and row, the numbers of the steps that placed and removed its queen, and how many solutions
/// were found at it.
#[derive(Serialize)]
pub(crate) struct TreeNode(u32, u32, u32, u64, u64, u32);

/// The search tree without its root: `{"nodes": [...]}`, or `{"too_many": true}` if it has more than
/// `limit`.
#[wasm_bindgen]
pub fn tree(member: &str, n: u32, limit: u32) -> Result<String, CallError> {
    let mut nodes: Vec<TreeNode> = Vec::new();
    // The indices of the nodes on the board.
    let mut path: Vec<usize> = Vec::new();
    let mut number = 0;
    let end = member.parse::<Member>()?.steps(n, |step| {
        number += 1;
        match (step.event, step.square) {
            (Event::Place, _) if nodes.len() == limit as usize => return ControlFlow::Break(()),
            (Event::Place, Some(Square { row, column })) => {
                path.push(nodes.len());
                nodes.push(TreeNode(path.len() as u32, column, row, number, 0, 0));
            }
            (Event::Remove, _) => {
                if let Some(node) = path.pop() {
                    nodes[node].4 = number;
                }
            }
            (Event::Solution, _) => {
                if let Some(&node) = path.last() {
                    nodes[node].5 += 1;
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    })?;
    json(&if end.is_continue() { Tree::Nodes(nodes) } else { Tree::TooMany(true) })
}
