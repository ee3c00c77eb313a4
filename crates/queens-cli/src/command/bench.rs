//! `queens bench`: how fast the kernels are here, and whether they do the same work.

use std::collections::HashMap;

use queens::{CountReport, Counter, known};
use queens_gallery::Member;

use crate::command::prelude::*;

/// Measure the kernels of this machine, in turn, against an algorithm of the gallery.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens bench                                  every kernel, n = 14 to 16
  queens bench --compare mirror --sizes 16      as multiples of the gallery's mirror
  queens bench --kernels portable --sizes 14 -j 1,2
  queens bench --methods search,color --sizes 15..17
  queens bench --signature                      a fixed piece of work: solutions and nodes

The kernels run one after the other, round by round, so that all see the machine in the same state.
Every count is compared with the known value; a wrong one ends the command with exit code 3.")]
pub(crate) struct Args {
    /// Sizes of the board: 16, or 14..16 with both ends, or 14,16.
    #[arg(long, value_name = "A..B", default_value = "14..16", value_parser = arguments::sizes)]
    sizes: Sizes,
    /// Kernels to measure, separated by commas [default: all that this machine has].
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    kernels: Vec<Kernel>,
    /// Methods to measure, separated by commas: search, color.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "search")]
    methods: Vec<Method>,
    /// Algorithm of the gallery to compare with, on one thread.
    #[arg(long, value_name = "NAME")]
    compare: Option<Member>,
    /// Numbers of threads, separated by commas.
    #[arg(short = 'j', long, value_name = "N", value_delimiter = ',', default_value = "1",
          value_parser = arguments::threads)]
    threads: Vec<NonZeroUsize>,
    /// Number of rounds.
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Print the signature of each kernel: solutions and nodes over a fixed set of problems.
    #[arg(long, conflicts_with_all = ["kernels", "methods", "compare", "rounds", "format"])]
    signature: bool,
    #[command(flatten)]
    form: Form,
}

/// The times of a subject on one size.
struct Row {
    n: u32,
    name: String,
    threads: usize,
    total: u128,
    nodes: Option<u128>,
    seconds: Vec<f64>,
}

/// Solutions, and the nodes of a kernel.
type Counted = Result<(u128, Option<u128>), Error>;

struct Subject {
    name: String,
    threads: usize,
    count: Box<dyn Fn(u32) -> Counted>,
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let mut out = output::stdout();
    if args.signature {
        return signature(&mut out);
    }
    let subjects = subjects(args)?;
    let is_json = args.form.format == Format::Json;
    let mut rows: Vec<Row> = Vec::new();
    for &n in &args.sizes {
        let before = rows.len();
        for round in 0..args.rounds {
            for (i, Subject { name, threads, count }) in subjects.iter().enumerate() {
                let start = Instant::now();
                let (total, nodes) = count(n)?;
                let seconds = start.elapsed().as_secs_f64();
                if known::TOTAL.at(n).is_some_and(|known| known != total) {
                    let what = format!("{name} counts {total} for n = {n}");
                    return Err(Failure::conflict(what, "run `queens self-test`"));
                }
                if round == 0 {
                    let (name, threads) = (name.clone(), *threads);
                    rows.push(Row { n, name, threads, total, nodes, seconds: Vec::new() });
                }
                rows[before + i].seconds.push(seconds);
            }
        }
        if !is_json {
            table(&mut out, &rows[before..], args.compare.is_some(), before == 0)?;
        }
    }
    if is_json {
        let row = |row: &Row| {
            json!({
                "n": row.n,
                "name": row.name,
                "threads": row.threads,
                "total": row.total.to_string(),
                "nodes": row.nodes.map(|nodes| nodes.to_string()),
                "seconds": row.seconds,
            })
        };
        let document = joined([
            json!({ "schema": "queens.bench/1", "version": env!("CARGO_PKG_VERSION") }),
            json!(machine()),
            json!({ "rows": rows.iter().map(row).collect::<Vec<_>>() }),
        ]);
        output::json(&mut out, &document)?;
    }
    output::end(out)
}

/// The algorithm to compare with comes first, then the kernels.
fn subjects(args: &Args) -> Result<Vec<Subject>> {
    let mut subjects = Vec::new();
    if let Some(member) = args.compare {
        args.sizes.iter().try_for_each(|&n| member.about().accepts(n))?;
        let count = move |n| Ok((u128::from(member.count(n)?), None));
        subjects.push(Subject { name: member.to_string(), threads: 1, count: Box::new(count) });
    }
    for &method in &args.methods {
        for kernel in Kernel::ALL {
            // By search, portable is for the boards that scalar does not count.
            let is_own = (kernel, method) != (Kernel::Portable, Method::Search);
            if args.kernels.contains(&kernel) {
                kernel.check(method)?;
            } else if !args.kernels.is_empty() || !is_own || kernel.check(method).is_err() {
                continue;
            }
            for &threads in &args.threads {
                let name = match method {
                    Method::Search => kernel.to_string(),
                    Method::Color => format!("{method} {kernel}"),
                };
                let count = move |n| {
                    let options = Options::new().threads(threads.get());
                    let counter = Counter::new(n).method(method).kernel(kernel);
                    let report = counter.options(&options).run()?;
                    Ok((report.total, Some(report.nodes)))
                };
                subjects.push(Subject { name, threads: threads.get(), count: Box::new(count) });
            }
        }
    }
    Ok(subjects)
}

/// Writes a line for each subject: the fastest round, and the spread of them.
fn table(out: &mut impl Write, rows: &[Row], compare: bool, head: bool) -> Result<()> {
    if head {
        let ratio = if compare { "  times the first" } else { "" };
        writeln!(
            out,
            " n  kernel     threads     fastest      median     slowest  ns/solution{ratio}"
        )?;
    }
    let mut reference = None;
    for Row { n, name, threads, total, seconds, .. } in rows {
        let mut seconds = seconds.clone();
        seconds.sort_by(f64::total_cmp);
        let (first, median) = (seconds[0], seconds[seconds.len() / 2]);
        let last = seconds[seconds.len() - 1];
        let each = first * 1e9 / *total as f64;
        write!(
            out,
            "{n:>2}  {name:<14}{threads:>4}  {first:>8.6} s  {median:>8.6} s  {last:>8.6} s  {each:>11.2}"
        )?;
        if compare {
            write!(out, "  {:>15.1}", *reference.get_or_insert(first) / first)?;
        }
        writeln!(out)?;
    }
    Ok(out.flush()?)
}

/// Prints what each kernel finds and visits over a fixed set of problems.
///
/// Kernels that prune in the same way must visit the same nodes: a changed search changes the numbers.
fn signature(out: &mut impl Write) -> Result<Exit> {
    let mut seen = HashMap::new();
    for id in Kernel::ALL.into_iter().filter(|kernel| kernel.missing().is_none()) {
        let pruning = match id {
            Kernel::Scalar => "none",
            _ => "two rows ahead",
        };
        let (mut solutions, mut nodes) = (0, 0);
        for n in 0..=13 {
            let CountReport { total, nodes: visited, .. } =
                Counter::new(n).method(Method::Search).kernel(id).run()?;
            solutions += total;
            nodes += visited;
        }
        writeln!(out, "{id:<9} solutions {solutions} nodes {nodes} (pruning: {pruning})")?;
        if *seen.entry(pruning).or_insert((solutions, nodes)) != (solutions, nodes) {
            out.flush()?;
            let what = format!("the signature of {id} is not that of the kernels that prune alike");
            return Err(Failure::conflict(what, "run `queens self-test`"));
        }
    }
    output::end(out)
}
