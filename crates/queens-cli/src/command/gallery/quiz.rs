//! `queens gallery quiz`: the questions of the articles.

use std::io::Write;

use clap::Args as ClapArgs;
use queens_gallery::Article;

use super::wrapped;
use crate::outcome::{Exit, Failure};
use crate::output;

/// Show the questions that the articles ask, and the answers.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens gallery quiz
  queens gallery quiz --answers")]
pub(crate) struct Args {
    /// Show an answer to each question.
    #[arg(long)]
    answers: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let mut out = output::stdout();
    let bold = anstyle::Style::new().bold();
    for article in Article::ALL.iter().filter(|article| !article.questions.is_empty()) {
        writeln!(out, "{bold}{}{bold:#}", article.title)?;
        for (number, (question, answer)) in (1..).zip(article.questions) {
            writeln!(out, "{number}. {}", wrapped(question, 3))?;
            if args.answers {
                writeln!(out, "   {}", wrapped(answer, 3))?;
            }
        }
    }
    output::end(out)
}
