//! `queens run status`: how far a run is.

use std::io::IsTerminal;
use std::thread;

use queens_run::{Run, ShardStatus, Status, quoted};

use crate::command::prelude::*;

/// Show how far a run is: ranges, rate, time left, attempts.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens run status r20
  queens run status r20 --watch           until it is complete, or Ctrl-C
  queens run status r20 --format json

The rate is measured over the last ten minutes. An attempt without an end is still running or was
killed: how long ago it last wrote something tells which. Exit code 3 if a range has two results, or
if a merge found that the total cannot be right.")]
pub(crate) struct Args {
    /// Directory of the run.
    #[arg(value_name = "RUN")]
    dir: PathBuf,
    /// Show it again every few seconds until the run is complete.
    #[arg(long, conflicts_with = "format")]
    watch: bool,
    #[command(flatten)]
    form: Form,
}

const WATCH: Duration = Duration::from_secs(2);

/// Shards that people are shown, those with something to tell first.
const SHOWN: usize = 20;

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let run = Run::open(&args.dir)?;
    if !args.watch {
        return print(args, &run, &queens_run::status(&run)?);
    }
    let stop = signal::raising()?;
    loop {
        let status = queens_run::status(&run)?;
        if std::io::stdout().is_terminal() {
            // Home, and everything below is cleared.
            output::print("\x1b[H\x1b[J")?;
        }
        let exit = print(args, &run, &status)?;
        if status.done == status.ranges {
            return Ok(exit);
        }
        let since = Instant::now();
        while since.elapsed() < WATCH {
            if stop.is_raised() {
                return Ok(Exit::Signal);
            }
            thread::sleep(Duration::from_millis(50));
        }
    }
}

fn print(args: &Args, run: &Run, status: &Status) -> Result<Exit> {
    args.form.format.write(status, |out| human(out, run, status))?;
    Ok(if status.faults().is_some() { Exit::Conflict } else { Exit::Done })
}

fn human(out: &mut impl Write, run: &Run, status: &Status) -> Result<()> {
    let plan = run.plan();
    let Status { done, ranges, .. } = status;
    writeln!(out, "run      {}, n = {}", run.name().short(), plan.n())?;
    let percent = 100.0 * status.fraction;
    writeln!(out, "ranges   {done} of {ranges}, {percent:.1} % of the estimated work")?;
    if let Some(faults) = status.faults() {
        writeln!(out, "wrong    {faults}")?;
    }
    match status.seconds_left {
        _ if status.faults().is_some() && done == ranges => {
            writeln!(out, "state    complete, and not certified")?;
        }
        _ if done == ranges && status.certificate => {
            writeln!(out, "state    complete and merged: {}", run.certificate_path().display())?;
        }
        _ if done == ranges => {
            writeln!(out, "state    complete; next: `queens run merge {}`", quoted(run.dir()))?;
        }
        Some(left) => {
            let left = progress::duration(Duration::from_secs_f64(left.min(1e12)));
            let rate = status.ranges_per_second * 60.0;
            writeln!(out, "rate     {rate:.1} ranges a minute, about {left} left")?;
        }
        None => writeln!(out, "rate     no range was finished in the last ten minutes")?,
    }
    for (count, what) in [
        (status.duplicates, "ranges counted more than once"),
        (status.damaged, "damaged lines, not used"),
    ] {
        if count > 0 {
            writeln!(out, "noticed  {what}: {count}")?;
        }
    }
    for (file, reason) in &status.foreign {
        writeln!(out, "noticed  parts/{} is not used: {reason}", file.escape_debug())?;
    }
    let mut shards: Vec<&ShardStatus> = status.shards.iter().collect();
    // Complete shards have nothing to tell if there are many.
    if shards.len() > SHOWN {
        shards.sort_by_key(|shard| (shard.done == shard.ranges, shard.shard));
    }
    writeln!(out, "shard        done  attempts  last attempt")?;
    for shard in shards.iter().take(SHOWN) {
        let counted = format!("{}/{}", shard.done, shard.ranges);
        let last = last_attempt(shard);
        let ShardStatus { shard, attempts, .. } = shard;
        writeln!(out, "{shard:<6} {counted:>10}  {attempts:>8}  {last}")?;
    }
    if shards.len() > SHOWN {
        let rest = &shards[SHOWN..];
        let complete = rest.iter().filter(|shard| shard.done == shard.ranges).count();
        writeln!(out, "and {} more, {complete} of them complete", rest.len())?;
    }
    Ok(())
}

fn last_attempt(shard: &ShardStatus) -> String {
    match (shard.attempts, shard.ended.as_deref(), shard.silent) {
        (0, ..) => "-".to_owned(),
        (_, Some("until"), _) => "out of time".to_owned(),
        (_, Some(end), _) => end.to_owned(),
        (_, None, Some(seconds)) => {
            let silent = progress::duration(Duration::from_secs(seconds));
            format!("running or killed, silent for {silent}")
        }
        (_, None, None) => "running or killed".to_owned(),
    }
}
