//! Lists of half-boards: generating them, and choosing from them.

use super::diagonals::{Halves, NO_KEY};
use super::outer::{Found, OuterTable};
use super::planes::{Bits, Kernel, LANES, Line, MAX_PLANES, Scan};

/// Innermost rows by whose queens a list can be cut into segments, at most.
pub(super) const MAX_CUTS: usize = 4;

/// Half-boards of a list whose queens of the innermost rows stand in the same columns.
#[derive(Clone, Copy, Debug)]
struct Segment {
    /// The first line of their blocks.
    line: usize,
    len: usize,
    /// The columns of the queens, from the innermost row outwards.
    columns: [u8; MAX_CUTS],
}

/// A list of half-boards over one set of columns, or a part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    /// Its segments.
    first: usize,
    last: usize,
    /// Its half-boards.
    pub(super) len: usize,
    /// Planes of a block: first those of the crossing diagonals, then that of the key, if it has one.
    pub(super) planes: usize,
    /// Whether the last plane is a key.
    pub(super) keyed: bool,
    /// So many of the innermost rows are the same in the whole list.
    pub(super) settled: u32,
    /// So many of the innermost rows are the same in each segment.
    pub(super) cuts: u32,
}

impl List {
    /// Whether the list can be cut by the queen of the next row.
    pub(super) fn can_be_cut(&self) -> bool {
        self.settled < self.cuts
    }

    /// The same list without half-boards.
    pub(super) fn emptied(self) -> Self {
        Self { first: self.last, len: 0, ..self }
    }
}

/// Half-boards in the order of their making, the latest lists on top.
#[derive(Debug)]
pub(super) struct Lists {
    lines: Vec<Line>,
    /// The first unused line.
    top: usize,
    segments: Vec<Segment>,
    /// Placements of the inner rows, kept for their memory.
    inner: Vec<Inner>,
}

/// Where the lists ended at some time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    top: usize,
    segments: usize,
}

/// A placement of the inner rows.
#[derive(Clone, Copy, Debug)]
struct Inner {
    /// Where the placements of the outer rows are. Looked up for all before the first is used: a look-up is
    /// a few misses of the cache, which then need not be waited for one by one.
    outer: Found,
    attacked: u128,
    key: u8,
    columns: [u8; MAX_CUTS],
}

/// Which half-boards to generate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// The columns of the queens.
    pub(super) columns: u32,
    /// Crossing diagonals that the queen of the middle row attacks: no queen may stand on them.
    pub(super) attacked: u64,
    /// The queen of the middle column must stand above this row.
    pub(super) middle_above: Option<u32>,
    /// The list is cut into segments by so many rows.
    pub(super) cuts: u32,
}

/// What is fixed while the inner rows are filled.
struct Filling<'a> {
    halves: Halves,
    table: &'a OuterTable,
    attacked: &'a [[u128; 32]],
    wanted: &'a Wanted,
    inner: &'a mut Vec<Inner>,
}

impl Filling<'_> {
    /// Fills the inner rows from `row` outwards with queens in the columns `free`. The order of the
    /// placements is lexicographic from the innermost row on.
    fn fill(&mut self, row: u32, free: u32, so_far: Inner) {
        if row < self.halves.outer {
            self.inner.push(Inner { outer: self.table.find(free), ..so_far });
            return;
        }
        let depth = self.halves.h - 1 - row;
        let mut rest = free;
        while rest != 0 {
            let col = rest.trailing_zeros();
            rest &= rest - 1;
            let queen = self.attacked[depth as usize][col as usize];
            let too_low =
                col == self.halves.h && self.wanted.middle_above.is_some_and(|end| row >= end);
            if too_low || queen & (so_far.attacked | u128::from(self.wanted.attacked)) != 0 {
                continue;
            }
            let mut next = Inner { attacked: so_far.attacked | queen, ..so_far };
            if next.key == NO_KEY && self.halves.distance(col) == 0 {
                next.key = depth as u8;
            }
            if let Some(place) = next.columns.get_mut(depth as usize) {
                *place = col as u8;
            }
            self.fill(row - 1, free & !(1 << col), next);
        }
    }
}

