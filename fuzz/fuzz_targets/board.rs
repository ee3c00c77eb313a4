//! Any text is a square or a size, and then it survives being written and read, or it is not, and
//! then a check that shares no code with the library agrees. Any square survives being written.

#![no_main]

use libfuzzer_sys::fuzz_target;
use queens::board::parse_size;
use queens::{MAX_SIZE, Square};
use queens_fuzz::{assert_read, number};

fuzz_target!(|bytes: &[u8]| {
    if let Some((&numbers, _)) = bytes.split_first_chunk::<8>() {
        let numbers = u64::from_le_bytes(numbers);
        let row = (numbers >> 32) as u32 % MAX_SIZE;
        let column = numbers as u32 % MAX_SIZE;
        let square = Square { row, column };
        assert_eq!(square.to_string().parse(), Ok(square), "changed by writing");
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    assert_read(text, size(text), parse_size);
    assert_read(text, square(text), str::parse);
});

/// The number that decimal digits spell, if a board can have it for a size.
fn size(digits: &str) -> Option<u32> {
    u32::try_from(number(digits)?).ok().filter(|&size| size <= MAX_SIZE)
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
    (column < u64::from(MAX_SIZE)).then_some(Square { row, column: column as u32 })
}
