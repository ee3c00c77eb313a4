//! The placements of one class of squares on a given set of rows, by the columns that they occupy.

use super::squares::Class;
use crate::parallel::{StopFlag, Stopped};
use crate::sets::Word;

/// By set of columns, its rank: where it stands in a list of such sets.
#[derive(Clone, Debug)]
pub(crate) struct Ranks(Vec<u16>);

impl Ranks {
    /// The set is not in the list.
    pub(crate) const NONE: u16 = u16::MAX;

    /// The ranks of some of the sets of `width` elements; fewer than 65,535.
    pub(crate) fn new(width: u32, sets: impl IntoIterator<Item = u32>) -> Self {
        let mut ranks = vec![Self::NONE; 1 << width];
        for (rank, set) in (0..).zip(sets) {
            ranks[set as usize] = rank;
        }
        Self(ranks)
    }

    #[inline]
    pub(crate) fn rank(&self, set: u32) -> u16 {
        self.0[set as usize]
    }
}

/// Calls `found` with the columns and the diagonals of every way to add queens on the open rows to a
/// placement with these columns and diagonals.
pub(crate) fn each_completion(
    class: Class,
    open: u32,
    columns: u32,
    diagonals: u64,
    found: &mut impl FnMut(u32, u64),
) {
    if open == 0 {
        return found(columns, diagonals);
    }
    let row = open.trailing_zeros();
    let open = open & (open - 1);
    for column in class.free(row, columns, diagonals).members() {
        let (columns, diagonals) =
            (columns | 1 << column, diagonals | class.diagonals(row, column));
        if open == 0 {
            found(columns, diagonals);
        } else {
            each_completion(class, open, columns, diagonals, found);
        }
    }
}

/// Calls `found` with the rank of the columns and the diagonals of every placement on these rows.
fn each(
    class: Class,
    rows: u32,
    ranks: &Ranks,
    stop: &StopFlag,
    found: &mut impl FnMut(usize, u64),
) -> Result<(), Stopped> {
    // A large board has millions. The flag is asked for each two squares on the first two rows.
    let open = rows.members().skip(2).fold(0, |open, row| open | 1u32 << row);
    each_completion(class, rows & !open, 0, 0, &mut |columns, diagonals| {
        if stop.is_raised() {
            return;
        }
        each_completion(class, open, columns, diagonals, &mut |columns, diagonals| {
            let rank = ranks.rank(columns);
            if rank != Ranks::NONE {
                found(usize::from(rank), diagonals);
            }
        });
    });
    if stop.is_raised() { Err(Stopped) } else { Ok(()) }
}

/// The placements of a class on some rows, by columns: the diagonals that each occupies.
#[derive(Clone, Default, Debug)]
pub(crate) struct Lists {
    /// The placements, and [`BEYOND`] words more: they are read eight at a time.
    pub(crate) placements: Vec<u64>,
    /// By the rank of a column set.
    pub(crate) by_rank: Vec<List>,
    /// The ranks of the column sets that have placements, those with the most first.
    pub(crate) longest_first: Vec<u16>,
}

/// The placements on one set of columns: where they begin among all, and how many they are.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct List {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl List {
    pub(crate) fn slice(self, placements: &[u64]) -> &[u64] {
        &placements[self.start as usize..][..self.len as usize]
    }
}

/// How many pairs of placements share no diagonal.
pub(crate) fn compatible(one: &[u64], other: &[u64]) -> u128 {
    let with = |a: &u64| other.iter().filter(|&b| a & b == 0).count() as u128;
    one.iter().map(with).sum()
}

