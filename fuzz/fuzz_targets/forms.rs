//! A board that bytes spell, in each form that other programs write and in our own: it is read as that board. With one byte
//! changed, it is read as boards, or refused: with one line for one text, or for a part of it.

#![no_main]

/// How other programs write a board: in a file of the tests, which write boards that were grown.
#[path = "../../crates/queens-puzzle/tests/texts/forms.rs"]
mod forms;

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use queens::Regions;
use queens::board::squares;
use queens_fuzz::assert_refusal;
use queens_puzzle::{Format, Puzzle, Reader, parse};

fuzz_target!(|bytes: &[u8]| {
    let [size, form, at, byte, labels @ ..] = bytes else { return };
    let n = 4 + usize::from(size % 9);
    // Every label is there.
    let label =
        |square| if square < n { square as u8 } else { labels.get(square).unwrap_or(&0) % n as u8 };
    let board = Puzzle::new(Regions::new((0..n * n).map(label).collect()).expect("n regions"));
    let mut texts = forms::all(board.regions());
    texts.extend(Format::ALL.iter().filter_map(|format| format.write(&board).ok()));
    let text = texts.swap_remove(usize::from(*form) % texts.len());
    let read = parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let [puzzle] = &*read else { panic!("{} puzzles: {text}", read.len()) };
    assert_eq!(numbered(puzzle), numbered(&board), "{text}");

    let mut changed = text.into_bytes();
    let at = usize::from(*at) * 16 % changed.len();
    changed[at] = *byte;
    let errors: Vec<_> = Reader::new(&changed[..]).filter_map(Result::err).collect();
    errors.iter().for_each(assert_refusal);
    // A line end in the middle makes two texts of one, and an empty line does, too.
    assert!(
        errors.len() <= 8 + n,
        "{} errors for {:?}",
        errors.len(),
        String::from_utf8_lossy(&changed)
    );
});

/// The region of each square, numbered as they come: borders do not tell their names.
fn numbered(puzzle: &Puzzle) -> Vec<usize> {
    let mut numbers = BTreeMap::new();
    let of = squares(puzzle.n()).map(|square| puzzle.regions().at(square));
    of.map(|region| {
        let next = numbers.len();
        *numbers.entry(region).or_insert(next)
    })
    .collect()
}
