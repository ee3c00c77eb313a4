//! The tried placements as a program, and the walk that runs it.
//!
//! The placements of the tried class on some rows are a tree, row by row. Those of the first rows, the
//! *prefix*, are looked at one after the other. Of the rows that are left, the first two make a *root* and the
//! last two a *pair*; more rows have their squares between. What is left is stored flat: for every root a
//! few *leaves* at a time, each a pair and the number of the column set that it completes. These *branches* are
//! sorted by how many leaves they have, so that the processor need not guess how often to repeat the loop over leaves.
//!
//! The walk has, for each square of the open rows, one vector for each line of packed placements: those
//! that a queen there does not attack; and the same for each root and each pair. What a leaf leaves alive is one
//! operation, then comes a count of bits, and an addition to the byte sums of its column set. The indices in both loops
//! are in bounds by their bits, so nothing is spent on checks.
//!
//! A program depends on the rows of the tried class alone: all patterns with the same even rows share it.

use super::squares::Squares;
use crate::sets::Word;
use crate::simd::{Bytes, Work};

/// Squares of the table: sixteen rows of sixteen columns, and one row without any queens.
pub(crate) const SQUARES: usize = 17 * 16;

/// A square that no queen attacks, for a row that is not there.
const NO_SQUARE: usize = 16 * 16;

/// The roots of a prefix, or its pairs, at most: each is two squares on two rows, and its number fits a byte.
pub(crate) const MOST_ROW_PAIRS: usize = 256;

