//! Star Battle Notation, versions 1 and 2, as the tools of Star Battle Lab write it.
//!
//! A head, the sides of the regions, the marks. A side between two squares is a bit, set where two regions meet:
//! first the sides between columns, row by row, then those between rows, column by column. The bits are one
//! number, with the first bit as the highest, in base 64 or 85. A mark is 0 open, 1 crossed out, 2 a star.
//! What follows `~` is the history of a game and passed over.
//!
//! | version | head | digits | marks |
//! |--:|:--|:--|:--|
//! | 1 | the size twice (`4` to `9`, then letters from `A` for 10), the stars, a letter | base 64 | a digit for every three squares, in base 4 |
//! | 2 | the size in decimal, the stars as a letter (`A` for one) | base 85 | a digit for every four squares, in base 3 |
//!
//! In version 2 open squares at the end may be missing.

use queens::board::squares;
use queens::{Error, Regions, Square};

use super::marks::marked;
use super::rows::numbered;
use super::{Form, invalid, one_star};
use crate::grid::{joined, sides};
use crate::puzzle::Puzzle;

pub(super) const FORM: Form<str> = Form {
    name: "Star Battle Notation",
    is: |line| is_sbn(line),
    read: |line| read(line).expect("it was recognized").map(|puzzle| vec![puzzle]),
};

/// A block of one line with the head of this notation, and perhaps without some of its digits.
pub(super) const CUT: Form<str> = Form {
    is: |block| block.lines().count() == 1 && read(block.trim_end()).is_some(),
    read: |block| (FORM.read)(block.trim_end()),
    ..FORM
};

/// The digits of version 2. Those of version 1 are the first 64.
const DIGITS: &[u8; 85] =
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_!#$&()*+,/:;=?@[]^{}|";

/// A version of the notation.
#[derive(PartialEq, Eq)]
pub(super) struct Version {
    base: u8,
    /// The squares whose marks a digit holds, and the base in which it does.
    marks: (usize, u8),
}

pub(super) const ONE: Version = Version { base: 64, marks: (3, 4) };
pub(super) const TWO: Version = Version { base: 85, marks: (4, 3) };

impl Version {
    /// How many digits hold the sides of a board.
    fn side_digits(&self, n: usize) -> usize {
        (side_count(n) as f64 / f64::from(self.base).log2()).ceil() as usize
    }
}

/// The sides between two squares.
const fn side_count(n: usize) -> usize {
    2 * n * (n - 1)
}

/// Writes a number in another base, with the given number of digits, the highest first.
fn convert(digits: &[u8], from: u8, to: u8, length: usize) -> Vec<u8> {
    let mut number = vec![0_u8; length];
    for &digit in digits {
        let mut carry = u32::from(digit);
        for place in number.iter_mut().rev() {
            carry += u32::from(*place) * u32::from(from);
            *place = (carry % u32::from(to)) as u8;
            carry /= u32::from(to);
        }
    }
    number
}

/// A line in this notation, by its parts.
struct Parts {
    version: &'static Version,
    n: usize,
    stars: u32,
    /// For every side, 1 if it is a border, or 0.
    sides: Vec<u8>,
    /// The digits of the marks.
    marks: Vec<u8>,
}

impl Parts {
    /// Takes a line apart, if it has a head. An error if digits are missing or are none.
    fn of(line: &str) -> Option<Result<Self, Error>> {
        let line = line.split('~').next()?;
        let (version, n, stars, digits) = Self::head(line.as_bytes())?;
        let needed = Regions::SIZES.contains(&(n as u32)).then(|| version.side_digits(n))?;
        let value = |digit: &u8| {
            let value = DIGITS.iter().position(|other| other == digit)? as u8;
            (value < version.base).then_some(value)
        };
        let message = if digits.len() < needed {
            format!(
                "{} digits after the head for n = {n}, and the regions need {needed}",
                digits.len()
            )
        } else if let Some(mut values) = digits.iter().map(value).collect::<Option<Vec<u8>>>() {
            let marks = values.split_off(needed);
            let sides = convert(&values, version.base, 2, side_count(n));
            return Some(Ok(Self { version, n, stars, sides, marks }));
        } else {
            let line = line.escape_debug();
            format!("`{line}` has a character that is no digit")
        };
        Some(Err(invalid(message, "see whether the line was copied whole")))
    }

