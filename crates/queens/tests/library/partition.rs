//! Partitions: the units of a count.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::ops::Range;

use queens::engine::Partition;
use queens::{Kernel, Method, StopFlag, Tally, known};

fn partition(n: u32, method: Method) -> Partition {
    Partition::new(n, method).unwrap()
}

/// The tally of each piece, and whether the work that the counter told is the work forecast.
fn count(partition: &Partition, pieces: &[Range<u64>], kernel: Kernel) -> Vec<Tally> {
    let mut counter = partition.counter(kernel).unwrap();
    let stop = StopFlag::new();
    let mut one = |units: &Range<u64>| {
        let mut worked = 0.0;
        let tally = counter.count(units.clone(), &stop, &mut |work| worked += work).unwrap();
        let forecast = partition.work(units);
        assert!((worked - forecast).abs() <= 1e-6 * forecast, "{worked} of {forecast}");
        tally
    };
    pieces.iter().map(&mut one).collect()
}

#[test]
fn pieces_are_all_units_and_add_up_whatever_their_number() {
    for method in Method::ALL {
        for (n, total) in known::TOTAL.iter().take_while(|(n, _)| *n <= 12) {
            let partition = partition(n, method);
            let mut nodes = BTreeSet::new();
            for wanted in [1, 2, 7, 64, 100_000] {
                let pieces = partition.pieces(wanted);
                assert!(
                    (1..=wanted).contains(&pieces.len()),
                    "{method}, n = {n}: {}",
                    pieces.len()
                );
                let mut ends = pieces.iter().map(|piece| piece.end);
                let starts = pieces.iter().map(|piece| piece.start).skip(1);
                assert!(starts.eq(ends.clone().take(pieces.len() - 1)));
                assert_eq!((pieces[0].start, ends.next_back()), (0, Some(partition.len())));
                let tallies = count(&partition, &pieces, Kernel::Portable);
                let solutions: u128 = tallies.iter().map(|tally| tally.solutions).sum();
                assert_eq!(solutions, total, "{method}, n = {n}, {wanted} pieces");
                nodes.insert(tallies.iter().map(|tally| tally.nodes).sum::<u128>());
            }
            assert!(method == Method::Color || nodes.len() == 1, "n = {n}: {nodes:?}");
        }
    }
}

/// Pieces of about the same work, also where there are millions of units.
#[test]
fn pieces_are_about_as_many_as_asked_for() {
    for n in [16, 20, 24, 28] {
        let partition = partition(n, Method::Color);
        let pieces = partition.pieces(200);
        assert!((20..=200).contains(&pieces.len()), "n = {n}: {}", pieces.len());
        let mean = partition.work(&(0..partition.len())) / pieces.len() as f64;
        if n >= 22 {
            assert!(pieces.iter().all(|piece| partition.work(piece) < 3.0 * mean), "n = {n}");
        }
    }
}

#[test]
fn every_kernel_counts_the_same_in_every_piece_and_can_be_stopped() {
    let stop = crate::raised();
    for method in Method::ALL {
        for n in [8, 9, 11, 12, 13] {
            let partition = partition(n, method);
            let pieces = partition.pieces(20);
            let solutions = |id| -> Vec<u128> {
                count(&partition, &pieces, id).iter().map(|tally| tally.solutions).collect()
            };
            let reference = solutions(Kernel::Portable);
            for kernel in Kernel::ALL {
                // What is missing is shown as ignored by the test `totals`.
                let Ok(mut counter) = partition.counter(kernel) else { continue };
                assert_eq!(solutions(kernel), reference, "{method}, n = {n}, {kernel}");
                let end = counter.count(0..partition.len(), &stop, &mut |_| ());
                assert!(end.is_err_and(|error| error.is_stopped()), "{method}, n = {n}, {kernel}");
            }
        }
    }
}

fn description(partition: &Partition, units: Range<u64>) -> Vec<u8> {
    let mut bytes = Vec::new();
    partition.describe(units, &mut |part| bytes.extend_from_slice(part));
    bytes
}

/// FNV-1a, for which a test needs no library.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Unfinished runs and certificates depend on the order of the units by color: it must never change. No two are described alike.
#[test]
fn the_order_of_units_is_pinned() {
    let pinned: [(Method, u32, u64, u64); 8] = [
        (Method::Search, 8, 26, 0x3db3_1f5c_e0eb_9603),
        (Method::Search, 11, 39, 0x7695_78dd_2fdc_06d6),
        (Method::Search, 16, 215, 0x0a87_f5f3_15bb_8909),
        (Method::Color, 5, 6, 0xca80_0c34_f6b6_dbe3),
        (Method::Color, 8, 23, 0xc920_1ca9_43a0_76fe),
        (Method::Color, 13, 868, 0x1474_550a_165c_04cc),
        (Method::Color, 18, 12283, 0xd5ea_ac1d_48bb_567b),
        (Method::Color, 21, 176_484, 0x21c9_f7c8_3b61_d3a0),
    ];
    let mut seen = BTreeSet::new();
    let found = pinned.map(|(method, n, _, _)| {
        let partition = partition(n, method);
        let units = partition.len();
        for unit in 0..units.min(1000) {
            let words = description(&partition, unit..unit + 1);
            assert!(seen.insert(words), "{method}: two units of n = {n} are described alike");
        }
        (method, n, units, hash(&description(&partition, 0..units)))
    });
    assert_eq!(found, pinned);
}

#[test]
fn the_forecast_of_a_search_is_near_its_work() {
    let partition = partition(16, Method::Search);
    let all = 0..partition.len();
    let nodes = count(&partition, std::slice::from_ref(&all), Kernel::Scalar)[0].nodes;
    let ratio = partition.work(&all) / nodes as f64;
    // The scalar kernel goes from the middle outwards, where it has a fifth fewer.
    assert!((1.0..1.4).contains(&ratio), "{ratio}");
}
