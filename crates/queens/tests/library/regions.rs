//! Puzzles with regions, against the definition.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use queens::board::squares;
use queens::{Completer, Problem, Regions, Uniqueness};
use queens_testkit::generators;

use crate::complete::searches_find;

#[test]
fn thousands_of_boards_agree_with_the_oracle() {
    let (mut none, mut one, mut several) = (0, 0, 0);
    for seed in 0..3000 {
        let n = 4 + seed as u32 % 4;
        let regions = generators::random_regions(n, seed);
        let problem = Problem::from(regions.clone());
        let expected = searches_find(&problem, usize::MAX);
        match (problem.uniqueness().unwrap(), &*expected) {
            (Uniqueness::None, []) => none += 1,
            (Uniqueness::One(only), [solution]) => {
                assert_eq!(only, *solution, "{regions}");
                one += 1;
            }
            (Uniqueness::Several([first, second]), solutions) => {
                assert_ne!(first, second, "{regions}");
                assert!(solutions.contains(&first) && solutions.contains(&second), "{regions}");
                several += 1;
            }
            (found, _) => panic!("{found:?}, and {} solutions of {regions}", expected.len()),
        }
    }
    // Each of the three happens often enough to be tested.
    assert!(none > 300 && one > 300 && several > 300, "{none} {one} {several}");
}

/// The rows as regions.
fn rows(n: u32) -> Regions {
    Regions::new(squares(n).map(|square| square.row as u8).collect()).unwrap()
}

#[test]
fn every_size_is_solved() {
    for n in Regions::SIZES {
        let problem = Problem::from(rows(n));
        let solution = problem.solve().unwrap().unwrap();
        assert!(problem.admits(&solution), "n = {n}");
        let some = Completer::new(&problem).find_up_to(2, None).unwrap().unwrap();
        assert_eq!(some.len(), 2, "n = {n}");
    }
}

/// Rows as regions say nothing: what is left is A002464, the permutations without neighbors that differ by one.
#[test]
fn rows_as_regions_count_hertzsprung_s_problem() {
    for (n, total) in [(4, 2), (5, 14), (6, 90), (7, 646), (8, 5242), (9, 47_622)] {
        assert_eq!(Problem::from(rows(n)).count().unwrap(), total, "n = {n}");
    }
}

#[test]
fn other_rules_cannot_be_combined_with_regions() {
    let regions: Regions = "AABB\nAABB\nCCDD\nCCDD".parse().unwrap();
    let error = Problem::from(regions).with_superqueens().unwrap_err();
    assert_eq!(error.to_string(), "a board with regions cannot have superqueens");
    let board = "....\n....\n....\n....\nregions AABB AABB CCDD CCDD\n";
    let error = format!("{board}torus").parse::<Problem>().unwrap_err();
    assert_eq!(error.to_string(), "a board with regions cannot have torus");
    let error = format!("{board}.....").parse::<Problem>().unwrap_err();
    assert_eq!(error.to_string(), "line 6: a row of 5 on a board of 4 columns");
    let error = board[5..].parse::<Problem>().unwrap_err();
    assert_eq!(error.to_string(), "the board is not square: 3 rows, 4 columns");
}

fn refused(text: &str) -> String {
    text.parse::<Regions>().unwrap_err().to_string()
}

#[test]
fn errors_name_the_reason() {
    assert_eq!(refused(""), "a 0 x 0 board cannot have regions");
    assert_eq!(refused("AAA\nBBB\nCCC"), "a 3 x 3 board cannot have regions");
    assert_eq!(refused("AABB\nAABB\nCCD\nCCDD"), "row 3 has 3 squares on a 4 x 4 board");
    assert_eq!(refused("AABB\nAA?B\nCCDD\nCCDD"), "`?` on c2 is not the letter of a region");
    assert_eq!(
        refused("AABB\nAABB\nCCDD\nCCDE"),
        "region E on d4 is one too many: a 4 x 4 board has 4 regions"
    );
    assert_eq!(
        refused("AABB\nAABB\nCCCC\nCCCC"),
        "1 region is missing: a 4 x 4 board has 3, A B C"
    );
    assert_eq!(refused(&"A\n".repeat(33)), "n = 33 is too large to have regions");
}

#[test]
fn any_letters_and_digits_are_read_and_the_first_ones_written() {
    let regions: Regions = "7 7 z z\n7 Q z z\nQ Q a a\n\nQ Q a a".parse().unwrap();
    assert_eq!(regions.to_string(), "AADD\nABDD\nBBCC\nBBCC\n");
    assert_eq!(regions.to_string().parse(), Ok(regions));
    let rows = rows(32);
    assert_eq!(rows.letter(31), 'f');
    assert_eq!(rows.to_string().parse(), Ok(rows));
}
