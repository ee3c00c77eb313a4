//! `queens complete`: a partly filled board.

use std::iter;

use queens::{Completer, Completion, CompletionCount, PartialCount, Problem};

use crate::command::prelude::*;
use crate::command::problem::Board;

/// Complete a board: some solution, all, their number, or the proof that there is none.
#[derive(ClapArgs, Debug)]
#[command(
    long_about = "Complete a board with queens fixed, squares blocked and diagonals excluded: print \
                  a solution, all of them or their number. Ends with exit code 1 if there is \
                  provably none. With --partial, count the placements of fewer queens.",
    after_help = "\
Examples:
  queens complete 8 --fix a1,b5           some solution with queens on a1 and b5
  queens complete 8 --fix a1 --list       all of them, in lexicographic order
  queens complete 12 --block d4,e5 --count
  queens complete 20 --fix a1 --count --dry-run
                                          how long it would take
  queens complete 10 --exclude-diag d3 --exclude-anti a2
  queens complete 13 --torus --count      A051906
  queens complete 12 --superqueens --count
                                             queens that also attack as knights: A051223
  queens complete 8 --partial             ways to place 0, 1, 2, .. 8 queens: A348129
  queens complete board.txt --format json
  printf '..#.\\n....\\n....\\n....\\n' | queens complete -

A board as text has one line for each row: Q is a queen, # a blocked square, . an open one. Lines
`torus`, `superqueens`, `exclude-diag d3`, `exclude-anti a2` are possible; a comment follows ;.
A JSON object (queens.problem/1) is read too:
  {\"n\": 8, \"queens\": [\"a1\"], \"blocked\": [\"d4\"], \"topology\": \"torus\"}"
)]
// What needs an option also conflicts with whatever this option conflicts with: clap 4 does not ask for an option that could not
// be given.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Args {
    #[command(flatten)]
    board: Board,
    /// Count the solutions.
    #[arg(long, group = "number", conflicts_with_all = ["list", "limit", "draw", "style"])]
    count: bool,
    /// Print how long the count would take, from a sample of some seconds.
    #[arg(long, requires = "number", conflicts_with_all = ["list", "limit", "draw", "style"])]
    dry_run: bool,
    /// Count the placements of every number of queens, and those to which none can be added.
    #[arg(long, group = "number", conflicts_with_all = ["list", "limit", "draw", "style", "kernel"])]
    partial: bool,
    /// List the solutions in lexicographic order.
    #[arg(long)]
    list: bool,
    /// List at most K solutions.
    #[arg(long, value_name = "K", requires = "list")]
    limit: Option<NonZeroU64>,
    /// Kernel that counts; `queens info` lists those that this machine has.
    #[arg(long, value_name = "NAME", default_value = "auto", requires = "count",
          conflicts_with_all = ["list", "limit", "draw", "style"],
          value_parser = arguments::choice::<Kernel>)]
    kernel: Choice<Kernel>,
    /// Threads of a count [default: all cores].
    #[arg(short = 'j', long, value_name = "N", value_parser = arguments::threads)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    form: placements::Form,
    /// When to show the progress of a count on stderr: auto (on a terminal), always or never.
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", hide_possible_values = true)]
    progress: When,
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let problem = args.board.problem()?;
    let stop = signal::raising()?;
    let options = arguments::options(args.threads, &stop);
    let exit = if args.dry_run {
        dry_run(args, &problem, &options)
    } else if args.count {
        count(args, &problem, &options)
    } else if args.partial {
        partial(args, &problem, &options)
    } else if args.list {
        list(args, &problem, &options)
    } else {
        find(args, &problem, &options)
    };
    or_stopped(exit, || format!("the {0} x {0} board is not finished", problem.n()))
}

fn dry_run(args: &Args, problem: &Problem, options: &Options<'_>) -> Result<Exit> {
    let (n, completer) =
        (problem.n(), Completer::new(problem).kernel(args.kernel).options(options));
    let forecast = if args.partial {
        let count = |options: &Options<'_>| completer.options(options).count_partial().map(drop);
        forecast::of_sample(n, None, count, options)
    } else {
        let plan = completer.plan()?;
        let model = (plan.method, plan.seconds);
        forecast::of_sample(n, Some(model), |options| plan.count(options).map(drop), options)
    };
    forecast::write(args.form.format, iter::once(forecast))
}

