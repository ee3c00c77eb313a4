//! Completion: one, all, their number, none; every kind of problem.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use proptest::prelude::*;
use queens::board::squares;
use queens::{
    Completer, Options, PartialCount, Pieces, Placement, Problem, Square, Symmetry, Topology, known,
};
use queens_testkit::{generators, oracle};

/// All permutations that the problem's definition admits.
fn admitted(problem: &Problem) -> Vec<Placement> {
    oracle::solutions(problem.size())
        .into_iter()
        .map(|columns| Placement::new(columns).unwrap())
        .filter(|placement| problem.admits(placement))
        .collect()
}

/// The problem, moved by a symmetry of the board.
fn image(problem: &Problem, symmetry: Symmetry) -> Problem {
    let size = problem.size();
    let mut image = match problem.topology() {
        Topology::Plain => Problem::new(size),
        Topology::Torus => Problem::torus(size),
    };
    if problem.pieces() == Pieces::Superqueens {
        image = image.with_superqueens().unwrap();
    }
    for queen in problem.queens() {
        image = image.with_queen(symmetry.square(queen, size)).unwrap();
    }
    // Excluded diagonals as blocked squares, so that nothing need be known of where they go.
    for square in squares(size).filter(|&square| !problem.is_open(square)) {
        image = image.with_blocked(symmetry.square(square, size)).unwrap();
    }
    image
}

/// All placements of any number of queens, square by square: how many there are of each number, and of
/// those how many leave no square for another, all by the problem's definition.
pub(crate) fn partial(problem: &Problem) -> Vec<PartialCount> {
    fn choose(
        problem: &Problem,
        queens: &mut Vec<Square>,
        left: &[Square],
        sums: &mut [[u128; 2]],
    ) {
        let Some((&square, left)) = left.split_first() else {
            let fits = |square| {
                problem.is_open(square)
                    && queens.iter().all(|&q| q != square && !problem.attacks(q, square))
            };
            let is_maximal = !squares(problem.size()).any(fits);
            let [placements, maximal] = &mut sums[queens.len()];
            *placements += 1;
            *maximal += u128::from(is_maximal);
            return;
        };
        choose(problem, queens, left, sums);
        if queens.iter().all(|&queen| !problem.attacks(queen, square)) {
            queens.push(square);
            choose(problem, queens, left, sums);
            queens.pop();
        }
    }
    let mut queens: Vec<Square> = problem.queens().collect();
    let fixed = queens.len();
    let free =
        |square: &Square| problem.is_open(*square) && !problem.queens().any(|q| q == *square);
    let open: Vec<Square> = squares(problem.size()).filter(free).collect();
    let mut sums = vec![[0; 2]; problem.size() as usize + 1];
    choose(problem, &mut queens, &open, &mut sums);
    let count = |(queens, [placements, maximal]): (u32, [u128; 2])| PartialCount {
        queens,
        placements,
        maximal,
    };
    (0..).zip(sums).map(count).skip(fixed).collect()
}

#[test]
fn the_plain_board_has_its_known_number_of_solutions() {
    for (n, total) in known::TOTAL.iter().take_while(|(n, _)| *n <= 11) {
        let plain = Problem::new(n);
        // The count of the plain board is the engine's; the list is this solver's.
        assert_eq!(Completer::new(&plain).count().unwrap().total, total, "n = {n}");
        assert_eq!(Completer::new(&plain).list().unwrap().count() as u128, total, "n = {n}");
    }
}

#[test]
fn the_queens_of_the_first_row_share_out_the_solutions() {
    for n in 4..=12 {
        let part = |column| {
            let problem = Problem::new(n).with_queen(Square { row: 0, column }).unwrap();
            Completer::new(&problem).count().unwrap().total
        };
        assert_eq!((0..n).map(part).sum::<u128>(), known::TOTAL.at(n).unwrap(), "n = {n}");
    }
}

