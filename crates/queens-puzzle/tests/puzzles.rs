//! Puzzles as their users see them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use proptest::prelude::*;
use queens::board::squares;
use queens::{ErrorKind, Placement, Problem, Regions, Square, Symmetry, Uniqueness};
use queens_puzzle::{
    Format, Generator, Hint, Level, Outcome, Puzzle, Technique, explain, hint, parse, rate,
};
use queens_testkit::{generators, oracle};

/// All solutions, by the oracle.
fn solutions(puzzle: &Puzzle) -> Vec<Vec<u32>> {
    let n = puzzle.size();
    let of: Vec<u32> = squares(n).map(|square| puzzle.regions().at(square)).collect();
    oracle::region_solutions(n, &of)
}

fn holds(solution: &[u32], square: Square) -> bool {
    solution[square.row as usize] == square.column
}

/// Every square that a step decides is decided so in every solution.
fn check_steps(puzzle: &Puzzle) -> Vec<Technique> {
    let solutions = solutions(puzzle);
    let explanation = explain(puzzle);
    let mut after = puzzle.clone();
    for step in &explanation.steps {
        for solution in &solutions {
            assert!(
                step.queens.iter().all(|&square| holds(solution, square)),
                "{step:?}\n{after:?}"
            );
            assert!(
                !step.crosses.iter().any(|&square| holds(solution, square)),
                "{step:?}\n{after:?}"
            );
        }
        assert!(!step.queens.is_empty() || !step.crosses.is_empty(), "{step:?}");
        assert!(!step.highlight.is_empty() && step.sentence.ends_with('.'), "{step:?}");
        let crosses = step
            .crosses
            .iter()
            .try_fold(after.clone(), |puzzle, &square| puzzle.with_cross(square));
        // Where there is no solution, two queens may come to stand against each other.
        match step
            .queens
            .iter()
            .try_fold(crosses.unwrap(), |puzzle, &square| puzzle.with_queen(square))
        {
            Ok(next) => after = next,
            Err(error) => assert!(solutions.is_empty(), "{error}\n{after:?}"),
        }
    }
    match (&explanation.outcome, &*solutions) {
        (Outcome::Solved(solution), [only]) => {
            assert_eq!(solution.columns(), only);
            assert!(after.queens().map(|queen| queen.column).eq(only.iter().copied()));
        }
        (Outcome::NoSolution(why), []) => assert!(why.ends_with('.')),
        (Outcome::Several([first, second]), [_, _, ..]) => assert_ne!(first, second),
        (outcome, solutions) => panic!("{outcome:?} of {} solutions", solutions.len()),
    }
    explanation.steps.iter().map(|step| step.technique).collect()
}

#[test]
fn every_elimination_holds_in_every_solution() {
    for seed in 0..1500 {
        check_steps(&Puzzle::new(generators::random_regions(4 + seed as u32 % 4, seed)));
    }
}

#[test]
fn every_technique_is_used() {
    let mut used: Vec<Technique> = Vec::new();
    for seed in 0..60 {
        for level in Level::ALL {
            let generator = Generator::new(5 + seed as u32 % 4).seed(seed).level(level);
            used.extend(check_steps(&generator.generate().unwrap()));
        }
    }
    for technique in Technique::ALL {
        // What two assumptions do not solve is rare beyond measure on such boards.
        let expected = technique < Technique::TwoAssumptions;
        assert!(used.contains(&technique) || !expected, "{technique:?} is never used");
    }
}

/// Two assumptions, and the search, on boards that the rest does not solve: squares crossed out on large boards with
/// several solutions.
#[test]
fn two_assumptions_hold_in_every_solution() {
    let mut used = 0;
    for seed in 0..400 {
        let puzzle = Puzzle::new(generators::random_regions(8, 9000 + seed));
        let steps = explain(&puzzle).steps;
        if steps.iter().any(|step| step.technique == Technique::TwoAssumptions) {
            check_steps(&puzzle);
            used += 1;
        }
    }
    assert!(used > 0, "no board of the sample needs two assumptions");
}

