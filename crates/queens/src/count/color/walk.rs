//! The tried placements as a program, and the walk that runs it.
//!
//! The placements of the tried class on some rows are a tree, row by row. Those of the first rows, the
//! *prefix*, are looked at one after the other. What is left is stored flat: for every placement on all rows
//! but the last (a *parent*) its squares, then for each square of the last row (a *leaf*) the column and the
//! number of the column set that it completes. The parents of a prefix are sorted by how many leaves they have,
//! so that the processor need not guess how often to repeat the loop over leaves.
//!
//! The walk has, for each square of the open rows, one vector for each line of the board: the packed placements
//! that a queen there does not attack. What a parent leaves alive is one operation for each of its squares, and a leaf
//! is one more, a count of bits, and an addition to the byte sums of its column set. The indices in both loops are in
//! bounds by their bits, so nothing is spent on checks.
//!
//! A program depends on the rows of the tried class alone: all patterns with the same even rows share it.

use super::squares::{Squares, members};
use crate::simd::{Bytes, Work};

/// Squares of the table: sixteen rows of sixteen columns, and one row without any queens.
pub(crate) const SQUARES: usize = 17 * 16;

/// A square that no queen attacks, for a row that is not there.
const NO_SQUARE: usize = 16 * 16;

/// As many as a byte can name, and more than there are ways to place queens on two rows.
pub(crate) const ROOTS: usize = 256;

/// The most column sets that leaves of one group can name.
pub(crate) const MOST_SETS: usize = 1 << 12;

/// The ways to place queens on the rows of the prefix, in the order of the tree.
#[derive(Clone, Debug)]
pub(crate) struct Prefixes {
    /// How many of the queens the prefixes of a group have in common.
    pub(crate) shared: usize,
    /// A square of each row: row, column.
    pub(crate) all: Vec<Vec<(u32, u32)>>,
    /// Where the prefixes of each group begin, and where the last one ends.
    pub(crate) groups: Vec<usize>,
}

impl Prefixes {
    /// For these rows, of which a group shares the first `shared`.
    pub(crate) fn new(class: Squares, rows: &[u32], shared: usize) -> Self {
        let all = super::lists::prefixes(class, rows);
        let starts = (1..all.len()).filter(|&i| all[i][..shared] != all[i - 1][..shared]);
        let mut groups: Vec<usize> = if all.is_empty() { vec![] } else { vec![0] };
        groups.extend(starts);
        groups.push(all.len());
        Self { shared, all, groups }
    }

    /// The number of groups.
    pub(crate) fn len(&self) -> usize {
        self.groups.len() - 1
    }
}

/// The placements of the tried class on one set of rows, except those whose columns do not count.
#[derive(Clone, Default, Debug)]
pub(crate) struct Program {
    /// For each prefix the roots: their number, then their two squares. Then for each number of leaves the parents:
    /// the number of leaves, the number of parents, and of each the root, the other squares and the leaves. Then a
    /// zero.
    steps: Vec<u16>,
    /// Where the steps of each prefix begin.
    prefixes: Vec<usize>,
    /// For each group, its column sets by their numbers in the leaves.
    pub(crate) sets: Vec<Vec<u16>>,
    /// What a parent has before its leaves.
    path: usize,
    /// Where the squares of the last row begin.
    last: usize,
    /// The number of placements.
    pub(crate) placements: u64,
}

