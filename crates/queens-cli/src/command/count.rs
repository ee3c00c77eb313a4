//! `queens count`: how many solutions.

mod part;

use std::sync::atomic::{AtomicBool, Ordering};

use queens::{CountReport, Counter, Multiplicity, Progress, SymmetryClasses};
use queens_run::{Run, Worker};

use crate::command::prelude::*;

/// Count the solutions: all, fundamental ones, by symmetry class.
#[derive(ClapArgs, Clone, Debug)]
#[command(after_help = "\
Examples:
  queens count 16
  queens count 1..14 --format bfile      the first terms of OEIS A000170
  queens count 1..14 --fundamental -q    the numbers of A002562 and nothing else
  queens count 8 --classes --format json
  queens count 4..24 --half-turn         solutions with a symmetry alone (A032522)
  queens count 12 --white-rows 0,1,2,7,8,11 --method search
                                         one row pattern of a certificate
  queens count 20 --dir r20              a count that you may interrupt and continue
  queens count 24 --dry-run              the method, the memory and the time that it would take")]
#[allow(clippy::struct_excessive_bools, reason = "flags of the command line")]
pub(crate) struct Args {
    /// Size of the board, or a range of sizes with both ends (1..14).
    #[arg(value_name = "N", value_parser = arguments::sizes)]
    sizes: Sizes,
    /// Count solutions that are different up to symmetry (A002562).
    #[arg(long, conflicts_with = "classes")]
    fundamental: bool,
    /// Count by symmetry: orbits of 1, 2, 4 and 8 solutions.
    #[arg(long)]
    classes: bool,
    /// Count only the solutions that a half turn maps to themselves (A032522), n up to 32.
    #[arg(long, conflicts_with_all = ["fundamental", "classes", "method", "kernel", "dir"])]
    half_turn: bool,
    /// Count only the solutions that a quarter turn maps to themselves (A033148), n up to 55.
    #[arg(long, conflicts_with_all = ["fundamental", "classes", "method", "kernel", "dir",
                                      "half_turn"])]
    quarter_turn: bool,
    /// Count only the solutions whose queens on white squares stand in exactly these rows.
    ///
    /// Rows are numbered from 0 here, as in certificates: 0,2,5. A square is white if its row plus its
    /// column is even, so a1 is white. The method is color, or search, which shares nothing with it.
    #[arg(long, value_name = "ROWS", value_parser = arguments::rows,
          conflicts_with_all = ["fundamental", "classes", "kernel", "dir", "half_turn", "quarter_turn"])]
    white_rows: Option<u32>,
    /// Method: auto (the faster one for n on this machine), search or color.
    #[arg(long, value_name = "METHOD", default_value = "auto", value_parser = arguments::choice::<Method>)]
    method: Choice<Method>,
    /// Count nothing; print the method, the memory and the time that the count would take.
    #[arg(long, conflicts_with_all = ["dir", "fundamental", "classes"])]
    dry_run: bool,
    /// Kernel that counts; `queens info` lists those that this machine has.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = arguments::choice::<Kernel>)]
    kernel: Choice<Kernel>,
    /// Threads [default: all cores].
    #[arg(short = 'j', long, value_name = "N", value_parser = arguments::threads)]
    threads: Option<NonZeroUsize>,
    /// Count in a directory, so that an interrupted count can continue.
    ///
    /// The results are written to the disk every few seconds. After an interruption, the same
    /// command continues the count. `queens run` does the same on many machines.
    #[arg(long, value_name = "RUN")]
    dir: Option<PathBuf>,
    /// Form of the answer.
    #[arg(long, default_value = "human", value_name = "FORMAT",
          value_parser = Format::among(&[Format::Human, Format::Json, Format::Jsonl, Format::Csv, Format::Bfile]))]
    format: Format,
    /// When to show progress and times on stderr: auto (on a terminal), always or never.
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", hide_possible_values = true)]
    progress: When,
}

/// A count, the symmetry of its solutions if it was asked for, and the seconds that it took.
type Answer = (CountReport, Option<SymmetryClasses>, f64);

