//! Files that arguments name, and stdin.

use std::fmt::Display;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use crate::outcome::{Failure, Result};

/// Whether an argument means stdout: the file that is open already.
pub(crate) fn is_stdout(path: &Path) -> bool {
    matches!(path.to_str(), Some("-" | "/dev/stdout" | "/dev/fd/1"))
}

/// Refuses two outputs to one place, and what cannot be written, before any work.
pub(crate) fn check_outputs<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<()> {
    let mut seen = Vec::new();
    for path in paths {
        let place = if is_stdout(path) { Path::new("stdout") } else { path };
        if seen.contains(&place) {
            let what = format!("two outputs would go to {}", place.display());
            return Err(Failure::new(what, "name a different file for each"));
        }
        seen.push(place);
        if !is_stdout(path) {
            check_writable(path).map_err(|error| not_written(path, &error))?;
        }
    }
    Ok(())
}

fn check_writable(path: &Path) -> io::Result<()> {
    if !folder(path).is_dir() {
        return Err(io::Error::other("there is no such folder"));
    }
    let (path, old) = replaced(path)?;
    if old.is_none_or(|old| old.is_file()) {
        let aside = aside(&path);
        File::create_new(&aside)?;
        fs::remove_file(&aside)?;
    }
    Ok(())
}

/// Writes a file that an argument names; `-` is stdout.
///
/// A regular file is there whole or as it was: the content is written aside and renamed, with the mode of the
/// file that it replaces and, if the system allows it, its owner. Links are followed. A file that may not be
/// written is an error, and so is one with several names (hard links): a rename would separate them.
/// Anything else, such as a device, a FIFO or an open file in /proc, is opened and written to.
///
/// The crates atomic-write-file and tempfile have the rename and the mode; they replace links and devices.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<()> {
    if is_stdout(path) {
        let mut out = io::stdout().lock();
        if out.is_terminal() && str::from_utf8(content).is_err() {
            return Err(Failure::new(
                "a PNG is not text, and stdout is a terminal",
                "name a file, or redirect stdout: --png - > board.png",
            ));
        }
        // Past the filter of colors, which would take some bytes of a PNG for them.
        out.write_all(content)?;
        return Ok(out.flush()?);
    }
    write_to(path, content).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => not_written(path, &error),
    })
}

fn write_to(path: &Path, content: &[u8]) -> io::Result<()> {
    let (path, old) = replaced(path)?;
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        // What was written to an open file stays.
        return OpenOptions::new().append(true).open(&path)?.write_all(content);
    }
    let aside = aside(&path);
    let mut file = File::create_new(&aside)?;
    let mut write = || {
        if let Some(old) = &old {
            take_over(&file, old)?;
        }
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&aside, &path)
    };
    write().inspect_err(|_| {
        // Nothing is left to do if that fails too.
        let _ = fs::remove_file(&aside);
    })
}

/// What a file's content is written to first.
fn aside(path: &Path) -> PathBuf {
    let mut aside = path.to_owned().into_os_string();
    aside.push(format!(".{}.tmp", std::process::id()));
    aside.into()
}

/// Where a file is, past links, and what is there now, if it may be written.
fn replaced(path: &Path) -> io::Result<(PathBuf, Option<Metadata>)> {
    let path = followed(path)?;
    match fs::symlink_metadata(&path) {
        Ok(old) => {
            if old.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            if old.is_file() {
                check_replaceable(&path, &old)?;
            }
            Ok((path, Some(old)))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok((path, None)),
        Err(error) => Err(error),
    }
}

/// The end of a chain of links, which need not exist. A link in /proc is an open file, and not followed: the
/// name that it shows may be that of another file by now, or of none.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(next) if !folder(&path).canonicalize()?.starts_with("/proc") => {
                path = folder(&path).join(next);
            }
            _ => return Ok(path),
        }
    }
    // The system's own error for too many links.
    fs::metadata(&path).map(|_| path)
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Refuses a file that this process may not write, or must not replace.
fn check_replaceable(path: &Path, old: &Metadata) -> io::Result<()> {
    // To the superuser, every file can be opened.
    if old.permissions().readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::nlink(old) > 1 {
        return Err(io::Error::other(
            "it has several names (hard links), and one would be replaced",
        ));
    }
    OpenOptions::new().write(true).open(path).map(|_| ())
}

