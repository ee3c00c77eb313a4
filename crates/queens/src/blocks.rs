//! A count cut into numbered blocks, for runs that outlive a process and a machine.
//!
//! A run must know its pieces by number: today, after a crash, on another machine, in a version to
//! come. [`Blocks`] lists them in an order that depends on the size of the board and on the [`Cut`]
//! alone, describes each ([`Blocks::describe`]) so that two parties can compare their lists, counts
//! each ([`Blocks::count`]) and forecasts its work. Over all blocks the totals add up to Q(n).
//!
//! # Sums
//!
//! Blocks that are cut differently have nothing in common, but their sums can be compared if solutions are
//! sorted by something that does not depend on the cut. That is [`Middle`]; each method has its own, so between
//! methods only totals can be compared. The color method sorts by the number of white queens, the search method
//! by the *middle lines*. These are the rows and columns next to the centre: one row and one column
//! for odd n, two and two for even n. Look at the queens on them and at their distances from the
//! centre; the eight symmetries only exchange the lines and turn them round. So the following is the
//! same for all images of a solution, and says how it is sorted:
//!
//! - **Odd n.** The queens of the middle row and of the middle column stand at different distances
//!   from the centre, for at equal ones they would attack each other; or they are one queen, in the
//!   centre. The solution belongs to the distance of the nearer one.
//! - **Even n.** Take the nearest of the queens on the four lines. If the least distance is reached on
//!   middle rows only or on middle columns only, the solution belongs to the pair of columns (or of
//!   rows) at which the queens of these two lines stand, and which mirror, flip and half turn map to
//!   three other pairs, all the same to us. If it is reached on a middle row and on a middle column,
//!   the solution belongs to that distance.
//!
//! The search method counts a board for an orbit, or for half of one; the board's own middle lines
//! tell where all solutions it stands for belong. Both kinds of line lead to the same sums, so the
//! tests compare them with a plain list of all solutions.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::backend::{Backend, BackendId, StopFlag, Stopped};
use crate::board::{BoardSize, Square};
use crate::color;
use crate::count::Method;
use crate::engine::forecast;
use crate::search::{Class, Subproblem, TooLarge, classes};
use crate::tally::Tally;

/// How a count is cut into blocks. Together with the size of the board it determines them.
///
/// ```
/// use queens::BoardSize;
/// use queens::blocks::{Blocks, Cut};
///
/// // Sub-problems with queens on four rows, five to a block.
/// let blocks = Blocks::new(BoardSize::new(6)?, Cut::Search { rows: 4, group: 5 })?;
/// assert!(blocks.len() > 1);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// Each class of the search method is expanded until so many rows hold queens; what results is
    /// listed class by class, and each block takes the next few of the list.
    Search {
        /// Rows that hold queens before a sub-problem is counted. Classes that place more queens
        /// from the start are not expanded.
        rows: u32,
        /// Sub-problems in a block; the last block may have fewer. At least 1.
        group: u64,
    },
    /// Each block takes the next few tiles of row patterns of the color method ([`crate::color`]).
    Color {
        /// Column sets in a block; the last block may have fewer. At least 1.
        group: u32,
    },
}

/// The work of a block, if there are not too many of them: some 25 s at the 2.4e9 nodes a second
/// (counted as the scalar kernel visits them) of the AVX-512 kernel on one core of 2023.
const BLOCK_NODES: f64 = 6e10;

/// The work in a block of the color method, for one core of some machine.
const BLOCK_NANOSECONDS: f64 = 30e9;

/// Below this size a run takes a minute, and a forecast is not needed to say so.
const LONG_N: u32 = 20;

/// The blocks of a short run, so that it can be tried, tested, shared and interrupted all the same.
const FEW_BLOCKS: u64 = 64;

/// The most blocks that [`Cut::search`] and [`Cut::color`] make, however long they get and however many are
/// asked for: more would make files that are a burden to read.
///
/// ```
/// use queens::BoardSize;
/// use queens::blocks::{Blocks, Cut, MOST_BLOCKS};
///
/// let size = BoardSize::new(12)?;
/// let blocks = Blocks::new(size, Cut::search(size, Some(u64::MAX))?)?;
/// assert!(blocks.len() <= MOST_BLOCKS);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub const MOST_BLOCKS: u64 = 1 << 20;

impl Cut {
    /// The deepest that [`Cut::search`] cuts, in rows.
    ///
    /// ```
    /// use queens::BoardSize;
    /// use queens::blocks::Cut;
    ///
    /// let cut = Cut::search(BoardSize::new(12)?, Some(1_000_000))?;
    /// assert!(matches!(cut, Cut::Search { rows, .. } if rows <= Cut::MOST_ROWS));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub const MOST_ROWS: u32 = 6;

