//! Completion: one, all, their number, none; every kind of problem.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use proptest::prelude::*;
use queens::board::squares;
use queens::{
    Completer, CompletionMethod, Options, PartialCount, Placement, Problem, Square, known,
};
use queens_testkit::{generators, oracle};

/// The first solutions in order: those of the plain board, or by the oracle those of the regions, that the problem's
/// definition admits.
fn admitted(problem: &Problem, most: usize) -> Vec<Placement> {
    if let Some(regions) = problem.regions() {
        let board = Problem::from(regions.clone());
        let all = oracle::region_solutions(regions).into_iter();
        let all = all.map(|columns| board.placement(columns).unwrap());
        return all.filter(|placement| problem.admits(placement)).take(most).collect();
    }
    let all = queens::solutions(problem.n()).unwrap();
    all.filter(|placement| problem.admits(placement)).take(most).collect()
}

/// All placements of any number of queens, square by square: how many there are of each number, and of
/// those how many leave no square for another, all by the problem's definition.
fn partial(problem: &Problem) -> Vec<PartialCount> {
    let fits = |queens: &[Square], square| {
        let is_apart = |&queen: &Square| queen != square && !problem.attacks(queen, square);
        problem.is_open(square) && queens.iter().all(is_apart)
    };
    let n = problem.n();
    let fixed: Vec<Square> = problem.queens().collect();
    let all = squares(n).fold(vec![fixed.clone()], |mut found, square| {
        let fewer = found.iter().filter(|queens| fits(queens, square));
        let more: Vec<_> = fewer.map(|queens| [&queens[..], &[square]].concat()).collect();
        found.extend(more);
        found
    });
    let count = |queens: u32| {
        let placements = all.iter().filter(|placed| placed.len() == queens as usize);
        let is_maximal = |placed: &&Vec<Square>| !squares(n).any(|square| fits(placed, square));
        let maximal = placements.clone().filter(is_maximal).count() as u128;
        PartialCount { queens, placements: placements.count() as u128, maximal }
    };
    (fixed.len() as u32..=n).map(count).collect()
}

#[test]
fn every_kind_of_board_has_its_known_number_of_solutions() {
    for n in 0..=34 {
        let [plain, torus] = [Problem::new(n), Problem::torus(n)];
        let [leaping, leaping_torus] =
            [&plain, &torus].map(|board| board.clone().with_superqueens().unwrap());
        let boards = [
            (plain, known::TOTAL.at(n), 11),
            // One on the empty board, too.
            (torus, known::TORUS.at(n.max(1)).map(u128::from), if n % 2 == 0 { 34 } else { 17 }),
            (leaping, known::SUPERQUEENS.at(n).map(u128::from), 13),
            (leaping_torus, None, 13),
        ];
        for (problem, total, _) in boards.into_iter().filter(|(.., largest)| n <= *largest) {
            let count = Completer::new(&problem).count().unwrap().total;
            assert!(total.is_none_or(|total| total == count), "{count} solutions of {problem}");
            assert_eq!(problem.solve().unwrap().is_some(), count > 0, "{problem}");
            if n <= 13 {
                assert_eq!(searches_find(&problem, usize::MAX).len() as u128, count, "{problem}");
            }
        }
    }
}

/// The first completions, of a list that is not stopped.
fn listed(completer: &Completer<'_>, most: usize) -> Vec<Placement> {
    completer.list().unwrap().take(most).map(Result::unwrap).collect()
}

/// The first solutions, which are listed as the definition says, as are one solution and, if these are all, their number.
pub(crate) fn searches_find(problem: &Problem, most: usize) -> Vec<Placement> {
    let completer = Completer::new(problem);
    let expected = admitted(problem, most);
    assert_eq!(listed(&completer, most), expected, "{problem}");
    let found = completer.find().unwrap().placement;
    assert_eq!(found.is_some(), !expected.is_empty(), "{problem}");
    assert!(found.is_none_or(|placement| problem.admits(&placement)), "{problem}");
    if expected.len() < most {
        assert_eq!(completer.count().unwrap().total, expected.len() as u128, "{problem}");
    }
    expected
}

