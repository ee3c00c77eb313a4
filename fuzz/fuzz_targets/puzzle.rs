//! Any text is puzzles, and then each is what the rules want, survives being written in every form, and the solver
//! agrees with all permutations; or it is not, and then one line says why.

#![no_main]

use libfuzzer_sys::fuzz_target;
use queens::board::squares;
use queens::{Square, Uniqueness};
use queens_fuzz::{assert_line, assert_refusal, oracle};
use queens_puzzle::{Format, Hint, Puzzle, explain, hint, parse};

fuzz_target!(|text: &str| {
    match parse(text) {
        Ok(puzzles) => {
            assert!(!puzzles.is_empty(), "nothing was read: {text:?}");
            // A long text may have thousands.
            puzzles.iter().take(8).for_each(check);
        }
        Err(error) => assert_refusal(&error),
    }
});

fn check(puzzle: &Puzzle) {
    let (n, regions) = (puzzle.n(), puzzle.regions());
    assert!((4..=32).contains(&n));
    assert!((0..n).all(|region| squares(n).any(|square| regions.at(square) == region)));
    for format in Format::ALL {
        let Ok(written) = format.write(puzzle) else {
            let in_pieces = (0..n).any(|region| regions.pieces(region) > 1);
            assert!(in_pieces && matches!(format, Format::Sbn | Format::Sbn2 | Format::Puzzlink));
            continue;
        };
        let read = parse(&written).expect("what was written is read");
        let [read] = &*read else { panic!("not one puzzle: {written:?}") };
        assert_eq!(format.write(read), Ok(written), "changed by reading");
        if format.keeps_marks() {
            assert!(read.queens().eq(puzzle.queens()) && read.crosses().eq(puzzle.crosses()));
        }
    }
    if n <= 6 {
        let stands =
            |columns: &[u32], square: Square| columns[square.row as usize] == square.column;
        let mut solutions = oracle::region_solutions(regions);
        solutions.retain(|columns| {
            puzzle.queens().all(|queen| stands(columns, queen))
                && !puzzle.crosses().any(|cross| stands(columns, cross))
        });
        let count = match puzzle.problem().uniqueness().expect("a small size") {
            Uniqueness::None => 0,
            Uniqueness::One(_) => 1,
            Uniqueness::Several(_) => 2,
        };
        assert_eq!(count, solutions.len().min(2), "{puzzle:?}");
        let explanation = explain(puzzle);
        assert_eq!(explanation.solutions.len(), count);
        for step in &explanation.steps {
            for columns in &solutions {
                let queens = step.queens.iter().all(|&queen| stands(columns, queen));
                let crosses = !step.crosses.iter().any(|&cross| stands(columns, cross));
                assert!(queens && crosses, "{step:?} of {puzzle:?}");
            }
            assert_line(&step.sentence);
        }
        if let Hint::Wrong { squares } = hint(puzzle) {
            assert!(count == 0 && !squares.is_empty(), "{puzzle:?}");
        }
    }
}
