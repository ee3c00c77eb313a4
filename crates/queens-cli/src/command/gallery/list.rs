//! `queens gallery list`: what there is.

use std::io::Write;

use clap::Args as ClapArgs;
use queens_gallery::Member;
use queens_json::{Algorithm, GalleryList};

use crate::outcome::{Exit, Outcome};
use crate::output::{self, Format};

/// List the algorithms: what they do, what they cost, where they come from.
#[derive(ClapArgs, Debug)]
pub(crate) struct Args {
    /// Form of the answer.
    #[arg(long, default_value = "human", value_name = "FORMAT",
          value_parser = Format::among(&[Format::Human, Format::Json]))]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let mut out = output::stdout();
    if args.format == Format::Json {
        let entry = |member: &Member| {
            let about = member.about();
            Algorithm {
                name: about.name,
                title: about.title,
                idea: about.idea,
                cost: about.cost,
                code: about.code,
                test: about.test,
                max_n: about.max_n,
                articles: about.articles,
            }
        };
        let algorithms = Member::ALL.iter().map(entry).collect();
        output::json(&mut out, &GalleryList { algorithms })?;
    } else {
        let bold = anstyle::Style::new().bold();
        for member in Member::ALL {
            let about = member.about();
            writeln!(out, "{bold}{:<16}{bold:#} {}", about.name, about.title)?;
            writeln!(out, "{:<16} {}; n up to {}", "", about.cost, about.max_n)?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}
