//! Bytes of the join method: 64 at once, in four registers.

#![allow(
    clippy::needless_range_loop,
    reason = "closures would not be inlined into a function with them"
)]

use std::arch::wasm32::*;
use std::array;

use crate::join::eights::{Eights, LOW, selectors, unions};
use crate::join::planes::{
    self, Bits, Entry, Kernel, Line, Move, Piece, Scan, Shuffle, Shuffles, Simd, kernel, shuffles,
};

/// The call itself: the instructions are there, or the module would not have been loaded.
macro_rules! plain {
    (($($argument:ident: $type:ty),+) -> $result:ty $body:block) => {
        $body
    };
}

/// The kernel of 128-bit vectors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simd128;

kernel!(Simd128, Quartered, plain, shuffles);

/// 64 bytes in four registers.
struct Quartered;

type V = [v128; 4];

#[inline(always)]
fn words(low: u64, high: u64) -> v128 {
    u64x2(low, high)
}

#[inline(always)]
fn quarter(bytes: &[u8; 16]) -> v128 {
    let [low, high] = *bytes.as_chunks::<8>().0.as_array::<2>().expect("sixteen bytes");
    words(u64::from_le_bytes(low), u64::from_le_bytes(high))
}

impl Simd for Quartered {
    type V = V;
    type Matrix = [v128; 2];
    type Packer<const C: usize> = Eights<C>;

    #[inline(always)]
    fn prefetch(_: &[Line]) {}

    #[inline(always)]
    fn load(line: &Line) -> V {
        let quarters = line.0.as_chunks::<16>().0;
        [quarter(&quarters[0]), quarter(&quarters[1]), quarter(&quarters[2]), quarter(&quarters[3])]
    }

    #[inline(always)]
    fn store(v: V, line: &mut Line) {
        let quarters = line.0.as_chunks_mut::<16>().0;
        for q in 0..4 {
            let halves = quarters[q].as_chunks_mut::<8>().0;
            halves[0] = u64x2_extract_lane::<0>(v[q]).to_le_bytes();
            halves[1] = u64x2_extract_lane::<1>(v[q]).to_le_bytes();
        }
    }

    #[inline(always)]
    fn splat(byte: u8) -> V {
        [u8x16_splat(byte); 4]
    }

    #[inline(always)]
    fn and(a: V, b: V) -> V {
        array::from_fn(|q| v128_and(a[q], b[q]))
    }

    #[inline(always)]
    fn or(a: V, b: V) -> V {
        array::from_fn(|q| v128_or(a[q], b[q]))
    }

    #[inline(always)]
    fn zeros(v: V) -> u64 {
        Self::equal(v, Self::splat(0))
    }

    #[inline(always)]
    fn above(a: V, b: V) -> u64 {
        lanes(array::from_fn(|q| u8x16_gt(a[q], b[q])))
    }

    #[inline(always)]
    fn equal(a: V, b: V) -> u64 {
        lanes(array::from_fn(|q| i8x16_eq(a[q], b[q])))
    }

    #[inline(always)]
    fn packer<const C: usize>(block: &[Line; C], used: usize) -> Eights<C> {
        Eights::begin(block, used)
    }

    #[inline(always)]
    fn append<const C: usize>(
        packer: &mut Eights<C>,
        planes: &[V; C],
        lanes: u64,
        out: &mut [[Line; C]],
    ) -> bool {
        let mut place = packer.place();
        for group in 0..8 {
            let (mut selectors, chosen) = selectors(lanes, group);
            if group % 2 == 1 {
                // The upper half of a register.
                selectors |= 8 * LOW;
            }
            let selectors = words(selectors, 0);
            for c in 0..C {
                let front = u8x16_swizzle(planes[c][group / 2], selectors);
                packer.put(c, place, u64x2_extract_lane::<0>(front));
            }
            place += chosen;
        }
        packer.end_block(place, out)
    }

    #[inline(always)]
    fn finish<const C: usize>(packer: Eights<C>, out: &mut [Line; C]) -> usize {
        packer.finish(out)
    }

