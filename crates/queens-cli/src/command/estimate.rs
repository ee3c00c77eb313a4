//! `queens estimate`: about how many solutions there are.

use std::sync::Mutex;

use queens::estimate::{MAX_PROBES, MIN_POPULATIONS, decimal, population};
use queens::{Estimate, Estimator, Progress, known};

use crate::command::prelude::*;

/// Estimate the number of solutions by random probes, with a standard error.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens estimate 28                    ten seconds on all cores
  queens estimate 28 --seconds 60
  queens estimate 40 --probes 1000000 --seed 7 --format json
  queens estimate 100

The same probes and seed give the same estimate on every machine, with any number of threads.")]
pub(crate) struct Args {
    /// Size of the board, up to 128.
    #[arg(value_parser = arguments::size)]
    n: u32,
    /// Send probes for T seconds [default: 10].
    #[arg(long, value_name = "T", value_parser = seconds, conflicts_with = "probes")]
    seconds: Option<f64>,
    /// Send K probes.
    #[arg(long, value_name = "K")]
    probes: Option<u64>,
    /// Seed of the random numbers.
    #[arg(long, value_name = "S", default_value_t)]
    seed: u64,
    /// Threads [default: all cores].
    #[arg(short = 'j', long, value_name = "N", value_parser = arguments::threads)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    form: Form,
    /// When to show progress on stderr: auto (on a terminal), always or never.
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", hide_possible_values = true)]
    progress: When,
}

fn seconds(text: &str) -> Result<f64, Error> {
    let seconds = text.parse().ok().filter(|seconds: &f64| (0.0..1e9).contains(seconds));
    seconds
        .ok_or_else(|| bad(text, "is not a number of seconds", "give a number such as 60 or 0.5"))
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let n = args.n;
    Estimator::new(n).check()?;
    let stop = signal::raising()?;
    let meter = Meter::new(format!("n = {n}"), args.progress);
    let start = Instant::now();
    let limit = Duration::from_secs_f64(args.seconds.unwrap_or(10.0));
    let last = Mutex::new(None);
    let enough = |so_far: &Estimate| {
        *last.lock().expect("no thread panics while it notes") = Some(*so_far);
        let (done, expected) = match args.probes {
            Some(probes) => (so_far.probes.into(), probes.into()),
            None => (start.elapsed().min(limit).as_millis(), limit.as_millis()),
        };
        meter.show(Progress { done, expected });
        args.probes.is_none() && start.elapsed() >= limit
    };
    let options = arguments::options(args.threads, &stop);
    let estimator = Estimator::new(n).seed(args.seed).options(&options);
    let probes = args.probes.map_or_else(|| probes_within(limit, n, &options), Ok);
    let outcome = probes.and_then(|probes| estimator.probes(probes).enough(&enough).run());
    let elapsed = meter.finish();
    let estimate = or_stopped(outcome, || {
        let last = last.lock().expect("no thread panics while it notes");
        format!("so far {}", last.as_ref().map_or_else(|| "nothing yet".to_owned(), text))
    })?;
    let document = queens_json::estimate(&estimate, elapsed.as_secs_f64());
    args.form.format.write(&document, |out| {
        match known::TOTAL.at(n) {
            _ if talk::is_quiet() => writeln!(out, "{}", decimal(estimate.mean))?,
            Some(total) => writeln!(out, "{}; known: {total}", text(&estimate))?,
            None => writeln!(out, "{}", text(&estimate))?,
        }
        Ok(())
    })
}

/// Smaller populations if there is no time for the least number of whole ones; otherwise no limit.
fn probes_within(limit: Duration, n: u32, options: &Options<'_>) -> Result<u64, Error> {
    const TRIAL: u64 = 4 * MIN_POPULATIONS;
    let start = Instant::now();
    Estimator::new(n).probes(TRIAL).options(options).run()?;
    let each = start.elapsed().as_secs_f64() / TRIAL as f64;
    let left = limit.saturating_sub(start.elapsed()).as_secs_f64();
    // Multiples of the least number, so that as many `--probes` give the same estimate.
    let size = (left / each / MIN_POPULATIONS as f64) as u64;
    Ok(if size < population(n) { size.max(1) * MIN_POPULATIONS } else { MAX_PROBES })
}

/// An estimate for people: `Q(28) = 2.5772e18 ± 0.0024e18 (0.093 %)`, with two digits of the error.
fn text(estimate: &Estimate) -> String {
    let Estimate { n, mean, std_error, probes, seed, exact } = *estimate;
    if exact {
        return format!("Q({n}) = {mean:.0}, exactly: the probes visited every solution");
    }
    if mean == 0.0 || std_error == 0.0 {
        return format!("Q({n}) = {mean:.0}, but {probes} probes are too few to tell the error");
    }
    let exponent = mean.log10().floor() as i32;
    let unit = 10_f64.powi(exponent);
    let digits = (exponent - std_error.log10().floor() as i32 + 1).max(0) as usize;
    let percent = 100.0 * std_error / mean;
    format!(
        "Q({n}) = {:.digits$}e{exponent} ± {:.digits$}e{exponent} ({percent:.2} %), {probes} probes, \
         seed {seed}",
        mean / unit,
        std_error / unit,
    )
}
