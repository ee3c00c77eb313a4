//! Pictures of boards: ASCII, Unicode, SVG and, with the feature `png`, PNG.
//!
//! A [`Drawing`] is what the picture shows: the queens of a solution or of a search in progress, the
//! squares they attack, blocked squares, coordinates. Each way to draw it shows the same, byte for
//! byte the same on every machine.

mod glyph;
mod regions;
mod svg;
mod text;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::board::placement::Placement;
use crate::board::regions::Regions;
use crate::board::{Square, check_square};
use crate::error::{Error, ErrorKind};

/// A board to be drawn, with what is to be seen on it.
///
/// Queens need not be a solution: any number may stand anywhere, so a search in progress can be
/// drawn as well. Squares may be named in any order and more than once.
///
/// ```
/// use queens::draw::Drawing;
/// use queens::{Placement, Square};
///
/// let placement: Placement = "2 4 1 3".parse().unwrap();
/// let drawing = Drawing::of(&placement)?;
/// assert_eq!(drawing.ascii(), ". Q . .\n\
///                              . . . Q\n\
///                              Q . . .\n\
///                              . . Q .\n");
///
/// let b1 = Square { row: 0, column: 1 };
/// assert_eq!(drawing.coordinates(true).attacks([b1])?.ascii(), "  a b c d\n\
///                                                               1 * Q * *\n\
///                                                               2 * * * Q\n\
///                                                               3 Q * . *\n\
///                                                               4 . * Q .\n");
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    n: u32,
    queens: BTreeSet<Square>,
    attackers: BTreeSet<Square>,
    blocked: BTreeSet<Square>,
    coordinates: bool,
    regions: Option<Regions>,
    letters: bool,
}

impl Drawing {
    /// The largest board that is drawn: on larger ones no eye finds a queen.
    pub const MAX_N: u32 = 256;

    /// The widths that a PNG may have, in pixels.
    pub const PIXELS: RangeInclusive<u32> = 16..=8192;

    /// Starts with an empty board.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`] past [`Drawing::MAX_N`].
    pub fn new(n: u32) -> Result<Self, Error> {
        if n > Self::MAX_N {
            let message = format!("a board of {n} x {n} is too large to draw");
            let advice = format!("draw a board of at most {0} x {0}", Self::MAX_N);
            return Err(Error::new(ErrorKind::TooLarge, message, advice));
        }
        Ok(Self {
            n,
            queens: BTreeSet::new(),
            attackers: BTreeSet::new(),
            blocked: BTreeSet::new(),
            coordinates: false,
            regions: None,
            letters: false,
        })
    }

    /// Starts with the queens of a solution.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`] past [`Drawing::MAX_N`].
    pub fn of(placement: &Placement) -> Result<Self, Error> {
        Self::new(placement.n())?.queens(placement.queens())
    }

    /// Adds queens.
    ///
    /// # Errors
    ///
    /// For the first square that is not on the board.
    pub fn queens(mut self, squares: impl IntoIterator<Item = Square>) -> Result<Self, Error> {
        add(self.n, &mut self.queens, squares)?;
        Ok(self)
    }

    /// Adds squares whose lines are shown: row, column and both diagonals, as a queen attacks.
    ///
    /// Attacks run to the edge of the board, through queens and blocked squares alike; a square
    /// attacks itself, as in [`Square::attacks`]. Text marks the attacked squares that are
    /// otherwise empty; an SVG tints all attacked squares and draws the lines.
    ///
    /// # Errors
    ///
    /// For the first square that is not on the board.
    pub fn attacks(mut self, squares: impl IntoIterator<Item = Square>) -> Result<Self, Error> {
        add(self.n, &mut self.attackers, squares)?;
        Ok(self)
    }

    /// Adds squares that are shown as blocked, for whatever reason: `#` in text, hatched in an SVG.
    ///
    /// A queen on a blocked square hides the mark in text.
    ///
    /// # Errors
    ///
    /// For the first square that is not on the board.
    pub fn blocked(mut self, squares: impl IntoIterator<Item = Square>) -> Result<Self, Error> {
        add(self.n, &mut self.blocked, squares)?;
        Ok(self)
    }

    /// Shows or hides the coordinates: the letters of the columns above the board, the numbers of
    /// the rows to the left of it. They are hidden at first.
    #[must_use]
    pub fn coordinates(mut self, shown: bool) -> Self {
        self.coordinates = shown;
        self
    }

    fn is_attacked(&self, square: Square) -> bool {
        self.attackers.iter().any(|attacker| attacker.attacks(square))
    }
}

/// Adds squares of the board to a set, up to the first that lies beyond it.
fn add(
    n: u32,
    set: &mut BTreeSet<Square>,
    squares: impl IntoIterator<Item = Square>,
) -> Result<(), Error> {
    for square in squares {
        check_square(square, n)?;
        set.insert(square);
    }
    Ok(())
}
