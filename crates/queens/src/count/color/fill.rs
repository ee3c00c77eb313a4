//! The packed placements as bits of vectors, a lane for each column set, and the filling of matrices with them.
//!
//! Column sets are taken by *segments*, four vectors of lanes. The queens that a group of prefixes shares filter the
//! lists of a segment: the placements that they attack go, the others *survive*. Then the group is walked for one vector
//! after the other, whose sums and lists stay in the caches, and the other queens of each prefix filter the lists of this
//! vector. The survivors are packed: a *layer* is eight placements of each lane, one bit of every byte, and for each
//! diagonal a vector, a *plane*, tells which of them occupy it. A queen attacks what occupies one of its two diagonals. All
//! patterns of a batch walk the same layers, up to four at a time: a *block*.
//!
//! A lane with few survivors wastes the layers of its vector. So the lanes of a segment are sorted by the length of their
//! lists before the prefixes of a group are looked at, and put back when the sums of the group are added to the matrix.

use std::iter::once;
use std::ops::Range;

use super::lists::{BEYOND, List, Lists, Ranks, sort};
use super::matrix::{Matrix, add};
use super::squares::Color;
use super::walk::{MOST_ENDS, MOST_SETS, Prefixes, Program, SQUARES, Walk};
use crate::parallel::{StopFlag, Stopped};
use crate::sets::Word;
use crate::simd::{Bytes, Work, prefetch};

/// The vectors of a segment.
pub(crate) const VECTORS: usize = 4;

/// The layers of a block: as many vectors as a leaf can keep in registers.
pub(crate) const LAYERS: usize = 4;

/// How many rows of the matrix ahead are prefetched while sums are added.
const SOON: usize = 4;

/// The diagonals of a color, at most.
const DIAGONALS: usize = 64;

/// The memory that filling matrices needs, kept from one to the next.
pub(crate) struct Scratch<S: Bytes> {
    /// By the number of queens placed: of a segment if a group shares these queens, else of one vector.
    survivors: Vec<Survivors>,
    /// Where each lane of the segment went when it was sorted.
    order: [u8; 256],
    /// By layer and diagonal, which placements of each lane occupy it.
    planes: Vec<u8>,
    /// By layer, which bits of each lane stand for a placement.
    valid: Vec<u8>,
    /// By square and layer, what survives a queen there.
    squares: Vec<S::V>,
    /// By end and layer, what survives it: roots, then tails.
    ends: Vec<S::V>,
    /// By pattern, vector and the number of a column set. Behind the last one there is room for every number.
    sums: Vec<S::V>,
    /// How often each sum has reached 128, where sums have two bytes.
    carries: Vec<S::V>,
    /// By group and pattern, whether sums have two bytes.
    has_carries: Vec<bool>,
}

/// The placements that survive some queens, and the list of each lane.
#[derive(Default)]
struct Survivors {
    placements: Vec<u64>,
    lists: Vec<List>,
}

impl<S: Bytes> Scratch<S> {
    pub(crate) fn new() -> Self {
        Self {
            survivors: Vec::new(),
            order: [0; 256],
            planes: vec![0; LAYERS * DIAGONALS * S::LANES],
            valid: vec![0; LAYERS * S::LANES],
            squares: vec![S::zero(); SQUARES * LAYERS],
            ends: vec![S::zero(); 2 * MOST_ENDS * LAYERS],
            sums: Vec::new(),
            carries: Vec::new(),
            has_carries: Vec::new(),
        }
    }
}

/// Fills a matrix for each program: the survivors among packed placements, by the columns of both.
pub(crate) struct Fill<'a, S: Bytes> {
    pub(crate) color: Color,
    pub(crate) prefixes: &'a Prefixes,
    /// The rows that some program has open.
    pub(crate) open: u32,
    pub(crate) programs: &'a [&'a Program],
    pub(crate) lists: &'a Lists,
    /// The ranks of the packed column sets, by lane.
    pub(crate) lanes: &'a [u16],
    /// By tried column set, its row in the matrices, if it has one.
    pub(crate) rows: &'a Ranks,
    /// If a sum reaches this, those of its group and pattern are counted again with two bytes.
    pub(crate) limit: u8,
    /// The matrices that are filled, by program.
    pub(crate) to: &'a mut [Matrix],
    pub(crate) scratch: &'a mut Scratch<S>,
    pub(crate) stop: &'a StopFlag,
    /// Is told the fraction of the work that was just done.
    pub(crate) worked: &'a mut dyn FnMut(f64),
}

