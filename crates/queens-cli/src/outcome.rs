//! How a command ends: its exit code, and the two lines that say why it failed.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use queens::{Error, ErrorKind};

use crate::{signal, talk};

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Done; where a question was asked: yes.
    Done,
    /// The answer is no: there is no such solution, a check failed.
    No,
    /// Misuse or error.
    Error,
    /// Results that should agree do not.
    Conflict,
    /// Ended by a signal, as shells number it: 130 after SIGINT, 143 after SIGTERM.
    Signal,
}

impl Exit {
    pub(crate) fn yes_if(yes: bool) -> Self {
        if yes { Self::Done } else { Self::No }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::Error => 2,
            Exit::Conflict => 3,
            Exit::Signal => 128 + signal::received(),
        })
    }
}

#[derive(Debug)]
pub(crate) enum Failure {
    /// Something failed, or the answer is no: what, on what; and what to do.
    Said(Error),
    /// A signal ended the work: how far it came, if there is something to say.
    Stopped(String),
    /// The reader of the output has closed it. Not an error.
    ClosedPipe,
}

pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

impl Failure {
    /// A failure in two lines: what failed and on what, what to do.
    pub(crate) fn new(what: impl Display, advice: impl Into<String>) -> Self {
        Self::Said(Error::new(ErrorKind::Failed, what.to_string(), advice))
    }

    /// Results that do not agree, in two lines.
    pub(crate) fn conflict(what: impl Display, advice: impl Into<String>) -> Self {
        Self::Said(Error::new(ErrorKind::Contradiction, what.to_string(), advice))
    }

    pub(crate) fn report(self) -> Exit {
        let said = match self {
            Self::Said(said) => said,
            Self::Stopped(how_far) => {
                if !how_far.is_empty() {
                    talk::note(format_args!("stopped: {how_far}"));
                }
                return Exit::Signal;
            }
            Self::ClosedPipe => return Exit::Done,
        };
        // Nothing is left to do if stderr is closed too.
        let _ = writeln!(
            anstream::stderr(),
            "{BAD}error:{BAD:#} {said}\n{BOLD}help:{BOLD:#} {}",
            said.advice()
        );
        match said.kind() {
            ErrorKind::Incomplete => Exit::No,
            ErrorKind::Contradiction => Exit::Conflict,
            _ => Exit::Error,
        }
    }
}

/// Says how far work came that a signal ended.
pub(crate) fn or_stopped<T, E: Into<Failure>>(
    result: Result<T, E>,
    how_far: impl FnOnce() -> String,
) -> Result<T> {
    result.map_err(|error| match error.into() {
        Failure::Stopped(_) => Failure::Stopped(how_far()),
        failure => failure,
    })
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::ClosedPipe;
        }
        Self::new(
            format_args!("the output could not be written: {error}"),
            "see whether the disk is full or the device is gone",
        )
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::from(io::Error::from(error))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error.kind() {
            ErrorKind::Stopped => Self::Stopped(String::new()),
            ErrorKind::Unavailable => Self::Said(Error::new(
                ErrorKind::Unavailable,
                error.to_string(),
                "leave `--kernel` out, or choose one that `queens info` calls available",
            )),
            _ => Self::Said(error),
        }
    }
}