    /// The method that counts the blocks.
    ///
    /// ```
    /// use queens::Method;
    /// use queens::blocks::Cut;
    ///
    /// assert_eq!(Cut::Color { group: 4 }.method(), Method::Color);
    /// ```
    pub const fn method(self) -> Method {
        match self {
            Self::Search { .. } => Method::Search,
            Self::Color { .. } => Method::Color,
        }
    }

    /// Cuts for this method, or for the one that is faster for the size on most machines: not on the one
    /// that makes the plan, for others are to work on it.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] past the largest size of the method.
    ///
    /// ```
    /// use queens::blocks::Cut;
    /// use queens::{BoardSize, Method};
    ///
    /// assert_eq!(Cut::new(BoardSize::new(12)?, None, None)?.method(), Method::Search);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        size: BoardSize,
        method: Option<Method>,
        blocks: Option<u64>,
    ) -> Result<Self, TooLarge> {
        match method.unwrap_or(Method::faster(size, BackendId::Avx512)) {
            Method::Search => Self::search(size, blocks),
            Method::Color => Self::color(size, blocks),
        }
    }

    /// Cuts for the search method: into about `blocks` blocks if that is given, otherwise into blocks
    /// of about half a minute on one core of 2023 with AVX-512, but into some 64 at least and
    /// [`MOST_BLOCKS`] at most.
    ///
    /// The forecast behind it is made of probes with fixed seeds: the same size and number of blocks
    /// give the same cut everywhere. Takes a second for n = 24 and a few for n = 32.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] past [`crate::search::MAX_N`].
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::BoardSize;
    /// use queens::blocks::{Blocks, Cut};
    ///
    /// let size = BoardSize::new(10)?;
    /// let blocks = Blocks::new(size, Cut::search(size, Some(30))?)?;
    /// assert!((25..=35).contains(&blocks.len()));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn search(size: BoardSize, blocks: Option<u64>) -> Result<Self, TooLarge> {
        let n = size.get();
        if n < Blocks::MIN_N {
            // There is nothing to cut, as whoever asks for the blocks is told.
            return Ok(Self::Search { rows: n, group: 1 });
        }
        let wanted = match blocks {
            Some(blocks) => blocks.clamp(1, MOST_BLOCKS),
            None if n < LONG_N => FEW_BLOCKS,
            None => {
                let whole = Blocks::new(size, Self::Search { rows: 4, group: 1 })?;
                let blocks = (whole.expected_in_all() / BLOCK_NODES) as u64;
                blocks.clamp(FEW_BLOCKS, MOST_BLOCKS)
            }
        };
        // No deeper than need be: a vector kernel is at its best in large sub-problems.
        for rows in 4_u32.. {
            let subproblems = Blocks::new(size, Self::Search { rows, group: 1 })?.len();
            // Sub-problems differ: a block of several is nearer the mean. Where that would take too
            // much memory, one has to do.
            let enough = subproblems >= if rows < 5 { 8 * wanted } else { wanted };
            if enough || rows >= Self::MOST_ROWS || rows + 4 >= n {
                return Ok(Self::Search { rows, group: subproblems.div_ceil(wanted).max(1) });
            }
        }
        unreachable!("the loop ends at six rows")
    }

    /// Cuts for the color method: into about `blocks` blocks if that is given, otherwise into blocks of
    /// about half a minute on one core of 2023 with AVX-512; for n <= 20 into about 64, and for very long
    /// counts into no more than [`MOST_BLOCKS`].
    ///
    /// # Errors
    ///
    /// [`TooLarge`] past [`crate::color::MAX_N`].
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::BoardSize;
    /// use queens::blocks::{Blocks, Cut};
    ///
    /// let size = BoardSize::new(18)?;
    /// let blocks = Blocks::new(size, Cut::color(size, Some(10))?)?;
    /// assert_eq!(blocks.len(), 10);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn color(size: BoardSize, blocks: Option<u64>) -> Result<Self, TooLarge> {
        let n = size.get();
        if n > color::MAX_N {
            return Err(TooLarge { size });
        }
        if n < Blocks::MIN_N {
            // There is nothing to cut, as whoever asks for the blocks is told.
            return Ok(Self::Color { group: 1 });
        }
        let all = color::Partition::new(n, BackendId::Avx2);
        let tiles = all.len();
        let blocks = if let Some(blocks) = blocks {
            blocks.clamp(1, MOST_BLOCKS)
        } else {
            ((all.work() / BLOCK_NANOSECONDS) as u64).clamp(FEW_BLOCKS, MOST_BLOCKS)
        };
        let group = u64::from(tiles).div_ceil(blocks) as u32;
        Ok(Self::Color { group })
    }
}

