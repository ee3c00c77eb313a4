//! Placements as output and as input, one or as many as there are.

use std::fmt;
use std::io::{self, BufRead, BufWriter, Read, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use queens::draw::Drawing;
use queens::{Error, Placement};
use queens_json::from_one;
use serde::Serialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::file::{self, Input};
use crate::outcome::{Exit, Failure, Result};
use crate::output::{self, Format};

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(crate) enum Style {
    /// Boxes and chess pieces.
    #[default]
    Unicode,
    /// `Q` and `.`, for any terminal.
    Ascii,
}

impl Style {
    pub(crate) fn draw(self, drawing: &Drawing) -> String {
        match self {
            Self::Unicode => drawing.unicode(),
            Self::Ascii => drawing.ascii(),
        }
    }
}

/// The form of an answer that is placements.
#[derive(ClapArgs, Debug)]
pub(crate) struct Form {
    /// Draw each solution instead of printing its columns.
    #[arg(long, conflicts_with = "format")]
    pub(crate) draw: bool,
    /// Characters to draw with: unicode or ascii.
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        requires = "draw",
        conflicts_with = "format"
    )]
    pub(crate) style: Style,
    /// Form of the answer.
    #[arg(long, default_value = "human", value_name = "FORMAT",
          value_parser = Format::among(&[Format::Human, Format::Json, Format::Jsonl, Format::Csv]))]
    pub(crate) format: Format,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Pictures {
    /// Write an SVG file instead of characters; `-` for stdout.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a PNG file instead of characters; `-` for stdout.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Width of the PNG in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 800, requires = "png")]
    width: u32,
}

impl Pictures {
    /// Whether there are any, which can be written.
    pub(crate) fn are_wanted(&self) -> Result<bool> {
        file::check_outputs([&self.svg, &self.png].into_iter().flatten().map(PathBuf::as_path))?;
        Ok(self.svg.is_some() || self.png.is_some())
    }

    pub(crate) fn write(&self, drawing: &Drawing) -> Result<Exit> {
        if let Some(path) = &self.svg {
            file::write(path, drawing.svg().as_bytes())?;
        }
        if let Some(path) = &self.png {
            file::write(path, &drawing.png(self.width)?)?;
        }
        Ok(Exit::Done)
    }
}

/// One solution of several, on a line of its own.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "queens.placement/1")]
struct PlacementLine {
    n: u32,
    columns: Vec<u32>,
}

/// Writes placements of size n, each as soon as it is known, and returns their number. As JSON they
/// are in an object that begins with `head`, an opening brace and other members, and says at its end whether
/// they are all: none was left out for a limit or because of an error, which ends the command.
pub(crate) fn write_all(
    form: &Form,
    n: u32,
    head: &str,
    limit: Option<NonZeroU64>,
    all: impl Iterator<Item = Result<Placement, Error>>,
) -> Result<u64> {
    // Characters only, so nothing looks for colors: that would take as long as the search.
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
    let mut lines = Lines::new(n, if form.format == Format::Csv { b',' } else { b' ' });
    let mut written = 0;
    let limit = limit.map_or(u64::MAX, NonZeroU64::get);
    let format = form.format;
    match format {
        // Piece by piece: the list may be far larger than the memory.
        Format::Json => write!(out, "{head},\n\"placements\":[")?,
        Format::Csv => {
            let names: Vec<String> = (1..=n).map(|row| format!("row_{row}")).collect();
            writeln!(out, "{}", names.join(","))?;
        }
        _ => {}
    }
    let mut end = Ok(());
    for placement in all.take(limit as usize) {
        let placement = match placement {
            Ok(placement) => placement,
            Err(error) => {
                end = Err(error.into());
                break;
            }
        };
        match format {
            Format::Json => {
                write!(out, "{}", if written == 0 { "\n" } else { ",\n" })?;
                serde_json::to_writer(&mut out, &from_one(&placement))?;
            }
            Format::Jsonl => {
                output::json_line(&mut out, &PlacementLine { n, columns: from_one(&placement) })?;
            }
            _ if form.draw => {
                let gap = if written == 0 { "" } else { "\n" };
                write!(out, "{gap}{}", form.style.draw(&Drawing::of(&placement)?))?;
            }
            _ => out.write_all(lines.of(&placement))?,
        }
        written += 1;
    }
    if format == Format::Json {
        let whole = written < limit && end.is_ok();
        writeln!(out, "\n],\"whole\":{whole}}}")?;
    }
    out.flush()?;
    end.map(|()| written)
}

