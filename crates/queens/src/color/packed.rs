//! The placements of one class packed into vectors: each set of columns has a byte lane of its own.
//!
//! A *line* is one vector: a bit for each of eight placements in every byte lane. A group of as many
//! column sets as a vector has bytes takes as many lines as the longest of their lists needs. For each
//! diagonal a line knows which of its placements lie on it. With the sets sorted by the length of their
//! lists the lines are well filled, and the number of survivors of a set is the number of bits set in
//! its byte, summed over the lines of its group.

use super::placements::Placements;

/// Column sets that share the lines of a board.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The first line.
    pub(crate) line: usize,
    pub(crate) lines: usize,
    /// By place in the counts that the kernel returns, the rank of the columns. The even lanes come
    /// first, then the odd ones: that is how 16-bit counts fall out of bytes.
    pub(crate) ranks: Vec<Option<u16>>,
}

/// A packed list.
#[derive(Clone, Default, Debug)]
pub(crate) struct Packed {
    pub(crate) groups: Vec<Group>,
    /// By line and diagonal, the placements on it; after the last diagonal, which bits stand for a
    /// placement at all. Each a vector as words of 64 bits.
    words: Vec<u64>,
    diagonals: usize,
    /// Words in a vector.
    width: usize,
    /// The most placements with the same columns.
    pub(crate) longest: usize,
}

impl Packed {
    /// Makes this the board of those `ranks`, in vectors of `lanes` bytes. Sets without a placement are
    /// left out.
    pub(crate) fn fill(
        &mut self,
        list: &Placements,
        ranks: &[u16],
        diagonals: usize,
        lanes: usize,
    ) {
        let length = |rank: u16| list.on(usize::from(rank)).len();
        let mut order: Vec<u16> = ranks.iter().copied().filter(|&rank| length(rank) > 0).collect();
        order.sort_by_key(|&rank| std::cmp::Reverse(length(rank)));
        self.diagonals = diagonals;
        self.width = lanes / 8;
        self.longest = order.first().map_or(0, |&rank| length(rank));
        self.groups.clear();
        let mut line = 0;
        for group in order.chunks(lanes) {
            let lines = length(group[0]).div_ceil(8);
            let mut places = vec![None; lanes];
            for (lane, &rank) in group.iter().enumerate() {
                places[lane % 2 * lanes / 2 + lane / 2] = Some(rank);
            }
            self.groups.push(Group { line, lines, ranks: places });
            line += lines;
        }
        let (width, size) = (self.width, self.line_size());
        self.words.clear();
        self.words.resize(line * size, 0);
        for (group, sets) in self.groups.iter().zip(order.chunks(lanes)) {
            for (word, sets) in sets.chunks(8).enumerate() {
                for line in 0..group.lines {
                    let vectors = &mut self.words[(group.line + line) * size..][..size];
                    for (lane, &rank) in sets.iter().enumerate() {
                        let all = list.on(usize::from(rank));
                        let Some(eight) = all.get(8 * line..) else { break };
                        for (bit, &placement) in eight.iter().take(8).enumerate() {
                            let bit = 1 << (8 * lane + bit);
                            vectors[diagonals * width + word] |= bit;
                            let mut rest = placement;
                            while rest != 0 {
                                vectors[rest.trailing_zeros() as usize * width + word] |= bit;
                                rest &= rest - 1;
                            }
                        }
                    }
                }
            }
        }
    }

    fn line_size(&self) -> usize {
        (self.diagonals + 1) * self.width
    }

    /// Neighboring lines, one after the other.
    #[inline]
    pub(crate) fn lines(&self, first: usize, count: usize) -> Lines<'_> {
        let size = self.line_size();
        let words = &self.words[first * size..(first + count) * size];
        Lines { words, size, width: self.width }
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.words[..])
    }
}

/// Some lines of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines<'a> {
    words: &'a [u64],
    size: usize,
    width: usize,
}

impl Lines<'_> {
    /// The placements of a line that lie on a diagonal.
    #[inline]
    pub(crate) fn on(&self, line: usize, diagonal: u32) -> &[u64] {
        &self.words[line * self.size + diagonal as usize * self.width..][..self.width]
    }

    /// All placements of a line.
    #[inline]
    pub(crate) fn all(&self, line: usize) -> &[u64] {
        &self.words[(line + 1) * self.size - self.width..][..self.width]
    }
}
