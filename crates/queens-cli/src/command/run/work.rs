//! `queens run work`: counting the blocks that are missing.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use queens::StopFlag;
use queens_run::{Ended, Run, Shard, Worker};

use crate::command::count::{self, Choice};
use crate::outcome::{BadValue, Exit, Outcome};
use crate::progress::{self, Meter, When};
use crate::signal::Signals;

/// Count the blocks of a shard that nobody has counted yet.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens run work r20 0
  queens run work r20 all -j 8
  queens run work /shared/r22 auto --until 7h50m    in a job array with a limit of 8 hours

`auto` takes the shard from SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, PBS_ARRAY_INDEX,
AWS_BATCH_JOB_ARRAY_INDEX, HQ_TASK_ID or OMPI_COMM_WORLD_RANK.

Each block is on the disk before the next begins. After SIGTERM or SIGINT no block is begun, and
those under way get four seconds. Exit code 0 if the shard is complete, 1 if --until ended the work
before that, 130 or 143 after a signal.")]
pub(crate) struct Args {
    /// Directory of the run.
    #[arg(value_name = "RUN")]
    dir: PathBuf,
    /// Shard: its number from 0, `all`, or `auto` under a scheduler.
    #[arg(value_name = "SHARD", value_parser = shard)]
    shard: Which,
    /// Threads.
    #[arg(short = 'j', long, value_name = "N", default_value = "1", value_parser = count::threads)]
    threads: NonZeroUsize,
    /// Kernel that counts; `queens info` tells which are available.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = count::backend)]
    backend: Choice,
    /// Come back within this time, as in 90s, 30m, 8h or 7h50m: before the time limit of a job.
    #[arg(long, value_name = "T", value_parser = times)]
    until: Option<Duration>,
    /// When to show progress on stderr: auto (on a terminal), always or never.
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", hide_possible_values = true)]
    progress: When,
}

/// A shard as it is asked for.
#[derive(Clone, Copy, Debug)]
enum Which {
    Auto,
    Shard(Shard),
}

fn shard(text: &str) -> Result<Which, BadValue> {
    if text == "auto" {
        return Ok(Which::Auto);
    }
    Ok(Which::Shard(text.parse()?))
}

/// Lengths of time, added up: `7h50m`.
fn times(text: &str) -> Result<Duration, BadValue> {
    let mut rest = text;
    let mut sum = Duration::ZERO;
    loop {
        // A number, then a unit up to the next digit.
        let unit = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let next = rest[unit..].find(|c: char| c.is_ascii_digit());
        let (one, more) = rest.split_at(next.map_or(rest.len(), |next| unit + next));
        sum += progress::length(one)?;
        if more.is_empty() {
            return Ok(sum);
        }
        rest = more;
    }
}

pub(crate) fn run(args: &Args) -> Outcome {
    let shard = match args.shard {
        Which::Auto => Shard::auto()?,
        Which::Shard(shard) => shard,
    };
    let stop = StopFlag::new();
    let signals = Signals::raising(&stop)?;
    Signals::outlive_file_limit()?;
    let run = Run::open(&args.dir)?;
    let mut worker = Worker::new(&run)?.threads(args.threads);
    if let Choice::Named(id) = args.backend {
        worker = worker.backend(id)?;
    }
    if let Some(until) = args.until {
        worker = worker.until(until);
    }
    let name = match shard {
        Shard::Number(number) => format!("shard {number}"),
        Shard::All => "all shards".to_owned(),
    };
    let meter = Meter::new(format!("n = {}, {name}", run.plan().size()), args.progress);
    let worked = worker.work(shard, &stop, &|progress| meter.show(progress));
    let elapsed = meter.finish();
    let worked = worked?;
    let (end, exit) = match worked.ended {
        Ended::Complete => ("complete", Exit::Done),
        Ended::Stopped => ("stopped", Exit::Signal(signals.received())),
        Ended::Until => ("out of time", Exit::No),
    };
    let missing = match worked.missing {
        0 => String::new(),
        missing => format!(", {missing} missing"),
    };
    let blocks = if worked.counted == 1 { "block" } else { "blocks" };
    let _ = writeln!(
        std::io::stderr(),
        "{name}: {end}; {} {blocks} counted in {}{missing}",
        worked.counted,
        progress::duration(elapsed)
    );
    Ok(exit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_add_up() {
        for (text, seconds) in [("90s", 90), ("7h50m", 28_200), ("1d2h", 93_600), ("1.5 min", 90)] {
            assert_eq!(times(text).unwrap(), Duration::from_secs(seconds), "{text}");
        }
        for text in ["", "8", "8h30", "h", "0s", "8h x"] {
            assert!(times(text).is_err(), "{text}");
        }
    }
}
