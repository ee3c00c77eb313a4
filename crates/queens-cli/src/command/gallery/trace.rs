//! `queens gallery trace`: an algorithm, step by step.

mod draw;
mod screen;

use std::io::IsTerminal;

use queens::Square;
use queens_gallery::{Cell, Counters, Event, Member, NextRow, Trace};
use serde_json::Map;

use crate::command::prelude::*;

/// Watch an algorithm step by step, forwards and backwards.
///
/// On a terminal the steps are shown on the whole screen: the board, the bit strings under its
/// columns, the code and its current line. The keys are named at the bottom. Otherwise each step is
/// printed, as text or as a JSON object.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens gallery trace bitwise 6                        on the screen; q quits
  queens gallery trace mirror 7 --steps 20              the first 20 steps as text
  queens gallery trace backtrack_flags 8 | less         the steps as text, from the first on
  queens gallery trace bitwise 8 --format jsonl | jq 'select(.event == \"solution\").queens'")]
pub(crate) struct Args {
    /// Algorithm, as `queens gallery list` names it.
    name: Member,
    /// Size of the board.
    #[arg(value_parser = arguments::size)]
    n: u32,
    /// Print the steps as text even on a terminal.
    #[arg(long, conflicts_with = "format")]
    text: bool,
    /// Print only the first K steps, even on a terminal.
    #[arg(long, value_name = "K")]
    steps: Option<u64>,
    /// Form of the answer.
    #[arg(long, default_value = "human", value_name = "FORMAT",
          value_parser = Format::among(&[Format::Human, Format::Jsonl]))]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    args.name.about().accepts(args.n)?;
    let printed = args.text || args.steps.is_some() || args.format == Format::Jsonl;
    if !printed && has_screen() {
        return screen::run(args.name, args.n);
    }
    let mut out = output::stdout();
    let mut trace = Trace::new(args.name, args.n)?;
    while args.steps.is_none_or(|limit| trace.number() < limit) && trace.next().is_some() {
        if args.format == Format::Jsonl {
            output::json_line(&mut out, &record(&trace))?;
        } else {
            block(&mut out, &trace)?;
        }
    }
    output::end(out)
}

/// Whether stdin and stdout are a terminal that can move its cursor.
fn has_screen() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdout().is_terminal() && io::stdin().is_terminal() && !dumb
}

fn block(out: &mut impl Write, trace: &Trace) -> Result<()> {
    let n = trace.n();
    let gap = if trace.number() > 1 { "\n" } else { "" };
    writeln!(out, "{gap}step {}: {}", trace.number(), trace.words())?;
    // The gap before the first square is the last character of the label.
    let width = LABEL - 1;
    if n > 0 {
        writeln!(out, "{:width$}{}", "", letters(n))?;
    }
    for number in 0..n {
        let squares: String = row(trace, number).iter().map(|(glyph, _)| *glyph).collect();
        writeln!(out, "{}", format!("{:>4} {squares}", number + 1).trim_end())?;
    }
    for string in trace.strings() {
        let mut text = format!("{:<width$}{}", string.name, spaced(&string.digits));
        if let Some(NextRow { formula, digits }) = string.next {
            text = format!("{text}   next row {}   {formula}", spaced(&digits));
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    if let Some(line) = trace.line() {
        let code = trace.member().about().code[line].trim();
        writeln!(out, "{:<LABEL$}{code}", "code")?;
    }
    let Counters { nodes, tests, solutions } = trace.counters();
    Ok(writeln!(out, "nodes {nodes}, tests {tests}, solutions {solutions}")?)
}

/// A step as a line of JSON. The bit strings are in the order of the articles.
fn record(trace: &Trace) -> Value {
    let step = trace.step();
    let line = trace.line().unwrap_or(0);
    let Counters { nodes, tests, solutions } = trace.counters();
    let strings = || -> Map<String, Value> {
        let strings = trace.strings().into_iter();
        strings.map(|string| (string.name.into(), string.digits.into())).collect()
    };
    json!({
        "schema": "queens.gallery.step/1",
        "algorithm": trace.member().name(),
        "n": trace.n(),
        "step": trace.number().to_string(),
        "event": trace.event().map_or("start", Event::name),
        "square": step.and_then(|step| step.square),
        "queens": trace.queens(),
        "masks": step.and_then(|step| step.masks).map(|_| strings()),
        "line": line + 1,
        "code": trace.member().about().code[line].trim(),
        "nodes": nodes.to_string(),
        "tests": tests.to_string(),
        "solutions": solutions.to_string(),
    })
}

/// Where the digits and the board begin, behind the names of rows and bit strings.
const LABEL: usize = 6;

/// A row of the board in 2n + 1 characters: each square behind a gap, and a gap at the end. Each
/// character comes with the cell it belongs to, if any.
///
/// The square of the step stands in brackets, the reasons for a rejection in parentheses.
fn row(trace: &Trace, row: u32) -> Vec<(char, Option<Cell>)> {
    let n = trace.n();
    let (cells, queens) = (trace.cells(), trace.queens());
    let mut characters = vec![(' ', None); 2 * n as usize + 1];
    for column in 0..n {
        let square = Square { row, column };
        let cell = cells[(row * n + column) as usize];
        let glyph = match cell {
            Cell::Attacked => '-',
            Cell::Queen | Cell::Attacker | Cell::Step(Event::Place | Event::Solution) => 'Q',
            Cell::Step(Event::Try) => '?',
            Cell::Step(Event::Reject) => 'x',
            Cell::Step(Event::Remove) if queens.iter().any(|queen| queen.attacks(square)) => '-',
            Cell::Open | Cell::Step(Event::Remove) => '.',
        };
        let at = 2 * column as usize + 1;
        characters[at] = (glyph, Some(cell));
        if cell == Cell::Attacker {
            let gap = if characters[at - 1].0 == ')' { '|' } else { '(' };
            characters[at - 1] = (gap, Some(cell));
            characters[at + 1] = (')', Some(cell));
        }
    }
    let square = trace.step().and_then(|step| step.square);
    if let Some(square) = square.filter(|square| square.row == row) {
        let at = 2 * square.column as usize + 1;
        let cell = characters[at].1;
        characters[at - 1] = ('[', cell);
        characters[at + 1] = (']', cell);
    }
    characters
}

/// The letters of the columns, each above its square; every column has one letter.
fn letters(n: u32) -> String {
    (0..n).flat_map(|column| [' ', char::from(b'a' + column as u8)]).collect()
}

/// Digits with a space before each, so that they stand under the squares of a row.
fn spaced(digits: &str) -> String {
    digits.chars().flat_map(|digit| [' ', digit]).collect()
}