#[test]
fn the_torus_has_its_known_number_of_solutions() {
    for (n, total) in known::TORUS.iter().take_while(|(n, _)| *n <= 17 || n % 2 == 0) {
        let torus = Problem::torus(n);
        let count = Completer::new(&torus).count().unwrap().total;
        assert_eq!(count, u128::from(total), "n = {n}");
        if n <= 11 {
            assert_eq!(queens::list(&torus).unwrap().count() as u64, total, "n = {n}");
        }
    }
}

/// The first completions, of a list that is not stopped.
fn listed(completer: &Completer<'_>, most: usize) -> Vec<Placement> {
    completer.list().unwrap().take(most).map(Result::unwrap).collect()
}

#[test]
fn superqueens_have_their_known_number_of_solutions() {
    for (n, total) in known::SUPERQUEENS.iter().take_while(|(n, _)| *n <= 13) {
        let superqueens = Problem::new(n).with_superqueens().unwrap();
        let completer = Completer::new(&superqueens);
        assert_eq!(completer.count().unwrap().total, u128::from(total), "n = {n}");
        assert_eq!(completer.find().unwrap().placement.is_some(), total > 0, "n = {n}");
        // Solutions of queens that the definition admits, by a list that knows of no knight.
        let all = queens::list(&Problem::new(n)).unwrap();
        let admitted: Vec<Placement> = all.filter(|queens| superqueens.admits(queens)).collect();
        assert_eq!(listed(&completer, usize::MAX), admitted, "n = {n}");
        assert_eq!(queens::list(&superqueens).unwrap().collect::<Vec<_>>(), admitted, "n = {n}");
    }
}

#[test]
fn superqueens_on_a_torus_leap_around_its_edges() {
    for n in [1, 5, 7, 11, 13] {
        let torus = Problem::torus(n);
        let superqueens = torus.clone().with_superqueens().unwrap();
        let all = queens::list(&torus).unwrap();
        let admitted: Vec<Placement> = all.filter(|queens| superqueens.admits(queens)).collect();
        let completer = Completer::new(&superqueens);
        assert_eq!(completer.count().unwrap().total, admitted.len() as u128, "n = {n}");
        assert_eq!(completer.find().unwrap().placement.is_some(), !admitted.is_empty(), "n = {n}");
        assert_eq!(queens::list(&superqueens).unwrap().collect::<Vec<_>>(), admitted, "n = {n}");
    }
    // On a large one a line of queens has to be found without a search.
    for n in [25, 35, 65, 127] {
        let superqueens = Problem::torus(n).with_superqueens().unwrap();
        let found = superqueens.solve().unwrap().unwrap();
        assert!(superqueens.admits(&found), "n = {n}: {found}");
    }
}

#[test]
fn placements_of_fewer_queens_have_their_known_numbers() {
    for (n, row) in known::PARTIAL.iter().take_while(|(n, _)| *n <= 9) {
        let counts = Completer::new(&Problem::new(n)).count_partial().unwrap();
        let placements: Vec<u128> = counts.iter().map(|count| count.placements).collect();
        assert_eq!(placements, row.iter().map(|&count| count.into()).collect::<Vec<_>>());
        let maximal = counts.iter().map(|count| count.maximal).sum::<u128>();
        assert_eq!(
            Some(maximal),
            if n == 0 { Some(1) } else { known::MAXIMAL.at(n).map(Into::into) }
        );
        assert!(counts.iter().map(|count| count.queens).eq(0..=n));
    }
}

#[test]
fn a_torus_is_solvable_only_if_its_size_is_prime_to_6() {
    for n in 1..=9 {
        let torus = Problem::torus(n);
        let found = torus.solve().unwrap().is_some();
        assert_eq!(found, n % 2 != 0 && n % 3 != 0, "n = {n}");
        // By the definition of the problem, without the theorem.
        assert_eq!(found, !admitted(&torus).is_empty(), "n = {n}");
    }
}

