//! Placements as output, one or as many as there are.

use std::io::Write;
use std::num::NonZeroU64;

use queens::draw::Drawing;
use queens::{Placement, StopFlag};
use queens_json::{PlacementLine, from_one};

use crate::outcome::Failure;
use crate::output::{self, Format};

/// Writes placements of size n, each as soon as it is known, and returns their number. As JSON they
/// are in an object that begins with `head`, an opening brace and other members, and says at its end whether
/// they are all: none was left out for a limit or because `stop` was raised.
pub(crate) fn write_all(
    format: Format,
    draw: bool,
    n: u32,
    head: &str,
    limit: Option<NonZeroU64>,
    all: impl Iterator<Item = Placement>,
    stop: &StopFlag,
) -> Result<u64, Failure> {
    let mut out = output::stdout();
    let mut written = 0;
    let limit = limit.map_or(u64::MAX, NonZeroU64::get);
    match format {
        // Piece by piece: the list may be far larger than the memory.
        Format::Json => write!(out, "{head},\n\"placements\":[")?,
        Format::Csv => writeln!(out, "{}", names(n))?,
        _ => {}
    }
    for placement in all.take(limit as usize) {
        match format {
            Format::Json => {
                write!(out, "{}", if written == 0 { "\n" } else { ",\n" })?;
                serde_json::to_writer(&mut out, &from_one(&placement))?;
            }
            Format::Jsonl => {
                let columns = from_one(&placement);
                output::json_line(&mut out, &PlacementLine { n, columns })?;
            }
            Format::Csv => writeln!(out, "{}", commas(&placement))?,
            Format::Human | Format::Bfile if draw => {
                let gap = if written == 0 { "" } else { "\n" };
                write!(out, "{gap}{}", Drawing::of(&placement)?.unicode())?;
            }
            Format::Human | Format::Bfile => writeln!(out, "{placement}")?,
        }
        written += 1;
    }
    if format == Format::Json {
        let whole = written < limit && !stop.is_raised();
        writeln!(out, "\n],\"whole\":{whole}}}")?;
    }
    out.flush()?;
    Ok(written)
}

/// The names of the columns of a table of placements.
pub(crate) fn names(n: u32) -> String {
    let names: Vec<String> = (1..=n).map(|row| format!("row_{row}")).collect();
    names.join(",")
}

/// A placement as a line of such a table.
pub(crate) fn commas(placement: &Placement) -> String {
    placement.to_string().replace(' ', ",")
}
