//! Steps in words.

use queens::Square;
use queens::board::{Cells, Lines};
use serde::Serialize;

use crate::puzzle::Puzzle;
use crate::state::{State, bits};
use crate::techniques::{Deduction, Link, Reason, Refutation, Technique};

/// A step of a solution: some squares decided by one technique, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The squares that get a queen.
    pub queens: Vec<Square>,
    /// The squares that are crossed out.
    pub crosses: Vec<Square>,
    /// The squares that show why.
    pub highlight: Vec<Square>,
    /// The step in words.
    pub sentence: String,
}

/// What the lines and squares of a puzzle are called.
pub(crate) struct Words<'a, const K: usize> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) board: &'a Lines<K>,
}

impl<const K: usize> Words<'_, K> {
    /// `row 3`, `column c`, `region A`.
    pub(crate) fn line(&self, line: usize) -> String {
        self.lines(1 << line)
    }

    /// `row 3`, `rows 3, 4 and 5`: lines of one kind.
    fn lines(&self, lines: u128) -> String {
        let (n, kind) = (self.board.n(), lines.trailing_zeros() as usize / self.board.n());
        let name = |line: usize| match (kind, (line % n) as u32) {
            (0, row) => (row + 1).to_string(),
            (1, column) => Square { row: 0, column }.to_string().replace('1', ""),
            (_, region) => self.puzzle.regions().letter(region).into(),
        };
        let names: Vec<String> = bits(lines).map(name).collect();
        let s = if names.len() == 1 { "" } else { "s" };
        format!("{}{s} {}", ["row", "column", "region"][kind], list(&names, " and "))
    }

    pub(crate) fn step(
        &self,
        technique: Technique,
        state: &State<K>,
        deduction: &Deduction<K>,
    ) -> Step {
        let board = self.board;
        let squares = |cells: &Cells<K>| -> Vec<Square> {
            cells.iter().map(|index| board.square(index)).collect()
        };
        let (queens, crosses) = (squares(&deduction.queens), squares(&deduction.crosses));
        let crossed = list(&crosses, " and ");
        let open = |line: usize| state.line(board, line);
        let mut highlight = Cells::EMPTY;
        let sentence = match &deduction.reason {
            Reason::Queen(queen) => {
                highlight.insert(*queen);
                let [row, column, region] = board.lines_of(*queen).map(|line| self.line(line));
                let queen = board.square(*queen);
                format!(
                    "The queen on {queen} closes the rest of {row}, {column} and {region}, and the \
                     squares it touches."
                )
            }
            Reason::Last(line) => {
                highlight = *board.squares(*line);
                let (square, line) = (queens[0], self.line(*line));
                format!("{square} is the last open square of {line}, so it holds a queen.")
            }
            Reason::Within(inner, outer) => {
                highlight = bits(*inner).map(open).fold(Cells::EMPTY, |all, line| all.or(&line));
                let has = if inner.is_power_of_two() { "has" } else { "have" };
                let (inner, outer) = (self.lines(*inner), self.lines(*outer));
                let sentence = format!(
                    "{inner} {has} open squares in {outer} only, so the rest of {outer} is \
                     crossed out: {crossed}."
                );
                sentence[..1].to_uppercase() + &sentence[1..]
            }
            Reason::Starves(line) => {
                highlight = open(*line);
                let (on, line) = (list(&crosses, " or "), self.line(*line));
                format!("A queen on {on} would leave {line} without an open square.")
            }
            Reason::Refuted(assumed, refutation) => {
                let refutation = state.shorten(board, *assumed, refutation);
                highlight = open(refutation.dead);
                highlight.insert(*assumed);
                for link in &refutation.links {
                    let (Link::Queen { square, .. } | Link::Closed(square, _)) = link;
                    highlight.insert(*square);
                }
                let consequences = self.consequences(&refutation);
                format!("Suppose a queen on {crossed}.{consequences} So {crossed} is crossed out.")
            }
            Reason::Search => {
                highlight = deduction.queens;
                let queens = list(&queens, " and ");
                format!(
                    "None of the techniques helps here. A search finds the only way: queens on {queens}."
                )
            }
        };
        Step { technique, queens, crosses, highlight: squares(&highlight), sentence }
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
                    let (square, inner) = (self.board.square(*square), self.consequences(inner));
                    text.extend([format!(
                        " Suppose one on {square}, too.{inner} So none is on {square}."
                    )]);
                }
            }
        }
        parts.push(format!("no square is left in {}", self.line(refutation.dead)));
        text + &format!(" Then {}.", list(&parts, ", and "))
    }
}

/// `a`, `a and b`, `a, b and c`, for an `and` with its spaces.
fn list<T: ToString>(items: &[T], and: &str) -> String {
    let names: Vec<String> = items.iter().map(T::to_string).collect();
    match &*names {
        [first @ .., last] if !first.is_empty() => format!("{}{and}{last}", first.join(", ")),
        names => names.concat(),
    }
}
