//! The regions of a board, for puzzles that want a queen in each of them.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::board::square::{Square, describe, squares};
use crate::error::Error;

/// A board of n by n squares, cut into n regions. A region may be in several pieces.
///
/// It is the shape of a region puzzle (Star Battle with one star, also known as Queens): every row, every
/// column and every region holds one queen, and queens do not touch. [`Problem::from`](crate::Problem) makes
/// a problem of it.
///
/// Regions have numbers from 0 and letters: `A` to `Z`, then `a` to `f`.
///
/// # Examples
///
/// ```
/// use queens::{Problem, Regions};
///
/// let regions: Regions = "
///     AAAB
///     ACBB
///     CCDD
///     CCDD
/// ".parse()?;
/// assert_eq!(regions.n(), 4);
/// assert_eq!(regions.letter(regions.at("b2".parse()?)), 'C');
/// let solution = Problem::from(regions).solve()?.expect("there is one");
/// assert_eq!(solution.to_string(), "2 4 1 3");
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "Vec<String>", into = "Vec<String>")
)]
pub struct Regions {
    n: u32,
    /// The region of each square, row by row.
    of: Vec<u8>,
}

impl Regions {
    /// The least and the largest size.
    pub const SIZES: std::ops::RangeInclusive<u32> = 4..=32;

    /// Takes the number of the region of each square, row by row.
    ///
    /// # Errors
    ///
    /// If the squares do not fill a board of a size in [`Regions::SIZES`], if one of the n regions is missing,
    /// or if a number is n or larger.
    ///
    /// ```
    /// use queens::Regions;
    ///
    /// let rows = Regions::new((0..16).map(|square| square / 4).collect())?;
    /// assert_eq!(rows.to_string(), "AAAA\nBBBB\nCCCC\nDDDD\n");
    /// let columns = Regions::new(vec![0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2]).unwrap_err();
    /// assert_eq!(columns.to_string(), "region D is missing: no square belongs to it");
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn new(of: Vec<u8>) -> Result<Self, Error> {
        let n = u32::try_from(of.len().isqrt()).unwrap_or(u32::MAX);
        if (n as usize).pow(2) != of.len() {
            let message = format!("{} squares are not a square board", of.len());
            return Err(Error::invalid(message, "give n rows of n squares each"));
        }
        check_size(n)?;
        if let Some(at) = of.iter().position(|&region| u32::from(region) >= n) {
            let square = Square { row: at as u32 / n, column: at as u32 % n };
            return Err(too_many(n, &of[at].to_string(), square));
        }
        if let Some(region) = (0..n).find(|&region| !of.contains(&(region as u8))) {
            let message = format!("region {} is missing: no square belongs to it", letter(region));
            return Err(Error::invalid(message, "cut the board into as many regions as rows"));
        }
        Ok(Self { n, of })
    }

    /// Takes rows of labels of any kind: letters, numbers. Regions are numbered in the order of their labels.
    ///
    /// # Errors
    ///
    /// As [`Regions::new`]; messages name regions by their labels.
    ///
    /// ```
    /// use queens::Regions;
    ///
    /// let numbers = [[1, 1, 2, 2], [1, 10, 2, 2], [10, 10, 3, 3], [10, 10, 3, 3]];
    /// let regions = Regions::from_rows(&numbers.map(Vec::from))?;
    /// assert_eq!(regions.to_string(), "AABB\nADBB\nDDCC\nDDCC\n");
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn from_rows<T: Ord + fmt::Display>(rows: &[Vec<T>]) -> Result<Self, Error> {
        let n = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        check_size(n)?;
        if let Some((row, length)) =
            (1..).zip(rows.iter().map(Vec::len)).find(|(_, length)| *length != rows.len())
        {
            let message = format!("row {row} has {length} squares on {}", describe(n));
            return Err(Error::invalid(message, "write n rows of n squares each"));
        }
        let mut labels: BTreeSet<&T> = BTreeSet::new();
        for (square, label) in squares(n).zip(rows.iter().flatten()) {
            if labels.insert(label) && labels.len() > rows.len() {
                return Err(too_many(n, &label.to_string(), square));
            }
        }
        let labels: Vec<&T> = labels.into_iter().collect();
        if labels.len() < rows.len() {
            let (found, missing) = (labels.len(), rows.len() - labels.len());
            let names: Vec<String> = labels.iter().map(ToString::to_string).collect();
            let (s, is) = if missing == 1 { ("", "is") } else { ("s", "are") };
            let message = format!(
                "{missing} region{s} {is} missing: {} has {found}, {}",
                describe(n),
                names.join(" ")
            );
            return Err(Error::invalid(message, "cut the board into as many regions as rows"));
        }
        let number = |label: &T| labels.partition_point(|&other| other < label) as u8;
        let of = rows.iter().flatten().map(number).collect();
        Ok(Self { n, of })
    }