    #[inline(always)]
    fn matrix(step: Move) -> [v128; 2] {
        let becomes = step.becomes();
        // What the lower and the upper four bits become, for each of their values.
        let half = |k: usize| {
            let bytes = [becomes[k], becomes[k + 1], becomes[k + 2], becomes[k + 3]];
            let [low, high] = unions(bytes.map(u64::from));
            words(low, high)
        };
        [half(0), half(4)]
    }

    #[inline(always)]
    fn transform(v: V, matrix: [v128; 2]) -> V {
        array::from_fn(|q| {
            let low = v128_and(v[q], u8x16_splat(15));
            let high = u8x16_shr(v[q], 4);
            v128_or(u8x16_swizzle(matrix[0], low), u8x16_swizzle(matrix[1], high))
        })
    }

    #[inline(always)]
    fn reflected(v: V) -> V {
        let even = u8x16_splat(0x55);
        array::from_fn(|q| {
            let up = u16x8_shl(v128_and(v[q], even), 1);
            v128_or(up, v128_and(u16x8_shr(v[q], 1), even))
        })
    }

    #[inline(always)]
    fn odd(a: V, b: V, c: V) -> V {
        array::from_fn(|q| v128_xor(v128_xor(a[q], b[q]), c[q]))
    }

    #[inline(always)]
    fn most(a: V, b: V, c: V) -> V {
        array::from_fn(|q| v128_or(v128_and(a[q], b[q]), v128_and(v128_or(a[q], b[q]), c[q])))
    }

    #[inline(always)]
    fn add_bits(sums: V, v: V) -> V {
        array::from_fn(|q| {
            let pairs = u16x8_extadd_pairwise_u8x16(u8x16_popcnt(v[q]));
            let fours = u32x4_extadd_pairwise_u16x8(pairs);
            let low = v128_and(fours, u64x2_splat(0xffff_ffff));
            u64x2_add(sums[q], u64x2_add(low, u64x2_shr(fours, 32)))
        })
    }

    #[inline(always)]
    fn double(sums: V) -> V {
        sums.map(|sum| u64x2_add(sum, sum))
    }
}

/// The lanes whose bytes have their highest bit set.
#[inline(always)]
fn lanes(v: V) -> u64 {
    let lanes = |q: usize| u64::from(u8x16_bitmask(v[q])) << (16 * q);
    lanes(0) | lanes(1) | lanes(2) | lanes(3)
}

/// A table of 16 bytes.
#[derive(Clone, Copy)]
struct Table(v128);

impl Default for Table {
    fn default() -> Self {
        Self(words(0, 0))
    }
}

impl Shuffle for Quartered {
    const SHUFFLES: Shuffles = Shuffles { width: 4, table: 24, lookup: 3 };
    type Table = Table;

    #[inline(always)]
    fn tables(line: &Line) -> [Table; 8] {
        let v = Self::load(line);
        // Which of the 64 half-boards have bit k.
        let having: [u64; 4] =
            array::from_fn(|k| lanes(array::from_fn(|q| u8x16_shl(v[q], 7 - k as u32))));
        array::from_fn(|group| {
            let [low, high] = unions(having.map(|lanes| lanes >> (8 * group) & 0xff));
            Table(words(!low, !high))
        })
    }

    #[inline(always)]
    fn restrict(table: Table, among: u8) -> Table {
        Table(v128_and(table.0, u8x16_splat(among)))
    }

    #[inline(always)]
    fn look_up(table: Table, index: V) -> V {
        index.map(|index| u8x16_swizzle(table.0, index))
    }

    #[inline(always)]
    fn keep(v: V, lanes: u64) -> V {
        // Byte i / 8 of the lanes to byte i, of which bit i % 8 is tested.
        let bit = u64x2_splat(0x8040_2010_0804_0201);
        let places = words(0, LOW);
        array::from_fn(|q| {
            let bytes = u8x16_swizzle(u64x2_splat(lanes >> (16 * q)), places);
            v128_and(v[q], i8x16_eq(v128_and(bytes, bit), bit))
        })
    }
}
