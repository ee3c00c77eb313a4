//! Board sizes as an argument: one, a range, a list.

use std::ops::RangeInclusive;

use queens::{Error, ErrorKind};

use crate::outcome::bad_value;

/// The most sizes that an argument may name. More is a typing error, and would take too long to list.
const MOST: usize = 1000;

/// One or more sizes in ascending order, each once: one value, where clap takes a `Vec` for many.
pub(crate) type Sizes = Vec<u32>;

/// Parses sizes for clap: `8`, `1..14` with both ends (`1..=14` means the same), or a list of these: `8,10,12`.
pub(crate) fn parse(text: &str) -> Result<Sizes, Error> {
    let mut sizes = Vec::new();
    for part in text.split(',') {
        let range = range(part.trim(), text)?;
        let count = u64::from(*range.end()) - u64::from(*range.start()) + 1;
        if count + sizes.len() as u64 > MOST as u64 {
            return Err(bad_value(
                format!("`{text}` names more than {MOST} board sizes"),
                format!("give at most {MOST} sizes at once"),
            ));
        }
        sizes.extend(range);
    }
    sizes.sort_unstable();
    sizes.dedup();
    Ok(sizes)
}

/// Parses a size or a range; `text` is the whole argument, for the error.
fn range(part: &str, text: &str) -> Result<RangeInclusive<u32>, Error> {
    let size = |word: &str| match queens::board::parse_size(word.trim()) {
        Ok(size) => Ok(size),
        Err(error) if error.kind() == ErrorKind::Invalid => Err(bad_value(
            format!("`{text}` is not a size, a range or a list of board sizes"),
            "write 8, or 4..12 with both ends, or 8,10,12",
        )),
        Err(error) => Err(error),
    };
    let Some((first, last)) = part.split_once("..") else {
        let n = size(part)?;
        return Ok(n..=n);
    };
    let (first, last) = (size(first)?, size(last.strip_prefix('=').unwrap_or(last))?);
    if first > last {
        return Err(bad_value(
            format!("the range {first}..{last} holds no board size"),
            format!("write the smaller size first: {last}..{first}"),
        ));
    }
    Ok(first..=last)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn one_a_range_a_list() {
        for (text, sizes) in [
            ("8", &[8][..]),
            ("0", &[0]),
            ("4..7", &[4, 5, 6, 7]),
            ("4..=7", &[4, 5, 6, 7]),
            ("4 .. 7", &[4, 5, 6, 7]),
            ("5..5", &[5]),
            ("8,10, 12", &[8, 10, 12]),
            ("1..3,8", &[1, 2, 3, 8]),
            ("2147483647", &[2_147_483_647]),
            ("12,8,10,8", &[8, 10, 12]),
            ("5..7,4..6", &[4, 5, 6, 7]),
        ] {
            assert_eq!(parse(text).unwrap(), sizes, "{text}");
        }
        assert_eq!(parse("1..1000").unwrap().len(), 1000);
    }

    #[test]
    fn what_is_refused() {
        for text in
            ["", "x", "4..", "..4", "4..=", "4...7", "4-7", "-4", "4..x", "8,", ",8", "8,,9", "=8"]
        {
            let what = format!("`{text}` is not a size, a range or a list of board sizes");
            assert_eq!(parse(text).unwrap_err().to_string(), what);
        }
        for (text, what) in [
            ("12..4", "the range 12..4 holds no board size"),
            ("0..1000", "`0..1000` names more than 1000 board sizes"),
            ("0..2147483647", "`0..2147483647` names more than 1000 board sizes"),
            ("1..600,1..600", "`1..600,1..600` names more than 1000 board sizes"),
            ("4..2147483648", "the board size 2147483648 is too large"),
            ("99999999999999999999", "the board size is too large"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), what);
        }
        let too_many = parse("0..1000").unwrap_err();
        assert_eq!(too_many.advice(), "give at most 1000 sizes at once");
    }
}
