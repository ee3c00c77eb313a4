//! Files that are never there in part.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read};
use std::path::Path;
use std::process;

use queens::Error;
use serde::Serialize;

use crate::error::writing;

/// A path, or any other word, as a shell takes it.
pub fn quoted(path: &Path) -> String {
    let word = path.to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Writes a file under another name, flushes it to the disk and renames it.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Error> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(format!(".{}.{}.tmp", gethostname::gethostname().display(), process::id()));
    let aside = Path::new(&aside);
    let done = || -> io::Result<()> {
        let mut out = BufWriter::new(File::create(aside)?);
        write(&mut out)?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(aside, path)?;
        path.parent().map_or(Ok(()), sync_folder)
    };
    done().map_err(|error| {
        // Nothing is left to do if that fails too.
        let _ = fs::remove_file(aside);
        writing(path, &error)
    })
}

/// The outcome of a call, where this kind of error means that there was nothing to do.
pub(crate) fn unless(kind: io::ErrorKind, done: io::Result<()>) -> io::Result<()> {
    done.or_else(|error| if error.kind() == kind { Ok(()) } else { Err(error) })
}

/// Opens a regular file: a FIFO would wait for a writer.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() {
        return File::open(path);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
}

/// Reads a regular file, this many bytes at most.
pub(crate) fn read_regular(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A decimal number as we write it: digits, no leading zero.
pub(crate) fn number(text: &str) -> Option<u128> {
    let plain = text == "0" || (!text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit()));
    if plain { text.parse().ok() } else { None }
}

/// A value of strings and numbers as JSON on one line.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings and numbers are JSON")
}

/// Brings the names in a folder to the disk, where the system has a way to do so.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// For serde: a value as the string that it is displayed as.
pub(crate) fn as_text<S: serde::Serializer>(
    value: &impl std::fmt::Display,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
