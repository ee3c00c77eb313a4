//! `queens gallery run`: one algorithm, from start to end.

use std::ops::ControlFlow;

use queens_gallery::{Counters, Member, bitwise, brute_force, mirror};

use crate::command::prelude::*;

/// Run an algorithm: solutions, counters, time.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens gallery run bitwise 10
  queens gallery run backtrack_scan 6 --print
  queens gallery run bitwise 19 --limit 1 --print   stop at the first solution
  queens gallery run brute_force 6 --threads 2      the articles' several processors
  queens gallery run mirror 5 --as-printed          with the mistake that its article has
  queens gallery run bitwise 8 --every-bit          the step before free & -free")]
pub(crate) struct Args {
    /// Algorithm, as `queens gallery list` names it.
    name: Member,
    /// Size of the board.
    #[arg(value_parser = arguments::size)]
    n: u32,
    /// Print each solution as it is found.
    #[arg(long)]
    print: bool,
    /// Stop after K solutions.
    #[arg(long, value_name = "K")]
    limit: Option<NonZeroU64>,
    /// Run `brute_force` on K threads.
    #[arg(long, value_name = "K", value_parser = arguments::threads,
          conflicts_with_all = ["print", "limit", "format"])]
    threads: Option<NonZeroUsize>,
    /// Run `mirror` as its article prints it, with a mistake that loses solutions of odd n.
    #[arg(long, conflicts_with_all = ["print", "limit", "format", "threads"])]
    as_printed: bool,
    /// Run `bitwise` with a loop over every bit of a row, instead of taking the lowest free bit.
    #[arg(long, conflicts_with_all = ["print", "limit", "format", "threads", "as_printed"])]
    every_bit: bool,
    #[command(flatten)]
    form: Form,
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let (member, n) = (args.name, args.n);
    member.about().accepts(n)?;
    if let Some(threads) = args.threads {
        return on_threads(member, n, threads);
    }
    if args.as_printed {
        return as_printed(member, n);
    }
    if args.every_bit {
        return every_bit(member, n);
    }
    let json = args.form.format == Format::Json;
    let mut out = output::stdout();
    let (mut solutions, mut placements, mut written) = (0, Vec::new(), Ok(()));
    let start = Instant::now();
    let end = member.run(n, &mut |columns: &[u32]| {
        solutions += 1;
        if args.print {
            let columns: Vec<u32> = columns.iter().map(|column| column + 1).collect();
            if json {
                placements.push(columns);
            } else {
                let words: Vec<String> = columns.iter().map(u32::to_string).collect();
                written = writeln!(out, "{}", words.join(" "));
            }
        }
        let ends = written.is_err() || args.limit.is_some_and(|limit| solutions == limit.get());
        if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let seconds = start.elapsed().as_secs_f64();
    written?;
    let complete = end.is_continue();
    // The counters come from a second run, so that they do not slow the timed one.
    let counters = if complete { Some(Counters::of(member, n)?) } else { None };
    out.flush()?;
    let counted = counters.map_or(Value::Null, |Counters { nodes, tests, .. }| {
        json!({ "nodes": nodes.to_string(), "tests": tests.to_string() })
    });
    let listed =
        if placements.is_empty() { Value::Null } else { json!({ "placements": placements }) };
    let document = joined([
        json!({
            "schema": "queens.gallery.run/1",
            "algorithm": member.name(),
            "n": n,
            "complete": complete,
            "solutions": solutions.to_string(),
        }),
        counted,
        json!({ "seconds": seconds }),
        listed,
    ]);
    args.form.format.write(&document, |out| {
        if talk::is_quiet() {
            return Ok(writeln!(out, "{solutions}")?);
        }
        let stopped = if complete { "" } else { ", stopped there" };
        let s = plural(solutions);
        writeln!(out, "{member}, n = {n}: {solutions} solution{s} in {seconds:.6} s{stopped}")?;
        if let Some(counters) = counters {
            writeln!(out, "nodes {}, tests {}", counters.nodes, counters.tests)?;
        }
        Ok(())
    })
}

fn on_threads(member: Member, n: u32, threads: NonZeroUsize) -> Result<Exit> {
    if member != Member::BruteForce {
        return Err(Failure::new(
            format_args!("`{member}` runs on one thread"),
            format!("leave --threads out; `queens count {n}` counts on all cores"),
        ));
    }
    let start = Instant::now();
    let solutions = brute_force::count_on(threads, n)?;
    let seconds = start.elapsed().as_secs_f64();
    let (s, t) = (plural(solutions), plural(threads.get() as u64));
    output::print(format!(
        "{member}, n = {n}: {solutions} solution{s} in {seconds:.6} s on {threads} thread{t}\n"
    ))
}

fn as_printed(member: Member, n: u32) -> Result<Exit> {
    if member != Member::Mirror {
        return Err(Failure::new(
            format_args!("`{member}` is printed in its articles as it runs here"),
            "--as-printed is for mirror, whose article has a mistake",
        ));
    }
    let printed = mirror::as_printed(n);
    let right = member.count(n)?;
    let verdict = if printed == right {
        "right: the mistake shows for odd n from 5 on".to_owned()
    } else {
        let slip =
            if n < 2 { "the board is its own reflection" } else { "`x2 = 0` should be `ex2 = 0`" };
        format!("wrong: Q({n}) = {right}; {slip}")
    };
    let s = plural(printed);
    output::print(format!("{member} as printed, n = {n}: {printed} solution{s}\n{verdict}\n"))
}

fn every_bit(member: Member, n: u32) -> Result<Exit> {
    if member != Member::Bitwise {
        return Err(Failure::new(
            format_args!("`{member}` has no loop over every bit"),
            "--every-bit is for bitwise",
        ));
    }
    let mut solutions = 0_u64;
    let start = Instant::now();
    let _ = bitwise::every_bit(n, &mut |_: &[u32]| {
        solutions += 1;
        ControlFlow::Continue(())
    });
    let seconds = start.elapsed().as_secs_f64();
    // As in other runs, the counters do not slow the timed one.
    let Counters { nodes, tests, .. } = bitwise::every_bit_counters(n);
    let s = plural(solutions);
    output::print(format!(
        "{member} over every bit, n = {n}: {solutions} solution{s} in {seconds:.6} s\nnodes {nodes}, tests {tests}\n"
    ))
}