impl Program {
    /// For the placements that begin with these prefixes and go on with a queen on each of `rows`, on one of these
    /// column sets; `room` is for a prefix while it grows.
    pub(crate) fn new(
        class: Squares,
        prefixes: &Prefixes,
        rows: &[u32],
        sets: impl Iterator<Item = u32>,
        room: &mut Room,
    ) -> Self {
        let mut program = Self {
            path: rows.len().saturating_sub(3) + 1,
            last: rows.last().map_or(NO_SQUARE, |&row| 16 * row as usize),
            ..Self::default()
        };
        let mut number = vec![NONE; 1 << class.columns];
        for columns in sets {
            number[columns as usize] = UNSEEN;
        }
        let parent = [NO_SQUARE as u16; 32];
        let mut grow =
            Grow { class, rows, number, sets: Vec::new(), has_root: false, room, parent };
        for group in prefixes.groups.windows(2) {
            for prefix in &prefixes.all[group[0]..group[1]] {
                let (mut columns, mut diagonals) = (0u32, 0u64);
                for &(row, column) in prefix {
                    columns |= 1 << column;
                    diagonals |= class.diagonals(row, column);
                }
                grow.from(0, columns, diagonals);
                program.prefixes.push(program.steps.len());
                program.steps.push((grow.room.roots.len() / 2) as u16);
                program.steps.append(&mut grow.room.roots);
                for (leaves, parents) in grow.room.parents.iter_mut().enumerate().skip(1) {
                    let size = program.path + leaves;
                    program.placements += (parents.len() / size * leaves) as u64;
                    for some in parents.chunks(size * usize::from(u16::MAX)) {
                        program.steps.extend([leaves as u16, (some.len() / size) as u16]);
                        program.steps.extend_from_slice(some);
                    }
                    parents.clear();
                }
                program.steps.push(0);
            }
            for &columns in &grow.sets {
                grow.number[usize::from(columns)] = UNSEEN;
            }
            program.sets.push(std::mem::take(&mut grow.sets));
        }
        // It grew by doubling, and the next one is made beside it.
        program.steps.shrink_to_fit();
        program
    }

    /// The steps of a prefix.
    pub(crate) fn steps(&self, prefix: usize) -> &[u16] {
        &self.steps[self.prefixes[prefix]..]
    }

    /// Whether no placement begins with this prefix.
    pub(crate) fn is_empty(&self, prefix: usize) -> bool {
        self.steps(prefix)[0] == 0
    }
}

/// A column set that does not count, and one that has no number yet.
const NONE: u16 = u16::MAX;
const UNSEEN: u16 = NONE - 1;

/// Grows the tree below a prefix.
struct Grow<'a> {
    class: Squares,
    rows: &'a [u32],
    /// Of every column set, its number in its group.
    number: Vec<u16>,
    /// Those that have numbers.
    sets: Vec<u16>,
    room: &'a mut Room,
    /// Whether the first two squares on the path are the last roots.
    has_root: bool,
    /// The path as a parent has it: the squares on the first two rows, of which the root takes the second place, the other
    /// squares and the leaves.
    parent: [u16; 32],
}

/// What grows below a prefix. The programs of a batch use the same: they are many and small.
#[derive(Default)]
pub(crate) struct Room {
    /// The squares on the first two rows of every parent, once.
    roots: Vec<u16>,
    /// By the number of leaves.
    parents: [Vec<u16>; 17],
}

impl Grow<'_> {
    /// The leaf on a column, if the column set that it completes counts.
    #[inline]
    fn leaf(&mut self, columns: u32, column: u32) -> Option<u16> {
        let number = &mut self.number[columns as usize];
        if *number == NONE {
            return None;
        }
        if *number == UNSEEN {
            assert!(self.sets.len() < MOST_SETS, "more column sets than a leaf can name");
            *number = self.sets.len() as u16;
            self.sets.push(columns as u16);
        }
        Some(*number << 4 | column as u16)
    }

    fn from(&mut self, depth: usize, columns: u32, diagonals: u64) {
        if depth <= 2 {
            self.has_root = false;
        }
        let Some(&row) = self.rows.get(depth) else {
            // A placement without open rows: the one square of a row that is not there.
            if let Some(leaf) = self.leaf(columns, 0) {
                self.parent[2] = leaf;
                self.found(3, 1);
            }
            return;
        };
        let free = members(self.class.free(row, columns, diagonals));
        if depth + 1 < self.rows.len() {
            for column in free {
                self.parent[depth] = (16 * row + column) as u16;
                let diagonals = diagonals | self.class.diagonals(row, column);
                self.from(depth + 1, columns | 1 << column, diagonals);
            }
            return;
        }
        let first = depth.max(2);
        let mut end = first;
        for column in free {
            if let Some(leaf) = self.leaf(columns | 1 << column, column) {
                self.parent[end] = leaf;
                end += 1;
            }
        }
        if end > first {
            self.found(end, end - first);
        }
    }

    /// A parent with some leaves, up to this place.
    #[inline]
    fn found(&mut self, end: usize, leaves: usize) {
        let Room { roots, parents } = &mut *self.room;
        if !self.has_root {
            roots.extend_from_slice(&self.parent[..2]);
            self.has_root = true;
        }
        let second = std::mem::replace(&mut self.parent[1], (roots.len() / 2 - 1) as u16);
        parents[leaves].extend_from_slice(&self.parent[1..end]);
        self.parent[1] = second;
    }
}

