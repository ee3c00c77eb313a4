//! The kernels of the color method against plain loops.
//!
//! They are private: this test compiles their files by itself. A kernel that this machine lacks shows as
//! ignored, with its reason in its name: it has not passed.

#![allow(
    dead_code,
    unused_imports,
    reason = "only the kernels are used here, without their own tests"
)]

use std::collections::HashMap;
use std::marker::PhantomData;

use color::kernel::{Dot, Matrix, Scratch, Survivors};
use color::packed::Packed;
use color::placements::{Placements, Ranks, place, prefixes};
use color::squares::{Squares, colors, members};
use color::tried::{Lookups, Tried};
use libtest_mimic::{Arguments, Trial};
use queens::StopFlag;
use queens::engine::Random;
use simd::Bytes;

#[path = "../src/count/color"]
mod color {
    pub(crate) mod kernel;
    pub(crate) mod packed;
    pub(crate) mod placements;
    pub(crate) mod squares;
    pub(crate) mod tried;
}

#[path = "../src/simd/mod.rs"]
mod simd;

mod parallel {
    pub(crate) use queens::{StopFlag, Stopped};
}

/// The name of a kernel, and its check or why this machine lacks it.
type KernelCase = (&'static str, Result<fn(), &'static str>);

#[cfg(target_arch = "x86_64")]
fn vectors() -> Vec<KernelCase> {
    use simd::avx2::Bytes32;
    use simd::avx512::{Bytes64, CountingBytes64};
    use simd::{has_avx2, has_avx512, has_avx512_bitalg};

    let found = |there: bool, check: fn(), why| if there { Ok(check) } else { Err(why) };
    vec![
        ("avx2", found(has_avx2(), check::<Bytes32>, "this processor lacks AVX2")),
        (
            "avx512",
            found(has_avx512(), check::<Bytes64>, "this processor lacks AVX-512F, BW or VL"),
        ),
        (
            "avx512 with bit counts",
            found(
                has_avx512_bitalg(),
                check::<CountingBytes64>,
                "this processor lacks AVX-512's BITALG",
            ),
        ),
    ]
}

#[cfg(not(target_arch = "x86_64"))]
fn vectors() -> Vec<KernelCase> {
    ["avx2", "avx512", "avx512 with bit counts"]
        .map(|name| (name, Err("it needs an x86-64 processor")))
        .into()
}

#[cfg(target_arch = "aarch64")]
fn neon() -> KernelCase {
    ("neon", Ok(check::<simd::neon::Bytes16>))
}

#[cfg(not(target_arch = "aarch64"))]
fn neon() -> KernelCase {
    ("neon", Err("it needs a 64-bit ARM processor"))
}

