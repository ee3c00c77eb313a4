//! Values as JSON and as the literals of JavaScript, TypeScript and Python write them.
//!
//! Collections of puzzles are written by hand and by programs, and a file of levels has names without quotation
//! marks, trailing commas, comments and constants that stand for colors. No reader of JSON or JSON5 takes the
//! last (json5 and jsonc-parser refuse a name as a value), and most lose the order of keys, which is the order of
//! the puzzles. So this one reads a superset of JSON, and keeps the order.

use queens::Error;

use super::invalid;

/// A value. Numbers stay as they are written.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Number(String),
    Text(String),
    /// A word without quotation marks: `true`, `null`, or a constant.
    Name(String),
    Array(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// What is in an array.
    pub(super) fn items(&self) -> Option<&[Self]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The value of a key of an object.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Whether it is a number, a text or a name.
    pub(super) fn is_plain(&self) -> bool {
        !matches!(self, Self::Array(_) | Self::Object(_))
    }

    /// What is written for a number, a text or a constant.
    pub(super) fn word(&self) -> Option<&str> {
        const NOTHING: [&str; 7] = ["null", "undefined", "None", "true", "false", "True", "False"];
        match self {
            Self::Name(name) if NOTHING.contains(&name.as_str()) => None,
            Self::Number(word) | Self::Text(word) | Self::Name(word) => Some(word),
            Self::Array(_) | Self::Object(_) => None,
        }
    }

    /// The same value for the reader of documents.
    pub(super) fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Number(word) => {
                serde_json::from_str(word).unwrap_or_else(|_| word.as_str().into())
            }
            Self::Text(text) => text.as_str().into(),
            Self::Name(name) => serde_json::from_str(name).unwrap_or_else(|_| name.as_str().into()),
            Self::Array(items) => items.iter().map(Self::to_json).collect(),
            Self::Object(members) => {
                let members = members.iter().map(|(key, value)| (key.clone(), value.to_json()));
                serde_json::Value::Object(members.collect())
            }
        }
    }
}

/// Why a text is no value: the line, counted from 0, and what is wrong there.
pub(super) type Fault = (usize, Error);

/// Reads the value at the start of a text. Gives back what follows it.
pub(super) fn read(text: &str) -> Result<(Value, &str), Fault> {
    let mut reader = Literal { text, at: 0 };
    match reader.value(0) {
        Ok(value) => Ok((value, &text[reader.at..])),
        Err(error) => Err((text[..reader.at].matches('\n').count(), error)),
    }
}

/// The deepest nesting. Known answers of servers have about ten levels.
const DEPTH: usize = 64;

struct Literal<'a> {
    text: &'a str,
    /// The next byte.
    at: usize,
}

