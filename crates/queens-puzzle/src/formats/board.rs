//! A board with queens and crosses as text, with a line `regions AABB` for each row: a problem with regions.

use queens::{Error, Problem, Square};

use super::{Form, marks};
use crate::puzzle::Puzzle;

pub(super) const FORM: Form<str> = Form {
    name: "a board",
    is: |block| is_board(block),
    read: |block| read(block).map(|puzzle| vec![puzzle]),
};

/// What stands for a square on a board.
const SYMBOLS: &str = "Q.#_-";

fn is_row(line: &str) -> bool {
    line.chars().all(|c| c.is_whitespace() || SYMBOLS.contains(c))
}

/// Whether there are regions, or most of the first line is squares.
fn is_board(block: &str) -> bool {
    let mut first_words = block.lines().map(|line| line.split_whitespace().next());
    let first = block.lines().next().unwrap_or_default();
    let squares = first.chars().filter(|&c| SYMBOLS.contains(c)).count();
    let all = first.chars().filter(|c| !c.is_whitespace()).count();
    first_words.any(|word| word == Some("regions"))
        || first.contains(['.', '_', '-']) && 2 * squares > all && block.lines().count() > 1
}

fn read(block: &str) -> Result<Puzzle, Error> {
    block
        .parse::<Problem>()
        .and_then(Puzzle::try_from)
        .map_err(|error| contradiction(block).unwrap_or(error))
}

/// What contradicts itself on a board that is right without its queens.
fn contradiction(block: &str) -> Option<Error> {
    let mut queens = Vec::new();
    let (mut rows, mut without) = (0, String::new());
    for line in block.lines() {
        let is_row = is_row(line) && !line.trim().is_empty();
        for (column, c) in (0..).zip(line.chars().filter(|c| is_row && !c.is_whitespace())) {
            queens.extend((c == 'Q').then_some(Square { row: rows, column }));
        }
        rows += u32::from(is_row);
        without += &if is_row { line.replace('Q', ".") } else { line.to_owned() };
        without.push('\n');
    }
    marks::contradiction(&without.parse::<Problem>().and_then(Puzzle::try_from).ok()?, &queens)
}
