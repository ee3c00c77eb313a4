//! What kernels share whose widest shuffle takes sixteen bytes: half-boards are appended by eights, and
//! functions of four bits are tables of sixteen bytes.

#![allow(clippy::inline_always, reason = "as in `planes`")]
#![allow(
    clippy::needless_range_loop,
    reason = "closures would not be inlined into a function with the instructions"
)]

use super::planes::{LANES, Line};

/// Every byte 1.
pub(crate) const LOW: u64 = 0x0101_0101_0101_0101;

/// For each choice of eight bytes: the selectors that move the chosen ones to the front.
static TO_THE_FRONT: [u64; 256] = {
    let mut all = [0; 256];
    let mut choice = 0;
    while choice < 256 {
        let mut to = 0;
        let mut from = 0;
        while from < 8 {
            if choice >> from & 1 == 1 {
                all[choice] |= from << (8 * to);
                to += 1;
            }
            from += 1;
        }
        choice += 1;
    }
    all
};

/// A packer: the planes of the block that is being filled and of the one after it, and how much is used.
///
/// To append lanes of a block, go through its groups of eight: [`selectors`] tells how to move the chosen
/// bytes to the front, [`Eights::put`] takes them for each plane; then [`Eights::end_block`]. The place is
/// kept by the caller meanwhile: in a register, as the compiler cannot know that no byte written is part of
/// it (AVX2 was slower by a sixth).
#[derive(Clone, Copy)]
pub(crate) struct Eights<const C: usize> {
    planes: [[u8; 2 * LANES]; C],
    used: usize,
}

impl<const C: usize> Eights<C> {
    #[inline(always)]
    pub(crate) fn begin(block: &[Line; C], used: usize) -> Self {
        let mut packer = Self { planes: [[0; 2 * LANES]; C], used };
        for c in 0..C {
            packer.planes[c][..LANES].copy_from_slice(&block[c].0);
        }
        packer
    }

    /// Where the next half-board goes.
    #[inline(always)]
    pub(crate) fn place(&self) -> usize {
        self.used
    }

    /// Takes eight bytes of a plane; those behind the chosen ones are overwritten later.
    #[inline(always)]
    pub(crate) fn put(&mut self, plane: usize, place: usize, front: u64) {
        // At most 63 + 56 bytes are used before the last eight of a block.
        self.planes[plane][place..place + 8].copy_from_slice(&front.to_le_bytes());
    }

    /// Writes the block that is being filled if it is full, the next place being this; whether it was.
    #[inline(always)]
    pub(crate) fn end_block(&mut self, place: usize, out: &mut [[Line; C]]) -> bool {
        let full = place >= LANES;
        if full {
            for c in 0..C {
                out[0][c].0.copy_from_slice(&self.planes[c][..LANES]);
                self.planes[c].copy_within(LANES.., 0);
            }
        }
        self.used = place % LANES;
        full
    }

    /// Writes the block that is being filled; the number of half-boards in it.
    #[inline(always)]
    pub(crate) fn finish(self, out: &mut [Line; C]) -> usize {
        for c in 0..C {
            out[c].0.copy_from_slice(&self.planes[c][..LANES]);
        }
        self.used
    }
}

/// How to move the chosen bytes of a group of eight to the front, and how many there are.
#[inline(always)]
pub(crate) fn selectors(lanes: u64, group: usize) -> (u64, usize) {
    let choice = (lanes >> (8 * group)) as u8;
    (TO_THE_FRONT[usize::from(choice)], choice.count_ones() as usize)
}

/// For each value of four bits a byte: the union of the bytes of the bits that are set.
#[inline(always)]
pub(crate) fn unions(bytes: [u64; 4]) -> [u64; 2] {
    let low = (bytes[0] * 0x0100_0100_0100_0100)
        | (bytes[1] * 0x0101_0000_0101_0000)
        | (bytes[2] * 0x0101_0101_0000_0000);
    [low, low | (bytes[3] * LOW)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unions_are_of_the_bits_set() {
        let bytes = [0x01, 0x82, 0x0c, 0x50];
        let table = unions(bytes).map(u64::to_le_bytes).concat();
        for (value, union) in table.into_iter().enumerate() {
            let set = (0..4).filter(|bit| value >> bit & 1 == 1);
            assert_eq!(u64::from(union), set.fold(0, |sum, bit| sum | bytes[bit]), "{value}");
        }
    }

    /// Appends random lanes of random blocks, and compares with the plain list.
    #[test]
    fn chosen_lanes_follow_each_other() {
        let mut random = 7;
        let mut packer = Eights::<1>::begin(&[Line::ZERO], 0);
        let (mut out, mut full) = (vec![[Line::ZERO]; 40], 0);
        let mut expected = Vec::new();
        for _ in 0..60 {
            let line = Line(std::array::from_fn(|_| crate::engine::split_mix(&mut random) as u8));
            let lanes = crate::engine::split_mix(&mut random);
            expected.extend((0..LANES).filter(|i| lanes >> i & 1 == 1).map(|i| line.0[i]));
            let mut place = packer.place();
            for group in 0..8 {
                let (selectors, chosen) = selectors(lanes, group);
                let front =
                    selectors.to_le_bytes().map(|from| line.0[8 * group + usize::from(from)]);
                packer.put(0, place, u64::from_le_bytes(front));
                place += chosen;
            }
            full += usize::from(packer.end_block(place, &mut out[full..]));
        }
        let len = LANES * full + packer.finish(&mut out[full]);
        let packed: Vec<u8> = out.iter().flat_map(|[line]| line.0).take(len).collect();
        assert_eq!(packed, expected);
    }
}
