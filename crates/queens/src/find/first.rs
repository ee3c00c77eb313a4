//! The lexicographically first solution, by proofs that every earlier prefix is dead.
//!
//! Plain backtracking finds it too, and takes 4.6 * 10^9 tests at n = 33 (A140450), because it learns
//! that the last rows cannot be filled only by trying them in order, again and again. Here every
//! prefix is put to an exact search that fills rows *and columns* in the order in which they get
//! short of squares. Either it completes the prefix, and what it found is an upper bound: as long as
//! the prefix follows it, nothing need be asked; or no completion exists, and the next column has
//! its turn.
//!
//! **Finding and proving** are different trades. A completion, if there are some, is found by chance:
//! in a few thousand nodes, again and again with the squares of a line in another random order, where
//! a search in a fixed order may be lost in a dead corner for 10^8 nodes. Only a prefix that resists is
//! cut into parts, which are searched to their ends, on all cores and in random order.
//!
//! **The bound.** Count rows and columns from the centre; then for every queen
//! (column + row)^2 + (column - row)^2 = 2 row^2 + 2 column^2, and summed over the m queens still
//! missing the right side is known, whoever stands where, because the open rows and columns are. So
//! are the sums of column + row and of column - row. But these are m different numbers each, of those
//! diagonals that are still free, so their squares cannot sum to less than a certain minimum. The first
//! queens of the lexicographic order crowd around the main diagonal, which leaves the missing ones only
//! the diagonals far from it, and often more than the sum allows.

#![allow(clippy::inline_always, reason = "what is not inlined is compiled without popcnt")]

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crate::backend::{StopFlag, Stopped, with_bit_instructions};
use crate::placement::Placement;
use crate::random::split_mix;

/// The largest n of [`first`]: a row's columns fit a word.
///
/// ```
/// use queens::find::{FIRST_MAX_N, first};
///
/// assert!(first(FIRST_MAX_N + 1, &Default::default()).is_err());
/// ```
pub const FIRST_MAX_N: u32 = 64;

/// The lexicographically first solution (A141843) with the prefixes that were proved dead on the way to
/// it. On all cores where that pays; the answer is the same on any number of them.
///
/// The time grows exponentially and unevenly: even n are harder than odd ones.
///
/// # Errors
///
/// [`FirstError::TooLarge`] past [`FIRST_MAX_N`], [`FirstError::Stopped`] when `stop` was raised.
///
/// # Examples
///
/// ```
/// use queens::find::first;
///
/// let first = first(12, &Default::default())?;
/// let placement = first.placement.as_ref().expect("12 has solutions");
/// assert_eq!(placement.to_string(), "1 3 5 8 10 12 6 11 2 7 9 4");
/// // No solution begins with 1 3 5 2, nor with any other prefix in this list, which has all that come
/// // before the solution.
/// assert!(first.dead.iter().any(|dead| dead.columns == [0, 2, 4, 1]));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn first(size: u32, stop: &StopFlag) -> Result<First, FirstError> {
    first_watched(size, stop, &mut |_, _| ())
}

/// Like [`first()`], and tells how far it is: `watch` is called whenever a prefix is proved dead or the
/// queen of a row is settled, with the columns of the rows settled, counted from 0, and the dead prefixes so
/// far. How much is left, nobody knows.
///
/// # Errors
///
/// As [`first()`].
///
/// # Examples
///
/// ```
/// use queens::find::first_watched;
///
/// let mut begins = Vec::new();
/// let watch = &mut |settled: &[u32], _: &[_]| begins = settled.to_vec();
/// let first = first_watched(8, &Default::default(), watch)?;
/// assert_eq!(begins, first.placement.expect("8 has solutions").columns());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn first_watched(
    size: u32,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&[u32], &[DeadPrefix]),
) -> Result<First, FirstError> {
    let n = size;
    if n > FIRST_MAX_N {
        return Err(FirstError::TooLarge { size });
    }
    let mut dead = Vec::new();
    let mut board = Board::empty(n);
    let mut known = match decide(n, &board, stop)? {
        Decision::Completed(columns) => columns,
        Decision::Dead { nodes } => {
            dead.push(DeadPrefix { columns: Vec::new(), nodes });
            return Ok(First { placement: None, dead });
        }
    };
    // Invariant: `known` is a solution that begins with the queens on `board`.
    for row in 0..n {
        let mut earlier = board.row(row, n) & ((1 << known[row as usize]) - 1);
        while earlier != 0 {
            let column = earlier.trailing_zeros();
            earlier &= earlier - 1;
            match decide(n, &board.put(row, column, n), stop)? {
                Decision::Completed(columns) => {
                    known[row as usize] = column;
                    for (row, column) in (row + 1..n).zip(&columns[row as usize + 1..]) {
                        known[row as usize] = *column;
                    }
                    break;
                }
                Decision::Dead { nodes } => {
                    let columns = known[..row as usize].iter().copied().chain([column]).collect();
                    dead.push(DeadPrefix { columns, nodes });
                    watch(&known[..row as usize], &dead);
                }
            }
        }
        board = board.put(row, known[row as usize], n);
        watch(&known[..=row as usize], &dead);
    }
    Ok(First { placement: Some(Placement::proved(size, known)), dead })
}

