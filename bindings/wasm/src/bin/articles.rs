//! Prints the articles as JSON, for xtask/documents.py.
//!
//! A program of this package, which has JSON and the gallery; `cargo xtask` starts without the libraries.

#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use queens_gallery::Article;

fn main() {
    println!("{}", serde_json::json!(Article::ALL));
}