#[test]
fn generated_puzzles_are_what_was_asked_for() {
    for n in 4..=12 {
        for symmetric in [false, true] {
            for level in [None, Some(Level::Easy), Some(Level::Medium)] {
                let generator = Generator::new(n).seed(n.into()).symmetric(symmetric).level(level);
                let puzzle = generator.generate().unwrap();
                assert_eq!(generator.generate().unwrap(), puzzle);
                let Uniqueness::One(_) = puzzle.problem().uniqueness().unwrap() else {
                    panic!("not unique: {puzzle:?}");
                };
                if n <= 8 {
                    assert_eq!(solutions(&puzzle).len(), 1);
                }
                if let Some(level) = level {
                    assert_eq!(rate(&puzzle).unwrap().level, level, "n = {n}");
                }
                if symmetric {
                    let turned = image(&puzzle, Symmetry::ALL[2], |region| n - 1 - region);
                    // The same borders, whatever the names.
                    assert_eq!(Format::Sbn.write(&turned), Format::Sbn.write(&puzzle), "n = {n}");
                }
            }
        }
    }
}

#[test]
fn a_seed_makes_the_same_puzzle_everywhere() {
    let puzzle = |n, seed| Format::Compact.write(&Generator::new(n).seed(seed).generate().unwrap());
    assert_eq!(puzzle(6, 1), "6x1.AABBBBAAACCCDCCCCCEECCCCEECCCCEECCCF\n");
    assert_eq!(
        puzzle(8, 2026),
        "8x1.AAAAABBBAABBBBBBCBBBBBBBCCCCDBBBCCCEDBBFGCCEBBHFGGGEBBHHGEEEBBHH\n"
    );
}

/// A board of which one region takes most is no fun. The limit holds for growth; the end moves single squares.
#[test]
fn no_region_takes_most_of_the_board() {
    for n in 7..=12 {
        let mut largest: Vec<usize> = (0..20)
            .map(|seed| {
                let level = [None, Some(Level::Easy), Some(Level::Medium)][seed as usize % 3];
                let puzzle = Generator::new(n).seed(seed).level(level).generate().unwrap();
                let size = |region| {
                    squares(n).filter(|&square| puzzle.regions().at(square) == region).count()
                };
                (0..n).map(size).max().unwrap()
            })
            .collect();
        largest.sort_unstable();
        let n = n as usize;
        assert!(largest[18] <= 4 * n, "n = {n}: {largest:?}");
        assert!(largest[19] <= n * n * 3 / 5, "n = {n}: {largest:?}");
    }
}

#[test]
fn large_puzzles_are_made_too() {
    let puzzle = Generator::new(20).seed(5).generate().unwrap();
    assert!(matches!(puzzle.problem().uniqueness(), Ok(Uniqueness::One(_))));
    assert!(matches!(explain(&puzzle).outcome, Outcome::Solved(_)));
}

#[test]
fn giving_up_says_after_how_many_attempts() {
    let generator = Generator::new(4).level(Level::Expert).attempts(50);
    let error = generator.generate().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Failed);
    assert_eq!(error.to_string(), "no expert puzzle with 4 rows was found in 50 attempts");
    assert_eq!(
        Generator::new(33).generate().unwrap_err().to_string(),
        "a puzzle cannot have 33 rows"
    );
}

/// The puzzle under a symmetry of the board, with its regions renamed.
fn image(puzzle: &Puzzle, symmetry: Symmetry, name: impl Fn(u32) -> u32) -> Puzzle {
    let n = puzzle.size();
    let mut of = vec![0; (n * n) as usize];
    for square in squares(n) {
        let image = symmetry.square(square, n);
        of[(image.row * n + image.column) as usize] = name(puzzle.regions().at(square)) as u8;
    }
    Puzzle::new(Regions::new(of).unwrap())
}