/// What all methods sort solutions by: the queens of the middle lines; see the
/// [module](crate::blocks).
///
/// In text, columns are counted from 1 as everywhere: `5`, or `3,7`.
///
/// # Examples
///
/// ```
/// use queens::Placement;
/// use queens::blocks::Middle;
///
/// let placement: Placement = "1 5 8 6 3 7 2 4".parse()?;
/// // Rows 4 and 5 hold columns 6 and 3; columns 4 and 5 hold rows 8 and 2. The nearest queens, those
/// // of the rows, stand at distance 1.5 from the centre, those of the columns at 2.5 and 3.5.
/// let middle = Middle::of(&placement).expect("n is at least 4");
/// assert_eq!(middle.to_string(), "3,6");
/// # Ok::<_, queens::error::PlacementError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Middle {
    /// The number of white queens; for even n, where the mirror image exchanges the colors, of white or of
    /// black ones, whichever are fewer. This is how the color method sorts; the search method uses the others.
    White(u32),
    /// Odd n: the nearer of the middle queens stands on this column or row or on its mirror image.
    /// Even n: the least distance, reached on a middle row and on a middle column, is that of this
    /// column. Counted from 0, left of the centre or in it.
    One(u32),
    /// Even n: the least distance is reached on middle rows only or on middle columns only, and these
    /// two queens stand here: the first of the four images of the pair. Counted from 0.
    Two(u32, u32),
}

impl Middle {
    /// Where a solution belongs; none below n = 4, where there is no room for the question.
    ///
    /// This is the definition: it looks at rows and columns alike and uses no symmetry.
    ///
    /// ```
    /// use queens::Placement;
    /// use queens::blocks::Middle;
    ///
    /// let placement: Placement = "1 3 5 2 4".parse()?;
    /// // The middle row's queen stands two columns from the centre, the middle column's one row.
    /// assert_eq!(Middle::of(&placement), Some(Middle::One(1)));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(placement: &crate::Placement) -> Option<Self> {
        let n = placement.size().get();
        if n < 4 {
            return None;
        }
        let rows = placement.columns();
        let mut columns = vec![0; rows.len()];
        for (row, &column) in (0..).zip(rows) {
            columns[column as usize] = row;
        }
        let (first, second) = ((n as usize - 1) / 2, n as usize / 2);
        let lines = [(rows[first], rows[second]), (columns[first], columns[second])];
        let nearest = lines.map(|(x, y)| distance(n, x).min(distance(n, y)));
        let reached = if nearest[0] < nearest[1] { lines[0] } else { lines[1] };
        let tie = nearest[0] == nearest[1];
        Some(Self::new(n, reached, tie))
    }

    /// Where the color method sorts solutions with so many white queens.
    fn white(size: BoardSize, queens: u32) -> Self {
        let n = size.get();
        Self::White(if n.is_multiple_of(2) { queens.min(n - queens) } else { queens })
    }

    /// The middle of a board whose nearest middle lines hold these columns (or rows); with a tie if
    /// lines of the other kind come as near.
    fn new(n: u32, (x, y): (u32, u32), tie: bool) -> Self {
        let left = |column: u32| column.min(n - 1 - column);
        if n % 2 == 1 || tie {
            let nearer = if distance(n, x) <= distance(n, y) { x } else { y };
            return Self::One(left(nearer));
        }
        let across = |column: u32| n - 1 - column;
        let images = [(x, y), (y, x), (across(x), across(y)), (across(y), across(x))];
        let (x, y) = images.into_iter().min().expect("there are four");
        Self::Two(x, y)
    }

    /// Tells whether a solution of this size can belong here.
    ///
    /// ```
    /// use queens::BoardSize;
    /// use queens::blocks::Middle;
    ///
    /// let size = BoardSize::new(8)?;
    /// assert!(Middle::Two(2, 5).fits(size));
    /// assert!(!Middle::Two(5, 2).fits(size)); // (2, 5) comes first
    /// assert!(!Middle::One(4).fits(size)); // right of the centre
    /// # Ok::<_, queens::error::SizeError>(())
    /// ```
    pub fn fits(self, size: BoardSize) -> bool {
        let n = size.get();
        match self {
            Self::White(queens) => queens <= n && Self::white(size, queens) == self,
            Self::One(column) => column < n.div_ceil(2),
            Self::Two(x, y) => {
                n.is_multiple_of(2) && x < n && y < n && Self::new(n, (x, y), false) == self
            }
        }
    }

    /// Its columns, counted from 0: one or two.
    ///
    /// ```
    /// use queens::blocks::Middle;
    ///
    /// assert_eq!(Middle::Two(2, 5).columns(), [2, 5]);
    /// ```
    pub fn columns(self) -> Vec<u32> {
        match self {
            Self::White(_) => Vec::new(),
            Self::One(column) => vec![column],
            Self::Two(x, y) => vec![x, y],
        }
    }
}

