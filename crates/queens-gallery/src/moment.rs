//! One step of a search, told: in words, as a board, as bit strings.
//!
//! A screen, a text and a page draw a search differently; what there is to say about a step is the
//! same in all of them, and is here.

use queens::Square;

use crate::member::Member;
use crate::step::{Event, Step};
use crate::trace::Position;

/// A search after a number of steps.
///
/// # Examples
///
/// ```
/// use queens_gallery::{Excerpt, Member};
///
/// // Steps 6 and 7 of plain backtracking on the 4 by 4 board.
/// let excerpt = Excerpt::of(Member::BacktrackScan, 4, 5, 2)?;
/// let mut words = Vec::new();
/// excerpt.tell(|moment| words.push(moment.words()));
/// assert_eq!(words, ["reject b2, the queen on a1 attacks it", "try c2"]);
/// # Ok::<_, queens_gallery::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The algorithm.
    pub member: Member,
    /// The size of the board.
    pub n: u32,
    /// How many steps were taken: the number of the latest, 0 before the first.
    pub number: u64,
    /// The latest step.
    pub step: Option<Step>,
    /// What happened in the step before the latest.
    pub before: Option<Event>,
    /// Where the latest step led.
    pub position: &'a Position,
}

/// What there is to see on a square at a [`Moment`].
///
/// ```
/// use queens_gallery::{Cell, Excerpt, Member};
///
/// // The first two steps put a queen down on a1.
/// let cells = Excerpt::of(Member::BacktrackScan, 3, 2, 0)?.start().cells();
/// assert_eq!(cells[..3], [Cell::Placed, Cell::Attacked, Cell::Attacked]);
/// assert_eq!(cells[5], Cell::Open); // c2
/// # Ok::<_, queens_gallery::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// Empty, and no queen attacks it.
    Open,
    /// Empty and attacked.
    Attacked,
    /// A queen.
    Queen,
    /// A queen that is the reason for a rejection.
    Culprit,
    /// The square that is looked at.
    Tried,
    /// The square that has just been rejected.
    Rejected,
    /// The queen that has just been put down.
    Placed,
    /// The square whose queen has just been taken away.
    Removed,
    /// A queen of a solution.
    Solved,
}

impl Cell {
    /// The cell as one character, as the interfaces to other languages write it.
    ///
    /// `.` open, `-` attacked, `Q` queen, `C` culprit, `?` tried, `x` rejected, `P` placed,
    /// `R` removed, `S` solved.
    ///
    /// ```
    /// use queens_gallery::{Excerpt, Member};
    ///
    /// let cells = Excerpt::of(Member::BacktrackScan, 3, 2, 0)?.start().cells();
    /// let board: String = cells.into_iter().map(|cell| cell.letter()).collect();
    /// assert_eq!(board, "P----.-.-"); // row by row
    /// # Ok::<_, queens_gallery::SizeError>(())
    /// ```
    pub const fn letter(self) -> char {
        match self {
            Self::Open => '.',
            Self::Attacked => '-',
            Self::Queen => 'Q',
            Self::Culprit => 'C',
            Self::Tried => '?',
            Self::Rejected => 'x',
            Self::Placed => 'P',
            Self::Removed => 'R',
            Self::Solved => 'S',
        }
    }
}

/// A bit string, and what becomes of it.
///
/// ```
/// use queens_gallery::{Excerpt, Member};
///
/// // The first two steps put a queen down on the last column: the lowest bit.
/// let strings = Excerpt::of(Member::Bitwise, 4, 2, 0)?.start().strings();
/// let cols = &strings[1];
/// assert_eq!((cols.name, cols.digits.as_str()), ("cols", "0000"));
/// assert_eq!(cols.gloss, "attacked along a column");
/// assert_eq!(cols.next, Some(("cols | bit", "0001".to_owned())));
/// # Ok::<_, queens_gallery::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitString {
    /// Its name in the code.
    pub name: &'static str,
    /// Its n digits, the leftmost column first.
    pub digits: String,
    /// What a 1 means.
    pub gloss: &'static str,
    /// The formula of the next row's string and its digits, when the search goes down.
    pub next: Option<(&'static str, String)>,
}

