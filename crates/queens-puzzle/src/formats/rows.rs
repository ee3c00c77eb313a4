//! A row a line: letters or digits; numbers or names with spaces, commas or semicolons between them; or colored squares
//! as characters. A line with the size may come first, and one with the stars.

use queens::{Error, Regions};

use super::{Form, check_square, invalid, one_star};
use crate::puzzle::Puzzle;

pub(super) const FORM: Form<str> = Form {
    name: "rows",
    is: |block| is_rows(block),
    read: |block| read(block).map(|regions| vec![Puzzle::new(regions)]),
};

/// What stands between spaces, commas or semicolons, without quotation marks.
pub(super) fn words(line: &str) -> Vec<&str> {
    let mark = [',', ';'].into_iter().find(|&mark| line.contains(mark));
    let words = line.split(|c: char| mark.map_or(c.is_whitespace(), |mark| c == mark));
    let words = words.map(|word| word.trim().trim_matches(['"', '\'']));
    words.filter(|word| !word.is_empty()).collect()
}

/// The squares of a line: its words, or the characters of one word.
pub(super) fn squares(line: &str) -> usize {
    let words = words(line);
    match &*words {
        [word] => word.chars().filter(|&c| c != SELECTOR).count(),
        words => words.len(),
    }
}

/// The selector that shows a character as a picture is no square.
const SELECTOR: char = '\u{fe0f}';

/// Whether most lines have the same number of squares, or a size is first. Other texts are no board with a mistake.
fn is_rows(block: &str) -> bool {
    let lines: Vec<&str> = block.lines().collect();
    let (header, rows) = headed(&lines);
    if !header.is_empty() {
        return true;
    }
    let letters = |line: &&str| line.chars().filter(|c| !c.is_whitespace()).count();
    let agree = |lengths: Vec<usize>| {
        lengths.iter().any(|&length| {
            let same = lengths.iter().filter(|&&other| other == length).count();
            length > 1 && 2 * same > lengths.len()
        })
    };
    rows.len() > 1
        && (agree(rows.iter().map(|line| squares(line)).collect())
            || agree(rows.iter().map(letters).collect()))
}

/// The numbers in front of a board, and its rows.
fn headed<'a, 'b>(lines: &'b [&'a str]) -> (Vec<&'a str>, &'b [&'a str]) {
    let numbers = |line: &&'a str| -> Option<Vec<&'a str>> {
        // 8x8, or 8 x 8.
        let sides = line.split_once(['x', 'X', '×']).map(|(n, other)| (n.trim(), other.trim()));
        let words = match sides {
            Some((n, other)) if n == other => vec![n],
            _ => words(line),
        };
        let is_short = |word: &&str| {
            (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
        };
        ((1..=3).contains(&words.len()) && words.iter().all(is_short)).then_some(words)
    };
    let header: Vec<Vec<&str>> = lines.iter().map_while(numbers).take(3).collect();
    let (words, rows) = (header.concat(), &lines[header.len()..]);
    // Lines of two or three numbers are a header only in front of as many rows as they say.
    let is_header = header.iter().all(|line| line.len() == 1)
        || words[0].parse() == Ok(rows.len()) && words.len() <= 3;
    if is_header { (words, rows) } else { (Vec::new(), lines) }
}

/// Whether a block is a size, and perhaps the stars, of a board that follows after an empty line.
pub(super) fn is_header(block: &str) -> bool {
    let lines: Vec<&str> = block.lines().collect();
    let (header, rows) = headed(&lines);
    !header.is_empty() && rows.is_empty()
}

fn read(block: &str) -> Result<Regions, Error> {
    let lines: Vec<&str> = block.lines().collect();
    let (header, lines) = headed(&lines);
    if let Some((&size, more)) = header.split_first() {
        let (columns, stars) = match more {
            [] => (size, "1"),
            [other] if *other == size => (size, "1"),
            [stars] => (size, *stars),
            [columns, stars, ..] => (*columns, *stars),
        };
        one_star(stars)?;
        if size.parse() != Ok(lines.len()) || columns != size {
            let message =
                format!("{} come first, and {} rows follow", header.join(" "), lines.len());
            let advice = "write the size before the board, and n rows of n squares each, or leave the size out";
            return Err(invalid(message, advice));
        }
    }
    // Spaces may separate names, or stand anywhere.
    let letters = |line: &&str| line.chars().filter(|c| !c.is_whitespace()).count();
    if !lines.iter().all(|line| letters(line) == lines.len()) {
        check_square(&lines.iter().map(|line| squares(line)).collect::<Vec<_>>())?;
    }
    let rows: Vec<Vec<&str>> = lines.iter().map(|line| words(line)).collect();
    let numbers = |row: &Vec<&str>| row.iter().map(|word| word.parse::<u32>().ok()).collect();
    if rows.iter().all(|row| row.len() > 1)
        && let Some(numbers) = rows.iter().map(numbers).collect::<Option<Vec<Vec<u32>>>>()
        && rows.iter().any(|row| row.len() == lines.len())
    {
        return Regions::from_rows(&numbers);
    }
    let is_square = rows.iter().all(|row| row.len() == rows.len());
    if is_square && rows.iter().flatten().any(|word| word.chars().count() > 1) {
        return Regions::from_rows(&rows);
    }
    let rows: Vec<String> = rows.iter().map(|row| row.concat()).collect();
    if rows.iter().all(|row| !row.is_ascii() && !row.contains(char::is_alphanumeric)) {
        let squares = |row: &String| row.chars().filter(|&c| c != SELECTOR).collect();
        return Regions::from_rows(&rows.iter().map(squares).collect::<Vec<Vec<char>>>());
    }
    Regions::try_from(rows)
}

/// The regions of squares that follow each other row by row.
pub(super) fn wrapped(labels: &[String]) -> Result<Regions, Error> {
    labeled(&labels.chunks(labels.len().isqrt()).map(<[String]>::to_vec).collect::<Vec<_>>())
}

/// The regions of squares that follow each other row by row, by numbers from 0; messages count from 1.
pub(super) fn numbered(of: &[usize]) -> Result<Regions, Error> {
    let row = |row: &[usize]| row.iter().map(|region| region + 1).collect();
    Regions::from_rows(&of.chunks(of.len().isqrt()).map(row).collect::<Vec<Vec<usize>>>())
}

/// The regions of rows of labels, in the order of numbers if all are numbers.
pub(super) fn labeled(rows: &[Vec<String>]) -> Result<Regions, Error> {
    let numbers = |row: &Vec<String>| row.iter().map(|label| label.parse::<i64>().ok()).collect();
    match rows.iter().map(numbers).collect::<Option<Vec<Vec<i64>>>>() {
        Some(numbers) => Regions::from_rows(&numbers),
        None => Regions::from_rows(rows),
    }
}