impl fmt::Display for Middle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::White(queens) => write!(f, "white{queens}"),
            Self::One(column) => write!(f, "{}", u64::from(*column) + 1),
            Self::Two(x, y) => write!(f, "{},{}", u64::from(*x) + 1, u64::from(*y) + 1),
        }
    }
}

/// A text that is not a [`Middle`].
///
/// ```
/// use queens::blocks::Middle;
///
/// assert_eq!("3,6".parse::<Middle>(), Ok(Middle::Two(2, 5)));
/// assert!("0".parse::<Middle>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAMiddle;

impl fmt::Display for NotAMiddle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not one column, counted from 1, or two with a comma between them")
    }
}

impl std::error::Error for NotAMiddle {}

impl FromStr for Middle {
    type Err = NotAMiddle;

    fn from_str(text: &str) -> Result<Self, NotAMiddle> {
        // As it is written and no other way: no sign, no leading zero.
        let column = |digits: &str| {
            let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
            let number = plain.then(|| digits.parse::<u32>().ok()).flatten();
            number.and_then(|number| number.checked_sub(1)).ok_or(NotAMiddle)
        };
        if let Some(queens) = text.strip_prefix("white") {
            let plain = queens == "0" || !queens.starts_with('0');
            let number = plain && queens.bytes().all(|b| b.is_ascii_digit());
            let number = number.then(|| queens.parse().ok()).flatten();
            return number.map(Self::White).ok_or(NotAMiddle);
        }
        match text.split_once(',') {
            None => Ok(Self::One(column(text)?)),
            Some((x, y)) => Ok(Self::Two(column(x)?, column(y)?)),
        }
    }
}

/// Twice the distance of a row or column from the centre.
fn distance(n: u32, line: u32) -> u32 {
    (2 * line).abs_diff(n - 1)
}

/// What the residues of a tally are taken by: the largest primes of 8 and of 16 bits. A sum that lost
/// a carry at 2^32 or 2^64 has other residues.
///
/// ```
/// use queens::blocks::MODULI;
///
/// // A sum that is short by 2^32 shows in both residues.
/// let (right, short) = (5_000_000_000_u64, 5_000_000_000 - (1 << 32));
/// for modulus in MODULI.map(u64::from) {
///     assert_ne!(right % modulus, short % modulus);
/// }
/// ```
pub const MODULI: [u32; 2] = [251, 65_521];

/// What counting a block gives.
///
/// ```
/// use queens::BoardSize;
/// use queens::backend::{self, StopFlag};
/// use queens::blocks::{Blocks, Cut, MODULI, Way};
///
/// let blocks = Blocks::new(BoardSize::new(10)?, Cut::Search { rows: 4, group: 10 })?;
/// let tally = blocks.count(0, Way::Direct, &*backend::best(), &StopFlag::new())?;
/// assert_eq!(tally.sums.iter().map(|(_, solutions)| solutions).sum::<u128>(), tally.total);
/// for (residue, modulus) in tally.residues.iter().zip(MODULI) {
///     assert_eq!(u128::from(*residue), tally.total % u128::from(modulus));
/// }
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BlockTally {
    /// The solutions that the block stands for, images included: multiplicity times solutions. Over
    /// all blocks they add up to Q(n).
    pub total: u128,
    /// The same by the middle lines, in ascending order, without those that have none.
    pub sums: Vec<(Middle, u128)>,
    /// The total modulo each of [`MODULI`], added up in a register of its own: a second opinion.
    pub residues: [u32; 2],
    /// Nodes visited. They depend on the backend; the rest does not.
    pub nodes: u128,
}

/// How a block is counted.
///
/// ```
/// use queens::BoardSize;
/// use queens::backend::{self, StopFlag};
/// use queens::blocks::{Blocks, Cut, Way};
///
/// let blocks = Blocks::new(BoardSize::new(9)?, Cut::Search { rows: 4, group: 10 })?;
/// let count = |way| blocks.count(1, way, &*backend::best(), &StopFlag::new());
/// assert_eq!(count(Way::Direct)?.sums, count(Way::Mirrored)?.sums);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// As it is cut.
    Direct,
    /// Its mirror image: other words in every register, the same numbers.
    Mirrored,
}

