//! `queens gallery list` and `quiz`: what there is, and what the articles ask.

use queens_gallery::{Article, Member};

use crate::command::prelude::*;

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

/// Show the questions that the articles ask, and the answers.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens gallery quiz
  queens gallery quiz --answers")]
pub(crate) struct QuizArgs {
    /// Show an answer to each question.
    #[arg(long)]
    answers: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    if args.articles {
        return articles();
    }
    let algorithms: Vec<_> = Member::ALL.iter().map(|member| member.about()).collect();
    let document = json!({ "schema": "queens.gallery.list/1", "algorithms": algorithms });
    args.form.format.write(&document, |out| {
        for about in &algorithms {
            writeln!(out, "{BOLD}{:<16}{BOLD:#} {}", about.name, about.title)?;
            writeln!(out, "{:<16} {}; n up to {}", "", about.cost, about.max_n)?;
        }
        Ok(())
    })
}

fn articles() -> Result<Exit> {
    let mut out = output::stdout();
    for (number, article) in Article::ALL.iter().enumerate() {
        let gap = if number == 0 { "" } else { "\n" };
        writeln!(out, "{gap}{BOLD}{}{BOLD:#}", article.title)?;
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
    output::end(out)
}

pub(crate) fn quiz(args: &QuizArgs) -> Result<Exit> {
    let mut out = output::stdout();
    for article in Article::ALL.iter().filter(|article| !article.questions.is_empty()) {
        writeln!(out, "{BOLD}{}{BOLD:#}", article.title)?;
        for (number, (question, answer)) in (1..).zip(article.questions) {
            writeln!(out, "{number}. {}", wrapped(question, 3))?;
            if args.answers {
                writeln!(out, "   {}", wrapped(answer, 3))?;
            }
        }
    }
    output::end(out)
}

/// A text in lines of at most 100 characters, each after the first indented.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if indent + line.chars().count() + 1 + word.len() <= 100 => {
                line.extend([" ", word]);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join(&format!("\n{:indent$}", ""))
}