/// Placements as lines of text, from a table of digits: with `itoa`, `queens list 14` takes 1.25 times as long.
struct Lines {
    separator: u8,
    /// Up to three digits of each column and the separator, and how many bytes these are.
    names: Vec<([u8; 4], usize)>,
    line: Vec<u8>,
}

/// The largest board whose columns have names of three digits.
const SHORT: u32 = 999;

impl Lines {
    fn new(n: u32, separator: u8) -> Self {
        let name = |column: u32| {
            let digits = column.to_string();
            let mut name = [separator; 4];
            name[..digits.len()].copy_from_slice(digits.as_bytes());
            (name, digits.len() + 1)
        };
        let names = (1..=n.min(SHORT)).map(name).collect();
        Self { separator, names, line: vec![0; 4 * n.min(SHORT) as usize + 1] }
    }

    fn of(&mut self, placement: &Placement) -> &[u8] {
        if placement.n() > SHORT {
            let separator = char::from(self.separator).to_string();
            self.line = format!("{placement}\n").replace(' ', &separator).into_bytes();
            return &self.line;
        }
        let mut end = 0;
        for &column in placement.columns() {
            let (name, len) = self.names[column as usize];
            self.line[end..end + 4].copy_from_slice(&name);
            end += len;
        }
        // The line's end in place of the last separator; the board of size 0 has none.
        end = end.max(1);
        self.line[end - 1] = b'\n';
        &self.line[..end]
    }
}

const ADVICE: &str =
    "give placements, one a line, or what `queens list` writes; docs/formats.md has more forms";

/// The most bytes of a placement of several lines, or of a list in brackets.
const MAX_LIST: usize = 1 << 24;

/// Reads placements from stdin, in every form in which [`write_all`] writes them and others that programs write, and visits
/// each as soon as it is read.
pub(crate) fn read_all(mut visit: impl FnMut(&Placement) -> Result<()>) -> Result<()> {
    let mut input = Input::open(Path::new("-"), ADVICE)?.from;
    let mut number = 0;
    loop {
        let next = input.fill_buf().map_err(|error| file::not_read("stdin", &error, ADVICE))?;
        if next.first() == Some(&b'{') {
            return read_json(input, number + 1, &mut visit);
        }
        let first = number + 1;
        let failed = |error: &dyn fmt::Display, advice: &str| {
            Failure::new(format_args!("line {first} of stdin: {error}"), advice)
        };
        // The lines of one placement, or of a list.
        let mut text = String::new();
        let (mut lines, mut rows, mut depth) = (0, 1, 0);
        while lines < rows || depth > 0 {
            let start = text.len();
            let read = file::read_line(&mut input, &mut text);
            let read = read.map_err(|error| failed(&error, ADVICE))?;
            if read == 0 || text.len() > MAX_LIST {
                break;
            }
            lines += 1;
            let line = &text[start..];
            if lines == 1 {
                rows = rows_of(line);
            }
            if text.starts_with(['[', '(']) {
                depth += line.matches(['[', '(']).count();
                depth -= line.matches([']', ')']).count().min(depth);
            }
        }
        if lines == 0 {
            return Ok(());
        }
        number += lines;
        if !text.trim().is_empty() && !text.starts_with("row_1") {
            for one in split(text.trim().trim_end_matches([',', ';'])) {
                let placement = one.parse::<Placement>();
                visit(&placement.map_err(|error| failed(&error, error.advice()))?)?;
            }
        }
    }
}