impl Literal<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// The next character that is neither space nor comment.
    fn next(&mut self) -> Option<char> {
        loop {
            let rest = self.rest();
            let bare = rest.trim_start();
            let comment = if bare.starts_with("//") {
                bare.find('\n').unwrap_or(bare.len())
            } else if bare.starts_with("/*") {
                bare.find("*/").map_or(bare.len(), |end| end + 2)
            } else {
                0
            };
            self.at += rest.len() - bare.len() + comment;
            if comment == 0 {
                return self.rest().chars().next();
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, Error> {
        if depth > DEPTH {
            return Err(invalid("it is nested too deeply", ADVICE));
        }
        match self.next() {
            Some('[') => self.members(']', |reader| reader.value(depth + 1)).map(Value::Array),
            Some('(') => self.members(')', |reader| reader.value(depth + 1)).map(Value::Array),
            Some('{') => self.members('}', |reader| reader.member(depth + 1)).map(Value::Object),
            Some(quote @ ('"' | '\'' | '`')) => self.string(quote).map(Value::Text),
            Some(c) if c.is_ascii_digit() || "+-.".contains(c) => {
                let word = self.word(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
                if word.parse::<f64>().is_ok() {
                    return Ok(Value::Number(word));
                }
                Err(invalid(format!("`{word}` is not a number"), "write texts in quotation marks"))
            }
            Some(c) if c.is_alphabetic() || "_$".contains(c) => self.name().map(Value::Name),
            next => Err(unexpected(next, "a value")),
        }
    }

    fn word(&mut self, is_part: impl Fn(char) -> bool) -> String {
        let rest = self.rest();
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let word = rest[..end].to_owned();
        self.at += end;
        word
    }

    /// A word, perhaps of several with points between them. What is called is no value.
    fn name(&mut self) -> Result<String, Error> {
        let name = self.word(|c| c.is_alphanumeric() || "_$.".contains(c));
        match self.next() {
            Some('(') => {
                let message = format!("`{}(` is a call", name.escape_debug());
                Err(invalid(message, "write the values themselves"))
            }
            _ => Ok(name),
        }
    }

    fn string(&mut self, quote: char) -> Result<String, Error> {
        self.at += 1;
        let mut string = String::new();
        // The four digits of `\u0041` are passed over.
        let (mut escaped, mut skipped) = (false, 0);
        let rest = &self.text[self.at..];
        for (at, c) in rest.char_indices() {
            match c {
                _ if escaped => {
                    let hex =
                        rest.get(at + 1..at + 5).and_then(|hex| u32::from_str_radix(hex, 16).ok());
                    match (c, hex.and_then(char::from_u32)) {
                        ('u', Some(code)) => {
                            string.push(code);
                            skipped = 4;
                        }
                        ('n', _) => string.push('\n'),
                        ('t' | 'r', _) => string.push(' '),
                        _ => string.push(c),
                    }
                    escaped = false;
                }
                _ if skipped > 0 => skipped -= 1,
                '\\' => escaped = true,
                _ if c == quote => {
                    self.at += at + 1;
                    return Ok(string);
                }
                // A string without an end is wrong in its line.
                '\n' if quote != '`' => break,
                _ => string.push(c),
            }
        }
        Err(invalid("a string has no end", "see whether the text is whole"))
    }

    fn members<T>(
        &mut self,
        end: char,
        mut member: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        self.at += 1;
        let mut members = Vec::new();
        while self.next() != Some(end) {
            members.push(member(self)?);
            match self.next() {
                Some(',') => self.at += 1,
                Some(c) if c == end => {}
                next => return Err(unexpected(next, &format!("`,` or `{end}`"))),
            }
        }
        self.at += 1;
        Ok(members)
    }

    /// A key and its value.
    fn member(&mut self, depth: usize) -> Result<(String, Value), Error> {
        let key = match self.next() {
            Some(quote @ ('"' | '\'')) => self.string(quote)?,
            Some(c) if c.is_alphanumeric() || "_$".contains(c) => {
                self.word(|c| c.is_alphanumeric() || "_$".contains(c))
            }
            next => return Err(unexpected(next, "a key")),
        };
        match self.next() {
            Some(':') => self.at += 1,
            next => return Err(unexpected(next, "`:`")),
        }
        Ok((key, self.value(depth)?))
    }
}

const ADVICE: &str = "write an array of rows, or an object with `regions`";

fn unexpected(next: Option<char>, instead: &str) -> Error {
    match next {
        Some(c) => invalid(format!("`{}` where {instead} should be", c.escape_debug()), ADVICE),
        None => invalid(
            format!("the text ends where {instead} should be"),
            "see whether it was copied whole",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_and_literals_are_read() {
        let number = |word: &str| Value::Number(word.into());
        let value = Value::Object(vec![
            ("b".into(), Value::Array(vec![number("1"), Value::Text("x'\"".into())])),
            ("a".into(), Value::Name("colors.red".into())),
            ("7".into(), Value::Array(vec![number("-2e3")])),
        ]);
        for text in [
            r#"{"b": [1, "\u0078'\""], "a": colors.red, "7": [-2e3]} rest"#,
            "{ // what follows is the same\n b: [1, 'x\\'\"',], /* in\nlines */ a: colors.red, 7: (-2e3,), } rest",
        ] {
            assert_eq!(read(text), Ok((value.clone(), " rest")));
        }
    }

    #[test]
    fn a_fault_has_its_line() {
        for (text, line, message) in [
            ("[1,\n 2", 1, "the text ends where `,` or `]` should be"),
            ("[1 2]", 0, "`2` where `,` or `]` should be"),
            ("{a: 1,\n\n [2]}", 2, "`[` where a key should be"),
            ("[\"ab\n\"]", 0, "a string has no end"),
            ("[f(1)]", 0, "`f(` is a call"),
            ("{1 2}", 0, "`2` where `:` should be"),
        ] {
            let (at, error) = read(text).unwrap_err();
            assert_eq!((at, error.to_string().as_str()), (line, message), "{text}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(read(&deep).unwrap_err().1.to_string(), "it is nested too deeply");
    }
}
