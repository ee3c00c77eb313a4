//! 64 bytes in plain Rust, for any machine.

use std::array;

use super::planes::{self, Bits, Kernel, LANES, Line, Move, Piece, Scan, Simd, kernel, transposed};

/// The kernel in plain Rust.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

/// The call itself: plain Rust needs no permission.
macro_rules! plain {
    (($($argument:ident: $type:ty),+) -> $result:ty $body:block) => {
        $body
    };
}

kernel!(Portable, Bytes, plain);

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
    const LEAF_BITS: usize = 6;
    type Table = TableOf64;
    type Matrix = [u8; 8];
    type Packer<const C: usize> = Packer;
    type Sum = u64;

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
        let pairs = a.into_iter().zip(b).flat_map(|(a, b)| a.to_le_bytes().into_iter().zip(b.to_le_bytes()));
        pairs.enumerate().fold(0, |lanes, (i, (a, b))| lanes | u64::from(a > b) << i)
    }

    fn equal(a: [u64; 8], b: [u64; 8]) -> u64 {
        Self::zeros(array::from_fn(|i| a[i] ^ b[i]))
    }

    fn keep(v: [u64; 8], lanes: u64) -> [u64; 8] {
        array::from_fn(|i| v[i] & bytes_of_bits((lanes >> (8 * i)) as u8))
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

    fn tables(line: &Line) -> [TableOf64; 8] {
        array::from_fn(|i| {
            let eight = u64::from_le_bytes(line.0.as_chunks::<8>().0[i]);
            let having = transposed(eight).to_le_bytes().map(u64::from);
            // For each value of the lower three bits of an index, the half-boards that have one of them.
            let low = having[0] * 0x0100_0100_0100_0100
                | having[1] * 0x0101_0000_0101_0000
                | having[2] * 0x0101_0101_0000_0000;
            TableOf64(array::from_fn(|high| {
                let bit = |k: usize| if high >> k & 1 == 1 { having[3 + k] } else { 0 };
                !(low | LOW * (bit(0) | bit(1) | bit(2)))
            }))
        })
    }

    fn restrict(table: TableOf64, among: u8) -> TableOf64 {
        TableOf64(table.0.map(|word| word & (LOW * u64::from(among))))
    }

    fn look_up(table: TableOf64, index: [u64; 8]) -> [u64; 8] {
        let entries = table.0.map(u64::to_le_bytes);
        index.map(|word| {
            u64::from_le_bytes(word.to_le_bytes().map(|i| entries[usize::from(i / 8 % 8)][usize::from(i % 8)]))
        })
    }

    fn sum() -> u64 {
        0
    }

    fn add(sum: u64, v: [u64; 8]) -> u64 {
        sum + v.iter().map(|word| u64::from(word.count_ones())).sum::<u64>()
    }

    fn total(sum: u64) -> u64 {
        sum
    }
}

/// A table of 64 bytes, the first lowest in the first word.
#[derive(Clone, Copy, Default)]
struct TableOf64([u64; 8]);

/// Eight bits, each spread over a byte.
fn bytes_of_bits(bits: u8) -> u64 {
    let apart = (LOW * u64::from(bits)) & 0x8040_2010_0804_0201;
    let used = ((apart & !HIGH) + !HIGH) | apart;
    ((used & HIGH) >> 7) * 0xff
}
