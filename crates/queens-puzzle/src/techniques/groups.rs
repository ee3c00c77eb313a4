//! Lines within as many other lines.
//!
//! Say k regions have open squares in k rows only. They take the queens of these rows, so no other region
//! has its queen there. Such a set of regions is *tight* in the graph that joins a region with the rows where it has open
//! squares. Take any perfect matching, which gives each region a row of its own. A set is tight exactly if it has, with
//! a region, the regions that are matched with any of its rows. So the least tight set around a region is what is
//! reached from it, every tight set is a union of these, and what is closed by the union is closed by one of its parts:
//! a search through all subsets finds no more (Dulmage and Mendelsohn 1958; Régin 1994).

use queens::board::{Cells, Lines};

use super::{Deduction, Reason};
use crate::state::{State, bits};

/// One line within one other.
pub(super) fn inside<const K: usize>(board: &Lines<K>, state: &State<K>) -> Vec<Deduction<K>> {
    let within = |line: usize| {
        let open = state.line(board, line);
        let first = open.iter().next()?;
        let others = board.lines_of(first).into_iter().filter(|&other| other != line);
        let mut others = others.filter(|&other| open.without(board.squares(other)).is_empty());
        others.find_map(|other| {
            let crosses = state.line(board, other).without(&open);
            Deduction::crosses(crosses, Reason::Within(1 << line, 1 << other), open.count())
        })
    };
    state.empty_lines().filter_map(within).collect()
}

/// Two lines within two others. Pairs of which one line lies within one other close nothing that [`inside`] does not.
pub(super) fn pairs<const K: usize>(board: &Lines<K>, state: &State<K>) -> Vec<Deduction<K>> {
    let mut found = Vec::new();
    for graph in graphs(board, state) {
        // A line within three others is in no pair.
        let narrow = |&line: &usize| graph.joined[line].count_ones() <= 2;
        let lines: Vec<usize> = bits(graph.lines.into()).filter(narrow).collect();
        for (at, &one) in lines.iter().enumerate() {
            for &other in &lines[at + 1..] {
                let others = graph.joined[one] | graph.joined[other];
                if others.count_ones() == 2 {
                    found.extend(graph.within(board, state, 1 << one | 1 << other, others));
                }
            }
        }
    }
    found
}

/// Three lines or more within as many others.
pub(super) fn groups<const K: usize>(board: &Lines<K>, state: &State<K>) -> Vec<Deduction<K>> {
    let mut found = Vec::new();
    for graph in graphs(board, state) {
        let Some(matched) = graph.matching() else { continue };
        for from in bits(graph.lines.into()) {
            let (lines, others) = graph.closure(from, &matched);
            if lines.count_ones() > 2 {
                found.extend(graph.within(board, state, lines, others));
            }
        }
    }
    found
}

/// Lines of one kind, joined with those of another where they have open squares in common.
struct Graph {
    /// The first line of the kind, and that of the other.
    first: usize,
    other: usize,
    /// The lines of the kind that want a queen.
    lines: u32,
    /// For each of them, the others it is joined with.
    joined: [u32; 32],
}

/// Regions in rows, rows in regions, the same with columns, rows in columns and the converse.
fn graphs<const K: usize>(board: &Lines<K>, state: &State<K>) -> [Graph; 6] {
    let n = board.n();
    let mut graphs = [(2, 0), (0, 2), (2, 1), (1, 2), (0, 1), (1, 0)].map(|(kind, other)| Graph {
        first: kind * n,
        other: other * n,
        lines: (state.empty >> (kind * n)) as u32 & u32::MAX >> (32 - n),
        joined: [0; 32],
    });
    for square in state.open.iter() {
        let [row, column, region] = board.lines_of(square);
        let (column, region) = (column - n, region - 2 * n);
        graphs[0].joined[region] |= 1 << row;
        graphs[1].joined[row] |= 1 << region;
        graphs[2].joined[region] |= 1 << column;
        graphs[3].joined[column] |= 1 << region;
        graphs[4].joined[row] |= 1 << column;
        graphs[5].joined[column] |= 1 << row;
    }
    graphs
}

impl Graph {
    /// What some lines close on the others within which they lie.
    fn within<const K: usize>(
        &self,
        board: &Lines<K>,
        state: &State<K>,
        lines: u32,
        others: u32,
    ) -> Option<Deduction<K>> {
        let (inner, outer) = (u128::from(lines) << self.first, u128::from(others) << self.other);
        let union =
            |set| bits(set).fold(Cells::EMPTY, |all: Cells<K>, line| all.or(board.squares(line)));
        let crosses = state.open.and(&union(outer)).without(&union(inner));
        let deduction =
            Deduction::crosses(crosses, Reason::Within(inner, outer), lines.count_ones());
        deduction.filter(|_| lines != self.lines)
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
