//! `queens gallery compare`: the algorithms side by side.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::iter;

use indicatif::{ProgressBar, ProgressStyle};
use queens_gallery::compare::{Cell, Comparison, Measured};
use queens_gallery::{Counters, Member};
use queens_json::Machine;

use crate::command::prelude::*;

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
    #[arg(long, value_name = "A..B", default_value = "4..12", value_parser = arguments::sizes)]
    sizes: Sizes,
    /// The longest search allowed: 500ms, 10s or 2m.
    ///
    /// A search that is predicted to take longer is left out of the tables. The prediction is the
    /// time of the largest size done, times the known growth of the algorithm's work. A search that
    /// nevertheless takes longer is stopped. Each search runs once with counters before it is timed
    /// without them, so a cell may take two and a half times the budget.
    #[arg(long, value_name = "T", default_value = "10s", value_parser = arguments::length)]
    budget: Duration,
    /// Write the measurements into this file, as comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let names = if args.names.is_empty() { Member::ALL } else { &args.names };
    let mut seen = BTreeSet::new();
    let members: Vec<Member> = names.iter().copied().filter(|name| seen.insert(*name)).collect();
    let sizes = &args.sizes[..];
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

    let machine = machine();
    args.form.format.write(&report(&compared, &machine), |out| {
        out.write_all(tables(&compared, &machine).as_bytes())?;
        if cfg!(debug_assertions) {
            writeln!(out, "These are the times of a debug build: they have no meaning.")?;
        }
        Ok(())
    })?;
    if let Some(path) = &args.csv {
        file::write(path, csv(&compared).as_bytes())?;
    }
    let advice = "one of them is wrong: please report it, with the output of this command";
    compared.disagreement().map_or(Ok(Exit::Done), |what| Err(Failure::conflict(what, advice)))
}

/// The two tables, time and nodes, in Markdown that can also be read as it stands.
fn tables(compared: &Comparison, machine: &Machine) -> String {
    let time = table(compared, "time", |measured| human(measured.seconds));
    let mut nodes = table(compared, "nodes", |measured| measured.counters.nodes.to_string());
    let number = |count: Option<u64>| count.map_or("-".to_owned(), |count| count.to_string());
    let solutions = compared.solutions().into_iter().map(number);
    nodes.push(iter::once("solutions".to_owned()).chain(solutions).collect());
    let Machine { cpu, os } = machine;
    format!(
        "{}\n{}\nTime: fastest run of a search for all solutions, one thread; {cpu}, {os}, queens {}.\n\
         Nodes: boards held, the empty one included.\n{}",
        markdown(&time),
        markdown(&nodes),
        env!("CARGO_PKG_VERSION"),
        legend(compared),
    )
}

/// A line of names, then a line for each algorithm.
fn table(compared: &Comparison, name: &str, show: fn(&Measured) -> String) -> Vec<Vec<String>> {
    // As in the articles: the first size says what the numbers are.
    let size = |(i, n): (usize, &u32)| if i == 0 { format!("n = {n}") } else { n.to_string() };
    let sizes = compared.sizes.iter().enumerate().map(size);
    let shown = |(.., cell): &(Member, u32, Cell)| match cell {
        Cell::Measured(measured) => show(measured),
        Cell::LeftOut(_) => "-".to_owned(),
        Cell::Stopped => ">".to_owned(),
        Cell::TooLarge => "x".to_owned(),
    };
    let line = |row: &[(Member, u32, Cell)]| {
        iter::once(row[0].0.to_string()).chain(row.iter().map(shown)).collect()
    };
    let head = iter::once(name.to_owned()).chain(sizes).collect();
    iter::once(head).chain(compared.cells.chunks(compared.sizes.len()).map(line)).collect()
}

/// Writes a table with a head, its columns aligned: the first to the left, the others to the right.
fn markdown(rows: &[Vec<String>]) -> String {
    let lengths = |column: usize| rows.iter().map(move |row| row[column].chars().count());
    let widths: Vec<usize> =
        (0..rows[0].len()).map(|column| lengths(column).fold(3, usize::max)).collect();
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let _ = write!(text, "| {:<width$} |", row[0], width = widths[0]);
        for (word, width) in row.iter().zip(&widths).skip(1) {
            let _ = write!(text, " {word:>width$} |");
        }
        text.push('\n');
        if number == 0 {
            let _ = write!(text, "|:{:-<width$}-|", "", width = widths[0]);
            for width in &widths[1..] {
                let _ = write!(text, "-{:-<width$}:|", "");
            }
            text.push('\n');
        }
    }
    text
}

