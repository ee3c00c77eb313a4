//! The color method against the definition, known values, and every kernel against every other.

use std::collections::HashMap;

use super::pattern::{Lines, sets};
use super::portable::Portable;
use super::*;
use crate::known;
use crate::problem::Problem;

/// The rows and the columns of white queens, and how many solutions have them.
fn listed(n: u32) -> HashMap<(Lines, Lines), u128> {
    let problem = Problem::plain(BoardSize::new(n).expect("a size"));
    let mut all = HashMap::new();
    for solution in crate::list(&problem).expect("a plain board") {
        let (mut rows, mut columns) = (0, 0);
        for (row, &column) in (0..).zip(solution.columns()) {
            if (row + column) % 2 == 0 {
                rows |= 1 << row;
                columns |= 1 << column;
            }
        }
        *all.entry((Lines::of(rows), Lines::of(columns))).or_default() += 1;
    }
    all
}

/// All patterns of a size, with so many queens placed before the tables are looked up.
fn patterns(n: u32, cut: usize, images: bool) -> Vec<PatternCount> {
    let mut all = Partition::new(n, BackendId::Portable);
    all.costs.cut_all(cut);
    let mut found = Vec::new();
    for number in 0..all.len() {
        let tile = &all.tile(number);
        let mut worker = Worker::<Portable>::new(&all);
        let mut worked = 0.0;
        let done = worker.count(
            tile,
            images,
            &StopFlag::new(),
            &mut |pattern| found.push(pattern),
            &mut |_, share| worked += share,
        );
        done.expect("the flag is not raised");
        assert!((worked - all.patterns(number).count() as f64).abs() < 1e-6);
    }
    found
}

/// What each pattern counts: over all solutions, listed one by one, the weight of their columns.
#[test]
fn patterns_count_what_they_say() {
    for n in 2..=10 {
        let listed = listed(n);
        let mut expected: HashMap<Lines, u128> = HashMap::new();
        for (&(rows, columns), solutions) in &listed {
            let weight = u128::from(rows.weight(columns, n) * rows.orbit(n));
            *expected.entry(rows).or_default() += weight * solutions;
        }
        for (cut, images) in [(0, false), (1, false), (2, false), (0, true), (1, true)] {
            let found = patterns(n, cut, images);
            for pattern in &found {
                let expected = expected.get(&pattern.rows).copied().unwrap_or(0);
                assert_eq!(pattern.solutions, expected, "n = {n}, {pattern:?}");
                assert_eq!(
                    pattern.rows == pattern.rows.class(n),
                    !images || pattern.rows.turned(n) == pattern.rows
                );
            }
            let total: u128 = found.iter().map(|pattern| pattern.solutions).sum();
            assert_eq!(Some(total), known::TOTAL.at(n), "n = {n}");
        }
    }
}

/// Every set of rows, by color and by search, against the list of all solutions.
#[test]
fn white_rows_hold_what_they_say() {
    let never = StopFlag::new();
    for n in 0..=8 {
        let size = BoardSize::new(n).expect("a size");
        let mut listed_rows: HashMap<Lines, u128> = HashMap::new();
        for ((rows, _), solutions) in listed(n) {
            *listed_rows.entry(rows).or_default() += solutions;
        }
        for rows in 0..1 << n {
            let white = WhiteRows::new(size, rows).expect("n rows");
            let expected = listed_rows.get(&Lines::of(rows)).copied().unwrap_or(0);
            assert_eq!(white.count_by_search(&never), Ok(expected), "{white:?}");
            assert_eq!(white.count_by_color(&never), Ok(expected), "{white:?}");
        }
        assert!(WhiteRows::new(size, 1 << n).is_err());
    }
}

/// The two methods on random patterns of larger boards.
#[test]
fn white_rows_by_color_are_those_by_search() {
    let never = StopFlag::new();
    let mut random = 1;
    for n in [13, 14, 15, 16] {
        let size = BoardSize::new(n).expect("a size");
        let mut positive = 0;
        for _ in 0..20 {
            let queens = n / 4;
            let odd_sets = sets(n / 2, queens);
            let even_sets = sets(n.div_ceil(2), queens + n % 2);
            let pick = |sets: &[u32], random: &mut u64| {
                sets[(crate::engine::split_mix(random) % sets.len() as u64) as usize]
            };
            let (even, odd) = (pick(&even_sets, &mut random), pick(&odd_sets, &mut random));
            let rows =
                (0..n).filter(|row| (if row % 2 == 0 { even } else { odd }) >> (row / 2) & 1 == 1);
            let rows = rows.fold(0, |all, row| all | 1 << row);
            let white = WhiteRows::new(size, rows).expect("n rows");
            let counted = white.count_by_color(&never);
            assert_eq!(counted, white.count_by_search(&never), "{white:?}");
            positive += u32::from(counted != Ok(0));
        }
        assert!(positive > 10, "n = {n}: {positive}");
        let stop = StopFlag::new();
        stop.raise();
        let white =
            WhiteRows::new(BoardSize::new(28).expect("a size"), 0xff_c0ff).expect("28 rows");
        assert_eq!(white.count_by_color(&stop), Err(Stopped));
        assert_eq!(white.count_by_search(&stop), Err(Stopped));
    }
}

/// Every kernel that runs here, both parities, on one thread and on three; progress ends at all of the work,
/// and a raised flag ends the count.
#[test]
fn kernels_count_known_totals() {
    let kernels = BackendId::ALL.into_iter().filter(|&id| kernel_is_available(id).is_ok());
    assert!(kernels.clone().any(|id| id == BackendId::Portable));
    for id in kernels {
        let stop = StopFlag::new();
        for (n, total) in known::TOTAL.iter().take_while(|(n, _)| *n <= 12) {
            let mut nodes = None;
            for threads in [1, 3] {
                let threads = NonZeroUsize::new(threads).expect("more than none");
                let last = Mutex::new(None);
                let progress = |now: Progress| *last.lock().expect("no thread panics") = Some(now);
                let size = BoardSize::new(n).expect("a size");
                let counted = count(size, id, threads, &stop, &progress);
                let counted = counted.expect("it is available").expect("the flag is not raised");
                assert_eq!(counted.total, total, "{id}, n = {n}");
                assert_eq!(*nodes.get_or_insert(counted.nodes), counted.nodes, "{id}, n = {n}");
                let last = last.into_inner().expect("no thread panics");
                assert!(
                    last.is_none_or(|last| last.done == last.expected),
                    "{id}, n = {n}: {last:?}"
                );
            }
        }
        stop.raise();
        let size = BoardSize::new(28).expect("a size");
        let stopped = count(size, id, NonZeroUsize::MIN, &stop, &|_| ());
        assert!(matches!(stopped, Ok(Err(_))), "{id}: {stopped:?}");
    }
}
