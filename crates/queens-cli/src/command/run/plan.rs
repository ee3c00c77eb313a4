//! `queens run plan`: what is counted, in which pieces.

use std::io::Write;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use queens::blocks::MOST_BLOCKS;
use queens_run::{Plan, Run};
use serde::Serialize;

use crate::command::count::MethodChoice;
use crate::outcome::{Exit, Outcome};
use crate::output::{self, Format};

/// Cut a count into blocks and write the plan of a run.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens run plan 20 --dir r20                       one shard, for one machine
  queens run plan 22 --dir /shared/r22 --shards 200  for a job array of 200 elements
  queens run plan 20 --dir s20 --method search       the same by the other method

Without --blocks, a block takes about half a minute on one core of 2023 with AVX-512; but there are
at least 64 or so, each shorter up to n = 20, and at most a million, each longer from n = 26 on.")]
pub(crate) struct Args {
    /// Size of the board, from 4.
    #[arg(value_name = "N", value_parser = super::size)]
    size: u32,
    /// Directory of the run; it must not exist, or be empty.
    #[arg(long, value_name = "RUN")]
    dir: PathBuf,
    /// Shards to deal the blocks to: how many processes may share the work without asking each other.
    #[arg(long, value_name = "S", default_value_t = 1)]
    shards: u32,
    /// Method: auto (color for n >= 16, else search), search or color.
    #[arg(long, value_name = "METHOD", default_value = "auto", value_parser = crate::command::count::method)]
    method: MethodChoice,
    /// Blocks to cut into, about.
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u64).range(1..=MOST_BLOCKS))]
    blocks: Option<u64>,
    /// Form of the answer.
    #[arg(long, default_value = "human", value_name = "FORMAT",
          value_parser = Format::among(&[Format::Human, Format::Json]))]
    format: Format,
}

#[derive(Serialize)]
struct Document {
    schema: &'static str,
    dir: String,
    run: String,
    n: u32,
    method: &'static str,
    blocks: u64,
    shards: u32,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let cut = super::cut(args.size, args.method, args.blocks)?;
    let plan = Plan::new(args.size, cut, args.shards)?;
    let run = Run::create(&args.dir, plan)?;
    let plan = run.plan();
    let dir = run.dir().display();
    let method = plan.cut().method().name();
    let mut out = output::stdout();
    if args.format == Format::Json {
        let document = Document {
            schema: "queens.run.plan/1",
            dir: dir.to_string(),
            run: run.name().to_string(),
            n: plan.size(),
            method,
            blocks: plan.blocks(),
            shards: plan.shards(),
        };
        output::json(&mut out, &document)?;
    } else {
        let shards = if plan.shards() == 1 { "shard" } else { "shards" };
        writeln!(out, "run      {} in {dir}", run.name().short())?;
        writeln!(
            out,
            "plan     n = {}, method {method}, {} blocks in {} {shards}",
            plan.size(),
            plan.blocks(),
            plan.shards()
        )?;
        let shard = if plan.shards() == 1 { "0" } else { "SHARD" };
        writeln!(out, "go on    queens run work {dir} {shard}")?;
    }
    out.flush()?;
    Ok(Exit::Done)
}