/// Says what the marks in place of a number mean, if there are any.
fn legend(compared: &Comparison) -> String {
    let Comparison { sizes, budget, cells } = compared;
    let mut text = String::new();
    // An algorithm's first cell left out says when it became too long.
    let first_left_out = |row: &[(Member, u32, Cell)]| {
        row.iter().find_map(|(member, n, cell)| match cell {
            Cell::LeftOut(time) => Some(format!("{member}, n = {n} (about {})", human(*time))),
            _ => None,
        })
    };
    let left_out: Vec<String> = cells.chunks(sizes.len()).filter_map(first_left_out).collect();
    if !left_out.is_empty() {
        let list = left_out.join("; ");
        let _ =
            writeln!(text, "-: left out, predicted to exceed the budget of {budget:?}: {list}.");
    }
    let has = |mark| cells.iter().any(|(.., cell)| *cell == mark);
    if has(Cell::Stopped) {
        let _ = writeln!(
            text,
            ">: stopped: it took longer than the budget of {budget:?}, though predicted to fit."
        );
    }
    if has(Cell::TooLarge) {
        let _ = writeln!(
            text,
            "x: larger than the algorithm accepts; `queens gallery list` tells the limits."
        );
    }
    text
}

/// A time with its unit, to three digits: `85.0 ns`, `17.9 ms`, `5 min 16 s`.
fn human(seconds: f64) -> String {
    if seconds >= 59.95 {
        // A prediction may be out of all proportion.
        return progress::duration(Duration::from_secs_f64(seconds.min(1e18)));
    }
    let (value, unit) = match seconds {
        s if s < 999.5e-9 => (s * 1e9, "ns"),
        s if s < 999.5e-6 => (s * 1e6, "µs"),
        s if s < 999.5e-3 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    let decimals = match value {
        v if v < 9.995 => 2,
        v if v < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$} {unit}")
}

/// The cells measured as comma-separated values, a cell a line.
fn csv(compared: &Comparison) -> String {
    let mut text = "algorithm,n,solutions,nodes,tests,seconds,runs\n".to_owned();
    for (member, n, measured) in compared.measured() {
        let Measured { counters: Counters { nodes, tests, .. }, solutions, seconds, runs } =
            measured;
        let _ = writeln!(text, "{member},{n},{solutions},{nodes},{tests},{seconds:.12},{runs}");
    }
    text
}

fn report(compared: &Comparison, machine: &Machine) -> Value {
    let entry = |&(member, n, cell): &(Member, u32, Cell)| {
        let state = match cell {
            Cell::Measured(Measured { counters, solutions, seconds, runs }) => json!({
                "state": "measured",
                "solutions": solutions.to_string(),
                "nodes": counters.nodes.to_string(),
                "tests": counters.tests.to_string(),
                "seconds": seconds,
                "runs": runs,
            }),
            Cell::LeftOut(seconds) => json!({ "state": "left_out", "predicted_seconds": seconds }),
            Cell::Stopped => json!({ "state": "stopped" }),
            Cell::TooLarge => json!({ "state": "too_large" }),
        };
        joined([json!({ "algorithm": member.name(), "n": n }), state])
    };
    json!({
        "schema": "queens.gallery.compare/1",
        "queens": env!("CARGO_PKG_VERSION"),
        "build": if cfg!(debug_assertions) { "debug" } else { "release" },
        "machine": machine,
        "threads": 1,
        "budget_seconds": compared.budget.as_secs_f64(),
        "sizes": compared.sizes,
        "cells": compared.cells.iter().map(entry).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cell of every kind, in every form.
    #[test]
    fn a_comparison_to_the_letter() {
        let measured = |solutions, nodes, tests, seconds, runs| {
            let counters = Counters { nodes, tests, solutions };
            Cell::Measured(Measured { counters, solutions, seconds, runs })
        };
        let cells = vec![
            (Member::BruteForce, 6, measured(4, 2_391_494, 1_947_792, 0.025, 2)),
            (Member::BruteForce, 8, Cell::LeftOut(71.7)),
            (Member::BruteForce, 9, Cell::LeftOut(4000.0)),
            (Member::BruteForce, 20, Cell::TooLarge),
            (Member::Bitwise, 6, measured(4, 153, 152, 1.2e-6, 40_000)),
            (Member::Bitwise, 8, measured(92, 2057, 2056, 17.4e-6, 2047)),
            (Member::Bitwise, 9, Cell::Stopped),
            (Member::Bitwise, 20, Cell::TooLarge),
        ];
        let (sizes, budget) = (vec![6, 8, 9, 20], Duration::from_secs(10));
        let compared = Comparison { sizes, budget, cells };
        let machine =
            Machine { cpu: "A <fast> & loud processor".to_owned(), os: "linux x86_64".to_owned() };
        let expected = "\
| time        |   n = 6 |       8 |   9 |  20 |
|:------------|--------:|--------:|----:|----:|
| brute_force | 25.0 ms |       - |   - |   x |
| bitwise     | 1.20 µs | 17.4 µs |   > |   x |

| nodes       |   n = 6 |    8 |   9 |  20 |
|:------------|--------:|-----:|----:|----:|
| brute_force | 2391494 |    - |   - |   x |
| bitwise     |     153 | 2057 |   > |   x |
| solutions   |       4 |   92 |   - |   - |

Time: fastest run of a search for all solutions, one thread; A <fast> & loud processor, linux x86_64, queens VERSION.
Nodes: boards held, the empty one included.
-: left out, predicted to exceed the budget of 10s: brute_force, n = 8 (about 1 min 12 s).
>: stopped: it took longer than the budget of 10s, though predicted to fit.
x: larger than the algorithm accepts; `queens gallery list` tells the limits.
";
        let expected = expected.replace("VERSION", env!("CARGO_PKG_VERSION"));
        assert_eq!(tables(&compared, &machine), expected);

        let expected = "\
algorithm,n,solutions,nodes,tests,seconds,runs
brute_force,6,4,2391494,1947792,0.025000000000,2
bitwise,6,4,153,152,0.000001200000,40000
bitwise,8,92,2057,2056,0.000017400000,2047
";
        assert_eq!(csv(&compared), expected);

        let value = report(&compared, &machine);
        assert_eq!(value["queens"], env!("CARGO_PKG_VERSION"));
        assert_eq!(value["machine"]["os"], "linux x86_64");
        assert_eq!(value["budget_seconds"], 10.0);
        assert_eq!(value["sizes"], json!([6, 8, 9, 20]));
        let cells = value["cells"].as_array().unwrap();
        assert_eq!(cells.len(), 8);
        let measured = json!({
            "algorithm": "brute_force", "n": 6, "state": "measured", "solutions": "4",
            "nodes": "2391494", "tests": "1947792", "seconds": 0.025, "runs": 2
        });
        let left_out = json!({
            "algorithm": "brute_force", "n": 8, "state": "left_out", "predicted_seconds": 71.7
        });
        assert_eq!(cells[..2], [measured, left_out]);
        assert_eq!(cells[6], json!({"algorithm": "bitwise", "n": 9, "state": "stopped"}));
        assert_eq!(cells[7], json!({"algorithm": "bitwise", "n": 20, "state": "too_large"}));
    }

    #[test]
    fn units() {
        let times = [
            (0.0, "0.00 ns"),
            (85e-9, "85.0 ns"),
            (999.4e-9, "999 ns"),
            (999.6e-9, "1.00 µs"),
            (9.994e-6, "9.99 µs"),
            (9.996e-6, "10.0 µs"),
            (17.94e-3, "17.9 ms"),
            (0.675, "675 ms"),
            (7.9, "7.90 s"),
            (59.94, "59.9 s"),
            (59.96, "1 min"),
            (316.4, "5 min 16 s"),
            (f64::INFINITY, "11574074074074 d 1 h"),
        ];
        for (seconds, text) in times {
            assert_eq!(human(seconds), text);
        }
    }
}
