//! Assumptions: a queen on a square, and what follows.

use queens::board::{Cells, Lines};

use super::{Deduction, Reason};
use crate::state::State;

/// How an assumption ends in a contradiction.
#[derive(Clone, Debug)]
pub(crate) struct Refutation {
    /// What follows from the square assumed, each from what is before it.
    pub(crate) links: Vec<Link>,
    /// The line that is left without an open square.
    pub(crate) dead: usize,
}

/// What follows from an assumption.
#[derive(Clone, Debug)]
pub(crate) enum Link {
    /// The line has this open square alone, which takes its queen.
    Queen { line: usize, square: usize },
    /// A second queen there leads to a contradiction.
    Closed(usize, Refutation),
}

impl Refutation {
    /// The squares closed by assumptions inside the assumption.
    fn closed(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.links.iter().filter_map(|link| match link {
            Link::Queen { .. } => None,
            Link::Closed(square, _) => Some(*square),
        })
    }
}

impl<const K: usize> State<K> {
    /// The same refutation of a queen on the square with no more closed squares than it needs.
    pub(crate) fn shorten(&self, board: &Lines<K>, square: usize, long: &Refutation) -> Refutation {
        let mut shortest = long.clone();
        for left_out in long.closed().rev() {
            let tried: Vec<usize> = shortest.closed().filter(|&other| other != left_out).collect();
            shortest = self.refute(board, square, &tried).unwrap_or(shortest);
        }
        shortest
    }

    /// Places a queen and all that are then the last of their lines, and closes each of these squares if a further
    /// assumption refutes it. None if no line is left without a square.
    fn refute(mut self, board: &Lines<K>, queen: usize, closed: &[usize]) -> Option<Refutation> {
        self.place_and_close(board, queen);
        let mut links = Vec::new();
        let mut closed = closed.iter();
        loop {
            if let Some(dead) = self.settle(board, &mut links) {
                return Some(Refutation { links, dead });
            }
            let &square = closed.next()?;
            if self.open.contains(square)
                && let Some(refutation) = self.refute(board, square, &[])
            {
                self.open.remove(square);
                links.push(Link::Closed(square, refutation));
            }
        }
    }

    /// Places all queens that are the last of their lines, and returns a line that is left without a square.
    ///
    /// It takes last squares one at a time and looks for dead lines first, so that refutations are short.
    fn settle(&mut self, board: &Lines<K>, links: &mut Vec<Link>) -> Option<usize> {
        loop {
            let mut last = None;
            for line in self.empty_lines() {
                let open = self.line(board, line);
                match open.count() {
                    0 => return Some(line),
                    1 if last.is_none() => last = Some((line, open)),
                    _ => {}
                }
            }
            let (line, open) = last?;
            let square = open.iter().next().expect("the line has one open square");
            links.push(Link::Queen { line, square });
            self.place_and_close(board, square);
        }
    }
}

/// The squares on which a queen leads to a contradiction by last squares.
pub(super) fn one<const K: usize>(board: &Lines<K>, state: &State<K>) -> Vec<Deduction<K>> {
    let refuted = |square: usize| deduction(square, state.refute(board, square, &[])?);
    state.open.iter().filter_map(refuted).collect()
}

/// The squares on which a queen leads to a contradiction if squares are closed by [`one`] as long as it finds any.
pub(super) fn two<const K: usize>(board: &Lines<K>, state: &State<K>) -> Vec<Deduction<K>> {
    let refuted = |square: usize| {
        let mut inner = *state;
        inner.place_and_close(board, square);
        let mut links = Vec::new();
        // A refutation by one assumption was found before.
        if inner.settle(board, &mut links).is_some() {
            return None;
        }
        loop {
            let before = inner;
            for other in before.open.iter() {
                if let Some(refutation) = inner.refute(board, other, &[]) {
                    inner.open.remove(other);
                    links.push(Link::Closed(other, refutation));
                }
            }
            if inner == before {
                return None;
            }
            if let Some(dead) = inner.settle(board, &mut links) {
                return deduction(square, Refutation { links, dead });
            }
        }
    };
    state.open.iter().filter_map(refuted).collect()
}

fn deduction<const K: usize>(square: usize, refutation: Refutation) -> Option<Deduction<K>> {
    let mut crosses = Cells::EMPTY;
    crosses.insert(square);
    let effort = refutation.links.len() as u32;
    Deduction::crosses(crosses, Reason::Refuted(square, refutation), effort)
}
