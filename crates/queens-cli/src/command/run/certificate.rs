//! `queens run merge` and `verify`: from the parts to the certificate, and its check by counting a part again.

use queens_run::{Merged, PatternCheck, Report, Run, Verification, Verifier, verify_pattern};

use crate::command::prelude::*;

/// Add up a run and, if every range is there, write its certificate.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens run merge r20
  queens run merge r20 --format json

Writes certificate.json, which has the same bytes however the work was interrupted, and report.json
with times, machines and versions. Exit code 1 while ranges are missing, 3 if a range has two
different results or the total contradicts what is known: then there is no certificate, report.json
says why, and the total is in refused-certificate.json.")]
pub(crate) struct MergeArgs {
    /// Directory of the run.
    #[arg(value_name = "RUN")]
    dir: PathBuf,
    #[command(flatten)]
    form: Form,
}

pub(crate) fn merge(args: &MergeArgs) -> Result<Exit> {
    let run = Run::open(&args.dir)?;
    let Merged { certificate, report } = queens_run::merge(&run)?;
    let Report { attempts, duplicates, damaged, foreign, .. } = &report;
    let (n, ranges, total) = (run.plan().n(), run.plan().ranges(), certificate.total);
    let path = run.certificate_path();
    let document = json!({
        "schema": "queens.run.merge/2",
        "run": run.name().to_string(),
        "n": n,
        "total": total.to_string(),
        "fundamental": certificate.fundamental().to_string(),
        "ranges": ranges,
        "merkle_root": certificate.root,
        "certificate": path.display().to_string(),
        "attempts": attempts,
        "duplicates": duplicates,
        "damaged": damaged,
        "foreign": foreign.len(),
    });
    args.form.format.write(&document, |out| {
        writeln!(out, "Q({n}) = {total}")?;
        if talk::is_quiet() {
            return Ok(());
        }
        writeln!(out, "ranges       {ranges}")?;
        writeln!(out, "attempts     {attempts}")?;
        let left = [
            (*duplicates, "ranges counted more than once, with the same result"),
            (*damaged, "damaged lines, not used"),
            (foreign.len() as u64, "files in parts/ that are not parts of the run"),
        ];
        for (count, what) in left.iter().filter(|(count, _)| *count > 0) {
            writeln!(out, "noticed      {what}: {count}")?;
        }
        Ok(writeln!(out, "certificate  {}", path.display())?)
    })
}

/// Check a run or a certificate, and count a sample of it again.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens run verify r20                              hashes, sums, identities, 1 % of the ranges
  queens run verify certificate.json --sample 10     10 % of the ranges of a certificate
  queens run verify r20 --white-rows 0,1,2,4,6,7,11,17
                                                     one pattern, by color and by search

The sampled ranges are counted by color, if possible on a different kernel than before, and a few of
their patterns by a plain search that shares nothing with the color method. The certificate's Merkle
root chooses both, so everyone counts the same ones. A forger could try altered certificates until
the sample misses the change. --seed with a number that they cannot know chooses another sample.
Exit code 0 if everything holds, 1 if not.")]
pub(crate) struct VerifyArgs {
    /// Directory of a run, or a certificate.
    #[arg(value_name = "RUN|CERT")]
    path: PathBuf,
    /// Percentage of the ranges to count again, at least three ranges unless it is 0.
    #[arg(long, value_name = "P", default_value = "1", value_parser = percent)]
    sample: f64,
    /// A number of your own that also decides which ranges are in the sample.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Patterns of the sampled ranges to count by search [default: 3; 0 from n = 23 on, where each takes
    /// minutes to days].
    #[arg(long, value_name = "K")]
    patterns: Option<u64>,
    /// Count only the pattern with white queens in exactly these rows, numbered from 0, by both methods.
    #[arg(long, value_name = "ROWS", value_parser = arguments::rows,
          conflicts_with_all = ["sample", "seed", "patterns"])]
    white_rows: Option<u32>,
    /// Kernel that counts: portable, avx2 or avx512.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = arguments::choice::<Kernel>)]
    kernel: Choice<Kernel>,
    /// Threads [default: all cores].
    #[arg(short = 'j', long, value_name = "N", value_parser = arguments::threads)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    form: Form,
    /// When to show progress on stderr: auto (on a terminal), always or never.
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", hide_possible_values = true)]
    progress: When,
}