fn main() {
    let portable: KernelCase = ("portable", Ok(check::<simd::portable::Bytes32>));
    let trial = |(name, kernel): KernelCase| match kernel {
        Ok(check) => Trial::test(format!("{name}: survivors and products"), move || {
            check();
            Ok(())
        }),
        Err(why) => Trial::test(format!("{name}: {why}"), || Ok(())).with_ignored_flag(true),
    };
    let trials = [portable, neon()].into_iter().chain(vectors()).map(trial).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// A set of so many of `width` elements.
fn random_set(width: u32, elements: u32, random: &mut Random) -> u32 {
    let mut set = 0u32;
    while set.count_ones() < elements {
        set |= 1 << random.below(width);
    }
    set
}

/// Column sets that occur, all but a few of them, as ranks.
fn random_ranks(class: Squares, queens: u32, random: &mut Random) -> (Vec<u32>, Ranks) {
    let sets = (0..1 << class.columns).filter(|set: &u32| set.count_ones() == queens);
    let sets: Vec<u32> = sets.filter(|_| random.below(8) > 0).collect();
    let ranks = Ranks::new(class.columns, sets.iter().copied());
    (sets, ranks)
}

/// Columns and diagonals of every placement.
fn listed(class: Squares, rows: u32) -> Vec<(u32, u64)> {
    let mut all = Vec::new();
    place(class, rows, 0, 0, &mut [0; 16], &mut |columns, diagonals, _| {
        all.push((columns, diagonals));
    });
    all
}

/// Random rows of boards of all sizes: the survivors of each tried placement, by columns, as by looking at every
/// pair; then the products of two such matrices.
fn check<S: Bytes>() {
    widening::<S>();
    let mut random = Random::new(1);
    let mut filled = 0;
    for round in 0..120 {
        let n = 6 + round % 15;
        let color = colors(n)[random.below(2) as usize];
        let half = (n / 2).min(6);
        // All rows of the largest boards are more pairs than the usual kernel takes.
        let on_even = if round % 4 == 0 { n.div_ceil(2) } else { random.below(half) };
        let on_odd = random.below(half);
        let (class, other) = (color.tried, color.packed);
        let on_even = on_even.min(class.columns);
        let even = random_set(class.rows, on_even, &mut random);
        let odd = random_set(other.rows, on_odd, &mut random);
        let (tried_sets, tried_ranks) = random_ranks(class, on_even, &mut random);
        let (packed_sets, packed_ranks) = random_ranks(other, on_odd, &mut random);
        let rows: Vec<u32> = members(even).collect();
        let (cut, rest) = rows.split_at(rows.len().min(random.below(3) as usize));

        let stop = StopFlag::new();
        let all = Placements::new(other, odd, &packed_ranks, packed_sets.len(), &stop);
        let all = all.expect("the flag is not raised");
        let (mut scratch, mut matrix) = (Scratch::<S>::new(), Matrix::default());
        matrix.clear(packed_sets.len(), tried_sets.len());
        let lookups = Lookups::new(class, rest);
        for prefix in prefixes(class, cut) {
            let mut tried = Tried::default();
            tried.fill(class, &prefix, &lookups, &tried_ranks, tried_sets.len());
            let blocked = prefix.iter().fold(0, |all, &(r, c)| all | class.diagonals(r, c));
            let mut left = Placements::default();
            left.copy_unblocked(&all, blocked);
            let ranks: Vec<u16> = (0..packed_sets.len() as u16).collect();
            let mut packed = Packed::default();
            packed.fill(&left, &ranks, color.diagonals as usize, S::LANES);
            S::run(Survivors {
                class,
                lookups: &lookups,
                tried: &tried,
                packed: &packed,
                slot: 0,
                matrix: &mut matrix,
                scratch: &mut scratch,
            });
        }

        let mut expected: HashMap<(u16, u16), u32> = HashMap::new();
        let packed = listed(other, odd);
        for (columns, diagonals) in listed(class, even) {
            for (other_columns, other_diagonals) in &packed {
                let at = (packed_ranks.of(*other_columns), tried_ranks.of(columns));
                if diagonals & other_diagonals == 0 {
                    *expected.entry(at).or_default() += 1;
                }
            }
        }
        for x in 0..packed_sets.len() as u16 {
            for y in 0..tried_sets.len() {
                let expected = expected.get(&(x, y as u16)).copied().unwrap_or(0);
                assert_eq!(matrix.counts[matrix.row(x) + y], expected, "n = {n}, round {round}");
                filled += u32::from(expected > 0);
            }
        }

        // The matrix times itself: rows in any order, some of them missing.
        let row = |rank: u16| match random.below(7) {
            0 => matrix.row(Ranks::NONE),
            _ => matrix.row(rank % packed_sets.len().max(1) as u16),
        };
        if packed_sets.is_empty() || tried_sets.is_empty() {
            continue;
        }
        let rows: Vec<usize> = (0..matrix.stride as u16).map(row).collect();
        let product = S::run(Dot::<S> {
            a: &matrix,
            rows_a: &rows,
            b: &matrix,
            rows_b: &rows,
            vectors: PhantomData,
        });
        let mut plain = 0;
        for x in 0..matrix.stride {
            for y in 0..matrix.stride {
                plain +=
                    u128::from(matrix.counts[rows[y] + x]) * u128::from(matrix.counts[rows[x] + y]);
            }
        }
        assert_eq!(product, plain, "n = {n}, round {round}");
    }
    assert!(filled > 10_000, "{filled}");
}

/// What makes wider words of bytes and of words: the matrices above seldom hold more than a byte.
fn widening<S: Bytes>() {
    let mut random = Random::new(2);
    for _ in 0..100 {
        let words: Vec<u32> = (0..S::LANES / 4).map(|_| random.below(u32::MAX)).collect();
        let is = |found: S::V, expected: &dyn Fn(u32) -> u32| {
            let mut counts = vec![0; words.len()];
            S::store_counts(found, &mut counts);
            assert!(counts.iter().copied().eq(words.iter().map(|&word| expected(word))));
        };
        let vector = S::load_counts(&words);
        is(vector, &|word| word);
        is(S::even_words(vector), &|word| word & 0xffff);
        is(S::odd_words(vector), &|word| word >> 16);
        is(S::even_bytes(vector), &|word| word & 0x00ff_00ff);
        is(S::odd_bytes(vector), &|word| word >> 8 & 0x00ff_00ff);
        // Eight times it must be a word.
        let small: Vec<u32> = words.iter().map(|word| word & 0x1fff_1fff).collect();
        is(S::eightfold(S::load_counts(&small)), &|word| (word & 0x1fff_1fff) << 3);
    }
}
