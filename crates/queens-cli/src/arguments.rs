//! Values of arguments that several commands take.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use queens::{Error, ErrorKind, Options, Square, StopFlag};

/// Squares of a board: one value, where clap takes a `Vec` for many.
pub(crate) type Squares = Vec<Square>;

/// Parses squares for clap: `a1,b5` or `a1 b5`.
pub(crate) fn squares(text: &str) -> Result<Squares, Error> {
    if words(text).next().is_none() {
        // Nothing is the name of no square, and the error says so.
        text.parse::<Square>()?;
    }
    words(text).map(str::parse).collect()
}

/// What stands between commas and spaces.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
}

/// A bad argument: what a value's parser tells clap, and clap [`crate::cli`].
pub(crate) fn bad(text: &str, what: impl Display, advice: impl Into<String>) -> Error {
    Error::new(ErrorKind::Invalid, format!("`{}` {what}", text.escape_debug()), advice)
}

/// Something by its name, or `auto`: the best there is. One value, where clap takes an `Option` for none.
pub(crate) type Choice<T> = Option<T>;

pub(crate) fn choice<T: FromStr<Err = Error>>(name: &str) -> Result<Choice<T>, Error> {
    if name == "auto" {
        return Ok(None);
    }
    name.parse().map(Some).map_err(|error: Error| {
        Error::new(error.kind(), error.to_string(), format!("{}; or auto", error.advice()))
    })
}

pub(crate) fn size(text: &str) -> Result<u32, Error> {
    if text.contains("..") || text.contains(',') {
        let advice = "give one size; `queens count` takes several";
        return Err(bad(text, "is several sizes, and this takes one", advice));
    }
    queens::board::parse_size(text)
}

/// The name of a host for clap, as a request names it: no port, no scheme, no path.
pub(crate) fn host(text: &str) -> Result<String, Error> {
    let is_label = |label: &str| {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        !label.is_empty() && label.chars().all(is_letter)
    };
    if text.len() <= 253 && text.split('.').all(is_label) {
        return Ok(text.to_ascii_lowercase());
    }
    let advice = "give the name alone, as in queens.example.org: no port, scheme or path";
    Err(bad(text, "is not the name of a host", advice))
}

/// 100 TB: beyond it, an amount of memory is a typing error.
const MAX_MEMORY: f64 = 1e14;

/// Parses an amount of memory for clap: a number and a unit.
pub(crate) fn memory(text: &str) -> Result<u64, Error> {
    let advice = "write a number and a unit: 700M, 4G or 4GiB";
    let refuse = || bad(text, "is not an amount of memory", advice);
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit: f64 = match unit.trim() {
        "M" | "MB" => 1e6,
        "G" | "GB" => 1e9,
        "T" | "TB" => 1e12,
        "MiB" => 1_048_576.0,
        "GiB" => 1_073_741_824.0,
        _ => return Err(refuse()),
    };
    let bytes = number.parse::<f64>().map_err(|_| refuse())? * unit;
    if bytes > MAX_MEMORY {
        return Err(bad(text, "is more memory than any machine has", advice));
    }
    if bytes < 1e6 {
        return Err(refuse());
    }
    Ok(bytes as u64)
}

/// More threads than any machine has cores; a slip of the finger must not exhaust the system.
const MAX_THREADS: usize = 1024;

pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, Error> {
    let threads = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MAX_THREADS);
    let advice = || format!("give a whole number from 1 to {MAX_THREADS}");
    threads.ok_or_else(|| bad(text, "is not a number of threads", advice()))
}

/// On these threads, or on all cores, until the flag is raised.
pub(crate) fn options<'a>(threads: Option<NonZeroUsize>, stop: &StopFlag) -> Options<'a> {
    Options::new().threads(threads.map_or(0, NonZeroUsize::get)).stop(stop)
}

/// Parses rows numbered from 0 for clap: `0,2,3`; bit 0 is for the first one. No rows are a pattern, too.
pub(crate) fn rows(text: &str) -> Result<u32, Error> {
    let mut rows = 0u32;
    for word in words(text) {
        let advice = "give row numbers from 0 with commas between them, as in 0,2,3";
        let row = word.parse::<u32>().map_err(|_| bad(text, "is not a list of rows", advice))?;
        let Some(bit) = 1u32.checked_shl(row) else {
            let what = format!("names row {row}, which no board has that can be counted");
            return Err(bad(text, what, "rows are numbered from 0 to 31 for n = 32"));
        };
        if rows & bit != 0 {
            return Err(bad(text, format_args!("names row {row} twice"), "name each row once"));
        }
        rows |= bit;
    }
    Ok(rows)
}

