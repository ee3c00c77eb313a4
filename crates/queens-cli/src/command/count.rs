//! `queens count`: how many solutions.

mod part;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args as ClapArgs;
use queens::StopFlag;
use queens::{
    CountReport, Counter, Kernel, Method, Multiplicity, Options, Progress, SymmetryClasses,
};
use queens_json::{Count, CountPlan};
use queens_run::{Run, Worker};

use crate::arguments::{self, Choice};
use crate::forecast;
use crate::outcome::{Exit, Failure, finished};
use crate::output::{self, Documents, Format};
use crate::progress::{self, Meter, When};
use crate::signal::Signals;
use crate::sizes::{self, Sizes};

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
    #[arg(value_name = "N", value_parser = sizes::parse)]
    sizes: Sizes,
    /// Count solutions that are different up to symmetry (A002562).
    #[arg(long, conflicts_with = "classes")]
    fundamental: bool,
    /// Count by symmetry: orbits of 1, 2, 4 and 8 solutions.
    #[arg(long)]
    classes: bool,
    /// Count only the solutions that a half turn maps to themselves (A032522), n up to 32.
    #[arg(long, conflicts_with_all = ["fundamental", "classes", "method", "backend", "dir"])]
    half_turn: bool,
    /// Count only the solutions that a quarter turn maps to themselves (A033148), n up to 55.
    #[arg(long, conflicts_with_all = ["fundamental", "classes", "method", "backend", "dir",
                                      "half_turn"])]
    quarter_turn: bool,
    /// Count only the solutions whose queens on white squares stand in exactly these rows.
    ///
    /// Rows are numbered from 0 here, as in certificates: 0,2,5. A square is white if its row plus its
    /// column is even, so a1 is white. The method is color, or search, which shares nothing with it.
    #[arg(long, value_name = "ROWS", value_parser = arguments::rows,
          conflicts_with_all = ["fundamental", "classes", "backend", "dir", "half_turn", "quarter_turn"])]
    white_rows: Option<u32>,
    /// Method: auto (the faster one for n on this machine), search or color.
    #[arg(long, value_name = "METHOD", default_value = "auto", value_parser = arguments::choice::<Method>)]
    method: Choice<Method>,
    /// Count nothing; print the method, the memory and the time that the count would take.
    #[arg(long, conflicts_with_all = ["dir", "fundamental", "classes"])]
    dry_run: bool,
    /// Kernel that counts; `queens info` lists those that this machine has.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = arguments::choice::<Kernel>)]
    backend: Choice<Kernel>,
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

/// What was found out about a size.
struct Answer {
    report: CountReport,
    classes: Option<SymmetryClasses>,
    elapsed: Duration,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    if args.classes && args.format == Format::Bfile {
        return Err(Failure::new(
            "a b-file has one value a line, and --classes gives several",
            "leave --classes out, or choose --format csv",
        ));
    }
    if args.half_turn || args.quarter_turn || args.white_rows.is_some() {
        return part::run(args);
    }
    let largest = *args.sizes.as_slice().last().expect("there is at least one size");
    // A size that is too large is rejected before the smaller ones are counted.
    let plan = counter(args, largest).options(&options(args, &StopFlag::new())).plan()?;
    if args.dry_run {
        return dry_run(args);
    }
    let each = plan.memory / plan.threads.get() as u64;
    let threads = super::run::within(None, largest, each, plan.threads)?;
    let args = &Args { threads: Some(threads), ..args.clone() };
    if args.dir.is_some() && args.sizes.as_slice().len() > 1 {
        return Err(Failure::new(
            "a run counts one size, and several were given with --dir",
            "give one size and a directory for it",
        ));
    }
    let prepare = |dir: &PathBuf| super::run::prepare(dir, largest, args.method);
    let run = args.dir.as_ref().map(prepare).transpose()?;
    let work = |run| super::run::worker(run, args.backend).map(|worker| (run, worker));
    let worker = run.as_ref().map(work).transpose()?;
    // A signal until now has nothing to keep, and ends the process.
    let (stop, signals) =
        if run.is_some() { Signals::raising_only()? } else { Signals::raising()? };
    let mut printer = Printer::new(args)?;
    for &n in args.sizes.as_slice() {
        match count(args, n, worker.as_ref(), &stop)? {
            Ok(answer) => printer.print(&answer)?,
            Err(progress) => {
                printer.finish()?;
                let kept = match &args.dir {
                    Some(dir) => format!(", all of it kept in {}", dir.display()),
                    None => String::new(),
                };
                return Ok(stopped(n, progress, &kept, &signals));
            }
        }
    }
    printer.finish()?;
    Ok(Exit::Done)
}

