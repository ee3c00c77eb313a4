//! Puzzles from a stream, one after the other.

use std::collections::VecDeque;
use std::io::BufRead;
use std::mem;

use queens::Error;

use super::bytes::{Bytes, LIMIT, text_of, too_long};
use super::script::Scan;
use super::value::Value;
use super::{Form, flat, forms, invalid, json, legup, rows, script, value, without_comment};
use crate::puzzle::Puzzle;

/// The most bytes of a value, which may be a collection of puzzles.
const VALUE_LIMIT: usize = 1 << 24;

/// Reads puzzles one after the other, in any of the forms of [`parse`](crate::parse), also mixed.
///
/// It holds one puzzle at a time, so a stream may have any number of them, also in one JSON array of objects or of arrays
/// of arrays. A malformed puzzle is an error that says where it is and what it was taken for, and reading continues
/// after it. An error of the stream itself is [`ErrorKind::Failed`](queens::ErrorKind::Failed) and the last item. A stream without puzzles is an
/// error, too.
///
/// # Examples
///
/// ```
/// let text = "4x1.AAABACBBCCDDCCDD\n4x1.AAAA\n4x1.AABBCCBBCCDDCCDD\n";
/// let read: Vec<_> = queens_puzzle::Reader::new(text.as_bytes()).collect();
/// assert!(read[0].is_ok() && read[2].is_ok());
/// let error = read[1].as_ref().unwrap_err();
/// assert_eq!(error.to_string(), "puzzle in line 2, read as the compact form: 4 letters for an n of 4");
/// ```
#[derive(Debug)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "what was seen so far: each holds or not by itself"
)]
pub struct Reader<R> {
    bytes: Bytes<R>,
    /// The lines of a puzzle of several lines, and the number of the first.
    block: String,
    first: usize,
    /// Arrays that are rows of a board or boards, each on lines of its own, and the numbers of the lines.
    rows: Vec<(usize, Value)>,
    /// What a line or a value has brought and is not fetched yet.
    ready: VecDeque<Result<Puzzle, Error>>,
    array: Option<Items>,
    /// There were statements of JavaScript.
    script: bool,
    faults: Faults,
    /// How many items were fetched.
    fetched: u64,
    ended: bool,
}

/// What was wrong so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Faults {
    None,
    Some,
    /// The last item was text of no form. More of it is the same mistake.
    Strange,
    /// A value was malformed: what follows is perhaps a part of it, up to the next puzzle.
    Broken,
}

/// An array that is read item by item.
#[derive(Debug)]
struct Items {
    first: usize,
    /// What is read already of the next item.
    text: Vec<u8>,
    /// Items that make a board together, with their number if there are any.
    parts: Vec<Value>,
    is_first: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads from here.
    pub fn new(input: R) -> Self {
        Self {
            bytes: Bytes::new(input),
            block: String::new(),
            first: 1,
            rows: Vec::new(),
            ready: VecDeque::new(),
            array: None,
            script: false,
            faults: Faults::None,
            fetched: 0,
            ended: false,
        }
    }

    /// Brings something into `ready`, or ends.
    fn advance(&mut self) -> Result<(), Error> {
        if let Some(items) = self.array.take() {
            return self.item(items);
        }
        if self.fetched == 0 && self.bytes.number == 1 && self.bytes.is_binary()? {
            let advice = "save a text as UTF-8, and a picture as PNG";
            self.push(1, "text", Err(invalid("it is not text in UTF-8", advice)));
            self.ended = true;
            return Ok(());
        }
        if self.bytes.number == 1 && self.bytes.peek()? == Some(0xef) {
            // The mark of Windows' editors at the start of a text.
            for byte in [0xef, 0xbb, 0xbf] {
                if self.bytes.peek()? == Some(byte) {
                    self.bytes.take(byte);
                }
            }
        }
        let number = self.bytes.number;
        match self.bytes.skip(|byte| matches!(byte, b' ' | b'\t' | b'\r'))? {
            None => {
                self.end_block();
                self.end_rows();
                self.ended = true;
                Ok(())
            }
            Some(b'[' | b'{') => {
                self.end_block();
                self.json()
            }
            Some(b'<') => {
                self.end_block();
                self.end_rows();
                self.xml()
            }
            Some(_) => self.text_line(number),
        }
    }