/// Runs the steps of a prefix against L lines of a board.
pub(crate) struct Walk<'a, S: Bytes, const L: usize, const PAIRS: bool> {
    pub(crate) program: &'a Program,
    pub(crate) prefix: usize,
    /// By square, what a queen there leaves.
    pub(crate) squares: &'a [[S::V; L]; SQUARES],
    /// The packed placements.
    pub(crate) all: [S::V; L],
    /// Room for what the roots leave.
    pub(crate) roots: &'a mut [[S::V; L]; ROOTS],
    /// By the number of a column set.
    pub(crate) sums: &'a mut [S::V; MOST_SETS],
    /// With `PAIRS` the sums are below 128, and these tell how often they reached it.
    pub(crate) carries: &'a mut [S::V],
}

impl<S: Bytes, const L: usize, const PAIRS: bool> Work for Walk<'_, S, L, PAIRS> {
    type Out = ();

    #[inline(always)]
    fn work(self) {
        let Self { program, prefix, squares, all, roots, sums, carries } = self;
        let low = S::load(&[127; 64]);
        program.each_leaf::<S, L>(prefix, squares, all, roots, &mut |set, count| {
            if PAIRS {
                // At most 127 and 8 for each line.
                let sum = S::add(sums[set], count);
                carries[set] = S::add_saturating(carries[set], S::tops(sum));
                sums[set] = S::and(sum, low);
            } else {
                sums[set] = S::add_saturating(sums[set], count);
            }
        });
    }
}

impl Program {
    /// Tells the number of the column set of every leaf, and how many packed placements of each lane are left.
    #[inline(always)]
    pub(crate) fn each_leaf<S: Bytes, const L: usize>(
        &self,
        prefix: usize,
        squares: &[[S::V; L]; SQUARES],
        all: [S::V; L],
        roots: &mut [[S::V; L]; ROOTS],
        found: &mut impl FnMut(usize, S::V),
    ) {
        let path = self.path;
        let last = squares[self.last..].first_chunk().expect("a row");
        let steps = self.steps(prefix);
        let mut at = 1 + 2 * usize::from(steps[0]);
        for (root, two) in roots.iter_mut().zip(steps[1..at].as_chunks::<2>().0) {
            let two = two.map(|square| &squares[usize::from(square)]);
            for l in 0..L {
                root[l] = S::and(S::and(all[l], two[0][l]), two[1][l]);
            }
        }
        let roots = &*roots;
        while steps[at] != 0 {
            let (leaves, parents) = (usize::from(steps[at]), usize::from(steps[at + 1]));
            let end = at + 2 + parents * (path + leaves);
            let parents = &steps[at + 2..end];
            at = end;
            // One loop for each number of leaves, so that those are unrolled.
            macro_rules! parents {
                ($($number:literal)*) => {
                    match leaves {
                        $($number => for parent in parents.chunks_exact(path + $number) {
                            let (path, leaves) = parent.split_at(path);
                            let leaves: &[u16; $number] = leaves.first_chunk().expect("leaves");
                            parent_of::<S, L>(path, leaves, roots, squares, last, found);
                        },)*
                        _ => for parent in parents.chunks_exact(path + leaves) {
                            let (path, leaves) = parent.split_at(path);
                            parent_of::<S, L>(path, leaves, roots, squares, last, found);
                        }
                    }
                };
            }
            parents!(1 2 3 4 5 6 7 8);
        }
    }
}

// ANCHOR: walk
#[inline(always)]
fn parent_of<S: Bytes, const L: usize>(
    path: &[u16],
    leaves: &[u16],
    roots: &[[S::V; L]; ROOTS],
    squares: &[[S::V; L]; SQUARES],
    last: &[[S::V; L]; 16],
    found: &mut impl FnMut(usize, S::V),
) {
    let mut alive = roots[usize::from(path[0] & 0xff)];
    for &square in &path[1..] {
        let free = &squares[usize::from(square & 0xff)];
        for l in 0..L {
            alive[l] = S::and(alive[l], free[l]);
        }
    }
    for &leaf in leaves {
        let free = &last[usize::from(leaf & 0xf)];
        let mut count = S::count_bits(S::and(alive[0], free[0]));
        for l in 1..L {
            count = S::add(count, S::count_bits(S::and(alive[l], free[l])));
        }
        found(usize::from(leaf >> 4), count);
    }
}
// ANCHOR_END: walk