/// The blocks of a count.
///
/// # Examples
///
/// ```
/// use queens::BoardSize;
/// use queens::backend::{self, StopFlag};
/// use queens::blocks::{Blocks, Cut, Way};
///
/// let blocks = Blocks::new(BoardSize::new(8)?, Cut::Search { rows: 4, group: 10 })?;
/// let mut total = 0;
/// for block in 0..blocks.len() {
///     total += blocks.count(block, Way::Direct, &*backend::best(), &StopFlag::new())?.total;
/// }
/// assert_eq!(total, 92);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Blocks {
    size: BoardSize,
    cut: Cut,
    /// What is dealt out: sub-problems, or column sets.
    pieces: u64,
    classes: Vec<Class>,
    stretches: Vec<Stretch>,
    /// Of the color method.
    partition: Option<color::Partition>,
}

/// Sub-problems of one class that share the queens on the middle lines.
#[derive(Debug)]
struct Stretch {
    class: usize,
    middle: Middle,
    /// The number of the first one.
    first: u64,
    subproblems: Vec<Subproblem>,
}

impl Blocks {
    /// The smallest size with blocks. Below, there is no room for the middle lines, and nothing to do.
    ///
    /// ```
    /// use queens::Placement;
    /// use queens::blocks::{Blocks, Middle};
    ///
    /// let four: Placement = "2 4 1 3".parse()?;
    /// assert_eq!(four.size().get(), Blocks::MIN_N);
    /// assert!(Middle::of(&four).is_some());
    /// # Ok::<_, queens::error::PlacementError>(())
    /// ```
    pub const MIN_N: u32 = 4;

    /// Lists the blocks.
    ///
    /// Keeps all sub-problems in memory, 24 bytes each: some 100 000 at n = 24 with four rows, two
    /// million with five.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] past [`crate::search::MAX_N`].
    ///
    /// # Panics
    ///
    /// Below [`Blocks::MIN_N`], and if a block has no sub-problems.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::BoardSize;
    /// use queens::blocks::{Blocks, Cut};
    ///
    /// let blocks = Blocks::new(BoardSize::new(18)?, Cut::Color { group: 7 })?;
    /// assert_eq!(blocks.len(), 3); // of 7, 7 and 6 tiles
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(size: BoardSize, cut: Cut) -> Result<Self, TooLarge> {
        assert!(size.get() >= Self::MIN_N, "a board of size {size} has no blocks");
        let mut blocks = Self {
            size,
            cut,
            pieces: 0,
            classes: Vec::new(),
            stretches: Vec::new(),
            partition: None,
        };
        assert!(blocks.group() > 0, "a block has sub-problems or column sets");
        let rows = match cut {
            Cut::Search { rows, .. } => rows,
            Cut::Color { .. } if size.get() > color::MAX_N => return Err(TooLarge { size }),
            Cut::Color { .. } => {
                let partition = color::Partition::new(size.get(), BackendId::Avx2);
                blocks.pieces = u64::from(partition.len());
                blocks.partition = Some(partition);
                return Ok(blocks);
            }
        };
        for (start, roots) in classes(size)? {
            let mut deepest = start.clone();
            for root in roots {
                let middle = middle_of(&start, &root);
                let (mut class, mut subproblems) = (start.clone(), vec![root]);
                let open = |class: &Class| class.rows().len() as u32;
                while open(&class) + rows > size.get() && open(&class) > 0 {
                    (class, subproblems) = class.expand(&subproblems);
                }
                deepest = class;
                let first = blocks.pieces;
                blocks.pieces += subproblems.len() as u64;
                let stretch = Stretch { class: blocks.classes.len(), middle, first, subproblems };
                if !stretch.subproblems.is_empty() {
                    blocks.stretches.push(stretch);
                }
            }
            blocks.classes.push(deepest);
        }
        Ok(blocks)
    }

