//! The color method against the definition, known values, and every kernel against every other.

use std::collections::HashMap;

use super::pattern::Lines;
use super::portable::Portable;
use super::*;
use crate::known;
use crate::problem::Problem;

/// All patterns of a size, with so many queens placed before the tables are looked up.
fn patterns<S: Simd>(n: u32, cut: usize) -> Vec<(Lines, u128)> {
    let mut worker = Worker::<S>::new(n);
    let mut all = Vec::new();
    for (number, family) in Family::all(n).iter().enumerate() {
        let tile = Tile { family: number, odd: 0..family.odd.len(), even: 0..usize::MAX };
        let found =
            &mut |pattern: worker::PatternCount| all.push((pattern.rows, pattern.solutions));
        let done = worker.count(family, [cut; 2], &tile, &StopFlag::new(), found);
        done.expect("the flag is not raised");
    }
    all
}

/// What each pattern counts: over all solutions, listed one by one, the weight of their columns.
#[test]
fn patterns_count_what_they_say() {
    for n in 2..=10 {
        let mut expected: HashMap<Lines, u128> = HashMap::new();
        let problem = Problem::plain(BoardSize::new(n).expect("a size"));
        for solution in crate::list(&problem).expect("a plain board") {
            let mut rows = Lines { even: 0, odd: 0 };
            let mut columns = rows;
            let add = |lines: &mut Lines, line: u32| match line % 2 {
                0 => lines.even |= 1 << (line / 2),
                _ => lines.odd |= 1 << (line / 2),
            };
            for (row, &column) in (0..).zip(solution.columns()) {
                if (row + column) % 2 == 0 {
                    add(&mut rows, row);
                    add(&mut columns, column);
                }
            }
            if rows.class(n) == rows {
                let weight = u128::from(rows.weight(columns, n) * rows.orbit(n));
                *expected.entry(rows).or_default() += weight;
            }
        }
        for cut in 0..3 {
            let found = patterns::<Portable>(n, cut);
            let mut total = 0;
            for &(rows, solutions) in &found {
                let expected = expected.get(&rows).copied().unwrap_or(0);
                assert_eq!(solutions, expected, "n = {n}, {rows:?}");
                total += solutions;
            }
            assert_eq!(Some(total), known::TOTAL.at(n), "n = {n}");
        }
    }
}

/// Every kernel that runs here, both parities, on one thread and on three; progress ends at all of the work,
/// and a raised flag ends the count.
#[test]
fn kernels_count_known_totals() {
    let kernels = BackendId::ALL.into_iter().filter(|&id| has_kernel(id));
    assert!(kernels.clone().any(|id| id == BackendId::Portable) && has_kernel(best_kernel()));
    for id in kernels {
        let stop = StopFlag::new();
        for (n, total) in known::TOTAL.iter().take_while(|(n, _)| *n <= 13) {
            for threads in [1, 3] {
                let threads = NonZeroUsize::new(threads).expect("more than none");
                let last = Mutex::new(None);
                let progress = |now: Progress| *last.lock().expect("no thread panics") = Some(now);
                let size = BoardSize::new(n).expect("a size");
                let counted = count(size, id, threads, &stop, &progress);
                assert_eq!(counted, Ok(total), "{id}, n = {n}");
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
        assert!(matches!(stopped, Err(CountError::Stopped { .. })), "{id}: {stopped:?}");
    }
}
