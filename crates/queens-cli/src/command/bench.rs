//! `queens bench`: how fast the kernels are here, and whether they do the same work.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use clap::Args as ClapArgs;
use queens::{CountReport, Counter, Kernel, Method, Options, known};
use queens_gallery::Member;
use queens_json::{Bench, BenchRow};

use crate::arguments;
use crate::machine;
use crate::outcome::{Exit, Failure, Outcome};
use crate::output::{self, Format};
use crate::sizes::Sizes;

/// Measure the kernels of this machine, in turn, against an algorithm of the gallery.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens bench                                  every kernel, n = 14 to 16
  queens bench --compare mirror --sizes 16      as multiples of the gallery's mirror
  queens bench --backends avx512 --sizes 16 -j 1,2
  queens bench --methods search,color --backends avx512 --sizes 17..19
  queens bench --signature                      a fixed piece of work: solutions and nodes

The kernels run one after the other, round by round, so that all see the machine in the same state.
Every count is compared with the known value; a wrong one ends the command with exit code 3.")]
pub(crate) struct Args {
    /// Sizes of the board: 16, or 14..16 with both ends, or 14,16.
    #[arg(long, value_name = "A..B", default_value = "14..16", value_parser = Sizes::parse)]
    sizes: Sizes,
    /// Kernels to measure, separated by commas [default: all that this machine has].
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    backends: Vec<Kernel>,
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
    #[arg(long, conflicts_with_all = ["backends", "methods", "compare", "rounds"])]
    signature: bool,
    /// Form of the answer.
    #[arg(long, default_value = "human", value_name = "FORMAT",
          value_parser = Format::among(&[Format::Human, Format::Json]))]
    format: Format,
}

/// Something that counts.
#[derive(Clone, Copy)]
enum Subject {
    Kernel(Method, Kernel, NonZeroUsize),
    Algorithm(Member),
}

