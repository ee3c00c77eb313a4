//! The color method against the definition, known values, and every kernel against every other.

use std::collections::HashMap;
use std::ops::Range;

use super::MAX_N;
use super::board::Board;
use super::choice::Choice;
use super::counter::{PatternCounter, worker};
use super::pattern::Pattern;
use super::patterns::Patterns;
use super::sampling::Way;
use super::white_rows::WhiteRows;
use super::worker::PatternCount;
use crate::board::placement::Placement;
use crate::board::problem::Problem;
use crate::board::{Square, known};
use crate::count::method::{Kernel, Method};
use crate::count::tally::Tally;
use crate::error::Error;
use crate::parallel::{Options, StopFlag};
use crate::random::Random;

/// The kernels that this machine has.
fn kernels() -> impl Iterator<Item = Kernel> {
    Kernel::ALL.into_iter().filter(|kernel| kernel.check(Method::Color).is_ok())
}

/// The colors that may be searched: none, white, black.
const SEARCHED: [Option<usize>; 3] = [None, Some(0), Some(1)];

/// All families in one way, at any cost.
fn in_this_way(all: &Patterns, way: Way, searched: Option<usize>) -> Vec<Choice> {
    let changed = |choice: &Choice| Choice { ways: [way; 2], searched, ..*choice };
    all.forecast.iter().map(changed).collect()
}

/// Counts all patterns with up to three queens placed first, of which a group shares two if there are as many; or one
/// color by a search.
fn patterns(
    all: &Patterns,
    cut: usize,
    searched: Option<usize>,
    kernel: Kernel,
) -> Vec<PatternCount> {
    let way = Way { first: cut, shared: cut & 2 };
    let (choices, mut worker) = (in_this_way(all, way, searched), worker(all, kernel));
    let (mut found, mut work) = (Vec::new(), 0.0);
    for tile in all.tiles(0..all.len()) {
        let (found, worked) =
            (&mut |pattern| found.push(pattern), &mut |_, fraction| work += fraction);
        let done = worker.count(&tile, &choices[tile.family], &StopFlag::new(), found, worked);
        done.expect("the flag is not raised");
    }
    assert!((work - found.len() as f64).abs() < 1e-6, "{work}");
    found
}

/// The sum of these patterns, in these ways.
fn count(all: &Patterns, choices: Vec<Choice>, kernel: Kernel, patterns: Range<u64>) -> Tally {
    let mut counter = PatternCounter { all, choices, worker: worker(all, kernel) };
    counter.count(patterns, &StopFlag::new(), &mut |_| ()).expect("the flag is not raised")
}

/// A solution belongs to the least pattern of its eight images, and to no other.
#[test]
fn solutions_belong_to_the_least_pattern_of_their_images() {
    for n in 2..=10 {
        let mut expected: HashMap<Pattern, u128> = HashMap::new();
        for solution in crate::solutions(n).expect("a plain board") {
            let rows = |image: Placement| {
                let white =
                    (0..).zip(image.columns()).filter(|(row, column)| (row + **column) % 2 == 0);
                Pattern::from_bits(white.fold(0, |rows, (row, _)| rows | 1 << row))
            };
            let least = solution.orbit().into_iter().map(rows).min().expect("itself");
            *expected.entry(least).or_default() += 1;
        }
        let all = Patterns::new(n);
        for (cut, searched) in [0, 1, 2, 3, 1, 1]
            .into_iter()
            .zip([SEARCHED[0]; 4].into_iter().chain([Some(0), Some(1)]))
        {
            let mut expected = expected.clone();
            for pattern in patterns(&all, cut, searched, Kernel::Portable) {
                let expected = expected.remove(&pattern.rows).unwrap_or(0);
                assert_eq!(pattern.solutions, expected, "n = {n}, {cut} first, {pattern:?}");
                if cut > 0 {
                    continue;
                }
                let rows = WhiteRows::from_pattern(n, pattern.rows);
                let belonging =
                    |method| rows.count(method, &Options::new()).map(|count| count.belonging);
                assert_eq!(Method::ALL.map(belonging), [Ok(expected), Ok(expected)], "{rows:?}");
            }
            assert!(expected.is_empty(), "n = {n}, {cut} first: {expected:?}");
        }
    }
}

