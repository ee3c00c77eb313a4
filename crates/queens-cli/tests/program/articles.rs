//! What the five articles have is shown by the commands that `queens gallery list --articles` names.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::Path;
use std::process::Command;

use queens_gallery::Article;

#[test]
fn every_command_for_an_article_prints_what_the_article_says() {
    for content in Article::ALL.iter().flat_map(|article| article.contents) {
        let command = content.command;
        let mut words = command.split_whitespace();
        if words.next() != Some("queens") {
            // A script of the repository, for a program that is not ours. What it wrote lies beside it.
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            let script = root.join(words.next().unwrap());
            assert!(script.is_file(), "{command}");
            let written = fs::read_to_string(script.with_extension("csv")).unwrap();
            assert!(written.contains(content.prints), "{command}");
            assert!(!content.prints.is_empty(), "{command}");
            continue;
        }
        let output = Command::new(env!("CARGO_BIN_EXE_queens")).args(words).output().unwrap();
        assert!(output.status.success(), "{command}: {output:?}");
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.contains(content.prints), "{command} prints\n{printed}");
        assert!(!content.prints.is_empty(), "{command}");
    }
}

#[test]
fn the_slip_of_an_article_gives_the_wrong_counts_that_its_finding_names() {
    let mut findings = Article::ALL.iter().flat_map(|article| article.findings);
    let named = "4, 18, 164, 1162 in place of 10, 40, 352, 2680 for n = 5, 7, 9, 11";
    assert!(findings.any(|(_, found)| found.contains(named)));
    for (n, wrong, right) in [(5, 4, 10), (7, 18, 40), (9, 164, 352), (11, 1162, 2680)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_queens"));
        let output =
            command.args(["gallery", "run", "mirror", &n.to_string(), "--as-printed"]).output();
        let printed = String::from_utf8(output.unwrap().stdout).unwrap();
        assert!(
            printed.contains(&format!("{wrong} solutions\nwrong: Q({n}) = {right}")),
            "{printed}"
        );
    }
}