/// The most leaves of a branch.
pub(crate) const LEAVES: usize = 8;

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
        let mut all: Vec<Vec<(u32, u32)>> = vec![Vec::new()];
        for &row in rows {
            let longer = all.iter().flat_map(|prefix| {
                let (columns, diagonals) = class.lines(prefix);
                let free = class.free(row, columns, diagonals).members();
                free.map(move |column| [&prefix[..], &[(row, column)]].concat())
            });
            all = longer.collect();
        }
        let begins = |&i: &usize| i == 0 || all[i][..shared] != all[i - 1][..shared];
        let groups = (0..all.len()).filter(begins).chain([all.len()]).collect();
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
    /// For each prefix the roots and then the pairs: their number, and the two squares of each. Then for each number of
    /// leaves the branches: the number of leaves, the number of branches, and of each the root, the squares between and
    /// the leaves. Then a zero.
    steps: Vec<u32>,
    /// Where the steps of each prefix begin.
    prefixes: Vec<usize>,
    /// For each group, its column sets by their numbers in the leaves.
    pub(crate) sets: Vec<Vec<u16>>,
    /// What a branch has before its leaves.
    path: usize,
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
        let first_of_pair = rows.len().saturating_sub(2);
        let root = first_of_pair.min(2);
        let mut program = Self { path: 1 + first_of_pair - root, ..Self::default() };
        let mut number = vec![NONE; 1 << class.columns];
        for columns in sets {
            number[columns as usize] = UNSEEN;
        }
        let mut grow = Grow {
            class,
            rows,
            root,
            first_of_pair,
            number,
            sets: Vec::new(),
            room,
            squares: [NO_SQUARE; 18],
            has_root: false,
            pairs: [0; MOST_ROW_PAIRS],
            leaves: [0; MOST_ROW_PAIRS],
            found: 0,
        };
        for group in prefixes.groups.windows(2) {
            for prefix in &prefixes.all[group[0]..group[1]] {
                let (columns, diagonals) = class.lines(prefix);
                grow.pairs.fill(0);
                grow.from(0, columns, diagonals);
                program.prefixes.push(program.steps.len());
                for twos in [&mut grow.room.roots, &mut grow.room.pairs] {
                    program.steps.push(twos.len() as u32);
                    program.steps.append(twos);
                }
                for (leaves, branches) in grow.room.branches.iter_mut().enumerate().skip(1) {
                    if !branches.is_empty() {
                        let number = branches.len() / (program.path + leaves);
                        program.placements += (number * leaves) as u64;
                        program.steps.extend([leaves as u32, number as u32]);
                        program.steps.append(branches);
                    }
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
    fn steps(&self, prefix: usize) -> &[u32] {
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
    /// The rows of a root, and where those of a pair begin.
    root: usize,
    first_of_pair: usize,
    /// Of every column set, its number in its group.
    number: Vec<u16>,
    /// Those that have numbers.
    sets: Vec<u16>,
    room: &'a mut Room,
    /// The squares on the path.
    squares: [usize; 18],
    /// Whether the first two of them are the last root.
    has_root: bool,
    /// By the columns of two rows: one more than the number of the pair, if it has one.
    pairs: [u8; MOST_ROW_PAIRS],
    /// The leaves that were found behind the path.
    leaves: [u32; MOST_ROW_PAIRS],
    found: usize,
}

/// What grows below a prefix. The programs of a batch use the same: they are many and small.
#[derive(Default)]
pub(crate) struct Room {
    roots: Vec<u32>,
    pairs: Vec<u32>,
    /// By the number of leaves.
    branches: [Vec<u32>; LEAVES + 1],
}

impl Grow<'_> {
    /// The end of the path, if the column set that it completes counts.
    #[inline]
    fn leaf(&mut self, columns: u32) {
        let number = &mut self.number[columns as usize];
        if *number == NONE {
            return;
        }
        if *number == UNSEEN {
            assert!(self.sets.len() < MOST_SETS, "more column sets than a leaf can name");
            *number = self.sets.len() as u16;
            self.sets.push(columns as u16);
        }
        let number = u32::from(*number);
        let first = self.first_of_pair;
        let two = (self.squares[first] << 16 | self.squares[first + 1]) as u32;
        let pair = &mut self.pairs[(two >> 12 & 0xf0 | two & 0xf) as usize];
        if *pair == 0 {
            self.room.pairs.push(two);
            *pair = self.room.pairs.len() as u8;
        }
        self.leaves[self.found % MOST_ROW_PAIRS] = number << 8 | u32::from(*pair - 1);
        self.found += 1;
    }

    fn from(&mut self, depth: usize, columns: u32, diagonals: u64) {
        if depth <= self.root {
            self.has_root = false;
        }
        if let Some(&row) = self.rows.get(depth) {
            for column in self.class.free(row, columns, diagonals).members() {
                self.squares[depth] = (16 * row + column) as usize;
                let columns = columns | 1 << column;
                if depth + 1 == self.rows.len() {
                    self.leaf(columns);
                } else {
                    self.from(depth + 1, columns, diagonals | self.class.diagonals(row, column));
                }
            }
        } else {
            // A placement without open rows.
            self.leaf(columns);
        }
        if depth == self.first_of_pair && self.found > 0 {
            self.branch();
        }
    }

    /// The path with its leaves.
    fn branch(&mut self) {
        if !self.has_root {
            let square = |at: usize| if at < self.root { self.squares[at] } else { NO_SQUARE };
            self.room.roots.push((square(0) << 16 | square(1)) as u32);
            self.has_root = true;
        }
        let Room { roots, branches, .. } = &mut *self.room;
        let root = roots.len() as u32 - 1;
        for leaves in self.leaves[..self.found].chunks(LEAVES) {
            let branches = &mut branches[leaves.len()];
            branches.push(root);
            let between = &self.squares[self.root..self.first_of_pair];
            branches.extend(between.iter().map(|&square| square as u32));
            branches.extend_from_slice(leaves);
        }
        self.found = 0;
    }
}

/// Runs the steps of a prefix against L lines of packed placements.
pub(crate) struct Walk<'a, S: Bytes, const L: usize, const CARRIES: bool> {
    pub(crate) program: &'a Program,
    pub(crate) prefix: usize,
    /// By square, what a queen there leaves.
    pub(crate) squares: &'a [[S::V; L]; SQUARES],
    /// Bits that stand for a packed placement.
    pub(crate) valid: [S::V; L],
    /// Room for what the roots and the pairs leave.
    pub(crate) twos: &'a mut [[[S::V; L]; MOST_ROW_PAIRS]; 2],
    /// By the number of a column set.
    pub(crate) sums: &'a mut [S::V; MOST_SETS],
    /// With `CARRIES` the sums are below 128, and these tell how often they reached it.
    pub(crate) carries: &'a mut [S::V],
}

impl<S: Bytes, const L: usize, const CARRIES: bool> Work for Walk<'_, S, L, CARRIES> {
    type Out = ();

    #[inline(always)]
    fn work(self) {
        let Self { program, prefix, squares, valid, twos, sums, carries } = self;
        let low = S::load(&[127; 64]);
        program.each_leaf::<S, L>(prefix, squares, valid, twos, &mut |set, count| {
            if CARRIES {
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
        valid: [S::V; L],
        twos: &mut [[[S::V; L]; MOST_ROW_PAIRS]; 2],
        found: &mut impl FnMut(usize, S::V),
    ) {
        let path = self.path;
        let steps = self.steps(prefix);
        let mut at = 0;
        for twos in &mut *twos {
            let number = steps[at] as usize;
            for (left, &two) in twos.iter_mut().zip(&steps[at + 1..][..number]) {
                let two = [two >> 16, two & 0xffff].map(|square| &squares[square as usize]);
                for l in 0..L {
                    left[l] = S::and(S::and(valid[l], two[0][l]), two[1][l]);
                }
            }
            at += 1 + number;
        }
        let twos = &*twos;
        while steps[at] != 0 {
            let (leaves, branches) = (steps[at] as usize, steps[at + 1] as usize);
            let end = at + 2 + branches * (path + leaves);
            let branches = &steps[at + 2..end];
            at = end;
            // One loop for each number of leaves, so that those are unrolled.
            macro_rules! branches {
                ($($number:literal)*) => {
                    match leaves {
                        $($number => for branch in branches.chunks_exact(path + $number) {
                            let (path, leaves) = branch.split_at(path);
                            let leaves: &[u32; $number] = leaves.first_chunk().expect("leaves");
                            add_leaves::<S, L, $number>(path, leaves, twos, squares, found);
                        },)*
                        _ => unreachable!("a branch has at most LEAVES"),
                    }
                };
            }
            branches!(1 2 3 4 5 6 7 8);
        }
    }
}

#[inline(always)]
fn add_leaves<S: Bytes, const L: usize, const N: usize>(
    path: &[u32],
    leaves: &[u32; N],
    [roots, pairs]: &[[[S::V; L]; MOST_ROW_PAIRS]; 2],
    squares: &[[S::V; L]; SQUARES],
    found: &mut impl FnMut(usize, S::V),
) {
    let mut alive = roots[(path[0] & 0xff) as usize];
    for &square in &path[1..] {
        let free = &squares[(square & 0xff) as usize];
        for l in 0..L {
            alive[l] = S::and(alive[l], free[l]);
        }
    }
    for &leaf in leaves {
        let free = &pairs[(leaf & 0xff) as usize];
        let mut count = S::count_bits(S::and(alive[0], free[0]));
        for l in 1..L {
            count = S::add(count, S::count_bits(S::and(alive[l], free[l])));
        }
        found((leaf >> 8 & 0xfff) as usize, count);
    }
}
