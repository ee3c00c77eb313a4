//! Solutions that a turn maps to themselves, counted directly.
//!
//! **Half turn.** The queens come in pairs, so the upper half of the board decides. Its rows are filled
//! from the middle outwards; a queen is put down with its image, whose lines meet the rows still open at
//! distances that depend on the row alone, so three words a level are enough, as on a plain board.
//! Mirror and quarter turn map these solutions among themselves: the queen of the innermost row stands
//! left of the middle (twice), and the queens of the innermost columns stand in rows further out than
//! that one does (twice again), or as far (once), as in the middle-out classes.
//!
//! **Quarter turn.** The queens come in fours. Let x and y be the distances from the centre of a queen's
//! row and column; its orbit takes the rows and columns at the distances x and y, and diagonals of
//! both directions at the distances |x - y| and x + y. Of these orbits there are two, one the
//! transpose of the other, and they take the same lines. So the solutions are the perfect matchings
//! of the distances 1..h with all sums and differences different, and each pair has two orbits to choose
//! from, whatever the others do: 2^(h/2) times the matchings, which explains the power of two in
//! A033148 and leaves 600 000 matchings to be found at n = 44.

#![allow(clippy::inline_always, reason = "what is not inlined is compiled without popcnt")]

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{Error, ErrorKind};
use crate::parallel::{StopFlag, Stopped};
use crate::parallel::{all_cores, for_each};
use crate::simd::with_bit_instructions;

/// The largest n of [`half_turn`] and [`quarter_turn`]: lines fit their words.
pub const SYMMETRIC_MAX_N: u32 = 64;

/// The number of solutions that a half turn maps to themselves, those of a quarter turn included
/// (A032522). On all cores where that pays.
///
/// # Errors
///
/// [`ErrorKind::TooLarge`] past [`SYMMETRIC_MAX_N`], and [`ErrorKind::Stopped`] when `stop` was raised.
///
/// # Examples
///
/// ```
/// use queens::StopFlag;
/// use queens::engine::search::half_turn;
///
/// assert_eq!(half_turn(12, &StopFlag::new())?, 80);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[allow(clippy::missing_panics_doc, reason = "the sum is below 2^64 for all n that are taken")]
pub fn half_turn(size: u32, stop: &StopFlag) -> Result<u64, Error> {
    let n = size;
    check(size)?;
    if n < 2 {
        return Ok(1);
    }
    let halves = halves(n);
    let parts: Vec<(&Half, Level)> =
        halves.iter().flat_map(|half| half.parts().map(move |level| (half, level))).collect();
    let total = AtomicU64::new(0);
    let threads = if n < PARALLEL_N { NonZeroUsize::MIN } else { all_cores() };
    for_each(parts.len(), threads, || {
        |part: usize| {
            let (half, level) = &parts[part];
            let solutions = with_bit_instructions(|| half.complete(*level, stop))?;
            let found = half.factor.checked_mul(solutions).expect("fewer than 2^64 for n <= 64");
            let before = total.fetch_add(found, Ordering::Relaxed);
            assert!(before.checked_add(found).is_some(), "fewer than 2^64 for n <= 64");
            Ok::<_, Stopped>(())
        }
    })?;
    Ok(total.into_inner())
}

fn check(size: u32) -> Result<(), Error> {
    if size <= SYMMETRIC_MAX_N {
        return Ok(());
    }
    let advice = format!("symmetric solutions are counted for n up to {SYMMETRIC_MAX_N}");
    Err(Error::new(
        ErrorKind::TooLarge,
        format!("n = {size} is too large to count symmetric solutions"),
        advice,
    ))
}

/// From this size on the count takes longer than starting threads.
const PARALLEL_N: u32 = 18;

/// Rows filled before the work is dealt out, behind the innermost one.
const PART_ROWS: u32 = 2;

/// A part of the boards with half-turn symmetry: the upper half is to be filled from row `first`
/// upwards.
struct Half {
    n: u32,
    /// The solutions that one found stands for.
    factor: u64,
    /// By row: the columns that are not on the two long diagonals (where a queen attacks its own
    /// image), not forbidden by the class and not attacked by queens placed in advance.
    allowed: [u64; 32],
    /// The row that holds a queen placed in advance.
    taken: Option<u32>,
    root: Level,
}