/// Says how far the count was that a signal ended.
fn stopped(n: u32, progress: Progress, kept: &str, signals: &Signals) -> Exit {
    let percent = 100.0 * progress.fraction();
    output::note(format_args!(
        "stopped: n = {n} was at about {percent:.1} % of the estimated work{kept}"
    ));
    Exit::Signal(signals.received())
}

/// The count that the arguments describe.
fn counter<'a>(args: &Args, n: u32) -> Counter<'a> {
    let mut counter = Counter::new(n);
    if let Some(method) = args.method {
        counter = counter.method(method);
    }
    if let Some(id) = args.backend {
        counter = counter.kernel(id);
    }
    counter
}

/// The options of a count that the flag stops.
fn options<'a>(args: &Args, stop: &StopFlag) -> Options<'a> {
    Options::new().threads(args.threads.map_or(0, NonZeroUsize::get)).stop(stop)
}

/// After this time the pace of a count is known.
const PACE: Duration = Duration::from_secs(5);

/// A longer count prints a notice, once.
const LONG: Duration = Duration::from_mins(10);

/// The answer, or how far it was when a signal came.
fn count(
    args: &Args,
    size: u32,
    worker: Option<&(&Run, Worker<'_>)>,
    stop: &StopFlag,
) -> Result<Result<Answer, Progress>, Failure> {
    let meter = Meter::new(format!("n = {size}"), args.progress);
    let start = Instant::now();
    let is_told = AtomicBool::new(output::is_quiet() || args.dir.is_some());
    let show = |progress: Progress| {
        meter.show(progress);
        let elapsed = start.elapsed();
        if elapsed > PACE && progress.done > 0 && !is_told.swap(true, Ordering::Relaxed) {
            let whole = elapsed.div_f64(progress.fraction());
            if whole > LONG {
                let whole = progress::duration(whole);
                let notice = format!(
                    "n = {size} will take about {whole}, and nothing of it is kept if it is interrupted; \
                     `queens count {size} --dir q{size}` goes on where it was"
                );
                meter.suspend(|| output::note(notice));
            }
        }
    };
    let watched = options(args, stop).progress(&show);
    let outcome = match worker {
        Some((run, worker)) => super::run::count(run, worker, &watched),
        None => finished(counter(args, size).options(&watched).run()),
    };
    let elapsed = meter.finish();
    let Some(report) = outcome? else { return Ok(Err(meter.latest())) };
    let mut classes = None;
    if args.fundamental || args.classes {
        classes = finished(SymmetryClasses::of(size, report.total, &options(args, stop)))?;
        if classes.is_none() {
            return Ok(Err(Progress { done: 1, expected: 1 }));
        }
    }
    if args.progress.shown() {
        let seconds = progress::duration(elapsed);
        let CountReport { nodes, method, kernel, threads, .. } = report;
        let threads =
            if threads.get() == 1 { "1 thread".into() } else { format!("{threads} threads") };
        let what = match method {
            Method::Search if nodes == 1 => "node",
            Method::Search => "nodes",
            Method::Color => "placements",
        };
        let _ = writeln!(
            std::io::stderr(),
            "n = {size}: {seconds}, {nodes} {what}, {method} on {kernel}, {threads}"
        );
    }
    Ok(Ok(Answer { report, classes, elapsed }))
}

/// Writes answers in the requested format, each as soon as it is known.
struct Printer<'a> {
    args: &'a Args,
    out: std::io::BufWriter<anstream::Stdout>,
    /// How many answers were written.
    written: usize,
}

impl<'a> Printer<'a> {
    fn new(args: &'a Args) -> Result<Self, Failure> {
        let mut out = output::stdout();
        match args.format {
            Format::Csv => {
                let classes = if args.fundamental || args.classes {
                    "fundamental,half_turn,quarter_turn,orbits_1,orbits_2,orbits_4,orbits_8,"
                } else {
                    ""
                };
                writeln!(out, "n,total,{classes}nodes,seconds,method,backend,threads")?;
            }
            // Every counted size is in the array, even if a signal ends the command early.
            Format::Json if args.sizes.as_slice().len() > 1 => write!(out, "[")?,
            _ => {}
        }
        Ok(Self { args, out, written: 0 })
    }

