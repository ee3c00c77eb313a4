//! The kernels of the color method against plain loops.
//!
//! Random cases, other ones in every run: their seed is printed, and `QUEENS_SEED` repeats them.

use std::collections::HashMap;
use std::iter::once;
use std::marker::PhantomData;
use std::sync::LazyLock;
use std::time::UNIX_EPOCH;

use super::fill::{Fill, Scratch, VECTORS};
use super::lists::{Lists, Ranks, each_completion};
use super::matrix::{Matrix, Product, products};
use super::squares::{Class, all_open, colors};
use super::walk::{Builder, Prefixes, Program};
use crate::parallel::StopFlag;
use crate::random::Random;
use crate::sets::from_the_middle;
use crate::simd::{Bytes, Lanes, OfBytes, WithBytes, with_every_bytes};

/// A kernel, its check if this machine has it, and what a machine must have that lacks it.
pub type KernelCheck = OfBytes<fn()>;

/// Every kernel, on this machine or not.
pub fn kernels() -> [KernelCheck; 5] {
    #[derive(Clone, Copy)]
    struct Check;

    impl WithBytes for Check {
        type Out = fn();

        fn make<S: Bytes, L: Lanes>(self) -> fn() {
            check::<S>
        }
    }

    with_every_bytes(Check)
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
fn random_ranks(class: Class, queens: u32, random: &mut Random) -> (Vec<u32>, Ranks) {
    let sets = (0..1 << class.columns).filter(|set: &u32| set.count_ones() == queens);
    let sets: Vec<u32> = sets.filter(|_| random.below(8) > 0).collect();
    let ranks = Ranks::new(class.columns, sets.iter().copied());
    (sets, ranks)
}

/// A matrix for vectors of this kind.
fn zeros<S: Bytes>(rows: usize, lanes: usize) -> Matrix {
    let mut matrix = Matrix::default();
    matrix.clear(rows, lanes, S::LANES, VECTORS * S::LANES);
    matrix
}

/// Columns and diagonals of every placement.
fn listed(class: Class, rows: u32) -> Vec<(u32, u64)> {
    let mut all = Vec::new();
    each_completion(class, rows, 0, 0, &mut |columns, diagonals| all.push((columns, diagonals)));
    all
}

/// Random rows of boards of all sizes, with any number of queens placed first, for some sets of even rows at a time:
/// the survivors of each tried placement, by columns, as by looking at every pair; and where bytes reach their limit. Then the products of two such matrices.
#[allow(clippy::too_many_lines, reason = "one case from its rows to its products")]
fn check<S: Bytes>() {
    operations::<S>();
    entries_end_at_their_limit::<S>();
    let seed = seed();
    let (mut filled, mut over, mut segments) = (0, 0, 0);
    for round in 0..ROUNDS {
        // In the second round sums are larger than a byte, as in one of a hundred.
        let mut random = Random::new(if round == 1 { 163 } else { seed.wrapping_add(round) });
        // Few queens on boards with so many column sets that they fill several segments; in the first round surely.
        let sure = round == 0;
        let wide = sure || random.below(40) == 0;
        let n = match wide {
            _ if sure => 28,
            true => 22 + random.below(7),
            false => 6 + random.below(15),
        };
        // Now and then some squares are closed.
        let closed = if random.below(3) > 0 { 0 } else { random.below(u32::MAX) };
        let is_open = |row: u32, column: u32| {
            closed == 0 || closed.wrapping_mul(2 * (32 * row + column) + 1) >> 29 > 0
        };
        let color = colors(n, &is_open)[random.below(2) as usize];
        let (class, other) = (color.tried, color.packed);
        // Few queens on the largest boards, so that their lists can be looked at pair by pair; now and then many.
        let few = if wide { 5 } else { (n / 2).min(6) };
        let many = !wide && random.below(4) == 0;
        let queens = if many { n.div_ceil(2) } else { random.below(few) };
        let queens = if sure { 1 } else { queens.min(class.columns) };
        // Pairs are looked at one by one.
        let few = if many && n > 16 {
            3
        } else if wide {
            6 - queens.max(1)
        } else {
            few
        };
        let odd = if sure { 4 } else { random.below(few) };
        let odd = random_set(other.rows, odd, &mut random);
        let (sets, ranks) = random_ranks(class, queens, &mut random);
        let (packed_sets, packed_ranks) = random_ranks(other, odd.count_ones(), &mut random);
        // Sets of rows that have the first of the central ones in common.
        let even = random_set(class.rows, queens, &mut random);
        let first = random.below(queens.max(1)) as usize;
        let shared = random.below(first as u32 + 1) as usize;
        let central = from_the_middle(class.rows, even);
        let same = |other: &u32| from_the_middle(class.rows, *other)[..first] == central[..first];
        let mut evens: Vec<u32> = (0..1u32 << class.rows)
            .filter(|other| other.count_ones() == queens && same(other))
            .collect();
        let start = random.below(evens.len() as u32) as usize;
        evens.rotate_left(start);
        evens.truncate(1 + random.below(3) as usize);

        let stop = StopFlag::new();
        let lists = Lists::new(other, odd, &packed_ranks, packed_sets.len(), &stop);
        let lists = lists.expect("the flag is not raised");
        let prefixes = Prefixes::new(class, &central[..first], shared);
        let counts: Vec<bool> = sets.iter().map(|_| random.below(5) > 0).collect();
        let rest = |even: u32| from_the_middle(class.rows, even)[first..].to_vec();
        let mut builder = Builder::new(class, &prefixes);
        let programs: Vec<Program> = evens
            .iter()
            .map(|&even| {
                let counting = sets.iter().zip(&counts).filter(|(_, counts)| **counts);
                let counting = counting.map(|(&columns, _)| columns);
                builder.program(rest(even), counting)
            })
            .collect();
        let programs: Vec<&Program> = programs.iter().collect();
        let open = evens.iter().flat_map(|&even| rest(even)).fold(0, |open, row| open | 1 << row);
        let rows = Ranks::new(class.columns, sets.iter().rev().copied());
        let mut scratch = Scratch::<S>::new();
        let lanes = &lists.longest_first;
        segments = lanes.len().div_ceil(VECTORS * S::LANES).max(segments);
        let mut matrices = vec![zeros::<S>(sets.len(), lanes.len()); evens.len()];
        let mut done = 0.0;
        let end = S::run(Fill {
            color,
            prefixes: &prefixes,
            open,
            programs: &programs,
            lists: &lists,
            lanes,
            rows: &rows,
            limit: [u8::MAX, u8::MAX, 20, 1][random.below(4) as usize],
            to: &mut matrices,
            scratch: &mut scratch,
            stop: &stop,
            worked: &mut |more| done += more,
        });
        end.expect("the flag is not raised");
        assert!((0.0..1.0).contains(&done), "{done}");

        let packed = listed(other, odd);
        for (&even, matrix) in evens.iter().zip(&matrices) {
            let mut expected: HashMap<(usize, u16), u16> = HashMap::new();
            for (columns, diagonals) in listed(class, even) {
                let rank = ranks.rank(columns);
                if rank == Ranks::NONE || !counts[usize::from(rank)] {
                    continue;
                }
                for (other_columns, other_diagonals) in &packed {
                    if diagonals & other_diagonals == 0 {
                        let row = usize::from(rows.rank(columns));
                        *expected.entry((row, packed_ranks.rank(*other_columns))).or_default() += 1;
                    }
                }
            }
            for row in 0..sets.len() {
                for (&rank, &entry) in lanes.iter().zip(matrix.row(row).flatten()) {
                    let expected = expected.get(&(row, rank)).copied().unwrap_or(0);
                    assert_eq!(entry, expected, "n = {n}, round {round} of seed {seed}");
                    filled += u32::from(expected > 0);
                    over += u32::from(expected > 255);
                }
            }
        }
        if sets.is_empty() || lanes.is_empty() {
            continue;
        }
        let (white, black) = (&matrices[0], &matrices[evens.len() - 1]);
        let most = white.max().max(black.max());
        let product = |limit| S::run(Product::<S> { white, black, limit, vectors: PhantomData });
        let mut sum = 0;
        for row in 0..sets.len().min(lanes.len()) {
            products(black, white, row, |_, product| sum += product);
        }
        assert_eq!(product(most + 1), Some(sum), "n = {n}, round {round} of seed {seed}");
        assert_eq!(product(most), None);
    }
    assert!(filled > 10_000 && over > 0 && segments > 1, "{filled}, {over}, {segments}");
}

/// The cases for each kernel.
const ROUNDS: u64 = 400;

/// Another one in every run, unless `QUEENS_SEED` tells.
#[allow(clippy::print_stderr, reason = "who sees a failure needs the seed")]
fn seed() -> u64 {
    static SEED: LazyLock<u64> = LazyLock::new(|| {
        let now = UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs());
        std::env::var("QUEENS_SEED").map_or(now, |seed| seed.parse().expect("a number"))
    });
    eprintln!("QUEENS_SEED={}", *SEED);
    *SEED
}

