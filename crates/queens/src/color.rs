//! Method 3: counting by color.
//!
//! A queen on a white square never shares a diagonal with one on a black square, because every
//! diagonal has squares of one color only. Let W(R, C) be the number of ways to put queens on white
//! squares so that they occupy exactly the rows R and the columns C, one in each, no two on a
//! diagonal, and B(R, C) the same for black squares. Then
//!
//! Q(n) = sum over all R, C of W(R, C) B(rows without R, columns without C).
//!
//! A solution determines R and C, the rows and columns of its white queens; and any two placements
//! counted there together make a solution.
//!
//! W is itself a count of pairs: white squares on even rows and columns, and those on odd rows and
//! columns, have no row or column in common, so a white placement is one of each that share no
//! diagonal. The lists of those are short; for one row pattern R the whole matrix of W over all columns
//! is computed at once. All eight symmetries are used.
//!
//! A row pattern is a unit of work that anybody can check: [`WhiteRows`] asks how many solutions have
//! their white queens in exactly these rows, by this method and by a plain search.
//!
//! Sources: none that we know of. `docs/color.md` derives the method.

mod cost;
pub(crate) mod half_turn;
pub(crate) mod kernel;
mod packed;
mod pattern;
mod placements;
#[cfg(any(
    test,
    not(any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))
))]
mod portable;
mod squares;
#[cfg(test)]
mod tests;
mod tried;
mod white_rows;
mod worker;

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::backend::{BackendId, StopFlag, Stopped, Unavailable};
use crate::board::BoardSize;
use crate::engine::{Progress, Sum, mixed, on_threads};
use crate::search;
#[cfg(target_arch = "x86_64")]
use crate::x86::color as x86;
use cost::Costs;
use kernel::Simd;
use pattern::{Family, Lines, Pruning};
pub use white_rows::{NotWhiteRows, WhiteRows};
use worker::{PatternCount, Tile, Worker};

/// The largest n of the method: the diagonals of a color fit 64 bits.
pub const MAX_N: u32 = search::MAX_N;

/// The fastest kernel of the method on this machine.
///
/// ```
/// use queens::color::{best_kernel, kernel_is_available};
///
/// assert!(kernel_is_available(best_kernel()).is_ok());
/// ```
pub fn best_kernel() -> BackendId {
    let mut vectors = [BackendId::Avx512, BackendId::Avx2].into_iter();
    vectors.find(|&id| has_kernel(id)).unwrap_or(BackendId::Portable)
}

/// Whether the method has a kernel with the vectors of this backend that runs on this machine.
///
/// # Errors
///
/// [`Unavailable`] with the reason.
///
/// ```
/// use queens::{BackendId, color::kernel_is_available};
///
/// assert!(kernel_is_available(BackendId::Portable).is_ok());
/// assert!(kernel_is_available(BackendId::Scalar).is_err()); // its kernels are vectors
/// ```
pub fn kernel_is_available(id: BackendId) -> Result<(), Unavailable> {
    if has_kernel(id) {
        return Ok(());
    }
    let reason = match id {
        BackendId::Avx2 | BackendId::Avx512 => "this processor lacks the instructions",
        _ => "the color method has kernels for portable, avx2 and avx512 only",
    };
    Err(Unavailable { id, reason: reason.to_owned() })
}

fn has_kernel(id: BackendId) -> bool {
    match id {
        BackendId::Portable => true,
        #[cfg(target_arch = "x86_64")]
        BackendId::Avx2 => x86::has_narrow(),
        #[cfg(target_arch = "x86_64")]
        BackendId::Avx512 => x86::has_wide(),
        _ => false,
    }
}

/// The kernel with the vectors of this backend, or else the best one.
///
/// ```
/// use queens::{BackendId, color};
///
/// assert_eq!(color::kernel_near(BackendId::Portable), BackendId::Portable);
/// assert_eq!(color::kernel_near(BackendId::Scalar), color::best_kernel());
/// ```
pub fn kernel_near(id: BackendId) -> BackendId {
    if kernel_is_available(id).is_ok() { id } else { best_kernel() }
}

/// Counts patterns with the vectors of some kernel.
trait Patterns {
    /// Counts all patterns of a tile, each by itself. `images`: another image of each instead, which has as
    /// many solutions. `worked` is told the share of a pattern that was just done.
    fn count(
        &mut self,
        tile: &Tile,
        images: bool,
        stop: &StopFlag,
        found: &mut dyn FnMut(PatternCount),
        worked: &mut dyn FnMut(Lines, f64),
    ) -> Result<(), Stopped>;