    /// The version, the size, the stars, and the digits.
    fn head(line: &[u8]) -> Option<(&'static Version, usize, u32, &[u8])> {
        // The version 2 of a size with two equal digits from 4 on would be larger than any board here.
        if let [first, second, stars, flag, digits @ ..] = line
            && first == second
            && let Some(n) = DIGITS[4..36].iter().position(|digit| digit == first)
            && stars.is_ascii_digit()
            && flag.is_ascii_alphabetic()
        {
            return Some((&ONE, n + 4, u32::from(stars - b'0'), digits));
        }
        let length = line.iter().take_while(|digit| digit.is_ascii_digit()).count();
        let n: u8 = std::str::from_utf8(&line[..length]).ok()?.parse().ok()?;
        let (stars, digits) = line[length..].split_first()?;
        stars.is_ascii_uppercase().then(|| (&TWO, n.into(), u32::from(stars - b'A') + 1, digits))
    }

    /// The number of each square's region: what can be reached without crossing a border.
    fn regions(&self) -> Vec<usize> {
        let open = sides(self.n).zip(&self.sides).filter(|(_, border)| **border == 0);
        joined(self.n * self.n, open.map(|(pair, _)| pair))
    }

    /// The mark of each square; squares after the last digit are open.
    fn marks(&self) -> Vec<u8> {
        let (squares, base) = self.version.marks;
        let marks = self.marks.iter().flat_map(|&digit| {
            // Four squares have 81 marks, and the base is 85: no digit from 81 on is written.
            let is_mark = u32::from(digit) < u32::from(base).pow(squares as u32);
            if is_mark { convert(&[digit], 85, base, squares) } else { vec![3; squares] }
        });
        marks.collect()
    }

    fn puzzle(&self) -> Result<Puzzle, Error> {
        let n = self.n;
        one_star(&self.stars.to_string())?;
        let puzzle = Puzzle::new(numbered(&self.regions())?);
        let marks = self.marks();
        if let Some((_, at)) = marks.iter().zip(0..).skip(n * n).find(|(mark, _)| **mark != 0) {
            let message = format!("a mark on square {} of {}", at + 1, n * n);
            return Err(invalid(message, "give marks for the squares of the board alone"));
        }
        let (mut queens, mut crosses) = (Vec::new(), Vec::new());
        for (square, mark) in squares(n as u32).zip(marks) {
            match mark {
                0 => {}
                1 => crosses.push(square),
                2 => queens.push(square),
                _ => {
                    let message = format!("the mark on {square} is neither a star nor a cross");
                    return Err(invalid(message, "write 0 for open, 1 for a cross, 2 for a star"));
                }
            }
        }
        marked(&puzzle, &queens, &crosses)
    }
}

/// For every side, 1 if it is a border of regions, or 0.
fn borders(n: usize, of: &[usize]) -> Vec<u8> {
    sides(n).map(|(one, other)| u8::from(of[one] != of[other])).collect()
}

/// Tells whether a line is in this notation. A row of letters and digits may have such a head, but its digits are
/// hardly the borders of regions.
pub(super) fn is_sbn(line: &str) -> bool {
    let is_whole = |parts: Parts| parts.sides == borders(parts.n, &parts.regions());
    Parts::of(line).is_some_and(|parts| parts.is_ok_and(is_whole))
}

/// Reads a line, if it has a head.
pub(super) fn read(line: &str) -> Option<Result<Puzzle, Error>> {
    Parts::of(line).map(|parts| parts?.puzzle())
}

