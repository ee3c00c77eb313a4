//! `queens puzzle` with many puzzles: each has its answer when it is read, and its place when it is wrong.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut child = crate::queens("puzzle check --format jsonl")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (question, answer) in [
        ("4x1.AAABACBBCCDDCCDD", "\"unique\":true"),
        ("4x1.AAAB", "\"error\":\"stdin: puzzle in line 2: 4 letters for an n of 4\""),
        ("4x1.AAAABBBBCCCCDDDD", "\"unique\":false"),
        ("4x1.AABBAABBCCDDCCDA", "\"in_pieces\":[\"A\"]"),
    ] {
        writeln!(questions, "{question}").unwrap();
        let line = answers.next().unwrap().unwrap();
        assert!(line.contains(answer), "{line}");
    }
    drop(questions);
    assert_eq!(child.wait().unwrap().code(), Some(2), "one of the puzzles was no puzzle");
}

/// Each made puzzle is written at once, so a stop loses none, and files of them can be put together.
#[test]
fn made_puzzles_are_written_as_they_are_made() {
    for form in ["letters", "board", "compact", "jsonl"] {
        let mut child = crate::queens(&format!("puzzle new 6 --count 1000000000 --format {form}"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let made = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let made: Vec<String> = made.take(60).collect();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(made.len(), 60, "they come before the last is made");
        let two = crate::stdout(&format!("puzzle new 6 --count 2 --format {form}"));
        let read = queens_puzzle::parse(&two).unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!(
            queens_puzzle::parse(&[&two[..], &two].concat()).unwrap(),
            [read.clone(), read].concat()
        );
    }
}