#[test]
fn boards_of_every_width_of_a_word_are_completed() {
    for n in [1, 4, 31, 32, 33, 63, 64, 65, 127, 128] {
        let plain = Problem::new(n);
        let placement = plain.solve().unwrap().unwrap();
        assert!(plain.admits(&placement), "n = {n}");
        // The same from a problem that leaves it no choice.
        let mut fixed = plain.clone();
        for queen in placement.queens() {
            fixed = fixed.with_queen(queen).unwrap();
        }
        let completer = Completer::new(&fixed);
        assert_eq!(completer.find().unwrap().placement.as_ref(), Some(&placement));
        assert_eq!(listed(&completer, usize::MAX), [placement]);
        if n > 1 {
            assert_eq!(completer.count().unwrap().total, 1);
        }
    }
    for n in [2, 3] {
        assert_eq!(Problem::new(n).solve().unwrap(), None);
    }
    for n in [25, 35, 65, 127] {
        let torus = Problem::torus(n).with_queen(Square { row: 1, column: 4 }).unwrap();
        assert!(torus.admits(&torus.solve().unwrap().unwrap()), "n = {n}");
    }
}

#[test]
fn the_empty_board_is_complete() {
    let nothing = Problem::new(0);
    let completer = Completer::new(&nothing);
    assert!(completer.find().unwrap().placement.unwrap().columns().is_empty());
    assert_eq!(completer.count().unwrap().total, 1);
    assert_eq!(completer.list().unwrap().count(), 1);
    let torus = Problem::torus(0);
    assert_eq!(Completer::new(&torus).count().unwrap().total, 1);
}

#[test]
fn a_raised_flag_ends_every_search() {
    let options = Options::new().stop(&crate::raised());
    // Large enough that none of them ends before it looks at the flag.
    let problem = Problem::new(20).with_queen("a1".parse().unwrap()).unwrap();
    let completer = Completer::new(&problem).options(&options);
    assert!(completer.count_partial().unwrap_err().is_stopped());
    let error = completer.count().unwrap_err();
    assert!(error.is_stopped());
    assert_eq!(error.to_string(), "the completion of the 20 x 20 board was stopped");
    // A list that is stopped does not end like a finished one.
    let mut list = completer.list().unwrap();
    assert!(list.next().unwrap().unwrap_err().is_stopped());
    assert!(list.next().is_none());
    // Beyond what the counting methods know, too.
    for n in [20, 33, 34, 64, 65, 128] {
        let counted = Completer::new(&Problem::new(n)).options(&options).count();
        assert!(counted.unwrap_err().is_stopped());
    }
}

#[test]
fn no_count_depends_on_the_threads() {
    let blocked = Problem::new(11).with_blocked("f6".parse().unwrap()).unwrap();
    let fixed = Problem::new(9).with_queen("d1".parse().unwrap()).unwrap();
    let counts = [1, 2, 7].map(|threads| {
        let on = |problem| Completer::new(problem).options(&Options::new().threads(threads));
        (on(&blocked).count().unwrap(), on(&fixed).count_partial().unwrap())
    });
    assert!(counts[1..].iter().all(|other| *other == counts[0]));
    let (whole, partial) = &counts[0];
    assert_eq!(whole.total, queens::list(&blocked).unwrap().count() as u128);
    assert_eq!(partial[0], PartialCount { queens: 1, placements: 1, maximal: 0 });
}

/// The lists of two searches that share nothing, where the completer looks ahead.
#[test]
fn the_list_of_a_large_board_is_that_of_the_plain_search() {
    for n in [13, 14, 16] {
        let problem = Problem::new(n).with_queen("f3".parse().unwrap()).unwrap();
        let completer = Completer::new(&problem);
        let listed = listed(&completer, 3000);
        let expected: Vec<Placement> = queens::list(&problem).unwrap().take(3000).collect();
        assert_eq!(listed, expected, "n = {n}");
    }
}

/// Diagonals excluded one after the other, until nothing is left: the answer changes once, and when
/// it does in the other search.
#[test]
fn a_board_without_a_solution_is_proved_to_have_none() {
    for n in [11, 12, 13] {
        let mut problem = Problem::new(n);
        let mut excluded = 0;
        while queens::list(&problem).unwrap().next().is_some() {
            let found = problem.solve().unwrap().unwrap();
            assert!(problem.admits(&found), "{problem}");
            // In the middle of the board, in steps that miss none.
            let at = Square { row: 5 * excluded % n, column: 3 * excluded % n };
            problem = if excluded % 2 == 0 {
                problem.with_excluded_diag(at).unwrap()
            } else {
                problem.with_excluded_anti(at).unwrap()
            };
            excluded += 1;
        }
        assert_eq!(problem.solve(), Ok(None), "{problem}");
        assert_eq!(Completer::new(&problem).count().unwrap().total, 0);
    }
}

