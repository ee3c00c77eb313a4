//! What runs have to say when something fails.

use std::io;
use std::path::Path;

use queens::{Error, ErrorKind};
use serde::Deserialize;
use serde::de::DeserializeOwned;

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

/// What to say of a document that cannot be read.
pub(crate) struct Reading {
    pub(crate) what: &'static str,
    pub(crate) advice: &'static str,
}

impl Reading {
    pub(crate) fn refused(&self, why: &str) -> Error {
        failed(format!("{}: {why}", self.what), self.advice)
    }

    /// The document in a text of this schema.
    pub(crate) fn document<T: DeserializeOwned>(
        &self,
        text: &[u8],
        ours: &str,
    ) -> Result<T, Error> {
        #[derive(Deserialize)]
        struct Schema {
            schema: String,
        }
        // The parser quotes the names of fields as the file has them.
        let damaged = |error: serde_json::Error| self.refused(&format!("it is damaged ({error})"));
        let Schema { schema } = serde_json::from_slice(text).map_err(damaged)?;
        if schema != ours {
            let (why, advice) = other_schema(&schema, ours);
            return Err(failed(format!("{}: {why}", self.what), advice));
        }
        serde_json::from_slice(text).map_err(damaged)
    }
}
