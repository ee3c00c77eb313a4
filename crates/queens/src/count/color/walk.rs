//! The tried placements as a program, and the walk that runs it.
//!
//! The placements of the tried class on some rows are a tree, row by row. Those of the first rows, the
//! *prefix*, are looked at one after the other. Of the rows after the prefix, the first two make a *root* and the
//! last two a *tail*, both *ends* of two squares; if there are more rows, their squares are between. A root with the
//! squares between is a *path*; it has *leaves*, each a tail and the number of the column set that it completes. A path
//! with up to eight of its leaves is a *branch*. The branches are sorted by how many leaves they have, so that the
//! processor need not guess how often to repeat the loop over leaves.
//!
//! The walk has, for each square of the open rows, one vector for each layer of packed placements: those
//! that a queen there does not attack; and the same for each root and each tail. What survives a leaf takes one
//! operation, then comes a count of bits, and an addition to the byte sums of its column set. The indices in both loops
//! are in bounds by their bits, so nothing is spent on checks.
//!
//! A program depends on the rows of the tried class alone: all patterns with the same even rows share it.

use std::ops::Range;

use super::squares::Class;
use crate::sets::Word;
use crate::simd::{Bytes, Work};

/// The squares that have vectors: sixteen rows of sixteen columns, and one row for [`NO_SQUARE`].
pub(crate) const SQUARES: usize = 17 * 16;

/// A square that no queen attacks, for a row that is not there.
const NO_SQUARE: usize = 16 * 16;

/// The roots of a prefix, or its tails, at most: each is two squares on two rows, and its number fits a byte.
pub(crate) const MOST_ENDS: usize = 256;

/// The most leaves of a branch.
pub(crate) const LEAVES: usize = 8;

/// The most column sets that leaves of one group can name.
pub(crate) const MOST_SETS: usize = 1 << 12;

/// The ways to place queens on the rows of the prefix, in the order of the tree.
#[derive(Clone, Debug)]
pub(crate) struct Prefixes {
    /// How many of their queens the prefixes of a group have in common.
    pub(crate) shared: usize,
    /// The queens of each: row, column.
    pub(crate) all: Vec<Vec<(u32, u32)>>,
    /// Where the prefixes of each group begin, and where those of the last one end.
    starts: Vec<usize>,
}

impl Prefixes {
    /// The prefixes on these rows. Those of a group have the queens of the first `shared` rows in common.
    pub(crate) fn new(class: Class, rows: &[u32], shared: usize) -> Self {
        let mut all: Vec<Vec<(u32, u32)>> = vec![Vec::new()];
        for &row in rows {
            let longer = all.iter().flat_map(|prefix| {
                let (columns, diagonals) = class.occupied(prefix);
                let free = class.free(row, columns, diagonals).members();
                free.map(move |column| [&prefix[..], &[(row, column)]].concat())
            });
            all = longer.collect();
        }
        let begins = |&i: &usize| i == 0 || all[i][..shared] != all[i - 1][..shared];
        let starts = (0..all.len()).filter(begins).chain([all.len()]).collect();
        Self { shared, all, starts }
    }

    /// The prefixes of each group.
    pub(crate) fn groups(&self) -> impl ExactSizeIterator<Item = Range<usize>> {
        self.starts.windows(2).map(|two| two[0]..two[1])
    }
}

/// The placements of the tried class on one set of rows, except those whose columns do not count.
#[derive(Clone, Default, Debug)]
pub(crate) struct Program {
    /// For each prefix the roots and then the tails: their number, and the two squares of each. Then for each number of
    /// leaves the branches: the number of leaves, the number of branches, and of each the root, the squares between and
    /// the leaves. Then a zero.
    code: Vec<u32>,
    /// Where the code of each prefix begins.
    prefixes: Vec<usize>,
    /// For each group, its column sets by their numbers in the leaves.
    pub(crate) sets: Vec<Vec<u16>>,
    /// The words of a branch before its leaves: the root, and the squares between.
    path: usize,
    /// The number of placements.
    pub(crate) placements: u64,
}

impl Program {
    /// The code of a prefix, and all after it.
    fn code(&self, prefix: usize) -> &[u32] {
        &self.code[self.prefixes[prefix]..]
    }

    /// Whether no placement begins with this prefix.
    pub(crate) fn is_empty(&self, prefix: usize) -> bool {
        self.code(prefix)[0] == 0
    }
}

/// A column set that does not count, and one that has no number yet.
const NONE: u16 = u16::MAX;
const UNSEEN: u16 = NONE - 1;