#[test]
fn placements_of_fewer_queens_have_their_known_numbers() {
    for (n, row) in known::PARTIAL.iter().take_while(|(n, _)| *n <= 9) {
        let counts = Completer::new(&Problem::new(n)).count_partial().unwrap();
        let placements = counts.iter().map(|count| count.placements);
        assert!(placements.eq(row.iter().map(|&count| count.into())), "{counts:?}");
        let maximal = counts.iter().map(|count| count.maximal).sum::<u128>();
        assert_eq!(maximal, known::MAXIMAL.at(n).unwrap_or(1).into(), "n = {n}");
        assert!(counts.iter().map(|count| count.queens).eq(0..=n));
    }
}

#[test]
fn boards_of_every_width_of_a_word_are_completed() {
    for n in [1, 4, 31, 32, 33, 63, 64, 65, 127, 128] {
        let plain = Problem::new(n);
        let placement = plain.solve().unwrap().unwrap();
        assert!(plain.admits(&placement), "n = {n}");
        // The same from a problem that leaves it no choice.
        let fixed = placement.queens().try_fold(plain, Problem::with_queen).unwrap();
        let completer = Completer::new(&fixed);
        assert_eq!(completer.find().unwrap().placement.as_ref(), Some(&placement));
        assert_eq!(listed(&completer, usize::MAX), [placement]);
        if n > 1 {
            assert_eq!(completer.count().unwrap().total, 1);
        }
    }
    // On a large torus a line of queens has to be found without a search.
    for n in [25, 35, 65, 127] {
        let torus = Problem::torus(n);
        let superqueens = torus.clone().with_superqueens().unwrap();
        for problem in [superqueens, torus.with_queen(Square { row: 1, column: 4 }).unwrap()] {
            assert!(problem.admits(&problem.solve().unwrap().unwrap()), "n = {n}");
        }
    }
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

/// Of a large open board the solver ends no part while it is tried, which says nothing in its favor.
#[test]
fn large_open_boards_are_not_left_to_the_solver() {
    use CompletionMethod::{Color, Search, Solver};
    let corner = Square { row: 0, column: 0 };
    for (problem, method) in [
        (Problem::new(22).with_blocked(corner), Color),
        (Problem::new(22).with_superqueens(), Search),
        (Problem::new(33).with_queen(corner), Solver),
    ] {
        let problem = problem.unwrap();
        let options = Options::new().threads(1);
        let plan = Completer::new(&problem).options(&options).plan().unwrap();
        assert_eq!(plan.method, method, "{problem}");
        assert!(plan.seconds > 0.1 && plan.seconds.is_finite(), "{problem}: {plan:?}");
        // Color keeps lists and matrices.
        assert_eq!(plan.memory > 50_000_000, method == Color, "{problem}: {plan:?}");
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
    assert_eq!(whole.total, admitted(&blocked, usize::MAX).len() as u128);
    assert_eq!(partial[0], PartialCount { queens: 1, placements: 1, maximal: 0 });
}

/// Large enough that the completer looks ahead.
#[test]
fn the_list_of_a_large_board_is_that_of_the_plain_search() {
    for (n, most) in [(13, usize::MAX), (14, 3000), (16, 3000)] {
        searches_find(&Problem::new(n).with_queen("f3".parse().unwrap()).unwrap(), most);
    }
}

/// Diagonals excluded one after the other, until nothing is left: the answer changes once, and when
/// it does in the other search.
#[test]
fn a_board_without_a_solution_is_proved_to_have_none() {
    for n in [11, 12, 13] {
        let mut problem = Problem::new(n);
        let mut excluded = 0;
        while !admitted(&problem, 1).is_empty() {
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
    for (n, diags, antis, solvable) in [
        (15, "o1 e1 b1 a2 a9 a14 a15", "b1 f1 j1 o1 o8 o13 o14", false),
        (16, "f1 a4 a6 a12 a15", "b1 e1 h1 j1 n1 p3 p12 p16", true),
    ] {
        let mut squares =
            [diags, antis].map(|names| names.split(' ').map(|at| at.parse().unwrap()));
        let problem = squares[0].try_fold(Problem::new(n), Problem::with_excluded_diag).unwrap();
        let problem = squares[1].try_fold(problem, Problem::with_excluded_anti).unwrap();
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
    /// Any problem, solvable or not: one, all and their number are the definition's.
    #[test]
    fn completions_are_what_the_problem_admits(problem in generators::problem(1..=12)) {
        searches_find(&problem, 1000);
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

    #[test]
    fn a_problem_survives_its_text(problem in generators::problem(1..=12)) {
        prop_assert_eq!(problem.to_string().parse(), Ok(problem));
    }
}
