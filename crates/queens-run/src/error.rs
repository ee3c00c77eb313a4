//! What runs have to say when something fails.

use std::io;
use std::path::Path;

use queens::{Error, ErrorKind};

/// Something failed.
pub(crate) fn failed(what: impl Into<String>, advice: impl Into<String>) -> Error {
    Error::new(ErrorKind::Failed, what, advice)
}

/// A file could not be written.
pub(crate) fn writing(path: &Path, error: &io::Error) -> Error {
    let advice = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            "make room and start the command again: what is written stays valid, and no \
             finished range is counted twice"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "see whether you may write there; `status` and `verify` only read"
        }
        _ => "see whether the disk is full, gone, or not yours; then start the command again",
    };
    failed(format!("{} could not be written: {error}", path.display()), advice)
}

/// A file could not be read.
pub(crate) fn reading(path: &Path, error: &io::Error) -> Error {
    let what = format!("{} could not be read: {error}", path.display());
    failed(what, "see whether the path is right and you may read it")
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