/// Makes programs for placements that begin with the same prefixes. Programs are many and small, so they are grown in the
/// same memory.
pub(crate) struct Builder<'a> {
    class: Class,
    prefixes: &'a Prefixes,
    /// The rows after the prefix.
    rows: Vec<u32>,
    /// How many of these belong to a root, and where those of a tail begin.
    root: usize,
    first_of_tail: usize,
    /// By column set, its number in its group.
    numbers: Vec<u16>,
    /// The column sets that have numbers, in their order.
    sets: Vec<u16>,
    /// The squares on the path.
    squares: [usize; 18],
    /// Whether the first two of them are the last root.
    has_root: bool,
    roots: Vec<u32>,
    tails: Vec<u32>,
    /// By the columns of two rows: one more than the number of the tail, if it has one.
    tail_numbers: [u8; MOST_ENDS],
    /// The leaves that were found behind the path.
    leaves: [u32; MOST_ENDS],
    found: usize,
    /// By the number of leaves.
    branches: [Vec<u32>; LEAVES + 1],
}

impl<'a> Builder<'a> {
    pub(crate) fn new(class: Class, prefixes: &'a Prefixes) -> Self {
        Self {
            class,
            prefixes,
            rows: Vec::new(),
            root: 0,
            first_of_tail: 0,
            numbers: vec![NONE; 1 << class.columns],
            sets: Vec::new(),
            squares: [NO_SQUARE; 18],
            has_root: false,
            roots: Vec::new(),
            tails: Vec::new(),
            tail_numbers: [0; MOST_ENDS],
            leaves: [0; MOST_ENDS],
            found: 0,
            branches: Default::default(),
        }
    }

    /// The placements that begin with the prefixes and go on with a queen on each of these rows, on one of these column
    /// sets.
    pub(crate) fn program(&mut self, rows: Vec<u32>, sets: impl Iterator<Item = u32>) -> Program {
        self.first_of_tail = rows.len().saturating_sub(2);
        self.root = self.first_of_tail.min(2);
        self.rows = rows;
        self.squares.fill(NO_SQUARE);
        self.numbers.fill(NONE);
        for columns in sets {
            self.numbers[columns as usize] = UNSEEN;
        }
        let path = 1 + self.first_of_tail - self.root;
        let mut program = Program { path, ..Program::default() };
        for group in self.prefixes.groups() {
            for prefix in &self.prefixes.all[group] {
                let (columns, diagonals) = self.class.occupied(prefix);
                self.tail_numbers.fill(0);
                self.grow(0, columns, diagonals);
                program.prefixes.push(program.code.len());
                for ends in [&mut self.roots, &mut self.tails] {
                    program.code.push(ends.len() as u32);
                    program.code.append(ends);
                }
                for (leaves, branches) in self.branches.iter_mut().enumerate().skip(1) {
                    if !branches.is_empty() {
                        let count = branches.len() / (path + leaves);
                        program.placements += (count * leaves) as u64;
                        program.code.extend([leaves as u32, count as u32]);
                        program.code.append(branches);
                    }
                }
                program.code.push(0);
            }
            for &columns in &self.sets {
                self.numbers[usize::from(columns)] = UNSEEN;
            }
            program.sets.push(std::mem::take(&mut self.sets));
        }
        // The code grew by doubling, and the next one is made beside it.
        program.code.shrink_to_fit();
        program
    }

    /// Grows the tree from a path with so many squares.
    fn grow(&mut self, depth: usize, columns: u32, diagonals: u64) {
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
                    self.grow(depth + 1, columns, diagonals | self.class.diagonals(row, column));
                }
            }
        } else {
            // A placement without open rows.
            self.leaf(columns);
        }
        if depth == self.first_of_tail && self.found > 0 {
            self.branch();
        }
    }

    /// The end of the path, if the column set that it completes counts.
    #[inline]
    fn leaf(&mut self, columns: u32) {
        let number = &mut self.numbers[columns as usize];
        if *number == NONE {
            return;
        }
        if *number == UNSEEN {
            assert!(self.sets.len() < MOST_SETS, "more column sets than a leaf can name");
            *number = self.sets.len() as u16;
            self.sets.push(columns as u16);
        }
        let number = u32::from(*number);
        let first = self.first_of_tail;
        let two = (self.squares[first] << 16 | self.squares[first + 1]) as u32;
        let tail = &mut self.tail_numbers[(two >> 12 & 0xf0 | two & 0xf) as usize];
        if *tail == 0 {
            self.tails.push(two);
            *tail = self.tails.len() as u8;
        }
        self.leaves[self.found % MOST_ENDS] = number << 8 | u32::from(*tail - 1);
        self.found += 1;
    }

    /// The path with its leaves.
    fn branch(&mut self) {
        if !self.has_root {
            let square = |at: usize| if at < self.root { self.squares[at] } else { NO_SQUARE };
            self.roots.push((square(0) << 16 | square(1)) as u32);
            self.has_root = true;
        }
        let root = self.roots.len() as u32 - 1;
        for leaves in self.leaves[..self.found].chunks(LEAVES) {
            let branches = &mut self.branches[leaves.len()];
            branches.push(root);
            let between = &self.squares[self.root..self.first_of_tail];
            branches.extend(between.iter().map(|&square| square as u32));
            branches.extend_from_slice(leaves);
        }
        self.found = 0;
    }
}