pub(crate) fn run(args: &Args) -> Outcome {
    let mut out = output::stdout();
    if args.signature {
        return signature(&mut out);
    }
    let subjects = subjects(args)?;
    let mut rows = Vec::new();
    for &n in args.sizes.as_slice() {
        let mut of_size: Vec<BenchRow> = Vec::new();
        for round in 0..args.rounds {
            for (i, subject) in subjects.iter().enumerate() {
                let (total, nodes, time) = measure(*subject, n)?;
                if known::TOTAL.at(n).is_some_and(|known| known != total) {
                    let what = format!("{} counts {total} for n = {n}", name(*subject));
                    return Err(Failure::conflict(what, "run `queens self-test`"));
                }
                if round == 0 {
                    let (name, threads) = (name(*subject), threads(*subject));
                    let (total, nodes) = (total.into(), nodes.map(Into::into));
                    of_size.push(BenchRow { n, name, threads, total, nodes, seconds: Vec::new() });
                }
                of_size[i].seconds.push(time.as_secs_f64());
            }
        }
        if args.format == Format::Human {
            table(&mut out, &of_size, args.compare.is_some(), rows.is_empty())?;
        }
        rows.extend(of_size);
    }
    if args.format == Format::Json {
        let machine = machine::this();
        let version = env!("CARGO_PKG_VERSION");
        output::json(&mut out, &Bench { version, machine, rows })?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// The algorithm to compare with comes first, then the kernels.
fn subjects(args: &Args) -> Result<Vec<Subject>, Failure> {
    let mut subjects: Vec<Subject> = args.compare.into_iter().map(Subject::Algorithm).collect();
    if let (Some(member), Some(n)) = (args.compare, args.sizes.as_slice().last()) {
        member.accepts(*n)?;
    }
    for &method in &args.methods {
        for id in Kernel::ALL {
            // By search, portable is scalar.
            let is_own = (id, method) != (Kernel::Portable, Method::Search);
            match id.check(method) {
                Ok(()) if args.backends.is_empty() && is_own || args.backends.contains(&id) => {
                    let kernel = |&threads| Subject::Kernel(method, id, threads);
                    subjects.extend(args.threads.iter().map(kernel));
                }
                Err(unavailable) if args.backends.contains(&id) => return Err(unavailable.into()),
                _ => {}
            }
        }
    }
    Ok(subjects)
}

fn name(subject: Subject) -> String {
    match subject {
        Subject::Kernel(Method::Search, id, _) => id.to_string(),
        Subject::Kernel(method, id, _) => format!("{method} {id}"),
        Subject::Algorithm(member) => member.to_string(),
    }
}

fn threads(subject: Subject) -> usize {
    match subject {
        Subject::Kernel(.., threads) => threads.get(),
        Subject::Algorithm(_) => 1,
    }
}

fn measure(subject: Subject, size: u32) -> Result<(u128, Option<u128>, Duration), Failure> {
    let start = Instant::now();
    match subject {
        Subject::Kernel(method, id, threads) => {
            let options = Options::new().threads(threads.get());
            let report = Counter::new(size).method(method).kernel(id).options(&options).run()?;
            Ok((report.total, Some(report.nodes), start.elapsed()))
        }
        Subject::Algorithm(member) => {
            let total = member.count(size)?;
            Ok((u128::from(total), None, start.elapsed()))
        }
    }
}

/// Writes a line for each subject: the fastest round, and the spread of them.
fn table(
    out: &mut impl Write,
    rows: &[BenchRow],
    compare: bool,
    head: bool,
) -> Result<(), Failure> {
    if head {
        let ratio = if compare { "  times the first" } else { "" };
        writeln!(
            out,
            " n  kernel     threads     fastest      median     slowest  ns/solution{ratio}"
        )?;
    }
    let fastest = |row: &BenchRow| row.seconds.iter().copied().fold(f64::INFINITY, f64::min);
    for row in rows {
        let mut seconds = row.seconds.clone();
        seconds.sort_by(f64::total_cmp);
        let (first, median) = (seconds[0], seconds[seconds.len() / 2]);
        let last = seconds[seconds.len() - 1];
        let total = row.total.0 as f64;
        let BenchRow { n, name, threads, .. } = row;
        write!(
            out,
            "{n:>2}  {name:<14}{threads:>4}  {first:>8.6} s  {median:>8.6} s  {last:>8.6} s"
        )?;
        write!(out, "  {:>11.2}", first * 1e9 / total)?;
        if compare {
            write!(out, "  {:>15.1}", fastest(&rows[0]) / first)?;
        }
        writeln!(out)?;
    }
    out.flush()?;
    Ok(())
}

/// The sizes of the signature: every kernel counts them in an instant.
const SIGNATURE: std::ops::RangeInclusive<u32> = 0..=13;

/// Prints what each kernel finds and visits over a fixed set of problems.
///
/// Kernels that prune in the same way must visit the same nodes: a changed search changes the numbers.
fn signature(out: &mut impl Write) -> Outcome {
    let mut seen: Vec<(&str, u128, u128)> = Vec::new();
    for id in Kernel::ALL.into_iter().filter(|kernel| kernel.missing().is_none()) {
        let pruning = match id {
            Kernel::Scalar | Kernel::Portable => "none",
            _ => "two rows ahead",
        };
        let (mut solutions, mut nodes) = (0, 0);
        for n in SIGNATURE {
            let CountReport { total, nodes: visited, .. } =
                Counter::new(n).method(Method::Search).kernel(id).run()?;
            solutions += total;
            nodes += visited;
        }
        writeln!(out, "{id:<9} solutions {solutions} nodes {nodes} (pruning: {pruning})")?;
        if let Some(other) = seen.iter().find(|other| other.0 == pruning)
            && (other.1, other.2) != (solutions, nodes)
        {
            out.flush()?;
            let what = format!("the signature of {id} is not that of the kernels that prune alike");
            return Err(Failure::conflict(what, "run `queens self-test`"));
        }
        seen.push((pruning, solutions, nodes));
    }
    out.flush()?;
    Ok(Exit::Done)
}