/// Whatever the range, its tiles are its patterns, in some order; and ranges end where they may.
#[test]
fn tiles_make_up_ranges() {
    for n in [2, 3, 8, 11, 14, 19, 22, 25] {
        let all = Patterns::new(n);
        let len = all.len();
        let mut random = Random::new(7);
        // There are millions.
        let most = len.min(20_000) as u32;
        let cuts: Vec<u64> = (0..20).map(|_| u64::from(random.below(most + 1))).collect();
        for &from in &cuts {
            for &to in cuts.iter().filter(|&&to| to >= from) {
                let mut found: Vec<Pattern> = Vec::new();
                for tile in all.tiles(from..to) {
                    let family = &all.families[tile.family];
                    for &a2 in &family.odd[tile.a2.clone()] {
                        let partners = tile.slice(family.partners(a2)).iter();
                        found.extend(partners.map(|&a1| Pattern { even: a1, odd: a2 }));
                    }
                }
                found.sort_unstable();
                let mut expected: Vec<Pattern> = all.rows(from..to).collect();
                assert_eq!(expected.len() as u64, to - from);
                expected.sort_unstable();
                assert!(found == expected, "n = {n}, {from}..{to}");
            }
        }
        let whole = all.work(&(0..len));
        for pieces in [1.0, 7.0, 1000.0] {
            let ends: Vec<u64> = all.ends(whole / pieces).collect();
            assert!(ends.windows(2).all(|two| two[0] < two[1]) && ends.last() == Some(&len));
            let parts = std::iter::once(0).chain(ends.iter().copied()).zip(&ends);
            let mut sum = 0.0;
            for (from, &to) in parts {
                let work = all.work(&(from..to));
                let sets = all.locate(to - 1).0 - all.locate(from).0;
                assert!(sets == 0 || work < 1.001 * whole / pieces, "n = {n}: {from}..{to}");
                sum += work;
            }
            assert!((sum / whole - 1.0).abs() < 1e-6, "n = {n}");
        }
    }
}

/// Queens that are placed first change nothing, however many of them a group shares.
#[test]
fn no_count_depends_on_the_queens_placed_first() {
    let kernel = Kernel::fastest(Method::Color);
    let mut random = Random::new(3);
    for n in [20, 21, 23] {
        let all = Patterns::new(n);
        let start = u64::from(random.below(all.len() as u32 - 30));
        let some = start..start + if n == 23 { 1 } else { 30 };
        let ways = (0..=3).flat_map(|first| (0..=first).map(move |shared| Way { first, shared }));
        let ways =
            ways.map(|way| (way, None)).chain([0, 1].map(|color| (Way::default(), Some(color))));
        let count = |(way, searched)| {
            count(&all, in_this_way(&all, way, searched), kernel, some.clone()).solutions
        };
        let counts: Vec<u128> = ways.map(count).collect();
        assert!(counts[0] > 0, "n = {n}, from {start}");
        assert!(
            counts.iter().all(|&count| count == counts[0]),
            "n = {n}, from {start}: {counts:?}"
        );
    }
}

/// The pattern of n = 28 for which the first kernel had too few bits, by every kernel of this machine.
#[test]
#[ignore = "takes minutes: `cargo xtask optimized` runs it"]
fn unit_7756_of_28_is_counted_by_all_kernels() {
    let all = Patterns::new(28);
    for kernel in kernels() {
        for way in [Way { first: 3, shared: 2 }, Way { first: 4, shared: 4 }] {
            let tally = count(&all, in_this_way(&all, way, None), kernel, 7756..7757);
            assert_eq!(tally.solutions, 0, "{kernel}, {way:?}");
        }
    }
}