    fn text_line(&mut self, number: usize) -> Result<(), Error> {
        self.end_rows();
        let text = match text_of(self.bytes.line()?, LIMIT) {
            Ok(text) => text,
            Err((error, is_strange)) => {
                self.end_block();
                self.push_text(number, "text", Err(error), is_strange);
                return Ok(());
            }
        };
        let is_code = || script::begins(text.trim_start()) || self.script && script::is_code(&text);
        if self.block.is_empty() && is_code() {
            self.script = true;
            self.bytes.give_back(text.as_bytes());
            return self.statement();
        }
        let bare = without_comment(&text);
        if let Some(form) = forms::LINES.iter().find(|form| (form.is)(bare)) {
            self.end_block();
            self.read(number, form, bare);
        } else if bare.is_empty()
            || self.faults != Faults::None && bare.chars().all(|c| "]}),".contains(c))
        {
            if !rows::is_header(&self.block) {
                self.end_block();
            }
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
        if lines.is_empty() {
            return;
        }
        if lines.len() > LIMIT {
            self.push(self.first, "text", Err(too_long(LIMIT)));
        } else if let Some(form) = forms::BLOCKS.iter().find(|form| (form.is)(&lines)) {
            self.read(self.first, form, &lines);
        } else if self.script {
            self.push(self.first, script::NAME, Err(script::code()));
            self.ended = true;
        } else {
            let is_piece = lines.contains("\":");
            if is_piece && self.faults != Faults::None {
                self.faults = Faults::Broken;
                return;
            }
            let line: String = lines.lines().next().unwrap_or_default().chars().take(40).collect();
            let error = invalid(format!("`{line}` is no puzzle of a known form"), KNOWN);
            self.push_text(self.first, "text", Err(error), true);
            if is_piece {
                self.faults = Faults::Broken;
            }
        }
    }

    /// Reads what a form has recognized.
    fn read<T: ?Sized>(&mut self, line: usize, form: &Form<T>, text: &T) {
        match (form.read)(text) {
            Ok(puzzles) => {
                for puzzle in puzzles {
                    self.push(line, form.name, Ok(puzzle));
                }
            }
            Err(error) => self.push(line, form.name, Err(error)),
        }
    }

    fn push(&mut self, line: usize, form: &str, puzzle: Result<Puzzle, Error>) {
        self.push_text(line, form, puzzle, false);
    }

    /// What was read from a line on, and whether it is text of no form.
    fn push_text(&mut self, line: usize, form: &str, puzzle: Result<Puzzle, Error>, strange: bool) {
        self.faults = match (self.faults, strange, puzzle.is_ok()) {
            (Faults::Broken, _, false) | (Faults::Strange, true, false) => return,
            (Faults::None, _, true) => Faults::None,
            (_, true, false) => Faults::Strange,
            _ => Faults::Some,
        };
        let place = format!("puzzle in line {line}, read as {form}");
        self.ready.push_back(puzzle.map_err(|error| error.within(place)));
    }

    /// Reads a document of XML.
    fn xml(&mut self) -> Result<(), Error> {
        let first = self.bytes.number;
        let end = b"</Legup>";
        let bytes = self.bytes.until(LIMIT, |bytes, _| {
            bytes.len() >= end.len() && bytes[bytes.len() - end.len()..].eq_ignore_ascii_case(end)
        })?;
        match text_of(bytes, LIMIT) {
            Ok(text) => self.read(first, &legup::FORM, &text),
            Err((error, _)) => self.push(first, legup::FORM.name, Err(error)),
        }
        Ok(())
    }

    /// Reads a statement of JavaScript. What follows one that is none is code, too, and is passed over.
    fn statement(&mut self) -> Result<(), Error> {
        let first = self.bytes.number;
        let mut scan = Scan::default();
        let bytes = self.bytes.until(VALUE_LIMIT, |_, byte| scan.ends_with(byte))?;
        let is_long = bytes.len() > VALUE_LIMIT;
        let read = match text_of(bytes, VALUE_LIMIT) {
            Ok(text) => script::value(&text),
            Err((error, _)) => Err((0, error)),
        };
        match read {
            // Colors and the like have names, too.
            Ok(Some(value)) if !json::is_bare(&value) => {
                self.value_of(first, script::NAME, &value);
            }
            Ok(_) => {}
            Err((line, error)) => {
                self.push(first + line, script::NAME, Err(error));
                while !is_long && let Some(byte) = self.bytes.peek()? {
                    self.bytes.take(byte);
                }
            }
        }
        Ok(())
    }

    /// Reads a value, or begins an array of puzzles: its items are objects, or arrays of arrays.
    fn json(&mut self) -> Result<(), Error> {
        let first = self.bytes.number;
        let mut text = Vec::new();
        while text.len() < 2 && self.bytes.peek()? == Some(b'[') {
            self.bytes.take(b'[');
            text.push(b'[');
            let next = self.bytes.skip(|byte| byte.is_ascii_whitespace())?;
            if next == Some(b'{') && text.len() == 1 || next == Some(b'[') && text.len() == 2 {
                text.pop();
                self.end_rows();
                self.array = Some(Items { first, text, parts: Vec::new(), is_first: true });
                return Ok(());
            }
        }
        if let Some(value) = self.value(text, first)? {
            self.value_or_row(first, value);
        }
        // The rest of the line, if nothing is there. Another array may follow.
        match self.bytes.skip(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b','))? {
            Some(byte @ b'\n') => self.bytes.take(byte),
            Some(b';') => drop(self.bytes.line()?),
            _ => {}
        }
        Ok(())
    }