    /// The size of the board.
    ///
    /// ```
    /// use queens::BoardSize;
    /// use queens::blocks::{Blocks, Cut};
    ///
    /// let blocks = Blocks::new(BoardSize::new(8)?, Cut::Color { group: 7 })?;
    /// assert_eq!(blocks.size().get(), 8);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// How the count is cut.
    ///
    /// ```
    /// use queens::BoardSize;
    /// use queens::blocks::{Blocks, Cut};
    ///
    /// let cut = Cut::Color { group: 7 };
    /// assert_eq!(Blocks::new(BoardSize::new(8)?, cut)?.cut(), cut);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub const fn cut(&self) -> Cut {
        self.cut
    }

    /// The number of blocks. They are numbered from 0.
    ///
    /// ```
    /// use queens::BoardSize;
    /// use queens::blocks::{Blocks, Cut};
    ///
    /// let blocks = Blocks::new(BoardSize::new(18)?, Cut::Color { group: 7 })?;
    /// assert_eq!(blocks.len(), 3); // of 7, 7 and 6 tiles
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[expect(clippy::len_without_is_empty, reason = "no size is without blocks")]
    pub fn len(&self) -> u64 {
        self.pieces.div_ceil(self.group())
    }

    /// Sub-problems or column sets in a block.
    const fn group(&self) -> u64 {
        match self.cut {
            Cut::Search { group, .. } => group,
            Cut::Color { group } => group as u64,
        }
    }

    /// The numbers of what a block holds.
    fn range(&self, block: u64) -> Range<u64> {
        assert!(block < self.len(), "there are {} blocks, and none has number {block}", self.len());
        let from = block * self.group();
        from..(from + self.group()).min(self.pieces)
    }

    /// The tiles of a block of the color method.
    fn tiles(&self, block: u64) -> Range<u32> {
        let Range { start, end } = self.range(block);
        start as u32..end as u32
    }

    /// Writes down all that the result of a block depends on, the same on every machine and in every
    /// version that cuts alike, for a hash of it.
    ///
    /// For the search method: for each stretch of sub-problems of one class its multiplicity (u32),
    /// the rows that hold queens (u32, as bits), the number n of rows (u32) and the columns allowed in
    /// each (u32, as bits); the columns of the middle, from 0 (two u32; the second is 2^32 - 1 if there
    /// is one only); the number of sub-problems (u64), and of each the columns (u32), `/` lines
    /// `row + column` (u64) and `\` lines `column - row + n - 1` (u64) taken, as bits. All integers
    /// little-endian.
    ///
    /// For the color method: n, and of each row pattern the even and the odd rows of white queens, as bits
    /// of indices among those
    /// (u32 each, little-endian).
    ///
    /// # Panics
    ///
    /// If there is no such block.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::BoardSize;
    /// use queens::blocks::{Blocks, Cut};
    ///
    /// let blocks = Blocks::new(BoardSize::new(6)?, Cut::Color { group: 1 })?;
    /// let mut bytes = Vec::new();
    /// blocks.describe(0, &mut |part| bytes.extend_from_slice(part));
    /// assert_eq!(bytes[..4], [6, 0, 0, 0]); // n = 6, and then two words of each pattern
    /// assert_eq!((bytes.len() - 4) % 8, 0);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn describe(&self, block: u64, sink: &mut dyn FnMut(&[u8])) {
        let n = self.size.get();
        if let Some(partition) = &self.partition {
            sink(&n.to_le_bytes());
            for rows in self.tiles(block).flat_map(|tile| partition.patterns(tile)) {
                for word in [rows.even, rows.odd] {
                    sink(&word.to_le_bytes());
                }
            }
            return;
        }
        for (stretch, subproblems) in self.pieces(block) {
            let class = &self.classes[stretch.class];
            let open = class.rows().iter().fold(0_u32, |rows, row| rows | 1 << row);
            let placed = crate::search::full(n) & !open;
            let columns = stretch.middle.columns();
            let second = columns.get(1).copied().unwrap_or(u32::MAX);
            let mut head = vec![class.multiplicity().get(), placed, n];
            head.extend((0..n).map(|row| class.allowed(row)));
            head.extend([columns[0], second]);
            for word in head {
                sink(&word.to_le_bytes());
            }
            sink(&(subproblems.len() as u64).to_le_bytes());
            for subproblem in subproblems {
                sink(&subproblem.cols.to_le_bytes());
                sink(&subproblem.anti.to_le_bytes());
                sink(&subproblem.diag.to_le_bytes());
            }
        }
    }

    /// Counts a block; by the color method with the kernel that has the vectors of the backend, or else with
    /// the best one.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when `stop` was raised before the end.
    ///
    /// # Panics
    ///
    /// If there is no such block.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::BoardSize;
    /// use queens::backend::{StopFlag, best};
    /// use queens::blocks::{Blocks, Cut, Way};
    ///
    /// // Cut so that one block is the whole board, by either method.
    /// for cut in [Cut::Search { rows: 4, group: 1000 }, Cut::Color { group: 35 }] {
    ///     let blocks = Blocks::new(BoardSize::new(8)?, cut)?;
    ///     assert_eq!(blocks.count(0, Way::Direct, &*best(), &StopFlag::new())?.total, 92);
    /// }
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(
        &self,
        block: u64,
        way: Way,
        backend: &dyn Backend,
        stop: &StopFlag,
    ) -> Result<BlockTally, Stopped> {
        if let Some(partition) = &self.partition {
            return self.count_tiles(partition, self.tiles(block), way, backend.id(), stop);
        }
        let mut sum = Summation::default();
        for (stretch, subproblems) in self.pieces(block) {
            let class = &self.classes[stretch.class];
            sum.count(class, stretch.middle, subproblems, way, backend, stop)?;
        }
        Ok(sum.into_tally())
    }

    /// Counts some tiles.
    fn count_tiles(
        &self,
        partition: &color::Partition,
        tiles: Range<u32>,
        way: Way,
        backend: BackendId,
        stop: &StopFlag,
    ) -> Result<BlockTally, Stopped> {
        let kernel = color::kernel_near(backend);
        let found = partition.count(tiles, way == Way::Mirrored, kernel, stop)?;
        let mut tally = BlockTally::default();
        let mut sums = BTreeMap::<Middle, u128>::new();
        let add = |sum: u128, more| sum.checked_add(more).expect("Q(32) fits 128 bits");
        for pattern in found.iter().filter(|pattern| pattern.solutions > 0) {
            let white = pattern.rows.even.count_ones() + pattern.rows.odd.count_ones();
            let sum = sums.entry(Middle::white(self.size, white)).or_default();
            *sum = add(*sum, pattern.solutions);
            tally.total = add(tally.total, pattern.solutions);
            tally.nodes = add(tally.nodes, u128::from(pattern.tried));
        }
        tally.residues = MODULI.map(|modulus| {
            found.iter().fold(0, |residue, pattern| {
                (residue + (pattern.solutions % u128::from(modulus)) as u32) % modulus
            })
        });
        Ok(BlockTally { sums: sums.into_iter().collect(), ..tally })
    }

    /// The work that is expected of a block, the same on every machine: for the search method in nodes
    /// of the scalar kernel, by random probes into its sub-problems; for the color method in
    /// nanoseconds of some machine. Right in the mean over many blocks, not for each.
    ///
    /// # Panics
    ///
    /// If there is no such block.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::BoardSize;
    /// use queens::blocks::{Blocks, Cut};
    ///
    /// let blocks = Blocks::new(BoardSize::new(8)?, Cut::Color { group: 35 })?;
    /// assert!(blocks.expected(0) > 0.0);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn expected(&self, block: u64) -> f64 {
        if let Some(partition) = &self.partition {
            return self.tiles(block).map(|tile| partition.expected(tile)).sum();
        }
        let mut nodes = 0.0;
        for (stretch, subproblems) in self.pieces(block) {
            // Enough for a block to be right within a factor; the whole is far better.
            let probes = (64 / subproblems.len() as u64).max(1);
            nodes += forecast(&self.classes[stretch.class], subproblems, probes) as f64;
        }
        nodes
    }

    /// The work expected in all.
    fn expected_in_all(&self) -> f64 {
        let all = self.stretches.iter().map(|stretch| {
            let probes = (500 / stretch.subproblems.len() as u64).max(1);
            forecast(&self.classes[stretch.class], &stretch.subproblems, probes) as f64
        });
        all.sum()
    }

    /// The sub-problems of a block, stretch by stretch.
    fn pieces(&self, block: u64) -> impl Iterator<Item = (&Stretch, &[Subproblem])> {
        let Range { start: from, end: to } = self.range(block);
        let start = self.stretches.partition_point(|stretch| stretch.first <= from) - 1;
        self.stretches[start..].iter().take_while(move |stretch| stretch.first < to).map(
            move |stretch| {
                let length = stretch.subproblems.len() as u64;
                let first = from.saturating_sub(stretch.first);
                let last = (to - stretch.first).min(length);
                (stretch, &stretch.subproblems[first as usize..last as usize])
            },
        )
    }
}

