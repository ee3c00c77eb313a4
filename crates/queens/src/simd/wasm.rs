//! simd128, the vectors of WebAssembly: 128 bits. What is called `portable` elsewhere is made of these.
//!
//! They are safe Rust, loads and stores included, which the compiler makes of plain arrays.

use std::arch::wasm32::*;

use super::operations::{Bytes, Lanes};
use super::portable::transpose;

/// A distance to shift by. An instruction takes it modulo the width of a lane, so that of a longer one
/// nothing is kept.
#[derive(Clone, Copy)]
pub(crate) struct Shift {
    by: u32,
    keep: v128,
}

/// For each choice among the lanes of so many bytes: the bytes that move the chosen ones to the front, or those that
/// move the front to the chosen ones. An index beyond the vector brings a zero.
const fn selectors<const CHOICES: usize>(lane_bytes: usize, expand: bool) -> [v128; CHOICES] {
    let mut all = [i64x2(0, 0); CHOICES];
    let mut choice = 0;
    while choice < CHOICES {
        let mut bytes = [0x80_u8; 16];
        let mut rank = 0;
        let mut lane = 0;
        while lane < 16 / lane_bytes {
            if choice >> lane & 1 == 1 {
                let (to, from) = if expand { (lane, rank) } else { (rank, lane) };
                let mut byte = 0;
                while byte < lane_bytes {
                    bytes[lane_bytes * to + byte] = (lane_bytes * from + byte) as u8;
                    byte += 1;
                }
                rank += 1;
            }
            lane += 1;
        }
        all[choice] = constant(bytes);
        choice += 1;
    }
    all
}

const fn constant(b: [u8; 16]) -> v128 {
    u8x16(
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
        b[14], b[15],
    )
}

static EXPAND16: [v128; 256] = selectors(2, true);
static COMPRESS16: [v128; 256] = selectors(2, false);
static EXPAND32: [v128; 16] = selectors(4, true);
static COMPRESS32: [v128; 16] = selectors(4, false);

/// The operations that lanes of both widths share.
macro_rules! lanes {
    ($name:ident $word:ident $width:literal $bits:literal, $splat:ident $sub:ident $min:ident $up:ident $down:ident
     $eq:ident $ne:ident $bitmask:ident $expand:ident $compress:ident, $make:ident $extract:ident
     $($lane:literal)*) => {
        #[derive(Clone, Copy)]
        pub(crate) struct $name(v128);

        impl Lanes for $name {
            type Word = $word;
            type Shift = Shift;
            type Mask = v128;
            type Pack = u8;
            const COUNT: usize = $width;

            #[inline(always)]
            fn splat(x: u32) -> Self {
                Self($splat(x as $word))
            }

            #[inline(always)]
            fn shift(by: u32) -> Shift {
                Shift { by, keep: i32x4_splat(if by < $bits { -1 } else { 0 }) }
            }

            instructions!(lanes or v128_or, and v128_and, xor v128_xor, minus $sub, min $min);

            #[inline(always)]
            fn up(self, by: Shift) -> Self {
                Self(v128_and($up(self.0, by.by), by.keep))
            }

            #[inline(always)]
            fn down(self, by: Shift) -> Self {
                Self(v128_and($down(self.0, by.by), by.keep))
            }

            #[inline(always)]
            fn meets(self, other: Self) -> v128 {
                $ne(v128_and(self.0, other.0), $splat(0))
            }

            #[inline(always)]
            fn is_zero(self) -> v128 {
                $eq(self.0, $splat(0))
            }

            #[inline(always)]
            fn both(a: v128, b: v128) -> v128 {
                v128_and(a, b)
            }

            #[inline(always)]
            fn pack(mask: v128) -> u8 {
                $bitmask(mask)
            }

            #[inline(always)]
            fn len(pack: u8) -> usize {
                pack.count_ones() as usize
            }

            #[inline(always)]
            fn first(mut pack: u8, count: usize) -> u8 {
                let mut first = 0;
                for _ in 0..count.min($width) {
                    first |= pack & pack.wrapping_neg();
                    pack &= pack.wrapping_sub(1);
                }
                first
            }

            #[inline(always)]
            fn refill(self, pack: u8, from: &[$word], at: usize) -> Self {
                let from = &from[at..at + $width];
                let words = $make($(from[$lane]),*);
                let selectors = $expand[usize::from(pack)];
                // A selector of a lane that is not chosen is negative.
                let kept = i8x16_shr(selectors, 7);
                Self(v128_bitselect(self.0, u8x16_swizzle(words, selectors), kept))
            }

            #[inline(always)]
            fn select(self, pack: u8, other: Self) -> Self {
                let kept = i8x16_shr($expand[usize::from(pack)], 7);
                Self(v128_bitselect(self.0, other.0, kept))
            }

            #[inline(always)]
            fn append(self, pack: u8, to: &mut [$word], at: usize) {
                let packed = u8x16_swizzle(self.0, $compress[usize::from(pack)]);
                let words = [$($extract::<$lane>(packed)),*];
                to[at..at + $width].copy_from_slice(&words);
            }
        }
    };
}

lanes!(Words16 u16 8 16, u16x8_splat u16x8_sub u16x8_min u16x8_shl u16x8_shr
    i16x8_eq i16x8_ne i16x8_bitmask EXPAND16 COMPRESS16, u16x8 u16x8_extract_lane 0 1 2 3 4 5 6 7);

lanes!(Words32 u32 4 32, u32x4_splat u32x4_sub u32x4_min u32x4_shl u32x4_shr
    i32x4_eq i32x4_ne i32x4_bitmask EXPAND32 COMPRESS32, u32x4 u32x4_extract_lane 0 1 2 3);

#[derive(Clone, Copy)]
pub(crate) struct Bytes16;

// SAFETY: a vector is 16 bytes.
unsafe impl Bytes for Bytes16 {
    type V = v128;

    instructions!(and v128_and, add u8x16_add, add_saturating u8x16_add_sat);

    #[inline(always)]
    fn nor(a: v128, b: v128) -> v128 {
        v128_not(v128_or(a, b))
    }
    #[inline(always)]
    fn count_bits(a: v128) -> v128 {
        u8x16_popcnt(a)
    }
    #[inline(always)]
    fn tops(a: v128) -> v128 {
        u8x16_shr(a, 7)
    }
    #[inline(always)]
    fn signs(a: v128, to: &mut [u8]) {
        to[..2].copy_from_slice(&u8x16_bitmask(a).to_le_bytes());
    }
    #[inline(always)]
    fn transpose(words: &[u64], at: &[usize]) -> [v128; 8] {
        transpose::<2>(words, at).map(|[low, high]| u64x2(low, high))
    }
}