/// Lines of a list that are asked for ahead of their use; the processor then goes on by itself.
const PREFETCHED: usize = 24;

/// Lines for a list of `len` half-boards, and a block more, which the kernels may write.
fn room(len: usize, planes: usize) -> usize {
    (len / LANES + 2) * planes
}

impl Lists {
    pub(super) fn new() -> Self {
        Self { lines: Vec::new(), top: 0, segments: Vec::new(), inner: Vec::new() }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { top: self.top, segments: self.segments.len() }
    }

    /// Forgets the lists made since.
    pub(super) fn forget(&mut self, mark: Mark) {
        self.top = mark.top;
        self.segments.truncate(mark.segments);
    }

    fn reserve(&mut self, end: usize) {
        if self.lines.len() < end {
            // A quarter more, so that a few growths suffice.
            self.lines.resize(end + end / 4, Line::ZERO);
        }
    }

    /// Makes the list of all half-boards of one set of columns.
    pub(super) fn generate(
        &mut self,
        kernel: &dyn Kernel,
        halves: Halves,
        attacked: &[[u128; 32]],
        table: &OuterTable,
        wanted: &Wanted,
    ) -> List {
        let mut inner = std::mem::take(&mut self.inner);
        inner.clear();
        let none =
            Inner { outer: Found::default(), attacked: 0, key: NO_KEY, columns: [0; MAX_CUTS] };
        Filling { halves, table, attacked, wanted, inner: &mut inner }.fill(
            halves.h - 1,
            wanted.columns,
            none,
        );

        let middle_columns = 3 << (halves.h - 1);
        let keyed = !halves.is_odd() && wanted.columns & middle_columns != 0;
        let crossing = halves.planes(0);
        let planes = crossing + usize::from(keyed);
        let cuts = wanted.cuts as usize;
        let first = self.segments.len();
        let mut scan = Scan {
            planes: table.planes(),
            test: [0; MAX_PLANES],
            add: [0; MAX_PLANES],
            kept: crossing,
            last: None,
        };
        let mut len = 0;
        for (i, placement) in inner.iter().enumerate() {
            if let Some(next) = inner.get(i + 1) {
                let list = table.list(next.outer).0;
                kernel.prefetch(&list[..list.len().min(PREFETCHED)]);
            }
            let continues = self.segments[first..]
                .last()
                .is_some_and(|segment| segment.columns[..cuts] == placement.columns[..cuts]);
            if !continues {
                let segment = Segment { line: self.top, len: 0, columns: placement.columns };
                self.segments.push(segment);
            }
            let (list, outer_len) = table.list(placement.outer);
            if outer_len == 0 {
                continue;
            }
            let bytes = (placement.attacked | u128::from(wanted.attacked)).to_le_bytes();
            scan.test.copy_from_slice(&bytes[..MAX_PLANES]);
            if let Some(row) = wanted.middle_above {
                // For odd n the last plane tells the row of the queen in the middle column.
                scan.test[scan.planes - 1] = u8::MAX.checked_shl(row).unwrap_or(0);
            } else {
                scan.test[scan.planes - 1] = 0;
            }
            let bytes = u128::from(halves.crossing(placement.attacked)).to_le_bytes();
            scan.add.copy_from_slice(&bytes[..MAX_PLANES]);
            // The queen nearest to the middle decides: an inner one, if there is one.
            let key = if placement.key == NO_KEY { (u8::MAX, 0) } else { (0, placement.key) };
            scan.last = keyed.then_some(key);
            let segment = *self.segments.last().expect("pushed above");
            self.reserve(segment.line + room(segment.len + outer_len, planes));
            let out = &mut self.lines[segment.line..];
            let now = kernel.scan(&scan, list, outer_len, out, segment.len);
            len += now - segment.len;
            self.segments.last_mut().expect("pushed above").len = now;
            self.top = segment.line + now.div_ceil(LANES) * planes;
        }
        self.inner = inner;
        List { first, last: self.segments.len(), len, planes, keyed, settled: 0, cuts: wanted.cuts }
    }

