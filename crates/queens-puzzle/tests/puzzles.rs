//! Puzzles as their users see them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;

use proptest::prelude::*;
use queens::board::squares;
use queens::random::Random;
use queens::{ErrorKind, Placement, Problem, Regions, Square, Symmetry, Uniqueness};
use queens_puzzle::{
    Format, Generator, Hint, Level, Puzzle, Reader, Technique, explain, hint, parse, rate,
};
use queens_testkit::{generators, oracle};

#[test]
fn generated_puzzles_are_what_was_asked_for() {
    // Of 4 x 4, 900 attempts found no easy board with half-turn symmetry.
    for n in 5..=12 {
        for symmetric in [false, true] {
            for level in [None, Some(Level::Easy), Some(Level::Medium)] {
                let generator = Generator::new(n).seed(n.into()).symmetric(symmetric).level(level);
                let puzzle = generator.generate().unwrap();
                assert_eq!(generator.generate().unwrap(), puzzle);
                let uniqueness = puzzle.problem().uniqueness().unwrap();
                assert!(matches!(uniqueness, Uniqueness::One(_)), "{puzzle:?}");
                if n <= 8 {
                    assert_eq!(oracle::region_solutions(puzzle.regions()).len(), 1);
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
    let puzzle =
        |n, seed| Format::Compact.write(&Generator::new(n).seed(seed).generate().unwrap()).unwrap();
    assert_eq!(puzzle(6, 1), "6x1.AAAABBAAACCBDDEEBBDDDBBBDDDBFFDDDBBB\n");
    assert_eq!(
        puzzle(8, 2026),
        "8x1.AABBCCDDAEEECDDDAEEECCCDEEEECCDDEEEECCDFEEEGGGGFEEEEGGGHEEEGGGHH\n"
    );
}

/// What made boards look like: the limits are those of published collections (docs/guide/puzzles.md).
#[test]
fn made_boards_look_like_published_ones() {
    std::thread::scope(|scope| {
        for n in 6..=16 {
            scope.spawn(move || look_like_published_ones(n));
        }
    });
}

fn look_like_published_ones(n: u32) {
    let seeds = match n {
        6..=8 => 40,
        9..=10 => 10,
        11..=12 => 4,
        _ => 2,
    };
    for level in Level::ALL {
        let (mut singles, mut spread, mut largest, mut thin) = (0, 0.0, 0, 0);
        for seed in 0..seeds {
            let puzzle = Generator::new(n).seed(seed).level(level).generate().unwrap();
            let rating = rate(&puzzle).unwrap();
            assert_eq!(rating.level, level, "n = {n}, seed {seed}");
            assert!(rating.hardest > Technique::LastSquare, "n = {n}, seed {seed}");
            let regions = puzzle.regions();
            let sizes: Vec<u32> = (0..n).map(|r| regions.squares(r).count() as u32).collect();
            assert!((0..n).all(|region| regions.pieces(region) == 1), "n = {n}, seed {seed}");
            singles += sizes.iter().filter(|&&size| size == 1).count();
            let squared: u32 = sizes.iter().map(|size| size.abs_diff(n).pow(2)).sum();
            spread += (f64::from(squared) / f64::from(n)).sqrt() / f64::from(n);
            largest = sizes.iter().copied().max().unwrap().max(largest);
            // A square in no 2 x 2 block of its region is part of a line, where the region has more than four squares.
            let block = |Square { row, column }| {
                [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
                    .map(|(row, column)| Square { row, column })
            };
            let starts = squares(n).filter(|square| square.row.max(square.column) + 1 < n);
            let in_blocks: BTreeSet<Square> = starts
                .map(block)
                .filter(|block| block.iter().all(|&at| regions.at(at) == regions.at(block[0])))
                .flatten()
                .collect();
            let is_thin =
                |at: &Square| sizes[regions.at(*at) as usize] > 4 && !in_blocks.contains(at);
            thin += squares(n).filter(is_thin).count();
        }
        let boards = seeds as f64;
        let (mean, all) = (spread / boards, boards * f64::from(n * n));
        assert!(4 * singles <= seeds as usize, "n = {n}, {level}: {singles} regions of one square");
        assert!(mean <= if n < 10 { 0.9 } else { 1.0 }, "n = {n}, {level}: {mean}");
        assert!(f64::from(largest) <= if n < 13 { 3.3 } else { 4.0 } * f64::from(n), "n = {n}");
        assert!(thin as f64 / all <= 0.55, "n = {n}, {level}: {thin} thin squares");
    }
}

#[test]
fn large_puzzles_are_made_too() {
    let puzzle = Generator::new(20).seed(5).generate().unwrap();
    assert!(matches!(puzzle.problem().uniqueness(), Ok(Uniqueness::One(_))));
    assert_eq!(explain(&puzzle).solutions.len(), 1);
}

#[test]
fn giving_up_says_after_how_many_attempts() {
    let generator = Generator::new(4).level(Level::Expert).attempts(50);
    let error = generator.generate().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Failed);
    assert_eq!(error.to_string(), "no expert puzzle with 4 rows was found in 50 attempts");
    let error = Generator::new(33).generate().unwrap_err();
    assert_eq!(error.to_string(), "a puzzle cannot have 33 rows");
}

/// The puzzle under a symmetry of the board, with its regions renamed.
fn image(puzzle: &Puzzle, symmetry: Symmetry, name: impl Fn(u32) -> u32) -> Puzzle {
    let n = puzzle.n();
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
        (swaps, seed) in (0..3_u32, any::<u64>()),
        marks in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..8),
    ) {
        let bare = Puzzle::new(generators::swapped(&regions, swaps, &mut Random::new(seed)));
        let in_pieces = (0..bare.n()).any(|region| bare.regions().pieces(region) > 1);
        let all: Vec<Square> = squares(bare.n()).collect();
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
            let of_borders = matches!(format, Format::Sbn | Format::Sbn2 | Format::Puzzlink);
            let written = format.write(&puzzle);
            prop_assert_eq!(written.is_err(), of_borders && in_pieces);
            let Ok(written) = written else { continue };
            let read = parse(&written).unwrap();
            prop_assert_eq!(read.len(), 1);
            // Borders have no names, so the regions are named in the order in which they appear.
            let kept = if format.keeps_marks() { &puzzle } else { &bare };
            if of_borders {
                prop_assert_eq!(&written, &format.write(&read[0]).unwrap());
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
                Hint::Step { step } => played = played.after(&step).unwrap(),
                Hint::Solved => break,
                other => panic!("{other:?}"),
            }
        }
        prop_assert!(played.queens().eq(solution.queens()));
        let wrong = squares(n).find(|&square| !solution.queens().any(|queen| queen == square)).unwrap();
        prop_assert_eq!(hint(&puzzle.with_queen(wrong).unwrap()), Hint::Wrong { squares: vec![wrong] });
    }
}

/// What is wrong with a puzzle is said with its place, and the next one is read.
#[test]
fn nothing_after_a_malformed_puzzle_is_lost() {
    let text = "\
        4x1.AAABACBBCCDDCCDD\n4x1.AAAB\n\nAAAB\nACBB\nCCD\nCCDD\n\n[[0,0],[0\n{\"n\":4}\n[[[0,0,0,1],[0,2,1,1],[2,2,3,3],[2,2,3,3]],\n\
        [[0,0]],\n[\"AAAB\",\"ACBB\",\"CCDD\",\"CCDD\"]]\nAAAB\nACBB\nCCDD\nCCDD\n";
    let read: Vec<String> = Reader::new(text.as_bytes())
        .map(|puzzle| puzzle.map_or_else(|error| error.to_string(), |_| "read".into()))
        .collect();
    assert_eq!(
        read,
        [
            "read",
            "puzzle in line 2, read as the compact form: 4 letters for an n of 4",
            "puzzle in line 4, read as rows: row 3 has 3 squares on a 4 x 4 board",
            "puzzle in line 9, read as JSON: the text ends where `,` or `]` should be",
            "puzzle in line 10, read as queens.problem/1: the board has no regions",
            "read",
            "puzzle in line 12, read as JSON: the board is not square: 1 row, 2 columns",
            "read",
            "read"
        ]
    );
    let bytes = b"4x1.AAABACBBCCDDCCDD\n\xff\n4x1.AAABACBBCCDDCCDD\n";
    let read: Vec<bool> = Reader::new(&bytes[..]).map(|puzzle| puzzle.is_ok()).collect();
    assert_eq!(read, [true, false, true]);
}

/// Puzzles come while the stream is still being written, and a long line is an error and no more than a megabyte.
#[test]
fn a_stream_is_read_as_a_stream() {
    struct Endless(usize);
    impl std::io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            const TEXT: &[u8] = b"[[0,0,0,1],[0,2,1,1],[2,2,3,3],[2,2,3,3]],";
            for byte in buffer.iter_mut() {
                *byte = if self.0 == 0 { b'[' } else { TEXT[(self.0 - 1) % TEXT.len()] };
                self.0 += 1;
            }
            Ok(buffer.len())
        }
    }
    let endless = Reader::new(std::io::BufReader::new(Endless(0)));
    assert!(endless.take(100_000).all(|puzzle| puzzle.is_ok()));
    for long in
        ["A".repeat(2 << 20), "[0,".repeat(6 << 20), "AAAA\n".repeat(1 << 19), " ".repeat(2 << 20)]
    {
        let text = format!("{long}\n\n4x1.AAABACBBCCDDCCDD\n");
        let mut read = Reader::new(text.as_bytes());
        if !long.starts_with(' ') {
            let error = read.next().unwrap().unwrap_err().to_string();
            let (form, limit) = if long.starts_with('[') {
                ("JSON", "16 megabytes")
            } else {
                ("text", "a megabyte")
            };
            assert_eq!(
                error,
                format!("puzzle in line 1, read as {form}: it has more than {limit}")
            );
        }
        assert!(long.starts_with('[') || read.any(|puzzle| puzzle.is_ok()));
    }
}

#[test]
fn puzzles_of_every_kind_have_an_answer() {
    let none: Puzzle = Puzzle::new("AAAA\nBBBB\nCCCC\nDDDD".parse().unwrap())
        .with_queen("a1".parse().unwrap())
        .unwrap();
    assert_eq!(explain(&none).solutions, []);
    assert!(matches!(hint(&none), Hint::Several { .. }), "without the queen there are two");
    assert_eq!(rate(&none).unwrap_err().to_string(), "the puzzle has no solution");
    let two = none.bare();
    let in_pieces = Puzzle::new("AABB\nAABB\nCCDD\nCCDA".parse().unwrap());
    let error = Format::Sbn.write(&in_pieces).unwrap_err();
    assert!(error.to_string().starts_with("region A is in 2 pieces, and Star Battle Notation"));
    assert!(rate(&two).unwrap_err().to_string().starts_with("the puzzle has several solutions, "));
    assert!(Problem::from(two).uniqueness().is_ok());
}