/// Counts by the search method, and without blocks, all solutions that belong to one [`Middle`].
///
/// The sub-problems are those of the classes themselves, two to four queens deep: no cut of a run has
/// a part in it. It costs as much as the middle's share of the whole count.
///
/// # Errors
///
/// [`Stopped`] when `stop` was raised before the end.
///
/// # Panics
///
/// If the size has no middle: below [`Blocks::MIN_N`] or past [`crate::search::MAX_N`].
///
/// # Examples
///
/// ```
/// use queens::BoardSize;
/// use queens::backend::{self, StopFlag};
/// use queens::blocks::{Middle, count_middle};
///
/// // A queen in the centre of the board of size 5: that of row 3 stands on column 3.
/// let size = BoardSize::new(5)?;
/// let solutions = count_middle(size, Middle::One(2), &*backend::best(), &StopFlag::new())?;
/// assert_eq!(solutions, 2);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn count_middle(
    size: BoardSize,
    middle: Middle,
    backend: &dyn Backend,
    stop: &StopFlag,
) -> Result<u128, Stopped> {
    assert!(size.get() >= Blocks::MIN_N, "a board of size {size} has no middle");
    let mut sum = Summation::default();
    for (class, roots) in classes(size).unwrap_or_else(|error| panic!("{error}")) {
        for root in roots.iter().filter(|root| middle_of(&class, root) == middle) {
            sum.count(&class, middle, &[*root], Way::Direct, backend, stop)?;
        }
    }
    Ok(sum.into_tally().total)
}

