//! `queens count --half-turn`, `--quarter-turn`, `--white-rows`: some of the solutions, counted by themselves.

use queens::{Counter, HALF_TURN_MAX_N, QUARTER_TURN_MAX_N, WhiteRows, half_turn, quarter_turn};

use super::{Args, Printer, how_far, options};
use crate::command::prelude::*;

/// Which solutions.
#[derive(Clone, Copy)]
enum Part {
    Symmetric(fn(u32, &Options<'_>) -> Result<u128, Error>),
    WhiteRows(WhiteRows, Method),
}

impl Part {
    /// Those that the arguments name, if they can be counted on a board of this size.
    fn of(args: &Args, n: u32) -> Result<Self, Error> {
        if let Some(rows) = args.white_rows {
            let method = args.method.unwrap_or(Method::Color);
            return Ok(Self::WhiteRows(WhiteRows::new(n, rows)?, method));
        }
        let (count, most): (fn(u32, &Options<'_>) -> _, _) = if args.half_turn {
            (half_turn, HALF_TURN_MAX_N)
        } else {
            (quarter_turn, QUARTER_TURN_MAX_N)
        };
        if n > most {
            // It says why not.
            count(n, &Options::new())?;
        }
        Ok(Self::Symmetric(count))
    }

    /// How many there are, and of white rows how many belong to them.
    fn count(self, n: u32, options: &Options<'_>) -> Result<(u128, Option<u128>), Error> {
        match self {
            Self::Symmetric(count) => Ok((count(n, options)?, None)),
            Self::WhiteRows(rows, method) => {
                let count = rows.count(method, options)?;
                Ok((count.solutions, Some(count.belonging)))
            }
        }
    }
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    // A size that cannot be counted is rejected before the others are counted.
    let part = |&n: &u32| Ok((n, Part::of(args, n)?));
    let parts = args.sizes.iter().map(part).collect::<Result<Vec<_>, Error>>()?;
    let stop = signal::raising()?;
    if args.dry_run {
        let options = options(args, &stop);
        let forecast = |&(n, part): &(u32, Part)| {
            forecast::of_sample(n, None, |options| part.count(n, options).map(drop), &options)
        };
        return forecast::write(args.format, parts.iter().map(forecast));
    }
    let mut args = args.clone();
    if let Some((n, Part::WhiteRows(_, Method::Color))) = parts.last() {
        let plan = Counter::new(*n).method(Method::Color).options(&options(&args, &stop)).plan()?;
        let each = plan.memory / plan.threads.get() as u64;
        // All columns, and those that belong to the pattern, are counted on a thread each.
        let threads = plan.threads.min(NonZeroUsize::MIN.saturating_add(1));
        args.threads = Some(crate::command::run::within(None, *n, each, threads)?);
    }
    let args = &args;
    let (name, belonging) = match args.white_rows {
        Some(_) => ("solutions", "belonging,"),
        None if args.half_turn => ("half_turn", ""),
        None => ("quarter_turn", ""),
    };
    let mut printer = Printer::new(args, &format!("{name},{belonging}seconds"))?;
    let counted = parts.iter().try_for_each(|&(n, part)| {
        let meter = Meter::new(format!("n = {n}"), args.progress);
        let counted = meter.watch(&options(args, &stop), |options| part.count(n, options));
        let ((value, belonging), time) = or_stopped(counted, || how_far(n, meter.latest()))?;
        let seconds = time.as_secs_f64();
        match (args.format, part, belonging) {
            (Format::Json | Format::Jsonl, Part::WhiteRows(rows, method), belonging) => {
                let document = json!({
                    "schema": "queens.count.white_rows/1",
                    "n": n,
                    "rows": rows.numbers().collect::<Vec<_>>(),
                    "solutions": value.to_string(),
                    "belonging": belonging.unwrap_or_default().to_string(),
                    "seconds": seconds,
                    "method": method.name(),
                    "threads": options(args, &stop).thread_count(),
                });
                printer.documents.add(&mut printer.out, &document)?;
            }
            (Format::Json | Format::Jsonl, Part::Symmetric(_), _) => {
                let document = json!({
                    "schema": "queens.count.symmetric/1",
                    "n": n,
                    name: value.to_string(),
                    "seconds": seconds,
                });
                printer.documents.add(&mut printer.out, &document)?;
            }
            (Format::Human, _, Some(belonging)) if !talk::is_quiet() => writeln!(
                printer.out,
                "n = {n}: {value} solution{}; {belonging} belong{} to this pattern",
                plural(value),
                if belonging == 1 { "s" } else { "" }
            )?,
            _ => {
                let more = belonging.map_or_else(String::new, |belonging| format!("{belonging},"));
                printer.value(n, name, value, &format!("{value},{more}{seconds:.6}"))?;
            }
        }
        Ok(printer.out.flush()?)
    });
    printer.end(counted)
}