/// Gives a new file the owner, if that is possible, and the mode of an old one.
fn take_over(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // The owner can be given away by the superuser only, the group by its members.
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
    file.set_permissions(old.permissions())
}

fn not_written(path: &Path, why: &io::Error) -> Failure {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    Failure::new(
        format_args!("the file {} could not be written: {why}", path.display()),
        match why.kind() {
            StorageFull | QuotaExceeded => "make room there, or choose a path on another disk",
            FileTooLarge => "raise the limit of a file's size (ulimit -f), or write less",
            _ => "choose a path in a folder that exists and that you may write to",
        },
    )
}

/// The most bytes of a line of placements, and of a board.
const MAX_LINE: u64 = 1 << 20;

/// An open file, stdin, or an address, past a byte order mark.
pub(crate) struct Input {
    /// For messages.
    pub(crate) name: String,
    pub(crate) from: Box<dyn BufRead>,
}

impl Input {
    /// Opens a file; `-` is stdin, and an address of the web is a text: the board is in it, and nothing is fetched. `advice`
    /// says what it should be.
    pub(crate) fn open(path: &Path, advice: &str) -> Result<Self> {
        let is_stdin = path == Path::new("-");
        // Also without its first part, as some browsers show it.
        let is_address = |text: &&str| text.contains("://") || text.contains('?');
        let address = path.to_str().filter(is_address).filter(|_| !path.exists());
        let name = match address {
            Some(_) => "the address".into(),
            None if is_stdin => "stdin".into(),
            None => path.display().to_string(),
        };
        let open = || -> io::Result<Box<dyn BufRead>> {
            let mut from: Box<dyn BufRead> = if is_stdin {
                Box::new(io::stdin().lock())
            } else if let Some(address) = address {
                Box::new(io::Cursor::new(address.to_owned()))
            } else {
                Box::new(BufReader::with_capacity(1 << 16, File::open(path)?))
            };
            // The byte order mark that editors of Windows write; of a slow pipe its first bytes may come alone. A folder can be
            // opened, but not read.
            let mark = b"\xef\xbb\xbf";
            let head = from.fill_buf()?;
            if !head.is_empty() && mark.starts_with(head) {
                let mut head = Vec::new();
                from.by_ref().take(mark.len() as u64).read_to_end(&mut head)?;
                if head == mark {
                    head.clear();
                }
                return Ok(Box::new(io::Cursor::new(head).chain(from)));
            }
            if head.starts_with(mark) {
                from.consume(mark.len());
            }
            Ok(from)
        };
        let from = open().map_err(|error| not_read(&name, &error, advice))?;
        Ok(Self { name, from })
    }

    /// All of it, at most a megabyte.
    pub(crate) fn text(&mut self, advice: &str) -> Result<String> {
        let mut text = String::new();
        let read = self.from.by_ref().take(MAX_LINE + 1).read_to_string(&mut text);
        within_limit(read, "it").map_err(|error| not_read(&self.name, &error, advice))?;
        Ok(text)
    }
}

/// Reads a line of at most a megabyte.
pub(crate) fn read_line(input: &mut dyn BufRead, line: &mut String) -> io::Result<usize> {
    within_limit(input.take(MAX_LINE + 1).read_line(line), "a line")
}

fn within_limit(read: io::Result<usize>, what: &str) -> io::Result<usize> {
    match read {
        Ok(bytes) if bytes as u64 > MAX_LINE => {
            Err(io::Error::other(format!("{what} has more than a megabyte")))
        }
        read => read,
    }
}

/// The failure of reading something.
pub(crate) fn not_read(name: &str, error: &impl Display, advice: &str) -> Failure {
    Failure::new(format_args!("{name} could not be read: {error}"), advice)
}