pub(crate) fn run(args: &Args) -> Result<Exit> {
    if args.classes && args.format == Format::Bfile {
        return Err(Failure::new(
            "a b-file has one value a line, and --classes gives several",
            "leave --classes out, or choose --format csv",
        ));
    }
    if args.half_turn || args.quarter_turn || args.white_rows.is_some() {
        return part::run(args);
    }
    let largest = *args.sizes.last().expect("there is at least one size");
    // A size that is too large is rejected before the smaller ones are counted.
    let plan = counter(args, largest).options(&options(args, &StopFlag::new())).plan()?;
    if args.dry_run {
        return dry_run(args);
    }
    let each = plan.memory / plan.threads.get() as u64;
    let threads = super::run::within(None, largest, each, plan.threads)?;
    let args = &Args { threads: Some(threads), ..args.clone() };
    if args.dir.is_some() && args.sizes.len() > 1 {
        return Err(Failure::new(
            "a run counts one size, and several were given with --dir",
            "give one size and a directory for it",
        ));
    }
    let prepare = |dir: &PathBuf| super::run::prepare(dir, largest, args.method);
    let run = args.dir.as_ref().map(prepare).transpose()?;
    let worker = run.as_ref().map(|run| super::run::worker(run, args.kernel)).transpose()?;
    let worker = run.as_ref().zip(worker.as_ref());
    // A signal until now has nothing to keep, and ends the process.
    let stop = if run.is_some() { signal::raising_only()? } else { signal::raising()? };
    let by_symmetry = if args.fundamental || args.classes {
        "fundamental,half_turn,quarter_turn,orbits_1,orbits_2,orbits_4,orbits_8,"
    } else {
        ""
    };
    let columns = format!("total,{by_symmetry}nodes,seconds,method,kernel,threads");
    let mut printer = Printer::new(args, &columns)?;
    let print = |&n: &u32| printer.print(&count(args, n, worker, &stop)?);
    let counted = args.sizes.iter().try_for_each(print);
    printer.end(counted)
}

/// How far the count was that a signal ended.
fn how_far(n: u32, progress: Progress) -> String {
    let percent = 100.0 * progress.fraction();
    format!("n = {n} was at about {percent:.1} % of the estimated work")
}

fn counter<'a>(args: &Args, n: u32) -> Counter<'a> {
    Counter::new(n).method(args.method).kernel(args.kernel)
}

fn options<'a>(args: &Args, stop: &StopFlag) -> Options<'a> {
    arguments::options(args.threads, stop)
}

/// After this time the pace of a count is known.
const PACE: Duration = Duration::from_secs(5);

/// A longer count prints a notice, once.
const LONG: Duration = Duration::from_mins(10);

fn count(
    args: &Args,
    n: u32,
    worker: Option<(&Run, &Worker<'_>)>,
    stop: &StopFlag,
) -> Result<Answer> {
    let meter = Meter::new(format!("n = {n}"), args.progress);
    let start = Instant::now();
    let is_told = AtomicBool::new(talk::is_quiet() || args.dir.is_some());
    let notice = |progress: Progress| {
        let elapsed = start.elapsed();
        if elapsed > PACE && progress.done > 0 && !is_told.swap(true, Ordering::Relaxed) {
            let whole = elapsed.div_f64(progress.fraction());
            if whole > LONG {
                let whole = progress::duration(whole);
                let notice = format!(
                    "n = {n} will take about {whole}, and nothing of it is kept if it is interrupted; \
                     `queens count {n} --dir q{n}` goes on where it was"
                );
                meter.suspend(|| talk::note(notice));
            }
        }
    };
    let count = |options: &Options<'_>| match worker {
        Some((run, worker)) => super::run::count(run, worker, options),
        None => counter(args, n).options(options).run().map_err(Failure::from),
    };
    let outcome = meter.watch(&options(args, stop).progress(&notice), count);
    let kept = args.dir.as_ref().map(|dir| format!(", all of it kept in {}", dir.display()));
    let stopped = |at| how_far(n, at) + kept.as_deref().unwrap_or_default();
    let (report, elapsed) = or_stopped(outcome, || stopped(meter.latest()))?;
    let classes = (args.fundamental || args.classes)
        .then(|| SymmetryClasses::of(n, report.total, &options(args, stop)))
        .transpose();
    let classes = or_stopped(classes, || stopped(Progress { done: 1, expected: 1 }))?;
    if args.progress.shown() {
        let seconds = progress::duration(elapsed);
        let CountReport { nodes, method, kernel, threads, .. } = report;
        let what = match method {
            Method::Search if nodes == 1 => "node",
            Method::Search => "nodes",
            Method::Color => "placements",
        };
        let s = plural(threads.get() as u64);
        let _ = writeln!(
            io::stderr(),
            "n = {n}: {seconds}, {nodes} {what}, {method} on {kernel}, {threads} thread{s}"
        );
    }
    Ok((report, classes, elapsed.as_secs_f64()))
}

/// Writes an answer for each size as soon as it is known.
struct Printer<'a> {
    args: &'a Args,
    out: output::Stdout,
    documents: Documents,
}

