//! Assumptions: a queen on a square, and what follows.

use queens::engine::Cells;

use super::{Deduction, Reason};
use crate::state::{Board, State};

/// How an assumption ends in a contradiction.
#[derive(Clone, Debug)]
pub(crate) struct Refutation {
    /// The square assumed, then each queen that follows, with the line whose last square it takes.
    pub(crate) queens: Vec<(usize, Option<usize>)>,
    /// The line that is left without an open square.
    pub(crate) dead: usize,
}

/// Places a queen and all that are then the last of their lines. A refutation, if a line is left without a
/// square; otherwise the position reached.
fn follow<const K: usize>(
    board: &Board<K>,
    state: &State<K>,
    queen: usize,
) -> Result<State<K>, Refutation> {
    let mut state = *state;
    state.place_and_close(board, queen);
    settle(board, state, vec![(queen, None)])
}

/// The squares on which a queen leads to a contradiction by last squares.
pub(super) fn one<const K: usize>(board: &Board<K>, state: &State<K>) -> Vec<Deduction<K>> {
    let refuted = |square: usize| {
        let refutation = follow(board, state, square).err()?;
        let effort = refutation.queens.len() as u32;
        Some(deduction(square, effort, Reason::Refuted(refutation)))
    };
    state.open.iter().filter_map(refuted).collect()
}

/// The squares on which a queen leads to a contradiction if squares are closed by [`one`] as long as it finds any.
pub(super) fn two<const K: usize>(board: &Board<K>, state: &State<K>) -> Vec<Deduction<K>> {
    let refuted = |square: usize| {
        // A refutation by one assumption was found before.
        let mut inner = follow(board, state, square).ok()?;
        let mut closed = Vec::new();
        loop {
            let before = inner;
            for other in before.open.iter() {
                if inner.open.contains(other) && follow(board, &inner, other).is_err() {
                    inner.open.remove(other);
                    closed.push(other);
                }
            }
            if inner == before {
                return None;
            }
            match settle(board, inner, vec![(square, None)]) {
                Ok(settled) => inner = settled,
                Err(refutation) => {
                    let effort = (closed.len() + refutation.queens.len()) as u32;
                    return Some(deduction(
                        square,
                        effort,
                        Reason::RefutedTwice(closed, refutation),
                    ));
                }
            }
        }
    };
    state.open.iter().filter_map(refuted).collect()
}

/// Places all queens that are the last of their lines, after those that led here.
///
/// It takes last squares one at a time and looks for dead lines first, so that refutations are short.
fn settle<const K: usize>(
    board: &Board<K>,
    mut state: State<K>,
    mut queens: Vec<(usize, Option<usize>)>,
) -> Result<State<K>, Refutation> {
    loop {
        let mut last = None;
        for line in state.empty_lines() {
            let open = state.line(board, line);
            match open.count() {
                0 => return Err(Refutation { queens, dead: line }),
                1 if last.is_none() => last = Some((line, open)),
                _ => {}
            }
        }
        let Some((line, open)) = last else { return Ok(state) };
        let queen = open.iter().next().expect("the line has one open square");
        queens.push((queen, Some(line)));
        state.place_and_close(board, queen);
    }
}

fn deduction<const K: usize>(square: usize, effort: u32, reason: Reason) -> Deduction<K> {
    let mut crosses = Cells::EMPTY;
    crosses.insert(square);
    Deduction { queens: Cells::EMPTY, crosses, reason, effort }
}
