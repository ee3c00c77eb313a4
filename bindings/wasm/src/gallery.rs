//! The classic algorithms: what they are, what they do step by step, how long they take.

use queens::Square;
use queens_gallery::{
    Cell, Counters, Event, Excerpt, Landing, Member, Moment, Node, end, first_difference,
    next_solution, previous_solution,
};
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
    strings: Vec<Meaning>,
}

/// A bit string and what a 1 means in it.
#[derive(Serialize)]
struct Meaning {
    name: &'static str,
    gloss: &'static str,
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
            strings: member
                .bit_strings()
                .iter()
                .map(|name| Meaning { name, gloss: member.gloss(name) })
                .collect(),
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

/// Some steps of a search, told.
#[derive(Serialize)]
struct Slice {
    skipped: u64,
    ended: bool,
    depths: Vec<u64>,
    start: Told,
    moments: Vec<Told>,
}

/// A moment of a search: what there is to see and to say.
#[derive(Serialize)]
struct Told {
    number: u64,
    event: &'static str,
    square: Option<String>,
    words: String,
    line: Option<usize>,
    /// A letter for each square, row by row (`queens_gallery::Cell::letter`).
    cells: String,
    queens: Vec<String>,
    culprits: Vec<String>,
    reflected: bool,
    strings: Vec<BitString>,
    nodes: u64,
    tests: u64,
    solutions: u64,
}

#[derive(Serialize)]
struct BitString {
    name: &'static str,
    digits: String,
    next: Option<Next>,
}

#[derive(Serialize)]
struct Next {
    formula: &'static str,
    digits: String,
}

impl Told {
    fn of(moment: &Moment) -> Self {
        let Counters { nodes, tests, solutions } = moment.position.counters;
        let names = |squares: Vec<Square>| squares.iter().map(ToString::to_string).collect();
        let string = |string: queens_gallery::BitString| BitString {
            name: string.name,
            digits: string.digits,
            next: string.next.map(|(formula, digits)| Next { formula, digits }),
        };
        Self {
            number: moment.number,
            event: moment.event().map_or("start", Event::name),
            square: moment.step.and_then(|step| step.square).map(|square| square.to_string()),
            words: moment.words(),
            line: moment.line(),
            cells: moment.cells().into_iter().map(Cell::letter).collect(),
            queens: names(moment.queens()),
            culprits: names(moment.culprits()),
            reflected: moment.reflected(),
            strings: moment.strings().into_iter().map(string).collect(),
            nodes,
            tests,
            solutions,
        }
    }
}

/// Some steps of a search, after the first `skip`, each with all there is to see and to say.
///
/// The search begins anew each time.
///
/// # Errors
///
/// The algorithm does not exist, or does not accept the size.
#[wasm_bindgen]
pub fn trace(member: &str, n: u32, skip: u32, count: u32) -> Result<String, Refusal> {
    let excerpt = Excerpt::of(member.parse()?, n, u64::from(skip), count as usize)?;
    let mut moments = Vec::with_capacity(excerpt.steps.len());
    excerpt.tell(|moment| moments.push(Told::of(moment)));
    json(&Slice {
        skipped: excerpt.skipped,
        ended: excerpt.ended,
        depths: excerpt.depths.clone(),
        start: Told::of(&excerpt.start()),
        moments,
    })
}

/// Where a jump leads: `{"at": steps}`, `{"ended": steps}` or `{"tooFar": true}`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Led {
    At(u64),
    Ended(u64),
    TooFar(bool),
}

impl From<Landing> for Led {
    fn from(landing: Landing) -> Self {
        match landing {
            Landing::At(steps) => Self::At(steps),
            Landing::Ended(steps) => Self::Ended(steps),
            Landing::TooFar => Self::TooFar(true),
        }
    }
}

/// Looks for a step: the `next` solution after `from` steps, the `previous` one, or the `end`; no
/// farther than `limit` steps from the start.
///
/// # Errors
///
/// The algorithm does not exist, or does not accept the size; there is no such thing to look for.
#[wasm_bindgen]
pub fn seek(member: &str, n: u32, what: &str, from: u32, limit: u32) -> Result<String, Refusal> {
    let member: Member = member.parse()?;
    let (from, limit) = (u64::from(from), u64::from(limit));
    let landing = match what {
        "next" => next_solution(member, n, from, limit)?,
        "previous" => Landing::At(previous_solution(member, n, from)?),
        "end" => end(member, n, limit)?,
        _ => {
            let what = format!("`{}` cannot be looked for", what.escape_debug());
            return Err(Refusal::new(what, "look for next, previous or end"));
        }
    };
    json(&Led::from(landing))
}

/// Looks for the first step in which two searches differ, no farther than `limit` steps.
///
/// # Errors
///
/// An algorithm does not exist, or does not accept the size.
#[wasm_bindgen]
pub fn difference(one: &str, other: &str, n: u32, limit: u32) -> Result<String, Refusal> {
    json(&Led::from(first_difference(one.parse()?, other.parse()?, n, u64::from(limit))?))
}

/// The nodes of a search tree.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Tree {
    /// Of each node its depth, its column and row, the numbers of the steps that placed and removed
    /// its queen, and how many solutions were found at it.
    Nodes(Vec<(u32, u32, u32, u64, u64, u32)>),
    TooMany(bool),
}

/// The search tree without its root: `{"nodes": [...]}`, or `{"tooMany": true}` if it has more than
/// `limit`.
///
/// # Errors
///
/// The algorithm does not exist, or does not accept the size.
#[wasm_bindgen]
pub fn tree(member: &str, n: u32, limit: u32) -> Result<String, Refusal> {
    let row = |node: Node| {
        let Node { depth, square, placed, removed, solutions } = node;
        (depth, square.column, square.row, placed, removed, solutions)
    };
    let grown = queens_gallery::tree(member.parse()?, n, limit as usize)?;
    json(&match grown {
        Some(nodes) => Tree::Nodes(nodes.into_iter().map(row).collect()),
        None => Tree::TooMany(true),
    })
}
