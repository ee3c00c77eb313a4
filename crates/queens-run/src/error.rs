//! What can go wrong with a run.

use std::fmt;
use std::io;
use std::path::Path;

use queens::ErrorKind;

/// The kind of an error; a command's exit code depends on it.
///
/// ```
/// use queens_run::{Kind, Run, merge};
///
#[doc = example_run!()]
/// // No worker has started on `run` yet.
/// assert_eq!(merge(&run).unwrap_err().kind(), Kind::No);
/// assert_eq!(Run::open("there/is/no/such/run".as_ref()).unwrap_err().kind(), Kind::Failed);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Something failed, or cannot be done.
    Failed,
    /// The answer is no: the run is not complete.
    No,
    /// Results that should agree do not.
    Conflict,
    /// It was stopped.
    Stopped,
}

/// Why a run did not go on. It prints as one line that says what failed and on what;
/// [`RunError::advice`] is the second, what to do.
///
/// ```
/// use queens_run::Run;
///
/// let error = Run::open("there/is/no/such/run".as_ref()).unwrap_err();
/// assert_eq!(error.to_string(), "there is no run in there/is/no/such/run");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunError {
    kind: Kind,
    what: String,
    advice: String,
}

impl RunError {
    pub(crate) fn new(what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { kind: Kind::Failed, what: one_line(&what.into()), advice: advice.into() }
    }

    pub(crate) fn of(kind: Kind, what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { kind, ..Self::new(what, advice) }
    }

    /// A file that could not be written.
    pub(crate) fn writing(path: &Path, error: &io::Error) -> Self {
        let advice = match error.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => {
                "make room and start the command again: what is written stays valid, and no \
                 finished range is counted twice"
            }
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                "see whether you may write there; `status` and `verify` only read"
            }
            _ => "see whether the disk is full, gone, or not yours; then start the command again",
        };
        Self::new(format!("{} could not be written: {error}", path.display()), advice)
    }

    /// A file that could not be read.
    pub(crate) fn reading(path: &Path, error: &io::Error) -> Self {
        Self::new(
            format!("{} could not be read: {error}", path.display()),
            "see whether the path is right and you may read it",
        )
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What to do about it.
    pub fn advice(&self) -> String {
        self.advice.clone()
    }
}

impl From<queens::Error> for RunError {
    fn from(error: queens::Error) -> Self {
        let kind = match error.kind() {
            ErrorKind::Stopped => Kind::Stopped,
            ErrorKind::Contradiction => Kind::Conflict,
            _ => Kind::Failed,
        };
        Self::of(kind, error.to_string(), error.advice())
    }
}

/// What to say of a file of another schema, and what to do about it.
pub(crate) fn other_schema(schema: &str, ours: &str) -> (String, String) {
    let kind = ours.trim_end_matches(|c: char| c.is_ascii_digit());
    if schema.strip_prefix(kind) == Some("1") {
        return (
            "it was made by queens 0.1.0, before schema 2".to_owned(),
            "finish or verify it with that version".to_owned(),
        );
    }
    (
        format!("its schema is `{}`, not `{ours}`", schema.escape_debug()),
        format!("use the version of queens that made it; this is {}", env!("CARGO_PKG_VERSION")),
    )
}

/// A text that may quote what a file or a path holds, as one line: control characters are escaped.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { line.extend(c.escape_default()) } else { line.push(c) }
    }
    line
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for RunError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_stays_on_one_line() {
        let error = RunError::new("there is no field `a\r\nb\u{1b}[1m`, \"é\" is", "none");
        assert_eq!(error.to_string(), r#"there is no field `a\r\nb\u{1b}[1m`, "é" is"#);
    }
}