/// The lexicographically first solution, and why nothing comes before it.
///
/// ```
/// use queens::find::first;
///
/// let six = first(6, &Default::default())?;
/// assert_eq!(six.placement.expect("6 has solutions").to_string(), "2 4 6 1 3 5");
/// assert_eq!(six.dead[0].columns, [0]); // none has a queen on a1
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct First {
    /// The solution; none for n = 2 and n = 3.
    pub placement: Option<Placement>,
    /// Prefixes without a completion, in lexicographic order: of the solution's rows in turn, every
    /// earlier column that the queens before do not attack. Whoever proves them dead again, one by one
    /// and by whatever means ([`Completer`](crate::Completer) is one), has verified the solution.
    pub dead: Vec<DeadPrefix>,
}

/// Columns of the first rows that no solution begins with.
///
/// ```
/// use queens::find::first;
///
/// // The empty prefix is dead: there is no solution at all.
/// let three = first(3, &Default::default())?;
/// assert_eq!(three.dead.len(), 1);
/// assert!(three.dead[0].columns.is_empty());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeadPrefix {
    /// The columns, counted from 0.
    pub columns: Vec<u32>,
    /// Partial placements visited in the proof.
    pub nodes: u64,
}

/// Why the first solution was not found.
///
/// ```
/// use queens::find::{FirstError, first};
///
/// let size = 65;
/// let error = first(size, &Default::default()).unwrap_err();
/// assert_eq!(error, FirstError::TooLarge { size });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FirstError {
    /// The size is beyond the method.
    TooLarge {
        /// The size.
        size: u32,
    },
    /// The search was stopped.
    Stopped,
}

impl fmt::Display for FirstError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { size } => {
                write!(f, "n = {size} is too large for the search for the first solution")
            }
            Self::Stopped => Stopped.fmt(f),
        }
    }
}

impl std::error::Error for FirstError {}

impl FirstError {
    /// What to do about it.
    ///
    /// ```
    /// use queens::find::FirstError;
    ///
    /// assert_eq!(FirstError::Stopped.advice(), "start it again; it begins from nothing");
    /// ```
    pub fn advice(&self) -> String {
        match self {
            Self::TooLarge { .. } => {
                format!("ask for n up to {FIRST_MAX_N}, or for another solution")
            }
            Self::Stopped => "start it again; it begins from nothing".to_owned(),
        }
    }
}

