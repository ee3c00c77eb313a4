//! `queens run work`: counting the ranges that are missing.

use queens_run::{EndReason, Run, Shard, next_shard};

use crate::command::prelude::*;

/// Count the missing ranges of a shard.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens run work r20                               the next open shard
  queens run work r20 0
  queens run work r20 all -j 8
  queens run work /shared/r22 auto --until 7h50m    in a job array with a limit of 8 hours

`auto` takes the shard from SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, PBS_ARRAY_INDEX,
AWS_BATCH_JOB_ARRAY_INDEX, HQ_TASK_ID or OMPI_COMM_WORLD_RANK.

Without SHARD, the next open shard is counted: one with missing ranges on which no attempt has
written anything in the last ten minutes, or else any with missing ranges.

A thread writes each range to the disk before it starts another. After SIGTERM or SIGINT no range
is started, and the current ones get half a second. Exit code 0 if the shard is complete, 1 if
--until ended the work before that, 130 or 143 after a signal.")]
pub(crate) struct Args {
    /// Directory of the run.
    #[arg(value_name = "RUN")]
    dir: PathBuf,
    /// Shard: its number from 0, `all`, or `auto` under a scheduler [default: the next open one].
    #[arg(value_name = "SHARD", value_parser = shard)]
    shard: Option<Shard>,
    /// Threads.
    #[arg(short = 'j', long, value_name = "N", default_value = "1", value_parser = arguments::threads)]
    threads: NonZeroUsize,
    /// Memory that the threads may take; if it is too little for all of them, fewer run [default: the
    /// free memory, or the limit of the control group if that is less].
    #[arg(long, value_name = "SIZE", value_parser = arguments::memory)]
    memory: Option<u64>,
    /// Kernel that counts: portable, avx2 or avx512.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = arguments::choice::<Kernel>)]
    kernel: Choice<Kernel>,
    /// Stop within this time, as in 90s, 30m, 8h or 7h50m: before the time limit of a job.
    #[arg(long, value_name = "T", value_parser = arguments::length)]
    until: Option<Duration>,
    /// When to show progress on stderr: auto (on a terminal), always or never.
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", hide_possible_values = true)]
    progress: When,
}

fn shard(text: &str) -> Result<Shard, Error> {
    if text == "auto" { Shard::auto() } else { text.parse() }
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    signal::outlive_file_limit()?;
    let run = Run::open(&args.dir)?;
    let shard = match args.shard {
        Some(shard) => shard,
        None => next_shard(&run)?.map_or(Shard::All, Shard::Number),
    };
    let plan = run.plan();
    let threads = super::within(args.memory, plan.n(), plan.forecast().memory, args.threads)?;
    let worker = super::worker(&run, args.kernel)?.until(args.until);
    // A signal until now has nothing to keep, and ends the process.
    let stop = signal::raising_only()?;
    let name = match shard {
        Shard::Number(number) => format!("shard {number}"),
        Shard::All => "all shards".to_owned(),
    };
    let meter = Meter::new(format!("n = {}, {name}", plan.n()), args.progress);
    let options = Options::new().threads(threads.get()).stop(&stop);
    let (report, elapsed) = meter.watch(&options, |options| worker.work(shard, options))?;
    let (end, exit) = match report.reason {
        EndReason::Complete => ("complete", Exit::Done),
        EndReason::Stopped => ("stopped", Exit::Signal),
        EndReason::Until => ("out of time", Exit::No),
    };
    let missing = match report.missing {
        0 => String::new(),
        missing => format!(", {missing} missing"),
    };
    let (counted, s) = (report.counted, plural(report.counted));
    let time = progress::duration(elapsed);
    talk::note(format_args!("{name}: {end}; {counted} range{s} counted in {time}{missing}"));
    Ok(exit)
}
