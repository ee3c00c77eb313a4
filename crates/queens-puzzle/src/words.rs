//! Steps in words.

use queens::Square;
use queens::engine::{Cells, Lines};

use crate::puzzle::Puzzle;
use crate::state::{State, bits};
use crate::step::Step;
use crate::techniques::{Deduction, Link, Reason, Refutation, Technique};

/// What the lines and squares of a puzzle are called.
pub(crate) struct Words<'a, const K: usize> {
    puzzle: &'a Puzzle,
    board: &'a Lines<K>,
}

impl<'a, const K: usize> Words<'a, K> {
    pub(crate) fn new(puzzle: &'a Puzzle, board: &'a Lines<K>) -> Self {
        Self { puzzle, board }
    }

    /// `row 3`, `column c`, `region A`.
    pub(crate) fn line(&self, line: usize) -> String {
        let [kind, name] = self.parts(line);
        format!("{kind} {name}")
    }

    fn parts(&self, line: usize) -> [String; 2] {
        let n = self.board.n;
        let number = (line % n) as u32;
        match line / n {
            0 => ["row".into(), (number + 1).to_string()],
            1 => {
                let square = Square { row: 0, column: number }.to_string();
                ["column".into(), square.trim_end_matches('1').into()]
            }
            _ => ["region".into(), self.puzzle.regions().letter(number).into()],
        }
    }

    /// `row 3`, `rows 3, 4 and 5`.
    fn lines(&self, lines: u128) -> String {
        let parts: Vec<[String; 2]> = bits(lines).map(|line| self.parts(line)).collect();
        let names: Vec<String> = parts.iter().map(|[_, name]| name.clone()).collect();
        let s = if parts.len() == 1 { "" } else { "s" };
        format!("{}{s} {}", parts[0][0], list(&names, " and "))
    }

    fn named(&self, squares: &[usize], and: &str) -> String {
        let names = squares.iter().map(|&index| self.board.square(index).to_string());
        list(&names.collect::<Vec<_>>(), and)
    }

    /// A deduction as a step.
    pub(crate) fn step(
        &self,
        technique: Technique,
        state: &State<K>,
        deduction: &Deduction<K>,
    ) -> Step {
        let board = self.board;
        let crosses: Vec<usize> = deduction.crosses.iter().collect();
        let crossed = self.named(&crosses, " and ");
        let open = |line: usize| state.line(board, line);
        let (sentence, highlight) = match &deduction.reason {
            Reason::Queen(queen) => {
                let [row, column, region] = board.of[*queen].map(|line| self.line(line));
                let queen_name = board.square(*queen);
                let sentence = format!(
                    "The queen on {queen_name} closes the rest of {row}, {column} and {region}, and the \
                     squares it touches."
                );
                let mut highlight = Cells::EMPTY;
                highlight.insert(*queen);
                (sentence, highlight)
            }
            Reason::Last(line) => {
                let queens: Vec<usize> = deduction.queens.iter().collect();
                let (square, line_name) = (self.named(&queens, " and "), self.line(*line));
                let sentence = format!(
                    "{square} is the last open square of {line_name}, so it holds a queen."
                );
                (capital(&sentence), board.squares[*line])
            }
            Reason::Within(inner, outer) => {
                let (inner_names, outer_names) = (self.lines(*inner), self.lines(*outer));
                let has = if inner.is_power_of_two() { "has" } else { "have" };
                let sentence = format!(
                    "{inner_names} {has} open squares in {outer_names} only, so the rest of \
                     {outer_names} is crossed out: {crossed}."
                );
                let highlight =
                    bits(*inner).map(open).fold(Cells::EMPTY, |all, line| all.or(&line));
                (capital(&sentence), highlight)
            }
            Reason::Starves(line) => {
                let sentence = format!(
                    "A queen on {} would leave {} without an open square.",
                    self.named(&crosses, " or "),
                    self.line(*line)
                );
                (sentence, open(*line))
            }
            Reason::Refuted(assumed, refutation) => {
                let refutation = refutation.shorten(board, state, *assumed);
                let mut highlight = open(refutation.dead);
                highlight.insert(*assumed);
                for link in &refutation.links {
                    let (Link::Queen { square, .. } | Link::Closed(square, _)) = link;
                    highlight.insert(*square);
                }
                let sentence = format!(
                    "Suppose a queen on {crossed}.{} So {crossed} is crossed out.",
                    self.consequences(&refutation)
                );
                (sentence, highlight)
            }
        };
        let squares =
            |cells: &Cells<K>| cells.iter().map(|index| board.square(index)).collect::<Vec<_>>();
        Step {
            technique,
            queens: squares(&deduction.queens),
            crosses: squares(&deduction.crosses),
            highlight: squares(&highlight),
            sentence,
        }
    }

    /// ` Then row 5 has only e5 left, column g only g7, and no square is left in region D.`, with the assumptions
    /// inside the assumption between such sentences.
    fn consequences(&self, refutation: &Refutation) -> String {
        let mut text = String::new();
        let mut parts: Vec<String> = Vec::new();
        for link in &refutation.links {
            match link {
                Link::Queen { line, square } => {
                    let (line, square) = (self.line(*line), self.board.square(*square));
                    parts.push(if parts.is_empty() {
                        format!("{line} has only {square} left")
                    } else {
                        format!("{line} only {square}")
                    });
                }
                Link::Closed(square, inner) => {
                    if !parts.is_empty() {
                        text.extend([" Then ", &list(&std::mem::take(&mut parts), ", and "), "."]);
                    }
                    let (square, inner) =
                        (self.board.square(*square).to_string(), self.consequences(inner));
                    text.extend([" Suppose one on ", &square, ", too.", &inner]);
                    text.extend([" So none is on ", &square, "."]);
                }
            }
        }
        parts.push(format!("no square is left in {}", self.line(refutation.dead)));
        text + &format!(" Then {}.", list(&parts, ", and "))
    }
}

/// `c3`, `c3 and d4`, `c3, d4 and e5`.
pub(crate) fn squares_in_words(squares: &[Square]) -> String {
    list(&squares.iter().map(ToString::to_string).collect::<Vec<_>>(), " and ")
}

/// `a`, `a and b`, `a, b and c`, for an `and` with its spaces.
fn list(names: &[String], and: &str) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{}{and}{last}", first.join(", ")),
        names => names.concat(),
    }
}

/// Begins with a capital, unless it begins with the name of a square.
fn capital(sentence: &str) -> String {
    let is_name = |word: &str| word.contains(|c: char| c.is_ascii_digit());
    match (sentence.split(' ').next(), sentence.chars().next()) {
        (Some(word), Some(first)) if !is_name(word) => {
            format!("{}{}", first.to_uppercase(), &sentence[first.len_utf8()..])
        }
        _ => sentence.to_owned(),
    }
}
