//! 64 bytes in plain Rust, for any machine.

use std::array;

use super::diagonals;
use super::planes::{
    self, Bits, Entry, Kernel, LANES, Line, Move, Piece, Scan, Shuffles, Simd, kernel, no_shuffles,
};

/// The kernel in plain Rust.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

/// The call itself: plain Rust needs no permission.
macro_rules! plain {
    (($($argument:ident: $type:ty),+) -> $result:ty $body:block) => {
        $body
    };
}

kernel!(Portable, Bytes, plain, no_shuffles);

/// 64 bytes as eight words, the first byte lowest.
struct Bytes;

/// A list in the making: how much of its last block is used.
#[derive(Clone, Copy)]
struct Packer(usize);

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = LOW << 7;

/// One bit for each byte that is zero.
fn zero_bytes(word: u64) -> u64 {
    // Exact: adding 127 to the lower seven bits carries into the top bit unless they are zero.
    let used = ((word & !HIGH) + !HIGH) | word;
    // The top bits, gathered by a multiplication without carries.
    ((!used & HIGH) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

impl Simd for Bytes {
    type V = [u64; 8];
    type Matrix = [u8; 8];
    type Packer<const C: usize> = Packer;

    fn prefetch(_: &[Line]) {}

    fn load(line: &Line) -> [u64; 8] {
        array::from_fn(|i| u64::from_le_bytes(line.0.as_chunks::<8>().0[i]))
    }

    fn store(v: [u64; 8], line: &mut Line) {
        for (bytes, word) in line.0.as_chunks_mut::<8>().0.iter_mut().zip(v) {
            *bytes = word.to_le_bytes();
        }
    }

    fn splat(byte: u8) -> [u64; 8] {
        [LOW * u64::from(byte); 8]
    }

    fn and(a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        array::from_fn(|i| a[i] & b[i])
    }

    fn or(a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        array::from_fn(|i| a[i] | b[i])
    }

    fn zeros(v: [u64; 8]) -> u64 {
        (0..8).fold(0, |lanes, i| lanes | zero_bytes(v[i]) << (8 * i))
    }

    fn above(a: [u64; 8], b: [u64; 8]) -> u64 {
        let pairs = a
            .into_iter()
            .zip(b)
            .flat_map(|(a, b)| a.to_le_bytes().into_iter().zip(b.to_le_bytes()));
        pairs.enumerate().fold(0, |lanes, (i, (a, b))| lanes | u64::from(a > b) << i)
    }

    fn equal(a: [u64; 8], b: [u64; 8]) -> u64 {
        Self::zeros(array::from_fn(|i| a[i] ^ b[i]))
    }

    fn packer<const C: usize>(_: &[Line; C], used: usize) -> Packer {
        Packer(used)
    }

    fn append<const C: usize>(
        packer: &mut Packer,
        planes: &[[u64; 8]; C],
        mut lanes: u64,
        out: &mut [[Line; C]],
    ) -> bool {
        let end = packer.0 + lanes.count_ones() as usize;
        let mut at = packer.0;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            for (line, plane) in out[at / LANES].iter_mut().zip(planes) {
                line.0[at % LANES] = (plane[lane / 8] >> (8 * (lane % 8))) as u8;
            }
            at += 1;
        }
        packer.0 = end % LANES;
        end >= LANES
    }

    fn finish<const C: usize>(packer: Packer, _: &mut [Line; C]) -> usize {
        packer.0
    }

    fn matrix(step: Move) -> [u8; 8] {
        step.becomes()
    }

    fn transform(v: [u64; 8], matrix: [u8; 8]) -> [u64; 8] {
        array::from_fn(|i| {
            let bit = |j: usize| (v[i] >> j & LOW) * u64::from(matrix[j]);
            (0..8).fold(0, |word, j| word | bit(j))
        })
    }

    fn reflected(v: [u64; 8]) -> [u64; 8] {
        v.map(diagonals::reflected)
    }

    fn odd(a: [u64; 8], b: [u64; 8], c: [u64; 8]) -> [u64; 8] {
        array::from_fn(|i| a[i] ^ b[i] ^ c[i])
    }

    fn most(a: [u64; 8], b: [u64; 8], c: [u64; 8]) -> [u64; 8] {
        array::from_fn(|i| a[i] & b[i] | (a[i] | b[i]) & c[i])
    }

    fn add_bits(sums: [u64; 8], v: [u64; 8]) -> [u64; 8] {
        array::from_fn(|i| sums[i] + u64::from(v[i].count_ones()))
    }

    fn double(sums: [u64; 8]) -> [u64; 8] {
        sums.map(|sum| 2 * sum)
    }
}