impl From<Stopped> for FirstError {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// Whether a board can be completed.
enum Decision {
    /// It can; the columns of the queens added, by row.
    Completed(Vec<u32>),
    /// It cannot.
    Dead { nodes: u64 },
}

/// Searches that are given up and begun anew in another order, before the board is cut into parts.
const ATTEMPTS: u64 = 40;

/// Nodes of such a search: most boards that have a solution show it sooner.
const PATIENCE: u64 = 1 << 13;

/// Parts that a board is cut into, at least.
const PARTS: usize = 256;

/// Completes the board, or proves that this is impossible.
fn decide(n: u32, board: &Board, stop: &StopFlag) -> Result<Decision, Stopped> {
    let found = AtomicBool::new(false);
    let mut search = Search::new(n, stop, &found);
    for attempt in 0..ATTEMPTS {
        search.random = attempt;
        search.nodes = 0;
        match search.complete(board, PATIENCE)? {
            Outcome::Completed => return Ok(Decision::Completed(search.columns)),
            Outcome::Dead => return Ok(Decision::Dead { nodes: search.nodes }),
            Outcome::GivenUp => {}
        }
    }
    let (parts, nodes) = search.cut(board);
    let (next, results) = (AtomicUsize::new(0), Mutex::new((None, nodes)));
    let work = || -> Result<(), Stopped> {
        let mut search = Search::new(n, stop, &found);
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            let Some((queens, board)) = parts.get(part) else { return Ok(()) };
            search.random = part as u64;
            search.nodes = 0;
            let outcome = search.complete(board, u64::MAX)?;
            let mut results = results.lock().expect("no thread panics while it holds this");
            results.1 += search.nodes;
            match outcome {
                Outcome::Completed => {
                    found.store(true, Ordering::Relaxed);
                    for &(row, column) in queens {
                        search.columns[row as usize] = column;
                    }
                    results.0 = Some(search.columns);
                    return Ok(());
                }
                Outcome::Dead => {}
                // Another thread has found a completion.
                Outcome::GivenUp => return Ok(()),
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        let others: Vec<_> = (1..cores).map(|_| scope.spawn(work)).collect();
        let own = work();
        others
            .into_iter()
            .map(|other| other.join().expect("it does not panic"))
            .fold(own, Result::and)
    })?;
    Ok(match results.into_inner().expect("no thread panicked") {
        (Some(columns), _) => Decision::Completed(columns),
        (None, nodes) => Decision::Dead { nodes },
    })
}

/// The lines left free, and what the sum of squares says about the queens missing.
#[derive(Clone, Copy)]
struct Board {
    rows: u64,
    columns: u64,
    /// By `row + column`.
    anti: u128,
    /// By `column - row + n - 1`.
    diag: u128,
    /// Of the queens missing: the sums of `row + column - (n - 1)` and of `column - row`.
    sums: [i32; 2],
    /// The sum of the squares of both.
    squares: i32,
    /// Where to look for the least sums of squares.
    nearest: [Nearest; 2],
}

impl Board {
    fn empty(n: u32) -> Self {
        let lines = u64::MAX.checked_shr(64 - n).unwrap_or(0);
        let edge = n as i32 - 1;
        // The sum of 2 (line - edge / 2)^2 over all rows and all columns.
        let squares = (0..n as i32).map(|line| (2 * line - edge).pow(2)).sum::<i32>();
        let (all, nearest) = (u128::MAX >> (129 - 2 * n.max(1)), Nearest::new(n));
        Self {
            rows: lines,
            columns: lines,
            anti: all,
            diag: all,
            sums: [0; 2],
            squares,
            nearest: [nearest; 2],
        }
    }

    /// The free columns of an open row.
    #[inline(always)]
    fn row(&self, row: u32, n: u32) -> u64 {
        self.columns & window(self.anti, row) & window(self.diag, n - 1 - row)
    }

    #[inline(always)]
    fn put(&self, row: u32, column: u32, n: u32) -> Self {
        let edge = n as i32 - 1;
        let (anti, diag) = ((row + column) as i32 - edge, column as i32 - row as i32);
        Self {
            rows: self.rows & !(1 << row),
            columns: self.columns & !(1 << column),
            anti: self.anti & !(1 << (row + column)),
            diag: self.diag & !(1 << (column + n - 1 - row)),
            sums: [self.sums[0] - anti, self.sums[1] - diag],
            squares: self.squares - anti * anti - diag * diag,
            nearest: self.nearest,
        }
    }
}

/// The 64 bits of a word from this one on, at most 63.
#[inline(always)]
fn window(lines: u128, from: u32) -> u64 {
    let (low, high) = (lines as u64, (lines >> 64) as u64);
    low >> (from & 63) | (high << 1) << (!from & 63)
}

/// Queens missing at which the sum of squares is worth its price.
const SQUEEZED: u32 = 12;

struct Search<'a> {
    n: u32,
    /// Of the rows filled in the last search that completed its board.
    columns: Vec<u32>,
    nodes: u64,
    random: u64,
    stack: Vec<Frame>,
    stop: &'a StopFlag,
    /// Whether another thread has a completion.
    found: &'a AtomicBool,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Completed,
    Dead,
    GivenUp,
}

