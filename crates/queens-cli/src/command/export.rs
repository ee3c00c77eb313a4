//! `queens export`: problems for other programs.

use clap::ValueEnum;
use queens::export::Format as Text;
use queens::{Completer, Problem, known};
use queens_puzzle::Puzzle;

use crate::command::prelude::*;
use crate::command::problem::Board;

/// Write a board for other solvers: SAT, ASP, CP, exact cover, integer programs.
#[derive(ClapArgs, Debug)]
#[command(
    long_about = "Write a board, with the conditions of `queens complete`, as a file for another program. \
                  Each solution of the board is exactly one solution of the file. A comment says how many \
                  there are, if counting takes less than a second.",
    after_help = "\
Examples:
  queens export dimacs 8 > 8.cnf          for SAT solvers and model counters: 92 models
  queens export asp 8 --block a1,h1,a8,h8 > 8.lp
  queens export minizinc 10 --superqueens > 10.mzn
  queens export exact-cover 7 --torus > 7.dlx
  queens export opb board.txt             a board as text or as JSON
  queens puzzle new 8 --seed 1 | queens export puzzlink -

docs/solvers.md says what each program does with these files, and has counts to compare with."
)]
pub(crate) struct Args {
    /// What to write.
    #[arg(value_enum)]
    format: Format,
    #[command(flatten)]
    board: Board,
    /// Count the solutions however long it takes.
    #[arg(long)]
    count: bool,
    /// When to show the progress of a count on stderr: auto (on a terminal), always or never.
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", hide_possible_values = true)]
    progress: When,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// DIMACS CNF: SAT solvers and model counters.
    Dimacs,
    /// A logic program for clingo.
    Asp,
    /// A MiniZinc model.
    #[value(name = "minizinc")]
    MiniZinc,
    /// Exact cover with secondary items: miniexact and Knuth's dancing links programs.
    ExactCover,
    /// Pseudo-Boolean constraints: clasp, SCIP.
    Opb,
    /// An integer program in CPLEX's LP format: HiGHS, GLPK, CBC, SCIP.
    Lp,
    /// The address of a puzzle on puzz.link; regions only.
    Puzzlink,
}

impl Format {
    /// The format of solvers; nothing if it is an address.
    const fn text(self) -> Option<Text> {
        Some(match self {
            Self::Dimacs => Text::Dimacs,
            Self::Asp => Text::Asp,
            Self::MiniZinc => Text::MiniZinc,
            Self::ExactCover => Text::ExactCover,
            Self::Opb => Text::Opb,
            Self::Lp => Text::Lp,
            Self::Puzzlink => return None,
        })
    }
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let problem = args.board.problem()?;
    let Some(format) = args.format.text() else { return address(problem) };
    let export = problem.export(format)?;
    let stop = signal::raising()?;
    let solutions = or_stopped(solutions(args, &problem, &stop), || "nothing was written".into())?;
    if solutions.is_none() {
        talk::note("not counted: it takes more than a second; --count waits for it");
    }
    let mut out = output::stdout();
    write!(out, "{}", export.solutions(solutions))?;
    output::end(out)
}

/// The address of a puzzle, which has no place for what stands on it.
fn address(problem: Problem) -> Result<Exit> {
    let puzzle = Puzzle::try_from(problem)?;
    if puzzle.queens().next().is_some() || puzzle.crosses().next().is_some() {
        return Err(Failure::new(
            "an address of puzz.link has regions alone, and there are queens or blocked squares",
            "leave them out",
        ));
    }
    output::print(queens_puzzle::Format::Puzzlink.write(&puzzle)?)
}

/// How long a count may take that nobody asked for.
const PATIENCE: Duration = Duration::from_secs(1);

/// The number of solutions: a published one; or counted, if there is the time.
fn solutions(args: &Args, problem: &Problem, stop: &StopFlag) -> Result<Option<u128>> {
    if let Some(total) = problem.is_plain().then(|| known::TOTAL.at(problem.n())).flatten() {
        return Ok(Some(total));
    }
    if args.count {
        let meter = Meter::new("solutions", args.progress);
        let options = Options::new().stop(stop);
        let count = |options: &Options<'_>| Completer::new(problem).options(options).count();
        return Ok(Some(meter.watch(&options, count)?.0.total));
    }
    let count = forecast::within(PATIENCE, stop, |stop| {
        Completer::new(problem).options(&Options::new().stop(stop)).count()
    });
    // No thread, no timer, no count.
    let Ok(count) = count else { return Ok(None) };
    match count {
        Ok(count) => Ok(Some(count.total)),
        Err(error) if error.is_stopped() && !stop.is_raised() => Ok(None),
        Err(error) => Err(error.into()),
    }
}
