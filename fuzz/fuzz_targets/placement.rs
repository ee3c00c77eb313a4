//! Any text is a placement, and then a solution that survives being written and read, or it is
//! not, and then a check that shares no code with the library finds the reason too.

#![no_main]

use libfuzzer_sys::fuzz_target;
use queens::{Placement, is_solution};
use queens_fuzz::{assert_read, number};

fuzz_target!(|text: &str| {
    let expected = solution(text).map(|columns| {
        assert!(is_solution(&columns), "not a solution: {columns:?}");
        Placement::new(columns).expect("a solution")
    });
    assert_read(text, expected, str::parse);
});

/// The columns, from 0, if `text` spells a solution of a board of at least one row.
fn solution(text: &str) -> Option<Vec<u32>> {
    let columns = text
        .replace(',', " ")
        .split_whitespace()
        .map(|word| u32::try_from(number(word)?.checked_sub(1)?).ok())
        .collect::<Option<Vec<u32>>>()?;
    let n = columns.len();
    if n == 0 || columns.iter().any(|&column| column as usize >= n) {
        return None;
    }
    let attacked = columns.iter().enumerate().any(|(row, column)| {
        (1..).zip(&columns[row + 1..]).any(|(distance, below)| {
            let aside = column.abs_diff(*below);
            aside == 0 || aside == distance
        })
    });
    (!attacked).then_some(columns)
}
