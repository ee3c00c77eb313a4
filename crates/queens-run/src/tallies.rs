//! The tallies of all blocks, packed: a run may have a million.

use std::collections::BTreeMap;
use std::fmt::Write;

use queens::blocks::Middle;

use crate::part::{add_up, number, read_sums};
use crate::plan::RunName;

/// What the blocks gave, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tallies {
    /// By block: where its sums begin, and how many there are; none while it is missing.
    entries: Vec<Option<(usize, u32)>>,
    sums: Vec<(Middle, u128)>,
    missing: u64,
}

impl Tallies {
    /// Nothing is known of so many blocks.
    pub(crate) fn new(blocks: u64) -> Self {
        Self { entries: vec![None; blocks as usize], sums: Vec::new(), missing: blocks }
    }

    /// The number of blocks, missing ones included.
    pub(crate) fn len(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The number of blocks that are missing.
    pub(crate) fn missing(&self) -> u64 {
        self.missing
    }

    /// The sums of a block.
    pub(crate) fn get(&self, block: u64) -> Option<&[(Middle, u128)]> {
        let (start, length) = self.entries[block as usize]?;
        Some(&self.sums[start..start + length as usize])
    }

    /// Sets the sums of a block that is missing.
    pub(crate) fn set(&mut self, block: u64, sums: &[(Middle, u128)]) {
        let entry = &mut self.entries[block as usize];
        debug_assert!(entry.is_none(), "block {block} is set once");
        *entry = Some((self.sums.len(), sums.len() as u32));
        self.sums.extend_from_slice(sums);
        self.missing -= 1;
    }

    /// The sums over all blocks, and the total; none if one exceeds 128 bits.
    pub(crate) fn add_up(&self) -> Option<(Vec<(Middle, u128)>, u128)> {
        let mut sums = BTreeMap::new();
        for (middle, more) in &self.sums {
            let sum: &mut u128 = sums.entry(*middle).or_default();
            *sum = sum.checked_add(*more)?;
        }
        let sums: Vec<_> = sums.into_iter().collect();
        let total = add_up(&sums)?;
        Some((sums, total))
    }

    /// A block as it stands in a certificate: its number, its solutions, and `MIDDLE=SOLUTIONS` for
    /// each of its sums.
    pub(crate) fn entry(&self, block: u64) -> String {
        let sums = self.get(block).expect("a certificate has every block");
        let total = add_up(sums).expect("checked when it was read");
        let mut text = format!("{block} {total}");
        for (middle, sum) in sums {
            let _ = write!(text, " {middle}={sum}");
        }
        text
    }

    /// Sets a block from its entry in a certificate; comes back with false if that is not the entry
    /// of this block.
    pub(crate) fn set_entry(&mut self, block: u64, entry: &str, size: u32) -> bool {
        let mut words = entry.split(' ');
        let named = words.next().and_then(number) == Some(u128::from(block));
        let total = words.next().and_then(number);
        let pairs: Option<Vec<_>> = words.map(|word| word.split_once('=')).collect();
        let sums = pairs.and_then(|pairs| read_sums(pairs.into_iter(), size));
        match sums {
            Some(sums) if named && total.is_some() && add_up(&sums) == total => {
                self.set(block, &sums);
                true
            }
            _ => false,
        }
    }

    /// The root of the Merkle tree over all entries, in hexadecimal digits.
    ///
    /// A leaf is the hash of a byte 0, the run's name (32 bytes) and the entry; a node that of a byte
    /// 1 and its two children; a node without a sibling moves up as it is.
    pub(crate) fn root(&self, name: RunName) -> String {
        // Subtrees that wait for their right-hand sibling, the largest first: with each its height.
        let mut waiting: Vec<(u32, blake3::Hash)> = Vec::new();
        let join = |left: &blake3::Hash, right: &blake3::Hash| {
            let mut hasher = blake3::Hasher::new();
            hasher.update(&[1]).update(left.as_bytes()).update(right.as_bytes());
            hasher.finalize()
        };
        for block in 0..self.len() {
            let mut hasher = blake3::Hasher::new();
            hasher.update(&[0]).update(name.bytes()).update(self.entry(block).as_bytes());
            let (mut height, mut hash) = (0, hasher.finalize());
            while let Some((_, left)) = waiting.pop_if(|(other, _)| *other == height) {
                (height, hash) = (height + 1, join(&left, &hash));
            }
            waiting.push((height, hash));
        }
        let root = waiting
            .into_iter()
            .map(|(_, hash)| hash)
            .rev()
            .reduce(|right, left| join(&left, &right));
        root.expect("a run has blocks").to_hex().to_string()
    }
}
