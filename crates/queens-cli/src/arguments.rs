//! Values of arguments that several commands take.

use std::num::NonZeroUsize;
use std::str::FromStr;

use queens::{Error, Square};

use crate::outcome::bad_value;

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

/// Something by its name, or `auto`: the best there is. One value, where clap takes an `Option` for none.
pub(crate) type Choice<T> = Option<T>;

/// Parses a name or `auto` for clap.
pub(crate) fn choice<T: FromStr<Err = Error>>(name: &str) -> Result<Choice<T>, Error> {
    if name == "auto" {
        return Ok(None);
    }
    name.parse().map(Some).map_err(|error: Error| {
        bad_value(error.to_string(), format!("{}; or auto", error.advice()))
    })
}

/// Parses a size for clap.
pub(crate) fn size(text: &str) -> Result<u32, Error> {
    if text.contains("..") || text.contains(',') {
        return Err(bad_value(
            format!("`{}` is several sizes, and this takes one", text.escape_debug()),
            "give one size; `queens count` takes several",
        ));
    }
    queens::board::parse_size(text)
}

/// Parses an amount of memory for clap: a number and a unit.
pub(crate) fn memory(text: &str) -> Result<u64, Error> {
    let refuse = || {
        bad_value(
            format!("`{}` is not an amount of memory", text.escape_debug()),
            "write a number and a unit: 700M, 4G or 4GiB",
        )
    };
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
    if !(1e6..1e16).contains(&bytes) {
        return Err(refuse());
    }
    Ok(bytes as u64)
}

/// More threads than any machine has cores; a slip of the finger must not exhaust the system.
const MAX_THREADS: usize = 1024;

/// Parses a number of threads for clap.
pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, Error> {
    let threads = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MAX_THREADS);
    threads.ok_or_else(|| {
        bad_value(
            format!("`{text}` is not a number of threads"),
            format!("give a whole number from 1 to {MAX_THREADS}"),
        )
    })
}

/// Parses rows numbered from 0 for clap: `0,2,3`; bit 0 is for the first one. No rows are a pattern, too.
pub(crate) fn rows(text: &str) -> Result<u32, Error> {
    let bad =
        |what: &str, advice: &str| bad_value(format!("`{}` {what}", text.escape_debug()), advice);
    let mut rows = 0u32;
    for word in words(text) {
        let advice = "give row numbers from 0 with commas between them, as in 0,2,3";
        let row = word.parse::<u32>().map_err(|_| bad("is not a list of rows", advice))?;
        let Some(bit) = 1u32.checked_shl(row) else {
            let what = format!("names row {row}, which no board has that can be counted");
            return Err(bad(&what, "rows are numbered from 0 to 31 for n = 32"));
        };
        if rows & bit != 0 {
            return Err(bad(&format!("names row {row} twice"), "name each row once"));
        }
        rows |= bit;
    }
    Ok(rows)
}
