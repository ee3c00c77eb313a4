//! Every documented command, run for real: its output, its errors, its exit code.

use std::fs;
use std::path::Path;

use queens_gallery::Article;

#[test]
fn the_transcripts_the_readme_and_the_guide_are_true() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .case("../../README.md")
        .case("../../docs/guide/*.md")
        .case("../../docs/questions.md")
        .insert_var("[VERSION]", env!("CARGO_PKG_VERSION"))
        .expect("the variable has a valid name");
}

/// What the five articles have is shown by the commands that `queens gallery list --articles` names.
#[test]
fn every_command_for_an_article_prints_what_the_article_says() {
    for content in Article::ALL.iter().flat_map(|article| article.contents) {
        let command = content.command;
        assert!(!content.prints.is_empty(), "{command}");
        let mut words = command.split_whitespace();
        if words.next() != Some("queens") {
            // A script of the repository, for a program that is not ours. What it wrote lies beside it.
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            let script = root.join(words.next().unwrap());
            assert!(script.is_file(), "{command}");
            let written = fs::read_to_string(script.with_extension("csv")).unwrap();
            assert!(written.contains(content.prints), "{command}");
            continue;
        }
        let printed = crate::stdout(command.strip_prefix("queens ").unwrap());
        assert!(printed.contains(content.prints), "{command} prints\n{printed}");
    }
}