/// Runs the code of a prefix against L layers of packed placements.
pub(crate) struct Walk<'a, S: Bytes, const L: usize> {
    pub(crate) program: &'a Program,
    pub(crate) prefix: usize,
    /// By square, what survives a queen there.
    pub(crate) squares: &'a [[S::V; L]; SQUARES],
    /// Bits that stand for a packed placement.
    pub(crate) valid: [S::V; L],
    /// Room for what survives each root and each tail.
    pub(crate) ends: &'a mut [[[S::V; L]; MOST_ENDS]; 2],
    /// By the number of a column set.
    pub(crate) sums: &'a mut [S::V; MOST_SETS],
    /// If there are any, the sums stay below 128, and these tell how often they reached it.
    pub(crate) carries: Option<&'a mut [S::V]>,
}

impl<S: Bytes, const L: usize> Work for Walk<'_, S, L> {
    type Out = ();

    #[inline(always)]
    fn work(self) {
        let Self { program, prefix, squares, valid, ends, sums, carries } = self;
        let Some(carries) = carries else {
            return program.each_leaf::<S, L>(prefix, squares, valid, ends, &mut |set, count| {
                sums[set] = S::add_saturating(sums[set], count);
            });
        };
        let low = S::load(&[127; 64]);
        program.each_leaf::<S, L>(prefix, squares, valid, ends, &mut |set, count| {
            // At most 127 and 8 for each layer.
            let sum = S::add(sums[set], count);
            carries[set] = S::add_saturating(carries[set], S::tops(sum));
            sums[set] = S::and(sum, low);
        });
    }
}

impl Program {
    /// Tells the number of the column set of every leaf, and how many packed placements of each lane survive.
    #[inline(always)]
    pub(crate) fn each_leaf<S: Bytes, const L: usize>(
        &self,
        prefix: usize,
        squares: &[[S::V; L]; SQUARES],
        valid: [S::V; L],
        ends: &mut [[[S::V; L]; MOST_ENDS]; 2],
        found: &mut impl FnMut(usize, S::V),
    ) {
        let path = self.path;
        let code = self.code(prefix);
        let mut at = 0;
        for ends in &mut *ends {
            let count = code[at] as usize;
            for (alive, &two) in ends.iter_mut().zip(&code[at + 1..][..count]) {
                let two = [two >> 16, two & 0xffff].map(|square| &squares[square as usize]);
                for l in 0..L {
                    alive[l] = S::and(S::and(valid[l], two[0][l]), two[1][l]);
                }
            }
            at += 1 + count;
        }
        let ends = &*ends;
        while code[at] != 0 {
            let (leaves, branches) = (code[at] as usize, code[at + 1] as usize);
            let end = at + 2 + branches * (path + leaves);
            let branches = &code[at + 2..end];
            at = end;
            // One loop for each number of leaves, so that those are unrolled.
            macro_rules! branches {
                ($($number:literal)*) => {
                    match leaves {
                        $($number => for branch in branches.chunks_exact(path + $number) {
                            let (path, leaves) = branch.split_at(path);
                            let leaves: &[u32; $number] = leaves.first_chunk().expect("leaves");
                            add_leaves::<S, L, $number>(path, leaves, ends, squares, found);
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
    [roots, tails]: &[[[S::V; L]; MOST_ENDS]; 2],
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
        let free = &tails[(leaf & 0xff) as usize];
        let mut count = S::count_bits(S::and(alive[0], free[0]));
        for l in 1..L {
            count = S::add(count, S::count_bits(S::and(alive[l], free[l])));
        }
        found((leaf >> 8 & 0xfff) as usize, count);
    }
}