/// One column set with 365,596 placements, all solutions for n = 14: more than 16 bits hold.
fn entries_end_at_their_limit<S: Bytes>() {
    let color = colors(28, &all_open)[0];
    let ranks = |columns, set| Ranks::new(columns, [set]);
    let stop = StopFlag::new();
    let packed = Lists::new(color.packed, 0, &ranks(14, 0), 1, &stop).expect("it is not stopped");
    let rows = from_the_middle(14, (1 << 14) - 1);
    let (first, rest) = rows.split_at(9);
    let prefixes = Prefixes::new(color.tried, first, 1);
    let tried = once((1 << 14) - 1);
    let program = Builder::new(color.tried, &prefixes).program(rest.to_vec(), tried);
    let mut matrix = [zeros::<S>(1, 1)];
    let filled = S::run(Fill {
        color,
        prefixes: &prefixes,
        open: rest.iter().fold(0, |open, row| open | 1 << row),
        programs: &[&program],
        lists: &packed,
        lanes: &packed.longest_first,
        rows: &ranks(14, (1 << 14) - 1),
        limit: u8::MAX,
        to: &mut matrix,
        scratch: &mut Scratch::<S>::new(),
        stop: &stop,
        worked: &mut |_| (),
    });
    filled.expect("it is not stopped");
    assert_eq!(matrix[0].row(0).flatten().next(), Some(&u16::MAX));
}

