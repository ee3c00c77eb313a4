//! Star Battle Notation, version 1, as the tools of Star Battle Lab write it.
//!
//! The size twice (`4` to `9`, then letters from `A` for 10), the stars, a letter, then digits in base 64: a
//! bit for each side between two squares, set where two regions meet, filled up with zeros in front. First
//! the sides between columns, row by row, then those between rows, column by column. After that a digit for
//! every three squares, two bits each: 0 open, 1 crossed out, 2 a star. What follows `~` is the history of a
//! game and passed over.

use queens::board::squares;
use queens::{Error, Regions, Square};

use super::{invalid, one_star};
use crate::puzzle::Puzzle;

const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

fn value(digit: u8) -> Option<u8> {
    DIGITS.iter().position(|&other| other == digit).map(|value| value as u8)
}

/// The size that a notation begins with.
fn size(line: &[u8]) -> Option<usize> {
    let [first, second, stars, _flag, ..] = line else { return None };
    let size = usize::from(value(*first).filter(|_| first == second && stars.is_ascii_digit())?);
    Regions::SIZES.contains(&(size as u32)).then_some(size)
}

fn borders(n: usize) -> usize {
    2 * n * (n - 1)
}

/// Tells whether a line is in this notation: no row of letters is.
pub(super) fn is_sbn(line: &str) -> bool {
    let line = line.split('~').next().unwrap_or_default().as_bytes();
    size(line).is_some_and(|n| {
        line.len() >= 4 + borders(n).div_ceil(6) && line.iter().all(|&digit| value(digit).is_some())
    })
}

/// Reads a line for which [`is_sbn`] is true.
pub(super) fn read(line: &str) -> Result<Puzzle, Error> {
    let line = line.split('~').next().unwrap_or_default().as_bytes();
    let n = size(line).expect("the line is a notation");
    one_star(&char::from(line[2]).to_string())?;
    let (digits, marks) = line[4..].split_at(borders(n).div_ceil(6));
    let bits = |digits: &[u8]| -> Vec<bool> {
        let values = digits.iter().filter_map(|&digit| value(digit));
        values.flat_map(|value| (0..6).rev().map(move |bit| value >> bit & 1 == 1)).collect()
    };
    let sides = bits(digits);
    let sides = &sides[sides.len() - borders(n)..];
    let right = |row: usize, column: usize| sides[row * (n - 1) + column];
    let below = |row: usize, column: usize| sides[n * (n - 1) + column * (n - 1) + row];
    let mut of: Vec<Option<usize>> = vec![None; n * n];
    let mut count = 0;
    for start in 0..n * n {
        if of[start].is_some() {
            continue;
        }
        of[start] = Some(count);
        let mut reached = vec![start];
        while let Some(at) = reached.pop() {
            let (row, column) = (at / n, at % n);
            let neighbors = [
                (column + 1 < n && !right(row, column)).then_some(at + 1),
                (column > 0 && !right(row, column.wrapping_sub(1))).then(|| at - 1),
                (row + 1 < n && !below(row, column)).then_some(at + n),
                (row > 0 && !below(row.wrapping_sub(1), column)).then(|| at - n),
            ];
            for to in neighbors.into_iter().flatten() {
                if of[to].is_none() {
                    of[to] = Some(count);
                    reached.push(to);
                }
            }
        }
        count += 1;
    }
    let of: Vec<usize> = of.into_iter().flatten().map(|region| region + 1).collect();
    let rows: Vec<Vec<usize>> = of.chunks(n).map(<[usize]>::to_vec).collect();
    let mut puzzle = Puzzle::new(Regions::from_rows(&rows)?);
    let states: Vec<u8> = marks
        .iter()
        .filter_map(|&digit| value(digit))
        .flat_map(|value| [value >> 4 & 3, value >> 2 & 3, value & 3])
        .collect();
    if let Some((_, at)) = states.iter().zip(0..).skip(n * n).find(|(state, _)| **state != 0) {
        let message = format!("a mark on square {} of {}", at + 1, n * n);
        return Err(invalid(message, "give marks for the squares of the board alone"));
    }
    for (square, state) in squares(n as u32).zip(states) {
        puzzle = match state {
            0 => puzzle,
            1 => puzzle.with_cross(square)?,
            2 => puzzle.with_queen(square)?,
            _ => {
                let message = format!("the mark on {square} is neither a star nor a cross");
                return Err(invalid(message, "write 0 for open, 1 for a cross, 2 for a star"));
            }
        };
    }
    Ok(puzzle)
}

pub(super) fn write(puzzle: &Puzzle) -> String {
    let n = puzzle.size();
    let regions = puzzle.regions();
    let at = |row, column| regions.at(Square { row, column });
    let right =
        (0..n).flat_map(|row| (0..n - 1).map(move |column| at(row, column) != at(row, column + 1)));
    let below =
        (0..n).flat_map(|column| (0..n - 1).map(move |row| at(row, column) != at(row + 1, column)));
    let padding = (6 - borders(n as usize) % 6) % 6;
    let bits: Vec<bool> = std::iter::repeat_n(false, padding).chain(right).chain(below).collect();
    let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
    let size = digit(n as u8);
    let mut states = vec![0_u8; (n * n) as usize];
    let index = |square: Square| (square.row * n + square.column) as usize;
    puzzle.crosses().for_each(|square| states[index(square)] = 1);
    puzzle.queens().for_each(|square| states[index(square)] = 2);
    let is_marked = states.iter().any(|&state| state != 0);
    let flag = if is_marked { 'e' } else { 'W' };
    let mut text = format!("{size}{size}1{flag}");
    text.extend(
        bits.chunks(6)
            .map(|bits| digit(bits.iter().fold(0, |value, &bit| value << 1 | u8::from(bit)))),
    );
    if is_marked {
        text.extend(states.chunks(3).map(|three| {
            let state = |i: usize| three.get(i).copied().unwrap_or(0);
            digit(state(0) << 4 | state(1) << 2 | state(2))
        }));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first puzzle of a size, written by hand after the description above.
    #[test]
    fn a_puzzle_by_hand() {
        // Rows: no side between columns, every side between rows.
        let rows = Puzzle::new("AAAA\nBBBB\nCCCC\nDDDD".parse().unwrap());
        // 12 zeros and 12 ones are four digits.
        assert_eq!(write(&rows), "441W00__");
        assert_eq!(read("441W00__").unwrap(), rows);
        let marked = rows.with_queen("b1".parse().unwrap()).unwrap();
        let marked = marked.with_cross("a2".parse().unwrap()).unwrap();
        // a1 b1 c1: 0 2 0; d1 a2 b2: 0 1 0; nothing after that.
        assert_eq!(write(&marked), "441e00__840000");
        assert_eq!(read("441e00__84").unwrap(), marked);
        assert_eq!(read("441W00__84~history").unwrap_or(marked.clone()), marked);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let refused = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(refused("442W00__"), "a puzzle with 2 stars a row");
        assert_eq!(refused("441W0000"), "3 regions are missing: a 4 x 4 board has 1, 1");
        assert_eq!(
            refused("441W____"),
            "region 5 on a2 is one too many: a 4 x 4 board has 4 regions"
        );
        assert_eq!(refused("441e00__C"), "the mark on b1 is neither a star nor a cross");
    }
}
