//! Other programs, run at the root of the repository with nothing to read, and how they fail.

use std::ffi::OsStr;
use std::fmt::{self, Display, Write};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask/ lies in the root")
}

pub(crate) fn target() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    root().join(target)
}

/// The path of a program in a folder.
pub(crate) fn executable(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Builds the program as it ships, and has its path.
pub(crate) fn queens() -> Result<PathBuf, Failure> {
    Program::new("cargo build --release").run()?;
    Ok(executable(&target().join("release"), "queens"))
}

/// Builds the workspace's examples, and what else is chosen, and finds a program by its name.
///
/// This shares what the tests have built, for cargo counts the features that tests and examples ask for. With one
/// package, or a program alone, it would build the dependencies again with fewer features.
pub(crate) fn built(choice: &str, folder: &str) -> Result<impl Fn(&str) -> Program, Failure> {
    Program::new(&format!("cargo build --workspace --examples {choice}")).run()?;
    let folder = target().join("debug").join(folder);
    Ok(move |name: &str| Program::at(&executable(&folder, name)))
}

#[derive(Debug)]
pub(crate) struct Program {
    command: Command,
    line: String,
}

impl Program {
    /// A program and its arguments, separated by spaces.
    pub(crate) fn new(line: &str) -> Self {
        let mut words = line.split_whitespace();
        Self::at(Path::new(words.next().expect("a program has a name"))).args(words)
    }

    /// A program at a path, without arguments.
    pub(crate) fn at(path: &Path) -> Self {
        let mut command = Command::new(path);
        command.current_dir(root()).stdin(Stdio::null());
        Self { command, line: path.display().to_string() }
    }

    pub(crate) fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        let argument = argument.as_ref();
        self.command.arg(argument);
        let _ = write!(self.line, " {}", argument.display());
        self
    }

    pub(crate) fn args(self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        arguments.into_iter().fold(self, Self::arg)
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs it and lets it talk.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        eprintln!("$ {}", self.line);
        let status = self.command.status().map_err(|error| self.cannot_start(&error))?;
        self.succeeded(status)
    }

    /// Runs it and returns what it prints on standard output; what it says on stderr is passed on.
    pub(crate) fn read(mut self) -> Result<String, Failure> {
        self.command.stderr(Stdio::inherit());
        let output = self.command.output().map_err(|error| self.cannot_start(&error))?;
        self.succeeded(output.status)?;
        String::from_utf8(output.stdout).map_err(|_| {
            Failure::new(format!("`{}` printed what is not UTF-8", self.line), "correct its output")
        })
    }

    /// Tells whether it runs and succeeds, and hides what it prints.
    pub(crate) fn succeeds(mut self) -> bool {
        self.command.output().is_ok_and(|output| output.status.success())
    }

    /// What it prints on standard output, if it runs and succeeds; what it says on stderr is hidden.
    pub(crate) fn quietly(mut self) -> Option<String> {
        let output = self.command.output().ok().filter(|output| output.status.success())?;
        String::from_utf8(output.stdout).ok()
    }

    fn succeeded(&self, status: ExitStatus) -> Result<(), Failure> {
        let advice = "the cause is printed above; correct it and run this again";
        let failed = || Failure::new(format!("`{}` ended with {status}", self.line), advice);
        status.success().then_some(()).ok_or_else(failed)
    }

    fn cannot_start(&self, error: &io::Error) -> Failure {
        let name = self.command.get_program().display();
        let what = format!("`{}` could not be started: {error}", self.line);
        Failure::new(what, format!("install `{name}`, or put it on the PATH"))
    }
}

/// Two lines: what failed, what to do.
#[derive(Debug)]
pub(crate) struct Failure {
    what: String,
    advice: String,
}

impl Failure {
    pub(crate) fn new(what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { what: what.into(), advice: advice.into() }
    }

    /// A file or folder that cannot be read, written or removed.
    pub(crate) fn at(path: &Path, error: &io::Error) -> Self {
        let advice = "see whether it is there, and whether you may write to its folder";
        Self::new(format!("{}: {error}", path.display()), advice)
    }

    /// Says in which step it happened.
    pub(crate) fn in_step(self, step: &str) -> Self {
        Self { what: format!("{step}: {}", self.what), ..self }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}\nhelp: {}", self.what, self.advice)
    }
}