pub(super) fn write(puzzle: &Puzzle, version: &Version) -> String {
    let n = puzzle.n() as usize;
    let of: Vec<usize> =
        squares(puzzle.n()).map(|square| puzzle.regions().at(square) as usize).collect();
    let (squares_per_digit, base) = version.marks;
    let mut marks = vec![0_u8; (n * n).next_multiple_of(squares_per_digit)];
    let index = |square: Square| square.row as usize * n + square.column as usize;
    puzzle.crosses().for_each(|square| marks[index(square)] = 1);
    puzzle.queens().for_each(|square| marks[index(square)] = 2);
    let mut mark_digits: Vec<u8> = marks
        .chunks(squares_per_digit)
        .map(|marks| marks.iter().fold(0, |value, mark| value * base + mark))
        .collect();
    let marked = mark_digits.iter().rposition(|&digit| digit != 0).map_or(0, |last| last + 1);
    if *version == TWO || marked == 0 {
        mark_digits.truncate(marked);
    }
    let head = if *version == TWO {
        format!("{n}A")
    } else {
        let size = char::from(DIGITS[n]);
        format!("{size}{size}1{}", if marked > 0 { 'e' } else { 'W' })
    };
    let side_digits = convert(&borders(n, &of), 2, version.base, version.side_digits(n));
    let digits = side_digits.into_iter().chain(mark_digits);
    head.chars().chain(digits.map(|digit| char::from(DIGITS[usize::from(digit)]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first puzzle of a size, written by hand after the description above.
    #[test]
    fn a_puzzle_by_hand() {
        // Rows: no side between columns, every side between rows.
        let rows = Puzzle::new("AAAA\nBBBB\nCCCC\nDDDD".parse().unwrap());
        let marked = rows.clone().with_queen("b1".parse().unwrap()).unwrap();
        let marked = marked.with_cross("a2".parse().unwrap()).unwrap();
        let read = |line: &str| read(line).unwrap().unwrap();
        // 12 zeros and 12 ones are four digits.
        assert_eq!(write(&rows, &ONE), "441W00__");
        assert_eq!(read("441W00__"), rows);
        // a1 b1 c1: 0 2 0; d1 a2 b2: 0 1 0; nothing after that.
        assert_eq!(write(&marked, &ONE), "441e00__840000");
        assert_eq!(read("441e00__84"), marked);
        assert_eq!(read("441W00__~history"), rows);
        // 4095 is 48 x 85 + 15.
        assert_eq!(write(&rows, &TWO), "4A00mF");
        assert_eq!(read("4A00mF"), rows);
        // a1 b1 c1 d1: 0 2 0 0 is 18; a2 b2 c2 d2: 1 0 0 0 is 27; nothing after that.
        assert_eq!(write(&marked, &TWO), "4A00mFIR");
        assert_eq!(read("4A00mFIR00"), marked);
        assert_eq!(read("4A00mFIR~11011>1"), marked);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let missing =
            |there: u32| format!("{there} digits after the head for n = 4, and the regions need 4");
        for (text, message) in [
            ("442W00__", "a puzzle with 2 stars a row"),
            ("4C00mF", "a puzzle with 3 stars a row"),
            ("441W0000", "3 regions are missing: a 4 x 4 board has 1, 1"),
            ("441W____", "region 5 on a2 is one too many: a 4 x 4 board has 4 regions"),
            ("441e00__C", "the mark on b1 is neither a star nor a cross"),
            ("4A00mF0^", "the mark on a2 is neither a star nor a cross"),
            ("4A00mF00001", "a mark on square 20 of 16"),
            ("441W00_", &missing(3)),
            ("441W", &missing(0)),
            ("4A00m", &missing(3)),
            ("441W00_{~", "`441W00_{` has a character that is no digit"),
        ] {
            assert_eq!(read(text).unwrap().unwrap_err().to_string(), message);
        }
        assert_eq!(read("AABB"), None);
    }

    /// Rows of letters and digits are not taken for this notation.
    #[test]
    fn rows_are_not_notation() {
        for row in
            ["44111222", "441AAAAA", "4AABBC", "5AABBCCDDEEFF000", "99999999", "33A", "3A000"]
        {
            assert!(!is_sbn(row), "{row}");
        }
        for line in ["441W00__", "4A00mF", "442W00__", "4B00mF", "441W____", "4A00mF;;"] {
            assert!(is_sbn(line), "{line}");
        }
    }

    /// The digits for the sides are as many as the largest number needs.
    #[test]
    fn sides_fit_into_their_digits() {
        for n in 4..=32 {
            let ones = vec![1; side_count(n)];
            for version in [&ONE, &TWO] {
                let length = version.side_digits(n);
                let digits = convert(&ones, 2, version.base, length + 1);
                assert_eq!(digits[0], 0, "n = {n}");
                assert_ne!(digits[1], 0, "n = {n}");
            }
        }
    }
}
