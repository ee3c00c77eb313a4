//! `queens run plan`: what is counted, in which pieces.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use queens::{Counter, Method, Options};
use queens_json::RunPlan;
use queens_run::{Forecast, MAX_RANGES, Plan, Run, quoted};

use crate::arguments;
use crate::forecast;
use crate::outcome::{Exit, Failure};
use crate::output::{self, Form};
use crate::progress;
use crate::signal::Signals;

/// Cut a count into ranges of row patterns and write the plan of a run.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens run plan 20 --dir r20                       one shard, for one machine
  queens run plan 24 --dir /shared/r24 --shards 200  for a job array of 200 elements

Without --ranges, a range takes about half a minute by the forecast. But if the board allows it,
there are at least 64 ranges and at least four for each shard, and there are at most 65,536. A
process that is killed loses the ranges it was counting.

The cost is measured as by `queens count N --dry-run`, within seconds, on this machine. The limit is
what `queens run submit slurm` asks for: five times the forecast in plan.json, for a Zen 4 core with
AVX2, and ten minutes.")]
pub(crate) struct Args {
    /// Size of the board, from 4.
    #[arg(value_name = "N", value_parser = arguments::size)]
    size: u32,
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

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    Signals::outlive_file_limit()?;
    let plan = Plan::new(args.size, args.ranges, args.shards)?;
    let run = Run::create(&args.dir, plan)?;
    let (stop, signals) = Signals::raising()?;
    let plan = run.plan();
    let dir = run.dir().display();
    let Forecast { core_seconds, memory } = plan.forecast();
    let cost = if core_seconds < SHORT {
        None
    } else {
        let counter = Counter::new(plan.size()).method(Method::Color);
        match forecast::cost(&counter, &Options::new().stop(&stop))? {
            None => {
                output::note("stopped: the run is planned, and its cost is not known");
                return Ok(Exit::Signal(signals.received()));
            }
            cost => cost,
        }
    };
    let core_seconds = cost.as_ref().map_or(core_seconds, |cost| cost.core_seconds.ceil() as u64);
    let (suggested, limit) =
        (plan.suggested_shards(core_seconds), plan.shard_seconds(NonZeroUsize::MIN));
    let mut out = output::stdout();
    if args.form.is_json() {
        let document = RunPlan {
            dir: dir.to_string(),
            run: run.name().to_string(),
            n: plan.size(),
            patterns: plan.patterns(),
            ranges: plan.ranges(),
            shards: plan.shards(),
            core_seconds,
            factor: cost.map_or(3.0, |cost| cost.factor),
            memory: memory.into(),
            suggested_shards: suggested,
            shard_seconds: limit,
        };
        output::json(&mut out, &document)?;
    } else {
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        let (n, patterns, ranges, shards) =
            (plan.size(), plan.patterns(), plan.ranges(), plan.shards());
        writeln!(out, "run      {} in {dir}", run.name().short())?;
        writeln!(
            out,
            "plan     n = {n}, {patterns} patterns in {ranges} range{}, {shards} shard{}",
            plural(ranges),
            plural(shards.into())
        )?;
        let cost = match cost {
            Some(cost) => format!("of one core: {}", cost.text(1)),
            None => "less than three minutes of one core".to_owned(),
        };
        writeln!(out, "cost     {cost}")?;
        writeln!(out, "memory   about {} MB for each thread", memory.div_ceil(1_000_000))?;
        let limit = progress::duration(Duration::from_secs(limit));
        writeln!(out, "limit    {limit} for a shard on one thread")?;
        if suggested > 1 {
            let each = progress::duration(Duration::from_secs(core_seconds.div_ceil(suggested)));
            writeln!(out, "advice   {suggested} shards would take {each} each on one thread")?;
        }
        writeln!(out, "next     queens run work {}", quoted(run.dir()))?;
    }
    output::end(out)
}
