//! What can go wrong, said so that a person can act on it.

use std::fmt;

/// An error of the library.
///
/// It prints as one line that says what failed and on what, whatever characters it was given;
/// [`advice`](Self::advice) is the second line, what to do. Programs branch on its [`kind`](Self::kind).
///
/// ```
/// use queens::{ErrorKind, Placement};
///
/// let error = "2 4 1 1".parse::<Placement>().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Invalid);
/// assert_eq!(error.to_string(), "the queens at a3 and a4 attack each other");
/// assert!(error.advice().starts_with("move one of the two"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    advice: String,
    squares: Vec<String>,
}

/// What sort of error it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// What was given is malformed, or contradicts itself.
    Invalid,
    /// The board is larger than the operation takes.
    TooLarge,
    /// This machine lacks something that the call needs.
    Unavailable,
    /// The work was possible and did not succeed.
    Failed,
    /// The work was stopped, as the caller asked.
    Stopped,
    /// The answer is not known yet: parts of the work are missing.
    Incomplete,
    /// Numbers contradict each other: at least one of them is wrong.
    Contradiction,
}

impl Error {
    /// An error with its two lines, for those who extend the library. Control characters in the message, which may
    /// quote anything, are escaped.
    pub fn new(kind: ErrorKind, message: impl Into<String>, advice: impl Into<String>) -> Self {
        let escape =
            |c: char| if c.is_control() { c.escape_default().to_string() } else { c.into() };
        let message = message.into().chars().map(escape).collect();
        Self { kind, message, advice: advice.into(), squares: Vec::new() }
    }

    /// The same error about these squares, by their names.
    #[must_use]
    pub fn about(self, squares: impl IntoIterator<Item = impl ToString>) -> Self {
        Self { squares: squares.into_iter().map(|square| square.to_string()).collect(), ..self }
    }

    /// The names of the squares to change, such as `a1`, where marks on a board contradict each other.
    pub fn squares(&self) -> &[String] {
        &self.squares
    }

    /// What sort of error it is.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What to do about it.
    pub fn advice(&self) -> &str {
        &self.advice
    }

    /// Whether the work was stopped as the caller asked.
    pub fn is_stopped(&self) -> bool {
        self.kind == ErrorKind::Stopped
    }

    pub(crate) fn invalid(message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invalid, message, advice)
    }

    /// A board that is too large: `n = 33 is too large to count`.
    pub(crate) fn too_large(n: u32, to: &str, advice: impl Into<String>) -> Self {
        Self::new(ErrorKind::TooLarge, format!("n = {n} is too large to {to}"), advice)
    }

    /// Work that ended because its flag was raised.
    pub(crate) fn stopped(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Stopped, message, "start it again; it begins from nothing")
    }

    /// The same error with the place where it was found, such as a file, before its message.
    pub fn within(self, place: impl fmt::Display) -> Self {
        Self::new(self.kind, format!("{place}: {}", self.message), self.advice).about(self.squares)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.message)
    }
}

impl std::error::Error for Error {}

/// Names the values of an enumeration, as the command line, JSON and Python write them.
///
/// With a table, gives it `ALL` and `name`. With an error message for unknown names, gives it `Display` and `FromStr`; a
/// hyphen is read as an underscore.
///
/// ```
/// #[derive(Clone, Copy)]
/// enum Color { White, Black }
///
/// queens::named!(Color { White "white" Black "black" });
/// queens::named!(Color, "there is no color `{}`");
///
/// assert_eq!(Color::ALL.map(Color::name), ["white", "black"]);
/// assert_eq!("green".parse::<Color>().err().unwrap().to_string(), "there is no color `green`");
/// ```
#[macro_export]
macro_rules! named {
    ($type:ident { $($value:ident $name:literal)* }) => {
        impl $type {
            /// All of them, in order.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$value),*];

            /// The name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $name,)* }
            }
        }
    };
    ($type:ident, $unknown:literal) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::Error;

            fn from_str(name: &str) -> Result<Self, $crate::Error> {
                let mut all = Self::ALL.iter().copied();
                all.find(|one| one.name() == name.replace('-', "_")).ok_or_else(|| {
                    let names: Vec<&str> = Self::ALL.iter().map(|one| one.name()).collect();
                    let message = format!($unknown, name.escape_debug());
                    let advice = format!("choose from {}", names.join(", "));
                    $crate::Error::new($crate::ErrorKind::Invalid, message, advice)
                })
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_stays_on_one_line() {
        let error = Error::invalid("there is no field `a\r\nb\u{1b}[1m`, \"é\" is", "none");
        assert_eq!(
            error.within("a\tb").to_string(),
            r#"a\tb: there is no field `a\r\nb\u{1b}[1m`, "é" is"#
        );
    }
}