/// Sums and entries that reach their limit are counted again, and come out the same, by every kernel.
#[test]
fn what_reaches_its_limit_is_counted_again() {
    for kernel in kernels() {
        for n in 2..=13 {
            for (limits, first) in [(1, u16::MAX), (1, 1), (3, 20)].into_iter().zip(0..) {
                let all = Patterns { limits, ..Patterns::new(n) };
                for searched in SEARCHED {
                    let patterns = patterns(&all, first, searched, kernel);
                    let total = patterns.iter().map(|one| one.solutions).sum();
                    assert_eq!(
                        Some(total),
                        known::TOTAL.at(n),
                        "n = {n}, {kernel}, {limits:?}, {searched:?}"
                    );
                }
            }
        }
    }
}

/// All white queens in the central rows, as in the pattern of n = 28 for which the first kernel had too few bits.
#[test]
fn extreme_patterns_equal_a_search() {
    let central = |n: u32, queens: u32| {
        let rows = ((1 << queens) - 1) << (n / 2 - queens / 2);
        WhiteRows::new(n, rows).expect("rows of the board")
    };
    for n in [16, 18] {
        for queens in [6, 8] {
            let white = central(n, queens);
            let [search, color] = Method::ALL.map(|method| white.count(method, &Options::new()));
            assert_eq!(search, color, "n = {n}, {queens} queens");
        }
    }
    // What the search finds in 20 and in 45 seconds.
    for (queens, solutions) in [(6, 2198), (8, 1_505_995)] {
        let found = central(22, queens).count(Method::Color, &Options::new());
        assert_eq!(found.expect("it is not stopped").solutions, solutions, "{queens} queens");
    }
}

/// A leaf can name the column sets of its group, at every size.
#[test]
fn every_size_has_few_enough_column_sets() {
    for n in 2..=MAX_N {
        let all = Patterns::new(n);
        for kernel in Kernel::ALL {
            let choices = all.choices(kernel);
            assert!(choices.iter().all(|one| one.nanoseconds_per_pattern.is_finite()), "n = {n}");
        }
    }
}

/// The solutions of a board, by color.
fn count_board(problem: &Problem, kernel: Kernel) -> u128 {
    let all = Patterns::from_board(Board::from_problem(problem).expect("a board of queens"));
    count(&all, all.choices(kernel), kernel, 0..all.len()).solutions
}

/// Fixed queens, blocked squares and excluded diagonals at random, against the search.
#[test]
fn boards_with_closed_squares_equal_a_search() {
    type With = fn(Problem, Square) -> Result<Problem, Error>;
    let mut random = Random::new(11);
    let mut solvable = 0;
    for round in 0..400 {
        let n = 2 + random.below(if round % 20 == 0 { 11 } else { 8 });
        let mut problem = Problem::new(n);
        let changes: [(u32, With); 4] = [
            (round % 4, Problem::with_queen),
            (round % 7, Problem::with_blocked),
            (u32::from(round % 3 > 0), Problem::with_excluded_diag),
            (u32::from(round % 3 > 1), Problem::with_excluded_anti),
        ];
        for (times, with) in changes {
            for _ in 0..times {
                let at = Square { row: random.below(n), column: random.below(n) };
                // What contradicts the rest is left out.
                problem = with(problem.clone(), at).unwrap_or(problem);
            }
        }
        let expected = problem.count().expect("a small board");
        solvable += u32::from(expected > 0);
        let kernel = [Kernel::Portable, Kernel::fastest(Method::Color)][round as usize % 2];
        assert_eq!(count_board(&problem, kernel), expected, "{problem}");
    }
    assert!(solvable > 100, "{solvable}");
}

/// Every solution has one queen in the first row.
#[test]
fn boards_with_a_queen_make_up_the_whole() {
    for n in [14, 15] {
        let with_queen = |column| {
            let problem =
                Problem::new(n).with_queen(Square { row: 0, column }).expect("on the board");
            count_board(&problem, Kernel::fastest(Method::Color))
        };
        assert_eq!(Some((0..n).map(with_queen).sum()), known::TOTAL.at(n), "n = {n}");
    }
}
