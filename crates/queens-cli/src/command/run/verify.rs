//! `queens run verify`: checking a result, and counting a sample of it again.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use queens::StopFlag;
use queens_run::{Kind, Verification, Verifier};
use serde::Serialize;

use crate::command::count::{self, Choice};
use crate::outcome::{BadValue, Exit, Failure, Outcome};
use crate::output::{self, Format};
use crate::progress::{Meter, When};
use crate::signal::Signals;

/// Check a run or a certificate, and count a sample of its blocks again.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens run verify r20                              hashes, sums, identities, 1 % of the blocks
  queens run verify certificate.json --sample 10     a stranger's certificate, 10 % of the blocks
  queens run verify r20 --backend scalar --sums 3    on another kernel; three sums without blocks

The sample is picked by the certificate's own hash: everybody who verifies it counts the same blocks
again, as their mirror images. Somebody who alters a certificate could try until the sample misses
what he has altered; --seed, with a number that he cannot know, picks another one. Exit code 0 if
everything holds, 1 if not.")]
pub(crate) struct Args {
    /// Directory of a run, or a certificate.
    #[arg(value_name = "RUN|CERT")]
    path: PathBuf,
    /// Percentage of the blocks to count again, at least three blocks unless it is 0.
    #[arg(long, value_name = "P", default_value = "1", value_parser = percent)]
    sample: f64,
    /// A number of your own that the sample depends on too.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Sums by the middle lines to count again, the smallest first, by search and without blocks.
    #[arg(long, value_name = "K", default_value_t = 0)]
    sums: usize,
    /// Kernel that counts; `queens info` tells which are available.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = count::backend)]
    backend: Choice,
    /// Threads; all cores unless told otherwise.
    #[arg(short = 'j', long, value_name = "N", value_parser = count::threads)]
    threads: Option<NonZeroUsize>,
    /// Form of the answer.
    #[arg(long, default_value = "human", value_name = "FORMAT",
          value_parser = Format::among(&[Format::Human, Format::Json]))]
    format: Format,
    /// When to show progress on stderr: auto (on a terminal), always or never.
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", hide_possible_values = true)]
    progress: When,
}

fn percent(text: &str) -> Result<f64, BadValue> {
    let digits = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let percent = text.parse::<f64>().ok().filter(|percent| digits && *percent <= 100.0);
    percent.ok_or_else(|| BadValue {
        what: format!("`{}` is not a percentage", text.escape_debug()),
        advice: "give a number from 0 to 100".to_owned(),
    })
}

#[derive(Serialize)]
struct Document {
    schema: &'static str,
    certificate: String,
    n: u32,
    total: String,
    holds: bool,
    checks: Vec<CheckDocument>,
    blocks: u64,
    sample: Vec<u64>,
    backend: &'static str,
    counted_by: Vec<String>,
}

#[derive(Serialize)]
struct CheckDocument {
    name: String,
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let stop = StopFlag::new();
    let signals = Signals::raising(&stop)?;
    let verifier = Verifier {
        sample: args.sample,
        seed: args.seed,
        sums: args.sums,
        backend: match args.backend {
            Choice::Auto => None,
            Choice::Named(id) => Some(id),
        },
        threads: args.threads.unwrap_or_else(super::cores),
    };
    let meter = Meter::new("sample".to_owned(), args.progress);
    let outcome =
        queens_run::verify(&args.path, &verifier, &stop, &|progress| meter.show(progress));
    meter.finish();
    let verification = match outcome {
        Err(error) if error.kind() == Kind::Stopped => {
            let _ = writeln!(std::io::stderr(), "stopped: nothing is verified");
            return Ok(Exit::Signal(signals.received()));
        }
        outcome => outcome?,
    };
    let mut out = output::stdout();
    if args.format == Format::Json {
        output::json(&mut out, &document(&verification))?;
    } else {
        human(&mut out, &verification)?;
    }
    out.flush()?;
    Ok(if verification.holds() { Exit::Done } else { Exit::No })
}

fn human(out: &mut impl Write, verification: &Verification) -> Result<(), Failure> {
    let good = anstyle::AnsiColor::Green.on_default();
    let bad = anstyle::AnsiColor::Red.on_default().bold();
    let Verification { path, size, total, checks, blocks, sample, .. } = verification;
    writeln!(out, "{}: Q({size}) = {total}", path.display())?;
    for check in checks {
        match &check.fault {
            None => writeln!(out, "{good}ok{good:#}      {}", check.name)?,
            Some(fault) => writeln!(out, "{bad}FAILED{bad:#}  {}: {fault}", check.name)?,
        }
    }
    if !verification.holds() {
        writeln!(out, "the certificate does not hold")?;
        return Ok(());
    }
    if sample.len() as u64 == *blocks {
        writeln!(out, "every block was counted again")?;
    } else {
        // The wrong blocks that a lie might need: one, and one in a hundred.
        let hundredth = (blocks / 100).max(1);
        let counted = sample.len();
        let chance = |wrong| 100.0 * (1.0 - verification.chance(wrong));
        writeln!(out, "{counted} of {blocks} blocks were counted again: that finds")?;
        writeln!(out, "  one wrong block with a probability of {:.2} %", chance(1))?;
        if hundredth > 1 {
            let percent = chance(hundredth);
            writeln!(
                out,
                "  one of {hundredth} wrong blocks with a probability of {percent:.2} %"
            )?;
        }
    }
    if verification.counted_by.contains(verification.backend.name()) {
        writeln!(
            out,
            "note: the run was counted on {} too; --backend names another kernel",
            verification.backend
        )?;
    }
    Ok(())
}

fn document(verification: &Verification) -> Document {
    let holds = verification.holds();
    Document {
        schema: "queens.run.verify/1",
        certificate: verification.path.display().to_string(),
        n: verification.size,
        total: verification.total.to_string(),
        holds,
        checks: verification
            .checks
            .iter()
            .map(|check| CheckDocument {
                name: check.name.clone(),
                holds: check.fault.is_none(),
                fault: check.fault.clone(),
            })
            .collect(),
        blocks: verification.blocks,
        sample: verification.sample.clone(),
        backend: verification.backend.name(),
        counted_by: verification.counted_by.iter().cloned().collect(),
    }
}
