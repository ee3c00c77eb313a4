//! Any text is a size, a square or a placement, and then it survives being written and read, or it is
//! not, and then a check that shares no code with the library agrees. Any square survives being written.

#![no_main]

use std::fmt::{Debug, Display};

use libfuzzer_sys::fuzz_target;
use queens::board::parse_size;
use queens::{Error, MAX_N, Placement, Square, is_solution};
use queens_fuzz::assert_refusal;

fuzz_target!(|bytes: &[u8]| {
    if let Some((&numbers, _)) = bytes.split_first_chunk::<8>() {
        let numbers = u64::from_le_bytes(numbers);
        let row = (numbers >> 32) as u32 % MAX_N;
        let column = numbers as u32 % MAX_N;
        let square = Square { row, column };
        assert_eq!(square.to_string().parse(), Ok(square), "changed by writing");
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    assert_read(text, size(text), parse_size);
    assert_read(text, square(text), str::parse);
    assert_read(text, placement(text), str::parse);
});

/// A text is read as what is expected, which survives being written; or nothing is expected, and it is refused.
fn assert_read<T: Display + PartialEq + Debug>(
    text: &str,
    expected: Option<T>,
    read: impl Fn(&str) -> Result<T, Error>,
) {
    match (read(text), expected) {
        (Ok(value), Some(expected)) => {
            assert_eq!(value, expected, "changed by reading: {text:?}");
            assert_eq!(read(&value.to_string()), Ok(value), "changed by writing");
        }
        (Err(error), None) => assert_refusal(&error),
        (read, expected) => panic!("{read:?} and not {expected:?} of {text:?}"),
    }
}

/// The number that decimal digits spell, if a board can have it for a size.
fn size(digits: &str) -> Option<u32> {
    // A sign is no digit.
    digits.parse().ok().filter(|&size| size <= MAX_N && !digits.starts_with('+'))
}

/// The square of some board that `text` names.
fn square(text: &str) -> Option<Square> {
    let (letters, digits) = text.split_at(text.find(|c: char| !c.is_ascii_alphabetic())?);
    let row = size(digits)?.checked_sub(1)?;
    // One letter names 26 columns, two letters 26² more, and so on; eight letters, past every board.
    if letters.is_empty() || letters.len() > 7 {
        return None;
    }
    let shorter: u64 = (1..letters.len() as u32).map(|length| 26_u64.pow(length)).sum();
    let among_equals = letters.bytes().fold(0_u64, |value, letter| {
        value * 26 + u64::from(letter.to_ascii_lowercase()) - u64::from(b'a')
    });
    let column = shorter + among_equals;
    (column < u64::from(MAX_N)).then_some(Square { row, column: column as u32 })
}

/// The placement, if `text` spells a solution of a board of at least one row: by columns from 1 or from 0, or by squares.
fn placement(text: &str) -> Option<Placement> {
    let mut closing = Vec::new();
    let mut bare = String::new();
    for c in text.chars() {
        match c {
            '[' => closing.push(']'),
            '(' => closing.push(')'),
            '{' => closing.push('}'),
            ']' | ')' | '}' if closing.pop() != Some(c) => return None,
            _ => {}
        }
        bare.push(if "[](){}\"',".contains(c) { ' ' } else { c });
    }
    if !closing.is_empty() {
        return None;
    }
    let words: Vec<&str> = bare.split_whitespace().collect();
    let all = |symbols: &str, word: &str| word.chars().all(|c| symbols.contains(c));
    let first = words.first()?;
    let bits = words.iter().all(|word| all("01", word)) && (first.len() > 1 || words.len() > 3);
    let columns = if all("Q._-", first) || bits {
        by_squares(&bare, &words, if bits { "01" } else { "Q._-" }, if bits { '1' } else { 'Q' })?
    } else if words.len() == 1 && (2..=9).contains(&first.len()) && all("0123456789", first) {
        by_numbers(&first.chars().map(String::from).collect::<Vec<_>>())?
    } else {
        by_numbers(&words)?
    };
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
    assert_eq!(is_solution(&columns), !attacked, "{columns:?}");
    (!attacked).then(|| Placement::new(columns).expect("a solution"))
}

fn by_numbers<S: AsRef<str>>(words: &[S]) -> Option<Vec<u32>> {
    let number =
        |word: &S| word.as_ref().parse::<u32>().ok().filter(|_| !word.as_ref().starts_with('+'));
    let numbers = words.iter().map(number).collect::<Option<Vec<u32>>>()?;
    let least = u32::from(!numbers.contains(&0));
    Some(numbers.into_iter().map(|number| number - least).collect())
}

/// The column of the only queen in each row. Rows are lines, words, or as many single squares as make a square.
fn by_squares(text: &str, words: &[&str], symbols: &str, queen: char) -> Option<Vec<u32>> {
    let squares: Vec<char> = words.concat().chars().collect();
    let n = Some(squares.len().isqrt()).filter(|n| n * n == squares.len())?;
    let lines: Vec<String> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    let by_lines = lines.len() == n && lines.iter().all(|line| line.chars().count() == n);
    let by_words = words.iter().all(|word| word.chars().count() == n);
    let single = lines.len() == 1 && words.iter().all(|word| word.chars().count() == 1);
    if !(by_lines || by_words || single) || squares.iter().any(|c| !symbols.contains(*c)) {
        return None;
    }
    squares
        .chunks(n)
        .map(|row| {
            let queens: Vec<usize> = (0..n).filter(|&column| row[column] == queen).collect();
            (queens.len() == 1).then(|| queens[0] as u32)
        })
        .collect()
}
