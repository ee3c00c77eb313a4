//! Blocks: whatever the cut, the sums are those of a plain list of the solutions.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::{BTreeMap, BTreeSet};

use queens::backend::{StopFlag, Stopped, open, probe};
use queens::blocks::{BlockTally, Blocks, Cut, MODULI, Middle, Way, count_middle};
use queens::{BackendId, BoardSize, Placement, Problem, color, known, list};

fn size(n: u32) -> BoardSize {
    BoardSize::new(n).unwrap()
}

/// The definition, applied to every solution.
fn sums_by_listing(n: u32) -> BTreeMap<Middle, u128> {
    let mut sums = BTreeMap::new();
    for placement in list(&Problem::plain(size(n))).unwrap() {
        *sums.entry(Middle::of(&placement).unwrap()).or_default() += 1;
    }
    sums
}

fn all(blocks: &Blocks, way: Way, id: BackendId) -> Vec<BlockTally> {
    let backend = open(id).unwrap();
    let stop = StopFlag::new();
    (0..blocks.len()).map(|b| blocks.count(b, way, &*backend, &stop).unwrap()).collect()
}

fn sums(tallies: &[BlockTally]) -> BTreeMap<Middle, u128> {
    let mut sums = BTreeMap::new();
    for (middle, solutions) in tallies.iter().flat_map(|tally| &tally.sums) {
        *sums.entry(*middle).or_default() += solutions;
    }
    sums
}

#[test]
fn the_sums_are_those_of_a_list_whatever_the_cut() {
    for n in 4..=10 {
        let listed = sums_by_listing(n);
        for (rows, group) in [(0, 1), (2, 3), (4, 7), (5, 100), (n, 1), (n, 1000)] {
            let blocks = Blocks::new(size(n), Cut::Search { rows, group }).unwrap();
            let tallies = all(&blocks, Way::Direct, BackendId::Scalar);
            assert_eq!(sums(&tallies), listed, "n = {n}, rows = {rows}, group = {group}");
            let total: u128 = tallies.iter().map(|tally| tally.total).sum();
            assert_eq!(Some(total), known::TOTAL.at(n));
        }
    }
}

/// By color, solutions are sorted by the number of white queens.
#[test]
fn the_sums_of_the_color_method_are_those_of_a_list() {
    for n in 4..=10 {
        let mut listed = BTreeMap::new();
        for placement in list(&Problem::plain(size(n))).unwrap() {
            let white = (0..).zip(placement.columns()).filter(|(r, c)| (r + **c) % 2 == 0).count();
            let black = n as usize - white;
            let fewer = if n % 2 == 0 { white.min(black) } else { white };
            *listed.entry(Middle::White(fewer as u32)).or_default() += 1;
        }
        for group in [1, 2, 1_000_000] {
            let blocks = Blocks::new(size(n), Cut::Color { group }).unwrap();
            let tallies = all(&blocks, Way::Direct, BackendId::Scalar);
            assert_eq!(sums(&tallies), listed, "n = {n}, group = {group}");
            assert!((0..blocks.len()).all(|block| blocks.expected(block) > 0.0));
        }
    }
}

#[test]
fn the_kernels_and_the_images_of_the_color_method_give_the_same_tallies() {
    for n in 4..=12 {
        let blocks = Blocks::new(size(n), Cut::color(size(n), Some(20)).unwrap()).unwrap();
        let direct = all(&blocks, Way::Direct, BackendId::Portable);
        for tally in &direct {
            assert_eq!(tally.total, tally.sums.iter().map(|(_, solutions)| solutions).sum());
            for (residue, modulus) in tally.residues.into_iter().zip(MODULI) {
                assert_eq!(u128::from(residue), tally.total % u128::from(modulus));
            }
        }
        for (id, backend) in probe() {
            if backend.is_err() || color::kernel_is_available(id).is_err() {
                continue; // Shown as ignored by the test `backends`.
            }
            for way in [Way::Direct, Way::Mirrored] {
                let again = all(&blocks, way, id);
                let numbers =
                    |tally: &BlockTally| (tally.total, tally.sums.clone(), tally.residues);
                assert!(
                    direct.iter().map(numbers).eq(again.iter().map(numbers)),
                    "n = {n}, {id}, {way:?}"
                );
            }
        }
    }
}

#[test]
fn images_of_a_solution_belong_together() {
    for n in [6, 7, 8, 9, 10] {
        for placement in list(&Problem::plain(size(n))).unwrap() {
            let middle = Middle::of(&placement).unwrap();
            assert!(middle.fits(size(n)), "{middle} of {placement}");
            for image in placement.orbit() {
                assert_eq!(Middle::of(&image), Some(middle), "{image} of {placement}");
            }
        }
    }
}

