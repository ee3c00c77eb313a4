//! The steps one after another, for a pipe or a file.

use std::io::Write;

use queens_gallery::{BitString, Counters, Event, Member, Trace};
use queens_json::{GalleryStep, Strings};

use super::board::{LABEL, letters, row, spaced};
use crate::outcome::{Exit, Failure};
use crate::output::{self, Format};

pub(super) fn run(member: Member, n: u32, limit: u64, format: Format) -> Result<Exit, Failure> {
    let mut out = output::stdout();
    write(&mut out, member, n, limit, format)?;
    out.flush()?;
    Ok(Exit::Done)
}

fn write(
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

/// A step for machines.
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

    fn text(member: Member, n: u32, limit: u64, format: Format) -> String {
        let mut out = Vec::new();
        write(&mut out, member, n, limit, format).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_first_steps_of_four_queens() {
        let expected = "\
step 1: try d1, the lowest 1 of free
      a b c d
   1  . . .[?]
   2  . . . .
   3  . . . .
   4  . . . .
ld    0 0 0 0
cols  0 0 0 0
rd    0 0 0 0
free  1 1 1 1
bit   0 0 0 1
code  bit = free & -free;  free = free ^ bit
nodes 1, tests 1, solutions 0

step 2: place a queen on d1
      a b c d
   1  - - -[Q]
   2  . . - -
   3  . - . -
   4  - . . -
ld    0 0 0 0   next row  0 0 0 0   (ld | bit) >> 1
cols  0 0 0 0   next row  0 0 0 1   cols | bit
rd    0 0 0 0   next row  0 0 1 0   (rd | bit) << 1
free  1 1 1 0
bit   0 0 0 1
code  place((ld | bit) >> 1, cols | bit, (rd | bit) << 1)
nodes 2, tests 1, solutions 0
";
        assert_eq!(text(Member::Bitwise, 4, 2, Format::Human), expected);
    }

    #[test]
    fn the_empty_board_is_a_solution() {
        let expected = "\
step 1: solution 1
code  if row = n: SOLUTION
nodes 1, tests 0, solutions 1
";
        assert_eq!(text(Member::BacktrackScan, 0, 9, Format::Human), expected);
        assert_eq!(text(Member::BacktrackScan, 8, 0, Format::Human), "");
    }

    #[test]
    fn a_step_is_a_json_object() {
        let lines = text(Member::Mirror, 4, 2, Format::Jsonl);
        let expected = r#"{"schema":"queens.gallery.step/1","algorithm":"mirror","n":4,"step":"2","event":"place","square":"b1","queens":["b1"],"masks":{"ld":"0000","cols":"0000","rd":"0000","excl":"0011","free":"1000","bit":"0100"},"line":7,"code":"place((ld | bit) >> 1, cols | bit, (rd | bit) << 1, ex2, 0)","nodes":"2","tests":"1","solutions":"0"}"#;
        assert_eq!(lines.lines().nth(1), Some(expected));
        assert_eq!(lines.lines().count(), 2);
    }

    #[test]
    fn every_step_of_small_boards_is_written() {
        for &member in Member::ALL {
            for n in 0..=4 {
                let steps = Trace::new(member, n).unwrap().count();
                let blocks = text(member, n, u64::MAX, Format::Human);
                assert_eq!(blocks.split("\n\n").count(), steps, "{member} {n}");
                assert!(blocks.lines().all(|line| line.trim_end() == line));
                let lines = text(member, n, u64::MAX, Format::Jsonl);
                assert_eq!(lines.lines().count(), steps, "{member} {n}");
            }
        }
    }
}
