//! A stream of bytes that counts its lines, and takes back what was read too far.

use std::io::BufRead;

use queens::{Error, ErrorKind};

use super::invalid;

/// The most bytes that a puzzle may have as text.
pub(super) const LIMIT: usize = 1 << 20;

#[derive(Debug)]
pub(super) struct Bytes<R> {
    input: R,
    /// What was read too far, to be read again; the next byte is the last.
    back: Vec<u8>,
    /// The number of the current line.
    pub(super) number: usize,
}

impl<R: BufRead> Bytes<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, back: Vec::new(), number: 1 }
    }

    /// Whether what comes next is no text: what has a byte 0 among its first.
    pub(super) fn is_binary(&mut self) -> Result<bool, Error> {
        self.peek()?;
        Ok(self
            .input
            .fill_buf()
            .is_ok_and(|bytes| bytes.iter().take(1 << 13).any(|&byte| byte == 0)))
    }

    pub(super) fn peek(&mut self) -> Result<Option<u8>, Error> {
        if let Some(&byte) = self.back.last() {
            return Ok(Some(byte));
        }
        let bytes = self.input.fill_buf().map_err(|error| {
            let message = format!("the text could not be read: {error}");
            Error::new(ErrorKind::Failed, message, "name a file with puzzles, or - for stdin")
        })?;
        Ok(bytes.first().copied())
    }

    /// Takes the byte that [`Self::peek`] has shown.
    pub(super) fn take(&mut self, byte: u8) {
        if self.back.pop().is_none() {
            self.input.consume(1);
        }
        self.number += usize::from(byte == b'\n');
    }

    /// Gives back what was read too far.
    pub(super) fn give_back(&mut self, bytes: &[u8]) {
        self.number -= bytes.split(|&byte| byte == b'\n').count() - 1;
        self.back.extend(bytes.iter().rev());
    }

    /// The next byte that is no space, if any.
    pub(super) fn skip(&mut self, is_space: impl Fn(u8) -> bool) -> Result<Option<u8>, Error> {
        while let Some(byte) = self.peek()? {
            if !is_space(byte) {
                return Ok(Some(byte));
            }
            self.take(byte);
        }
        Ok(None)
    }

    /// Takes bytes up to the one with which they are whole, and keeps no more than the limit and one.
    pub(super) fn until(
        &mut self,
        limit: usize,
        mut is_last: impl FnMut(&[u8], u8) -> bool,
    ) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = self.peek()? {
            self.take(byte);
            if bytes.len() <= limit {
                bytes.push(byte);
            }
            if is_last(&bytes, byte) {
                break;
            }
        }
        Ok(bytes)
    }

    /// Takes what is left of a line, with its end.
    pub(super) fn line(&mut self) -> Result<Vec<u8>, Error> {
        self.until(LIMIT, |_, byte| byte == b'\n')
    }
}

pub(super) fn too_long(limit: usize) -> Error {
    let megabytes = limit >> 20;
    let size = if megabytes == 1 { "a megabyte".into() } else { format!("{megabytes} megabytes") };
    let advice = "separate puzzles of several lines by empty lines; a JSON array of puzzles may have any length";
    invalid(format!("it has more than {size}"), advice)
}

/// Bytes as a text; or why they are none, and whether they are something else altogether.
pub(super) fn text_of(bytes: Vec<u8>, limit: usize) -> Result<String, (Error, bool)> {
    if bytes.len() > limit {
        return Err((too_long(limit), false));
    }
    let advice = "save it as UTF-8 without other bytes";
    String::from_utf8(bytes).map_err(|_| (invalid("it is not text in UTF-8", advice), true))
}
