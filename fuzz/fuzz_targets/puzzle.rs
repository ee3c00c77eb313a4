//! Any text is puzzles, and then each is what the rules want, survives being written in every form, and the solver
//! agrees with all permutations; or it is not, and then one line says why.

#![no_main]

use libfuzzer_sys::fuzz_target;
use queens::{Square, Uniqueness};
use queens_fuzz::{assert_line, assert_refusal};
use queens_puzzle::{Format, Hint, Outcome, Puzzle, explain, hint, parse};

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
    let n = puzzle.size();
    assert!((4..=32).contains(&n));
    let of: Vec<Vec<u32>> = (0..n)
        .map(|row| (0..n).map(|column| puzzle.regions().at(Square { row, column })).collect())
        .collect();
    assert!((0..n).all(|region| of.iter().flatten().any(|&other| other == region)));
    for format in Format::ALL {
        let Ok(written) = format.write(puzzle) else {
            let in_pieces = (0..n).any(|region| puzzle.regions().pieces(region) > 1);
            assert!(in_pieces && matches!(format, Format::Sbn | Format::Sbn2));
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
        let mut solutions = Vec::new();
        extend(puzzle, &of, &mut Vec::new(), &mut solutions);
        let count = match puzzle.problem().uniqueness().expect("a small size") {
            Uniqueness::None => 0,
            Uniqueness::One(_) => 1,
            Uniqueness::Several(_) => 2,
        };
        assert_eq!(count, solutions.len().min(2), "{puzzle:?}");
        let explanation = explain(puzzle);
        assert_eq!(matches!(explanation.outcome, Outcome::Solved(_)), count == 1);
        for step in &explanation.steps {
            let right = |columns: &Vec<u32>| {
                let stands = |square: &Square| columns[square.row as usize] == square.column;
                step.queens.iter().all(stands) && !step.crosses.iter().any(stands)
            };
            assert!(solutions.iter().all(right), "{step:?} of {puzzle:?}");
            assert_line(&step.sentence);
        }
        if let Hint::Wrong(squares) = hint(puzzle) {
            assert!(count == 0 && !squares.is_empty(), "{puzzle:?}");
        }
    }
}

/// Finds all permutations with these first columns that the rules and the marks allow.
fn extend(puzzle: &Puzzle, of: &[Vec<u32>], columns: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
    let row = columns.len();
    if row == of.len() {
        found.push(columns.clone());
        return;
    }
    for column in 0..of.len() as u32 {
        let square = Square { row: row as u32, column };
        let attacked = columns.iter().enumerate().any(|(above, &other)| {
            other == column
                || above + 1 == row && other.abs_diff(column) == 1
                || of[above][other as usize] == of[row][column as usize]
        });
        let crossed = puzzle.crosses().any(|cross| cross == square);
        let placed = puzzle.queens().any(|queen| queen.row == square.row && queen != square);
        if !attacked && !crossed && !placed {
            columns.push(column);
            extend(puzzle, of, columns, found);
            columns.pop();
        }
    }
}
