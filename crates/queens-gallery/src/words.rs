//! What there is to say of the step a trace stands on: words, a board, bit strings.
//!
//! A screen, a text and a page draw a search differently; what they draw is the same, and is here.

use queens::Square;
use queens::board::squares;

use crate::member::Member;
use crate::step::{Event, Masks, Step};
use crate::trace::Trace;

/// What there is to see on a square of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// Empty, and no queen attacks it.
    Open,
    /// Empty and attacked.
    Attacked,
    /// A queen.
    Queen,
    /// A queen that is the reason for a rejection.
    Attacker,
    /// The square of the step, where this has just happened; or a queen of a solution.
    Step(Event),
}

/// A bit string, and what becomes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct BitString {
    /// Its name in the code.
    pub name: &'static str,
    /// Its n digits, the leftmost column first.
    pub digits: String,
    /// What a 1 means.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub meaning: &'static str,
    /// The next row's string, when the search goes down.
    pub next: Option<NextRow>,
}

/// What becomes of a bit string in the next row.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct NextRow {
    /// How it is computed.
    pub formula: &'static str,
    /// Its n digits.
    pub digits: String,
}

impl Trace {
    /// The step in words, on one line.
    pub fn words(&self) -> String {
        let Some(step) = self.step() else {
            return "the board is empty".to_owned();
        };
        let solutions = self.counters().solutions;
        match (step.event, step.square, self.attackers().as_slice()) {
            (Event::Try, Some(square), _) if step.masks.is_some() => {
                format!("try {square}, the lowest 1 of free")
            }
            (Event::Try, Some(square), _) => format!("try {square}"),
            (Event::Reject, Some(square), [queen, ..]) => {
                format!("reject {square}, the queen on {queen} attacks it")
            }
            (Event::Reject, None, [queen, other, ..]) => {
                format!("reject the board, {queen} and {other} attack each other")
            }
            (Event::Place, Some(square), _) => format!("place a queen on {square}"),
            (Event::Remove, Some(square), _) => {
                let away = format!("take the queen on {square} away");
                let below = u64::from(square.row) + 2;
                match self.event_before() {
                    _ if self.member() == Member::BruteForce => away,
                    Some(Event::Place) => format!("row {below} has no free square: {away}"),
                    Some(Event::Solution) => format!("go on: {away}"),
                    _ => format!("row {below} is done: {away}"),
                }
            }
            (Event::Solution, ..) if self.is_reflected() => {
                format!("solution {solutions}, the reflection of the last one")
            }
            (Event::Solution, ..) => format!("solution {solutions}"),
            // All other steps have a square, and what they reject is attacked.
            _ => "test the board".to_owned(),
        }
    }

    /// The line of the algorithm's [`code`](crate::About::code) that the step belongs to; none at the start.
    pub fn line(&self) -> Option<usize> {
        let line = self.member().about().lines[self.event()? as usize];
        // A reflection has the line after that of its solution.
        Some(line + usize::from(self.is_reflected()))
    }

    /// Whether the board to be shown is the reflection of the one on which the queens stand.
    ///
    /// No queen has moved since the solution before this one, and no board is found twice.
    pub fn is_reflected(&self) -> bool {
        self.event() == Some(Event::Solution) && self.event_before() == Some(Event::Solution)
    }

    /// The queens to be shown, in the order they were placed.
    pub fn queens(&self) -> Vec<Square> {
        let mut queens = self.placed().to_vec();
        if self.is_reflected() {
            for queen in &mut queens {
                queen.column = self.n() - 1 - queen.column;
            }
        }
        queens
    }

    /// The queens that are the reason for a rejection: one, or two where a whole board fails.
    pub fn attackers(&self) -> Vec<Square> {
        let Some(Step { event: Event::Reject, square, .. }) = self.step() else {
            return Vec::new();
        };
        let queens = self.placed();
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

    /// What there is to see on each square, row by row: n² cells.
    pub fn cells(&self) -> Vec<Cell> {
        let (queens, attackers) = (self.queens(), self.attackers());
        let cell = |square: Square| match self.step() {
            Some(step) if step.square == Some(square) => Cell::Step(step.event),
            _ if attackers.contains(&square) => Cell::Attacker,
            Some(Step { event: Event::Solution, .. }) if queens.contains(&square) => {
                Cell::Step(Event::Solution)
            }
            _ if queens.contains(&square) => Cell::Queen,
            _ if queens.iter().any(|queen| queen.attacks(square)) => Cell::Attacked,
            _ => Cell::Open,
        };
        squares(self.n()).map(cell).collect()
    }

    /// The bit strings, if the algorithm has any, in the order of [`Member::bit_strings`].
    pub fn strings(&self) -> Vec<BitString> {
        let Some(Step { event, masks: Some(masks), .. }) = self.step() else {
            return Vec::new();
        };
        self.member().row(self.n(), &masks, event == Event::Place)
    }
}

impl Member {
    /// The bit strings that the steps of this algorithm bring: the name of each, and what a 1 in it
    /// means. None if it has no bit strings.
    pub const fn bit_strings(self) -> &'static [(&'static str, &'static str)] {
        const LD: (&str, &str) = ("ld", "attacked along a \\ diagonal");
        const COLS: (&str, &str) = ("cols", "attacked along a column");
        const RD: (&str, &str) = ("rd", "attacked along a / diagonal");
        const FREE: (&str, &str) = ("free", "free and not tried yet");
        const BIT: (&str, &str) = ("bit", "the column of this step");
        match self {
            Self::Bitwise => &[LD, COLS, RD, FREE, BIT],
            Self::Flipped => &[
                ("ld", "not attacked along a \\ diagonal"),
                ("cols", "not attacked along a column"),
                ("rd", "not attacked along a / diagonal"),
                FREE,
                BIT,
            ],
            Self::Mirror => &[LD, COLS, RD, ("excl", "left out: found by reflection"), FREE, BIT],
            _ => &[],
        }
    }

    /// The bit strings of a row of the n by n board; with those of the next row, if a queen is put on `masks.bit`.
    /// Empty if the algorithm has no bit strings.
    pub fn row(self, n: u32, masks: &Masks, place: bool) -> Vec<BitString> {
        let digits = |mask: u32| match n {
            0 => String::new(),
            _ => format!("{:0width$b}", mask & (u32::MAX >> (32 - n)), width = n as usize),
        };
        let Masks { ld, cols, rd, free, bit, excl } = *masks;
        let next = if self == Self::Flipped {
            let leftmost = (1 << n) >> 1;
            [
                ("(ld ^ bit) >> 1 | leftmost", (ld ^ bit) >> 1 | leftmost),
                ("cols ^ bit", cols ^ bit),
                ("(rd ^ bit) << 1 | 1", (rd ^ bit) << 1 | 1),
            ]
        } else {
            [
                ("(ld | bit) >> 1", (ld | bit) >> 1),
                ("cols | bit", cols | bit),
                ("(rd | bit) << 1", (rd | bit) << 1),
            ]
        };
        // Nothing goes down to the next row until a queen is placed.
        let mut next = next.into_iter().filter(|_| place);
        let string = |(&(name, meaning), mask): (&(&'static str, &'static str), u32)| BitString {
            name,
            digits: digits(mask),
            meaning,
            next: next.next().map(|(formula, mask)| NextRow { formula, digits: digits(mask) }),
        };
        let masks = [ld, cols, rd].into_iter().chain(excl).chain([free, bit]);
        self.bit_strings().iter().zip(masks).map(string).collect()
    }
}