/// The most sizes that an argument may name. More is a typing error, and would take too long to list.
const MAX_SIZES: usize = 1000;

/// One or more sizes in ascending order, each once: one value, where clap takes a `Vec` for many.
pub(crate) type Sizes = Vec<u32>;

/// Parses sizes for clap: `8`, `1..14` with both ends (`1..=14` means the same), or a list of these: `8,10,12`.
pub(crate) fn sizes(text: &str) -> Result<Sizes, Error> {
    let mut sizes = Vec::new();
    for part in text.split(',') {
        let range = range(part.trim(), text)?;
        let count = u64::from(*range.end()) - u64::from(*range.start()) + 1;
        if count + sizes.len() as u64 > MAX_SIZES as u64 {
            let what = format!("names more than {MAX_SIZES} board sizes");
            return Err(bad(text, what, format!("give at most {MAX_SIZES} sizes at once")));
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
        Err(error) if error.kind() == ErrorKind::Invalid => Err(bad(
            text,
            "is not a size, a range or a list of board sizes",
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
        return Err(Error::new(
            ErrorKind::Invalid,
            format!("the range {first}..{last} holds no board size"),
            format!("write the smaller size first: {last}..{first}"),
        ));
    }
    Ok(first..=last)
}

/// Parses a length of time for clap: numbers with their units.
pub(crate) fn length(text: &str) -> Result<Duration, Error> {
    let advice = "write numbers with units: 500ms, 10s, 2m, 1.5h or 7h50m";
    let length = humantime::parse_duration(text)
        .map_err(|_| bad(text, "is not a length of time", advice))?;
    // A year is more than enough, and one and a half of them still fit the clock.
    if length.is_zero() || length > Duration::from_hours(8760) {
        return Err(Error::new(
            ErrorKind::Invalid,
            format!("the length of time `{text}` is out of range"),
            "give more than nothing and at most a year, as in 500ms, 10s or 2m",
        ));
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_time() {
        let advised = [500, 10_000, 120_000, 5_400_000, 28_200_000];
        for (text, millis) in ["500ms", "10s", "2m", "1.5h", "7h50m"].into_iter().zip(advised) {
            assert_eq!(length(text).unwrap(), Duration::from_millis(millis), "{text}");
        }
        assert_eq!(length("1ns").unwrap(), Duration::from_nanos(1));
        for text in ["", "10", "s", "8h30", "8h x", "-1s", "1..5s", "1e3s", "ten s"] {
            let bad = length(text).unwrap_err();
            assert_eq!(bad.to_string(), format!("`{text}` is not a length of time"));
        }
    }

    #[test]
    fn names_of_hosts() {
        for name in ["queens.example.org", "node-7", "a_b.local", "10.0.0.7"] {
            assert_eq!(host(name).unwrap(), name);
        }
        assert_eq!(host("Queens.Example.org").unwrap(), "queens.example.org");
        let long = "a.".repeat(127);
        for text in ["", "a b", "a:80", "http://a", "a/b", "a..b", ".a", "[::1]", &long] {
            assert!(host(text).is_err(), "{text}");
        }
    }

    #[test]
    fn amounts_of_memory() {
        assert_eq!(memory("700M").unwrap(), 700_000_000);
        assert_eq!(memory("1.5 GiB").unwrap(), 1_610_612_736);
        assert_eq!(memory("100TB").unwrap(), 100_000_000_000_000);
        for text in ["", "4", "G", "0.5M", "-1G", "999999G", "1e3G", "inf G", "NaNG"] {
            assert!(memory(text).is_err(), "{text}");
        }
    }

    #[test]
    fn one_a_range_a_list() {
        for (text, expected) in [
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
            assert_eq!(sizes(text).unwrap(), expected, "{text}");
        }
        assert_eq!(sizes("1..1000").unwrap().len(), 1000);
    }

    #[test]
    fn what_is_refused() {
        for text in
            ["", "x", "4..", "..4", "4..=", "4...7", "4-7", "-4", "4..x", "8,", ",8", "8,,9", "=8"]
        {
            let what = format!("`{text}` is not a size, a range or a list of board sizes");
            assert_eq!(sizes(text).unwrap_err().to_string(), what);
        }
    }
}