    /// The number of pieces of a region: sets of squares joined by common sides. Most regions of published puzzles are
    /// in one piece, and the rules do not ask for it.
    ///
    /// ```
    /// use queens::Regions;
    ///
    /// let regions: Regions = "AABB\nAABB\nCCDD\nCCDA".parse()?;
    /// assert_eq!([0, 1].map(|region| regions.pieces(region)), [2, 1]);
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn pieces(&self, region: u32) -> usize {
        let mut left: Vec<Square> = self.squares(region).collect();
        let mut pieces = 0;
        while let Some(start) = left.pop() {
            pieces += 1;
            let mut reached = vec![start];
            while let Some(at) = reached.pop() {
                let is_beside = |other: &mut Square| {
                    at.row.abs_diff(other.row) + at.column.abs_diff(other.column) == 1
                };
                reached.extend(left.extract_if(.., is_beside));
            }
        }
        pieces
    }

    /// The size of the board, which is the number of regions, too.
    pub const fn n(&self) -> u32 {
        self.n
    }

    /// The number of the region of a square.
    ///
    /// # Panics
    ///
    /// If the square is not on the board.
    pub fn at(&self, square: Square) -> u32 {
        assert!(square.column < self.n, "{square} is not on {}", describe(self.n));
        self.of[(square.row * self.n + square.column) as usize].into()
    }

    /// The squares of a region, row by row.
    pub fn squares(&self, region: u32) -> impl Iterator<Item = Square> + '_ {
        squares(self.n).filter(move |&square| self.at(square) == region)
    }

    /// The letter of a region: `A` to `Z`, then `a` to `f`.
    pub fn letter(&self, region: u32) -> char {
        letter(region)
    }

    /// The rows, as letters.
    pub(crate) fn rows(&self) -> impl Iterator<Item = String> + '_ {
        let letters = |row: &[u8]| row.iter().map(|&region| letter(region.into())).collect();
        self.of.chunks(self.n as usize).map(letters)
    }
}

fn letter(region: u32) -> char {
    let region = region as u8;
    char::from(if region < 26 { b'A' + region } else { b'a' + (region - 26) % 26 })
}

fn check_size(n: u32) -> Result<(), Error> {
    if Regions::SIZES.contains(&n) {
        return Ok(());
    }
    let (least, most) = Regions::SIZES.into_inner();
    let advice = format!("boards with regions have {least} to {most} rows");
    if n > most {
        return Err(Error::too_large(n, "have regions", advice));
    }
    Err(Error::invalid(format!("{} cannot have regions", describe(n)), advice))
}

fn too_many(n: u32, label: &str, square: Square) -> Error {
    let message = format!(
        "region {} on {square} is one too many: {} has {n} regions",
        label.escape_debug(),
        describe(n)
    );
    Error::invalid(message, "cut the board into as many regions as rows")
}

/// A row a line, a letter a square.
impl fmt::Display for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows().try_for_each(|row| writeln!(f, "{row}"))
    }
}

/// Reads a row a line, a letter or digit a square; spaces and empty lines are passed over. Any letters and
/// digits do: regions are numbered in their order, digits before capitals before small letters.
impl FromStr for Regions {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let rows = text.lines().map(|line| line.split_whitespace().collect());
        rows.filter(|row: &String| !row.is_empty()).collect::<Vec<_>>().try_into()
    }
}

impl TryFrom<Vec<String>> for Regions {
    type Error = Error;

    fn try_from(rows: Vec<String>) -> Result<Self, Error> {
        let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        for (row, labels) in (0..).zip(&rows) {
            if let Some(column) = labels.iter().position(|label| !label.is_ascii_alphanumeric()) {
                let square = Square { row, column: column as u32 };
                let label = labels[column].escape_debug();
                let message = format!("`{label}` on {square} is not the letter of a region");
                return Err(Error::invalid(message, "write a letter or a digit for each square"));
            }
        }
        Self::from_rows(&rows)
    }
}

impl From<Regions> for Vec<String> {
    fn from(regions: Regions) -> Self {
        regions.rows().collect()
    }
}
