//! `queens gallery list`: what there is.

use std::io::Write;

use clap::Args as ClapArgs;
use queens_gallery::{About, Article, Member};
use queens_json::{Algorithm, GalleryList};

use super::wrapped;
use crate::outcome::{Exit, Failure};
use crate::output::{self, Form};

/// List the algorithms: what they do, what they cost, where they come from.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens gallery list
  queens gallery list --articles    what each article has, and where to find it here")]
pub(crate) struct Args {
    /// List the articles instead: what each has, the command that shows it here, what we found.
    #[arg(long, conflicts_with = "format")]
    articles: bool,
    #[command(flatten)]
    form: Form,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let mut out = output::stdout();
    let bold = anstyle::Style::new().bold();
    if args.form.is_json() {
        let entry = |member: &Member| {
            let &About { name, title, idea, cost, code, test, max_n, articles } = member.about();
            Algorithm { name, title, idea, cost, code, test, max_n, articles }
        };
        let algorithms = Member::ALL.iter().map(entry).collect();
        output::json(&mut out, &GalleryList { algorithms })?;
    } else if args.articles {
        for (number, article) in Article::ALL.iter().enumerate() {
            let gap = if number == 0 { "" } else { "\n" };
            writeln!(out, "{gap}{bold}{}{bold:#}", article.title)?;
            writeln!(out, "  {}, {}", article.author, article.language)?;
            if let Some(link) = article.link {
                writeln!(out, "  {link}")?;
            }
            for content in article.contents {
                writeln!(out, "  {:<9}  {:<48}  {}", content.kind, content.what, content.command)?;
            }
            if !article.questions.is_empty() {
                let what = format!("{} questions", article.questions.len());
                writeln!(out, "  {:<9}  {what:<48}  queens gallery quiz", "quiz")?;
            }
            for (says, found) in article.findings {
                writeln!(out, "  it says    {}", wrapped(says, 13))?;
                writeln!(out, "             -> {}", wrapped(found, 16))?;
            }
        }
    } else {
        for member in Member::ALL {
            let about = member.about();
            writeln!(out, "{bold}{:<16}{bold:#} {}", about.name, about.title)?;
            writeln!(out, "{:<16} {}; n up to {}", "", about.cost, about.max_n)?;
        }
    }
    output::end(out)
}