    /// The number of solutions of one pattern, whatever their columns.
    fn count_all(&mut self, rows: Lines, family: &Family, stop: &StopFlag)
    -> Result<u128, Stopped>;
}

/// Makes a worker for the tiles of a partition.
type Maker = for<'a> fn(&'a Partition) -> Box<dyn Patterns + 'a>;

/// The kernel's, which must be available.
fn maker(id: BackendId) -> Maker {
    match id {
        #[cfg(target_arch = "x86_64")]
        BackendId::Avx2 if x86::has_narrow() => |all| Box::new(Worker::<x86::Narrow>::new(all)),
        #[cfg(target_arch = "x86_64")]
        BackendId::Avx512 if x86::has_wide_counting() => {
            |all| Box::new(Worker::<x86::WideCounting>::new(all))
        }
        #[cfg(target_arch = "x86_64")]
        BackendId::Avx512 if x86::has_wide() => |all| Box::new(Worker::<x86::Wide>::new(all)),
        _ => |all| Box::new(Worker::<EveryMachine>::new(all)),
    }
}

/// The vectors that every machine of the architecture has.
#[cfg(target_arch = "aarch64")]
type EveryMachine = crate::neon::color::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
type EveryMachine = crate::wasm::color::Simd128;
#[cfg(not(any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128"))))]
type EveryMachine = portable::Portable;

/// The vectors' bytes of a kernel.
fn lanes(id: BackendId) -> usize {
    match id {
        BackendId::Avx512 => 64,
        BackendId::Avx2 => 32,
        _ => EveryMachine::LANES,
    }
}

/// All row patterns of a size that are counted, cut into tiles. Their order depends on n alone.
#[derive(Clone, Debug)]
pub(crate) struct Partition {
    n: u32,
    families: Vec<Family>,
    costs: Costs,
    strips: Vec<Strip>,
    /// The number of tiles.
    tiles: u32,
    /// The most sets of even rows in a tile.
    even: usize,
}

/// The tiles of some neighboring sets of odd rows.
#[derive(Clone, Debug)]
struct Strip {
    family: usize,
    odd: Range<usize>,
    /// The number of its first tile.
    first: u32,
}

impl Partition {
    /// For n from 2 to [`MAX_N`]. The kernel matters for the costs alone.
    pub(crate) fn new(n: u32, kernel: BackendId) -> Self {
        assert!((2..=MAX_N).contains(&n), "n = {n}");
        let families = Family::all(n);
        let costs = Costs::new(n, &families, lanes(kernel));
        // Lists of tried placements serve all odd rows of a tile, boards all even ones. Where a pattern takes
        // long there is less to share, and the memory counts.
        let (odd, even) = match n {
            ..19 => (32, 64),
            19..22 => (8, 64),
            22..25 => (2, 32),
            _ => (1, 32),
        };
        let (mut strips, mut tiles) = (Vec::new(), 0);
        for (number, family) in families.iter().enumerate() {
            for first in (0..family.odd.len()).step_by(odd) {
                let odd = first..(first + odd).min(family.odd.len());
                let partners = odd.clone().map(|place| family.partners(family.odd[place]).len());
                let partners = partners.max().unwrap_or(0);
                if partners > 0 {
                    strips.push(Strip { family: number, odd, first: tiles });
                    tiles += partners.div_ceil(even) as u32;
                }
            }
        }
        Self { n, families, costs, strips, tiles, even }
    }

    /// The number of tiles.
    pub(crate) fn len(&self) -> u32 {
        self.tiles
    }

    fn tile(&self, number: u32) -> Tile {
        let strip = self.strips.partition_point(|strip| strip.first <= number) - 1;
        let Strip { family, ref odd, first } = self.strips[strip];
        let from = (number - first) as usize * self.even;
        Tile { family, odd: odd.clone(), even: from..from + self.even }
    }

    /// The patterns of a tile.
    pub(crate) fn patterns(&self, tile: u32) -> impl Iterator<Item = Lines> {
        let tile = self.tile(tile);
        let family = &self.families[tile.family];
        family.odd[tile.odd.clone()].iter().flat_map(move |&odd| {
            tile.of(family.partners(odd)).iter().map(move |&even| Lines { even, odd })
        })
    }

