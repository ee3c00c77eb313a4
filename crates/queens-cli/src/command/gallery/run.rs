//! `queens gallery run`: one algorithm, from start to end.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use clap::Args as ClapArgs;
use queens_gallery::{Counters, Member};
use queens_json::GalleryRun;

use crate::arguments;
use crate::outcome::{Exit, Failure, Outcome};
use crate::output::{self, Format};

/// Run an algorithm: solutions, counters, time.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens gallery run bitwise 10
  queens gallery run backtrack_scan 6 --print
  queens gallery run bitwise 19 --limit 1 --print   stop at the first solution")]
pub(crate) struct Args {
    /// Algorithm, as `queens gallery list` names it.
    #[arg(value_parser = super::member)]
    name: Member,
    /// Size of the board.
    #[arg(value_parser = arguments::size)]
    n: u32,
    /// Print each solution as it is found.
    #[arg(long)]
    print: bool,
    /// Stop after so many solutions.
    #[arg(long, value_name = "K")]
    limit: Option<u64>,
    /// Form of the answer.
    #[arg(long, default_value = "human", value_name = "FORMAT",
          value_parser = Format::among(&[Format::Human, Format::Json]))]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let (member, n) = (args.name, args.n);
    member.accepts(n)?;
    let limit = args.limit.unwrap_or(u64::MAX);
    let human = args.format == Format::Human;
    let mut out = output::stdout();
    let mut solutions: u64 = 0;
    let mut placements = Vec::new();
    let mut failure: Option<Failure> = None;
    let start = Instant::now();
    let end = if limit == 0 {
        ControlFlow::Break(())
    } else {
        member.run(n, &mut |columns: &[u32]| {
            solutions += 1;
            if args.print {
                let written: Vec<u32> = columns.iter().map(|column| column + 1).collect();
                if human {
                    let words: Vec<String> = written.iter().map(u32::to_string).collect();
                    if let Err(error) = writeln!(out, "{}", words.join(" ")) {
                        failure = Some(error.into());
                        return ControlFlow::Break(());
                    }
                } else {
                    placements.push(written);
                }
            }
            if solutions == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?
    };
    let seconds = start.elapsed().as_secs_f64();
    if let Some(failure) = failure {
        return Err(failure);
    }
    let complete = end.is_continue();
    // Counting costs a second run, so that the first one is timed as it is.
    let counters = if complete { Some(Counters::of(member, n)?) } else { None };
    if human {
        let stopped = if complete { "" } else { ", stopped there" };
        let s = if solutions == 1 { "" } else { "s" };
        writeln!(out, "{member}, n = {n}: {solutions} solution{s} in {seconds:.6} s{stopped}")?;
        if let Some(counters) = counters {
            writeln!(out, "nodes {}, tests {}", counters.nodes, counters.tests)?;
        }
    } else {
        let report = GalleryRun {
            algorithm: member.name(),
            n,
            complete,
            solutions: solutions.into(),
            nodes: counters.map(|counters| counters.nodes.into()),
            tests: counters.map(|counters| counters.tests.into()),
            seconds,
            placements: (!placements.is_empty()).then_some(placements),
        };
        output::json(&mut out, &report)?;
    }
    out.flush()?;
    Ok(Exit::Done)
}