fn percent(text: &str) -> Result<f64, Error> {
    let digits = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let percent = text.parse::<f64>().ok().filter(|percent| digits && *percent <= 100.0);
    percent.ok_or_else(|| bad(text, "is not a percentage", "give a number from 0 to 100"))
}

pub(crate) fn verify(args: &VerifyArgs) -> Result<Exit> {
    let stop = signal::raising()?;
    let what = if args.white_rows.is_some() { "by search" } else { "sample" };
    let meter = Meter::new(what, args.progress);
    let options = arguments::options(args.threads, &stop);
    let stopped = || "nothing is verified".to_owned();
    if let Some(rows) = args.white_rows {
        let check = |options: &Options<'_>| verify_pattern(&args.path, rows, args.kernel, options);
        return one_pattern(args, &or_stopped(meter.watch(&options, check), stopped)?.0);
    }
    let VerifyArgs { sample, seed, patterns, kernel, .. } = *args;
    let verifier = Verifier { sample, seed, patterns, kernel };
    let verify = |options: &Options<'_>| queens_run::verify(&args.path, &verifier, options);
    let (verification, _) = or_stopped(meter.watch(&options, verify), stopped)?;
    args.form.format.write(&verification, |out| human(out, &verification))?;
    Ok(Exit::yes_if(verification.holds))
}

fn one_pattern(args: &VerifyArgs, check: &PatternCheck) -> Result<Exit> {
    let PatternCheck { pattern, range, by_color, by_search, holds, kernel, .. } = check;
    args.form.format.write(check, |out| {
        writeln!(out, "pattern    {pattern}, in range {range}")?;
        writeln!(out, "by color   {by_color}, on {kernel}")?;
        writeln!(out, "by search  {by_search}")?;
        if !holds {
            writeln!(out, "the methods differ")?;
        }
        Ok(())
    })?;
    Ok(Exit::yes_if(*holds))
}

fn human(out: &mut impl Write, verification: &Verification) -> Result<()> {
    let Verification { path, n, total, checks, ranges, sample, patterns, .. } = verification;
    writeln!(out, "{}: Q({n}) = {total}", path.display())?;
    for check in checks {
        match &check.fault {
            None if talk::is_quiet() => {}
            None => writeln!(out, "{GOOD}ok{GOOD:#}      {}", check.name)?,
            Some(fault) => writeln!(out, "{BAD}FAILED{BAD:#}  {}: {fault}", check.name)?,
        }
    }
    if !verification.holds {
        return Ok(writeln!(out, "the certificate does not hold")?);
    }
    if talk::is_quiet() {
        return Ok(());
    }
    if sample.len() as u64 == *ranges {
        writeln!(out, "every range was counted again")?;
    } else {
        let chance = |wrong| 100.0 * (1.0 - verification.chance(wrong));
        writeln!(out, "{} of {ranges} ranges were counted again: that finds", sample.len())?;
        writeln!(out, "  one wrong range with a probability of {:.2} %", chance(1))?;
        // A false total might need one wrong range in a hundred.
        let wrong = ranges / 100;
        if wrong > 1 {
            let percent = chance(wrong);
            writeln!(out, "  one of {wrong} wrong ranges with a probability of {percent:.2} %")?;
        }
    }
    if patterns.is_empty() && !sample.is_empty() {
        writeln!(out, "note: no pattern was counted by search; --patterns K counts some")?;
    }
    let kernel = verification.kernel;
    if verification.counted_by.contains(kernel.name()) {
        writeln!(out, "note: the run was counted on {kernel} too; --kernel names another kernel")?;
    }
    Ok(())
}
