//! All squares of a board on one line, row by row, a line for each puzzle; or a square a line.

use std::collections::BTreeSet;

use super::Form;
use super::rows::{squares, words, wrapped};
use crate::puzzle::Puzzle;

pub(super) const FORM: Form<str> = Form {
    name: "squares row by row",
    is: |block| is_flat(block),
    read: |block| {
        let lines: Vec<&str> = block.lines().collect();
        let labels = |line: &&str| letters_or_words(line);
        let lists: Vec<Vec<String>> = if is_column(&lines) {
            vec![lines.iter().map(|line| words(line).concat()).collect()]
        } else {
            lines.iter().map(labels).collect()
        };
        lists.iter().map(|labels| wrapped(labels).map(Puzzle::new)).collect()
    },
};

fn letters_or_words(line: &str) -> Vec<String> {
    let words = words(line);
    match &*words {
        [word] => word.chars().map(String::from).collect(),
        words => words.iter().copied().map(str::to_owned).collect(),
    }
}

/// The rows of a board with so many squares, if it has regions and they are n by n.
pub(super) fn side(squares: usize) -> Option<usize> {
    let n = squares.isqrt();
    (n * n == squares && (4..=32).contains(&n)).then_some(n)
}

/// Whether every line has n by n squares, and they are not the n by n rows of a larger board.
fn is_flat(block: &str) -> bool {
    let lines: Vec<&str> = block.lines().collect();
    let whole = |line: &&str| side(squares(line)).is_some() && squares(line) != lines.len();
    is_column(&lines) || lines.iter().all(whole)
}

/// Whether every line is a square, with the label of one of n regions.
fn is_column(lines: &[&str]) -> bool {
    let labels: BTreeSet<&&str> = lines.iter().collect();
    side(lines.len()).is_some_and(|n| labels.len() <= n)
        && lines.iter().all(|line| words(line).len() == 1)
}
