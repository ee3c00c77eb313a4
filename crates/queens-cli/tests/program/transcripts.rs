//! Every documented command, run for real: its output, its errors, its exit code.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;

use queens_gallery::Article;
#[cfg(unix)]
use rexpect::session::spawn_command;

#[test]
fn the_transcripts_the_readme_and_the_guide_are_true() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .case("../../README.md")
        .case("../../docs/guide/*.md")
        .case("../../docs/formats.md")
        .case("../../docs/questions.md")
        .insert_var("[VERSION]", env!("CARGO_PKG_VERSION"))
        .expect("the variable has a valid name");
}

/// The run that the README begins with, in a terminal: all of it but the time, and what the machine decides.
#[cfg(unix)]
#[test]
fn the_readme_begins_with_what_a_terminal_shows() {
    let readme = fs::read_to_string("../../README.md").unwrap();
    let (_, run) = readme.split_once("```text\n$ queens ").unwrap();
    let (run, _) = run.split_once("\n```").unwrap();
    let (arguments, expected) = run.split_once('\n').unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_queens"));
    command.args(arguments.split_whitespace()).env("TERM", "xterm-256color");
    let mut session = spawn_command(command, Some(120_000)).expect("a pseudo-terminal");
    let screen = session.exp_eof().unwrap();
    // Progress is drawn over itself; the line at the end takes its place.
    let shown: Vec<&str> =
        screen.lines().map(|line| line.rsplit("\x1b[2K").next().unwrap()).collect();
    let of_any_machine = |line: &str| {
        let parts = line.split(", ").map(|part| match part {
            time if time.ends_with(" s") => time.split(':').next().unwrap(),
            threads if threads.contains(" thread") => "threads",
            other => other.split(" on ").next().unwrap(),
        });
        parts.collect::<Vec<_>>().join(", ")
    };
    let [shown, expected] = [shown, expected.lines().collect()]
        .map(|lines: Vec<&str>| lines.into_iter().map(of_any_machine).collect::<Vec<_>>());
    assert_eq!(shown, expected);
    assert_eq!(expected.len(), 2, "the time and the count: {expected:?}");
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
