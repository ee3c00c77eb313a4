//! Standard output: data, and nothing but data.

use std::io::{self, BufWriter, Write};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, ValueEnum};
use serde::Serialize;

use crate::outcome::{Exit, Result};

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Lines for people.
    Human,
    /// One JSON document.
    Json,
    /// One JSON object per line, each written as soon as it is known.
    Jsonl,
    /// Comma-separated values, with a header line.
    Csv,
    /// OEIS b-file: index and value.
    Bfile,
}

impl Format {
    /// A parser that takes only `formats`, for commands that do not have all of them.
    pub(crate) fn among(formats: &'static [Self]) -> impl TypedValueParser<Value = Self> {
        let values = formats.iter().filter_map(ValueEnum::to_possible_value);
        PossibleValuesParser::new(values)
            .try_map(|name| <Self as ValueEnum>::from_str(&name, false))
    }

    /// Writes an answer that is one document: as JSON, or in any other form as `lines` does.
    pub(crate) fn write(
        self,
        document: &impl Serialize,
        lines: impl FnOnce(&mut Stdout) -> Result<()>,
    ) -> Result<Exit> {
        let mut out = stdout();
        match self {
            Self::Json => json(&mut out, document)?,
            Self::Jsonl => json_line(&mut out, document)?,
            _ => lines(&mut out)?,
        }
        end(out)
    }
}

/// The form of an answer that is one document.
#[derive(ClapArgs, Debug)]
pub(crate) struct Form {
    /// Form of the answer.
    #[arg(long, default_value = "human", value_name = "FORMAT",
          value_parser = Format::among(&[Format::Human, Format::Json]))]
    pub(crate) format: Format,
}

/// Standard output, buffered; colors are taken out unless a terminal, or `--color`, wants them.
pub(crate) type Stdout = BufWriter<anstream::Stdout>;

pub(crate) fn stdout() -> Stdout {
    BufWriter::with_capacity(1 << 16, anstream::stdout())
}

/// Writes an answer that is in memory.
pub(crate) fn print(answer: impl AsRef<[u8]>) -> Result<Exit> {
    let mut out = stdout();
    out.write_all(answer.as_ref())?;
    end(out)
}

/// Ends an answer: what is in the buffer is written, or it is an error.
pub(crate) fn end(mut out: impl Write) -> Result<Exit> {
    out.flush()?;
    Ok(Exit::Done)
}

pub(crate) fn json(out: &mut impl Write, value: &impl Serialize) -> Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    Ok(writeln!(out)?)
}

pub(crate) fn json_line(out: &mut impl Write, value: &impl Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    Ok(writeln!(out)?)
}

/// Writes numbers with a separator between each two.
pub(crate) fn separated(
    out: &mut impl Write,
    separator: u8,
    numbers: impl Iterator<Item = u32>,
) -> io::Result<()> {
    let mut digits = itoa::Buffer::new();
    for (i, number) in numbers.enumerate() {
        if i > 0 {
            out.write_all(&[separator])?;
        }
        out.write_all(digits.format(number).as_bytes())?;
    }
    Ok(())
}

/// The ending of a noun that follows this number.
pub(crate) fn plural(count: impl Into<u128>) -> &'static str {
    if count.into() == 1 { "" } else { "s" }
}

/// Documents as JSON, each written as soon as it is known: a line each, or an array if there may be many.
pub(crate) struct Documents {
    format: Format,
    many: bool,
    written: usize,
}

impl Documents {
    pub(crate) fn new(format: Format, most: usize) -> Self {
        Self { format, many: most > 1, written: 0 }
    }

    pub(crate) fn add(&mut self, out: &mut impl Write, document: &impl Serialize) -> Result<()> {
        match self.format {
            Format::Json if self.many => {
                write!(out, "{}", if self.written == 0 { "[\n" } else { ",\n" })?;
                serde_json::to_writer(out, document)?;
            }
            Format::Json => json(out, document)?,
            _ => json_line(out, document)?,
        }
        self.written += 1;
        Ok(())
    }

    /// Ends the array, if there is one, even if a signal came before the last document.
    pub(crate) fn end(&self, mut out: impl Write) -> Result<Exit> {
        if self.format == Format::Json && self.many {
            writeln!(out, "{}\n]", if self.written == 0 { "[" } else { "" })?;
        }
        end(out)
    }
}
