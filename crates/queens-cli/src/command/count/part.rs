//! `queens count --half-turn`, `--quarter-turn`, `--white-rows`: some of the solutions, counted by themselves.

use std::io::Write;
use std::num::NonZeroUsize;

use queens::{
    Counter, HALF_TURN_MAX_N, Method, Options, QUARTER_TURN_MAX_N, WhiteRows, half_turn,
    quarter_turn,
};
use queens_json::{SymmetricCount, WhiteRowsCount};
use serde::Serialize;

use super::{Args, options, stopped};
use crate::forecast;
use crate::outcome::{Exit, Failure, finished};
use crate::output::{self, Documents, Format};
use crate::progress::Meter;
use crate::signal::Signals;

/// Which solutions.
#[derive(Clone, Copy)]
enum Part {
    HalfTurn,
    QuarterTurn,
    WhiteRows(WhiteRows, Method),
}

impl Part {
    /// Those that the arguments name, if they can be counted on a board of this size.
    fn of(args: &Args, n: u32) -> Result<Self, queens::Error> {
        let never = Options::new();
        if let Some(rows) = args.white_rows {
            let method = args.method.unwrap_or(Method::Color);
            return Ok(Self::WhiteRows(WhiteRows::new(n, rows)?, method));
        }
        match args.half_turn {
            true if n > HALF_TURN_MAX_N => half_turn(n, &never).map(|_| Self::HalfTurn),
            true => Ok(Self::HalfTurn),
            false if n > QUARTER_TURN_MAX_N => quarter_turn(n, &never).map(|_| Self::QuarterTurn),
            false => Ok(Self::QuarterTurn),
        }
    }

    /// As tables and symmetric documents have it.
    fn name(self) -> &'static str {
        match self {
            Self::HalfTurn => "half_turn",
            Self::QuarterTurn => "quarter_turn",
            Self::WhiteRows(..) => "solutions",
        }
    }

    /// How many there are, and of white rows how many belong to them.
    fn count(self, n: u32, options: &Options<'_>) -> Result<(u128, Option<u128>), queens::Error> {
        match self {
            Self::HalfTurn => half_turn(n, options).map(|total| (total, None)),
            Self::QuarterTurn => quarter_turn(n, options).map(|total| (total, None)),
            Self::WhiteRows(rows, method) => {
                let count = rows.count(method, options)?;
                Ok((count.solutions, Some(count.belonging)))
            }
        }
    }
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let sizes = args.sizes.as_slice();
    // A size that cannot be counted is rejected before the others are counted.
    let parts: Vec<(u32, Part)> =
        sizes.iter().map(|&n| Ok((n, Part::of(args, n)?))).collect::<Result<_, queens::Error>>()?;
    let (stop, signals) = Signals::raising()?;
    if args.dry_run {
        let work = |(n, part): (u32, Part)| {
            (n, move |options: &Options<'_>| part.count(n, options).map(drop))
        };
        let works = parts.into_iter().map(work);
        let written = forecast::write(args.format, works, &options(args, &stop))?;
        return Ok(written.unwrap_or_else(|| Exit::Signal(signals.received())));
    }
    let mut args = args.clone();
    if let Some((n, Part::WhiteRows(_, Method::Color))) = parts.last() {
        let plan = Counter::new(*n).method(Method::Color).options(&options(&args, &stop)).plan()?;
        let each = plan.memory / plan.threads.get() as u64;
        // All columns, and those that belong to the pattern, are counted on a thread each.
        let threads = plan.threads.min(NonZeroUsize::MIN.saturating_add(1));
        let threads = crate::command::run::within(None, *n, each, threads)?;
        args.threads = Some(threads);
    }
    let args = &args;
    let mut out = output::stdout();
    let mut documents = Documents::new(args.format);
    for (i, &(n, part)) in parts.iter().enumerate() {
        let meter = Meter::new(format!("n = {n}"), args.progress);
        let show = |progress| meter.show(progress);
        let counted = part.count(n, &options(args, &stop).progress(&show));
        let seconds = meter.finish().as_secs_f64();
        let Some((value, belonging)) = finished(counted)? else {
            return Ok(stopped(n, meter.latest(), "", &signals));
        };
        let name = part.name();
        match args.format {
            Format::Human if output::is_quiet() => writeln!(out, "{value}")?,
            Format::Human => match (belonging, sizes) {
                (Some(belonging), _) => {
                    writeln!(
                        out,
                        "n = {n}: {value} solutions; {belonging} belong to this pattern"
                    )?;
                }
                (None, [_]) => writeln!(out, "{name}({n}) = {value}")?,
                (None, _) => {
                    if i == 0 {
                        writeln!(out, " n  {name}")?;
                    }
                    writeln!(out, "{n:>2}  {value}")?;
                }
            },
            Format::Bfile => writeln!(out, "{n} {value}")?,
            Format::Csv => {
                if i == 0 {
                    let more = if belonging.is_some() { "belonging," } else { "" };
                    writeln!(out, "n,{name},{more}seconds")?;
                }
                let more = belonging.map_or_else(String::new, |belonging| format!("{belonging},"));
                writeln!(out, "{n},{value},{more}{seconds:.6}")?;
            }
            Format::Json | Format::Jsonl => documents.add(
                &mut out,
                match part {
                    Part::WhiteRows(rows, method) => Document::WhiteRows(WhiteRowsCount {
                        n,
                        rows: rows.numbers().collect(),
                        solutions: value.into(),
                        belonging: belonging.unwrap_or_default().into(),
                        seconds,
                        method: method.name(),
                        threads: options(args, &stop).thread_count().get(),
                    }),
                    _ => Document::Symmetric(SymmetricCount {
                        n,
                        half_turn: args.half_turn.then_some(value.into()),
                        quarter_turn: args.quarter_turn.then_some(value.into()),
                        seconds,
                    }),
                },
            )?,
        }
        out.flush()?;
    }
    documents.end(&mut out)
}

#[derive(Serialize)]
#[serde(untagged)]
enum Document {
    Symmetric(SymmetricCount),
    WhiteRows(WhiteRowsCount),
}
