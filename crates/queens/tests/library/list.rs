//! Listing: every solution, in order, of every kind of problem.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::ops::ControlFlow;

use proptest::prelude::*;
use queens::{Placement, Square, is_solution, known};
use queens_testkit::{generators, oracle};

#[test]
fn the_list_is_the_oracles_whatever_the_steps() {
    for n in 0..=9 {
        let expected = oracle::solutions(n);
        for steps in [1, 2, 3, u64::MAX] {
            let mut solutions = queens::solutions(n).unwrap();
            let mut listed = Vec::new();
            loop {
                match solutions.next_within(steps) {
                    ControlFlow::Continue(()) => {}
                    ControlFlow::Break(Some(found)) => listed.push(found.columns().to_vec()),
                    ControlFlow::Break(None) => break,
                }
            }
            assert_eq!(solutions.next(), None, "the list ends for good");
            assert_eq!(listed, expected, "n = {n}, {steps} steps");
        }
    }
}

#[test]
fn the_fundamental_ones_are_one_of_each_orbit() {
    for (n, fundamental) in known::FUNDAMENTAL.iter().take_while(|(n, _)| *n <= 10) {
        let all: Vec<Placement> = queens::solutions(n).unwrap().collect();
        let chosen: Vec<&Placement> = all.iter().filter(|p| p.is_canonical()).collect();
        assert_eq!(chosen.len() as u128, fundamental, "n = {n}");
        assert!(chosen.iter().all(|placement| placement.canonical() == **placement), "n = {n}");
        let mut covered: Vec<Placement> = chosen.iter().flat_map(|p| p.orbit()).collect();
        covered.sort_unstable();
        assert_eq!(covered, all, "n = {n}: the orbits are disjoint and hold all solutions");
    }
}

proptest! {
    #[test]
    fn a_placement_survives_its_text(placement in generators::placement(4..=16)) {
        prop_assert_eq!(placement.to_string().parse(), Ok(placement.clone()));
        let commas = placement.to_string().replace(' ', ",");
        prop_assert_eq!(commas.parse(), Ok(placement));
    }

    /// Linear validation says what the definition says, and the two queens that an error names attack each other.
    #[test]
    fn a_placement_is_accepted_if_and_only_if_it_is_a_solution(
        columns in prop_oneof![
            prop::collection::vec(0_u32..8, 0..=8),
            Just((0_u32..6).collect::<Vec<_>>()).prop_shuffle(),
        ]
    ) {
        let placement = Placement::new(columns.clone());
        prop_assert_eq!(placement.is_ok(), is_solution(&columns));
        let on_board = columns.iter().all(|&column| (column as usize) < columns.len());
        if let Err(error) = placement && on_board {
            // the queens at a1 and b2 attack each other
            let text = error.to_string();
            let squares: Vec<Square> =
                text.split(' ').filter_map(|word| word.parse().ok()).collect();
            prop_assert_eq!(squares.len(), 2, "{}", text);
            prop_assert!(squares[0].attacks(squares[1]) && squares[0] != squares[1]);
            for queen in squares {
                prop_assert_eq!(columns[queen.row as usize], queen.column);
            }
        }
    }

    #[test]
    fn symmetries_map_solutions_to_solutions_and_can_be_undone(
        placement in generators::placement(4..=14)
    ) {
        for symmetry in queens::Symmetry::ALL {
            let image = symmetry.placement(&placement);
            prop_assert!(is_solution(image.columns()));
            prop_assert!(image.orbit().contains(&placement));
            prop_assert_eq!(image.canonical(), placement.canonical());
        }
        let orbit = placement.orbit();
        prop_assert_eq!(orbit.len() as u32, placement.multiplicity().get());
        prop_assert_eq!(orbit.iter().filter(|image| image.is_canonical()).count(), 1);
        prop_assert_eq!(&orbit[0], &placement.canonical());
    }

    #[test]
    fn a_square_survives_its_name(row in 0_u32..2_000_000_000, column in 0_u32..2_000_000_000) {
        let square = queens::Square { row, column };
        prop_assert_eq!(square.to_string().parse(), Ok(square));
    }
}