/// A line being tried.
struct Frame {
    board: Board,
    line: Line,
    /// Squares not yet tried.
    squares: u64,
    /// The queen on the line.
    queen: (u32, u32),
}

/// A row or column to be filled next.
#[derive(Clone, Copy)]
enum Line {
    Row(u32),
    Column(u32),
}

impl Line {
    /// The row and the column of a square of the line.
    #[inline(always)]
    fn square(self, other: u32) -> (u32, u32) {
        match self {
            Self::Row(row) => (row, other),
            Self::Column(column) => (other, column),
        }
    }
}

impl<'a> Search<'a> {
    fn new(n: u32, stop: &'a StopFlag, found: &'a AtomicBool) -> Self {
        let (columns, stack) = (vec![0; n as usize], Vec::with_capacity(n as usize + 1));
        Self { n, columns, nodes: 0, random: 0, stack, stop, found }
    }

    /// Completes the board, or shows that this is impossible, unless that takes more nodes than
    /// `limit`. The squares of a line are tried in random order.
    fn complete(&mut self, board: &Board, limit: u64) -> Result<Outcome, Stopped> {
        with_bit_instructions(
            #[inline(always)]
            || self.walk(board, limit),
        )
    }

    #[inline(always)]
    fn walk(&mut self, start: &Board, limit: u64) -> Result<Outcome, Stopped> {
        let n = self.n;
        self.stack.clear();
        match self.enter(*start) {
            ControlFlow::Break(outcome) => return Ok(outcome),
            ControlFlow::Continue(frame) => self.stack.push(frame),
        }
        while let Some(frame) = self.stack.last_mut() {
            if frame.squares == 0 {
                self.stack.pop();
                continue;
            }
            let mut square = frame.squares;
            for _ in 0..below(&mut self.random, square.count_ones()) {
                square &= square - 1;
            }
            let square = square.trailing_zeros();
            frame.squares ^= 1 << square;
            frame.queen = frame.line.square(square);
            let board = frame.board.put(frame.queen.0, frame.queen.1, n);
            if self.nodes.is_multiple_of(1 << 12) {
                if self.stop.is_raised() {
                    return Err(Stopped);
                }
                if self.nodes >= limit || self.found.load(Ordering::Relaxed) {
                    return Ok(Outcome::GivenUp);
                }
            }
            match self.enter(board) {
                ControlFlow::Continue(frame) => self.stack.push(frame),
                ControlFlow::Break(Outcome::Completed) => {
                    for Frame { queen: (row, column), .. } in &self.stack {
                        self.columns[*row as usize] = *column;
                    }
                    return Ok(Outcome::Completed);
                }
                ControlFlow::Break(_) => {}
            }
        }
        Ok(Outcome::Dead)
    }

    /// Looks at a board: what to try next on it, or that it is full or dead.
    #[inline(always)]
    fn enter(&mut self, mut board: Board) -> ControlFlow<Outcome, Frame> {
        if board.rows == 0 {
            return ControlFlow::Break(Outcome::Completed);
        }
        self.nodes += 1;
        // Nearer the leaves a node costs less than the bound.
        if board.rows.count_ones() >= SQUEEZED && !squeeze(&mut board, self.n) {
            return ControlFlow::Break(Outcome::Dead);
        }
        let (line, squares) = shortest(&board, self.n);
        if squares == 0 {
            return ControlFlow::Break(Outcome::Dead);
        }
        ControlFlow::Continue(Frame { board, line, squares, queen: (0, 0) })
    }

