//! `queens run plan` and `submit`: what is counted, in which pieces, and by which scheduler.

use queens::Counter;
use queens_run::submit::{Submitted, slurm};
use queens_run::{Forecast, MAX_RANGES, Plan, Run, quoted};

use crate::command::prelude::*;

/// Cut a count into ranges of row patterns and write the plan of a run.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens run plan 20 --dir r20                       one shard, for one machine
  queens run plan 24 --dir /shared/r24 --shards 200  for a job array of 200 elements

Without --ranges, a range takes about half a minute by the forecast. But if the board allows it,
there are at least 64 ranges and at least four for each shard, and there are at most 65,536. A
process that is killed loses the ranges it was counting.

The cost is measured as by `queens count N --dry-run`, on this machine, in up to fifteen seconds.
The limit is what `queens run submit slurm` asks for: five times the forecast in plan.json, for a
Zen 4 core with AVX2, and ten minutes.")]
pub(crate) struct Args {
    /// Size of the board, from 4.
    #[arg(value_name = "N", value_parser = arguments::size)]
    n: u32,
    /// Directory of the run; it must be new or empty.
    #[arg(long, value_name = "RUN")]
    dir: PathBuf,
    /// Number of shards; a shard is what one process works on.
    #[arg(long, value_name = "S", default_value_t = 1)]
    shards: u32,
    /// Cut into at most K ranges.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..=MAX_RANGES))]
    ranges: Option<u64>,
    #[command(flatten)]
    form: Form,
}

/// A run that takes less by the forecast of its plan is not measured.
const SHORT: u64 = 60;

pub(crate) fn run(args: &Args) -> Result<Exit> {
    signal::outlive_file_limit()?;
    let run = Run::create(&args.dir, Plan::new(args.n, args.ranges, args.shards)?)?;
    let stop = signal::raising()?;
    let plan = run.plan();
    let dir = run.dir().display();
    let Forecast { core_seconds, memory } = plan.forecast();
    let (core_seconds, factor, cost) = if core_seconds < SHORT {
        (core_seconds, 3.0, "less than three minutes of one core".to_owned())
    } else {
        let counter = Counter::new(plan.n()).method(Method::Color);
        let cost = forecast::cost(&counter, &Options::new().stop(&stop));
        let cost = or_stopped(cost, || "the run is planned, and its cost is not known".to_owned())?;
        (cost.core_seconds.ceil() as u64, cost.factor, format!("of one core: {}", cost.text(1)))
    };
    let (n, patterns, ranges, shards) = (plan.n(), plan.patterns(), plan.ranges(), plan.shards());
    let suggested = plan.suggested_shards(core_seconds);
    let shard_seconds = plan.shard_seconds(NonZeroUsize::MIN);
    let document = json!({
        "schema": "queens.run.plan/2",
        "dir": dir.to_string(),
        "run": run.name().to_string(),
        "n": n,
        "patterns": patterns,
        "ranges": ranges,
        "shards": shards,
        "core_seconds": core_seconds,
        "factor": factor,
        "memory": memory.to_string(),
        "suggested_shards": suggested,
        "shard_seconds": shard_seconds,
    });
    args.form.format.write(&document, |out| {
        let (s, t) = (plural(ranges), plural(shards));
        writeln!(out, "run      {} in {dir}", run.name().short())?;
        writeln!(
            out,
            "plan     n = {n}, {patterns} patterns in {ranges} range{s}, {shards} shard{t}"
        )?;
        writeln!(out, "cost     {cost}")?;
        writeln!(out, "memory   about {} MB for each thread", memory.div_ceil(1_000_000))?;
        let limit = progress::duration(Duration::from_secs(shard_seconds));
        writeln!(out, "limit    {limit} for a shard on one thread")?;
        if suggested > 1 {
            let each = progress::duration(Duration::from_secs(core_seconds.div_ceil(suggested)));
            writeln!(out, "advice   {suggested} shards would take {each} each on one thread")?;
        }
        Ok(writeln!(out, "next     queens run work {}", quoted(run.dir()))?)
    })
}

/// Hand the shards that lack ranges to a scheduler.
#[derive(Subcommand, Debug)]
#[command(after_help = "\
Examples:
  queens run submit slurm /shared/r22 -- --cpus-per-task=4 --partition=long
  queens run submit slurm /shared/r22 --dry-run

With GNU parallel, over ssh, on machines that share the directory:
  parallel --sshlogin a,b,c --memfree 1G --jobs 4 queens run work /shared/r22 {} ::: $(seq 0 199)")]
pub(crate) enum Scheduler {
    /// Submit job arrays to Slurm, with an element for each shard that lacks ranges.
    ///
    /// Requests twice the memory of the plan's forecast and five times its time plus ten minutes, unless the
    /// arguments for `sbatch` set --mem or --time. If jobs end before their shards are complete, submit
    /// again: shards that are complete, waiting or running are not submitted twice.
    Slurm {
        /// Directory of the run, on a file system that all nodes share.
        #[arg(value_name = "RUN")]
        dir: PathBuf,
        /// Submit nothing and write nothing; show what would be done.
        #[arg(long)]
        dry_run: bool,
        /// Arguments for `sbatch`.
        #[arg(last = true, value_name = "SBATCH ARGS")]
        arguments: Vec<String>,
    },
}

pub(crate) fn submit(scheduler: &Scheduler) -> Result<Exit> {
    let Scheduler::Slurm { dir, dry_run, arguments } = scheduler;
    let run = Run::open(dir)?;
    let Submitted { script, missing, queued, arrays } = slurm(&run, arguments, *dry_run)?;
    let mut out = output::stdout();
    let shards = run.plan().shards();
    writeln!(out, "incomplete shards: {} of {shards}", missing.len())?;
    if !queued.is_empty() {
        writeln!(out, "{} of these wait or run in Slurm already", queued.len())?;
    }
    for (line, said) in &arrays {
        writeln!(out, "$ {line}")?;
        if let Some(said) = said {
            writeln!(out, "{said}")?;
        }
    }
    if *dry_run && !arrays.is_empty() {
        writeln!(out, "nothing was submitted; it would write {}", script.display())?;
    }
    if arrays.is_empty() {
        let dir = quoted(run.dir());
        let next = if missing.is_empty() { "merge" } else { "status" };
        writeln!(out, "nothing to submit; next: `queens run {next} {dir}`")?;
    }
    output::end(out)
}