/// Adds up the tallies of a block.
#[derive(Default)]
struct Summation {
    tally: BlockTally,
    sums: BTreeMap<Middle, u128>,
}

impl Summation {
    fn count(
        &mut self,
        class: &Class,
        middle: Middle,
        subproblems: &[Subproblem],
        way: Way,
        backend: &dyn Backend,
        stop: &StopFlag,
    ) -> Result<(), Stopped> {
        let mut out = vec![Tally::ZERO; subproblems.len()];
        match way {
            Way::Direct => backend.count(class, subproblems, &mut out, stop)?,
            Way::Mirrored => {
                let size = class.size();
                let images: Vec<_> = subproblems.iter().map(|s| s.mirrored(size)).collect();
                backend.count(&class.mirrored(), &images, &mut out, stop)?;
            }
        }
        let multiplicity = class.multiplicity();
        for Tally { solutions, nodes } in out {
            let weighted = multiplicity.times(u128::from(solutions)).expect("a u64 times 8 fits");
            let add = |sum: u128, more| sum.checked_add(more).expect("Q(32) fits 128 bits");
            self.tally.total = add(self.tally.total, weighted);
            self.tally.nodes = add(self.tally.nodes, u128::from(nodes));
            for (residue, modulus) in self.tally.residues.iter_mut().zip(MODULI) {
                let part = (solutions % u64::from(modulus)) as u32 * multiplicity.get();
                *residue = (*residue + part) % modulus;
            }
            if weighted > 0 {
                let sum = self.sums.entry(middle).or_default();
                *sum = add(*sum, weighted);
            }
        }
        Ok(())
    }

    fn into_tally(self) -> BlockTally {
        BlockTally { sums: self.sums.into_iter().collect(), ..self.tally }
    }
}

/// Where the solutions that a sub-problem's solutions stand for belong.
///
/// Follows from what the definition of [`Middle`] asks for: where the queens of the middle rows stand,
/// and how near those of the middle columns can come. It knows nothing of how the classes are made.
fn middle_of(class: &Class, root: &Subproblem) -> Middle {
    let size = class.size();
    let n = size.get();
    let (first, second) = ((n - 1) / 2, n / 2);
    let placed: Vec<u32> = (0..n).filter(|row| !class.rows().contains(row)).collect();
    let mut found = None;
    for columns in placements(root, &placed, size) {
        let column = |row| placed.iter().position(|r| *r == row).map(|index| columns[index]);
        let middle_row = |row| column(row).expect("a class fills the middle rows first");
        let rows = (middle_row(first), middle_row(second));
        let near_rows = distance(n, rows.0).min(distance(n, rows.1));
        // The least distance at which a middle column's queen stands or may yet stand, and the
        // least at which one stands.
        let (mut may, mut does) = (u32::MAX, u32::MAX);
        for line in [first, second] {
            if let Some(index) = columns.iter().position(|column| *column == line) {
                does = does.min(distance(n, placed[index]));
            } else {
                let open = class.rows().iter().filter(|row| class.allowed(**row) >> line & 1 == 1);
                may = open.map(|row| distance(n, *row)).fold(may, u32::min);
            }
        }
        let tie = does == near_rows && may >= near_rows;
        // For odd n a queen as near would be attacked, or be the same.
        let beyond = if n % 2 == 1 { near_rows } else { near_rows + 1 };
        assert!(tie || may.min(does) >= beyond, "a class decides which middle lines are nearer");
        let middle = Middle::new(n, rows, tie);
        assert!(found.is_none_or(|other| other == middle), "the lines of a class tell its middle");
        found = Some(middle);
    }
    found.expect("the lines of a sub-problem are those of some queens")
}

/// The ways in which queens on the rows `placed` take exactly the lines of a sub-problem.
fn placements(root: &Subproblem, placed: &[u32], size: BoardSize) -> Vec<Vec<u32>> {
    fn extend(
        root: &Subproblem,
        lines: Subproblem,
        rows: &[u32],
        size: BoardSize,
        columns: &mut Vec<u32>,
        found: &mut Vec<Vec<u32>>,
    ) {
        let Some((&row, rest)) = rows.split_first() else {
            if lines == *root {
                found.push(columns.clone());
            }
            return;
        };
        for column in 0..size.get() {
            let Some(more) = lines.with_queen(Square { row, column }, size) else { continue };
            let taken = more.cols & !root.cols == 0
                && more.anti & !root.anti == 0
                && more.diag & !root.diag == 0;
            if taken {
                columns.push(column);
                extend(root, more, rest, size, columns, found);
                columns.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(root, Subproblem::EMPTY, placed, size, &mut Vec::new(), &mut found);
    found
}
