//! `queens complete`: a partly filled board.

use std::iter;

use queens::{Completer, Completion, CompletionCount, PartialCount, Problem};
use queens_json::PartialCounts;

use crate::command::prelude::*;
use crate::file::Input;

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
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Args {
    /// Size of the board; or a file with a board, as text or as JSON; or `-` for stdin.
    #[arg(value_name = "N|FILE")]
    board: PathBuf,
    /// Fix queens on these squares (a1,c5).
    #[arg(long, value_name = "SQUARES", value_parser = arguments::squares)]
    fix: Vec<Squares>,
    /// Block these squares (d4,e5).
    #[arg(long, value_name = "SQUARES", value_parser = arguments::squares)]
    block: Vec<Squares>,
    /// Exclude the `\` diagonals through these squares.
    #[arg(long, value_name = "SQUARES", value_parser = arguments::squares)]
    exclude_diag: Vec<Squares>,
    /// Exclude the `/` diagonals through these squares.
    #[arg(long, value_name = "SQUARES", value_parser = arguments::squares)]
    exclude_anti: Vec<Squares>,
    /// Treat the board as a torus: diagonals continue at the opposite edge.
    #[arg(long)]
    torus: bool,
    /// Use superqueens, which also attack as knights (amazons).
    #[arg(long)]
    superqueens: bool,
    /// Count the solutions.
    #[arg(long, conflicts_with_all = ["list", "draw"])]
    count: bool,
    /// Print how long the count would take, from a sample of some seconds.
    #[arg(long, requires = "count")]
    dry_run: bool,
    /// Count the placements of every number of queens, and those to which none can be added.
    #[arg(long, conflicts_with_all = ["count", "list", "draw"])]
    partial: bool,
    /// List the solutions in lexicographic order.
    #[arg(long)]
    list: bool,
    /// List at most K solutions.
    #[arg(long, value_name = "K", requires = "list")]
    limit: Option<NonZeroU64>,
    /// Kernel that counts; `queens info` lists those that this machine has.
    #[arg(long, value_name = "NAME", default_value = "auto", requires = "count",
          value_parser = arguments::choice::<Kernel>)]
    backend: Choice<Kernel>,
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
    let problem = problem(args)?;
    let stop = signal::raising()?;
    let options = Options::new().threads(args.threads.map_or(0, NonZeroUsize::get)).stop(&stop);
    let exit = if args.dry_run {
        let completer = completer(args, &problem);
        let method = completer.clone().options(&options).plan()?.method.name();
        let count = |options: &Options<'_>| completer.clone().options(options).count().map(drop);
        let forecast = || forecast::of_sample(problem.size(), Some(method), count, &options);
        forecast::write(args.form.format, iter::once_with(forecast))
    } else if args.count {
        count(args, &problem, &options)
    } else if args.partial {
        partial(args, &problem, &options)
    } else if args.list {
        list(args, &problem, &options)
    } else {
        find(args, &problem, &options)
    };
    or_stopped(exit, || format!("the {0} x {0} board is not finished", problem.size()))
}

fn problem(args: &Args) -> Result<Problem> {
    let text = args.board.to_string_lossy();
    // A negative one is an error of a size, not a file.
    let digits = text.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    let is_number = digits && text != "-";
    let mut problem = match (is_number, args.torus) {
        (true, true) => Problem::torus(queens::board::parse_size(&text)?),
        (true, false) => Problem::new(queens::board::parse_size(&text)?),
        (false, false) => read(&args.board)?,
        (false, true) => {
            return Err(Failure::new(
                "--torus needs the size of a board, and a file is given",
                "write the line `torus` into the file, or give a size",
            ));
        }
    };
    if args.superqueens {
        problem = problem.with_superqueens()?;
    }
    let each = |squares: &[Squares]| squares.concat().into_iter();
    problem = each(&args.fix).try_fold(problem, Problem::with_queen)?;
    problem = each(&args.block).try_fold(problem, Problem::with_blocked)?;
    problem = each(&args.exclude_diag).try_fold(problem, Problem::with_excluded_diag)?;
    Ok(each(&args.exclude_anti).try_fold(problem, Problem::with_excluded_anti)?)
}

/// Reads a problem as a text or, if it begins with a brace, as JSON.
fn read(file: &Path) -> Result<Problem> {
    let advice = "give the size of a board, a file with a board, or - for stdin";
    let mut input = Input::open(file, advice)?;
    let (text, name) = (input.text(advice)?, input.name);
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(&text).map_err(|error| {
            Failure::new(format_args!("{name}: {error}"), "`queens complete --help` shows the form")
        });
    }
    text.parse::<Problem>().map_err(|error| error.within(name).into())
}

fn find(args: &Args, problem: &Problem, options: &Options<'_>) -> Result<Exit> {
    let start = Instant::now();
    let completion = Completer::new(problem).options(options).find()?;
    let seconds = start.elapsed().as_secs_f64();
    let document = queens_json::Completion::new(problem, &completion, seconds);
    let Completion { placement, nodes, .. } = completion;
    let exit = Exit::yes_if(placement.is_some());
    args.form.format.write(&document, |_| {
        let n = problem.size();
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

fn completer<'a>(args: &Args, problem: &'a Problem) -> Completer<'a> {
    let completer = Completer::new(problem);
    args.backend.map_or(completer.clone(), |kernel| completer.kernel(kernel))
}

fn count(args: &Args, problem: &Problem, options: &Options<'_>) -> Result<Exit> {
    let meter = Meter::new("completions", args.progress);
    let count = |options: &Options<'_>| completer(args, problem).options(options).count();
    let (count, time) = meter.watch(options, count)?;
    let CompletionCount { total, nodes } = count;
    let seconds = time.as_secs_f64();
    let document = queens_json::CompletionCount::new(problem, &count, seconds);
    args.form.format.write(&document, |out| {
        match args.form.format {
            Format::Csv => {
                let n = problem.size();
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
    let (document, n) = (PartialCounts::new(problem, &counts, time.as_secs_f64()), problem.size());
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
    let listed = placements::write_all(&args.form, problem.size(), &head, args.limit, all)?;
    Ok(Exit::yes_if(listed > 0))
}
