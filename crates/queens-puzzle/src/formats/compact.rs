//! A puzzle on one line: `{size}x{stars}.{letters}`.

use queens::{Error, Regions};

use super::{Form, invalid, one_star};
use crate::puzzle::Puzzle;

pub(super) const FORM: Form<str> = Form {
    name: "the compact form",
    is: |line| parts(line).is_some(),
    read: |line| read(line).map(|puzzle| vec![puzzle]),
};

/// The size, the stars and the letters.
fn parts(line: &str) -> Option<(&str, &str, &str)> {
    let (size, rest) = line.split_once('x')?;
    let (stars, letters) = rest.split_once('.')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (digits(size) && digits(stars)).then_some((size, stars, letters))
}

pub(super) fn read(line: &str) -> Result<Puzzle, Error> {
    let (size, stars, letters) = parts(line).ok_or_else(|| {
        let message = format!("`{}` is not in the compact form", line.escape_debug());
        invalid(message, "write it as in `4x1.AAABACBBCCDDCCDD`")
    })?;
    one_star(stars)?;
    let size = queens::board::parse_size(size)?;
    if !Regions::SIZES.contains(&size) {
        // The same words as for every other form.
        return Regions::try_from(vec![String::new(); size.min(33) as usize]).map(Puzzle::new);
    }
    let letters: Vec<char> = letters.chars().collect();
    let rows: Vec<String> = letters.chunks(size as usize).map(|row| row.iter().collect()).collect();
    if rows.len() != size as usize {
        let message = format!("{} letters for an n of {size}", letters.len());
        return Err(invalid(message, format!("write {size} rows of {size} letters")));
    }
    Regions::try_from(rows).map(Puzzle::new)
}
