//! An independent reader of explanations: it has the board, the squares that are still open, and the sentence, and follows the
//! words alone. What a sentence concludes must follow, and a queen that it does not name helps nothing.

use std::collections::BTreeSet;
use std::str::Split;

use queens::board::squares;
use queens::random::Random;
use queens::{Regions, Square, Uniqueness};
use queens_testkit::{generators, oracle};

use super::explain;
use crate::techniques::tests::Position;
use crate::{Generator, Level, Puzzle, Step, Technique};

type Squares = BTreeSet<Square>;

/// The kind and the number of a row, a column or a region.
type Line = (usize, u32);

impl Position<'_> {
    /// `rows 3, 4 and 5`.
    fn lines_of(&self, text: &str) -> Vec<Line> {
        let (kind, names) = text.split_once(' ').unwrap();
        let (kind, names) = (kind.to_lowercase(), items(names));
        assert_eq!(kind.ends_with('s'), names.len() > 1, "{text}");
        let kind = ["row", "column", "region"].iter().position(|name| kind.starts_with(name));
        let letter = |region: &u32| self.puzzle.regions().letter(*region);
        let number = |name: String| match kind.unwrap() {
            0 => name.parse::<u32>().unwrap() - 1,
            1 => format!("{name}1").parse::<Square>().unwrap().column,
            _ => (0..self.puzzle.n()).find(|region| name.chars().eq([letter(region)])).unwrap(),
        };
        names.into_iter().map(|name| (kind.unwrap(), number(name))).collect()
    }

    /// `row 3`, at the beginning of a sentence, too.
    fn line_of(&self, text: &str) -> Line {
        let [line] = self.lines_of(text).try_into().unwrap();
        line
    }

    fn open_on(&self, (kind, number): Line) -> Squares {
        let is_on = |square: &Square| self.line(kind, *square) == number;
        assert!(!self.queens.iter().any(is_on), "the line has its queen");
        self.open.iter().copied().filter(is_on).collect()
    }

    /// Follows sentences until one says that no square is left.
    fn contradiction(mut self, sentences: &mut Split<'_, &str>) {
        loop {
            let sentence = sentences.next().unwrap();
            if let Some(clauses) = sentence.strip_prefix("Then ") {
                for clause in clauses.replace(", and ", ", ").split(", ") {
                    if let Some(name) = clause.strip_prefix("no square is left in ") {
                        assert_eq!(self.open_on(self.line_of(name)), Squares::new(), "{clause}");
                        return;
                    }
                    let (on, queen) = clause.split_once(" only ").unwrap();
                    let on = self.line_of(on.trim_end_matches(" has"));
                    let queen = queen.trim_end_matches(" left").parse().unwrap();
                    assert_eq!(self.open_on(on), Squares::from([queen]), "{clause}");
                    self = self.with(queen);
                }
            } else {
                let other = sentence
                    .strip_prefix("Suppose one on ")
                    .and_then(|end| end.strip_suffix(", too"));
                let other: Square = other.unwrap_or_else(|| panic!("{sentence}")).parse().unwrap();
                self.with(other).contradiction(sentences);
                assert_eq!(sentences.next().unwrap(), format!("So none is on {other}"));
                self.open.remove(&other);
            }
        }
    }

    /// Reads a step: what it decides must be what the sentence shows.
    fn read(&mut self, step: &Step) {
        let text = step.sentence.strip_suffix('.').unwrap();
        let crosses: Squares = step.crosses.iter().copied().collect();
        let queens: Squares = step.queens.iter().copied().collect();
        assert!(crosses.is_subset(&self.open) && queens.is_subset(&self.open));
        assert!(!(crosses.is_empty() && queens.is_empty() || step.highlight.is_empty()));
        match step.technique {
            Technique::Neighbors => {
                let queen: Square = text.split(' ').nth(3).unwrap().parse().unwrap();
                let lines = text.split_once("the rest of ").unwrap().1;
                let lines = lines.strip_suffix(", and the squares it touches").unwrap();
                let lines: Vec<Line> = items(lines).iter().map(|text| self.line_of(text)).collect();
                assert!(self.queens.contains(&queen));
                assert_eq!(lines, [0, 1, 2].map(|kind| (kind, self.line(kind, queen))));
                let attacked = self.open.iter().filter(|&&square| self.attacks(queen, square));
                assert!(attacked.eq(&crosses), "{crosses:?}");
            }
            Technique::LastSquare => {
                let (queen, rest) = text.split_once(" is the last open square of ").unwrap();
                let on = self.line_of(rest.strip_suffix(", so it holds a queen").unwrap());
                assert_eq!(queens, Squares::from([queen.parse().unwrap()]));
                assert_eq!(self.open_on(on), queens);
            }
            Technique::Inside | Technique::Pairs | Technique::Groups => {
                let text = text.replace(" have open", " has open");
                let (inner, rest) = text.split_once(" has open squares in ").unwrap();
                let (outer, rest) = rest.split_once(" only, so the rest of ").unwrap();
                assert!(rest.starts_with(&format!("{outer} is crossed out: ")));
                let (inner, outer) = (self.lines_of(inner), self.lines_of(outer));
                assert_eq!(inner.len(), outer.len());
                let size = inner.len();
                assert!(match step.technique {
                    Technique::Inside => size == 1,
                    Technique::Pairs => size == 2,
                    _ => size > 2,
                });
                let on = |lines: &[Line]| -> Squares {
                    lines.iter().flat_map(|&line| self.open_on(line)).collect()
                };
                assert!(on(&inner).is_subset(&on(&outer)));
                assert_eq!(&on(&outer) - &on(&inner), crosses);
                assert_eq!(named(rest.split_once(": ").unwrap().1), crosses);
            }
            Technique::Starved => {
                let (on, starved) = text.split_once(" would leave ").unwrap();
                let starved = starved.strip_suffix(" without an open square").unwrap();
                let starved = self.open_on(self.line_of(starved));
                assert_eq!(named(on.strip_prefix("A queen on ").unwrap()), crosses);
                assert!(!starved.is_empty());
                for &square in &crosses {
                    assert!(starved.iter().all(|&other| self.attacks(square, other)), "{square}");
                }
            }
            Technique::Assumption | Technique::TwoAssumptions => {
                let [square] = step.crosses[..] else { panic!("one square is assumed") };
                let text = text.strip_prefix(&format!("Suppose a queen on {square}. ")).unwrap();
                let text = text.strip_suffix(&format!(". So {square} is crossed out")).unwrap();
                let mut sentences = text.split(". ");
                self.with(square).contradiction(&mut sentences);
                assert_eq!(sentences.next(), None);
                let is_second = text.contains("Suppose one on ");
                assert_eq!(step.technique == Technique::TwoAssumptions, is_second);
            }
            Technique::Search => {
                let start =
                    "None of the techniques helps here. A search finds the only way: queens on ";
                assert_eq!(named(text.strip_prefix(start).unwrap()), queens);
            }
        }
        self.open = &(&self.open - &crosses) - &queens;
        self.queens.extend(queens);
    }
}

