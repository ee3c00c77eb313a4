//! Many numbers as text, fast: the columns of a thousand million queens. The crate itoa takes three times as long.

use std::io::{self, Write};

/// Bytes that are gathered before they are written: more than a pipe holds.
const BLOCK: usize = 1 << 18;

/// The digits of 0000 to 9999.
static DIGITS: [[u8; 4]; 10_000] = {
    let mut digits = [[0; 4]; 10_000];
    let mut i = 0;
    while i < digits.len() {
        let d = [i / 1000, i / 100 % 10, i / 10 % 10, i % 10];
        digits[i] = [b'0' + d[0] as u8, b'0' + d[1] as u8, b'0' + d[2] as u8, b'0' + d[3] as u8];
        i += 1;
    }
    digits
};

/// Writes numbers with a separator between each two, and stops early when `stop` says so, which is
/// asked once a block.
pub(crate) fn write(
    out: &mut impl Write,
    separator: u8,
    numbers: impl Iterator<Item = u32>,
    stop: impl Fn() -> bool,
) -> io::Result<()> {
    let mut block = vec![0; BLOCK];
    let mut end = 0;
    let mut first = true;
    for number in numbers {
        if end + 12 > BLOCK {
            out.write_all(&block[..end])?;
            end = 0;
            if stop() {
                return Ok(());
            }
        }
        block[end] = separator;
        // No separator before the first.
        end += usize::from(!first);
        first = false;
        end += digits(number, (&mut block[end..end + 11]).try_into().expect("eleven bytes"));
    }
    out.write_all(&block[..end])
}

/// Writes the digits of a number and has how many there are; the bytes behind them are unspecified.
#[inline]
fn digits(number: u32, to: &mut [u8; 11]) -> usize {
    let (high, low) = (number / 10_000, number % 10_000);
    let length = match high {
        0 => return without_zeros(low, to),
        1..10_000 => without_zeros(high, to),
        _ => {
            let length = without_zeros(high / 10_000, to);
            to[length..length + 4].copy_from_slice(&DIGITS[(high % 10_000) as usize]);
            length + 4
        }
    };
    to[length..length + 4].copy_from_slice(&DIGITS[low as usize]);
    length + 4
}

/// The same for a number below 10,000.
#[inline]
fn without_zeros(number: u32, to: &mut [u8; 11]) -> usize {
    let digits = DIGITS[number as usize];
    let zeros = digits.iter().take(3).take_while(|d| **d == b'0').count();
    let bytes = u32::from_le_bytes(digits) >> (8 * zeros);
    to[..4].copy_from_slice(&bytes.to_le_bytes());
    4 - zeros
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_standard_library_does() {
        let ends = (0..10).flat_map(|i| {
            let power = 10_u32.pow(i);
            [power - 1, power, power + 1, 4 * power, power / 4 * 9]
        });
        let numbers: Vec<u32> = ends.chain(0..100_000).chain([u32::MAX - 1, u32::MAX]).collect();
        for numbers in [&numbers[..], &[]] {
            let mut out = Vec::new();
            write(&mut out, b' ', numbers.iter().copied(), || false).unwrap();
            let plain: Vec<String> = numbers.iter().map(u32::to_string).collect();
            assert_eq!(String::from_utf8(out).unwrap(), plain.join(" "));
        }
    }
}
