//! Addresses that hold the board: of puzz.link and pzv.jp, `https://puzz.link/p?starbattle/4/4/1/94goc0`, and of our own
//! page, `#/play?p=4x1.AAABACBBCCDDCCDD`.
//!
//! After `?starbattle/` come the columns, the rows and the stars, then the borders: a bit for each side between two
//! columns, row by row; and apart from them a bit for each side between two rows, row by row. Five bits are a digit in
//! base 32 (`0` to `9`, `a` to `v`), the first as the highest; zeros fill the last digit of each part. Squares that no
//! border separates are a region.
//!
//! Compared with pzpr 0.10.1, which is the program behind these sites: it writes the same address for 580 random
//! boards from 4 x 4 to 32 x 32. It also reads addresses that were cut off, and takes the missing digits for zeros,
//! which is another puzzle; here the length must be right.

use queens::board::squares;
use queens::{Error, Regions, Square};

use super::rows::numbered;
use super::{Form, compact, invalid, one_star};
use crate::grid::joined;
use crate::puzzle::Puzzle;

pub(super) const FORM: Form<str> = Form {
    name: "an address",
    is: |line| is_address(line),
    read: |line| read(line).map(|puzzle| vec![puzzle]),
};

/// The address of a puzzle whose regions are in one piece each.
pub(super) fn write(regions: &Regions) -> String {
    let n = regions.n();
    let of: Vec<u32> = squares(n).map(|square| regions.at(square)).collect();
    let digit = |sides: &[(usize, usize)]| {
        let border = |side| sides.get(side).is_some_and(|&(one, other)| of[one] != of[other]);
        let value = (0..5).fold(0, |value, side| 2 * value + u32::from(border(side)));
        char::from_digit(value, 32).expect("five bits")
    };
    let digits: String =
        sides(n as usize).iter().flat_map(|sides| sides.chunks(5)).map(digit).collect();
    format!("https://puzz.link/p?{KIND}{n}/{n}/1/{digits}")
}

/// The two squares of each side: those between two columns, and those between two rows, row by row.
fn sides(n: usize) -> [Vec<(usize, usize)>; 2] {
    let right = (0..n * n).filter(|square| square % n > 0).map(|square| (square - 1, square));
    [right.collect(), (n..n * n).map(|square| (square - n, square)).collect()]
}

/// What all these addresses contain.
const KIND: &str = "starbattle/";

/// Whether a line is an address of any kind, or the part of one after the question mark.
fn is_address(line: &str) -> bool {
    let has_scheme = line.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphabetic())
    });
    let body = line.strip_prefix('?').unwrap_or(line);
    has_scheme
        || line.starts_with("www.")
        || body.starts_with(KIND)
        || line.contains("?starbattle/")
}

/// Reads an address.
pub(super) fn read(line: &str) -> Result<Puzzle, Error> {
    let query = line.rsplit_once('?').map_or(line, |(_, query)| query);
    if let Some(text) = query.split('&').find_map(|part| part.strip_prefix("p=")) {
        return compact::read(text);
    }
    let Some(rest) = query.strip_prefix(KIND) else {
        let advice = "addresses are not opened: give the puzzle itself, such as a screenshot, or an address of \
                      puzz.link with `?starbattle/`, which holds the board";
        return Err(invalid("it holds no puzzle of the kind `starbattle`", advice));
    };
    let rest = rest.strip_prefix("v:/").unwrap_or(rest);
    let parts: Vec<&str> = rest.trim_end_matches('/').split('/').collect();
    let [columns, rows, stars, digits] = parts[..] else {
        let message = format!("{} parts after `starbattle`, and 4 are needed", parts.len());
        return Err(invalid(
            message,
            "write columns, rows, stars and borders, as in `starbattle/4/4/1/94goc0`",
        ));
    };
    one_star(stars)?;
    let n = queens::board::parse_size(columns)?;
    if columns != rows || !Regions::SIZES.contains(&n) {
        let message = format!("the board has {columns} columns and {rows} rows");
        return Err(invalid(
            message,
            "a puzzle with one star has as many rows as columns, 4 to 32",
        ));
    }
    let n = n as usize;
    let part = n * (n - 1);
    if digits.chars().count() != 2 * part.div_ceil(5) {
        let message = format!(
            "{} digits of borders, and a board of {n} rows has {}",
            digits.chars().count(),
            2 * part.div_ceil(5)
        );
        return Err(invalid(message, "see whether the address was copied whole"));
    }
    let bits = digits.chars().map(|digit| {
        // pzpr reads capitals, too.
        let value = digit.to_digit(32).ok_or_else(|| {
            let message = format!("`{}` is not a digit of borders", digit.escape_debug());
            invalid(message, "write the digits 0 to 9 and a to v")
        })?;
        Ok((0..5).rev().map(move |bit| value >> bit & 1 == 1))
    });
    let bits: Vec<bool> = bits.collect::<Result<Vec<_>, Error>>()?.into_iter().flatten().collect();
    let (right, below) = bits.split_at(bits.len() / 2);
    if right[part..].iter().chain(&below[part..]).any(|bit| *bit) {
        let message = "there is a border after the last side between two squares";
        return Err(invalid(message, "see whether a digit was changed"));
    }
    let [rights, belows] = sides(n);
    let sides: Vec<((usize, usize), &bool)> =
        rights.into_iter().zip(right).chain(belows.into_iter().zip(below)).collect();
    let of = joined(n * n, sides.iter().filter(|(_, border)| !**border).map(|(side, _)| *side));
    if let Some(((one, other), _)) =
        sides.iter().find(|((one, other), border)| **border && of[*one] == of[*other])
    {
        let at = |square: usize| Square { row: (square / n) as u32, column: (square % n) as u32 };
        let message =
            format!("the border between {} and {} separates no regions", at(*one), at(*other));
        return Err(invalid(message, "remove the border, or close the region"));
    }
    numbered(&of).map(Puzzle::new)
}
