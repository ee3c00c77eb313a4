//! The board of a step in characters, on a screen or as text.

use queens::Square;
use queens_gallery::{Cell, Trace};

/// Where the digits and the board begin, behind the names of rows and bit strings.
pub(super) const LABEL: usize = 6;

/// A row of the board in 2n + 1 characters: each square behind a gap, and a gap at the end. Each
/// character comes with the cell it belongs to, if any.
///
/// The square of the step stands in brackets, the reasons for a rejection in parentheses.
pub(super) fn row(trace: &Trace, row: u32) -> Vec<(char, Option<Cell>)> {
    let n = trace.n();
    let queens = trace.queens();
    let first = (row * n) as usize;
    let cells = &trace.cells()[first..first + n as usize];
    let current = trace.step().and_then(|step| step.square).filter(|square| square.row == row);
    let is_current = |column: u32| current.is_some_and(|square| square.column == column);
    let is_attacker = |column: u32| cells[column as usize] == Cell::Attacker;
    let mut characters = Vec::with_capacity(2 * n as usize + 1);
    // The gap to the left of `column`.
    let gap = |column: u32| {
        let left = column.checked_sub(1);
        let closes = |is: &dyn Fn(u32) -> bool| left.is_some_and(is);
        let opens = |is: &dyn Fn(u32) -> bool| column < n && is(column);
        let step = current.map(|square| cells[square.column as usize]);
        match () {
            () if opens(&is_current) => ('[', step),
            () if closes(&is_current) => (']', step),
            () if opens(&is_attacker) && closes(&is_attacker) => ('|', Some(Cell::Attacker)),
            () if opens(&is_attacker) => ('(', Some(Cell::Attacker)),
            () if closes(&is_attacker) => (')', Some(Cell::Attacker)),
            () => (' ', None),
        }
    };
    for (column, &cell) in (0..).zip(cells) {
        characters.push(gap(column));
        let square = Square { row, column };
        let glyph = match cell {
            Cell::Attacked => '-',
            Cell::Queen | Cell::Attacker | Cell::Placed | Cell::Solved => 'Q',
            Cell::Tried => '?',
            Cell::Rejected => 'x',
            Cell::Removed if queens.iter().any(|queen| queen.attacks(square)) => '-',
            Cell::Open | Cell::Removed => '.',
        };
        characters.push((glyph, Some(cell)));
    }
    characters.push(gap(n));
    characters
}

/// The letters of the columns, each above its square; every column has one letter.
pub(super) fn letters(n: u32) -> String {
    (0..n).flat_map(|column| [' ', char::from(b'a' + column as u8)]).collect()
}

/// Digits with a space before each, so that they stand under the squares of a row.
pub(super) fn spaced(digits: &str) -> String {
    digits.chars().flat_map(|digit| [' ', digit]).collect()
}
