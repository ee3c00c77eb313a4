//! How a command ends: its exit code, and the two lines that say why it failed.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use queens::{ErrorKind, Progress};
use queens_run::{Kind, RunError};

/// The exit codes of every command.
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
    Signal(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::Error => 2,
            Exit::Conflict => 3,
            Exit::Signal(number) => 128 + number,
        })
    }
}

/// How a command ends.
pub(crate) type Outcome = Result<Exit, Failure>;

/// Why a command did not end well.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something failed: what, on what; and what to do.
    Said { what: String, advice: String },
    /// Results that should agree do not: which, on what; and what to do.
    Conflict { what: String, advice: String },
    /// The answer is no: why, on what; and what to do.
    No { what: String, advice: String },
    /// The reader of the output has closed it. Not an error.
    ClosedPipe,
}

/// Why a count has no answer: it was stopped, so far, or it failed.
pub(crate) enum Unfinished {
    Stopped(Progress),
    Failed(Failure),
}

impl From<Failure> for Unfinished {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl Failure {
    /// A failure in two lines: what failed and on what, what to do.
    pub(crate) fn new(what: impl Display, advice: impl Into<String>) -> Self {
        Self::Said { what: what.to_string(), advice: advice.into() }
    }

    /// Results that do not agree, in two lines.
    pub(crate) fn conflict(what: impl Display, advice: impl Into<String>) -> Self {
        Self::Conflict { what: what.to_string(), advice: advice.into() }
    }

    /// Tells the user on stderr.
    pub(crate) fn report(self) -> Exit {
        let (what, advice, exit) = match self {
            Self::ClosedPipe => return Exit::Done,
            Self::Said { what, advice } => (what, advice, Exit::Error),
            Self::Conflict { what, advice } => (what, advice, Exit::Conflict),
            Self::No { what, advice } => (what, advice, Exit::No),
        };
        // An argument may contain anything; the message must stay one line and not control the terminal.
        let what: String = what
            .chars()
            .map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() })
            .collect();
        let error = anstyle::AnsiColor::Red.on_default().bold();
        let help = anstyle::Style::new().bold();
        // Nothing is left to do if stderr is closed too.
        let _ = writeln!(
            anstream::stderr(),
            "{error}error:{error:#} {what}\n{help}help:{help:#} {advice}"
        );
        exit
    }
}

/// A bad argument, as clap carries it from a value's parser to [`crate::cli`].
#[derive(Debug)]
pub(crate) struct BadValue {
    pub(crate) what: String,
    pub(crate) advice: String,
}

impl Display for BadValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for BadValue {}

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

impl From<queens_web::ServeError> for Failure {
    fn from(error: queens_web::ServeError) -> Self {
        let advice = error.advice();
        Self::new(error, advice)
    }
}

impl From<queens::Error> for Failure {
    fn from(error: queens::Error) -> Self {
        let advice = match error.kind() {
            ErrorKind::Unavailable => {
                "leave `--backend` out, or choose one that `queens info` calls available"
            }
            _ => error.advice(),
        };
        match error.kind() {
            ErrorKind::Contradiction => Self::conflict(&error, advice),
            _ => Self::new(&error, advice),
        }
    }
}

impl From<queens::Error> for BadValue {
    fn from(error: queens::Error) -> Self {
        Self { what: error.to_string(), advice: error.advice().to_owned() }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        let (what, advice) = (error.to_string(), error.advice());
        match error.kind() {
            Kind::No => Self::No { what, advice },
            Kind::Conflict => Self::Conflict { what, advice },
            Kind::Failed | Kind::Stopped => Self::Said { what, advice },
        }
    }
}

impl From<RunError> for BadValue {
    fn from(error: RunError) -> Self {
        Self { what: error.to_string(), advice: error.advice() }
    }
}