    fn print(&mut self, answer: &Answer) -> Result<(), Failure> {
        let Answer { report, classes, elapsed } = answer;
        let (n, total) = (report.n, report.total);
        let value = match classes {
            Some(classes) if self.args.fundamental => classes.fundamental(),
            _ => total,
        };
        let many = self.args.sizes.as_slice().len() > 1;
        let name = if self.args.fundamental { "fundamental" } else { "Q" };
        match (self.args.format, classes) {
            (Format::Human, _) if output::is_quiet() => writeln!(self.out, "{value}")?,
            (Format::Human, Some(classes)) if self.args.classes => {
                if self.written > 0 {
                    writeln!(self.out)?;
                }
                let SymmetryClasses { half_turn, quarter_turn, .. } = *classes;
                let mut rows = vec![
                    ("total", total),
                    ("half_turn", half_turn),
                    ("quarter_turn", quarter_turn),
                    ("fundamental", classes.fundamental()),
                ];
                let names = ["  orbits of 1", "  orbits of 2", "  orbits of 4", "  orbits of 8"];
                rows.extend(names.into_iter().zip(Multiplicity::ALL.map(|m| classes.orbits(m))));
                writeln!(self.out, "n = {n}")?;
                let width = total.to_string().len();
                for (name, value) in rows {
                    writeln!(self.out, "{name:<14} {value:>width$}")?;
                }
            }
            (Format::Human, _) if many => {
                if self.written == 0 {
                    writeln!(self.out, " n  {}", if name == "Q" { "Q(n)" } else { name })?;
                }
                writeln!(self.out, "{n:>2}  {value}")?;
            }
            (Format::Human, _) => writeln!(self.out, "{name}({n}) = {value}")?,
            (Format::Bfile, _) => writeln!(self.out, "{n} {value}")?,
            (Format::Csv, classes) => {
                write!(self.out, "{n},{total},")?;
                if let Some(classes) = classes {
                    let SymmetryClasses { half_turn, quarter_turn, .. } = classes;
                    write!(self.out, "{},{half_turn},{quarter_turn},", classes.fundamental())?;
                    for multiplicity in Multiplicity::ALL {
                        write!(self.out, "{},", classes.orbits(multiplicity))?;
                    }
                }
                let CountReport { nodes, method, kernel, threads, .. } = report;
                let seconds = elapsed.as_secs_f64();
                writeln!(self.out, "{nodes},{seconds:.6},{method},{kernel},{threads}")?;
            }
            (Format::Jsonl, _) => output::json_line(&mut self.out, &document(answer))?,
            (Format::Json, _) if many => {
                write!(self.out, "{}", if self.written > 0 { ",\n" } else { "\n" })?;
                serde_json::to_writer(&mut self.out, &document(answer))?;
            }
            (Format::Json, _) => output::json(&mut self.out, &document(answer))?,
        }
        self.written += 1;
        self.out.flush()?;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Failure> {
        if self.args.format == Format::Json && self.args.sizes.as_slice().len() > 1 {
            writeln!(self.out, "\n]")?;
        }
        self.out.flush()?;
        Ok(())
    }
}

fn document(Answer { report, classes, elapsed }: &Answer) -> Count {
    Count::new(report, classes.as_ref(), elapsed.as_secs_f64())
}

/// Prints what the counts would do, and how long they would take.
fn dry_run(args: &Args) -> Result<Exit, Failure> {
    if !matches!(args.format, Format::Human | Format::Json | Format::Jsonl) {
        return Err(forecast::no_table());
    }
    let (stop, signals) = Signals::raising()?;
    let mut out = output::stdout();
    let mut documents = Documents::new(args.format);
    for &n in args.sizes.as_slice() {
        let counter = counter(args, n).options(&options(args, &stop));
        let queens::CountPlan { n, method, kernel, threads, memory } = counter.plan()?;
        let Some(cost) = forecast::cost(&counter, &options(args, &stop))? else {
            return Ok(Exit::Signal(signals.received()));
        };
        if args.format == Format::Human {
            if n > args.sizes.as_slice()[0] {
                writeln!(out)?;
            }
            writeln!(out, "n        {n}")?;
            writeln!(out, "method   {method} on {kernel}, threads: {threads}")?;
            writeln!(out, "memory   about {} MB", memory.div_ceil(1_000_000))?;
            writeln!(out, "time     {}", cost.text(threads.get()))?;
            out.flush()?;
            continue;
        }
        let plan = CountPlan {
            n,
            method: method.name(),
            backend: kernel.name(),
            threads: threads.get(),
            memory: memory.into(),
            seconds: cost.core_seconds / threads.get() as f64,
            factor: cost.factor,
        };
        documents.add(&mut out, plan)?;
    }
    documents.end(&mut out)
}
