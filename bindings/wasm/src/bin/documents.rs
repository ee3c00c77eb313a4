//! Prints as one JSON object what xtask/documents.py takes from the libraries: the schemas of all documents and of the
//! engine's answers, and the articles.
//!
//! A program of this package, which has the answers; `cargo xtask` starts without the libraries.

#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use queens_gallery::Article;
use serde_json::json;

fn main() {
    let schemas: Vec<_> = queens_json::schemas().into_iter().chain(queens_run::schemas()).collect();
    let (answers, articles) = (queens_wasm::schema(), Article::ALL);
    println!("{}", json!({ "schemas": schemas, "answers": answers, "articles": articles }));
}