#[test]
fn every_backend_and_the_mirror_image_give_the_same_tallies() {
    for n in [8, 9, 11, 12, 13] {
        for rows in [4, 5, 6] {
            let blocks = Blocks::new(size(n), Cut::Search { rows, group: 13 }).unwrap();
            let direct = all(&blocks, Way::Direct, BackendId::Scalar);
            for (id, backend) in probe() {
                if backend.is_err() {
                    continue; // Shown as ignored by the test `backends`.
                }
                for way in [Way::Direct, Way::Mirrored] {
                    let again = all(&blocks, way, id);
                    let numbers =
                        |tally: &BlockTally| (tally.total, tally.sums.clone(), tally.residues);
                    assert!(
                        direct.iter().map(numbers).eq(again.iter().map(numbers)),
                        "n = {n}, rows = {rows}, {id}, {way:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_tally_agrees_with_itself() {
    let blocks = Blocks::new(size(12), Cut::search(size(12), Some(40)).unwrap()).unwrap();
    for tally in all(&blocks, Way::Direct, BackendId::Scalar) {
        assert_eq!(tally.total, tally.sums.iter().map(|(_, solutions)| solutions).sum());
        assert!(tally.sums.is_sorted_by(|a, b| a.0 < b.0));
        for (residue, modulus) in tally.residues.into_iter().zip(MODULI) {
            assert_eq!(u128::from(residue), tally.total % u128::from(modulus));
        }
    }
}

#[test]
fn one_sum_alone_is_the_same() {
    for n in [4, 5, 8, 9, 10] {
        let backend = open(BackendId::Scalar).unwrap();
        let listed = sums_by_listing(n);
        for (middle, solutions) in &listed {
            let counted = count_middle(size(n), *middle, &*backend, &StopFlag::new());
            assert_eq!(counted, Ok(*solutions), "n = {n}, {middle}");
        }
    }
}

#[test]
fn blocks_are_described_each_in_its_own_words() {
    let describe = |blocks: &Blocks| -> Vec<Vec<u8>> {
        let one = |block| {
            let mut words = Vec::new();
            blocks.describe(block, &mut |bytes| words.extend_from_slice(bytes));
            words
        };
        (0..blocks.len()).map(one).collect()
    };
    let cut = |n, rows, group| Blocks::new(size(n), Cut::Search { rows, group }).unwrap();
    let mut seen = BTreeSet::new();
    for n in [7, 8, 9] {
        for words in describe(&cut(n, 4, 5)) {
            assert!(seen.insert(words), "two blocks of n = {n} are described alike");
        }
    }
    for n in [7, 8, 9] {
        for words in describe(&Blocks::new(size(n), Cut::Color { group: 3 }).unwrap()) {
            assert!(seen.insert(words), "two blocks of n = {n} are described alike");
        }
    }
    // One block of all sub-problems says the same as many, but for the heads of the pieces.
    let whole = describe(&cut(8, 4, 1_000_000));
    assert_eq!(whole.len(), 1);
    assert!(describe(&cut(8, 5, 1_000_000)) != whole);
}

#[test]
fn cuts_give_about_as_many_blocks_as_asked_for() {
    for n in 4..=16 {
        for wanted in [1, 10, 50] {
            let blocks = Blocks::new(size(n), Cut::search(size(n), Some(wanted)).unwrap()).unwrap();
            assert!((1..=wanted).contains(&blocks.len()), "n = {n}: {}", blocks.len());
            let blocks = Blocks::new(size(n), Cut::color(size(n), Some(wanted)).unwrap()).unwrap();
            assert!((1..=wanted).contains(&blocks.len()), "n = {n}: {}", blocks.len());
        }
    }
    let twelve = Blocks::new(size(12), Cut::search(size(12), None).unwrap()).unwrap();
    assert!((48..=64).contains(&twelve.len()), "{}", twelve.len());
}

#[test]
fn the_forecast_is_near_the_work_as_a_whole() {
    let blocks = Blocks::new(size(13), Cut::search(size(13), None).unwrap()).unwrap();
    let expected: f64 = (0..blocks.len()).map(|block| blocks.expected(block)).sum();
    let tallies = all(&blocks, Way::Direct, BackendId::Scalar);
    let nodes: u128 = tallies.iter().map(|tally| tally.nodes).sum();
    let ratio = expected / nodes as f64;
    assert!((0.8..1.25).contains(&ratio), "{ratio}");
}

#[test]
fn a_block_can_be_stopped() {
    let blocks = Blocks::new(size(12), Cut::Search { rows: 4, group: 5 }).unwrap();
    let stop = StopFlag::new();
    stop.raise();
    for (_, backend) in probe() {
        if let Ok(backend) = backend {
            assert_eq!(blocks.count(3, Way::Direct, &*backend, &stop), Err(Stopped));
        }
    }
}

#[test]
fn middles_are_read_as_they_are_written_and_no_other_way() {
    for n in 4..=12 {
        for placement in list(&Problem::plain(size(n))).unwrap().take(300) {
            let middle = Middle::of(&placement).unwrap();
            assert_eq!(middle.to_string().parse(), Ok(middle));
        }
    }
    for text in ["", "0", "01", "+1", "1,", ",1", "1,0", "1,2,3", "a", " 1", "4294967296", "1, 2"] {
        assert!(text.parse::<Middle>().is_err(), "{text:?}");
    }
    assert_eq!("3,7".parse(), Ok(Middle::Two(2, 6)));
}

#[test]
fn middles_by_hand() {
    let middle = |text: &str| Middle::of(&text.parse::<Placement>().unwrap()).unwrap().to_string();
    // The centre is taken.
    assert_eq!(middle("2 5 3 1 4"), "3");
    // Row 3 holds column 5 at distance 2; column 3 holds row 2 at distance 1, its image column 2.
    assert_eq!(middle("1 3 5 2 4"), "2");
    // Rows 2 and 3 hold columns 4 and 1, columns 2 and 3 rows 1 and 4: a tie at distance 1.5.
    assert_eq!(middle("2 4 1 3"), "1");
}
