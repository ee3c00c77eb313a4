//! What the five articles have is shown by the commands that `queens gallery list --articles` names.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::process::Command;

use queens_gallery::Article;

#[test]
fn every_command_for_an_article_runs_and_shows_something() {
    for article in Article::ALL {
        for content in article.contents {
            let mut words = content.command.split_whitespace();
            assert_eq!(words.next(), Some("queens"));
            let output = Command::new(env!("CARGO_BIN_EXE_queens")).args(words).output().unwrap();
            assert!(output.status.success(), "{}: {output:?}", content.command);
            assert!(!output.stdout.is_empty(), "{}", content.command);
        }
    }
}

/// The words that the articles work out, by the command that is listed for them.
#[test]
fn the_articles_examples_come_out_as_they_say() {
    for (command, expected) in [
        ("queens gallery step bitwise 4 --ld 0001 --cols 1001 --rd 0101", " 0010  free"),
        ("queens gallery step bitwise 4 --rd 0001 --bit 0100", " 1010  rd = (rd | bit) << 1"),
        ("queens gallery step bitwise 4 --bit 0010", " 1000  free  "),
        ("queens gallery step bitwise 4", "01111  (1 << 4) - 1"),
        ("queens gallery step bitwise 8 --cols 10101111", " 00010000  bit"),
        (
            "queens gallery step bitwise 8 --ld 00011000 --cols 11001001 --rd 00011100",
            " 00100010  free",
        ),
        ("queens gallery run mirror 5 --as-printed", "4 solutions\nwrong: Q(5) = 10"),
    ] {
        let listed = Article::ALL.iter().flat_map(|article| article.contents);
        assert!(listed.into_iter().any(|content| content.command == command), "{command}");
        let words = command.split_whitespace().skip(1);
        let output = Command::new(env!("CARGO_BIN_EXE_queens")).args(words).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.contains(expected), "{command} prints\n{printed}");
    }
}