impl<'a> Printer<'a> {
    /// `columns` are those of CSV after n.
    fn new(args: &'a Args, columns: &str) -> Result<Self> {
        let mut out = output::stdout();
        if args.format == Format::Csv {
            writeln!(out, "n,{columns}")?;
        }
        let documents = Documents::new(args.format, args.sizes.len());
        Ok(Self { args, out, documents })
    }

    /// Ends the answers. Those that were counted are whole, even if a signal ended the command early.
    fn end(self, counted: Result<()>) -> Result<Exit> {
        let exit = self.documents.end(self.out)?;
        counted.map(|()| exit)
    }

    /// Writes a value in any form but JSON; `cells` are those of CSV after n.
    fn value(&mut self, n: u32, name: &str, value: u128, cells: &str) -> io::Result<()> {
        match self.args.format {
            Format::Csv => writeln!(self.out, "{n},{cells}"),
            Format::Bfile => writeln!(self.out, "{n} {value}"),
            _ if talk::is_quiet() => writeln!(self.out, "{value}"),
            _ if self.args.sizes.len() > 1 => {
                if n == self.args.sizes[0] {
                    writeln!(self.out, " n  {}", if name == "Q" { "Q(n)" } else { name })?;
                }
                writeln!(self.out, "{n:>2}  {value}")
            }
            _ => writeln!(self.out, "{name}({n}) = {value}"),
        }
    }

    fn print(&mut self, (report, classes, seconds): &Answer) -> Result<()> {
        match (self.args.format, classes) {
            (Format::Json | Format::Jsonl, _) => {
                let document = queens_json::count(report, classes.as_ref(), *seconds);
                self.documents.add(&mut self.out, &document)?;
            }
            (Format::Human, Some(classes)) if self.args.classes && !talk::is_quiet() => {
                self.classes(report, classes)?;
            }
            _ => {
                let CountReport { n, total, nodes, method, kernel, threads } = *report;
                let by_symmetry = classes.map_or_else(String::new, |classes| {
                    let SymmetryClasses { half_turn, quarter_turn, .. } = classes;
                    let orbits = Multiplicity::ALL.map(|m| classes.orbits(m).to_string());
                    let fundamental = classes.fundamental();
                    format!("{fundamental},{half_turn},{quarter_turn},{},", orbits.join(","))
                });
                let cells = format!(
                    "{total},{by_symmetry}{nodes},{seconds:.6},{method},{kernel},{threads}"
                );
                let fundamental = classes.filter(|_| self.args.fundamental);
                let (name, value) = fundamental
                    .map_or(("Q", total), |classes| ("fundamental", classes.fundamental()));
                self.value(n, name, value, &cells)?;
            }
        }
        Ok(self.out.flush()?)
    }

    /// The solutions by symmetry, for people.
    fn classes(&mut self, report: &CountReport, classes: &SymmetryClasses) -> io::Result<()> {
        let CountReport { n, total, .. } = *report;
        writeln!(self.out, "{}n = {n}", if n > self.args.sizes[0] { "\n" } else { "" })?;
        let width = total.to_string().len();
        let [one, two, four, eight] = Multiplicity::ALL.map(|m| classes.orbits(m));
        for (name, value) in [
            ("total", total),
            ("half_turn", classes.half_turn),
            ("quarter_turn", classes.quarter_turn),
            ("fundamental", classes.fundamental()),
            ("  orbits of 1", one),
            ("  orbits of 2", two),
            ("  orbits of 4", four),
            ("  orbits of 8", eight),
        ] {
            writeln!(self.out, "{name:<14} {value:>width$}")?;
        }
        Ok(())
    }
}

/// Prints what the counts would do, and how long they would take.
fn dry_run(args: &Args) -> Result<Exit> {
    let stop = signal::raising()?;
    let forecast = |&n: &u32| {
        let counter = counter(args, n).options(&options(args, &stop));
        let queens::CountPlan { n, method, kernel, threads, memory } = counter.plan()?;
        let cost = forecast::cost(&counter, &options(args, &stop))?;
        let gap = if n > args.sizes[0] { "\n" } else { "" };
        let (megabytes, time) = (memory.div_ceil(1_000_000), cost.text(threads.get()));
        let lines = format!(
            "{gap}n        {n}\nmethod   {method} on {kernel}, threads: {threads}\n\
             memory   about {megabytes} MB\ntime     {time}\n"
        );
        let plan = json!({
            "schema": "queens.count.plan/1",
            "n": n,
            "method": method.name(),
            "kernel": kernel.name(),
            "threads": threads,
            "memory": memory.to_string(),
            "seconds": cost.core_seconds / threads.get() as f64,
            "factor": cost.factor,
        });
        Ok((plan, lines))
    };
    forecast::write(args.format, args.sizes.iter().map(forecast))
}
