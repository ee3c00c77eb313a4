//! The steps one after another, for a pipe or a file.

use std::io::Write;

use queens_gallery::{BitString, Counters, Event, Member, Trace};
use queens_json::{GalleryStep, Strings};

use super::board::{LABEL, letters, row, spaced};
use crate::outcome::Failure;
use crate::output::{self, Format};

/// Writes the first `limit` steps.
pub(super) fn write(
    out: &mut impl Write,
    member: Member,
    n: u32,
    limit: u64,
    format: Format,
) -> Result<(), Failure> {
    let mut trace = Trace::new(member, n)?;
    while trace.number() < limit && trace.next().is_some() {
        if format == Format::Jsonl {
            output::json_line(out, &record(&trace))?;
        } else {
            if trace.number() > 1 {
                writeln!(out)?;
            }
            block(out, &trace)?;
        }
    }
    Ok(())
}

/// Writes a step in a few lines.
fn block(out: &mut impl Write, trace: &Trace) -> Result<(), Failure> {
    let n = trace.n();
    writeln!(out, "step {}: {}", trace.number(), trace.words())?;
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
    if let Some(step) = trace.step() {
        let code = trace.member().about().code[step.line].trim();
        writeln!(out, "{:<LABEL$}{code}", "code")?;
    }
    let Counters { nodes, tests, solutions } = trace.counters();
    writeln!(out, "nodes {nodes}, tests {tests}, solutions {solutions}")?;
    Ok(())
}

fn record(trace: &Trace) -> GalleryStep {
    let step = trace.step();
    let line = step.map_or(0, |step| step.line);
    let Counters { nodes, tests, solutions } = trace.counters();
    let string = |string: BitString| (string.name, string.digits);
    GalleryStep {
        algorithm: trace.member().name(),
        n: trace.n(),
        step: trace.number().into(),
        event: trace.event().map_or("start", Event::name),
        square: step.and_then(|step| step.square).map(|square| square.to_string()),
        queens: trace.queens().iter().map(ToString::to_string).collect(),
        masks: step
            .and_then(|step| step.masks)
            .map(|_| Strings(trace.strings().into_iter().map(string).collect())),
        line: line + 1,
        code: trace.member().about().code[line].trim(),
        nodes: nodes.into(),
        tests: tests.into(),
        solutions: solutions.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_of_small_boards_is_written() {
        let text = |member, n, format| {
            let mut out = Vec::new();
            write(&mut out, member, n, u64::MAX, format).unwrap();
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