impl Moment<'_> {
    /// Whether the board is the reflection of the one on which the queens stand.
    ///
    /// No queen has moved since the solution before this one, and no board is found twice.
    pub fn reflected(&self) -> bool {
        self.event() == Some(Event::Solution) && self.before == Some(Event::Solution)
    }

    /// What happened; nothing before the first step.
    pub fn event(&self) -> Option<Event> {
        self.step.map(|step| step.event)
    }

    /// The queens to be seen, in the order they were placed.
    ///
    /// ```
    /// use queens_gallery::{Excerpt, Member};
    ///
    /// let queens = Excerpt::of(Member::BacktrackScan, 4, 2, 0)?.start().queens();
    /// assert_eq!((queens.len(), queens[0].to_string().as_str()), (1, "a1"));
    /// # Ok::<_, queens_gallery::SizeError>(())
    /// ```
    pub fn queens(&self) -> Vec<Square> {
        let reflect = |queen: &Square| Square { column: self.n - 1 - queen.column, ..*queen };
        let queens = self.position.queens.iter();
        if self.reflected() { queens.map(reflect).collect() } else { queens.copied().collect() }
    }

    /// The queens that are the reason for a rejection: one, or two where a whole board fails.
    ///
    /// ```
    /// use queens_gallery::{Excerpt, Member};
    ///
    /// // The sixth step rejects b2.
    /// let culprits = Excerpt::of(Member::BacktrackScan, 4, 6, 0)?.start().culprits();
    /// assert_eq!((culprits.len(), culprits[0].to_string().as_str()), (1, "a1"));
    /// # Ok::<_, queens_gallery::SizeError>(())
    /// ```
    pub fn culprits(&self) -> Vec<Square> {
        let Some(Step { event: Event::Reject, square, .. }) = self.step else {
            return Vec::new();
        };
        let queens = &self.position.queens;
        let earlier = |count: usize, square: Square| {
            queens[..count].iter().copied().find(|queen| queen.attacks(square))
        };
        match square {
            Some(square) => earlier(queens.len(), square).into_iter().collect(),
            None => queens
                .iter()
                .enumerate()
                .find_map(|(i, &queen)| Some(vec![earlier(i, queen)?, queen]))
                .unwrap_or_default(),
        }
    }

    /// The step in words, on one line.
    ///
    /// ```
    /// use queens_gallery::{Excerpt, Member};
    ///
    /// let sixth = Excerpt::of(Member::BacktrackScan, 4, 6, 0)?;
    /// assert_eq!(sixth.start().words(), "reject b2, the queen on a1 attacks it");
    /// # Ok::<_, queens_gallery::SizeError>(())
    /// ```
    pub fn words(&self) -> String {
        let Some(step) = self.step else {
            return "the board is empty".to_owned();
        };
        let solutions = self.position.counters.solutions;
        match (step.event, step.square) {
            (Event::Try, None) => "test the board".to_owned(),
            (Event::Try, Some(square)) if step.masks.is_some() => {
                format!("try {square}, the lowest 1 of free")
            }
            (Event::Try, Some(square)) => format!("try {square}"),
            (Event::Reject, square) => match (square, self.culprits().as_slice()) {
                (Some(square), [queen, ..]) => {
                    format!("reject {square}, the queen on {queen} attacks it")
                }
                (Some(square), []) => format!("reject {square}"),
                (None, [queen, other, ..]) => {
                    format!("reject the board, {queen} and {other} attack each other")
                }
                (None, _) => "reject the board".to_owned(),
            },
            (Event::Place, Some(square)) => format!("place a queen on {square}"),
            (Event::Place, None) => "place a queen".to_owned(),
            (Event::Remove, None) => "take the queen away".to_owned(),
            (Event::Remove, Some(square)) => {
                let away = format!("take the queen on {square} away");
                let below = u64::from(square.row) + 2;
                match self.before {
                    _ if self.member == Member::BruteForce => away,
                    Some(Event::Place) => format!("row {below} has no free square: {away}"),
                    Some(Event::Solution) => format!("go on: {away}"),
                    _ => format!("row {below} is done: {away}"),
                }
            }
            (Event::Solution, _) if self.reflected() => {
                format!("solution {solutions}, the reflection of the last one")
            }
            (Event::Solution, _) => format!("solution {solutions}"),
        }
    }

    /// The current line of the [code](crate::About::code), from 0.
    pub fn line(&self) -> Option<usize> {
        self.step.map(|step| step.line)
    }

    /// What there is to see on each square, row by row: n² cells.
    ///
    /// ```
    /// use queens_gallery::{Cell, Excerpt, Member};
    ///
    /// // A queen on a1 attacks three squares in each of three directions.
    /// let cells = Excerpt::of(Member::BacktrackScan, 4, 2, 0)?.start().cells();
    /// assert_eq!(cells.len(), 16);
    /// assert_eq!(cells.iter().filter(|cell| **cell == Cell::Attacked).count(), 9);
    /// # Ok::<_, queens_gallery::SizeError>(())
    /// ```
    pub fn cells(&self) -> Vec<Cell> {
        let queens = self.queens();
        let culprits = self.culprits();
        let row = |row| (0..self.n).map(move |column| Square { row, column });
        (0..self.n).flat_map(row).map(|square| self.cell(square, &queens, &culprits)).collect()
    }

    fn cell(&self, square: Square, queens: &[Square], culprits: &[Square]) -> Cell {
        let step = self.step.filter(|step| step.square == Some(square));
        match step.map(|step| step.event) {
            Some(Event::Try) => Cell::Tried,
            Some(Event::Reject) => Cell::Rejected,
            Some(Event::Place) => Cell::Placed,
            Some(Event::Remove) => Cell::Removed,
            Some(Event::Solution) | None => match () {
                () if culprits.contains(&square) => Cell::Culprit,
                () if queens.contains(&square) && self.event() == Some(Event::Solution) => {
                    Cell::Solved
                }
                () if queens.contains(&square) => Cell::Queen,
                () if queens.iter().any(|queen| queen.attacks(square)) => Cell::Attacked,
                () => Cell::Open,
            },
        }
    }

    /// The bit strings, if the algorithm has any, in the order of [`Member::bit_strings`].
    ///
    /// ```
    /// use queens_gallery::{Excerpt, Member};
    ///
    /// let strings = Excerpt::of(Member::Bitwise, 4, 2, 0)?.start().strings();
    /// let names: Vec<&str> = strings.iter().map(|string| string.name).collect();
    /// assert_eq!(names, Member::Bitwise.bit_strings());
    /// # Ok::<_, queens_gallery::SizeError>(())
    /// ```
    pub fn strings(&self) -> Vec<BitString> {
        let Some(masks) = self.step.and_then(|step| step.masks) else {
            return Vec::new();
        };
        let mut next = Vec::new();
        if self.event() == Some(Event::Place) {
            next = self.member.next_row(&masks, self.n);
        }
        let strings = masks.strings(self.n).into_iter();
        let string = |(name, digits)| BitString {
            name,
            digits,
            gloss: self.member.gloss(name),
            next: next
                .iter()
                .find(|(next, ..)| *next == name)
                .map(|(_, formula, digits)| (*formula, digits.clone())),
        };
        strings.map(string).collect()
    }
}