/// Two boards of the benchmark on which the first search is given up: the restart still finds
/// what there is, and the count, which never restarts, agrees.
#[test]
fn a_restarted_search_is_still_exact() {
    let diags = ["o1 e1 b1 a2 a9 a14 a15", "f1 a4 a6 a12 a15"];
    let antis = ["b1 f1 j1 o1 o8 o13 o14", "b1 e1 h1 j1 n1 p3 p12 p16"];
    for (n, diags, antis, solvable) in
        [(15, diags[0], antis[0], false), (16, diags[1], antis[1], true)]
    {
        let mut problem = Problem::new(n);
        for diag in diags.split(' ') {
            problem = problem.with_excluded_diag(diag.parse().unwrap()).unwrap();
        }
        for anti in antis.split(' ') {
            problem = problem.with_excluded_anti(anti.parse().unwrap()).unwrap();
        }
        let completer = Completer::new(&problem);
        let completion = completer.find().unwrap();
        assert!(completion.restarts > 0, "{completion:?}");
        assert_eq!(completion.placement.is_some(), solvable);
        assert!(completion.placement.iter().all(|placement| problem.admits(placement)));
        assert_eq!(completer.count().unwrap().total > 0, solvable);
        assert_eq!(completer.find().unwrap(), completion, "the same again");
    }
}

proptest! {
    /// Any problem, solvable or not: one, all and their number are the oracle's.
    #[test]
    fn completions_are_what_the_problem_admits(problem in generators::problem(1..=7)) {
        let admitted = admitted(&problem);
        let completer = Completer::new(&problem);
        prop_assert_eq!(completer.count().unwrap().total, admitted.len() as u128);
        match completer.find().unwrap().placement {
            Some(placement) => prop_assert!(admitted.contains(&placement)),
            None => prop_assert!(admitted.is_empty()),
        }
        prop_assert!(queens::list(&problem).unwrap().eq(admitted.iter().cloned()));
        prop_assert_eq!(listed(&completer, usize::MAX), admitted);
    }

    /// Any problem: placements of every number of queens are what the definition says.
    #[test]
    fn partial_counts_are_those_of_the_definition(problem in generators::problem(1..=6)) {
        let counts = Completer::new(&problem).count_partial().unwrap();
        prop_assert_eq!(&counts, &partial(&problem));
        // With all queens every placement is a solution.
        let whole = counts.last().unwrap();
        prop_assert_eq!(whole.placements, Completer::new(&problem).count().unwrap().total);
        prop_assert_eq!(whole.placements, whole.maximal);
    }

    /// A problem and its eight images have as many completions.
    #[test]
    fn symmetry_changes_no_count(problem in generators::problem(5..=9)) {
        let total = Completer::new(&problem).count().unwrap().total;
        for symmetry in Symmetry::ALL {
            let image = image(&problem, symmetry);
            prop_assert_eq!(Completer::new(&image).count().unwrap().total, total, "{:?}", symmetry);
        }
    }

    /// Beyond the oracle: two searches that share nothing.
    #[test]
    fn lists_agree_on_larger_boards(problem in generators::problem(8..=13)) {
        let completer = Completer::new(&problem);
        let listed = listed(&completer, 200);
        let expected: Vec<Placement> = queens::list(&problem).unwrap().take(200).collect();
        prop_assert_eq!(completer.find().unwrap().placement.is_some(), !listed.is_empty());
        prop_assert_eq!(listed, expected);
    }

    #[test]
    fn a_problem_survives_its_text(problem in generators::problem(1..=12)) {
        prop_assert_eq!(problem.to_string().parse(), Ok(problem));
    }
}
