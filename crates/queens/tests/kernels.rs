//! The kernels of the join method, operation by operation, against plain loops over bytes.
//!
//! They are private: this test compiles their files by itself. A kernel that this machine lacks shows as
//! ignored, with its reason in its name, and so does an operation that a kernel lacks: it has not passed.

#![allow(
    dead_code,
    unused_imports,
    reason = "only the kernels are used here, without their own tests"
)]

use join::planes::{Bits, Kernel, LANES, Line, MAX_PLANES, Move, Scan, Shuffles, TABLE};
use libtest_mimic::{Arguments, Trial};

#[path = "../src/join"]
mod join {
    pub(crate) mod diagonals;
    pub(crate) mod eights;
    pub(crate) mod planes;
    pub(crate) mod portable;
}

#[cfg(target_arch = "x86_64")]
#[path = "../src/x86"]
mod x86 {
    #![allow(unsafe_code, reason = "that of the kernels")]
    #![allow(clippy::inline_always, reason = "as in the library")]
    #![allow(clippy::wildcard_imports, reason = "as in the library")]

    #[macro_use]
    mod vector;
    pub(crate) mod bytes;
}

/// A kernel, or why this machine lacks it.
type Found = Result<&'static dyn Kernel, &'static str>;

#[cfg(target_arch = "x86_64")]
fn vectors() -> [(&'static str, Found); 3] {
    use x86::bytes;

    let basic = bytes::avx512_basic();
    let named = |kernel: &&dyn Kernel| format!("{kernel:?}");
    let better = bytes::avx512().filter(|kernel| Some(named(kernel)) != basic.as_ref().map(named));
    let lacks_basic = "this processor lacks AVX-512F, AVX-512BW or AVX-512VL";
    let lacks_better = "this processor lacks AVX-512's VBMI, VBMI2 or VPOPCNTDQ, or GFNI";
    [
        ("avx2", bytes::avx2().ok_or("this processor lacks AVX2")),
        ("avx512 of before Ice Lake", basic.ok_or(lacks_basic)),
        ("avx512", better.ok_or(lacks_better)),
    ]
}

#[cfg(not(target_arch = "x86_64"))]
fn vectors() -> [(&'static str, Found); 3] {
    ["avx2", "avx512 of before Ice Lake", "avx512"]
        .map(|name| (name, Err("it needs an x86-64 processor")))
}

fn main() {
    type Operation = (&'static str, fn(&dyn Kernel));
    let operations: [Operation; 6] = [
        ("scan", scans_complete_what_does_not_meet),
        ("filter and split", filters_and_splits_choose_by_bits_and_keys),
        ("pack", packed_lists_have_the_bits_where_the_moves_say),
        ("pairs", pairs_are_counted_as_by_looking_at_each),
        ("shuffled pairs", pairs_by_shuffles_are_those_by_looking_at_each),
        ("meet each", single_half_boards_meet_those_that_share_no_live_diagonal),
    ];
    let mut trials = Vec::new();
    let portable: (_, Found) = ("portable", Ok(&join::portable::Portable));
    for (name, kernel) in [portable].into_iter().chain(vectors()) {
        let ignored =
            |why: &str| Trial::test(format!("{name}: {why}"), || Ok(())).with_ignored_flag(true);
        match kernel {
            Ok(kernel) => trials.extend(operations.map(|(operation, check)| {
                if operation == "shuffled pairs" && kernel.shuffles().is_none() {
                    return ignored("shuffled pairs: it has none");
                }
                Trial::test(format!("{name}: {operation}"), move || {
                    check(kernel);
                    Ok(())
                })
            })),
            Err(why) => trials.push(ignored(why)),
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// `SplitMix64` (Steele, Lea and Flood 2014).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Half-boards as plain bytes, plane by plane.
type Plain = Vec<Vec<u8>>;

fn random(state: &mut u64, len: usize, planes: usize) -> Plain {
    // Few bits, so that some pairs share none.
    let mut byte = || (split_mix(state) & split_mix(state) & split_mix(state)) as u8;
    (0..len).map(|_| (0..planes).map(|_| byte()).collect()).collect()
}

fn lines(list: &Plain, planes: usize) -> Vec<Line> {
    // What is beyond the end has no meaning: here all bits, so that nobody relies on it.
    let mut lines = vec![Line([0xff; LANES]); list.len().div_ceil(LANES) * planes];
    for (i, bytes) in list.iter().enumerate() {
        for (p, byte) in bytes.iter().enumerate() {
            lines[i / LANES * planes + p].0[i % LANES] = *byte;
        }
    }
    lines
}

fn plain(lines: &[Line], len: usize, planes: usize) -> Plain {
    let byte = |i: usize, p: usize| lines[i / LANES * planes + p].0[i % LANES];
    (0..len).map(|i| (0..planes).map(|p| byte(i, p)).collect()).collect()
}

/// Lists of every length about the borders of blocks, with room for what is appended.
const LENS: [usize; 9] = [0, 1, 7, 63, 64, 65, 128, 200, 700];

fn room(len: usize, planes: usize) -> Vec<Line> {
    vec![Line::ZERO; (len / LANES + 2) * planes]
}

fn scans_complete_what_does_not_meet(kernel: &dyn Kernel) {
    let mut state = 1;
    for (planes, kept, last) in [
        (5, 4, None),
        (6, 5, Some((0xff, 8))),
        (9, 3, Some((0, 5))),
        (13, 12, Some((0xff, 0))),
        (2, 1, None),
    ] {
        for len in LENS {
            let from = random(&mut state, len, planes);
            let mut scan = Scan { planes, test: [0; MAX_PLANES], add: [0; MAX_PLANES], kept, last };
            for p in 0..planes {
                scan.test[p] = 1 << (split_mix(&mut state) % 8);
                scan.add[p] = 1 << (split_mix(&mut state) % 8);
            }
            let to = kept + usize::from(last.is_some());
            let mut out = room(2 * len, to);
            let mut at = 0;
            // Twice: the second time the list begins inside a block.
            for _ in 0..2 {
                at = kernel.scan(&scan, &lines(&from, planes), len, &mut out, at);
            }
            let completed = |bytes: &Vec<u8>| -> Vec<u8> {
                let mut result: Vec<u8> = (0..kept).map(|p| bytes[p] | scan.add[p]).collect();
                result.extend(last.map(|(keep, add)| bytes[planes - 1] & keep | add));
                result
            };
            let met = |bytes: &&Vec<u8>| (0..planes).any(|p| bytes[p] & scan.test[p] != 0);
            let once: Plain = from.iter().filter(|bytes| !met(bytes)).map(completed).collect();
            let wanted = [once.clone(), once].concat();
            assert_eq!(plain(&out, at, to), wanted, "{kernel:?}, {planes} planes, {len}");
        }
    }
}

fn filters_and_splits_choose_by_bits_and_keys(kernel: &dyn Kernel) {
    let mut state = 2;
    for planes in 2..=8 {
        for len in LENS {
            let mut from = random(&mut state, len, planes);
            let tests = [0, 1].map(|_| Bits {
                plane: split_mix(&mut state) as usize % (planes - 1),
                bits: 1 << (split_mix(&mut state) % 8),
            });
            let met =
                |bytes: &&Vec<u8>| tests.iter().any(|test| bytes[test.plane] & test.bits != 0);
            for to in planes - 1..=planes {
                let mut out = room(2 * len, to);
                let from_lines = lines(&from, planes);
                let mut at = 0;
                for _ in 0..2 {
                    at = kernel.filter((planes, to), tests, &from_lines, len, &mut out, at);
                }
                let once: Plain = from
                    .iter()
                    .filter(|bytes| !met(bytes))
                    .map(|bytes| bytes[..to].to_vec())
                    .collect();
                assert_eq!(plain(&out, at, to), [once.clone(), once].concat(), "{kernel:?}");
            }
            // Keys as they occur: small, or none.
            for bytes in &mut from {
                bytes[planes - 1] = [0, 1, 2, 3, u8::MAX][split_mix(&mut state) as usize % 5];
            }
            let to = planes - 1;
            let (mut above, mut equal) = (room(len, to), room(len, to));
            let counts = kernel.split(
                (planes, to),
                tests,
                2,
                &lines(&from, planes),
                len,
                (&mut above, 0),
                (&mut equal, 0),
            );
            let chosen = |keep: fn(u8) -> bool| -> Plain {
                let left = from.iter().filter(|bytes| !met(bytes) && keep(bytes[planes - 1]));
                left.map(|bytes| bytes[..to].to_vec()).collect()
            };
            assert_eq!(plain(&above, counts.0, to), chosen(|key| key > 2), "{kernel:?}");
            assert_eq!(plain(&equal, counts.1, to), chosen(|key| key == 2), "{kernel:?}");
        }
    }
}

fn disjoint(a: &[u8], b: &[u8]) -> bool {
    a.iter().zip(b).all(|(a, b)| a & b == 0)
}

fn packed_lists_have_the_bits_where_the_moves_say(kernel: &dyn Kernel) {
    let mut state = 3;
    let from = random(&mut state, 150, 3);
    // The bits 1, 4 and 6 of plane 0 to bits 2, 0 and 1 of plane 0; bit 7 of plane 2 and bit 0 of
    // plane 1 to plane 1.
    let row = |to: usize, from: usize| 1_u64 << (8 * (7 - to) + from);
    let moves = [
        Move { from: 0, to: 0, matrix: row(2, 1) | row(0, 4) | row(1, 6) },
        Move { from: 2, to: 1, matrix: row(5, 7) },
        Move { from: 1, to: 1, matrix: row(0, 0) },
    ];
    let mut out = vec![Line::ZERO; 3 * 2];
    kernel.pack((3, 2), &moves, &lines(&from, 3), &mut out);
    let bit = |byte: u8, from: u32, to: u32| (byte >> from & 1) << to;
    let wanted: Plain = from
        .iter()
        .map(|b| {
            vec![
                bit(b[0], 1, 2) | bit(b[0], 4, 0) | bit(b[0], 6, 1),
                bit(b[2], 7, 5) | bit(b[1], 0, 0),
            ]
        })
        .collect();
    assert_eq!(plain(&out, 150, 2), wanted, "{kernel:?}");
    assert_eq!(moves[0].becomes(), [0, 4, 0, 0, 1, 0, 2, 0]);
}

fn pairs_are_counted_as_by_looking_at_each(kernel: &dyn Kernel) {
    let mut state = 4;
    for (planes, width) in [(1, 3), (2, 7), (4, 5), (5, 6), (10, 7)] {
        for lens in [
            [1, 0, 1, 0],
            [5, 3, 64, 3],
            [64, 65, 130, 65],
            [0, 512, 100, 7],
            [513, 0, 1, 1],
            [300, 700, 0, 66],
            [1000, 63, 66, 200],
        ] {
            // A byte beyond the width is never made by packing.
            let mask = (1_u8 << width) - 1;
            let lists = lens.map(|len| {
                let mut list = random(&mut state, len, planes);
                list.iter_mut().flatten().for_each(|byte| *byte &= mask);
                list
            });
            let mut lines = lists.each_ref().map(|list| lines(list, planes));
            for byte in lines.iter_mut().flatten().flat_map(|line| &mut line.0) {
                *byte &= mask;
            }
            let [a, b, c, d] = lines;
            let mut tables = vec![Line([0xa5; LANES]); planes * TABLE];
            let counts = kernel.pairs(
                planes,
                width,
                (&[a, b].concat(), [lens[0], lens[1]]),
                [(&c, lens[2]), (&d, lens[3])],
                &mut tables,
            );
            let pairs = |i: usize, j: usize| {
                let of_each = |one: &Vec<u8>| {
                    lists[j].iter().filter(|other| disjoint(one, other)).count() as u64
                };
                lists[i].iter().map(of_each).sum::<u64>()
            };
            let wanted = [pairs(0, 2), pairs(0, 3) + pairs(1, 2) + pairs(1, 3)];
            assert_eq!(counts, wanted, "{kernel:?}, {planes} planes of {width}, {lens:?}");
        }
    }
}

fn pairs_by_shuffles_are_those_by_looking_at_each(kernel: &dyn Kernel) {
    let mut state = 6;
    let Shuffles { width, .. } = kernel.shuffles().expect("asked only where there are any");
    for planes in [1, 2, 3, 5, 8, 16] {
        for (a, b, c) in [(1, 1, 0), (5, 64, 3), (64, 130, 65), (600, 200, 7), (300, 0, 66)] {
            let mut list = |len| {
                let mut list = random(&mut state, len, planes);
                list.iter_mut().flatten().for_each(|byte| *byte &= (1_u8 << width) - 1);
                list
            };
            let (one, first, second) = (list(a), list(b), list(c));
            let mut lines = [lines(&one, planes), lines(&first, planes), lines(&second, planes)];
            for byte in lines.iter_mut().flatten().flat_map(|line| &mut line.0) {
                *byte &= (1 << width) - 1;
            }
            let others = [(&lines[1][..], b), (&lines[2][..], c)];
            let counts = kernel.shuffled_pairs(planes, (&lines[0], a), others);
            for (count, others) in counts.iter().zip([&first, &second]) {
                let pairs: usize =
                    one.iter().map(|a| others.iter().filter(|b| disjoint(a, b)).count()).sum();
                assert_eq!(*count, pairs as u64, "{kernel:?}, {planes} planes");
            }
        }
    }
}

fn single_half_boards_meet_those_that_share_no_live_diagonal(kernel: &dyn Kernel) {
    let mut state = 5;
    for planes in 1..=8 {
        let live = split_mix(&mut state) >> (64 - 8 * planes) | 1 << (8 * planes - 1);
        let one = random(&mut state, 70, planes);
        let others = [random(&mut state, 130, planes + 1), random(&mut state, 3, planes)];
        let counts = kernel.meet_each(
            live,
            (&lines(&one, planes), planes, 70),
            [
                (&lines(&others[0], planes + 1), planes + 1, 130),
                (&lines(&others[1], planes), planes, 3),
            ],
        );
        let live = live.to_le_bytes();
        let seen = |a: &[u8]| -> Vec<u8> {
            let reflected = |byte: &u8| (byte & 0x55) << 1 | byte >> 1 & 0x55;
            a.iter().zip(live).map(|(byte, live)| reflected(byte) & live).collect()
        };
        for (count, others) in counts.iter().zip(&others) {
            let pairs: usize =
                one.iter().map(|a| others.iter().filter(|b| disjoint(&seen(a), b)).count()).sum();
            assert_eq!(*count, pairs as u64, "{kernel:?}, {planes} planes");
        }
    }
}
