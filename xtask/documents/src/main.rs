//! Prints as one JSON object what xtask/documents.py takes from the libraries: the schemas of all documents and of the
//! engine's answers, and the articles.
//!
//! A program of its own, because it is built with the libraries: `cargo xtask` starts without them.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use queens_gallery::{Article, Content};
use serde_json::{Value, json};

fn main() {
    let schemas: Vec<_> = queens_json::schemas().into_iter().chain(queens_run::schemas()).collect();
    let articles: Vec<_> = Article::ALL.iter().map(article).collect();
    let answers = queens_wasm::schema();
    println!("{}", json!({ "schemas": schemas, "answers": answers, "articles": articles }));
}

fn article(article: &Article) -> Value {
    let content = |content: &Content| json!([content.kind, content.what, content.command]);
    json!({
        "title": article.title,
        "author": article.author,
        "link": article.link,
        "language": article.language,
        "contents": article.contents.iter().map(content).collect::<Vec<_>>(),
        "questions": article.questions,
        "findings": article.findings,
    })
}