    /// The nanoseconds that a tile is expected to take.
    pub(crate) fn expected(&self, tile: u32) -> f64 {
        let Tile { family, odd, even } = self.tile(tile);
        self.expected_of_odd(family, odd, even)
    }

    /// The nanoseconds that all tiles are expected to take.
    pub(crate) fn work(&self) -> f64 {
        let of =
            |strip: &Strip| self.expected_of_odd(strip.family, strip.odd.clone(), 0..usize::MAX);
        self.strips.iter().map(of).sum()
    }

    fn expected_of_odd(&self, number: usize, odd: Range<usize>, even: Range<usize>) -> f64 {
        let family = &self.families[number];
        let shares = |&odd: &u32| family.shares(odd, even.clone());
        self.costs.of(number).pattern * family.odd[odd].iter().map(shares).sum::<f64>()
    }

    fn expected_of(&self, family: usize, rows: Lines) -> f64 {
        self.costs.of(family).pattern * Pruning::new(self.n).share(rows.even)
    }

    /// Counts the patterns of some tiles, one by one, by a kernel that is available.
    pub(crate) fn count(
        &self,
        tiles: Range<u32>,
        images: bool,
        kernel: BackendId,
        stop: &StopFlag,
    ) -> Result<Vec<PatternCount>, Stopped> {
        let mut worker = maker(kernel)(self);
        let mut all = Vec::new();
        for tile in tiles.map(|number| self.tile(number)) {
            let mut found = |pattern| all.push(pattern);
            worker.count(&tile, images, stop, &mut found, &mut |_, _| ())?;
        }
        Ok(all)
    }
}

/// The bytes that a thread needs for a size, at most about.
pub(crate) fn memory(size: BoardSize, kernel: BackendId) -> u64 {
    let n = size.get();
    if n < 2 { 0 } else { Costs::new(n, &Family::all(n), lanes(kernel)).memory() }
}

/// Nanoseconds of work that are worth a report.
const REPORT: f64 = 5e6;

/// Counts the board by color, n up to [`MAX_N`].
///
/// The outer error is a kernel that is not available; the inner one says how far the count was when `stop`
/// was raised.
pub(crate) fn count(
    size: BoardSize,
    kernel: BackendId,
    threads: NonZeroUsize,
    stop: &StopFlag,
    report: &(dyn Fn(Progress) + Sync),
) -> Result<Result<Sum, Progress>, Unavailable> {
    kernel_is_available(kernel)?;
    let make = maker(kernel);
    let n = size.get();
    if n < 2 {
        // There are no black squares.
        report(Progress { done: 1, expected: 1 });
        return Ok(Ok(Sum { total: 1, nodes: 0 }));
    }
    let all = Partition::new(n, kernel);
    let expected = all.work() as u128 + 1;
    let nothing = Progress { done: 0, expected };
    let shared = Mutex::new((Sum::default(), 0.0));
    report(nothing);
    let next = AtomicU32::new(0);
    let mixed = mixed(all.len());
    let work = || -> Result<(), Stopped> {
        let mut worker = make(&all);
        let mut sum = Sum::default();
        let mut done = 0.0;
        let tell = |sum: &mut Sum, done: &mut f64| {
            let mut shared = shared.lock().expect("no thread panics while it adds");
            shared.0 += std::mem::take(sum);
            shared.1 += std::mem::take(done);
            report(Progress { done: (shared.1 as u128).min(expected), expected });
        };
        loop {
            let turn = next.fetch_add(1, Ordering::Relaxed);
            if turn >= all.len() {
                break;
            }
            let tile = all.tile(mixed(turn));
            let mut found = |pattern: PatternCount| {
                sum += Sum { total: pattern.solutions, nodes: u128::from(pattern.tried) };
            };
            let mut worked = |rows, share| {
                done += all.expected_of(tile.family, rows) * share;
                if done > REPORT {
                    tell(&mut Sum::default(), &mut done);
                }
            };
            worker.count(&tile, false, stop, &mut found, &mut worked)?;
        }
        tell(&mut sum, &mut done);
        Ok(())
    };
    let end = on_threads(threads.get().min(all.len() as usize), work);
    let (sum, done) = shared.into_inner().expect("no thread panics while it adds");
    let progress = Progress { done: (done as u128).min(expected), expected };
    if end.is_ok() {
        report(Progress { done: expected, expected });
    }
    Ok(end.map(|()| sum).map_err(|Stopped| progress))
}
