//! `queens run submit`: handing a run to a scheduler.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use queens_run::submit::{Submitted, slurm};
use queens_run::{Run, quoted};

use crate::outcome::{Exit, Failure};
use crate::output;

/// Hand the shards that lack ranges to a scheduler.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens run submit slurm /shared/r22 -- --cpus-per-task=4 --partition=long
  queens run submit slurm /shared/r22 --dry-run

With GNU parallel, over ssh, on machines that share the directory:
  parallel --sshlogin a,b,c --memfree 1G --jobs 4 queens run work /shared/r22 {} ::: $(seq 0 199)")]
pub(crate) struct Args {
    #[command(subcommand)]
    scheduler: Scheduler,
}

#[derive(Subcommand, Debug)]
enum Scheduler {
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

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let Scheduler::Slurm { dir, dry_run, arguments } = &args.scheduler;
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