fn find(args: &Args, problem: &Problem, options: &Options<'_>) -> Result<Exit> {
    let start = Instant::now();
    let completion = Completer::new(problem).options(options).find()?;
    let seconds = start.elapsed().as_secs_f64();
    let document = queens_json::completion(problem, &completion, seconds);
    let Completion { placement, nodes, .. } = completion;
    let exit = Exit::yes_if(placement.is_some());
    args.form.format.write(&document, |_| {
        let n = problem.n();
        placements::write_all(&args.form, n, "", None, placement.into_iter().map(Ok))?;
        if exit == Exit::No && args.form.format == Format::Human {
            let proof = match nodes {
                0 => "without a search".to_owned(),
                1 => "in 1 node".to_owned(),
                nodes => format!("in {nodes} nodes"),
            };
            talk::note(format_args!("there is no completion: proved {proof}"));
        }
        Ok(())
    })?;
    Ok(exit)
}

fn count(args: &Args, problem: &Problem, options: &Options<'_>) -> Result<Exit> {
    let meter = Meter::new("completions", args.progress);
    let plan = Completer::new(problem).kernel(args.kernel).options(options).plan()?;
    let (n, threads) = (problem.n(), options.thread_count());
    let threads = super::run::within(None, n, plan.memory / threads.get() as u64, threads)?;
    let options = options.clone().threads(threads.get());
    let (count, time) = meter.watch(&options, |options| plan.count(options))?;
    let CompletionCount { total, nodes } = count;
    let seconds = time.as_secs_f64();
    let document = queens_json::completion_count(problem, &count, seconds);
    args.form.format.write(&document, |out| {
        match args.form.format {
            Format::Csv => {
                let n = problem.n();
                writeln!(out, "n,total,nodes,seconds\n{n},{total},{nodes},{seconds:.6}")?;
            }
            _ if talk::is_quiet() => writeln!(out, "{total}")?,
            _ => writeln!(out, "completions = {total}")?,
        }
        Ok(())
    })?;
    Ok(Exit::yes_if(total > 0))
}

fn partial(args: &Args, problem: &Problem, options: &Options<'_>) -> Result<Exit> {
    let meter = Meter::new("placements", args.progress);
    let count = |options: &Options<'_>| Completer::new(problem).options(options).count_partial();
    let (counts, time) = meter.watch(options, count)?;
    let n = problem.n();
    let row = |count: &PartialCount| {
        json!({
            "queens": count.queens,
            "placements": count.placements.to_string(),
            "maximal": count.maximal.to_string(),
        })
    };
    let document = json!({
        "schema": "queens.complete.partial/1",
        "problem": problem,
        "counts": counts.iter().map(row).collect::<Vec<_>>(),
        "seconds": time.as_secs_f64(),
    });
    args.form.format.write(&document, |out| {
        let lengths = counts.iter().map(|count| count.placements.to_string().len());
        let width = lengths.fold("placements".len(), usize::max);
        match args.form.format {
            Format::Csv => writeln!(out, "n,queens,placements,maximal")?,
            _ if talk::is_quiet() => {}
            _ => writeln!(out, "queens  {:>width$}  {:>width$}", "placements", "maximal")?,
        }
        for PartialCount { queens, placements, maximal } in &counts {
            match args.form.format {
                Format::Csv => writeln!(out, "{n},{queens},{placements},{maximal}")?,
                _ => writeln!(out, "{queens:>6}  {placements:>width$}  {maximal:>width$}")?,
            }
        }
        Ok(())
    })
}

fn list(args: &Args, problem: &Problem, options: &Options<'_>) -> Result<Exit> {
    let all = Completer::new(problem).options(options).list()?;
    let head = format!(
        "{{\"schema\":\"queens.complete.list/1\",\"problem\":{}",
        serde_json::to_string(problem)?
    );
    let listed = placements::write_all(&args.form, problem.n(), &head, args.limit, all)?;
    Ok(Exit::yes_if(listed > 0))
}
