//! How difficult a puzzle is.

use std::cmp::Ordering;

use queens::board::Lines;
use queens::{Error, ErrorKind, Uniqueness};
use serde::{Deserialize, Serialize};

use crate::explain::uniqueness;
use crate::puzzle::Puzzle;
use crate::state::State;
use crate::techniques::Technique;

/// How difficult a puzzle is: the hardest technique that it needs, and how often.
///
/// A technique is used once to draw all its conclusions from a position, and only where none that is simpler
/// concludes anything. So neither the names of the regions nor a turn of the board changes a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Rating {
    /// Ten times the place of the hardest technique on the ladder (neighbors 0, last square 1, and so on), and
    /// how often it is used, at most 9.
    pub score: u32,
    /// The score as a word.
    pub level: Level,
    /// The hardest technique needed.
    pub hardest: Technique,
    /// How often it is used.
    pub times: u32,
}

/// How difficult a puzzle is, as a word.
///
/// The limits are drawn so that of 20,000 published 8 x 8 puzzles a quarter is easy, three in five are medium, one in
/// eight is hard and one in fifty expert; docs/guide/puzzles.md has the figures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Scores below 30: last squares, and regions inside one line.
    Easy,
    /// Scores from 30 to 41: pairs, or starved lines once.
    Medium,
    /// Scores from 42 to 59: starved lines more often, or groups of three lines or more.
    Hard,
    /// Scores from 60: assumptions.
    Expert,
}

impl Level {
    /// The lowest and the highest score of a made puzzle: an easy one needs more than last squares.
    pub(crate) const fn scores(self) -> (u32, u32) {
        match self {
            Self::Easy => (20, 29),
            Self::Medium => (30, 41),
            Self::Hard => (42, 59),
            Self::Expert => (60, u32::MAX),
        }
    }

    /// The level of a score.
    pub fn of(score: u32) -> Self {
        let reaches = |level: &Self| score <= level.scores().1;
        Self::ALL.into_iter().find(reaches).unwrap_or(Self::Expert)
    }
}

queens::named!(Level {
    Easy "easy"
    Medium "medium"
    Hard "hard"
    Expert "expert"
});
queens::named!(Level, "`{}` is not a difficulty");

/// Rates a puzzle, from the marks that are on it.
///
/// # Errors
///
/// If it has no solution, or several.
///
/// # Examples
///
/// ```
/// use queens_puzzle::{Level, Puzzle, rate};
///
/// let puzzle = Puzzle::new("AAAB\nACBB\nCCDD\nCCDD".parse()?);
/// let rating = rate(&puzzle)?;
/// assert_eq!((rating.level, rating.score), (Level::Hard, 42));
/// # Ok::<_, queens::Error>(())
/// ```
pub fn rate(puzzle: &Puzzle) -> Result<Rating, Error> {
    let message = match uniqueness(puzzle) {
        Uniqueness::None => "the puzzle has no solution".to_owned(),
        Uniqueness::Several([first, second]) => {
            format!("the puzzle has several solutions, {first} and {second} among them")
        }
        Uniqueness::One(_) => {
            return Ok(queens::with_cells!(puzzle.n(), K, {
                let board = Lines::<K>::new(puzzle.regions());
                measure(&board, &mut State::start(&board, puzzle), u32::MAX)
            }));
        }
    };
    Err(Error::new(ErrorKind::Invalid, message, "only a puzzle with one solution has a rating"))
}

impl Rating {
    fn of(hardest: Technique, times: u32) -> Self {
        let score = 10 * hardest as u32 + times.min(9);
        Self { score, level: Level::of(score), hardest, times }
    }
}

/// Draws conclusions from a position of a puzzle, with the simplest technique that has any, as long as the score stays within a
/// limit. If the rating is above the limit, the position is the last one before.
pub(crate) fn measure<const K: usize>(
    board: &Lines<K>,
    state: &mut State<K>,
    limit: u32,
) -> Rating {
    let mut rating = Rating::of(Technique::Neighbors, 0);
    'used: while state.empty != 0 {
        for technique in Technique::ALL {
            let next = match technique.cmp(&rating.hardest) {
                Ordering::Less => rating,
                Ordering::Equal => Rating::of(technique, rating.times + 1),
                Ordering::Greater => Rating::of(technique, 1),
            };
            if next.score > limit || technique == Technique::Search {
                return next;
            }
            let found = technique.find(board, state);
            if !found.is_empty() {
                for deduction in &found {
                    deduction.apply(board, state);
                }
                rating = next;
                continue 'used;
            }
        }
    }
    rating
}