    /// Cuts a board into parts, each with the queens added, in random order; and the nodes visited.
    #[allow(clippy::type_complexity, reason = "used once")]
    fn cut(&mut self, board: &Board) -> (Vec<(Vec<(u32, u32)>, Board)>, u64) {
        self.nodes = 0;
        let mut parts = vec![(Vec::new(), *board)];
        while parts.len() < PARTS {
            let mut smaller = Vec::new();
            for (queens, board) in parts {
                match self.enter(board) {
                    ControlFlow::Continue(frame) => {
                        let mut squares = frame.squares;
                        while squares != 0 {
                            let (row, column) = frame.line.square(squares.trailing_zeros());
                            squares &= squares - 1;
                            let mut queens: Vec<_> = queens.clone();
                            queens.push((row, column));
                            smaller.push((queens, frame.board.put(row, column, self.n)));
                        }
                    }
                    ControlFlow::Break(Outcome::Completed) => smaller.push((queens, board)),
                    ControlFlow::Break(_) => {}
                }
            }
            parts = smaller;
            if parts.iter().all(|(_, board)| board.rows == 0) {
                break;
            }
        }
        for i in (1..parts.len()).rev() {
            parts.swap(i, below(&mut self.random, i as u32 + 1) as usize);
        }
        (parts, self.nodes)
    }
}

/// A random number below `end`.
#[inline(always)]
fn below(random: &mut u64, end: u32) -> u32 {
    (((split_mix(random) >> 32) * u64::from(end)) >> 32) as u32
}

/// Takes away the diagonals that a sum of squares forbids; false if it forbids all.
#[inline(always)]
fn squeeze(board: &mut Board, n: u32) -> bool {
    let (mut anti, mut diag) = (0_u128, 0_u128);
    let mut rows = board.rows;
    while rows != 0 {
        let row = rows.trailing_zeros();
        rows &= rows - 1;
        let free = board.row(row, n);
        if free == 0 {
            return false;
        }
        anti |= u128::from(free) << row;
        diag |= u128::from(free) << (n - 1 - row);
    }
    let m = board.rows.count_ones() as i32;
    let [mut a, mut d] = board.nearest;
    let edge = n as i32 - 1;
    let Some(least_anti) = a.least(anti, edge, m, board.sums[0]) else { return false };
    let Some(least_diag) = d.least(diag, edge, m, board.sums[1]) else { return false };
    let slack = SCALE * SCALE * board.squares - least_anti - least_diag;
    if slack < 0 {
        return false;
    }
    board.anti = a.within(anti, slack, edge);
    board.diag = d.within(diag, slack, edge);
    board.nearest = [a, d];
    true
}

/// The open row or column with the fewest free squares, and these.
#[inline(always)]
fn shortest(board: &Board, n: u32) -> (Line, u64) {
    let mut best = (Line::Row(0), 0);
    let mut fewest = u32::MAX;
    let mut rows = board.rows;
    while rows != 0 {
        let row = rows.trailing_zeros();
        rows &= rows - 1;
        let free = board.row(row, n);
        let count = free.count_ones();
        if count < fewest {
            (best, fewest) = ((Line::Row(row), free), count);
            if count == 0 {
                return best;
            }
        }
    }
    // By `row - column + n - 1`, so that the squares of a column are a window too.
    let reversed = board.diag.reverse_bits() >> (129 - 2 * n);
    let mut columns = board.columns;
    while columns != 0 {
        let column = columns.trailing_zeros();
        columns &= columns - 1;
        let free = board.rows & window(board.anti, column) & window(reversed, n - 1 - column);
        let count = free.count_ones();
        if count < fewest {
            (best, fewest) = ((Line::Column(column), free), count);
            if count == 0 {
                return best;
            }
        }
    }
    best
}

/// Of the diagonals of one direction, those nearest to a centre.
///
/// For m different values with a given sum, out of those that are free, and any centre z, the sum of
/// v^2 is the sum of (v - z)^2, plus 2 z times the sum of v, which is given, less m z^2; and the sum of
/// (v - z)^2 is not less than that of the m values nearest to z. The best z is where the values chosen
/// have the sum that they should have. A board inherits the centre and the choice from the one before
/// it, and mends both.
#[derive(Clone, Copy)]
struct Nearest {
    /// The centre, in eighths.
    centre: i32,
    /// The values chosen are the free ones from `low` to `high`, as numbers of their bits.
    low: u32,
    high: u32,
    /// The square of the distance of the farthest one, in 64ths.
    farthest: i32,
}

/// Steps towards the best centre.
const ROUNDS: u32 = 2;
/// A centre is kept in eighths, and squares of distances in 64ths.
const SCALE: i32 = 8;

impl Nearest {
    fn new(n: u32) -> Self {
        Self { centre: 0, low: n.saturating_sub(1), high: n.saturating_sub(1), farthest: 0 }
    }

