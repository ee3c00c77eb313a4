//! The eight symmetries of the square, and what they do to placements.
//!
//! The symmetries form the dihedral group D4. They map solutions to solutions, so the solutions
//! fall into *orbits* of 1, 2, 4 or 8. One solution of each orbit, its canonical form, stands for
//! all of it: the *fundamental* solutions (A002562).

use std::fmt;

use crate::board::Square;
use crate::board::placement::Placement;

/// A symmetry of the square.
///
/// A quarter turn takes the top row to the right-hand column.
///
/// ```
/// use queens::{Square, Symmetry};
///
/// let n = 8;
/// let b1 = Square { row: 0, column: 1 };
/// assert_eq!(Symmetry::QuarterTurn.square(b1, n).to_string(), "h2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// A turn by 90 degrees, clockwise.
    QuarterTurn,
    /// A turn by 180 degrees.
    HalfTurn,
    /// A turn by 270 degrees, clockwise.
    ThreeQuarterTurn,
    /// Left and right change places.
    Mirror,
    /// The reflection in the `/` diagonal: the mirror image, turned by 90 degrees.
    AntiTranspose,
    /// Top and bottom change places: the mirror image, turned by 180 degrees.
    Flip,
    /// Rows and columns change places, the reflection in the `\` diagonal: the mirror image, turned
    /// by 270 degrees.
    Transpose,
}

crate::named!(Symmetry {
    Identity "identity"
    QuarterTurn "quarter_turn"
    HalfTurn "half_turn"
    ThreeQuarterTurn "three_quarter_turn"
    Mirror "mirror"
    AntiTranspose "anti_transpose"
    Flip "flip"
    Transpose "transpose"
});
crate::named!(Symmetry, "there is no symmetry `{}`");

impl Symmetry {
    /// Where `square` goes on a board of this size.
    ///
    /// # Panics
    ///
    /// If the square lies outside the board.
    pub fn square(self, square: Square, n: u32) -> Square {
        let is_on_board = square.row < n && square.column < n;
        assert!(is_on_board, "{square} is not on a board of size {n}");
        let last = n - 1;
        let Square { row: r, column: c } = square;
        let (row, column) = match self {
            Self::Identity => (r, c),
            Self::QuarterTurn => (c, last - r),
            Self::HalfTurn => (last - r, last - c),
            Self::ThreeQuarterTurn => (last - c, r),
            Self::Mirror => (r, last - c),
            Self::Flip => (last - r, c),
            Self::Transpose => (c, r),
            Self::AntiTranspose => (last - c, last - r),
        };
        Square { row, column }
    }

    /// Where the queens of `placement` go. Takes O(n).
    pub fn placement(self, placement: &Placement) -> Placement {
        let n = placement.n();
        Placement::of_queens(n, placement.queens().map(|queen| self.square(queen, n)))
    }
}

/// The size of an orbit as a factor: how many solutions one solution stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Multiplicity {
    /// Every symmetry maps the solution to itself: n = 0 and n = 1 only.
    One = 1,
    /// A quarter turn maps the solution to itself.
    Two = 2,
    /// A half turn maps the solution to itself, a quarter turn does not.
    Four = 4,
    /// No symmetry but the identity maps the solution to itself.
    Eight = 8,
}

impl Multiplicity {
    /// All four.
    pub const ALL: [Self; 4] = [Self::One, Self::Two, Self::Four, Self::Eight];

    /// The factor.
    pub const fn get(self) -> u32 {
        self as u32
    }
}

impl fmt::Display for Multiplicity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl Placement {
    /// The placements that the symmetries make of this one, in lexicographic order, each once.
    ///
    /// ```
    /// # use queens::Placement;
    /// let placement: Placement = "2 4 1 3".parse()?;
    /// let orbit: Vec<String> = placement.orbit().iter().map(ToString::to_string).collect();
    /// assert_eq!(orbit, ["2 4 1 3", "3 1 4 2"]);
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn orbit(&self) -> Vec<Self> {
        let mut orbit = Symmetry::ALL.map(|symmetry| symmetry.placement(self)).to_vec();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// The lexicographically first placement of the orbit.
    pub fn canonical(&self) -> Self {
        Symmetry::ALL.iter().map(|symmetry| symmetry.placement(self)).fold(self.clone(), Self::min)
    }

    /// Tells whether the placement is the first of its orbit, and so the fundamental solution that
    /// stands for it.
    pub fn is_canonical(&self) -> bool {
        Symmetry::ALL.iter().all(|symmetry| symmetry.placement(self) >= *self)
    }

    /// The symmetries that map the placement to itself; the identity is always one of them.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::ALL.into_iter().filter(|symmetry| symmetry.placement(self) == *self).collect()
    }

    /// The size of the orbit.
    pub fn multiplicity(&self) -> Multiplicity {
        // Orbit and stabiliser: their sizes multiply to 8.
        let size = 8 / self.symmetries().len();
        Multiplicity::ALL[size.ilog2() as usize]
    }
}
