//! What can go wrong, said so that a person can act on it.
//!
//! Every error prints as one line that names what failed and on what, whatever characters it was
//! given; `advice` is the second line, what to do.

use std::fmt;

use crate::board::Square;
use crate::complete::CompleteError;
use crate::count::CountError;
use crate::list::ListError;
use crate::problem::{ProblemError, ProblemTextError};

/// Why a number is not the size of a board.
///
/// ```
/// let error = u32::MAX.unwrap_err();
/// assert_eq!(error.to_string(), "the board size 4294967295 is too large");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SizeError {
    /// The text is not a decimal number.
    NotANumber {
        /// The text.
        text: String,
    },
    /// The number exceeds [`MAX_SIZE`].
    TooLarge {
        /// The number, or `u64::MAX` if it is larger still.
        n: u64,
    },
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber { text } => write!(f, "`{}` is not a board size", text.escape_debug()),
            Self::TooLarge { n: u64::MAX } => write!(f, "the board size is too large"),
            Self::TooLarge { n } => write!(f, "the board size {n} is too large"),
        }
    }
}

impl SizeError {
    /// What to do about it.
    ///
    /// ```
    /// let error = "eight".parse::<u32>().unwrap_err();
    /// assert_eq!(error.advice(), "give a whole number from 0 to 2147483647");
    /// ```
    pub fn advice(&self) -> String {
        format!("give a whole number from 0 to {}", MAX_SIZE)
    }
}

/// Why a text is not a square.
///
/// ```
/// let error = "11".parse::<queens::Square>().unwrap_err();
/// assert_eq!(error.to_string(), "`11` is not a square");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SquareError {
    /// The text is not letters followed by a number from 1.
    Malformed {
        /// The text.
        text: String,
    },
    /// The row or column exceeds [`MAX_SIZE`].
    TooFar {
        /// The text.
        text: String,
    },
}

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { text } => write!(f, "`{}` is not a square", text.escape_debug()),
            Self::TooFar { text } => {
                write!(f, "the square `{}` lies beyond every board", text.escape_debug())
            }
        }
    }
}

impl SquareError {
    /// What to do about it.
    ///
    /// ```
    /// let error = "8h".parse::<queens::Square>().unwrap_err();
    /// assert!(error.advice().ends_with("as in a1, h8 or ab30"));
    /// ```
    pub fn advice(&self) -> String {
        "name a square by its column's letters and its row's number, as in a1, h8 or ab30"
            .to_owned()
    }
}

/// Why columns are not a placement.
///
/// ```
/// let error = "1 2".parse::<queens::Placement>().unwrap_err();
/// assert!(error.to_string().contains("attack"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PlacementError {
    /// There are no columns in the text.
    Empty,
    /// A word of the text is not a number from 1.
    NotAColumn {
        /// The word.
        text: String,
    },
    /// A queen stands beside the board.
    OffBoard {
        /// The row of the queen, from 0.
        row: u32,
        /// Its column, from 0.
        column: u32,
        /// The size of the board: the number of rows given.
        size: u32,
    },
    /// Two queens share a line.
    Attack {
        /// The queen in the upper row.
        first: Square,
        /// The queen in the lower row.
        second: Square,
    },
    /// There are more rows than any board has.
    TooLong {
        /// The number of rows.
        rows: usize,
    },
}

impl fmt::Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the placement is empty"),
            Self::NotAColumn { text } => {
                write!(f, "`{}` is not a column number", text.escape_debug())
            }
            Self::OffBoard { row, column, size } => write!(
                f,
                "the queen of row {} stands at column {} of a {size} x {size} board",
                u64::from(*row) + 1,
                u64::from(*column) + 1
            ),
            Self::Attack { first, second } => {
                write!(f, "the queens at {first} and {second} attack each other")
            }
            Self::TooLong { rows } => write!(f, "a placement of {rows} rows is too long"),
        }
    }
}

impl PlacementError {
    /// What to do about it.
    ///
    /// ```
    /// let error = "1 2 3".parse::<queens::Placement>().unwrap_err();
    /// assert!(error.advice().starts_with("move one of the two; "));
    /// ```
    pub fn advice(&self) -> String {
        match self {
            Self::Attack { .. } => "move one of the two; a placement has one queen on every row \
                                    and column and at most one on every diagonal"
                .to_owned(),
            Self::TooLong { .. } => format!("give at most {} columns", MAX_SIZE),
            Self::Empty | Self::NotAColumn { .. } | Self::OffBoard { .. } => {
                "give one column a row, counted from 1, as in \"2 4 1 3\"".to_owned()
            }
        }
    }
}

/// Any error of the library.
///
/// ```
/// use queens::Placement;
///
/// fn parse(n: u32, columns: &str) -> Result<bool, queens::Error> {
///     let placement: Placement = columns.parse()?;
///     Ok(placement.size() == n)
/// }
/// assert!(parse(4, "2 4 1 3")?);
/// assert_eq!(parse(4, "2 4 1 1").unwrap_err().to_string(), "the queens at a3 and a4 attack each other");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// A number is not the size of a board.
    Size(SizeError),
    /// A text is not a square.
    Square(SquareError),
    /// Columns are not a placement.
    Placement(PlacementError),
    /// A problem cannot be stated.
    Problem(ProblemError),
    /// A text is not a problem.
    ProblemText(ProblemTextError),
    /// There is no count.
    Count(CountError),
    /// There is no list.
    List(ListError),
    /// A board was not completed.
    Complete(CompleteError),
}

/// An error of one operation is an error of the library.
macro_rules! gather {
    ($($variant:ident($error:ty))*) => {
        $(
            impl From<$error> for Error {
                fn from(error: $error) -> Self {
                    Self::$variant(error)
                }
            }
        )*

        impl fmt::Display for Error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$variant(error) => error.fmt(f),)* }
            }
        }

        impl Error {
            /// What to do about it.
            ///
            /// ```
            /// let error = queens::Error::from("8h".parse::<queens::Square>().unwrap_err());
            /// assert!(error.advice().starts_with("name a square"));
            /// ```
            pub fn advice(&self) -> String {
                match self { $(Self::$variant(error) => error.advice(),)* }
            }
        }
    };
}

gather! {
    Size(SizeError)
    Square(SquareError)
    Placement(PlacementError)
    Problem(ProblemError)
    ProblemText(ProblemTextError)
    Count(CountError)
    List(ListError)
    Complete(CompleteError)
}

impl std::error::Error for SizeError {}
impl std::error::Error for SquareError {}
impl std::error::Error for PlacementError {}
impl std::error::Error for Error {}
