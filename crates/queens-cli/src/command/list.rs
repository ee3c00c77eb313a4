//! `queens list`: every solution, streamed.

use std::ops::ControlFlow;

use queens::Problem;

use crate::command::prelude::*;

/// List the solutions in lexicographic order.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens list 6
  queens list 12 --limit 5
  queens list 8 --fundamental
  queens list 8 --fundamental --draw")]
pub(crate) struct Args {
    /// Size of the board.
    #[arg(value_parser = arguments::size)]
    n: u32,
    /// List one solution for each orbit: the first of its eight images.
    #[arg(long)]
    fundamental: bool,
    /// List at most K solutions.
    #[arg(long, value_name = "K")]
    limit: Option<NonZeroU64>,
    #[command(flatten)]
    form: placements::Form,
}

/// Steps of the search between two looks at the flag: some milliseconds.
const STEPS: u64 = 1 << 20;

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let mut solutions = queens::list(&Problem::new(args.n))?;
    let stop = signal::raising()?;
    let all = std::iter::from_fn(|| {
        while !stop.is_raised() {
            // Where solutions are rare, one may be hours away.
            if let ControlFlow::Break(end) = solutions.next_within(STEPS) {
                return end;
            }
        }
        None
    });
    let all = all.filter(|placement| !args.fundamental || placement.is_canonical());
    let (n, fundamental) = (args.n, args.fundamental);
    let head = format!("{{\"schema\":\"queens.list/1\",\"n\":{n},\"fundamental\":{fundamental}");
    let listed = placements::write_all(&args.form, n, &head, args.limit, all, &stop);
    or_stopped(listed, || "the list is not whole".to_owned())?;
    Ok(Exit::Done)
}
