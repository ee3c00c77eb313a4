//! Lines within as many other lines.
//!
//! Say k regions have open squares in k rows only. They take the queens of these rows, so no other region
//! has its queen there. Such a set of regions is *tight* in the graph that joins a region with the rows where it has open
//! squares. Take any perfect matching, which gives each region a row of its own. A set is tight exactly if it has, with
//! a region, the regions that are matched with any of its rows. So the least tight set around a region is what is
//! reached from it, every tight set is a union of these, and what is closed by the union is closed by one of its parts:
//! a search through all subsets finds no more (Dulmage and Mendelsohn 1958; Régin 1994).

use queens::engine::Cells;

use super::{Deduction, Reason};
use crate::state::{Board, State, bits};

/// One line within one other.
pub(super) fn inside<const K: usize>(board: &Board<K>, state: &State<K>) -> Vec<Deduction<K>> {
    let within = |line: usize| {
        let open = state.line(board, line);
        let first = open.iter().next()?;
        let others = board.lines_of[first].into_iter().filter(|&other| other != line);
        let mut others = others.filter(|&other| open.without(&board.lines[other]).is_empty());
        others.find_map(|other| {
            let crosses = state.line(board, other).without(&open);
            (!crosses.is_empty()).then_some(Deduction {
                queens: Cells::EMPTY,
                crosses,
                reason: Reason::Within(1 << line, 1 << other),
                effort: open.count(),
            })
        })
    };
    state.empty_lines().filter_map(within).collect()
}

/// Two lines within two others.
pub(super) fn pairs<const K: usize>(board: &Board<K>, state: &State<K>) -> Vec<Deduction<K>> {
    tight(board, state, |size| size == 2)
}

/// Three lines or more within as many others.
pub(super) fn groups<const K: usize>(board: &Board<K>, state: &State<K>) -> Vec<Deduction<K>> {
    tight(board, state, |size| size > 2)
}

/// The least tight sets around each line, of the sizes wanted.
fn tight<const K: usize>(
    board: &Board<K>,
    state: &State<K>,
    wanted: impl Fn(usize) -> bool,
) -> Vec<Deduction<K>> {
    let n = board.n;
    let mut found: Vec<Deduction<K>> = Vec::new();
    // Regions in rows, rows in regions, the same with columns, rows in columns and the converse.
    for (kind, other) in [(2, 0), (0, 2), (2, 1), (1, 2), (0, 1), (1, 0)] {
        let graph = Graph::new(board, state, kind * n, other * n);
        let Some(matched) = graph.matching() else { continue };
        for from in bits(graph.lines.into()) {
            let (lines, others) = graph.closure(from, &matched);
            if !wanted(lines.count_ones() as usize) || lines == graph.lines {
                continue;
            }
            let union = |set: u32, first: usize| {
                let lines = bits(set.into()).map(|line| board.lines[first + line]);
                lines.fold(Cells::EMPTY, |all, line| all.or(&line))
            };
            let crosses =
                state.open.and(&union(others, other * n)).without(&union(lines, kind * n));
            if crosses.is_empty() {
                continue;
            }
            let reason =
                Reason::Within(u128::from(lines) << (kind * n), u128::from(others) << (other * n));
            let effort = lines.count_ones();
            found.push(Deduction { queens: Cells::EMPTY, crosses, reason, effort });
        }
    }
    found
}

/// Lines of one kind, joined with those of another where they have open squares in common.
struct Graph {
    /// The lines of the kind that want a queen.
    lines: u32,
    /// For each of them, the others it is joined with.
    joined: [u32; 32],
}

impl Graph {
    fn new<const K: usize>(board: &Board<K>, state: &State<K>, first: usize, other: usize) -> Self {
        let n = board.n;
        let wanting = |first: usize| (state.empty >> first) as u32 & u32::MAX >> (32 - n);
        let mut graph = Self { lines: wanting(first), joined: [0; 32] };
        for line in bits(graph.lines.into()) {
            let open = state.line(board, first + line);
            for to in bits(wanting(other).into()) {
                if !open.and(&board.lines[other + to]).is_empty() {
                    graph.joined[line] |= 1 << to;
                }
            }
        }
        graph
    }

    /// A partner for each line: the line that each of the others is matched with. None if there are too few.
    fn matching(&self) -> Option<[u8; 32]> {
        const NONE: u8 = 32;
        fn augment(graph: &Graph, line: usize, seen: &mut u32, matched: &mut [u8; 32]) -> bool {
            let mut left = graph.joined[line] & !*seen;
            while left != 0 {
                let to = left.trailing_zeros() as usize;
                *seen |= 1 << to;
                if matched[to] == NONE || augment(graph, matched[to].into(), seen, matched) {
                    matched[to] = line as u8;
                    return true;
                }
                left &= !*seen;
            }
            false
        }
        let mut matched = [NONE; 32];
        bits(self.lines.into())
            .all(|line| augment(self, line, &mut 0, &mut matched))
            .then_some(matched)
    }

    /// The least tight set around a line, and the lines it lies within.
    fn closure(&self, line: usize, matched: &[u8; 32]) -> (u32, u32) {
        let (mut lines, mut others) = (1_u32 << line, 0_u32);
        loop {
            let reached = bits(lines.into()).fold(0, |all, line| all | self.joined[line]);
            if reached == others {
                return (lines, others);
            }
            others = reached;
            lines = bits(others.into()).fold(lines, |all, to| all | 1 << matched[to]);
        }
    }
}
