//! Each technique against its definition, written down square by square: it must find all of it, and no more.

use std::collections::BTreeSet;

use queens::Square;
use queens::board::Lines;
use queens::board::squares;
use queens::random::Random;
use queens_testkit::generators::random_regions;

use super::Technique;
use crate::puzzle::Puzzle;
use crate::state::State;

/// A position as a person sees it.
#[derive(Clone)]
pub(crate) struct Position<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) open: BTreeSet<Square>,
    pub(crate) queens: BTreeSet<Square>,
}

impl<'a> Position<'a> {
    fn of(puzzle: &'a Puzzle, board: &Lines<1>, state: &State<1>) -> Self {
        let open = state.open.iter().map(|index| board.square(index)).collect();
        let queens = state.queens.iter().map(|index| board.square(index)).collect();
        Self { puzzle, open, queens }
    }

    /// The row, the column or the region of a square.
    pub(crate) fn line(&self, kind: usize, square: Square) -> u32 {
        [square.row, square.column, self.puzzle.regions().at(square)][kind]
    }

    pub(crate) fn attacks(&self, one: Square, other: Square) -> bool {
        let touches = one.row.abs_diff(other.row) <= 1 && one.column.abs_diff(other.column) <= 1;
        let shares = |kind| self.line(kind, one) == self.line(kind, other);
        one != other && (touches || (0..3).any(shares))
    }

    /// The open squares of each line without a queen.
    fn lines(&self, kind: usize) -> Vec<BTreeSet<Square>> {
        let filled: Vec<u32> = self.queens.iter().map(|&queen| self.line(kind, queen)).collect();
        let empty = (0..self.puzzle.n()).filter(|line| !filled.contains(line));
        let of = |line| self.open.iter().copied().filter(move |&at| self.line(kind, at) == line);
        empty.map(|line| of(line).collect()).collect()
    }

    fn all_lines(&self) -> Vec<BTreeSet<Square>> {
        (0..3).flat_map(|kind| self.lines(kind)).collect()
    }

    pub(crate) fn with(&self, queen: Square) -> Self {
        assert!(self.open.contains(&queen), "{queen} is not open");
        let mut next = self.clone();
        next.open.retain(|&square| square != queen && !self.attacks(square, queen));
        next.queens.insert(queen);
        next
    }

    /// Whether last squares lead to a line without an open square; otherwise the position they lead to.
    fn follow(mut self) -> Option<Self> {
        loop {
            let lines = self.all_lines();
            if lines.iter().any(BTreeSet::is_empty) {
                return None;
            }
            let Some(last) = lines.iter().find(|line| line.len() == 1) else { return Some(self) };
            self = self.with(*last.first()?);
        }
    }

    fn is_refuted(&self, square: Square) -> bool {
        self.with(square).follow().is_none()
    }

    /// The same with assumptions inside the assumption.
    fn is_refuted_twice(&self, square: Square) -> bool {
        let mut inner = self.with(square);
        while let Some(position) = inner.follow() {
            let wrong = position.open.iter().copied().find(|&other| position.is_refuted(other));
            let Some(wrong) = wrong else { return false };
            inner = position;
            inner.open.remove(&wrong);
        }
        true
    }

    /// What every set of at most so many lines of one kind closes, if it lies within as many of another.
    fn within(&self, most: u32) -> BTreeSet<Square> {
        let mut closed = BTreeSet::new();
        for (kind, other) in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)] {
            let lines = self.lines(kind);
            for set in (1_u32..1 << lines.len()).filter(|set| set.count_ones() <= most) {
                let chosen = (0..lines.len()).filter(|line| set >> line & 1 == 1);
                let mine: BTreeSet<Square> = chosen.flat_map(|line| lines[line].clone()).collect();
                let others: BTreeSet<u32> = mine.iter().map(|&at| self.line(other, at)).collect();
                if others.len() == set.count_ones() as usize {
                    let is_closed = |at: &&Square| {
                        others.contains(&self.line(other, **at)) && !mine.contains(*at)
                    };
                    closed.extend(self.open.iter().filter(is_closed));
                }
            }
        }
        closed
    }
}

/// All squares that a technique decides: for queens, and against them.
fn found(technique: Technique, board: &Lines<1>, state: &State<1>) -> [BTreeSet<Square>; 2] {
    let mut all = [BTreeSet::new(), BTreeSet::new()];
    for deduction in technique.find(board, state) {
        all[0].extend(deduction.queens.iter().map(|index| board.square(index)));
        all[1].extend(deduction.crosses.iter().map(|index| board.square(index)));
    }
    all
}

/// Random positions that a solution agrees with.
#[test]
fn techniques_find_all_that_they_say() {
    let mut random = Random::new(1);
    let mut decided = [0; 8];
    for seed in 0..400 {
        let puzzle = Puzzle::new(random_regions(5 + seed as u32 % 4, seed));
        let Some(solution) = puzzle.problem().solve().expect("the board is small") else {
            continue;
        };
        let board = Lines::<1>::new(puzzle.regions());
        let mut state = State::start(&board, &puzzle);
        for square in squares(puzzle.n()) {
            let holds = solution.columns()[square.row as usize] == square.column;
            if !holds && random.below(6) == 0 {
                state.open.remove(board.number(square));
            } else if holds && random.below(6) == 0 {
                state.place(&board, board.number(square));
            }
        }
        let mut check =
            |technique: Technique, state: &State<1>, expected: &[BTreeSet<Square>; 2]| {
                let found = found(technique, &board, state);
                assert_eq!(&found, expected, "{technique:?} {puzzle:?}");
                decided[technique as usize] += found[0].len() + found[1].len();
            };
        let crosses = |squares: BTreeSet<Square>| [BTreeSet::new(), squares];
        let filter = |position: &Position<'_>, closed: &dyn Fn(Square) -> bool| {
            crosses(position.open.iter().copied().filter(|&square| closed(square)).collect())
        };

        let position = Position::of(&puzzle, &board, &state);
        let attacked = |at| position.queens.iter().any(|&queen| position.attacks(queen, at));
        check(Technique::Neighbors, &state, &filter(&position, &attacked));
        for queen in state.queens.iter() {
            state.place_and_close(&board, queen);
        }

        let position = Position::of(&puzzle, &board, &state);
        let lines = position.all_lines();
        let last = lines.iter().filter(|line| line.len() == 1).flatten().copied();
        check(Technique::LastSquare, &state, &[last.collect(), BTreeSet::new()]);
        let starved = |at| {
            let attacks_all =
                |line: &BTreeSet<Square>| line.iter().all(|&one| position.attacks(at, one));
            lines.iter().any(attacks_all)
        };
        check(Technique::Starved, &state, &filter(&position, &starved));
        let refuted = filter(&position, &|at| position.is_refuted(at));
        check(Technique::Assumption, &state, &refuted);
        let twice = |at| !refuted[1].contains(&at) && position.is_refuted_twice(at);
        check(Technique::TwoAssumptions, &state, &filter(&position, &twice));

        // Where a line has a last square, that is found first, and sets of lines need not find it.
        if lines.iter().any(|line| line.len() == 1) {
            continue;
        }
        let mut before = position.within(1);
        check(Technique::Inside, &state, &crosses(before.clone()));
        for (technique, most) in [(Technique::Pairs, 2), (Technique::Groups, u32::MAX)] {
            let [_, more] = found(technique, &board, &state);
            decided[technique as usize] += more.len();
            before.extend(more);
            assert_eq!(before, position.within(most), "{technique:?} {puzzle:?}");
        }
    }
    assert!(decided.iter().all(|&squares| squares > 20), "{decided:?}");
}
