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
    /// By place in the counts that the kernel returns, the rank of the columns; a long list has several places. Fewer than lanes if it is the
    /// last group.
    pub(crate) ranks: Vec<u16>,
}

/// The lane of a place in the counts of a group: lanes 0, 4, 8, … come first, then 2, 6, 10, …, then
/// 1, 5, 9, …, then 3, 7, 11, …. That is how 32-bit counts fall out of bytes.
fn lane(place: usize, lanes: usize) -> usize {
    4 * (place % (lanes / 4)) + [0, 2, 1, 3][place / (lanes / 4)]
}

/// A part of the list of a column set.
#[derive(Clone, Copy)]
struct Part {
    set: usize,
    first: usize,
    length: usize,
}

/// Cuts lists into parts, one for each lane, the longest first. A few long lists would leave most lanes of their
/// group empty; their parts fill lanes of the last group.
fn parts(list: &Placements, lanes: usize) -> Vec<Part> {
    /// What a group costs beside its lines, as a number of lines: its counts are to be added up.
    const GROUP: usize = 2;
    let cut = |most: usize| {
        let mut parts = Vec::new();
        for set in 0..list.sets() {
            let length = list.on(set).len();
            let number = length.div_ceil(most);
            let mut first = 0;
            for part in 0..number {
                let length = (length - first).div_ceil(number - part);
                parts.push(Part { set, first, length });
                first += length;
            }
        }
        parts.sort_by_key(|part| std::cmp::Reverse(part.length));
        parts
    };
    let cost = |parts: &Vec<Part>| -> usize {
        parts.chunks(lanes).map(|group| group[0].length.div_ceil(8) + GROUP).sum()
    };
    let whole = cut(usize::MAX);
    // With many groups the last one matters little.
    if whole.len() > 2 * lanes {
        return whole;
    }
    let longest = whole.first().map_or(0, |part| part.length);
    // Only few lines may be worth it.
    let lines = (1..longest.div_ceil(8).min(4)).rev();
    let cuts = lines.map(|lines| cut(8 * lines));
    [whole].into_iter().chain(cuts).min_by_key(cost).expect("there is at least one")
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
    /// Makes this the board of a list, in vectors of `lanes` bytes, and names the column sets by `ranks`.
    /// Sets without a placement are left out.
    pub(crate) fn fill(
        &mut self,
        list: &Placements,
        ranks: &[u16],
        diagonals: usize,
        lanes: usize,
    ) {
        let parts = parts(list, lanes);
        self.diagonals = diagonals;
        self.width = lanes / 8;
        self.longest = parts.first().map_or(0, |part| part.length);
        self.groups.clear();
        let mut line = 0;
        for group in parts.chunks(lanes) {
            let lines = group[0].length.div_ceil(8);
            let ranks = group.iter().map(|part| ranks[part.set]).collect();
            self.groups.push(Group { line, lines, ranks });
            line += lines;
        }
        let (width, size) = (self.width, self.line_size());
        self.words.clear();
        self.words.resize(line * size, 0);
        let mut lanes_of = vec![None; lanes];
        for (group, parts) in self.groups.iter().zip(parts.chunks(lanes)) {
            lanes_of.fill(None);
            for (place, part) in parts.iter().enumerate() {
                lanes_of[lane(place, lanes)] =
                    Some(&list.on(part.set)[part.first..][..part.length]);
            }
            for (word, eight_lanes) in lanes_of.chunks(8).enumerate() {
                for line in 0..group.lines {
                    // Bit k of byte l stands for placement k of lane l.
                    let mut bits = [0; 64];
                    let mut all = 0;
                    for (l, placements) in eight_lanes.iter().enumerate() {
                        let rest = placements.and_then(|all| all.get(8 * line..)).unwrap_or(&[]);
                        let eight = &rest[..rest.len().min(8)];
                        bits[8 * l..][..eight.len()].copy_from_slice(eight);
                        all |= ((1 << eight.len()) - 1) << (8 * l);
                    }
                    if all == 0 {
                        break;
                    }
                    transpose(&mut bits);
                    let words = &mut self.words[(group.line + line) * size..][..size];
                    for (diagonal, &on) in bits[..diagonals].iter().enumerate() {
                        words[diagonal * width + word] = on;
                    }
                    words[diagonals * width + word] = all;
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

/// Exchanges rows and columns of a matrix of 64 by 64 bits (Warren, Hacker's Delight, 7-3).
#[inline]
fn transpose(rows: &mut [u64; 64]) {
    let mut low = u64::MAX;
    let mut distance = 32;
    while distance > 0 {
        low ^= low << distance;
        for block in rows.chunks_exact_mut(2 * distance) {
            let (first, second) = block.split_at_mut(distance);
            for (a, b) in first.iter_mut().zip(second) {
                let exchanged = (*a >> distance ^ *b) & low;
                *a ^= exchanged << distance;
                *b ^= exchanged;
            }
        }
        distance /= 2;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_are_exchanged() {
        let rows: [u64; 64] =
            std::array::from_fn(|i| 0x9e37_79b9_7f4a_7c15_u64.wrapping_pow(2 * i as u32 + 1));
        let mut columns = rows;
        transpose(&mut columns);
        for (i, row) in rows.into_iter().enumerate() {
            for (k, column) in columns.into_iter().enumerate() {
                assert_eq!(row >> k & 1, column >> i & 1);
            }
        }
    }
}