/// A group of prefixes and the segment that is filtered by the queens that they share.
struct Group {
    number: usize,
    segment: usize,
    lanes: usize,
    vectors: usize,
    sorted: bool,
}

impl<S: Bytes> Work for Fill<'_, S> {
    type Out = Result<(), Stopped>;

    #[inline(always)]
    fn work(mut self) -> Result<(), Stopped> {
        let queens = self.prefixes.all.first().map_or(0, Vec::len);
        self.scratch
            .survivors
            .resize_with((queens + 1).max(self.scratch.survivors.len()), Survivors::default);
        self.scratch.has_carries.clear();
        self.scratch.has_carries.resize(self.prefixes.groups().len() * self.programs.len(), false);
        let segments = self.lanes.len().div_ceil(VECTORS * S::LANES);
        for segment in 0..segments {
            self.segment(segment, 1.0 / segments as f64)?;
        }
        Ok(())
    }
}

impl<S: Bytes> Fill<'_, S> {
    /// Walks all groups of prefixes against a segment, and adds their sums to the matrices.
    #[inline(always)]
    fn segment(&mut self, segment: usize, work: f64) -> Result<(), Stopped> {
        let width = VECTORS * S::LANES;
        let lanes = &self.lanes[segment * width..];
        let lanes = &lanes[..lanes.len().min(width)];
        let first = &mut self.scratch.survivors[0].lists;
        first.clear();
        first.extend(lanes.iter().map(|&rank| self.lists.by_rank[usize::from(rank)]));
        let vectors = lanes.len().div_ceil(S::LANES);
        let (prefixes, programs) = (self.prefixes, self.programs.len());
        let mut before: &[(u32, u32)] = &[];
        for (number, of_group) in prefixes.groups().enumerate() {
            if self.stop.is_raised() {
                return Err(Stopped);
            }
            if number > 0 {
                (self.worked)(work / prefixes.groups().len() as f64);
            }
            let shared = &prefixes.all[of_group.start][..prefixes.shared];
            self.filter(shared, before, 0, 0..lanes.len());
            before = shared;
            let lists = &mut self.scratch.survivors[shared.len()].lists;
            if lists.iter().all(|list| list.len == 0) {
                continue;
            }
            let sorted = !shared.is_empty() && vectors > 1;
            if sorted {
                sort(lists, &mut self.scratch.order);
            }
            let group = Group { number, segment, lanes: lanes.len(), vectors, sorted };
            self.run_programs(&group, of_group.clone(), 0..programs);
            for pattern in 0..programs {
                let at = group.number * programs + pattern;
                if !self.scratch.has_carries[at] && self.most(pattern, &group) >= self.limit {
                    // The same group of the next segment will have about as many.
                    self.scratch.has_carries[at] = true;
                    self.run_programs(&group, of_group.clone(), pattern..pattern + 1);
                }
                self.add_sums(pattern, &group);
            }
        }
        Ok(())
    }

    /// Filters the lists of these lanes by these queens; `before` are those by which they were filtered last. The first
    /// `done` queens have filtered the lists of all lanes.
    #[inline(always)]
    fn filter(
        &mut self,
        queens: &[(u32, u32)],
        before: &[(u32, u32)],
        done: usize,
        lanes: Range<usize>,
    ) {
        let same = queens.iter().zip(before).take_while(|(a, b)| a == b).count().max(done);
        for (depth, &(row, column)) in queens.iter().enumerate().skip(same) {
            let blocked = self.color.tried.diagonals(row, column);
            let (from, to) = self.scratch.survivors.split_at_mut(depth + 1);
            let (from, to) = (&from[depth], &mut to[0]);
            let placements =
                if depth == 0 { &self.lists.placements[..] } else { &from.placements[..] };
            let lists = if depth == done { &from.lists[lanes.clone()] } else { &from.lists[..] };
            let room = lists.iter().map(|list| list.len as usize).sum::<usize>() + 2 * BEYOND;
            if to.placements.len() < room {
                to.placements.resize(room, 0);
            }
            to.lists.clear();
            let mut end = 0;
            for list in lists {
                let len = S::filter(list.slice(placements), blocked, &mut to.placements[end..]);
                to.lists.push(List { start: end as u32, len: len as u32 });
                end += len;
            }
        }
    }

    /// Where the sums of some patterns are.
    fn sums_of(&self, patterns: Range<usize>, group: &Group) -> Range<usize> {
        let sets = |program: &&Program| program.sets[group.number].len();
        let first = |pattern: usize| {
            group.vectors * self.programs[..pattern].iter().map(sets).sum::<usize>()
        };
        first(patterns.start)..first(patterns.end)
    }

    /// Adds up the survivors of the prefixes of a group, by the programs of some patterns.
    #[inline(always)]
    fn run_programs(&mut self, group: &Group, of_group: Range<usize>, patterns: Range<usize>) {
        let range = self.sums_of(patterns.clone(), group);
        let Scratch { sums, carries, has_carries, .. } = &mut *self.scratch;
        let programs = self.programs.len();
        let some_have_carries = has_carries[group.number * programs..][..programs].contains(&true);
        for sums in once(sums).chain(some_have_carries.then_some(carries)) {
            sums.resize(sums.len().max(range.end + MOST_SETS), S::zero());
            sums[range.clone()].fill(S::zero());
        }
        let prefixes = self.prefixes;
        for vector in 0..group.vectors {
            let lanes = vector * S::LANES..group.lanes.min((vector + 1) * S::LANES);
            let mut before: &[(u32, u32)] = &[];
            for number in of_group.clone() {
                let programs = &self.programs[patterns.clone()];
                if programs.iter().all(|program| program.is_empty(number)) {
                    continue;
                }
                let prefix = &prefixes.all[number][..];
                self.filter(prefix, before, prefixes.shared, lanes.clone());
                before = prefix;
                let are_all_shared = prefix.len() == prefixes.shared;
                let lists = if are_all_shared { lanes.clone() } else { 0..lanes.len() };
                let survivors = &self.scratch.survivors[prefix.len()].lists[lists.clone()];
                let longest = survivors.iter().map(|list| list.len).max().unwrap_or(0);
                let layers = (longest as usize).div_ceil(8);
                let blocks = layers.div_ceil(LAYERS);
                let mut first = 0;
                for block in 0..blocks {
                    let of_block = (layers - first).div_ceil(blocks - block);
                    self.pack(prefix.len(), lists.clone(), first, of_block);
                    match of_block {
                        1 => self.block::<1>(group, number, vector, &patterns),
                        2 => self.block::<2>(group, number, vector, &patterns),
                        3 => self.block::<3>(group, number, vector, &patterns),
                        _ => self.block::<LAYERS>(group, number, vector, &patterns),
                    }
                    first += of_block;
                }
            }
        }
    }

    /// Packs some layers of a vector of lanes, of what survives so many queens.
    #[inline(always)]
    fn pack(&mut self, queens: usize, lists: Range<usize>, first: usize, layers: usize) {
        let Scratch { survivors, planes, valid, .. } = &mut *self.scratch;
        let Survivors { placements, lists: all } = &survivors[queens];
        let placements = if queens == 0 { &self.lists.placements[..] } else { &placements[..] };
        let last = placements.len() - BEYOND;
        for layer in 0..layers {
            let skipped = 8 * (first + layer) as u32;
            let valid = &mut valid[layer * S::LANES..][..S::LANES];
            valid.fill(0);
            // Nothing depends on how long a list is: behind its end, or the last list, it is other placements that
            // are read, and bits that do not count.
            let mut at = [0; 64];
            for ((at, valid), list) in at.iter_mut().zip(valid).zip(&all[lists.clone()]) {
                *valid = ((1u32 << list.len.saturating_sub(skipped).min(8)) - 1) as u8;
                *at = ((list.start + skipped) as usize).min(last);
            }
            let planes = &mut planes[layer * DIAGONALS * S::LANES..][..DIAGONALS * S::LANES];
            S::planes(placements, &at, self.color.diagonals as usize, planes);
        }
    }

    /// Makes the vectors of the squares for a block of L layers, and walks.
    #[inline(always)]
    fn block<const L: usize>(
        &mut self,
        group: &Group,
        prefix: usize,
        vector: usize,
        patterns: &Range<usize>,
    ) {
        let class = self.color.tried;
        let mut first = self.sums_of(0..patterns.start, group).end;
        let Scratch { planes, valid, squares, ends, sums, carries, has_carries, .. } =
            &mut *self.scratch;
        let squares: &mut [[S::V; L]; SQUARES] =
            squares.as_chunks_mut::<L>().0.first_chunk_mut().expect("all squares");
        let (columns, diagonals) = class.occupied(&self.prefixes.all[prefix]);
        for row in self.open.members() {
            // The squares that the prefix does not attack: no path has others.
            for column in class.free(row, columns, diagonals).members() {
                let (anti, diag) =
                    (class.anti(row, column) as usize, class.diag(row, column) as usize);
                let square = &mut squares[(16 * row + column) as usize];
                for l in 0..L {
                    let plane =
                        |diagonal: usize| S::load(&planes[(l * DIAGONALS + diagonal) * S::LANES..]);
                    square[l] = S::nor(plane(anti), plane(diag));
                }
            }
        }
        squares[SQUARES - 16] = [S::nor(S::zero(), S::zero()); L];
        let ends = ends.as_chunks_mut::<L>().0.as_chunks_mut::<MOST_ENDS>().0;
        let ends: &mut [[[S::V; L]; MOST_ENDS]; 2] = ends.first_chunk_mut().expect("both");
        let mut valid_layers = [S::zero(); L];
        for l in 0..L {
            valid_layers[l] = S::load(&valid[l * S::LANES..]);
        }
        let squares = &*squares;
        for pattern in patterns.clone() {
            let program = self.programs[pattern];
            let sets = program.sets[group.number].len();
            let range = first + vector * sets..first + (vector + 1) * sets;
            first += group.vectors * sets;
            let sums = sums[range.start..].first_chunk_mut().expect("room for every number");
            let has_carries = has_carries[group.number * self.programs.len() + pattern];
            let carries = has_carries.then(|| &mut carries[range]);
            let valid = valid_layers;
            S::run(Walk::<S, L> { program, prefix, squares, valid, ends, sums, carries });
        }
    }

    /// The largest sum.
    #[inline(always)]
    fn most(&self, pattern: usize, group: &Group) -> u8 {
        let sums = &self.scratch.sums[self.sums_of(pattern..pattern + 1, group)];
        let (mut most, mut bytes) = (S::zero(), [0; 64]);
        for &sum in sums {
            most = S::max(most, sum);
        }
        S::store(most, &mut bytes);
        bytes.into_iter().fold(0, u8::max)
    }

    /// Adds the sums of a group to the matrix.
    #[inline(always)]
    fn add_sums(&mut self, pattern: usize, group: &Group) {
        let range = self.sums_of(pattern..pattern + 1, group);
        let Group { segment, sorted, .. } = *group;
        let Scratch { order, sums, carries, has_carries, .. } = &*self.scratch;
        let order = sorted.then_some(order);
        let has_carries = has_carries[group.number * self.programs.len() + pattern];
        let columns = &self.programs[pattern].sets[group.number][..];
        let sets = columns.len();
        for (number, &set) in columns.iter().enumerate() {
            let row = self.rows.rank(set.into());
            if row == Ranks::NONE {
                continue;
            }
            let matrix = &mut self.to[pattern];
            let soon = self.rows.rank(columns[(number + SOON).min(sets - 1)].into());
            if soon != Ranks::NONE {
                for entries in matrix.row_mut(segment, soon).chunks(32) {
                    prefetch(&entries[0]);
                }
            }
            let row = matrix.row_mut(segment, row);
            add::<S>(row, &sums[range.start + number..], sets, order, 0);
            if has_carries {
                add::<S>(row, &carries[range.start + number..], sets, order, 7);
            }
        }
    }
}
