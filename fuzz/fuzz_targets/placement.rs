//! Any text is a placement, and then a solution that survives being written and read, or it is
//! not, and then a check that shares no code with the library finds the reason too.

#![no_main]

use libfuzzer_sys::fuzz_target;
use queens::{Placement, is_solution};
use queens_fuzz::assert_refusal;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match text.parse::<Placement>() {
        Ok(placement) => {
            let columns = placement.columns();
            assert!(is_solution(columns), "not a solution: {columns:?}");
            assert_eq!(Some(columns), solution(text).as_deref(), "columns changed by reading");
            let written = placement.to_string();
            assert_eq!(written.parse(), Ok(placement), "changed by writing: {written:?}");
        }
        Err(error) => {
            assert_eq!(solution(text), None, "a solution was refused: {error}");
            assert_refusal(&error);
        }
    }
});

/// The columns, from 0, if `text` spells a solution of a board of at least one row.
fn solution(text: &str) -> Option<Vec<u32>> {
    let columns = text
        .replace(',', " ")
        .split_whitespace()
        .map(|word| number(word).and_then(|column| column.checked_sub(1)))
        .collect::<Option<Vec<u64>>>()?;
    let n = columns.len();
    if n == 0 || columns.iter().any(|&column| column >= n as u64) {
        return None;
    }
    for (row, &column) in columns.iter().enumerate() {
        for (distance, &below) in (1..).zip(&columns[row + 1..]) {
            let aside = column.abs_diff(below);
            if aside == 0 || aside == distance {
                return None;
            }
        }
    }
    columns.into_iter().map(|column| u32::try_from(column).ok()).collect()
}

/// The number that decimal digits spell, if it fits.
fn number(word: &str) -> Option<u64> {
    word.chars().try_fold(0_u64, |value, digit| {
        let digit = digit.is_ascii().then(|| digit.to_digit(10))??;
        value.checked_mul(10)?.checked_add(u64::from(digit))
    })
}
