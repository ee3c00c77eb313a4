//! Levels in TypeScript and JavaScript: statements that give a name to a literal value, or export one.

use queens::Error;

use super::invalid;
use super::value::{self, Value};

/// What it is called. The form is that of values, once their statements are taken away.
pub(super) const NAME: &str = "JavaScript";

/// How statements begin.
const WORDS: [&str; 6] = ["import", "export", "const", "let", "var", "module.exports"];

/// Whether a text begins a statement or a comment.
pub(super) fn begins(text: &str) -> bool {
    let is_word = |word: &str| {
        text.strip_prefix(word)
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_whitespace() || "{*=.".contains(c)))
    };
    WORDS.iter().any(|word| is_word(word))
        || text.starts_with("//")
        || text.starts_with("/*")
        || text.starts_with("\"use strict\"")
}

/// Whether a line after a statement is one, too, and no row.
pub(super) fn is_code(line: &str) -> bool {
    !line.trim_start().starts_with(';') && line.contains(['(', ')', '{', '}', '=', ';'])
}

/// Follows a statement byte by byte to its end.
#[derive(Clone, Default, Debug)]
pub(super) struct Scan {
    depth: usize,
    /// The quotation mark of the string that the text is in.
    quote: Option<u8>,
    escaped: bool,
    /// `/` for a comment up to the end of the line, `*` for one up to `*/`.
    comment: Option<u8>,
    last: u8,
    /// The last byte that is no space and in no comment.
    meant: u8,
}

impl Scan {
    /// Whether every bracket and string is closed.
    pub(super) fn is_closed(&self) -> bool {
        self.depth == 0 && self.quote.is_none() && self.comment.is_none()
    }

    /// Whether a value may come next.
    pub(super) fn expects_value(&self) -> bool {
        self.quote.is_none() && b"[,:(".contains(&self.meant)
    }

    /// Takes the next byte. Whether it is the last of the statement.
    pub(super) fn ends_with(&mut self, byte: u8) -> bool {
        let last = std::mem::replace(&mut self.last, byte);
        match (self.comment, self.quote) {
            (Some(b'/'), _) if byte == b'\n' => self.comment = None,
            (Some(b'*'), _) if byte == b'/' && last == b'*' => {
                self.comment = None;
                self.last = b' ';
                return false;
            }
            (Some(_), _) => return false,
            (None, Some(_)) if self.escaped => {
                self.escaped = false;
                return false;
            }
            (None, Some(quote)) => {
                self.escaped = byte == b'\\';
                // A string without an end ends with its line.
                if byte == quote || byte == b'\n' && quote != b'`' {
                    self.quote = None;
                }
                return false;
            }
            (None, None) => {}
        }
        match byte {
            b'/' | b'*' if last == b'/' => {
                self.comment = Some(byte);
                // `/*/` is no whole comment.
                self.last = b' ';
                return false;
            }
            b'"' | b'\'' | b'`' => self.quote = Some(byte),
            b'[' | b'{' | b'(' => self.depth += 1,
            b']' | b'}' | b')' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        let is_done = self.depth == 0
            && (byte == b';'
                || byte == b'\n' && self.meant != 0 && !b"=,:?&|+(.<".contains(&self.meant));
        if !byte.is_ascii_whitespace() && byte != b'/' {
            self.meant = byte;
        }
        is_done
    }
}

/// The value of a statement, the line of its start, and what follows it; none if the statement has no literal.
///
/// # Errors
///
/// If it is code.
pub(super) fn value(statement: &str) -> Result<Option<Value>, value::Fault> {
    let bare = without_comments(statement);
    let text = bare.trim();
    let export = text.strip_prefix("export").map(str::trim_start);
    let is_list = export.is_some_and(|names| names.starts_with(['{', '*']));
    if text.is_empty() || is_list || text.starts_with("import") || text.starts_with('"') {
        return Ok(None);
    }
    let start = match bare.find("export default").map(|at| at + "export default".len()) {
        Some(start) => start,
        None => match equals(&bare) {
            Some(at) => at + 1,
            // A name that is exported, or its type.
            None if begins(text) => return Ok(None),
            None => return Err((0, code())),
        },
    };
    let literal = bare[start..].trim_start();
    let lines = bare[..bare.len() - literal.len()].matches('\n').count();
    if !literal.starts_with(['[', '{']) {
        let is_code = literal.contains(['[', '{']);
        return if is_code { Err((lines, code())) } else { Ok(None) };
    }
    let (value, rest) = value::read(literal).map_err(|(line, error)| (lines + line, error))?;
    let rest = rest.trim().trim_end_matches(';').trim();
    let is_type = rest.is_empty()
        || rest == "as const"
        || rest.starts_with("satisfies ")
        || rest.starts_with("as ");
    if is_type { Ok(Some(value)) } else { Err((lines, code())) }
}

pub(super) fn code() -> Error {
    invalid("this is code, and not a value", "leave the boards alone, as arrays of rows")
}

/// Where a name is given its value: the first `=` outside of brackets.
fn equals(statement: &str) -> Option<usize> {
    let mut scan = Scan::default();
    statement.bytes().enumerate().find_map(|(at, byte)| {
        let is_free = scan.depth == 0 && scan.quote.is_none();
        scan.ends_with(byte);
        (byte == b'=' && is_free).then_some(at)
    })
}

/// The statement on the same lines.
fn without_comments(statement: &str) -> String {
    let mut scan = Scan::default();
    let mut bare: Vec<u8> = Vec::new();
    for byte in statement.bytes() {
        let was = scan.comment.is_some();
        scan.ends_with(byte);
        match (was, scan.comment.is_some()) {
            (false, false) => bare.push(byte),
            // The first stroke of a comment is there already.
            (false, true) => drop(bare.pop()),
            _ => bare.extend((byte == b'\n').then_some(byte)),
        }
    }
    String::from_utf8_lossy(&bare).into_owned()
}