/// A row being filled: the lines held, as they meet it, and the squares still to be tried.
#[derive(Clone, Copy)]
struct Level {
    row: u32,
    columns: u64,
    left: u64,
    right: u64,
    free: u64,
}

/// The classes of boards with half-turn symmetry, n >= 2.
fn halves(n: u32) -> Vec<Half> {
    let h = n / 2;
    let dist = |line: u32| (2 * line).abs_diff(n - 1);
    let full = u64::MAX >> (64 - n);
    // The innermost columns; the middle one of an odd board has its queen in the centre.
    let inner = [h - 1, n - h];
    let centre = if n % 2 == 1 { 1_u64 << h } else { 0 };
    let plain: [u64; 32] = std::array::from_fn(|row| {
        if row as u32 >= h { 0 } else { full & !(centre | 1 << row | 1 << (n - 1 - row as u32)) }
    });
    let mut halves = Vec::new();
    // Left of the middle; the mirror image is counted with it.
    for x in (0..h).filter(|x| plain[h as usize - 1] >> x & 1 == 1) {
        let far = |forbidden: u64, least: u32| {
            let mut allowed = plain;
            for row in (0..h).filter(|row| dist(*row) < least) {
                allowed[row as usize] &= !forbidden;
            }
            allowed[h as usize - 1] = 1 << x;
            allowed
        };
        // The queens of the innermost columns further out: the quarter turn makes it four.
        let allowed = far(1 << inner[0] | 1 << inner[1], dist(x) + 1);
        halves.push(Half::new(n, 4, allowed, centre, None));
        // Or exactly as far: in the row at that distance, on either of the two columns.
        let row = (n - 1 - dist(x)) / 2;
        for column in inner {
            if plain[row as usize] >> column & 1 == 0 {
                continue;
            }
            let mut allowed = far(0, 0);
            for (queen_row, queen) in [(row, column), (n - 1 - row, n - 1 - column)] {
                for (other, allowed) in (0..h).zip(&mut allowed) {
                    let distance = other.abs_diff(queen_row);
                    let bit = 1_u64 << queen;
                    *allowed &= !(bit | bit << distance | bit >> distance);
                }
            }
            let columns = centre | 1 << column | 1 << (n - 1 - column);
            halves.push(Half::new(n, 2, allowed, columns, Some(row)));
        }
    }
    halves
}

impl Half {
    fn new(n: u32, factor: u64, allowed: [u64; 32], columns: u64, taken: Option<u32>) -> Self {
        let row = n / 2 - 1;
        let free = allowed[row as usize] & !columns;
        let root = Level { row, columns, left: 0, right: 0, free };
        Self { n, factor, allowed, taken, root }
    }

    /// The row of a level with a queen at the lowest free square: that square is taken out of it, and
    /// the next row entered.
    #[inline(always)]
    fn step(&self, level: &mut Level) -> Level {
        let queen = level.free & level.free.wrapping_neg();
        level.free ^= queen;
        let image = 1_u64 << (self.n - 1 - queen.trailing_zeros());
        // From the image's row to the next one.
        let distance = self.n - 2 * level.row;
        self.enter(Level {
            row: level.row.wrapping_sub(1),
            columns: level.columns | queen | image,
            left: (level.left | queen) << 1 | image.wrapping_shl(distance) & beyond(distance),
            right: (level.right | queen) >> 1 | image.wrapping_shr(distance) & beyond(distance),
            free: 0,
        })
    }

    /// The level with its free squares; a row that is taken already is passed.
    #[inline(always)]
    fn enter(&self, mut level: Level) -> Level {
        if Some(level.row) == self.taken {
            level.row = level.row.wrapping_sub(1);
            level.left <<= 1;
            level.right >>= 1;
        }
        let held = level.columns | level.left | level.right;
        level.free = self.allowed[(level.row & 31) as usize] & !held;
        level
    }

    /// Whether a row further on has a free square yet.
    #[inline(always)]
    fn goes_on(&self, level: &Level, rows: u32) -> bool {
        let row = level.row - rows;
        let held = level.columns | level.left << rows | level.right >> rows;
        self.allowed[(row & 31) as usize] & !held != 0 || Some(row) == self.taken
    }

