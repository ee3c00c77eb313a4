//! `queens list`: every solution, streamed.

use queens::complete::MAX_N;
use queens::{Completer, ErrorKind, Problem};

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

/// Up to here, a list begins within seconds.
const SOON: u32 = 33;

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let problem = Problem::new(args.n);
    let stop = signal::raising()?;
    let options = Options::new().stop(&stop);
    let is_wanted = |found: &Result<Placement, Error>| {
        !args.fundamental || found.as_ref().map_or(true, Placement::is_canonical)
    };
    let (n, fundamental) = (args.n, args.fundamental);
    let all = Completer::new(&problem).options(&options).list();
    let all = all.map_err(|error| match error.kind() {
        ErrorKind::TooLarge => Failure::new(
            format_args!("n = {n} is too large to list"),
            format!("solutions are listed for n up to {MAX_N}; `queens find {n}` gives one"),
        ),
        _ => error.into(),
    })?;
    if n > SOON {
        talk::note(format_args!(
            "note: the first solution in lexicographic order may take minutes at n = {n}, and days from 40 on; \
             `queens find {n}` gives one at once"
        ));
    }
    let all = all.filter(is_wanted);
    let head = format!("{{\"schema\":\"queens.list/1\",\"n\":{n},\"fundamental\":{fundamental}");
    let listed = placements::write_all(&args.form, n, &head, args.limit, all);
    or_stopped(listed, || "the list is not whole".to_owned())?;
    Ok(Exit::Done)
}