/// `a1, b2 and c3`.
fn named(text: &str) -> Squares {
    items(text).iter().map(|name| name.parse().unwrap()).collect()
}

fn items(text: &str) -> Vec<String> {
    text.replace(" and ", ", ").replace(" or ", ", ").split(", ").map(str::to_owned).collect()
}

/// Reads an explanation to its end, and returns its techniques. On small boards every square that a step decides must be decided so
/// in every solution of the oracle, and the outcome must be what the oracle says.
fn replay(puzzle: &Puzzle) -> Vec<Technique> {
    let n = puzzle.n();
    let mut reader = Position { puzzle, open: squares(n).collect(), queens: Squares::new() };
    let (explanation, mut after) = (explain(puzzle), puzzle.clone());
    let solutions = (n <= 8).then(|| oracle::region_solutions(puzzle.regions()));
    let holds = |solution: &[u32], square: &Square| solution[square.row as usize] == square.column;
    for step in &explanation.steps {
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| reader.read(step)));
        assert!(result.is_ok(), "{}\n{}", step.sentence, puzzle.regions());
        for solution in solutions.iter().flatten() {
            let queens = step.queens.iter().all(|square| holds(solution, square));
            let crosses = !step.crosses.iter().any(|square| holds(solution, square));
            assert!(queens && crosses, "{step:?}\n{after:?}");
        }
        // Where there is no solution, two queens may come to stand against each other.
        match after.clone().after(step) {
            Ok(next) => after = next,
            Err(error) => {
                assert_eq!(explanation.solutions, [], "{error}\n{after:?}");
            }
        }
    }
    if let [solution] = &*explanation.solutions {
        assert!(reader.queens.into_iter().eq(solution.queens()), "{}", puzzle.regions());
        assert!(after.queens().eq(solution.queens()), "{}", puzzle.regions());
    }
    if let Some(solutions) = solutions {
        match (&*explanation.solutions, &*solutions) {
            ([solution], [only]) => assert_eq!(solution.columns(), only),
            ([], []) => assert!(explanation.reason.ends_with('.')),
            ([first, second], [_, _, ..]) => assert_ne!(first, second),
            (found, solutions) => panic!("{found:?} of {} solutions", solutions.len()),
        }
    }
    explanation.steps.iter().map(|step| step.technique).collect()
}

