//! Solutions by the rows of their white queens: by color, by search, and by the list of all solutions.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::HashMap;

use queens::random::Random;
use queens::{ErrorKind, Method, Options, WhiteRows, WhiteRowsCount, known};
use queens_testkit::oracle;

/// Every set of rows, by both methods, against the list of all solutions.
#[test]
fn white_rows_hold_what_they_say() {
    for n in 0..=9 {
        let mut listed: HashMap<u32, u128> = HashMap::new();
        for columns in oracle::solutions(n) {
            let is_white = |&(row, column): &(u32, u32)| (row + column) % 2 == 0;
            let white = (0..).zip(columns).filter(is_white);
            *listed.entry(white.fold(0, |rows, (row, _)| rows | 1 << row)).or_default() += 1;
        }
        let mut sums = [WhiteRowsCount::default(); 2];
        for rows in 0..1 << n {
            let white = WhiteRows::new(n, rows).unwrap();
            for (sum, method) in sums.iter_mut().zip(Method::ALL) {
                let counted = white.count(method, &Options::new().threads(1)).unwrap();
                let expected = listed.get(&rows).copied().unwrap_or(0);
                assert_eq!(counted.solutions, expected, "{white:?}, {method}");
                assert!(white.is_least() || counted.belonging == 0, "{white:?}, {method}");
                *sum += counted;
            }
        }
        let total = known::TOTAL.at(n).unwrap();
        let whole = WhiteRowsCount { solutions: total, belonging: total };
        assert_eq!(sums, [whole; 2], "n = {n}");
    }
}

/// Random sets of rows; in three of four there are as many even and odd rows as in solutions.
#[test]
fn white_rows_by_color_are_those_by_search() {
    let mut random = Random::new(1);
    for n in 6..=if cfg!(debug_assertions) { 14 } else { 16 } {
        let mut counts = Vec::new();
        while counts.len() < 20 {
            let rows = random.below(1 << n);
            let [even, odd] = [0x5555_5555, 0xaaaa_aaaa].map(|lines| (rows & lines).count_ones());
            if counts.len() % 4 > 0 && even != odd + n % 2 {
                continue;
            }
            let white = WhiteRows::new(n, rows).unwrap();
            let on =
                |method, threads| white.count(method, &Options::new().threads(threads)).unwrap();
            let counted = on(Method::Color, 1);
            assert_eq!(counted, on(Method::Search, 2), "{white:?}");
            assert_eq!(counted, on(Method::Color, 2), "{white:?}");
            counts.push(counted);
        }
        let some = counts.iter().filter(|count| count.solutions > 0).count();
        assert!(n == 6 || some > 4, "n = {n}: {some}");
    }
}

#[test]
fn rows_that_a_board_does_not_have_are_named() {
    let error = WhiteRows::new(8, 1 << 8).unwrap_err();
    assert_eq!(error.to_string(), "a board of size 8 has no row 8");
    assert_eq!(error.advice(), "rows are numbered from 0 to 7 here");
    assert_eq!(WhiteRows::new(0, 1).unwrap_err().kind(), ErrorKind::Invalid);
    assert!(WhiteRows::new(32, u32::MAX).is_ok_and(|white| white.numbers().eq(0..32)));
}

#[test]
fn white_rows_tell_their_progress_and_stop() {
    for method in Method::ALL {
        let white = WhiteRows::new(22, 0x03_c0ff).unwrap();
        let count = |options: &Options<'_>| white.count(method, options);
        let part = crate::stopped(count, |progress| progress.done > 0).1.fraction();
        assert!(part > 0.0 && part < 0.5, "{method}: {part}");
    }
}
