//! What commands read: stdin, and files that arguments name. Memory and size have a limit.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::outcome::Failure;

/// The most bytes of a line, and of a board.
const MAX_LINE: u64 = 1 << 20;

/// The most bytes of a file or a stream.
const MAX: u64 = 1 << 30;

/// An open file or stdin, past a byte order mark.
///
/// Reading fails after a gigabyte, and within a line of more than a megabyte, so that a reader who keeps a line
/// at most keeps little.
pub(crate) struct Input {
    /// For messages.
    pub(crate) name: String,
    from: Box<dyn BufRead>,
    read: u64,
    /// The part of it in the current line.
    in_line: u64,
    max_line: u64,
}

impl Input {
    /// Opens a file; `-` is stdin. `advice` says what it should be.
    pub(crate) fn open(path: &Path, advice: &str) -> Result<Self, Failure> {
        let is_stdin = path == Path::new("-");
        let name = if is_stdin { "stdin".into() } else { path.display().to_string() };
        let open = || -> io::Result<Box<dyn BufRead>> {
            let mut from: Box<dyn BufRead> = if is_stdin {
                Box::new(io::stdin().lock())
            } else {
                let file = File::open(path)?;
                let metadata = file.metadata()?;
                if metadata.is_file() && metadata.len() > MAX {
                    return Err(too_large("it", "gigabyte"));
                }
                Box::new(BufReader::with_capacity(1 << 16, file))
            };
            let mut head = Vec::new();
            from.by_ref().take(3).read_to_end(&mut head)?;
            // The byte order mark that editors of Windows write.
            if head == b"\xef\xbb\xbf" {
                head.clear();
            }
            Ok(Box::new(io::Cursor::new(head).chain(from)))
        };
        match open() {
            Ok(from) => Ok(Self { name, from, read: 0, in_line: 0, max_line: MAX_LINE }),
            Err(error) => Err(not_read(&name, &error, advice)),
        }
    }

    /// Without a limit for lines: for a reader who has one of its own.
    pub(crate) fn with_any_lines(self) -> Self {
        Self { max_line: MAX, ..self }
    }

    /// All of it, at most a megabyte.
    pub(crate) fn text(self, advice: &str) -> Result<String, Failure> {
        let mut text = String::new();
        let name = self.name.clone();
        let read = self.take(MAX_LINE + 1).read_to_string(&mut text);
        match read {
            Ok(_) if text.len() as u64 > MAX_LINE => Err(too_large("it", "megabyte")),
            read => read,
        }
        .map_err(|error| not_read(&name, &error, advice))?;
        Ok(text)
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read > MAX {
            return Err(too_large("it", "gigabyte"));
        }
        if self.in_line > self.max_line {
            return Err(too_large("a line", "megabyte"));
        }
        self.from.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        // The same bytes as before, which are in memory already.
        let taken = self.from.fill_buf().unwrap_or_default();
        let taken = &taken[..amount.min(taken.len())];
        self.in_line = match taken.iter().rposition(|&byte| byte == b'\n') {
            Some(end) => (taken.len() - end - 1) as u64,
            None => self.in_line + amount as u64,
        };
        self.read += amount as u64;
        self.from.consume(amount);
    }
}

fn too_large(what: &str, unit: &str) -> io::Error {
    io::Error::other(format!("{what} has more than a {unit}"))
}

/// The failure of reading something.
pub(crate) fn not_read(name: &str, error: &impl std::fmt::Display, advice: &str) -> Failure {
    Failure::new(format_args!("{name} could not be read: {error}"), advice)
}