    /// Begins a segment of a list that is made half-board by half-board, by [`Self::push`].
    pub(super) fn begin_segment(&mut self, columns: [u8; MAX_CUTS]) {
        self.segments.push(Segment { line: self.top, len: 0, columns });
    }

    /// Appends a half-board, so many bytes, to the last segment.
    #[inline]
    pub(super) fn push(&mut self, bytes: u64, planes: usize) {
        let segment = self.segments.last_mut().expect("a segment has begun");
        let (block, lane) = (segment.len / LANES, segment.len % LANES);
        let line = segment.line + block * planes;
        segment.len += 1;
        if lane == 0 {
            self.top = line + planes;
            self.reserve(line + planes);
        }
        for (line, byte) in self.lines[line..line + planes].iter_mut().zip(bytes.to_le_bytes()) {
            line.0[lane] = byte;
        }
    }

    /// The list of the segments begun since `mark`.
    pub(super) fn list_since(&self, mark: Mark, planes: usize, keyed: bool, cuts: u32) -> List {
        let (first, last) = (mark.segments, self.segments.len());
        let len = self.segments[first..].iter().map(|segment| segment.len).sum();
        List { first, last, len, planes, keyed, settled: 0, cuts }
    }

    /// The parts of a list by the queen of the next row: its column, and the part. They are asked for
    /// one after the other; `place` begins at 0.
    pub(super) fn next_part(&self, list: &List, place: &mut usize) -> Option<(u32, List)> {
        let row = list.settled as usize;
        let segments = &self.segments[list.first + *place..list.last];
        let column = segments.first()?.columns[row];
        let same = segments.iter().take_while(|segment| segment.columns[row] == column);
        let (count, len) =
            same.fold((0, 0), |(count, len), segment| (count + 1, len + segment.len));
        let first = list.first + *place;
        *place += count;
        let part = List { first, last: first + count, len, settled: list.settled + 1, ..*list };
        Some((u32::from(column), part))
    }

    /// The half-boards of `list` that attack none of these crossing diagonals, `planes` planes of
    /// them, without the key. With `cut` the segments are kept, else they become one.
    pub(super) fn filter(
        &mut self,
        kernel: &dyn Kernel,
        list: &List,
        attacked: u64,
        planes: usize,
        cut: bool,
    ) -> List {
        let planes = planes.max(list.planes - 1 - usize::from(list.keyed));
        let tests = tests(attacked, list.planes - usize::from(list.keyed));
        let shape = (list.planes, planes);
        let first = self.segments.len();
        let (mut line, mut at, mut len) = (self.top, 0, 0);
        for i in list.first..list.last {
            let segment = self.segments[i];
            if cut {
                (line, at) = (self.top, 0);
            }
            let now = if segment.len == 0 {
                at
            } else {
                self.reserve(line + room(at + segment.len, planes));
                let (below, out) = self.lines.split_at_mut(line);
                let from = &below[segment.line..][..segment.len.div_ceil(LANES) * list.planes];
                kernel.filter(shape, tests, from, segment.len, out, at)
            };
            len += now - at;
            at = now;
            self.top = line + at.div_ceil(LANES) * planes;
            if cut {
                self.segments.push(Segment { line, len: at, ..segment });
            }
        }
        if !cut {
            self.segments.push(Segment { line, len: at, columns: [0; MAX_CUTS] });
        }
        let cuts = if cut { list.cuts } else { list.settled };
        List { first, last: self.segments.len(), len, planes, keyed: false, cuts, ..*list }
    }