/// Sorts the lists of the lanes of a segment by length, in layers of eight, the longest first. Tells in `order` where each
/// lane went; lanes without a list stay.
#[inline(always)]
pub(crate) fn sort(lists: &mut [List], order: &mut [u8; 256]) {
    const MOST: usize = 64;
    let key = |list: List| MOST - 1 - (list.len as usize).div_ceil(8).min(MOST - 1);
    // Where the next list of each key goes.
    let mut next = [0usize; MOST + 1];
    for list in lists.iter() {
        next[key(*list) + 1] += 1;
    }
    for i in 1..=MOST {
        next[i] += next[i - 1];
    }
    let mut sorted = [List::default(); 256];
    for (lane, list) in lists.iter().enumerate() {
        let to = &mut next[key(*list)];
        sorted[*to] = *list;
        order[lane] = *to as u8;
        *to += 1;
    }
    let len = lists.len();
    lists.copy_from_slice(&sorted[..len]);
    for lane in len..256 {
        order[lane] = lane as u8;
    }
}

/// How many words are read beyond the end of the placements, at most.
pub(crate) const BEYOND: usize = 8;

/// How many placements are kept while they are counted. If there are more, all are found again to be stored, which takes
/// a few percent longer and no memory.
const KEPT: usize = 1 << 16;

impl Lists {
    /// The placements whose columns have this rank.
    pub(crate) fn of_rank(&self, rank: usize) -> &[u64] {
        self.by_rank[rank].slice(&self.placements)
    }

    /// All placements on these rows whose columns have one of these ranks, which are `sets`.
    pub(crate) fn new(
        class: Class,
        rows: u32,
        ranks: &Ranks,
        sets: usize,
        stop: &StopFlag,
    ) -> Result<Self, Stopped> {
        let mut by_rank = vec![List::default(); sets];
        let mut kept = Vec::new();
        each(class, rows, ranks, stop, &mut |rank, placement| {
            by_rank[rank].len += 1;
            if kept.len() < KEPT {
                kept.push((rank, placement));
            }
        })?;
        let mut end = 0;
        for list in &mut by_rank {
            list.start = end;
            end += list.len;
            list.len = 0;
        }
        let mut placements = vec![0; end as usize + BEYOND];
        let mut store = |rank: usize, placement| {
            let list = &mut by_rank[rank];
            placements[(list.start + list.len) as usize] = placement;
            list.len += 1;
        };
        if kept.len() == end as usize {
            for (rank, placement) in kept {
                store(rank, placement);
            }
        } else {
            drop(kept);
            each(class, rows, ranks, stop, &mut store)?;
        }
        let mut longest_first: Vec<u16> =
            (0..sets as u16).filter(|&rank| by_rank[usize::from(rank)].len > 0).collect();
        longest_first.sort_by_key(|&rank| std::cmp::Reverse(by_rank[usize::from(rank)].len));
        Ok(Self { placements, by_rank, longest_first })
    }
}

#[cfg(test)]
mod tests {
    use super::super::squares::{all_open, colors};
    use super::*;
    use crate::sets::Word;

    /// Kept while they are counted, or found a second time.
    #[test]
    fn lists_have_every_placement_by_its_columns() {
        let class = colors(28, &all_open)[0].packed;
        for (queens, is_long) in [(4, false), (6, true)] {
            let rows = u32::ones(queens) << 3;
            let of_size = |set: &u32| set.count_ones() == queens;
            let sets: Vec<u32> = (0..=u32::ones(class.columns)).filter(of_size).collect();
            let ranks = Ranks::new(class.columns, sets.iter().copied());
            let lists = Lists::new(class, rows, &ranks, sets.len(), &StopFlag::new());
            let lists = lists.expect("the flag is not raised");
            assert_eq!(lists.placements.len() > KEPT + BEYOND, is_long);
            let mut expected = vec![Vec::new(); sets.len()];
            each_completion(class, rows, 0, 0, &mut |columns, diagonals| {
                expected[usize::from(ranks.rank(columns))].push(diagonals);
            });
            for (list, expected) in lists.by_rank.iter().zip(&expected) {
                assert_eq!(list.slice(&lists.placements), expected);
            }
        }
    }
}