/// How many lines a placement has that begins with this one: as many as it has squares, if it is the row of a board.
fn rows_of(line: &str) -> u64 {
    let squares = line.chars().filter(|c| !c.is_whitespace() && *c != ',');
    let is_of =
        |symbols: &str| squares.clone().count() > 3 && squares.clone().all(|c| symbols.contains(c));
    if is_of("Q._-") || is_of("01") { squares.count() as u64 } else { 1 }
}

/// The placements of a list in brackets, perhaps of several lists, or the only one of a text.
fn split(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let (mut items, mut start) = (Vec::new(), 0);
    let mut is_list = true;
    for (at, c) in text.char_indices() {
        if "[(".contains(c) {
            depth += 1;
            start = if depth == 2 { at } else { start };
        } else if "])".contains(c) {
            if depth == 2 {
                items.push(&text[start..=at]);
            }
            depth = depth.saturating_sub(1);
        } else {
            is_list &= depth > 1 || c == ',' || c.is_whitespace();
        }
    }
    // Rows of 0 and 1 are one placement; columns are not, because no four of them are all 0 or 1.
    let squares = |item: &str| item.chars().filter(char::is_ascii_digit).count();
    let is_row = |item: &&str| {
        squares(item) == items.len()
            && items.len() > 3
            && item.chars().all(|c| "01,[]() \t".contains(c))
    };
    if !is_list || items.is_empty() || items.iter().all(is_row) {
        return vec![text];
    }
    items.into_iter().flat_map(split).collect()
}

/// Reads the rest of stdin, from line `number` on: objects with one placement or many.
fn read_json(
    input: impl Read,
    number: u64,
    visit: &mut dyn FnMut(&Placement) -> Result<()>,
) -> Result<()> {
    let mut objects = serde_json::Deserializer::from_reader(input);
    let mut json = Json { visit, failure: None };
    while objects.end().is_err() {
        let read = json.deserialize(&mut objects);
        if let Some(failure) = json.failure.take() {
            return Err(failure);
        }
        read.map_err(|error| {
            let (line, column) = (number + error.line() as u64 - 1, error.column());
            let text = error.to_string();
            let text = text.split(" at line ").next().unwrap_or_default();
            Failure::new(format_args!("line {line} of stdin, column {column}: {text}"), ADVICE)
        })?;
    }
    Ok(())
}

/// Visits each placement of an object as soon as it is read.
struct Json<'a> {
    visit: &'a mut dyn FnMut(&Placement) -> Result<()>,
    failure: Option<Failure>,
}

impl Json<'_> {
    fn placement<E: serde::de::Error>(&mut self, columns: &[u32]) -> Result<(), E> {
        let words: Vec<String> = columns.iter().map(u32::to_string).collect();
        let read = words.join(" ").parse::<Placement>().map_err(Failure::from);
        read.and_then(|placement| (self.visit)(&placement)).map_err(|failure| {
            self.failure = Some(failure);
            E::custom("the placement is refused")
        })
    }
}

impl<'de> DeserializeSeed<'de> for &mut Json<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Json<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `placements` or `columns`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        let mut any = false;
        while let Some(key) = object.next_key::<String>()? {
            match key.as_str() {
                "placements" => object.next_value_seed(&mut *self)?,
                "columns" => {
                    if let Some(columns) = object.next_value::<Option<Vec<u32>>>()? {
                        self.placement(&columns)?;
                    }
                }
                _ => {
                    object.next_value::<IgnoredAny>()?;
                    continue;
                }
            }
            any = true;
        }
        any.then_some(())
            .ok_or_else(|| serde::de::Error::custom("there are neither `placements` nor `columns`"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(columns) = list.next_element::<Vec<u32>>()? {
            self.placement(&columns)?;
        }
        Ok(())
    }
}