    /// Like [`Self::filter`], but makes two lists: of the half-boards whose key is above the limit, and
    /// of those with just the limit. A list without keys has
    /// none but the greatest; its second list has no half-boards.
    pub(super) fn split(
        &mut self,
        kernel: &dyn Kernel,
        list: &List,
        attacked: u64,
        limit: u32,
        planes: usize,
        cut: bool,
    ) -> (List, List) {
        if !list.keyed {
            let above = self.filter(kernel, list, attacked, planes, cut);
            return (above, above.emptied());
        }
        let tests = tests(attacked, list.planes - 1);
        let shape = (list.planes, planes);
        // Each segment's two parts are written side by side; then the segments of the list above come
        // first, those of the other one after them.
        let count = list.last - list.first;
        let kept = if cut { count } else { 1 };
        let first = self.segments.len();
        let nowhere = Segment { line: 0, len: 0, columns: [0; MAX_CUTS] };
        self.segments.resize(first + 2 * kept, nowhere);
        let (mut lens, mut at) = ((0, 0), (0, 0));
        let all = room(list.len, planes);
        let mut line = self.top;
        let mut equal_line = line + all;
        for i in 0..count {
            let segment = self.segments[list.first + i];
            if cut {
                line = self.top;
                equal_line = line + room(segment.len, planes);
                at = (0, 0);
            }
            let end = equal_line + room(at.1 + segment.len, planes);
            self.reserve(end);
            let (below, out) = self.lines.split_at_mut(line);
            let (above, equal) = out.split_at_mut(equal_line - line);
            let from = &below[segment.line..][..segment.len.div_ceil(LANES) * list.planes];
            let limit = limit as u8;
            let now =
                kernel.split(shape, tests, limit, from, segment.len, (above, at.0), (equal, at.1));
            lens = (lens.0 + now.0 - at.0, lens.1 + now.1 - at.1);
            at = now;
            self.top = equal_line + at.1.div_ceil(LANES) * planes;
            let slot = first + if cut { i } else { 0 };
            self.segments[slot] = Segment { line, len: at.0, ..segment };
            self.segments[slot + kept] = Segment { line: equal_line, len: at.1, ..segment };
        }
        let cuts = if cut { list.cuts } else { list.settled };
        let part = |first, len| List {
            first,
            last: first + kept,
            len,
            planes,
            keyed: false,
            cuts,
            ..*list
        };
        (part(first, lens.0), part(first + kept, lens.1))
    }

    /// The list as one segment: itself, or a copy. A list without half-boards may have none.
    pub(super) fn in_one_piece(&mut self, kernel: &dyn Kernel, list: &List) -> List {
        if list.len == 0 || list.last - list.first == 1 {
            return *list;
        }
        self.filter(kernel, list, 0, list.planes, false)
    }

    /// The lists made so far.
    pub(super) fn made(&self) -> Made<'_> {
        Made { lines: &self.lines, segments: &self.segments }
    }

    /// The lists made so far, and room for so many lines above them.
    pub(super) fn with_room(&mut self, lines: usize) -> (Made<'_>, &mut [Line]) {
        self.reserve(self.top + lines);
        let (made, room) = self.lines.split_at_mut(self.top);
        (Made { lines: made, segments: &self.segments }, &mut room[..lines])
    }
}

/// The lists made so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made<'a> {
    lines: &'a [Line],
    segments: &'a [Segment],
}

impl<'a> Made<'a> {
    /// The blocks of a list of one segment.
    pub(super) fn blocks_of(self, list: &List) -> &'a [Line] {
        assert_eq!(list.last - list.first, 1, "a list of one segment");
        let segment = &self.segments[list.first];
        &self.lines[segment.line..][..segment.len.div_ceil(LANES) * list.planes]
    }
}

/// The bits of at most two crossing diagonals, as far as they lie in these planes. What lies outside
/// cannot occur in the list.
fn tests(mut attacked: u64, planes: usize) -> [Bits; 2] {
    let mut tests = [Bits::default(); 2];
    for test in &mut tests {
        if attacked != 0 {
            let bit = attacked.trailing_zeros() as usize;
            attacked &= attacked - 1;
            if bit / 8 < planes {
                *test = Bits { plane: bit / 8, bits: 1 << (bit % 8) };
            }
        }
    }
    assert_eq!(attacked, 0, "a queen attacks one diagonal of each kind");
    tests
}