    /// The last row to be filled.
    fn last(&self) -> u32 {
        u32::from(self.taken == Some(0))
    }

    /// The levels a few rows further.
    fn parts(&self) -> impl Iterator<Item = Level> {
        let mut levels = vec![self.root];
        for _ in 0..=PART_ROWS {
            if levels.iter().any(|level| level.row <= self.last()) {
                break;
            }
            let parents = std::mem::take(&mut levels);
            for mut level in parents {
                while level.free != 0 {
                    levels.push(self.step(&mut level));
                }
            }
        }
        levels.into_iter()
    }

    /// Counts the ways to fill the rows from that of `level` on.
    #[inline(always)]
    fn complete(&self, level: Level, stop: &StopFlag) -> Result<u64, Stopped> {
        if stop.is_raised() {
            return Err(Stopped);
        }
        let last = self.last();
        if level.row == last {
            return Ok(u64::from(level.free.count_ones()));
        }
        let mut solutions = 0_u64;
        let mut stack = [level; 32];
        let mut depth = 0_usize;
        loop {
            let level = &mut stack[depth & 31];
            if level.free == 0 {
                if depth == 0 {
                    return Ok(solutions);
                }
                depth -= 1;
                continue;
            }
            let next = self.step(level);
            if next.row == last {
                solutions += u64::from(next.free.count_ones());
            } else if next.free != 0
                && self.goes_on(&next, 1)
                && (next.row < 3 || self.goes_on(&next, 2))
            {
                depth += 1;
                stack[depth & 31] = next;
            }
        }
    }
}

/// All bits if a shift by this distance leaves any.
#[inline(always)]
fn beyond(distance: u32) -> u64 {
    if distance < 64 { u64::MAX } else { 0 }
}

/// The number of solutions that a quarter turn maps to themselves (A033148).
///
/// # Errors
///
/// [`ErrorKind::TooLarge`] past [`SYMMETRIC_MAX_N`], and [`ErrorKind::Stopped`] when `stop` was raised.
///
/// # Examples
///
/// ```
/// use queens::StopFlag;
/// use queens::engine::search::quarter_turn;
///
/// assert_eq!(quarter_turn(12, &StopFlag::new())?, 8);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn quarter_turn(size: u32, stop: &StopFlag) -> Result<u64, Error> {
    let n = size;
    check(size)?;
    let h = n / 2;
    if h % 2 == 1 {
        // The distances cannot be paired.
        return Ok(0);
    }
    // On an even board the distances are 1/2, 3/2, ...: a + b stands for their sum less one.
    let matchings = Matchings { even: n.is_multiple_of(2).into(), stop };
    let unmatched = ((1_u128 << (h + 1)) - 2) as u64;
    Ok(matchings.count(unmatched, Lines { up: 0, down: 0 })? << (h / 2))
}

struct Matchings<'a> {
    /// 1 on an even board, 0 on an odd one.
    even: u32,
    stop: &'a StopFlag,
}

/// The sums and differences taken, as bits from the lowest and from the highest.
#[derive(Clone, Copy)]
struct Lines {
    up: u64,
    down: u64,
}

impl Lines {
    fn with(self, line: u32) -> Self {
        Self { up: self.up | 1 << line, down: self.down | 1 << (63 - line) }
    }
}

impl Matchings<'_> {
    /// Counts the matchings of the distances `unmatched`, bit a for distance a: the largest first,
    /// whose sums are the largest too.
    fn count(&self, unmatched: u64, lines: Lines) -> Result<u64, Stopped> {
        if unmatched == 0 {
            return Ok(1);
        }
        let a = unmatched.ilog2();
        if a > 16 && self.stop.is_raised() {
            return Err(Stopped);
        }
        let rest = unmatched ^ 1 << a;
        // Bit b of the windows: whether a + b and a - b are taken.
        let (sums, differences) = (lines.up >> (a - self.even), lines.down >> (63 - a));
        let mut partners = rest & !(sums | differences);
        let mut count = 0;
        while partners != 0 {
            let b = partners.trailing_zeros();
            partners &= partners - 1;
            let lines = lines.with(a + b - self.even).with(a - b);
            count += self.count(rest ^ 1 << b, lines)?;
        }
        Ok(count)
    }
}