    /// The distance of a line from the centre.
    #[inline(always)]
    fn distance(&self, line: u32, edge: i32) -> i32 {
        (SCALE * (line as i32 - edge) - self.centre).abs()
    }

    /// A bound from below, in 64ths, of the sum of squares of m different values with the given sum. Bit
    /// i of `lines` stands for the value i - `edge`. None if there are fewer than m.
    #[inline(always)]
    fn least(&mut self, lines: u128, edge: i32, m: i32, sum: i32) -> Option<i32> {
        let mut best = i32::MIN;
        let mut next = *self;
        for _ in 0..ROUNDS {
            next.choose(lines, edge, m)?;
            let (chosen_sum, squares) = sums(lines & span(next.low, next.high), edge);
            // The sum of (8 v - c)^2, plus 16 c times the sum of v as it should be, less m c^2.
            let excess = chosen_sum - sum;
            let bound = SCALE * SCALE * squares - 2 * SCALE * next.centre * excess;
            if bound > best {
                best = bound;
                *self = next;
            }
            next.centre -= SCALE * excess / m;
        }
        Some(best)
    }

    /// Chooses the m lines nearest to the centre, beginning with the choice at hand. None if there are
    /// fewer.
    #[inline(always)]
    fn choose(&mut self, lines: u128, edge: i32, m: i32) -> Option<()> {
        let mut chosen = lines & span(self.low, self.high);
        if chosen == 0 {
            // Any line will do to begin with.
            chosen = lines & lines.wrapping_neg();
        }
        let mut count = chosen.count_ones() as i32;
        if count == 0 {
            return None;
        }
        (self.low, self.high) = (chosen.trailing_zeros(), chosen.ilog2());
        loop {
            let above = lines & u128::MAX << self.high << 1;
            let below = lines & !(u128::MAX << self.low);
            let next =
                [(above != 0).then(|| above.trailing_zeros()), (below != 0).then(|| below.ilog2())];
            let far = |line: Option<u32>| line.map_or(i32::MAX, |line| self.distance(line, edge));
            let (up, down) = (far(next[0]), far(next[1]));
            let nearer = up.min(down);
            let (lowest, highest) = (self.distance(self.low, edge), self.distance(self.high, edge));
            let farthest = lowest.max(highest);
            if count > m || count == m && nearer < farthest {
                // The farthest leaves.
                let kept = lines & span(self.low, self.high);
                if lowest >= highest {
                    self.low = (kept & (kept - 1)).trailing_zeros();
                } else {
                    self.high = (kept & !(1 << self.high)).ilog2();
                }
                count -= 1;
                if count == 0 {
                    // It was the only one; the nearer one takes its place.
                    let line = if up <= down { next[0]? } else { next[1]? };
                    (self.low, self.high, count) = (line, line, 1);
                }
            } else if count < m {
                if nearer == i32::MAX {
                    return None;
                }
                match next {
                    [Some(line), _] if up <= down => self.high = line,
                    [_, Some(line)] => self.low = line,
                    _ => return None,
                }
                count += 1;
            } else {
                self.farthest = farthest * farthest;
                return Some(());
            }
        }
    }

    /// The lines that can be used if the sum of squares may exceed the bound by `slack` 64ths: to use
    /// one that lies farther out than those chosen costs the difference of the squares at least.
    #[inline(always)]
    fn within(&self, mut lines: u128, slack: i32, edge: i32) -> u128 {
        let reach = self.farthest + slack;
        loop {
            let line = lines.trailing_zeros();
            if line == 128 || self.distance(line, edge).pow(2) <= reach {
                break;
            }
            lines &= lines - 1;
        }
        loop {
            let line = 127_u32.wrapping_sub(lines.leading_zeros());
            if line > 127 || self.distance(line, edge).pow(2) <= reach {
                return lines;
            }
            lines ^= 1 << line;
        }
    }
}

/// The bits from `low` to `high`.
#[inline(always)]
fn span(low: u32, high: u32) -> u128 {
    u128::MAX << low & u128::MAX >> (127 - high)
}

