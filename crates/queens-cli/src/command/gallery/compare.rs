//! `queens gallery compare`: the algorithms side by side.

mod table;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressStyle};
use queens::StopFlag;
use queens_gallery::Member;
use queens_gallery::compare::Comparison;

use crate::file;
use crate::machine;
use crate::outcome::{Exit, Failure};
use crate::output::{self, Form};
use crate::sizes::{self, Sizes};

/// Compare the algorithms: a table of times, a table of nodes.
///
/// Every algorithm searches for all solutions on one thread. Its time is that of the fastest run:
/// of as many as take 50 ms, of three if they take more, of one if it takes a second. The nodes are
/// counted in a separate run. docs/measurements/plots.py draws what `--csv` writes.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens gallery compare
  queens gallery compare bitwise,flipped,mirror --sizes 8..14
  queens gallery compare --sizes 8,10,12,14 --budget 2m
  queens gallery compare --csv times.csv")]
pub(crate) struct Args {
    /// Algorithms, as `queens gallery list` names them, separated by commas or spaces [default: all].
    #[arg(value_name = "NAMES", value_delimiter = ',')]
    names: Vec<Member>,
    /// Sizes of the board: 8, or 4..12 with both ends, or 8,10,12.
    #[arg(long, value_name = "A..B", default_value = "4..12", value_parser = sizes::parse)]
    sizes: Sizes,
    /// The longest search allowed: 500ms, 10s or 2m.
    ///
    /// A search that is predicted to take longer is left out of the tables. The prediction is the
    /// time of the largest size done, times the known growth of the algorithm's work. A search that
    /// nevertheless takes longer is stopped. Each search runs once with counters before it is timed
    /// without them, so a cell may take two and a half times the budget.
    #[arg(long, value_name = "T", default_value = "10s", value_parser = crate::progress::length)]
    budget: Duration,
    /// Write the measurements into this file, as comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let mut members = Vec::new();
    for &member in if args.names.is_empty() { Member::ALL } else { &args.names } {
        if !members.contains(&member) {
            members.push(member);
        }
    }
    let sizes = args.sizes.as_slice();
    let largest = members.iter().map(|member| member.about().max_n).max().unwrap_or(0);
    if let Some(smallest) = sizes.first().filter(|&&smallest| smallest > largest) {
        return Err(Failure::new(
            format_args!("no algorithm to compare accepts n = {smallest}"),
            format!("the largest n that one of them accepts is {largest}"),
        ));
    }
    // The tables go to stdout.
    file::check_outputs(args.csv.as_deref().into_iter().chain([Path::new("-")]))?;

    // On a terminal only. It is drawn before each cell and never while a search runs, so that it takes no time
    // from it.
    let style = ProgressStyle::with_template("cell {pos} of {len}: {msg}");
    let bar = ProgressBar::new((members.len() * sizes.len()) as u64)
        .with_style(style.expect("the template is well-formed"));
    // A signal ends this command at once: there is nothing to be saved.
    let never = StopFlag::new();
    let compared = Comparison::measure(&members, sizes, args.budget, &never, |member, n| {
        bar.set_message(format!("{member}, n = {n}"));
        bar.inc(1);
    });
    bar.finish_and_clear();
    let compared = compared.expect("nothing stops it");

    let machine = machine::this();
    let mut out = output::stdout();
    if args.form.is_json() {
        output::json(&mut out, &table::report(&compared, &machine))?;
    } else {
        out.write_all(table::tables(&compared, &machine).as_bytes())?;
        if cfg!(debug_assertions) {
            writeln!(out, "These are the times of a debug build: they have no meaning.")?;
        }
    }
    out.flush()?;
    if let Some(path) = &args.csv {
        file::write(path, table::csv(&compared).as_bytes())?;
    }
    match compared.disagreement() {
        None => Ok(Exit::Done),
        Some(what) => Err(Failure::conflict(
            what,
            "one of them is wrong: please report it, with the output of this command",
        )),
    }
}
