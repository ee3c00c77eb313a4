//! Boards as text.

use std::fmt::{self, Formatter, Write};

use super::Drawing;
use crate::board::{Square, column_letters};

/// What text shows on a square; the first that applies.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    Queen,
    Blocked,
    Attacked,
    Empty,
}

impl Drawing {
    /// Draws in ASCII: `Q` a queen, `#` a blocked square, `*` an attacked one, `.` any other.
    ///
    /// Squares are separated by one space, and every row ends in a newline. The letters of a column
    /// past `z` stand one below the other. The empty board is the empty text.
    pub fn ascii(&self) -> String {
        fmt::from_fn(|f| self.write_ascii(f)).to_string()
    }

    /// Draws with the lines of Unicode: `♛` a queen, `▒▒▒` a blocked square, `·` an attacked one.
    ///
    /// Every line has the same number of characters and ends in a newline. The empty board is the
    /// empty text.
    pub fn unicode(&self) -> String {
        fmt::from_fn(|f| self.write_unicode(f)).to_string()
    }

    fn write_ascii(&self, out: &mut Formatter<'_>) -> fmt::Result {
        if self.regions.is_some() {
            let borders =
                [' ', '|', '-', '+', '|', '|', '+', '+', '-', '+', '-', '+', '+', '+', '+', '+'];
            return self.write_bordered(out, &borders, [" Q ", " x ", " * "]);
        }
        let n = self.size;
        let label = self.label_width();
        if self.coordinates {
            let names: Vec<String> = (0..n).map(column_letters).collect();
            // The last column has the longest name, so no line ends in a space.
            for place in (0..names.last().map_or(0, String::len)).rev() {
                write!(out, "{:label$}", "")?;
                for name in &names {
                    write!(out, " {}", name.chars().nth_back(place).unwrap_or(' '))?;
                }
                out.write_char('\n')?;
            }
        }
        for row in 0..n {
            if self.coordinates {
                write!(out, "{:>label$} ", row + 1)?;
            }
            for column in 0..n {
                let mark = ["Q", "#", "*", "."][self.mark(Square { row, column }) as usize];
                write!(out, "{mark}{}", if column + 1 < n { ' ' } else { '\n' })?;
            }
        }
        Ok(())
    }

