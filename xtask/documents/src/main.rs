//! Prints as one JSON object what xtask/documents.py takes from the libraries: the schemas of all documents and of the
//! engine's answers, and the articles.
//!
//! A program of its own, because it is built with the libraries: `cargo xtask` starts without them.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use queens_gallery::Article;
use serde_json::json;

fn main() {
    let schemas: Vec<_> = queens_json::schemas().into_iter().chain(queens_run::schemas()).collect();
    let (answers, articles) = (queens_wasm::schema(), Article::ALL);
    println!("{}", json!({ "schemas": schemas, "answers": answers, "articles": articles }));
}
