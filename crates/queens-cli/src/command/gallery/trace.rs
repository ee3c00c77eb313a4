//! `queens gallery trace`: an algorithm, step by step.

mod draw;
mod screen;

use std::io::IsTerminal;

use queens::Square;
use queens_gallery::{Cell, Counters, Event, Member, Trace};
use queens_json::{GalleryStep, Strings};

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
    let trace = Trace::new(args.name, args.n)?;
    write(&mut out, trace, args.steps.unwrap_or(u64::MAX), args.format)?;
    output::end(out)
}

/// Whether stdin and stdout are a terminal that can move its cursor.
fn has_screen() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdout().is_terminal() && io::stdin().is_terminal() && !dumb
}

fn write(out: &mut impl Write, mut trace: Trace, limit: u64, format: Format) -> Result<()> {
    while trace.number() < limit && trace.next().is_some() {
        if format == Format::Jsonl {
            output::json_line(out, &record(&trace))?;
        } else {
            block(out, &trace)?;
        }
    }
    Ok(())
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
        if let Some((formula, digits)) = string.next {
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

fn record(trace: &Trace) -> GalleryStep {
    let step = trace.step();
    let line = trace.line().unwrap_or(0);
    let Counters { nodes, tests, solutions } = trace.counters();
    let strings =
        || trace.strings().into_iter().map(|string| (string.name, string.digits)).collect();
    GalleryStep {
        algorithm: trace.member().name(),
        n: trace.n(),
        step: trace.number().into(),
        event: trace.event().map_or("start", Event::name),
        square: step.and_then(|step| step.square).map(|square| square.to_string()),
        queens: trace.queens().iter().map(ToString::to_string).collect(),
        masks: step.and_then(|step| step.masks).map(|_| Strings(strings())),
        line: line + 1,
        code: trace.member().about().code[line].trim(),
        nodes: nodes.into(),
        tests: tests.into(),
        solutions: solutions.into(),
    }
}

/// Where the digits and the board begin, behind the names of rows and bit strings.
const LABEL: usize = 6;

/// A row of the board in 2n + 1 characters: each square behind a gap, and a gap at the end. Each
/// character comes with the cell it belongs to, if any.
///
/// The square of the step stands in brackets, the reasons for a rejection in parentheses.
fn row(trace: &Trace, row: u32) -> Vec<(char, Option<Cell>)> {
    let n = trace.n();
    let queens = trace.queens();
    let first = (row * n) as usize;
    let cells = &trace.cells()[first..first + n as usize];
    let current = trace.step().and_then(|step| step.square).filter(|square| square.row == row);
    let current = current.map(|square| square.column);
    let is_attacker = |column: u32| cells.get(column as usize) == Some(&Cell::Attacker);
    let step = current.map(|column| cells[column as usize]);
    let mut characters = Vec::with_capacity(2 * n as usize + 1);
    // The gap to the left of `column`.
    let gap = |column: u32| {
        let left = column.checked_sub(1);
        match (left.is_some_and(is_attacker), is_attacker(column)) {
            _ if current == Some(column) => ('[', step),
            _ if current.is_some() && current == left => (']', step),
            (true, true) => ('|', Some(Cell::Attacker)),
            (false, true) => ('(', Some(Cell::Attacker)),
            (true, false) => (')', Some(Cell::Attacker)),
            (false, false) => (' ', None),
        }
    };
    for (column, &cell) in (0..).zip(cells) {
        characters.push(gap(column));
        let square = Square { row, column };
        let glyph = match cell {
            Cell::Attacked => '-',
            Cell::Queen | Cell::Attacker | Cell::Placed | Cell::Solved => 'Q',
            Cell::Tried => '?',
            Cell::Rejected => 'x',
            Cell::Removed if queens.iter().any(|queen| queen.attacks(square)) => '-',
            Cell::Open | Cell::Removed => '.',
        };
        characters.push((glyph, Some(cell)));
    }
    characters.push(gap(n));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_of_small_boards_is_written() {
        let text = |member, n, format| {
            let mut out = Vec::new();
            write(&mut out, Trace::new(member, n).unwrap(), u64::MAX, format).unwrap();
            String::from_utf8(out).unwrap()
        };
        for &member in Member::ALL {
            for n in 0..=4 {
                let steps = Trace::new(member, n).unwrap().count();
                let blocks = text(member, n, Format::Human);
                assert_eq!(blocks.split("\n\n").count(), steps, "{member} {n}");
                assert!(blocks.lines().all(|line| line.trim_end() == line));
                let lines = text(member, n, Format::Jsonl);
                assert_eq!(lines.lines().count(), steps, "{member} {n}");
            }
        }
    }
}