/// The operations on random bytes, against loops over bytes.
fn operations<S: Bytes>() {
    let mut random = Random::new(2);
    let mut bytes = || -> Vec<u8> { (0..S::LANES).map(|_| random.below(256) as u8).collect() };
    let stored = |vector: S::V| {
        let mut bytes = vec![0; S::LANES];
        S::store(vector, &mut bytes);
        bytes
    };
    for _ in 0..100 {
        let (a, b) = (bytes(), bytes());
        let (x, y) = (S::load(&a), S::load(&b));
        let each =
            |f: fn(u8, u8) -> u8| -> Vec<u8> { a.iter().zip(&b).map(|(&a, &b)| f(a, b)).collect() };
        assert_eq!(stored(S::zero()), vec![0; S::LANES]);
        assert_eq!(stored(S::nor(x, y)), each(|a, b| !(a | b)));
        assert_eq!(stored(S::and(x, y)), each(|a, b| a & b));
        assert_eq!(stored(S::count_bits(x)), each(|a, _| a.count_ones() as u8));
        assert_eq!(stored(S::tops(x)), each(|a, _| a >> 7));
        assert_eq!(stored(S::add(x, y)), each(u8::wrapping_add));
        assert_eq!(stored(S::add_saturating(x, y)), each(u8::saturating_add));
        let mut signs = vec![0; S::LANES / 8];
        S::signs(x, &mut signs);
        for (lane, byte) in a.iter().enumerate() {
            assert_eq!(signs[lane / 8] >> (lane % 8) & 1, byte >> 7);
        }
        let places: Vec<u8> = (0..S::LANES).map(|k| b[k] % (4 * S::LANES - 1) as u8).collect();
        let from = [a.clone(), bytes(), b, bytes()];
        let gathered = stored(S::gather(&from.each_ref().map(|bytes| S::load(bytes)), &places));
        let all = from.concat();
        assert!(gathered.iter().zip(&places).all(|(&byte, &at)| byte == all[usize::from(at)]));
    }
    let words: Vec<u64> = (0..100)
        .map(|_| u64::from(random.below(u32::MAX)) << 32 | u64::from(random.below(u32::MAX)))
        .collect();
    for first in 0..20 {
        let at: Vec<usize> = (0..8).map(|k| first + 7 * k).collect();
        for (b, vector) in S::transpose(&words, &at).into_iter().enumerate() {
            for (place, byte) in stored(vector).into_iter().enumerate() {
                assert_eq!(byte, words[at[place / 8] + place % 8].to_le_bytes()[b]);
            }
        }
        for len in 0..30 {
            let blocked = words[first] & words[first + 1] & words[first + 2] & words[first + 3];
            let mut kept = vec![0; len + 8];
            let number = S::filter(&words[30..30 + len], blocked, &mut kept);
            let expected = words[30..30 + len].iter().filter(|&&word| word & blocked == 0);
            assert!(kept[..number].iter().eq(expected));
        }
    }
}
