//! `queens count --half-turn` and `--quarter-turn`: solutions with a symmetry, counted by themselves.

use std::io::Write;
use std::time::Instant;

use queens::engine::search::{SYMMETRIC_MAX_N, quarter_turn};
use queens::{Options, StopFlag};
use queens_json::SymmetricCount;

use super::Args;
use crate::outcome::{Exit, Failure, Outcome};
use crate::output::{self, Format};
use crate::signal::Signals;

pub(super) fn run(args: &Args) -> Outcome {
    let sizes = args.sizes.as_slice();
    let largest = *sizes.last().expect("there is at least one size");
    if largest > SYMMETRIC_MAX_N {
        return Err(Failure::new(
            format_args!("n = {largest} is too large to count symmetric solutions"),
            format!("ask for n up to {SYMMETRIC_MAX_N}"),
        ));
    }
    let name = if args.half_turn { "half_turn" } else { "quarter_turn" };
    let stop = StopFlag::new();
    let signals = Signals::raising(&stop)?;
    let mut out = output::stdout();
    let mut documents = Vec::new();
    for (i, &n) in sizes.iter().enumerate() {
        let (size, start) = (n, Instant::now());
        let counted = if args.half_turn {
            queens::half_turn(size, &Options::new().stop(&stop))
        } else {
            quarter_turn(size, &stop)
        };
        let Ok(value) = counted else {
            let _ = writeln!(std::io::stderr(), "stopped: n = {n} is not counted");
            return Ok(Exit::Signal(signals.received()));
        };
        let seconds = start.elapsed().as_secs_f64();
        let document = SymmetricCount {
            n,
            half_turn: args.half_turn.then_some(value.into()),
            quarter_turn: args.quarter_turn.then_some(value.into()),
            seconds,
        };
        match args.format {
            Format::Human if output::is_quiet() => writeln!(out, "{value}")?,
            Format::Human if sizes.len() == 1 => writeln!(out, "{name}({n}) = {value}")?,
            Format::Human => {
                if i == 0 {
                    writeln!(out, " n  {name}")?;
                }
                writeln!(out, "{n:>2}  {value}")?;
            }
            Format::Bfile => writeln!(out, "{n} {value}")?,
            Format::Csv => {
                if i == 0 {
                    writeln!(out, "n,{name},seconds")?;
                }
                writeln!(out, "{n},{value},{seconds:.6}")?;
            }
            Format::Jsonl => output::json_line(&mut out, &document)?,
            Format::Json => documents.push(document),
        }
        out.flush()?;
    }
    match documents.as_slice() {
        [] => {}
        [document] => output::json(&mut out, document)?,
        documents => output::json(&mut out, &documents)?,
    }
    out.flush()?;
    Ok(Exit::Done)
}