/// The sum and the sum of squares of the values of some lines.
#[inline(always)]
fn sums(lines: u128, edge: i32) -> (i32, i32) {
    let low = lines.trailing_zeros();
    let mut rest = lines >> (low & 127);
    let mut value = low as i32 - edge;
    let (mut sum, mut squares) = (0, 0);
    while rest != 0 {
        let [count, s, q] = OF_BYTE[(rest & 0xff) as usize].map(i32::from);
        sum += s + value * count;
        squares += q + value * (2 * s + value * count);
        value += 8;
        rest >>= 8;
    }
    (sum, squares)
}

/// Of the set bits of a byte: how many there are, and the sums of their numbers and of the squares.
static OF_BYTE: [[u8; 3]; 256] = {
    let mut table = [[0; 3]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][0] += 1;
                table[byte][1] += bit as u8;
                table[byte][2] += (bit * bit) as u8;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known;
    use crate::{Problem, list};

    fn found(n: u32) -> Option<Placement> {
        first(n, &StopFlag::new()).unwrap().placement
    }

    #[test]
    fn it_is_the_first_of_the_list() {
        for n in 0..=if cfg!(debug_assertions) { 18 } else { 24 } {
            let all = list(&Problem::new(n)).unwrap();
            assert_eq!(found(n), all.into_iter().next(), "n = {n}");
        }
    }

    #[test]
    fn it_is_the_known_one() {
        for (n, known) in known::FIRST.iter() {
            assert_eq!(found(n).unwrap().to_string(), known, "n = {n}");
        }
    }

    /// The dead prefixes are all that come before the solution, and another solver proves them dead.
    #[test]
    fn the_proof_is_whole_and_holds() {
        for n in 0..=if cfg!(debug_assertions) { 12 } else { 20 } {
            let size = n;
            let First { placement, dead } = first(size, &StopFlag::new()).unwrap();
            let problem = |columns: &[u32]| {
                (0..).zip(columns).try_fold(Problem::new(size), |problem, (row, &column)| {
                    problem.with_queen(crate::Square { row, column })
                })
            };
            let mut expected = Vec::new();
            if let Some(placement) = &placement {
                let columns = placement.columns();
                for row in 0..n as usize {
                    let earlier = (0..columns[row]).map(|column| {
                        columns[..row].iter().copied().chain([column]).collect::<Vec<_>>()
                    });
                    expected.extend(earlier.filter(|prefix| problem(prefix).is_ok()));
                }
            } else {
                expected.push(Vec::new());
            }
            let proved: Vec<_> = dead.iter().map(|dead| dead.columns.clone()).collect();
            assert_eq!(proved, expected, "n = {n}");
            for prefix in proved {
                let completed = crate::complete(&problem(&prefix).unwrap()).unwrap();
                assert_eq!(completed, None, "n = {n}: {prefix:?}");
            }
        }
    }

    /// The bound never exceeds a sum of squares that can be reached: against all choices of lines.
    #[test]
    fn the_least_sum_of_squares_is_a_bound() {
        let (n, mut random) = (7_u32, 1);
        let edge = n as i32 - 1;
        for _ in 0..2000 {
            let lines = u128::from(split_mix(&mut random)) & ((1 << (2 * n - 1)) - 1);
            let chosen = u128::from(split_mix(&mut random)) & lines;
            let m = chosen.count_ones() as i32;
            if m == 0 {
                continue;
            }
            let values = |lines: u128| (0..2 * n - 1).filter(move |line| lines >> line & 1 == 1);
            let value = |line: u32| line as i32 - edge;
            let sum = values(chosen).map(value).sum::<i32>();
            let squares = values(chosen).map(|line| value(line).pow(2)).sum::<i32>();
            let mut nearest = Nearest::new(n);
            let bound = nearest.least(lines, edge, m, sum).expect("there are enough lines");
            let slack = SCALE * SCALE * squares - bound;
            assert!(slack >= 0, "{lines:b} {chosen:b}");
            assert_eq!(nearest.within(lines, slack, edge) & chosen, chosen, "{lines:b} {chosen:b}");
            assert_eq!(nearest.least(lines, edge, lines.count_ones() as i32 + 1, sum), None);
        }
    }

    #[test]
    fn sizes_beyond_the_words_are_refused() {
        let error = first(65, &StopFlag::new()).unwrap_err();
        assert_eq!(error.to_string(), "n = 65 is too large for the search for the first solution");
    }
}