    fn write_unicode(&self, out: &mut Formatter<'_>) -> fmt::Result {
        if self.size == 0 {
            return Ok(());
        }
        let blocked = if self.regions.is_some() { " × " } else { "▒▒▒" };
        // By the directions up, right, down and left.
        let borders =
            [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
        self.write_bordered(out, &borders, [" ♛ ", blocked, " · "])
    }

    /// The width of the longest row number, or 0 without coordinates.
    pub(super) fn label_width(&self) -> usize {
        if self.coordinates { self.size.to_string().len() } else { 0 }
    }

    pub(super) fn mark(&self, square: Square) -> Mark {
        if self.queens.contains(&square) {
            Mark::Queen
        } else if self.blocked.contains(&square) {
            Mark::Blocked
        } else if self.is_attacked(square) {
            Mark::Attacked
        } else {
            Mark::Empty
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Placement;
    use crate::board::squares;

    fn empty(n: u32) -> Drawing {
        Drawing::new(n).unwrap()
    }

    fn four() -> Drawing {
        Drawing::of(&"2 4 1 3".parse::<Placement>().unwrap()).unwrap()
    }

    #[test]
    fn four_queens() {
        let d2 = Square { row: 1, column: 3 };
        assert_eq!(four().ascii(), ". Q . .\n. . . Q\nQ . . .\n. . Q .\n");
        assert_eq!(four().attacks([d2]).unwrap().ascii(), ". Q * *\n* * * Q\nQ . * *\n. * Q *\n");
        assert_eq!(
            four().coordinates(true).ascii(),
            "  a b c d\n1 . Q . .\n2 . . . Q\n3 Q . . .\n4 . . Q .\n"
        );
        assert_eq!(
            four().unicode(),
            "\
┌───┬───┬───┬───┐
│   │ ♛ │   │   │
├───┼───┼───┼───┤
│   │   │   │ ♛ │
├───┼───┼───┼───┤
│ ♛ │   │   │   │
├───┼───┼───┼───┤
│   │   │ ♛ │   │
└───┴───┴───┴───┘
"
        );
        let blocked = [Square { row: 0, column: 0 }, Square { row: 3, column: 3 }, d2];
        assert_eq!(
            four().attacks([d2]).unwrap().blocked(blocked).unwrap().coordinates(true).unicode(),
            [
                "    a   b   c   d  \n",
                "  ┌───┬───┬───┬───┐\n",
                "1 │▒▒▒│ ♛ │ · │ · │\n",
                "  ├───┼───┼───┼───┤\n",
                "2 │ · │ · │ · │ ♛ │\n",
                "  ├───┼───┼───┼───┤\n",
                "3 │ ♛ │   │ · │ · │\n",
                "  ├───┼───┼───┼───┤\n",
                "4 │   │ · │ ♛ │▒▒▒│\n",
                "  └───┴───┴───┴───┘\n",
            ]
            .concat()
        );
    }

    #[test]
    fn the_smallest_boards() {
        for shown in [false, true] {
            assert_eq!(empty(0).coordinates(shown).ascii(), "");
            assert_eq!(empty(0).coordinates(shown).unicode(), "");
        }
        let one = Drawing::of(&"1".parse::<Placement>().unwrap()).unwrap();
        assert_eq!(one.ascii(), "Q\n");
        assert_eq!(one.unicode(), "┌───┐\n│ ♛ │\n└───┘\n");
        let one = one.coordinates(true);
        assert_eq!(one.ascii(), "  a\n1 Q\n");
        assert_eq!(one.unicode(), "    a  \n  ┌───┐\n1 │ ♛ │\n  └───┘\n");
    }

    #[test]
    fn columns_past_z() {
        let drawing = empty(27).coordinates(true);
        let text = drawing.ascii();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2 + 27);
        assert_eq!(lines[0], format!("{}a", " ".repeat(3 + 2 * 26)));
        assert_eq!(lines[1], "   a b c d e f g h i j k l m n o p q r s t u v w x y z a");
        assert_eq!(lines[2], format!(" 1{}", " .".repeat(27)));
        assert_eq!(lines[28], format!("27{}", " .".repeat(27)));

        let text = drawing.unicode();
        let first = text.lines().next().unwrap();
        assert!(first.starts_with("     a   b   c  "), "{first}");
        assert!(first.ends_with(" z  aa  "), "{first}");
    }

    proptest! {
        #[test]
        fn attacks_are_those_of_the_definition(
            (n, queens, attackers) in (1_u32..14).prop_flat_map(|n| {
                let square = || (0..n, 0..n).prop_map(|(row, column)| Square { row, column });
                let squares = || prop::collection::vec(square(), 0..5);
                (Just(n), squares(), squares())
            }),
            coordinates: bool,
        ) {
            let size = n;
            let drawing = Drawing::new(size)
                .and_then(|drawing| drawing.queens(queens.clone()))
                .and_then(|drawing| drawing.attacks(attackers.clone()))
                .unwrap();
            let text = drawing.ascii();
            let marks = text.split_whitespace();
            prop_assert_eq!(marks.clone().count(), (n * n) as usize);
            for (square, mark) in squares(size).zip(marks) {
                let attacked = attackers.iter().any(|&attacker| attacker.attacks(square));
                let expected = match (queens.contains(&square), attacked) {
                    (true, _) => "Q",
                    (false, true) => "*",
                    (false, false) => ".",
                };
                prop_assert_eq!(mark, expected, "{}", square);
            }
            let text = drawing.coordinates(coordinates).unicode();
            let width = text.lines().next().unwrap().chars().count();
            prop_assert!(text.lines().all(|line| line.chars().count() == width), "{}", text);
        }
    }
}
