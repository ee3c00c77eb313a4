//! `queens run`: counts that survive interruptions, on any number of machines.

mod certificate;
mod plan;
mod status;
mod work;

use queens::CountReport;
use queens_run::{EndReason, Merged, Plan, Run, Shard, Worker, available_memory, threads_within};

use crate::command::prelude::*;

/// Count on any number of machines, through interruptions, with a certificate.
#[derive(Subcommand, Debug)]
#[command(
    long_about = "Count on any number of machines, through interruptions.\n\nA run is a directory: a plan, \
                  the parts that workers write, and in the end a certificate. It needs no server. Any \
                  number of processes on any machines that share the directory can work on it, be \
                  killed and be started again. A run counts by color. docs/formats.md describes its \
                  files, RECORDS.md how to publish a record.",
    after_help = "\
Examples:
  queens run plan 16 --dir r16 --shards 4   cut n = 16 into ranges, for four shards
  queens run work r16                       count what is missing in the next open shard
  queens run work r16 all -j 8              count all that is missing, on eight threads
  queens run status r16
  queens run merge r16                      add up, and write certificate.json
  queens run verify r16                     check it, and count a sample again
  queens run submit slurm r16 -- --cpus-per-task=2"
)]
pub(crate) enum Command {
    Plan(plan::Args),
    Work(work::Args),
    Status(status::Args),
    Merge(certificate::MergeArgs),
    Verify(certificate::VerifyArgs),
    #[command(subcommand)]
    Submit(plan::Scheduler),
}

pub(crate) fn run(command: &Command) -> Result<Exit> {
    match command {
        Command::Plan(args) => plan::run(args),
        Command::Work(args) => work::run(args),
        Command::Status(args) => status::run(args),
        Command::Merge(args) => certificate::merge(args),
        Command::Verify(args) => certificate::verify(args),
        Command::Submit(scheduler) => plan::submit(scheduler),
    }
}

/// Continues a run and merges it: `queens count N --dir RUN`.
pub(crate) fn count(run: &Run, worker: &Worker<'_>, options: &Options<'_>) -> Result<CountReport> {
    let work = worker.work(Shard::All, options)?;
    if work.reason != EndReason::Complete {
        return Err(Failure::Stopped(String::new()));
    }
    let Merged { certificate, report } = queens_run::merge(run)?;
    Ok(CountReport {
        n: run.plan().n(),
        total: certificate.total,
        nodes: report.nodes,
        method: Method::Color,
        kernel: worker.kernel_used(),
        threads: options.thread_count(),
    })
}

/// Creates the run of [`count`], or opens it. At large sizes this takes seconds.
pub(crate) fn prepare(dir: &Path, n: u32, method: Choice<Method>) -> Result<Run> {
    signal::outlive_file_limit()?;
    if method == Some(Method::Search) {
        let what = "a run counts by color, not by search";
        return Err(Failure::new(what, "leave --method out, or count without --dir"));
    }
    let run =
        if Run::is_at(dir) { Run::open(dir)? } else { Run::create(dir, Plan::new(n, None, 1)?)? };
    let planned = run.plan().n();
    if planned != n {
        let what = format!("the run in {} counts n = {planned}, not {n}", dir.display());
        let advice = format!("use `queens count {planned} --dir`, or choose another directory");
        return Err(Failure::new(what, advice));
    }
    Ok(run)
}

/// A worker with the chosen kernel. At large sizes this takes seconds.
pub(crate) fn worker(run: &Run, kernel: Choice<Kernel>) -> Result<Worker<'_>> {
    Ok(Worker::new(run)?.note(&|text| talk::note(text)).kernel(kernel)?)
}

/// How many of these threads, each of which takes so many bytes to count n, may work: as many as fit into this memory,
/// or into what is free. Says so if they are fewer.
pub(crate) fn within(
    memory: Option<u64>,
    n: u32,
    each: u64,
    threads: NonZeroUsize,
) -> Result<NonZeroUsize> {
    let Some(memory) = memory.or_else(available_memory) else { return Ok(threads) };
    let fit = threads_within(memory, n, each, threads)?;
    if fit < threads {
        let each = each.div_ceil(1_000_000);
        talk::note(format_args!(
            "note: {fit} of {threads} threads, since each needs about {each} MB"
        ));
    }
    Ok(fit)
}
