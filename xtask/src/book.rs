//! The book: docs/ and the documents of the root, rendered by mdBook, every link checked by hyperlink.
//!
//! The documents link to each other, to pictures, to data and to source files by paths in the repository,
//! so that they can be read there. The book keeps these paths: what is tracked is copied, as it lies, to
//! the folder that mdBook renders, and links need no change.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::program::{Program, root, target};
use crate::tools::installed;

/// The list of chapters; its links are relative to its folder, like those of any document.
const SUMMARY: &str = "docs/SUMMARY.md";

/// What is at the top of the book.
const INDEX: &str = "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>queens</title>\n\
    <meta http-equiv=\"refresh\" content=\"0; url=docs/introduction.html\">\n\
    <a href=\"docs/introduction.html\">The book</a>\n";

/// Where the documentation of the libraries lies in the book.
const API: &str = "api";

/// The documentation of the libraries; a warning is an error.
pub(crate) fn libraries() -> Result<(), Failure> {
    Program::new("cargo doc --workspace --exclude xtask --exclude xtask-documents --no-deps")
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()
}

/// Builds the book in target/book/html and checks its links.
pub(crate) fn build() -> Result<(), Failure> {
    // With its search and without its server.
    let mdbook = installed("mdbook", "0.5.4", "--no-default-features --features search")?;
    libraries()?;
    let (source, html) = (target().join("book/source"), target().join("book/html"));
    stage(&source)?;
    if html.exists() {
        fs::remove_dir_all(&html).map_err(|error| Failure::at(&html, &error))?;
    }
    Program::at(&mdbook).arg("build").arg(&source).arg("--dest-dir").arg(&html).run()?;
    // mdBook copies the first chapter there, whose links lead from docs/.
    let index = html.join("index.html");
    fs::write(&index, INDEX).map_err(|error| Failure::at(&index, &error))?;
    copy(&target().join("doc"), &html.join(API))?;
    links(&html)?;
    eprintln!("the book is {}", html.join("index.html").display());
    Ok(())
}

/// Follows every link within the book to its file and its place.
///
/// Links to other sites are not followed: a check that asks the network fails for reasons that are not the
/// change's. rustdoc checks the links of its own pages, and makes the places of some with a script; so the pages
/// that are checked lead to those, and those lead nowhere.
fn links(html: &Path) -> Result<(), Failure> {
    let checked = target().join("book/checked");
    if checked.exists() {
        fs::remove_dir_all(&checked).map_err(|error| Failure::at(&checked, &error))?;
    }
    copy(html, &checked)?;
    for file in Program::new("find -name *.html").within(&checked.join(API)).read()?.lines() {
        let path = checked.join(API).join(file);
        let page = fs::read_to_string(&path).map_err(|error| Failure::at(&path, &error))?;
        let page = page.replace(" href=", " data-href=").replace(" src=", " data-src=");
        fs::write(&path, page).map_err(|error| Failure::at(&path, &error))?;
    }
    let hyperlink = installed("hyperlink", "0.3.2", "")?;
    Program::at(&hyperlink).arg("--check-anchors").arg(&checked).run()
}

/// Copies what the book may lead to, with the list of chapters at the top, where mdBook wants it.
fn stage(source: &Path) -> Result<(), Failure> {
    if source.exists() {
        fs::remove_dir_all(source).map_err(|error| Failure::at(source, &error))?;
    }
    let tracked = Program::new("git ls-files --cached --others --exclude-standard").read()?;
    for file in tracked.lines().filter(|file| is_wanted(file)) {
        let (from, to) = (root().join(file), source.join(file));
        // What is deleted and not yet committed is still listed.
        if !from.exists() {
            continue;
        }
        copy(&from, &to)?;
    }
    let summary = root().join(SUMMARY);
    let text = fs::read_to_string(&summary).map_err(|error| Failure::at(&summary, &error))?;
    let to = source.join("SUMMARY.md");
    fs::write(&to, from_root(&text)).map_err(|error| Failure::at(&to, &error))?;
    let settings = root().join("docs/book.toml");
    copy(&settings, &source.join("book.toml"))
}

/// The documents, what they show, and the sources that they may lead to.
fn is_wanted(file: &str) -> bool {
    let top = !file.contains('/');
    let extension = Path::new(file).extension().and_then(|extension| extension.to_str());
    match extension {
        None => top && file.starts_with("LICENSE"),
        Some("md" | "cff") => top || file.starts_with("docs/"),
        Some("rs" | "cl" | "py" | "pyi" | "ipynb") => !file.starts_with("fuzz/"),
        _ => file.starts_with("docs/") || file == "crates/queens-web/openapi.json",
    }
}

/// The list of chapters with paths from the root.
fn from_root(summary: &str) -> String {
    let mut text = String::new();
    let mut rest = summary;
    while let Some((before, link)) = rest.split_once("](") {
        text.push_str(before);
        text.push_str("](");
        if let Some(above) = link.strip_prefix("../") {
            rest = above;
        } else {
            text.push_str("docs/");
            rest = link;
        }
    }
    text + rest
}

/// Copies a file, or a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::at(to, &error);
    if !from.is_dir() {
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        return fs::copy(from, to).map(|_| ()).map_err(failed);
    }
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_are_named_from_the_root() {
        let summary = "# S\n- [a](a/b.md)\n  - [b](../B.md)\n";
        let expected = "# S\n- [a](docs/a/b.md)\n  - [b](B.md)\n";
        assert_eq!(from_root(summary), expected);
    }

    #[test]
    fn programs_and_builds_are_left_out() {
        for wanted in ["README.md", "LICENSE-MIT", "docs/a/b.csv", "crates/queens/src/lib.rs"] {
            assert!(is_wanted(wanted), "{wanted}");
        }
        for unwanted in ["Cargo.lock", "fuzz/seeds/board/corner", "web/index.html", "crates/x.md"] {
            assert!(!is_wanted(unwanted), "{unwanted}");
        }
    }
}