impl Member {
    /// The names of the bit strings that the steps of this algorithm bring, in their order; none
    /// if it has no bit strings.
    ///
    /// ```
    /// use queens_gallery::Member;
    ///
    /// assert_eq!(Member::Bitwise.bit_strings(), ["ld", "cols", "rd", "free", "bit"]);
    /// assert!(Member::Permutations.bit_strings().is_empty());
    /// ```
    pub const fn bit_strings(self) -> &'static [&'static str] {
        match self {
            Self::Bitwise | Self::Flipped => &["ld", "cols", "rd", "free", "bit"],
            Self::Mirror => &["ld", "cols", "rd", "excl", "free", "bit"],
            _ => &[],
        }
    }

    /// What a 1 means in the bit string of that name; empty for a name that is none.
    ///
    /// ```
    /// use queens_gallery::Member;
    ///
    /// assert_eq!(Member::Bitwise.gloss("cols"), "attacked along a column");
    /// assert_eq!(Member::Flipped.gloss("cols"), "not attacked along a column");
    /// ```
    pub fn gloss(self, name: &str) -> &'static str {
        match (name, self == Self::Flipped) {
            ("ld", false) => "attacked along a \\ diagonal",
            ("cols", false) => "attacked along a column",
            ("rd", false) => "attacked along a / diagonal",
            ("ld", true) => "not attacked along a \\ diagonal",
            ("cols", true) => "not attacked along a column",
            ("rd", true) => "not attacked along a / diagonal",
            ("excl", _) => "left out: found by reflection",
            ("free", _) => "free and not tried yet",
            ("bit", _) => "the column of this step",
            _ => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::excerpt::Excerpt;
    use crate::trace::Trace;

    use super::*;

    #[test]
    fn the_bit_strings_are_those_announced() {
        for &member in Member::ALL {
            for step in Trace::new(member, 4).unwrap() {
                let strings = step.masks.map_or(Vec::new(), |masks| masks.strings(4));
                let names: Vec<&str> = strings.iter().map(|(name, _)| *name).collect();
                assert_eq!(names, member.bit_strings(), "{member}");
            }
            assert!(member.bit_strings().iter().all(|name| !member.gloss(name).is_empty()));
        }
    }

    #[test]
    fn every_solution_is_shown_as_a_solution() {
        let mut boards = Vec::new();
        Excerpt::of(Member::Mirror, 6, 0, usize::MAX).unwrap().tell(|moment| {
            if moment.event() == Some(Event::Solution) {
                let queens = moment.queens();
                for (i, queen) in queens.iter().enumerate() {
                    assert!(queens[..i].iter().all(|other| !other.attacks(*queen)));
                }
                let solved = moment.cells().iter().filter(|cell| **cell == Cell::Solved).count();
                assert_eq!(solved, 6);
                boards.push(queens);
            }
        });
        boards.sort_unstable();
        boards.dedup();
        assert_eq!(boards.len(), 4);
    }

    #[test]
    fn a_rejection_names_its_reason() {
        let position = Position { queens: vec!["a1".parse().unwrap()], ..Position::START };
        let square = Some("c3".parse().unwrap());
        let step = Step { event: Event::Reject, square, line: 0, masks: None };
        let moment = Moment {
            member: Member::BacktrackScan,
            n: 4,
            number: 1,
            step: Some(step),
            before: Some(Event::Try),
            position: &position,
        };
        assert_eq!(moment.words(), "reject c3, the queen on a1 attacks it");
        let cells: String = moment.cells().iter().map(|cell| cell.letter()).collect();
        assert_eq!(cells, "C-----..-.x.-..-");
    }

    /// Every square of every step of small boards, against the definition.
    #[test]
    fn the_cells_tell_the_truth() {
        for &member in Member::ALL {
            Excerpt::of(member, 4, 0, usize::MAX).unwrap().tell(|moment| {
                let cells = moment.cells();
                let queens = moment.queens();
                for (index, cell) in (0..).zip(&cells) {
                    let square = Square { row: index / 4, column: index % 4 };
                    let occupied = queens.contains(&square);
                    let attacked = queens.iter().any(|queen| queen.attacks(square));
                    match cell {
                        Cell::Queen | Cell::Culprit | Cell::Placed | Cell::Solved => {
                            assert!(occupied);
                        }
                        Cell::Attacked => assert!(!occupied && attacked),
                        Cell::Open => assert!(!occupied && !attacked),
                        Cell::Tried | Cell::Rejected | Cell::Removed => assert!(!occupied),
                    }
                }
            });
        }
    }
}
