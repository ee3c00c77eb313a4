//! Assumptions: a queen on a square, and what follows.

use queens::engine::{Cells, Lines};

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
    fn closed(&self) -> Vec<usize> {
        let closed = self.links.iter().filter_map(|link| match link {
            Link::Queen { .. } => None,
            Link::Closed(square, _) => Some(*square),
        });
        closed.collect()
    }

    /// The same refutation of a queen on the square with no more closed squares than it needs.
    pub(crate) fn shorten<const K: usize>(
        &self,
        board: &Lines<K>,
        state: &State<K>,
        square: usize,
    ) -> Self {
        let all = self.closed();
        let mut shortest = self.clone();
        let mut needed = all.clone();
        for left_out in all.into_iter().rev() {
            let tried: Vec<usize> =
                needed.iter().copied().filter(|&other| other != left_out).collect();
            if tried.len() < needed.len()
                && let Some(refutation) = refute(board, state, square, &tried)
            {
                needed = refutation.closed();
                shortest = refutation;
            }
        }
        shortest
    }
}

/// Places a queen and all that are then the last of their lines. A refutation, if a line is left without a
/// square; otherwise the position reached.
fn follow<const K: usize>(
    board: &Lines<K>,
    state: &State<K>,
    queen: usize,
) -> Result<State<K>, Refutation> {
    let mut state = *state;
    state.place_and_close(board, queen);
    let mut links = Vec::new();
    settle(board, &mut state, &mut links).map_or(Ok(state), |dead| Err(Refutation { links, dead }))
}

/// Follows a queen, and closes each of these squares if a further assumption refutes it. None if no line is left
/// without a square.
fn refute<const K: usize>(
    board: &Lines<K>,
    state: &State<K>,
    queen: usize,
    closed: &[usize],
) -> Option<Refutation> {
    let mut state = *state;
    state.place_and_close(board, queen);
    let mut links = Vec::new();
    let mut closed = closed.iter();
    loop {
        if let Some(dead) = settle(board, &mut state, &mut links) {
            return Some(Refutation { links, dead });
        }
        let &square = closed.next()?;
        if state.open.contains(square)
            && let Err(refutation) = follow(board, &state, square)
        {
            state.open.remove(square);
            links.push(Link::Closed(square, refutation));
        }
    }
}

/// The squares on which a queen leads to a contradiction by last squares.
pub(super) fn one<const K: usize>(board: &Lines<K>, state: &State<K>) -> Vec<Deduction<K>> {
    let refuted = |square: usize| {
        let refutation = follow(board, state, square).err()?;
        deduction(square, refutation)
    };
    state.open.iter().filter_map(refuted).collect()
}

/// The squares on which a queen leads to a contradiction if squares are closed by [`one`] as long as it finds any.
pub(super) fn two<const K: usize>(board: &Lines<K>, state: &State<K>) -> Vec<Deduction<K>> {
    let refuted = |square: usize| {
        let mut inner = *state;
        inner.place_and_close(board, square);
        let mut links = Vec::new();
        // A refutation by one assumption was found before.
        if settle(board, &mut inner, &mut links).is_some() {
            return None;
        }
        loop {
            let before = inner;
            for other in before.open.iter() {
                if let Err(refutation) = follow(board, &inner, other) {
                    inner.open.remove(other);
                    links.push(Link::Closed(other, refutation));
                }
            }
            if inner == before {
                return None;
            }
            if let Some(dead) = settle(board, &mut inner, &mut links) {
                return deduction(square, Refutation { links, dead });
            }
        }
    };
    state.open.iter().filter_map(refuted).collect()
}

/// Places all queens that are the last of their lines, and returns a line that is left without a square.
///
/// It takes last squares one at a time and looks for dead lines first, so that refutations are short.
fn settle<const K: usize>(
    board: &Lines<K>,
    state: &mut State<K>,
    links: &mut Vec<Link>,
) -> Option<usize> {
    loop {
        let mut last = None;
        for line in state.empty_lines() {
            let open = state.line(board, line);
            match open.count() {
                0 => return Some(line),
                1 if last.is_none() => last = Some((line, open)),
                _ => {}
            }
        }
        let (line, open) = last?;
        let square = open.iter().next().expect("the line has one open square");
        links.push(Link::Queen { line, square });
        state.place_and_close(board, square);
    }
}

fn deduction<const K: usize>(square: usize, refutation: Refutation) -> Option<Deduction<K>> {
    let mut crosses = Cells::EMPTY;
    crosses.insert(square);
    let effort = refutation.links.len() as u32;
    Deduction::crosses(crosses, Reason::Refuted(square, refutation), effort)
}
