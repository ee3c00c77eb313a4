//! `queens run merge`: from the parts to the certificate.

use std::io::Write;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use queens_json::RunMerge;
use queens_run::{Merged, Run};

use crate::outcome::{Exit, Failure};
use crate::output::{self, Form};

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
pub(crate) struct Args {
    /// Directory of the run.
    #[arg(value_name = "RUN")]
    dir: PathBuf,
    #[command(flatten)]
    form: Form,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let run = Run::open(&args.dir)?;
    let Merged { certificate, report } = queens_run::merge(&run)?;
    let path = run.certificate_path();
    let mut out = output::stdout();
    if args.form.is_json() {
        let document = RunMerge {
            run: run.name().to_string(),
            n: run.plan().size(),
            total: certificate.total.into(),
            fundamental: certificate.fundamental().into(),
            ranges: run.plan().ranges(),
            merkle_root: certificate.root.clone(),
            certificate: path.display().to_string(),
            attempts: report.attempts,
            duplicates: report.duplicates,
            damaged: report.damaged,
            foreign: report.foreign.len(),
        };
        output::json(&mut out, &document)?;
        return output::end(out);
    }
    writeln!(out, "Q({}) = {}", run.plan().size(), certificate.total)?;
    if !output::is_quiet() {
        writeln!(out, "ranges       {}", run.plan().ranges())?;
        writeln!(out, "attempts     {}", report.attempts)?;
        let left = [
            (report.duplicates, "ranges counted more than once, with the same result"),
            (report.damaged, "damaged lines, not used"),
            (report.foreign.len() as u64, "files in parts/ that are not parts of the run"),
        ];
        for (count, what) in left.iter().filter(|(count, _)| *count > 0) {
            writeln!(out, "noticed      {what}: {count}")?;
        }
        writeln!(out, "certificate  {}", path.display())?;
    }
    output::end(out)
}
