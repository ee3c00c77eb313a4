//! One step of a search, as it is told and drawn, on a screen or as text.

use queens::Square;
use queens_gallery::{Event, Member, Position, Step};

/// Where the digits and the board begin, behind the names of rows and bit strings.
pub(super) const LABEL: usize = 6;

/// A search after a number of steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<'a> {
    pub(super) member: Member,
    pub(super) n: u32,
    /// The number of the latest step, 0 before the first.
    pub(super) number: u64,
    /// The latest step.
    pub(super) step: Option<Step>,
    /// What happened in the step before it.
    pub(super) before: Option<Event>,
    /// Where the latest step led.
    pub(super) position: &'a Position,
}

/// What a character of a drawn row shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    /// Between the squares.
    Gap,
    /// A square that no queen attacks.
    Open,
    Attacked,
    Queen,
    /// A queen that is the reason for a rejection.
    Culprit,
    Tried,
    Rejected,
    Placed,
    Removed,
    /// A queen of a solution.
    Solved,
}

/// A bit string, and what becomes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BitString {
    pub(super) name: &'static str,
    pub(super) digits: String,
    /// What a 1 means.
    pub(super) gloss: &'static str,
    /// The formula of the next row's string and its digits, when the search goes down.
    pub(super) next: Option<(&'static str, String)>,
}

impl Moment<'_> {
    /// Whether the board is the reflection of the one on which the queens stand.
    ///
    /// No queen has moved since the solution before this one, and no board is found twice.
    pub(super) fn reflected(&self) -> bool {
        self.event() == Some(Event::Solution) && self.before == Some(Event::Solution)
    }

    pub(super) fn event(&self) -> Option<Event> {
        self.step.map(|step| step.event)
    }

    pub(super) fn queens(&self) -> Vec<Square> {
        let reflect = |queen: &Square| Square { column: self.n - 1 - queen.column, ..*queen };
        let queens = self.position.queens.iter();
        if self.reflected() { queens.map(reflect).collect() } else { queens.copied().collect() }
    }

    /// The queens that are the reason for a rejection: one, or two where a whole board fails.
    pub(super) fn culprits(&self) -> Vec<Square> {
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
    pub(super) fn words(&self) -> String {
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

    /// The current line of the code, from 0.
    pub(super) fn line(&self) -> Option<usize> {
        self.step.map(|step| step.line)
    }

    /// A row of the board in 2n + 1 characters: each square behind a gap, and a gap at the end.
    ///
    /// The square of the step stands in brackets, the reasons for a rejection in parentheses.
    pub(super) fn row(&self, row: u32) -> Vec<(char, Cell)> {
        let queens = self.queens();
        let culprits = self.culprits();
        let current = self.step.and_then(|step| step.square).filter(|square| square.row == row);
        let is_culprit = |column: u32| culprits.contains(&Square { row, column });
        let is_current = |column: u32| current.is_some_and(|square| square.column == column);
        let mut cells = Vec::with_capacity(2 * self.n as usize + 1);
        // The gap to the left of `column`.
        let gap = |column: u32| {
            let left = column.checked_sub(1);
            let closes = |is: &dyn Fn(u32) -> bool| left.is_some_and(is);
            let opens = |is: &dyn Fn(u32) -> bool| column < self.n && is(column);
            match () {
                () if opens(&is_current) => ('[', self.cell(current, &queens, &culprits)),
                () if closes(&is_current) => (']', self.cell(current, &queens, &culprits)),
                () if opens(&is_culprit) && closes(&is_culprit) => ('|', Cell::Culprit),
                () if opens(&is_culprit) => ('(', Cell::Culprit),
                () if closes(&is_culprit) => (')', Cell::Culprit),
                () => (' ', Cell::Gap),
            }
        };
        for column in 0..self.n {
            cells.push(gap(column));
            let square = Square { row, column };
            let cell = self.cell(Some(square), &queens, &culprits);
            let glyph = match cell {
                Cell::Gap => ' ',
                Cell::Attacked => '-',
                Cell::Queen | Cell::Culprit | Cell::Placed | Cell::Solved => 'Q',
                Cell::Tried => '?',
                Cell::Rejected => 'x',
                Cell::Removed if queens.iter().any(|queen| queen.attacks(square)) => '-',
                Cell::Open | Cell::Removed => '.',
            };
            cells.push((glyph, cell));
        }
        cells.push(gap(self.n));
        cells
    }

    fn cell(&self, square: Option<Square>, queens: &[Square], culprits: &[Square]) -> Cell {
        let Some(square) = square else { return Cell::Gap };
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

    /// The letters of the columns, each above its square; every column has one letter.
    pub(super) fn letters(&self) -> String {
        (0..self.n).flat_map(|column| [' ', char::from(b'a' + column as u8)]).collect()
    }

    /// The bit strings, if the algorithm has any.
    pub(super) fn strings(&self) -> Vec<BitString> {
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
            gloss: gloss(self.member, name),
            next: next
                .iter()
                .find(|(next, ..)| *next == name)
                .map(|(_, formula, digits)| (*formula, digits.clone())),
        };
        strings.map(string).collect()
    }
}

/// What a 1 means in a bit string.
fn gloss(member: Member, name: &str) -> &'static str {
    match (name, member == Member::Flipped) {
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

/// How many bit strings the steps of an algorithm bring, so that room can be kept for them.
pub(super) fn string_count(member: Member) -> usize {
    match member {
        Member::Mirror => 6,
        Member::Bitwise | Member::Flipped => 5,
        _ => 0,
    }
}

/// Digits with a space before each, so that they stand under the squares of a row.
pub(super) fn spaced(digits: &str) -> String {
    digits.chars().flat_map(|digit| [' ', digit]).collect()
}

#[cfg(test)]
mod tests {
    use queens_gallery::Trace;

    use super::*;

    #[test]
    fn room_is_kept_for_all_strings() {
        for &member in Member::ALL {
            for step in Trace::new(member, 4).unwrap() {
                let strings = step.masks.map_or(0, |masks| masks.strings(4).len());
                assert_eq!(strings, string_count(member), "{member}");
            }
        }
    }

    #[test]
    fn every_solution_is_drawn_as_a_solution() {
        let mut boards = Vec::new();
        let (mut position, mut before) = (Position::START, None);
        for (number, step) in (1..).zip(Trace::new(Member::Mirror, 6).unwrap()) {
            position.advance(&step);
            let moment = Moment {
                member: Member::Mirror,
                n: 6,
                number,
                step: Some(step),
                before,
                position: &position,
            };
            if step.event == Event::Solution {
                let queens = moment.queens();
                for (i, queen) in queens.iter().enumerate() {
                    assert!(queens[..i].iter().all(|other| !other.attacks(*queen)));
                }
                boards.push(queens);
            }
            before = Some(step.event);
        }
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
        let row = |row| moment.row(row).iter().map(|(glyph, _)| *glyph).collect::<String>();
        assert_eq!([row(0), row(1), row(2)], ["(Q)- - - ", " - - . . ", " - .[x]. "]);
    }
}