#[test]
fn every_sentence_of_made_and_random_boards_is_true() {
    let mut used = BTreeSet::new();
    for (boards, sizes) in [(1500, 4), (150, 9)] {
        for seed in 0..boards {
            replay(&Puzzle::new(generators::random_regions(4 + seed as u32 % sizes, seed)));
        }
    }
    for seed in 0..240 {
        let level = Level::ALL[seed as usize % 4];
        let generator = Generator::new(5 + seed as u32 / 4 % 5).seed(seed).level(level);
        used.extend(replay(&generator.attempts(2000).generate().unwrap()));
    }
    // What two assumptions do not solve is rare beyond measure on such boards.
    let expected = Technique::ALL.into_iter().filter(|t| *t < Technique::TwoAssumptions);
    assert!(expected.clone().all(|technique| used.contains(&technique)), "{used:?}");
}

/// Regions in any number of pieces: boards of any squares, and made boards that keep their only solution when two squares change
/// places.
#[test]
fn every_sentence_of_boards_with_regions_in_pieces_is_true() {
    let in_pieces =
        |puzzle: &Puzzle| (0..puzzle.n()).any(|region| puzzle.regions().pieces(region) > 1);
    let swapped = |regions: &Regions, swaps: u32, random: &mut Random| {
        Puzzle::new(generators::swapped(regions, swaps, random))
    };
    let mut scattered = 0;
    for (boards, sizes) in [(600, 4), (200, 9)] {
        for seed in 0..boards {
            let n = 4 + seed as u32 % sizes;
            let whole = generators::random_regions(n, seed);
            let puzzle = swapped(&whole, n, &mut Random::new(seed));
            scattered += usize::from(in_pieces(&puzzle));
            replay(&puzzle);
        }
    }
    let (mut unique, mut techniques) = (0, BTreeSet::new());
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let n = 6 + seed as u32 % 5;
        let made = Generator::new(n).seed(seed).generate().unwrap();
        let candidates = (0..40).map(|_| swapped(made.regions(), 1 + n / 4, &mut random));
        let is_puzzle = |puzzle: &Puzzle| {
            in_pieces(puzzle) && matches!(puzzle.problem().uniqueness(), Ok(Uniqueness::One(_)))
        };
        if let Some(puzzle) = candidates.into_iter().find(is_puzzle) {
            unique += 1;
            techniques.extend(replay(&puzzle));
        }
    }
    assert!(scattered > 750, "{scattered}");
    assert!(unique > 150, "{unique}");
    assert!(techniques.contains(&Technique::Groups), "{techniques:?}");
}

/// Made boards need two assumptions once in many thousands. This one was found by a tester, and random boards, most of them with
/// several solutions, need them more often: the seeds say which.
#[test]
fn every_sentence_with_two_assumptions_is_true() {
    let steps = |puzzle: Puzzle| {
        let is_second = |technique: &Technique| *technique == Technique::TwoAssumptions;
        replay(&puzzle).into_iter().filter(is_second).count()
    };
    let found =
        "AAABBBBCC AAABBBBCC DDAEEEBCF DAAEEEFFF DDAAAEEEG DAAHHHGGG DHHHHGGIG DDDHGGGIG DDHHHIIII";
    assert!(steps(Puzzle::new(found.replace(' ', "\n").parse().unwrap())) > 0);
    let random = |seed| Puzzle::new(generators::random_regions(8 + seed as u32 % 3, seed));
    let steps: usize = (9000..9400).map(random).map(steps).sum();
    assert!(steps >= 36, "{steps} steps");
}