proptest! {
    #[test]
    fn turning_and_renaming_changes_no_difficulty(
        n in 5..=9_u32,
        seed: u64,
        level in prop::sample::select(Level::ALL.to_vec()),
        turn in 0..8_usize,
        shift in 0..9_u32,
    ) {
        let generator = Generator::new(n).seed(seed).level(level).attempts(300);
        let Ok(puzzle) = generator.generate() else { return Ok(()) };
        let image = image(&puzzle, Symmetry::ALL[turn], |region| (region + shift) % n);
        prop_assert_eq!(rate(&image), rate(&puzzle));
    }

    #[test]
    fn every_format_reads_what_it_wrote(
        regions in generators::regions(4..=32),
        marks in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..8),
    ) {
        let bare = Puzzle::new(regions);
        let all: Vec<Square> = squares(bare.size()).collect();
        let mut puzzle = bare.clone();
        for (index, is_queen) in marks {
            let square = *index.get(&all);
            let before = puzzle.clone();
            let marked = if is_queen { puzzle.with_queen(square) } else { puzzle.with_cross(square) };
            puzzle = marked.unwrap_or(before);
        }
        let mut text = String::new();
        let mut expected = Vec::new();
        for format in Format::ALL {
            let written = format.write(&puzzle);
            let read = parse(&written).unwrap();
            prop_assert_eq!(read.len(), 1);
            // SBN has borders, so its regions are named in the order in which they appear.
            let kept = if format.keeps_marks() { &puzzle } else { &bare };
            if matches!(format, Format::Sbn | Format::Sbn2) {
                prop_assert_eq!(&written, &format.write(&read[0]));
                prop_assert!(read[0].queens().eq(kept.queens()));
                prop_assert!(read[0].crosses().eq(kept.crosses()));
            } else {
                prop_assert_eq!(&read[0], kept, "{}", written);
            }
            text.push_str(&written);
            text.push('\n');
            expected.extend(read);
        }
        prop_assert_eq!(parse(&text).unwrap(), expected);
        let json = serde_json::to_string(&puzzle).unwrap();
        prop_assert_eq!(parse(&json).unwrap(), vec![puzzle.clone()]);
        prop_assert_eq!(serde_json::from_str::<Puzzle>(&json).unwrap(), puzzle);
    }

    #[test]
    fn any_text_is_read_or_refused_in_one_line(text in "[ABab01;.,#Qx \n\\[\\]{}\"W_~-]{0,60}") {
        if let Err(error) = parse(&text) {
            prop_assert!(!error.to_string().contains('\n') && !error.advice().is_empty());
        }
    }

    #[test]
    fn hints_lead_to_the_solution(n in 4..=8_u32, seed: u64) {
        let Ok(puzzle) = Generator::new(n).seed(seed).generate() else { return Ok(()) };
        let solution: Placement = puzzle.problem().solve().unwrap().unwrap();
        let mut played = puzzle.clone();
        for _ in 0..200 {
            match hint(&played) {
                Hint::Step(step) => played = played.after(&step).unwrap(),
                Hint::Solved => break,
                other => panic!("{other:?}"),
            }
        }
        prop_assert!(played.queens().eq(solution.queens()));
        let wrong = squares(n).find(|&square| !solution.queens().any(|queen| queen == square)).unwrap();
        prop_assert_eq!(hint(&puzzle.with_queen(wrong).unwrap()), Hint::Wrong(vec![wrong]));
    }
}

#[test]
fn what_is_wrong_with_a_text_is_named() {
    let refused = |text: &str| parse(text).unwrap_err().to_string();
    assert_eq!(refused(" ; nothing\n\n"), "there is no puzzle");
    assert_eq!(
        refused("AABB\nAABB\nCCDD\nCCDD\n\nAABB\nAABB\nCCD\nCCDD"),
        "puzzle in line 6: row 3 has 3 squares on a 4 x 4 board"
    );
    assert_eq!(refused("4x2.AABBAABBCCDDCCDD"), "puzzle in line 1: a puzzle with 2 stars a row");
    assert_eq!(refused("4x1.AABBAABBCCDD"), "puzzle in line 1: 12 letters for an n of 4");
    assert_eq!(refused("3x1.AAABBBCCC"), "puzzle in line 1: a 3 x 3 board cannot have regions");
    assert_eq!(
        refused("\n[[0,0],[0"),
        "puzzle in line 2: EOF while parsing a list at line 1 column 9"
    );
    assert_eq!(
        refused("[[0,0,1,1],[0,0,1,1],[2,2,3,3],[2,2,3,null]]"),
        "puzzle in line 1: the square d4 has no region"
    );
    assert_eq!(
        refused("1 1 2 2\n1 1 2 2\n3 3 10 10\n3 3 10 1"),
        "puzzle in line 1: region 1 is not connected: no path inside it joins a1 and d4"
    );
    assert_eq!(refused("{\"n\":4}"), "puzzle in line 1: the board has no regions");
    assert_eq!(
        refused("....\n....\n....\n....\nregions AABB AABB CCDD CCDD\nexclude-diag a1"),
        "puzzle in line 1: a puzzle does not exclude diagonals"
    );
}

#[test]
fn puzzles_of_every_kind_have_an_answer() {
    let none: Puzzle = Puzzle::new("AAAA\nBBBB\nCCCC\nDDDD".parse().unwrap())
        .with_queen("a1".parse().unwrap())
        .unwrap();
    assert!(matches!(explain(&none).outcome, Outcome::NoSolution(_)));
    assert!(matches!(hint(&none), Hint::Several(_)), "without the queen there are two");
    assert_eq!(rate(&none).unwrap_err().to_string(), "the puzzle has no solution");
    let two = none.bare();
    assert!(rate(&two).unwrap_err().to_string().starts_with("the puzzle has several solutions, "));
    assert!(Problem::from(two).uniqueness().is_ok());
}
