//! Puzzles from a stream, one after the other.

use std::collections::VecDeque;
use std::io::BufRead;
use std::mem;

use queens::{Error, ErrorKind};

use super::{alone, block, invalid, values_of, without_comment};
use crate::puzzle::Puzzle;

/// The most bytes that a puzzle may have.
const LIMIT: usize = 1 << 20;

/// Reads puzzles one after the other, in any of the forms of [`parse`](crate::parse), also mixed.
///
/// It holds one puzzle at a time, so a stream may have any number of them, also in one JSON array of objects or of arrays
/// of arrays. A malformed puzzle is an error that says where it is, and reading continues after it. An error of the stream
/// itself is [`ErrorKind::Failed`] and the last item. A stream without puzzles is an error, too.
///
/// # Examples
///
/// ```
/// let text = "4x1.AAABACBBCCDDCCDD\n4x1.AAAA\n4x1.AABBCCBBCCDDCCDD\n";
/// let read: Vec<_> = queens_puzzle::Reader::new(text.as_bytes()).collect();
/// assert!(read[0].is_ok() && read[2].is_ok());
/// let error = read[1].as_ref().unwrap_err();
/// assert_eq!(error.to_string(), "puzzle in line 2: 4 letters for an n of 4");
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    /// What was read too far, to be read again; the next byte is the last.
    back: Vec<u8>,
    /// The number of the current line.
    number: usize,
    /// The lines of a puzzle of several lines, and the number of the first.
    block: String,
    first: usize,
    /// What a line or a JSON value has brought and nobody has fetched.
    ready: VecDeque<Result<Puzzle, Error>>,
    /// Inside a JSON array of puzzles; of the next, this is read already.
    array: Option<Vec<u8>>,
    any: bool,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads from here.
    pub fn new(input: R) -> Self {
        Self {
            input,
            back: Vec::new(),
            number: 1,
            block: String::new(),
            first: 1,
            ready: VecDeque::new(),
            array: None,
            any: false,
            ended: false,
        }
    }

    fn peek(&mut self) -> Result<Option<u8>, Error> {
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
    fn take(&mut self, byte: u8) {
        if self.back.pop().is_none() {
            self.input.consume(1);
        }
        self.number += usize::from(byte == b'\n');
    }

    /// The next byte that is no space, if any.
    fn skip(&mut self, is_space: impl Fn(u8) -> bool) -> Result<Option<u8>, Error> {
        while let Some(byte) = self.peek()? {
            if !is_space(byte) {
                return Ok(Some(byte));
            }
            self.take(byte);
        }
        Ok(None)
    }

    /// Takes what is left of a line, with its end; none if it is too long.
    fn line(&mut self) -> Result<Option<Vec<u8>>, Error> {
        let mut line = Vec::new();
        while let Some(byte) = self.peek()? {
            self.take(byte);
            if line.len() <= LIMIT {
                line.push(byte);
            }
            if byte == b'\n' {
                break;
            }
        }
        Ok((line.len() <= LIMIT).then_some(line))
    }

    /// Brings something into `ready`, or ends.
    fn advance(&mut self) -> Result<(), Error> {
        if let Some(text) = self.array.take() {
            return self.element(text);
        }
        if self.number == 1 && self.peek()? == Some(0xef) {
            // The mark of Windows' editors at the start of a text.
            for byte in [0xef, 0xbb, 0xbf] {
                if self.peek()? == Some(byte) {
                    self.take(byte);
                }
            }
        }
        let number = self.number;
        match self.skip(|byte| matches!(byte, b' ' | b'\t' | b'\r'))? {
            None => {
                self.end_block();
                self.ended = true;
                Ok(())
            }
            Some(b'[' | b'{') => {
                self.end_block();
                self.json()
            }
            Some(_) => self.text_line(number),
        }
    }

    fn text_line(&mut self, number: usize) -> Result<(), Error> {
        let text = self.line()?.ok_or_else(too_long).and_then(|bytes| {
            let advice = "save it as UTF-8 without other bytes";
            String::from_utf8(bytes).map_err(|_| invalid("it is not text in UTF-8", advice))
        });
        let text = match text {
            Ok(text) => text,
            Err(error) => {
                self.end_block();
                self.push(number, Err(error));
                return Ok(());
            }
        };
        let bare = without_comment(&text);
        if let Some(puzzle) = alone(bare) {
            self.end_block();
            self.push(number, puzzle);
        } else if bare.is_empty() {
            self.end_block();
        } else {
            if self.block.is_empty() {
                self.first = number;
            }
            // A longer one is an error, whatever its lines are.
            if self.block.len() <= LIMIT {
                self.block.extend([bare, "\n"]);
            }
        }
        Ok(())
    }

    fn end_block(&mut self) {
        let lines = mem::take(&mut self.block);
        if !lines.is_empty() {
            let puzzle = if lines.len() > LIMIT { Err(too_long()) } else { block(&lines) };
            self.push(self.first, puzzle);
        }
    }

    /// What was read in a line.
    fn push(&mut self, line: usize, puzzle: Result<Puzzle, Error>) {
        let place = format!("puzzle in line {line}");
        self.ready.push_back(puzzle.map_err(|error| error.within(place)));
    }

    /// Reads a JSON value, or begins an array of puzzles: its items are objects, or arrays of arrays.
    fn json(&mut self) -> Result<(), Error> {
        let first = self.number;
        let mut text = Vec::new();
        while text.len() < 2 && self.peek()? == Some(b'[') {
            self.take(b'[');
            text.push(b'[');
            let next = self.skip(|byte| byte.is_ascii_whitespace())?;
            if next == Some(b'{') && text.len() == 1 || next == Some(b'[') && text.len() == 2 {
                text.pop();
                self.array = Some(text);
                return Ok(());
            }
        }
        self.value(text, first)
    }

    /// Reads the next item of an array of puzzles, or the array's end.
    fn element(&mut self, text: Vec<u8>) -> Result<(), Error> {
        let is_between = |byte: u8| byte.is_ascii_whitespace() || byte == b',';
        let next = if text.is_empty() { self.skip(is_between)? } else { Some(b'[') };
        match next {
            Some(b']') => self.take(b']'),
            Some(b'[' | b'{') => {
                self.array = Some(Vec::new());
                self.value(text, self.number)?;
            }
            // What follows is read as lines, and is an error there if it is no puzzle.
            Some(_) => {}
            None => {
                let error =
                    invalid("the array of puzzles has no end", "see whether the file is whole");
                self.push(self.number, Err(error));
            }
        }
        Ok(())
    }

    /// Reads a JSON value of which `text`, opening brackets, is read already. A value without an end takes no more than its first line.
    fn value(&mut self, mut text: Vec<u8>, first: usize) -> Result<(), Error> {
        let (mut depth, mut in_string, mut escaped) = (text.len(), false, false);
        let mut whole = false;
        while !whole && let Some(byte) = self.peek()? {
            let starts_line = text.last() == Some(&b'\n');
            if text.len() >= LIMIT || starts_line && byte == b'{' {
                break;
            }
            self.take(byte);
            text.push(byte);
            match byte {
                _ if escaped => escaped = false,
                b'\\' if in_string => escaped = true,
                b'"' => in_string = !in_string,
                b'[' | b'{' if !in_string => depth += 1,
                b']' | b'}' if !in_string => {
                    depth = depth.saturating_sub(1);
                    whole = depth == 0;
                }
                _ => {}
            }
        }
        let long = text.len() >= LIMIT;
        if !whole && let Some(end) = text.iter().position(|&byte| byte == b'\n') {
            let rest = text.split_off(end + 1);
            self.number = first + 1;
            self.back.extend(rest.into_iter().rev());
        } else if long {
            self.line()?;
        }
        if !whole {
            self.array = None;
        }
        if long {
            self.push(first, Err(too_long()));
            return Ok(());
        }
        match serde_json::from_slice(&text).map(values_of) {
            Ok(Ok(puzzles)) => self.ready.extend(puzzles.into_iter().map(Ok)),
            Ok(Err(error)) => self.push(first, Err(error)),
            Err(error) => {
                // A value without an end is wrong where it begins.
                let after = if whole { error.line().saturating_sub(1) } else { 0 };
                let message = error.to_string().replace(['\n', '\r'], " ");
                let advice = "write an array of rows, or an object with `regions`";
                self.push(first + after, Err(invalid(message, advice)));
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Puzzle, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && !self.ended {
            if let Err(error) = self.advance() {
                self.ended = true;
                self.ready.push_back(Err(error));
            }
        }
        let is_first = !mem::replace(&mut self.any, true);
        let none = || invalid("there is no puzzle", "write a letter for each square, a row a line");
        self.ready.pop_front().or_else(|| is_first.then(|| Err(none())))
    }
}

fn too_long() -> Error {
    let advice =
        "separate puzzles of several lines by empty lines, and write JSON puzzle by puzzle";
    invalid("it has more than a megabyte", advice)
}