    /// Reads the next item of an array of puzzles, or the array's end.
    fn item(&mut self, mut items: Items) -> Result<(), Error> {
        let is_between = |byte: u8| byte.is_ascii_whitespace() || byte == b',';
        let next = if items.text.is_empty() { self.bytes.skip(is_between)? } else { Some(b'[') };
        match next {
            Some(b']') => {
                self.bytes.take(b']');
                if !items.parts.is_empty() {
                    self.value_of(items.first, json::FORM.name, &Value::Array(items.parts));
                }
            }
            Some(b'[' | b'{') => {
                let first = self.bytes.number;
                let text = mem::take(&mut items.text);
                let Some(value) = self.value(text, first)? else { return Ok(()) };
                if !items.parts.is_empty() || items.is_first && json::is_part(&value) {
                    // More would be no board, and an error whatever they are.
                    if items.parts.len() <= 1 << 10 {
                        items.parts.push(value);
                    }
                } else {
                    self.value_of(first, json::FORM.name, &value);
                }
                items.is_first = false;
                self.array = Some(items);
            }
            Some(b'/') => {
                self.bytes.line()?;
                self.array = Some(items);
            }
            // What follows is read as lines, and is an error there if it is no puzzle.
            Some(_) => {}
            None => {
                let error =
                    invalid("the array of puzzles has no end", "see whether the file is whole");
                self.push(self.bytes.number, json::FORM.name, Err(error));
            }
        }
        Ok(())
    }

    /// Reads a value of which `text`, opening brackets, is read already. One that is wrong is none, and its error is ready.
    fn value(&mut self, mut text: Vec<u8>, first: usize) -> Result<Option<Value>, Error> {
        let mut scan = Scan::default();
        for &byte in &text {
            scan.ends_with(byte);
        }
        let (mut whole, mut is_next) = (false, false);
        while !whole && let Some(byte) = self.bytes.peek()? {
            // An object at the start of a line, where none can be, is the next one: this one was cut off.
            is_next = text.last() == Some(&b'\n') && byte == b'{' && !scan.expects_value();
            if is_next {
                break;
            }
            self.bytes.take(byte);
            scan.ends_with(byte);
            if text.len() <= VALUE_LIMIT {
                text.push(byte);
            }
            whole = scan.is_closed();
        }
        if !whole && text.len() <= VALUE_LIMIT {
            self.array = None;
            // After an empty line, something else may follow.
            let lines = text.windows(2).position(|two| two == b"\n\n");
            if let Some(end) = lines {
                let rest = text.split_off(end + 1);
                self.bytes.give_back(&rest);
            }
        }
        // A line that was cut off is no part of the next.
        let is_broken = !whole && !is_next || text.trim_ascii_end().contains(&b'\n');
        let read = text_of(text, VALUE_LIMIT).map_err(|(error, _)| (0, error));
        match read.and_then(|text| value::read(&text).map(|(value, _)| value)) {
            Ok(value) => return Ok(Some(value)),
            Err((line, error)) => {
                // A value without an end is wrong where it begins.
                let line = if whole { first + line } else { first };
                self.end_rows();
                self.push(line, json::FORM.name, Err(error));
                if is_broken {
                    self.faults = Faults::Broken;
                }
            }
        }
        Ok(None)
    }

    /// A value in the text itself: a row, of which more may follow, or puzzles.
    fn value_or_row(&mut self, first: usize, value: Value) {
        let is_row = value.items().is_some_and(|items| {
            let is_text =
                |item: &Value| matches!(item, Value::Text(text) if text.chars().count() > 1);
            items.len() > 1 && items.iter().all(Value::is_plain) && !items.iter().all(is_text)
        });
        if !is_row {
            self.end_rows();
            return self.value_of(first, json::FORM.name, &value);
        }
        self.rows.push((first, value));
        if self.rows.len() > 32 {
            self.end_rows();
        }
    }

    /// Reads the arrays before this place: the rows of one board, or boards.
    fn end_rows(&mut self) {
        let rows = mem::take(&mut self.rows);
        let Some(&(first, _)) = rows.first() else { return };
        if self.faults == Faults::Broken && rows.len() == 1 {
            return;
        }
        let lengths = || rows.iter().map(|(_, row)| row.items().map_or(0, <[Value]>::len));
        if lengths().all(|length| flat::side(length).is_some() && length != rows.len()) {
            for (line, row) in &rows {
                self.value_of(*line, json::FORM.name, row);
            }
        } else {
            let rows = rows.into_iter().map(|(_, row)| row).collect();
            self.value_of(first, json::FORM.name, &Value::Array(rows));
        }
    }

    fn value_of(&mut self, line: usize, name: &'static str, value: &Value) {
        let form =
            forms::VALUES.iter().find(|form| (form.is)(value)).expect("the last takes any value");
        let name = if form.name == json::FORM.name { name } else { form.name };
        self.read(line, &Form { name, ..*form }, value);
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
        self.fetched += 1;
        let none = || invalid("there is no puzzle", KNOWN);
        self.ready.pop_front().or_else(|| (self.fetched == 1).then(|| Err(none())))
    }
}

const KNOWN: &str =
    "write a letter for each square, a row a line, or one of the other forms of docs/formats.md";
